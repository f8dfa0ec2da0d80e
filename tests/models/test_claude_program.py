"""Finding the `claude` program, and starting it lean."""

import sys
from pathlib import Path

import pytest
from claude_kit import ask

from brickyard.errors import ModelUnavailable
from brickyard.models.choose import choose
from brickyard.models.claude_cli import ClaudeCli
from brickyard.models.claude_program import bundled, environment, find_program, login, options
from brickyard.models.claude_sdk import ClaudeSdk
from brickyard.record import Record
from brickyard.settings import Settings


def program(folder: Path, *lines: str, name: str = "claude") -> Path:
    """A program that speaks to itself."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text("\n".join((f"#!{sys.executable}", *lines)), "utf-8")
    path.chmod(0o755)
    return path


def test_the_setting_comes_first_then_the_path_then_the_sdk(tmp_path: Path) -> None:
    on_path, named = program(tmp_path / "bin"), program(tmp_path / "own", name="my-claude")
    there, nowhere = {"PATH": str(tmp_path / "bin")}, {"PATH": str(tmp_path / "nothing")}
    assert find_program(str(named), there) == named
    assert find_program("", there) == on_path
    assert find_program("", nowhere) == bundled()


def test_a_setting_that_names_no_program_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="no-such-program") as caught:
        find_program("no-such-program", {"PATH": str(tmp_path)})
    assert "claude_program" in caught.value.message
    assert (caught.value.may_have_cost, caught.value.transient) == (False, False)


@pytest.mark.parametrize("name", ["claude-cli", "claude-sdk"])
def test_without_program_and_sdk_the_error_says_how_to_get_them(
    record: Record, home: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "claude_agent_sdk", None)
    monkeypatch.setenv("PATH", str(home / "nothing"))
    with pytest.raises(ModelUnavailable, match=r"not found|not installed") as caught:
        choose(name, Settings(), record, home)
    assert "pip install 'claude-agent-sdk>=" in caught.value.hint
    assert (caught.value.exit_code, caught.value.may_have_cost) == (3, False)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("claude-cli", ClaudeCli),
        ("claude-cli:opus", ClaudeCli),
        ("claude-sdk", ClaudeSdk),
        ("claude-sdk:opus", ClaudeSdk),
    ],
)
def test_a_name_means_a_backend_that_has_this_name(
    record: Record, home: Path, name: str, kind: type
) -> None:
    model = choose(name, Settings(usd_per_call=0.5), record, home)
    assert isinstance(model, kind)
    assert isinstance(model, ClaudeCli | ClaudeSdk)
    assert (model.name, model.usd_per_call) == (name, 0.5)


@pytest.mark.parametrize("key", ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"])
def test_the_program_s_own_login_is_used_only_without_a_key(key: str, tmp_path: Path) -> None:
    """`--bare` is leaner and reads no login."""
    system = tmp_path / "system"
    assert "--bare" in options({key: "x"}, model="", system=system, max_turns=1)
    assert "--bare" not in options({key: ""}, model="", system=system, max_turns=1)


def test_what_the_person_set_is_kept_but_not_what_would_be_a_second_request() -> None:
    given = {"MAX_THINKING_TOKENS": "1000", "CLAUDE_CODE_MAX_RETRIES": "10", "CLAUDECODE": "1"}
    made = environment({**given, "HOME": "/home/a"}, 99)
    assert (made["MAX_THINKING_TOKENS"], made["HOME"]) == ("1000", "/home/a")
    assert made["CLAUDE_CODE_MAX_RETRIES"] == "1"
    assert made["CLAUDE_CODE_MAX_OUTPUT_TOKENS"] == "99"
    assert "CLAUDECODE" not in made
    assert "CLAUDE_CODE_MAX_OUTPUT_TOKENS" not in environment({}, None)


async def test_a_program_that_changes_questions_on_their_way_is_refused(tmp_path: Path) -> None:
    init = '{"type": "system", "subtype": "init", "claude_code_version": "2.1.197"}'
    old = program(tmp_path / "bin", f"print('''{init}''')", "input()")
    with pytest.raises(ModelUnavailable, match=r"too old \(2.1.197\)") as caught:
        await ClaudeCli(program=str(old), environ={}).complete(ask("hello"))
    assert caught.value.may_have_cost is False
    assert "claude update" in caught.value.hint


async def test_a_program_that_ends_without_an_answer_is_told_with_its_last_words(
    tmp_path: Path,
) -> None:
    broken = program(tmp_path / "bin", "raise SystemExit('no disk left')")
    with pytest.raises(ModelUnavailable, match="ended without an answer: no disk left") as caught:
        await ClaudeCli(program=str(broken), environ={}).complete(ask("hello"))
    assert caught.value.transient
    sdk = ClaudeSdk(program=str(broken), environ={})
    with pytest.raises(ModelUnavailable, match="ended without an answer: no disk left"):
        await sdk.complete(ask("hello"))


async def test_a_file_that_is_no_program_is_told(tmp_path: Path) -> None:
    path = tmp_path / "claude"
    path.write_bytes(b"\x7fELF and then nothing")
    path.chmod(0o755)
    for model in (
        ClaudeCli(program=str(path), environ={}),
        ClaudeSdk(program=str(path), environ={}),
    ):
        with pytest.raises(ModelUnavailable, match="cannot be started") as caught:
            await model.complete(ask("hello"))
        assert caught.value.may_have_cost is False


def test_a_login_is_found_out_without_asking_the_model(tmp_path: Path) -> None:
    yes = program(tmp_path / "yes", "print('{\"loggedIn\": true}')")
    no = program(tmp_path / "no", "print('{\"loggedIn\": false}')", "raise SystemExit(1)")
    odd = program(tmp_path / "odd", "print('hello')")
    assert login(yes, {}) == "with its own login"
    assert login(no, {}) == login(odd, {}) == login(tmp_path / "none", {}) == ""
    assert login(no, {"ANTHROPIC_API_KEY": "x"}) == "with the key in the environment"
