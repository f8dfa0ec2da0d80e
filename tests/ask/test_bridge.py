"""DSPy's modules run a microtask: through its adapter or through ours."""

from typing import Any

import dspy
import pytest
from dspy.lm15 import Message, Response, Usage
from dspy.utils.exceptions import AdapterParseError
from tasks_kit import AWKWARD, CODE, TASK, answered

from brickyard.ask.bridge import adapter, signature
from brickyard.ask.microtask import Microtask
from brickyard.ask.rendering import marker_of, render_answer
from brickyard.files import Files


class Engine:
    """A scripted engine: the supported way to give DSPy a model of one's own."""

    def __init__(self, text: Any) -> None:
        self.text = text
        self.seen: list[str] = []

    def complete(self, request: Any) -> Response:
        self.seen.append("\n".join(message.text or "" for message in request.messages))
        return Response(
            id=None,
            model=request.model,
            message=Message.assistant(self.text(self.seen[-1])),
            finish_reason="stop",
            usage=Usage(input_tokens=1, output_tokens=1, total_tokens=2),
        )


def run(task: Microtask[Any, Any], engine: Engine, adapter: Any, **inputs: Any) -> Any:
    lm = dspy.LM("scripted/model", engine=engine, cache=False)
    with dspy.context(lm=lm, adapter=adapter):
        return dspy.Predict(signature(task))(**inputs)


def test_a_signature_has_the_fields_and_the_instructions_of_its_microtask() -> None:
    made = signature(TASK)
    assert made.instructions == "Describe the topic."
    assert list(made.input_fields) == ["topic", "parts", "tags", "notes", "sources"]
    assert list(made.output_fields) == ["title", "mood", "new_parts", "story", "files"]


def test_predict_runs_a_microtask_through_our_adapter_byte_for_byte() -> None:
    expected = answered(files=Files({f"{n}.md": text for n, text in enumerate(AWKWARD.values())}))
    engine = Engine(lambda text: render_answer(TASK, marker_of(text), expected))
    result = run(TASK, engine, adapter(TASK), topic="walls")
    assert (result.title, result.files) == (expected.title, expected.files)
    assert '"topic": "walls"' in engine.seen[0]


def test_examples_that_an_optimizer_adds_are_shown_in_our_format() -> None:
    engine = Engine(lambda text: render_answer(TASK, marker_of(text), answered()))
    demo = dspy.Example(topic="doors", **answered(title="Doors").model_dump())
    run(TASK, engine, adapter(TASK), topic="walls", demos=[demo])
    assert '"topic": "doors"' in engine.seen[0]
    assert '"title": "Doors"' in engine.seen[0]


def test_a_truncated_answer_is_an_error_of_the_adapter() -> None:
    engine = Engine(lambda text: render_answer(TASK, marker_of(text), answered())[:-5])
    with pytest.raises(AdapterParseError):
        run(TASK, engine, adapter(TASK), topic="walls")


def test_predict_runs_a_microtask_through_the_adapter_of_dspy() -> None:
    engine = Engine(lambda text: "[[ ## code ## ]]\nx = 1\n\n[[ ## completed ## ]]")
    result = run(CODE, engine, dspy.ChatAdapter(), topic="walls", parts=(), tags=[], notes="")
    assert result.code == "x = 1"
