"""Finds what may be left out of a clause: a detail, an aside, an item, a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dashboard.scoring.corrections.grammar import article_for
from dashboard.scoring.corrections.types import Edit, Span
from dashboard.scoring.offline.grammar import has_verb
from dashboard.scoring.offline.lexicon import base_form, parts_of_speech

_HEADS = (
    "because of|due to|thanks to|together with|along with|such as|as well as|"
    "according to|in order to|next to|close to|because|although|while|since|after|"
    "before|when|where|which|who|in|at|on|by|for|from|with|without|to|into|near|under|over|during|until|"
    "through|across|between|against|about|wegen|mit|ohne|in|im|aus|nach|von|vom|bei|für|"
    "durch|seit|während|weil|en|con|sin|por|para|desde|porque|avec|sans|pour|dans|depuis|"
    "parce que|à|chez|con|senza|per|nel|nella"
)
_HEAD = re.compile(rf"(?<![\w'’-])(?:{_HEADS})(?![\w'’-])", re.IGNORECASE)
_ITEM_END = re.compile(
    r",|;|\s+(?:and|or|und|oder|y|o|et|ou|e)\s|、|，|和|$", re.IGNORECASE
)
_ITEM_START = re.compile(
    r"(?P<and>,?\s+(?:and|or|und|oder|y|et|ou)\s+)|(?P<comma>\s*[,;、，]\s*)|(?P<sign>和)",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"(?<![\w'’-])(?:a|an|the|of|and|or|to|is|are|was|were|be|been|has|have|had|will|would|can|"
    r"could|may|might|by|with|in|on|at|for|from|that|which|who|der|die|das|ein|eine|und|"
    r"el|la|los|las|un|una|y|de|le|les|une|et|very|so|as|possibly|not)$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(an?)\s+$", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def adjunct_edits(clause: str, focus: Span) -> Iterator[list[Edit]]:
    """Yield ways to leave out what stands at ``focus``, the shortest first.

    Offsets are those of ``clause``. What is left has a verb if the clause had one, and
    does not end in the middle.
    """
    found = {
        edit
        for edits in (
            _word(clause, focus),
            _item(clause, focus),
            _phrases(clause, focus),
        )
        for edit in edits
    }
    had_verb = has_verb(clause)
    for edit in sorted(found, key=taken):
        left = clause[: edit.start] + edit.text + clause[edit.end :]
        bare = left.rstrip(" .,;:!?")
        if len(_WORD.findall(bare)) < 2 or _DANGLING.search(bare):
            continue
        if had_verb and not has_verb(bare):
            continue
        yield [edit]


def taken(edit: Edit) -> tuple[int, Edit]:
    """Return how many characters an edit takes out, and itself: a sort key."""
    return edit.end - edit.start - len(edit.text), edit


def _word(clause: str, focus: Span) -> Iterator[Edit]:
    """Leave out one adjective or adverb before what it says something of."""
    start, end = focus
    word = clause[start:end]
    if not _WORD.fullmatch(word) or not _is_quality(word):
        return
    following = _WORD.match(clause, end + 1)
    if following is None:
        if word.lower().endswith("ly"):
            yield Edit(start - (clause[start - 1 : start] == " "), end, "")
        return
    if _HEAD.match(clause, following.start()) and not word.lower().endswith("ly"):
        return
    article = _ARTICLE.search(clause, 0, start)
    if article is None:
        yield Edit(start, following.start(), "")
        return
    right = article_for(following[0])
    right = right.capitalize() if article[1][0].isupper() else right
    yield Edit(article.start(1), following.start(), f"{right} ")


def _is_quality(word: str) -> bool:
    lower = word.lower()
    parts = parts_of_speech(lower) or parts_of_speech(base_form(lower))
    return bool(set(parts[:2]) & {"a", "r"}) or lower.endswith(("ing", "ly", "est"))


def _item(clause: str, focus: Span) -> Iterator[Edit]:
    """Leave out one of several things that are listed."""
    starts = [
        m for m in _ITEM_START.finditer(clause, 0, focus[0] + 1) if m.end() <= focus[0]
    ]
    if not starts:
        return
    before = starts[-1]
    after = _ITEM_END.search(clause, focus[1])
    end = len(clause) if after is None else after.start()
    last = end == len(clause) or clause[end : end + 1] in ".!?"
    if not last or not before["and"]:
        yield Edit(before.start(), end, "")
        return
    commas = [m for m in starts[:-1] if m["comma"]]
    if not commas:
        yield Edit(before.start(), end, "")
        return
    link = before["and"].lstrip(",")
    kept = clause[commas[-1].end() : before.start()]
    yield Edit(commas[-1].start(), end, link + kept)


def _phrases(clause: str, focus: Span) -> Iterator[Edit]:
    """Leave out what a preposition or a comma before it begins."""
    heads = [m for m in _HEAD.finditer(clause) if 0 < m.start() <= focus[0]]
    stops = [m.start() for m in _HEAD.finditer(clause) if m.start() >= focus[1]]
    comma = re.search(r"[,;]|\s(?:and|but|und|y|et)\s", clause[focus[1] :])
    ends = {len(clause.rstrip(" .!?。"))}
    if comma:
        ends.add(focus[1] + comma.start())
    if stops:
        ends.add(len(clause[: stops[0]].rstrip()))
    for head in heads[-3:]:
        for end in ends:
            before = len(clause[: head.start()].rstrip())
            before -= clause[before - 1 : before] == ","
            yield Edit(before, end, "")
    opened = max(clause.rfind(mark, 0, focus[0]) for mark in ",;，；(（")
    if opened > 0:
        closed = re.compile(r"[,;，；)）]").search(clause, focus[1])
        end = max(ends) if closed is None else closed.end() - (closed[0] in ";；")
        if closed is not None and clause[opened] in "(（":
            opened = len(clause[:opened].rstrip())
        yield Edit(opened, end, "")
