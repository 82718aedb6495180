"""Knows the words of an answer that state nothing: greetings, offers, lead-ins."""

from __future__ import annotations

import re

_SMALL_TALK = re.compile(
    r"(?:sure|certainly|of course|absolutely|definitely|great question|good question|"
    r"hello|hi|hey|thanks|thank you|you['’]re welcome|welcome|good (?:morning|"
    r"afternoon|"
    r"evening|day)|dear|no problem|okay|ok|alright|all right|got it|understood|happy "
    r"to|"
    r"(?:i['’]m |i am )?(?:glad|happy|delighted) to|i hope|hope (?:this|that)|let me "
    r"know|"
    r"feel free|please (?:let|feel|do not hesitate|don['’]t hesitate)|"
    r"don['’]t hesitate|is there anything|if you (?:have|need|would like|want|['’]d "
    r"like)"
    r" (?:any|more|further|to know|me|additional|help|assistance)|best regards|kind "
    r"regards|regards|sincerely|cheers|best wishes|yours|i(?:['’]ll| will| can| would)"
    r" (?:be (?:happy|glad)|help|gladly)|i(?:['’]d| would) be (?:happy|glad)|let['’]s|"
    r"let me|here(?:['’]s| is| are) (?:the|a|an|your|some|my|what|how|another)|wow|"
    r"great|"
    r"perfect|awesome|nice|sorry|apologies|hallo|guten (?:tag|morgen)|gerne|natürlich|"
    r"hola|claro|por supuesto|gracias|bonjour|bien sûr|merci|ciao|certo|grazie|olá|"
    r"obrigad[oa]|vielen dank|danke)\b",
    re.IGNORECASE,
)
_SIGN_OFF = re.compile(
    r"(?:best|kind|warm)? ?(?:regards|wishes)|sincerely|yours\b|cheers|mit "
    r"freundlichen|"
    r"saludos|cordialement|cordiali saluti|atenciosamente|met vriendelijke",
    re.IGNORECASE,
)
_LEAD_INS = re.compile(
    r"(?:(?:yes|no|yeah|yep|nope|sure|certainly|of course|absolutely|definitely|okay|"
    r"ok|"
    r"well|so|right|correct|exactly|indeed|ja|nein|sí|si|oui|non|claro)[,!]\s+"
    r"|(?:however|additionally|moreover|furthermore|in addition|also|therefore|thus|"
    r"hence|"
    r"in conclusion|to conclude|in summary|to summari[sz]e|to sum up|overall|in short|"
    r"finally|lastly|for example|for instance|as a result|consequently|notably|"
    r"importantly|interestingly|in fact|in other words|on the other hand|that said|"
    r"besides|similarly|likewise|as such|in particular|specifically|as mentioned|"
    r"as stated|as noted|außerdem|zudem|jedoch|allerdings|además|sin embargo|de plus|"
    r"cependant|inoltre|tuttavia|além disso|no entanto|bovendien|echter)\s*,\s+"
    r"|(?:please )?(?:note|keep in mind|remember|be aware)(?: that|:)\s+"
    r"|(?:and|but|so|yet)\s+(?=\w)"
    r"|it(?:['’]s| is) (?:also )?(?:worth|important)(?: to)? (?:noting|note|mentioning|"
    r"mention)(?: that)?,?\s+"
    r"|(?:based on|according to|from|per|as (?:stated|mentioned|described|noted) in|"
    r"as per)"
    r" (?:the |this |your |these )?(?:(?:provided|given|above|available|following|"
    r"supplied|retrieved) )?(?:context|text|documents?|passages?|information|article|"
    r"source|sources|data|material|content|excerpts?|search results|knowledge base|"
    r"conversation|transcript|report|table)(?: \d+| [A-D])?(?: (?:provided|above|"
    r"given|you provided|"
    r"you shared))?(?:\s\[\d+\])?,\s+"
    r"|(?:the )?(?:provided |given )?(?:context|text|document|passage|article) "
    r"(?:says|states|mentions|notes|indicates|explains|shows|tells us) that\s+"
    r"|(?:the )?(?:final |short |correct )?answer(?: to (?:your|the) question)? is:?\s+"
    r"(?=(?:that\s|[A-Z][\w'’-]*(?:\s[\w'’-]+){0,8}\s(?:is|was|are|were|has|have)\b)))",
    re.IGNORECASE,
)
_LABELS = re.compile(
    r"(?:\*\*|__)?(?:(?:final |short |direct )?answer|response|summary|tl;?dr|"
    r"conclusion|"
    r"result|output|note|assistant|a|antwort|zusammenfassung|respuesta|resumen|réponse|"
    r"résumé|risposta|riassunto|resposta|resumo|antwoord|答案|回答|答)(?:\*\*|__)?\s*[:：]"
    r"(?:\*\*|__)?\s*",
    re.IGNORECASE,
)
_NOT_FOR_CLAIMS = re.compile(
    r"(?:\*\*)?(?:question|q|sources?|references?|citations?|see also|links?|subject|"
    r"to|"
    r"from|cc|sincerely|regards|user|human|frage|quellen?|pregunta|"
    r"fuentes?)(?:\*\*)?\s*:",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"\d|\b(?:is|are|was|were|has|have|had|will|opened|founded|released)\b",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"\b(?:i|we) (?:do not|don['’]t|did not|didn['’]t|cannot|can['’]t|could not|"
    r"couldn['’]t|am unable|am not able|was unable|have no|['’]m (?:not|unable|afraid))"
    r"|\bi['’]m (?:not (?:sure|able|aware)|unable|sorry|afraid)|\bunable to\b"
    r"|\b(?:context|text|document|passage|article|documents|sources?|information|"
    r"data)\b"
    r".{0,60}\b(?:do(?:es)? not|doesn['’]t|don['’]t|did not|didn['’]t|is not|"
    r"isn['’]t|are "
    r"not|not) (?:say|state|mention|specify|contain|provide|include|indicate|give|tell|"
    r"address|cover|list|enough|sufficient|available|provided|mentioned|specified)"
    r"|\bno (?:information|mention|details?|data|answer|indication)\b"
    r"|\b(?:not|n['’]t) (?:mentioned|specified|stated|provided|known|given|enough "
    r"information|clear from)\b"
    r"|\binsufficient (?:information|context|data)\b|\bunanswerable\b",
    re.IGNORECASE,
)
_WORDLESS = re.compile(r"https?://\S+|www\.\S+|[\W_]+|\[\d+\]")


