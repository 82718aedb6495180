import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dashboard.estimate import Estimate, ModelFacts, estimate
from dashboard.kept_estimates import replies_are_kept
from dashboard.scoring import HallucinationScorer, Sample
from dashboard.scoring.llm.cache import MemoryCache

BRIDGE = Sample(
    "The bridge opened in 1937. It is painted orange.",
    ["The Golden Gate Bridge opened in 1937."],
    "Tell me about the bridge.",
)
FACTS = ModelFacts(count=len, cost_in=1.0, cost_out=10.0, call_s=2.0)
"""Characters for tokens, and prices by which any slip shows."""


def test_the_offline_judge_costs_nothing_and_takes_its_time_for_each_claim() -> None:
    found = estimate([BRIDGE] * 10, judge="offline", concurrency=2, offline_s=0.5)

    assert found == Estimate(
        samples=10,
        read=10,
        cached=0,
        claims=20,
        calls=0,
        tokens_in=0,
        schema_tokens=0,
        tokens_out=0,
        cost=0.0,
        time_s=5.0,
    )


def test_what_nobody_knows_is_unknown_and_not_zero() -> None:
    offline = estimate([BRIDGE], judge="offline")
    model = estimate([BRIDGE], judge="openai/new", facts=ModelFacts(cost_in=1.0))

    assert offline.time_s is None
    assert model.cost is None


@pytest.mark.parametrize(
    ("mode", "reason", "calls"),
    [
        pytest.param("thorough", "template", 2, id="claims, then verdicts"),
        pytest.param("fast", "template", 1, id="both at once"),
        pytest.param("thorough", "judge", 3, id="and a reason"),
        pytest.param("fast", "judge", 2, id="both at once and a reason"),
    ],
)
def test_calls_follow_from_mode_and_reason(mode: Any, reason: Any, calls: int) -> None:
    found = estimate([BRIDGE] * 3, judge="a/b", mode=mode, reason=reason)

    assert (found.claims, found.calls) == (6, 3 * calls)


def test_repeated_votes_repeat_the_verdicts_alone() -> None:
    thorough = estimate([BRIDGE], judge="a/b", repeat=3)
    fast = estimate([BRIDGE], judge="a/b", repeat=3, mode="fast")

    assert (thorough.calls, fast.calls) == (4, 3)


@pytest.mark.parametrize(
    ("sample", "claims", "calls"),
    [
        pytest.param(Sample(" ", ["C"]), 0, 0, id="nothing said"),
        pytest.param(Sample("The bridge opened in 1937."), 1, 1, id="no context"),
        pytest.param(Sample("1937", ["C"]), 1, 2, id="a bare answer"),
        pytest.param(
            Sample(" ".join(f"It cost {n} crowns." for n in range(100, 113)), ["C"]),
            13,
            3,
            id="more claims than one request takes",
        ),
    ],
)
def test_calls_that_will_not_be_made_are_not_counted(
    sample: Sample, claims: int, calls: int
) -> None:
    found = estimate([sample], judge="a/b")

    assert (found.claims, found.calls) == (claims, calls)


def test_samples_without_a_context_are_counted_in_all() -> None:
    samples = [BRIDGE, Sample("It opened."), Sample("It opened.", [" "])]

    assert estimate(samples, judge="offline").no_context == 2


def test_the_cost_is_of_all_tokens_by_their_price() -> None:
    found = estimate([BRIDGE], judge="a/b", facts=FACTS)

    tokens_in = found.tokens_in + found.schema_tokens
    assert found.cost == tokens_in * 1.0 + found.tokens_out * 10.0
    assert min(found.tokens_in, found.schema_tokens, found.tokens_out) > 0


def test_what_is_in_the_cache_is_free() -> None:
    other = Sample("The tower is 300 metres high.", ["The tower is 330 metres high."])
    samples = [BRIDGE, other]

    half = estimate(samples, judge="a/b", facts=FACTS, is_cached=lambda s: s is BRIDGE)
    whole = estimate(samples, judge="a/b", facts=FACTS, is_cached=lambda _: True)

    assert (half.cached, half.claims, half.calls) == (1, 3, 2)
    assert (whole.cached, whole.calls, whole.tokens_in, whole.cost, whole.time_s) == (
        2,
        0,
        0,
        0.0,
        0.0,
    )


