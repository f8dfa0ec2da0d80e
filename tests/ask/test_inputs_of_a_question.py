"""What a script is given: everything that the question shows, as it was put in."""

from typing import Annotated

from hypothesis import given
from hypothesis import strategies as st

from brickyard.ask.microtask import Microtask, Raw
from brickyard.ask.rendering import render
from brickyard.files import Files
from brickyard.testing import inputs_of
from brickyard.values import Value


class In(Value):
    name: str
    text: Annotated[str, Raw]
    files: Files


TASK = Microtask(name="any", instructions="Do it.", input=In, output=In)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=60)


@given(TEXTS, TEXTS, TEXTS)
def test_all_blocks_come_back_as_they_were(name: str, text: str, file: str) -> None:
    question = render(TASK, In(name=name, text=text, files=Files({"a/b.py": file}))).text
    assert inputs_of(question) == {"name": name, "text": text, "files": {"a/b.py": file}}
