"""Text that we did not write reaches the page literally, and through one door only."""

import re
from pathlib import Path

import pytest

from dashboard import foreign
from dashboard.foreign import join, tag
from dashboard.marks import FOLD_OVER, MOST_FOLDED, Mark, folded, marked

PAGES = Path(foreign.__file__).parent
HOSTILE = (
    "<script>alert(1)</script><style>body{display:none}</style>"
    "![x](https://example.test/x.png) $5 and $6 :red[x] {{x}} \"' & =cmd()"
)


def test_children_and_attribute_values_are_escaped_and_elements_are_not() -> None:
    made = tag("p", "a < b & c", tag("b", '"q"'), title='x"y', class_="k", hidden=True)

    assert made == (
        '<p title="x&quot;y" class="k" hidden>a &lt; b &amp; c<b>&quot;q&quot;</b></p>'
    )


def test_attributes_that_are_none_or_false_are_left_out() -> None:
    assert tag("i", lang=None, hidden=False, data_c=3) == '<i data-c="3"></i>'


def test_hostile_text_is_kept_word_for_word_inside_an_element() -> None:
    assert tag("p", HOSTILE) == (
        "<p>&lt;script&gt;alert(1)&lt;/script&gt;&lt;style&gt;body{display:none}"
        "&lt;/style&gt;![x](https://example.test/x.png) $5 and $6 :red[x] {{x}} "
        "&quot;&#x27; &amp; =cmd()</p>"
    )


def test_parts_are_joined_with_their_separator_escaped() -> None:
    assert join(["<", tag("b", "x"), ">"], " & ") == "&lt; &amp; <b>x</b> &amp; &gt;"


def test_a_claim_is_marked_by_its_span_with_sign_number_and_words() -> None:
    html = marked("It is <b>1908</b>.", [Mark(6, 17, "contradicted", 2)])

    assert html == (
        'It is <mark class="hd-contradicted" data-c="2">&lt;b&gt;1908&lt;/b&gt;</mark>'
        '<sup class="hd-n hd-contradicted" data-c="2" aria-hidden="true">✕2</sup>'
        '<span class="hd-sr"> (claim 2: contradicted) </span>.'
    )


def test_where_spans_overlap_the_worst_label_shows_and_all_claims_are_named() -> None:
    html = marked("abcdef", [Mark(0, 4, "supported", 1), Mark(2, 6, "unsupported", 2)])

    assert re.findall(r'<mark class="hd-(\w+)" data-c="([\d ]+)">(\w+)', html) == [
        ("supported", "1", "ab"),
        ("unsupported", "1 2", "cd"),
        ("unsupported", "2", "ef"),
    ]
    assert re.findall(r"\(claim \d: \w+\)", html) == [
        "(claim 1: supported)",
        "(claim 2: unsupported)",
    ]


def test_equal_spans_of_two_claims_make_one_stretch_with_both_numbers() -> None:
    html = marked("ab", [Mark(0, 2, "supported", 3), Mark(0, 2, "contradicted", 1)])

    assert re.findall(r'<mark class="hd-(\w+)" data-c="([\d ]+)">(\w+)', html) == [
        ("contradicted", "1 3", "ab")
    ]
    assert re.findall(r">([✕✓]\d)<", html) == ["✕1", "✓3"]


def test_a_span_inside_another_splits_it_in_three() -> None:
    html = marked("abcdef", [Mark(0, 6, "supported", 1), Mark(2, 4, "unjudged", 2)])

    assert re.findall(r'<mark class="hd-(\w+)" data-c="([\d ]+)">(\w+)', html) == [
        ("supported", "1", "ab"),
        ("unjudged", "1 2", "cd"),
        ("supported", "1", "ef"),
    ]


def test_offsets_count_code_points_so_emoji_and_accents_stay_whole() -> None:
    text = "👍🏽 e\u0301 שלום 1977"

    html = marked(text, [Mark(11, 15, "supported", 1)])

    assert text[11:15] == "1977"
    assert '<mark class="hd-supported" data-c="1">1977</mark>' in html


