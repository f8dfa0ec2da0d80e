"""`brickyard plan`, and building with a plan that a person edited."""

import json
from pathlib import Path

from cli_kit import RIGHT, brickyard


def test_a_plan_is_shown_written_edited_and_built(adders: Path, home: Path) -> None:
    file = adders / "plan.json"
    ended = brickyard("plan", adders, "-m", RIGHT, "--home", home, "-o", file)
    assert ended.returncode == 0, ended.stderr
    assert "adder_1  (serves R1)" in ended.stdout
    assert "Adds 1 to a number." in ended.stdout
    assert f"--use-plan {file}" in ended.stdout
    plan = json.loads(file.read_text("utf-8"))
    plan["bricks"][0]["spec"] = "Adds one."
    file.write_text(json.dumps(plan), "utf-8")
    ended = brickyard("build", adders, "-m", RIGHT, "--home", home, "--use-plan", file)
    assert ended.returncode == 0, ended.stderr
    assert '"spec": "Adds one."' in (adders / "brickyard.lock").read_text("utf-8")

    plan["bricks"][0]["serves"] = ["R9"]
    file.write_text(json.dumps(plan), "utf-8")
    ended = brickyard("build", adders, "-m", RIGHT, "--home", home, "--use-plan", file)
    assert ended.returncode == 2
    assert "No brick serves R1." in ended.stderr
    assert "Mend the plan" in ended.stderr


def test_as_json_the_plan_is_the_only_output(adders: Path, home: Path) -> None:
    ended = brickyard("plan", adders, "-m", RIGHT, "--home", home, "--json")
    assert json.loads(ended.stdout)["bricks"][0]["name"] == "adder_1"


def test_a_plan_that_cannot_be_written_is_said_before_it_is_asked_for(
    adders: Path, home: Path
) -> None:
    ended = brickyard("plan", adders, "-m", RIGHT, "--home", home, "-o", adders / "no" / "p.json")
    assert (ended.returncode, "cannot be written" in ended.stderr) == (2, True)
    assert "asked" not in ended.stderr
