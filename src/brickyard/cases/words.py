"""What a case may name besides the package: words of the notation, builtins, standard modules."""

import builtins
import collections.abc
from pathlib import Path
from types import (
    AsyncGeneratorType,
    BuiltinFunctionType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    MethodType,
    ModuleType,
    TracebackType,
)

WORDS = {
    "raises": "the exception that one statement must raise, and parts of its text",
    "run": "a run of the command, with exit, stdout, stderr and json",
    "write": "a file with this text or these bytes",
    "read": "the text of a file, or its bytes where they are no text",
    "files": "the paths of all files in the folder of the case",
    "mode": "the permissions of a file",
    "clock": "the clock, which stands still: now, advance and set",
    "approx": "a number within a distance",
    "returning": "a function that gives these values, one a call, the last for ever",
    "failing": "a function that raises so many times, then gives a value",
    "recorder": "a function that remembers its calls",
    "together": "the results of a call by so many threads at the same moment",
}
"""The words a case may use in expressions; `proves` and `table` stand before a function."""

EFFECTS = frozenset(
    {"run", "write", "read", "open", "files", "mode", "clock"}
    | {"returning", "failing", "recorder", "together"}
)
"""Words that do something, or hold what the package does to them: played where the package is."""

OBJECTS = {"clock": frozenset({"advance", "now", "set"})}
"""Words that are no functions, and what may be asked of them."""

REACHING = frozenset({"getattr", "setattr", "hasattr", "delattr"})
"""Builtins that are read only with the name of a public attribute written out."""

_FUNCTIONS = (
    "abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate "
    "filter float frozenset hash hex int isinstance issubclass iter aiter len list map max "
    "min next anext object oct open ord pow range repr reversed round set slice sorted str "
    "property staticmethod classmethod sum super tuple type zip"
)
_ERRORS = {
    name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}
BUILTINS = frozenset(_FUNCTIONS.split()) | REACHING | _ERRORS

MODULES: dict[str, frozenset[str]] = {
    module: frozenset(names.split())
    for module, names in {
        "asyncio": "ALL_COMPLETED BoundedSemaphore CancelledError Condition Event FIRST_COMPLETED "
        "FIRST_EXCEPTION Future InvalidStateError LifoQueue Lock PriorityQueue Queue QueueEmpty "
        "QueueFull Semaphore Task TaskGroup TimeoutError all_tasks as_completed create_task "
        "current_task ensure_future gather get_running_loop iscoroutine iscoroutinefunction run "
        "shield sleep timeout wait wait_for",
        "base64": "b64decode b64encode",
        "collections": "ChainMap Counter OrderedDict UserDict UserList UserString defaultdict "
        "deque namedtuple",
        "copy": "copy deepcopy",
        "dataclasses": "FrozenInstanceError asdict astuple dataclass field replace",
        "datetime": "UTC date datetime time timedelta timezone",
        "decimal": "Decimal DecimalException InvalidOperation Context localcontext ROUND_CEILING "
        "ROUND_DOWN ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP",
        "enum": "Enum Flag IntEnum IntFlag StrEnum",
        "fractions": "Fraction",
        "functools": "cache cached_property cmp_to_key lru_cache partial reduce total_ordering "
        "wraps",
        "hashlib": "md5 sha1 sha256 sha512",
        "io": "BytesIO StringIO TextIOWrapper",
        "itertools": "accumulate chain combinations cycle islice pairwise permutations product "
        "repeat zip_longest",
        "json": "JSONDecodeError dumps loads",
        "math": "ceil comb copysign cos e exp factorial floor fmod fsum gcd hypot inf isclose "
        "isfinite isinf isnan isqrt lcm log log10 log2 modf nan perm pi pow prod sin sqrt tan tau "
        "trunc",
        "operator": "add and_ concat contains eq floordiv ge getitem gt itemgetter le lt mod mul "
        "ne neg not_ or_ pow sub truediv xor",
        "pathlib": "Path PurePath PurePosixPath PureWindowsPath",
        "re": "DOTALL IGNORECASE MULTILINE Pattern compile escape findall fullmatch match search "
        "split sub",
        "stat": "S_IMODE",
        "string": "ascii_letters ascii_lowercase ascii_uppercase digits punctuation whitespace",
        "struct": "calcsize error pack unpack",
        "textwrap": "dedent indent",
        "threading": "Barrier Condition Event Lock Semaphore Thread get_ident",
        "time": "monotonic perf_counter process_time sleep time",
        "uuid": "UUID",
        "zlib": "adler32 compress crc32 decompress",
        "zoneinfo": "ZoneInfo",
    }.items()
}
"""What may be taken from the standard library, by `module.name` or by an import."""

