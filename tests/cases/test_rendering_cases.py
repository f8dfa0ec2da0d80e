"""Cases as pytest files that a person would sign: formatted, and with the same results."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from trials import EACH, Trial

from brickyard.cases import Names, read, render, support_files
from brickyard.cases.agreeing import Place, place
from brickyard.cases.layout import show
from brickyard.cases.model import Check

NAMES = Names(
    package="purse",
    offers={"Purse": "purse.coins", "parse": "purse.coins", "PurseError": "purse.coins"},
    classes=frozenset({"Purse", "PurseError"}),
    command="purse.cli:main",
)
CHECKS = {"csvdiff": 299, "ledger": 367, "loose": 296, "prove_csvdiff": 242, "prove_ledger": 326}
"""How many checks the spike counted, all of them passed."""


def rendered(text: str, same_at: frozenset[Place] = frozenset()) -> str:
    cases = read(text, NAMES)
    assert cases.problems == ()
    return render(cases, NAMES, "Acceptance tests of purse.", same_at)


def test_a_case_reads_like_what_was_written() -> None:
    text = (
        "def make_purse(n):\n    return Purse(n)\n"
        "@proves(R1, 'FR-2')\ndef refuses_nothing():\n    'What is shown.'\n"
        "    p = make_purse(Decimal('1.50'))\n"
        "    with raises(PurseError, 'no coin'):\n        parse('')\n"
        "    with raises(PurseError, 'a (b)', 'c') as e:\n        parse('x')\n"
        "    assert e.value.at == 1 and p.total == approx(1.5, 0.001)\n"
        "    assert run('show').json == {'a': [1]}\n"
    )
    assert (
        rendered(text)
        == '''\
"""Acceptance tests of purse."""

from decimal import Decimal

import pytest

from purse.coins import Purse, PurseError, parse
from support import run


def make_purse(n):
    return Purse(n)


@pytest.mark.requirement(id="R1")
@pytest.mark.requirement(id="FR-2")
def test_refuses_nothing():
    """What is shown."""
    p = make_purse(Decimal("1.50"))
    with pytest.raises(PurseError, match="no coin"):
        parse("")
    with pytest.raises(PurseError) as e:
        parse("x")
    assert "a (b)" in str(e.value)
    assert "c" in str(e.value)
    assert e.value.at == 1
    assert p.total == pytest.approx(1.5, abs=0.001)
    assert run("show").json == {"a": [1]}
'''
    )


def test_a_distance_within_the_one_equality_is_its_own() -> None:
    text = "@proves(R1)\ndef t():\n    assert parse('x') == [approx(1.5, 0.001)]\n"
    shown = rendered(text, frozenset({(3, ("parse('x')", "[approx(1.5, 0.001)]"))}))
    assert 'assert same(parse("x"), [approx(1.5, 0.001)])' in shown
    assert "from same import approx, same\n" in shown


def test_a_table_is_parametrized_with_ids() -> None:
    text = "@table(R1, [('a b', 1), ('a-b', 1)])\ndef t(x, y):\n    assert parse(x) == y\n"
    assert rendered(text).endswith("""\
@pytest.mark.requirement(id="R1")
@pytest.mark.parametrize(
    ("x", "y"),
    [
        pytest.param("a b", 1, id="a-b-1"),
        pytest.param("a-b", 1, id="a-b-1-2"),
    ],
)
def test_t(x, y):
    assert parse(x) == y
""")


def test_the_one_equality_stands_where_plain_equality_may_differ() -> None:
    text = "@proves(R1)\ndef t():\n    assert parse('a') == [1]\n    assert parse('b') == [2]\n"
    found = rendered(text, frozenset({(3, ("parse('a')", "[1]"))}))
    assert "from same import same\n" in found
    assert '    assert same(parse("a"), [1])\n    assert parse("b") == [2]\n' in found


def test_permissions_are_octal_and_a_formula_has_no_brackets_of_its_own() -> None:
    text = "@proves(R1)\ndef t():\n    write('a', parse('x'), mode=0o600)\n"
    text += (
        "    Path('a').chmod(0o440)\n    assert mode('a') == 0o440 and any(x for x in parse('a'))\n"
    )
    assert rendered(text).endswith("""\
    write("a", parse("x"), mode=0o600)
    Path("a").chmod(0o440)
    assert mode("a") == 0o440
    assert any(x for x in parse("a"))
""")


def test_a_part_with_signs_of_its_own_is_escaped() -> None:
    found = rendered(
        "@proves(R1)\ndef t():\n    with raises(PurseError, 'a.b'):\n        parse('')\n"
    )
    assert 'match=re.escape("a.b")' in found
    assert found.count("import re\n") == 1


EVERYTHING = """\
HEADER = "a,b,c\\n"
def make_lines(first, *rest, last=None):
    for line in rest:
        yield line
    if last is None:
        return
    else:
        raise ValueError("a very long text that is the reason of this error, and goes on " + first)
