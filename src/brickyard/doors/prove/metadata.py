"""What a project's own files say of it: name, version, commands, needs. Nothing is run."""

import configparser
import re
import tomllib
from email.parser import HeaderParser
from pathlib import Path
from typing import Any, cast

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pydantic import Field

from brickyard.doors.prove.poetry import poetry_python, poetry_requirements
from brickyard.doors.prove.requirement_files import Listed, read_requirement_file, requirement
from brickyard.errors import BadInput
from brickyard.files import as_text
from brickyard.values import Value

CONSOLE = "console_scripts"


class Metadata(Value):
    """What is said of a distribution; empty where nothing is said."""

    name: str = ""
    version: str = ""
    entry_points: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Group to name to `module:function`."""
    dependencies: tuple[str, ...] = ()
    """Plain requirements, without hashes."""
    listed: Listed = Listed()
    """The same as they stand, with hashes, where they are lines of requirement files."""
    python: str = ""
    """Versions of Python that it is for."""
    hints: tuple[str, ...] = ()
    """Import names that it gives, the surest first; with the folder before them if there is one."""
    notes: tuple[str, ...] = ()

    @property
    def scripts(self) -> dict[str, str]:
        return self.entry_points.get(CONSOLE, {})

    @property
    def stem(self) -> str:
        """The name as folders of installed distributions are called."""
        return canonicalize_name(self.name).replace("-", "_")


def read_metadata(root: Path) -> Metadata:
    """From pyproject.toml, or setup.cfg, or requirements.txt alone."""
    project = root / "pyproject.toml"
    found = _from_pyproject(project) if project.is_file() else Metadata()
    if not found.name and (root / "setup.cfg").is_file():
        found = _from_setup_cfg(root / "setup.cfg")
    if not found.name and (root / "setup.py").is_file():
        found = _with(found, notes=(*found.notes, "setup.py was not run, so it was not read."))
    if not found.dependencies and (root / "requirements.txt").is_file():
        found = _from_files(found, root, ["requirements.txt"])
    return found


def _from_files(found: Metadata, root: Path, names: list[str]) -> Metadata:
    """With what requirement files list."""
    all_ = [read_requirement_file(root / name, root) for name in names]
    listed = Listed(
        requirements=tuple(line for each in all_ for line in each.requirements),
        constraints=tuple(line for each in all_ for line in each.constraints),
    )
    notes = (note for each in all_ for note in each.notes)
    return _with(found, dependencies=listed.plain, listed=listed, notes=(*found.notes, *notes))


def read_installed(package: Path) -> tuple[Metadata, dict[str, str]]:
    """Of a package in site-packages: what its `*.dist-info` says, and the texts to keep of it."""
    for folder in sorted(package.parent.glob("*.dist-info")):
        if (folder / "METADATA").is_file() and package.stem in _installed_names(folder):
            return _from_dist_info(folder)
    return Metadata(), {}


def _installed_names(folder: Path) -> set[str]:
    """The import names that a distribution installed."""
    record = folder / "RECORD"
    lines = as_text(record.read_bytes()).splitlines() if record.is_file() else []
    first = {line.partition(",")[0].partition("/")[0] for line in lines}
    stem = folder.name.removesuffix(".dist-info").partition("-")[0]
    return {name.partition(".")[0] for name in first if not name.endswith(".dist-info")} or {stem}


def _from_dist_info(folder: Path) -> tuple[Metadata, dict[str, str]]:
    text = as_text((folder / "METADATA").read_bytes())
    kept = {"METADATA": text}
    points = folder / "entry_points.txt"
    if points.is_file():
        kept["entry_points.txt"] = as_text(points.read_bytes())
    head = HeaderParser().parsestr(text)
    needs = [need for need in head.get_all("Requires-Dist", []) if "extra ==" not in need]
    return Metadata(
        name=str(head.get("Name", "")),
        version=str(head.get("Version", "")),
        entry_points=_points(_ini(kept.get("entry_points.txt", ""), str(points))),
        dependencies=_requirements(needs, "METADATA"),
        python=str(head.get("Requires-Python", "")),
    ), kept


def read_pyproject(path: Path) -> dict[str, Any]:
    """Nothing if it is not there."""
    try:
        return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(
            f"{path} is no TOML: {error}.", hint="Mend it, or name the package's own folder."
        ) from None


def _from_pyproject(path: Path) -> Metadata:
    data = read_pyproject(path)
    project, poetry = table(data, "project"), table(data, "tool", "poetry")
    points = {
        CONSOLE: _texts(project, "scripts") or _texts(poetry, "scripts"),
        "gui_scripts": _texts(project, "gui-scripts"),
    } | {group: _texts(project, "entry-points", group) for group in table(project, "entry-points")}
    needed = as_list(project.get("dependencies"))
    theirs = table(poetry, "dependencies")
    if not needed:
        needed = poetry_requirements(theirs, path.name)
    _refuse_sources(table(data, "tool", "uv", "sources"), needed)
    scripts = points[CONSOLE].values()
    found = Metadata(
        name=plain_text(project.get("name") or poetry.get("name")),
        version=plain_text(project.get("version") or poetry.get("version")),
        entry_points={group: each for group, each in points.items() if each},
        dependencies=_requirements(needed, path.name),
        python=plain_text(project.get("requires-python")) or poetry_python(theirs, path.name),
        hints=(*_hints(data), *(each.partition(":")[0].partition(".")[0] for each in scripts)),
        notes=_extras(project, poetry),
    )
    if "dependencies" not in as_list(project.get("dynamic")):
        return found
    dynamic = table(data, "tool", "setuptools", "dynamic", "dependencies").get("file")
    names = [dynamic] if isinstance(dynamic, str) else as_list(dynamic)
    if names:
        return _from_files(found, path.parent, names)
    note = "What it needs is told by its build alone (dynamic dependencies), so it was not read."
    return _with(found, notes=(*found.notes, note))


def _extras(project: dict[str, Any], poetry: dict[str, Any]) -> tuple[str, ...]:
    names = [*table(project, "optional-dependencies"), *table(poetry, "extras")]
    return (f"Extras are not installed: {', '.join(sorted(names))}.",) if names else ()


def _refuse_sources(sources: dict[str, Any], needed: list[str]) -> None:
    """What uv would take from an address or a folder beside; another index is the user's to say."""
    others = {
        canonicalize_name(name)
        for name, told in sources.items()
        if not (isinstance(told, dict) and "index" in told)
    }
    for line in needed:
        name = re.split(r"[^\w.-]", line.strip(), maxsplit=1)[0]
        if canonicalize_name(name) in others:
            raise BadInput(
                f"pyproject.toml takes {name} from a place of its own ([tool.uv.sources]), which "
                "is not fetched.",
                hint=f"Make a wheel of {name}, put it in a folder that UV_FIND_LINKS names, and "
                "prove a copy of the project that has no such source.",
            )


