import time
from typing import Any

from dashboard.trials import RunningTrial, Trials
from storage.values import RunSettings


def ended(trials: Trials, settings: RunSettings) -> RunningTrial:
    until = time.monotonic() + 60
    while not (trial := trials.of(settings)) or not trial.ended:
        assert time.monotonic() < until, "waited 60 s in vain"
        time.sleep(0.02)
    return trial


def test_a_trial_says_what_the_judge_made_of_the_published_example(stub: Any) -> None:
    settings = RunSettings(judge="openai/stub", api_base=stub.url)
    trials = Trials()
    assert trials.of(settings) is None

    trials.start(settings)

    trial = ended(trials, settings).trial
    assert trial is not None
    assert trial.agrees
    assert trial.told.startswith("openai/stub found a share of 0.50 in ")


def test_a_judge_that_is_being_tried_is_not_asked_a_second_time(stub: Any) -> None:
    settings = RunSettings(judge="openai/stub", api_base=stub.url)
    stub.latency_s = 0.2
    trials = Trials()

    trials.start(settings)
    trials.start(settings)

    ended(trials, settings)
    assert len(stub.requests) == 2


def test_a_trial_asks_anew_though_the_reply_was_kept(stub: Any) -> None:
    settings = RunSettings(judge="openai/stub", api_base=stub.url)
    trials = Trials()
    for _ in range(2):
        trials.start(settings)
        ended(trials, settings)

    assert len(stub.requests) == 4


def test_a_judge_that_cannot_be_made_says_why() -> None:
    settings = RunSettings(judge="openai/stub", repeat=0)
    trials = Trials()

    trials.start(settings)

    trial = ended(trials, settings)
    assert trial.error == "repeat and at_once must be at least 1, got 0, 32"
