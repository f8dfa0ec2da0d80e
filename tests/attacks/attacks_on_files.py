"""Attacks on the host's files: what they hold, their names, and their modes, owners and times."""

from attack_kit import Attack

FILES = (
    Attack(
        name="read a file that everyone may read",
        program="""
attempt("by its path", steal, host["folder"] + "/secret")
attempt("by its descriptor", steal, "/proc/%d/cwd/secret" % host["supervisor"])
for path in ("/etc/shadow", "/root/.bashrc", "/etc/group-", "/var/log/dpkg.log"):
    if os.geteuid() or host["sandboxed"]:
        attempt(path, steal, path)
finish()
""",
    ),
    Attack(
        name="list folders of the host",
        program="""
attempt("the folder", os.listdir, host["folder"])
if host["sandboxed"]:
    for path in ("/root", "/home", "/var", "/sys", "/run"):
        found = None
        try:
            found = os.listdir(path)
        except OSError as error:
            say("refused" if error.errno in (1, 13) else "not there", path)
        if found is not None:
            own = {".pyenv", ".local", ".cache", os.environ["USER"], "lib"}
            absent(path, bool(set(found) - own))
finish()
""",
    ),
    Attack(
        name="write, rename and remove files of the host",
        program="""
folder = host["folder"]
attempt("append", lambda: open(folder + "/victim", "a").write("x"))
attempt("truncate", os.truncate, folder + "/victim", 0)
attempt("create", lambda: open(folder + "/open/new", "w"))
attempt("a folder", os.mkdir, folder + "/open/folder")
attempt("rename", os.rename, folder + "/victim", folder + "/open/victim")
attempt("remove", os.remove, folder + "/secret")
finish()
""",
    ),
    Attack(
        name="climb out by .. and /proc/*/root",
        program="""
path = host["folder"] + "/secret"
attempt("by ..", steal, "../" * 40 + path.lstrip("/"))
for process in ("self", "thread-self", "1", str(os.getppid()), str(host["supervisor"])):
    for name in ("root", "cwd"):
        attempt(f"{process}/{name}", steal, f"/proc/{process}/{name}/" + "../" * 20 + path)
finish()
""",
    ),
    Attack(
        name="reach a file of the host through links",
        program="""
folder = host["folder"]
os.symlink(folder + "/secret", "soft")
attempt("a symbolic link", steal, "soft")
os.symlink(folder, "way")
meet("a link to a folder", lambda: open("way/open/new", "w"))
attempt("a hard link", os.link, folder + "/secret", "hard")
attempt("a link in its folder", os.symlink, "/etc/passwd", folder + "/open/planted")
finish()
""",
    ),
    Attack(
        name="put things in the work folder for the host to fall for",
        program="""
import socket
os.mkfifo("report.json")
os.symlink("/dev/zero", "results")
os.symlink("/dev/zero", os.environ["TMPDIR"] + "/results")
os.mkfifo(os.environ["TMPDIR"] + "/fifo")
os.mkdir("unreadable", 0o300)
os.mkdir("unreadable/folder")
os.mkdir(os.environ["TMPDIR"] + "/unreadable", 0o300)
os.mkdir(os.environ["TMPDIR"] + "/unreadable/folder")
os.chdir(os.environ["TMPDIR"])
for _ in range(1200):
    os.mkdir("deeper")
    os.chdir("deeper")
expect("planted", True)
finish()
""",
        works=False,
    ),
    Attack(
        name="make device nodes and open them",
        program="""
import stat
for name, device in (("disk", os.makedev(254, 0)), ("loop", os.makedev(7, 0))):
    for folder in (".", os.environ["TMPDIR"]):
        attempt(name, os.mknod, f"{folder}/{name}", 0o666 | stat.S_IFBLK, device)
attempt("memory", os.mknod, "memory", 0o666 | stat.S_IFCHR, os.makedev(1, 1))
finish()
""",
        works=False,
    ),
    Attack(
        name="make a nameless file in a folder of the host",
        program="""
attempt("O_TMPFILE", os.open, host["folder"] + "/open", os.O_TMPFILE | os.O_RDWR, 0o600)
finish()
""",
    ),
    Attack(
        name="use descriptors that the host has open",
        program="""
for descriptor in range(3, 5000):
    try:
        os.fstat(descriptor)
    except OSError:
        continue
    say("through", f"{descriptor}: " + os.readlink(f"/proc/self/fd/{descriptor}"))
for descriptor in host["descriptors"]:
    attempt("reopen", open, f"/proc/{host['supervisor']}/fd/{descriptor}")
finish()
""",
    ),
    Attack(
        name="open files by handle, past all paths",
        program="""
attempt("name_to_handle_at", call, 303, -100, host["folder"].encode(), 0, 0, 0)
attempt("open_by_handle_at", call, 304, -100, 0, 0)
finish()
""",
        works=False,
    ),
    Attack(
        name="watch what happens in a folder of the host",
        program="""
def watch():
    call(254, call(294, 0), host["folder"].encode(), 0xFFF)
attempt("inotify", watch)
attempt("fanotify", call, 300, 0x200, 0)
finish()
""",
    ),
    Attack(
        name="write into a FIFO of the host",
        program="""
attempt("write", lambda: os.write(os.open(host["folder"] + "/fifo", os.O_WRONLY), b"x"))
finish()
""",
    ),
)

