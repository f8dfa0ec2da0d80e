"""The tool environment: made once, whole, and never half."""

import asyncio
import sys
from pathlib import Path

import pytest

from brickyard.errors import BadInput, ToolchainBroken
from brickyard.sandbox.installer import is_for_uv
from brickyard.sandbox.toolchain import PINNED, default_cache, toolchain, toolchain_status

MAKE = """
import asyncio, sys
from pathlib import Path
from brickyard.sandbox.toolchain import toolchain
print(asyncio.run(toolchain(Path(sys.argv[1]), requirements=Path(sys.argv[2]))).path)
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """One small pinned package, so that making an environment is quick."""
    text = PINNED.read_text("utf-8")
    start = text.index("iniconfig==")
    path = tmp_path / "tiny.txt"
    path.write_text(text[start : text.index("    # via", start)].rstrip().rstrip("\\") + "\n")
    return path


async def test_two_processes_at_once_make_it_once(tmp_path: Path, tiny: Path) -> None:
    async def make() -> bytes:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", MAKE, str(tmp_path / "cache"), str(tiny)),
            stdout=asyncio.subprocess.PIPE,
        )
        output, _ = await process.communicate()
        assert process.returncode == 0
        return output

    first, second = await asyncio.gather(make(), make())
    assert first == second
    path = Path(first.decode().strip())
    assert [folder.name for folder in path.parent.iterdir() if folder.is_dir()] == [path.name]
    made = (path / "pyvenv.cfg").stat().st_mtime_ns
    assert (path / "complete.json").stat().st_mtime_ns > made


async def test_a_second_call_uses_what_is_there(tmp_path: Path, tiny: Path) -> None:
    first = await toolchain(tmp_path / "cache", requirements=tiny)
    mark = first.path / "mark"
    mark.touch()
    assert await toolchain(tmp_path / "cache", requirements=tiny) == first
    assert mark.exists()


async def test_a_half_made_one_is_never_used(tmp_path: Path, tiny: Path) -> None:
    status = toolchain_status(tmp_path / "cache", requirements=tiny)
    (status.path / "bin").mkdir(parents=True)
    (status.path / "bin" / "python").symlink_to(sys.executable)
    (status.path / "half").touch()
    assert not toolchain_status(tmp_path / "cache", requirements=tiny).present
    made = await toolchain(tmp_path / "cache", requirements=tiny)
    assert not (made.path / "half").exists()
    assert toolchain_status(tmp_path / "cache", requirements=tiny).present


async def test_bytecode_is_compiled(tmp_path: Path, tiny: Path) -> None:
    made = await toolchain(tmp_path / "cache", requirements=tiny)
    assert list(made.path.glob("lib/*/site-packages/iniconfig/__pycache__/*.pyc"))


async def test_a_wrong_hash_breaks_the_toolchain(tmp_path: Path, tiny: Path) -> None:
    good = tiny.read_text("utf-8")
    tiny.write_text(good.split("\n", maxsplit=1)[0] + f"\n    --hash=sha256:{'0' * 64}\n")
    with pytest.raises(ToolchainBroken, match=r"[Hh]ash"):
        await toolchain(tmp_path / "cache", requirements=tiny)
    assert not toolchain_status(tmp_path / "cache", requirements=tiny).present


async def test_an_unreachable_registry_is_not_bad_input(
    tmp_path: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "uv"))
    monkeypatch.setenv("UV_OFFLINE", "1")
    with pytest.raises(ToolchainBroken) as caught:
        await toolchain(tmp_path / "cache", requirements=tiny)
    assert caught.value.exit_code == 3
    assert "registry" in caught.value.hint


async def test_a_package_that_does_not_exist_is_bad_input(tmp_path: Path, tiny: Path) -> None:
    name = "brickyard-no-such-package-9d1f"
    with pytest.raises(BadInput, match=name) as caught:
        await toolchain(tmp_path / "cache", (name,), requirements=tiny)
    assert "components.json" in caught.value.hint


@pytest.mark.parametrize(
    "package",
    ["", "-r/etc/passwd", "--index-url=x", "./local", "../up", "x @ file:///x", "a\nb", "git+x/y"],
)
async def test_what_is_not_a_plain_requirement_is_refused(
    tmp_path: Path, tiny: Path, package: str
) -> None:
    with pytest.raises(BadInput, match="not a plain requirement"):
        await toolchain(tmp_path / "cache", (package,), requirements=tiny)
    assert not (tmp_path / "cache").exists()


def test_the_digest_depends_on_pins_and_packages(tmp_path: Path, tiny: Path) -> None:
    cache = tmp_path / "cache"
    digests = {
        toolchain_status(cache).digest,
        toolchain_status(cache, requirements=tiny).digest,
        toolchain_status(cache, ("rich",), requirements=tiny).digest,
    }
    assert len(digests) == 3
    assert not cache.exists()


def test_the_status_names_the_pinned_tools(tmp_path: Path) -> None:
    assert {"pytest", "coverage", "hypothesis", "ruff", "pyright", "uv"} <= set(
        toolchain_status(tmp_path).tools
    )


def test_the_cache_is_where_the_user_keeps_caches(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache() == tmp_path / "brickyard"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_cache() == tmp_path / ".cache" / "brickyard"


@pytest.mark.parametrize(
    ("name", "goes"),
    [
        ("ANTHROPIC_API_KEY", False),
        ("OPENAI_API_KEY", False),
        ("GITHUB_TOKEN", False),
        ("AWS_SECRET_ACCESS_KEY", False),
        ("GOOGLE_APPLICATION_CREDENTIALS", False),
        ("PYTHONPATH", False),
        ("UV_INDEX_INTERNAL_PASSWORD", True),
        ("PIP_INDEX_URL", True),
        ("HTTPS_PROXY", True),
    ],
)
def test_no_key_of_a_model_goes_to_what_installs_packages(name: str, goes: bool) -> None:
    assert is_for_uv(name) is goes
