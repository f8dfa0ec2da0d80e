"""Prompts that a person can choose in an assistant."""

from mcp.server.mcpserver.prompts import Prompt

from brickyard.mcp.serving import Server

_WRITING = """\
A requirement that can be proven says one thing, with an example or a number: what goes in, what \
comes out, what happens when it is wrong. It says WHAT, never HOW. Form, one a line:
- R1 (MUST): `median([3, 1, 2])` returns 2.
- R2 (MUST): `median([])` raises ValueError.
- R3 (SHOULD): a list of 10,000 numbers takes at most 50 ms.
Levels are MUST, SHOULD and COULD. Words such as "fast", "friendly" or "robust" prove nothing: \
replace them by what one would see."""


def write_a_recipe(idea: str) -> str:
    """Turn an idea into a recipe that Brickyard can build and prove."""
    return (
        f"Write a Brickyard recipe for this:\n\n{idea}\n\n{_WRITING}\n\nAsk me at most five "
        "questions first, each with the answer that you suggest. Then call check_recipe with "
        "`recipe_text`, mend what it finds, show me the requirements, and build it with "
        "start_build once I agree."
    )


def review_this_recipe(recipe: str) -> str:
    """Find what cannot be proven in a recipe, or can be read in two ways."""
    return (
        f"Review the Brickyard recipe in the folder {recipe}. Call check_recipe with it first. "
        "Then name each requirement that two people could read in two ways, that says HOW instead "
        f"of WHAT, or that no example could prove, with a better sentence.\n\n{_WRITING}"
    )


def prove_this_change(code: str, since: str = "HEAD") -> str:
    """Write down what a change promises, and have it proven by cases that never saw the code."""
    return (
        f"Prove what changed in {code} since {since}. Write what the change promises as "
        "requirements, from what I asked for and not from the code. Call check_recipe, then "
        "start_prove with `code`, `recipe_text` and `code_written_by` set to the name of the "
        "context that wrote the code. Where the model is 'caller', have each question of the "
        "roles 'cases' and 'reader' fetched and answered by a subagent of its own, which sees "
        "neither the code nor this conversation. Then get_result: show me the matrix, and for "
        f"each requirement that is not met the smallest check that fails.\n\n{_WRITING}"
    )


PROMPTS = {
    "Write a recipe": write_a_recipe,
    "Review this recipe": review_this_recipe,
    "Prove this change": prove_this_change,
}


def add(server: Server) -> None:
    """Add the prompts to the server."""
    for title, function in PROMPTS.items():
        server.add_prompt(Prompt.from_function(function, title=title))
