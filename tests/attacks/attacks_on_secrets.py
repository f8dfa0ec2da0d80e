"""Attacks on the host's environment, on other sandboxes, and on what the judging rests on."""

from attack_kit import Attack

ENVIRONMENT = (
    Attack(
        name="find variables of the host, its own and all others'",
        program="""
absent("its own", MARK in str(os.environ))
for process in ("self", "thread-self", *processes()):
    try:
        found = MARK.encode() in read(f"/proc/{process}/environ")
    except OSError:
        continue
    absent(f"{process}", found)
finish()
""",
    ),
    Attack(
        name="read command lines of the host",
        program="""
absent("nothing yet", False)
for process in processes():
    try:
        found = MARK.encode() in read(f"/proc/{process}/cmdline")
    except OSError:
        continue
    absent(f"{process}", found)
finish()
""",
    ),
    Attack(
        name="read the supervisor's memory, maps and descriptors",
        program="""
outside = {host["supervisor"], os.getppid()} - {1}
for process in outside:
    for name in ("mem", "maps", "environ", "auxv", "syscall"):
        attempt(f"{process} {name}", open, f"/proc/{process}/{name}", "rb")
    attempt(f"{process} fd", os.listdir, f"/proc/{process}/fd")
if os.getppid() == 1:
    lines = read("/proc/1/status").decode().splitlines()
    first = dict(line.split(":\\t", 1) for line in lines if ":\\t" in line)
    powers = [int(first[name], 16) for name in ("CapPrm", "CapEff")]
    expect("the first process inside is as powerless", [*powers, first["Seccomp"]] == [0, 0, "2"])
attempt("write", lambda: os.open("/proc/%d/mem" % host["supervisor"], os.O_WRONLY))
finish()
""",
    ),
)

OTHERS = (
    Attack(
        name="read files of another sandbox that is running",
        program="""
for path in host["neighbour_files"]:
    attempt(path, steal, path)
for process in host["neighbours"]:
    attempt(f"{process}", steal, f"/proc/{process}/cwd/neighbour.txt")
    attempt(f"{process}", os.listdir, f"/proc/{process}/root/home")
finish()
""",
    ),
    Attack(
        name="signal or trace another sandbox's processes",
        program="""
for process in host["neighbours"]:
    attempt("signal", os.kill, process, 0)
    attempt("its memory", open, f"/proc/{process}/mem", "rb")
    attempt("its descriptors", os.listdir, f"/proc/{process}/fd")
finish()
""",
    ),
    Attack(
        name="leave something for the next run",
        program="""
folders = [os.environ["HOME"], os.environ["TMPDIR"], "/tmp", "/var/tmp", "/dev/shm", "/run"]
for folder in folders:
    try:
        open(f"{folder}/planted-{host['token']}", "w").write("x")
    except OSError:
        continue
expect("wrote what it could", True)
finish()
""",
        then="""
folders = [os.environ["HOME"], os.environ["TMPDIR"], "/tmp", "/var/tmp", "/dev/shm", "/run"]
for folder in folders:
    absent(folder, os.path.lexists(f"{folder}/planted-{host['token']}"))
finish()
""",
        works=False,
    ),
)

JUDGES = (
    Attack(
        name="change, replace or cover a trusted file",
        program="""
trusted = sys.argv[2]
folder = os.path.dirname(trusted)
attempt("append", open, trusted, "a")
attempt("remove", os.remove, trusted)
attempt("rename", os.rename, trusted, trusted + ".old")
attempt("replace", os.rename, "attack.py", trusted)
attempt("a new one", lambda: open(folder + "/conftest.py", "w"))
attempt("chmod", os.chmod, trusted, 0o777)
attempt("utime", os.utime, trusted, (1, 1))
attempt("the folder away", os.rename, folder, folder + "-old")
attempt("mount over", call, 165, b"x", folder.encode(), 0, 0, 0)
if host["sandboxed"]:
    expect("as it was", read(trusted) == b"trusted")
finish()
""",
    ),
    Attack(
        name="change the tools or the interpreter",
        program="""
import sysconfig
packages = sysconfig.get_paths()["purelib"]
def plant(folder):
    os.mkdir(folder + "/planted")
    os.rmdir(folder + "/planted")
for folder in (packages, sys.prefix + "/bin", sysconfig.get_paths()["stdlib"], sys.base_prefix):
    attempt(folder, plant, folder)
    attempt(folder, os.rmdir, folder)
for path in (sys.executable, packages + "/pytest/__init__.py", sys.prefix + "/pyvenv.cfg"):
    attempt(path, os.open, path, os.O_WRONLY)
    attempt(path, os.rmdir, path)
finish()
""",
        works=False,
    ),
    Attack(
        name="write to the system",
        program="""
for path in ("/usr/bin/env", "/etc/passwd", "/usr/lib/os-release"):
    attempt(path, os.open, path, os.O_WRONLY)
def plant(path):
    os.mkdir(path)
    os.rmdir(path)
for folder in ("/", "/usr", "/etc", "/bin", "/dev", "/var", "/proc"):
    attempt(folder, plant, folder + "/planted")
finish()
""",
        works=False,
    ),
)
