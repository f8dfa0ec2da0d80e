"""Vacuous tests as cases: each must be refused, with these words for its writer."""

from red_entries import Entry, call, case, py, run

PASSES = "passes although no operation does anything"
EVERY = "passes on every impostor"


def fooled_by(what: str) -> str:
    return f"Code in which every operation {what} passes all tests of"


NONE = fooled_by("returns None")
ZERO = fooled_by("returns 0")
EMPTY = fooled_by("returns an empty string")
LIST = fooled_by("returns an empty list")
TRUE = fooled_by("returns True")
FIRST = fooled_by("returns its first argument")
HOLLOW = fooled_by("returns an empty value of its declared type")

VACUOUS_CASES: tuple[Entry, ...] = (
    case(
        "no-expectation",
        "nothing is expected",
        call("core.add", 1, 2),
        reason="no step expects anything",
    ),
    case("no-step", "nothing is done", reason="it has no step"),
    case(
        "only-none",
        "what an impostor gives",
        call("core.find", ["a"], "x", value=None),
        reason=NONE,
    ),
    case("only-zero", "what an impostor gives", call("core.add", 0, 0, value=0), reason=ZERO),
    case("only-empty", "what an impostor gives", call("core.clean", "  ", value=""), reason=EMPTY),
    case("only-nothing", "what an impostor gives", call("core.order", [], value=[]), reason=LIST),
    case("only-true", "what an impostor gives", call("core.is_even", 2, value=True), reason=TRUE),
    case(
        "only-false",
        "what a hollow impostor gives",
        call("core.is_even", 3, value=False),
        reason=HOLLOW,
    ),
    case(
        "only-argument", "the argument comes back", call("core.clean", "a", value="a"), reason=FIRST
    ),
    case("no-items", "a generator of nothing", call("core.evens", 0, value=[]), reason=LIST),
    case("no-ticks", "an async generator of nothing", call("core.ticks", 0, value=[]), reason=LIST),
    case(
        "new-object",
        "a property of a new object",
        call("core.Box", save="box"),
        call("box.size", value=0),
        reason=ZERO,
    ),
    case(
        "made-empty",
        "a property of an object that a classmethod made",
        call("core.Box.of", save="box"),
        call("box.size", value=0),
        reason=HOLLOW,
    ),
    case(
        "two-zeros",
        "a sum of nothing",
        call("core.total", [], value=py("Decimal(0)")),
        reason=HOLLOW,
    ),
    case(
        "only-constructs",
        "a dataclass is made",
        call("core.Point", 1, save="point"),
        call("point.x", value=1),
        reason=PASSES,
    ),
    case(
        "only-defaults",
        "a declared default is read",
        call("core.Money", py("Decimal(1)"), save="paid"),
        call("paid.currency", value="EUR"),
        reason=PASSES,
    ),
    case("silence", "a command exits with 0", run("sum", exit=0), reason=NONE),
    case("silence-out", "and prints nothing", run("sum", exit=0, stdout=""), reason=NONE),
    case("fails-somehow", "a command exits with 1", run("copy", "a", "b", exit=1), reason=EMPTY),
    case(
        "file-before",
        "a file that was there before",
        run("copy", "a.txt", "b.txt", files={"a.txt": "x"}),
        files={"a.txt": "x"},
        reason=EVERY,
    ),
    case(
        "file-never",
        "a file that nobody would write",
        call("core.save", "a.txt", "x", no_files=["b.txt"]),
        reason=EVERY,
    ),
    case(
        "silent-call",
        "nothing is printed",
        call("core.save", "a.txt", "x", stdout=""),
        reason=EVERY,
    ),
    case(
        "any-error",
        "any exception will do",
        call("core.price", "2", raises="Exception"),
        reason="is raised by any fault",
    ),
    case(
        "any-words",
        "an empty text in the output",
        run("sum", "1", stdout_has=[""]),
        reason="an empty text is in every output",
    ),
    case("wrong-count", "a wrong signature", call("core.add", 1, value=1), reason="takes (a, b)"),
    case(
        "wrong-name",
        "an unknown parameter",
        call("core.half", kwargs={"x": 1}, value=1),
        reason="'core.half' takes",
    ),
    case(
        "unknown", "an unknown operation", call("core.multiply", 1, 2, value=2), reason="multiply"
    ),
    case(
        "private",
        "the private exception",
        call("core.add", 1, 2, raises="_BrickyardReached"),
        reason="_BrickyardReached",
    ),
    case(
        "contradictory",
        "a value and an exception",
        call("core.add", 1, 2, value=3, raises="TypeError"),
        reason="only one can be",
    ),
)
