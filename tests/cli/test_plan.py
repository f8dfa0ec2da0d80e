"""`brickyard plan`, and building from a plan that a person edited."""

import json
from pathlib import Path

from cli_kit import RIGHT, brickyard


def test_a_plan_is_shown_written_edited_and_built(adders: Path, home: Path) -> None:
    folder = adders / "plan"
    ended = brickyard("plan", adders, "-m", RIGHT, "--home", home)
    assert ended.returncode == 0, ended.stderr
    assert "adder_1  (serves R1)" in ended.stdout
    assert "Adds 1 to a number." in ended.stdout
    assert f"--use-plan {folder}" in ended.stdout
    spec = folder / "adder_1.impl_spec.md"
    spec.write_text(spec.read_text("utf-8").replace("Adds 1 to a number.", "Adds one."), "utf-8")
    contract = folder / "adder_1.contract.md"
    told = contract.read_text("utf-8").replace("Return `value` plus 1.", "Return one more.")
    contract.write_text(told, "utf-8")
    ended = brickyard("build", adders, "-m", RIGHT, "--home", home, "--use-plan", folder)
    assert ended.returncode == 0, ended.stderr
    lock = (adders / "brickyard.lock").read_text("utf-8")
    assert '"spec": "Adds one."' in lock
    assert "Return one more." in lock

    file = folder / "plan.json"
    plan = json.loads(file.read_text("utf-8"))
    plan["bricks"][0]["clauses"] = ["R9"]
    file.write_text(json.dumps(plan, indent=2), "utf-8")
    ended = brickyard("build", adders, "-m", RIGHT, "--home", home, "--use-plan", folder)
    assert ended.returncode == 2
    assert f"{file}:14: error [plan.field] 'adder_1' serves 'R9', which" in ended.stderr
    assert f"{file}:5: error [plan.unserved] No brick serves R1" in ended.stderr


def test_as_json_the_plan_is_the_only_output_and_the_file_that_is_written(
    adders: Path, home: Path
) -> None:
    ended = brickyard("plan", adders, "-m", RIGHT, "--home", home, "--json")
    assert json.loads(ended.stdout)["bricks"][0]["name"] == "adder_1"
    assert ended.stdout == (adders / "plan" / "plan.json").read_text("utf-8")


def test_a_plan_that_cannot_be_written_is_said_before_it_is_asked_for(
    adders: Path, home: Path
) -> None:
    (adders / "file").write_text("in the way", "utf-8")
    ended = brickyard("plan", adders, "-m", RIGHT, "--home", home, "-o", adders / "file" / "plan")
    assert (ended.returncode, "cannot be written" in ended.stderr) == (2, True)
    assert "asked" not in ended.stderr


def test_an_edited_plan_is_not_written_over_without_force_and_comes_back(
    adders: Path,
) -> None:
    home = adders.parent / "a-home-of-its-own"
    usual = ("plan", adders, "-m", RIGHT, "--home", home)
    folder = adders / "plan"
    assert brickyard(*usual).returncode == 0
    made = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert brickyard(*usual).returncode == 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == made

    spec = folder / "adder_1.impl_spec.md"
    spec.write_text(spec.read_text("utf-8") + "By hand.\n", "utf-8")
    (folder / "extra.contract.md").write_text("mine", "utf-8")
    edited = {path.name: path.read_bytes() for path in folder.iterdir()}
    ended = brickyard(*usual)
    assert ended.returncode == 2
    assert "holds another plan: adder_1.impl_spec.md, extra.contract.md." in ended.stderr
    assert "--use-plan" in ended.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == edited

    ended = brickyard(*usual, "--force")
    assert ended.returncode == 0, ended.stderr
    assert "By hand." not in spec.read_text("utf-8")
    assert not (folder / "extra.contract.md").exists()
    assert "runs restore" in ended.stdout
    ended = brickyard("runs", "restore", "--home", home)
    assert ended.returncode == 0, ended.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == edited
    ended = brickyard("runs", "restore", "--home", home)
    assert (ended.returncode, "wrote over" in ended.stderr) == (2, True)


def test_what_a_person_changed_since_is_not_restored_without_force(
    adders: Path, home: Path
) -> None:
    usual = ("plan", adders, "-m", RIGHT, "--home", home)
    spec = adders / "plan" / "adder_1.impl_spec.md"
    assert brickyard(*usual).returncode == 0
    spec.write_text("the first edit", "utf-8")
    assert brickyard(*usual, "--force").returncode == 0
    spec.write_text("the second edit", "utf-8")
    ended = brickyard("runs", "restore", "--home", home)
    assert (ended.returncode, "adder_1.impl_spec.md" in ended.stderr) == (2, True)
    assert spec.read_text("utf-8") == "the second edit"
    ended = brickyard("runs", "restore", "--home", home, "--force", "--json")
    assert ended.returncode == 0, ended.stderr
    assert "adder_1.impl_spec.md" in json.loads(ended.stdout)["restored"][str(spec.parent)]
    assert spec.read_text("utf-8") == "the first edit"


def test_a_forced_build_keeps_what_it_writes_over(adders: Path, home: Path) -> None:
    out = adders / "out"
    out.mkdir()
    (out / "README.md").write_text("somebody else's", "utf-8")
    (out / "notes.txt").write_text("mine", "utf-8")
    usual = ("build", adders, "-m", RIGHT, "--home", home, "-o", out, "--proof", "quick")
    ended = brickyard(*usual)
    assert (ended.returncode, "give --force" in ended.stderr) == (2, True)
    ended = brickyard(*usual, "--force")
    assert ended.returncode == 0, ended.stderr
    assert (out / "README.md").read_text("utf-8") != "somebody else's"
    assert "runs restore" in ended.stdout
    ended = brickyard("runs", "restore", "--home", home)
    assert ended.returncode == 0, ended.stderr
    assert (out / "README.md").read_text("utf-8") == "somebody else's"
    assert (out / "notes.txt").read_text("utf-8") == "mine"
    assert not (out / "BUILD.json").exists()
