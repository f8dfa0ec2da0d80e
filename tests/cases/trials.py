"""The files of cases that strangers wrote in the field trials, and the packages they were for."""

import base64
import re
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import distribution
from pathlib import Path

import pytest

from brickyard.cases import CaseFile, Cases, Names, offered, read
from brickyard.files import Files

WRITTEN = Path(__file__).parent / "written"

HUMANIZE = (
    "activate apnumber clamp deactivate decimal_separator fractional intcomma intword metric "
    "natural_list naturaldate naturalday naturaldelta naturalsize naturaltime ordinal "
    "precisedelta scientific thousands_separator"
)
PARSE = "FixedTzOffset Parser compile convert_first findall int_convert parse search with_pattern"


@dataclass(frozen=True)
class Trial:
    """One file, as it came; `source` is the folder of the code where we have it."""

    name: str
    path: Path
    names: Names
    source: Path | None = None

    @property
    def text(self) -> str:
        return converted(self.path.read_text("utf-8"))

    @cached_property
    def cases(self) -> Cases:
        return read(self.text, self.names)

    @property
    def file(self) -> CaseFile:
        return CaseFile(path=f"tests/{self.name}.py", cases=self.cases, names=self.names)

    @property
    def package(self) -> Files:
        """The code as it goes into a sandbox."""
        if self.source is not None:
            paths = {f"src/{path.relative_to(self.source)}": path for path in _code(self.source)}
            return Files({name: path.read_text("utf-8") for name, path in paths.items()})
        return _distribution(self.names.package)


def _code(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def _distribution(name: str) -> Files:
    """An installed package; what of it is no text is unpacked when it is first imported."""
    paths = [
        path for path in distribution(name).files or () if path.parts[0] in (name, f"{name}.py")
    ]
    texts = {f"src/{path}": path.read_text("utf-8") for path in paths if path.suffix == ".py"}
    others = {
        str(path.relative_to(name)): base64.b64encode(path.read_binary()).decode()
        for path in paths
        if path.suffix == ".mo"
    }
    if not others:
        return Files(texts)
    unpacked = {f"src/{name}/unpacked.py": _UNPACKED.format(others=others)}
    first = f"src/{name}/__init__.py"
    return Files({**texts, **unpacked, first: f"{texts[first]}\nimport {name}.unpacked\n"})


_UNPACKED = """\
import base64, os, pathlib
for path, text in {others}.items():
    target = pathlib.Path(__file__).parent / path
    target.parent.mkdir(parents=True, exist_ok=True)
    own = target.with_suffix("." + str(os.getpid()))
    own.write_bytes(base64.b64decode(text))
    own.replace(target)
"""


def converted(text: str) -> str:
    """Ids that were written in comments, `def f():  # R5`, as `@proves("R5")` on that line."""
    return re.sub(
        r"^(?P<def>(async )?def (?!make_)\w+\(\):) +# (?P<id>[\w-]+).*$",
        r'@proves("\g<id>")\n\g<def>',
        text,
        flags=re.M,
    )


def _trial(name: str, package: str) -> Trial:
    folder = WRITTEN / name
    return Trial(name, folder / "cases.py", _names(package, folder / "src"), folder / "src")


def _names(package: str, source: Path) -> Names:
    files = sorted((source / package).glob("*.py"))
    modules = {f"{package}.{path.stem}": path.read_text("utf-8") for path in files}
    command = f"{package}.cli:main" if f"{package}.cli" in modules else ""
    return offered(package, modules, command)


def _installed(file: str, package: str, names: str) -> Trial:
    classes = frozenset(name for name in names.split() if name[0].isupper())
    offers = dict.fromkeys(names.split(), package)
    return Trial(
        package, WRITTEN / "pypi" / file, Names(package=package, offers=offers, classes=classes)
    )


TRIALS = (
    _trial("csvdiff", "csvdiff"),
    _trial("ledger", "ledger"),
    _trial("loose", "splitit"),
    _trial("prove_csvdiff", "csvdiff"),
    _trial("prove_ledger", "ledger"),
    _installed("humanize_4_16_0.py", "humanize", HUMANIZE),
    _installed("parse_1_22_4.py", "parse", PARSE),
)

QUICK = ("prove_ledger",)
"""A library with classes, and a command: the others are the same again."""

EACH = tuple(
    pytest.param(trial, id=trial.name, marks=() if trial.name in QUICK else pytest.mark.slow)
    for trial in TRIALS
)

STRANGERS = Path(__file__).parent / "strangers"


def _stranger(area: str, package: str) -> Trial:
    folder = STRANGERS / area
    return Trial(area, folder / "cases.py", _names(package, folder / "src"), folder / "src")


AREAS = (
    _stranger("async", "jobrun"),
    _stranger("contexts", "holdfast"),
    _stranger("callbacks", "busline"),
    _stranger("threads", "tallies"),
    _stranger("clock", "ticktools"),
    _stranger("terminal", "barline"),
    _stranger("permissions", "strongbox"),
)
"""About forty functions each by people who saw the notation, requirements and an interface."""
