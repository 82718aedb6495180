"""Number words of several languages, and the words that multiply a number."""

from __future__ import annotations

SMALL_CHINESE = {
    **{sign: value for value, sign in enumerate("零一二三四五六七八九")},
    "〇": 0,
    "两": 2,
    "兩": 2,
}

MAGNITUDES: dict[str, dict[str, float]] = {
    "*": {
        "k": 1e3,
        "bn": 1e9,
        "mn": 1e6,
        "mln": 1e6,
        "mlrd": 1e9,
        "tn": 1e12,
        "trn": 1e12,
        "thousand": 1e3,
        "million": 1e6,
        "millions": 1e6,
        "billion": 1e9,
        "billions": 1e9,
        "trillion": 1e12,
        "trillions": 1e12,
        "hundred": 100,
        "dozen": 12,
        "lakh": 1e5,
        "lakhs": 1e5,
        "crore": 1e7,
        "crores": 1e7,
        "mio": 1e6,
        "mrd": 1e9,
        "万": 1e4,
        "萬": 1e4,
        "亿": 1e8,
        "億": 1e8,
        "千": 1e3,
        "百": 1e2,
        "兆": 1e12,
        "만": 1e4,
        "억": 1e8,
    },
    "de": {
        "hundert": 100,
        "tausend": 1e3,
        "million": 1e6,
        "millionen": 1e6,
        "milliarde": 1e9,
        "milliarden": 1e9,
        "billion": 1e12,
        "billionen": 1e12,
        "dutzend": 12,
    },
    "es": {
        "mil": 1e3,
        "millón": 1e6,
        "millon": 1e6,
        "millones": 1e6,
        "billón": 1e12,
        "billones": 1e12,
    },
    "fr": {
        "mille": 1e3,
        "million": 1e6,
        "millions": 1e6,
        "milliard": 1e9,
        "milliards": 1e9,
        "billion": 1e12,
        "billions": 1e12,
    },
    "it": {
        "mila": 1e3,
        "milione": 1e6,
        "milioni": 1e6,
        "miliardo": 1e9,
        "miliardi": 1e9,
    },
    "pt": {
        "mil": 1e3,
        "milhão": 1e6,
        "milhões": 1e6,
        "bilhão": 1e9,
        "bilhões": 1e9,
        "bilião": 1e12,
        "biliões": 1e12,
    },
    "nl": {
        "duizend": 1e3,
        "miljoen": 1e6,
        "miljard": 1e9,
    },
    "ru": {
        "тысяч": 1e3,
        "тысячи": 1e3,
        "тыс": 1e3,
        "млн": 1e6,
        "миллион": 1e6,
        "миллиона": 1e6,
        "миллионов": 1e6,
        "млрд": 1e9,
        "миллиардов": 1e9,
        "миллиарда": 1e9,
    },
}
"""What follows a number and multiplies it; ``*`` in every language."""


def _in_order(words: str, first: int = 0, step: int = 1) -> dict[str, float]:
    return {
        word: float(first + step * place) for place, word in enumerate(words.split())
    }


