"""Tells word by word what differs between an output and its correction."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from functools import cache

from dashboard.scoring.corrections.types import Segment, SegmentKind

LONGEST_COMPARED = 4_000
"""Words that differ up to which they are laid beside each other one by one."""


def diff(output: str, corrected: str) -> list[Segment]:
    """Return the difference as segments in the order of reading.

    Those kept and removed make ``output``, those kept and added make ``corrected``.
    Words stay whole, signs of scripts without spaces stand alone, and a letter is
    never parted from its marks.
    """
    mine, theirs = pieces(output), pieces(corrected)
    head = _common(mine, theirs)
    tail = _common(mine[head:][::-1], theirs[head:][::-1])
    inner = mine[head : len(mine) - tail], theirs[head : len(theirs) - tail]
    segments = [
        Segment("kept", "".join(mine[:head])),
        *_compared(*inner),
        Segment("kept", "".join(mine[len(mine) - tail :])),
    ]
    return _joined(segments)


def pieces(text: str) -> list[str]:
    """Return the words, spaces and single signs that make a text."""
    return _pattern().findall(text)


@cache
def _pattern() -> re.Pattern[str]:
    marks = "".join(
        re.escape(chr(code))
        for code in range(0x300, 0x10000)
        if unicodedata.category(chr(code)).startswith("M")
    )
    marks = f"[{marks}\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]"
    sign = "[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
    letter = f"(?!{sign})[^\\W_]{marks}*"
    number = r"\d+(?:[.,:]\d+)*"
    word = f"(?:{letter})+(?:['’](?:{letter})+)*"
    flag = "[\U0001f1e6-\U0001f1ff]{2}"
    cluster = f".{marks}*(?:\u200d.{marks}*)*"
    return re.compile(f"\\s+|{number}|{word}|{flag}|{cluster}", re.DOTALL)


def _common(mine: list[str], theirs: list[str]) -> int:
    count = 0
    for one, other in zip(mine, theirs, strict=False):
        if one != other:
            break
        count += 1
    return count


def _compared(mine: list[str], theirs: list[str]) -> list[Segment]:
    if len(mine) + len(theirs) > LONGEST_COMPARED:
        return [Segment("removed", "".join(mine)), Segment("added", "".join(theirs))]
    segments: list[Segment] = []
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal":
            segments.append(Segment("kept", "".join(mine[i:j])))
        else:
            segments.append(Segment("removed", "".join(mine[i:j])))
            segments.append(Segment("added", "".join(theirs[k:m])))
    return segments


def _joined(segments: list[Segment]) -> list[Segment]:
    """Return them without blank ones, spaces between two changes changed as well."""
    joined: list[Segment] = []
    removed = added = ""
    full = [one for one in segments if one.text]
    for at, one in enumerate(full):
        lone_space = one.kind == "kept" and one.text.isspace()
        between = (removed or added) and at + 1 < len(full)
        if one.kind == "removed":
            removed += one.text
        elif one.kind == "added":
            added += one.text
        elif lone_space and between:
            removed, added = removed + one.text, added + one.text
        else:
            joined += _change(removed, added)
            removed = added = ""
            joined.append(one)
    return joined + _change(removed, added)


def _change(removed: str, added: str) -> list[Segment]:
    kinds: tuple[tuple[SegmentKind, str], ...] = (
        ("removed", removed),
        ("added", added),
    )
    return [Segment(kind, text) for kind, text in kinds if text]
