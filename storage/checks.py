"""The conditions that tables put on their columns."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import CheckConstraint, Index, text


def one_of(column: str, words: Iterable[str]) -> CheckConstraint:
    """Return a check that ``column`` holds one of these words, or nothing."""
    return CheckConstraint(f"{column} IN {listed(words)}", name=column)


def from_0_to_1(column: str) -> CheckConstraint:
    """Return a check that ``column`` holds a number from 0 to 1, or nothing."""
    return CheckConstraint(f"{column} >= 0 AND {column} <= 1", name=column)


def settings_checks() -> tuple[CheckConstraint, ...]:
    """Return the checks on how runs are scored."""
    return (
        CheckConstraint("scale > 0", name="scale"),
        CheckConstraint("timeout_s > 0", name="timeout_s"),
        CheckConstraint("repeat > 0", name="repeat"),
        from_0_to_1("flag_threshold"),
    )


def index_where(name: str, *columns: str, condition: str) -> Index:
    """Return an index of only the rows that meet the condition."""
    return Index(
        name, *columns, sqlite_where=text(condition), postgresql_where=text(condition)
    )


def listed(words: Iterable[str]) -> str:
    """Return words, none of which holds a quote, as a list in SQL."""
    return "(" + ", ".join(f"'{word}'" for word in words) + ")"
