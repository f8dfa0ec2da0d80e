"""All attacks, by what they are on, in the order of the table."""

from attack_kit import Attack
from attacks_on_files import FILES, METADATA
from attacks_on_kernel import CALLS, NAMESPACES, SETTINGS
from attacks_on_network import LOCAL_SOCKETS, NETWORK
from attacks_on_processes import PROCESSES, SIGNALS, TRACING
from attacks_on_resources import DISK, MEMORY, OUTPUT, TIME
from attacks_on_secrets import ENVIRONMENT, JUDGES, OTHERS

ATTACKS: dict[str, tuple[Attack, ...]] = {
    "files": FILES,
    "metadata of files": METADATA,
    "environment": ENVIRONMENT,
    "network": NETWORK,
    "local sockets": LOCAL_SOCKETS,
    "processes": PROCESSES,
    "signals": SIGNALS,
    "tracing": TRACING,
    "namespaces": NAMESPACES,
    "/proc, /sys, /dev": SETTINGS,
    "system calls": CALLS,
    "memory": MEMORY,
    "disk": DISK,
    "time": TIME,
    "output": OUTPUT,
    "other sandboxes": OTHERS,
    "trusted files and tools": JUDGES,
}
EVERY = tuple(attack for attacks in ATTACKS.values() for attack in attacks)