def make_try():
    try:
        parse("")
    except (PurseError, ValueError) as error:
        return error.args
    finally:
        parse("x")
def make_own(start):
    \"\"\"An object to hand in.\"\"\"
    @functools.total_ordering
    class Number(int):
        \"\"\"Counts.\"\"\"
        seen = [start]
        def __lt__(self, other):
            self._last = other
            return super().__lt__(other)
        @property
        def last(self):
            return self._last
    class Empty:
        pass
    return Number(start), Empty()
@proves(R1)
async def waits():
    def key(x):
        return -x
    async with Purse() as p:
        await asyncio.sleep(0)
        assert await p.sorted(key=key, other=lambda a, b=1: a + b) is not None
    async for x in p:
        assert x != [y async for y in p if y > 2]
@proves(R1)
def rest():
    r = recorder()
    f = failing(ValueError, times=2, then=3)
    assert together(3, returning(1, 2)) == [1, 2, 2]
    p = Purse(r, f)
    del p["a"]
    p.total += 10 ** 3
    write("a", b"\\x00'")
    assert read("a") == "it's \\"so\\"" if p else f"{p!r} is"
    assert (p.text, p.name) == (f"{p}:\\tit is\\n", f'{p} is "it"\\n')
    assert p.name.startswith("first part of the text") or p.name.endswith("the last") or not p
    assert sorted({k: v for k, v in p.items() if k}, key=str)[1:2] == [
        {"a very long key": "a very long value", "b": {1, 2}}]
    for name, value in [("a", 1), ("b", 2)]:
        assert 0 < p[name] <= value
    assert json.loads(p.text) == {
        "a": "0123456789" * 3, "b": [1.5e+20, -1, None, True, ..., b"bytes", (1,), ()]}
    a, (b, c) = p.parse("a text that is long enough", "and another", HEADER).then
    with raises(PurseError):
        for x in p:
            p.pop(x)
    @p.cached(key=lambda n: n)
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)
    assert fib(9) == 34
    assert p.parse("a text that is long enough to need another line", "b").splitlines()[2:] == []
"""


@pytest.mark.parametrize(
    "text",
    [
        f"(humansorted({'x' * 40!r}, 'a text') == natsorted({'y' * 40!r}, alg=LOCALE)) is True",
        f"(first + {'a' * 40!r} + second) * (third - {'b' * 40!r}) * fourth_name_of_a_value",
        f"({'a' * 50!r} or first_name_of_a_value) and (second_value or {'b' * 50!r})",
        f"(one if {'a' * 50!r} else two) == (three if {'b' * 50!r} else four_is_long_enough)",
        f"(not {'a' * 60!r}) == first(not {'b' * 60!r})",
    ],
)
def test_a_long_expression_keeps_its_meaning(text: str) -> None:
    laid = show(text, 4, "assert ")
    assert "\n" in laid
    assert ast.dump(ast.parse(laid.strip())) == ast.dump(ast.parse(f"assert {text}"))


def test_everything_that_the_notation_has_is_laid_out(tmp_path: Path) -> None:
    found = rendered(EVERYTHING)
    ast.parse(found)
    files = {**support_files(NAMES, [found]), "test_all.py": found}
    assert _formatted({f"tests/{name}": text for name, text in files.items()}, tmp_path) == ""


def test_the_words_do_in_pytest_what_they_say(tmp_path: Path) -> None:
    text = """\
@proves(R1)
def words():
    f = failing(ValueError, times=1, then=3)
    with raises(ValueError):
        f("a")
    assert (f("b", c=4), f(), f.calls) == (3, 3, [("a",), ("b", 4), ()])
    assert [returning(1, 2)() for _ in range(2)] == [1, 1]
    g = returning(1, 2)
    assert [g(), g(), g()] == [1, 2, 2]
    r = recorder()
    assert (r(1), r.calls) == (None, [(1,)])
    assert together(3, g) == [2, 2, 2]
    write("a/b.txt", "ä\\r\\n")
    assert read("a/b.txt") == "ä\\r\\n"
    write("c", b"\\xff")
    assert read("c") == b"\\xff"
    done = run("x", 1, stdin="in", env={"PURSE": "full"})
    assert (done.exit, done.json, done.stderr) == (3, ["x", "1", "in", "full"], "no\\n")
    assert run("stop").exit == 1
    assert run("stop").stderr == "stopped\\n"
@proves(R1)
async def waits():
    await asyncio.sleep(3600)
    assert parse("a") == "a"
    assert clock.now == datetime(2026, 1, 1, 1, tzinfo=timezone.utc)
    with raises(TimeoutError):
        await asyncio.wait_for(asyncio.Event().wait(), 60)
    assert clock.now.minute == 1
