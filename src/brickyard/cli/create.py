"""`brickyard create`: from an idea to a recipe, and from there to a package."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from brickyard.cli.build import run as run_build
from brickyard.cli.idea_view import analysis_text, contradiction_text
from brickyard.cli.options import (
    home_option,
    json_option,
    model_options,
    proof_option,
    settings_for,
    verbose_option,
)
from brickyard.cli.weights import offer_weights
from brickyard.doors.create.idea import (
    FILE,
    Idea,
    OpenQuestion,
    StoredIdea,
    check_examples,
    check_name,
    edited_files,
    read_example,
    read_idea,
)
from brickyard.doors.create.writing import findings
from brickyard.errors import AnswerRefused, BadInput, NotMet
from brickyard.files import Files
from brickyard.recipe import check, load
from brickyard.recipe.examples import EXAMPLES
from brickyard.recipe.parsing import DESIGN, REQUIREMENTS
from brickyard.recipe.permissions import check_names
from brickyard.recipe.provable import limits
from brickyard.reports.output import (
    program,
    say,
    say_commands,
    show_findings,
    show_json,
    typed,
)
from brickyard.values import counted

R = TypeVar("R")
KINDS = ("tool", "library", "service")


@click.command()
@click.argument("folder", metavar="NAME", type=click.Path(path_type=Path))
@click.option("-d", "--description", metavar="TEXT", help="The idea, in a sentence or a page.")
@click.option("--kind", type=click.Choice(KINDS), help="A command, functions, or a state.")
@click.option("--input-type", metavar="TEXT", help="What goes in: `text`, `a CSV file`, …")
@click.option("--output-type", metavar="TEXT", help="What comes out.")
@click.option(
    "--example",
    "examples",
    multiple=True,
    metavar="IN=OUT",
    help="What must come of what; becomes a test that no model changes. May be repeated.",
)
@click.option(
    "--constraint", "constraints", multiple=True, metavar="TEXT", help="What has to be kept to."
)
@click.option("--yes", is_flag=True, help="Take every suggested answer, and build.")
@click.option("--recipe-only", is_flag=True, help="Stop when the recipe is written.")
@click.option("--resume", is_flag=True, help="Go on with the idea in NAME.")
@model_options
@proof_option
@click.option("--allow", multiple=True, metavar="NAME", help="As for `build`.")
@verbose_option
@home_option
@json_option
def create(
    folder: Path,
    description: str | None,
    kind: Any,
    input_type: str | None,
    output_type: str | None,
    examples: tuple[str, ...],
    constraints: tuple[str, ...],
    yes: bool,
    recipe_only: bool,
    resume: bool,
    model: str,
    allow: tuple[str, ...],
    verbose: bool,
    home: Path | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Make a recipe of an idea in a new folder NAME, then a tested package.

    A model says what the idea comes to and asks at most 7 questions, each with a suggested answer:
    Enter takes it. The recipe is written, checked and shown before anything is built. Everything
    so far lies in NAME/idea.json, so that you can stop at any question and go on with --resume.
    """
    check_names(allow)
    said = {
        "description": description,
        "kind": kind,
        "input_type": input_type,
        "output_type": output_type,
        "examples": tuple(map(read_example, examples)) or None,
        "constraints": constraints or None,
    }
    stored = begun(folder, {name: one for name, one in said.items() if one}, resume=resume)
    settings = settings_for(folder, **given).asking(model)
    if not as_json:
        offer_weights(model, settings)
    options: dict[str, Any] = {"model": model, "home": home, "settings": settings}
    work = _Creating(folder, stored, options, yes=yes, verbose=verbose, as_json=as_json)
    files = work.recipe()
    if recipe_only or not work.agrees_to_build():
        work.tell_next(files)
        return 0
    code = run_build(folder, as_json=as_json, verbose=verbose, allow=allow, **options)
    if code == 0 and not as_json:
        work.tell_install()
    return code


