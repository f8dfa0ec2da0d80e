"""The project files around generated code: pyproject.toml, the package's own files, names."""

import json
import re
from collections.abc import Iterable, Iterator

from brickyard.files import Files
from brickyard.interfaces import parse
from brickyard.recipe.metadata import metadata
from brickyard.values import Matrix, Plan, Recipe

BACKEND = "uv_build>=0.9,<1"


def project_name(recipe: Recipe) -> str:
    """The recipe's name as a name of a distribution and of its command."""
    return re.sub(r"[^A-Za-z0-9]+", "-", recipe.name).strip("-").lower()


def description(recipe: Recipe) -> str:
    """The recipe's own summary, else the first sentence about it, else of its design."""
    texts = [metadata(recipe.metadata).summary, _prose(recipe.context)]
    texts += [_prose(recipe.design), *(each.text for each in recipe.requirements)]
    text = " ".join(next((each for each in texts if each.strip()), recipe.name).split())
    return re.split(r"(?<=[.!?])\s", text)[0]


def _prose(markdown: str) -> str:
    """The first paragraph that is neither a heading nor a list, table or fence."""
    bare = re.sub(r"^```.*?^```", "", markdown, flags=re.MULTILINE | re.DOTALL)
    for block in re.split(r"\n\s*\n", bare):
        text = re.sub(r"^#+ .*$", "", block, flags=re.MULTILINE).strip()
        if text and not re.match(r"[-*+|>`~<]|\d+[.)]\s", text):
            return text
    return ""


