"""Which traces of a live application are scored."""

import math
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from dashboard.live_sampling import checked_rate, current_trace, fraction_of, is_chosen

IDS = [f"trace-{number}" for number in range(2_000)]


def test_the_fraction_is_the_first_six_bytes_of_the_hash() -> None:
    # printf trace-0 | sha256sum begins with 9bd1f1c34383
    assert fraction_of("trace-0") == 0x9BD1F1C34383 / 2**48


def test_a_higher_rate_chooses_what_a_lower_one_chose() -> None:
    by_rate = {
        rate: {id for id in IDS if is_chosen(id, rate)} for rate in (0.1, 0.3, 0.9)
    }

    assert by_rate[0.1] < by_rate[0.3] < by_rate[0.9]
    assert 160 < len(by_rate[0.1]) < 240


def test_rate_1_chooses_all_and_rate_0_none() -> None:
    assert all(is_chosen(id, 1.0) for id in IDS)
    assert not any(is_chosen(id, 0.0) for id in IDS)


@pytest.mark.parametrize("rate", [-0.1, 1.1, math.nan, "0.1", None])
def test_a_rate_that_means_nothing_is_refused(rate: float) -> None:
    with pytest.raises(ValueError, match=r"rate must be from 0 \(none\) to 1 \(all\)"):
        checked_rate(rate)


def telemetry(*, valid: bool, sampled: bool) -> Any:
    """Stand for OpenTelemetry, which applications bring along."""
    span_context = SimpleNamespace(
        is_valid=valid, trace_id=0xAB, trace_flags=SimpleNamespace(sampled=sampled)
    )
    span = SimpleNamespace(get_span_context=lambda: span_context)
    return SimpleNamespace(get_current_span=lambda: span)


@pytest.mark.parametrize(("sampled", "trace"), [(True, "0" * 30 + "ab"), (False, None)])
def test_the_trace_we_are_in_decides_also_when_it_was_sampled_out(
    monkeypatch: pytest.MonkeyPatch, sampled: bool, trace: str | None
) -> None:
    there = telemetry(valid=True, sampled=sampled)
    monkeypatch.setitem(sys.modules, "opentelemetry.trace", there)

    assert current_trace() == trace


def test_outside_of_any_trace_every_call_has_an_id_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outside = telemetry(valid=False, sampled=False)
    monkeypatch.setitem(sys.modules, "opentelemetry.trace", outside)

    ids = {current_trace() for _ in range(100)}

    assert len(ids) == 100
    assert None not in ids
