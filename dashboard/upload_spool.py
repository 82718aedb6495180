"""Keeps uploaded files on the disk, so that memory need not hold them.

They lie beside the database: a file that is still being queued has to survive the
server, and nobody else's temporary folder is to hold private texts.
"""

from __future__ import annotations

import shutil
import time
import uuid
import weakref
from pathlib import Path
from typing import IO

from sqlalchemy import Engine

from dashboard.settings import APP_NAME
from dashboard.upload_values import UploadError

DRAFT = "draft-"
FORGOTTEN_AFTER_S = 2 * 86_400
"""Age of a draft that a server left behind when it was killed."""


class Spool:
    """An uploaded file on the disk, gone with this object unless it was moved.

    Attributes:
        path: Where it lies.
        name: What people call it.
        size: Its bytes.
    """

    def __init__(self, folder: Path, stream: IO[bytes], name: str) -> None:
        """Copy a file into a folder.

        Raises:
            UploadError: If it cannot be written there.
        """
        self.name = name
        self.path = folder / f"{DRAFT}{uuid.uuid4().hex}"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self.path.open("xb") as kept:
                shutil.copyfileobj(stream, kept, 1024 * 1024)
                self.size = kept.tell()
        except OSError as error:
            self.path.unlink(missing_ok=True)
            raise UploadError(
                f"The file cannot be kept in {folder}: {error.strerror}."
            ) from error
        self._gone = weakref.finalize(self, self.path.unlink, missing_ok=True)

    def move(self, path: Path) -> None:
        """Move the file for good; from now on it stays when this object is gone.

        Raises:
            UploadError: If it cannot be moved, or is not there any more.
        """
        try:
            self.path.replace(path)
        except OSError as error:
            raise UploadError(
                f"{self.name} cannot be kept: {error.strerror}. Give it again."
            ) from error
        self._gone.detach()
        self.path = path


def spool_folder(engine: Engine) -> Path:
    """Return where uploads of this database lie.

    With a database on a server it is the user's own data folder.
    """
    where = engine.url.database
    if engine.dialect.name == "sqlite" and where and where != ":memory:":
        path = Path(where)
        return path.with_name(f"{path.name}-uploads")
    from platformdirs import user_data_path  # here: only with a database elsewhere

    return user_data_path(APP_NAME, appauthor=False) / "uploads"


def sweep(folder: Path) -> None:
    """Delete old drafts that servers left behind."""
    for path in folder.glob(f"{DRAFT}*"):
        try:
            if time.time() - path.stat().st_mtime > FORGOTTEN_AFTER_S:
                path.unlink(missing_ok=True)
        except OSError:  # another server was quicker
            continue
