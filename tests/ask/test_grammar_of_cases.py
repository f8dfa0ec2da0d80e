"""Files of cases as a grammar: real ones are in it, and what is in it is read, up to names."""

import re
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Annotated

import pytest
from gbnf_kit import Grammar
from test_attacks_on_the_reader import BODIES, FILES, NAMES
from trials import TRIALS, Trial

from brickyard.ask.grammar import grammar
from brickyard.ask.grammar_cases import FILE, cases_rules
from brickyard.ask.microtask import CasesText
from brickyard.cases import read
from brickyard.values import Value

MARKER = "@@1f3a9c"
SYNTAX = [
    *(
        "a private attribute",
        "__globals__",
        "the name of another thing changed",
        "getattr handed on",
    ),
    *("getattr with a dunder", "getattr with a computed name", "getattr with stars"),
    *("walrus", "walrus in a comprehension", "a lambda that is called", "a default that calls"),
    *("a lambda's default", "a name that hides type", "a class", "global"),
    *("nonlocal", "import", "import from", "while", "if", "try", "return", "yield", "match"),
    *("await in a plain def", "async comprehension in a plain def", "a call of a formula"),
    *("two statements under raises", "an assert under raises", "raises as a value"),
    *("a comparison that says nothing", "a tuple is always true", "nothing is asserted"),
    *("a class made by type", "type handed on", "a type that is called", "a name like a report"),
    *("two stars", "await in a lambda", "identity with a literal", "the loop's else", "deep"),
    *("__class__", "the format of an f-string", "a method descriptor", "a name that hides a word"),
]
FILES_OF_BAD_SYNTAX = [
    *("no requirement", "another decorator", "a decorator that calls", "a decorated helper"),
    *("a helper asserts", "arguments without a table", "a computed default", "no rows"),
    *("import os", "import by another name", "import of all", "a private import"),
    *("a relative import", "code at the top", "a loop at the top", "a class at the top"),
    *("a null byte", "a number too long"),
]
CASE = """\
@proves("R1.a", R2)
async def case():
    '''x'''
""".replace("'''", '"""')


class Written(Value):
    cases: Annotated[str, CasesText]


class Perhaps(Value):
    cases: Annotated[str, CasesText] = ""


@lru_cache
def of_cases() -> Grammar:
    return Grammar.read(f"root ::= {FILE}\n{cases_rules()}")


def test_every_rule_is_there_once_and_used() -> None:
    names = [line.partition(" ::= ")[0] for line in cases_rules().splitlines()]
    assert len(names) == len(set(names))
    used = {*re.findall(r"c-[a-z0-9-]+", cases_rules().replace(" ::= ", "\n"))}
    assert {*names} - used == {FILE}
    called = {symbol for ways in of_cases().rules.values() for way in ways for symbol in way}
    assert {*names} - called == set()


def _parts(trial: Trial) -> list[str]:
    """What stands at the top of the file, each with its decorators."""
    return re.split(r"(?<=\n)(?=@|def |async def |[A-Z_]+ = )(?<!\)\n)", trial.text)


@pytest.mark.parametrize("trial", TRIALS, ids=lambda one: one.name)
def test_the_beginnings_of_real_files_are_in_it(trial: Trial) -> None:
    assert of_cases().accepts("".join(_parts(trial)[:12]))


@pytest.mark.slow
@pytest.mark.parametrize("trial", TRIALS, ids=lambda one: one.name)
def test_real_files_are_in_it(trial: Trial) -> None:
    assert of_cases().accepts(trial.text)


CORPUS = Path(__file__).parents[2] / "benchmarks/corpus"


@pytest.mark.parametrize("name", ["gather", "inventory", "recurrence"])
def test_converted_files_are_in_it(name: str) -> None:
    text = (CORPUS / name / "held_out.py").read_text("utf-8")
    assert of_cases().accepts(text[: text.index("\n\n\n", 2500) + 1])


@pytest.mark.parametrize("key", SYNTAX)
def test_what_reaches_too_far_by_its_syntax_is_not(key: str) -> None:
    body = "".join(f"    {line}\n" for line in BODIES[key].splitlines())
    assert not of_cases().accepts(f"@proves(R1)\ndef case():\n{body}")