@pytest.mark.parametrize(
    "mark",
    [
        pytest.param(Mark(2, 2, "supported", 1), id="empty span"),
        pytest.param(Mark(9, 12, "supported", 1), id="beyond the text"),
        pytest.param(Mark(3, 1, "supported", 1), id="reversed"),
    ],
)
def test_spans_that_hold_nothing_mark_nothing(mark: Mark) -> None:
    assert marked("abc", [mark]) == "abc"


def test_line_breaks_and_spaces_are_kept() -> None:
    assert marked("a\n\n  b\t", []) == "a\n\n  b\t"


def test_marking_loses_and_doubles_no_character() -> None:
    text = "".join(chr(0x61 + at % 26) for at in range(200))
    spans = [(3, 40), (10, 20), (39, 90), (90, 91), (0, 200), (150, 250)]
    marks = [Mark(a, b, "supported", n) for n, (a, b) in enumerate(spans, 1)]

    html = marked(text, marks)

    visible = re.sub(r"<sup.*?</sup>|<span.*?</span>|<[^>]+>", "", html)
    assert visible == text


def test_a_short_text_is_never_folded() -> None:
    assert "<details" not in folded("x" * FOLD_OVER, [])


def test_a_long_text_stays_open_around_its_mark_and_folds_elsewhere() -> None:
    text = "word " * 20_000
    html = folded(text, [Mark(50_000, 50_004, "supported", 1)])

    assert html.count("<details") == 2
    assert "50,000" not in html
    outside = re.sub(r"<details.*?</details>", "", html, flags=re.DOTALL)
    assert '<mark class="hd-supported" data-c="1">word</mark>' in outside
    assert len(outside) < 1_500


def test_folding_loses_no_character() -> None:
    text = "".join(f"{at} " for at in range(9_000))
    html = folded(text, [Mark(20_000, 20_010, "contradicted", 1)])

    visible = re.sub(
        r"<summary.*?</summary>|<sup.*?</sup>|<span.*?</span>|<[^>]+>", "", html
    )
    assert visible == text


def test_a_huge_text_is_cut_with_a_sentence_that_says_where_the_rest_is() -> None:
    html = folded("x" * 1_000_000, [])

    assert len(html) < MOST_FOLDED
    assert "characters are left out here; “Download the texts”" in html


def test_a_mark_at_the_very_end_of_a_huge_text_is_shown() -> None:
    text = "y " * 500_000 + "1908"

    html = folded(text, [Mark(1_000_000, 1_000_004, "contradicted", 7)])

    assert '<mark class="hd-contradicted" data-c="7">1908</mark>' in html


MARKDOWN_CALLS = (
    "markdown|write|caption|info|warning|error|success|title|header|subheader|badge|"
    "metric|toast|latex|page_link|exception|write_stream|table"
)


def _sources() -> list[Path]:
    return [path for path in PAGES.rglob("*.py") if path.name != "foreign.py"]


def test_only_the_door_itself_writes_html() -> None:
    written = [
        path.name
        for path in _sources()
        if re.search(r"unsafe_allow|st\.html\(|components|Html\([^)]", path.read_text())
    ]

    assert written == []


def test_markdown_is_only_called_with_words_of_our_own() -> None:
    """Each such call starts with a literal, or with words listed here."""
    own_words = ("meaning", "counted", "heading", "name,", "RUN,", "_size(engine")
    found = [
        f"{path.name}: {call}"
        for path in _sources()
        for call in re.findall(
            rf"st\.(?:{MARKDOWN_CALLS})\(\s*([^)]*)", path.read_text()
        )
        if not call.startswith(('"', 'f"', "nav.", *own_words))
    ]

    assert found == []


def test_formatted_markdown_holds_only_numbers_and_words_of_our_own() -> None:
    allowed = re.compile(r"\{(display\.count\(number, 'run'\)|flagged:,)\}")
    found = [
        f"{path.name}: {call}"
        for path in _sources()
        for call in re.findall(
            rf'st\.(?:{MARKDOWN_CALLS})\(\s*f"([^"]*)"', path.read_text()
        )
        if "{" in allowed.sub("", call)
    ]

    assert found == []
