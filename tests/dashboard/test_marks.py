"""Texts are cut into stretches that belong to the same claims, and into folds."""

import pytest

from dashboard.marks import FOLD_OVER, Mark, Part, parts, stretches


def cut(text: str, marks: list[Mark]) -> list[tuple[str, str, list[int]]]:
    """Each marked stretch: how it looks, what it says, whose it is."""
    return [
        (each.marks[0].looks, each.text, each.numbers)
        for each in stretches(text, marks, Part(0, len(text)))
        if each.marks
    ]


def test_a_claim_is_marked_by_its_span_and_ends_there() -> None:
    mark = Mark(6, 17, "contradicted", 2)

    found = list(stretches("It is <b>1908</b>.", [mark], Part(0, 18)))

    assert [each.text for each in found] == ["It is ", "<b>1908</b>", "."]
    assert [each.marks for each in found] == [(), (mark,), ()]
    assert [each.ending for each in found] == [(), (mark,), ()]


def test_where_spans_overlap_the_worst_label_shows_and_all_claims_are_named() -> None:
    assert cut(
        "abcdef", [Mark(0, 4, "supported", 1), Mark(2, 6, "unsupported", 2)]
    ) == [
        ("hd-supported", "ab", [1]),
        ("hd-unsupported", "cd", [1, 2]),
        ("hd-unsupported", "ef", [2]),
    ]


def test_equal_spans_of_two_claims_make_one_stretch_with_both_numbers() -> None:
    marks = [Mark(0, 2, "supported", 3), Mark(0, 2, "contradicted", 1)]

    assert cut("ab", marks) == [("hd-contradicted", "ab", [1, 3])]
    (found,) = stretches("ab", marks, Part(0, 2))
    assert [each.number for each in found.ending] == [1, 3]


def test_a_span_inside_another_splits_it_in_three() -> None:
    assert cut("abcdef", [Mark(0, 6, "supported", 1), Mark(2, 4, "unjudged", 2)]) == [
        ("hd-supported", "ab", [1]),
        ("hd-unjudged", "cd", [1, 2]),
        ("hd-supported", "ef", [1]),
    ]


def test_a_passage_that_is_only_near_never_hides_evidence() -> None:
    marks = [Mark(0, 4, "unsupported", 1, near=True), Mark(0, 2, "supported", 2)]

    assert cut("abcd", marks) == [
        ("hd-supported", "ab", [1, 2]),
        ("hd-unsupported hd-near", "cd", [1]),
    ]


def test_offsets_count_code_points_so_emoji_and_accents_stay_whole() -> None:
    text = "👍🏽 e\u0301 שלום 1977"

    assert cut(text, [Mark(11, 15, "supported", 1)]) == [("hd-supported", "1977", [1])]


@pytest.mark.parametrize(
    "mark",
    [
        pytest.param(Mark(2, 2, "supported", 1), id="empty span"),
        pytest.param(Mark(9, 12, "supported", 1), id="beyond the text"),
        pytest.param(Mark(3, 1, "supported", 1), id="reversed"),
    ],
)
def test_spans_that_hold_nothing_mark_nothing(mark: Mark) -> None:
    assert cut("abc", [mark]) == []


def test_a_text_is_cut_where_it_is_wanted_and_its_marks_end_once() -> None:
    mark = Mark(1, 5, "supported", 1)

    found = list(stretches("abcdef", [mark], Part(0, 6), cuts=(3, 9)))

    assert [each.text for each in found] == ["a", "bc", "de", "f"]
    assert [len(each.ending) for each in found] == [0, 0, 1, 0]


def test_marking_loses_and_doubles_no_character() -> None:
    text = "".join(chr(0x61 + at % 26) for at in range(200))
    spans = [(3, 40), (10, 20), (39, 90), (90, 91), (0, 200), (150, 250)]
    marks = [Mark(a, b, "supported", n) for n, (a, b) in enumerate(spans, 1)]

    found = stretches(text, marks, Part(0, 200))

    assert "".join(each.text for each in found) == text


def test_a_short_text_is_never_folded() -> None:
    assert parts("x" * FOLD_OVER, []) == [Part(0, FOLD_OVER)]


def test_a_long_text_stays_open_around_its_mark_and_folds_elsewhere() -> None:
    text = "word " * 20_000

    found = parts(text, [Mark(50_000, 50_004, "supported", 1)])

    assert found == [
        Part(0, 49_720, "folded"),
        Part(49_720, 50_284),
        Part(50_284, 100_000, "folded"),
    ]
    assert found[0].words == "49,720 characters without a mark nearby"


def test_a_fold_names_the_claims_that_are_marked_in_it() -> None:
    marks = [Mark(at, at + 4, "contradicted", 1) for at in range(0, 40_000, 1_000)]
    marks += [Mark(60_000, 60_004, "supported", n) for n in (9, 7)]

    *_, folded = parts("word " * 20_000, marks)

    assert folded.words.endswith(" characters, claims 7, 9")


def test_parts_follow_each_other_without_a_hole() -> None:
    text = "".join(f"{at} " for at in range(9_000))

    found = parts(text, [Mark(20_000, 20_010, "contradicted", 1)])

    assert "".join(text[each.start : each.end] for each in found) == text


def test_a_huge_text_is_cut_with_a_sentence_that_says_where_the_rest_is() -> None:
    opening, rest = parts("x" * 1_000_000, [])

    assert (opening.end, rest.state) == (1_200, "left out")
    assert rest.words == (
        "998,800 characters are left out here. “Download the texts” under Details on "
        "the page of the run has all of them."
    )


def test_what_is_left_out_leaves_room_for_what_is_not() -> None:
    text = "x" * 900_000 + " 1908 " + "y" * 50_000

    found = parts(text, [Mark(900_001, 900_005, "contradicted", 1)])

    assert [each.state for each in found] == ["left out", "open", "folded"]


def test_a_mark_at_the_very_end_of_a_huge_text_is_shown() -> None:
    text = "y " * 500_000 + "1908"

    *_, last = parts(text, [Mark(1_000_000, 1_000_004, "contradicted", 7)])

    assert (last.state, last.end) == ("open", len(text))
