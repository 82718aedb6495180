"""Steps, numbers and malformed replies: the published tables, row by row.

Each row says whether it is reproduced, or improved as `scorer-spec` says.
"""

import json
import math
from collections.abc import Sequence
from typing import Any

import pytest

from dashboard.scoring.mastra import (
    MastraScorer,
    ScorerRunError,
    create_hallucination_scorer,
    round_to_two_decimals,
)

CONTEXT = ["The bridge opened in 1937. It has 2 towers. It is red."]
OUTPUT = "The bridge opened in 1938. It has 3 towers. It is blue."
CLAIMS = json.dumps({"claims": ["1", "2", "3"]})


def verdict(n: int, label: str = "contradicted", **more: Any) -> dict[str, Any]:
    return {"n": n, "quote": "", "label": label, "why": "because"} | more


def verdicts(*items: object) -> str:
    return json.dumps({"verdicts": items})


ALL_BAD = verdicts(verdict(1), verdict(2), verdict(3))


def scorer_at(stub: Any, **options: Any) -> MastraScorer:
    return create_hallucination_scorer(
        "openai/stub", api_base=stub.url, context=CONTEXT, **options
    )


def asked(stub: Any) -> list[str]:
    """Return what the model was asked for, in order."""
    names = []
    for request in stub.requests:
        user = request.user
        parts = ("score", "claims", "output")
        names.append(next(p for p in parts if f" {p}\n" in user))
    return names


@pytest.mark.parametrize(
    ("number", "rounded"),
    [
        (1.005, 1.01),
        (0.335, 0.34),
        (0.145, 0.15),
        (0.005, 0.01),
        (66.665, 66.67),
        (1 / 3, 0.33),
        (2 / 3, 0.67),
        (0.0, 0.0),
        (1.0, 1.0),
        (1e300, 1e300),
    ],
)
def test_reproduced_scores_are_rounded_half_up(number: float, rounded: float) -> None:
    assert round_to_two_decimals(number) == rounded


@pytest.mark.parametrize(
    ("claims", "rounds", "scale", "score", "verdicts_given"),
    [
        pytest.param(3, ["css"], 1, 0.33, "ynn", id="reproduced: 1 of 3"),
        pytest.param(3, ["sss"], 1, 0.0, "nnn", id="reproduced: none of 3"),
        pytest.param(3, ["cuc"], 1, 1.0, "yyy", id="reproduced: unsupported counts"),
        pytest.param(3, ["css"], 10, 3.33, "ynn", id="reproduced: scaled first"),
        pytest.param(3, ["cus"], 100, 66.67, "yyn", id="reproduced: 2 of 3 of 100"),
        pytest.param(0, [], 1, 0.0, "", id="reproduced: no claims"),
        pytest.param(0, ["c"], 1, 0.0, "", id="improved: a stray yes counts nothing"),
        pytest.param(1, ["csss"], 1, 1.0, "y", id="improved: extra verdicts dropped"),
        pytest.param(
            3, ["s", "-c", "--u"], 1, 0.67, "nyy", id="improved: missing asked again"
        ),
    ],
)  # fmt: skip
def test_numbers(
    scripted: Any,
    claims: int,
    rounds: Sequence[str],
    scale: float,
    score: float,
    verdicts_given: str,
) -> None:
    judge = scripted([f"Claim {n}." for n in range(claims)], rounds)
    scorer = create_hallucination_scorer(judge, scale=scale, context=["Something."])

    result = scorer.run_sync("Claims.")

    assert result.score == score
    given = [verdict.verdict for verdict in result.analyze_step_result.verdicts]
    assert given == [{"y": "yes", "n": "no"}[mark] for mark in verdicts_given]


