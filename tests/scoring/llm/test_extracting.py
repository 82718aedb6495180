"""Which claims an output makes: numbered, placed, and never quietly fewer."""

import json
import subprocess
import sys
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer, Result, Sample
from dashboard.scoring.llm.sentences import split_sentences

OUTPUT = "The bridge opened in 1937, and it is red. Is it long? It is 27 m wide."
CONTEXT = ["The bridge opened in 1937. It is red. It is 27 m wide."]


def score(stub: Any, output: str = OUTPUT, **options: Any) -> Result:
    return HallucinationScorer("openai/stub", api_base=stub.url, **options).score(
        Sample(output, CONTEXT)
    )


def claims_from(stub: Any, stub_server: Any, *claims: Any) -> Result:
    stub.script.append(stub_server.said(json.dumps({"claims": claims})))
    return score(stub)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        pytest.param(
            "One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"], id="plain"
        ),
        pytest.param(
            "Dr. Smith met J. Doe. He left.",
            ["Dr. Smith met J. Doe.", "He left."],
            id="abbreviations",
        ),
        pytest.param(
            "It is 3.5 m, i.e. long. Yes.",
            ["It is 3.5 m, i.e. long.", "Yes."],
            id="numbers",
        ),
        pytest.param("一つ。二つ！三つ", ["一つ。", "二つ！", "三つ"], id="Japanese"),
        pytest.param("- one\n- two\n\nthree", ["- one", "- two", "three"], id="lines"),
        pytest.param("“Go.” He went.", ["“Go.”", "He went."], id="quotes"),
        pytest.param("…  ", ["…"], id="dots"),
    ],
)
def test_a_text_is_cut_into_sentences(text: str, sentences: list[str]) -> None:
    pieces = split_sentences(text)

    assert [piece.text for piece in pieces] == sentences
    assert [text[piece.start : piece.end] for piece in pieces] == sentences


@pytest.mark.parametrize(
    ("named", "text", "place"),
    [
        pytest.param("3", "It is 27 m wide.", "It is 27 m wide.", id="a number"),
        pytest.param(3, "It is 27 m wide.", "It is 27 m wide.", id="a bare number"),
        pytest.param("[3]", "It is 27 m wide.", "It is 27 m wide.", id="in brackets"),
        pytest.param(
            "1: The bridge is red.",
            "The bridge is red.",
            "The bridge opened in 1937, and it is red.",
            id="in other words",
        ),
        pytest.param("1: it is red", "it is red", "it is red", id="in its own words"),
        pytest.param("1. it is red", "it is red", "it is red", id="like a list"),
        pytest.param(
            "It is 27 m wide", "It is 27 m wide", "It is 27 m wide", id="words alone"
        ),
        pytest.param(
            "The bridge is 27 m wide",
            "The bridge is 27 m wide",
            "It is 27 m wide.",
            id="other words alone",
        ),
        pytest.param("Dogs bark.", "Dogs bark.", None, id="from nowhere"),
        pytest.param(
            {"claim": "3"}, "It is 27 m wide.", "It is 27 m wide.", id="an object"
        ),
    ],
)
def test_a_claim_is_tied_to_its_place(
    stub: Any, stub_server: Any, named: Any, text: str, place: str | None
) -> None:
    (claim,) = claims_from(stub, stub_server, named).claims

    assert claim.text == text
    if place is None:
        assert (claim.start, claim.end) == (None, None)
    else:
        assert OUTPUT[claim.start : claim.end] == place


def test_a_claim_that_begins_with_a_number_is_not_taken_for_a_sentence(
    stub: Any, stub_server: Any
) -> None:
    output = "It was on 3. Oktober 1990. Fine. Good."
    stub.script.append(stub_server.said('{"claims": ["3. Oktober 1990", "2"]}'))

    result = score(stub, output)

    assert [claim.text for claim in result.claims] == ["3. Oktober 1990", "Fine."]


@pytest.mark.parametrize(
    "claims",
    [
        pytest.param(["1", "9"], id="a sentence that is not there"),
        pytest.param(["0", "1"], id="counted from zero"),
        pytest.param(["1", {"foo": "It is red."}], id="an item of no known shape"),
        pytest.param(["1", ["It is red."]], id="a list in the list"),
        pytest.param(["1", True], id="true"),
    ],
)
def test_a_list_with_an_item_that_cannot_be_understood_is_asked_for_again(
    stub: Any, stub_server: Any, claims: list[Any]
) -> None:
    result = claims_from(stub, stub_server, *claims)

    assert result.calls[0].error is not None
    assert result.calls[0].error.startswith("unreadable: ")
    assert len(result.claims) == 3


def test_claims_named_twice_count_once(stub: Any, stub_server: Any) -> None:
    result = claims_from(stub, stub_server, "3", "3", "3: It is 27 m wide.", "", None)

    assert [claim.text for claim in result.claims] == ["It is 27 m wide."]


