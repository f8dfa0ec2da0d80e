"""code: drafts of as many bricks as one answer holds, written without sight of any test."""

from collections.abc import Mapping, Sequence

from brickyard.ask.lengths import CODE_OF_INTERFACES
from brickyard.ask.views import few
from brickyard.context import BuildContext
from brickyard.drafts.question import (
    AMEND,
    WRITE_CODE,
    AmendIn,
    AmendOut,
    CodeOut,
    code_question,
)
from brickyard.errors import AnswerRefused
from brickyard.events import BrickMoved, StageEnded, StageStarted, Warned
from brickyard.evidence.reports import TestRun
from brickyard.evidence.runs import run_tests
from brickyard.files import Files
from brickyard.gates import Allowed, GateResult, allowed_by, format_code
from brickyard.gates.run import DRAFTS, check_gates
from brickyard.interfaces import normalised
from brickyard.models.base import Tool
from brickyard.models.tokens import CHARACTERS_A_TOKEN
from brickyard.recipe.lock import meaning
from brickyard.record.keys import digest
from brickyard.repair.edits import edited_files
from brickyard.settings import Settings
from brickyard.tools import patterns_tool, syntax_tool, testing_tool
from brickyard.values import Brick, Plan, Recipe, TestModule, counted

LEAST = 1500
ASKED = 3
"""How often bricks are asked for that an answer leaves out."""


async def code(recipe: Recipe, plan: Plan, context: BuildContext) -> Files:
    """The package as it was first written; accepted code stays as it is.

    A brick whose answer cannot be used stays bare, as its interface has it: the others go on.
    """
    context.tell(StageStarted(stage="code"))
    known = {
        brick.name: source
        for brick in plan.bricks
        if (source := context.lock.code_for(brick.name, code_inputs(brick, plan, recipe)))
    }
    known |= recipe.given
    missing = [brick for brick in plan.in_order if brick.name not in known]
    for brick in plan.in_order:
        state = "drafting" if brick in missing else "as it was accepted"
        context.tell(BrickMoved(stage="code", brick=brick.name, state=state))
    fresh = [brick for brick in missing if brick.name not in context.amending]
    accepted = [brick for brick in missing if brick.name in context.amending]

    refused: list[AnswerRefused] = []

    async def written(group: Sequence[Brick]) -> dict[str, str]:
        ask = _amended if group[0].name in context.amending else _drafted
        found = await ask(group, recipe, plan, context, refused)
        for name in found:
            context.tell(BrickMoved(stage="code", brick=name, state="drafted"))
        return found

    each = [*groups(fresh, context.settings), *groups(accepted, context.settings)]
    found = await context.each(written, each)
    drafts = {name: text for group in found for name, text in group.items()}
    if refused and not drafts:
        raise refused[0]
    laid = packaged(plan, known | drafts | _bare(missing, drafts, context, refused))
    context.tell(StageEnded(stage="code", detail=counted(len(drafts), "draft")))
    if not drafts:
        return laid
    untouched = {module_path(plan, name) for name in known} & context.edited.keys()
    tidied = await tidy(laid, plan, context)
    return tidied | {path: context.edited[path] for path in untouched}


def _bare(
    wanted: Sequence[Brick],
    drafts: Mapping[str, str],
    context: BuildContext,
    refused: Sequence[AnswerRefused],
) -> dict[str, str]:
    """Bricks without a draft: as they were accepted, or as their interfaces have them, which no
    gate lets pass."""
    without = [brick for brick in wanted if brick.name not in drafts]
    if without and not context.waiting:
        for error in refused:
            context.tell(Warned(stage="code", message=f"The others go on. {error.message}"))
        for brick in without:
            context.tell(BrickMoved(stage="code", brick=brick.name, state="without code"))
    return {brick.name: context.amending.get(brick.name, brick.interface) for brick in without}


async def _amended(
    bricks: Sequence[Brick],
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
    refused: list[AnswerRefused],
) -> dict[str, str]:
    """Accepted code of bricks that a change of the recipe reaches, with the edits it asks for."""
    question = amend_question(bricks, recipe, plan, context)
    paths = [module_path(plan, brick.name) for brick in bricks]

    def check(out: AmendOut) -> list[str]:
        return edited_files(out.edits, out.code, question.code)[1]

    try:
        answer = await context.asker.ask(
            AMEND,
            question,
            check=check,
            about=_named(bricks),
            tools=code_tools(paths, plan, None, (), context, allowed_by(recipe)),
            max_turns=TURNS,
        )
    except AnswerRefused as error:
        refused.append(error)
        return {}
    code = question.code | edited_files(answer.edits, answer.code, question.code)[0]
    return {brick.name: code[shown_path(plan, brick.name)] for brick in bricks}


def amend_question(
    bricks: Sequence[Brick], recipe: Recipe, plan: Plan, context: BuildContext
) -> AmendIn:
    return AmendIn(
        **dict(code_question(bricks, recipe, plan)),
        changes=context.changes,
        code=Files(
            {shown_path(plan, brick.name): context.amending[brick.name] for brick in bricks}
        ),
    )


