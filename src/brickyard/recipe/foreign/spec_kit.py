"""spec-kit's `spec.md`: user stories with scenarios, edge cases, success criteria.

Its functional requirements are read as in any recipe.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from brickyard.recipe.draft import Draft
from brickyard.recipe.foreign.found import Found, note
from brickyard.recipe.foreign.outcomes import outcome, outcome_text
from brickyard.recipe.foreign.sections import (
    Section,
    clause,
    group,
    is_titled,
    numbered,
    scenarios,
    sections,
)
from brickyard.recipe.markdown import Block, Shape
from brickyard.recipe.sentence import Sentence, plain
from brickyard.recipe.words import counts_from_zero, priority
from brickyard.values import Level

_STORY = re.compile(
    r"^\W*(?:user )?story\s*#?(?P<number>\d+)\b\W*(?P<title>.*)$"
    r"|^\W*US[- ]?(?P<id>\d+)\b\W*(?P<rest>.*)$",
    re.IGNORECASE,
)
_ONE_STORY = re.compile(r"^\W*(?:primary |main )?user stor(?:y|ies)\W*$", re.IGNORECASE)
_PRIORITY = re.compile(
    r"\W*[(\[]\s*(?:priority\W+)?(?P<word>P\d|must|should|could|critical|high|medium|low)\b[^)\]]*[)\]]"
    r"|\W+priority\W+(?P<short>P\d|\w+)",
    re.IGNORECASE,
)
_PRIORITY_LINE = re.compile(r"^\W*priority\W*:\W*(?P<word>P\d|[\w-]+)", re.IGNORECASE)
_SCENARIOS = re.compile(r"^\W*(?:acceptance (?:scenarios?|criteria|tests?)|scenarios)\b", re.I)
_EDGES = re.compile(r"^\W*edge cases?\b", re.IGNORECASE)
_OUTCOMES = re.compile(
    r"^\W*(?:success criteria|measurable outcomes|success metrics|technical outcomes)\b", re.I
)
_NOISE = re.compile(
    r"^\W*(?:execution (?:flow|status)|quick guidelines|review & acceptance checklist"
    r"|section requirements|for ai generation)\b",
    re.IGNORECASE,
)
_STATED = re.compile(r"^\W*(?:N?FR|REQ)[-_]?\d+", re.IGNORECASE)
"""A requirement with an id of its own, wherever it stands."""
_OUTCOME = re.compile(r"^\W*SC[-_]?\d+", re.IGNORECASE)
_META = re.compile(r"^\W*(?:feature branch|branch|created|date|status|last updated)\W*:", re.I)
_LABEL = re.compile(
    r"^[\s*_-]*(?P<label>why (?:this|p\d)[^:*]*|independent test|priority|scenarios|edge cases?"
    r"|acceptance (?:scenarios?|criteria|tests?)|(?:functional |non-functional )?requirements)"
    r"[*_\s]*:[*_]*\s*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_QUESTION = re.compile(
    r"^\W*(?:what|how|which|who|when|where|why|does|do|is|are|can|should|will)\b", re.IGNORECASE
)
_ANSWERED = re.compile(r"[?:→⇒]\W*\s[^\s?]|\s(?:->|=>|–|—|-)\s|[.;]\s+\S")
_MARK = re.compile(r"\[\s*\**NEEDS? CLARIFICATION[^\]]*\]", re.IGNORECASE)
EDGE_CASES = "EC"


def read(blocks: list[Block]) -> Found:
    """What is a story, an edge case or a success criterion; the rest is read as a recipe."""
    return _Reader(blocks).result()


class _Reader:
    def __init__(self, blocks: list[Block]) -> None:
        self.found = Found()
        self.parts = sections(blocks)
        self.from_zero = counts_from_zero("\n".join(part.title for part in self.parts))
        self.edges: list[Draft] = []

    def result(self) -> Found:
        at = 0
        while at < len(self.parts):
            together = self._take(at)
            at += len(together)
        if self.edges:
            said = Sentence("The edge cases are handled as they say.", id=EDGE_CASES)
            draft = Draft(said, self.edges[0].block, Level.MUST)
            draft.clauses = numbered(self.edges, EDGE_CASES)
            self.found.drafts.append(draft)
        self.found.drafts += self.found.outcomes
        return self.found

    def _take(self, at: int) -> list[Section]:
        part = self.parts[at]
        title, together = part.title, group(self.parts, at)
        if _NOISE.match(title):
            self.found.noise += [block for one in together for block in one.all]
            return together
        if told := _STORY.match(title):
            self._story(together, told)
        elif _ONE_STORY.match(title) and part.blocks:
            self._story([part], None)
            return [part]
        elif _SCENARIOS.match(title):
            self._last_story(part).clauses += scenarios(together)
            self._number()
        elif _EDGES.match(title):
            self.edges += self._edge_cases(block for one in together for block in one.blocks)
        elif _OUTCOMES.match(title):
            self._outcomes(together)
        else:
            self._rest(part)
            return [part]
        return together

    # ------------------------------------------------------------ stories

    def _story(self, together: list[Section], told: re.Match[str] | None) -> None:
        title = (told["title"] or told["rest"] or "") if told else ""
        id = f"US{told['number'] or told['id']}" if told else "US"
        level = None
        if ranked := _PRIORITY.search(title):
            level = self._level(ranked["word"] or ranked["short"])
            title = title[: ranked.start()] + title[ranked.end() :]
        heading = together[0].heading or together[0].blocks[0]
        draft = Draft(Sentence("", id=id, title=title.strip(" -–—:")), heading, level)
        self.found.drafts.append(draft)
        self._body(draft, together[0])
        for part in together[1:]:
            if _SCENARIOS.match(part.title) or is_titled(part):
                draft.clauses += scenarios([part])
            elif _EDGES.match(part.title):
                draft.clauses += self._edge_cases(part.blocks)
            else:
                self._rest(part)
        self._number()
        self.found.spans.append((heading.line, together[-1].end, draft))

    def _body(self, draft: Draft, part: Section) -> None:
        """The narrative; what labels announce goes where they say."""
        kept: dict[str, list[Block]] = {}
        label, stated = "", -1
        for block in (piece for one in part.blocks for piece in _labelled(one)):
            if _STATED.match(block.text) or (stated >= 0 and block.indent > stated):
                stated = block.indent if _STATED.match(block.text) else stated
                self.found.rest.append(block)
                continue
            stated = -1
            if told := _LABEL.match(block.text):
                label = told["label"].lower()
                if label == "priority":
                    word = _PRIORITY_LINE.match(plain(block.text))
                    draft.level = self._level(word["word"] if word else "")
                    label = ""
                    continue
                block = replace(block, text=told["rest"])
            if block.text.strip():
                kept.setdefault(label, []).append(block)
        for label, blocks in kept.items():
            self._under(label, blocks, draft)

    def _under(self, label: str, blocks: list[Block], draft: Draft) -> None:
        if _SCENARIOS.match(label):
            draft.clauses += scenarios([Section(None, blocks)])
        elif _EDGES.match(label):
            draft.clauses += self._edge_cases(blocks)
        elif label.endswith("requirements"):
            self.found.rest += blocks
        elif label:
            told = " ".join(plain(block.joined) for block in blocks)
            self.found.notes.append(f"{draft.said.id}, {label}: {told}")
        else:
            steps = [block for block in blocks if _is_scenario(block)]
            draft.clauses += scenarios([Section(None, steps)])
            text = [plain(block.joined) for block in blocks if block not in steps]
            draft.said.text, draft.parts = text[0] if text else "", text[1:]

    def _number(self) -> None:
        for draft in self.found.drafts:
            if draft.clauses:
                numbered(draft.clauses, draft.said.id)

    def _last_story(self, part: Section) -> Draft:
        if not self.found.drafts:
            text = "The acceptance scenarios hold."
            block = part.heading or part.blocks[0]
            self.found.drafts.append(Draft(Sentence(text, id="US"), block, Level.MUST))
        return self.found.drafts[-1]

    def _level(self, word: str) -> Level | None:
        level = priority(word, from_zero=self.from_zero)
        return Level(level) if level in [*Level] else None

    # ------------------------------------------------------------ edge cases, outcomes

    def _edge_cases(self, blocks: Iterable[Block]) -> list[Draft]:
        """Those that say what happens; a question that nobody answers is told."""
        made: list[Draft] = []
        top: int | None = None
        for block in blocks:
            text = plain(block.joined)
            if made and top is not None and block.indent > top:
                made[-1].said.text += f"\n- {text}"
            elif block.shape is Shape.BULLET or (text and not text.endswith(":")):
                top = block.indent
                text = " | ".join(map(plain, block.cells)) if block.cells else text
                made.append(clause(text, block))
        for one in made:
            if is_open(one.said.text):
                self.found.open += [] if _MARK.search(one.said.text) else [one.block]
                self.found.notes.append(f"- {one.said.text}")
        return [one for one in made if not is_open(one.said.text)]

    def _outcomes(self, together: list[Section]) -> None:
        top: int | None = None
        for block in (one for part in together for one in part.blocks):
            if top is not None and block.shape is not Shape.ROW and block.indent > top:
                self.found.outcomes[-1].parts.append(plain(block.joined))
            elif block.shape in (Shape.BULLET, Shape.ROW):
                top = block.indent
                text = outcome_text(block)
                self.found.outcomes.append(outcome(block, text, from_zero=self.from_zero))
            else:
                top = None
                self.found.notes.append(plain(block.joined))

    def _rest(self, part: Section) -> None:
        listed = [block for block in part.blocks if _OUTCOME.match(block.text)]
        self._outcomes([Section(None, listed)])
        kept = [_without_meta(block) for block in part.blocks if block not in listed]
        self.found.rest += note(part.heading) + kept


def _without_meta(block: Block) -> Block:
    """The lines that say more than branch, day and status."""
    lines = [line for line in block.text.split("\n") if not _META.match(plain(line))]
    return replace(block, text="\n".join(lines)) if block.shape is Shape.PARAGRAPH else block


def is_open(text: str) -> bool:
    """Whether this asks what happens, and nothing after it says so."""
    text = _MARK.sub("", text)
    return bool(_QUESTION.match(text)) and not _ANSWERED.search(text)


def _is_scenario(block: Block) -> bool:
    text = plain(block.joined)
    return bool(re.search(r"\bgiven\b.*\bwhen\b.*\bthen\b", text, re.I | re.S))


def _labelled(block: Block) -> Iterator[Block]:
    """A paragraph in whose lines several labels stand, cut at each."""
    lines = block.text.split("\n")
    starts = [n for n, line in enumerate(lines) if n and _LABEL.match(line)]
    if block.shape is Shape.CODE or not starts:
        yield block
        return
    for start, end in zip([0, *starts], [*starts, len(lines)], strict=True):
        text, line = "\n".join(lines[start:end]), block.line + start
        yield replace(block, text=text, line=line, end=line + end - start - 1)
