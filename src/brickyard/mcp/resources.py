"""What a run left, as resources: run://ID/log, code, tests, plan, matrix, report."""

from brickyard.mcp.looking import PARTS
from brickyard.mcp.serving import Asked, Server, desk_of


def add(server: Server) -> None:
    """Add a template for each part."""
    for name, (mime, told) in PARTS.items():
        _add(server, name, mime, told)


def _add(server: Server, name: str, mime: str, told: str) -> None:
    @server.resource(
        f"run://{{run_id}}/{name}",
        name=name,
        description=f"Of a run: {told}.",
        mime_type=mime,
    )
    async def part(run_id: str, ctx: Asked) -> str:  # pyright: ignore[reportUnusedFunction]
        desk = desk_of(ctx)
        return await desk.looking.part(desk.jobs.get(run_id), name)
