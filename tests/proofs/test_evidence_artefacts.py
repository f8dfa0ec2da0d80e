"""Rules on the files of a project: what they find missing, and rules that would prove nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.files import Files
from brickyard.packaging.readme import BEGIN, END, requirement
from brickyard.proofs.artefact import hold_to_rules, unasked
from brickyard.proofs.files import ArtefactRule, broken, wrong_rules
from brickyard.values import (
    Brick,
    Kind,
    Level,
    Matrix,
    Plan,
    Recipe,
    RecipeType,
    Row,
    Verdict,
)

PROJECT = Files(
    {
        "README.md": "# till\n\nUse it.\n\n## Install\n\npip install till\n\n```sh\n# Usage\n```\n",
        "docs/guide.md": "Getting started\n===============\n\nGo.\n",
        "pyproject.toml": '[project]\nname = "till"\nlicense = "MIT"\n',
        "data/units.json": '{"units": {"kg": 1}}',
        "data/broken.json": '{"units":',
        "broken.toml": "[project",
        "LICENSE": "   \n",
        "src/till/py.typed": "",
    }
)
PLAN = Plan(
    package="till",
    bricks=(Brick(name="sums", spec="", serves=("R1",), interface="def total() -> int: ...\n"),),
)
RECIPE = Recipe(name="till", version="1.0.0", type=RecipeType.LIBRARY, requirements=())
UNASKED = unasked(RECIPE, PLAN)


def rule(name: str, path: str, text: str = "", key: str = "") -> ArtefactRule:
    return ArtefactRule.model_validate({"rule": name, "path": path, "text": text, "key": key})


@pytest.mark.parametrize(
    "held",
    [
        rule("exists", "data/units.json"),
        rule("exists", "docs/*.md"),
        rule("has_text", "README.md", "PIP  install"),
        rule("has_heading", "README.md", "install"),
        rule("has_heading", "docs/*.md", "Getting Started"),
        rule("is_json", "data/units.json"),
        rule("has_key", "pyproject.toml", key="project.license"),
        rule("has_key", "data/units.json", key="units.kg"),
    ],
)
def test_a_rule_that_holds_finds_nothing_and_fails_on_an_empty_project(held: ArtefactRule) -> None:
    assert wrong_rules([held], UNASKED) == ()
    assert broken([held], PROJECT) == ()
    assert broken([held], Files()) != ()


@pytest.mark.parametrize(
    ("failing", "words"),
    [
        (rule("exists", "CHANGELOG.md"), "There is no file 'CHANGELOG.md' in the project."),
        (rule("exists", "LICENSE"), "'LICENSE' is empty."),
        (rule("has_text", "README.md", "MIT"), "does not say “MIT”"),
        (rule("has_heading", "README.md", "Usage"), "has no heading “Usage”"),
        (rule("has_heading", "README.md", "Use it."), "has no heading"),
        (rule("is_json", "data/broken.json"), "is not valid JSON"),
        (rule("is_toml", "broken.toml"), "is not valid TOML"),
        (rule("has_key", "pyproject.toml", key="project.urls"), "has no key project.urls"),
        (rule("has_key", "data/units.json", key="units.kg.more"), "has no key"),
        (rule("has_key", "README.md", key="project"), "has no key"),
    ],
)
def test_what_is_missing_is_said(failing: ArtefactRule, words: str) -> None:
    assert words in " ".join(broken([failing], PROJECT))


@pytest.mark.parametrize(
    ("vain", "words"),
    [
        ([], "at least one rule"),
        ([rule("has_text", "README.md")], "although the file says nothing"),
        ([rule("has_text", "README.md", "  ")], "although the file says nothing"),
        ([rule("exists", "*")], "name the file"),
        ([rule("exists", "*.*")], "name the file"),
        ([rule("exists", "[a-z]*")], "name the file"),
        ([rule("exists", "../LICENSE")], "../LICENSE"),
        ([rule("exists", "/etc/passwd")], "/etc/passwd"),
        ([rule("has_key", "pyproject.toml")], "needs `key`"),
        ([rule("exists", "LICENSE"), rule("has_text", "LICENSE")], "although the file"),
        *(
            ([rule("exists", "LICENSE"), given], "holds of every project that is packaged")
            for given in (
                rule("exists", "README.md"),
                rule("exists", "*.md"),
                rule("exists", "pyproject.toml"),
                rule("exists", "src/till/py.typed"),
                rule("exists", "src/till/sums.py"),
                rule("exists", "src/*/__init__.py"),
                rule("exists", "tests/*.py"),
                rule("is_toml", "pyproject.toml"),
                rule("has_key", "pyproject.toml", key="project.name"),
                rule("has_key", "pyproject.toml", key="project.version"),
                rule("has_text", "README.md", "a"),
                rule("has_text", "README.md", "the"),
                rule("has_text", "README.md", "till"),
                rule("has_heading", "README.md", "Till"),
                rule("has_text", "src/till/sums.py", "def total"),
            )
        ),
    ],
)
def test_rules_that_prove_nothing_are_refused(vain: list[ArtefactRule], words: str) -> None:
    assert words in " ".join(wrong_rules(vain, UNASKED))


def test_what_the_recipe_tells_of_itself_is_not_in_the_project_that_nobody_asked_for() -> None:
    told = RECIPE.model_copy(update={"metadata": {"summary": "Brews tea."}, "context": "Brews."})

    assert "Brews" not in "\n".join(unasked(told, PLAN).values())
    assert wrong_rules([rule("has_text", "README.md", "Brews tea")], unasked(told, PLAN)) == ()


@pytest.mark.parametrize(
    ("said", "verdict"), [("", Verdict.NOT_MET), ("Brews tea.\n", Verdict.MET)]
)
def test_the_words_of_a_requirement_in_the_readme_do_not_meet_it(
    said: str, verdict: Verdict
) -> None:
    text = "The README says “brews tea”."
    row = Row(
        requirement="R1",
        level=Level.MUST,
        kind=Kind.ARTEFACT,
        text=text,
        proofs={},
        verdict=Verdict.MET,
    )
    project = Files({"README.md": f"# till\n\n{said}\n{BEGIN}\n\n{requirement(row)}\n\n{END}\n"})
    rules = {"R1": (rule("has_text", "README.md", "brews tea"),)}

    assert hold_to_rules(Matrix(rows=(row,)), rules, project).rows[0].verdict is verdict


@given(st.text(max_size=20), st.text(max_size=20))
def test_no_rule_that_is_accepted_holds_of_a_file_without_a_word(text: str, path: str) -> None:
    for name in ("has_text", "has_heading", "is_json", "is_toml", "has_key"):
        one = rule(name, "docs/x.md", text, text)
        assert wrong_rules([one], UNASKED) or broken([one], Files({"docs/x.md": ""}))
    wrong_rules([rule("exists", path)], UNASKED)
