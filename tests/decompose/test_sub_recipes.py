"""Parts written as recipes: nothing of the parent is lost, whatever its words."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from brickyard.decompose.plan import sized
from brickyard.decompose.recipes import are_writable, in_folders, sub_recipes
from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.recipe import check, load_all, parse
from brickyard.recipe.lock import meaning
from brickyard.recipe.parsing import FILES
from brickyard.settings import Settings
from brickyard.values import Decomposition, Part, Recipe, Strategy

ROOT = Path(__file__).parents[2]
MANIFEST = '{"name": "shop", "version": "1.0.0", "type": "tool", "packages": ["rich>=14"]}'
RECIPES = sorted(
    path.parent
    for room in ("benchmarks", "examples", "tests")
    for path in (ROOT / room).rglob("requirements.md")
)


def halves(recipe: Recipe) -> Decomposition:
    """Two parts, and the last requirement crosses them."""
    ids = [item.id for item in recipe.requirements]
    names = [one.name for one in recipe.components]
    half, middle = len(ids) // 2, len(names) // 2
    first = Part(name="one", purpose="Does half.", ids=tuple(ids[:half]))
    second = Part(name="two", purpose="Does the rest.", ids=tuple(ids[half:-1]), depends=("one",))
    return Decomposition(
        strategy=Strategy.RISK,
        parts=(
            first.model_copy(update={"components": tuple(names[:middle])}),
            second.model_copy(update={"components": tuple(names[middle:])}),
        ),
        crossing=tuple(ids[-1:]),
    )


def require_all_there(recipe: Recipe, found: Decomposition, written: dict[str, Files]) -> None:
    """Each part is a recipe that `check` accepts, with its requirements word for word."""
    parsed = [
        parse(*(texts[name] for name in FILES), folder=name) for name, texts in written.items()
    ]
    for part, one in zip(found.parts, parsed, strict=True):
        wanted = {id: meaning(recipe.requirement(id)) for id in part.ids}
        assert {item.id: meaning(item) for item in one.requirements} == wanted
        assert {component.name for component in one.components} == {*part.components}
    assert not [one for one in check(parsed) if one.blocks]


@pytest.mark.parametrize("folder", RECIPES, ids=lambda path: str(path.relative_to(ROOT)))
def test_recipes_of_strangers_are_written_in_parts_without_a_loss(folder: Path) -> None:
    (parent, *_) = load_all([folder])
    if parent.recipe is None or any(one.blocks for one in check([parent])):
        pytest.skip("it is no recipe that could be built")
    if len(parent.recipe.requirements) < 3:
        pytest.skip("it is too small for two parts")
    found = halves(parent.recipe)
    if not are_writable(parent.recipe.requirements):
        assert sized(parent.recipe, Settings(answer_tokens=500)).strategy is None
        with pytest.raises(BadInput, match="cannot be written as a recipe"):
            sub_recipes(parent.recipe, found)
        return

    require_all_there(parent.recipe, found, sub_recipes(parent.recipe, found))


WORDS = some.text(
    some.sampled_from("abcXYZ 0129.,:;-*_#`|[]()<>!\"'\n\täß“”\\/=&"), min_size=1, max_size=80
)
LINES = some.lists(
    some.one_of(
        WORDS.map(lambda text: f"- R{{n}} (MUST): {text}"),
        WORDS.map(lambda text: f"- R{{n}} [SHOULD] it prints {text}\n  - {text}\n  - and more"),
        WORDS.map(lambda text: f"### R{{n}} (COULD): {text[:20]}\n\n{text}\n"),
        WORDS.map(lambda text: f"- R{{n}} (MUST): shows\n\n  ```\n  {text}\n  ```\n"),
        WORDS.map(lambda text: f"## {text.strip() or 'Area'}\n"),
        WORDS,
    ),
    min_size=3,
    max_size=8,
)


@given(LINES, WORDS)
def test_random_recipes_are_written_without_a_loss_or_refused(lines: list[str], prose: str) -> None:
    page = "\n".join(line.replace("{n}", str(number)) for number, line in enumerate(lines, 1))
    recipe = parse(f"# Shop\n\n{prose}\n\n{page}\n", f"# It\n\n{prose}\n", MANIFEST).recipe
    if recipe is None or len(recipe.requirements) < 3:
        return
    found = halves(recipe)

    try:
        written = sub_recipes(recipe, found)
    except BadInput:
        return
    for part, texts in zip(found.parts, written.values(), strict=True):
        read = parse(*(texts[name] for name in FILES)).recipe
        assert read
        assert {item.id: meaning(item) for item in read.requirements} == {
            id: meaning(recipe.requirement(id)) for id in part.ids
        }


def test_a_part_says_what_it_is_part_of_and_what_crosses_it(tmp_path: Path) -> None:
    text = """# Shop

People here sell *tea*.

## Selling

- R1 (MUST): `shop sell TEA` prints the price.
- R2 (MUST, attested by Jane Doe 2026-11-01): the words suit children.

## All

- R3 (MUST): errors go to standard error.
"""
    design = (
        "# Shop\n\n## Components\n\n- `prices`: knows prices\n- `cli`: the command\n\nOne file.\n"
    )
    recipe = parse(text, design, MANIFEST).recipe
    assert recipe
    found = Decomposition(
        strategy=Strategy.FUNCTIONAL,
        parts=(
            Part(name="selling", purpose="Sells tea.", ids=("R1",), components=("prices",)),
            Part(name="face", ids=("R2",), components=("cli",), depends=("selling",)),
        ),
        crossing=("R3",),
    )

    in_folders(sub_recipes(recipe, found)).write(tmp_path)

    selling, face = load_all([tmp_path / "shop-selling", tmp_path / "shop-face"])
    assert "People here sell" in selling.context
    assert "errors go to standard error" in (selling.context + face.context)
    assert [one.name for one in selling.components] == ["prices"]
    assert "One file." in selling.design
    assert "`cli`" not in selling.design
    assert face.manifest
    assert selling.manifest
    assert (selling.manifest.type, face.manifest.type) == ("library", "tool")
    assert face.manifest.dependencies == ("shop-selling",)
    assert face.manifest.packages == ("rich>=14",)
    assert face.requirements[0].attested_by == "Jane Doe"
