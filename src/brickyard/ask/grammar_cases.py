r"""A file of cases as GBNF rules: what `brickyard.cases.read` reads, up to the names in it.

Rules come in several forms, told by the letters at the end of their names. `a`: within
`async def`, where `await` may stand. `n`: within brackets, where a line may end. Numbers are
levels of indentation, for GBNF cannot count. What small models do not need is left out:
annotations, names that are not ASCII, f-strings with brackets in them. Constants are in capitals:
a small model that would rather talk wrote its whole sentence as the name of one.
"""

import itertools
import json
import keyword
import string
from collections.abc import Collection, Iterator

from brickyard.cases.words import MODULES, REACHING

FILE = "cases-file"
"""The rule of a whole file."""

_DEEPEST = 5
"""Levels of blocks within each other."""

_REACH = "|".join(f'"{name}("' for name in sorted(REACHING - {"delattr"}))
_SIGNS = '"+" | "-" | "*" | "/" | "//" | "%" | "**" | "@" | "|" | "&" | "^" | "<<" | ">>"'
_UNQUOTED = "\"'\\\\{}\\x00-\\x1f"
_LETTERS = string.ascii_letters
_CHARACTERS = f"{string.digits}{string.ascii_uppercase}_{string.ascii_lowercase}"

_PLAIN = r"""
c-gap ::= " " | c-break
c-ws ::= c-gap?
c-break ::= c-remark? "\n" " "{0,80}
c-remark ::= " "{0,2} "#" [^\x00-\x1f]{0,200}
c-eol ::= c-remark? "\n" c-blank*
c-blank ::= " "{0,40} ("#" [^\x00-\x1f]{0,200})? "\n"
c-rest ::= [A-Za-z0-9_]{0,60}
c-number ::= c-whole ("." [0-9]{1,40})? ([eE] [-+]? [0-9]{1,3})? "j"? | c-based
c-whole ::= "0" | [1-9] ("_"? [0-9]){0,60}
c-based ::= "0x" [0-9a-fA-F]{1,32} | "0o" [0-7]{1,20} | "0b" [01]{1,64}
c-hex ::= [0-9a-fA-F]
c-escape ::= c-byte | "\\" ("u" c-unit | "U" c-wide)
c-unit ::= ([0-9a-ce-fA-CE-F] c-hex | [dD] [0-7]) c-hex c-hex
c-wide ::= ("000" [1-9a-fA-F] | "0010") c-hex c-hex c-hex c-hex
c-byte ::= "\\" (["'\\abfnrtv] | [0-3] [0-7]{0,2} | "x" c-hex c-hex)
c-text ::= c-short | c-raw | c-long | c-formatted
c-octets ::= c-bytes | c-raw-bytes
c-short ::= "\"" ([^"\\\x00-\x1f] | c-escape)* "\"" | "'" ([^'\\\x00-\x1f] | c-escape)* "'"
c-bytes ::= "b" ("\"" ([ !#-[\]-~] | c-byte)* "\"" | "'" ([ -&(-[\]-~] | c-byte)* "'")
c-raw ::= "r" ("\"" ([^"\\\x00-\x1f] | c-any)* "\"" | "'" ([^'\\\x00-\x1f] | c-any)* "'")
c-any ::= "\\" [^\x00-\x1f]
c-raw-bytes ::= "rb" ("\"" ([ !#-[\]-~] | c-ascii)* "\"" | "'" ([ -&(-[\]-~] | c-ascii)* "'")
c-ascii ::= "\\" [ -~]
c-long ::= "\"\"\"" c-piece* ("\n" c-line)* "\"\"\""
c-line ::= (([^"\\@\x00-\x1f] | "\"" "\""? c-inner | c-escape | "\\\n" [^"\\@\x00-\x1f]) c-piece*)?
c-piece ::= "\""{0,2} c-inner
c-inner ::= [^"\\\x00-\x1f] | c-escape | "\\\n" [^"\\@\x00-\x1f]
c-formatted ::= "f" ("\"" c-double* "\"" | "'" c-single* "'")
c-double ::= [^"\\{}\x00-\x1f] | c-escape | "{{" | "}}" | c-field-d
c-single ::= [^'\\{}\x00-\x1f] | c-escape | "{{" | "}}" | c-field-s
c-targets ::= c-target ("," " " c-target)* (", *" c-name)?
c-target ::= c-name | "(" c-targets ")"
c-place ::= c-name ("." c-key | "[" c-subn "]")*
c-known ::= "-"? c-number | c-short | "None" | "True" | "False" | "()" | "[]" | "{}"
c-default ::= c-name "=" c-known
c-parameters ::= c-name c-parameters-on | c-default c-defaults-on | c-stars
c-parameters-on ::= (", " (c-name c-parameters-on | c-default c-defaults-on | c-stars))?
c-defaults-on ::= (", " (c-default c-defaults-on | c-stars))?
c-stars ::= "*" c-name (", " "**" c-name)? | "**" c-name
c-id ::= c-key | "\"" [A-Za-z0-9_.-]{1,40} "\"" | "'" [A-Za-z0-9_.-]{1,40} "'"
c-public ::= "\"" c-key "\"" | "'" c-key "'"
"""


