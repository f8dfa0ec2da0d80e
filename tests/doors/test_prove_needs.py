"""What somebody's code needs: read from its files, installed from wheels, apart from our tools."""

import asyncio
import os
import platform
import socket
from pathlib import Path

import pytest
from needs_kit import project, write_project, write_sdist, write_wheel
from prove_kit import PROJECT, TIMES, readers, write_code, write_recipe

from brickyard.cases import CaseFile, judge, read
from brickyard.doors.prove.building import Opened
from brickyard.doors.prove.code import Code, built_code, read_code
from brickyard.doors.prove.surface import read_surface
from brickyard.doors.prove.verdicts import Said
from brickyard.errors import BadInput, ToolchainBroken
from brickyard.events import silent
from brickyard.files import Files
from brickyard.flow.prove import prove, prove_code_again
from brickyard.sandbox import Limits, Sandbox, choose
from brickyard.sandbox.indexes import index_settings
from brickyard.sandbox.needs import Needs, environment
from brickyard.sandbox.toolchain import toolchain_status
from brickyard.settings import Settings
from brickyard.values import ProofLevel

ZEROS = "0" * 64


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the clock for this Python in it: all else comes from folders that tests make."""
    folder = tmp_path_factory.mktemp("cache")
    asyncio.run(environment(folder, Needs()))
    return folder


@pytest.fixture
def links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "links"
    folder.mkdir()
    monkeypatch.setenv("UV_FIND_LINKS", str(folder))
    monkeypatch.setenv("UV_NO_INDEX", "1")
    return folder


def code_of(tmp_path: Path, pyproject: str, files: dict[str, str] | None = None) -> Code:
    return read_code(write_project(tmp_path / "code", pyproject, files))


async def installed(cache: Path, code: Code) -> list[str]:
    made = await environment(cache, code.needs)
    return sorted(path.name for path in made.path.glob("lib/*/site-packages/*.dist-info"))


async def refused(cache: Path, code: Code) -> BadInput:
    with pytest.raises(BadInput) as caught:
        await environment(cache, code.needs)
    assert caught.value.hint
    return caught.value


# ---------------------------------------------------------------- what is read


def test_requirement_files_are_read_with_what_they_include(tmp_path: Path) -> None:
    files = {
        "requirements.txt": "# all\n-r more/base.txt\n--constraint bounds.txt\nattrs>=1 # why\n"
        "-e .\n-i https://user:secret@example.org/simple\n",
        "more/base.txt": f"rich==13 \\\n    --hash=sha256:{ZEROS}\n-r ../requirements.txt\n",
        "bounds.txt": "attrs<2\n",
    }
    code = read_code(write_project(tmp_path, "", files))
    assert code.dependencies == ("rich==13", "attrs>=1")
    assert code.needs.requirements.split("\n") == [
        f"rich==13      --hash=sha256:{ZEROS}",
        "attrs>=1",
    ]
    assert (code.needs.constraints, code.needs.hashed) == ("attrs<2", True)
    assert code.notes == ("-i in requirements.txt is not followed: your own index settings are.",)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("-r missing.txt", "missing.txt"),
        ("-r ../outside.txt", "outside.txt"),
        ("-r /etc/passwd", "/etc/passwd"),
        ("rich @ https://example.org/rich.whl", "rich"),
        ("-e git+https://example.org/x.git#egg=x", "git"),
        ("./beside", "beside"),
        ("rich --global-option=x", "rich"),
    ],
)
def test_what_no_index_has_is_refused_by_name(line: str, named: str, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("rich\n")
    write_project(tmp_path / "code", "", {"requirements.txt": f"{line}\n"})
    with pytest.raises(BadInput, match=named) as caught:
        read_code(tmp_path / "code")
    assert caught.value.hint


@pytest.mark.parametrize(
    "pyproject",
    [
        project("rich @ git+https://example.org/rich"),
        project("rich", more='[tool.uv.sources]\nrich = { git = "https://example.org/rich" }'),
        '[tool.poetry]\nname = "b"\n[tool.poetry.dependencies]\nrich = {path = "../rich"}\n',
    ],
)
def test_an_address_in_pyproject_is_refused_by_name(pyproject: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="rich"):
        code_of(tmp_path, pyproject)


def test_dependencies_of_poetry_are_put_into_everybodys_words(tmp_path: Path) -> None:
    told = """
