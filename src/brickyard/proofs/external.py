"""External: cases with a stand-in of the service, which needs a sandbox with a loopback."""

from typing import Annotated

from pydantic import Field

from brickyard.ask.microtask import CasesText, Microtask
from brickyard.ask.views import SharedPlan
from brickyard.context import BuildContext
from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.proofs.base import KindOfProof, Site, ask_until_sound, dumped
from brickyard.proofs.service import ADDRESS, Exchange, Service, ServiceCase, wrong_service
from brickyard.proofs.standin import with_services
from brickyard.proofs.tests import Tests
from brickyard.recipe.lock import LockedTests
from brickyard.recipe.permissions import NETWORK
from brickyard.recipe.proposals import not_over_http
from brickyard.red.question import FORMAT
from brickyard.red.seen import Red
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.values import (
    Kind,
    Level,
    PlannedProof,
    Recipe,
    Requirement,
    TestModule,
    Value,
)


class ServiceCasesIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    command: str
    problems: tuple[str, ...] = ()


class ServiceCasesOut(Value):
    cases: Annotated[str, CasesText] = Field(description="the cases, as one file; at least two")
    services: tuple[Service, ...] = Field(description="one for each case")


_EXAMPLE = ServiceCasesOut(
    cases=f"""\
@proves(R5)
def asks_for_the_zone():
    assert offset("{ADDRESS}", "Oslo") == 60


@proves(R5)
def tells_that_a_zone_is_unknown():
    done = run("--zone", "Nowhere")
    assert "Nowhere" in done.stderr and done.exit == 1
""",
    services=(
        Service(
            case="asks_for_the_zone",
            exchanges=(Exchange(method="GET", path="/zones/Oslo", body={"offset": 60}),),
        ),
        Service(
            case="tells_that_a_zone_is_unknown",
            exchanges=(Exchange(method="GET", path="/zones/Nowhere", status=404),),
            environment={"ZONES_URL": ADDRESS},
        ),
    ),
)

WRITE_SERVICE_CASES = Microtask(
    name="write-service-cases",
    called="cases of a service for",
    work="tests",
    instructions=f"""\
Write cases that decide whether the requirement is met, without seeing any code: against the
interfaces alone. The requirement speaks to a service over HTTP; a stand-in plays it on this
machine, and no network is there.
- `services` says for each case, by its name, what the service does meanwhile. `exchanges` lists the
  requests that must come, each with the answer that it gets: `method`, `path` with its query, and
  `wants_json`, `wants_text` or `wants_headers` for what must come with it; `status`, `headers` and
  `body` (a text, or JSON) of the answer. A request that is not listed, or that does not come, fails
  the case. Expect no order of query or headers that nobody settled.
- The stand-in's address is written {ADDRESS}, wherever the code is told it: in arguments, in files,
  in arguments of the command, or in an environment variable that requirement or interface name,
  under `environment`. The machine puts the real one in its place.
- Let the service also refuse, fail or answer nonsense where the requirement says what happens then.
- Each case is a function without a table.
`problems`, if any, says what was wrong with an earlier try; write the whole set again.

{FORMAT}""",
    input=ServiceCasesIn,
    output=ServiceCasesOut,
    example=_EXAMPLE,
)


_TRY = """\
import socket

with socket.create_server(("127.0.0.1", 0)) as server:
    with socket.create_connection(server.getsockname(), timeout=10):
        pass
"""


async def require_loopback(recipe: Recipe, sandbox: Sandbox) -> None:
    """A MUST whose service cannot be stood in for here is said before anything is asked."""
    for item in recipe.requirements:
        if item.kind is not Kind.EXTERNAL or item.level is not Level.MUST:
            continue
        if why := await no_loopback(sandbox):
            raise SandboxBroken(
                f"{item.id} speaks to a service, and its stand-in cannot run: {why}",
                hint="Use a sandbox that has a network of its own: `--sandbox bubblewrap`.",
            )
        return


async def _external(site: Site, context: BuildContext) -> Tests:
    """The cases of the lock, or new ones; where no stand-in can listen, nothing is asked."""
    if why := await no_loopback(context.sandbox):
        return site.refused(f"It could not be run: {why}")
    locked = context.lock.tests_for(site.name, site.inputs)
    if locked:
        cases = [ServiceCase.model_validate(one) for one in locked.rules]
        why = " ".join(await _problems(cases, site, context))
    else:

        async def judge(out: ServiceCasesOut) -> list[str]:
            cases, problems = _found(out, site)
            return problems or await _problems(cases, site, context)

        question = service_question(site)
        answer, why = await ask_until_sound(
            WRITE_SERVICE_CASES, question, judge, context, site.item.id
        )
        cases = _found(answer, site)[0] if answer else []
    if why:
        return site.refused(why)
    module = _module(cases, site)
    return Tests(
        modules=(module,),
        red=Red(accepted=tuple(module.tests)),
        locked={site.name: LockedTests(inputs=site.inputs, rules=dumped(cases))},
    )


async def no_loopback(sandbox: Sandbox) -> str:
    """Why a program in the sandbox cannot speak to itself; empty when it can."""
    outcome = await sandbox.run(
        Files({"loopback.py": _TRY}), ("python", "-I", "loopback.py"), Limits(seconds=60)
    )
    if not outcome.exit and not outcome.cut:
        return ""
    said = outcome.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
    return f"the sandbox {sandbox.name} has no loopback ({''.join(said) or outcome.cut})."


def service_question(site: Site) -> ServiceCasesIn:
    return ServiceCasesIn(**site.shown)


def _found(out: ServiceCasesOut, site: Site) -> tuple[list[ServiceCase], list[str]]:
    """Cases with their services, and what cannot be put together."""
    cases, services, problems = site.paired(out.cases, {one.case: one for one in out.services})
    return [
        ServiceCase(case=case, service=service)
        for case, service in zip(cases, services, strict=True)
    ], problems


async def _problems(cases: list[ServiceCase], site: Site, context: BuildContext) -> list[str]:
    if len(cases) < 2:
        return ["Write at least two cases."]
    wrong = [why for one in cases for why in wrong_service(one, site.part)]
    return wrong or await site.prove_red(_module(cases, site), context)


def _module(cases: list[ServiceCase], site: Site) -> TestModule:
    return with_services(site.module([one.case for one in cases]), cases)


def _not_taken(one: PlannedProof, item: Requirement, recipe: Recipe) -> str:
    return not_over_http(one.words, recipe.design)


EXTERNAL = KindOfProof(
    questions=(WRITE_SERVICE_CASES,),
    write=_external,
    not_taken=_not_taken,
    permission=NETWORK,
)