def test_an_empty_list_is_believed_only_the_second_time(
    stub: Any, stub_server: Any
) -> None:
    stub.script.extend([stub_server.said('{"claims": []}')] * 2)

    result = score(stub)

    assert (result.status, result.share, len(result.calls)) == ("no_claims", 0.0, 2)
    assert stub.requests[1].user.endswith("If the output asserts anything, name it.")


def test_a_lost_list_of_claims_is_found_the_second_time(
    stub: Any, stub_server: Any
) -> None:
    assert claims_from(stub, stub_server).status == "scored"


def test_questions_alone_claim_nothing_and_are_asked_about_once(
    stub: Any, stub_server: Any
) -> None:
    stub.script.append(stub_server.said('{"claims": []}'))

    result = score(stub, "Is it red? How long is it?")

    assert (result.status, len(result.calls)) == ("no_claims", 1)


@pytest.mark.parametrize("output", ["", " \n\t "])
def test_nothing_is_asked_about_an_empty_output(stub: Any, output: str) -> None:
    result = score(stub, output)

    assert (result.status, result.share, stub.requests) == ("no_claims", 0.0, [])


@pytest.mark.parametrize("mode", ["thorough", "fast"])
def test_without_a_context_claims_alone_are_asked_for(stub: Any, mode: Any) -> None:
    scorer = HallucinationScorer("openai/stub", mode=mode, api_base=stub.url)

    result = scorer.score(Sample(OUTPUT, [" "]))

    assert (result.status, result.share, len(result.calls)) == ("no_context", 1.0, 1)
    assert "context" not in stub.requests[0].user


def test_a_short_output_is_read_with_its_question(stub: Any) -> None:
    scorer = HallucinationScorer("openai/stub", api_base=stub.url)

    scorer.score(Sample("In 1937.", CONTEXT, "When did the bridge open?"))

    assert " question\nWhen did the bridge open?\n" in stub.requests[0].user


def test_fast_claims_whose_verdicts_disagree_are_judged_again(
    stub: Any, stub_server: Any
) -> None:
    claims = [
        {"claim": "3", "why": "27 m wide", "label": "supported"},
        {"claim": "3", "why": "", "label": "contradicted"},
    ]
    stub.script.append(stub_server.said(json.dumps({"claims": claims})))

    result = score(stub, mode="fast")

    assert [call.step for call in result.calls] == ["claims", "verdicts"]
    assert result.share == 0.0


@pytest.mark.parametrize(
    ("label", "why", "reason", "quote", "invented"),
    [
        pytest.param(
            "supported",
            "27 m wide",
            "The context says “27 m wide”.",
            "27 m wide",
            None,
            id="a quote",
        ),
        pytest.param(
            "contradicted",
            "30 m wide in all",
            "The context says otherwise.",
            None,
            "30 m wide in all",
            id="an invented quote",
        ),
        pytest.param(
            "unsupported",
            "no width given",
            "no width given",
            None,
            None,
            id="what is missing",
        ),
    ],
)
def test_what_fast_verdicts_rest_on_is_looked_up(
    stub: Any,
    stub_server: Any,
    label: str,
    why: str,
    reason: str,
    quote: str | None,
    invented: str | None,
) -> None:
    claim = {"claim": "3", "why": why, "label": label}
    stub.script.append(stub_server.said(json.dumps({"claims": [claim]})))

    (judged,) = score(stub, mode="fast").claims

    verdict = judged.verdict
    assert (verdict.label, verdict.reason) == (label, reason)
    assert (verdict.evidence.quote if verdict.evidence else None) == quote
    assert verdict.invented_quote == invented


@pytest.mark.parametrize(
    ("claim", "quote", "kind"),
    [
        ("It opened in 1938.", "opened in 1937", "date"),
        ("It is 30 m wide.", "27 m wide", "number"),
        ("It is blue.", "It is red.", "other"),
    ],
)
def test_the_kind_of_a_conflict_follows_from_its_evidence(
    stub: Any, stub_server: Any, claim: str, quote: str, kind: str
) -> None:
    verdict = {"n": 1, "quote": quote, "label": "contradicted", "why": "no"}
    stub.script.extend(
        [
            stub_server.said(json.dumps({"claims": [claim]})),
            stub_server.said(json.dumps({"verdicts": [verdict]})),
        ]
    )

    assert score(stub).claims[0].verdict.kind == kind


def test_neither_the_scorer_nor_naming_a_model_imports_litellm() -> None:
    code = (
        "import sys\n"
        "from dashboard.scoring import HallucinationScorer\n"
        "assert not {'litellm', 'pydantic'} & sys.modules.keys()\n"
        "HallucinationScorer('openai/gpt-5-mini')\n"
        "assert 'litellm' not in sys.modules"
    )

    subprocess.run([sys.executable, "-c", code], check=True)
