"""A plan that a person edited, read with the place of whatever is wrong."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from brickyard.errors import BadInput, did_you_mean
from brickyard.values import Brick, Plan, PlannedPermission, PlannedProof

_PARTS: dict[str | int, type[BaseModel]] = {
    "bricks": Brick,
    "proofs": PlannedProof,
    "permissions": PlannedPermission,
}
_HINT = "Mend it there, or make a new one with `brickyard plan RECIPE -o FILE`."


def read_plan(path: Path) -> Plan:
    """The plan in this file; BadInput names file, line and column, or the field."""
    try:
        return Plan.model_validate(json.loads(path.read_text("utf-8")))
    except FileNotFoundError as error:
        raise BadInput(
            f"{path} does not exist.", hint="Make one with `brickyard plan RECIPE -o FILE`."
        ) from error
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.", hint=_HINT) from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 at byte {error.start}.", hint=_HINT) from error
    except json.JSONDecodeError as error:
        where = f"{path}:{error.lineno}:{error.colno}"
        raise BadInput(f"{where}: this is not JSON: {error.msg}.", hint=_HINT) from error
    except ValidationError as error:
        problems = "\n".join(f"  {_problem(dict(one))}" for one in error.errors())
        raise BadInput(f"{path} is not a plan:\n{problems}", hint=_HINT) from error


def _problem(error: Mapping[str, Any]) -> str:
    """`bricks[2].interface: what is wrong`."""
    *above, last = error["loc"] or ("",)
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error["loc"])
    said = str(error["msg"]).removeprefix("Value error, ")
    if error["type"] == "extra_forbidden":
        model = next((_PARTS[part] for part in above if part in _PARTS), Plan)
        said = f"there is no such field.{did_you_mean(str(last), model.model_fields)}"
    return f"{field.removeprefix('.') or 'the plan'}: {said}"