_VERSION = "--version"
_BLOCK = re.compile(r"^```py\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_OPERATION = re.compile(r"^(?:async )?def (\w+)", re.MULTILINE)


def package_files(recipe: Recipe, plan: Plan, code: Files, tests: Files | None = None) -> Files:
    """The code with what makes it a package; files that the code already has stay as they are."""
    home = f"src/{plan.package}"
    own = {f"{home}/__init__.py": _init(recipe, plan), f"{home}/py.typed": ""}
    if plan.entry:
        told = tells_version(recipe, plan, code, tests or Files())
        own[main_path(plan)] = main_file(recipe, plan, tells=told)
    return Files(own) | {path: text for path, text in code.items() if text or path not in own}


def _init(recipe: Recipe, plan: Plan) -> str:
    """What the bricks offer can be had from the package itself; they may ask it for its version."""
    doc = description(recipe).replace("\\", "\\\\").replace('"', '\\"')
    offers = exports(plan, recipe.design)
    lines = [f'"""{doc}"""', "", f"__version__ = {json.dumps(recipe.version)}"]
    lines += [""] if offers else []
    for brick in sorted(offers):
        names = "".join(f"    {name},\n" for name in offers[brick])
        lines += [f"from {plan.package}.{brick} import (\n{names})"]
    every = sorted((name for names in offers.values() for name in names), key=_by_type)
    listed = "".join(f'    "{name}",\n' for name in every)
    lines += ["", f"__all__ = [\n{listed}]"] if every else []
    return "\n".join(lines) + "\n"


def exports(plan: Plan, design: str = "") -> dict[str, tuple[str, ...]]:
    """Brick → its public names, none of which hides another's; of the command's brick only what
    the design defines in Python, and so expects in the package."""
    entry = plan.entry.partition(":")[0]
    written = _OPERATION.findall("\n".join(_BLOCK.findall(design)))
    offered = {brick.name: parse(brick.interface, plan.package).names for brick in plan.bricks}
    offered |= {entry: [name for name in offered.get(entry, ()) if name in written]}
    every = [name for names in offered.values() for name in names]
    modules = {brick.name.partition(".")[0] for brick in plan.bricks}
    found = {
        brick: sorted(
            (name for name in names if every.count(name) == 1 and name not in modules - {brick}),
            key=_by_type,
        )
        for brick, names in offered.items()
    }
    return {brick: tuple(names) for brick, names in found.items() if names}


def _by_type(name: str) -> tuple[int, str]:
    """As ruff sorts them: constants, classes, the rest."""
    return (0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2, name)


def tells_version(recipe: Recipe, plan: Plan, code: Files, tests: Files) -> bool:
    """Whether `--version` is the code's own business, because anyone speaks of it."""
    needs = [each for item in recipe.requirements for each in (item, *item.clauses)]
    texts = [recipe.context, recipe.design, *(each.text for each in needs)]
    texts += [text for brick in plan.bricks for text in (brick.spec, brick.interface)]
    return any(_VERSION in text for text in (*texts, *code.values(), *tests.values()))


def main_path(plan: Plan) -> str:
    return f"src/{plan.package}/__main__.py"


def main_file(recipe: Recipe, plan: Plan, *, tells: bool) -> str:
    """Starts the entry; where that does not tell its version by itself, this does."""
    brick, _, operation = plan.entry.partition(":")
    name = project_name(recipe)
    started = f'if __name__ == "__main__":\n    sys.argv[0] = "{name}"\n'
    if tells:
        return (
            f'"""Starts the command: `python -m {plan.package}`."""\n\nimport sys\n\n'
            f"from {plan.package}.{brick} import {operation}\n\n"
            f"{started}    sys.exit({operation}())\n"
        )
    return (
        f'"""Starts the command: `{name}`, or `python -m {plan.package}`."""\n\nimport sys\n\n'
        f"from {plan.package}.{brick} import {operation} as command\n\n\n"
        "def main() -> None:\n"
        '    """Tells the version if that is all that is asked, else runs the command."""\n'
        f'    if sys.argv[1:] == ["{_VERSION}"]:\n'
        f"        from {plan.package} import __version__\n\n"
        f'        print("{name}", __version__)\n'
        "    else:\n"
        "        sys.exit(command())\n\n\n"
        f"{started}    main()\n"
    )


def told_by_us(recipe: Recipe, plan: Plan, project: Files) -> bool:
    """Whether the command of this project tells its version by what packaging wrote."""
    return bool(plan.entry) and project.get(main_path(plan)) == main_file(recipe, plan, tells=False)


def start(recipe: Recipe, plan: Plan, project: Files) -> str:
    """What the installed command calls: just the entry, unless our own file is between."""
    ours = told_by_us(recipe, plan, project)
    return f"{plan.package}.{'__main__:main' if ours else plan.entry}"


def with_pyproject(
    recipe: Recipe, plan: Plan, project: Files, matrix: Matrix | None = None
) -> Files:
    """The project with its pyproject.toml, which tells of what is there.

    What the matrix does not call met leaves tests that fail: they stay, and are not run.
    """
    parts = [
        ["[build-system]", f"requires = {_list((BACKEND,))}", 'build-backend = "uv_build"'],
        ["[project]", *_project(recipe, project)],
        _urls(recipe),
        _scripts(recipe, plan, project),
        ["[project.optional-dependencies]", f"dev = {_list(_development(project))}"],
        [
            "[tool.uv.build-backend]",
            f"module-name = {_quoted(plan.package)}",
            'source-include = ["tests/**"]',
        ],
        [
            "[tool.pytest.ini_options]",
            'testpaths = ["tests"]',
            'pythonpath = ["src", "tests"]',
            *_options(matrix or Matrix()),
            "markers = [",
            '    "requirement(id): the requirement that a test proves",',
            "]",
        ],
        ["[tool.ruff]", "line-length = 100", 'src = ["src", "tests"]'],
    ]
    text = "\n\n".join("\n".join(part) for part in parts if part) + "\n"
    return project | {"pyproject.toml": text}


def _project(recipe: Recipe, project: Files) -> Iterator[str]:
    told = metadata(recipe.metadata)
    yield f"name = {_quoted(project_name(recipe))}"
    yield f"version = {_quoted(recipe.version)}"
    yield f"description = {_quoted(description(recipe))}"
    if "README.md" in project:
        yield 'readme = "README.md"'
    if told.license:
        yield f"license = {_quoted(told.license)}"
    if told.license and "LICENSE" in project:
        yield 'license-files = ["LICENSE"]'
    if told.authors:
        people = (each.model_dump(exclude_defaults=True) for each in told.authors)
        yield f"authors = [{', '.join(map(_table, people))}]"
    if told.keywords:
        yield f"keywords = {_list(told.keywords)}"
    yield f"requires-python = {_quoted(told.python)}"
    yield f"dependencies = {_list(recipe.packages)}"


def _urls(recipe: Recipe) -> list[str]:
    links = metadata(recipe.metadata).urls
    lines = [f"{_quoted(name)} = {_quoted(link)}" for name, link in links.items()]
    return ["[project.urls]", *lines] if lines else []


def _scripts(recipe: Recipe, plan: Plan, project: Files) -> list[str]:
    if not plan.entry:
        return []
    called = start(recipe, plan, project)
    return ["[project.scripts]", f"{project_name(recipe)} = {_quoted(called)}"]


def _development(project: Files) -> list[str]:
    """What the tests need beside the package."""
    tests = "\n".join(text for path, text in project.items() if path.startswith("tests/"))
    wanted = ["pytest>=8.3"]
    wanted += ["hypothesis>=6"] if re.search(r"^(import|from) hypothesis\b", tests, re.M) else []
    wanted += ["pytest-asyncio>=0.24"] if "pytest.mark.asyncio" in tests else []
    return wanted + (["time-machine>=3"] if "import time_machine" in tests else [])


def _options(matrix: Matrix) -> list[str]:
    fixed = ("--strict-markers", "--import-mode=importlib")
    lines: list[str] = []
    for row in matrix.unmet:
        green = row.proofs.get("green")
        failing: list[str] = green.data.get("failing", []) if green else []
        if failing:
            said = f"{row.requirement} ({row.level.value}) is not met, as README.md says"
            lines += [f"    # {said}. Without this line its tests are run, and fail:"]
            lines += [f"    {_quoted(f'--deselect={test}')}," for test in failing]
    if not lines:
        return [f"addopts = {_list(fixed)}"]
    return ["addopts = [", *(f"    {_quoted(one)}," for one in fixed), *lines, "]"]


def _table(fields: dict[str, str]) -> str:
    return f"{{ {', '.join(f'{name} = {_quoted(text)}' for name, text in fields.items())} }}"


def _list(items: Iterable[str]) -> str:
    return f"[{', '.join(map(_quoted, items))}]"


def _quoted(text: str) -> str:
    plain = re.sub(r"[\x00-\x1f\x7f]+", " ", text)
    return json.dumps(plain, ensure_ascii=False)
