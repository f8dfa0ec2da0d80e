"""A client reaches the folders that the server was started with, and nothing else."""

from pathlib import Path

import pytest
from mcp_kit import adders, stdio

from brickyard.errors import BadInput
from brickyard.mcp.folders import Folders


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "outside").mkdir()
    adders(tmp_path / "outside")
    (root := tmp_path / "root").mkdir()
    adders(root)
    (root / "link").symlink_to(tmp_path / "outside")
    (root / "inner").symlink_to(root / "adders")
    return root


ESCAPES = (
    "..",
    "../outside",
    "adders/../../outside",
    "/etc",
    "link",
    "link/adders",
    "./link/../link/adders",
    "",
    "a\0b",
    "x" * 2000,
    ".brickyard",
    "adders/.git/hooks",
)


@pytest.mark.parametrize("given", ESCAPES)
def test_what_leads_out_is_refused(given: str, root: Path) -> None:
    with pytest.raises(BadInput):
        Folders([root]).inside(given)


def test_what_lies_inside_is_found_also_by_its_whole_path(root: Path) -> None:
    folders = Folders([root])
    assert folders.inside("adders") == folders.inside(str(root / "adders")) == root / "adders"
    assert folders.inside("inner") == root / "adders"


def test_nothing_is_written_through_a_link(root: Path) -> None:
    with pytest.raises(BadInput, match="symbolic link"):
        Folders([root]).target("inner/build")


def test_a_root_that_is_reached_by_a_link_is_the_folder_itself(root: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(root)
    assert Folders([tmp_path / "alias"]).inside("adders") == root / "adders"


@pytest.mark.parametrize("name", ["requirements.md", "cassette.jsonl", "brickyard.toml"])
def test_a_file_of_a_recipe_that_is_a_link_to_elsewhere_is_refused(name: str, root: Path) -> None:
    (root / "adders" / name).unlink(missing_ok=True)
    (root / "adders" / name).symlink_to(root.parent / "outside/adders/requirements.md")
    with pytest.raises(BadInput, match="leads out"):
        Folders([root]).recipe("adders")


@pytest.mark.parametrize("linked", ["examples.py", "given/notes.py"])
def test_code_that_a_recipe_brings_along_does_not_come_from_elsewhere(
    linked: str, root: Path
) -> None:
    place = root / "adders" / linked
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(root.parent / "outside/adders/requirements.md")
    with pytest.raises(BadInput, match="leads out"):
        Folders([root]).recipe("adders")


@pytest.mark.parametrize("name", ["spec.md", "plan.md"])
def test_a_file_of_another_tools_spec_that_is_a_link_to_elsewhere_is_refused(
    name: str, root: Path
) -> None:
    folder = root / "specs/001-adders"
    folder.mkdir(parents=True)
    (folder / "spec.md").write_text("- **FR-001**: System MUST add two numbers.\n")
    assert Folders([root]).recipe("specs/001-adders") == folder
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(root.parent / "outside/adders/requirements.md")
    with pytest.raises(BadInput, match="leads out"):
        Folders([root]).recipe("specs/001-adders")


def test_a_server_in_one_spec_does_not_read_the_project_around_it(root: Path) -> None:
    spec = root / "openspec/specs/adders/spec.md"
    spec.parent.mkdir(parents=True)
    spec.write_text("### Requirement: Adding\nIt SHALL add.\n")
    assert Folders([root]).recipe("openspec/specs/adders") == spec.parent
    with pytest.raises(BadInput, match="lies out of the folders"):
        Folders([spec.parent]).recipe(".")


@pytest.mark.parametrize("folder", ["/", str(Path.home())])
def test_no_server_is_started_for_everything(folder: str) -> None:
    with pytest.raises(BadInput, match="more than a client should reach"):
        Folders([Path(folder)])


async def test_every_tool_that_takes_a_folder_keeps_to_them(root: Path) -> None:
    text = {"requirements": "- R1 (MUST): `one()` returns 1.", "name": "one"}
    calls: list[tuple[str, dict[str, object]]] = []
    for given in ("../outside/adders", "link/adders", str(root.parent / "outside/adders")):
        calls += [
            ("start_build", {"recipe": given}),
            ("start_build", {"recipe": "adders", "out": given}),
            ("start_build", {"recipe_text": text, "folder": given}),
            ("start_build", {"recipe": "adders", "model": f"replay:{given}/requirements.md"}),
            ("start_build", {"recipe": "adders", "model": f"local:{given}/requirements.md"}),
            ("start_build", {"idea": {"name": "one", "description": "x"}, "folder": given}),
            ("start_build", {"contract": given, "spec": "adders/design.md"}),
            ("start_build", {"contract": "adders/design.md", "spec": given}),
            ("start_prove", {"recipe": given, "code": "adders"}),
            ("start_prove", {"recipe": "adders", "code": given}),
            ("start_prove", {"recipe_text": text, "folder": given, "code": "adders"}),
            ("check_recipe", {"recipe": given}),
            ("test_generated_code", {"project": given}),
        ]
    before = sorted(path for path in root.parent.joinpath("outside").rglob("*"))
    async with stdio(root) as session:
        for tool, arguments in calls:
            said = await session.refused(tool, **arguments)
            assert "outside of the folders" in said, (tool, arguments, said)
        assert (await session.call("list_runs"))["runs"] == []
    assert sorted(root.parent.joinpath("outside").rglob("*")) == before


async def test_a_recipe_that_depends_on_one_outside_is_refused(root: Path) -> None:
    """Recipes that another depends on are looked for beside it."""
    deep = root / "adders"
    text = (deep / "components.json").read_text().replace("}", ', "dependencies": ["other"]}')
    (deep / "components.json").write_text(text)
    adders(root.parent / "made").rename(root / "other")
    async with stdio(deep) as session:
        for tool in ("start_build", "check_recipe"):
            assert "outside of the folders" in await session.refused(tool, recipe=".")


async def test_files_to_try_stay_below_their_project(root: Path) -> None:
    async with stdio(root) as session:
        for path in ("../x.py", "/etc/x.py", "a/../../x.py", "a\\..\\x.py"):
            for tool in ("check_pattern_compliance", "test_generated_code"):
                more = {} if tool.startswith("check") else {"project": "adders"}
                said = await session.refused(tool, files={path: "x = 1\n"}, **more)
                assert path.rpartition("/")[2] in said or "path" in said
        for tool in ("check_pattern_compliance", "test_generated_code"):
            more = {} if tool.startswith("check") else {"project": "adders"}
            said = await session.refused(tool, files={"a": "", "a/x.py": ""}, **more)
            assert "both a file and a folder" in said
    assert not (root.parent / "x.py").exists()


async def test_no_client_chooses_a_script_of_the_machine(root: Path) -> None:
    async with stdio(root) as session:
        said = await session.refused("start_build", recipe="adders", model="scripted:os:system")
        assert "model='caller'" in said
