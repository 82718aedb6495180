from collections.abc import Sequence

from dashboard.scoring.hf.windows import Window, windows
from dashboard.scoring.types import Evidence


def words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def texts(found: Sequence[Window]) -> list[tuple[int, str]]:
    return [(window.context_index, window.text) for window in found]


def test_a_context_that_fits_is_one_window_an_item() -> None:
    found = windows(["One two. Three four.", "  ", "Five."], most=10, count=words)

    assert texts(found) == [(0, "One two. Three four."), (2, "Five.")]


def test_windows_hold_whole_sentences_and_no_more_than_fit() -> None:
    item = "Rain fell today. Snow fell later. Wind blew hard. Sun came out."

    assert texts(windows([item], most=7, count=words)) == [
        (0, "Rain fell today. Snow fell later."),
        (0, "Wind blew hard. Sun came out."),
    ]


def test_neighbours_share_a_short_sentence_at_their_border() -> None:
    item = "Rain fell on all of us. Snow melted. Wind blew over the old town."

    assert texts(windows([item], most=8, count=words)) == [
        (0, "Rain fell on all of us. Snow melted."),
        (0, "Snow melted. Wind blew over the old town."),
    ]


def test_a_sentence_that_does_not_fit_is_a_window_of_its_own() -> None:
    item = "Snow melted. Rain fell on all of us for many days. Wind blew."

    assert texts(windows([item], most=4, count=words)) == [
        (0, "Snow melted."),
        (0, "Rain fell on all of us for many days."),
        (0, "Wind blew."),
    ]


def test_lines_end_sentences() -> None:
    [window] = windows(["Name: Ada\nAge: 36"], most=9, count=words)

    assert window.sentences == ((0, 9), (10, 17))


def test_evidence_is_the_sentence_that_shares_most_words_in_its_place() -> None:
    item = "Paris is large. The tower was built in 1889. It is tall. 😀 Fin."
    [window] = windows([item], most=50, count=words)

    evidence = window.evidence_for("The tower was built in 1890.")

    assert evidence == Evidence(0, 16, 44, "The tower was built in 1889.")
    assert item[evidence.start : evidence.end] == evidence.quote
