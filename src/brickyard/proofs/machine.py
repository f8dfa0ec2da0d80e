"""What a measurement was made on: a time says nothing without it."""

import os
import platform
from pathlib import Path

from brickyard.values import Value


class Machine(Value):
    """`load`: how many programs wanted a core in the minute before."""

    processor: str
    cores: int
    load: float

    def __str__(self) -> str:
        cores = "1 core" if self.cores == 1 else f"{self.cores} cores"
        return f"{self.processor}, {cores}, load {self.load:.1f}"


def this_machine(described: Path = Path("/proc/cpuinfo")) -> Machine:
    return Machine(
        processor=_model(described) or platform.machine(),
        cores=os.cpu_count() or 1,
        load=round(os.getloadavg()[0], 2),
    )


def _model(described: Path) -> str:
    try:
        lines = described.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    fields = (line.partition(":") for line in lines)
    return next((" ".join(value.split()) for name, _, value in fields if "model name" in name), "")
