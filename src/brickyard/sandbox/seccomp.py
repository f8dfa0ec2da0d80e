"""A seccomp filter written out by hand: system calls that no tested program needs are refused.

It is a second wall behind namespaces, and behind Landlock, which lets much by. Classic BPF,
assembled here, for the machines in `system_calls`.
"""

import errno
import platform
import struct
from collections.abc import Iterable

from brickyard.errors import SandboxBroken
from brickyard.sandbox import system_calls as calls

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND = 0, 4, 16, 24
_NEW_NAMESPACE = 0x7E020080
_AF_UNIX, _AF_INET, _AF_INET6 = 1, 2, 10
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_OF_STREAMS = (0x5401, 0x5402, 0x5403, 0x5404, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""Is it a terminal, how wide, its mode; bytes to read; blocking or not; closed on exec or not."""
_OWN_PRIORITY = {"setpriority": 0, "ioprio_set": 1}
"""The first argument that says that the second is a process."""

_Instruction = tuple[int, int, int, int]


def namespace_filter(machine: str = "") -> bytes:
    """The filter for programs in namespaces."""
    machine = _known(machine)
    return _assemble(
        [
            *_common(machine, calls.REFUSED[machine].values()),
            *_no_terminal_input(calls.BY_ARGUMENT[machine]["ioctl"]),
            (_RETURN, 0, 0, _ALLOW),
        ]
    )


def landlock_filter(machine: str = "") -> bytes:
    """The filter on top of Landlock, below which the host's processes and mounts are in reach.

    Landlock lets by changes of mode, owner, times and attributes of files, also those that go
    through `ioctl`, and changes of other processes' limits and priorities.
    """
    machine = _known(machine)
    refused = (*calls.REFUSED[machine].values(), *calls.MARKS[machine].values())
    priorities = calls.PRIORITIES[machine].items()
    return _assemble(
        [
            *_common(machine, refused),
            *_streams_only(calls.BY_ARGUMENT[machine]["ioctl"]),
            *(step for call in calls.OF_ITSELF[machine].values() for step in _of_itself(call)),
            *(step for name, call in priorities for step in _own(call, _OWN_PRIORITY[name])),
            (_RETURN, 0, 0, _ALLOW),
        ]
    )


def _known(machine: str) -> str:
    machine = machine or platform.machine()
    if machine not in calls.ARCHITECTURES:
        raise SandboxBroken(
            f"No system call filter is known for this kind of machine, {machine}.",
            hint=f"Run on one of: {', '.join(calls.ARCHITECTURES)}.",
        )
    return machine


def _common(machine: str, refused: Iterable[int]) -> list[_Instruction]:
    judged = calls.BY_ARGUMENT[machine]
    return [
        *_check_architecture(machine),
        *_refuse(sorted(refused), errno.EPERM),
        *_refuse([judged["clone3"]], errno.ENOSYS),
        *_no_new_namespace(judged["clone"]),
        *_known_sockets(judged["socket"]),
    ]


def _check_architecture(machine: str) -> list[_Instruction]:
    """Kill on another architecture's calls, and on x86-64's second numbering."""
    check = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, calls.ARCHITECTURES[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if machine == "x86_64":
        check += [(_AT_LEAST, 0, 1, 0x40000000), (_RETURN, 0, 0, _KILL)]
    return check


def _refuse(numbers: Iterable[int], error: int) -> list[_Instruction]:
    return [
        instruction
        for number in numbers
        for instruction in ((_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE | error))
    ]


def _judge(call: int, judgement: list[_Instruction]) -> list[_Instruction]:
    """`judgement` is for this call alone, and comes to an end."""
    return [(_EQUAL, 0, len(judgement), call), *judgement]


def _no_new_namespace(clone: int) -> list[_Instruction]:
    return _judge(
        clone,
        [
            (_LOAD, 0, 0, _FIRST),
            (_ANY_BIT, 0, 1, _NEW_NAMESPACE),
            (_RETURN, 0, 0, _REFUSE | errno.EPERM),
            (_RETURN, 0, 0, _ALLOW),
        ],
    )


def _no_terminal_input(ioctl: int) -> list[_Instruction]:
    return _judge(
        ioctl,
        [
            (_LOAD, 0, 0, _SECOND),
            (_EQUAL, 1, 0, _TIOCSTI),
            (_EQUAL, 0, 1, _TIOCLINUX),
            (_RETURN, 0, 0, _REFUSE | errno.EPERM),
            (_RETURN, 0, 0, _ALLOW),
        ],
    )


def _known_sockets(socket: int) -> list[_Instruction]:
    """Local and internet sockets alone; which of these reach anything is for the first wall."""
    return _judge(
        socket, [(_LOAD, 0, 0, _FIRST), *_one_of((_AF_UNIX, _AF_INET, _AF_INET6), errno.EACCES)]
    )


def _streams_only(ioctl: int) -> list[_Instruction]:
    return _judge(ioctl, [(_LOAD, 0, 0, _SECOND), *_one_of(_OF_STREAMS, errno.ENOTTY)])


def _of_itself(call: int) -> list[_Instruction]:
    return _judge(call, [(_LOAD, 0, 0, _FIRST), *_one_of((0,), errno.EPERM)])


def _own(call: int, process: int) -> list[_Instruction]:
    """A pair of arguments that together name the caller itself."""
    return _judge(
        call,
        [
            (_LOAD, 0, 0, _FIRST),
            (_EQUAL, 1, 0, process),
            (_RETURN, 0, 0, _REFUSE | errno.EPERM),
            (_LOAD, 0, 0, _SECOND),
            *_one_of((0,), errno.EPERM),
        ],
    )


def _one_of(values: tuple[int, ...], error: int) -> list[_Instruction]:
    """Allow the loaded value if it is one of these, else refuse it."""
    return [
        *((_EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)),
        (_RETURN, 0, 0, _REFUSE | error),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _assemble(instructions: list[_Instruction]) -> bytes:
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions)
