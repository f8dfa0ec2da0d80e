"""The `claude` program: where it is, how it is started lean, and whether it could ask its model."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Message, Request

EXTRA = "pip install 'claude-agent-sdk>=0.2.182,<0.3'"

_KEYS = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_USE_VERTEX",
    "CLAUDE_CODE_USE_FOUNDRY",
)

_QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "CLAUDE_CODE_ATTRIBUTION_HEADER": "0",
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1",
    "CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1",
    "CLAUDE_CODE_DISABLE_FILE_MENTIONS": "1",
    "CLAUDE_CODE_DISABLE_ATTACHMENTS": "1",
    "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS": "1",
}
_ONE_REQUEST = {
    "CLAUDE_CODE_MAX_RETRIES": "1",
    "CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK": "1",
    "CLAUDE_CODE_DISABLE_REFUSAL_RETRY": "1",
    "CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK": "1",
    "CLAUDE_CODE_DISABLE_MODEL_ACCESS_FALLBACK": "1",
}
"""One retry is allowed because only its announcement says how long the provider asks to wait; the
program is ended before it comes to it. Trying again is ours, where it is counted and paid for."""


def find_program(setting: str = "", environ: Mapping[str, str] | None = None) -> Path:
    """The program that the setting names, that is on the PATH, or that the SDK brings along."""
    search = (os.environ if environ is None else environ).get("PATH", os.defpath)
    if setting:
        if named := shutil.which(setting, path=search):
            return Path(named)
        raise ModelUnavailable(
            f"The setting claude_program names '{setting}', which is not a program.",
            hint="Give the full path of the `claude` program, or leave the setting empty.",
            may_have_cost=False,
        )
    found = shutil.which("claude", path=search) or bundled()
    if found is None:
        raise ModelUnavailable(
            "The `claude` program was not found.",
            hint=f"Install Claude Code so that `claude` is on the PATH, or `{EXTRA}`, which brings "
            "the program along, or name it with the setting claude_program.",
            may_have_cost=False,
        )
    return Path(found)


def bundled() -> Path | None:
    """The program inside the installed claude-agent-sdk, which is not imported for this."""
    spec = find_spec("claude_agent_sdk")
    if spec is None or spec.origin is None:
        return None
    program = Path(spec.origin).parent / "_bundled" / "claude"
    return program if program.is_file() else None


def check_sdk() -> None:
    """ModelUnavailable that says how to get the SDK, if it is not there."""
    if find_spec("claude_agent_sdk") is None:
        raise ModelUnavailable(
            "The model 'claude-sdk' needs the package claude-agent-sdk, which is not installed.",
            hint=f"`{EXTRA}`, or use --model claude-cli with the `claude` program.",
            may_have_cost=False,
        )


def has_key(environ: Mapping[str, str]) -> bool:
    """Whether the environment says how to log in; else the program's own login is used."""
    return any(environ.get(name) for name in _KEYS)


def options(environ: Mapping[str, str], *, model: str, system: Path, max_turns: int) -> list[str]:
    """`--bare` reads no login of the program's own, so it is for those who have a key."""
    return [
        *(("--bare",) if has_key(environ) else ()),
        *("--print", "--verbose", "--include-partial-messages"),
        *("--input-format", "stream-json", "--output-format", "stream-json"),
        *("--system-prompt-file", str(system)),
        *("--max-turns", str(max_turns)),
        *("--tools=", "--setting-sources=", "--strict-mcp-config", "--no-session-persistence"),
        *(("--model", model) if model else ()),
    ]


def environment(environ: Mapping[str, str], max_tokens: int | None) -> dict[str, str]:
    """Quiet, one request a question, no thinking unless the person asks for it."""
    kept = {name: value for name, value in environ.items() if name != "CLAUDECODE"}
    limit = {"CLAUDE_CODE_MAX_OUTPUT_TOKENS": str(max_tokens)} if max_tokens else {}
    return {"MAX_THINKING_TOKENS": "0"} | kept | _QUIET | _ONE_REQUEST | limit


SECONDS = 30.0


def login(program: Path, environ: Mapping[str, str]) -> str:
    """How the program is logged in, or an empty text if it is not."""
    if has_key(environ):
        return "with the key in the environment"
    try:
        asked = subprocess.run(
            [program, "auth", "status"],
            env=environment(environ, None),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        status = json.loads(asked.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return ""
    return "with its own login" if status.get("loggedIn") else ""


TITLES = {"assistant": "your earlier answer", "user": "what to do now"}


def prompt_of(request: Request) -> str:
    """The question as it is, so that it always begins alike; later turns under a title each."""
    first, *rest = request.messages
    return "\n\n".join((first.text, *(_turn(message) for message in rest)))


def _turn(message: Message) -> str:
    return f"----- {TITLES[message.role]} -----\n\n{message.text}"


def message_of(prompt: str) -> dict[str, Any]:
    """The prompt as a message of the program's input.

    `client_composed` delivers it as written: no `@path` is replaced by a file's content and no
    `/word` at its beginning is taken for a command.
    """
    content = {"role": "user", "content": prompt}
    return {"type": "user", "client_composed": True, "message": content}


def line_of(prompt: str) -> str:
    return json.dumps(message_of(prompt)) + "\n"
