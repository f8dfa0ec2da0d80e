"""The question that turns a static requirement into rules a machine can check on the code."""

from pydantic import Field

from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedRecipe
from brickyard.gates.static import StaticRule
from brickyard.values import Value


class RulesIn(SharedRecipe):
    ids: tuple[str, ...]


class RulesOut(Value):
    rules: tuple[StaticRule, ...] = Field(description="all of them must hold; at least one")


WRITE_RULES = Microtask(
    name="write-rules",
    called="rules for",
    work="tests",
    instructions="""\
Choose the rules on the source code that decide whether the requirement is met. The rules there are:
- only_stdlib: nothing is imported but the standard library and the package itself;
- forbid_import: none of `names` (modules) is imported;
- require_import: every one of `names` is imported somewhere;
- forbid_call: none of `names` (functions, dotted as called, such as "eval" or "os.system") is
  called;
- max_function_lines: no function is longer than `limit` lines;
- all_documented: every public function, class and module has a docstring;
- all_annotated: every function is fully annotated.
Leave `names` empty and `limit` 0 where a rule does not use them.""",
    input=RulesIn,
    output=RulesOut,
)
