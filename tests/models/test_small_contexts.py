"""Questions are as large as the model that answers them can bear."""

from pathlib import Path

import pytest
import sample

from brickyard.flow.estimates import analyze
from brickyard.flow.session import opened
from brickyard.models.scripted import Scripted
from brickyard.settings import LEAST_ANSWER, Settings

LOCAL = "local:tiny.gguf@0123456789ab"


@pytest.mark.parametrize(
    ("names", "context", "size"),
    [
        (["local"], 16384, 4096),
        ([LOCAL], 8192, 2048),
        (["anthropic/x", LOCAL], 16384, 4096),
        (["local"], 512, LEAST_ANSWER),
        (["local"], 1_000_000, 16_000),
        (["anthropic/x", "openai/local"], 16384, 16_000),
        ([], 16384, 16_000),
    ],
)
def test_an_answer_is_planned_for_a_quarter_of_a_local_context(
    names: list[str], context: int, size: int
) -> None:
    assert Settings(local_context=context).fitting(names).answer_tokens == size


@pytest.mark.parametrize(("name", "size"), [(LOCAL, 4096), ("scripted", 16_000)])
async def test_a_run_takes_it_from_the_model_that_was_chosen(
    tmp_path: Path, name: str, size: int
) -> None:
    folder = sample.write_recipe(tmp_path / "adders", 1)
    model = Scripted(lambda request: "", name=name)
    async with opened(folder, model=model, home=tmp_path / "home", settings=Settings()) as work:
        assert work.context.settings.answer_tokens == size


def test_so_a_small_model_is_asked_more_questions_and_the_estimate_says_so(tmp_path: Path) -> None:
    folder = sample.write_recipe(tmp_path / "adders", 12)
    small, usual = (
        analyze(folder, models=[name], home=tmp_path, settings=Settings()).total.questions
        for name in ("local", "openai/gpt-5.6")
    )
    assert small > usual
