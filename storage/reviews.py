"""What people add to runs: verdicts, corrected claims, flags, tags, notes; and undo."""

from storage.bin import (
    BinnedRun,
    bin_runs,
    binned,
    count_binned,
    empty_bin,
    restore_runs,
)
from storage.claim_edits import add_claim, remove_claim, reword_claim, split_claim
from storage.flagging import flag
from storage.notes import StoredNote, add_note, delete_note, edit_note, notes
from storage.review_history import HistoryEntry, history
from storage.reviews_import import bring_all_back, bring_back
from storage.tags import add_tag, list_tags, remove_tag
from storage.undoing import undo
from storage.verdicts import CHOICES, set_verdict, withdraw_verdict

__all__ = [
    "CHOICES",
    "BinnedRun",
    "HistoryEntry",
    "StoredNote",
    "add_claim",
    "add_note",
    "add_tag",
    "bin_runs",
    "binned",
    "bring_all_back",
    "bring_back",
    "count_binned",
    "delete_note",
    "edit_note",
    "empty_bin",
    "flag",
    "history",
    "list_tags",
    "notes",
    "remove_claim",
    "remove_tag",
    "restore_runs",
    "reword_claim",
    "set_verdict",
    "split_claim",
    "undo",
    "withdraw_verdict",
]
