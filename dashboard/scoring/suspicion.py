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
HIDDEN = re.compile("[\U000e0020-\U000e007f]{3}|[\u202a-\u202e\u2066-\u2069]")
"""Letters that are invisible, and orders to turn text around."""

LABEL = r"(?:un)?supported|contradicted|faithful|verdicts?|hallucinat\w+"
JUDGES = r"judge|grader|evaluator|fact.checker|ai|llm|language model|assistant"
ORDERS = (
    # forget what you were told
    r"\b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,4}"
    r"(?:instructions?|prompts?|directions|context)\b",
    r"\b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,2}above\b"
    r"(?!\s+(?:the|an?|my|his|her|its|their)\b)",
    r"\b(?:ignorier\w*|vergiss|missachte)\b[^.\n]{0,40}"
    r"\b(?:obig\w*|vorherig\w*|bisherig\w*|anweisung\w*)\b",
    r"\b(?:ignore[zr]?|oublie[zr]?)\b[^.\n]{0,40}"
    r"\b(?:précédent\w*|ci-dessus|consignes?)\b",
    r"\b(?:ignor[ae]|olvid[ae])\b[^.\n]{0,40}\b(?:anterior\w*|instruc\w*)\b",
    r"\b(?:ignori|dimentica|esqueça)\b[^.\n]{0,40}\b(?:precedent\w*|istruz\w*|instruç\w*)",
    r"(?:игнорируй\w*|забудь\w*)[^.\n]{0,40}(?:предыдущ\w+|инструкц\w+)",
    r"(?:忽略|无视|無視|忘记|忘掉)[^。\n]{0,20}(?:以上|上述|之前|先前|指令|规则|指示)",
    r"(?:以上|上記|これまで)の?[^。\n]{0,12}(?:指示|命令|ルール)[^。\n]{0,8}(?:無視|忘れ)",
    r"(?:위|이전)[^.\n]{0,12}(?:지시|명령|규칙)[^.\n]{0,8}(?:무시|잊)",
    # you who judge
    rf"\b(?:dear|attention|note to(?: the)?|you are(?: now)? an?)\s+(?:{JUDGES})\b",
    rf"^\W*(?:{JUDGES})\s*:",
    # judge thus
    r"\b(?:mark|label|rate|grade|classify|treat|return|answer|reply|output)\b"
    rf"[^.\n]{{0,60}}\b(?:as|with|only)\b[^.\n]{{0,30}}\b(?:{LABEL})\b",
    r"\b(?:all|every|each|these|following)\s+(?:\w+\s+){0,3}(?:claims?|statements?)\b"
    rf"[^.\n]{{0,30}}\b(?:{LABEL})\b",
    r"\b(?:give|assign|set|award)\b[^.\n]{0,30}\bscore\b[^.\n]{0,20}\b(?:0|zero)\b",
    r"\b(?:new|updated|system|admin\w*)\s+(?:instructions?|prompt|override)\s*:",
    # the furniture of prompts and replies
    r"""["'](?:verdicts?|label|hallucinated|supported)["']\s*:\s*(?:\[|["']?(?:yes|no|"""
    rf"true|false|{LABEL})\b)",
    r"</?\s*(?:output|context|claims?|system|assistant|instructions?|think)\s*>",
    r"<\|(?:im_start|im_end|system|user|assistant|end\w*)\|?>|\[/?INST\]|<<SYS>>",
    r"^\W{0,4}(?:system|developer)\s*:",
    r"\bend of (?:the )?(?:output|context|claims|text under test)\b",
)


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
    return bool(_orders().search(_bare(text)))


def _bare(text: str) -> str:
    """Return the text without what is not seen, in one form of each letter."""
    if text.isascii():
        return text
    folded = unicodedata.normalize("NFKC", text)
    return "".join(c for c in folded if unicodedata.category(c) != "Cf")


@cache
def _orders() -> re.Pattern[str]:
    """Compiled on first use: importing the scorer is not to wait for it."""
    return re.compile("|".join(ORDERS), re.IGNORECASE | re.MULTILINE)
