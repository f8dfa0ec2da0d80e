"""Which model a name means, and which name when none is given."""

from pathlib import Path
from typing import Any

import dspy.clients.model_metadata as metadata
import pytest
from models_kit import known, question

from brickyard.errors import BadInput, ModelUnavailable
from brickyard.flow.orders import order
from brickyard.models.choose import BY_KEY, Choice, choose, found, pick
from brickyard.models.dspy_lm import DspyModel
from brickyard.models.handoff import Handoff
from brickyard.models.replay import Replay
from brickyard.models.scripted import Scripted
from brickyard.record import Record, export_cassette
from brickyard.settings import Settings

KEYS = {"OPENAI_API_KEY": "x", "ANTHROPIC_API_KEY": "y"}


def test_what_is_asked_for_comes_first(tmp_path: Path) -> None:
    (tmp_path / "cassette.jsonl").touch()
    assert pick("a/b", Settings(model="c/d"), tmp_path, KEYS) == Choice(
        "a/b", "as given by --model"
    )


def test_then_the_settings_then_the_cassette_then_the_environment(tmp_path: Path) -> None:
    cassette = tmp_path / "cassette.jsonl"
    cassette.touch()
    assert pick("", Settings(model="c/d"), tmp_path, KEYS).name == "c/d"
    assert pick("", Settings(base_url="http://x/v1"), tmp_path, KEYS).name == "default"
    choice = pick("", Settings(), tmp_path, KEYS)
    assert (choice.name, choice.cassette) == ("replay", cassette)
    assert "cassette.jsonl of this recipe" in choice.why
    cassette.unlink()
    assert pick("", Settings(), tmp_path, KEYS).name == BY_KEY["ANTHROPIC_API_KEY"]


def test_with_no_model_at_all_the_error_lists_the_ways(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="No model is set") as caught:
        pick("", Settings(), tmp_path, {"OPENAI_API_KEY": ""})
    for way in ("--model", "BRICKYARD_MODEL", "base_url", "cassette.jsonl", *BY_KEY, "handoff"):
        assert way in caught.value.hint
    assert caught.value.exit_code == 3


def test_every_key_in_the_environment_is_found() -> None:
    assert [choice.why for choice in found(KEYS)] == [
        "because ANTHROPIC_API_KEY is set",
        "because OPENAI_API_KEY is set",
    ]


@pytest.mark.parametrize("name", BY_KEY.values())
def test_every_default_is_a_model_whose_price_is_known(name: str) -> None:
    provider, _, model = name.partition("/")
    assert metadata.model_info(provider, model)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("replay", Replay),
        ("handoff", Handoff),
        ("scripted:models_kit:question", Scripted),
        ("anthropic/some-model", DspyModel),
        ("ollama/qwen:7b", DspyModel),
    ],
)
def test_a_name_means_a_backend(record: Record, home: Path, name: str, kind: type) -> None:
    assert isinstance(choose(name, Settings(), record, home), kind)


def test_with_a_base_url_any_other_name_is_sent_there(record: Record, home: Path) -> None:
    settings = Settings(base_url="http://127.0.0.1:1/v1")
    assert isinstance(choose("qwen", settings, record, home), DspyModel)
    assert isinstance(choose("replay", settings, record, home), Replay)


def test_only_a_model_on_this_machine_is_free(record: Record, home: Path) -> None:
    def price(name: str, url: str) -> float:
        model = choose(name, Settings(base_url=url, usd_per_call=0.5), record, home)
        assert isinstance(model, DspyModel)
        return model.usd_per_call

    assert price("qwen", "http://127.0.0.1:8080/v1") == 0
    assert price("ollama/qwen", "") == 0
    assert price("qwen", "https://models.example.org/v1") == 0.5
    assert price("openai/some", "") == 0.5


async def test_a_cassette_can_be_named(record: Record, home: Path, tmp_path: Path) -> None:
    record.answers.put(known(question(), "hi"))
    export_cassette(record, tmp_path / "tape.jsonl")
    with Record.open(tmp_path / "other") as empty:
        model = choose(f"replay:{tmp_path / 'tape.jsonl'}", Settings(), empty, home)
        assert (await model.complete(question())).text == "hi"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("replya", "Did you mean 'replay'"),
        ("gpt", "There is no model 'gpt'"),
        ("openai/", "There is no model"),
        ("scripted:no_such_module:f", "cannot be loaded"),
        ("scripted:models_kit:nothing", "cannot be loaded"),
        ("scripted", "cannot be loaded"),
    ],
)
def test_an_unknown_name_is_refused_with_what_there_is(
    record: Record, home: Path, name: str, told: str
) -> None:
    with pytest.raises(BadInput, match=told) as caught:
        choose(name, Settings(), record, home)
    assert caught.value.hint


def test_the_model_for_code_does_the_rest_but_never_before_a_cassette(tmp_path: Path) -> None:
    settings = Settings.model_validate({"models": {"code": "openai/x"}})

    assert pick("", settings, tmp_path, {"OPENAI_API_KEY": "k"}).name == "openai/x"
    (tmp_path / "cassette.jsonl").touch()
    assert pick("", settings, tmp_path, {"OPENAI_API_KEY": "k"}).name == "replay"


async def test_a_script_that_answers_nothing_is_told(record: Record) -> None:
    script: Any = lambda request: None  # noqa: E731

    with pytest.raises(BadInput, match="answered 'greet' with None"):
        await Scripted(script).complete(question())


def test_a_file_in_a_model_s_name_is_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "part.jsonl").touch()
    monkeypatch.chdir(tmp_path)

    stored = order(tmp_path, "replay:part.jsonl", "replay", Settings(), None)

    assert stored["model"] == f"replay:{tmp_path}/part.jsonl"
