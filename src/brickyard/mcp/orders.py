"""What a client asks for becomes the arguments of a command, each of them checked first."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.errors import BadInput, ModelUnavailable
from brickyard.mcp.folders import Folders
from brickyard.mcp.jobs import Order
from brickyard.settings import Settings
from brickyard.values import ProofLevel, Value

if TYPE_CHECKING:
    from brickyard.recipe import Parsed

CALLER, HANDOFF = "caller", "handoff"
_FILED = ("replay", "local")


class Budget(Value):
    """What a run may spend at most; as the settings say, where it is None."""

    max_usd: float | None = None
    max_calls: int | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        given = {"--max-usd": self.max_usd, "--max-calls": self.max_calls}
        return tuple(
            word
            for name, value in given.items()
            if value is not None
            for word in (name, str(value))
        )


def load_inside(path: Path, folders: Folders) -> "tuple[Parsed, ...]":
    """The recipe in this folder, and those beside it that it depends on: all inside as well."""
    from brickyard.recipe import load_all

    parsed = load_all([path])
    for one in parsed:
        folders.recipe(str(Path(one.folder).resolve()))
    return parsed


def check_recipe_folder(path: Path, folders: Folders) -> None:
    """BadInput with all that is wrong, before anything is started."""
    from brickyard.flow.check import check

    try:
        check(load_inside(path, folders))
    except BadInput as error:
        found = [f"{one.file}:{one.line}: {one.message}" for one in error.findings if one.blocks]
        raise BadInput("\n".join([error.message, *found]), hint=error.hint) from error


def model_for(given: str, recipe: Path, folders: Folders) -> str:
    """The model that a client may name; empty for the configured one, and the caller itself where
    there is none."""
    from brickyard.models.choose import check_name, pick

    settings = Settings.load(recipe)
    if given in (CALLER, HANDOFF):
        return HANDOFF
    if not given:
        try:
            pick("", settings, recipe)
        except ModelUnavailable:
            return HANDOFF
        return ""
    kind, _, rest = given.partition(":")
    if kind == "scripted":
        raise BadInput(
            "A client cannot choose a script of this machine.", hint=f"Try model='{CALLER}'."
        )
    check_name(given, settings)
    if kind in _FILED and rest:
        return f"{kind}:{folders.inside(rest)}"
    return given


def build_order(
    recipe: Path, out: Path, model: str, home: Path, proof: ProofLevel | None, budget: Budget
) -> Order:
    words = ("build", str(recipe), "--out", str(out), *_common(model, home, proof, budget))
    return Order(kind="build", recipe=str(recipe), out=str(out), model=model, arguments=words)


def prove_order(
    recipe: Path,
    code: Path,
    model: str,
    home: Path,
    proof: ProofLevel | None,
    budget: Budget,
    since: str = "",
    wrote_code: str = "",
) -> Order:
    if since.startswith("-"):
        raise BadInput(f"'{since}' is no revision.", hint="Such as HEAD~1, or a branch.")
    revision = ("--since", since) if since else ()
    common = _common(model, home, proof, budget)
    return Order(
        kind="prove",
        recipe=str(recipe),
        code=str(code),
        model=model,
        arguments=("prove", str(recipe), "--code", str(code), *revision, *common),
        wrote_code=wrote_code,
    )


def idea_order(
    folder: Path, model: str, home: Path, proof: ProofLevel | None, budget: Budget
) -> Order:
    """The recipe is gathered first; the build's arguments stand behind the mark."""
    build = ("build", str(folder), *_common(model, home, proof, budget))
    return Order(
        kind="build",
        recipe=str(folder),
        out=str(folder / "build"),
        model=model,
        module="brickyard.mcp.gathering",
        arguments=(str(folder), str(home), model, "--", *build),
    )


def generate_order(
    contract: Path,
    spec: Path,
    folder: Path,
    model: str,
    home: Path,
    proof: ProofLevel | None,
    budget: Budget,
) -> Order:
    where = (str(contract), str(spec), "--out", str(folder), "--yes")
    return Order(
        kind="build",
        recipe=str(folder),
        out=str(folder / "build"),
        model=model,
        arguments=("generate", *where, *_common(model, home, proof, budget)),
    )


def test_order(project: Path) -> Order:
    words = ("test", str(project), "--json-events")
    return Order(kind="test", recipe=str(project), arguments=words)


def _common(model: str, home: Path, proof: ProofLevel | None, budget: Budget) -> Sequence[str]:
    chosen = ("--model", model) if model else ()
    level = ("--proof", proof.value) if proof else ()
    return (*chosen, *level, *budget.arguments, "--home", str(home), "--json-events")
