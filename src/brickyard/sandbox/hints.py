"""What to do next when a sandbox failed, and whether it was the machine that refused us."""

import errno
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from brickyard.errors import SandboxBroken
from brickyard.sandbox import hints


@contextmanager
def not_the_program() -> Generator[None]:
    """A full disk, no descriptor, no process left: the sandbox broke, with what to do about it."""
    try:
        yield
    except OSError as error:
        raise SandboxBroken(
            f"The sandbox could not be made: {error}", hint=hints.for_error(error)
        ) from error


_INSTALL = {
    "debian": "apt-get install bubblewrap",
    "ubuntu": "apt-get install bubblewrap",
    "fedora": "dnf install bubblewrap",
    "rhel": "dnf install bubblewrap",
    "arch": "pacman -S bubblewrap",
    "alpine": "apk add bubblewrap",
    "suse": "zypper install bubblewrap",
}
RELEASE = Path("/etc/os-release")
_SPACE = "Free some space in the folder for temporary files and in /dev/shm, then run again."
_DESCRIPTORS = (
    "Raise the limit on open files (`ulimit -n`) or lower the setting `sandboxes`, then run again."
)
_PROCESSES = (
    "Raise the limit on processes (`ulimit -u`), end other programs or lower the setting "
    "`sandboxes`, then run again."
)
MEMORY = "Free some memory or lower the setting `sandboxes`, then run again."
_NAMESPACES = (
    "Allow namespaces for ordinary users (`sysctl kernel.unprivileged_userns_clone=1`, or "
    "`sysctl kernel.apparmor_restrict_unprivileged_userns=0` on Ubuntu), or use "
    "`--sandbox sandlock`, then run again."
)
_NO_SANDBOX = (
    "Allow namespaces (`sysctl kernel.unprivileged_userns_clone=1`; on Ubuntu `sysctl "
    "kernel.apparmor_restrict_unprivileged_userns=0`; in a container start it with `--security-opt "
    "seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN`), or use Linux "
    "6.12 or newer, where sandlock needs none of that; then run again."
)
_ENVIRONMENT = "Make the tool environment again with `brickyard doctor --prepare`, then run again."
_DOCTOR = "Run `brickyard doctor` to see what is missing here, then run again."
_BY_NUMBER = {
    errno.ENOSPC: _SPACE,
    errno.EDQUOT: _SPACE,
    errno.EMFILE: _DESCRIPTORS,
    errno.ENFILE: _DESCRIPTORS,
    errno.EAGAIN: _PROCESSES,
    errno.ENOMEM: MEMORY,
}
_BY_WORDS = (
    (r"No space left|Disk quota exceeded", _SPACE),
    (r"Too many open files", _DESCRIPTORS),
    (r"Resource temporarily unavailable|can't start new thread", _PROCESSES),
    (r"Cannot allocate memory", MEMORY),
    (r"No permissions to creat|new namespace|uid map|user namespace", _NAMESPACES),
    (
        r"Can't find source path|/opt/[a-z]{6}/|No module named 'encodings'|tool environment",
        _ENVIRONMENT,
    ),
)


def for_error(error: OSError) -> str:
    """What to do when the machine refused us something."""
    return _BY_NUMBER.get(error.errno or 0, _DOCTOR)


def for_words(said: str) -> str:
    """What to do when a sandbox gave up with these words."""
    return next((hint for words, hint in _BY_WORDS if re.search(words, said)), _DOCTOR)


def for_refused(reason: str, release: Path = RELEASE) -> str:
    """What to do about a sandbox that is missing or does not isolate here."""
    hint = for_words(reason)
    if hint != _DOCTOR:
        return hint
    return (
        f"Install bubblewrap with `{install_command(release)}`, or choose another sandbox with "
        "`--sandbox`, then run again."
    )


def for_none(reasons: Sequence[str]) -> str:
    """What to do where neither bubblewrap nor sandlock works, as in many containers."""
    if any(for_words(reason) == _NAMESPACES for reason in reasons):
        return _NO_SANDBOX
    return for_refused(reasons[0])


def install_command(release: Path) -> str:
    """The one command that installs bubblewrap on this distribution."""
    lines = release.read_text("utf-8").splitlines() if release.is_file() else []
    fields = dict(line.split("=", 1) for line in lines if "=" in line)
    names = f"{fields.get('ID', '')} {fields.get('ID_LIKE', '')}".replace('"', "").split()
    return next((_INSTALL[name] for name in names if name in _INSTALL), _INSTALL["debian"])