def cases_rules() -> str:
    """The rules, one a line; `FILE` is the whole. They need no other rules."""
    rules = dict(
        itertools.chain(
            _names(),
            _fields(),
            *(_expressions(a, n) for a in ("", "a") for n in ("", "n")),
            *(_brackets(a) for a in ("", "a")),
            *(_asserted(a) for a in ("", "a")),
            *(_simple(a) for a in ("", "a")),
            *(_opening(a) for a in ("", "a")),
            *(_blocks(a, level) for a in ("", "a") for level in range(1, _DEEPEST + 1)),
            _file(),
        )
    )
    return _PLAIN.lstrip() + "".join(f"{name} ::= {body}\n" for name, body in rules.items())


_Rules = Iterator[tuple[str, str]]


def _names() -> _Rules:
    """Names are never keywords; those that are read in one form alone are no plain names."""
    yield "c-name", _other_than({*keyword.kwlist, "raises", "type", *REACHING}) + ' | "_"'
    yield "c-key", _other_than(keyword.kwlist)


def _other_than(words: Collection[str]) -> str:
    """Any identifier but these."""
    return _after({word for word in words if word[0] in _LETTERS}, _LETTERS)


def _after(words: Collection[str], characters: str) -> str:
    """What may follow where these ends of words may not."""
    heads = {word[0] for word in words if word}
    ways = [f"[{_ranges(set(characters) - heads)}] c-rest"]
    for head in sorted(heads):
        ends = {word[1:] for word in words if word.startswith(head)}
        ways.append(f'"{head}" ({_after(ends, _CHARACTERS)})')
    may_end = characters is _CHARACTERS and "" not in words
    return " | ".join([*ways, '""'] if may_end else ways)


def _ranges(characters: Collection[str]) -> str:
    """`a-cx` for a, b, c and x."""
    codes = sorted(map(ord, characters))
    runs = itertools.groupby(enumerate(codes), lambda pair: pair[1] - pair[0])
    found = [[code for _, code in run] for _, run in runs]
    return "".join(chr(run[0]) + (f"-{chr(run[-1])}" if run[1:] else "") for run in found)


def _fields() -> _Rules:
    """What stands in the braces of an f-string: no backslash and no quotes like its own."""
    for q, quote in (("d", "'"), ("s", '\\"')):
        text = f'"{quote}" [^{_UNQUOTED}]* "{quote}"'
        yield f"c-field-{q}", f'"{{" c-sum-{q} ("!" [rsa])? (":" [^{_UNQUOTED}]{{0,20}})? "}}"'
        yield f"c-sum-{q}", f'c-part-{q} (" "? ([-+*/%] | "//") " "? c-part-{q})*'
        yield f"c-part-{q}", f'"-"? c-number | "-"? c-name c-tail-{q} | {text}'
        item = f'"[" c-sum-{q} "]"'
        call = f'"(" (c-sum-{q} (", " c-sum-{q})*)? ")" c-tail-{q}'
        yield f"c-tail-{q}", f'("." c-key c-tail-{q} | {call} | {item} c-item-{q})?'
        yield f"c-item-{q}", f'("." c-key c-tail-{q} | {item} c-item-{q})?'


def _expressions(a: str, n: str) -> _Rules:
    """From the loosest operator to the tightest."""
    e, gap = a + n, "c-gap" if n else '" "'
    maybe = "c-ws" if n else '" "?'
    wait = '("await ")? ' if a else ""
    yield f"c-x{e}", f'c-or{e} ({gap} "if" {gap} c-or{e} {gap} "else" {gap} c-x{e})? | c-lambda{n}'
    yield f"c-lambda{n}", f'"lambda" (" " c-parameters)? ":" {gap} c-x{n}'
    yield f"c-or{e}", f'c-not{e} ({gap} ("and" | "or") {gap} c-not{e})*'
    yield f"c-not{e}", f'("not" {gap})? c-compared{e}'
    yield f"c-compared{e}", f"c-sum{e} c-comparison{e}* | c-kind{e}"
    typed = f'"type(" c-ws c-x{a}n c-ws ")" {gap} "is" ({gap} "not")? {gap} c-name'
    yield f"c-kind{e}", typed
    order = '"==" | "!=" | "<=" | ">=" | "<" | ">" | "in" | "not in"'
    known = f'"None" | "True" | "False" | {wait}c-named{a}'
    same = f'{gap} "is" ({gap} "not")? {gap} ({known})'
    yield f"c-comparison{e}", f"{gap} ({order}) {gap} c-sum{e} | {same}"
    yield f"c-sum{e}", f"c-term{e} ({maybe} ({_SIGNS}) {maybe} c-term{e})*"
    yield f"c-term{e}", f"[-+~]? (c-number | {wait}c-value{e})"
    yield f"c-value{e}", f"c-named{a} | c-group{a} c-after{a} | c-literal{e}"
    texts = " | ".join(f"{kind} ({gap} {kind})*" for kind in ("c-text", "c-octets"))
    made = f"{texts} | c-list{a} | c-braces{a}"
    yield f"c-literal{e}", f'({made}) c-after{a} | "None" | "True" | "False"'


