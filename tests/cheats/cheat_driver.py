"""Judges every cheating project on one sandbox, as the user who runs this, and prints the rows.

usage: cheat_driver.py BACKEND TOOLS [all-layers]    TOOLS: the folder of the tool environment
"""

import asyncio
import json
import os
import sys
from pathlib import Path

from cheat_judging import ALL_LAYERS, judge
from cheat_list import EVERY

from brickyard.events import silent
from brickyard.sandbox import Toolchain, choose


async def main(backend: str, tools: Path, *more: str) -> None:
    os.umask(0o022)
    sandbox = await choose(backend, Toolchain(path=tools, digest="cheated"), listener=silent)
    seen = await judge(sandbox, EVERY, all_layers=ALL_LAYERS in more)
    print(json.dumps({name: each.model_dump() for name, each in seen.items()}))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:]))
