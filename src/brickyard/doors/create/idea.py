"""What a person said of an idea, what was made of it so far, and the file that keeps both.

`idea.json` lies in the recipe's folder. A person may change it: an idea that says something else is
analysed again, and the recipe is written again where nobody has edited it.
"""

import hashlib
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from brickyard.errors import BadInput
from brickyard.files import Files, as_bytes, write_atomically
from brickyard.recipe.fields import check_field
from brickyard.record.keys import digest
from brickyard.values import Value

FILE = "idea.json"
MOST_QUESTIONS = 7

Kind = Literal["tool", "library", "service"]


class GivenExample(Value):
    """What goes in and what must come out, word for word."""

    given: str
    gives: str


class Idea(Value):
    """As a person said it; what is left empty is for the analysis to propose."""

    name: str
    description: str
    kind: Kind | None = None
    input_type: str = ""
    output_type: str = ""
    examples: tuple[GivenExample, ...] = ()
    constraints: tuple[str, ...] = ()


class Agent(Value):
    """A part of the software that has to ask a language model when it runs."""

    name: str = Field(description="a short name")
    asks: str = Field(description="what it asks the model, and with what of the input")
    gives: str = Field(description="what becomes of a usable answer")
    fails: str = Field(description="what happens where the answer is unusable or no model is there")


class Module(Value):
    """A part of the software, as far as one can tell now."""

    name: str = Field(description="a Python module name, lower case")
    purpose: str = Field(description="what it does, in a few words")


class Interface(Value):
    """What one module offers the others."""

    module: str = Field(description="the module that offers it, one of `modules`")
    offers: str = Field(
        description="one function, class or value with its types, as Python writes it"
    )
    does: str = Field(description="what it gives or does, in a few words")
    used_by: tuple[str, ...] = Field(default=(), description="the other modules that use it")


class Failure(Value):
    """Something that goes wrong, and its way to whoever has to know."""

    when: str = Field(description="what goes wrong, in a few words")
    raised: str = Field(description="where it is noticed, and the exception that says so")
    handled: str = Field(description="who catches it, and what is then done or shown")


class Contradiction(Value):
    """An example and words of the person that cannot both hold."""

    example: int = Field(description="its number in `examples`, from 1")
    quote: str = Field(description="the words of description or constraints, as they stand there")
    why: str = Field(description="what these words demand for exactly this input, in a sentence")


class OpenQuestion(Value):
    """What only the person can decide."""

    question: str = Field(description="one question, short, in plain words")
    suggestion: str = Field(description="the answer that you would give, ready to be taken")
    depends: str = Field(description="what of the software depends on it, in a few words")


class Analysis(Value):
    """What an idea comes to before a recipe is written; each topic in its own words."""

    problem: str = Field(description="the core problem that is solved, and for whom: a sentence")
    kind: Kind = Field(description="what is to be built; the person's own, if one is given")
    code: tuple[str, ...] = Field(max_length=12, description="what plain code does, a line each")
    ai: tuple[str, ...] = Field(
        default=(),
        max_length=6,
        description="what plain code cannot do, a line each; for most software nothing",
    )
    agents: tuple[Agent, ...] = Field(
        default=(), max_length=6, description="who does what is in `ai`; none where that is empty"
    )
    flows: tuple[str, ...] = Field(
        max_length=8, description="data flows: `source → step → result`, a line each"
    )
    critical: tuple[str, ...] = Field(
        max_length=8,
        description="critical paths: what must never go wrong, and what then has to happen",
    )
    requirements: tuple[str, ...] = Field(
        max_length=20, description="what it has to do: 4 to 14 short sentences"
    )
    modules: tuple[Module, ...] = Field(max_length=8, description="1 to 6, each with one purpose")
    interfaces: tuple[Interface, ...] = Field(
        max_length=16, description="what modules offer each other"
    )
    errors: tuple[Failure, ...] = Field(
        max_length=12, description="what can go wrong, and who handles it"
    )
    complexity: Literal["small", "medium", "large"]
    risks: tuple[str, ...] = Field(
        default=(), max_length=6, description="what may make it harder than it looks"
    )
    contradictions: tuple[Contradiction, ...] = Field(default=(), description="usually none")
    questions: tuple[OpenQuestion, ...] = Field(
        default=(),
        max_length=MOST_QUESTIONS,
        description="only what changes the software and cannot be told from the idea; often 2 or 3",
    )


class Settled(Value):
    """An answer to one of these questions, and who gave it."""

    question: str
    answer: str
    by: Literal["person", "suggestion"]