def _brackets(a: str) -> _Rules:
    """A line may end anywhere between brackets. What begins alike is told apart at its end."""
    e = f"{a}n"
    kept = f'"type(" c-ws c-x{e} c-ws ")" ".__name__" c-after{a}'
    more = f'"," c-ws c-public ("," c-ws c-x{e})? c-ws ")" c-then{a}'
    yield f"c-named{a}", f"c-name c-then{a} | {kept} | ({_REACH}) c-ws c-x{e} {more}"
    call, item = f'"(" c-arguments{a} ")" c-then{a}', f'"[" c-sub{e} "]" c-after{a}'
    yield f"c-then{a}", f'("." c-key c-then{a} | {call} | {item})?'
    yield f"c-after{a}", f'("." c-key c-then{a} | {item})?'
    slice_ = f'":" c-x{e}? (":" c-x{e}?)?'
    yield f"c-index{a}", f"c-x{e} ({slice_})? | {slice_}"
    yield f"c-sub{e}", f'c-ws c-index{a} ("," c-ws c-index{a})* c-ws'
    on = f"c-arguments-on{a}"
    first = f'c-x{e} (c-for{a} | {on}) | "*" c-sum{e} {on} | c-options{a}'
    yield f"c-arguments{a}", f"c-ws ({first})?"
    yield on, f'c-ws | "," c-ws (c-x{e} {on} | "*" c-sum{e} {on} | c-options{a})?'
    option = f'(c-key "=" c-x{e} | "**" c-named{a})'
    yield f"c-options{a}", f'{option} (c-ws | "," c-ws c-options{a}?)'
    yield f"c-error{a}", f'c-ws (c-named{a} | c-group{a}) ("," c-ws c-x{e})* ","? c-ws'
    yield f"c-items{a}", f'(c-x{e} | "*" c-sum{e}) c-items-on{a}'
    yield f"c-items-on{a}", f'c-ws | "," c-ws c-items{a}?'
    tuple_ = f'"," c-ws c-items{a}?'
    within = f'c-x{e} (c-for{a} | c-ws | {tuple_}) | "*" c-sum{e} {tuple_}'
    yield f"c-group{a}", f'"(" c-ws ({within})? ")"'
    several = f'c-x{e} (c-for{a} | c-items-on{a}) | "*" c-sum{e} c-items-on{a}'
    yield f"c-several{a}", several
    yield f"c-list{a}", f'"[" c-ws c-several{a}? "]"'
    yield f"c-pairs{a}", f'(c-x{e} ":" c-ws c-x{e} | "**" c-named{a}) c-pairs-on{a}'
    yield f"c-pairs-on{a}", f'c-ws | "," c-ws c-pairs{a}?'
    pair = f'":" c-ws c-x{e} (c-for{a} | c-pairs-on{a})'
    members = f'c-x{e} ({pair} | c-for{a} | c-items-on{a}) | "*" c-sum{e} c-items-on{a}'
    yield f"c-braces{a}", f'"{{" c-ws ({members} | "**" c-named{a} c-pairs-on{a})? "}}"'
    word = '("async ")? "for"' if a else '"for"'
    each = f'c-gap {word} c-gap c-targets c-gap "in" c-gap c-or{e} (c-gap "if" c-gap c-or{e})*'
    yield f"c-for{a}", f"({each})+ c-ws"


def _asserted(a: str) -> _Rules:
    """An expression that does not begin as a tuple, unless the tuple is compared."""
    e, wait = f"{a}n", '("await ")? ' if a else ""
    rest = f'(" "? ({_SIGNS}) " "? c-term{a})* c-comparison{a}*'
    plain = f"([-+~] c-term{a} | c-number | {wait}(c-named{a} | c-literal{a})) {rest}"
    tuple_ = f'"," c-ws c-items{a}? ")" c-after{a} c-comparison{a}+'
    group = f'"(" c-ws c-x{e} ((c-for{a} | c-ws) ")" c-after{a} {rest} | {tuple_})'
    first = f'{plain} | {group} | c-kind{a} | "not " c-compared{a}'
    yield f"c-asserted{a}", f"({first}) c-joined{a}*"
    yield f"c-joined{a}", f'" " ("and" | "or") " " c-not{a}'


