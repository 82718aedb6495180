"""Cuts sentences of other languages, only where no doubt is left."""

from __future__ import annotations

import re

from dashboard.scoring.offline.clauses import Clause
from dashboard.scoring.offline.word_set import word_set

_WORD = re.compile(r"[^\W_](?:[\w'’.,-]*[^\W_])?|[^\w\s]")

_AND = {
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
        konnte konnten muss müssen soll sollen darf dürfen beschäftigt besteht liegt kostet
        dauert enthält gehört gilt bietet umfasst verfügt zählt erhielt gewann begann
        starb kam ging lebte arbeitete studierte zog wog misst wiegt erreichte verlor
        gründete eröffnete erschien spielte schrieb produziert verkauft
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
        gagne naquit mourut fonda reçut publia obtint commença dirige vit vivait travaille
        peut peuvent doit atteint
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
        moet moeten telt kost duurt weegt bevat biedt omvat ligt won begon stierf kwam ging
        woonde werkte studeerde schreef verkoopt opent sluit
    """),
}
_AFTER_SUBORDINATE = {
    "de": word_set("dass weil wenn ob die der das obwohl nachdem bevor damit welche"),
    "es": word_set("que si cuando porque aunque donde quien"),
    "fr": word_set("que qui si quand parce dont où lorsque puisque"),
    "it": word_set("che se quando perché dove cui"),
    "pt": word_set("que se quando porque embora onde"),
    "nl": word_set("dat die als omdat wanneer of terwijl waar"),
}
_CJK_COMMA = re.compile(r"[，；、,;]")
_CJK_LEADS = re.compile(r"(?:如果|若|当|因为|由于|虽然|尽管|为了|除了|随着|根据|通过|在|もし|"
                        r"ため|ので|から|とき|れば)")  # fmt: skip
_ZH_VERB = re.compile(
    r"^(?:并且?|而且?|也|还|同时|其中|则|共|已|曾|目前|现|后来|之后|此后|但|却)*"
    r"(?:是|有|为|位于|拥有|成立|创立|由|被|获得|获|担任|毕业|出生|去世|发行|上映|发布|推出|"
    r"收购|总部|成为|达到?|超过|包括|采用|提供|生产|销售|属于|来自|开始|结束|售价|面积|人口|"
    r"长|高|重|宽|占|约|员工|全长|全片|票房|导演)"
)
_ZH_OWN_SUBJECT = re.compile(
    r"^(?:总部|员工|售价|面积|人口|全长|票房|营收|利润|价格|导演)"
)
_ZH_PREDICATE = re.compile(
    r"是|有|为|位于|拥有|成立|创立|由|被|获|担任|毕业|出生|去世|上映|发布|推出|收购|成为|达|超过|"
    r"包括|提供|生产|销售|属于|来自|开始|结束|于"
)


def clauses_abroad(text: str, language: str) -> list[Clause]:
    """Return the clauses of a sentence, the subject carried; often it is just one."""
    whole = [Clause(text, 0, len(text))]
    if len(text) > 600:
        return whole
    if language == "zh":
        return _chinese(text) or whole
    if language in _AND:
        return _european(text, language) or whole
    return whole


def _european(text: str, language: str) -> list[Clause]:
    """Cut at ``und``, ``y`` … before a verb of the list; the subject comes first."""
    links, known = _AND[language], _VERBS[language]
    words = list(_WORD.finditer(text))
    lower = [word[0].lower() for word in words]
    first_verb = next((i for i, word in enumerate(lower) if word in known), -1)
    if first_verb < 1 or not _AFTER_SUBORDINATE[language].isdisjoint(
        lower[1:first_verb]
    ):
        return []
    if lower[0] in _NO_SUBJECT:
        return []
    subject = text[: words[first_verb - 1].end()]
    found: list[Clause] = []
    begin, prefix = 0, ""
    for at in range(first_verb + 2, len(words) - 2):
        if lower[at] not in links or lower[at + 1] not in known:
            continue
        if not _AFTER_SUBORDINATE[language].isdisjoint(lower[first_verb:at]):
            return []
        if language == "de" and not _is_german_second(words, lower, at, known):
            return []
        end = words[at - 1].end()
        found.append(_clause(text, begin, end, prefix))
        begin, prefix = words[at + 1].start(), f"{subject} "
    if not found:
        return []
    found.append(_clause(text, begin, len(text), prefix))
    return found


def _is_german_second(
    words: list[re.Match[str]], lower: list[str], at: int, known: frozenset[str]
) -> bool:
    """Whether the verb after ``und`` is the second one of a main clause."""
    subject_first = words[0][0][0].isupper() and lower[0] not in _GERMAN_ADVERBIALS
    return subject_first and lower[at + 1] in known


def _clause(text: str, start: int, end: int, prefix: str) -> Clause:
    literal = text[start:end].rstrip(" ,;")
    return Clause(prefix + literal, start, start + len(literal))


_GERMAN_ADVERBIALS = word_set(
    "im in am an seit nach vor bei mit auf zu von für dort heute"
)
_NO_SUBJECT = _GERMAN_ADVERBIALS | word_set(
    "en el_día desde durante según después dans depuis selon après nel nella dal durante "
    "secondo dopo no na em desde segundo após op sinds volgens tijdens si se wenn als"
)


def _chinese(text: str) -> list[Clause]:
    """Cut at ``，`` where what follows is said of the same topic by its own verb."""
    parts: list[tuple[int, int]] = []
    start = 0
    for mark in _CJK_COMMA.finditer(text):
        if mark[0] in "，；,;":
            parts.append((start, mark.start()))
            start = mark.end()
    parts.append((start, len(text)))
    if len(parts) < 2 or _CJK_LEADS.match(text):
        return []
    first = text[slice(*parts[0])]
    predicate = _ZH_PREDICATE.search(first)
    if predicate is None or predicate.start() == 0:
        return []
    topic = _topic(first[: predicate.start()])
    found = [Clause(first, *parts[0])]
    for begin, end in parts[1:]:
        part = text[begin:end].strip()
        if len(part) >= 4 and _ZH_VERB.match(part) and topic:
            found.append(Clause(_carried(topic, part), begin, end))
        else:
            last = found[-1]
            said = last.text + text[last.end : end]
            found[-1] = Clause(said, last.start, end)
    return found if len(found) > 1 else []


def _topic(subject: str) -> str:
    """Return what a clause is about, without the time and place said with it."""
    subject = re.split(r"于|在|曾|已|将|共|约|\d", subject, maxsplit=1)[0]
    return subject if 1 < len(subject) <= 20 else ""


def _carried(topic: str, part: str) -> str:
    bare = re.sub(r"^(?:并且?|而且?|同时|但|却)", "", part)
    return f"{topic}的{bare}" if _ZH_OWN_SUBJECT.match(bare) else f"{topic}{bare}"
