"""Steps as Python again: flat for scripts, laid out for people."""

import ast
import symtable
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from brickyard.cases.layout import WIDTH, bare, character, flat, show
from brickyard.cases.model import (
    Assign,
    Case,
    Cases,
    Check,
    Delete,
    Derived,
    Do,
    For,
    Give,
    Helper,
    If,
    Raises,
    Step,
    Try,
    With,
)


def source(steps: Iterable[Step]) -> str:
    """Steps as text, one line for each statement however long."""
    return "\n".join(Writer().block(steps, 0))


def head(step: With | For) -> str:
    """The line that opens a block."""
    return Writer().head(step, 0)


def as_function(case: Case, name: str = "") -> Helper:
    """A case without its marks."""
    return Helper(
        line=case.line,
        name=name or case.name,
        parameters=case.table.columns if case.table else (),
        doc=case.doc,
        is_async=case.is_async,
        steps=case.steps,
    )


def tops(cases: Cases) -> tuple[Assign | Helper, ...]:
    """Constants and helpers; the helpers first where a constant is made by one of them."""
    made = {name for each in cases.constants for name in free_names(each.value)}
    if made & {each.name for each in cases.helpers}:
        return (*cases.helpers, *cases.constants)
    return (*cases.constants, *cases.helpers)


class Writer:
    """Writes steps as the statements that they were."""

    def line(self, before: str, value: str, after: str, indent: int) -> str:
        """One statement with one expression in it."""
        return f"{' ' * indent}{before}{value}{after}"

    def target(self, text: str) -> str:
        """What is bound, or assigned to."""
        return text

    def block(self, steps: Iterable[Step], indent: int) -> list[str]:
        return [line for step in steps for line in self.step(step, indent)]

    def inside(self, steps: Iterable[Step], indent: int) -> list[str]:
        return self.block(steps, indent + 4) or [f"{' ' * (indent + 4)}pass"]

    def step(self, step: Step, indent: int) -> list[str]:
        match step:
            case Assign():
                return [
                    self.line(f"{self.target(step.target)} {step.op}= ", step.value, "", indent)
                ]
            case Do():
                return [self.line("", step.value, "", indent)]
            case Delete():
                return [self.line("del ", step.target, "", indent)]
            case Give():
                before = f"{step.word} " if step.value else step.word
                return [self.line(before, step.value, "", indent)]
            case Check():
                return [self.line("assert ", comparison(step), "", indent)]
            case Raises():
                return self.raises(step, indent)
            case With() | For():
                return [self.head(step, indent), *self.inside(step.steps, indent)]
            case If():
                return self._condition(step, indent)
            case Try():
                return self._attempt(step, indent)
            case Derived():
                named = f"{step.name}({step.value})" if step.value else step.name
                first = [*self._marks(step, indent), self.line("class ", named, ":", indent)]
                return [*first, *docstring(step.doc, indent + 4), *self._values(step, indent)]
            case Helper():
                return self.helper(step, indent)

    def head(self, step: With | For, indent: int) -> str:
        word = "async " if step.is_async else ""
        if isinstance(step, For):
            return self.line(f"{word}for {self.target(step.target)} in ", step.items, ":", indent)
        kept = f" as {step.name}" if step.name else ""
        return self.line(f"{word}with ", step.value, f"{kept}:", indent)

    def _values(self, step: Derived, indent: int) -> list[str]:
        return [] if step.doc and not step.steps else self.inside(step.steps, indent)

    def raises(self, step: Raises, indent: int) -> list[str]:
        kept = f" as {step.name}" if step.name else ""
        given = ", ".join((step.error, *step.parts))
        before = self.line("with ", f"raises({given})", f"{kept}:", indent)
        return [before, *self.inside((step.step,), indent)]

    def helper(self, step: Helper, indent: int) -> list[str]:
        first = self.signature(step.name, step.parameters, indent, is_async=step.is_async)
        inside = self.inside(step.steps, indent)
        return [*self._marks(step, indent), first, *docstring(step.doc, indent + 4), *inside]

    def _marks(self, step: Helper | Derived, indent: int) -> list[str]:
        return [self.line("@", each, "", indent) for each in step.decorators]

    def signature(
        self, name: str, parameters: Sequence[str], indent: int, *, is_async: bool
    ) -> str:
        word = "async def" if is_async else "def"
        return f"{' ' * indent}{word} {name}({', '.join(parameters)}):"

    def _condition(self, step: If, indent: int) -> list[str]:
        lines = [self.line("if ", step.test, ":", indent), *self.inside(step.steps, indent)]
        if step.otherwise:
            lines += [f"{' ' * indent}else:", *self.inside(step.otherwise, indent)]
        return lines

    def _attempt(self, step: Try, indent: int) -> list[str]:
        lines = [f"{' ' * indent}try:", *self.inside(step.steps, indent)]
        if step.error:
            kept = f" as {step.name}" if step.name else ""
            lines += [self.line("except ", step.error, f"{kept}:", indent)]
            lines += self.inside(step.handler, indent)
        if step.finally_:
            lines += [f"{' ' * indent}finally:", *self.inside(step.finally_, indent)]
        return lines