def test_improved_what_stays_missing_makes_the_run_partial(scripted: Any) -> None:
    judge = scripted(["A.", "B.", "C.", "D."], ["c", "", ""])
    scorer = create_hallucination_scorer(judge, context=["Something."])

    result = scorer.run_sync("Claims.")

    assert result.score == 1.0
    assert (result.result.status, result.result.coverage) == ("partial", 0.25)
    assert "3 claims could not be judged" in result.reason


@pytest.mark.parametrize("scale", [0, -1, math.nan, math.inf])
def test_improved_a_scale_that_means_nothing_is_refused(scale: float) -> None:
    with pytest.raises(ValueError, match="scale must be a positive finite number"):
        create_hallucination_scorer("offline", scale=scale)


def test_reproduced_three_steps_each_with_its_prompt(stub: Any) -> None:
    result = scorer_at(stub).run_sync(OUTPUT, input="Tell me of the bridge.")

    published = result.model_dump(by_alias=True)
    assert asked(stub) == ["output", "claims", "score"]
    sent = [
        "\n\n".join(m["content"] for m in r.body["messages"]) for r in stub.requests
    ]
    assert published["preprocessPrompt"] == sent[0]
    assert published["analyzePrompt"] == sent[1]
    assert published["generateReasonPrompt"] == sent[2]
    assert published["score"] == 0.67
    assert published["reason"] == "The score is what the verdicts say."
    assert CONTEXT[0] in sent[1]
    assert "Tell me of the bridge." in sent[2]
    assert list(published) == [
        "runId",
        "preprocessStepResult",
        "preprocessPrompt",
        "analyzeStepResult",
        "analyzePrompt",
        "score",
        "reason",
        "generateReasonPrompt",
    ]
    assert published["preprocessStepResult"] == {
        "claims": ["The bridge opened in 1938.", "It has 3 towers.", "It is blue."]
    }
    assert [v["verdict"] for v in published["analyzeStepResult"]["verdicts"]] == [
        "yes",
        "yes",
        "no",
    ]


def test_improved_empty_outputs_and_missing_contexts_ask_less(stub: Any) -> None:
    empty = scorer_at(stub).run_sync("  ")
    nothing = create_hallucination_scorer(
        "openai/stub", api_base=stub.url
    ).run_sync(OUTPUT)  # fmt: skip

    assert (empty.score, empty.result.status) == (0.0, "no_claims")
    assert (nothing.score, nothing.result.status) == (1.0, "no_context")
    assert asked(stub) == ["output"]


def test_reproduced_the_hook_wins_over_the_static_context(stub: Any) -> None:
    calls: list[dict[str, Any]] = []

    async def get_context(**given: Any) -> list[str]:
        calls.append(given)
        return ["The bridge opened in 1938, has 3 towers and is blue."]

    result = scorer_at(stub, get_context=get_context).run_sync(
        OUTPUT, ground_truth="2 towers", request_context={"user": 7}, run_id="run-1"
    )

    (given,) = calls  # improved: once, not twice
    assert given["step"] == "analyze"
    assert given["score"] is None
    assert given["results"]["preprocess_step_result"]["claims"][1] == "It has 3 towers."
    assert given["run"].output == OUTPUT
    assert given["run"]["ground_truth"] == "2 towers"
    assert given["run"].request_context == {"user": 7}
    assert result.run_id == given["run"].run_id == "run-1"
    assert "1938, has 3 towers" in str(result.analyze_prompt)
    assert CONTEXT[0] not in str(result.analyze_prompt)
    assert (result.score, asked(stub)) == (0.0, ["output", "claims", "score"])


@pytest.mark.parametrize(
    "hook",
    [
        lambda run, results, score, step: [f"{run.input} {step} {score} {results}"[:5]],
        lambda run, **_: [run.input],
        lambda params: [params["run"].input],
        lambda given: given.run.input,
        lambda: "fact!",
    ],
)
def test_improved_a_hook_takes_what_it_names(scripted: Any, hook: Any) -> None:
    scorer = create_hallucination_scorer(scripted(["A."], ["s"]), get_context=hook)

    result = scorer.run_sync("A.", input="fact!")

    assert result.result.sample.context == ("fact!",)


