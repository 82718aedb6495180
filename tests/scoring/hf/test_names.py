"""What follows from a judge's name alone; nothing is loaded for it."""

import pytest

from dashboard.actions import server_of
from dashboard.drawn import draw
from dashboard.estimate import estimate_drawn
from dashboard.scoring import Sample
from dashboard.scoring.hf.judge import HfJudge, model_of
from dashboard.scoring.judges import make_judge, on_this_machine


@pytest.mark.parametrize("name", ["hf:owner/model", "hf+code:/a/folder"])
def test_a_name_with_the_prefix_is_a_model_on_this_machine(name: str) -> None:
    judge = make_judge(name)

    assert isinstance(judge, HfJudge)
    assert (judge.name, judge.prompt_version) == (name, None)
    assert on_this_machine(name)
    assert not on_this_machine("huggingface/owner/model")


def test_only_the_longer_prefix_lets_a_model_run_its_own_code() -> None:
    trusted, plain = model_of("hf+code:a/b"), model_of("hf:a/b")

    assert (trusted.name, plain.name) == ("a/b", "a/b")
    assert trusted is not plain
    assert model_of("hf:a/b") is plain


def test_a_prefix_without_a_model_is_refused() -> None:
    with pytest.raises(ValueError, match="'hf: ' names no model"):
        make_judge("hf: ")


def test_no_server_is_asked_and_nothing_is_paid() -> None:
    drawn = draw([Sample(output="It rains. It pours.", context=["It rains."])])

    found = estimate_drawn(drawn, judge="hf:a/b")

    assert server_of("hf:a/b", "http://127.0.0.1:9") is None
    assert (found.claims, found.calls, found.time_s) == (2, 0, None)
