"""Chooses which traces of a live application are scored."""

from __future__ import annotations

import hashlib
import math
import sys
import uuid

HASH_BYTES = 6
"""Source: published live scoring, "ratio" sampling."""


def fraction_of(id: str) -> float:
    """Return where an id lies between 0 and 1: the same for everybody, everywhere."""
    digest = hashlib.sha256(id.encode("utf-8", "surrogatepass")).digest()
    return float(int.from_bytes(digest[:HASH_BYTES]) / 2 ** (8 * HASH_BYTES))


def is_chosen(id: str, rate: float) -> bool:
    """Return whether a trace or run is scored at this rate, from 0 to 1.

    The same ids are chosen in every process, and those of a lower rate are among those
    of a higher one.
    """
    return rate >= 1 or (rate > 0 and fraction_of(id) < rate)


def checked_rate(rate: float) -> float:
    """Return ``rate`` as a float.

    Raises:
        ValueError: If it is not a number from 0 (none) to 1 (all).
    """
    is_number = isinstance(rate, int | float) and math.isfinite(rate)
    if not (is_number and 0 <= rate <= 1):
        raise ValueError(f"rate must be from 0 (none) to 1 (all), got {rate!r}")
    return float(rate)


def current_trace() -> str | None:
    """Return the id of the OpenTelemetry trace we are in, or a new run id.

    None when that trace was sampled out. OpenTelemetry is asked only where the
    application has loaded it.
    """
    telemetry = sys.modules.get("opentelemetry.trace")
    if telemetry is not None:
        span = telemetry.get_current_span().get_span_context()
        if span.is_valid:
            return f"{span.trace_id:032x}" if span.trace_flags.sampled else None
    return uuid.uuid4().hex
