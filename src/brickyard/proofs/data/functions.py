"""One case as one test function."""

from brickyard.proofs.data.calls import call_of, expected_of
from brickyard.proofs.data.layout import WIDTH, Block, Doc, Pair, Text, pieces, show, text
from brickyard.proofs.data.literals import Names, literal
from brickyard.proofs.data.scope import Scope
from brickyard.proofs.data.targets import Target
from brickyard.values import Case, Step

_NEXT = "\n        "
_FIXTURES = ("stand_in", "monkeypatch", "folder", "run", "capsys")


def function_name(case: Case) -> str:
    return f"test_{case.id.replace('-', '_')}"


class Function:
    """One case as one test function; `helpers` collects what it takes from `support`."""

    def __init__(self, case: Case, scope: Scope, names: Names) -> None:
        self._case, self._scope, self._names = case, scope, names
        self._types: dict[str, str] = {}
        self._fixtures: dict[str, str] = {}
        self._is_async = False
        self.helpers: set[str] = set()

    def source(self) -> str:
        self._names.saved = {}
        lines: list[str] = []
        if self._case.files:
            files = literal(self._case.files, self._names)
            self._use_folder()
            self.helpers.add("write")
            lines.append(show(Block("write(", ("folder", files), ")", is_call=True)))
        for step in self._case.steps:
            lines += self._call(step) if step.call else self._run(step)
            lines += self._files(step)
        return self._head() + "".join(f"    {line}\n" for line in lines)

    def _head(self) -> str:
        marks = f"@pytest.mark.requirement(id={text(self._case.requirement)})\n"
        if self._is_async:
            marks += "@pytest.mark.asyncio\n"
        order = [name for name in _FIXTURES if name in self._fixtures]
        parameters = [f"{name}: {self._fixtures[name]}" for name in order]
        start = f"{'async ' if self._is_async else ''}def {function_name(self._case)}("
        head = show(Block(start, tuple(parameters), ")", is_call=True), 0, "", " -> None:")
        return f"{marks}{head}\n    {docstring(self._case.title)}\n"

    def _use_folder(self) -> None:
        self._fixtures["folder"] = self._names.standard("Path")

    def _run(self, step: Step) -> list[str]:
        self._fixtures["run"] = "Run"
        self.helpers.add("Run")
        items: list[Doc] = [Text(argument) for argument in step.run or ()]
        if step.stdin:
            items.append(Pair("stdin=", Text(step.stdin)))
        call = Block("run(", tuple(items), ")", is_call=True)
        checks = self._printed(step, "ran.stdout", "ran.stderr")
        if step.expect.exit is not None:
            checks.insert(0, f"assert ran.exit_code == {step.expect.exit}")
        return [show(call, 4, "ran = " if checks else ""), *checks]

    def _printed(self, step: Step, out: str, err: str) -> list[str]:
        lines: list[str] = []
        if step.expect.stdout is not None:
            lines.append(self._same(out, Text(step.expect.stdout)))
        lines += [_contains(one, out) for one in step.expect.stdout_has]
        return [*lines, *(_contains(one, err) for one in step.expect.stderr_has)]

    def _same(self, got: Doc, expected: Doc, within: float | None = None) -> str:
        self.helpers.add("assert_same")
        items: list[Doc] = [got, expected]
        if within is not None:
            items.append(Pair("within=", repr(within)))
        return show(Block("assert_same(", tuple(items), ")", is_call=True))

    def _files(self, step: Step) -> list[str]:
        lines: list[str] = []
        for path, content in sorted(step.expect.files.items()):
            self._use_folder()
            self.helpers.add("read")
            lines.append(self._same(f"read(folder / {text(path)})", Text(content)))
        for path in step.expect.no_files:
            self._use_folder()
            lines.append(f"assert not (folder / {text(path)}).exists()")
        return lines

    def _call(self, step: Step) -> list[str]:
        target = self._scope.target(step.call, self._types)
        call = self._expression(step, target)
        expect = step.expect
        if expect.raises:
            lines = self._raises(step, call)
        elif step.save:
            saved = self._names.save(step.save)
            self._types[step.save] = target.gives
            lines = [show(call, 4, f"{saved} = ")]
            lines += [self._value(step, target, saved)] if expect.has_value else []
        else:
            lines = [self._value(step, target, call) if expect.has_value else show(call)]
        checks = self._printed(step, "printed.out", "printed.err")
        if checks:
            self._fixtures["capsys"] = "pytest.CaptureFixture[str]"
            lines = ["capsys.readouterr()", *lines, "printed = capsys.readouterr()", *checks]
        return lines

    def _value(self, step: Step, target: Target, got: Doc) -> str:
        return self._same(got, expected_of(step, target, self._names), step.expect.approx)

    def _raises(self, step: Step, call: Doc) -> list[str]:
        brick, name = self._scope.exception(step.expect.raises)
        shown = self._names.of_brick(brick, name) if brick else name
        body = f"    {show(call, 8)}"
        if not step.expect.message_has:
            return [f"with pytest.raises({shown}):", body]
        return [
            f"with pytest.raises({shown}) as caught:",
            body,
            _contains(step.expect.message_has, "str(caught.value)"),
        ]

    def _expression(self, step: Step, target: Target) -> Doc:
        if not target.is_attribute or step.args or step.kwargs:
            self._is_async = self._is_async or target.is_async or target.iterates_async
        return call_of(step, target, self._names)


def _contains(part: str, whole: str) -> str:
    """Laid out as ruff does, which opens the brackets of a call first."""
    line = f"assert {text(part)} in {whole}"
    if len(line) + 4 <= WIDTH:
        return line
    called, bracket, rest = line.rpartition("(")
    if whole.endswith(")") and len(f"    {called}(") <= WIDTH:
        return f"{called}{bracket}{_NEXT}{rest[:-1]}\n    )"
    parts = [text(part)] if 8 + len(f"{text(part)} in {whole}") <= WIDTH else pieces(part, 8)
    fits = 8 + len(f"{parts[-1]} in {whole}") <= WIDTH
    inner = _NEXT.join([*parts[:-1], f"{parts[-1]}{' ' if fits else _NEXT}in {whole}"])
    return f"assert ({_NEXT}{inner}\n    )"


def docstring(title: str) -> str:
    """The title as one line that ends in a full stop and cannot end the string early."""
    words = " ".join(title.replace("\\", "/").replace('"', "'").split())
    plain = "".join(one for one in words if one.isprintable())
    short = plain if len(plain) <= 88 else f"{plain[:87].rstrip()}…"
    return f'"""{short if short.endswith((".", "?", "!", "…")) else f"{short}."}"""'