def lead_in_length(text: str) -> int:
    """Return how many characters at the start only lead in to what is said."""
    at = 0
    found = _LABELS.match(text)
    if found is not None and found.end() < len(text):
        at = found.end()
    for _ in range(3):
        found = _LEAD_INS.match(text, at)
        if found is None or found.end() >= len(text):
            break
        at = found.end()
    return at


def states_nothing(text: str) -> bool:
    """Whether a sentence is a question, a greeting, an offer or no words at all."""
    bare = text.strip().rstrip("\"'”’»)]*_` 」』）")
    if bare.endswith(("?", "？", "؟")):
        return True
    if not _WORDLESS.sub("", text) or _NOT_FOR_CLAIMS.match(text):
        return True
    found = _SMALL_TALK.match(text.lstrip("*_ "))
    if found is None:
        return False
    if bare.endswith((":", "：", "!")) and len(text.split()) <= 20:
        return True
    return not (
        _STATES.search(text, found.end()) and _is_statement_after(text, found.end())
    )


def _is_statement_after(text: str, at: int) -> bool:
    """Whether ``Great`` or ``Dear`` was the start of a name, as in Great Britain."""
    word = text[:at].split()[-1].lower() if text[:at].split() else ""
    return word in _ALSO_NAMES and text[at : at + 1] == " "


_ALSO_NAMES = frozenset(
    [
        "great",
        "nice",
        "welcome",
        "perfect",
        "good",
        "dear",
        "ok",
        "hi",
        "sure",
        "cheers",
    ]
)


def signs_off(text: str) -> bool:
    """Whether a line ends a letter, so that what follows is a name."""
    return _SIGN_OFF.match(text) is not None


def refuses(text: str) -> bool:
    """Whether a sentence says that an answer is not known or not given."""
    return _REFUSES.search(text) is not None
