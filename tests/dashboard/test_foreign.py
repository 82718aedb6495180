"""Text that we did not write reaches the page literally, and through one door only."""

# ruff: noqa: E501  (the words below stand as the code has them)

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


FILES_OF_THEIR_OWN = ("report_calls.py", "run_report.py", "report.py")
"""Reports to be taken away: pages of their own, with markup of ours around texts."""


def test_only_the_door_itself_writes_html() -> None:
    written = [
        path.name
        for path in _sources()
        if re.search(r"unsafe_allow|st\.html\(|components|Html\([^)]", path.read_text())
        and path.parent.name != "alive"
        and path.name not in FILES_OF_THEIR_OWN
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
    "against_baseline.py": {
        "f\"{display.count(len(pairing.pairs), 'pair')}, {same:,} of the same output; left out: {pairing.only_before:,} only in the baseline, {pairing.only_after:,} only here.\"",
        "f'{verdict} {found.flips.to_bad:,} newly flagged, {found.flips.to_good:,} no longer flagged.'",
    },
    "batch_list.py": {
        "f\"{display.count(len(batches), 'batch', 'batches')}; a click opens one\"",
    },
    "batch_progress.py": {
        "found.ended / whole if whole else 0.0",
        "label",
        "sentence",
    },
    "beside.py": {
        "f'Other runs of these texts ({len(others):,})'",
    },
    "bin.py": {
        "f\"{display.count(number, 'deleted run')}. Each is gone for good {KEPT_FOR.days} days after it was deleted.\"",
    },
    "bin_notice.py": {
        "f\"{display.count(len(just), 'run')} put into the bin, which keeps them for {KEPT_FOR.days} days.\"",
    },
    "bulk.py": {
        "f'Flag {these}'",
        "f'Unflag {these}'",
    },
    "chart_cards.py": {
        "card.heading",
        "f'{card.heading}. “Show data” has the numbers.'",
        "meaning",
        "name",
    },
    "compare.py": {
        'f"Cohen\'s kappa of the labels: {agreed}, n = {shared:,}"',
        "f\"{display.count(overlap.texts, 'text')} scored on both sides; left out: {overlap.only_a:,} only in A, {overlap.only_b:,} only in B. Of each side the newest scored run of a text counts, by its judge's own verdicts.\"",
        "f\"{display.count(shared, 'claim')} that both sides found word for word; claims that the judges worded otherwise are on the pages of the runs.\"",
    },
    "corrections.py": {
        "f\"{display.count(len(left), 'correction')} of {display.count(bad, 'bad claim')} taken. The corrected output, to be copied:\"",
        "f'Claim {run.claims[one.claim].position + 1}: ' + ('put in what the context says' if one.how == 'replace' else 'strike it')",
    },
    "cut_off_choice.py": {
        "\"Each run's own threshold decides what is flagged.\" if kept is None else f'Kept: runs of this judge are flagged above {display.share_text(kept)}.'",
        "f\"{display.count(flagged, 'run')} of this judge flagged now.\"",
    },
    "draft.py": {
        "example.name",
        "label",
    },
    "exports.py": {
        "f\"{display.count(rows, 'row')}, one for each claim, with its verdict, evidence, output and context; a run without claims has one row, too. The file can be uploaded again: what people said comes back.\"",
        "f'{what} for each claim of the flagged runs that the filters leave, with its verdict, evidence, output and context.'",
        "words if runs else 'Nothing here is flagged'",
    },
    "filters.py": {
        "f'More filters ({hidden})' if hidden else 'More filters'",
        "name",
    },
    "flipped.py": {
        "f'{HEADINGS[direction]}: {count:,}'",
    },
    "frame.py": {
        "button",
    },
    "judge_choice.py": {
        "help",
        "label",
    },
    "judges.py": {
        "f\"{display.count(truth.labelled_runs, 'scored run')} of this judge whose sample has a label. Runs that are not scored, and samples without a label, are left out.\"",
        "f\"{display.count(truth.reviewed_claims, 'claim')} that a person has labelled. Cohen's kappa: {agreed}.\"",
        "f'Intervals: runs drawn {measures.RESAMPLINGS:,} times (bootstrap). n is what each number rests on.'",
    },
    "nav.py": {
        "label",
    },
    "report.py": {
        "f'Download {len(cards)} pictures'",
        "f'Draw the charts as {kind.upper()}'",
    },
    "reviewing.py": {
        "'Undone.' if undone else 'There is nothing of yours to undo here.'",
    },
    "run_notes.py": {
        "f'note_{run_id}'",
    },
    "runs.py": {
        "f'{words}, {flagged:,} flagged' if counted_all else f'At least {words}'",
        "words",
    },
    "sides.py": {
        "lacking",
        "side.upper()",
    },
    "table.py": {
        "display.look_of(label).sign",
        "f\"{display.count(len(runs), 'run')}; a click on a line opens the run\"",
        "f'Claims that are {label}'",
    },
    "upload_columns.py": {
        "help",
        "label",
    },
    "upload_context.py": {
        "'Text' if boxes == 1 else f'Text {at + 1}'",
        "title",
    },
    "upload_preview.py": {
        "f'Download all {survey.problems:,} (CSV)' if left > 0 else 'Download (CSV)'",
        "f'Show the first {len(preview.samples)}'",
    },
    "upload_start.py": {
        "PERSON_HELP",
        "f\"Start: {display.count(survey.drawn.samples, 'sample')}\"",
        "f'Judged on {cores} of this machine'",
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
