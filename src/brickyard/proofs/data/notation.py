"""Cases as data, for proofs of speed and of services: how questions describe them."""

FORMAT = """\
A case is one example as data, which a machine turns into a test. Its steps run in order; a step is
either a call or a run of the command:
- `{"call": "brick.operation", "args": [...], "kwargs": {...}, "expect": {...}}`. `save` keeps the
  result under a name; a later step may call `name.method` or read `name.attribute`. `brick.Class`
  makes an object of a class of that brick.
- `{"run": ["arguments", "of the command"], "stdin": "", "expect": {...}}` only if there is a
  command.
`expect` says what must happen; give only what the requirement or the interface settles:
- `value`: what the call returns; `approx`: a tolerance for floats;
- `raises`: the exception's name, and `message_has`: a part of its message;
- for a run: `exit` (the exit code), `stdout` (all of it), `stdout_has`, `stderr_has` (parts);
- `files`: path to the whole text afterwards; `no_files`: paths that must not exist.
`files` of a case are written before the first step, into an empty working folder.
Values are JSON. Where JSON cannot say it, write {"$py": "expression"} with literals, saved names,
classes and enum members of the interfaces, Decimal, date, datetime, timedelta, Path, set, bytes:
{"$py": "Money(3, 'EUR')"}, {"$py": "b'ab'"}, {"$py": "(1, 2)"}, {"$py": "Colour.RED"}.

Rules. Work out every expected value carefully from the requirement; a wrong one wastes the build.
Do not expect what neither the requirement nor the interface says. Each case names in
`requirement` the one id that it proves. For each requirement write at least two cases with
different results, so that code which always returns the same thing fails, and cover its limits
and its errors. No case may pass when the operations do nothing. Ids are short, unique, lower case
with underscores."""