def _hints(data: dict[str, Any]) -> list[str]:
    """The simple ways in which build backends are told what to pack."""
    tools = table(data, "tool")
    uv, setuptools = table(tools, "uv", "build-backend"), table(tools, "setuptools")
    hatch = table(tools, "hatch", "build", "targets", "wheel")
    flit = table(tools, "flit", "module")
    found = [plain_text(name) for name in (uv.get("module-name"), flit.get("name"))]
    root = plain_text(uv.get("module-root"))
    found = [f"{root}/{name}" if root and name else name for name in found]
    found += as_list(setuptools.get("packages")) + as_list(setuptools.get("py-modules"))
    found += as_list(hatch.get("packages"))
    for each in cast("list[Any]", table(tools, "poetry").get("packages") or []):
        where = cast("dict[str, Any]", each) if isinstance(each, dict) else {}
        found.append(
            "/".join(
                filter(None, (plain_text(where.get("from")), plain_text(where.get("include"))))
            )
        )
    top = [name.strip("/") for name in found if name]
    return [name for name in top if "*" not in name and "." not in name]


def _from_setup_cfg(path: Path) -> Metadata:
    parser = _ini(as_text(path.read_bytes()), str(path))
    options = dict(parser["options"]) if parser.has_section("options") else {}
    head = dict(parser["metadata"]) if parser.has_section("metadata") else {}
    section = "options.entry_points"
    groups = dict(parser[section]) if parser.has_section(section) else {}
    points = {group: dict(_pairs(text)) for group, text in groups.items()}
    told = options.get("install_requires", "").strip()
    names = [name.strip() for name in told.removeprefix("file:").split(",")]
    is_file = told.startswith("file:")
    named = (options.get("packages", "") + "\n" + options.get("py_modules", "")).split()
    version = head.get("version", "")
    found = Metadata(
        name=head.get("name", ""),
        version="" if version.startswith(("attr:", "file:")) else version,
        entry_points=points,
        dependencies=() if is_file else _requirements(told.splitlines(), path.name),
        python=options.get("python_requires", ""),
        hints=tuple(name for name in named if name.isidentifier()),
    )
    return _from_files(found, path.parent, names) if is_file else found


def _requirements(lines: list[str], where: str) -> tuple[str, ...]:
    """Plain requirements; what is no such is refused by name."""
    bare = (re.sub(r"(^|\s)#.*", "", line).strip() for line in lines)
    taken = (requirement(line, where) for line in bare if line)
    return tuple(str(Requirement(line)) for line in taken if line)


def _ini(text: str, where: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None, strict=False)
    parser.optionxform = _as_written
    try:
        parser.read_string(text)
    except configparser.Error as error:
        told = str(error).splitlines()[0]
        raise BadInput(
            f"{where} cannot be read: {told}", hint="Mend it, or name the package's own folder."
        ) from None
    return parser


def _as_written(optionstr: str) -> str:
    return optionstr


def _points(parser: configparser.ConfigParser) -> dict[str, dict[str, str]]:
    return {
        group: {name: _bare(to) for name, to in parser[group].items()}
        for group in parser.sections()
    }


def _pairs(text: str) -> list[tuple[str, str]]:
    parts = (line.partition("=") for line in text.splitlines() if "=" in line)
    return [(name.strip(), _bare(to)) for name, _, to in parts]


def _bare(target: str) -> str:
    """`module:function`, without the extras that old entry points may ask for."""
    return target.partition("[")[0].strip()


def table(data: dict[str, Any], *names: str) -> dict[str, Any]:
    for name in names:
        inner = data.get(name)
        data = cast("dict[str, Any]", inner) if isinstance(inner, dict) else {}
    return data


def _texts(data: dict[str, Any], *names: str) -> dict[str, str]:
    return {name: to for name, to in table(data, *names).items() if isinstance(to, str)}


def as_list(value: object) -> list[str]:
    items = cast("list[object]", value) if isinstance(value, list) else []
    return [item for item in items if isinstance(item, str)]


def plain_text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _with(found: Metadata, **changes: object) -> Metadata:
    return found.model_copy(update=changes)
