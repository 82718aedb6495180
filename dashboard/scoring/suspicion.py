"""Notices texts that talk to the judge instead of being judged.

An alarm, no more: it never changes how a reply is read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

LONGEST_LOOKED_AT = 200_000
"""Characters of one text that are searched; longer ones are searched at both ends."""
HIDDEN = re.compile("[\U000e0020-\U000e007f]{3}|[\u202d\u202e]")
"""Letters that are invisible, and orders to turn the letters that follow around."""
UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Characters that take no room: they may stand inside a word and hide it."""

LABEL = r"(?:un)?supported|contradicted|faithful|verdicts?|hallucinat\w+"
JUDGES = r"judge|grader|evaluator|fact.checker|ai|llm|language model|assistant"
ORDERS: dict[str, tuple[str, ...]] = {
    # forget what you were told
    "ignore|disregard|forget|override": (
        r"\b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,4}"
        r"(?:instructions?|prompts?|directions|context)\b",
        r"\b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,2}above\b"
        r"(?!\s+(?:the|an?|my|his|her|its|their)\b)",
    ),
    "ignorier|vergiss|missachte": (
        r"\b(?:ignorier\w*|vergiss|missachte)\b[^.\n]{0,40}"
        r"\b(?:obig\w*|vorherig\w*|bisherig\w*|anweisung\w*)\b",
    ),
    "ignor|oubli|olvid|dimentica|esqueça": (
        r"\b(?:ignore[zr]?|oublie[zr]?)\b[^.\n]{0,40}"
        r"\b(?:précédent\w*|ci-dessus|consignes?)\b",
        r"\b(?:ignor[ae]|olvid[ae])\b[^.\n]{0,40}\b(?:anterior\w*|instruc\w*)\b",
        r"\b(?:ignori|dimentica|esqueça)\b[^.\n]{0,40}"
        r"\b(?:precedent\w*|istruz\w*|instruç\w*)",
    ),
    "игнорируй|забудь": (
        r"(?:игнорируй\w*|забудь\w*)[^.\n]{0,40}(?:предыдущ\w+|инструкц\w+)",
    ),
    "忽略|无视|無視|忘记|忘掉|忘れ": (
        r"(?:忽略|无视|無視|忘记|忘掉)[^。\n]{0,20}(?:以上|上述|指令|规则|指示|提示)",
        r"(?:以上|上記|これまで)の?[^。\n]{0,12}(?:指示|命令|ルール)"
        r"[^。\n]{0,8}(?:無視|忘れ)",
    ),
    "무시|잊": (r"(?:위|이전)[^.\n]{0,12}(?:지시|명령|규칙)[^.\n]{0,8}(?:무시|잊)",),
    # you who judge
    "dear |attention|note to|you are": (
        rf"\b(?:dear|attention|note to(?: the)?|you are(?: now)? an?)\s+(?:{JUDGES})\b",
    ),
    "judge:|grader:|evaluator:|checker:|ai:|llm:|model:|assistant:": (
        rf"^\W*(?:{JUDGES}):",
    ),
    # judge thus
    "supported|contradicted|faithful|verdict|hallucinat": (
        r"\b(?:mark|label|rate|grade|classify|treat|return|answer|reply|output)\b"
        rf"[^.\n]{{0,60}}\b(?:as|with|only)\b[^.\n]{{0,30}}\b(?:{LABEL})\b",
        r"\b(?:all|every|each|these|following)\s+(?:\w+\s+){0,3}(?:claims?|statements?)"
        rf"\b[^.\n]{{0,30}}\b(?:{LABEL})\b",
    ),
    "score": (
        r"\b(?:give|assign|set|award)\b[^.\n]{0,30}\bscore\b[^.\n]{0,20}\b(?:0|zero)\b",
    ),
    "instruction:|instructions:|prompt:|override:": (
        r"\b(?:new|updated|system|admin\w*)\s+(?:instructions?|prompt|override):",
    ),
    # the furniture of prompts and replies
    "\":|\" :|':|' :": (
        r"""["'](?:verdicts?|label|hallucinated|supported)["']\s*:\s*"""
        rf"""(?:\[|["']?(?:yes|no|true|false|{LABEL})\b)""",
    ),
    "<": (
        r"</?\s*(?:output|context|claims?|system|assistant|instructions?|think)\s*>",
        r"<\|(?:im_start|im_end|system|user|assistant|end\w*)\|?>|<<SYS>>",
    ),
    "inst]": (r"\[/?INST\]",),
    "system:|developer:": (r"^\W{0,4}(?:system|developer):",),
    "end of ": (r"\bend of (?:the )?(?:output|context|claims|text under test)\b",),
}
"""Patterns by the words without which none of them can match: most texts hold none of
these words, and looking for a word is far cheaper than trying a pattern."""


def is_suspicious(texts: Iterable[str]) -> bool:
    """Return whether a text gives the judge orders or holds verdicts for it.

    Invisible characters do not hide it, and are suspicious where they turn text around.
    """
    return any(_suspicious(text) for text in texts)


def _suspicious(text: str) -> bool:
    if len(text) > LONGEST_LOOKED_AT:
        half = LONGEST_LOOKED_AT // 2
        text = f"{text[:half]}\n{text[-half:]}"
    if HIDDEN.search(text):
        return True
    text = _bare(text)
    folded = text.casefold()
    return any(
        _pattern(patterns).search(text)
        for words, patterns in ORDERS.items()
        if any(word in folded for word in _words(words))
    )


def _bare(text: str) -> str:
    """Return the text without what is not seen, in one form of each letter."""
    if text.isascii():
        return text
    return UNSEEN.sub("", unicodedata.normalize("NFKC", text))


@cache
def _words(words: str) -> tuple[str, ...]:
    return tuple(words.split("|"))


@cache
def _pattern(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """Compiled on first use: importing the scorer is not to wait for it."""
    return re.compile("|".join(patterns), re.IGNORECASE | re.MULTILINE)
