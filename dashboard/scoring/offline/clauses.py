"""Cuts an English sentence into clauses that each say one thing, subject carried."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dashboard.scoring.offline import verbs
from dashboard.scoring.offline.asides import Aside, aside_after_subject, relative_clause
from dashboard.scoring.offline.grammar import BE, MODALS, Sentence
from dashboard.scoring.offline.word_set import word_set

LONGEST_SENTENCE = 1_500
"""Characters beyond which a text is no sentence that could be cut with sense."""

_CUE = re.compile(r"[,;]|\b(?:and|but|because|although|though|whereas|while)\b")
_UNCUT_STARTS = word_set("if unless whether suppose assuming once when whenever until")
_CONCESSIONS = word_set("while although though whereas because")
_LINKS = word_set("while whereas although though because when where so since")
_NEEDS_COMMA = word_set("while when where so since though")
_PAIRED = word_set("between both either neither")
_HOLDS = word_set(
    "that who which whose whom if whether how why what when where because"
)
"""Words whose clause a later verb may belong to."""
_PASSIVE_ONLY_NEXT = frozenset("IvT")
_NO_OBJECT = word_set("""
    moved worked lived died served graduated retired traveled travelled arrived appeared
    participated competed studied resigned returned emigrated lasted continued happened
    occurred grew rose fell remained became started ended expired existed disappeared
    emerged collapsed succeeded failed
""")
_OBJECT = frozenset("DNXRO")
LONGEST_SUBJECT = 12
"""Words that the subject of a later clause may have."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement within a sentence; the span is where it stands there."""

    text: str
    start: int
    end: int


def clauses(text: str) -> list[Clause]:
    """Return the clauses of an English sentence in order, at least one."""
    whole = [Clause(text, 0, len(text))]
    if len(text) > LONGEST_SENTENCE or not _CUE.search(text):
        return whole
    sentence = Sentence(text)
    if not len(sentence) or sentence.words[0] in _UNCUT_STARTS:
        return whole
    return _Cutter(sentence).cut() or whole


@dataclass(slots=True)
class _State:
    """The clause being read: where it and its verb stand, and what it can lend.

    Attributes:
        first: Its first word.
        verb: Its verb; the words before it back to the subject are carried on.
        subject: What a following verb without a subject is said of.
        prefix: What is put before its words so that they stand alone.
        aside: A phrase between commas that is left out of it.
        held: Whether a subordinate clause is open that a later verb may belong to.
        reported: What precedes a reported statement, such as "The report said that".
    """

    first: int
    verb: int
    subject: str
    prefix: str = ""
    aside: tuple[int, int] | None = None
    held: bool = False
    reported: str = ""