@pytest.mark.parametrize(
    ("context", "written"),
    [
        pytest.param("One text.", ("One text.",), id="a text"),
        pytest.param({"t": 21}, ('{\n  "t": 21\n}',), id="an object"),
        pytest.param(["One.", {"t": 21}], ("One.", '{\n  "t": 21\n}'), id="both"),
    ],
)
def test_improved_texts_and_objects_are_contexts(
    scripted: Any, context: object, written: tuple[str, ...]
) -> None:
    static = create_hallucination_scorer(scripted(["A."], ["s"]), context=context)
    hooked = create_hallucination_scorer(
        scripted(["A."], ["s"]), get_context=lambda: context
    )

    assert static.run_sync("A.").result.sample.context == written
    assert hooked.run_sync("A.").result.sample.context == written


def no_context() -> None:
    """Forgets to return anything."""


@pytest.mark.parametrize(
    ("hook", "why"),
    [
        pytest.param(no_context, "it returned nothing", id="nothing"),
        pytest.param(lambda: [object()], "must be text or an object", id="odd items"),
        pytest.param(lambda: 1 / 0, "division by zero", id="reproduced: it raises"),
    ],
)
def test_improved_a_hook_that_gives_no_context_fails_the_run_with_a_sentence(
    scripted: Any, hook: Any, why: str
) -> None:
    scorer = create_hallucination_scorer(scripted(["A."], ["s"]), get_context=hook)

    with pytest.raises(ScorerRunError, match=why) as failed:
        scorer.run_sync("A.")

    assert failed.value.failed_step == "analyze"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"contxt": []}, "unknown options contxt; known are scale, context"),
        ({"context": [object()]}, "context item 1 must be text or an object"),
        ({"get_context": ["a"]}, "get_context must be a function"),
        ({"answer": "middle"}, "answer must be 'all', 'first' or 'last'"),
    ],
)
def test_improved_options_are_checked_when_they_are_given(
    options: dict[str, Any], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        create_hallucination_scorer("offline", options)


@pytest.mark.parametrize(
    "wrapping",
    [
        pytest.param("```json\n{}\n```", id="reproduced: a fence"),
        pytest.param("Here you are:\n{}\nAnything else?", id="reproduced: prose"),
        pytest.param("<think>Hm {{.</think>{}", id="reproduced: thoughts"),
        pytest.param("{}", id="reproduced: bare"),
    ],
)
def test_a_wrapped_reply_is_read(stub: Any, stub_server: Any, wrapping: str) -> None:
    wrapped = wrapping.replace("{{", "{").replace("{}", ALL_BAD)
    stub.script.extend([stub_server.said(CLAIMS), stub_server.said(wrapped)])

    assert scorer_at(stub).run_sync(OUTPUT).score == 1.0
    assert asked(stub) == ["output", "claims", "score"]


TWO_OF_THREE = ALL_BAD[: ALL_BAD.index('{"n": 3') + 30]


@pytest.mark.parametrize(
    ("reply", "finish"),
    [
        pytest.param(TWO_OF_THREE, "stop", id="improved: cut off unnoticed"),
        pytest.param(TWO_OF_THREE, "length", id="improved: cut off"),
        pytest.param(
            verdicts(verdict(1), verdict(2), {"n": 3, "why": "no label"}),
            "stop",
            id="improved: a verdict without a label",
        ),
        pytest.param(
            verdicts(verdict(1), verdict(2), verdict(3, "unsure")),
            "stop",
            id="improved: a word that is no label",
        ),
        pytest.param(
            verdicts(verdict(1), verdict(2), verdict(3, "YES ")),
            "stop",
            id="improved: an answer to an unknown question",
        ),
        pytest.param(
            verdicts(verdict(1), verdict(2), verdict(7)),
            "stop",
            id="improved: a verdict on no claim",
        ),
    ],
)
def test_what_is_lost_of_a_reply_is_asked_again(
    stub: Any, stub_server: Any, reply: str, finish: str
) -> None:
    stub.script.extend(
        [
            stub_server.said(CLAIMS),
            stub_server.said(reply, finish),
            stub_server.said(verdicts(verdict(3, "supported"))),
        ]
    )

    result = scorer_at(stub).run_sync(OUTPUT)

    assert (result.score, result.result.status) == (0.67, "scored")
    assert asked(stub)[:2] == ["output", "claims"]
    assert "3. It is blue." in stub.requests[2].user


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(verdicts(verdict(1, "Contradicted "), verdict(2, "UNSUPPORTED"),
                              verdict(3, "not supported")),
                     id="improved: labels in any case, and their synonyms"),
        pytest.param(json.dumps([verdict(1), verdict(2), verdict(3)]),
                     id="improved: a bare list"),
        pytest.param(verdicts(*({"claim": n, "n": n, "hallucinated": True}
                                for n in (1, 2, 3))),
                     id="improved: plain answers to a plain question"),
    ],
)  # fmt: skip
def test_other_shapes_are_read_once_and_leniently(
    stub: Any, stub_server: Any, reply: str
) -> None:
    stub.script.extend([stub_server.said(CLAIMS), stub_server.said(reply)])

    result = scorer_at(stub).run_sync(OUTPUT)

    assert (result.score, result.result.coverage) == (1.0, 1.0)


