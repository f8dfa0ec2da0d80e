"""The question for requirements that speak to a service: cases with a stand-in of it."""

from pydantic import Field

from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedPlan
from brickyard.proofs.data.notation import FORMAT
from brickyard.proofs.service import ADDRESS, Exchange, ServiceCase
from brickyard.values import Expect, Step, Value


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
