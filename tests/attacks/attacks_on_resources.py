"""Attacks on memory, disk, time and the reader of the output: each has to be held by its cap."""

from attack_kit import SMALL, Attack

_BRIEF = SMALL.model_copy(update={"seconds": 1})
_ROOMY = SMALL.model_copy(update={"address_space": False})

MEMORY = (
    Attack(
        name="take memory in one process",
        program="""
kept = []
try:
    for _ in range(128):
        kept.append(bytearray(os.urandom(1 << 10) * (16 << 10)))
except MemoryError:
    say("held", f"after {16 * len(kept)} MB")
else:
    say("through", "2 GB")
""",
        cap="memory",
        works=False,
    ),
    Attack(
        name="the same, with no cap on each address space",
        program="""
import time
kept = []
for _ in range(64):
    kept.append(bytearray(os.urandom(1 << 10) * (16 << 10)))
time.sleep(5)
say("through", "1 GB")
""",
        cap="memory",
        limits=_ROOMY,
        works=False,
    ),
    Attack(
        name="take memory in many processes",
        program="""
import time
for _ in range(8):
    if os.fork() == 0:
        kept = bytearray(os.urandom(1 << 10) * (96 << 10))
        time.sleep(5)
        os._exit(0)
time.sleep(5)
say("through", "768 MB")
""",
        cap="memory",
        works=False,
    ),
    Attack(
        name="share memory that nobody seems to hold",
        program="""
import mmap, time
heard, tell = os.pipe()
for _ in range(8):
    if os.fork() == 0:
        shared = mmap.mmap(-1, 96 << 20)
        if os.fork() == 0:
            for at in range(0, len(shared), 4096):
                shared[at] = 1
            os._exit(0)
        os.wait()
        os.write(tell, b"x")
        time.sleep(600)
    os.read(heard, 1)
time.sleep(3)
say("through", "768 MB")
""",
        cap="memory",
        works=False,
    ),
    Attack(
        name="fill shared memory",
        program="""
def fill():
    with open("/dev/shm/big", "wb") as file:
        for _ in range(200):
            file.write(bytes(1 << 20))
try:
    fill()
except OSError as error:
    say("held" if error.errno == 28 else "refused", f"{error}")
else:
    say("through", "200 MB")
""",
        cap="disk",
        limits=SMALL.model_copy(update={"disk_mb": 256}),
        works=False,
    ),
)

_FILL = """
import time
def fill(folder):
    for number in range(100):
        with open(f"{folder}/{number}", "wb") as file:
            file.write(b"x" * (1 << 20))
        time.sleep(0.005)
try:
    fill(%s)
except OSError as error:
    say("held", f"{error}")
else:
    time.sleep(5)
    say("through", "100 MB")
"""

DISK = (
    Attack(name="fill the work folder", program=_FILL % '"."', cap="disk", works=False),
    Attack(
        name="fill the temporary folder",
        program=_FILL % 'os.environ["TMPDIR"]',
        cap="disk",
        works=False,
    ),
    Attack(
        name="write one huge file",
        program="""
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for folder in (os.environ["TMPDIR"], "."):
    try:
        with open(folder + "/big", "wb") as file:
            for _ in range(64):
                file.write(b"x" * (1 << 20))
    except OSError as error:
        say("held", f"{error}")
    else:
        say("through", "64 MB in " + folder)
""",
        cap="disk",
        works=False,
    ),
    Attack(
        name="write a huge file with holes",
        program="""
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for folder in (os.environ["TMPDIR"], "."):
    try:
        os.truncate(os.open(folder + "/sparse", os.O_CREAT | os.O_RDWR), 1 << 40)
    except OSError as error:
        say("held", f"{error}")
    else:
        say("through", "a file of a terabyte in " + folder)
""",
        cap="disk",
        works=False,
    ),
    Attack(
        name="make more empty files than any disk has room for",
        program="""
import time
made = 0
try:
    for folder in (os.environ["TMPDIR"], "."):
        for number in range(10_000):
            os.close(os.open(f"{folder}/{number}", os.O_CREAT | os.O_WRONLY))
            made += 1
except OSError as error:
    say("held", f"after {made}: {error}")
else:
    time.sleep(2)
    say("through", f"{made} files")
""",
        cap="disk",
        works=False,
        limits=SMALL.model_copy(update={"disk_mb": 4}),
    ),
    Attack(
        name="hide files from whoever counts them",
        program="""
import time
os.chdir(os.environ["TMPDIR"])
os.mkdir("closed", 0o300)
os.chdir("closed")
for _ in range(20):
    os.mkdir("x" * 250)
    os.chdir("x" * 250)
try:
    for number in range(100):
        with open(str(number), "wb") as file:
            file.write(b"x" * (1 << 20))
except OSError as error:
    say("held", f"{error}")
else:
    time.sleep(3)
    say("through", "100 MB")
""",
        cap="disk",
        works=False,
    ),
    Attack(
        name="open descriptors without end",
        program="""
try:
    for number in range(5000):
        os.dup(0)
except OSError as error:
    say("held", f"after {number}")
else:
    say("through", f"{number} descriptors")
""",
        cap="descriptors",
        works=False,
    ),
)

TIME = (
    Attack(name="run for ever", program="while True: pass", cap="time", limits=_BRIEF, works=False),
    Attack(
        name="sleep for ever",
        program="import time; time.sleep(600)",
        cap="time",
        limits=_BRIEF,
        works=False,
    ),
    Attack(
        name="ignore every signal, in many processes",
        program="""
import signal, time
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        continue
for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        break
while True:
    time.sleep(600)
""",
        cap="time",
        limits=_BRIEF,
        works=False,
    ),
    Attack(
        name="stop itself and all its children",
        program="""
import signal
for _ in range(3):
    if os.fork() == 0:
        break
os.kill(os.getpid(), signal.SIGSTOP)
import time
time.sleep(600)
""",
        cap="time",
        limits=_BRIEF,
        works=False,
    ),
)

OUTPUT = (
    Attack(
        name="print 200 MB",
        program="""
for _ in range(200):
    sys.stdout.write(("x" * 1023 + "\\n") * 1024)
""",
        cap="output",
        works=False,
    ),
    Attack(
        name="print 200 MB to standard error",
        program="""
for _ in range(200):
    sys.stderr.write(("x" * 1023 + "\\n") * 1024)
""",
        cap="output",
        works=False,
    ),
    Attack(
        name="print without ever ending a line, from many processes",
        program="""
for _ in range(4):
    if os.fork() == 0:
        break
while True:
    os.write(1, b"x" * 65536)
""",
        cap="output",
        works=False,
    ),
)
