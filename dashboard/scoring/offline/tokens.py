"""Cuts a text into words and says of each what it is and what it means."""

from __future__ import annotations

import re
from typing import NamedTuple

from dashboard.scoring.offline import function_words as small
from dashboard.scoring.offline.lexicon import (
    base_form,
    known_phrase,
    known_word,
    meanings,
    wider_meanings,
)
from dashboard.scoring.offline.numerals import DIGITS
from dashboard.scoring.offline.word_groups import IRREGULAR, SAME

SPACELESS = re.compile(r"[぀-ヿ㐀-鿿가-힣฀-๿]+")
"""Runs of scripts that are compared character by character."""
_TOKEN = re.compile(
    r"[A-Za-z]+(?:[-_.]?\d+[A-Za-z]*)+(?:[-_.]\w+)*|\w+_\w+(?:\(\))?"
    r"|\d+(?:[.,]\d+)*|[^\W\d_]\.(?:[^\W\d_]\.)+|[^\W\d_]+(?:['’][^\W\d_]+)?"
)
_ARTICLES = frozenset({"a", "an"})
_CODE = re.compile(r".*(?:\d.*[A-Za-z]|[A-Za-z].*\d|_)", re.DOTALL)
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


def read_tokens(text: str, language: str, taken: list[tuple[int, int]]) -> list[Token]:
    """Return the words of a text; ``taken`` are the spans of numbers and dates."""
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


def word_texts(text: str) -> list[str]:
    """Return the words of a text without their places."""
    if text.isascii():
        return _TOKEN.findall(text)
    return [written for _, _, written in words_of(text)]


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
    """Give the first word of a phrase its meaning: come out, step down."""
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


def as_name(token: Token) -> Token:
    """Return a token read as a name, whatever it was taken for."""
    lower = token.text.lower()
    own = frozenset((f"={lower}", *SAME.get(lower, ())))
    return token._replace(kind="name", base=lower, own=own)
