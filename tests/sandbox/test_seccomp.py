"""The filters, read back by a small machine of our own and held against real numbers."""

import errno
import struct
from collections.abc import Callable

import pytest

from brickyard.errors import SandboxBroken
from brickyard.sandbox import system_calls
from brickyard.sandbox.seccomp import landlock_filter, namespace_filter

ALLOW, KILL = 0x7FFF0000, 0x80000000
EPERM, ENOSYS, EACCES, ENOTTY = (
    0x50000 | e for e in (errno.EPERM, errno.ENOSYS, errno.EACCES, errno.ENOTTY)
)
X86_64, AARCH64 = 0xC000003E, 0xC00000B7


def judge(program: bytes, architecture: int, number: int, first: int = 0, second: int = 0) -> int:
    """What the kernel would do: classic BPF over the fields of a system call."""
    data = struct.pack("=IIQQQ", number, architecture, 0, first, second)
    code = list(struct.iter_unpack("=HBBI", program))
    at = value = 0
    while True:
        kind, yes, no, k = code[at]
        at += 1
        match kind:
            case 0x20:
                value = struct.unpack_from("=I", data, k)[0]
            case 0x06:
                return k
            case 0x15:
                at += yes if value == k else no
            case 0x35:
                at += yes if value >= k else no
            case 0x45:
                at += yes if value & k else no
            case _:
                raise AssertionError(kind)


@pytest.mark.parametrize(
    ("number", "first", "second", "verdict"),
    [
        (0, 0, 0, ALLOW),
        (101, 0, 0, EPERM),
        (165, 0, 0, EPERM),
        (319, 0, 0, EPERM),
        (425, 0, 0, EPERM),
        (435, 0, 0, ENOSYS),
        (56, 0x1200011, 0, ALLOW),
        (56, 0x10000000, 0, EPERM),
        (56, 0x20000, 0, EPERM),
        (41, 1, 0, ALLOW),
        (41, 2, 0, ALLOW),
        (41, 10, 0, ALLOW),
        (41, 16, 0, EACCES),
        (41, 17, 0, EACCES),
        (41, 40, 0, EACCES),
        (16, 0, 0x5401, ALLOW),
        (16, 0, 0x5412, EPERM),
        (16, 0, 0x541C, EPERM),
        (0x40000000, 0, 0, KILL),
    ],
)
def test_each_call_is_judged_on_x86_64(number: int, first: int, second: int, verdict: int) -> None:
    assert judge(namespace_filter("x86_64"), X86_64, number, first, second) == verdict


@pytest.mark.parametrize(
    ("number", "first", "verdict"),
    [(63, 0, ALLOW), (117, 0, EPERM), (40, 0, EPERM), (435, 0, ENOSYS), (220, 0x10000000, EPERM),
     (220, 17, ALLOW), (198, 2, ALLOW), (198, 16, EACCES)],
)  # fmt: skip
def test_each_call_is_judged_on_aarch64(number: int, first: int, verdict: int) -> None:
    assert judge(namespace_filter("aarch64"), AARCH64, number, first) == verdict


@pytest.mark.parametrize("make", [namespace_filter, landlock_filter])
def test_another_architectures_calls_are_fatal(make: Callable[[str], bytes]) -> None:
    assert judge(make("x86_64"), AARCH64, 0) == KILL
    assert judge(make("aarch64"), X86_64, 63) == KILL


@pytest.mark.parametrize("number", [90, 91, 92, 93, 94, 132, 188, 235, 260, 268, 280, 319, 452])
def test_marks_of_files_cannot_be_changed_below_landlock(number: int) -> None:
    assert judge(landlock_filter("x86_64"), X86_64, number) == EPERM
    assert judge(landlock_filter("x86_64"), X86_64, 257) == ALLOW


OTHER, OWN = 4242, 0


@pytest.mark.parametrize(
    ("number", "first", "second", "verdict"),
    [
        *((call, OTHER, 0, EPERM) for call in (142, 144, 203, 302, 314)),
        *((call, OWN, 0, ALLOW) for call in (142, 144, 203, 302, 314)),
        (141, 0, OWN, ALLOW),
        (141, 0, OTHER, EPERM),
        (141, 2, 0, EPERM),
        (251, 1, OWN, ALLOW),
        (251, 1, OTHER, EPERM),
        (251, 3, 0, EPERM),
        (16, 0, 0x5401, ALLOW),
        (16, 0, 0x541B, ALLOW),
        (16, 0, 0x40086602, ENOTTY),
        (16, 0, 0xC0045877, ENOTTY),
        (41, 16, 0, EACCES),
        (41, 1, 0, ALLOW),
        (227, 0, 0, EPERM),
        (294, 0, 0, EPERM),
        (469, 0, 0, EPERM),
        (56, 0x10000000, 0, EPERM),
    ],
)
def test_what_landlock_lets_by_is_judged_below_it(
    number: int, first: int, second: int, verdict: int
) -> None:
    assert judge(landlock_filter("x86_64"), X86_64, number, first, second) == verdict


def test_the_tables_of_both_machines_name_the_same_calls() -> None:
    for table in (system_calls.REFUSED, system_calls.OF_ITSELF, system_calls.PRIORITIES):
        only_old = {"iopl", "ioperm", "lookup_dcookie"}
        assert set(table["x86_64"]) - only_old == set(table["aarch64"])


def test_a_machine_without_a_known_filter_is_refused() -> None:
    with pytest.raises(SandboxBroken, match="riscv64"):
        namespace_filter("riscv64")