_ENGLISH = {
    **_in_order("zero one two three four five six seven eight nine ten eleven twelve"),
    **_in_order("thirteen fourteen fifteen sixteen seventeen eighteen nineteen", 13),
    **_in_order("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10),
    "hundred": 100.0,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "dozen": 12.0,
}


def _german() -> dict[str, float]:
    units = ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
    words = {
        **_in_order("null eins zwei drei vier fünf sechs sieben acht neun zehn elf"),
        "zwölf": 12.0,
        "sechzehn": 16.0,
        "siebzehn": 17.0,
        "dutzend": 12.0,
        "million": 1e6,
        "millionen": 1e6,
        "milliarde": 1e9,
        "milliarden": 1e9,
    }
    for place, unit in enumerate(units, 1):
        if place in (3, 4, 5, 8, 9):
            words[f"{unit}zehn"] = 10.0 + place
    tens = [
        "zwanzig",
        "dreißig",
        "vierzig",
        "fünfzig",
        "sechzig",
        "siebzig",
        "achtzig",
        "neunzig",
    ]
    for ten, word in enumerate(tens, 2):
        words[word] = 10.0 * ten
        for place, unit in enumerate(units, 1):
            words[f"{unit}und{word}"] = 10.0 * ten + place
    below = dict(words)
    for place, unit in enumerate(["", *units]):
        words[f"{unit}hundert"] = 100.0 * max(place, 1)
        for word, value in below.items():
            if value < 100:
                words[f"{unit}hundert{word}"] = 100.0 * max(place, 1) + value
    thousands = {"": 1.0, "ein": 1.0, **{w: v for w, v in below.items() if v < 100}}
    words.update({f"{word}tausend": v * 1e3 for word, v in thousands.items() if v})
    return words


def _spanish() -> dict[str, float]:
    return {
        **_in_order("cero uno dos tres cuatro cinco seis siete ocho nueve diez once"),
        **_in_order("doce trece catorce quince dieciséis diecisiete dieciocho", 12),
        **_in_order("diecinueve veinte veintiuno veintidós veintitrés", 19),
        **_in_order("veinticuatro veinticinco veintiséis veintisiete", 24),
        **_in_order("veintiocho veintinueve", 28),
        **_in_order(
            "treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30, 10
        ),
        **_in_order("doscientos trescientos cuatrocientos quinientos", 200, 100),
        **_in_order("seiscientos setecientos ochocientos novecientos", 600, 100),
        **_in_order("doscientas trescientas cuatrocientas quinientas", 200, 100),
        "veintiún": 21.0,
        "cien": 100.0,
        "ciento": 100.0,
        "mil": 1e3,
        "millón": 1e6,
        "millones": 1e6,
        "docena": 12.0,
    }


def _french() -> dict[str, float]:
    return {
        **_in_order("zéro un deux trois quatre cinq six sept huit neuf dix onze"),
        **_in_order("douze treize quatorze quinze seize", 12),
        **_in_order("vingt trente quarante cinquante soixante septante", 20, 10),
        "nonante": 90.0,
        "cent": 100.0,
        "cents": 100.0,
        "mille": 1e3,
        "million": 1e6,
        "millions": 1e6,
        "milliard": 1e9,
        "milliards": 1e9,
        "douzaine": 12.0,
        "quinzaine": 15.0,
        "vingtaine": 20.0,
        "trentaine": 30.0,
        "cinquantaine": 50.0,
        "centaine": 100.0,
    }


NUMBER_WORDS: dict[str, dict[str, float]] = {
    "en": _ENGLISH,
    "de": _german(),
    "es": _spanish(),
    "fr": {word: value for word, value in _french().items() if word != "un"},
    "it": {
        **_in_order("zero uno due tre quattro cinque sei sette otto nove dieci undici"),
        **_in_order("dodici tredici quattordici quindici sedici diciassette", 12),
        **_in_order("diciotto diciannove venti", 18),
        **_in_order("trenta quaranta cinquanta sessanta settanta", 30, 10),
        "ottanta": 80.0,
        "novanta": 90.0,
        "cento": 100.0,
        "mille": 1e3,
        "milione": 1e6,
        "milioni": 1e6,
        "dozzina": 12.0,
    },
    "pt": {
        **_in_order("zero um dois três quatro cinco seis sete oito nove dez onze doze"),
        **_in_order("treze catorze quinze dezesseis dezessete dezoito dezenove", 13),
        **_in_order("vinte trinta quarenta cinquenta sessenta setenta", 20, 10),
        "duas": 2.0,
        "oitenta": 80.0,
        "noventa": 90.0,
        "cem": 100.0,
        "cento": 100.0,
        "mil": 1e3,
        "milhão": 1e6,
        "milhões": 1e6,
        "dúzia": 12.0,
    },
    "nl": {
        **_in_order("nul één twee drie vier vijf zes zeven acht negen tien elf twaalf"),
        **_in_order("dertien veertien vijftien zestien zeventien achttien", 13),
        "negentien": 19.0,
        **_in_order("twintig dertig veertig vijftig zestig zeventig tachtig", 20, 10),
        "negentig": 90.0,
        "honderd": 100.0,
        "duizend": 1e3,
        "miljoen": 1e6,
        "miljard": 1e9,
        "dozijn": 12.0,
    },
    "zh": {},
    "ja": {},
    "ko": {},
}
"""Words that are numbers by themselves; articles that also mean one are left out."""
for _words in (NUMBER_WORDS["pt"], NUMBER_WORDS["it"], NUMBER_WORDS["es"]):
    for _article in ("um", "uno"):
        _words.pop(_article, None)


SMALL_ORDINALS: dict[str, int] = {
    word: place
    for words in (
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh "
        "twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
        "nineteenth twentieth",
        "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte",
        "ersten zweiten dritten vierten fünften sechsten siebten achten neunten "
        "zehnten",
        "primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo",
        "primera segunda tercera cuarta quinta sexta séptima octava novena décima",
        "premier deuxième troisième quatrième cinquième sixième septième huitième "
        "neuvième dixième",
        "première",
    )
    for place, word in enumerate(words.split(), 1)
}
"""Ordinal words, Latin script, mapped to their place."""
