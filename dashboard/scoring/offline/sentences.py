"""Cuts running text into sentences, by their exact spans, in any script."""

from __future__ import annotations

import re

from dashboard.scoring.offline.abbreviations import (
    BEFORE_A_NAME,
    BEFORE_A_NUMBER,
    MAY_END,
    MONTHS,
    NEVER_END,
    STARTERS,
)

Span = tuple[int, int]

_CLOSERS = "\"'”’»›)\\]}*_`"
_STOP = re.compile(
    rf"[.!?…‽]+(?:[{_CLOSERS}]*(?:\[\d{{1,3}}\])*(?=\s|$)"
    r"|(?=[A-ZÀ-Þ][a-zß-ÿ]+[ ,'’])|(?<=[!?])(?=[぀-ヿ㐀-鿿]))"
    r"|[。！？；｡︒]+[」』”’）)》】\"']*"
    rf"|[।॥؟۔።։។။]+[{_CLOSERS}]*"
)
_SPACE = re.compile(r"\s*")
_WORD_BEFORE = re.compile(r"[^\s(\[{\"“«„/—–]+$")
_WORD_AFTER = re.compile(r"[\s\"'“‘«„(\[*_`¿¡]*([^\W_](?:[\w'’-]*\w)?)")
_PROTECTED = re.compile(
    r"\"(?<![\w\"]\")(?=\S)[^\"\n]{1,300}(?<=\S)\"(?!\w)"
    r"|“[^“”\n]{1,300}”|„[^„“”\n]{1,300}[“”]|«[^«»\n]{1,300}»|「[^「」\n]{1,300}」"
    r"|\([^()\n]{1,300}\)|（[^（）\n]{1,300}）|\[[^\[\]\n]{1,200}\]"
)
_NUMBER = re.compile(r"[\W_]*\d{1,2}\Z")
_LETTERED = re.compile(
    r"(?:°|\bdegrees|\d|\b(?:vitamin|plan|hepatitis|type|class|group|grade|option|"
    r"section|"
    r"part|team|phase|appendix|company|zone|figure|exhibit|drive|point|person))\s?\w\Z",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}\Z")
LAST_LATIN = "\u024f"
LONGEST = 1_500
"""Characters after which a text without an end is cut at a space."""
_WINDOW = 40
"""Characters looked at before and after a full stop; words are shorter than that."""


def sentence_spans(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Return the spans of the sentences in ``text[start:end)``, in order.

    White space around a sentence is not part of it; its final full stop is. Line
    breaks end nothing: see ``blocks`` for what a line means.
    """
    end = len(text) if end is None else end
    spans: list[Span] = []
    shields = _shields(text, start, end)
    begin = start
    for found in _STOP.finditer(text, start, end):
        stop = found.end()
        while shields and shields[-1][1] <= found.start():
            shields.pop()
        if shields and shields[-1][0] < found.start() and stop < shields[-1][1]:
            continue
        if stop < end and not _ends_here(text, begin, found.start(), stop, end):
            continue
        _add(spans, text, begin, stop)
        begin = stop
    _add(spans, text, begin, end)
    return spans


def trimmed(text: str, start: int, end: int) -> Span:
    """Return the span without the white space around it."""
    part = text[start:end]
    stripped = part.strip()
    if not stripped:
        return start, start
    lead = len(part) - len(part.lstrip())
    return start + lead, start + lead + len(stripped)


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    start, end = trimmed(text, start, end)
    while end - start > LONGEST:
        space = text.rfind(" ", start + 1, start + LONGEST)
        cut = space if space > 0 else start + LONGEST
        spans.append(trimmed(text, start, cut))
        start = _SPACE.match(text, cut).end()  # type: ignore[union-attr]
    if start < end:
        spans.append((start, end))


def _shields(text: str, start: int, end: int) -> list[Span]:
    """Return the quotes and brackets inside which nothing ends, last one first."""
    whole = trimmed(text, start, end)
    found = [m.span() for m in _PROTECTED.finditer(text, start, end)]
    return [span for span in reversed(found) if span != whole]


def _ends_here(text: str, begin: int, mark: int, stop: int, end: int) -> bool:
    """Whether the mark at ``mark`` ends the sentence that began at ``begin``."""
    first = text[mark]
    if first not in ".!?…‽":
        return True
    if not text[stop].isspace():
        return text[stop] > LAST_LATIN or _glued_sentence(text, stop)
    after = _WORD_AFTER.match(text, stop, min(end, stop + _WINDOW))
    if after is None:
        return True
    word_after = after[1]
    lower = word_after[0].islower() and word_after.islower()
    if first != "." or text[mark : mark + 2] == "..":
        return not lower
    before = _WORD_BEFORE.search(text, max(begin, mark - _WINDOW), mark)
    word = before[0] if before else ""
    starter = word_after in STARTERS
    head = text[max(begin, mark - _WINDOW) : mark]
    if lower:
        return _ends_before_lower_case(word, text[mark + 1 : stop])
    return _ends_after(word, word_after, starter=starter, head=head)


def _glued_sentence(text: str, at: int) -> bool:
    """Whether a stop without a space after it ends a sentence, as in ``end.Next``."""
    tail = text[max(0, at - 12) : at - 1]
    return tail[-2:].isalpha() and tail[-2:].islower() and "." not in tail


def _ends_before_lower_case(word: str, closers: str) -> bool:
    """Whether a stop before a small letter ends a sentence, as in chats it may."""
    bare = word.lower()
    if closers or "." in bare or bare in NEVER_END or bare in MAY_END:
        return False
    return bare not in BEFORE_A_NUMBER and bare not in BEFORE_A_NAME and len(bare) != 1


def _ends_after(word: str, word_after: str, *, starter: bool, head: str) -> bool:
    """Whether a stop after ``word``, before a capital or a digit, ends a sentence."""
    bare = word.lower()
    if bare in NEVER_END or bare in BEFORE_A_NAME:
        return False
    if bare in BEFORE_A_NUMBER and word_after[0].isdigit():
        return False
    if word.isdigit() and len(word) <= 2:
        return not (
            word_after.lower() in MONTHS
            or (len(head) < _WINDOW and _NUMBER.match(head))
        )
    if bare in MAY_END or _DOTTED.match(word):
        return starter
    if len(word) == 1 and word.isalpha():
        return _LETTERED.search(head) is not None or (starter and word != "I")
    return True
