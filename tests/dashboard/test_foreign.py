"""Text that we did not write reaches the page literally, and through one door only."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard import foreign
from dashboard.foreign import join, link, tag
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


def test_a_passage_that_is_only_near_never_hides_evidence() -> None:
    html = marked(
        "abcd",
        [Mark(0, 4, "unsupported", 1, near=True), Mark(0, 2, "supported", 2)],
    )

    assert re.findall(r'<mark class="([\w -]+)" data-c="([\d ]+)">(\w+)', html) == [
        ("hd-supported", "1 2", "ab"),
        ("hd-unsupported hd-near", "1", "cd"),
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
    assert "characters are left out here. “Download the texts”" in html


def test_what_is_left_out_leaves_room_for_what_is_not() -> None:
    text = "x" * 900_000 + " 1908 " + "y" * 50_000

    html = folded(text, [Mark(900_001, 900_005, "contradicted", 1)])

    assert html.count('class="hd-cut"') == 1
    assert html.count("<details") == 1


def test_a_mark_at_the_very_end_of_a_huge_text_is_shown() -> None:
    text = "y " * 500_000 + "1908"

    html = folded(text, [Mark(1_000_000, 1_000_004, "contradicted", 7)])

    assert '<mark class="hd-contradicted" data-c="7">1908</mark>' in html


def _sources() -> list[Path]:
    return [path for path in PAGES.rglob("*.py") if path.name != "foreign.py"]


def test_only_the_door_itself_writes_html() -> None:
    written = [
        path.name
        for path in _sources()
        if re.search(r"unsafe_allow|st\.html\(|components|Html\([^)]", path.read_text())
        and path.parent.name != "alive"
    ]

    assert written == []


@pytest.mark.parametrize(
    ("address", "html"),
    [
        pytest.param(
            'https://traces.example/t?id=1&x="',
            '<a href="https://traces.example/t?id=1&amp;x=&quot;" target="_blank" '
            'rel="noopener noreferrer">a &lt;b&gt;</a>',
            id="a web address",
        ),
        pytest.param("javascript://x%0aalert(1)", "a &lt;b&gt;", id="a script"),
        pytest.param("data:text/html,x", "a &lt;b&gt;", id="data"),
        pytest.param("", "a &lt;b&gt;", id="none"),
        pytest.param("https://", "a &lt;b&gt;", id="no host"),
    ],
)
def test_a_link_leads_to_web_addresses_only(address: str, html: str) -> None:
    assert link("a <b>", address) == html


OUR_OWN_WORDS = {
    "chart_cards.py": {
        "name",
        "meaning",
        "heading",
        "counted",
        "f'{heading}: {counted}. “Show data” has the numbers.'",
        "f'{heading}, as numbers'",
    },
    "draft.py": {"example.name", "label"},
    "judge_choice.py": {"help", "label"},
    "exports.py": {
        "words if runs else 'Nothing here is flagged'",
        "f'{display.count(rows, 'row')}, one for each claim of the flagged runs that "
        "the filters leave, with its verdict, evidence, output and context.'",
    },
    "filters.py": {
        "name",
        "f'More filters ({hidden})' if hidden else 'More filters'",
    },
    "frame.py": {"button"},
    "nav.py": {"label"},
    "run.py": {"'Unflag' if flagged else 'Flag'"},
    "runs.py": {
        "f'{display.count(number, 'run')}, {flagged:,} flagged'",
        "f'Flag {these}'",
        "f'Unflag {these}'",
    },
    "table.py": {
        "f'{display.count(len(runs), 'run')}; a click on a line opens the run'",
        "f'Claims that are {label}'",
        "display.look_of(label).sign",
    },
}
"""Every text that is not a literal and is read as Markdown: none quotes a sample."""
NO_MARKDOWN = {"code", "html", "dataframe", "plotly_chart", "columns", "Page", "App"}
"""Calls whose first argument is not a text, or is shown literally."""


def test_what_streamlit_reads_as_markdown_is_only_ever_our_own_words() -> None:
    found: dict[str, set[str]] = {}
    for path in _sources():
        for text in _markdown_texts(ast.parse(path.read_text())):
            found.setdefault(path.name, set()).add(_unquoted(text))

    expected = {
        name: {_unquoted(word) for word in words}
        for name, words in OUR_OWN_WORDS.items()
    }
    assert found == expected


def _unquoted(source: str) -> str:
    """Return source without its quotes, which differ between versions of Python."""
    return re.sub(r"[\"'\\]", "", source)


def _markdown_texts(tree: ast.Module) -> Iterator[str]:
    """Give labels, messages and help texts that are not literals."""
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
            continue
        owner = ast.unparse(call.func.value)
        if owner not in ("st", "column"):
            continue
        named = ("label", "help", "alt", "placeholder", "text", "body")
        texts = [word.value for word in call.keywords if word.arg in named]
        if call.func.attr not in NO_MARKDOWN | NOT_TEXTS:
            texts += call.args[:1]
        for text in texts:
            if not isinstance(text, ast.Constant):
                yield ast.unparse(text)


NOT_TEXTS = {
    *("navigation", "grid", "pagination", "fragment", "switch_page", "page_link"),
    *("stop", "rerun", "container", "space"),
}
