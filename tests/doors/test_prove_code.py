"""Code that somebody else wrote is found, copied as it is, and never run."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from brickyard.doors.prove import tree
from brickyard.doors.prove.code import Code, read_code
from brickyard.errors import BadInput
from brickyard.files import as_bytes
from brickyard.sandbox import Limits, Sandbox

BOOM = "raise SystemExit('code was run')\n"


def lay(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, and return it."""
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def paths(code: Code) -> list[str]:
    return [path for path in code.files if ".dist-info/" not in path]


def refusal(folder: Path) -> BadInput:
    with pytest.raises(BadInput) as caught:
        read_code(folder)
    assert caught.value.hint
    return caught.value


# ---------------------------------------------------------------- layouts


def test_a_repository_with_a_src_folder(tmp_path: Path) -> None:
    project = '[project]\nname = "price-diff"\nversion = "1.2"\ndependencies = ["attrs"]\n'
    project += '[project.scripts]\npd = "price_diff.cli:main"\n'
    files = {"pyproject.toml": project, "src/price_diff/__init__.py": BOOM}
    files |= {"src/price_diff/data/rates.csv": "a,b\n", "tests/test_x.py": BOOM, "setup.py": BOOM}
    code = read_code(lay(tmp_path, files))
    assert (code.name, code.version, code.package) == ("price-diff", "1.2", "price_diff")
    assert (code.scripts, code.dependencies) == ({"pd": "price_diff.cli:main"}, ("attrs",))
    assert paths(code) == ["src/price_diff/__init__.py", "src/price_diff/data/rates.csv"]
    assert "src/price_diff-1.2.dist-info/METADATA" in code.files
    assert "pd = price_diff.cli:main" in code.files["src/price_diff-1.2.dist-info/entry_points.txt"]


def test_a_flat_repository_is_told_from_what_stands_beside_its_package(tmp_path: Path) -> None:
    files = {
        "ledger/__init__.py": "",
        "tests/__init__.py": "",
        "docs/conf.py": "",
        "setup.py": BOOM,
    }
    code = read_code(lay(tmp_path, files))
    assert (code.package, code.name, code.version) == ("ledger", "ledger", "")
    assert "src/ledger-0.dist-info/METADATA" in code.files
    assert code.notes == ("setup.py was not run, so it was not read.",)


def test_a_package_folder_itself_with_the_project_above_it(tmp_path: Path) -> None:
    files = {"pyproject.toml": '[project]\nname = "x-y"\nversion = "3"\n'}
    root = lay(tmp_path, files | {"src/xy/__init__.py": "", "src/other/__init__.py": ""})
    code = read_code(root / "src" / "xy")
    assert (code.name, code.version, code.package) == ("x-y", "3", "xy")


def test_a_package_in_site_packages_takes_what_its_dist_info_says(tmp_path: Path) -> None:
    folder = "Price_Diff-2.0.dist-info"
    info = {
        f"{folder}/METADATA": "Metadata-Version: 2.1\nName: Price-Diff\nVersion: 2.0\n"
        'Requires-Dist: attrs>=1\nRequires-Dist: rich; extra == "all"\n\nText\n',
        f"{folder}/RECORD": f"pdiff/__init__.py,,\n{folder}/RECORD,,\n",
        f"{folder}/entry_points.txt": "[console_scripts]\nPD = pdiff.cli:main [all]\n",
    }
    root = lay(tmp_path, info | {"pdiff/__init__.py": "", "other/__init__.py": ""})
    code = read_code(root / "pdiff")
    assert (code.name, code.version, code.scripts) == (
        "Price-Diff",
        "2.0",
        {"PD": "pdiff.cli:main"},
    )
    assert code.dependencies == ("attrs>=1",)


def test_a_single_file(tmp_path: Path) -> None:
    code = read_code(lay(tmp_path, {"tool.py": '__version__ = "0.3"\n'}) / "tool.py")
    assert (code.package, code.version, paths(code)) == ("tool", "0.3", ["src/tool.py"])


