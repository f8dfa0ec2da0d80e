"""Every setting, with its default and one sentence; `docs/settings.md` is written from this."""

import os
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from brickyard.errors import BadInput, did_you_mean
from brickyard.values import ProofLevel

PREFIX = "BRICKYARD_"
LEAST_ANSWER = 500
OF_A_CONTEXT = 4
"""Of a small context an answer takes a quarter; the rest is for the question."""

_HINT = "docs/settings.md lists every setting."


class Models(BaseModel):
    """Which model does which kind of work; empty means the one for everything."""

    model_config = ConfigDict(frozen=True, extra="allow")

    plan: str = ""
    tests: str = ""
    code: str = ""
    review: str = ""
    judge: str = ""
    escalate: str = ""
    """For repairs that the usual model does not manage."""

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        """A table, or `plan=NAME,code=NAME` from the environment."""
        if isinstance(value, str):
            return dict(_pair(item) for item in value.split(",") if item.strip())
        return value

    @model_validator(mode="after")
    def _check(self) -> "Models":
        for name in self.model_extra or {}:
            allowed = ", ".join(type(self).model_fields)
            near = did_you_mean(name, type(self).model_fields)
            raise ValueError(f"'{name}' is no kind of work; there are {allowed}.{near}")
        return self

    @property
    def named(self) -> dict[str, str]:
        """Those that are set."""
        return {work: name for work, name in self.model_dump().items() if name}


def _pair(text: str) -> tuple[str, str]:
    work, sign, name = text.partition("=")
    if not sign:
        raise ValueError(f"'{text.strip()}' is not KIND=MODEL, such as plan=anthropic/…")
    return work.strip(), name.strip()


