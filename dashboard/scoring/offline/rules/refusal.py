"""Refusals: an output that says it does not know claims nothing."""

from __future__ import annotations

import re

from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.reading import Reading

_REFUSAL = re.compile(
    r"\b(?:i|we)\s+(?:do\s*n[o']t|don['’]?t|cannot|can['’]?t|could\s*n[o']t|am\s+not\s+able|"
    r"was\s+unable|am\s+unable)\s+(?:know|say|tell|answer|find|determine|have|see|provide|"
    r"confirm|to)"
    r"|\b(?:the\s+)?(?:provided\s+|given\s+)?(?:context|passages?|text|documents?|"
    r"information|source|article|data|sources)\s+(?:provided\s+|given\s+|"
    r"(?:that\s+)?(?:i|we)\s+have\s+|available\s+)?(?:do(?:es)?\s+not|"
    r"do(?:es)?n['’]t|did\s+not|is\s+not|are\s+not)\s+(?:explicitly\s+|specifically\s+|"
    r"directly\s+)?(?:say|mention|state|specify|provide|contain|include|give|tell|address|"
    r"indicate|answer|sufficient|enough|discuss|cover|available)"
    r"|\b(?:not\s+(?:mentioned|stated|specified|given|provided)|no\s+(?:information|mention))"
    r"\b.{0,30}\b(?:context|passages?|text|document|source)"
    r"|\bunable\s+to\s+answer\b|\bthere\s+is\s+no\s+information\b"
    r"|\bich\s+weiß\s+(?:es\s+)?nicht\b|\b(?:der|die|das)\s+(?:kontext|text|dokument)\s+"
    r"(?:sagt|nennt|enthält|erwähnt)\s+(?:das\s+|dazu\s+)?(?:nicht|nichts|keine)"
    r"|\bno\s+(?:lo\s+)?sé\b|\bel\s+(?:contexto|texto|documento)\s+no\s+(?:lo\s+)?"
    r"(?:dice|menciona|indica|especifica)"
    r"|\bje\s+ne\s+sais\s+pas\b|\ble\s+(?:contexte|texte|document)\s+ne\s+(?:le\s+)?"
    r"(?:dit|mentionne|précise|indique)\s+pas"
    r"|\bnon\s+lo\s+so\b|\b(?:il\s+)?(?:contesto|testo)\s+non\s+(?:lo\s+)?(?:dice|menziona|"
    r"specifica)|\bnão\s+sei\b|\bo\s+(?:contexto|texto)\s+não\s+(?:diz|menciona|informa)"
    r"|我不知道|上下文(?:中)?(?:没有|未|并未)(?:说明|提到|提及|提供)|无法(?:回答|确定|得知)"
    r"|わかりません|分かりません|記載されていません|알 수 없",
    re.IGNORECASE,
)


def refusal_rule(claim: Reading) -> Finding | None:
    """Find a statement about not knowing."""
    if not _REFUSAL.search(claim.text):
        return None
    return Finding("supported", None, "refusal", 0.9, "refusal")
