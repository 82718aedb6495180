"""The plainest judge there is: which words of an output does its context lack?"""

from __future__ import annotations

from collections.abc import Iterable

from dashboard.scoring.offline.function_words import STOP
from dashboard.scoring.offline.language import guess_language
from dashboard.scoring.offline.tokens import SPACELESS, word_texts


def missing_words(output: str, context: Iterable[str]) -> float:
    """Return the share of the output's content words that the context lacks, 0 to 1.

    Words are compared whole, whatever their case; of scripts without spaces every two
    neighbouring characters are a word. Function words (the, of, is) do not count, and
    each other word counts once. 0 where nothing is left to compare.
    """
    language = guess_language(output)
    said = _content_words(output, STOP.get(language, STOP["en"]))
    held = {word for text in context for word in _words(text)}
    return len(said - held) / len(said) if said else 0.0


def _content_words(text: str, function_words: frozenset[str]) -> set[str]:
    return {word for word in _words(text) if word not in function_words}


def _words(text: str) -> Iterable[str]:
    for written in word_texts(text):
        if not SPACELESS.match(written):
            yield written.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
        elif len(written) == 1:
            yield written
        else:
            yield from (written[at : at + 2] for at in range(len(written) - 1))
