"""Batches: every item on its own, in order, and limits in the right direction."""

import asyncio
import threading
from typing import Any

import pytest

from dashboard.scoring.mastra import (
    EvalResult,
    MastraScorer,
    create_hallucination_scorer,
    run_evals,
)


@pytest.fixture
def marks(scripted: Any) -> Any:
    """Make scorers whose judge gives one mark a claim, by the output's own words."""

    class MarkJudge(scripted):  # type: ignore[misc]
        async def extract(self, sample: Any) -> Any:
            self.claims = list(sample.output.split()[0])
            return await super().extract(sample)

        async def decide(self, sample: Any, claims: Any) -> Any:
            self.rounds = ["".join(claim.text for claim in claims.values())]
            return await super().decide(sample, claims)

    def make(id: str = "marks", **options: Any) -> MastraScorer:
        return create_hallucination_scorer(
            MarkJudge(), {"context": ["Something."], "scale": 1, **options}, id=id
        )

    return make


def evaluate(data: Any, scorers: Any, target: Any = None, **options: Any) -> EvalResult:
    return asyncio.run(run_evals(data, scorers, target, **options))


def same(input: str) -> str:
    return input


def test_results_come_in_the_order_of_the_data_with_mean_median_and_n(
    marks: Any,
) -> None:
    scorer = marks()
    seen: list[tuple[str, float]] = []

    async def slowest_first(input: str) -> dict[str, str]:
        for _ in range(50 if input == "cs" else 1):
            await asyncio.sleep(0)
        return {"text": input}

    def on_item_complete(item: Any, scorer_results: Any) -> None:
        seen.append((item["input"], scorer_results["marks"].score))

    result = evaluate(
        [{"input": "cs"}, {"input": "css"}, {"input": "c"}, {"input": "s"}],
        [scorer],
        slowest_first,
        concurrency=4,
        on_item_complete=on_item_complete,
    )

    assert [i.scorer_results["marks"].score for i in result.items] == [0.5, 0.33, 1, 0]
    assert [item.index for item in result.items] == [0, 1, 2, 3]
    assert seen[-1] == ("cs", 0.5)
    assert sorted(seen) == [("c", 1.0), ("cs", 0.5), ("css", 0.33), ("s", 0.0)]
    assert result.scores == {"marks": (0.5 + 0.33 + 1 + 0) / 4}
    statistics = result.statistics["marks"]
    assert (statistics.n, statistics.median) == (4, (0.33 + 0.5) / 2)
    assert statistics.mean_share == pytest.approx((1 / 2 + 1 / 3 + 1) / 4, abs=1e-15)
    assert result.model_dump(by_alias=True)["summary"] == {
        "totalItems": 4,
        "failedItems": 0,
    }


def test_reproduced_the_published_mean(marks: Any) -> None:
    result = evaluate(["cccss", "ccccc"], [marks()], same)

    assert result.scores == {"marks": 0.8}


def test_one_failing_item_never_stops_the_others(marks: Any) -> None:
    def target(input: str) -> object:
        if input == "boom":
            raise LookupError("no such topic")
        return 42 if input == "odd" else input

    def on_item_complete(target_result: object) -> None:
        if target_result == "ss":
            raise ValueError("cannot write the report")

    result = evaluate(
        ["c", "boom", "odd", "ss"],
        [marks("one"), marks("two")],
        target,
        on_item_complete=on_item_complete,
    )

    assert [sorted(item.scorer_results) for item in result.items] == [
        ["one", "two"],
        [],
        [],
        ["one", "two"],
    ]
    assert [(f.index, f.where) for f in result.failures] == [
        (1, "target"),
        (2, "one"),
        (2, "two"),
        (3, "on_item_complete"),
    ]
    assert result.failures[0].error == "no such topic"
    assert "output must be a text" in result.failures[1].error
    assert result.scores == {"one": 0.5, "two": 0.5}
    assert result.statistics["one"].n == 2
    assert result.summary.failed_items == 3


def test_items_bring_context_ground_truth_and_request_context(scripted: Any) -> None:
    scorer = create_hallucination_scorer(
        scripted(["A."], ["s"]), context=["The scorer's."], id="static"
    )
    hooked = create_hallucination_scorer(
        scripted(["A."], ["s"]),
        get_context=lambda run: [f"{run.ground_truth}, {run.request_context['user']}"],
        id="hooked",
    )
    item = {
        "input": "How?",
        "context": ["The item's."],
        "ground_truth": "7 towers",
        "request_context": {"user": "Ada"},
        "run_id": "run-7",
    }

    (done,) = evaluate([item], [scorer, hooked], lambda _: "A.").items

    used = {id: r.result.sample.context for id, r in done.scorer_results.items()}
    assert used == {"static": ("The item's.",), "hooked": ("7 towers, Ada",)}
    assert done.scorer_results["static"].run_id == "run-7"
    assert done.scorer_results["static"].result.sample.input == "How?"


