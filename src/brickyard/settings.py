"""Every setting, with its default and one sentence; `docs/settings.md` is written from this."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from brickyard.errors import BadInput


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
    max_tokens: int = Field(
        default=8192, ge=1, description="The longest answer asked for, in tokens."
    )
    temperature: float = Field(default=0.0, ge=0, le=2, description="The sampling temperature.")
    max_calls: int = Field(default=500, ge=0, description="Model calls that one run may make.")
    max_usd: float = Field(default=20.0, ge=0, description="US dollars that one run may spend.")
    usd_per_call: float = Field(
        default=0.05,
        ge=0,
        description="Reserved before each call of a model whose price is not known.",
    )
    concurrency: int = Field(default=8, ge=1, description="Questions in the air at once.")
    sandboxes: int = Field(
        default=0, ge=0, description="Sandboxes running at once; 0 means one for each core."
    )
    sandbox: str = Field(
        default="auto", description="auto, bubblewrap, sandlock, or none (unsafe, by name only)."
    )
    feedback: int = Field(
        default=2,
        ge=0,
        le=2,
        description="How often an unusable answer is sent back with its errors.",
    )
    repair_rounds: int = Field(
        default=5, ge=0, le=5, description="Repair rounds for a brick at most."
    )
    test_seconds: float = Field(
        default=60.0, gt=0, description="Wall clock for one run of the tests."
    )
    cache: str = Field(
        default="", description="Folder for tool environments; empty means the user's cache folder."
    )

    @classmethod
    def load(cls, folder: Path, environ: Mapping[str, str] | None = None) -> "Settings":
        """Defaults, then the nearest `brickyard.toml` at or above `folder`, then `BRICKYARD_*`."""
        values: dict[str, Any] = {}
        source = "the environment"
        for parent in (folder.resolve(), *folder.resolve().parents):
            path = parent / "brickyard.toml"
            if path.is_file():
                source = str(path)
                try:
                    values.update(tomllib.loads(path.read_text("utf-8")))
                except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                    raise BadInput(f"{path}: {error}", hint="Fix the TOML.") from error
                break
        for name in cls.model_fields:
            value = (environ if environ is not None else os.environ).get(
                f"BRICKYARD_{name.upper()}"
            )
            if value is not None:
                values[name] = value
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(map(str, first["loc"]))
            raise BadInput(
                f"Setting '{name}' from {source} or BRICKYARD_{name.upper()}: {first['msg']}",
                hint="docs/settings.md lists every setting.",
            ) from error