@proves(R1)
def files_and_modes():
    write("in/a.csv", "text", mode=0o600)
    write("b", b"")
    assert files() == ["b", "in/a.csv"] and files("in") == ["in/a.csv"]
    assert (mode("in/a.csv"), files("none")) == (0o600, [])
    with raises(ValueError, "outside"):
        write(Path("..") / "x", "")
    with raises(ValueError, "outside"):
        files(Path("/etc"))
    with raises(ValueError, "outside"):
        mode(Path("/etc/passwd"))
    with raises(ValueError, "outside"):
        read(Path("/etc/passwd"))
@proves(R1)
def processes():
    plain = run("seen", env={"PURSE": "full"})
    assert (plain.exit, plain.json) == (0, [[False, False, False], "utf-8", "purse", "full", "-"])
    whole = run("seen", terminal=True, columns=40)
    assert whole.json == [[True, True, True], "utf-8", "purse", "-", 40]
    assert run("seen", terminal="stdout").json[0] == [False, True, False]
    one = run("fail", terminal="stderr")
    assert (one.exit, one.stdout, one.stderr) == (1, "", "stopped\\n")
    assert run("seen", encoding="latin-1", stdin="ä").json[1] == "iso8859-1"
    assert "UnicodeEncodeError" in run("say", "ä", encoding="ascii").stderr
    assert run("echo", stdin="ä", encoding="latin-1").stdout == "ä"
    assert run("bytes", "ä", encoding="ascii").stdout == "ä"
    assert run("bytes", "ä", encoding="latin-1").stdout == "Ã¤"
    asked = run("ask", stdin="Ann\\nsecret", terminal=True)
    assert asked.stdout == "Name: Password: \\nAnn secret\\n"
    name = "PYTHON" + "PATH"
    with raises(ValueError, "changes what runs the command"):
        run("seen", env={name: "."})
@proves(R1)
def time_passes():
    assert clock.now == datetime(2026, 1, 1, tzinfo=timezone.utc)
    assert (parse.day(), time.time()) == ("2026-01-01 00:00", 1767225600)
    start = time.monotonic()
    time.sleep(90)
    clock.advance(timedelta(minutes=1))
    assert (parse.day(), time.monotonic() - start) == ("2026-01-01 00:02", 150)
    clock.set(datetime(2026, 3, 1))
    assert run("now").stdout == "2026-03-01 00:00\\n"
    assert run("now", env={}).stdout == "2026-03-01 00:00\\n"
    with raises(ValueError):
        clock.advance(-1)
@proves(R1)
def nothing_is_by_chance():
    assert parse.chance() == [49, 97, 53]
    assert run("chance", env={}).exit == 0
"""
    cli = """\
import datetime, getpass, json, os, random, sys
from purse.coins import day
def main(args):
    match args:
        case ["stop"] | ["fail"]:
            sys.exit("stopped")
        case ["ask"]:
            print(input("Name: "), getpass.getpass())
        case ["echo"]:
            print(sys.stdin.read(), end="")
        case ["say", text]:
            print(text)
        case ["bytes", text]:
            sys.stdout.buffer.write(text.encode())
        case ["now"]:
            print(day())
        case ["chance"]:
            return hash("a") == hash("b")
        case ["seen"]:
            streams = (sys.stdin, sys.stdout, sys.stderr)
            terminal = sys.stdout.isatty() and sys.stdin.isatty()
            size = os.get_terminal_size().columns if terminal else "-"
            seen = [[each.isatty() for each in streams], sys.stdout.encoding, sys.argv[0]]
            print(json.dumps([*seen, os.environ.get("PURSE", "-"), size]))
        case _:
            print(json.dumps([*args, sys.stdin.read(), os.environ["PURSE"]]))
            print('no', file=sys.stderr)
            return 3
"""
    coins = """\
import random
from datetime import datetime
def day():
    return datetime.now().strftime("%Y-%m-%d %H:%M")
def parse(x):
    return x
