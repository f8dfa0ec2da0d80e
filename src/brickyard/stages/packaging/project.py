"""The project files around generated code: pyproject.toml, the package's own files, names."""

import json
import re

from brickyard.files import Files
from brickyard.values import Plan, Recipe

PYTHON = ">=3.11"
BACKEND = "uv_build>=0.9,<1"


def project_name(recipe: Recipe) -> str:
    """The recipe's name as a name of a distribution and of its command."""
    return re.sub(r"[^A-Za-z0-9]+", "-", recipe.name).strip("-").lower()


def description(recipe: Recipe) -> str:
    """The recipe's own summary, else the first sentence about it, else of its design."""
    summary = recipe.metadata.get("summary")
    texts = [summary if isinstance(summary, str) else "", _prose(recipe.context)]
    texts += [_prose(recipe.design), *(each.text for each in recipe.requirements)]
    text = " ".join(next((each for each in texts if each.strip()), recipe.name).split())
    return re.split(r"(?<=[.!?])\s", text)[0]


def _prose(markdown: str) -> str:
    """The first paragraph that is neither a heading nor a list, table or fence."""
    for block in re.split(r"\n\s*\n", markdown):
        text = re.sub(r"^#+ .*$", "", block, flags=re.MULTILINE).strip()
        if text and not re.match(r"[-*+|>`~<]|\d+[.)]\s", text):
            return text
    return ""


def package_files(recipe: Recipe, plan: Plan, code: Files) -> Files:
    """The code with what makes it a package; files that the code already has stay as they are."""
    home = f"src/{plan.package}"
    own = {f"{home}/__init__.py": _init(recipe), f"{home}/py.typed": ""}
    if plan.entry:
        own[f"{home}/__main__.py"] = _main(plan)
    return Files(own) | {path: text for path, text in code.items() if text or path not in own}


def _init(recipe: Recipe) -> str:
    doc = description(recipe).replace("\\", "\\\\").replace('"', '\\"')
    return f'"""{doc}"""\n\n__version__ = {json.dumps(recipe.version)}\n'


def _main(plan: Plan) -> str:
    brick, _, operation = plan.entry.partition(":")
    return (
        f'"""Starts the command: `python -m {plan.package}`."""\n\nimport sys\n\n'
        f"from {plan.package}.{brick} import {operation}\n\n"
        f'if __name__ == "__main__":\n    sys.exit({operation}())\n'
    )


def pyproject(recipe: Recipe, plan: Plan, tests: Files) -> str:
    """The whole pyproject.toml."""
    name = project_name(recipe)
    uses_hypothesis = re.search(r"^(import|from) hypothesis\b", "\n".join(tests.values()), re.M)
    development = ["pytest>=8.3", *(["hypothesis>=6"] if uses_hypothesis else [])]
    lines = [
        "[build-system]",
        f"requires = [{_quoted(BACKEND)}]",
        'build-backend = "uv_build"',
        "",
        "[project]",
        f"name = {_quoted(name)}",
        f"version = {_quoted(recipe.version)}",
        f"description = {_quoted(description(recipe))}",
        'readme = "README.md"',
        f"requires-python = {_quoted(PYTHON)}",
        f"dependencies = {_list(recipe.packages)}",
        "",
        *_scripts(name, plan),
        "[dependency-groups]",
        f"dev = {_list(development)}",
        "",
        "[tool.uv.build-backend]",
        f"module-name = {_quoted(plan.package)}",
        'source-include = ["tests/**"]',
        "",
        "[tool.pytest.ini_options]",
        'testpaths = ["tests"]',
        'pythonpath = ["src"]',
        'addopts = ["--strict-markers", "--import-mode=importlib"]',
        'markers = ["requirement(id): the requirement that a test proves"]',
    ]
    return "\n".join(lines) + "\n"


def _scripts(name: str, plan: Plan) -> list[str]:
    if not plan.entry:
        return []
    return ["[project.scripts]", f"{name} = {_quoted(f'{plan.package}.{plan.entry}')}", ""]


def _list(items: tuple[str, ...] | list[str]) -> str:
    return f"[{', '.join(map(_quoted, items))}]"


def _quoted(text: str) -> str:
    plain = re.sub(r"[\x00-\x1f\x7f]+", " ", text)
    return json.dumps(plain, ensure_ascii=False)
