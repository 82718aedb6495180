"""What is to be queued from an upload, kept beside the file until all of it is done."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from dashboard.columns import Columns
from dashboard.reimport import ReviewedSample
from dashboard.scoring import Sample
from dashboard.upload_reading import read_samples
from dashboard.upload_values import RowProblem, UploadError
from storage.values import RunSettings

try:
    import fcntl
except ImportError:  # Windows, where nobody is expected to run two servers at once
    fcntl = None  # type: ignore[assignment]


Read = Sample | ReviewedSample


@dataclass(frozen=True, slots=True)
class Order:
    """One upload on its way into the queue.

    Attributes:
        batch_id: The batch that its runs belong to.
        name: What people call the file.
        columns: What is read of it.
        settings: How its runs are to be scored.
        samples: How many there are, as counted before.
        context: Texts that every sample gets as further context items.
        person: In whose name comes back what people said, where the upload is an
            export of ours; None where it is not.
    """

    batch_id: int
    name: str
    columns: Columns
    settings: RunSettings
    samples: int
    context: tuple[str, ...] = ()
    person: str | None = None


class Orders:
    """The orders in a folder: for each a file with its plan, and the upload itself."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def file(self, batch_id: int) -> Path:
        """Return where the upload of a batch lies."""
        return self._folder / f"batch-{batch_id}.upload"

    def keep(self, order: Order) -> None:
        """Write an order, in place of an older one of its batch.

        Raises:
            UploadError: If it cannot be written.
        """
        path = self._plan(order.batch_id)
        part = path.with_suffix(".part")
        try:
            part.write_text(json.dumps(asdict(order)), encoding="utf-8")
            part.replace(path)
        except OSError as error:
            raise UploadError(
                f"{order.name} cannot be kept: {error.strerror}."
            ) from error

    def find(self, batch_id: int) -> Order | None:
        """Return the order of a batch; None when all of it is done."""
        try:
            return _read(json.loads(self._plan(batch_id).read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None

    def read(self, order: Order) -> Generator[Read, None, None]:
        """Yield the samples of an order, in the order of its file.

        Raises:
            UploadError: If the file cannot be read, also half way.
        """
        path = self.file(order.batch_id)
        for one in read_samples(path, order.columns, name=order.name):
            if not isinstance(one, RowProblem):
                yield one

    def open_batches(self) -> list[int]:
        """Return the batches that are not done, oldest first."""
        plans = self._folder.glob("batch-*.json")
        return sorted(int(path.stem.removeprefix("batch-")) for path in plans)

    def remove(self, batch_id: int) -> None:
        """Forget an order and its upload."""
        self._plan(batch_id).unlink(missing_ok=True)
        self.file(batch_id).unlink(missing_ok=True)
        self._lock(batch_id).unlink(missing_ok=True)

    @contextmanager
    def held(self, batch_id: int) -> Iterator[bool]:
        """Give whether this thread alone holds an order; it is let go at the end.

        The system lets go of it, too, where a process dies.
        """
        if fcntl is None:
            yield True
            return
        with self._lock(batch_id).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                yield False
                return
            yield True

    def _plan(self, batch_id: int) -> Path:
        return self._folder / f"batch-{batch_id}.json"

    def _lock(self, batch_id: int) -> Path:
        return self._folder / f"batch-{batch_id}.lock"


def _read(plan: dict[str, Any]) -> Order:
    columns = Columns(**plan["columns"])
    return Order(
        **plan
        | {
            "columns": replace(columns, context=tuple(columns.context)),
            "settings": RunSettings(**plan["settings"]),
            "context": tuple(plan["context"]),
        }
    )
