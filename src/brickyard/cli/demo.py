"""`brickyard demo`: builds the shipped example from its cassette, and runs what was built."""

import asyncio
from importlib import resources
from pathlib import Path

import click

from brickyard.cli.build import run
from brickyard.cli.options import settings_for
from brickyard.files import Files
from brickyard.record.home import NAME as HOME
from brickyard.reports.output import say, say_commands, shown, typed
from brickyard.values import ProofLevel

EXAMPLE = "purse"
RECIPE = ("requirements.md", "design.md", "components.json", "cassette.jsonl")
SAMPLE = "expenses.csv"
ARGUMENTS = (SAMPLE, "--budget", "food=50")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("purse-demo"))
def demo(folder: Path) -> int:
    """Build the shipped example into FOLDER, with no model: its answers come from a cassette.

    Then the tool that was built runs, in the sandbox, on a small list of expenses.
    """
    example = resources.files("brickyard") / "examples" / EXAMPLE
    recipe = folder / "recipe"
    recipe.mkdir(parents=True, exist_ok=True)
    Files({name: (example / name).read_text("utf-8") for name in (*RECIPE, SAMPLE)}).write(recipe)
    built = folder / EXAMPLE
    code = run(
        recipe,
        as_json=False,
        out=built,
        model="replay",
        home=folder / HOME,
        settings=settings_for(recipe, proof=ProofLevel.FULL),
    )
    if code == 0:
        click.echo(f"\n$ {EXAMPLE} {' '.join(ARGUMENTS)}")
        click.echo(asyncio.run(_try_out(built, (recipe / SAMPLE).read_text("utf-8"))))
        say(f"\nRead what was built in {shown(built)}: README.md, src, tests. Then:")
        say_commands(
            {
                f"test {typed(built)}": "proves it again, with no model",
                f"report --home {typed(folder / HOME)}": "shows the matrix again",
                "init hello": "writes a recipe of your own",
            }
        )
    return code


async def _try_out(built: Path, sample: str) -> str:
    """What the built command prints; generated code runs in the sandbox, here too."""
    from brickyard.events import silent
    from brickyard.sandbox import Limits, choose
    from brickyard.sandbox.toolchain import toolchain
    from brickyard.settings import Settings

    source = {
        str(path.relative_to(built)): path.read_text("utf-8")
        for path in sorted((built / "src").rglob("*.py"))
    }
    start = (
        "import runpy, sys; sys.path.insert(0, 'src'); "
        f"sys.argv[0] = {EXAMPLE!r}; runpy.run_module({EXAMPLE!r}, run_name='__main__')"
    )
    settings = Settings.load(built)
    tools = await toolchain(settings.cache_folder)
    sandbox = await choose(settings.sandbox, tools, listener=silent)
    outcome = await sandbox.run(
        Files({**source, SAMPLE: sample}), ("python", "-c", start, *ARGUMENTS), Limits()
    )
    return (outcome.stdout + outcome.stderr).decode("utf-8", "replace").rstrip()