def test_without_a_target_the_items_bring_their_outputs(marks: Any) -> None:
    result = evaluate([{"output": "cs"}, {"input": "no output"}], [marks()])

    assert result.scores == {"marks": 0.5}
    assert [f.error for f in result.failures] == [
        "without a target every item needs an output"
    ]


def test_sync_targets_run_at_the_same_time(marks: Any) -> None:
    together = threading.Barrier(3, timeout=30)

    def target(input: str) -> str:
        together.wait()
        return input

    result = evaluate(["c", "s", "s"], [marks()], target, concurrency=3)

    assert result.failures == []


def test_only_scored_items_count_and_the_others_are_said_to_be_left_out(
    marks: Any,
) -> None:
    data = [{"output": "cs"}, {"output": "c-"}, {"output": " "}]

    usual = evaluate(data, [marks()]).statistics["marks"]
    every = evaluate(data, [marks()], include_others=True).statistics["marks"]

    assert (usual.n, usual.mean) == (1, 0.5)
    assert usual.left_out == {"partial": 1, "no_claims": 1}
    assert (every.n, every.mean, every.left_out) == (3, 0.5, {})


def test_a_mean_over_nothing_is_nothing_and_passes_no_limit(marks: Any) -> None:
    result = evaluate(
        [{"output": 42}], [{"scorer": marks(), "threshold": 1.0}]
    )  # fmt: skip

    assert result.scores == {"marks": None}
    assert result.statistics["marks"].median is None
    assert result.threshold_results["marks"].passed is False
    assert result.verdict == "failed"


@pytest.mark.parametrize(
    ("threshold", "passed", "verdict"),
    [
        pytest.param(0.5, True, "passed", id="at the limit"),
        pytest.param(0.49, False, "scored", id="above the limit"),
        pytest.param({"max": 1}, True, "passed", id="as an object"),
    ],
)
def test_improved_a_threshold_is_the_largest_share_whatever_the_scale(
    marks: Any, threshold: Any, passed: bool, verdict: str
) -> None:
    scorer = {"scorer": marks(scale=10), "threshold": threshold}

    result = evaluate([{"output": "cs"}], [scorer])

    assert result.scores == {"marks": 5.0}
    assert result.threshold_results["marks"].mean_share == 0.5
    assert (result.threshold_results["marks"].passed, result.verdict) == (
        passed,
        verdict,
    )


def test_what_is_left_out_of_a_mean_still_counts_against_a_limit(
    scripted: Any,
) -> None:
    judge = scripted(["A."], ["s"])
    scorer = create_hallucination_scorer(judge, context=["Something."])
    data = [{"output": "A."}, {"output": "A.", "context": []}]

    result = evaluate(data, [{"scorer": scorer, "threshold": 0.2}])

    assert result.scores == {"hallucination-scorer": 0.0}
    assert result.verdict == "scored"


@pytest.mark.parametrize(
    ("threshold", "why"),
    [
        ({"min": 0.5}, "a threshold is the largest share that passes"),
        ({"min": 0, "max": 0.5}, "a threshold is the largest share that passes"),
        (3, "a share from 0"),
        (float("nan"), "a share from 0"),
        (True, "a share from 0"),
        ("0.5", "a share from 0"),
    ],
)
def test_a_threshold_that_means_nothing_is_refused(
    marks: Any, threshold: Any, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        evaluate([{"output": "c"}], [{"scorer": marks(), "threshold": threshold}])


def test_reproduced_nothing_to_do_is_refused(marks: Any) -> None:
    with pytest.raises(ValueError, match="data holds no items"):
        evaluate([], [marks()], same)
    with pytest.raises(ValueError, match="scorers holds none"):
        evaluate(["c"], [], same)
    with pytest.raises(ValueError, match="concurrency must be at least 1"):
        evaluate(["c"], [marks()], same, concurrency=0)


def test_improved_two_scorers_of_one_id_are_refused(marks: Any) -> None:
    with pytest.raises(ValueError, match="several scorers have the id 'marks'"):
        evaluate(["c"], [marks(), marks()], same)
