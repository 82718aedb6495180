"""Reads years, decades and centuries, and tells a year from a plain number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dashboard.scoring.offline import calendar_words as words
from dashboard.scoring.offline.quantity_words import BEFORE
from dashboard.scoring.offline.unit_names import unit_at

Years = tuple[int, int, int, int, bool]
"""Start, end, first year, last year, and whether it may be a plain number."""

_CENTURY_WORDS = "|".join(sorted(words.NUMBERED, key=len, reverse=True))
_CENTURY = re.compile(
    rf"(?<!\w)(?:(?P<figure>\d{{1,2}})(?:st|nd|rd|th)|(?P<word>{_CENTURY_WORDS}))"
    r"[\s-]+century(?:\s+(?P<bc>BCE?|B\.C\.))?"
    r"|(?<!\w)(?P<german>\d{1,2})\.\s+Jahrhunderts?"
    r"|\bsiglo\s+(?P<spanish>[IVX]+)\b|\b(?P<french>[IVX]+)e\s+siècle"
    r"|(?P<chinese>\d{1,2})世纪",
    re.IGNORECASE,
)
_DECADE = re.compile(
    r"(?<![\w.,])(?P<full>1[0-9]\d0|20\d0)['’]?s(?!\w)|['’](?P<short>\d0)s(?!\w)"
    r"|(?<!\w)(?P<bare>[2-9]0)s(?!\w)|(?P<german>1[0-9]\d0|20\d0)er[\s-]+Jahre"
    r"|(?P<chinese>(?:19|20)?\d0)年代"
    rf"|\bthe\s+(?:early\s+|late\s+|mid-?\s*)?(?P<word>{'|'.join(words.DECADES)})\b",
    re.IGNORECASE,
)
_ERA = re.compile(
    r"(?<![\w.,])(?:(?:AD|A\.D\.)\s?(?P<after>\d{1,4})|(?P<year>\d{1,4})\s?"
    r"(?P<era>BCE?|CE|AD|B\.C\.|A\.D\.|v\.\s?Chr\.|n\.\s?Chr\.|a\.\s?C\.|av\.\s?J\.-C\.))"
)
_YEAR = re.compile(
    r"(?<![\w.,$€£¥/#-])(?<!\d[\s])([12]\d{3})(?![\w%]|[.,:/]\d|-\d{2,3}\b)"
)
_YEAR_IN_A_SPAN = re.compile(r"(?<=\d[-–—/])([12]\d{3})(?![\w%]|[.,]\d)")
_SHORT_SPAN = re.compile(r"(?<![\w.,$])([12]\d)(\d{2})[-–/](\d{2})(?![\w%/-])")
_CUE = re.compile(
    r"(?:\b(?:in|since|by|until|till|during|of|from|to|before|after|between|year|years|"
    r"circa|early|late|mid|around|im\s+jahre?|jahr|seit|ab|bis|von|vor|nach|zwischen|en|"
    r"desde|hasta|año|antes\s+de|de|del|entre|depuis|avant|après|nel|dal|em|no\s+ano|sinds|"
    r"and|und|y|et|spring|summer|autumn|fall|winter|copyright|c\.|ca\.)\s+|[(©]\s*|"
    r"[12]\d{3}\s?[-–—/]\s?)$",
    re.IGNORECASE,
)
_SURE_CUE = re.compile(
    r"\b(?:in|since|year|circa|im\s+jahre?|jahr|seit|en|año|année|nel|em|anno|sinds)\s+$",
    re.IGNORECASE,
)
"""What comes before a year even when it lies far back."""
_COUNTED = re.compile(
    r"[\s\u00a0](?!(?:was|is|has|as|its|his|this|was|les|los|las|des|aus|es|us|census|"
    r"series|olympics|games|elections|awards|championships|finals|playoffs)\b)"
    r"(?:(?:new|other|more|different|small|large|young|old|local|active|full-time)\s)?"
    r"(?:[a-zà-ÿ]{3,}s|people|men|women|children|staff|personnel)\b"
)
_NOUN_FOLLOWS = re.compile(r"\s[A-ZÄÖÜ][a-zäöüß]+")
_LIKELY = (1500, 2100)


def read_years(text: str, language: str) -> Iterator[Years]:
    """Yield the years, decades and centuries of a text; none inside another."""
    taken: list[tuple[int, int]] = []
    for read in (_centuries, _decades, _eras, _short_spans, _plain):
        for years in read(text, language):
            start, end = years[:2]
            if all(end <= before or start >= after for before, after in taken):
                taken.append((start, end))
                yield years


def _centuries(text: str, _language: str) -> Iterator[Years]:
    for match in _CENTURY.finditer(text):
        figure = match["figure"] or match["german"] or match["chinese"]
        roman = match["spanish"] or match["french"]
        if figure:
            place = int(figure)
        elif roman:
            place = words.roman_value(roman)
        else:
            place = words.NUMBERED[match["word"].lower()]
        low, high = 100 * (place - 1), 100 * place
        if match["bc"]:
            low, high = -high, -low
        yield (*match.span(), low, high, False)


def _decades(text: str, _language: str) -> Iterator[Years]:
    for match in _DECADE.finditer(text):
        full = match["full"] or match["german"]
        if full:
            first = int(full)
        else:
            written = match["short"] or match["bare"] or match["chinese"]
            tens = int(written) if written else words.DECADES[match["word"].lower()]
            first = tens if tens >= 1000 else 1900 + tens
        last = first + 9
        yield (*match.span(), first, last, False)


def _eras(text: str, _language: str) -> Iterator[Years]:
    for match in _ERA.finditer(text):
        year = int(match["after"] or match["year"])
        era = (match["era"] or "").upper().replace(" ", "")
        if era.startswith(("B", "V", "A.C", "AV")):
            year = -year
        yield (*match.span(), year, year, False)


def _short_spans(text: str, _language: str) -> Iterator[Years]:
    """Yield both years of 2010-12."""
    for match in _SHORT_SPAN.finditer(text):
        low = int(match[1] + match[2])
        high = int(match[1] + match[3])
        if low < high:
            yield (match.start(), match.end(2), low, low, False)
            yield (match.start(3), match.end(), high, high, False)


def _plain(text: str, language: str) -> Iterator[Years]:
    for pattern in (_YEAR, _YEAR_IN_A_SPAN):
        for match in pattern.finditer(text):
            year = int(match[1])
            cue = _CUE.search(text, max(0, match.start() - 14), match.start())
            if not _is_year(text, match, language, cued=bool(cue)):
                continue
            likely = _LIKELY[0] <= year <= _LIKELY[1]
            sure = _SURE_CUE.search(text, max(0, match.start() - 14), match.start())
            if sure or likely:
                yield (*match.span(), year, year, not cue)


def _is_year(text: str, match: re.Match[str], language: str, *, cued: bool) -> bool:
    """Tell a year from a number of something: 2000 people, 1500 Mitarbeiter."""
    if unit_at(text, match.end(), language)[0]:
        return False
    if _COUNTED.match(text, match.end()):
        return False
    if not cued and language == "de" and _NOUN_FOLLOWS.match(text, match.end()):
        return False
    before = BEFORE.search(text, max(0, match.start() - 24), match.start())
    vague = before and before[1].lower() not in (
        "around",
        "about",
        "circa",
        "um",
        "near",
    )
    return not vague or cued
