"""Asks a language model: over HTTP, or in tests a file of scripted answers.

The environment says which. MODEL_URL is the address of a server that speaks as OpenAI's does, such
as https://api.example.org/v1, MODEL_NAME the model, and MODEL_API_KEY the key, if it wants one.
Where MODEL_URL is `file:PATH`, nothing is sent: PATH holds a JSON list of objects with `prompt` and
`answer`, and the first whose `prompt` is part of the question answers it.
"""

import json
import os
import urllib.error
import urllib.request
from pathlib import Path

SECONDS = 60.0
"""How long an answer may take."""


class ModelError(Exception):
    """The model is not set, cannot be reached, or its answer cannot be used."""


def ask(prompt: str, system: str = "") -> str:
    """Return the model's answer to `prompt`; raise ModelError if there is none.

    `system` tells the model how to answer; scripted answers do not look at it. The key stands in no
    message.
    """
    url = os.environ.get("MODEL_URL", "")
    if not url:
        raise ModelError("MODEL_URL is not set: it names the model's server")
    if url.startswith("file:"):
        return _scripted(url.removeprefix("file:"), prompt)
    return _asked(url, prompt, system)


def _scripted(path: str, prompt: str) -> str:
    try:
        entries = json.loads(Path(path).read_text("utf-8"))
        for entry in entries:
            if entry["prompt"] in prompt:
                return str(entry["answer"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"the scripted answers cannot be read: {error}") from error
    raise ModelError("no scripted answer fits the question")


def _asked(url: str, prompt: str, system: str) -> str:
    if not url.startswith(("http://", "https://")):
        raise ModelError("MODEL_URL must begin with http://, https:// or file:")
    told = [{"role": "system", "content": system}] if system else []
    body = {
        "model": os.environ.get("MODEL_NAME", ""),
        "messages": [*told, {"role": "user", "content": prompt}],
    }
    headers = {"Content-Type": "application/json"}
    key = os.environ.get("MODEL_API_KEY", "")
    if key:
        headers["Authorization"] = f"Bearer {key}"
    request = urllib.request.Request(
        f"{url.rstrip('/')}/chat/completions", json.dumps(body).encode(), headers
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as response:
            answer = json.load(response)["choices"][0]["message"]["content"]
    except urllib.error.HTTPError as error:
        error.close()
        raise ModelError(f"the model's server answered {error.code}") from error
    except OSError as error:
        raise ModelError("the model's server cannot be reached") from error
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise ModelError("the model's server did not answer as OpenAI's does") from error
    if not isinstance(answer, str):
        raise ModelError("the model's answer is no text")
    return answer
