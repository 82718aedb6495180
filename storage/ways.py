"""Which way runs are looked up: in turn until enough are found, or all that are meant.

Going through an index that has runs in order is quick where many are meant. Where few
are, they are looked up or picked out of an index that holds what filters ask, and then
sorted.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, func, select

from storage.filters import conditions, tally_conditions, tally_for
from storage.search import candidates
from storage.values import RunFilter

LOOKED_AT = 50_000
"""Runs gone through for a page at most, before picking them out is quicker."""
NARROW = 20
"""A filter is narrow that lets fewer than one run in so many through."""
MANY = 10
"""A text is held by many if one run in so many may hold it."""


@dataclass(frozen=True, slots=True)
class Way:
    """How runs are looked up, what they must meet, and whether all do."""

    in_turn: bool
    where: list[ColumnElement[bool]]
    everything: bool = False


def way_to(
    connection: Connection, filter: RunFilter, *, needed: int, expected: int | None
) -> Way:
    """Return the quickest way to the first ``needed`` runs of ``expected`` in all."""
    if filter == RunFilter():
        return Way(True, conditions(filter, in_turn=True), everything=True)
    if filter.run_ids is not None or filter.sample is not None or filter.tags:
        return Way(False, conditions(filter))
    everything = number_meant(connection, RunFilter()) or 0
    if filter.text:
        return _way_to_text(connection, filter, needed, everything)
    if expected is None:
        in_turn = not filter.metadata
    else:
        in_turn = needed * everything <= LOOKED_AT * max(expected, 1)
    return Way(in_turn, conditions(filter, in_turn=in_turn))


def number_meant(connection: Connection, filter: RunFilter) -> int | None:
    """Return how many runs are meant, where that is known without a look at them."""
    table = tally_for(filter)
    if table is None:
        return None
    runs = func.coalesce(func.sum(table.c.runs), 0)
    return connection.scalar(select(runs).where(*tally_conditions(filter, table)))


def is_narrow(connection: Connection, filter: RunFilter) -> bool:
    """Return whether a filter lets few runs through, as far as that can be told."""
    number = number_meant(connection, filter)
    if number is not None:
        return number * NARROW < (number_meant(connection, RunFilter()) or 0)
    looked_up = (filter.tags, filter.text, filter.sample, filter.run_ids)
    return any(each is not None and each != () and each != "" for each in looked_up)


def _way_to_text(
    connection: Connection, filter: RunFilter, needed: int, everything: int
) -> Way:
    """Weigh a look at each run in turn against one at each that may hold the text."""
    many = everything // MANY + 1
    there = candidates(connection, filter.text, most=many)
    if connection.dialect.name != "sqlite":
        return Way(False, conditions(filter))
    if there is None or there == many > needed:
        return Way(True, conditions(filter, in_turn=True, narrowed=False))
    in_turn = needed * everything < there * there
    return Way(in_turn, conditions(filter, in_turn=in_turn))