@pytest.mark.parametrize(
    ("count", "concurrency", "time_s"),
    [
        pytest.param(10, 1, 40.0, id="one call after the other"),
        pytest.param(10, 4, 10.0, id="four at a time"),
        pytest.param(2, 32, 4.0, id="never less than the steps of one sample"),
    ],
)
def test_the_time_is_that_of_all_calls_at_the_concurrency(
    count: int, concurrency: int, time_s: float
) -> None:
    found = estimate(
        [BRIDGE] * count, judge="a/b", facts=FACTS, concurrency=concurrency
    )

    assert found.time_s == time_s


def test_a_few_samples_stand_for_many() -> None:
    read = estimate([BRIDGE] * 200, judge="a/b", facts=FACTS)
    many = estimate([BRIDGE] * 100_000, judge="a/b", facts=FACTS)

    assert (read.read, many.read) == (200, 200)
    assert (many.samples, many.claims, many.calls) == (100_000, 200_000, 200_000)
    assert many.tokens_in == 500 * read.tokens_in


def test_what_is_not_read_is_reckoned_by_its_length() -> None:
    longer = Sample(" ".join([BRIDGE.output] * 3), BRIDGE.context)
    alternating = [BRIDGE, longer] * 200

    found = estimate(alternating, judge="a/b")

    assert found.read == 200
    assert found.claims == 200 * 2 + 200 * 6


def test_an_empty_file_takes_nothing() -> None:
    found = estimate([], judge="a/b")

    assert (found.samples, found.calls, found.cost, found.time_s) == (0, 0, None, 0.0)


def test_a_concurrency_below_one_has_no_meaning() -> None:
    with pytest.raises(ValueError, match="concurrency must be at least 1, got 0"):
        estimate([BRIDGE], judge="a/b", concurrency=0)


@pytest.fixture
def stub() -> Iterator[Any]:
    path = Path(__file__).parents[1] / "scoring" / "llm" / "stub_server.py"
    spec = importlib.util.spec_from_file_location("stub_server_of_estimate", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    with module.StubServer() as server:
        yield server


@pytest.mark.parametrize("mode", ["thorough", "fast"])
def test_the_estimate_is_what_a_model_then_counts(
    stub: Any, mode: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    samples = [
        Sample(
            f"The mill in Arvik opened in {year}. It cost {year + 500} crowns.",
            [f"The mill in Arvik opened in {year}. " + "It is red. " * (year % 7)],
        )
        for year in range(1900, 1930)
    ]
    scorer = HallucinationScorer("openai/stub", mode=mode, api_base=stub.url)

    found = estimate(samples, judge="openai/stub", mode=mode)
    calls = [call for sample in samples for call in scorer.score(sample).calls]

    assert found.calls == len(calls)
    counted = sum(call.tokens_in or 0 for call in calls)
    assert found.tokens_in == pytest.approx(counted, rel=0.05)


@pytest.mark.parametrize("mode", ["thorough", "fast"])
def test_what_was_judged_before_is_known_to_be_free(
    stub: Any, mode: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    cache = MemoryCache()
    scorer = HallucinationScorer(
        "openai/stub", mode=mode, api_base=stub.url, seed=7, cache=cache
    )
    scorer.score(BRIDGE)
    other = Sample("The tower is 300 metres high.", ["The tower is 330 metres high."])

    def is_cached(sample: Sample, seed: int = 7) -> bool:
        return replies_are_kept(
            sample,
            cache,
            judge="openai/stub",
            facts=ModelFacts(),
            mode=mode,
            seed=seed,
            api_base=stub.url,
        )

    found = estimate([BRIDGE, other], judge="openai/stub", is_cached=is_cached)

    assert [is_cached(BRIDGE), is_cached(BRIDGE, 8), is_cached(other)] == [
        True,
        False,
        False,
    ]
    assert (found.cached, found.calls) == (1, 2)
    assert [call.cached for call in scorer.score(BRIDGE).calls] == [True] * (
        2 if mode == "thorough" else 1
    )
