"""Makes every attack on one sandbox, as the user who runs this, and prints what came of them.

usage: attack_driver.py BACKEND TOOLS ATTACK...    TOOLS: the folder of the tool environment
"""

import asyncio
import json
import os
import sys
import sysconfig
import tempfile
from collections.abc import AsyncGenerator, Generator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from attack_kit import MARK, THROUGH, UNFILTERED, Attack, Observed, files, judge
from attack_list import EVERY
from attack_world import World, running

from brickyard.errors import BrickyardError
from brickyard.events import silent
from brickyard.files import Files
from brickyard.sandbox import Limits, Sandbox, Toolchain, choose
from brickyard.sandbox.bubblewrap import Bubblewrap, programs

_AT_ONCE = 2
_MANY = 400
"""More descriptors than a careless sandbox closes."""
_NEIGHBOUR = "print('here', flush=True); import time; time.sleep(600)"


async def main(backend: str, tools: Path, names: list[str]) -> dict[str, Observed]:
    os.umask(0o022)
    toolchain = Toolchain(path=tools, digest="attacked")
    with ExitStack() as stack:
        if backend == UNFILTERED:
            sandbox = Bubblewrap(toolchain, stack.enter_context(_unfiltered()))
        else:
            sandbox = await choose(backend, toolchain, listener=silent)
        descriptors = _open_many(stack)
        async with _neighbour(sandbox) as neighbour:
            told = {**neighbour, "descriptors": descriptors, "sandboxed": backend != "none"}
            return await _all(sandbox, _precious(tools), told, names)


async def _all(
    sandbox: Sandbox, precious: list[Path], told: dict[str, Any], names: list[str]
) -> dict[str, Observed]:
    slots = asyncio.Semaphore(_AT_ONCE)

    async def one(attack: Attack) -> Observed:
        async with slots:
            return await _attack(sandbox, attack, precious, told)

    chosen = [attack for attack in EVERY if attack.name in names]
    observed = await asyncio.gather(*map(one, chosen))
    return {attack.name: each for attack, each in zip(chosen, observed, strict=True)}


async def _attack(
    sandbox: Sandbox, attack: Attack, precious: list[Path], told: dict[str, Any]
) -> Observed:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="world-"))
        world = World(Path(folder), precious, stack)
        observed = await _run(sandbox, attack, world.facts(told), attack.program)
        if attack.then and not observed.through:
            observed = await _run(sandbox, attack, world.facts(told), attack.then)
        return observed.model_copy(update={"harm": tuple(world.harm())})


async def _run(sandbox: Sandbox, attack: Attack, facts: dict[str, Any], program: str) -> Observed:
    command = ("python", "attack.py", json.dumps(facts), "/trusted/test.py")
    readonly = Files({"test.py": "trusted"})
    try:
        outcome = await sandbox.run(files(program), command, attack.limits, readonly=readonly)
    except BrickyardError as error:
        return Observed(word=THROUGH, through=(f"the sandbox broke: {error.message}",))
    return judge(attack, outcome)


@contextmanager
def _unfiltered() -> Generator[str]:
    """A bubblewrap that forgets its filter, to see what the walls before it hold alone."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "bwrap")
        real = next(iter(programs()))
        program.write_text(f'#!/bin/sh\noptions=$2; shift 4; exec {real} --args "$options" "$@"\n')
        program.chmod(0o755)
        yield str(program)


def _open_many(stack: ExitStack) -> list[int]:
    """A busy host has many files open, and some of them can be inherited."""
    opened = [os.open(__file__, os.O_RDONLY) for _ in range(_MANY)]
    for descriptor in opened:
        stack.callback(os.close, descriptor)
        os.set_inheritable(descriptor, True)
    return opened[-1:]


def _precious(tools: Path) -> list[Path]:
    """What programs may read and nobody may change."""
    packages = next(tools.glob("lib/python*/site-packages"))
    python = (tools / "bin" / "python").resolve()
    system = (Path("/usr/bin/env"), Path("/usr/bin"), python, python.parent.parent)
    stdlib = Path(sysconfig.get_paths()["stdlib"])
    return [*system, stdlib, tools, tools / "bin", tools / "pyvenv.cfg", packages]


@asynccontextmanager
async def _neighbour(sandbox: Sandbox) -> AsyncGenerator[dict[str, Any]]:
    """Another sandbox, running all the time, with a file that only it should see."""
    token = f"neighbour-{os.getpid()}"
    command = ("python", "-c", _NEIGHBOUR, token)
    run = sandbox.run(Files({"neighbour.txt": MARK}), command, Limits(seconds=600))
    task = asyncio.create_task(run)
    try:
        while not (pids := _programs(token)):
            await asyncio.sleep(0.01)
            if task.done():
                task.result()
        places = Path(tempfile.gettempdir()).glob("tmp*/home/*/*/neighbour.txt")
        yield {"neighbours": pids, "neighbour_files": list(map(str, places))}
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _programs(token: str) -> list[int]:
    """Those that have become the program, not those that are on the way to it."""
    return running(token, start="python\0-c")


if __name__ == "__main__":
    backend, tools, *names = sys.argv[1:]
    results = asyncio.run(main(backend, Path(tools), names))
    print(json.dumps({name: each.model_dump(mode="json") for name, each in results.items()}))