def test_reproduced_a_bad_reply_then_a_good_one(stub: Any, stub_server: Any) -> None:
    stub.script.extend([stub_server.said("No."), stub_server.said(CLAIMS)])

    result = scorer_at(stub).run_sync(OUTPUT)

    assert result.score == 0.67
    claims_calls = [c for c in result.result.calls if c.step == "claims"]
    assert [call.attempt for call in claims_calls] == [1, 2]


def test_reproduced_no_usable_reply_rejects_the_run(stub: Any) -> None:
    stub.answer = lambda _: "I would rather talk about something else."

    with pytest.raises(ScorerRunError) as failed:
        scorer_at(stub).run_sync(OUTPUT)

    assert failed.value.failed_step == "preprocess"
    assert failed.value.result is not None
    assert failed.value.result.share is None
    assert failed.value.result.calls


def test_reproduced_a_step_that_fails_keeps_those_before(
    stub: Any, stub_server: Any
) -> None:
    def answer(body: dict[str, Any]) -> Any:
        reply = stub_server.honest(body)
        return stub_server.failed(401) if '"verdicts"' in reply else reply

    stub.answer = answer

    with pytest.raises(ScorerRunError) as failed:
        scorer_at(stub).run_sync(OUTPUT)

    assert failed.value.failed_step == "analyze"
    assert failed.value.result is not None
    assert len(failed.value.result.claims) == 3


def test_improved_a_reason_that_fails_never_loses_the_score(
    stub: Any, stub_server: Any
) -> None:
    def answer(body: dict[str, Any]) -> Any:
        reply = stub_server.honest(body)
        return stub_server.failed(401) if "verdicts say" in reply else reply

    stub.answer = answer

    result = scorer_at(stub).run_sync(OUTPUT)

    assert result.score == 0.67
    assert result.reason.startswith("The score is 0.67: 2 of 3 claims")


@pytest.mark.parametrize(
    ("options", "reasons"),
    [({}, 1), ({"reason": "template"}, 0), ({"mode": "fast"}, 1)],
)
def test_a_model_writes_the_reason_unless_told_not_to(
    stub: Any, options: dict[str, Any], reasons: int
) -> None:
    result = scorer_at(stub, **options).run_sync(OUTPUT)

    assert asked(stub).count("score") == reasons
    assert (result.generate_reason_prompt is not None) == bool(reasons)
    assert result.analyze_prompt is not None