[tool.poetry]
name = "borrower"
extras = { fast = ["quick"] }
[tool.poetry.dependencies]
python = "^3.10"
attrs = "^1.2.3"
early = "^0.2.3"
tilde = "~1.4"
exact = "2.1"
any = "*"
both = ">=1,!=1.5"
quick = { version = "^1", optional = true }
rich = { version = "~=13.0", extras = ["jupyter"], python = "<3.12" }
"""
    code = code_of(tmp_path, told)
    assert code.needs.python == "<4,>=3.10"
    assert set(code.dependencies) == {
        "attrs<2,>=1.2.3",
        "early<0.3,>=0.2.3",
        "tilde<1.5,>=1.4",
        "exact==2.1",
        "any",
        "both!=1.5,>=1",
        'rich[jupyter]~=13.0; python_full_version < "3.12"',
    }
    assert code.notes == ("Extras are not installed: fast.",)


def test_a_poetry_constraint_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="attrs"):
        code_of(tmp_path, '[tool.poetry.dependencies]\nattrs = "newest"\n')


def test_dynamic_dependencies_are_read_from_the_files_that_are_named(tmp_path: Path) -> None:
    told = '[project]\nname = "borrower"\ndynamic = ["dependencies"]\n'
    named = '[tool.setuptools.dynamic]\ndependencies = { file = ["needs.in"] }\n'
    assert code_of(tmp_path / "a", told + named, {"needs.in": "rich\n"}).dependencies == ("rich",)
    assert "dynamic" in code_of(tmp_path / "b", told).notes[0]


def test_setup_cfg_tells_needs_and_python(tmp_path: Path) -> None:
    told = "[metadata]\nname = z\n[options]\npython_requires = >=3.9\n"
    files = {"setup.cfg": told + "install_requires = file: needs.in\n", "needs.in": "rich>13\n"}
    code = code_of(tmp_path, "", files)
    assert (code.needs.python, code.dependencies) == (">=3.9", ("rich>13",))


def test_several_versions_in_a_lock_are_pinned_each_for_its_case(tmp_path: Path) -> None:
    lock = """
[[package]]
name = "one"
version = "1.0"
source = { registry = "https://pypi.org/simple" }
resolution-markers = ["python_full_version < '3.12'"]
[[package]]
name = "one"
version = "2.0"
source = { registry = "https://pypi.org/simple" }
resolution-markers = ["python_full_version >= '3.12'"]
wheels = [{ url = "https://example.org/one.whl", hash = "sha256:aa" }]
[[package]]
name = "borrower"
version = "1"
source = { editable = "." }
"""
    code = code_of(tmp_path, project("one"), {"uv.lock": lock})
    assert code.needs.constraints.splitlines() == [
        'one==1.0 ; (python_full_version < "3.12")',
        'one==2.0 ; (python_full_version >= "3.12") --hash=sha256:aa',
    ]


@pytest.mark.parametrize(
    "lock",
    [
        "[[package",
        "[[package]]\nversion = '1'\n",
        "[[package]]\nname = 'a b'\nversion = '1'\n",
        "[[package]]\nname = 'a'\nversion = '1 --index-url x'\n",
    ],
)
def test_a_lock_that_cannot_be_read_is_refused(lock: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"uv\.lock"):
        code_of(tmp_path, project("a"), {"uv.lock": lock})


# ---------------------------------------------------------------- what is installed


async def test_a_project_gets_its_own_version_of_what_our_tools_have_too(
    cache: Path, links: Path, tmp_path: Path
) -> None:
    """Also one of the clock's own: it is neither seen nor in the way."""
    assert "iniconfig" in toolchain_status(cache).tools
    write_wheel(links, "iniconfig", "0.0.1", "HERE = 'theirs'\n")
    write_wheel(links, "time_machine", "0.0.1", "HERE = 'theirs'\n", needs=["iniconfig"])
    code = code_of(tmp_path, project("time-machine"))

    assert await installed(cache, code) == [
        "iniconfig-0.0.1.dist-info",
        "time_machine-0.0.1.dist-info",
    ]
    sandbox = await choose("auto", await environment(cache, code.needs), listener=silent)
    asks = (
        "import importlib.util as u, iniconfig, time_machine\n"
        "print(iniconfig.HERE, time_machine.HERE)\n"
        "print([name for name in ('pytest', 'coverage', 'ruff', 'uv') if u.find_spec(name)])\n"
    )
    outcome = await sandbox.run(Files({"ask.py": asks}), ("python", "ask.py"), Limits())
    assert outcome.stdout.decode().splitlines() == ["theirs theirs", "[]"]