@pytest.mark.parametrize("key", FILES_OF_BAD_SYNTAX)
def test_a_file_of_another_form_is_not(key: str) -> None:
    assert not of_cases().accepts(FILES[key][0])


GOOD = {
    "async": "x = await parse('')\nassert [y async for y in parse(x)] == [1]",
    "async blocks": "async with parse('') as p:\n    async for y in p:\n        assert y == 1",
    "f-strings": "assert f'{parse(1)[0].x!r:>3} {1 + 2}' == f\"{'a'}{{\"",
    "bytes and raw texts": "assert parse(b'\\x00a\"', r'\\d', rb'\\d') == '\\u00e9' \"\\n\"",
    "a callback": "def f(a, b=1, *c, **d):\n    if a:\n        return b\n"
    "    raise ValueError('x')\nassert parse(f, lambda x, y=2: x + y) == 1",
    "a try in a callback": "def f():\n    try:\n        parse('')\n    except ValueError as e:\n"
    "        yield e\n    finally:\n        parse('')\nassert parse(f) == 1",
    "targets": "a, (b, c) = parse('')\na.x[0] += 1\ndel b[0]\nassert (a, b) == (1, 2) and not c",
    "brackets over lines": "assert parse(\n    'a',  # why\n    *[1, 2],\n    key={\n"
    "        'a': 1,\n        **parse(''),\n    },\n) == [\n    1\n    + 2,\n]",
    "an error": "with raises(ValueError, 'x') as e:\n    await parse('')\nassert e.value.x is None",
    "reaching": "assert type(parse('')).__name__ == getattr(parse(''), 'x')[1:-1:2]",
    "a long text": 'assert parse("""\\\na\n  "b" \\" c\n""") == (1 if parse("") else 2)',
    "a loop": "for a, b in zip([1], {2, 3}):\n    # why\n\n    assert parse(a) != -b ** 2 or a",
    "chained": "assert 1 < parse('') <= 2 is not None",
}


@pytest.mark.parametrize("body", GOOD.values(), ids=list(GOOD))
def test_what_the_notation_has_is_in_it(body: str) -> None:
    text = CASE + re.sub(r"^(?=.)", "    ", body, flags=re.M) + "\n"
    if '"""' in body:
        text = CASE + "    " + body + "\n"
    assert read(text, NAMES).problems == ()
    assert of_cases().accepts(text)


@pytest.mark.parametrize("seed", range(60))
def test_whatever_it_makes_is_python_and_read_up_to_names(seed: int) -> None:
    text = of_cases().make(Random(seed), deep=14)
    told = r"nothing here is called|is bound|may reach|lies elsewhere|nested too deep|called `|"
    told += r"not offered|with a literal|duplicate|stands alone|compiled|keyword argument repeated"
    told += r"|not one call under|a row of"
    problems = [str(one) for one in read(text, NAMES).problems]
    assert [one for one in problems if not re.search(told, one)] == []


def test_it_is_the_grammar_of_a_field_of_cases_and_of_no_other() -> None:
    whole = Grammar.read(grammar(Written, MARKER))
    case = "@proves(R1)\ndef case():\n    assert parse('') == 1\n"
    answer = f"{MARKER} TEXT cases\n{case}{MARKER} END\n{MARKER} DONE"
    assert whole.accepts(answer)
    assert not whole.accepts(answer.replace("assert ", ""))
    assert not whole.accepts(answer.replace(case, ""))
    assert Grammar.read(grammar(Perhaps, MARKER)).accepts(answer.replace(case, ""))


def test_no_sentence_is_a_constant() -> None:
    case = "@proves(R1)\ndef case():\n    assert parse('') == 1\n"
    assert of_cases().accepts(f"AMOUNT_2 = 1\n{case}")
    assert not of_cases().accepts(f"Towritetestsforthis = library and theassertstatement\n{case}")


def test_no_line_of_a_long_text_looks_like_a_marker() -> None:
    text = '@proves(R1)\ndef case():\n    assert parse("""\n@@1f3a9c END\n""") == 1\n'
    assert read(text, NAMES).problems == ()
    assert not of_cases().accepts(text)
    assert of_cases().accepts(text.replace("\n@@", "\n @@"))
