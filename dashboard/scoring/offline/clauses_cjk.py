"""Cuts Chinese and Japanese sentences at commas where the topic can be carried."""

from __future__ import annotations

import re

from dashboard.scoring.offline.clause_state import Clause

_COMMA = {"zh": re.compile(r"[，,；]"), "ja": re.compile(r"[、，]")}
_LEADS = re.compile(
    r"如果|若|当|因为|由于|虽然|尽管|为了|除了|随着|根据|通过|在|据|截至"
)
_PREDICATE = re.compile(
    r"是|有|为|位于|建成|完成|完工|落成|开通|开放|举办|举行|拥有|成立|创立|由|被|获|担任|毕业|出生|去世|上映|发布|推出|收购|成为|达|"
    r"超过|包括|提供|生产|销售|属于|来自|开始|结束|于"
)
_SAID_OF_TOPIC = re.compile(
    r"(?:并且?|而且?|也|还|同时|共|已|曾|目前|现|后来|之后|此后|但|却)*"
    r"(?:是|有|为|位于|拥有|成立|创立|由|被|获|担任|毕业于|出生|去世|发行|上映|发布|推出|收购|"
    r"成为|达到?|超过|包括|采用|提供|生产|销售|属于|来自|开始|结束|长|高|重|宽|占|全长)"
)
_PART_OF_TOPIC = re.compile(
    r"(?:总部|员工|售价|面积|人口|全长|票房|营收|收入|利润|价格|导演|总长|高度|长度|重量|成员)"
)
_LINKING = re.compile(r"^(?:并且?|而且?|同时|但|却)")
_TIME_OR_PLACE = re.compile(r"于|在|曾|已|将|共|约|\d")
_NOT_IN_TOPIC = re.compile(r"[与对把从向和]")
_JA_FIRST = re.compile(
    r"([^はがを、]{1,24})は.{2,}(?:し|され|であり|で|おり|れ|り|き)\Z", re.DOTALL
)
_JA_PREDICATE = re.compile(r"(?:です|ます|ました|である|だ|した|された|る|た)\Z")
_JA_OWN_SUBJECT = re.compile(r"[^はがを]{1,10}[はが]")
SHORTEST_PART = 4
"""Characters that a part needs to be a statement."""
_Part = tuple[int, int]


def cjk_clauses(text: str, language: str) -> list[Clause]:
    """Return the clauses of a sentence, the topic carried; empty to leave it whole."""
    parts: list[_Part] = []
    start = 0
    for mark in _COMMA[language].finditer(text):
        parts.append((start, mark.start()))
        start = mark.end()
    parts.append((start, len(text)))
    if len(parts) < 2:
        return []
    found = _chinese(text, parts) if language == "zh" else _japanese(text, parts)
    return found if len(found) > 1 else []


def _chinese(text: str, parts: list[_Part]) -> list[Clause]:
    first = text[slice(*parts[0])]
    predicate = _PREDICATE.search(first)
    if _LEADS.match(first) or predicate is None:
        return []
    topic = _TIME_OR_PLACE.split(first[: predicate.start()], maxsplit=1)[0].strip()
    if not 1 < len(topic) <= 20 or _NOT_IN_TOPIC.search(topic):
        return []
    found = [Clause(first, *parts[0])]
    same_topic = True
    for begin, end in parts[1:]:
        part = text[begin:end]
        bare = _LINKING.sub("", part)
        said = len(part) >= SHORTEST_PART and same_topic
        if said and _PART_OF_TOPIC.match(bare):
            found.append(Clause(f"{topic}的{bare}", begin, end))
        elif said and _SAID_OF_TOPIC.match(part):
            found.append(Clause(topic + bare, begin, end))
        else:
            same_topic = False
            last = found[-1]
            found[-1] = Clause(last.text + text[last.end : end], last.start, end)
    return found


def _japanese(text: str, parts: list[_Part]) -> list[Clause]:
    if len(parts) != 2:
        return []
    first, second = (text[slice(*part)] for part in parts)
    topic = _JA_FIRST.match(first)
    if topic is None or len(second) < SHORTEST_PART or not _JA_PREDICATE.search(second):
        return []
    link = "の" if _JA_OWN_SUBJECT.match(second) else "は"
    return [
        Clause(first, *parts[0]),
        Clause(f"{topic[1]}{link}{second}", *parts[1]),
    ]
