"""A microtask as a `dspy.Signature`, so that DSPy's modules and optimizers can run it.

`signature(task)` has the microtask's own fields, so modules that add fields of theirs (ReAct) work
with DSPy's adapters. `adapter(task)` renders and parses in our format instead, for modules that
keep the fields as they are (Predict, Refine) and for optimizers of the instructions.
"""

from dataclasses import replace
from typing import Any

from brickyard.ask.frames import BadAnswer
from brickyard.ask.microtask import In, Microtask, Out
from brickyard.ask.parsing import parse
from brickyard.ask.rendering import SYSTEM, marker_of, render, render_answer
from brickyard.models.dspy_lm import import_dspy


def signature(task: Microtask[In, Out]) -> type[Any]:
    """The fields of `In` as inputs and those of `Out` as outputs, with the instructions."""
    dspy = import_dspy()
    fields: dict[str, tuple[Any, Any]] = {}
    for name, field in task.input.model_fields.items():
        fields[name] = (field.annotation, dspy.InputField(desc=field.description or name))
    for name, field in task.output.model_fields.items():
        made = dspy.OutputField(desc=field.description or name)
        fields[output_name(task, name)] = (field.annotation, made)
    instructions = "\n\n".join(filter(None, (task.notation.strip(), task.instructions)))
    return dspy.make_signature(fields, instructions, task.name.replace("-", "_"))


def output_name(task: Microtask[In, Out], name: str) -> str:
    """A signature's names are unique: an output that is also an input is `new_…`."""
    return f"new_{name}" if name in task.input.model_fields else name


def adapter(task: Microtask[In, Out]) -> Any:
    """A `dspy.Adapter` for `task`; the instructions are the signature's, so they can be tuned."""
    dspy = import_dspy()

    class MicrotaskAdapter(dspy.Adapter):
        def format(
            self, signature: Any, demos: list[dict[str, Any]], inputs: dict[str, Any]
        ) -> list[dict[str, str]]:
            asked = replace(task, instructions=signature.instructions, notation="")
            shown = [message for demo in demos for message in _demo(asked, demo)]
            return [_message("system", SYSTEM), *shown, _question(asked, inputs)]

        def parse(self, signature: Any, completion: str) -> dict[str, Any]:
            try:
                answer = parse(task, marker_of(completion), completion)
            except (BadAnswer, ValueError) as error:
                raise dspy.utils.exceptions.AdapterParseError(
                    adapter_name="MicrotaskAdapter",
                    signature=signature,
                    lm_response=completion,
                    message=str(error),
                ) from error
            names = task.output.model_fields
            return {output_name(task, name): getattr(answer, name) for name in names}

    return MicrotaskAdapter()


def _question(task: Microtask[In, Out], inputs: dict[str, Any]) -> dict[str, str]:
    known = {name: inputs[name] for name in task.input.model_fields if name in inputs}
    return _message("user", render(task, task.input.model_validate(known)).text)


def _demo(task: Microtask[In, Out], demo: dict[str, Any]) -> tuple[dict[str, str], ...]:
    question = _question(task, demo)
    names = {name: output_name(task, name) for name in task.output.model_fields}
    known = {name: demo[given] for name, given in names.items() if given in demo}
    answer = task.output.model_validate(known)
    marker = marker_of(question["content"])
    return question, _message("assistant", render_answer(task, marker, answer))


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}
