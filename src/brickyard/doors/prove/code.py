"""Code that somebody else wrote, as a value. It is found and copied; none of it is run."""

import ast
import keyword
import re
from pathlib import Path

from packaging.utils import canonicalize_name

from brickyard.doors.prove.building import Build, Opened, built, read_build
from brickyard.doors.prove.locks import Pins, read_pins
from brickyard.doors.prove.metadata import Metadata, read_installed, read_metadata
from brickyard.doors.prove.tree import COMPILED, Tree, is_left_over, is_test
from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.sandbox.needs import Needs
from brickyard.values import Value

_BESIDE = frozenset(
    {
        "setup",
        "conftest",
        "noxfile",
        "fabfile",
        "tasks",
        "test",
        "tests",
        "doc",
        "docs",
        "ci",
        "bin",
    }
    | {"examples", "scripts", "tools", "build", "dist", "htmlcov"}
    | {"benchmark", "benchmarks", "debian", "news", "changelog", "site", "vendor", "bin"}
)
"""What stands beside packages in a repository and is none, unless the project says so."""
_OURS = "brickyard"
_VERSIONS = ("__init__", "_version", "version", "__about__", "__version__", "_about")
_NAME_IT = "Name the folder of the package itself (the one that has __init__.py), or a .py file."


class Code(Value):
    """Somebody's code, as it is: a tree of bytes, known by its digest."""

    root: str
    """The folder as it was given."""
    place: str
    """The package's own folder on disk, or its file."""
    name: str
    """The distribution's name, or the import name where none is told."""
    version: str
    """Nothing where it is not known without running code."""
    package: str
    """Import name of the top-level package or module."""
    files: Files
    """As laid out in the sandbox, below `src/`, with metadata as an installed package has it."""
    scripts: dict[str, str]
    """Console scripts: name to `module:function`."""
    dependencies: tuple[str, ...]
    needs: Needs
    """What is installed for it, for which Python, with the pins of its lock file."""
    build: Build | None = None
    """How it is built, if it does not run as it lies there."""
    notes: tuple[str, ...]
    """What was not read or left out, one plain sentence each."""


def read_code(folder: Path) -> Code:
    """The one package or module that `folder` holds or is."""
    return _read(folder, find_package(folder), folder.resolve())


def find_package(folder: Path) -> Path:
    """Where it lies: the package's own folder, or the module's file."""
    if not folder.exists():
        raise BadInput(f"{folder} does not exist.", hint="Name the folder that holds the code.")
    given = folder.resolve()
    if _is_module(given) or (_is_package(given) and not _holds_project(given)):
        return given
    if not given.is_dir():
        raise BadInput(f"{folder} is no Python file.", hint=_NAME_IT)
    return _chosen(folder, given, read_metadata(given))


def _read(folder: Path, package: Path, given: Path) -> Code:
    if package.stem == _OURS:
        raise BadInput(
            f"{package} is called `{_OURS}`, as what runs beside it in the sandbox is.",
            hint="Give a copy of the package another name to prove it.",
        )
    _refuse_inner(package)
    tree = Tree(given if given.is_dir() else given.parent)
    tree.take(package, f"src/{package.name}")
    metadata, kept = read_installed(package)
    pins, build = Pins(), None
    if not metadata.name:
        project = _project_of(package, given)
        metadata, pins = read_metadata(project), read_pins(project)
        build = read_build(project, Files(tree.files))
    name = metadata.name or package.stem
    version = metadata.version or _version(tree.files, package)
    said = metadata.model_copy(update={"name": name, "version": version})
    info = f"src/{_plain(said.stem)}-{_plain(version) or '0'}.dist-info"
    written = kept or _dist_info(said)
    return Code(
        root=str(folder),
        place=str(package),
        name=name,
        version=version,
        package=package.stem,
        files=Files(tree.files | {f"{info}/{file}": text for file, text in written.items()}),
        scripts=metadata.scripts,
        dependencies=metadata.dependencies,
        needs=_needs(said, pins),
        build=build,
        notes=(*metadata.notes, *pins.notes, *_building(build), *tree.notes),
    )


def _building(build: Build | None) -> tuple[str, ...]:
    return (f"It is built in the sandbox, because {build.why}.",) if build else ()


async def built_code(code: Code, opened: Opened) -> Code:
    """As its own build makes it, if it has to be built; `opened` as for `built`."""
    if code.build is None:
        return code
    files = await built(code.build, code.name, code.version, code.needs.python, opened)
    if not any(path.startswith((f"src/{code.package}/", f"src/{code.package}.")) for path in files):
        raise BadInput(
            f"The wheel that the build of {code.name} makes has no {code.package} in it.",
            hint="Name the folder of the package that it builds.",
        )
    return code.model_copy(update={"files": files, "build": None})


def _needs(metadata: Metadata, pins: Pins) -> Needs:
    listed = metadata.listed
    return Needs(
        whose=metadata.name,
        python=metadata.python,
        requirements="\n".join(listed.requirements or metadata.dependencies),
        constraints="\n".join((*listed.constraints, *pins.lines)),
        hashed=listed.hashed,
    )