parse.day = day
parse.chance = lambda: [random.randint(0, 99) for _ in range(3)]
"""
    files = {"src/purse/cli.py": cli, "src/purse/coins.py": coins}
    files["tests/test_words.py"] = rendered(text)
    assert played(tmp_path, files, NAMES) == {"passed": 6}


def test_support_has_only_what_the_tests_use(tmp_path: Path) -> None:
    text = rendered("@proves(R1)\ndef t():\n    write('a', '')\n    assert parse('') == 1\n")
    found = support_files(NAMES, [text])
    assert found.keys() == {"conftest.py", "fixed_clock.py", "support.py"}
    assert [line for line in found["support.py"].splitlines() if line.startswith("def ")] == [
        "def write(path: str | Path, data: str | bytes, mode: int | None = None) -> None:",
        "def _inside(path: str | Path) -> Path:",
    ]
    assert "import support" not in found["conftest.py"]
    every = rendered(EVERYTHING + "    assert run('a').json\n")
    for files in (found, support_files(NAMES, [every]), support_files(NAMES, ["x = 1\n"])):
        assert _formatted({f"tests/{name}": text for name, text in files.items()}, tmp_path) == ""
    assert set(support_files(NAMES, ["x = 1\n"])) == {"conftest.py", "fixed_clock.py"}
    assert 'ENTRY = "purse.cli:main"' in support_files(NAMES, [every])["support.py"]


@pytest.mark.parametrize("trial", EACH)
def test_what_strangers_wrote_is_formatted_as_ruff_does(trial: Trial, tmp_path: Path) -> None:
    text = render(trial.cases, trial.names, "Acceptance tests.")
    files = {f"tests/{name}": text for name, text in support_files(trial.names, [text]).items()}
    files["tests/test_cases.py"] = text
    for path, text in files.items():
        compile(text, path, "exec")
    assert _formatted(files, tmp_path, trial.names) == ""


@pytest.mark.parametrize("trial", [one for one in EACH if one.id in CHECKS])
def test_rendered_files_have_the_results_of_the_spike(trial: Trial, tmp_path: Path) -> None:
    assert trial.source is not None
    files = {
        f"src/{path.relative_to(trial.source)}": path.read_text("utf-8")
        for path in trial.source.rglob("*.py")
    }
    files["tests/test_cases.py"] = render(trial.cases, trial.names, "Acceptance tests.")
    assert played(tmp_path, files, trial.names) == {"passed": CHECKS[trial.name]}


def test_a_rendered_file_fails_where_the_code_is_wrong(tmp_path: Path) -> None:
    text = "@table(R1, [('a', 'a'), ('b', 'c')])\ndef t(x, y):\n    assert parse(x) == y\n"
    files = {
        "src/purse/coins.py": "def parse(x):\n    return x\n",
        "tests/test_t.py": rendered(text),
    }
    assert played(tmp_path, files, NAMES) == {"passed": 1, "failed": 1}


def _written(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def _formatted(files: dict[str, str], folder: Path, names: Names = NAMES) -> str:
    """What ruff would change, or find wrong; a variable's name stays as it was written."""
    modules = {f"src/{home.replace('.', '/')}.py": "" for home in names.offers.values()}
    _written(folder, {**files, **modules})
    (folder / "ruff.toml").write_text('line-length = 100\nsrc = ["src", "tests"]\n')
    ruff = [sys.executable, "-m", "ruff"]
    style = [*ruff, "format", "--no-cache", "--diff", "."]
    rules = [*ruff, "check", "--no-cache", "--quiet", "--select", "E4,E7,E9,F,I,RUF100"]
    done = [
        subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        for command in (style, [*rules, "--ignore", "E741", "."])
    ]
    return "".join(each.stdout for each in done if each.returncode)


def played(folder: Path, files: dict[str, str], names: Names) -> dict[str, int]:
    tests = [text for path, text in files.items() if path.startswith("tests/")]
    support = {f"tests/{name}": text for name, text in support_files(names, tests).items()}
    _written(folder, {**files, **support})
    (folder / "pytest.ini").write_text(
        "[pytest]\npythonpath = src\nasyncio_default_fixture_loop_scope = function\n"
    )
    (folder / "count.py").write_text(_COUNT)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "count", "-p", "no:cacheprovider"]
    command += ["-p", "pytest_asyncio.plugin"]
    done = subprocess.run(
        [*command, "--strict-markers", "-W", "error", "--basetemp", "made", "tests"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    print(done.stdout)
    assert (folder / "counted.json").exists(), done.stdout + done.stderr
    found: dict[str, int] = json.loads((folder / "counted.json").read_text())
    return found


_COUNT = """\
import json, pathlib

def pytest_terminal_summary(terminalreporter, config):
    stats = terminalreporter.stats
    counted = {k: len(stats[k]) for k in ("passed", "failed", "error") if stats.get(k)}
    pathlib.Path(config.rootpath, "counted.json").write_text(json.dumps(counted))
"""


def test_a_case_may_call_something_same() -> None:
    text = (
        "@proves(R1)\ndef two_of_them():\n"
        "    same = parse('1')\n    assert [parse('1'), 2] == [same, 2.0]\n"
    )
    check = read(text, NAMES).cases[0].steps[1]
    assert isinstance(check, Check)
    shown = rendered(text, frozenset({place(check)}))
    assert "from same import same_value" in shown
    assert "assert same_value([parse" in shown


def test_a_starred_element_is_laid_out() -> None:
    long = ", ".join(f"'--option-number-{number}'" for number in range(6))
    text = f"words += [{long}, *options]"
    assert "        *options," in show(text.removeprefix("words += "), 4, "words += ")
