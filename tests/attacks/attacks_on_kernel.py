"""Attacks on the kernel: namespaces, settings in /proc and /sys, calls that few programs need."""

from attack_kit import Attack

NAMESPACES = (
    Attack(
        name="make namespaces by unshare",
        program="""
kinds = {"user": 0x10000000, "mount": 0x20000, "pid": 0x20000000, "net": 0x40000000,
         "ipc": 0x8000000, "uts": 0x4000000, "cgroup": 0x2000000, "time": 0x80}
for name, flag in kinds.items():
    attempt(name, call, 272, flag)
    attempt(name + " and user", call, 272, flag | 0x10000000)
finish()
""",
    ),
    Attack(
        name="make namespaces by clone and clone3",
        program="""
import struct
def clone(number, *arguments):
    child = call(number, *arguments)
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
for name, flag in {"user": 0x10000000, "mount": 0x20000, "pid": 0x20000000}.items():
    attempt(name, clone, 56, flag | 0x10000000 | 17, 0, 0, 0, 0)
    attempt(name, clone, 435, struct.pack("=11Q", flag | 0x10000000, *[0] * 3, 17, *[0] * 6), 88)
finish()
""",
    ),
    Attack(
        name="enter namespaces of the host",
        program="""
for process in (1, os.getppid(), host["supervisor"], host["victim"]):
    for kind in ("mnt", "net", "pid", "user"):
        def enter():
            call(308, os.open(f"/proc/{process}/ns/{kind}", os.O_RDONLY), 0)
        attempt(f"{process} {kind}", enter)
attempt("by process", lambda: call(308, os.pidfd_open(os.getpid()), 0x20000))
finish()
""",
        works=False,
    ),
    Attack(
        name="mount, unmount and change the root",
        program="""
attempt("mount", call, 165, b"x", b".", 0, 0, 0)
attempt("bind", call, 165, 0, b".", 0, 4096, 0)
attempt("remount", call, 165, 0, b".", 0, 32, 0)
attempt("umount", call, 166, b".", 0)
attempt("pivot_root", call, 155, b".", b".")
attempt("chroot", call, 161, b".")
attempt("fsopen", call, 430, b"tmpfs", 0)
attempt("open_tree", call, 428, -100, b"/", 1)
attempt("open_tree_attr", call, 467, -100, b"/", 1, 0, 0)
attempt("move_mount", call, 429, -100, b"", -100, b"", 0)
attempt("fspick", call, 433, -100, b"/", 0)
attempt("mount_setattr", call, 442, -100, b"/", 0, 0, 0)
finish()
""",
        works=False,
    ),
    Attack(
        name="hold or gain privileges",
        program="""
status = dict(line.split(":\\t", 1) for line in read("/proc/self/status").decode().splitlines())
for name in ("CapPrm", "CapEff", "CapAmb"):
    absent(name, int(status[name], 16) != 0)
absent("programs that raise privileges", status["NoNewPrivs"] != "1")
absent("no filter", status["Seccomp"] == "0")
if os.getuid():
    for name, action in {"setuid": os.setuid, "setgid": os.setgid}.items():
        try:
            action(0)
        except OSError:
            say("refused", name)
        else:
            say("through", name)
finish()
""",
    ),
)

SETTINGS = (
    Attack(
        name="write settings of the kernel in /proc",
        program="""
names = ("kernel/core_pattern", "kernel/modprobe", "kernel/hostname", "vm/drop_caches",
         "kernel/sysrq", "net/ipv4/ip_forward", "fs/binfmt_misc/register",
         "user/max_user_namespaces")
for name in names:
    attempt(name, os.open, "/proc/sys/" + name, os.O_WRONLY)
attempt("sysrq-trigger", os.open, "/proc/sysrq-trigger", os.O_WRONLY)
attempt("irq", os.open, "/proc/irq/default_smp_affinity", os.O_WRONLY)
finish()
""",
        works=False,
    ),
    Attack(
        name="read the kernel's memory and log",
        program="""
for path in ("/proc/kcore", "/proc/kmsg", "/dev/mem", "/dev/kmsg", "/dev/port"):
    attempt(path, os.open, path, os.O_RDONLY | os.O_NONBLOCK)
attempt("syslog", call, 103, 10, 0, 0)
finish()
""",
        works=False,
    ),
    Attack(
        name="open disks and other devices",
        program="""
names = ("vda", "sda", "nvme0n1", "loop0", "loop-control", "fuse", "kvm", "userfaultfd", "vsock",
         "tty1", "console", "cpu/0/msr", "hwrng", "net/tun", "btrfs-control")
for name in names:
    attempt(name, os.open, "/dev/" + name, os.O_RDWR | os.O_NONBLOCK)
finish()
""",
        works=False,
    ),
    Attack(
        name="write to /sys and to control groups",
        program="""
names = ("power/state", "kernel/uevent_helper", "fs/cgroup/cgroup.procs",
         "fs/cgroup/memory/cgroup.procs", "fs/cgroup/unified/cgroup.procs")
for name in names:
    attempt(name, os.open, "/sys/" + name, os.O_WRONLY)
for folder in ("/sys/fs/cgroup/planted", "/sys/fs/cgroup/memory/planted"):
    attempt(folder, os.mkdir, folder)
finish()
""",
        works=False,
    ),
    Attack(
        name="set the clock or the host's name",
        program="""
import struct, time
now = time.time()
attempt("clock_settime", call, 227, 0, struct.pack("=QQ", int(now), 0))
attempt("settimeofday", call, 164, struct.pack("=QQ", int(now), 0), 0)
attempt("adjtimex", call, 159, bytes(208))
attempt("clock_adjtime", call, 305, 0, bytes(208))
name = os.uname().nodename.encode()
attempt("sethostname", call, 170, name, len(name))
attempt("setdomainname", call, 171, name, len(name))
finish()
""",
        works=False,
    ),
)

