"""From a filter and a sort to SQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, false, func, or_, select

from storage.bands import bands
from storage.tables import CLAIM, RUN, SAMPLE, TAG
from storage.values import HALLUCINATED, RunFilter, Sort

Condition = ColumnElement[bool]

BANDS = bands(RUN.c.final_share)


def conditions(filter: RunFilter) -> list[Condition]:
    """Return what rows of ``run`` must meet; runs in the bin never do."""
    return [
        RUN.c.deleted_at.is_(None),
        *_one_of(filter),
        *_yes_or_no(filter),
        *_ranges(filter),
        *_claims(filter),
        *_text(filter),
    ]


def order(sort: Sort) -> list[ColumnElement[Any]]:
    """Return the columns to sort runs by; ties are broken by id.

    Runs without a share come last in ``worst`` and ``best``.
    """
    keys: dict[Sort, list[ColumnElement[Any]]] = {
        "newest": [RUN.c.created_at.desc(), RUN.c.id.desc()],
        "oldest": [RUN.c.created_at, RUN.c.id],
        "worst": [RUN.c.final_share.desc().nulls_last(), RUN.c.id.desc()],
        "best": [RUN.c.final_share.asc().nulls_last(), RUN.c.id.desc()],
        "longest": [RUN.c.output_chars.desc(), RUN.c.id.desc()],
    }
    return keys[sort]


def _one_of(filter: RunFilter) -> list[Condition]:
    found: list[Condition] = []
    if filter.statuses:
        found.append(RUN.c.status.in_(filter.statuses))
    if filter.judges:
        found.append(RUN.c.judge.in_(filter.judges))
    if filter.prompt_versions:
        found.append(RUN.c.prompt_version.in_(filter.prompt_versions))
    if filter.batch is not None:
        found.append(RUN.c.batch_id == filter.batch)
    if filter.tags:
        tagged = select(TAG.c.run_id).where(TAG.c.name.in_(filter.tags))
        found.append(RUN.c.id.in_(tagged))
    if filter.bands:
        found.append(or_(*(BANDS.get(band, false()) for band in filter.bands)))
    return found


def _yes_or_no(filter: RunFilter) -> list[Condition]:
    wanted = {
        RUN.c.flagged: filter.flagged,
        RUN.c.suspicious: filter.suspicious,
        RUN.c.reviewed_at.is_not(None): filter.reviewed,
    }
    return [fact if yes else ~fact for fact, yes in wanted.items() if yes is not None]


def _ranges(filter: RunFilter) -> list[Condition]:
    found: list[Condition] = []
    if filter.share_from is not None:
        found.append(RUN.c.final_share >= filter.share_from)
    if filter.share_to is not None:
        below, end = (
            RUN.c.final_share < filter.share_to,
            RUN.c.final_share <= filter.share_to,
        )
        found.append(end if filter.share_to == 1 else below)
    if filter.since is not None:
        found.append(RUN.c.created_at >= filter.since)
    if filter.until is not None:
        found.append(RUN.c.created_at < filter.until)
    return found


def _claims(filter: RunFilter) -> list[Condition]:
    """Look the claims up once, not once for each run, which would take for ever."""
    of_runs = select(CLAIM.c.run_id)
    found: list[Condition] = []
    if filter.labels:
        labelled = of_runs.where(CLAIM.c.label.in_(filter.labels))
        found.append(RUN.c.id.in_(labelled))
    if filter.kinds:
        hallucinated = of_runs.where(CLAIM.c.label.in_(HALLUCINATED))
        found.append(RUN.c.id.in_(hallucinated.where(CLAIM.c.kind.in_(filter.kinds))))
    return found


def _text(filter: RunFilter) -> list[Condition]:
    """Look for the text as it is: no character of it stands for any other.

    On SQLite ``lower`` and ``strpos`` are those of ``database.py``, which know the
    case of all letters.
    """
    if not filter.text:
        return []
    sought = func.lower(filter.text)

    def holds(column: ColumnElement[str]) -> Condition:
        return func.strpos(func.lower(column), sought) > 0

    in_sample = select(SAMPLE.c.id).where(
        or_(holds(SAMPLE.c.output), holds(SAMPLE.c.input))
    )
    in_claim = select(CLAIM.c.run_id).where(holds(CLAIM.c.text))
    return [
        or_(
            RUN.c.sample_id.in_(in_sample),
            RUN.c.id.in_(in_claim),
            holds(RUN.c.reason),
        )
    ]