def begun(folder: Path, said: dict[str, Any], *, resume: bool) -> StoredIdea:
    """The idea as it was given now, or as `idea.json` has it; never one in the other's place."""
    name = folder.resolve().name
    check_name(name)
    known = read_idea(folder)
    if known is None:
        if resume:
            raise BadInput(
                f"There is no {folder / FILE} to go on with.",
                hint=f'Begin with: {program()} create {typed(folder)} --description "…"',
            )
        if not said.get("description", "").strip():
            raise click.UsageError('Say what it is to do: --description "…".')
        _refuse_foreign(folder)
        stored = StoredIdea(idea=Idea(name=name, **said))
        check_examples(stored.idea)
        stored.keep(folder)
        return stored
    if not said and not resume:
        raise BadInput(
            f"{folder / FILE} holds an idea already.",
            hint=f"Go on with: {program()} create {typed(folder)} --resume",
        )
    differs = [field for field, value in said.items() if getattr(known.idea, field) != value]
    if differs:
        options = ", ".join(f"--{one.removesuffix('s').replace('_', '-')}" for one in differs)
        raise BadInput(
            f"{folder / FILE} says something else than {options}: nothing was asked.",
            hint=f"Change that file and give --resume, or choose another name than {name}.",
        )
    return known


def _refuse_foreign(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(
            f"{folder} is there already: nothing was written.", hint="Choose another name."
        )


class _Creating:
    """One idea on its way to a recipe; whatever was learned is kept at once."""

    def __init__(
        self,
        folder: Path,
        stored: StoredIdea,
        options: dict[str, Any],
        *,
        yes: bool,
        verbose: bool,
        as_json: bool,
    ) -> None:
        self.folder, self.stored, self.options = folder, stored, options
        self.verbose, self.as_json = verbose, as_json
        self.asks = sys.stdin.isatty() and not yes and not as_json
        self.why = "--yes" if yes else "--json" if as_json else "No terminal"

    def recipe(self) -> Files:
        """The recipe's files: as they lie there if they say what was settled, else written now."""
        from brickyard.flow.create import write

        self._analyse()
        self._settle()
        edited = edited_files(self.stored, self.folder)
        is_there = (self.folder / REQUIREMENTS).is_file()
        if is_there and (self.stored.written_for == self.stored.says or edited):
            self._tell_kept(edited)
            return self._as_it_lies()
        files = self._run(write)
        self._replace(files)
        self._show(files)
        show_findings(findings(files, str(self.folder)), err=True)
        return files

    # ------------------------------------------------------------ steps

    def _analyse(self) -> None:
        from brickyard.flow.create import analyse

        analysis = self.stored.known
        if analysis is None:
            analysis = self._run(analyse)
            self._keep(self.stored.with_analysis(analysis))
        idea = self.stored.idea
        if not self.as_json:
            say(f"\n{analysis_text(idea, analysis)}\n", err=True)
        told = [contradiction_text(one, idea) for one in analysis.contradictions]
        if told and not self.stored.accepted:
            for one in told:
                say(f"An example {one}", err=True)
            if not (self.asks and _confirmed("Go on all the same?", default=False)):
                raise NotMet(
                    "An example contradicts the idea: no recipe was written.",
                    hint=f"Change one of them in {self.folder / FILE}, then: {self._again}",
                )
            self._keep(self.stored.model_copy(update={"accepted": True}))

    def _settle(self) -> None:
        """Every answer is kept before the next question."""
        open = self.stored.open
        count = len(self.stored.answers) + len(open)
        if open and self.asks:
            say(
                f"{counted(len(open), 'question')}. Enter takes the suggestion; Ctrl-C stops, and "
                f"`{self._again}` goes on.",
                err=True,
            )
        elif open and not self.as_json:
            say(f"{self.why}: {counted(len(open), 'suggested answer')} taken.", err=True)
        for number, one in enumerate(open, count - len(open) + 1):
            answer = self._answer(one, f"{number}/{count}")
            by_person = self.asks and answer != one.suggestion
            self._keep(self.stored.answered(one, answer, by_person=by_person))
        if open and not self.as_json:
            say(
                f"The answers are in {self.folder / FILE}; change them there, then --resume.\n",
                err=True,
            )

    def _answer(self, one: OpenQuestion, number: str) -> str:
        if not self.as_json:
            say(f"\n{number}  {one.question}", err=True)
            say(f"     It decides: {one.depends}", err=True)
            say(f"     Suggested:  {one.suggestion}", err=True)
        if not self.asks:
            return one.suggestion
        answer = click.prompt("     Answer", default="", show_default=False, err=True)
        return str(answer).strip() or one.suggestion

    def agrees_to_build(self) -> bool:
        """Whoever is there is asked; the recipe may be edited first."""
        return not self.asks or _confirmed("Build it now?", default=True)

    # ------------------------------------------------------------ what is kept

    def _keep(self, stored: StoredIdea) -> None:
        self.stored = stored
        stored.keep(self.folder)

    def _replace(self, files: Files) -> None:
        """The recipe in the place of an earlier one of ours."""
        for path in self.stored.written.keys() - files.keys():
            (self.folder / path).unlink(missing_ok=True)
        files.write(self.folder)
        self._keep(self.stored.with_recipe(files))

    def _as_it_lies(self) -> Files:
        parsed = load(self.folder)
        found = (*check([parsed]), *limits(parsed))
        if any(one.blocks for one in found):
            raise BadInput(
                f"The recipe in {self.folder} cannot be built as it is.",
                hint=f"Mend what is marked error, then: {self._again}",
                findings=found,
            )
        there = [path for path in self.stored.written if (self.folder / path).is_file()]
        return Files({path: (self.folder / path).read_text("utf-8") for path in there})

    def _run(self, step: Callable[..., Awaitable[R]]) -> R:
        from brickyard.cli.progress import Progress

        shown = Progress()
        watch = shown.watch if self.verbose else None
        given: dict[str, Any] = {**self.options, "listener": shown, "watch": watch}

        async def done() -> R:
            return await step(self.folder, self.stored, **given)

        try:
            with shown:
                return asyncio.run(done())
        except AnswerRefused as error:
            error.hint = f"{error.hint} Nothing is lost: `{self._again} -m MODEL` goes on."
            raise
        except KeyboardInterrupt:
            raise click.exceptions.Abort from None

    # ------------------------------------------------------------ what is said

    @property
    def _again(self) -> str:
        return f"{program()} create {typed(self.folder)} --resume"

    def _tell_kept(self, edited: tuple[str, ...]) -> None:
        if edited and self.stored.written_for != self.stored.says:
            say(
                f"Warning: the recipe does not follow what changed in {FILE}, because you edited "
                f"{', '.join(edited)}. Remove {REQUIREMENTS} to have all of it written anew.",
                err=True,
            )
        elif not self.as_json:
            how = "as you edited it" if edited else "as it was written"
            say(f"The recipe in {typed(self.folder)} stays {how}.", err=True)

    def _show(self, files: Files) -> None:
        if self.as_json:
            return
        for path in (REQUIREMENTS, DESIGN, EXAMPLES):
            if path in files:
                click.echo(f"─── {path}\n\n{files[path]}", err=True)
        say(f"Written to {typed(self.folder)}, and checked.", err=True)

    def tell_next(self, files: Files) -> None:
        if self.as_json:
            stored = self.stored.model_dump(mode="json")
            show_json({"folder": str(self.folder), "files": [*files], **stored})
            return
        place = typed(self.folder)
        say("Read the recipe and change what you like. Then:")
        say_commands(
            {
                f"check {place}": "what is wrong with it; needs no model",
                f"analyze {place}": "what a build would ask, and cost",
                f"build {place}": "build it",
            }
        )

    def tell_install(self) -> None:
        for wheel in sorted((self.folder / "build" / "dist").glob("*.whl")):
            say(f"Install it: pip install {typed(wheel)}")


def _confirmed(question: str, *, default: bool) -> bool:
    return click.confirm(question, default=default, err=True)
