"""The command line. Commands are a lazy table: `--help` and light commands import little."""

import importlib
import sys
from typing import Any

import click

from brickyard.errors import BrickyardError
from brickyard.faces.cli.output import show_error

COMMANDS = {
    "check": ("brickyard.faces.cli.check:check", "Check recipes; no model is needed."),
    "analyze": (
        "brickyard.faces.cli.analyze:analyze",
        "Say what a build would ask and cost; nothing is spent.",
    ),
    "plan": ("brickyard.faces.cli.plan:plan", "Plan the bricks of a recipe."),
    "build": ("brickyard.faces.cli.build:build", "Build a recipe into a proven package."),
    "test": ("brickyard.faces.cli.test:test", "Prove a built project again; no model is needed."),
    "runs": ("brickyard.faces.cli.runs:runs", "List, show, cancel and resume runs."),
    "report": ("brickyard.faces.cli.report:report", "Print what a run built and proved."),
    "answer": ("brickyard.faces.cli.answer:answer", "Answer the questions that a run waits for."),
    "cassette": ("brickyard.faces.cli.cassette:cassette", "Export and import the record."),
    "doctor": ("brickyard.faces.cli.doctor:doctor", "Show what is there, and what is missing."),
    "weights": ("brickyard.faces.cli.weights:weights", "Fetch the weights of the model `local`."),
    "demo": ("brickyard.faces.cli.demo:demo", "Build the shipped example; no model is needed."),
}


class LazyGroup(click.Group):
    """Imports a command's module only when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        return getattr(importlib.import_module(module), attribute)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.version_option(package_name="brickyard", message="%(version)s")
@click.pass_context
def cli(ctx: click.Context, debug: bool) -> None:
    """Build Python software from recipes, and prove by execution that it is right."""
    ctx.obj = {"debug": debug}


def main(argv: list[str] | None = None) -> Any:
    """Run the command line; errors of ours become a message, a hint and their exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    try:
        code = cli.main(arguments, prog_name="brickyard", standalone_mode=False)
    except BrickyardError as error:
        if "--debug" in arguments:
            raise
        show_error(error)
        code = error.exit_code
    except click.exceptions.Abort:
        click.echo("\nStopped. Run the same command again to resume.", err=True)
        code = 4
    except click.ClickException as error:
        error.show()
        code = 2
    sys.exit(code if isinstance(code, int) else 0)
