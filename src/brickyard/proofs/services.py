"""External: cases with a stand-in of the service, which needs a sandbox with a loopback."""

from collections.abc import Sequence

from brickyard.context import Yard
from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.proofs.data.spelling import spelt_right
from brickyard.proofs.kinds import Given, Site, ask_until_sound, dumped
from brickyard.proofs.service import ServiceCase, wrong_cases
from brickyard.proofs.services_question import WRITE_SERVICE_CASES, ServiceCasesIn, ServiceCasesOut
from brickyard.proofs.standin import render_service
from brickyard.recipe.lock import LockedTests
from brickyard.red.seen import Red
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.values import Kind, Level, Recipe, TestModule

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


async def external(site: Site, yard: Yard) -> Given:
    """The cases of the lock, or new ones; where no stand-in can listen, nothing is asked."""
    if why := await no_loopback(yard.sandbox):
        return site.refused(f"It could not be run: {why}")
    locked = yard.lock.tests_for(site.name, site.inputs)
    if locked:
        cases = tuple(ServiceCase.model_validate(one) for one in locked.services)
        why = " ".join(await _problems(cases, site, yard))
    else:

        async def judge(out: ServiceCasesOut) -> list[str]:
            return await _problems(_spelt(out.cases, site), site, yard)

        question = service_question(site)
        answer, why = await ask_until_sound(
            WRITE_SERVICE_CASES, question, judge, yard, site.item.id
        )
        cases = _spelt(answer.cases, site) if answer else ()
    if why:
        return site.refused(why)
    module = _module(cases, site)
    return Given(
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


async def _problems(cases: Sequence[ServiceCase], site: Site, yard: Yard) -> list[str]:
    if len(cases) < 2:
        return ["Write at least two cases."]
    wrong = wrong_cases(cases, site.part, site.ids)
    return wrong or await site.prove_red(_module(cases, site), yard)


def _module(cases: Sequence[ServiceCase], site: Site) -> TestModule:
    return render_service(cases, site.part, site.item.id)