class Settings(BaseModel):
    """Read from `brickyard.toml` beside the recipe or above it, then from `BRICKYARD_*`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(default="", description="The model to ask when --model is not given.")
    base_url: str = Field(
        default="",
        description="The address of an OpenAI-style server; the model's name is sent to it.",
    )
    api_key: str = Field(
        default="", description="The key for that server, if it wants one.", repr=False
    )
    models: Models = Field(
        default=Models(),
        description="Models for kinds of work: plan, tests, code, review, judge; and escalate, the "
        "one that repairs go to when the usual one does not manage.",
    )
    max_tokens: int = Field(
        default=32_000, ge=1, description="The longest answer asked for, in tokens."
    )
    answer_tokens: int = Field(
        default=16_000,
        ge=LEAST_ANSWER,
        description="The size that answers are planned for, in tokens: cases of so many "
        "requirements, or the code of so many bricks, are asked for at once. `local` takes at most "
        "a quarter of `local_context`.",
    )
    decompose: Literal["auto", "no", "functional", "layered", "risk"] = Field(
        default="auto",
        description="How a recipe is planned in parts: by its functional areas, its layers or what "
        "is riskiest; `auto` does so where the plan would be longer than `answer_tokens`.",
    )
    temperature: float = Field(default=0.0, ge=0, le=2, description="The sampling temperature.")
    max_calls: int = Field(default=500, ge=0, description="Model calls that one run may make.")
    max_usd: float = Field(default=20.0, ge=0, description="US dollars that one run may spend.")
    usd_per_call: float = Field(
        default=0.05,
        ge=0,
        description="Reserved before each call, or the list price of its longest answer if higher.",
    )
    max_total_tokens: int = Field(
        default=0, ge=0, description="Tokens, in and out, that one run may use; 0 sets no limit."
    )
    concurrency: int = Field(
        default=8, ge=1, description="Questions to one model in the air at once."
    )
    requests_per_minute: int = Field(
        default=0, ge=0, description="Calls of one model in any minute; 0 sets no limit."
    )
    tokens_per_minute: int = Field(
        default=0, ge=0, description="Tokens of one model in any minute; 0 sets no limit."
    )
    tries: int = Field(
        default=3,
        ge=1,
        le=10,
        description="How often a call is made when it fails in a way that may pass.",
    )
    retry_seconds: float = Field(
        default=120.0, ge=0, description="The longest time to wait between these tries, in all."
    )
    breaker_calls: int = Field(
        default=10,
        ge=2,
        description="When over half of this many last calls failed, no more are made.",
    )
    idle_seconds: float = Field(
        default=300.0,
        gt=0,
        description="How long an answer that has begun may be silent before it is cut off.",
    )
    claude_program: str = Field(
        default="",
        description="The `claude` program; empty means the one on the PATH or in the SDK.",
    )
    claude_processes: int = Field(
        default=0, ge=0, description="`claude` programs running at once; 0 means one for each core."
    )
    sandboxes: int = Field(
        default=0, ge=0, description="Sandboxes running at once; 0 means one for each core."
    )
    sandbox: str = Field(
        default="auto",
        description="auto, bubblewrap, bubblewrap:PATH (of a `bwrap`), sandlock, or none (unsafe, "
        "by name only).",
    )
    feedback: int = Field(
        default=2,
        ge=0,
        le=2,
        description="How often an unusable answer is sent back with its errors.",
    )
    repair_rounds: int = Field(
        default=5, ge=0, le=5, description="Repair rounds for the code at most."
    )
    test_seconds: float = Field(
        default=60.0, gt=0, description="Wall clock for one run of the tests."
    )
    proof: ProofLevel = Field(
        default=ProofLevel.STANDARD,
        description="What is paid for: quick (no mutants, no hold-outs), standard or full.",
    )
    mutants: int = Field(
        default=12, ge=1, description="Mutants of one function at most, chosen by a fixed seed."
    )
    mutation_score: float = Field(
        default=0.85,
        ge=0,
        le=1,
        description="The share of a module's mutants that its tests should notice, from ten on.",
    )
    mutant_seconds: float = Field(
        default=300.0, gt=0, description="Wall clock for all mutants of a package."
    )
    coverage: float = Field(
        default=0.8,
        ge=0,
        le=1,
        description="The share of each module's statements that the tests should execute.",
    )
    cache: str = Field(
        default="", description="Folder for tool environments; empty means the user's cache folder."
    )
    local_model: str = Field(
        default="", description="Where the weights of the model `local` are, if not in the cache."
    )
    local_context: int = Field(
        default=16384,
        ge=512,
        description="Tokens that `local` keeps in mind: a question and its answer together.",
    )

    @property
    def cache_folder(self) -> Path:
        """The setting `cache`, or the user's cache folder."""
        if self.cache:
            return Path(self.cache).expanduser()
        root = os.environ.get("XDG_CACHE_HOME", "")
        return (Path(root) if root.startswith("/") else Path.home() / ".cache") / "brickyard"

    @property
    def parameters(self) -> dict[str, Any]:
        """What every question says to its model besides its text."""
        return {"temperature": self.temperature, "max_tokens": self.max_tokens}

    def asking(self, model: object) -> "Settings":
        """With one model for all kinds of work, if it was given; a replay answers them anyway."""
        replays = isinstance(model, str) and model.partition(":")[0] == "replay"
        return self.model_copy(update={"models": Models()}) if model and not replays else self

    def fitting(self, models: Iterable[str]) -> "Settings":
        """With questions small enough for the models of these names: `local` keeps little in mind,
        a question and its answer together."""
        if not any(name.partition(":")[0] == "local" for name in models):
            return self
        size = max(LEAST_ANSWER, min(self.answer_tokens, self.local_context // OF_A_CONTEXT))
        return self.model_copy(update={"answer_tokens": size})

    def escalating(self, model: str) -> "Settings":
        """With this model for repairs that the usual one does not manage, if one is given."""
        models = self.models.model_copy(update={"escalate": model})
        return self.model_copy(update={"models": models}) if model else self

    @classmethod
    def load(cls, folder: Path, environ: Mapping[str, str] | None = None) -> "Settings":
        """Defaults, then the nearest `brickyard.toml` at or above `folder`, then `BRICKYARD_*`."""
        values, path = _from_file(folder)
        given = _from_environment(os.environ if environ is None else environ, cls.model_fields)
        try:
            return cls.model_validate({**values, **given})
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(map(str, first["loc"]))
            what = first["msg"].removeprefix("Value error, ")
            if first["type"] == "extra_forbidden":
                what = f"there is no such setting.{did_you_mean(name, cls.model_fields)}"
            source = f"{PREFIX}{name.upper()}" if name in given else _placed(path, name)
            raise BadInput(f"{source}: setting '{name}': {what}", hint=_HINT) from error


def _from_file(folder: Path) -> tuple[dict[str, Any], Path | None]:
    """What the nearest `brickyard.toml` says, and where it is."""
    for parent in (folder.resolve(), *folder.resolve().parents):
        path = parent / "brickyard.toml"
        if path.is_file():
            try:
                return tomllib.loads(path.read_text("utf-8")), path
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                raise BadInput(f"{path}: {error}", hint="Fix the TOML.") from error
    return {}, None


def _from_environment(environ: Mapping[str, str], known: Collection[str]) -> dict[str, str]:
    """The variables that are ours; one that looks misspelt is refused, for it would do nothing."""
    names = {f"{PREFIX}{name.upper()}": name for name in known}
    for variable in (each for each in environ if each.startswith(PREFIX) and each not in names):
        if near := did_you_mean(variable.removeprefix(PREFIX), [name.upper() for name in known]):
            near = near.replace("mean '", f"mean '{PREFIX}")
            raise BadInput(f"{variable} is no variable of Brickyard.{near}", hint=_HINT)
    return {name: environ[variable] for variable, name in names.items() if variable in environ}


def _placed(path: Path | None, name: str) -> str:
    """The file, as seen from here, with the line on which the setting stands."""
    if path is None:
        return "the settings"
    here = Path.cwd()
    said = path.relative_to(here) if path.is_relative_to(here) else path
    top = name.partition(".")[0]
    found = re.compile(rf"\s*\[?[\"']?{re.escape(top)}[\"']?\s*[=\].]")
    lines = enumerate(path.read_text("utf-8").splitlines(), 1)
    return next((f"{said}:{number}" for number, line in lines if found.match(line)), str(said))
