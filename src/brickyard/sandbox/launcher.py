"""Runs inside the sandbox, before the program: drops what is left of power, then becomes it.

Standard library only, few imports: this is the overhead of every sandboxed command. The nonce on
standard error says that the sandbox stands; without it, whatever happened was not the program's.

usage: launcher.py NONCE USER FILTER SOURCE BOX MEMORY FILE PROCESSES COMMAND...
"""

# ruff: noqa: PTH103, PTH123, PTH208 (plain calls start faster than pathlib)

import os
import resource
import sys


def main(arguments: list[str]) -> None:
    nonce, user, bpf, source, box, memory, file, processes, *command = arguments
    close_inherited()
    if user:
        drop(int(user))
    limit(int(memory), int(file), int(processes))
    if source:
        unpack(source, box)
    os.chdir(box)
    program = find(command[0])
    if bpf:
        confine(bytes.fromhex(bpf))
    os.write(2, f"\n{nonce}\n".encode())
    try:
        os.execv(program, command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127 if isinstance(error, FileNotFoundError) else 126)


def close_inherited() -> None:
    """Whatever their numbers: those of a busy host are high."""
    for name in os.listdir("/proc/self/fd"):
        if int(name) > 2:
            try:
                os.close(int(name))
            except OSError:
                continue


def unpack(source: str, target: str) -> None:
    """Each file is a line with its size and path, then its content."""
    with open(source, "rb") as archive:
        while head := archive.readline():
            size, _, path = head[:-1].decode().partition(" ")
            os.makedirs(f"{target}/{path}".rpartition("/")[0], exist_ok=True)
            with open(f"{target}/{path}", "xb") as file:
                file.write(archive.read(int(size)))


def drop(user: int) -> None:
    """Give up root for a user of its own, and make sure that no power is left."""
    if os.getuid() != user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    refuse_power()


def refuse_power() -> None:
    with open("/proc/self/status") as status:
        fields = dict(line.rstrip("\n").split(":\t", 1) for line in status if ":\t" in line)
    held = [name for name in ("CapPrm", "CapEff", "CapAmb") if int(fields[name], 16)]
    if held:
        sys.exit(f"capabilities are left: {held}")


def limit(memory: int, file: int, processes: int) -> None:
    caps = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_FSIZE: file,
        resource.RLIMIT_NPROC: processes,
        resource.RLIMIT_NOFILE: 1024,
        resource.RLIMIT_CORE: 0,
    }
    for kind, cap in caps.items():
        most = resource.getrlimit(kind)[1]
        if cap >= 0:
            cap = cap if most == resource.RLIM_INFINITY else min(cap, most)
            resource.setrlimit(kind, (cap, cap))


def find(name: str) -> str:
    """A path as it is; a plain name on PATH, where not finding it is the sandbox's fault."""
    if "/" in name:
        return name
    for folder in os.environ["PATH"].split(":"):
        if os.access(f"{folder}/{name}", os.X_OK):
            return f"{folder}/{name}"
    sys.exit(f"the tool environment has no command {name!r}")


def confine(program: bytes) -> None:
    """Give up all capabilities, and install a seccomp filter of ours on top of what is there."""
    import ctypes

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]

    code = ctypes.create_string_buffer(program, len(program))
    installed = Program(len(program) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    third_version = (ctypes.c_uint32 * 2)(0x20080522, 0)
    if libc.capset(third_version, (ctypes.c_uint32 * 6)()):
        sys.exit(f"capabilities cannot be dropped: {os.strerror(ctypes.get_errno())}")
    refuse_power()
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(installed), 0, 0):
        sys.exit(f"no seccomp filter: {os.strerror(ctypes.get_errno())}")


if __name__ == "__main__":
    main(sys.argv[1:])
