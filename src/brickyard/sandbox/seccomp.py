"""A seccomp filter written out by hand: system calls that no tested program needs are refused.

The list is a second wall behind namespaces: ways into the kernel, into other processes, or out of
the namespaces. Classic BPF, assembled here, for the machines in `_TABLES`.
"""

import errno
import platform
import struct
from collections.abc import Iterable

from brickyard.errors import SandboxBroken

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND = 0, 4, 16, 24
_NEW_NAMESPACE = 0x7E020080
_AF_UNIX, _AF_INET, _AF_INET6 = 1, 2, 10
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C

_SAME_EVERYWHERE = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428,
    "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
    "clone3": 435, "pidfd_getfd": 438, "mount_setattr": 442, "memfd_secret": 447,
}  # fmt: skip
_X86_64 = _SAME_EVERYWHERE | {
    "ioctl": 16, "shmget": 29, "socket": 41, "clone": 56, "semget": 64, "msgget": 68,
    "ptrace": 101, "syslog": 103, "personality": 135, "vhangup": 153, "pivot_root": 155,
    "chroot": 161, "acct": 163, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168,
    "reboot": 169, "iopl": 172, "ioperm": 173, "init_module": 175, "delete_module": 176,
    "quotactl": 179, "lookup_dcookie": 212, "mq_open": 240, "kexec_load": 246, "add_key": 248,
    "request_key": 249, "keyctl": 250, "unshare": 272, "perf_event_open": 298,
    "fanotify_init": 300, "name_to_handle_at": 303, "open_by_handle_at": 304, "setns": 308,
    "process_vm_readv": 310, "process_vm_writev": 311, "finit_module": 313, "memfd_create": 319,
    "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323,
}  # fmt: skip
_AARCH64 = _SAME_EVERYWHERE | {
    "ioctl": 29, "umount2": 39, "mount": 40, "pivot_root": 41, "chroot": 51, "vhangup": 58,
    "quotactl": 60, "acct": 89, "personality": 92, "unshare": 97, "kexec_load": 104,
    "init_module": 105, "delete_module": 106, "syslog": 116, "ptrace": 117, "reboot": 142,
    "mq_open": 180, "msgget": 186, "semget": 190, "shmget": 194, "socket": 198, "add_key": 217,
    "request_key": 218, "keyctl": 219, "clone": 220, "swapon": 224, "swapoff": 225,
    "perf_event_open": 241, "fanotify_init": 262, "name_to_handle_at": 264,
    "open_by_handle_at": 265, "setns": 268, "process_vm_readv": 270, "process_vm_writev": 271,
    "finit_module": 273, "memfd_create": 279, "bpf": 280, "userfaultfd": 282,
    "kexec_file_load": 294,
}  # fmt: skip
_MARKS_SAME_EVERYWHERE = {"fchmodat2": 452, "setxattrat": 463, "removexattrat": 466}
_MARKS_X86_64 = _MARKS_SAME_EVERYWHERE | {
    "chmod": 90, "fchmod": 91, "chown": 92, "fchown": 93, "lchown": 94, "utime": 132,
    "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "removexattr": 197, "lremovexattr": 198,
    "fremovexattr": 199, "utimes": 235, "fchownat": 260, "futimesat": 261, "fchmodat": 268,
    "utimensat": 280,
}  # fmt: skip
_MARKS_AARCH64 = _MARKS_SAME_EVERYWHERE | {
    "setxattr": 5, "lsetxattr": 6, "fsetxattr": 7, "removexattr": 14, "lremovexattr": 15,
    "fremovexattr": 16, "fchmod": 52, "fchmodat": 53, "fchownat": 54, "fchown": 55,
    "utimensat": 88,
}  # fmt: skip
_MARKS = {"x86_64": _MARKS_X86_64, "aarch64": _MARKS_AARCH64}
_TABLES = {"x86_64": (_X86_64, 0xC000003E), "aarch64": (_AARCH64, 0xC00000B7)}
_JUDGED_BY_ARGUMENT = ("clone", "clone3", "socket", "ioctl")

_Instruction = tuple[int, int, int, int]


def namespace_filter(machine: str = "") -> bytes:
    """The filter for programs in namespaces."""
    machine = _known(machine)
    calls, architecture = _TABLES[machine]
    refused = sorted(calls[name] for name in calls if name not in _JUDGED_BY_ARGUMENT)
    return _assemble(
        [
            *_check_architecture(architecture, machine),
            *_refuse(refused, errno.EPERM),
            *_refuse([calls["clone3"]], errno.ENOSYS),
            *_no_new_namespace(calls["clone"]),
            *_no_terminal_input(calls["ioctl"]),
            *_known_sockets(calls["socket"]),
            (_RETURN, 0, 0, _ALLOW),
        ]
    )


def landlock_filter(machine: str = "") -> bytes:
    """The filter on top of Landlock, which lets changes of mode, owner, times and marks by."""
    machine = _known(machine)
    calls, architecture = _TABLES[machine]
    refused = sorted((*_MARKS[machine].values(), calls["memfd_create"]))
    return _assemble(
        [
            *_check_architecture(architecture, machine),
            *_refuse(refused, errno.EPERM),
            (_RETURN, 0, 0, _ALLOW),
        ]
    )


def _known(machine: str) -> str:
    machine = machine or platform.machine()
    if machine not in _TABLES:
        raise SandboxBroken(
            f"No system call filter is known for this kind of machine, {machine}.",
            hint=f"Run on one of: {', '.join(_TABLES)}.",
        )
    return machine


def _check_architecture(architecture: int, machine: str) -> list[_Instruction]:
    """Kill on another architecture's calls, and on x86-64's second numbering."""
    check = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
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


def _no_new_namespace(clone: int) -> list[_Instruction]:
    return [
        (_EQUAL, 0, 4, clone),
        (_LOAD, 0, 0, _FIRST),
        (_ANY_BIT, 0, 1, _NEW_NAMESPACE),
        (_RETURN, 0, 0, _REFUSE | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _no_terminal_input(ioctl: int) -> list[_Instruction]:
    return [
        (_EQUAL, 0, 5, ioctl),
        (_LOAD, 0, 0, _SECOND),
        (_EQUAL, 1, 0, _TIOCSTI),
        (_EQUAL, 0, 1, _TIOCLINUX),
        (_RETURN, 0, 0, _REFUSE | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _known_sockets(socket: int) -> list[_Instruction]:
    """Local and internet sockets alone; the network namespace holds nothing but loopback."""
    return [
        (_EQUAL, 0, 6, socket),
        (_LOAD, 0, 0, _FIRST),
        (_EQUAL, 3, 0, _AF_UNIX),
        (_EQUAL, 2, 0, _AF_INET),
        (_EQUAL, 1, 0, _AF_INET6),
        (_RETURN, 0, 0, _REFUSE | errno.EACCES),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _assemble(instructions: list[_Instruction]) -> bytes:
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions)
