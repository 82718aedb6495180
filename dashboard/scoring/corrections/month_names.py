"""Names of months and weekdays by language, to write a date as the output does."""

from __future__ import annotations

_MONTHS: dict[str, str] = {
    "en": "january february march april may june july august september october "
    "november december",
    "en short": "jan feb mar apr may jun jul aug sep oct nov dec",
    "de": "januar februar märz april mai juni juli august september oktober november "
    "dezember",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre "
    "noviembre diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre "
    "décembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre "
    "novembre dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro "
    "novembro dezembro",
    "nl": "januari februari maart april mei juni juli augustus september oktober "
    "november december",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября "
    "декабря",
}
_WEEKDAYS: dict[str, str] = {
    "en": "monday tuesday wednesday thursday friday saturday sunday",
    "en many": "mondays tuesdays wednesdays thursdays fridays saturdays sundays",
    "de": "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "de often": "montags dienstags mittwochs donnerstags freitags samstags sonntags",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "nl": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "zh": "星期一 星期二 星期三 星期四 星期五 星期六 星期日",
    "zh short": "周一 周二 周三 周四 周五 周六 周日",
    "ja": "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
}


def month_like(month: int, like: str, language: str) -> str | None:
    """Return a month's name in the language and form of ``like``; None if unknown."""
    return _like(_MONTHS, month - 1, like, language)


def weekday_like(weekday: int, like: str, language: str) -> str | None:
    """Return a weekday's name in the language and form of ``like``; None if unknown."""
    return _like(_WEEKDAYS, weekday, like, language)


def _like(table: dict[str, str], at: int, like: str, language: str) -> str | None:
    rows = sorted(table, key=lambda key: not key.startswith(language))
    for key in rows:
        names = table[key].split()
        if like.lower() in names:
            name = names[at]
            if like.isupper() and len(like) > 1:
                return name.upper()
            return name.capitalize() if like[:1].isupper() else name
    return None
