"""Text that we did not write reaches the page literally, and through one door only."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard import foreign
from dashboard.foreign import join, link, tag

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