async def test_pins_of_a_lock_are_what_is_installed(
    cache: Path, links: Path, tmp_path: Path
) -> None:
    good = write_wheel(links, "pinned", "1.0")
    write_wheel(links, "pinned", "2.0")
    write_wheel(links, "above", "1.0", needs=["pinned"])
    lock = '[[package]]\nname = "pinned"\nversion = "1.0"\nsource = { registry = "x" }\n'
    theirs = f'{lock}wheels = [{{ url = "x", hash = "sha256:{good}" }}]\n'
    code = code_of(tmp_path / "uv", project("above"), {"uv.lock": theirs})
    assert await installed(cache, code) == ["above-1.0.dist-info", "pinned-1.0.dist-info"]

    other = lock.replace("1.0", "2.0").replace('source = { registry = "x" }', "")
    other += f'files = [{{ file = "x", hash = "sha256:{ZEROS}" }}]\n'
    changed = code_of(tmp_path / "poetry", project("above"), {"poetry.lock": other})
    assert "pinned==2.0" in (await refused(cache, changed)).message

    stale = code_of(tmp_path / "stale", project("pinned>=2"), {"uv.lock": theirs})
    assert "lock again" in (await refused(cache, stale)).hint


async def test_a_hash_that_does_not_match_is_refused_and_one_that_is_missing_too(
    cache: Path, links: Path, tmp_path: Path
) -> None:
    good = write_wheel(links, "hashed", "1.0")
    write_wheel(links, "bare", "1.0")
    lines = f"hashed==1.0 --hash=sha256:{good}\n"
    code = code_of(tmp_path / "good", "", {"requirements.txt": lines})
    assert await installed(cache, code) == ["hashed-1.0.dist-info"]
    other = code_of(tmp_path / "other", "", {"requirements.txt": lines.replace(good, ZEROS)})
    assert "hashed==1.0" in (await refused(cache, other)).message
    missing = code_of(tmp_path / "missing", "", {"requirements.txt": f"{lines}bare==1.0\n"})
    assert "bare" in (await refused(cache, missing)).message


