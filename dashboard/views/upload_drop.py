"""Where a file of samples is dropped, and what is known of it in this session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import streamlit as st

from dashboard import foreign, resources
from dashboard.background import Beside
from dashboard.columns import Columns
from dashboard.estimate import Estimate
from dashboard.upload_reading import NOTHING_NAMED, Wanted
from dashboard.upload_spool import Spool
from dashboard.upload_survey import Survey, survey
from dashboard.upload_values import UploadError
from dashboard.uploads import Preview, preview_upload

Found = TypeVar("Found")


class Latest(Generic[Found]):
    """The work beside the page for what was last asked; what is not asked ends."""

    def __init__(self) -> None:
        self._asked: object = None
        self._work: Beside[Found] | None = None

    def of(
        self, asked: object, work: Callable[[Callable[[int], None]], Found]
    ) -> Beside[Found]:
        """Return the work for a question, begun unless it is the one before."""
        if self._work is None or self._asked != asked:
            if self._work is not None:
                self._work.stop()
            self._asked, self._work = asked, Beside(work)
        return self._work

    def stop(self) -> None:
        """Say that no result is wanted any more."""
        if self._work is not None:
            self._work.stop()


class Upload:
    """A file that was dropped: on the disk, with what was found out about it.

    No rerun reads it again: the last preview, survey and estimate stay.
    """

    def __init__(self, spool: Spool) -> None:
        self.spool = spool
        self.estimates: Latest[Estimate] = Latest()
        self._surveys: Latest[Survey] = Latest()
        self._previews: dict[Wanted | Columns, Preview] = {}

    def preview(self, wanted: Wanted | Columns = NOTHING_NAMED) -> Preview:
        """Return the file's beginning as it is read with these columns.

        Raises:
            UploadError: If it cannot be read.
        """
        if wanted not in self._previews:
            if len(self._previews) > 9:
                self._previews.clear()
            self._previews[wanted] = preview_upload(
                self.spool.path, wanted, name=self.spool.name
            )
        return self._previews[wanted]

    def survey(self, columns: Columns) -> Beside[Survey]:
        """Return the reading of the whole file with these columns, begun if need be."""
        path, name = self.spool.path, self.spool.name
        return self._surveys.of(
            columns, lambda say: survey(path, columns, name=name, say=say)
        )

    def stop(self) -> None:
        """End what is still read; the file is gone with the last of it."""
        self._surveys.stop()


def current() -> Upload | None:
    """Return the upload of this session; None before a file was dropped."""
    upload: Upload | None = st.session_state.get("upload")
    return upload


def forget() -> None:
    """Let the upload of this session go; for a button."""
    upload: Upload | None = st.session_state.pop("upload", None)
    if upload is not None:
        upload.stop()


def show() -> None:
    """Show where a file is dropped; what cannot be kept or read is said below."""
    drop: int = st.session_state.setdefault("drops", 0)
    file = st.file_uploader(
        "A file of outputs to check",
        key=f"drop_{drop}",
        help="CSV, TSV, JSON, JSON Lines, Parquet or Excel, told by what is in it. "
        "One sample a row: what the model said, and what it must agree with.",
    )
    trouble: str | None = st.session_state.get("drop_trouble")
    if file is not None:
        try:
            kept = Upload(Spool(resources.feeder().folder, file, file.name))
            kept.preview()
            st.session_state["upload"], trouble = kept, None
        except UploadError as error:
            trouble = str(error)
        st.session_state["drop_trouble"] = trouble
        st.session_state["drops"] = drop + 1  # so the server's memory is free again
        st.rerun()
    if trouble:
        foreign.show_trouble("This file cannot be used.", trouble)
