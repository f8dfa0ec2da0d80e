"""Answers by key, by prompt and by task; verdicts for all and for one run."""

from record_kit import make_answer

from brickyard.record import Record
from brickyard.record.answers import PAGE


def test_an_answer_is_found_by_its_key_and_nothing_else(record: Record) -> None:
    stored = record.answers.put(make_answer())
    assert record.answers.get(stored.key) == stored
    assert record.answers.get(stored.prompt_key) is None


def test_a_prompt_finds_an_answer_of_any_model_and_always_the_same(record: Record) -> None:
    by_model = {model: make_answer(model=model) for model in ("zeta", "alpha", "beta")}
    for stored in by_model.values():
        record.answers.put(stored)
    assert record.answers.find(by_model["beta"].prompt_key) == by_model["alpha"]
    assert record.answers.find(make_answer("another").prompt_key) is None


def test_all_answers_come_once_each_in_the_order_of_their_keys(record: Record) -> None:
    count = 2 * PAGE + 1
    assert record.answers.put_all(make_answer(str(number)) for number in range(count)) == count
    keys = [stored.key for stored in record.answers.all()]
    assert len(keys) == count
    assert keys == sorted(set(keys))


def test_answers_of_a_task_are_only_those(record: Record) -> None:
    record.answers.put(make_answer(task="code"))
    wanted = record.answers.put(make_answer(task="plan"))
    assert record.answers.by_task("plan") == [wanted]


def test_answers_outlive_the_process_that_stored_them(record: Record) -> None:
    stored = record.answers.put(make_answer())
    record.close()
    with Record.open(record.home) as again:
        assert again.answers.get(stored.key) == stored


def test_the_verdict_that_is_stored_first_stays(record: Record) -> None:
    assert record.verdicts.put("k", "passed") == "passed"
    assert record.verdicts.put("k", "failed") == "passed"
    assert record.verdicts.get("k") == "passed"
