"""Runs: into the queue, to a worker and back with what it found, and out to readers."""

from storage.details import get_run
from storage.listing import (
    count_flagged,
    count_runs,
    count_statuses,
    list_batch_names,
    list_judges,
    list_runs,
    unfinished,
)
from storage.queueing import queue_runs
from storage.saving import save_runs
from storage.taking import give_back, requeue_runs, take_runs

__all__ = [
    "count_flagged",
    "count_runs",
    "count_statuses",
    "get_run",
    "give_back",
    "list_batch_names",
    "list_judges",
    "list_runs",
    "queue_runs",
    "requeue_runs",
    "save_runs",
    "take_runs",
    "unfinished",
]
