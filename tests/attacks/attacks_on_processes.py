"""Attacks on the host's processes: signals, priorities, tracing; and staying after the end."""

from attack_kit import SMALL, Attack

PROCESSES = (
    Attack(
        name="go on running as a daemon",
        program="""
import subprocess
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for descriptor in range(3):
                os.close(descriptor)
            sleep = "import time; time.sleep(600)"
            os.execv(sys.executable, ["python", "-c", sleep, host["token"]])
        os._exit(0)
expect("started", True)
finish()
""",
        works=False,
    ),
    Attack(
        name="end while a child holds the output open",
        program="""
import signal, time
if os.fork() == 0:
    for number in range(1, 32):
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_IGN)
    time.sleep(600)
expect("ended first", True)
finish()
""",
        works=False,
    ),
    Attack(
        name="fork without end",
        program="""
import time
made = 0
try:
    for made in range(300):
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
except OSError:
    say("held", f"after {made}")
else:
    time.sleep(3)
    say("through", "300 processes")
""",
        cap="processes",
        limits=SMALL.model_copy(update={"memory_mb": 2048}),
        works=False,
    ),
    Attack(
        name="start threads without end",
        program="""
import threading, time
threading.stack_size(65536)
made = 0
try:
    for made in range(300):
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
except RuntimeError:
    say("held", f"after {made}")
else:
    time.sleep(3)
    say("through", "300 threads")
os._exit(0)
""",
        cap="processes",
        limits=SMALL.model_copy(update={"memory_mb": 2048}),
        works=False,
    ),
    Attack(
        name="change priority, limits or processor of a process of the host",
        program="""
import resource, struct
for process in (host["victim"], host["supervisor"]):
    attempt("setpriority", os.setpriority, os.PRIO_PROCESS, process, 10)
    attempt("prlimit", resource.prlimit, process, resource.RLIMIT_NOFILE, (500, 500))
    attempt("ioprio_set", call, 251, 1, process, (3 << 13))
    attempt("affinity", os.sched_setaffinity, process, {min(os.sched_getaffinity(0))})
    attempt("scheduler", os.sched_setscheduler, process, os.SCHED_BATCH, os.sched_param(0))
    batch = struct.pack("=IIQiIQQQ", 48, 3, 0, 0, 0, 0, 0, 0)
    attempt("sched_setattr", call, 314, process, batch, 0)
    attempt("oom", lambda: open(f"/proc/{process}/oom_score_adj", "w").write("500"))
attempt("of a group", os.setpriority, os.PRIO_PGRP, host["victim"], 10)
attempt("ioprio_set of a group", call, 251, 2, host["victim"], (3 << 13))
finish()
""",
    ),
)

SIGNALS = (
    Attack(
        name="kill a process of the host",
        program="""
import signal
def by_descriptor():
    signal.pidfd_send_signal(os.pidfd_open(host["victim"]), signal.SIGKILL)
attempt("kill", os.kill, host["victim"], signal.SIGKILL)
attempt("stop", os.kill, host["victim"], signal.SIGSTOP)
attempt("by descriptor", by_descriptor)
attempt("tgkill", call, 234, host["victim"], host["victim"], 9)
attempt("the supervisor", os.kill, host["supervisor"], 0)
finish()
""",
    ),
    Attack(
        name="signal every process there is",
        program="""
import signal
for group in (-1, 0):
    try:
        os.kill(group, signal.SIGCONT)
    except OSError:
        say("refused", f"{group}")
    else:
        expect(f"{group}", True)
for process in processes():
    if process > 1 and process != os.getpid():
        try:
            os.kill(process, signal.SIGCONT)
        except OSError:
            continue
expect("still here", True)
finish()
""",
        works=False,
    ),
    Attack(
        name="stop or kill its parent, which watches it",
        program="""
import signal, time
for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
    try:
        os.kill(os.getppid(), number)
    except OSError:
        say("refused", str(number))
    else:
        expect(str(number), True)
time.sleep(0.2)
expect("still watched", True)
finish()
""",
        works=False,
    ),
    Attack(
        name="have the kernel send signals for it",
        program="""
import fcntl, signal
read_end, write_end = os.pipe()
fcntl.fcntl(read_end, fcntl.F_SETSIG if hasattr(fcntl, "F_SETSIG") else 10, int(signal.SIGKILL))
try:
    fcntl.fcntl(read_end, fcntl.F_SETOWN, host["victim"])
    fcntl.fcntl(read_end, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(write_end, b"x")
except OSError as error:
    say("not there" if error.errno == 3 else "refused", "F_SETOWN")
else:
    expect("asked for; did it die?", True)
finish()
""",
        works=False,
    ),
)

TRACING = (
    Attack(
        name="trace a process of the host",
        program="""
for process in (host["victim"], host["supervisor"]):
    attempt("seize", call, 101, 0x4206, process, 0, 0)
    attempt("memory", open, f"/proc/{process}/mem", "rb")
    attempt("process_vm_readv", call, 310, process, b"x" * 16, 1, b"x" * 16, 1, 0)
    attempt("kcmp", call, 312, process, os.getpid(), 0, 0, 0)
def take():
    return call(438, os.pidfd_open(host["supervisor"]), 0, 0)
attempt("pidfd_getfd", take)
finish()
""",
    ),
    Attack(
        name="trace a process of its own",
        program="""
import time
child = os.fork()
if child == 0:
    time.sleep(600)
attempt("attach", call, 101, 16, child, 0, 0)
attempt("process_vm_readv", call, 310, child, 0, 0, 0, 0, 0)
attempt("process_vm_writev", call, 311, child, 0, 0, 0, 0, 0)
os.kill(child, 9)
finish()
""",
    ),
)
