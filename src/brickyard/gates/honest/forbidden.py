"""Names that honest code has no use for, by what they would be used for."""


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _of(module: str, names: str) -> tuple[str, ...]:
    return tuple(f"{module}.{name}" for name in names.split())


MACHINERY = words(
    """pytest _pytest py pluggy iniconfig pytest_asyncio pytest_cov xdist unittest doctest test mock
    nose nose2 tox hypothesis hypothesmith _hypothesis_pytestplugin _hypothesis_globals coverage
    time_machine freezegun conftest support fixed_clock bdb pdb trace __main__ runner watcher
    brickyard"""
)
"""Top-level modules that run tests, measure them, or look on while code runs."""

PLAIN_WORDS = words("py test mock support trace __main__ runner watcher")
"""Those of them whose names honest code may well use for something else."""

GUARDED = words(
    """sys os gc builtins importlib inspect traceback ctypes types signal threading faulthandler
    unittest pytest _pytest"""
)
"""Modules of which every name must be readable: no computed `getattr`, and not by a back door."""

FRAMES = "looks at the frames of its callers"
PATCHES = "changes what every program in the process shares"
ENDS = "ends or replaces the process behind its caller's back"
HIDES = "runs what cannot be read here"
MEMORY = "reaches into the memory of its own process"

_FRAMES = (
    *_of("sys", "_getframe _getframemodulename _current_frames _current_exceptions"),
    *_of("inspect", "stack trace currentframe getouterframes getinnerframes getframeinfo"),
    *_of("inspect", "getargvalues"),
    *_of("traceback", "walk_stack walk_tb extract_stack format_stack print_stack"),
    *_of("traceback", "StackSummary.extract"),
    *_of("gc", "get_objects get_referrers get_referents"),
)
_PATCHES = (
    *_of("sys", "settrace setprofile addaudithook call_tracing monitoring meta_path path_hooks"),
    *_of("sys", "path_importer_cache"),
    *_of("threading", "settrace setprofile settrace_all_threads setprofile_all_threads"),
    *_of("importlib", "reload"),
    *_of("builtins", "__build_class__"),
)
_ENDS = (
    *_of("os", "_exit abort fork forkpty killpg execl execle execlp execlpe"),
    *_of("os", "execv execve execvp execvpe"),
    *_of("signal", "raise_signal pthread_kill"),
    *_of("_thread", "interrupt_main"),
    *_of("faulthandler", "dump_traceback_later _sigsegv _sigabrt _sigfpe"),
)
_HIDES = _of("marshal", "load loads")
_MEMORY = (
    *_of("ctypes", "CDLL PyDLL cdll pydll pythonapi LibraryLoader py_object memmove memset"),
    *_of("ctypes", "string_at cast"),
    *_of("_ctypes", "dlopen"),
)
ORIGINS: dict[str, str] = {
    **dict.fromkeys(_FRAMES, FRAMES),
    **dict.fromkeys(_PATCHES, PATCHES),
    **dict.fromkeys(_ENDS, ENDS),
    **dict.fromkeys(_HIDES, HIDES),
    **dict.fromkeys(_MEMORY, MEMORY),
}
"""What no code may name, by any road to it."""

_ATTRIBUTES = """_getframe _current_frames tb_frame f_back f_globals f_locals f_builtins f_trace
    gi_frame cr_frame ag_frame get_referrers findCaller __closure__ cell_contents"""
ATTRIBUTES: dict[str, str] = {
    **dict.fromkeys(sorted(words(_ATTRIBUTES)), FRAMES),
    **dict.fromkeys(("__globals__", "__builtins__", "addaudithook", "meta_path"), PATCHES),
    "from_address": MEMORY,
}
"""What no code may read of any object, whatever it is."""

MAY_BE_SET = frozenset(
    (
        *_of("sys", "stdin stdout stderr argv ps1 ps2 excepthook unraisablehook tracebacklimit"),
        *_of("sys", "dont_write_bytecode"),
        *_of("threading", "excepthook"),
        *_of("logging", "raiseExceptions lastResort"),
        *_of("warnings", "showwarning formatwarning"),
        *_of("socketserver", "TCPServer.allow_reuse_address"),
        *_of("http.server", "HTTPServer.allow_reuse_address"),
    )
)
"""Attributes of the standard library that its own documentation tells programs to set."""