ABSTRACT = frozenset(name for name in dir(collections.abc) if name[0].isupper())
"""What may be taken from `collections.abc`."""

BARE: dict[str, str] = {
    name: module
    for module in ("datetime", "decimal", "fractions", "pathlib", "uuid", "zoneinfo")
    for name in MODULES[module]
    if name != "time"
} | {"FrozenInstanceError": "dataclasses", "Counter": "collections", "deque": "collections"}
"""Names that are there without an import."""

ACTING = frozenset({"asyncio", "io", "threading", "time"})
"""Modules whose names do something, as EFFECTS do."""

HIDDEN = frozenset(
    name
    for kind in (
        *(GeneratorType, CoroutineType, AsyncGeneratorType),
        *(FrameType, CodeType, TracebackType),
    )
    for name in dir(kind)
    if name.startswith(("gi_", "cr_", "ag_", "tb_", "f_", "co_"))
) | {"format_map", "mro", "with_traceback", "get_coro", "get_loop", "get_stack", "print_stack"}
"""Public attributes that lead from a value to the frames, classes and loops behind it."""

_PRIVATE_TO_PYTHON = frozenset(
    name
    for kind in (
        *(object, type, FunctionType, MethodType, BuiltinFunctionType, ModuleType, property),
        *(GeneratorType, CoroutineType, AsyncGeneratorType, FrameType, CodeType, TracebackType),
        *(int, float, str, bytes, bytearray, list, tuple, dict, set, BaseException, super),
        *(Exception, memoryview, range, slice, Path),
    )
    for name in dir(kind)
    if name.startswith("__") and name.endswith("__")
) | {
    *("__subclasses__", "__self__", "__func__", "__builtins__", "__import__", "__loader__"),
    *("__spec__", "__path__", "__file__", "__mro__", "__bases__", "__base__", "__wrapped__"),
    *("__weakref__", "__slots__", "__context__", "__suppress_context__", "__prepare__"),
}

TOLD = frozenset({"__cause__", "__doc__", "__module__", "__name__", "__qualname__", "__wrapped__"})
"""What Python itself keeps of things and a case may look at."""

NOT_DEFINED = frozenset(
    {"__class__", "__dict__", "__getattribute__", "__getattr__", "__setattr__", "__delattr__"}
    | {"__del__", "__dir__", "__init_subclass__", "__subclasshook__", "__instancecheck__"}
    | {"__subclasscheck__", "__set_name__", "__reduce__", "__reduce_ex__", "__getstate__"}
    | {"__setstate__", "__class_getitem__", "__mro_entries__", "__prepare__", "__slots__"}
    | {"__module__", "__qualname__", "__annotations__", "__builtins__", "__doc__", "__name__"}
)
"""Methods and values that no class of a case has: they change how Python itself sees it."""


OPERATORS = (
    frozenset(
        name
        for kind in (int, float, str, bytes, list, tuple, dict, set, BaseException)
        for name in dir(kind)
        if name.startswith("__")
    )
    | {"__enter__", "__exit__", "__aenter__", "__aexit__", "__aiter__", "__anext__", "__await__"}
    | {"__call__", "__missing__", "__next__", "__get__", "__set__", "__fspath__"}
) - NOT_DEFINED
"""Methods that a class of a case may ask of the one above it."""


def is_protocol(name: str) -> bool:
    """`__html__`: a name that libraries agreed on, and that means nothing to Python."""
    is_dunder = name.startswith("__") and name.endswith("__") and len(name) > 4
    return is_dunder and name not in _PRIVATE_TO_PYTHON | NOT_DEFINED


RISKY = (frozenset(dir(builtins)) - BUILTINS) | MODULES.keys()
"""What a name means that has no value: more than a case may name."""