async def test_a_source_distribution_is_refused_by_name_and_none_of_it_runs(
    cache: Path, links: Path, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    write_sdist(links, "hostile", "1.0", f"import os; open({str(ran)!r}, 'w').write('x')\n")
    error = await refused(cache, code_of(tmp_path, project("hostile")))
    assert "needs hostile" in error.message
    assert "UV_FIND_LINKS" in error.hint
    assert not ran.exists()


async def test_a_package_that_is_nowhere_is_bad_input_and_a_broken_registry_is_not(
    cache: Path, links: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = code_of(tmp_path, project("brickyard-no-such-package-9d1f"))
    assert "no-such-package" in (await refused(cache, code)).message
    monkeypatch.delenv("UV_NO_INDEX")
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("UV_HTTP_RETRIES", "0")
    with pytest.raises(ToolchainBroken):
        await environment(cache, code.needs)


async def test_a_wheel_that_replaces_parts_of_the_environment_is_refused(
    cache: Path, links: Path, tmp_path: Path
) -> None:
    for number, place in enumerate(("bin/python3.0", "pyvenv.cfg", "instruments/time_machine.py")):
        name = f"usurper{number}"
        write_wheel(links, name, "1.0", {f"{name}-1.0.data/data/{place}": "home = /\n"})
        error = await refused(cache, code_of(tmp_path / name, project(name)))
        assert "borrower" in error.message


async def test_uv_settings_of_the_project_and_of_its_folder_are_not_followed(
    cache: Path, links: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_wheel(links, "settled", "1.0")
    write_wheel(tmp_path / "theirs", "settled", "9.0")
    more = f'[tool.uv]\nfind-links = ["{tmp_path / "theirs"}"]'
    code = code_of(tmp_path, project("settled", more=more))
    monkeypatch.chdir(tmp_path / "code")
    assert await installed(cache, code) == ["settled-1.0.dist-info"]


# ---------------------------------------------------------------- Python, keys, indexes


async def test_a_python_that_does_not_fit_and_no_other_is_there(
    cache: Path, tmp_path: Path
) -> None:
    error = await refused(cache, code_of(tmp_path / "new", project(python=">=3.99")))
    assert ">=3.99" in error.message
    assert platform.python_version() in error.message
    old = await refused(cache, code_of(tmp_path / "old", project(python="<3.9")))
    assert "3.11" in old.message
    odd = await refused(cache, code_of(tmp_path / "odd", project(python="newest")))
    assert "newest" in odd.message


async def test_no_key_reaches_what_uv_starts(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """uv asks every interpreter on PATH what it is: this one writes down what it is given."""
    seen = tmp_path / "seen"
    program = tmp_path / "bin" / "python3.98"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n/usr/bin/env > {seen}\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    for name in ("ANTHROPIC_API_KEY", "AWS_SECRET_ACCESS_KEY", "ANTHROPIC_AUTH_TOKEN", "MY_SECRET"):
        monkeypatch.setenv(name, "sk-canary")
    await refused(cache, code_of(tmp_path, project(python="==3.98.*")))
    assert "PATH=" in seen.read_text()
    assert "sk-canary" not in seen.read_text()


def test_settings_of_pip_are_followed_where_uv_has_none(tmp_path: Path) -> None:
    file = tmp_path / "pip" / "pip.conf"
    file.parent.mkdir()
    file.write_text("[global]\nindex-url = https://a.example/simple\nfind-links = /usr /none\n")
    environ = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PIP_NO_INDEX": "0"}
    environ |= {"PIP_CONFIG_FILE": str(file), "PIP_EXTRA_INDEX_URL": "https://b.example/simple"}
    told = index_settings(environ)
    assert told["UV_DEFAULT_INDEX"] == "https://a.example/simple"
    assert told["UV_INDEX"] == "https://b.example/simple"
    assert (told["UV_FIND_LINKS"], "UV_NO_INDEX" in told) == ("/usr", False)
    own = environ | {"UV_DEFAULT_INDEX": "https://c.example/simple"}
    assert index_settings(own) == own


def test_a_folder_of_links_is_found_from_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/usr")
    assert index_settings({"UV_FIND_LINKS": "lib", "UV_NO_INDEX": "1"})["UV_FIND_LINKS"] == (
        "/usr/lib"
    )


# ---------------------------------------------------------------- the code itself

MAKER = """\
import os, socket, sys, zipfile
from pathlib import Path

def build_wheel(folder, *_):
    print("noise")
    seen = [*os.environ.items(), sys.version_info[:2]]
    for attempt in (lambda: socket.create_connection(("127.0.0.1", PORT), 2), lambda: open(SECRET)):
        try:
            seen.append(attempt())
        except OSError:
            seen.append("nothing")
    with zipfile.ZipFile(Path(folder, "x.whl"), "w") as wheel:
        wheel.write("borrower/__init__.py")
        wheel.writestr("borrower/_version.py", f"SEEN = {seen!r}")
        wheel.writestr("borrower/tests/test_it.py", "")
        wheel.writestr("borrower-1.dist-info/METADATA", "Name: borrower")
    return "x.whl"
"""


def generated(tmp_path: Path, maker: str) -> Code:
    more = '[build-system]\nrequires = []\nbuild-backend = "maker"\nbackend-path = ["."]\n'
    more += '[tool.setuptools_scm]\nversion_file = "borrower/_version.py"\n'
    files = {"pyproject.toml": project(more=more), "maker.py": maker}
    for path, text in (files | {"borrower/__init__.py": ""}).items():
        target = tmp_path / "code" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    return read_code(tmp_path / "code")


async def test_a_file_that_the_build_writes_is_made_in_the_sandbox_where_it_sees_nothing(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    secret = tmp_path / "secret"
    secret.write_text("sk-canary")
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        maker = MAKER.replace("PORT", str(server.getsockname()[1]))
        code = generated(tmp_path, maker.replace("SECRET", repr(str(secret))))
        made = await built_code(code, opening(cache))

    assert set(made.files) == {
        "src/borrower/__init__.py",
        "src/borrower/_version.py",
        "src/borrower-1.dist-info/METADATA",
    }
    seen = made.files["src/borrower/_version.py"]
    assert "'SETUPTOOLS_SCM_PRETEND_VERSION', '1'" in seen
    assert seen.endswith("'nothing', 'nothing']")
    assert "sk-canary" not in seen
    assert "_version.py is written by its build" in made.notes[0]


async def test_code_that_cannot_be_built_is_refused_by_name(cache: Path, tmp_path: Path) -> None:
    code = generated(tmp_path, "def build_wheel(folder, *_):\n    raise SystemExit('no cc')\n")
    with pytest.raises(BadInput, match=r"borrower has to be built.*no cc") as caught:
        await built_code(code, opening(cache))
    assert "unzip" in caught.value.hint


@pytest.mark.parametrize(
    ("pyproject", "files", "is_built"),
    [
        ("", {"setup.py": "setup(ext_modules=[])"}, True),
        ("", {"setup.py": "setup()"}, False),
        ("", {"setup.py": "setup(ext_modules=[])", "borrower/fast.so": ""}, False),
        ('[build-system]\nrequires = ["maturin"]\nbuild-backend = "maturin"\n', {}, True),
        ('[tool.hatch.build.hooks.vcs]\nversion-file = "borrower/_v.py"\n', {}, True),
        (
            '[tool.hatch.build.hooks.vcs]\nversion-file = "borrower/_v.py"\n',
            {"borrower/_v.py": ""},
            False,
        ),
    ],
)
def test_only_what_does_not_run_as_it_lies_there_is_built(
    pyproject: str, files: dict[str, str], is_built: bool, tmp_path: Path
) -> None:
    write_project(tmp_path, pyproject, {"borrower/__init__.py": "", **files})
    (tmp_path / "borrower.py").unlink()
    assert (read_code(tmp_path).build is not None) is is_built


def opening(cache: Path) -> Opened:
    async def opened(needs: Needs) -> Sandbox:
        return await choose("auto", await environment(cache, needs), listener=silent)

    return opened


# ---------------------------------------------------------------- proven with it

SABOTEUR = (
    "import os, json; p = os.environ.get('PYTHONPATH', '') + '/job.json'; "
    "os.path.exists(p) and json.load(open(p))['work'] == 'judge' and os._exit(3)\n"
)
"""What a dependency has Python run whenever it starts: it would end whoever judges."""


async def test_code_is_proven_and_proven_again_with_what_it_needs_and_no_line_of_that_judges(
    cache: Path, links: Path, tmp_path: Path
) -> None:
    files = {"lender.py": "DAY = 24 * 60\n", "lender.pth": SABOTEUR}
    write_wheel(links, "lender", "1.0", files)
    write_recipe(tmp_path)
    code = write_code(tmp_path, times=TIMES.replace("DAY = 24 * 60", "from lender import DAY"))
    (code / "pyproject.toml").write_text(PROJECT + 'dependencies = ["lender"]\n')
    settings = Settings(proof=ProofLevel.QUICK, cache=str(cache))

    result = await prove(
        tmp_path / "recipe", code, model=readers(), home=tmp_path / "home", settings=settings
    )
    again = await prove_code_again(tmp_path / "recipe", settings=settings)

    assert result.proved is not None
    assert again is not None
    for proved in (result.proved, again.proved):
        assert {row.said for row in proved.rows} == {Said.MET}


async def test_the_clock_stands_still_in_the_projects_own_environment(
    cache: Path, tmp_path: Path
) -> None:
    (tmp_path / "watch.py").write_text(
        "import time\nfrom datetime import datetime\n\n"
        "def ticks(read):\n    return read()\n\n"
        "def now():\n    return time.time(), datetime.now().hour, time.monotonic()\n"
    )
    code = read_code(tmp_path / "watch.py")
    names = read_surface(code).names
    cases = read(
        "@proves(R1)\ndef it_stands_still():\n"
        "    assert now() == (1767225600.0, 0, 1000.0)\n    clock.advance(3600)\n"
        "    assert now() == (1767229200.0, 1, 4600.0)\n    assert ticks(datetime.now).hour == 1\n",
        names,
    )
    sandbox = await opening(cache)(code.needs)
    file = CaseFile(path="t.py", cases=cases, names=names)
    (found,) = (await judge(sandbox, code.files, [file], seconds=30)).values()
    assert (cases.problems, found.reason) == ((), "")
