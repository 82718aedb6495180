"""Cuts German, Spanish, French, Italian, Portuguese and Dutch, if without doubt."""

from __future__ import annotations

import re

from dashboard.scoring.offline.clause_state import Clause
from dashboard.scoring.offline.word_set import word_set

_WORD = re.compile(r"[^\W_](?:[\w'’.,-]*[^\W_])?|[^\w\s]")

LINKS = {
    "de": word_set("und aber sowie"),
    "es": word_set("y e pero"),
    "fr": word_set("et mais"),
    "it": word_set("e ed ma"),
    "pt": word_set("e mas"),
    "nl": word_set("en maar"),
}
_VERBS = {
    "de": word_set("""
    ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können
    konnte konnten muss müssen soll sollen darf dürfen beschäftigt besteht liegt
    kostet dauert enthält gehört gilt bietet umfasst verfügt zählt erhielt gewann
    begann starb kam ging lebte arbeitete studierte zog wog misst wiegt erreichte
    verlor kosten bieten gehören liegen beginnen enthalten beträgt betragen leben
    arbeiten gründete eröffnete erschien spielte schrieb produziert verkauft
    """),
    "es": word_set("""
    es son fue fueron era eran está están estaba tiene tienen tenía ha han había mide
    pesa cuesta dura cuenta emplea ofrece incluye contiene produce vende abre cierra
    ganó nació murió fundó recibió publicó obtuvo comenzó empezó terminó vive vivió
    trabaja trabajó estudió dirigió escribió recaudó vendió llegó perdió puede pueden
    alcanzó costó duró
    """),
    "fr": word_set("""
        est sont était étaient fut furent a ont avait avaient mesure pèse coûte dure
        compte emploie offre propose comprend contient produit vend ouvre ferme gagna
        gagne naquit mourut fonda reçut publia obtint commença dirige vit vivait
        travaille peut peuvent doit atteint
    """),
    "it": word_set("""
    è sono era erano fu furono ha hanno aveva avevano misura pesa costa dura conta
    impiega offre include contiene produce vende apre chiude vinse nacque morì fondò
    ricevette pubblicò ottenne iniziò vive visse lavora lavorò studiò diresse scrisse
    può possono
    """),
    "pt": word_set("""
    é são foi foram era eram está estão tem têm tinha mede pesa custa dura conta
    emprega oferece inclui contém produz vende abre fecha ganhou nasceu morreu fundou
    recebeu publicou obteve começou terminou vive viveu trabalha trabalhou estudou
    dirigiu escreveu arrecadou vendeu chegou perdeu pode podem
    """),
    "nl": word_set("""
    is zijn was waren wordt worden werd werden heeft hebben had hadden kan kunnen kon
    moet moeten telt kost duurt weegt bevat biedt omvat ligt won begon stierf kwam
    ging woonde werkte studeerde schreef verkoopt opent sluit
    """),
}
_ARTICLES = {
    "de": word_set("der die das ein eine ihr ihre sein seine"),
    "es": word_set("el la los las un una su sus"),
    "fr": word_set("le la les un une son sa ses leur leurs"),
    "it": word_set("il lo la i gli le un una"),
    "pt": word_set("o a os as um uma seu sua"),
    "nl": word_set("de het een"),
}
_SUBORDINATES = {
    "de": word_set("dass weil wenn ob obwohl nachdem bevor damit während als"),
    "es": word_set("que si cuando porque aunque donde quien"),
    "fr": word_set("que qui si quand parce dont où lorsque puisque"),
    "it": word_set("che se quando perché dove cui"),
    "pt": word_set("que se quando porque embora onde"),
    "nl": word_set("dat omdat wanneer terwijl waar toen"),
}
_RELATIVES = word_set(
    "der die das welche welcher welches den dem deren dessen wie waar"
)
"""After a comma these begin a subordinate clause in German and Dutch."""
_NO_SUBJECTS = word_set("""
    im in am an seit nach vor bei mit auf zu von für dort heute en desde durante según
    después dans depuis selon après pendant nel nella dal secondo dopo no na em segundo
    após op sinds volgens tijdens si se wenn als toen cuando quand quando
""")
"""First words of sentences whose subject does not come first."""
LONGEST_SUBJECT = 5
"""Words that the subject of a later clause may have."""


def european_clauses(text: str, language: str) -> list[Clause]:
    """Return the clauses of a sentence, subject carried; none to leave it whole."""
    words = list(_WORD.finditer(text))
    lower = [word[0].lower() for word in words]
    known = _VERBS[language]
    verb = next((at for at, word in enumerate(lower) if word in known), -1)
    if verb < 1 or lower[0] in _NO_SUBJECTS or not lower[0][0].isalpha():
        return []
    if _is_held(lower, 1, verb, language) or "," in lower[:verb]:
        return []
    subject = text[: words[verb - 1].end()]
    found: list[Clause] = []
    begin, prefix = 0, ""
    for at in range(verb + 2, len(words) - 2):
        if lower[at] not in LINKS[language]:
            continue
        if _is_held(lower, verb, at, language):
            break
        if lower[at + 1] in known:
            lent = f"{subject} "
        elif _has_own_subject(lower, at + 1, language):
            lent = ""
        else:
            continue
        found.append(_clause(text, begin, words[at - 1].end(), prefix))
        begin, prefix = words[at + 1].start(), lent
    if not found:
        return []
    found.append(_clause(text, begin, len(text), prefix))
    return found


def _is_held(lower: list[str], first: int, last: int, language: str) -> bool:
    """Whether a subordinate clause opens there that a later verb may belong to."""
    for at in range(first, last):
        if lower[at] in _SUBORDINATES[language]:
            return True
        if lower[at] in _RELATIVES and lower[at - 1] == ",":
            return True
    return False


def _has_own_subject(lower: list[str], first: int, language: str) -> bool:
    """Whether an article, a few words and a verb begin a clause at ``first``."""
    if lower[first] not in _ARTICLES[language]:
        return False
    for at in range(first + 2, min(len(lower) - 1, first + LONGEST_SUBJECT)):
        if lower[at] in _VERBS[language]:
            return True
        if not lower[at][0].isalpha() or lower[at] in LINKS[language]:
            return False
    return False


def _clause(text: str, start: int, end: int, prefix: str) -> Clause:
    literal = text[start:end].rstrip(" ,;")
    return Clause(prefix + literal, start, start + len(literal))
