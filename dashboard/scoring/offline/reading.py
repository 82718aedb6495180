"""Reads one text for comparison: words with their meanings, quantities, dates, names."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from dashboard.scoring.offline import function_words as small
from dashboard.scoring.offline.dates import Date, read_dates
from dashboard.scoring.offline.lexicon import (
    base_form,
    known_phrase,
    known_word,
    meanings,
    wider_meanings,
)
from dashboard.scoring.offline.numerals import DIGITS
from dashboard.scoring.offline.quantities import read_quantities
from dashboard.scoring.offline.quantity import Quantity
from dashboard.scoring.offline.word_groups import IRREGULAR, SAME

SPACELESS = re.compile(r"[぀-ヿ㐀-鿿가-힣฀-๿]+")
"""Runs of scripts that are compared character by character."""
_TOKEN = re.compile(
    r"[A-Za-z]+(?:[-_.]?\d+[A-Za-z]*)+(?:[-_.]\w+)*|\w+_\w+(?:\(\))?"
    r"|\d+(?:[.,]\d+)*|[^\W\d_]\.(?:[^\W\d_]\.)+|[^\W\d_]+(?:['’][^\W\d_]+)?"
)
_ARTICLES = frozenset({"a", "an"})
_CODE = re.compile(r".*(?:\d.*[A-Za-z]|[A-Za-z].*\d|_)", re.DOTALL)
_CLAUSE = re.compile(
    r"[,;()—–。，；！!?]|\s-\s|\b(?:and|but|while|whereas|which|who|because|although|though|"
    r"when|after|before|und|aber|während|weil|y|pero|mientras|et|mais|tandis|e|ma|mas)\b"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?:;•\n\"“(\[—])\s*[\"'“‘(\[*-]*\s*$")


class Token(NamedTuple):
    """One word of a text.

    ``kind`` is ``word``, ``stop``, ``name``, ``number`` (part of a quantity or date),
    ``code`` (an identifier) or ``signs`` (two characters of a script without spaces).
    """

    start: int
    end: int
    text: str
    base: str
    kind: str
    own: frozenset[str]
    wide: frozenset[str]


@dataclass(slots=True, eq=False)
class Reading:
    """A text, read.

    Attributes:
        text: The text itself.
        language: ISO code of the language that it was read in.
        tokens: Its words, in order.
        dates: Its dates and times, in order.
        quantities: Its quantities, in order.
        places: For each key of a meaning, the tokens that carry it.
        clauses: Spans of tokens between commas and conjunctions.
    """

    text: str
    language: str
    tokens: tuple[Token, ...]
    dates: tuple[Date, ...]
    quantities: tuple[Quantity, ...]
    places: dict[str, list[int]] = field(default_factory=dict)
    clauses: tuple[tuple[int, int], ...] = ()

    def token_at(self, offset: int) -> int:
        """Return the index of the first token that ends after ``offset``."""
        for index, token in enumerate(self.tokens):
            if token.end > offset:
                return index
        return len(self.tokens)


@lru_cache(maxsize=16384)
def read(text: str, language: str = "en") -> Reading:
    """Return the reading of a text."""
    dates = read_dates(text, language)
    spans = tuple((date.start, date.end) for date in dates if not date.weak)
    quantities = read_quantities(text, language, spans)
    taken = [*spans, *((q.start, q.end) for q in quantities)]
    tokens = tuple(_tokens(text, language, taken))
    reading = Reading(text, language, tokens, dates, quantities)
    for index, token in enumerate(tokens):
        for key in token.wide:
            reading.places.setdefault(key, []).append(index)
    reading.clauses = tuple(_clauses(text, tokens))
    return reading


def _tokens(text: str, language: str, taken: list[tuple[int, int]]) -> list[Token]:
    stop = small.STOP.get(language, small.STOP["en"])
    titled = _is_titled(text)
    tokens: list[Token] = []
    for start, end, written in words_of(text):
        if SPACELESS.match(written):
            tokens.extend(_signs(start, written, taken))
            continue
        kind = "word"
        lower = written.lower().replace("’", "'")
        if lower.endswith("'s"):
            lower, end = lower[:-2], end - 2
            written = written[:-2]
        if any(start < after and end > before for before, after in taken):
            kind = "number"
        elif _CODE.match(written):
            kind = "code"
        elif lower in stop and not (written.isupper() and len(written) > 1):
            kind = "stop"
        elif written[0].isdigit():
            kind = "number"
        elif written[0].isupper() and not titled:
            kind = _capital(text, start, written, language)
        after_article = bool(tokens) and tokens[-1].text.lower() in _ARTICLES
        tokens.append(
            _token(start, end, written, lower, kind, language, noun=after_article)
        )
    return _with_phrases(tokens, language)


def words_of(text: str) -> list[tuple[int, int, str]]:
    """Return (start, end, text) of the words; runs without spaces are one each."""
    text = text.translate(DIGITS)
    found = []
    for match in _TOKEN.finditer(text):
        written = match[0]
        if written.isascii() or not SPACELESS.search(written):
            found.append((match.start(), match.end(), written))
            continue
        at = match.start()
        for run in re.finditer(rf"{SPACELESS.pattern}|[^぀-ヿ㐀-鿿가-힣฀-๿]+", written):
            found.append((at + run.start(), at + run.end(), run[0]))
    return found


def with_names(reading: Reading, names: frozenset[str]) -> Reading:
    """Return the reading with capitalised words of ``names`` read as names."""
    tokens = tuple(
        _as_name(token)
        if token.kind == "word"
        and token.text[0].isupper()
        and token.text.lower() in names
        else token
        for token in reading.tokens
    )
    return reading if tokens == reading.tokens else replace(reading, tokens=tokens)


def _as_name(token: Token) -> Token:
    lower = token.text.lower()
    own = frozenset((f"={lower}", *SAME.get(lower, ())))
    return token._replace(kind="name", base=lower, own=own)


def _is_titled(text: str) -> bool:
    """Tell whether nearly all words are capitalised, so that capitals say nothing."""
    words = [word for _, _, word in words_of(text[:400]) if len(word) > 3]
    capital = sum(word[0].isupper() for word in words)
    return len(words) >= 4 and capital > 0.85 * len(words)


def _capital(text: str, start: int, written: str, language: str) -> str:
    """Tell a name from a word that is capitalised for another reason."""
    if language == "de":
        return "word"
    if not _SENTENCE_START.search(text, max(0, start - 4), start) and start > 0:
        return "name"
    lower = written.lower()
    following = re.match(
        r"\s+(?:of\s+|de\s+|van\s+|von\s+)?([A-Z][a-zà-ÿ]+)",
        text[start + len(written) :],
    )
    if following and language in ("en", "und"):
        return "name"
    if language in ("en", "und") and not known_word(base_form(lower)):
        return "name"
    return "word"


def _token(
    start: int,
    end: int,
    written: str,
    lower: str,
    kind: str,
    language: str,
    *,
    noun: bool = False,
) -> Token:
    if kind == "code":
        lower = lower.removesuffix("()")
    base = lower if kind in ("code", "number") else base_form(lower, language)
    if noun and lower in IRREGULAR and known_word(lower):
        base = lower
    exact = frozenset((f"={lower}",))
    wide = wider_meanings(base) | exact
    if kind == "name":
        own = exact | frozenset(SAME.get(lower, ()))
        return Token(start, end, written, lower, kind, own, wide | own)
    return Token(start, end, written, base, kind, meanings(base) | exact, wide)


def _signs(start: int, run: str, taken: list[tuple[int, int]]) -> list[Token]:
    """Return pairs of characters; numbers among them are left to the quantities."""
    tokens = []
    for at in range(max(1, len(run) - 1)):
        pair = run[at : at + 2]
        place = start + at
        inside = any(
            place < after and place + len(pair) > before for before, after in taken
        )
        keys = frozenset((f"={pair}",))
        kind = "number" if inside else "signs"
        tokens.append(Token(place, place + len(pair), pair, pair, kind, keys, keys))
    return tokens


def _with_phrases(tokens: list[Token], language: str) -> list[Token]:
    """Give the first word of a known phrase the phrase's meaning: come out, step down."""
    if language not in ("en", "und"):
        return tokens
    joined = list(tokens)
    for index, token in enumerate(tokens[:-1]):
        if token.kind in ("number", "code", "signs"):
            continue
        for length in (3, 2):
            rest = tokens[index + 1 : index + length]
            if len(rest) < length - 1:
                continue
            phrase = " ".join((token.base, *(one.text.lower() for one in rest)))
            if known_phrase(phrase):
                own, wide = meanings(phrase), wider_meanings(phrase)
                kind = "word" if token.kind == "stop" else token.kind
                joined[index] = token._replace(
                    own=token.own | own, wide=token.wide | wide, kind=kind
                )
                for other in range(index + 1, index + length):
                    if joined[other].kind == "word":
                        joined[other] = joined[other]._replace(
                            own=joined[other].own | own, wide=joined[other].wide | wide
                        )
                break
    return joined


def _clauses(text: str, tokens: tuple[Token, ...]) -> list[tuple[int, int]]:
    starts = [0]
    cuts = [match.start() for match in _CLAUSE.finditer(text)]
    for cut in cuts:
        index = next((i for i, token in enumerate(tokens) if token.end > cut), None)
        if index is not None and index > starts[-1]:
            starts.append(index)
    return list(zip(starts, [*starts[1:], len(tokens)], strict=True))
