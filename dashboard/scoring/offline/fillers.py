"""Knows the words of an answer that state nothing: greetings, offers, lead-ins."""

from __future__ import annotations

import re

from dashboard.scoring.offline.word_set import any_phrase

_GREETINGS = any_phrase("""
    great question; good question; hello; hi; hey; thanks; thank you; you're welcome;
    good morning; good afternoon; good evening; dear; no problem; got it; understood;
    sorry; apologies; best regards; kind regards; regards; sincerely; best wishes;
    yours; guten tag; guten morgen; vielen dank; hola; gracias; bonjour; merci; ciao;
    grazie; olá; obrigado; obrigada
""")
_EXCLAMATIONS = any_phrase("""
    sure; certainly; of course; absolutely; definitely; okay; ok; alright; all right;
    wow; great; perfect; awesome; nice; welcome; cheers; hallo; gerne; natürlich; danke;
    claro; por supuesto; bien sûr; certo
""")
_OFFERS = any_phrase("""
    happy to; glad to; i'm happy to; i'm glad to; i am happy to; i am glad to; i hope;
    hope this; hope that; let me; let's; feel free; please let; please feel; please do
    not hesitate; please don't hesitate; don't hesitate; is there anything; if you have
    any; if you have more; if you have further; if you need any; if you need more; if
    you need further; if you need additional; if you need help; if you would like to
    know; if you would like more; if you'd like to know; if you'd like more; if you want
    more; if you want to know; if you want me; i'll be happy; i'll be glad; i will be
    happy; i'd be happy; i'd be glad; i would be happy; i would be glad; i can help;
    i'll do my best; i'll help; i will help; here's the; here's a; here's an; here's
    what; here's how; here's your; here's my; here is the; here is a; here is an; here
    is what; here is how; here is your; here are the; here are some; here are a; here
    are your
""")
_SMALL_TALK = re.compile(
    rf"(?:{_GREETINGS}|{_OFFERS})\b|{_EXCLAMATIONS}\b(?:[\s,]*[!.]*\Z|"
    rf"[^.!?]{{0,40}}!\Z)",
    re.IGNORECASE,
)
_SIGN_OFF = re.compile(
    any_phrase("""
        best regards; kind regards; warm regards; regards; best wishes; sincerely;
        yours; cheers; mit freundlichen; saludos; cordialement; cordiali saluti;
        atenciosamente; met vriendelijke
    """)
    + r"\b",
    re.IGNORECASE,
)
_ASSENTS = any_phrase("""
    yes; no; yeah; yep; nope; sure; certainly; of course; absolutely; definitely; okay;
    ok; well; so; right; correct; exactly; indeed; great; perfect; natürlich; gerne; ja;
    nein; sí; si; oui; non; claro
""")
_CONNECTIVES = any_phrase("""
    however; additionally; moreover; furthermore; in addition; also; therefore; thus;
    hence; in conclusion; to conclude; in summary; to summarize; to summarise; to sum
    up; overall; in short; finally; lastly; for example; for instance; as a result;
    consequently; notably; importantly; interestingly; in fact; in other words; on the
    other hand; that said; besides; similarly; likewise; as such; in particular;
    specifically; as mentioned; as stated; as noted; nevertheless; nonetheless;
    außerdem; zudem; jedoch; allerdings; además; sin embargo; de plus; cependant;
    inoltre; tuttavia; além disso; no entanto; bovendien; echter
""")
_SOURCES = any_phrase("""
    context; text; document; documents; passage; passages; information; article; source;
    sources; data; material; content; excerpt; excerpts; search results; knowledge base;
    conversation; transcript; report; table
""")
_GIVEN = any_phrase("provided; given; above; available; following; supplied; retrieved")
_LEAD_INS = re.compile(
    rf"{_ASSENTS}[,!]\s+"
    r"|(?:hi|hello|hey|dear)(?: [^\W\d_]+){1,3},\s+(?=\w)"
    r"|here(?:['’]s| is| are) [^:\n]{1,80}:\s+(?=\S)"
    rf"|{_CONNECTIVES}\s*,\s+"
    r"|(?:lol|haha|yeah|yep|yes|oh|hmm)\s+"
    r"(?=(?:the|it|he|she|they|this|that|there|we|i|yeah|yes)\b)"
    r"|(?:the )?answer(?: to [^.:]{1,40})? is that\s+"
    r"|(?:please )?(?:note|keep in mind|remember|be aware)(?: that|:)\s+"
    r"|(?:and|but|so|yet)\s+(?=\w)"
    r"|it(?:['’]s| is) (?:also )?(?:worth|important)(?: to)? "
    r"(?:noting|note|mentioning|mention)(?: that)?,?\s+"
    r"|(?:based on|according to|from|per|as (?:stated|mentioned|described|noted) in"
    rf"|as per) (?:(?:the|this|your|these) )?(?:{_GIVEN} )?{_SOURCES}(?: \d+| [A-D])?"
    r"(?: (?:provided|above|given|you provided|you shared))?(?:\s\[\d+\])?,\s+"
    rf"|(?:the )?(?:{_GIVEN} )?{_SOURCES} "
    r"(?:says|states|mentions|notes|indicates|explains|shows|tells us) that\s+",
    re.IGNORECASE,
)
_ANSWER_LABEL = re.compile(
    r"(?:\*\*|__)?(?:tl;dr|"
    + any_phrase("""
        answer; final answer; short answer; direct answer; response; summary; tldr;
        tldr; conclusion; result; output; note; assistant; a; antwort; zusammenfassung;
        respuesta; resumen; réponse; résumé; risposta; riassunto; resposta; resumo;
        antwoord; 答案; 回答; 答
    """)
    + r")(?:\*\*|__)?\s*[:：](?:\*\*|__)?\s*",
    re.IGNORECASE,
)
_NOT_FOR_CLAIMS = re.compile(
    r"(?:\*\*)?"
    + any_phrase("""
        question; q; source; sources; reference; references; citation; citations; see
        also; link; links; subject; to; from; cc; sincerely; regards; user; human;
        frage; quelle; quellen; pregunta; fuente; fuentes
    """)
    + r"(?:\*\*)?\s*:",
    re.IGNORECASE,
)
_SILENT = any_phrase("""
    do not; does not; don't; doesn't; did not; didn't; is not; isn't; are not; aren't;
    not
""")
_TOLD = any_phrase("""
    say; state; mention; specify; contain; provide; include; indicate; give; tell;
    address; cover; list; enough; sufficient; available; provided; mentioned; specified
""")
_REFUSES = re.compile(
    r"\b(?:i|we) "
    + any_phrase("""
        do not; don't; did not; didn't; cannot; can't; could not; couldn't; am unable;
        am not able; was unable; have no
    """)
    + r"\b|\bi['’]m (?:not (?:sure|able|aware)|unable|sorry|afraid)\b|\bunable to\b"
    rf"|\b{_SOURCES}\b.{{0,60}}\b{_SILENT} {_TOLD}"
    r"|\bno (?:information|mention|details?|data|answer|indication)\b"
    r"|\b(?:not|n['’]t) "
    + any_phrase("""
        mentioned; specified; stated; provided; known; given; enough information; clear
        from
    """)
    + r"\b|\binsufficient (?:information|context|data)\b|\bunanswerable\b",
    re.IGNORECASE,
)
_WORDLESS = re.compile(r"https?://\S+|www\.\S+|[\W_]+|\[\d+\]")


def lead_in_length(text: str) -> int:
    """Return how many characters at the start only lead in to what is said."""
    at = 0
    found = _ANSWER_LABEL.match(text)
    if found is not None and found.end() < len(text):
        at = found.end()
    for _ in range(3):
        found = _LEAD_INS.match(text, at)
        if found is None or found.end() >= len(text):
            break
        at = found.end()
    return at


def states_nothing(text: str) -> bool:
    """Whether a sentence is a question, a greeting, an offer or no words at all.

    Lead-ins are to be taken off before.
    """
    bare = text.strip().rstrip("\"'”’»)]*_` 」』）")
    if bare.endswith(("?", "？", "؟", ":", "：")):
        return True
    if not _WORDLESS.sub("", text) or _NOT_FOR_CLAIMS.match(text):
        return True
    return _SMALL_TALK.match(text.strip("*_ ")) is not None and not refuses(text)


def signs_off(text: str) -> bool:
    """Whether a line ends a letter, so that what follows is a name."""
    return _SIGN_OFF.match(text) is not None


def refuses(text: str) -> bool:
    """Whether a sentence says that an answer is not known or not given."""
    return _REFUSES.search(text) is not None