CALLS = (
    Attack(
        name="use keyrings",
        program="""
attempt("add_key", call, 248, b"user", b"planted", b"x", 1, -2)
attempt("request_key", call, 249, b"user", b"planted", 0, 0)
attempt("keyctl", call, 250, 0, -2, 0)
finish()
""",
    ),
    Attack(
        name="use bpf, perf, io_uring, userfaultfd",
        program="""
attempt("bpf", call, 321, 0, 0, 0)
attempt("perf_event_open", call, 298, 0, 0, -1, -1, 0)
attempt("io_uring_setup", call, 425, 1, 0)
attempt("io_uring_enter", call, 426, -1, 0, 0, 0, 0)
attempt("io_uring_register", call, 427, -1, 0, 0, 0)
attempt("userfaultfd", call, 323, 1)
finish()
""",
    ),
    Attack(
        name="restart the machine, load modules, swap",
        program="""
calls = {"reboot": 169, "kexec_load": 246, "kexec_file_load": 320, "init_module": 175,
         "finit_module": 313, "delete_module": 176, "swapon": 167, "swapoff": 168, "acct": 163,
         "quotactl": 179, "quotactl_fd": 443, "iopl": 172, "ioperm": 173, "vhangup": 153,
         "lookup_dcookie": 212, "personality": 135}
for name, number in calls.items():
    if name not in ("vhangup", "iopl"):
        attempt(name, call, number, -1, -1, -1, -1, -1)
    else:
        attempt(name, call, number, 0)
finish()
""",
        works=False,
    ),
    Attack(
        name="make objects that outlive it: shared memory, semaphores, queues",
        program="""
attempt("shmget", call, 29, 0, 4096, 0o1600)
attempt("semget", call, 64, 0, 1, 0o1600)
attempt("msgget", call, 68, 0, 0o1600)
attempt("mq_open", call, 240, b"planted", 0o102, 0o600, 0)
finish()
""",
        works=False,
    ),
    Attack(
        name="make files of memory without a folder",
        program="""
attempt("memfd_create", call, 319, b"x", 0)
attempt("memfd_secret", call, 447, 0)
finish()
""",
    ),
    Attack(
        name="move pages of other processes",
        program="""
for process in (host["supervisor"], os.getpid()):
    attempt("move_pages", call, 279, process, 0, 0, 0, 0, 0)
    attempt("migrate_pages", call, 256, process, 0, 0, 0)
attempt("process_madvise", call, 440, -1, 0, 0, 0, 0)
attempt("process_mrelease", call, 448, -1, 0)
finish()
""",
        works=False,
    ),
    Attack(
        name="call the kernel as another architecture does",
        program="""
import mmap
def in_child(action):
    child = os.fork()
    if child == 0:
        action()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
def old():
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(bytes.fromhex("b814000000cd80c3"))
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    ctypes.CFUNCTYPE(ctypes.c_long)(address)()
expect("32-bit", in_child(old) == -31)
expect("x32", in_child(lambda: libc.syscall(0x40000000 + 39)) == -31)
finish()
""",
    ),
    Attack(
        name="type into a terminal of the host",
        program="""
import fcntl
for path in ("/dev/tty", "/dev/console", "/dev/tty0", "/dev/pts/0"):
    attempt(path, os.open, path, os.O_RDWR | os.O_NOCTTY)
for descriptor in range(3):
    attempt("TIOCSTI", fcntl.ioctl, descriptor, 0x5412, b"x")
    attempt("TIOCLINUX", fcntl.ioctl, descriptor, 0x541C, b"x")
try:
    own = os.openpty()[1]
except OSError:
    say("refused", "a terminal of its own")
else:
    attempt("into a terminal of its own", fcntl.ioctl, own, 0x5412, b"x")
attempt("as controlling terminal", fcntl.ioctl, 0, 0x540E, 1)
finish()
""",
        works=False,
    ),
)
