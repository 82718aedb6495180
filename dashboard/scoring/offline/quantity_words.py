# ruff: noqa: E501
"""Words around numbers: about, more than, half, a third, an hour and a half."""

from __future__ import annotations

import re

from dashboard.scoring.offline.quantity import Modifier

MODIFIERS: dict[Modifier, str] = {
    "about": "about around roughly approximately approx approx. circa ca ca. c. some "
    "an_estimated estimated nearabouts somewhere_around in_the_region_of close_to "
    "in_the_neighborhood_of near ~ ≈ ± ungefähr etwa rund circa zirka schätzungsweise "
    "alrededor_de aproximadamente unos unas cerca_de casi_unos más_o_menos environ "
    "à_peu_près approximativement quelque autour_de circa quasi_circa intorno_a "
    "cerca_de aproximadamente por_volta_de ongeveer rond zo'n około omkring yaklaşık "
    "约 大约 大概 约为 近乎 左右 约有 およそ 約 약 около примерно приблизительно",
    "under": "almost nearly just_under just_below close_on approaching "
    "fast beinahe nahezu knapp casi cerca_del presque près_de quasi quase bijna "
    "近 将近 接近 几乎 почти ほぼ",
    "over": "more_than over above greater_than exceeding in_excess_of upwards_of north_of "
    "just_over well_over a_little_over slightly_more_than exceeds exceeded surpassed "
    "surpassing beyond higher_than longer_than larger_than > mehr_als über más_de "
    "plus_de più_di oltre mais_de meer_dan ruim 超过 多于 超 逾 более больше 이상",
    "at_least": "starting_at starting_from as_low_as at_least no_less_than not_less_than no_fewer_than a_minimum_of minimum "
    "≥ >= mindestens wenigstens al_menos por_lo_menos mínimo_de au_moins almeno "
    "pelo_menos minstens 至少 不少于 少なくとも 최소 не_менее как_минимум",
    "less": "less_than fewer_than under below lower_than shorter_than smaller_than < "
    "weniger_als unter menos_de moins_de meno_di menos_do_que minder_dan 少于 不到 不足 "
    "低于 менее меньше",
    "at_most": "reach reaches as_high_as at_most up_to no_more_than not_more_than a_maximum_of maximum as_many_as "
    "as_much_as ≤ <= höchstens maximal bis_zu a_lo_sumo como_máximo hasta máximo_de "
    "au_plus jusqu'à au_maximum al_massimo fino_a no_máximo até hoogstens 至多 最多 "
    "不超过 最大 не_более максимум",
    "exactly": "exactly precisely exact genau exakt exactamente exactement esattamente "
    "exatamente precies 正好 恰好 刚好 整整 ровно ちょうど 정확히",
}
"""What a word before a number says about it."""

AFTER: dict[Modifier, str] = {
    "about": "or_so 左右 上下 前后 ungefähr environ aproximadamente 程度 정도",
    "at_least": "or_more or_above or_over + plus oder_mehr o_más ou_plus 以上 and_above "
    "or_higher or_greater at_least minimum",
    "over": "余 多",
    "at_most": "or_less or_fewer or_below at_most maximum oder_weniger o_menos 以下 以内 "
    "or_under",
    "exactly": "exactly 整",
}
"""What a word right behind a number says about it."""


def _alternatives(table: dict[Modifier, str]) -> tuple[dict[str, Modifier], str]:
    meanings = {
        word.replace("_", " "): meaning
        for meaning, words in table.items()
        for word in words.split()
    }
    longest_first = sorted(meanings, key=len, reverse=True)
    pattern = "|".join(re.escape(word).replace("\\ ", r"\s+") for word in longest_first)
    return meanings, pattern


MODIFIER_MEANING, _before = _alternatives(MODIFIERS)
AFTER_MEANING, _after = _alternatives(AFTER)
_LATIN_EDGE = r"(?<![A-Za-zÀ-ɏЀ-ӿ])"
_ARTICLES = r"the|a|an|its|their|der|die|das|den|ein|eine|einen|un|una|une|les|los|las"
_KEPT_BY = r"of|to|at|by|with|as|für|de|in"
BEFORE = re.compile(
    rf"{_LATIN_EDGE}({_before})\s*(?:(?:{_ARTICLES}|{_KEPT_BY})\s+)?"
    rf"(?:[A-Z]{{0,3}}[$€£¥₹]|USD|EUR|GBP|Rs\.?)?\s*$",
    re.IGNORECASE,
)
BEHIND = re.compile(rf"\s*({_after})(?![A-Za-zÀ-ɏ0-9])", re.IGNORECASE)

