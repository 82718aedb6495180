"""Who is scoring: workers give signs of life, and lose their runs when gone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from sqlalchemy import Engine, delete, insert, select, update

from storage.batch_states import put_back
from storage.tables import RUN, WORKER
from storage.transactions import reading, writing


def register_worker(engine: Engine, *, name: str, host: str, pid: int) -> None:
    """Make a worker known; one of the same name is replaced."""
    now = datetime.now(UTC)
    row = {"name": name, "host": host, "pid": pid, "started_at": now, "seen_at": now}
    with writing(engine) as connection:
        connection.execute(delete(WORKER).where(WORKER.c.name == name))
        connection.execute(insert(WORKER), row)


def beat(engine: Engine, *, name: str) -> bool:
    """Give a sign of life of a worker and return whether it is known."""
    with writing(engine) as connection:
        alive = update(WORKER).where(WORKER.c.name == name)
        now = datetime.now(UTC)
        return connection.execute(alive.values(seen_at=now)).rowcount == 1


def retire_worker(engine: Engine, *, name: str) -> None:
    """Forget a worker; what it still has running can be taken back at once."""
    with writing(engine) as connection:
        connection.execute(delete(WORKER).where(WORKER.c.name == name))


def take_back_orphans(
    engine: Engine,
    *,
    is_alive: Callable[[str, int], bool],
    stale_after_s: float = 30,
) -> int:
    """Queue again what is running at workers that are gone, and return how many.

    What belongs to a cancelled batch is cancelled instead.

    Gone is who is not known, has given no sign of life for ``stale_after_s`` seconds,
    or is not alive by ``is_alive(host, pid)``, which says True where it cannot tell.
    """
    oldest = datetime.now(UTC) - timedelta(seconds=stale_after_s)
    with reading(engine) as connection:
        holders = set(
            connection.scalars(
                select(RUN.c.worker).where(RUN.c.worker.is_not(None)).distinct()
            )
        )
        known = list(connection.execute(select(WORKER)))
    dead = {row.name for row in known if not is_alive(row.host, row.pid)}
    present = {row.name for row in known if row.seen_at >= oldest} - dead
    gone = holders - present
    if not gone and not dead:
        return 0
    with writing(engine) as connection:
        connection.execute(delete(WORKER).where(WORKER.c.name.in_(dead)))
        return put_back(connection, RUN.c.worker.in_(gone))