class StoredIdea(Value):
    """All that is known of an idea, as `idea.json` keeps it."""

    idea: Idea
    analysis: Analysis | None = None
    analysed: str = ""
    """The digest of the idea that the analysis is about."""
    accepted: bool = False
    """A person said to go on although an example seems to contradict the idea."""
    answers: tuple[Settled, ...] = ()
    written: dict[str, str] = Field(default_factory=dict)
    """File of the recipe → its digest as it was written."""
    written_for: str = ""
    """The digest of idea and answers that the recipe says."""

    @property
    def known(self) -> Analysis | None:
        """The analysis, if it is about this idea."""
        return self.analysis if self.analysed == digest(self.idea.model_dump()) else None

    def with_analysis(self, analysis: Analysis) -> "StoredIdea":
        """Answers to what is still asked stay."""
        asked = {one.question for one in analysis.questions}
        update = {
            "analysis": analysis,
            "analysed": digest(self.idea.model_dump()),
            "answers": tuple(one for one in self.answers if one.question in asked),
        }
        return self.model_copy(update=update)

    @property
    def open(self) -> tuple[OpenQuestion, ...]:
        """The questions that nobody has answered yet."""
        done = {one.question for one in self.answers}
        every = self.analysis.questions if self.analysis else ()
        return tuple(one for one in every if one.question not in done)

    def answered(self, question: OpenQuestion, answer: str, *, by_person: bool) -> "StoredIdea":
        by = "person" if by_person else "suggestion"
        one = Settled(question=question.question, answer=answer, by=by)
        return self.model_copy(update={"answers": (*self.answers, one)})

    @property
    def says(self) -> str:
        """What the recipe has to say: another digest, another recipe."""
        answers = [[one.question, one.answer] for one in self.answers]
        return digest([self.idea.model_dump(), answers])

    def with_recipe(self, files: Files) -> "StoredIdea":
        written = {path: _digest(as_bytes(text)) for path, text in files.items()}
        return self.model_copy(update={"written": written, "written_for": self.says})

    def keep(self, folder: Path) -> None:
        """Into `idea.json`."""
        text = self.model_dump_json(indent=2, exclude_defaults=True) + "\n"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(folder / FILE, text.encode())
        except OSError as error:
            raise BadInput(
                f"{folder / FILE} cannot be written: {error.strerror}.",
                hint="Choose another folder.",
            ) from error


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def check_name(name: str) -> None:
    if wrong := check_field("name", name, "NAME", 1):
        raise BadInput(f"'{name}' cannot be a name. {wrong[0].message}", hint=wrong[0].suggestion)


def read_example(text: str) -> GivenExample:
    """`IN=OUT`; the last `=` that has a space on both sides parts them, else the first one."""
    spaced, _, after = text.rpartition(" = ")
    given, sign, gives = (spaced, "=", after) if spaced else text.partition("=")
    if not sign or not given.strip():
        raise BadInput(
            f"--example '{text}' is not IN=OUT.",
            hint="Write what goes in, an equals sign and what must come out: "
            "--example '2h 30min=150'. Where IN has one itself: --example 'a=b = 3'.",
        )
    return GivenExample(given=given, gives=gives)


def check_examples(idea: Idea) -> None:
    """Two that ask for different results of the same input cannot both hold."""
    seen: dict[str, GivenExample] = {}
    for one in idea.examples:
        before = seen.setdefault(" ".join(one.given.split()), one)
        if before.gives != one.gives:
            raise BadInput(
                f"Two examples contradict each other: '{one.given}' gives '{before.gives}' in one "
                f"and '{one.gives}' in the other.",
                hint="Leave out the one that is wrong; nothing was asked.",
            )


def read_idea(folder: Path) -> StoredIdea | None:
    """What `idea.json` in this folder holds; None if there is none."""
    path = folder / FILE
    try:
        stored = StoredIdea.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (ValidationError, OSError) as error:
        told = str(error)
        if isinstance(error, ValidationError):
            first = error.errors()[0]
            told = f"{'.'.join(map(str, first['loc']))}: {first['msg']}".removeprefix(": ")
        raise BadInput(
            f"{path} cannot be read: {told}",
            hint="Mend it, or remove it to begin anew.",
        ) from error
    check_examples(stored.idea)
    return stored


def edited_files(stored: StoredIdea, folder: Path) -> tuple[str, ...]:
    """Files of the recipe that a person has changed since they were written."""
    there = {path: folder / path for path in stored.written if (folder / path).is_file()}
    return tuple(
        path for path, file in there.items() if _digest(file.read_bytes()) != stored.written[path]
    )
