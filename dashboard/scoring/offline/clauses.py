"""Cuts an English sentence into clauses that each say one thing, subject carried."""

from __future__ import annotations

import re

from dashboard.scoring.offline import verbs
from dashboard.scoring.offline.asides import relative_clause
from dashboard.scoring.offline.clause_state import (
    Clause,
    State,
    capitalised,
    concession,
    opening,
    opening_time,
)
from dashboard.scoring.offline.grammar import YEAR, Sentence
from dashboard.scoring.offline.own_clauses import (
    is_paired,
    joins_a_list,
    lacks_verb,
    linked_clause,
    note_subordinate,
    own_clause,
)
from dashboard.scoring.offline.verb_groups import borrowed, is_past, verb_group
from dashboard.scoring.offline.word_set import word_set

_CUE = re.compile(r"[,;]|\b(?:and|but|because|although|though|whereas|while)\b")
_UNCUT_STARTS = word_set("if unless whether suppose assuming once when whenever until")
_SAFE_GERUNDS = word_set("""
    earning winning becoming reaching grossing selling scoring receiving finishing
    beating defeating replacing marking holding serving covering employing containing
    featuring gaining losing breaking joining completing leaving beginning ending
    opening
""")
_EDGES = " ,;-–—"


def clauses(text: str) -> list[Clause]:
    """Return the clauses of an English sentence in order, at least one."""
    whole = [Clause(text, 0, len(text))]
    if not _CUE.search(text):
        return whole
    sentence = Sentence(text)
    if not len(sentence) or sentence.words[0] in _UNCUT_STARTS:
        return whole
    return _Cutter(sentence).cut() or whole


class _Cutter:
    """Walks through one sentence; ``found`` are the clauses read so far."""

    def __init__(self, sentence: Sentence) -> None:
        self.s = sentence
        self.size = len(sentence)
        while self.size and sentence.tags[self.size - 1] in ".!?":
            self.size -= 1
        self.found: list[Clause] = []
        self.time = opening_time(sentence)

    def cut(self) -> list[Clause]:
        """Return the clauses, or nothing when the sentence is best left whole."""
        state = self._first()
        if state is None:
            return []
        self.main = state
        at = state.verb + 1
        while at < self.size:
            following = self._next(state, at)
            if following is None:
                note_subordinate(self.s, state, at, self.size)
                at += 1
                continue
            self._emit(state, at)
            state = following
            at = state.verb + 1
        self._emit(state, self.size)
        self.found.sort(key=lambda clause: clause.start)
        return self.found if len(self.found) > 1 else []

    def _first(self) -> State | None:
        split = concession(self.s, self.size)
        if split is not None:
            comma, second = split
            self._add(self.s.slice(1, comma), 1, comma)
            return second
        state = opening(self.s, self.size)
        if state is not None and state.aside is not None and state.aside.text:
            self._add(state.aside.text, state.aside.first, state.aside.last)
        return state

    def _next(self, state: State, at: int) -> State | None:
        """Return the clause that begins at the mark or link at ``at``, if any."""
        s, size = self.s, self.size
        tag = s.tags[at]
        if at + 1 >= size or tag not in ";,CU":
            return None
        if tag == ";":
            return own_clause(s, state, at + 1, size, comma=True)
        if tag == "U":
            return linked_clause(s, state, at, size, comma=False)
        if tag == "C":
            return self._coordinated(state, at, at, comma=False)
        after = s.tags[at + 1]
        if after == "C":
            return self._coordinated(state, at, at + 1, comma=True)
        if after == "U":
            return linked_clause(s, state, at + 1, size, comma=True)
        if after == "W":
            return self._relative(at)
        return self._participle(state, at) if after == "G" else self._listed(state, at)

    def _coordinated(
        self, state: State, at: int, link: int, *, comma: bool
    ) -> State | None:
        s = self.s
        if s.words[link] not in ("and", "but", "yet") or is_paired(s, link):
            return None
        shared = self._shared(state, at, link + 1, comma=comma)
        if shared is not None or joins_a_list(s, state, at) or lacks_verb(s, state, at):
            return shared
        own = own_clause(s, state, link + 1, self.size, comma=comma)
        if own is not None and not own.prefix and self._needs_time(own):
            own.prefix = self.time
        return own

    def _needs_time(self, own: State) -> bool:
        """Whether a figure is given that holds for the year said at the start."""
        tags, words = self.s.tags[own.first :], self.s.words[own.first :]
        return self.time != "" and "N" in tags and not any(map(YEAR.match, words))

    def _shared(
        self, state: State, at: int, after: int, *, comma: bool
    ) -> State | None:
        """Read ``and was directed by …``: a verb said of the subject before."""
        s = self.s
        giver = self.main if comma and state.held else state
        first = s.skip_adverbs(after)
        if not giver.subject or (giver is state and state.held) or first >= self.size:
            return None
        complement = giver.verb + 1
        if s.tags[giver.verb] not in "AK":
            complement = s.skip_adverbs(complement)
        if complement >= at:
            return None  # "wrote and directed the film" shares its object
        helper = borrowed(s, giver.verb, first, self.size)
        if helper is None:
            return None
        prefix = f"{giver.subject} {helper}".rstrip()
        return State(after, first, giver.subject, prefix, reported=giver.reported)

    def _listed(self, state: State, at: int) -> State | None:
        """Read the middle of ``opened a shop, hired staff and sold cars``."""
        s = self.s
        if s.tags[at + 1] not in "APES" or s.tags[at + 2 : at + 3] == ",":
            return None
        for later in range(at + 2, self.size - 1):
            if s.tags[later] == "C":
                verb = s.skip_adverbs(later + 1)
                if verb < self.size and s.tags[verb] in "APESs":
                    return self._shared(state, at, at + 1, comma=False)
        return None

    def _relative(self, at: int) -> State | None:
        found = relative_clause(self.s, at, self.size)
        if found is None:
            return None
        return State(found.first, found.verb, found.subject, found.subject, held=True)

    def _participle(self, state: State, at: int) -> State | None:
        """Read ``, earning $775 million`` as a statement about the subject."""
        s = self.s
        word = s.words[at + 1]
        if word not in _SAFE_GERUNDS or not state.subject or state.held:
            return None
        kind = verb_group(s, state.verb, self.size).kind
        if is_past(s, state.verb):
            verb = verbs.past(verbs.GERUNDS[word])
        elif kind in ("present", "copula", "passive") and s.words[state.verb] != "are":
            verb = verbs.third_person(verbs.GERUNDS[word])
        else:
            return None
        prefix = f"{state.subject} {verb}"
        return State(at + 2, at + 1, state.subject, prefix, held=True)

    def _emit(self, state: State, last: int) -> None:
        """Add the clause that ends before word ``last``."""
        s, aside = self.s, state.aside
        text = s.slice(state.first, last)
        if aside is not None and aside.text:
            head = s.slice(state.first, aside.first - 1)
            text = f"{head} {s.slice(aside.last + 1, last)}"
        self._add(f"{state.prefix} {text}" if state.prefix else text, state.first, last)

    def _add(self, text: str, first: int, last: int) -> None:
        while last > first and self.s.tags[last - 1] in _EDGES:
            last -= 1
        text = text.rstrip(_EDGES)
        start, end = self.s.starts[first], self.s.ends[last - 1]
        self.found.append(Clause(capitalised(text), start, end))