HALVES: tuple[tuple[re.Pattern[str], float], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), value)
    for pattern, value in (
        (r"\b(?:an?|one)\s+(?P<unit>[a-z]+)\s+and\s+a\s+half\b", 1.5),
        (r"\b(?:an?|one)\s+(?P<unit>[a-z]+)\s+and\s+a\s+quarter\b", 1.25),
        (r"\bone\s+and\s+a\s+half\s+(?P<unit>[a-z]+)\b", 1.5),
        (r"\bhalf\s+an?\s+(?P<unit>[a-z]+)\b", 0.5),
        (r"\ba\s+half[\s-](?P<unit>hour|mile|day|year|century|dozen|pound)\b", 0.5),
        (r"\bthree[\s-]quarters\s+of\s+an?\s+(?P<unit>[a-z]+)\b", 0.75),
        (r"\b(?:a\s+)?quarter\s+of\s+an?\s+(?P<unit>[a-z]+)\b", 0.25),
        (r"\banderthalb\s+(?P<unit>[a-zäöü]+)", 1.5),
        (r"\beineinhalb\s+(?P<unit>[a-zäöü]+)", 1.5),
        (r"\bzweieinhalb\s+(?P<unit>[a-zäöü]+)", 2.5),
        (r"\bdreieinhalb\s+(?P<unit>[a-zäöü]+)", 3.5),
        (r"\b(?:eine?\s+)?halbe[srn]?\s+(?P<unit>[a-zäöü]+)", 0.5),
        (r"\bune?\s+(?P<unit>[a-zé]+)\s+et\s+demie?\b", 1.5),
        (r"\b(?:une?\s+)?demi-(?P<unit>[a-zé]+)", 0.5),
        (r"\buna?\s+(?P<unit>[a-zñí]+)\s+y\s+medi[ao]\b", 1.5),
        (r"\bmedi[ao]\s+(?P<unit>[a-zñí]+)", 0.5),
        (r"\bun'?a?\s*(?P<unit>[a-z]+)\s+e\s+mezz[ao]\b", 1.5),
        (r"\bmezz[ao]\s*'?(?P<unit>[a-z]+)", 0.5),
        (r"(?:一个?|1个?)半(?P<unit>小时|月|年|天)", 1.5),
        (r"半(?:个)?(?P<unit>小时|月|年|天)", 0.5),
    )
)
"""Fractions that are said around a unit."""
AND_A_HALF = re.compile(r"\s+and\s+a\s+half(?=\s+[a-z])", re.IGNORECASE)

PARTS: tuple[tuple[re.Pattern[str], float], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), value)
    for pattern, value in (
        (
            r"\b(?:one\s+|a\s+)?half(?:\s+(?=of\b|the\b|its\b|their\b|all\b)|$|(?=[.,;]))",
            50,
        ),
        (r"\bhalf\s+of\b", 50),
        (r"\b(?:one|a)[\s-]third\b(?!\s+(?:time|party|country|person))", 100 / 3),
        (r"\btwo[\s-]thirds\b", 200 / 3),
        (r"\b(?:one|a)[\s-]quarter\b", 25),
        (r"\b(?:three|3)[\s-](?:quarters|fourths)\b", 75),
        (r"\b(?:one|a)[\s-]fifth\b", 20),
        (r"\btwo[\s-]fifths\b", 40),
        (r"\bthree[\s-]fifths\b", 60),
        (r"\bfour[\s-]fifths\b", 80),
        (r"\b(?:one|a)[\s-]sixth\b", 100 / 6),
        (r"\b(?:one|a)[\s-]eighth\b", 12.5),
        (r"\b(?:one|a)[\s-]tenth\b", 10),
        (r"\b(?:die|der)\s+hälfte\b", 50),
        (r"\bein\s+drittel\b", 100 / 3),
        (r"\bzwei\s+drittel\b", 200 / 3),
        (r"\bein\s+viertel\b", 25),
        (r"\bdrei\s+viertel\b", 75),
        (r"\bla\s+mitad\b", 50),
        (r"\bun\s+tercio\b", 100 / 3),
        (r"\bdos\s+tercios\b", 200 / 3),
        (r"\bun\s+cuarto\b", 25),
        (r"\btres\s+cuartos\b", 75),
        (r"\bla\s+moitié\b", 50),
        (r"\bun\s+tiers\b", 100 / 3),
        (r"\bdeux\s+tiers\b", 200 / 3),
        (r"\bun\s+quart\b", 25),
        (r"\btrois\s+quarts\b", 75),
        (r"\bla\s+metà\b", 50),
        (r"\ba\s+metade\b", 50),
        (r"(?<!多)一半", 50),
        (r"三分之一", 100 / 3),
        (r"三分之二", 200 / 3),
        (r"四分之一", 25),
        (r"四分之三", 75),
        (r"五分之一", 20),
    )
)
"""Parts of a whole, in per cent."""

TIMES: tuple[tuple[re.Pattern[str], float], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), value)
    for pattern, value in (
        (r"\btwice\b", 2),
        (r"\bthrice\b", 3),
        (r"\bonce\s+(?:a|per|every|each|daily|weekly|monthly|yearly)\b", 1),
        (r"\bzweimal\b", 2),
        (r"\bdreimal\b", 3),
        (r"\beinmal\s+(?:pro|am|im|täglich)\b", 1),
    )
)
"""How often, said in one word."""
