"""Which traces of a live application are scored."""

import math

import pytest

from dashboard.live_sampling import checked_rate, fraction_of, is_chosen

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
