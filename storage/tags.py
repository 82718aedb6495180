"""Tags: words that people find runs by.

A tag keeps the case in which it was first written, and is the same in any other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, Engine, delete, exists, insert, select

from storage.acting import (
    AT_ONCE,
    Action,
    keep_reviews,
    named,
    now,
    review_line,
    runs_at_hand,
    written,
)
from storage.errors import StorageError
from storage.rows import chunks
from storage.tables import RUN, TAG
from storage.transactions import reading, writing

LONGEST = 60
"""Characters of a tag."""


def add_tag(engine: Engine, run_ids: Collection[int], *, name: str, person: str) -> int:
    """Put a tag on runs, and return how many did not have it.

    Runs that are not there or in the bin are left out.

    Raises:
        StorageError: If the name is blank or too long.
    """
    name, person = _name(name), named(person)
    with writing(engine) as connection:
        return sum(
            tag_runs(connection, [run.id for run in runs], name=name, person=person)
            for runs in runs_at_hand(connection, run_ids)
        )


def remove_tag(
    engine: Engine, run_ids: Collection[int], *, name: str, person: str
) -> int:
    """Take a tag from runs, and return how many had it."""
    name, person = _name(name), named(person)
    with writing(engine) as connection:
        count = 0
        for runs in runs_at_hand(connection, run_ids):
            changed = set_tag(connection, [run.id for run in runs], name, on=False)
            _keep(connection, changed, person, "untag")
            count += len(changed)
    return count


def tag_runs(
    connection: Connection, run_ids: Collection[int], *, name: str, person: str
) -> int:
    """Put a tag on runs, in the case in which it is known, and say so in the history.

    Returns how many did not have it.
    """
    name = _as_known(connection, name)
    changed = set_tag(connection, run_ids, name, on=True)
    _keep(connection, changed, person, "tag")
    return len(changed)


def list_tags(engine: Engine) -> list[str]:
    """Return the tags that any run outside the bin has, by name whatever the case."""
    names = select(TAG.c.name).distinct().subquery()
    in_view = (
        select(RUN.c.id)
        .join(TAG, TAG.c.run_id == RUN.c.id)
        .where(TAG.c.name == names.c.name, RUN.c.deleted_at.is_(None))
    )
    query = select(names.c.name).where(in_view.correlate(names).exists())
    with reading(engine) as connection:
        return sorted(
            connection.scalars(query), key=lambda name: (name.casefold(), name)
        )


def set_tag(
    connection: Connection, run_ids: Collection[int], name: str, *, on: bool
) -> dict[int, str]:
    """Put a tag on runs, or take it off.

    Returns how the tag is written, by run, of those that this changed.
    """
    changed: dict[int, str] = {}
    for some in chunks(list(run_ids), AT_ONCE):
        query = select(TAG).where(TAG.c.run_id.in_(some))
        same = {
            row.run_id: row
            for row in connection.execute(query)
            if row.name.casefold() == name.casefold()
        }
        if on:
            missing = {run_id: name for run_id in some if run_id not in same}
            _insert(connection, missing)
            changed |= missing
        else:
            ids = [row.id for row in same.values()]
            connection.execute(delete(TAG).where(TAG.c.id.in_(ids)))
            changed |= {run_id: row.name for run_id, row in same.items()}
    return changed


def _insert(connection: Connection, names: Mapping[int, str]) -> None:
    rows = [{"run_id": run_id, "name": name} for run_id, name in names.items()]
    if rows:
        connection.execute(insert(TAG), rows)


def _keep(
    connection: Connection, names: Mapping[int, str], person: str, action: Action
) -> None:
    moment = now()
    keep_reviews(
        connection,
        (
            review_line(
                run_id, action, person=person, moment=moment, details={"text": name}
            )
            for run_id, name in names.items()
        ),
    )


def _as_known(connection: Connection, name: str) -> str:
    """Return a tag in the case in which runs have it; as it is when none has it."""
    if connection.scalar(select(exists().where(TAG.c.name == name))):
        return name
    names = connection.scalars(select(TAG.c.name).distinct())
    return next((each for each in names if each.casefold() == name.casefold()), name)


def _name(name: str) -> str:
    name = written(name, what="The tag")
    if len(name) > LONGEST:
        raise StorageError(
            f"A tag has at most {LONGEST} characters; this one has {len(name)}."
            " Shorten it, or write a note."
        )
    return name