def _simple(a: str) -> _Rules:
    """Statements of one line: in any function, and in helpers alone."""
    augmented = '("+" | "-" | "*" | "/" | "//" | "%" | "|" | "&" | "^")'
    given = f'(c-targets | c-place) " = " c-given{a} | c-place " " {augmented} "= " c-x{a}'
    yield f"c-simple{a}", f'{given} | c-sum{a} | "del " c-place | "pass"'
    yield f"c-given{a}", f'c-x{a} (", " c-x{a})*'
    yield f"c-giving{a}", f'("return" | "yield") (" " c-given{a})? | "raise " c-named{a}'


def _blocks(a: str, level: int) -> _Rules:
    """One statement at this level: of a case, of a case before it proves anything, of a helper."""
    here, deeper, margin = f"{a}{level}", f"{a}{level + 1}", json.dumps("    " * level)
    quiet = [f"c-simple{a} c-eol"]
    proving = [f'"assert " c-asserted{a} c-eol']
    within: list[str] = []
    helper = [*quiet, f"c-giving{a} c-eol"]
    if level < _DEEPEST:
        opened = f"c-open{a} c-"
        quiet += [f"{opened}quiet{deeper}+", f"c-callback{level}"]
        raised = f'"with raises(" c-error{a} ")" (" as " c-name)? ":" c-eol c-quiet{deeper}'
        proving += [raised, f"{opened}body{deeper}"]
        within = [raised, f"{opened}case{deeper}+", f"c-callback{level}"]
        helper += [f"{opened}helper{deeper}+", f"c-callback{level}", f"c-if{here}", f"c-try{here}"]
        yield f"c-callback{level}", _function("c-name", "c-parameters?", f"c-helper|{level + 1}+")
        yield from _branches(a, level)
    yield f"c-quiet{here}", f"{margin} ({' | '.join(quiet)})"
    yield f"c-proving{here}", f"{margin} ({' | '.join(proving)})"
    yield f"c-case{here}", f"{margin} ({' | '.join([quiet[0], proving[0], *within])})"
    yield f"c-body{here}", f"c-quiet{here}* c-proving{here} c-case{here}*"
    yield f"c-helper{here}", f"{margin} ({' | '.join(helper)})"


def _function(name: str, parameters: str, body: str) -> str:
    """`def` or `async def`; in the body `|` stands for which."""
    head = f'"def " {name} "(" {parameters} "):" c-eol'
    return f'{head} {body.replace("|", "")} | "async " {head} {body.replace("|", "a")}'


def _branches(a: str, level: int) -> _Rules:
    """`if` and `try`, which only helpers have."""
    margin, inner = json.dumps("    " * level), f"c-eol c-helper{a}{level + 1}+"
    other = f'({margin} "elif " c-x{a} ":" {inner})* ({margin} "else:" {inner})?'
    yield f"c-if{a}{level}", f'"if " c-x{a} ":" {inner} {other}'
    caught = f'{margin} "except " c-value{a} (" as " c-name)? ":" {inner}'
    last = f'{margin} "finally:" {inner}'
    yield f"c-try{a}{level}", f'"try:" {inner} ({caught} ({last})? | {last})'


def _opening(a: str) -> _Rules:
    """The line of a `with` or a `for`."""
    word = '("async ")? ' if a else ""
    item = f'c-x{a} (" as " c-target)?'
    entered = f'{word}"with " {item} (", " {item})* ":" c-eol'
    yield f"c-open{a}", f'{entered} | {word}"for " c-targets " in " c-given{a} ":" c-eol'


def _file() -> _Rules:
    modules = " | ".join(f'"{name}"' for name in sorted(MODULES.keys() - {"datetime"}))
    yield FILE, "c-blank* (c-long c-eol)? (c-constant | c-make | c-proved | c-tabled | c-import)+"
    yield "c-import", f'("import " ({modules}) | "from datetime import time") c-eol'
    yield "c-constant", '[A-Z] [A-Z0-9_]{0,30} " = " c-x c-eol'
    yield "c-make", _function('"make_" [a-z0-9] c-rest', "c-parameters?", "c-helper|1+")
    yield "c-proves", '"@proves(" c-ws c-id ("," c-ws c-id)* ","? c-ws ")" c-eol'
    rows = '"[" c-ws c-several "]" | c-named'
    yield "c-table", f'"@table(" c-ws (c-id "," c-ws)+ ({rows}) ","? c-ws ")" c-eol'
    proved, columns = _function("c-key", "", "c-body|1"), 'c-name (", " c-name)*'
    yield "c-proved", f"c-proves+ ({proved})"
    tabled = _function("c-key", columns, "c-body|1")
    yield "c-tabled", f"c-proves* c-table c-proves* ({tabled})"
