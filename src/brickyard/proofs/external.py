"""External: cases with a stand-in of the service, which needs a sandbox with a loopback."""

import re
from collections.abc import Sequence

from pydantic import Field

from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedPlan
from brickyard.context import BuildContext
from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.proofs.base import KindOfProof, Site, ask_until_sound, dumped
from brickyard.proofs.data.notation import FORMAT
from brickyard.proofs.data.spelling import spelt_right
from brickyard.proofs.service import ADDRESS, Exchange, ServiceCase, wrong_cases
from brickyard.proofs.standin import render_service
from brickyard.proofs.tests import Tests
from brickyard.recipe.lock import LockedTests
from brickyard.recipe.measures import said
from brickyard.recipe.permissions import NETWORK
from brickyard.recipe.proposals import not_over_http
from brickyard.red.seen import Red
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.values import (
    Expect,
    Kind,
    Level,
    PlannedProof,
    Recipe,
    Requirement,
    Step,
    TestModule,
    Value,
)


class ServiceCasesIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    command: str
    problems: tuple[str, ...] = ()


class ServiceCasesOut(Value):
    cases: tuple[ServiceCase, ...] = Field(description="at least two")


_EXAMPLE = ServiceCasesOut(
    cases=(
        ServiceCase(
            id="asks_for_the_zone",
            requirement="R5",
            title="The offset of Oslo is asked of the service.",
            service=(Exchange(method="GET", path="/zones/Oslo", body={"offset": 60}),),
            steps=(
                Step(
                    call="zones.offset",
                    args=(ADDRESS, "Oslo"),
                    expect=Expect(value=60, has_value=True),
                ),
            ),
        ),
        ServiceCase(
            id="tells_that_a_zone_is_unknown",
            requirement="R5",
            title="A zone that the service does not know is an error.",
            service=(Exchange(method="GET", path="/zones/Nowhere", status=404),),
            environment={"ZONES_URL": ADDRESS},
            steps=(
                Step(run=("--zone", "Nowhere"), expect=Expect(exit=1, stderr_has=("Nowhere",))),
            ),
        ),
    )
)

WRITE_SERVICE_CASES = Microtask(
    name="write-service-cases",
    called="cases of a service for",
    work="tests",
    instructions=f"""\
Write cases that decide whether the requirement is met, without seeing any code: against the
interfaces alone. The requirement speaks to a service over HTTP; a stand-in plays it on this
machine, and no network is there.
- `service` lists the requests that must come, each with the answer that it gets: `method`, `path`
  with its query, and `wants_json`, `wants_text` or `wants_headers` for what must come with it;
  `status`, `headers` and `body` (a text, or JSON) of the answer. A request that is not listed, or
  that does not come, fails the case. Expect no order of query or headers that nobody settled.
- The stand-in's address is written {ADDRESS}, wherever the code is told it: in arguments, in files,
  in arguments of the command, or in an environment variable that requirement or interface name,
  under `environment`. The machine puts the real one in its place.
- Let the service also refuse, fail or answer nonsense where the requirement says what happens then.
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
        cases = tuple(ServiceCase.model_validate(one) for one in locked.services)
        why = " ".join(await _problems(cases, site, context))
    else:

        async def judge(out: ServiceCasesOut) -> list[str]:
            return await _problems(_spelt(out.cases, site), site, context)

        question = service_question(site)
        answer, why = await ask_until_sound(
            WRITE_SERVICE_CASES, question, judge, context, site.item.id
        )
        cases = _spelt(answer.cases, site) if answer else ()
    if why:
        return site.refused(why)
    module = _module(cases, site)
    return Tests(
        modules=(module,),
        red=Red(accepted=tuple(module.tests)),
        locked={site.name: LockedTests(inputs=site.inputs, services=dumped(cases))},
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


def _spelt(cases: Sequence[ServiceCase], site: Site) -> tuple[ServiceCase, ...]:
    return tuple(one for one in spelt_right(cases, site.part) if isinstance(one, ServiceCase))


async def _problems(cases: Sequence[ServiceCase], site: Site, context: BuildContext) -> list[str]:
    if len(cases) < 2:
        return ["Write at least two cases."]
    wrong = wrong_cases(cases, site.part, site.ids)
    return wrong or await site.prove_red(_module(cases, site), context)


def _module(cases: Sequence[ServiceCase], site: Site) -> TestModule:
    return render_service(cases, site.part, site.item.id)


_HTTP = re.compile(
    r"\bhttps?\b|\b(?:restful|graphql|openapi)\b|\bapis?\b|\bweb ?hooks?\b|\bendpoints?\b"
    r"|\burls?\b|\bweb ?(?:service|server|site)s?\b"
    r"|\b(?:slack|github|gitlab|stripe|openai|anthropic|twilio|paypal|jira|discord|telegram"
    r"|whatsapp|salesforce|trello|dropbox|elasticsearch)\b",
    re.IGNORECASE,
)
_METHOD = re.compile(r"\b(?:REST|GET|POST|PUT|PATCH|DELETE|HEAD)\b")


def _unprovable(item: Requirement) -> tuple[str, str] | None:
    text = said(item)
    if _HTTP.search(text) or _METHOD.search(text):
        return None
    return (
        "names no service that is spoken to over HTTP, and no other can be stood in for",
        "Say what is sent where: `… gets /items from the API at its URL and returns …`.",
    )


def _not_taken(one: PlannedProof, item: Requirement, recipe: Recipe) -> str:
    return not_over_http(one.words, recipe.design)


EXTERNAL = KindOfProof(
    questions=(WRITE_SERVICE_CASES,),
    write=_external,
    unprovable=_unprovable,
    not_taken=_not_taken,
    permission=NETWORK,
)
