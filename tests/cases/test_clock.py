"""The clock in a process of its own: all that a program may ask for the time, and may wait with."""

import json
import os
import subprocess
import sys
from pathlib import Path

from brickyard.cases import clock

PROGRAM = """
import asyncio, concurrent.futures, datetime, json, queue, subprocess, sys, threading, time, uuid
from time import monotonic, sleep, strftime

seen = {}
def told(name, value):
    seen[name] = value

told("start", [str(clock.now), str(datetime.datetime.now()), str(datetime.datetime.utcnow())])
told("day", [str(datetime.date.today()), strftime("%Y"), time.localtime()[0], time.gmtime()[0]])
told("texts", [time.ctime(), time.asctime(), time.tzname[0]])
first = monotonic(), time.perf_counter(), time.monotonic_ns()
sleep(1.5)
clock.advance(60)
clock.advance(datetime.timedelta(seconds=0.5))
told("passed", [monotonic() - first[0], time.perf_counter() - first[1], str(clock.now)])
told("ns", time.monotonic_ns() - first[2])
clock.set(datetime.datetime(2020, 1, 1))
told("set back", [str(clock.now), monotonic() - first[0]])
clock.set(datetime.datetime(2020, 1, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=1))))
told("zone", str(clock.now))
refused = []
for wrong in (lambda: sleep(-1), lambda: clock.advance(-1), lambda: clock.advance(float("nan"))):
    try:
        wrong()
    except ValueError as error:
        refused.append(str(error))
told("refused", len(refused))
reset()
told("reset", [str(clock.now), monotonic() - first[0]])
told("uuid", uuid.uuid1().time == uuid.uuid1().time - 1)

async def ticks(got):
    for _ in range(3):
        await asyncio.sleep(1)
        got.append(clock.now.second)

async def loops():
    loop, got = asyncio.get_running_loop(), []
    before = loop.time()
    loop.call_later(2.5, got.append, "later")
    await asyncio.gather(ticks(got), asyncio.sleep(100))
    try:
        async with asyncio.timeout(86400 * 30):
            await asyncio.Event().wait()
    except TimeoutError:
        got.append("timeout")
    told("loop", [got, round(loop.time() - before, 6)])
    slow = asyncio.to_thread(lambda: (sleep(3), threading.Event().wait(0.05), "done")[-1])
    told("thread", await asyncio.wait_for(slow, 10))
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "print('child')", stdout=subprocess.PIPE
    )
    told("child", (await asyncio.wait_for(child.communicate(), 30))[0].decode())
    server = await asyncio.start_server(
        lambda reader, writer: (writer.write(b"hello"), writer.close()), "127.0.0.1"
    )
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    told("socket", (await asyncio.wait_for(reader.read(), 5)).decode())
    writer.close()
    server.close()

asyncio.run(loops())
reset()
try:
    queue.Queue().get(timeout=0.02)
except queue.Empty:
    told("queue", str(clock.now))
def alone():
    sleep(5)
threads = [threading.Thread(target=alone) for _ in range(3)]
[each.start() for each in threads]
[each.join() for each in threads]
told("threads", str(clock.now))
before = clock.now
done = subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, timeout=30)
told("process", [done.stdout.decode(), clock.now == before])
with concurrent.futures.ThreadPoolExecutor() as pool:
    told("future", pool.submit(lambda: sleep(1) or 7).result(timeout=5))
clock.set(datetime.datetime(2026, 3, 1))
shown = "time.strftime('%F'), time.monotonic(), 'pytest' in sys.modules"
other = [sys.executable, "-c", f"{again()}import sys, time\\nprint({shown})"]
told("other", subprocess.run(other, capture_output=True).stdout.decode().split())
told("mine", str(monotonic()))
print(json.dumps(seen))
"""


def test_everything_that_knows_the_time_obeys_the_clock() -> None:
    load = f"import sys\nsys.path.insert(0, {str(Path(clock.__file__).parent)!r})\n"
    start = "from clock import again, clock, install, reset\nsys.path.pop(0)\ninstall()\n"
    done = subprocess.run(
        [
            sys.executable,
            "-W",
            "error",
            "-W",
            "ignore::DeprecationWarning",
            "-c",
            load + start + PROGRAM,
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TZ": "Asia/Tokyo"},
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    mine = seen.pop("mine")
    assert seen == {
        "start": ["2026-01-01 00:00:00+00:00", "2026-01-01 00:00:00", "2026-01-01 00:00:00"],
        "day": ["2026-01-01", "2026", 2026, 2026],
        "texts": ["Thu Jan  1 00:00:00 2026", "Thu Jan  1 00:00:00 2026", "UTC"],
        "passed": [62.0, 62.0, "2026-01-01 00:01:02+00:00"],
        "ns": 62_000_000_000,
        "set back": ["2020-01-01 00:00:00+00:00", 62.0],
        "zone": "2020-01-01 00:00:00+00:00",
        "refused": 3,
        "reset": ["2026-01-01 00:00:00+00:00", 0.0],
        "uuid": True,
        "loop": [[1, 2, "later", 3, "timeout"], 2_592_100.0],
        "thread": "done",
        "child": "child\n",
        "socket": "hello",
        "queue": "2026-01-01 00:00:00.020000+00:00",
        "threads": "2026-01-01 00:00:15.020000+00:00",
        "process": ["1\n", True],
        "future": 7,
        "other": ["2026-03-01", mine, "False"],
    }
