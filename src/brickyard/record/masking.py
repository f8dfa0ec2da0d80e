"""Keys and passwords that are known, so that they are written nowhere."""

import json
import re
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import quote, unquote, urlsplit

from brickyard.settings import Settings

MASKED = "***"
_NAMES = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)$")
_SHORTEST = 12


class Mask:
    """Blanks the values of `secrets`, by name, in any text: as they are, in JSON, in addresses.

    What is to be JSON goes through `over` before: blanking JSON text might cut an escape in two.
    """

    def __init__(self, secrets: Mapping[str, str]) -> None:
        forms = [(form, name) for name, value in secrets.items() for form in _forms(value)]
        self._forms = sorted(forms, key=lambda item: (-len(item[0]), item))

    def __call__(self, text: str) -> str:
        for form, _ in self._forms:
            if form in text:
                text = text.replace(form, MASKED)
        return text

    def over(self, value: Any) -> Any:
        """The value, JSON-ready, with every text in it blanked."""
        match value:
            case str():
                return self(value)
            case dict():
                items = cast("dict[str, Any]", value).items()
                return {self(name): self.over(item) for name, item in items}
            case list() | tuple():
                return [self.over(item) for item in cast("list[Any]", value)]
            case _:
                return value

    def found(self, text: str) -> str:
        """The name of a secret that the text holds, if it does."""
        return next((name for form, name in self._forms if form in text), "")


NOTHING = Mask({})


def known_secrets(settings: Settings, environ: Mapping[str, str]) -> dict[str, str]:
    """What the environment and the settings say is secret, by name.

    Too short a value, or a plain word, is as good as none: it would blank ordinary text.
    """
    named = {name: value for name, value in environ.items() if _NAMES.search(name)}
    user, password = _user(settings.base_url)
    named |= {"the setting api_key": settings.api_key, "the password in base_url": password}
    kept = {name: value for name, value in named.items() if _telling(value)}
    return kept | ({"the user in base_url": user} if password else {})


def without_user(address: str) -> str:
    """The address without a user name and password."""
    parts = urlsplit(address)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def _user(address: str) -> tuple[str, str]:
    """`user:password` as it is written, and the password alone."""
    user = urlsplit(address).netloc.rpartition("@")[0]
    return user, unquote(user.partition(":")[2])


def _telling(value: str) -> bool:
    return len(value) >= _SHORTEST and not value.isalpha()


def _forms(value: str) -> set[str]:
    escaped = (json.dumps(value, ensure_ascii=ascii)[1:-1] for ascii in (True, False))
    return {value, *escaped, quote(value, safe="")}
