"""Keys leave in no question and come back in no answer or error."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from models_kit import question

from brickyard.errors import BadInput, ModelUnavailable
from brickyard.models.base import Reply, Request
from brickyard.models.recorded import Masked, Withheld
from brickyard.models.scripted import Scripted
from brickyard.record.masking import Mask, known_secrets, without_user
from brickyard.settings import Settings

KEY = "sk-canary-0123456789"
MASK = Mask({"ANTHROPIC_API_KEY": KEY})


@pytest.mark.parametrize(
    "asked",
    [question(f"use {KEY} please"), question().model_copy(update={"system": f"You are {KEY}"})],
)
async def test_a_question_that_holds_a_key_is_not_sent_and_the_key_is_named(
    asked: Request,
) -> None:
    model = Scripted(lambda request: "fine")
    with pytest.raises(BadInput, match=r"'greet'.*ANTHROPIC_API_KEY") as caught:
        await Withheld(model, MASK).complete(asked)
    assert model.calls == 0
    assert KEY not in caught.value.message + caught.value.hint


async def test_any_other_question_is_sent_as_it_is() -> None:
    assert (await Withheld(Scripted(lambda request: "fine"), MASK).complete(question())).text


async def test_an_answer_comes_back_without_the_key() -> None:
    reply = Reply(text=f"it is {KEY}!", finish=KEY, session=KEY, model=KEY, usd=0.5)
    masked = await Masked(Scripted(lambda request: reply), MASK).complete(question())
    assert masked == Reply(text="it is ***!", finish="***", session="***", model="***", usd=0.5)


async def test_an_error_comes_back_without_the_key() -> None:
    def script(request: Request) -> str:
        raise ModelUnavailable(f"401 for {KEY}", hint=f"is {KEY} right?", transient=True)

    with pytest.raises(ModelUnavailable) as caught:
        await Masked(Scripted(script), MASK).complete(question())
    error = caught.value
    assert (error.message, str(error), error.hint) == (
        "401 for ***",
        "401 for ***",
        "is *** right?",
    )
    assert error.transient


def test_what_is_secret_is_known_from_its_name_and_from_the_settings() -> None:
    settings = Settings(api_key="own-key-of-server", base_url="http://me:pass%20word-1234@host/v1")
    found = known_secrets(settings, {"OPENAI_API_KEY": KEY, "HOME": "/home/someone-long"})
    assert found == {
        "OPENAI_API_KEY": KEY,
        "the setting api_key": "own-key-of-server",
        "the password in base_url": "pass word-1234",
        "the user in base_url": "me:pass%20word-1234",
    }
    assert Mask(found)("http://me:pass%20word-1234@host") == "http://***@host"


@pytest.mark.parametrize("value", ["", "none", "short1", "aplainlongword"])
def test_what_would_blank_ordinary_text_is_no_secret(value: str) -> None:
    assert known_secrets(Settings(api_key=value), {"MY_TOKEN": value}) == {}


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="*"), min_size=12),
    st.text(max_size=20),
    st.booleans(),
)
def test_a_secret_is_found_however_json_writes_it(secret: str, around: str, ascii: bool) -> None:
    mask = Mask({"name": secret})
    text = around + secret + around
    inner = json.dumps({"text": text}, ensure_ascii=ascii)
    assert mask.found(inner) == "name"
    masked = json.loads(json.dumps(mask.over({"a": [text, {"b": inner}], "n": 1})))
    assert secret not in masked["a"][0]
    assert mask.found(masked["a"][1]["b"]) == ""
    assert masked["n"] == 1


@pytest.mark.parametrize(
    ("address", "bare"),
    [
        ("http://me:secret@127.0.0.1:80/v1", "http://127.0.0.1:80/v1"),
        ("https://host/v1?x=1", "https://host/v1?x=1"),
        ("", ""),
    ],
)
def test_an_address_can_be_told_without_its_user(address: str, bare: str) -> None:
    assert without_user(address) == bare
