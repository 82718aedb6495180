from datetime import UTC, datetime, timedelta

from sqlalchemy import Engine, update

from dashboard.kept_replies import KeptReplies
from dashboard.ledger import Ledger
from storage import reviews
from storage.runs import queue_runs
from storage.tables import RUN
from storage.values import NewSample, RunSettings


def test_a_worker_removes_what_has_lain_in_the_bin_for_thirty_days(
    engine: Engine,
) -> None:
    samples = [NewSample(output=str(at), context=("c",)) for at in range(3)]
    old, fresh, kept = queue_runs(engine, samples, RunSettings(), source="page")
    reviews.bin_runs(engine, [old, fresh], person="ada")
    long_ago = datetime.now(UTC) - timedelta(days=31)
    with engine.begin() as connection:
        connection.execute(
            update(RUN).where(RUN.c.id == old).values(deleted_at=long_ago)
        )

    Ledger(engine, KeptReplies(engine)).beat([])

    assert [run.run_id for run in reviews.binned(engine)] == [fresh]
    reviews.restore_runs(engine, [old, fresh, kept], person="ada")
    assert reviews.count_binned(engine) == 0