class _Cutter:
    def __init__(self, sentence: Sentence) -> None:
        self.s = sentence
        self.size = len(sentence)
        while self.size and sentence.tags[self.size - 1] in ".!?":
            self.size -= 1
        self.found: list[Clause] = []
        self.main: _State | None = None

    def cut(self) -> list[Clause]:
        """Return the clauses, or nothing when the sentence is best left whole."""
        state = self._opening()
        if state is None:
            return []
        self.main = state
        at = state.verb + 1
        while at < self.size:
            found = self._next(state, at)
            if found is None:
                state = self._held(state, at)
                at += 1
                continue
            cut_at, following = found
            self._emit(state, cut_at)
            state = following
            at = following.verb + 1
        self._emit(state, self.size)
        self.found.sort(key=lambda clause: clause.start)
        return self.found if len(self.found) > 1 else []

    # The first clause

    def _opening(self) -> _State | None:
        s = self.s
        if s.words[0] in _CONCESSIONS:
            return self._concession()
        start = self._after_adverbial()
        aside = aside_after_subject(s, start, self.size)
        if aside is not None:
            return self._with_aside(start, aside)
        verb = s.finite(start, self.size)
        if verb < 0:
            return None
        subject = self._subject(start, verb)
        state = _State(0, verb, subject)
        if any(tag in "WU;" for tag in s.tags[start:verb]) or not subject:
            state.subject = ""
        if "," in s.tags[start:verb]:
            state.subject = self._simple_list(start, verb)
        return state

    def _with_aside(self, start: int, aside: Aside) -> _State:
        subject = self._subject(start, aside.first - 1)
        if aside.text:
            self.found.append(self._clause(aside.text, aside.first, aside.last))
        return _State(
            0,
            aside.verb,
            subject,
            aside=(aside.first - 1, aside.last + 1) if aside.text else None,
        )

    def _concession(self) -> _State | None:
        """Read ``While A is so, B is other`` as two statements."""
        s = self.s
        first_verb = s.finite(1, self.size)
        comma = s.tags.find(",", 1, self.size)
        if first_verb < 0 or comma < first_verb:
            return None
        verb = s.finite(comma + 1, min(self.size, comma + LONGEST_SUBJECT))
        if verb < 0:
            return None
        self.found.append(self._clause(_upper(s.slice(1, comma)), 1, comma))
        return _State(comma + 1, verb, self._subject(comma + 1, verb))

    def _after_adverbial(self) -> int:
        """Return where the subject begins, past ``In 1903,`` and ``However,``."""
        s = self.s
        if s.tags[0] in "IvUG" or s.words[:2] == ["as", "a"]:
            comma = s.tags.find(",", 1, min(self.size, 16))
            if comma > 0 and s.finite(comma + 1, self.size) > 0:
                return comma + 1
            if s.tags[:2] == "IN" and s.finite(2, self.size) > 0:
                return 2
        return 0

    def _simple_list(self, start: int, verb: int) -> str:
        """Return a subject with commas if it is a list such as ``A, B and C``."""
        words = self.s.words[start:verb]
        return self._subject(start, verb) if "and" in words else ""

    def _subject(self, start: int, verb: int) -> str:
        s = self.s
        if s.tags[verb : verb + 1] == "K":
            return re.split(r"['’]", s.slice(verb, verb + 1))[0]
        while verb > start and s.tags[verb - 1] == "v":
            verb -= 1
        return s.slice(start, verb)

    # What follows

    def _next(self, state: _State, at: int) -> tuple[int, _State] | None:
        """Return where the clause ends and what follows, if one begins at ``at``."""
        s = self.s
        tag, word = s.tags[at], s.words[at]
        comma = tag == ","
        if tag == ";":
            return self._own_clause(state, at, at + 1, comma=True)
        if comma:
            if at + 1 >= self.size:
                return None
            after, word_after = s.tags[at + 1], s.words[at + 1]
            if after == "W" and word_after != "that":
                return self._relative(state, at)
            if after == "U":
                return self._linked(state, at, at + 1, comma=True)
            if after == "G":
                return self._participle(state, at)
            if after != "C":
                return self._listed_verb(state, at)
            word, link = word_after, at + 1
        elif tag == "C":
            link = at
        elif tag == "U":
            return self._linked(state, at, at, comma=False)
        else:
            return None
        if word not in ("and", "but", "yet") or self._is_paired(link):
            return None
        return self._shared_subject(
            state, at, link + 1, comma=comma
        ) or self._own_clause(state, at, link + 1, comma=comma)

    def _shared_subject(
        self, state: _State, at: int, after: int, *, comma: bool
    ) -> tuple[int, _State] | None:
        """Read ``and was directed by …``: a verb said of the subject before."""
        s = self.s
        giver = self.main if comma and state.held and self.main else state
        if not giver.subject or (giver is state and state.held):
            return None
        first = s.skip_adverbs(after)
        if first >= self.size or not self._has_complement(giver, at):
            return None
        helper = self._helper(giver, first)
        if helper is None:
            return None
        prefix = f"{giver.subject} {helper}".rstrip()
        return at, _State(after, first, giver.subject, prefix, reported=giver.reported)

    def _helper(self, state: _State, at: int) -> str | None:
        """Return the auxiliaries that the verb at ``at`` borrows; None if no verb."""
        s = self.s
        tag, word = s.tags[at], s.words[at]
        after = s.tags[at + 1] if at + 1 < self.size else ""
        if tag in "AP":
            return ""
        chain, kind = self._verb_group(state.verb)
        if tag == "n":
            return chain if kind in ("passive", "perfect") else None
        if tag == "E" or (word in verbs.UNCHANGED and kind == "past"):
            return self._past_helper(state, at, chain, kind, after)
        if tag == "S":
            return "" if kind in ("present", "copula", "passive") else None
        if tag == "s":
            fits = kind in ("present", "copula", "passive") and after in "DNRvX"
            return "" if fits and after else None
        if (
            tag in "Bb"
            and (after in "DNXRO" or (tag == "B" and after in "Iw"))
            and after
        ):
            if kind == "modal" and "T" not in s.tags[state.verb : at]:
                return chain
            return "" if kind == "plural" else None
        return None

    def _past_helper(
        self, state: _State, at: int, chain: str, kind: str, after: str
    ) -> str | None:
        s = self.s
        active = after in _OBJECT or s.words[at] in _NO_OBJECT
        if kind == "passive":
            return "" if active else chain
        if kind == "perfect":
            return chain
        if kind == "copula":
            if s.words[at + 1 : at + 2] == ["by"]:
                return s.words[state.verb]
            return "" if active and s.words[state.verb] in ("was", "were") else None
        if kind == "past":
            reduced = "E" in s.tags[state.verb + 1 : at - 1]
            return "" if not reduced or active else None
        return None

    def _verb_group(self, verb: int) -> tuple[str, str]:
        """Return the auxiliaries of the verb at ``verb`` and of what kind it is."""
        s = self.s
        tag, word = s.tags[verb], s.words[verb]
        if tag not in "AK":
            return "", _PLAIN_KINDS.get(tag, "past")
        at = verb
        chain = [] if tag == "K" else [at]
        at += 1
        while at < self.size and (s.tags[at] == "v" or s.words[at] in _CHAIN):
            if s.words[at] in _CHAIN or s.words[at] in _KEPT_ADVERBS:
                chain.append(at)
            at += 1
        text = " ".join(s.slice(i, i + 1) for i in chain)
        last = s.words[chain[-1]] if chain else word
        if at < self.size and s.tags[at] in "En":
            return text, "passive" if self._is_be(last, chain) else "perfect"
        if word in MODALS:
            return text, "modal"
        return text, "copula" if tag == "K" or last in BE else "past"

    def _is_be(self, last: str, chain: list[int]) -> bool:
        bes = [i for i in chain if self.s.words[i] in BE]
        return last in BE or (bool(bes) and last in _KEPT_ADVERBS) or not chain

    def _has_complement(self, state: _State, at: int) -> bool:
        """Whether something stands between the verb and ``at`` that it cannot share."""
        s = self.s
        first = state.verb
        if s.tags[first] in "AK":
            return at > first + 1
        return s.skip_adverbs(first + 1) < at

    def _listed_verb(self, state: _State, at: int) -> tuple[int, _State] | None:
        """Read the middle of ``opened a shop, hired staff and sold cars``."""
        s = self.s
        tag = s.tags[at + 1]
        if tag not in "APES" or s.tags[at + 2 : at + 3] == ",":
            return None
        for later in range(at + 2, self.size - 1):
            if s.tags[later] == "C":
                verb = s.skip_adverbs(later + 1)
                if verb < self.size and s.tags[verb] in "APESs":
                    return self._shared_subject(state, at, at + 1, comma=False)
        return None

    def _own_clause(
        self, state: _State, at: int, after: int, *, comma: bool
    ) -> tuple[int, _State] | None:
        """Read ``and the total is …``: a clause with a subject of its own."""
        s = self.s
        first = s.skip_adverbs(after)
        if s.tags[first : first + 1] == ",":
            first += 1
        if first >= self.size or s.tags[first] in "UWTC.":
            return None
        last = min(self.size, first + LONGEST_SUBJECT)
        verb = s.finite(first, last)
        if verb < 0 or not self._is_subject(first, verb, comma=comma):
            return None
        prefix = state.reported
        subject = self._subject(first, verb)
        return at, _State(first, verb, subject, prefix, reported=prefix)

    def _is_subject(self, first: int, verb: int, *, comma: bool) -> bool:
        """Whether the words before a verb can be nothing but its subject."""
        s = self.s
        between = s.tags[first:verb]
        if any(tag in ",;CUWTAPK:" for tag in between):
            return False
        tag = s.tags[verb]
        if tag in "AKP":
            return True
        starts_plainly = s.tags[first] in "RX" and all(t in "RXNIq" for t in between)
        if tag in "Ss":
            return comma or s.tags[first] in "DRX"
        return starts_plainly or (comma and s.tags[first] in "DRX")

    def _linked(
        self, state: _State, at: int, link: int, *, comma: bool
    ) -> tuple[int, _State] | None:
        """Read ``, when …``, ``because …``: a clause that can stand without its link."""
        s = self.s
        word = s.words[link]
        if word not in _LINKS or (word in _NEEDS_COMMA and not comma) or state.held:
            return None
        if word == "because" and s.words[link + 1 : link + 2] == ["of"]:
            return None
        if s.words[link - 1] in ("not", "only", "just", "even", "partly", "simply"):
            return None
        found = self._own_clause(state, at, link + 1, comma=True)
        if found is not None:
            found[1].subject = found[1].subject if not comma else ""
        return found

    def _relative(self, state: _State, at: int) -> tuple[int, _State] | None:
        found = relative_clause(self.s, at, self.size)
        if found is None:
            return None
        following = _State(found.first, found.verb, found.subject, found.subject)
        following.held = True
        return at, following

    def _participle(self, state: _State, at: int) -> tuple[int, _State] | None:
        """Read ``, earning $775 million`` as a statement about the subject."""
        s = self.s
        word = s.words[at + 1]
        if word not in _SAFE_GERUNDS or not state.subject or state.held:
            return None
        kind = self._verb_group(state.verb)[1]
        if self._is_past(state.verb):
            verb = verbs.past(verbs.GERUNDS[word])
        elif kind in ("present", "copula", "passive") and s.words[state.verb] != "are":
            verb = verbs.third_person(verbs.GERUNDS[word])
        else:
            return None
        prefix = f"{state.subject} {verb}"
        return at, _State(at + 2, at + 1, state.subject, prefix, held=True)

    def _is_past(self, verb: int) -> bool:
        return self.s.tags[verb] in "PE" or self.s.words[verb] in ("was", "were", "had")

    def _is_paired(self, link: int) -> bool:
        """Whether the coordinator belongs to ``between A and B`` or the like."""
        for word in reversed(self.s.words[max(0, link - 8) : link]):
            if word in ("and", "or"):
                return False
            if word in _PAIRED:
                return True
        return False

    def _held(self, state: _State, at: int) -> _State:
        s = self.s
        word = s.words[at]
        if word == "that" and s.tags[at] == "W" and s.tags[at - 1] in "PESsBbw":
            reports = at - state.verb <= 2 and s.finite(at + 1, self.size) > 0
            if reports and not state.prefix:
                state.reported = s.slice(state.first, at + 1)
            state.held = True
        elif word in _HOLDS and s.tags[at] in "WU":
            state.held = True
        return state

    # Results

    def _emit(self, state: _State, last: int) -> None:
        s = self.s
        if state.aside:
            first, resume = state.aside
            text = f"{s.slice(state.first, first)} {s.slice(resume, last)}"
        else:
            text = s.slice(state.first, last)
        if state.prefix:
            text = f"{state.prefix} {text}"
        self.found.append(self._clause(_upper(text), state.first, last))

    def _clause(self, text: str, first: int, last: int) -> Clause:
        while last > first and self.s.tags[last - 1] in ",;":
            last -= 1
        return Clause(text.rstrip(" ,;"), self.s.starts[first], self.s.ends[last - 1])


_CHAIN = word_set("be been being have has had not")
_KEPT_ADVERBS = word_set("not never")
_PLAIN_KINDS = {"S": "present", "s": "present", "B": "plural", "b": "plural"}
_SAFE_GERUNDS = word_set("""
    earning winning becoming reaching grossing selling scoring receiving finishing
    beating defeating replacing marking holding serving covering employing containing featuring
    gaining losing breaking joining completing leaving beginning ending opening
""")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
