"""From a filter to SQL: for runs, and for the sums that are kept of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Any

from sqlalchemy import ColumnElement, Table, false, literal, or_, select

from storage.bands import bands
from storage.kinds import mask
from storage.plans import aside, fact
from storage.search import holding, holding_one_by_one
from storage.tables import (
    DAILY_TALLY,
    KIND_TALLY,
    METADATA_VALUE,
    RUN,
    SAMPLE,
    SAMPLE_METADATA,
    TAG,
    TALLY,
)
from storage.tallies import NO_BATCH, label_bits
from storage.values import RunFilter

Condition = ColumnElement[bool]
Columns = Mapping[str, ColumnElement[Any]]


def conditions(
    filter: RunFilter, *, in_turn: bool = False, narrowed: bool = True
) -> list[Condition]:
    """Return what rows of ``run`` must meet; runs in the bin never do.

    ``in_turn`` is for runs that are looked at one after the other until enough are
    found, ``narrowed`` to those of which an index says that they may hold the text.
    Otherwise those that may be meant are looked up first where an index has them.
    """
    text: list[Condition] = []
    if "\0" in filter.text:  # which no text holds, and PostgreSQL does not take
        text = [false()]
    elif filter.text and in_turn:
        text = [holding_one_by_one(filter.text, narrowed=narrowed)]
    elif filter.text:
        text = [holding(filter.text)]
    return [
        aside(RUN.c.deleted_at).is_(None),
        *_alike(filter, _OF_RUN),
        *_of_run(filter, in_turn),
        *_of_sample(filter, in_turn),
        *text,
    ]


_OF_RUN: Columns = {
    "judge": aside(RUN.c.judge),
    "status": aside(RUN.c.status),
    "flagged": aside(RUN.c.flagged),
    "suspicious": aside(RUN.c.suspicious),
    "reviewed": aside(RUN.c.reviewed_at).is_not(None),
    "share": aside(RUN.c.final_share),
}


def tally_for(filter: RunFilter) -> Table | None:
    """Return the table of sums that knows runs by this filter; None if none does."""
    unknown = (
        filter.text,
        filter.kinds,
        filter.tags,
        filter.metadata,
        filter.prompt_versions,
        filter.sample is not None,
        filter.run_ids is not None,
        filter.output_chars is not None,
        filter.context_chars is not None,
    )
    moments = [each for each in (filter.since, filter.until) if each is not None]
    if any(unknown) or not all(_begins_a_day(moment) for moment in moments):
        return None
    return DAILY_TALLY if moments else TALLY


def tally_conditions(filter: RunFilter, table: Table) -> list[Condition]:
    """Return what rows of a table of sums must meet to be of the filter's runs."""
    found = [*_alike(filter, dict(table.c)), *_origin(filter, table)]
    if filter.labels:
        found.append(table.c.labels.op("&")(label_bits(filter.labels)) != 0)
    return found


def kind_conditions(filter: RunFilter) -> list[Condition]:
    """Return what sums of kinds must meet, by judge, batch, day and status alone."""
    origin = RunFilter(judges=filter.judges, statuses=filter.statuses)
    columns = {**dict(KIND_TALLY.c), "share": literal(0.0)}
    return [*_alike(origin, columns), *_origin(filter, KIND_TALLY)]


def _origin(filter: RunFilter, table: Table) -> list[Condition]:
    found: list[Condition] = []
    if filter.batch is not None:
        found.append(table.c.batch_id == filter.batch)
    if filter.since is not None:
        found.append(table.c.day >= _day(filter.since))
    if filter.until is not None:
        found.append(table.c.day < _day(filter.until))
    return found


def _begins_a_day(moment: datetime) -> bool:
    return moment.astimezone(UTC).time() == time()


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()


def _alike(filter: RunFilter, columns: Columns) -> list[Condition]:
    """Return what both runs and sums must meet, by their columns."""
    found: list[Condition] = []
    if filter.statuses:
        found.append(columns["status"].in_(filter.statuses))
    if filter.judges:
        found.append(columns["judge"].in_(filter.judges))
    found += share_conditions(filter, columns["share"])
    for name in ("flagged", "suspicious", "reviewed"):
        wanted = getattr(filter, name)
        if wanted is not None:
            found.append(columns[name] if wanted else ~columns[name])
    return found


def share_conditions(filter: RunFilter, share: ColumnElement[float]) -> list[Condition]:
    """Return what shares must meet; none there is, or one below 0, meets nothing."""
    found: list[Condition] = []
    if filter.bands:
        named = bands(share)
        found.append(or_(*(named.get(band, false()) for band in filter.bands)))
    if filter.share_from is not None:
        found.append(share >= max(filter.share_from, 0.0))
    if filter.share_to is not None:
        end = share <= 1 if filter.share_to == 1 else share < filter.share_to
        found += [share >= 0, end]
    return found


def _of_run(filter: RunFilter, in_turn: bool) -> list[Condition]:
    found: list[Condition] = []
    if filter.suspicious and not in_turn:
        found.append(fact(RUN.c.suspicious))
    if filter.batch is not None:
        batch = aside(RUN.c.batch_id) if in_turn else RUN.c.batch_id
        none = filter.batch == NO_BATCH
        found.append(batch.is_(None) if none else batch == filter.batch)
    if filter.labels:
        known = [name for name in _LABELS if name in filter.labels]
        found.append(or_(false(), *(_LABELS[name] > 0 for name in known)))
    if filter.kinds:
        found.append(aside(RUN.c.kinds).op("&")(mask(filter.kinds)) != 0)
    if filter.prompt_versions:
        found.append(RUN.c.prompt_version.in_(filter.prompt_versions))
    if filter.since is not None:
        found.append(RUN.c.created_at >= filter.since)
    if filter.until is not None:
        found.append(RUN.c.created_at < filter.until)
    if filter.run_ids is not None:
        found.append(RUN.c.id.in_(filter.run_ids))
    for name in ("output_chars", "context_chars"):
        if (ends := getattr(filter, name)) is not None:
            found.append(aside(RUN.c[name]) >= ends[0])
            if ends[1] is not None:
                found.append(aside(RUN.c[name]) < ends[1])
    if filter.tags:
        tagged = select(TAG.c.run_id).where(TAG.c.name.in_(filter.tags))
        found.append(RUN.c.id.in_(tagged))
    return found


_LABELS = {
    label: aside(RUN.c[f"final_{label}"])
    for label in ("supported", "contradicted", "unsupported", "unjudged")
}


def _of_sample(filter: RunFilter, in_turn: bool) -> list[Condition]:
    found: list[Condition] = []
    for name, value in filter.metadata:
        value_id = select(METADATA_VALUE.c.id).where(
            METADATA_VALUE.c.name == name, METADATA_VALUE.c.value == value
        )
        having = select(SAMPLE_METADATA.c.sample_id).where(
            SAMPLE_METADATA.c.value_id == value_id.scalar_subquery()
        )
        if in_turn:
            of_run = having.where(SAMPLE_METADATA.c.sample_id == RUN.c.sample_id)
            found.append(of_run.correlate(RUN).exists())
        else:
            found.append(RUN.c.sample_id.in_(having))
    if filter.sample is not None:
        texts = select(SAMPLE.c.content_hash).where(SAMPLE.c.id == filter.sample)
        same = select(SAMPLE.c.id).where(
            SAMPLE.c.content_hash == texts.scalar_subquery()
        )
        found.append(RUN.c.sample_id.in_(same))
    return found
