"""What was seen, held against what is wanted: a reason, or nothing when it is right."""

from collections.abc import Iterator
from typing import Any

from brickyard.proofs.data.outside.decoded import Malformed, decode
from brickyard.proofs.data.outside.playing import Observation, Raised, Seen
from brickyard.proofs.data.outside.sameness import same
from brickyard.proofs.data.outside.scripts import Want
from brickyard.proofs.data.outside.standins import Opaque

LONGEST = 4000


def verdict(wants: tuple[tuple[Want, Any], ...], seen: Observation | str) -> str:
    """Why the first step that is wrong is wrong; each want comes with its expected value."""
    if isinstance(seen, str):
        return seen
    if seen.unread is not None:
        return f"the code could not be imported: {_shown_error(seen.unread)}"
    if len(seen.steps) != len(wants):
        return "it told of more or fewer steps than it has"
    pairs = zip(wants, seen.steps, strict=True)
    for number, ((want, value), step) in enumerate(pairs, 1):
        try:
            why = next(_wrong(want, value, step), "")
        except Malformed as error:
            why = str(error)
        if why:
            return f"{printable(why)[:LONGEST]} (step {number}, judged outside the process)"
    return ""


def printable(text: str) -> str:
    """Halves of surrogate pairs cannot be written anywhere."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _wrong(want: Want, value: Any, seen: Seen) -> Iterator[str]:
    """In the order in which a rendered test looks."""
    if want.raises:
        yield from _wrong_exception(want, seen.raised)
    elif seen.raised is not None:
        yield _shown_error(seen.raised)
    elif want.expect.has_value:
        yield from _wrong_value(want, value, seen)
    yield from _wrong_exit(want, seen)
    yield from _wrong_text(want, seen)
    yield from _wrong_files(want, seen)


def _wrong_exception(want: Want, raised: Raised | None) -> Iterator[str]:
    if raised is None:
        yield f"expected {want.expect.raises}, but nothing was raised"
    elif want.raises not in raised.kinds:
        yield f"expected {want.expect.raises}, got {_shown_error(raised)}"
    elif want.expect.message_has not in raised.message:
        yield f"expected {want.expect.message_has!r} in the message {raised.message!r}"


def _shown_error(raised: Raised) -> str:
    return printable(f"{raised.name}: {raised.message}" if raised.message else raised.name)


def _wrong_value(want: Want, value: Any, seen: Seen) -> Iterator[str]:
    if "value" not in seen.model_fields_set:
        yield "it told no value"
        return
    got = decode(seen.value)
    if not same(got, value, want.expect.approx or 0.0):
        yield f"expected {shown(value)}, got {shown(got)}"


def _wrong_exit(want: Want, seen: Seen) -> Iterator[str]:
    if want.expect.exit is not None and not same(got := decode(seen.exit), want.expect.exit):
        yield f"expected exit code {want.expect.exit}, got {shown(got)}"


def _wrong_text(want: Want, seen: Seen) -> Iterator[str]:
    out, err = decode(seen.out), decode(seen.err)
    if want.expect.stdout is not None and not same(out, want.expect.stdout):
        yield f"expected the output {want.expect.stdout!r}, got {shown(out)}"
    for part in want.expect.stdout_has:
        if not isinstance(out, str) or part not in out:
            yield f"expected {part!r} in the output {shown(out)}"
    for part in want.expect.stderr_has:
        if not isinstance(err, str) or part not in err:
            yield f"expected {part!r} in the error output {shown(err)}"


def _wrong_files(want: Want, seen: Seen) -> Iterator[str]:
    asked = {*want.expect.files, *want.expect.no_files}
    if seen.files.keys() != asked:
        yield "it told of other files than it was asked about"
        return
    for path, text in sorted(want.expect.files.items()):
        got = decode(seen.files[path])
        if got is None:
            yield f"expected the file '{path}', which is not there"
        elif not same(got, text):
            yield f"expected {text!r} in the file '{path}', got {shown(got)}"
    for path in want.expect.no_files:
        if decode(seen.files[path]) is not None:
            yield f"expected no file '{path}', which is there"


def shown(value: Any) -> str:
    """As Python writes it, if it can; integers may be too long for that."""
    if isinstance(value, Opaque):
        return value.why
    try:
        return repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__} that is too long to show"