_CHANGES = """
import fcntl, struct
def changes(name, thing):
    # To what it is already: the time of its last change would still tell, and nothing breaks.
    now = os.stat(thing)
    attempt("mode of " + name, os.chmod, thing, now.st_mode & 0o7777)
    attempt("owner of " + name, os.chown, thing, os.getuid(), os.getgid())
    attempt("times of " + name, lambda: os.utime(thing, ns=(now.st_atime_ns, now.st_mtime_ns)))
    attempt("attribute of " + name, os.setxattr, thing, "user.mark", b"2", os.XATTR_REPLACE)
    attempt("no attribute of " + name, os.removexattr, thing, "user.no-mark")
def by_path(path):
    if not os.path.lexists(path):
        return say("not there", path)
    changes(path, path)
    here = (-100, path.encode())
    value = ctypes.create_string_buffer(b"2")
    given = struct.pack("=QII", ctypes.addressof(value), 1, 2)
    attempt("fchmodat2 " + path, call, 452, *here, os.stat(path).st_mode & 0o7777, 0)
    attempt("lchown " + path, os.lchown, path, os.getuid(), os.getgid())
    attempt("setxattrat " + path, call, 463, *here, 0, b"user.mark", given, 16)
    attempt("removexattrat " + path, call, 466, *here, 0, b"user.no-mark")
    attempt("file_setattr " + path, call, 469, *here, 0, 0, 0)
def by_descriptor(path):
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError as error:
        return say("refused" if error.errno in (1, 13) else "not there", path)
    changes("descriptor of " + path, descriptor)
    def flags(get, set, size):
        fcntl.ioctl(descriptor, set, fcntl.ioctl(descriptor, get, bytes(size)))
    attempt("flags of " + path, flags, 0x80086601, 0x40086602, 8)
    attempt("more flags of " + path, flags, 0x801C581F, 0x401C5820, 28)
"""

METADATA = (
    Attack(
        name="change mode, owner, times and attributes of a file",
        program=_CHANGES
        + """
by_path(host["folder"] + "/secret")
by_path(host["folder"] + "/open")
by_descriptor(host["folder"] + "/victim")
finish()
""",
    ),
    Attack(
        name="the same of the system, the interpreter and the tools",
        program=_CHANGES
        + """
for path in ("/usr/bin/env", os.path.realpath(sys.executable), sys.prefix + "/pyvenv.cfg"):
    by_path(path)
    by_descriptor(path)
by_path(sys.prefix + "/bin")
finish()
""",
        works=False,
    ),
    Attack(
        name="the same by the descriptor that is standard input",
        program=_CHANGES
        + """
changes("standard input", 0)
finish()
""",
        works=False,
    ),
    Attack(
        name="change devices that are lent to it",
        program=_CHANGES
        + """
for name in ("null", "zero", "urandom", "random"):
    changes(name, f"/dev/{name}")
finish()
""",
        works=False,
    ),
)
