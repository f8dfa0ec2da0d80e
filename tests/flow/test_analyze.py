"""What a build will ask, said before it asks: against what the shipped example did ask."""

import json
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from brickyard.catalogue import MICROTASKS
from brickyard.errors import BadInput
from brickyard.flow.estimates import analyze
from brickyard.models.base import Request
from brickyard.models.prices import Price, price_of
from brickyard.models.tokens import CHARACTERS_A_TOKEN
from brickyard.recipe.complexity import MOST
from brickyard.record import Record, import_cassette, read_cassette
from brickyard.settings import Settings
from brickyard.values import Plan, ProofLevel

PURSE = Path(str(files("brickyard") / "examples" / "purse"))


@pytest.fixture
def purse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example without lock and cassette, on a machine without keys."""
    for key in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "BRICKYARD_MODEL"):
        monkeypatch.delenv(key, raising=False)
    folder = tmp_path / "purse"
    shutil.copytree(PURSE, folder)
    (folder / "cassette.jsonl").unlink()
    (folder / "brickyard.lock").unlink()
    return folder


def locked_plan() -> Plan:
    lock = json.loads((PURSE / "brickyard.lock").read_text())
    return Plan.model_validate(lock["plan"]["plan"])


def test_with_its_plan_the_estimate_of_the_example_is_near_what_it_took(purse: Path) -> None:
    answers = read_cassette(PURSE / "cassette.jsonl")
    asked = [(Request.model_validate_json(answer.request), answer) for answer in answers]
    rest = [(request, answer) for request, answer in asked if request.task != "plan"]
    read = sum(len(one.system) + sum(len(m.text) for m in one.messages) for one, _ in rest)
    written = sum(len(json.loads(answer.reply)["text"]) for _, answer in rest)

    total = analyze(purse, plan=locked_plan(), settings=Settings(proof=ProofLevel.FULL)).total

    assert 0.7 < total.questions / len(rest) < 1.4
    assert 0.7 < total.input_tokens / (read / CHARACTERS_A_TOKEN) < 1.4
    assert 0.7 < total.output_tokens / (written / CHARACTERS_A_TOKEN) < 1.4


def test_each_microtask_is_counted_in_its_stage_and_once_there_is_code_as_it_says(
    purse: Path,
) -> None:
    found = analyze(purse, plan=locked_plan(), settings=Settings(proof=ProofLevel.FULL))

    assert {one.stage for one in found.analysis.askings} == {"tests", "code", "hold-outs"}
    assert {one.stage for one in found.analysis.askings} == {
        MICROTASKS[one.task].counted for one in found.analysis.askings
    }
    later = {task.counted for task in MICROTASKS.values() if task.usual}
    assert {*found.stages} == {"tests", "code", "hold-outs"} | later
    assert found.stages["repair"].questions == 1


def test_what_the_lock_has_is_not_asked_for(purse: Path) -> None:
    shutil.copy(PURSE / "brickyard.lock", purse)

    found = analyze(purse, models=["openai/gpt-5.6"])

    assert found.total.questions == found.total.known > 10
    assert found.offers[0].usd == 0


def test_one_changed_sentence_is_priced_as_what_it_reaches(purse: Path) -> None:
    shutil.copy(PURSE / "brickyard.lock", purse)
    lock = json.loads((purse / "brickyard.lock").read_text())
    for locked in lock["tests"].values():
        locked["inputs"].pop("requirement R2", None)
    (purse / "brickyard.lock").write_text(json.dumps(lock))

    found = analyze(purse, settings=Settings(proof=ProofLevel.FULL))
    left = [item for item in found.analysis.askings if not item.known]

    assert {item.stage for item in left} <= {"tests", "code", "hold-outs"}
    assert {"R2", "R2 · the whole", "R1, R2 · brick money"} <= {item.about for item in left}
    assert "ledger" not in {item.about for item in left if item.stage == "code"}


def test_answers_in_the_record_are_counted_and_their_plan_is_used(purse: Path) -> None:
    with Record.open(purse / ".brickyard") as record:
        import_cassette(record, PURSE / "cassette.jsonl")

    found = analyze(purse, models=["replay"])

    assert found.analysis.planned
    assert next(iter(found.stages)) == "plan"
    assert found.stages["plan"].known == 1
    assert found.stages["tests"].known == found.stages["tests"].questions
    assert {item.known for item in found.analysis.askings} <= {"record", ""}


def test_answers_of_another_model_do_not_count(purse: Path) -> None:
    with Record.open(purse / ".brickyard") as record:
        import_cassette(record, PURSE / "cassette.jsonl")

    assert analyze(purse, models=["openai/gpt-5.6"]).total.known == 0


def test_nothing_is_written(purse: Path) -> None:
    before = sorted(purse.rglob("*"))

    analyze(purse)

    assert sorted(purse.rglob("*")) == before


def test_without_a_model_the_usual_ones_are_priced(purse: Path) -> None:
    offers = analyze(purse).offers

    assert len(offers) > 3
    assert all(offer.usd and offer.usd > 0 for offer in offers)


def test_a_recipe_that_is_too_large_is_advised_to_be_split(purse: Path) -> None:
    more = "".join(f"- X{n} (MUST): `purse` prints {n}.\n" for n in range(MOST["MUSTs"]))
    with (purse / "requirements.md").open("a") as file:
        file.write(f"\n## More\n\n{more}")

    assert any("MUSTs" in advice for advice in analyze(purse).analysis.advice)


def test_a_recipe_that_does_not_pass_the_check_is_refused(purse: Path) -> None:
    (purse / "requirements.md").write_text("- R1 (MUST): TBD\n")

    with pytest.raises(BadInput):
        analyze(purse)


@pytest.mark.parametrize("name", ["sonnet", "claude-cli/opus"])
def test_a_model_that_there_is_not_gets_no_price(purse: Path, name: str) -> None:
    with pytest.raises(BadInput, match=f"There is no model '{name}'"):
        analyze(purse, models=["local", name])


def test_the_outlook_has_requirements_size_outline_and_the_risks_that_the_words_show(
    purse: Path,
) -> None:
    calm = analyze(purse, plan=locked_plan()).outlook
    assert calm
    assert (calm.type, calm.complexity, calm.risks) == ("tool", "medium", ())
    assert calm.requirements[4].startswith("R5 (MUST, property): For all lists of expenses")
    ledger = calm.modules[1]
    assert (ledger.name, ledger.depends, "R4" in ledger.serves) == ("ledger", ("money",), True)
    assert ledger.purpose == "Turns the text of an expense file into expenses; knows dates, " + (
        "category names and line numbers"
    )
    with (purse / "requirements.md").open("a") as file:
        file.write(
            "\n- X1 (MUST, performance): A file of 1,000 lines takes at most 2 s.\n"
            "- X2 (MUST, external): Rates are got from the API at RATES_URL over HTTP.\n"
            "- X3 (MUST, attested by Ann 2026-01-01): It looks good.\n"
            "- X4 (MUST): It is user-friendly.\n"
            f"- X5 (MUST): `purse` prints {'many, ' * 130}words.\n"
        )
    text = (purse / "components.json").read_text().replace("{", '{"packages": ["attrs"],', 1)
    (purse / "components.json").write_text(text)
    found = analyze(purse, unlocked=True).outlook
    assert found
    assert [one.name for one in found.modules] == ["money", "ledger", "summary", "cli"]
    wanted = (
        "requirements.md:",
        "X1 is measured",
        "X2 speaks to a service",
        "X3 rests on a person's word",
        "X5 says much at once (133 words)",
        "The code may open connections, or listen for them (X2, which is of kind external).",
        "It stands on packages of others: attrs.",
    )
    for risk, words in zip(found.risks, wanted, strict=True):
        assert words in risk


def test_a_plan_that_does_not_fit_is_refused(purse: Path) -> None:
    plan = locked_plan()
    short = plan.model_copy(update={"bricks": plan.bricks[:1], "entry": ""})

    assert analyze(purse, plan=plan).analysis.planned
    with pytest.raises(BadInput, match="No brick serves"):
        analyze(purse, plan=short)


def test_different_models_for_different_work_are_priced_by_stage(purse: Path) -> None:
    dear, free = "anthropic/claude-sonnet-4-5", "local"

    def usd(**models: str) -> float:
        settings = Settings.model_validate({"model": dear, "models": models})
        found = analyze(purse, settings=settings).offers[0].usd
        assert found is not None
        return found

    assert usd(plan=free, tests=free, code=free) == 0
    assert 0 < usd(tests=free) < usd(plan=free) < usd()


@pytest.mark.parametrize(
    ("model", "price"),
    [
        ("local", Price(input=0, output=0)),
        ("ollama/qwen", Price(input=0, output=0)),
        ("replay:x.jsonl", Price(input=0, output=0)),
        ("anthropic/claude-sonnet-4-5", Price(input=3, output=15)),
        ("claude-cli:claude-sonnet-4-5", Price(input=3, output=15)),
        ("claude-cli", None),
        ("openai/no-such-model-9000", None),
        ("nonsense", None),
    ],
)
def test_prices_are_those_of_the_list_or_not_known(model: str, price: Price | None) -> None:
    assert price_of(model) == price
