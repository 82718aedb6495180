"""What judges said of labelled samples, pairs of runs, and outcomes one by one."""

from collections.abc import Callable

import pytest
from sqlalchemy import Engine

from storage.batches import create_batch
from storage.cut_offs import keep_cut_off
from storage.labelled import LabelledRun, labelled_runs
from storage.outcomes import BadClaim, outcomes
from storage.pairing import Pairing, pair_runs
from storage.reviews import set_verdict
from storage.runs import get_run, queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunFilter,
    RunSettings,
)

Keep = Callable[..., int]
WORDS = {"s": "supported", "c": "contradicted", "u": "unsupported", "?": "unjudged"}


@pytest.fixture
def keep(engine: Engine) -> Keep:
    """Keep a run of one sample with claims as marked: a label's letter, a confidence.

    Without marks it has failed.
    """

    def one(
        marks: list[tuple[str, float | None]] | None,
        *,
        output: str = "output",
        context: tuple[str, ...] = ("context",),
        input: str | None = None,
        label: str | None = None,
        batch_id: int | None = None,
    ) -> int:
        [run_id] = queue_runs(
            engine,
            [NewSample(output, context, input, label)],
            RunSettings(),
            source="code",
            batch_id=batch_id,
        )
        take_runs(engine, worker="w", limit=1)
        bad = [mark for mark, _ in marks or () if mark in "cu"]
        judged = [mark for mark, _ in marks or () if mark != "?"]
        run = FinishedRun(
            run_id=run_id,
            status="failed" if marks is None else "scored",
            share=None if marks is None else len(bad) / max(len(judged), 1),
            coverage=1.0,
            context_seen=1.0,
            reason="why",
            claims=tuple(
                NewClaim(
                    f"claim {mark}",
                    None,
                    None,
                    NewVerdict(WORDS[mark], f"because {mark}", confidence=sure),
                )
                for mark, sure in marks or ()
            ),
            error="no answer" if marks is None else None,
            duration_s=0.5,
        )
        assert save_runs(engine, [run], worker="w") == 1
        return run_id

    return one


def batch(engine: Engine, name: str) -> int:
    return create_batch(engine, name=name, settings=RunSettings())


def test_runs_of_labelled_samples_come_with_the_judges_share_and_doubt(
    engine: Engine, keep: Keep
) -> None:
    keep([("c", 0.9)], output="no label")
    bad = keep([("s", 0.8), ("u", 0.7)], output="bad", label="hallucinated")
    good = keep([("s", 0.75), ("s", 1.0)], output="good", label="faithful")
    unsure = keep([("c", None), ("?", 0.5)], output="sure", label="faithful")
    silent = keep([], output="says nothing", label="faithful")
    failed = keep(None, output="other", context=("b",), label="hallucinated")

    found = labelled_runs(engine, RunFilter())

    assert found == [
        LabelledRun(bad, True, 0.5, True, 0.7, found[0].context_id),
        LabelledRun(good, False, 0.0, False, 0.25, found[0].context_id),
        LabelledRun(unsure, False, 1.0, True, 1.0, found[0].context_id),
        LabelledRun(silent, False, 0.0, False, 0.0, found[0].context_id),
        LabelledRun(failed, True, None, False, 0.0, found[4].context_id),
    ]
    assert found[0].context_id != found[4].context_id


def test_what_people_say_afterwards_does_not_change_what_the_judge_said(
    engine: Engine, keep: Keep
) -> None:
    run_id = keep([("c", 0.9)], label="faithful")
    run = get_run(engine, run_id)
    assert run is not None
    set_verdict(engine, run.claims[0].claim_id, label="supported", person="me")

    [found] = labelled_runs(engine, RunFilter())

    assert (found.share, found.flagged, found.doubt) == (1.0, True, 0.9)


def test_the_cut_off_kept_for_a_judge_decides_what_it_flags(
    engine: Engine, keep: Keep
) -> None:
    keep([("s", 0.8), ("u", 0.7)], label="hallucinated")
    keep_cut_off(engine, judge="offline", share=0.5)

    [found] = labelled_runs(engine, RunFilter())

    assert (found.share, found.flagged) == (0.5, False)


def test_runs_of_the_same_texts_are_paired_then_those_of_the_same_question(
    engine: Engine, keep: Keep
) -> None:
    former, latter = batch(engine, "former"), batch(engine, "latter")
    same = keep([("s", 1.0)], output="same", batch_id=former)
    asked = keep([("c", 1.0)], output="was", input="when?", batch_id=former)
    keep([("s", 1.0)], output="gone", input="where?", batch_id=former)
    now_asked = keep([("s", 1.0)], output="is", input="when?", batch_id=latter)
    now_same = keep([("u", 1.0), ("s", 1.0)], output="same", batch_id=latter)
    keep([("s", 1.0)], output="new", input="who?", batch_id=latter)
    keep(None, output="failed", input="where?", batch_id=latter)

    found = pair_runs(engine, before=former, after=latter)

    assert [(pair.before, pair.after, pair.same_output) for pair in found.pairs] == [
        (asked, now_asked, False),
        (same, now_same, True),
    ]
    assert [(pair.share_before, pair.share_after) for pair in found.pairs] == [
        (1.0, 0.0),
        (0.0, 0.5),
    ]
    assert [(pair.flagged_before, pair.flagged_after) for pair in found.pairs] == [
        (True, False),
        (False, True),
    ]
    assert [pair.output_start for pair in found.pairs] == ["is", "same"]
    assert (found.only_before, found.only_after) == (1, 1)


def test_a_question_that_was_asked_twice_pairs_with_nothing(
    engine: Engine, keep: Keep
) -> None:
    former, latter = batch(engine, "former"), batch(engine, "latter")
    keep([("s", 1.0)], output="one", input="when?", batch_id=former)
    keep([("s", 1.0)], output="two", input="when?", batch_id=former)
    keep([("s", 1.0)], output="three", input="when?", batch_id=latter)

    assert pair_runs(engine, before=former, after=latter) == Pairing((), 2, 1)


def test_of_the_same_texts_in_one_batch_the_newest_run_counts(
    engine: Engine, keep: Keep
) -> None:
    former, latter = batch(engine, "former"), batch(engine, "latter")
    keep([("c", 1.0)], batch_id=former)
    newest = keep([("s", 1.0)], batch_id=former)
    keep([("s", 1.0)], batch_id=latter)

    found = pair_runs(engine, before=former, after=latter)

    assert [pair.before for pair in found.pairs] == [newest]
    assert (found.only_before, found.only_after) == (0, 0)


def test_outcomes_come_in_order_with_what_is_wrong(engine: Engine, keep: Keep) -> None:
    mine = batch(engine, "mine")
    keep([("c", 1.0)], output="of no batch")
    bad = keep([("s", 1.0), ("u", 0.5)], output="x" * 300, batch_id=mine)
    failed = keep(None, output="failed", batch_id=mine)

    found = list(outcomes(engine, RunFilter(batch=mine)))

    assert [one.run_id for one in found] == [bad, failed]
    assert found[0].output_start == "x" * 200
    assert (found[0].share, found[0].flagged, found[0].claims) == (0.5, True, 2)
    assert found[0].bad_claims == (BadClaim("claim u", "unsupported", "because u"),)
    assert (found[0].reason, found[0].duration_s) == ("why", 0.5)
    assert (found[1].status, found[1].share, found[1].error) == (
        "failed",
        None,
        "no answer",
    )
    assert found[1].bad_claims == ()