def test_a_folder_of_one_module(tmp_path: Path) -> None:
    root = lay(tmp_path, {"tool.py": "", "test_tool.py": BOOM, "conftest.py": BOOM})
    assert paths(read_code(root)) == ["src/tool.py"]


@pytest.mark.parametrize(
    "told",
    [
        '[project]\nname = "One"\n',
        '[tool.setuptools]\npackages = ["one"]\n',
        '[tool.hatch.build.targets.wheel]\npackages = ["src/one"]\n',
        '[tool.uv.build-backend]\nmodule-name = "one"\n',
        '[tool.poetry]\nname = "z"\npackages = [{include = "one", from = "src"}]\n',
        '[project]\nname = "z"\n[project.scripts]\nz = "one.cli:main"\n',
    ],
)
def test_of_several_packages_the_one_that_the_project_names(told: str, tmp_path: Path) -> None:
    files = {"pyproject.toml": told, "src/one/__init__.py": "", "src/two/__init__.py": ""}
    assert read_code(lay(tmp_path, files)).package == "one"


def test_setup_cfg_is_read_too(tmp_path: Path) -> None:
    told = "[metadata]\nname = z\nversion = attr: one.__version__\n[options]\npackages = one\n"
    told += (
        "install_requires =\n  attrs\n[options.entry_points]\nconsole_scripts =\n  z = one:main\n"
    )
    files = {"setup.cfg": told, "one/__init__.py": '__version__ = "5"', "two/__init__.py": ""}
    code = read_code(lay(tmp_path, files))
    assert (code.package, code.name, code.version) == ("one", "z", "5")
    assert (code.scripts, code.dependencies) == ({"z": "one:main"}, ("attrs",))


# ---------------------------------------------------------------- what is told


@pytest.mark.parametrize("module", ["__init__", "_version", "__about__"])
def test_a_dynamic_version_is_read_as_a_literal(module: str, tmp_path: Path) -> None:
    files = {"pyproject.toml": '[project]\nname = "one"\ndynamic = ["version"]\n'}
    files |= {"one/__init__.py": BOOM, f"one/{module}.py": '__version__: str = "4.1"\n'}
    assert read_code(lay(tmp_path, files)).version == "4.1"


def test_an_odd_name_makes_no_odd_path(tmp_path: Path) -> None:
    told = '[project]\nname = "a/../b:\\n"\nversion = "1/2"\n'
    code = read_code(lay(tmp_path, {"pyproject.toml": told, "one/__init__.py": ""}))
    assert [path.count("/") for path in code.files] == [2, 2]


# ---------------------------------------------------------------- what is left out


def test_caches_tests_and_environments_are_left_out_and_data_stays(tmp_path: Path) -> None:
    kept = {
        "one/__init__.py": "",
        "one/logo.png": b"\x89PNG\xff\x00",
        "one/fast.so": b"\x7fELF\x80",
    }
    left = {"one/__pycache__/x.pyc": b"", "one/tests/test_a.py": "", "one/.git/HEAD": ""}
    left |= {"one/env/pyvenv.cfg": "", "one/env/lib/x.py": "", "one/test_b.py": ""}
    code = read_code(lay(lay(tmp_path, kept), left))
    assert paths(code) == ["src/one/__init__.py", "src/one/fast.so", "src/one/logo.png"]
    assert as_bytes(code.files["src/one/logo.png"]) == kept["one/logo.png"]
    assert code.notes == ("Tests inside the package were left out: 2.",)


def test_links_that_lead_outside_are_left_out_and_those_inside_followed(tmp_path: Path) -> None:
    outside = lay(tmp_path / "else", {"secret.py": "S = 1", "more/x.py": ""})
    root = lay(tmp_path / "repo", {"one/__init__.py": "", "one/a.py": "A = 1"})
    (root / "one" / "b.py").symlink_to("a.py")
    (root / "one" / "out.py").symlink_to(outside / "secret.py")
    (root / "one" / "far").symlink_to(outside / "more")
    (root / "one" / "loop").symlink_to("..")
    (root / "one" / "gone.py").symlink_to("nothing")
    code = read_code(root)
    assert paths(code) == ["src/one/__init__.py", "src/one/a.py", "src/one/b.py"]
    assert len(code.notes) == 4