def groups(bricks: Sequence[Brick], settings: Settings) -> list[list[Brick]]:
    """Along the graph, as many together as an answer of the planned size holds."""
    most = settings.answer_tokens * CHARACTERS_A_TOKEN
    found: list[list[Brick]] = []
    room = 0.0
    for brick in bricks:
        size = max(LEAST, CODE_OF_INTERFACES * len(brick.interface))
        if not found or size > room:
            found.append([])
            room = most
        found[-1].append(brick)
        room -= size
    return found


async def _drafted(
    bricks: Sequence[Brick],
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
    refused: list[AnswerRefused],
) -> dict[str, str]:
    """What an answer leaves out is asked for again, alone; one that was cut off, in two parts.

    Why some brick is not there is among the `refused` in the end.
    """
    found: dict[str, str] = {}
    left = list(bricks)
    for _ in range(ASKED):
        try:
            answer = await _ask(left, recipe, plan, context)
        except AnswerRefused as error:
            if not error.cut_off or len(left) < 2:
                refused.append(error)
                return found
            half = len(left) // 2
            first = await _drafted(left[:half], recipe, plan, context, refused)
            return found | first | await _drafted(left[half:], recipe, plan, context, refused)
        found |= {
            brick.name: answer.code[shown_path(plan, brick.name)]
            for brick in left
            if shown_path(plan, brick.name) in answer.code
        }
        left = [brick for brick in left if brick.name not in found]
        if not left:
            return found
    names = ", ".join(brick.name for brick in left)
    why = f"No answer has the code of {names}."
    refused.append(AnswerRefused(WRITE_CODE.name, (why,), names))
    return found


async def _ask(
    bricks: Sequence[Brick], recipe: Recipe, plan: Plan, context: BuildContext
) -> CodeOut:
    part = plan.model_copy(update={"bricks": tuple(bricks)})
    paths = [module_path(plan, brick.name) for brick in bricks]
    wanted = {shown_path(plan, brick.name) for brick in bricks}

    def check(out: CodeOut) -> list[str]:
        if wanted.isdisjoint(out.code):
            return [f"There is no file for any of {', '.join(sorted(wanted))}."]
        return []

    return await context.asker.ask(
        WRITE_CODE,
        code_question(bricks, recipe, plan),
        check=check,
        about=_named(bricks),
        tools=code_tools(paths, part, None, (), context, allowed_by(recipe)),
        max_turns=TURNS,
        splits=len(bricks) > 1,
    )


def _named(bricks: Sequence[Brick]) -> str:
    names = [brick.name for brick in bricks]
    return f"brick {names[0]}" if len(names) == 1 else f"bricks {few(names, 8)}"


def packaged(plan: Plan, sources: Mapping[str, str]) -> Files:
    """The package made of these bricks."""
    files = {module_path(plan, name): text for name, text in sources.items()}
    return Files({**{f"src/{home}": "" for home in plan.homes}, **files})


def module_path(plan: Plan, brick: str) -> str:
    return f"src/{shown_path(plan, brick)}"


def shown_path(plan: Plan, brick: str) -> str:
    """As questions show it."""
    return plan.path(brick)


async def tidy(code: Files, plan: Plan, context: BuildContext) -> Files:
    """One final newline, formatted, mended where a tool can: style never costs a question."""
    ended = {path: text.replace("\r\n", "\n").strip("\n") for path, text in code.items()}
    texts = {path: f"{text}\n" if text else "" for path, text in ended.items()}
    return await format_code(Files(texts), context.sandbox, plan)


def code_inputs(brick: Brick, plan: Plan, recipe: Recipe) -> dict[str, str]:
    """What code is accepted for: its spec, what it serves, its interface and those below."""
    return {
        "spec": digest(brick.spec),
        "packages": digest(sorted(recipe.packages)),
        **{f"requirement {id}": meaning(recipe.requirement(id)) for id in brick.serves},
        **{
            f"interface {name}": digest(normalised(plan.brick(name).interface))
            for name in (*plan.beneath(brick.name), brick.name)
        },
    }


TURNS = 8
"""How often a model may come back from a tool before it must have answered."""


def code_tools(
    paths: Sequence[str],
    plan: Plan,
    around: Files | None,
    modules: Sequence[TestModule],
    context: BuildContext,
    allowed: Allowed,
) -> tuple[Tool, ...]:
    """Tools for the files at `paths`, of the bricks in `plan`.

    `around` is the code they stand on; tests cannot be run while it is not written.
    """

    async def check(files: Files) -> Sequence[GateResult]:
        written = plan.model_copy(
            update={"bricks": tuple(b for b in plan.bricks if module_path(plan, b.name) in files)}
        )
        return await check_gates(
            files,
            written,
            context.sandbox,
            only=DRAFTS,
            allowed=allowed,
            level=context.settings.proof,
        )

    async def run(files: Files) -> TestRun:
        start = Files({f"src/{home}": "" for home in plan.homes})
        package = start | (around or Files()) | files
        return await run_tests(
            context.sandbox, package, modules, seconds=context.settings.test_seconds
        )

    static = (syntax_tool(), patterns_tool(paths, check))
    return static if around is None or not modules else (*static, testing_tool(paths, run))
