# ruff: noqa: E501
"""Names of months, weekdays and times of day in several languages."""

from __future__ import annotations

_MONTHS = (
    "january jan januar jänner enero janvier gennaio janeiro januari января январь",
    "february feb februar febrero février febbraio fevereiro februari февраля февраль",
    "march mar märz marzo mars março maart марта март",
    "april apr abril avril aprile апреля апрель",
    "may mai mayo maggio maio mei мая май",
    "june jun juni junio juin giugno junho июня июнь",
    "july jul juli julio juillet luglio julho июля июль",
    "august aug agosto août agosto augustus августа август",
    "september sep sept septiembre septembre settembre setembro сентября сентябрь",
    "october oct oktober octubre octobre ottobre outubro октября октябрь",
    "november nov noviembre novembre novembro ноября ноябрь",
    "december dec dezember diciembre décembre dicembre dezembro december декабря "
    "декабрь dez",
)
MONTHS: dict[str, int] = {
    name: month for month, names in enumerate(_MONTHS, 1) for name in names.split()
}
"""Month names and their usual abbreviations, lower case."""
AMBIGUOUS_MONTHS = frozenset(
    ["may", "march", "mar", "mars", "mai", "dec", "sep", "jan", "mei", "marzo", "août"]
)
"""Names that are also other words, or too short to stand alone."""

_WEEKDAYS = (
    "monday mondays montag montags lunes lundi lunedì maandag понедельник 周一 星期一 "
    "月曜日 월요일 segunda-feira",
    "tuesday tuesdays dienstag dienstags martes mardi martedì dinsdag вторник 周二 星期二 "
    "火曜日 화요일 terça-feira",
    "wednesday wednesdays mittwoch mittwochs miércoles mercredi mercoledì woensdag среда "
    "среду 周三 星期三 水曜日 수요일 quarta-feira",
    "thursday thursdays donnerstag donnerstags jueves jeudi giovedì donderdag четверг "
    "周四 星期四 木曜日 목요일 quinta-feira",
    "friday fridays freitag freitags viernes vendredi venerdì vrijdag пятница пятницу "
    "周五 星期五 金曜日 금요일 sexta-feira",
    "saturday saturdays samstag samstags sonnabend sábado sábados samedi sabato zaterdag "
    "суббота субботу 周六 星期六 土曜日 토요일",
    "sunday sundays sonntag sonntags domingo domingos dimanche domenica zondag "
    "воскресенье 周日 星期日 星期天 日曜日 일요일",
)
WEEKDAYS: dict[str, int] = {
    name: day for day, names in enumerate(_WEEKDAYS) for name in names.split()
}
"""Weekday names, lower case; Monday is 0."""

NUMBERED: dict[str, int] = {
    word: place
    for words in (
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh "
        "twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
        "nineteenth twentieth twenty-first",
        "erstes zweites drittes viertes",
        "ersten zweiten dritten vierten",
        "erste zweite dritte vierte",
        "primer segundo tercer cuarto",
        "premier deuxième troisième quatrième",
        "一 二 三 四",
    )
    for place, word in enumerate(words.split(), 1)
}
"""Places said in words, of quarters and centuries."""

DECADES = {
    word: 10 * place
    for words in (
        "twenties thirties forties fifties sixties seventies eighties nineties",
        "zwanziger dreißiger vierziger fünfziger sechziger siebziger achtziger neunziger",
    )
    for place, word in enumerate(words.split(), 2)
}
"""Decades said in words; their century is left open."""

NOON = {"noon": 720, "midday": 720, "midnight": 0, "mittag": 720, "mitternacht": 0,
        "mediodía": 720, "medianoche": 0, "midi": 720, "minuit": 0}  # fmt: skip
"""Times of day that have a name, in minutes."""

ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def roman_value(numeral: str) -> int:
    """Return what a Roman numeral up to the hundreds means: XIX is 19."""
    values = [ROMAN[letter] for letter in numeral.upper()]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )
