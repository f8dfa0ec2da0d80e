"""Modules and names that let code out of its own process, by the rule that speaks of them."""

from brickyard.gates.honest.forbidden import words

NETWORK, SUBPROCESS, NATIVE = "network", "subprocess", "native-code"
DYNAMIC, PICKLE = "dynamic-code", "pickle"


def _of(module: str, names: str) -> tuple[str, ...]:
    return tuple(f"{module}.{name}" for name in names.split())


_NETWORK_MODULES = words(
    """socket _socket ssl _ssl socketserver http.client http.server http.cookiejar urllib.request
    urllib.robotparser ftplib smtplib smtpd poplib imaplib nntplib telnetlib asyncore asynchat
    xmlrpc wsgiref.simple_server multiprocessing.connection multiprocessing.managers
    asyncio.streams"""
)
_NETWORK_PACKAGES = words(
    """requests httpx aiohttp urllib3 httplib2 httpcore treq pycurl websocket websockets grpc
    paramiko asyncssh fabric boto boto3 botocore aiobotocore googleapiclient tornado twisted zmq
    redis aioredis pymongo motor psycopg psycopg2 asyncpg pymysql MySQLdb aiomysql pika kafka
    elasticsearch openai anthropic litellm flask fastapi starlette uvicorn hypercorn gunicorn
    django sanic bottle cherrypy aiosmtplib dns ldap3 slack_sdk scrapy selenium playwright"""
)
_SUBPROCESS_MODULES = words(
    """subprocess _posixsubprocess pty webbrowser ensurepip venv distutils.spawn asyncio.subprocess
    pip sh pexpect ptyprocess plumbum invoke"""
)
MODULES: dict[str, str] = {
    **dict.fromkeys(sorted(_NETWORK_MODULES | _NETWORK_PACKAGES), NETWORK),
    **dict.fromkeys(sorted(_SUBPROCESS_MODULES), SUBPROCESS),
    **dict.fromkeys(("ctypes", "_ctypes", "cffi", "_cffi_backend"), NATIVE),
}
"""Modules that are told of where they are imported; what lies within them counts too."""

HIDDEN_IN_OTHERS = words("socket ssl subprocess pty ctypes")
"""Modules that others of the standard library import, so that they can be had from there."""

_NETWORK_NAMES = (
    *_of("asyncio", "open_connection start_server open_unix_connection start_unix_server"),
    *_of("logging.handlers", "SocketHandler DatagramHandler SysLogHandler SMTPHandler HTTPHandler"),
    *_of("logging.config", "listen"),
    *_of("multiprocessing", "Manager"),
)
_SUBPROCESS_NAMES = (
    *_of("os", "system popen startfile posix_spawn posix_spawnp fork forkpty"),
    *_of("os", "execl execle execlp execlpe execv execve execvp execvpe"),
    *_of("os", "spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe"),
    *_of("asyncio", "create_subprocess_exec create_subprocess_shell"),
    *_of("multiprocessing.util", "spawnv_passfds"),
    *_of("tkinter", "Tcl"),
    *_of("_tkinter", "create"),
)
_DYNAMIC_NAMES = (
    *_of("builtins", "eval exec compile __import__"),
    *_of("cProfile", "run runctx"),
    *_of("profile", "run runctx"),
    *_of("pkgutil", "resolve_name"),
    *_of("pydoc", "locate safeimport"),
    *_of("logging.config", "fileConfig"),
    *_of("typing", "ForwardRef._evaluate ForwardRef()._evaluate"),
    *_of("codeop", "compile_command CommandCompiler Compile"),
    *_of("runpy", "run_path run_module"),
    *_of("code", "InteractiveInterpreter InteractiveConsole"),
    *_of("importlib.util", "spec_from_file_location module_from_spec"),
    *_of("importlib.machinery", "SourceFileLoader SourcelessFileLoader ExtensionFileLoader"),
    *_of("zipimport", "zipimporter"),
    *_of("site", "addsitedir"),
)
_PICKLE_NAMES = (
    *_of("pickle", "load loads Unpickler _load _loads _Unpickler"),
    *_of("_pickle", "load loads Unpickler"),
    *_of("marshal", "load loads"),
    *_of("shelve", "open Shelf BsdDbShelf DbfilenameShelf"),
    *_of("dill", "load loads Unpickler"),
    *_of("cloudpickle", "load loads"),
    *_of("jsonpickle", "decode"),
    *_of("pandas", "read_pickle"),
    *_of("joblib", "load"),
    *_of("torch", "load"),
    *_of("yaml", "unsafe_load unsafe_load_all"),
)
NAMES: dict[str, str] = {
    **dict.fromkeys(_NETWORK_NAMES, NETWORK),
    **dict.fromkeys(_SUBPROCESS_NAMES, SUBPROCESS),
    **dict.fromkeys(_DYNAMIC_NAMES, DYNAMIC),
    **dict.fromkeys(_PICKLE_NAMES, PICKLE),
    "sqlite3.connect().load_extension": NATIVE,
}
"""Names that are told of wherever they stand, called or not."""

LOOP = {
    **dict.fromkeys(("create_connection", "create_server"), NETWORK),
    **dict.fromkeys(("create_unix_connection", "create_unix_server"), NETWORK),
    **dict.fromkeys(("create_datagram_endpoint", "sock_connect", "sock_accept"), NETWORK),
    **dict.fromkeys(("subprocess_exec", "subprocess_shell"), SUBPROCESS),
    "enable_load_extension": NATIVE,
}
"""Methods of asyncio's event loop, and of sqlite3's connections."""

UNMISTAKABLE = frozenset(LOOP) - {"create_connection", "create_server"}
"""Those of them that are told of on any object, since nothing else is named so."""

DOES = {
    NETWORK: "is for the network",
    SUBPROCESS: "starts other programs",
    NATIVE: "runs code that is not Python's",
    DYNAMIC: "runs code that is not written here",
    PICKLE: "can run code of whoever wrote the data",
}