# ---------------------------------------------------------------- where the package is


def _chosen(folder: Path, root: Path, metadata: Metadata) -> Path:
    """What the project names; else what is called as the project is; else the only one."""
    for hint in metadata.hints:
        for place in (hint, f"src/{hint}", f"lib/{hint}"):
            for path in (root / place, root / f"{place}.py"):
                if path.resolve().is_relative_to(root) and _has_python(path):
                    return path
    places = [place for place in (root / "src", root / "lib", root) if place.is_dir()]
    found = [each for place in places for each in _candidates(place)]
    own = canonicalize_name(metadata.name)
    named = [path for path in found if own and canonicalize_name(path.stem) == own]
    if named:
        return named[0]
    likely = [path for path in found if path.stem not in _BESIDE]
    inner = [path for path in likely if path.parent != root]
    packages = [path for path in likely if path.is_dir()]
    for several in (inner, packages, likely):
        if len(several) == 1:
            return several[0]
        if several:
            raise _ambiguous(folder, root, several)
    raise BadInput(f"{folder} has no Python package or module in it.", hint=_NAME_IT)


def _ambiguous(folder: Path, root: Path, several: list[Path]) -> BadInput:
    names = ", ".join(path.relative_to(root).as_posix() for path in several[:12])
    more = f" and {len(several) - 12} more" if len(several) > 12 else ""
    return BadInput(
        f"{folder} holds more than one package or module: {names}{more}.",
        hint=f"Name the one to prove, for example {folder / several[0].relative_to(root)}.",
    )


def _candidates(place: Path) -> list[Path]:
    found = [path for path in sorted(place.iterdir()) if not is_left_over(path)]
    is_inner = place.name in ("src", "lib")
    return [
        path
        for path in found
        if _is_package(path)
        or (_is_module(path) and not is_test(path))
        or (is_inner and path.is_dir() and _is_name(path.name) and _has_python(path))
    ]


def _is_name(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name)


def _is_package(path: Path) -> bool:
    starts = ("__init__.py", "__init__.pyi")
    return _is_name(path.name) and any((path / start).is_file() for start in starts)


def _is_module(path: Path) -> bool:
    return path.suffix == ".py" and _is_name(path.stem) and path.is_file()


def _has_python(path: Path) -> bool:
    if path.is_file():
        return _is_module(path)
    return path.is_dir() and any(each.suffix in (".py", *COMPILED) for each in path.iterdir())


def _holds_project(path: Path) -> bool:
    """A repository whose root happens to be a package too: the project inside it counts."""
    return (path / "pyproject.toml").is_file() and any(
        path.stem not in _BESIDE for path in _candidates(path) if path.is_dir()
    )


def _refuse_inner(package: Path) -> None:
    above = package.parent
    if (above / "__init__.py").is_file() and not (above / "pyproject.toml").is_file():
        raise BadInput(
            f"{package} is a part of the package {above.name}, not a whole one.",
            hint=f"Name the folder of the whole package: {above}.",
        )


def _project_of(package: Path, given: Path) -> Path:
    """Where the project's own files are: the folder given, or one just above the package."""
    for place in (given, package.parent, package.parent.parent):
        if place.is_dir() and any((place / name).is_file() for name in _PROJECT):
            return place
        if place == package.parent and place.name not in ("src", "lib"):
            break
    return given if given.is_dir() else package.parent


_PROJECT = ("pyproject.toml", "setup.cfg", "setup.py")


# ---------------------------------------------------------------- what is told of it


def _version(files: dict[str, str], package: Path) -> str:
    """`__version__` or `VERSION` as a literal, in the modules where it usually stands."""
    stem = f"src/{package.name}"
    paths = [stem] if stem in files else [f"{stem}/{name}.py" for name in _VERSIONS]
    for path in paths:
        try:
            body = ast.parse(files.get(path, "")).body
        except (SyntaxError, ValueError):
            continue
        for node in body:
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text)))
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=str(text)))
                ) if name in ("__version__", "VERSION", "version"):
                    return text
                case _:
                    pass
    return ""


def _plain(text: str) -> str:
    """A part of a path, whatever a project calls itself."""
    return re.sub(r"[^\w.!+]", "_", text)[:80]


def _dist_info(metadata: Metadata) -> dict[str, str]:
    """METADATA and entry_points.txt, so that `importlib.metadata` finds the distribution."""
    lines = ["Metadata-Version: 2.1", f"Name: {' '.join(metadata.name.split())}"]
    lines += [f"Version: {' '.join(metadata.version.split()) or '0'}"]
    lines += [f"Requires-Dist: {need}" for need in metadata.dependencies]
    groups = (
        f"[{group}]\n" + "".join(f"{name} = {to}\n" for name, to in sorted(points.items()))
        for group, points in sorted(metadata.entry_points.items())
    )
    points = "\n".join(groups)
    return {"METADATA": "\n".join(lines) + "\n"} | ({"entry_points.txt": points} if points else {})
