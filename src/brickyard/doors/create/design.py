"""`design.md` of an idea: modules, interfaces, errors and agents as they were answered, field by
field, in the machine's own layout."""

from collections.abc import Iterator, Sequence
from importlib.resources import files as package_data

from brickyard.doors.create.idea import Agent, Failure, Interface, Module
from brickyard.doors.create.question import RecipeOut
from brickyard.recipe.given import GIVEN, outline

CLIENT = "model_client"


def design(name: str, out: RecipeOut, client: str) -> str:
    """`client` is the code of the model's client, where the software asks a model."""
    parts = [
        f"# {name}: how it is built",
        out.design.strip(),
        *_components(out, client),
        *_interfaces(out.interfaces),
        *_errors(out.errors),
        *_agents(out.agents),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def ill_fitting(
    modules: Sequence[Module], interfaces: Sequence[Interface], given: Sequence[str] = ()
) -> list[str]:
    """Interfaces of modules that there are not, and what is given once more, for who names them."""
    named = {one.name for one in modules}
    twice = [f"`{CLIENT}` is given; it does not belong in `modules`."] if CLIENT in named else []
    names = {*named, *given}
    return twice + [
        f"`{one.offers}` is offered by '{one.module}', which is not in `modules`."
        for one in interfaces
        if one.module not in names
    ]


def given_client() -> str:
    home = package_data("brickyard.doors.create") / "given"
    return (home / f"{CLIENT}.py").read_text("utf-8")


def in_a_line(text: str) -> str:
    return " ".join(text.split())


def _components(out: RecipeOut, client: str) -> Iterator[str]:
    lines = [f"- `{one.name}`: {in_a_line(one.purpose)}" for one in out.modules]
    if client:
        lines.append(
            f"- `{CLIENT}`: asks a language model over the network, at the address that MODEL_URL "
            "names"
        )
    yield "## Components"
    yield "\n".join(lines)
    if client:
        yield f"The code of `{CLIENT}` lies in `{GIVEN}/{CLIENT}.py`. Its interface:"
        yield f"```python\n{outline(client).strip()}\n```"


def _interfaces(interfaces: Sequence[Interface]) -> Iterator[str]:
    """Module by module, each with what it offers and to whom."""
    if interfaces:
        yield "## Interfaces"
    for module in dict.fromkeys(one.module for one in interfaces):
        yield f"`{module}` offers:"
        yield "\n".join(_offered(one) for one in interfaces if one.module == module)


def _offered(one: Interface) -> str:
    users = ", ".join(f"`{name}`" for name in one.used_by)
    offers = in_a_line(one.offers).strip("`")
    return f"- `{offers}`: {_phrase(one.does)}" + (f"; used by {users}" if users else "")


def _errors(errors: Sequence[Failure]) -> Iterator[str]:
    if errors:
        yield "## Error handling"
        yield "\n".join(
            f"- {_phrase(one.when)}: {_phrase(one.raised)}; {_phrase(one.handled)}"
            for one in errors
        )


def _agents(agents: Sequence[Agent]) -> Iterator[str]:
    if agents:
        yield "## Agents"
        yield "\n".join(
            f"- {_phrase(one.name)}: asks {_phrase(one.asks)}; a usable answer: "
            f"{_phrase(one.gives)}; else: {_phrase(one.fails)}"
            for one in agents
        )


def _phrase(text: str) -> str:
    return in_a_line(text).rstrip(".")
