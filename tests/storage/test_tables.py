from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Engine, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.runs import queue_runs, save_runs, take_runs
from storage.tables import (
    CLAIM,
    RUN,
    SAMPLE,
    VERDICT,
    CachedReply,
    JudgeCutOff,
    Note,
    Tag,
)
from storage.values import FinishedRun, NewSample, RunSettings

Score = Callable[..., int]
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("table", "change"),
    [
        pytest.param(RUN, {"share": 1.01}, id="share above 1"),
        pytest.param(RUN, {"share": -0.01}, id="share below 0"),
        pytest.param(RUN, {"share": None}, id="scored without a share"),
        pytest.param(RUN, {"status": "failed"}, id="failed with a share"),
        pytest.param(RUN, {"status": "done"}, id="no such status"),
        pytest.param(RUN, {"source": "mail"}, id="no such source"),
        pytest.param(RUN, {"scale": 0}, id="scale 0"),
        pytest.param(RUN, {"scale": -1}, id="scale below 0"),
        pytest.param(RUN, {"timeout_s": 0}, id="no time"),
        pytest.param(RUN, {"coverage": 1.5}, id="coverage above 1"),
        pytest.param(RUN, {"context_seen": -1}, id="context seen below 0"),
        pytest.param(RUN, {"flag_threshold": 2}, id="threshold above 1"),
        pytest.param(RUN, {"repeat": 0}, id="no vote"),
        pytest.param(RUN, {"final_share": 2}, id="reviewed share above 1"),
        pytest.param(RUN, {"claims": 7}, id="claims are not the sum of labels"),
        pytest.param(
            RUN, {"supported": 2, "contradicted": -1}, id="fewer than no claims"
        ),
        pytest.param(RUN, {"batch_id": 77}, id="no such batch"),
        pytest.param(RUN, {"sample_id": 77}, id="no such sample"),
        pytest.param(SAMPLE, {"label": "good"}, id="no such label of a sample"),
        pytest.param(CLAIM, {"label": "yes"}, id="no such label"),
        pytest.param(CLAIM, {"kind": "colour"}, id="no such kind"),
        pytest.param(CLAIM, {"confidence": 1.5}, id="confidence above 1"),
        pytest.param(CLAIM, {"output_end": -1}, id="ends before it starts"),
        pytest.param(CLAIM, {"output_start": -1}, id="starts before the output"),
        pytest.param(CLAIM, {"run_id": 77}, id="a claim of no run"),
        pytest.param(VERDICT, {"label": "no"}, id="no such label of a verdict"),
        pytest.param(VERDICT, {"kind": "colour"}, id="no such kind of a verdict"),
        pytest.param(VERDICT, {"confidence": -0.5}, id="confidence below 0"),
        pytest.param(VERDICT, {"context_index": -1}, id="before the first context"),
        pytest.param(VERDICT, {"evidence_start": -1}, id="before the context"),
        pytest.param(VERDICT, {"evidence_end": -1}, id="evidence ends before start"),
        pytest.param(VERDICT, {"claim_id": 77}, id="a verdict on no claim"),
    ],
)
def test_rows_out_of_range_are_refused(
    engine: Engine, score: Score, table: Any, change: dict[str, object]
) -> None:
    score("c")

    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(update(table).values(change))


def test_settings_out_of_range_are_refused_with_the_name_of_the_check(
    engine: Engine,
) -> None:
    with pytest.raises(ValueError, match="ck_run_scale"):
        queue_runs(engine, [NewSample("x")], RunSettings(scale=0.0), source="page")


@pytest.mark.parametrize(
    "run",
    [
        pytest.param(FinishedRun(1, "scored", 1.5, 1, 1, ""), id="share above 1"),
        pytest.param(FinishedRun(1, "scored", None, 1, 1, ""), id="no share"),
        pytest.param(FinishedRun(1, "failed", 0.0, 1, 1, ""), id="failed, yet clean"),
        pytest.param(
            FinishedRun(1, "scored", float("nan"), 1, 1, ""), id="not a number"
        ),
    ],
)
def test_a_failure_is_never_kept_as_a_score(engine: Engine, run: FinishedRun) -> None:
    queue_runs(engine, [NewSample("x")], RunSettings(), source="page")
    take_runs(engine, worker="w", limit=1)

    with pytest.raises(ValueError, match="ck_run_share"):
        save_runs(engine, [run], worker="w")


def test_what_hangs_on_a_run_goes_with_it(engine: Engine, score: Score) -> None:
    score("cu")
    with engine.begin() as connection:
        note = {"run_id": 1, "claim_id": 1, "created_at": NOW, "text": "hm"}
        connection.execute(insert(Note), note)
        connection.execute(insert(Tag), {"run_id": 1, "name": "x"})
        connection.execute(delete(RUN))

        left = [
            connection.scalar(select(func.count()).select_from(table))
            for table in (CLAIM, VERDICT, Note, Tag, SAMPLE)
        ]

    assert left == [0, 0, 0, 0, 1]


def test_the_id_of_a_run_that_is_gone_is_not_given_to_another(
    engine: Engine, score: Score
) -> None:
    score("c")
    last = score("c")
    with engine.begin() as connection:
        connection.execute(delete(RUN).where(RUN.c.id == last))

    assert score("c") == last + 1


def test_a_run_has_a_tag_once(engine: Engine, score: Score) -> None:
    score()
    tag = {"run_id": 1, "name": "x"}

    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(insert(Tag), [tag, tag])


def test_a_reply_is_cached_once_by_its_hash(engine: Engine) -> None:
    reply = {"hash": b"\x00" * 32, "created_at": NOW, "model": "m", "reply": "r"}

    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(insert(CachedReply), [reply, reply])


def test_a_judges_cut_off_is_a_share(engine: Engine) -> None:
    cut_off = {"judge": "offline", "created_at": NOW, "share": 0.5}
    with engine.begin() as connection:
        connection.execute(insert(JudgeCutOff), cut_off)

    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(update(JudgeCutOff).values(share=1.5))


def test_a_moment_without_a_zone_is_refused(engine: Engine) -> None:
    with pytest.raises(ValueError, match="timezone"):
        queue_runs(
            engine,
            [NewSample("x")],
            RunSettings(),
            source="page",
            created_at=datetime(2026, 1, 1),  # noqa: DTZ001
        )
