"""The numbers of the system calls that our filters judge, for each kind of machine."""

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

_SAME_EVERYWHERE = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428,
    "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
    "pidfd_getfd": 438, "process_madvise": 440, "mount_setattr": 442, "quotactl_fd": 443,
    "memfd_secret": 447, "process_mrelease": 448, "open_tree_attr": 467, "file_setattr": 469,
}  # fmt: skip
REFUSED = {
    "x86_64": _SAME_EVERYWHERE | {
        "shmget": 29, "semget": 64, "msgget": 68, "ptrace": 101, "syslog": 103, "personality": 135,
        "vhangup": 153, "pivot_root": 155, "adjtimex": 159, "chroot": 161, "acct": 163,
        "settimeofday": 164, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168,
        "reboot": 169, "sethostname": 170, "setdomainname": 171, "iopl": 172, "ioperm": 173,
        "init_module": 175, "delete_module": 176, "quotactl": 179, "lookup_dcookie": 212,
        "clock_settime": 227, "mq_open": 240, "kexec_load": 246, "add_key": 248,
        "request_key": 249, "keyctl": 250, "migrate_pages": 256, "unshare": 272,
        "move_pages": 279, "perf_event_open": 298, "fanotify_init": 300,
        "name_to_handle_at": 303, "open_by_handle_at": 304, "clock_adjtime": 305, "setns": 308,
        "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "finit_module": 313,
        "memfd_create": 319, "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323,
    },
    "aarch64": _SAME_EVERYWHERE | {
        "umount2": 39, "mount": 40, "pivot_root": 41, "chroot": 51, "vhangup": 58, "quotactl": 60,
        "acct": 89, "personality": 92, "unshare": 97, "kexec_load": 104, "init_module": 105,
        "delete_module": 106, "clock_settime": 112, "syslog": 116, "ptrace": 117, "reboot": 142,
        "sethostname": 161, "setdomainname": 162, "settimeofday": 170, "adjtimex": 171,
        "mq_open": 180, "msgget": 186, "semget": 190, "shmget": 194, "add_key": 217,
        "request_key": 218, "keyctl": 219, "swapon": 224, "swapoff": 225, "migrate_pages": 238,
        "move_pages": 239, "perf_event_open": 241, "fanotify_init": 262,
        "name_to_handle_at": 264, "open_by_handle_at": 265, "clock_adjtime": 266, "setns": 268,
        "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "finit_module": 273,
        "memfd_create": 279, "bpf": 280, "userfaultfd": 282, "kexec_file_load": 294,
    },
}  # fmt: skip
"""Ways into the kernel, into other processes, out of namespaces, and into what the host shares."""

BY_ARGUMENT = {
    "x86_64": {"ioctl": 16, "socket": 41, "clone": 56, "clone3": 435},
    "aarch64": {"ioctl": 29, "socket": 198, "clone": 220, "clone3": 435},
}

_MARKS_SAME_EVERYWHERE = {"fchmodat2": 452, "setxattrat": 463, "removexattrat": 466}
MARKS = {
    "x86_64": _MARKS_SAME_EVERYWHERE | {
        "chmod": 90, "fchmod": 91, "chown": 92, "fchown": 93, "lchown": 94, "utime": 132,
        "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "removexattr": 197,
        "lremovexattr": 198, "fremovexattr": 199, "utimes": 235, "fchownat": 260,
        "futimesat": 261, "fchmodat": 268, "utimensat": 280, "inotify_init": 253,
        "inotify_init1": 294,
    },
    "aarch64": _MARKS_SAME_EVERYWHERE | {
        "setxattr": 5, "lsetxattr": 6, "fsetxattr": 7, "removexattr": 14, "lremovexattr": 15,
        "fremovexattr": 16, "fchmod": 52, "fchmodat": 53, "fchownat": 54, "fchown": 55,
        "utimensat": 88, "inotify_init1": 26,
    },
}  # fmt: skip
"""Changes of mode, owner, times and attributes of files, and watching them: Landlock lets it by."""

OF_ITSELF = {
    "x86_64": {
        "sched_setparam": 142, "sched_setscheduler": 144, "sched_setaffinity": 203,
        "prlimit64": 302, "sched_setattr": 314,
    },
    "aarch64": {
        "sched_setparam": 118, "sched_setscheduler": 119, "sched_setaffinity": 122,
        "prlimit64": 261, "sched_setattr": 274,
    },
}  # fmt: skip
"""Calls whose first argument is a process, 0 for the caller's own."""

PRIORITIES = {
    "x86_64": {"setpriority": 141, "ioprio_set": 251},
    "aarch64": {"setpriority": 140, "ioprio_set": 30},
}
