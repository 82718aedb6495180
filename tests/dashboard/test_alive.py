"""The alive texts and cards of a run: what the browser is given, what it may say."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import alive
from dashboard.alive.action import Action, Inbox, read_action
from dashboard.alive.data import run_data
from dashboard.alive.readable import pieces
from dashboard.marks import FOLD_OVER, MOST_FOLDED
from storage.values import (
    NewSample,
    RunDetails,
    RunSettings,
    RunSummary,
    StoredClaim,
    StoredEvidence,
    StoredVerdict,
)

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def said(
    label: str,
    *evidence: StoredEvidence,
    by: str = "judge",
    reason: str = "",
    invented: str | None = None,
) -> StoredVerdict:
    return StoredVerdict(
        verdict_id=1,
        by=by,
        by_person=by != "judge",
        label=label,
        reason=reason,
        confidence=None,
        kind=None,
        evidence=evidence[0] if evidence else None,
        more_evidence=evidence[1:],
        invented_quote=invented,
        layer=None,
        created_at=NOW,
    )


def claim(
    position: int, span: tuple[int, int] | None, *verdicts: StoredVerdict
) -> StoredClaim:
    start, end = span or (None, None)
    text = f"Claim {position + 1}"
    return StoredClaim(100 + position, position, text, start, end, verdicts)


def run_of(
    output: str, context: Sequence[str], *claims: StoredClaim, run_id: int = 7
) -> RunDetails:
    summary = RunSummary(
        run_id=run_id,
        created_at=NOW,
        output_start=output[:50],
        judge="offline",
        status="scored",
        share=0.0,
        score=0.0,
        scale=1.0,
        coverage=1.0,
        claims=len(claims),
        supported=len(claims),
        contradicted=0,
        unsupported=0,
        unjudged=0,
        flagged=False,
        suspicious=False,
        reviewed=False,
        batch=None,
        batch_id=None,
        error=None,
        judge_share=0.0,
    )
    return RunDetails(
        summary=summary,
        sample_id=1,
        sample=NewSample(output, tuple(context)),
        settings=RunSettings(),
        reason="",
        context_seen=1.0,
        judge_detail=None,
        prompt_version=None,
        tokens_in=None,
        tokens_out=None,
        cost=None,
        duration_s=None,
        started_at=None,
        finished_at=None,
        source="page",
        claims=claims,
        calls=(),
        tags=(),
        notes=(),
    )


def bits(parts: Sequence[Mapping[str, Any]]) -> list[Any]:
    return [
        bit
        for part in parts
        for piece in part.get("pieces", ())
        for bit in piece["bits"]
    ]


def text_of(parts: Sequence[Mapping[str, Any]]) -> str:
    """What is text in the bits, without what was added for reading."""
    plain = [bit if isinstance(bit, str) else bit.get("t", "") for bit in bits(parts)]
    return "".join(plain)


def marked(parts: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[int]]]:
    return [(bit["t"], bit["c"]) for bit in bits(parts) if "t" in bit]


@pytest.mark.parametrize(
    ("text", "span", "quote"),
    [
        pytest.param("🌉🎉 It is red. 🚲", (3, 13), "It is red.", id="emoji before"),
        pytest.param("a 👩‍👩‍👧 b", (2, 7), "👩‍👩‍👧", id="a family of five code points"),
        pytest.param("cafe\u0301 noir", (0, 5), "cafe\u0301", id="a combining mark"),
        pytest.param("שלום עולם 1999", (5, 9), "עולם", id="right to left"),
        pytest.param("<b>x</b> & y", (0, 8), "<b>x</b>", id="markup"),
    ],
)
def test_marks_sit_on_the_right_characters(
    text: str, span: tuple[int, int], quote: str
) -> None:
    evidence = StoredEvidence(0, *span, quote)
    run = run_of(text, [text], claim(0, span, said("supported", evidence)))

    data = run_data(run)

    assert marked(data["output"]) == [(quote, [1])]
    assert marked(data["contexts"][0]) == [(quote, [1])]
    assert text_of(data["output"]) == text_of(data["contexts"][0]) == text


def test_where_claims_overlap_a_stretch_names_them_all_the_worst_first() -> None:
    run = run_of(
        "abcdef",
        [],
        claim(0, (0, 4), said("supported")),
        claim(1, (2, 6), said("contradicted")),
    )

    assert marked(run_data(run)["output"]) == [
        ("ab", [1]),
        ("cd", [2, 1]),
        ("ef", [2]),
    ]


def test_evidence_in_several_places_is_marked_in_each_and_quoted_with_its_place() -> (
    None
):
    found = (StoredEvidence(1, 0, 2, "cd"), StoredEvidence(0, 0, 2, "ab"))
    run = run_of("x", ["ab", "cd"], claim(0, None, said("contradicted", *found)))

    data = run_data(run)

    assert [marked(each) for each in data["contexts"]] == [
        [("ab", [1])],
        [("cd", [1])],
    ]
    assert data["claims"][0]["quotes"] == [
        {"where": "Context 2", "quote": "cd", "at": "1:0"},
        {"where": "Context 1", "quote": "ab", "at": "0:0"},
    ]
    assert "not found in the output" in data["claims"][0]["meta"]


def test_what_is_only_near_looks_so_and_an_invented_quote_is_said_to_be_one() -> None:
    verdict = said("unsupported", StoredEvidence(0, 0, 1, "a"), invented="never")
    data = run_data(run_of("x", ["ab"], claim(0, (0, 1), verdict)))

    assert bits(data["contexts"][0])[0]["k"] == "hd-unsupported hd-near"
    assert data["claims"][0]["quotes"][0]["where"] == "Closest: Context 1"
    assert data["claims"][0]["invented"] == "never"


def test_a_persons_label_stands_with_the_judges_beside_it_and_its_evidence() -> None:
    judge = said("contradicted", StoredEvidence(0, 0, 2, "ab"), reason="Not so.")
    person = said("supported", by="Ann", reason="It is.")
    data = run_data(run_of("x", ["ab"], claim(0, (0, 1), judge, person)))

    (card,) = data["claims"]
    shown = (card["label"], card["by"], card["why"], card["judge"], card["judge_why"])
    assert shown == ("supported", "Ann", "It is.", "contradicted", "Not so.")
    assert marked(data["contexts"][0]) == [("ab", [1])]
    assert bits(data["contexts"][0])[0]["k"] == "hd-supported"


def test_contradictions_come_first() -> None:
    run = run_of(
        "abcd",
        [],
        claim(0, (0, 1), said("supported")),
        claim(1, (1, 2), said("unsupported")),
        claim(2, (2, 3), said("contradicted")),
    )

    assert [each["n"] for each in run_data(run)["claims"]] == [3, 2, 1]


def test_a_long_context_folds_around_its_evidence_and_loses_nothing() -> None:
    text = "word " * FOLD_OVER
    evidence = StoredEvidence(0, 6000, 6004, text[6000:6004])
    run = run_of("x", [text], claim(0, None, said("supported", evidence)))

    (parts,) = run_data(run)["contexts"]

    assert [part["state"] for part in parts] == ["folded", "open", "folded"]
    assert marked(parts[1:2]) == [("word", [1])]
    assert text_of(parts) == text


def test_of_a_huge_context_what_is_far_from_evidence_is_left_out_and_said_to_be() -> (
    None
):
    text = "word " * MOST_FOLDED
    run = run_of("x", [text])

    (parts,) = run_data(run)["contexts"]

    assert [part["state"] for part in parts] == ["open", "left out"]
    assert parts[1]["words"].startswith("998,800 characters are left out here.")


def laid_out(text: str) -> str:
    """A text as it is shown: with everything that was added to it."""
    shown = []
    for piece in pieces(text):
        at = piece.start
        for where, added in piece.gaps:
            shown += [text[at:where], added]
            at = where
        shown.append(text[at : piece.end])
    return "".join(shown)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param(
            '{"bridge":{"name":"Alma {2}, new","opened":{"year":1937,"by":"a king"}},'
            '"lanes":[1,2],"none":[]}',
            '{\n  "bridge":{\n    "name":"Alma {2}, new",\n'
            '    "opened":{"year":1937,"by":"a king"}\n  },\n'
            '  "lanes":[1,2],\n  "none":[]\n}',
            id="JSON in one line",
        ),
        pytest.param(
            "Cars:\n| Year | Cars |\n|---|---:|\n| 1937 | 1,200 |\n| 北京 | |\n\nEnd.",
            "Cars:\n| Year | Cars  |\n|------|---:   |\n| 1937 | 1,200 |\n"
            "| 北京 |       |\n\nEnd.",
            id="a Markdown table in prose",
        ),
        pytest.param(
            'name,year,city\n"Ann, A.",1937,Oslo\nBo,5,Rome\n',
            'name,     year,city\n"Ann, A.",1937,Oslo\nBo,       5,   Rome\n',
            id="CSV with quotes",
        ),
        pytest.param("name\tyear\nAnn\t1\n", "name\tyear\nAnn\t 1\n", id="TSV"),
        pytest.param(
            '[\n  {"a": 1},\n  {"a": 2}\n]',
            '[\n  {"a": 1},\n  {"a": 2}\n]',
            id="JSON that is laid out already",
        ),
        pytest.param(
            "Opened in 1937, the bridge, red, is long.\nIt is green, now, they say.",
            "Opened in 1937, the bridge, red, is long.\nIt is green, now, they say.",
            id="prose with commas",
        ),
        pytest.param("{not json} [1", "{not json} [1", id="what only begins as JSON"),
        pytest.param("a|b\n" + "x" * 61 + "|y", "a|b\n" + "x" * 61 + "|y", id="wide"),
        pytest.param("[" * 100_000, "[" * 100_000, id="deeper than any parser"),
    ],
)
def test_json_and_tables_are_laid_out_for_reading(text: str, shown: str) -> None:
    assert laid_out(text) == shown
    assert "".join(text[each.start : each.end] for each in pieces(text)) == text


def test_a_mark_that_runs_over_added_line_breaks_still_has_its_own_characters() -> None:
    text = json.dumps({"name": "Alma", "lanes": [1, 2], "colour": "green" * 12})
    quote = text[1:30]
    evidence = StoredEvidence(0, 1, 30, quote)
    run = run_of("x", [text], claim(0, None, said("supported", evidence)))

    (parts,) = run_data(run)["contexts"]

    assert "".join(words for words, _ in marked(parts)) == quote
    assert len(marked(parts)) > 1
    assert text_of(parts) == text
    assert [bit["e"] for bit in bits(parts) if "t" in bit][:-1] == [[]] * (
        len(marked(parts)) - 1
    )


def test_a_table_is_never_folded_inside_a_row() -> None:
    rows = "".join(f"| {at:05} | some words |\n" for at in range(600))
    text = "| No | Words |\n|---|---|\n" + rows
    at = text.index("00300")
    evidence = StoredEvidence(0, at, at + 5, "00300")
    run = run_of("x", [text], claim(0, None, said("supported", evidence)))

    (parts,) = run_data(run)["contexts"]

    assert [part["state"] for part in parts] == ["folded", "open", "folded"]
    assert all(text_of([part]).endswith("\n") for part in parts)
    assert text_of(parts) == text


SENT = {
    "action": "verdict",
    "run": 7,
    "claim": 100,
    "label": "supported",
    "reason": " It is. ",
    "at": 1,
}


def test_a_verdict_is_read() -> None:
    action = read_action(SENT, run=7, claims={100})

    assert action == Action("verdict", 100, "supported", "It is.", 1)


@pytest.mark.parametrize(
    "action", ["next_run", "previous_run", "flag", "search", "undo", "note", "add"]
)
def test_what_is_about_the_run_needs_no_claim(action: str) -> None:
    sent = {"action": action, "run": 7, "at": 3}

    assert read_action(sent, run=7, claims=()) == Action(
        action,  # type: ignore[arg-type]
        None,
        None,
        None,
        3,
    )


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"action": "drop"}, id="an action there is not"),
        pytest.param({"action": ["verdict"]}, id="an action of the wrong kind"),
        pytest.param({"run": 8}, id="another run"),
        pytest.param({"claim": 101}, id="a claim of another run"),
        pytest.param({"claim": "100"}, id="a claim as text"),
        pytest.param({"claim": {"id": 100}}, id="a claim of the wrong kind"),
        pytest.param({"claim": True}, id="a truth for a claim"),
        pytest.param({"claim": None}, id="a verdict on nothing"),
        pytest.param({"label": "unjudged"}, id="a label that nobody gives"),
        pytest.param({"label": None}, id="no label"),
        pytest.param({"label": {}}, id="a label of the wrong kind"),
        pytest.param({"action": "undo"}, id="a label where none belongs"),
        pytest.param({"at": 0}, id="no counter"),
        pytest.param({"at": 2**53}, id="a counter without end"),
        pytest.param({"at": 1.5}, id="a counter of the wrong kind"),
    ],
)
def test_what_is_not_expected_is_ignored(change: dict[str, object]) -> None:
    assert read_action({**SENT, **change}, run=7, claims={100, 1}) is None


@pytest.mark.parametrize("sent", [None, "verdict", 1, [SENT], {}])
def test_what_is_not_even_an_object_is_ignored(sent: object) -> None:
    assert read_action(sent, run=7, claims={100}) is None


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        pytest.param("   ", None, id="blank"),
        pytest.param(5, None, id="no text"),
        pytest.param("a\0b\ud800", "ab?", id="what no database stores"),
        pytest.param("x" * 3_000, "x" * 2_000, id="too long"),
    ],
)
def test_a_reason_is_cut_to_what_can_be_kept(typed: object, kept: str | None) -> None:
    action = read_action({**SENT, "reason": typed}, run=7, claims={100})

    assert action is not None
    assert action.reason == kept


def test_what_is_said_twice_counts_once_and_in_order() -> None:
    inbox = Inbox()
    for at in (1, 1, 2, 1):
        inbox.put({**SENT, "at": at})

    taken = [inbox.take(run=7, claims={100}) for _ in range(3)]

    assert [each and each.at for each in taken] == [1, 2, None]
    assert inbox.heard == 2


def test_what_is_put_back_comes_again_before_the_rest() -> None:
    inbox = Inbox()
    for at in (1, 2):
        inbox.put({**SENT, "at": at})

    first = inbox.take(run=7, claims={100})
    assert first is not None
    first.put_back()
    taken = [inbox.take(run=7, claims={100}) for _ in range(3)]

    assert [each and each.at for each in taken] == [1, 2, None]


def test_what_is_refused_does_not_stand_in_the_way() -> None:
    inbox = Inbox()
    inbox.put({**SENT, "run": 6})
    inbox.put({**SENT, "at": 2})

    taken = inbox.take(run=7, claims={100})

    assert taken == Action("verdict", 100, "supported", "It is.", 2)


def test_its_script_sets_text_and_never_markup() -> None:
    scripts = sorted(Path(alive.__file__).parent.glob("*.js"))
    markup = r"\w+HTML\b|document\.write|eval\(|Function\(|ContextualFragment|srcdoc"

    found = [each.name for each in scripts if re.search(markup, each.read_text())]

    assert {each.stem for each in scripts} == {*alive.SCRIPTS, "search"}
    assert found == []


def alive_page() -> None:
    import streamlit as st

    from dashboard import alive

    run = st.session_state["run"]
    st.session_state["done"] = alive.show(
        run,
        key="alive",
        review=True,
        flagged=False,
        has_next=True,
        has_previous=False,
    )


def test_the_page_gets_the_data_of_a_run_and_nothing_done() -> None:
    app = AppTest.from_function(alive_page)
    app.session_state["run"] = run_of("x", [], claim(0, (0, 1), said("supported")))
    app.run()

    assert not app.exception
    (element,) = app.get("bidi_component")
    data = json.loads(element.proto.json)
    assert (data["run"], data["review"], data["has_next"]) == (7, True, True)
    assert (data["flagged"], data["has_previous"], data["heard"]) == (False, False, 0)
    assert marked(data["output"]) == [("x", [1])]
    assert app.session_state["done"] is None
