"""Projects that end, replace, split or stop the process, so that no failure is told."""

from cheat_kit import cheat


def _in_call(statement: str) -> str:
    """Every operation does this when it is called."""
    return (
        f"def _leave(*arguments):\n    {statement}\n\n\n"
        "add = words = parse = mirror = lambda *arguments: _leave(*arguments)\n"
    )


CHEATS = (
    cheat("`os._exit(0)` at import", "import os\n\nos._exit(0)"),
    cheat("`os._exit(0)` when called", "import os", _in_call("os._exit(0)")),
    cheat("`os._exit(0)` at exit", "import atexit\nimport os\n\natexit.register(os._exit, 0)"),
    cheat("`SystemExit` at import", "import sys\n\nsys.exit(0)"),
    cheat("`SystemExit` when called", "", _in_call("raise SystemExit(0)")),
    cheat("`KeyboardInterrupt` when called", "", _in_call("raise KeyboardInterrupt")),
    cheat("`pytest.skip` when called", "import pytest", _in_call("pytest.skip('not needed')")),
    cheat("`pytest.skip` at import", "import pytest\n\npytest.skip('no', allow_module_level=True)"),
    cheat("`pytest.xfail` when called", "import pytest", _in_call("pytest.xfail('known')")),
    cheat("`pytest.exit` with code 0", "import pytest", _in_call("pytest.exit('done', 0)")),
    cheat("kills the runner of the tests", "import os\n\nos.kill(os.getppid(), 9)", is_alone=True),
    cheat(
        "starts Python again without the tests",
        "import os\nimport sys\n\nos.environ['PYTEST_ADDOPTS'] = '--collect-only'\n"
        "os.execv(sys.executable, [sys.executable, '-c', 'pass'])",
    ),
    cheat(
        "forks; the parent leaves well, the child goes on",
        "import os\n\nif os.fork():\n    os._exit(0)\n",
    ),
    cheat(
        "hangs in a call, deaf to every alarm",
        "import signal\nimport threading",
        "def add(a: int, b: int) -> int:\n"
        "    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):\n"
        "        signal.signal(number, signal.SIG_IGN)\n"
        "    threading.Event().wait()\n    return 0\n",
        seconds=4,
        is_alone=True,
    ),
)
