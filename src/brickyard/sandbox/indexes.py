"""Where a user gets packages from: as uv was told, or else as pip was."""

import configparser
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

_UV = frozenset(
    {"UV_INDEX", "UV_DEFAULT_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL"}
    | {"UV_NO_INDEX", "UV_CONFIG_FILE"}
)
_NO = ("", "0", "false", "no", "off")


def index_settings(environ: Mapping[str, str]) -> dict[str, str]:
    """`environ` for uv: with pip's settings in uv's words, where uv itself was told nothing.

    Folders are found from wherever uv is started. `UV_NO_INDEX` is a word of ours: uv has an option
    for it alone.
    """
    told = dict(environ)
    if "UV_FIND_LINKS" in told:
        told["UV_FIND_LINKS"] = ",".join(map(_absolute, told["UV_FIND_LINKS"].split(",")))
    if _UV & told.keys() or any(path.is_file() for path in _uv_files(told)):
        return told
    return _in_words_of_uv(_pip(told)) | told


def index_options(settings: Mapping[str, str]) -> tuple[str, ...]:
    return () if settings.get("UV_NO_INDEX", "").lower() in _NO else ("--no-index",)


def _uv_files(environ: Mapping[str, str]) -> Iterator[Path]:
    yield _home(environ, "XDG_CONFIG_HOME", ".config") / "uv" / "uv.toml"
    yield Path("/etc/uv/uv.toml")


def _home(environ: Mapping[str, str], name: str, folder: str) -> Path:
    return Path(environ.get(name) or Path(environ.get("HOME", "/"), folder))


def _pip(environ: Mapping[str, str]) -> dict[str, str]:
    """pip's options by their names: of its files, then of PIP_ variables."""
    found: dict[str, str] = {}
    for path in _pip_files(environ):
        found |= _read(path)
    own = {name: value for name, value in environ.items() if name.startswith("PIP_")}
    return found | {name[4:].lower().replace("_", "-"): value for name, value in own.items()}


def _pip_files(environ: Mapping[str, str]) -> list[Path]:
    if environ.get("PIP_CONFIG_FILE"):
        return [Path(environ["PIP_CONFIG_FILE"])]
    home = Path(environ.get("HOME", "/"))
    own = _home(environ, "XDG_CONFIG_HOME", ".config") / "pip" / "pip.conf"
    return [Path("/etc/pip.conf"), home / ".pip" / "pip.conf", own]


def _read(path: Path) -> dict[str, str]:
    """What it says of all of pip, and of installing; nothing if it cannot be read."""
    parser = configparser.RawConfigParser()
    try:
        parser.read_string(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, configparser.Error):
        return {}
    sections = [section for section in ("global", "install") if parser.has_section(section)]
    pairs = (pair for section in sections for pair in parser.items(section))
    return {name.replace("_", "-"): value for name, value in pairs}


def _in_words_of_uv(pip: Mapping[str, str]) -> dict[str, str]:
    links = [_absolute(link) for link in pip.get("find-links", "").split()]
    said = {
        "UV_DEFAULT_INDEX": pip.get("index-url", ""),
        "UV_INDEX": " ".join(pip.get("extra-index-url", "").split()),
        "UV_FIND_LINKS": ",".join(link for link in links if "://" in link or Path(link).is_dir()),
        "UV_NO_INDEX": "" if pip.get("no-index", "").lower() in _NO else "1",
        "UV_INSECURE_HOST": " ".join(pip.get("trusted-host", "").split()),
        "SSL_CERT_FILE": pip.get("cert", ""),
    }
    if said["UV_INDEX"]:
        said["UV_INDEX_STRATEGY"] = "unsafe-best-match"
    return {name: value for name, value in said.items() if value}


def _absolute(link: str) -> str:
    return link if "://" in link or not link else os.path.abspath(Path(link).expanduser())  # noqa: PTH100