def test_a_name_that_no_file_may_have_here_is_left_out(tmp_path: Path) -> None:
    root = lay(tmp_path, {"one/__init__.py": "", "one/a:b.txt": ""})
    code = read_code(root)
    assert paths(code) == ["src/one/__init__.py"]
    assert "a:b.txt" in code.notes[0]


# ---------------------------------------------------------------- refusals


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "does not exist" in refusal(tmp_path / "nowhere").message


def test_a_folder_without_python(tmp_path: Path) -> None:
    assert "no Python" in refusal(lay(tmp_path, {"README.md": "", "tests/x.py": ""})).message


def test_a_file_that_is_no_python(tmp_path: Path) -> None:
    assert "no Python file" in refusal(lay(tmp_path, {"a.txt": ""}) / "a.txt").message


def test_several_packages_and_nothing_that_chooses(tmp_path: Path) -> None:
    error = refusal(lay(tmp_path, {"one/__init__.py": "", "two/__init__.py": ""}))
    assert "one, two" in error.message
    assert str(tmp_path / "one") in error.hint


def test_a_part_of_a_package(tmp_path: Path) -> None:
    root = lay(tmp_path, {"one/__init__.py": "", "one/sub/__init__.py": ""})
    assert "part of the package one" in refusal(root / "one" / "sub").message


@pytest.mark.parametrize("file", ["pyproject.toml", "setup.cfg"])
def test_a_project_file_that_cannot_be_read(file: str, tmp_path: Path) -> None:
    error = refusal(lay(tmp_path, {file: "[[[", "one/__init__.py": ""}))
    assert file in error.message


def test_too_many_files(tmp_path: Path) -> None:
    root = lay(tmp_path, {"one/__init__.py": ""})
    for number in range(tree.MOST_FILES):
        (root / "one" / f"{number}.txt").touch()
    assert "5000 files" in refusal(root).message


def test_too_many_bytes(tmp_path: Path) -> None:
    root = lay(tmp_path, {"one/__init__.py": ""})
    with (root / "one" / "large.bin").open("wb") as file:
        file.truncate(tree.MOST_BYTES + 1)
    assert "20 MB" in refusal(root).message


# ---------------------------------------------------------------- in the sandbox


ASK = """
import importlib.metadata as m, json, sys
sys.path.insert(0, "src")
import price_diff
points = [point.value for point in m.entry_points(group="console_scripts", name="pd")]
data = open("src/price_diff/logo.png", "rb").read().hex()
print(json.dumps([m.version("price-diff"), points, price_diff.X, data]))
"""


async def test_what_was_read_imports_in_the_sandbox_with_its_metadata_and_data(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    told = '[project]\nname = "price-diff"\nversion = "1.2"\n'
    told += '[project.scripts]\npd = "price_diff:main"\n'
    files: dict[str, str | bytes] = {"pyproject.toml": told, "price_diff/__init__.py": "X = 7\n"}
    files |= {"price_diff/logo.png": bytes(range(256))}
    code = read_code(lay(tmp_path, files))
    outcome = await sandbox.run(code.files, ("python", "-c", ASK), Limits(seconds=30))
    told_inside = json.loads(outcome.stdout)
    assert told_inside == ["1.2", ["price_diff:main"], 7, bytes(range(256)).hex()]


def test_code_with_our_own_name_is_refused(tmp_path: Path) -> None:
    package = tmp_path / "brickyard"
    package.mkdir()
    (package / "__init__.py").write_text("")

    with pytest.raises(BadInput, match="is called `brickyard`"):
        read_code(package)