_APART = (Helper, Derived)


class Laid(Writer):
    """As a person would write it, and ruff format leaves it."""

    def line(self, before: str, value: str, after: str, indent: int) -> str:
        return (
            show(value, indent, before, after) if value else super().line(before, "", after, indent)
        )

    def target(self, text: str) -> str:
        return bare(ast.parse(text, mode="eval").body)

    def block(self, steps: Iterable[Step], indent: int) -> list[str]:
        """A callback or a class stands between empty lines."""
        found = [*steps]
        lines = self.step(found[0], indent) if found else []
        for before, step in pairwise(found):
            is_apart = isinstance(before, _APART) or isinstance(step, _APART)
            lines += [""] if is_apart else []
            lines += self.step(step, indent)
        return lines

    def _values(self, step: Derived, indent: int) -> list[str]:
        lines = super()._values(step, indent)
        return ["", *lines] if step.doc and lines else lines

    def tops(self, cases: Cases) -> list[str]:
        """The parts of a file before its cases; constants stand together."""
        parts: list[str] = []
        for kind, group in groupby(tops(cases), type):
            texts = ["\n".join(self.step(each, 0)) for each in group]
            parts += ["\n".join(texts)] if kind is Assign else texts
        return parts

    def helper(self, step: Helper, indent: int) -> list[str]:
        lines = super().helper(step, indent)
        is_apart = step.doc and step.steps and isinstance(step.steps[0], _APART)
        at = len(step.decorators) + 1 + len(docstring(step.doc, 0))
        return [*lines[:at], "", *lines[at:]] if is_apart else lines

    def signature(
        self, name: str, parameters: Sequence[str], indent: int, *, is_async: bool
    ) -> str:
        shown = [_parameter(each) for each in parameters]
        line = super().signature(name, shown, indent, is_async=is_async)
        if len(line) <= WIDTH:
            return line
        margin = " " * indent
        together = f"{margin}    {', '.join(shown)}"
        rows = [together] if len(together) <= WIDTH else [f"{margin}    {each}," for each in shown]
        return "\n".join([line[: line.index("(") + 1], *rows, f"{margin}):"])


def _parameter(text: str) -> str:
    name, equals, default = text.partition("=")
    return f"{name}={flat(ast.parse(default, mode='eval').body)}" if equals else text


def docstring(doc: str, indent: int) -> list[str]:
    """The lines of a docstring that reads as this again; none for an empty one."""
    if not doc:
        return []
    margin = " " * indent
    text = "\n".join("".join(character(one, "") for one in line) for line in doc.split("\n"))
    text = f" {text}" if text.startswith('"') else text
    first, *rest = text.replace('"""', '\\"\\"\\"').split("\n")
    lines = [f'{margin}"""{first}', *(f"{margin}{line}" if line else "" for line in rest)]
    if rest:
        return [*lines, f'{margin}"""']
    return [f'{lines[0][:-1]}\\""""' if first.endswith('"') else f'{lines[0]}"""']


def comparison(step: Check) -> str:
    """What an assert says."""
    return compared(step.operands, step.ops)


def compared(operands: Sequence[str], ops: Sequence[str]) -> str:
    """`a == b`, with brackets around what would bind less tightly."""
    first, *rest = [f"({each})" if _is_loose(each) and ops else each for each in operands]
    return " ".join([first, *(f"{op} {each}" for op, each in zip(ops, rest, strict=True))])


def _is_loose(text: str) -> bool:
    match ast.parse(text, mode="eval").body:
        case ast.UnaryOp(op=ast.Not()):
            return True
        case node:
            return isinstance(node, ast.Compare | ast.BoolOp | ast.IfExp | ast.Lambda)


def free_names(text: str) -> set[str]:
    """The names that a text reads at its top, or that its functions read and do not bind."""
    return set(_free(symtable.symtable(text, "cases", "exec")))


def _free(table: symtable.SymbolTable) -> Iterator[str]:
    is_top = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() if is_top else symbol.is_global():
            yield symbol.get_name()
    for child in table.get_children():
        yield from _free(child)


def reached(cases: Cases, names: Iterable[str]) -> set[str]:
    """These names, and those that the helpers and constants among them use, and so on."""
    texts = {each.target: each.value for each in cases.constants}
    texts |= {each.name: source((each,)) for each in cases.helpers}
    found: set[str] = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += free_names(texts[name]) if name in texts else ()
    return found
