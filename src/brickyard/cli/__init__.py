"""The command line. Commands are a lazy table: `--help` and light commands import little."""

import importlib
import os
import sys
from typing import Any

import click

from brickyard.errors import BrickyardError, NotLinux, Unavailable, did_you_mean
from brickyard.reports.output import no_colour, show_error, show_failure

GROUPS = {
    "Start": ("init", "check", "demo", "doctor", "weights"),
    "Prove": ("prove", "test"),
    "Build": ("create", "analyze", "plan", "build", "generate", "package", "diff", "answer"),
    "Look back": ("runs", "report", "cassette"),
    "Assistants": ("mcp", "serve"),
}
COMMANDS = {
    "init": ("brickyard.cli.init:init", "Write a small recipe to start from."),
    "check": ("brickyard.cli.check:check", "Check recipes; no model is needed."),
    "demo": ("brickyard.cli.demo:demo", "Build the shipped example; no model is needed."),
    "doctor": ("brickyard.cli.doctor:doctor", "Show what is there, and what is missing."),
    "prove": ("brickyard.cli.prove:prove", "Prove code that somebody else wrote."),
    "create": ("brickyard.cli.create:create", "Make a recipe of an idea, then a package."),
    "analyze": (
        "brickyard.cli.analyze:analyze",
        "Say what a build would ask and cost; nothing is spent.",
    ),
    "plan": ("brickyard.cli.plan:plan", "Plan the bricks of a recipe, to read and edit."),
    "build": ("brickyard.cli.build:build", "Build a recipe into a proven package."),
    "generate": (
        "brickyard.cli.generate:generate",
        "Build a module from its contract and spec.",
    ),
    "package": ("brickyard.cli.package:package", "Wheel and sdist of what was built, tried."),
    "diff": ("brickyard.cli.diff:diff", "Say what changed in a recipe since it was built."),
    "answer": ("brickyard.cli.answer:answer", "Answer the questions that a run waits for."),
    "test": (
        "brickyard.cli.test:test",
        "Prove again what was built or proven; no model is needed.",
    ),
    "runs": ("brickyard.cli.runs:runs", "List, show, cancel, resume and undo runs."),
    "report": ("brickyard.cli.report:report", "Print what a run built and proved."),
    "cassette": ("brickyard.cli.cassette:cassette", "Export and import answers."),
    "mcp": ("brickyard.cli.mcp:mcp", "Serve an assistant over stdin and stdout."),
    "serve": ("brickyard.cli.mcp:serve", "Serve assistants over HTTP, each with its token."),
    "weights": ("brickyard.cli.weights:weights", "Fetch the weights of the model `local`."),
}
ANYWHERE = ("init", "check", "diff")
"""Commands that run no code; the others need sandboxes that only Linux has."""


class LazyGroup(click.Group):
    """Imports a command's module only when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        if sys.platform != "linux" and cmd_name not in ANYWHERE:
            raise NotLinux
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        return getattr(importlib.import_module(module), attribute)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            near = did_you_mean(name, COMMANDS)
            raise click.UsageError(f"There is no command '{name}'.{near}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, COMMANDS[name][1]) for name in names], col_max=12)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`brickyard COMMAND --help` tells more. Begin with: brickyard init hello",
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.version_option(package_name="brickyard", message="%(version)s")
@click.pass_context
def cli(ctx: click.Context, debug: bool) -> None:
    """Build Python software from recipes, and prove by execution that it is right."""
    ctx.obj = {"debug": debug}
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(argv: list[str] | None = None) -> Any:
    """Run the command line; an error becomes a message, a hint and its exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    colour = False if no_colour() else None
    try:
        code = cli.main(arguments, prog_name="brickyard", standalone_mode=False, color=colour)
    except click.exceptions.Abort:
        click.echo("\nStopped. Run the same command again to resume.", err=True)
        code = 4
    except click.ClickException as error:
        error.show()
        code = 2
        _told_as_json(arguments, error)
    except Exception as error:
        if "--debug" in arguments:
            raise
        ours = error if isinstance(error, BrickyardError) else _unforeseen(error)
        show_error(ours)
        _told_as_json(arguments, ours)
        code = ours.exit_code
    sys.exit(code if isinstance(code, int) else 0)


def _told_as_json(arguments: list[str], error: BrickyardError | click.ClickException) -> None:
    if "--json" in arguments:
        show_failure(error)


def _unforeseen(error: Exception) -> BrickyardError:
    """A fault of ours says nothing about the work: never "not met"."""
    from brickyard.record.masking import Mask, known_secrets
    from brickyard.settings import Settings

    said = Mask(known_secrets(Settings(), os.environ))(str(error).partition("\n")[0])
    return Unavailable(
        f"Brickyard itself failed: {type(error).__name__}: {said}",
        hint="The same command with --debug after `brickyard` shows where. What was answered is "
        "in the record; please report it.",
    )
