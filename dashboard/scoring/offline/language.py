"""Guesses the language of a text from its script and its small words."""

from __future__ import annotations

import re

UNKNOWN = "und"
_SAMPLE = 2_000
"""Characters looked at; more of a text seldom changes the guess."""

_SCRIPTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ja", re.compile(r"[぀-ヿ]")),
    ("ko", re.compile(r"[가-힯ᄀ-ᇿ]")),
    ("zh", re.compile(r"[㐀-鿿]")),
    ("th", re.compile(r"[฀-๿]")),
    ("hi", re.compile(r"[ऀ-ॿ]")),
    ("he", re.compile(r"[֐-׿]")),
    ("el", re.compile(r"[Ͱ-Ͽ]")),
)
_ARABIC = re.compile(r"[؀-ۿ]")
_PERSIAN = re.compile(r"[پچژگکی]")
_URDU = re.compile(r"[ٹڈڑںھہے]")
_CYRILLIC = re.compile(r"[Ѐ-ӿ]")
_UKRAINIAN = re.compile(r"[іїєґІЇЄҐ]")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+")

_SMALL_WORDS = {
    "en": "a the of and is was were are has have had it in to for with that this by "
    "from "
    "its he she they at on not be which who will would can an as but there been did",
    "de": "der die das und ist war nicht ein eine wurde mit im von den dem des auf "
    "für sich hat als auch es zu bei nach einem einer sind aus wird haben werden am",
    "es": "el los las y en es fue un una del por con para que no se su al lo como más "
    "la de está son han ha era desde según tiene",
    "fr": "le les et est dans des du une un qui pas pour sur par avec au aux il elle "
    "ce cette la de été a sont ont en ne se plus était d l qu n",
    "it": "il lo gli e è di che non per una un del della nel nella con sono da al dei "
    "le la ha è stato stata si come anche alla",
    "pt": "o os as e é em um uma do da dos das no na não por com para que foi se ao "
    "mais são tem pela pelo de seu sua",
    "nl": "de het een en is van in op niet met voor dat zijn was werd die te aan door "
    "heeft bij ook naar wordt uit er maar om",
    "sv": "och är det en ett som i på av för med inte till den har var från om",
    "pl": "i w na jest nie się z do że to był była są przez o po dla jak",
    "tr": "ve bir bu için ile da de olarak olan çok daha değil gibi en ise",
}
_LANGUAGES_OF: dict[str, tuple[str, ...]] = {}
for _language, _words in _SMALL_WORDS.items():
    for _word in set(_words.split()):
        _LANGUAGES_OF[_word] = (*_LANGUAGES_OF.get(_word, ()), _language)


def guess_language(text: str) -> str:
    """Return an ISO code such as ``en``, ``de`` or ``zh``; ``und`` when unsure."""
    sample = text[:_SAMPLE]
    if not sample.isascii():
        by_script = _by_script(sample)
        if by_script:
            return by_script
    return _by_small_words(sample)


def _by_script(sample: str) -> str | None:
    letters = len(_LETTER.findall(sample))
    for language, script in _SCRIPTS:
        share_needed = 0.1 if language in ("ja", "ko") else 0.3
        if len(script.findall(sample)) > share_needed * letters:
            return language
    if len(_ARABIC.findall(sample)) > 0.3 * letters:
        if _URDU.search(sample):
            return "ur"
        return "fa" if _PERSIAN.search(sample) else "ar"
    if len(_CYRILLIC.findall(sample)) > 0.3 * letters:
        return "uk" if _UKRAINIAN.search(sample) else "ru"
    return None


def _by_small_words(sample: str) -> str:
    votes: dict[str, float] = {}
    for word in _WORD.findall(sample.lower()):
        speakers = _LANGUAGES_OF.get(word)
        if speakers:
            for language in speakers:
                votes[language] = votes.get(language, 0.0) + 1 / len(speakers)
    if not votes:
        return UNKNOWN
    return max(sorted(votes), key=votes.__getitem__)
