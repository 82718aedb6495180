"""A database of its own for a test that opens pages, in place of the user's."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from dashboard import resources
from storage.database import open_database


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name in ("HALLUCINATION_JUDGE", "HALLUCINATION_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATABASE_URL", str(tmp_path / "runs.db"))
    resources.forget()
    yield tmp_path / "runs.db"
    resources.forget()


@pytest.fixture
def engine(database: Path) -> Iterator[Engine]:
    made = open_database(database)
    yield made
    made.dispose()
