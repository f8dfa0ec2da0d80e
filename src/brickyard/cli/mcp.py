"""`brickyard mcp` and `brickyard serve`: Brickyard in an assistant, over stdio or HTTP."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import click

from brickyard.errors import BadInput
from brickyard.reports.output import say, shown, typed

roots_argument = click.argument(
    "folders", nargs=-1, type=click.Path(path_type=Path), metavar="[FOLDER]..."
)


@click.command()
@roots_argument
def mcp(folders: tuple[Path, ...]) -> None:
    """Serve an assistant over stdin and stdout (the Model Context Protocol).

    FOLDER is what it may read and write, the folder that it is started in by default. An assistant
    starts this by itself: docs/mcp.md has the line for yours. Runs go on when it ends.
    """
    from brickyard.mcp.folders import Folders
    from brickyard.mcp.stdio import serve_stdio

    allowed = Folders([*folders] or [Path.cwd()])
    if sys.stdin.isatty():
        say(
            "Waiting for an assistant on standard input; docs/mcp.md has the line that adds it to "
            "yours. Ctrl-C ends it.",
            err=True,
        )
    with _stopped_calmly():
        serve_stdio(allowed)


@click.command()
@roots_argument
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True)
@click.option(
    "--tokens",
    type=click.Path(path_type=Path),
    help="A file with NAME TOKEN on each line; one is made if none is given.",
)
@click.option(
    "--allow-host",
    multiple=True,
    metavar="NAME[:PORT]",
    help="Answer to this name too, as behind a proxy.",
)
def serve(
    folders: tuple[Path, ...],
    host: str,
    port: int,
    tokens: Path | None,
    allow_host: tuple[str, ...],
) -> None:
    """Serve assistants over HTTP; each is known by its token and sees its own runs alone.

    Without --tokens the token is that of the environment variable BRICKYARD_BEARER, else one that
    is made and kept. Whoever has a token can start work on this machine, within FOLDER.
    """
    from brickyard.mcp.folders import Folders
    from brickyard.mcp.http import LOOPBACK, PATH, clients_of, serve_http

    allowed = Folders([*folders] or [Path.cwd()])
    clients, made = clients_of(tokens, allowed)
    if host not in LOOPBACK:
        say(
            f"Warning: {host} can be reached from elsewhere, and nothing is encrypted. Put a proxy "
            "with TLS before it. Clients that call the server by another name are refused, unless "
            "--allow-host NAME:PORT says it.",
            err=True,
        )
    say(f"Serving {', '.join(map(shown, allowed.roots))} at http://{host}:{port}{PATH}", err=True)
    if made:
        say(f"The token is the second word in {shown(made)}. In Claude Code:", err=True)
        header = f"\"Authorization: Bearer $(cut -d' ' -f2 {typed(made)})\""
        url = f"http://{host}:{port}{PATH}"
        click.echo(f"  claude mcp add -t http brickyard {url} \\", err=True)
        click.echo(f"    --header {header}", err=True)
    try:
        with _stopped_calmly():
            serve_http(allowed, clients, host, port, allow_host)
    except SystemExit as error:
        raise BadInput(
            f"The server could not listen at {host}:{port}.", hint="Choose another --port."
        ) from error


@contextmanager
def _stopped_calmly() -> Generator[None]:
    """Ctrl-C is how a server ends."""
    try:
        yield
    except KeyboardInterrupt:
        say("Stopped. Runs that are under way go on.", err=True)
