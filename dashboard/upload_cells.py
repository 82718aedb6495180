"""Cells as plain JSON values, whatever a file's format has of its own."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any


def json_value(value: Any) -> Any:
    """Return a value as JSON can hold it; NaN and infinities are missing, so None.

    Dates and times are written in ISO form, bytes as UTF-8 text where they are some.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): json_value(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return _list(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, Decimal | timedelta):
        return str(value)
    return str(value)


def _list(value: list[Any] | tuple[Any, ...]) -> Any:
    """Return a list, or the object that a Parquet map of pairs stands for."""
    if value and all(isinstance(item, tuple) and len(item) == 2 for item in value):
        return {str(key): json_value(inner) for key, inner in value}
    return [json_value(item) for item in value]
