import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, text

from storage.database import database_url, open_database
from storage.errors import StorageError
from storage.runs import count_runs, count_statuses, queue_runs
from storage.values import NewSample, RunFilter, RunSettings

SAMPLES = [NewSample(output="output", context=("context",))]


def queue(engine: Engine, samples: list[NewSample]) -> list[int]:
    return queue_runs(engine, samples, RunSettings(), source="code")


@pytest.mark.parametrize(
    ("where", "url"),
    [
        pytest.param("/data/runs.db", "sqlite:////data/runs.db", id="path"),
        pytest.param(Path("/data/runs.db"), "sqlite:////data/runs.db", id="Path"),
        pytest.param("sqlite:////x/y.db", "sqlite:////x/y.db", id="SQLite URL"),
        pytest.param(
            "postgresql://me:secret@host/runs",
            "postgresql+psycopg://me:secret@host/runs",
            id="PostgreSQL",
        ),
        pytest.param(
            "postgres://host/runs", "postgresql+psycopg://host/runs", id="postgres"
        ),
        pytest.param(
            "postgresql+psycopg2://host/runs",
            "postgresql+psycopg2://host/runs",
            id="a driver of one's own",
        ),
    ],
)
def test_a_database_is_named_by_a_path_or_a_url(where: str | Path, url: str) -> None:
    assert database_url(where) == url


def test_a_path_is_taken_from_the_current_folder_and_home() -> None:
    assert database_url("runs.db") == f"sqlite:///{Path.cwd() / 'runs.db'}"
    assert database_url("~/runs.db") == f"sqlite:///{Path.home() / 'runs.db'}"


@pytest.mark.parametrize("where", ["mysql://host/runs", "nonsense://x", "http://h:x/"])
def test_other_addresses_are_refused_with_a_sentence(where: str) -> None:
    with pytest.raises(StorageError, match=r"cannot be used\. Give the path"):
        open_database(where)


def test_a_new_database_is_made_with_its_folders(tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "ü" / "runs?.db"

    engine = open_database(file)
    engine.dispose()

    assert file.is_file()


def test_making_the_tables_fails_as_a_whole_or_not_at_all(file: Path) -> None:
    def allow(action: int, name: str | None, *_: str | None) -> int:
        last = action == sqlite3.SQLITE_CREATE_INDEX and name == "ix_verdict_claim_id"
        return sqlite3.SQLITE_DENY if last else sqlite3.SQLITE_OK

    @event.listens_for(Engine, "connect")
    def guard(connection: sqlite3.Connection, _: object) -> None:
        connection.set_authorizer(allow)

    with pytest.raises(StorageError, match="may not be opened"):
        open_database(file)
    event.remove(Engine, "connect", guard)

    connection = sqlite3.connect(file)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    connection.close()
    open_database(file).dispose()


def test_connections_wait_check_keys_and_let_readers_read(engine: Engine) -> None:
    with engine.connect() as connection:
        found = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        }

    assert found == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "busy_timeout": 10_000,
        "synchronous": 1,
    }


def test_what_was_kept_is_there_when_opened_again(engine: Engine, file: Path) -> None:
    queue(engine, SAMPLES)
    engine.dispose()

    again = open_database(file)

    assert count_runs(again, RunFilter()) == 1
    again.dispose()


def test_opening_an_up_to_date_database_does_not_import_alembic(
    engine: Engine, file: Path
) -> None:
    engine.dispose()
    script = (
        "import sys; from storage.database import open_database;"
        "open_database(sys.argv[1]).dispose(); sys.exit('alembic' in sys.modules)"
    )

    subprocess.run([sys.executable, "-c", script, file], check=True, timeout=60)


def test_values_are_had_without_the_database_libraries() -> None:
    script = (
        "import sys, storage.values, storage.errors;"
        "sys.exit(bool({'sqlmodel', 'sqlalchemy', 'alembic'} & set(sys.modules)))"
    )

    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


@pytest.mark.parametrize("size", [64, 5000])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(
    file: Path, size: int
) -> None:
    file.write_bytes(b"run_id,score\n" * (size // 13))
    before = file.read_bytes()

    with pytest.raises(StorageError, match=f"^{file} is not a database"):
        open_database(file)

    assert file.read_bytes() == before


def test_a_damaged_database_is_refused(engine: Engine, file: Path) -> None:
    queue(engine, SAMPLES)
    engine.dispose()
    good = file.read_bytes()
    file.write_bytes(good[:100] + b"\xff" * (len(good) - 100))

    with pytest.raises(StorageError, match=f"^{file} is damaged"):
        open_database(file)


def test_another_programs_database_is_refused_and_left_as_it_is(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    before = file.read_bytes()

    with pytest.raises(StorageError, match=r"another program \(bookmarks\)"):
        open_database(file)

    assert file.read_bytes() == before


def test_a_newer_versions_database_is_refused(engine: Engine, file: Path) -> None:
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()

    with pytest.raises(StorageError, match=r"newer version .* '9999'"):
        open_database(file)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=f"^{tmp_path} cannot be opened"):
        open_database(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StorageError, match=f"^The folder {tmp_path}/file/x cannot"):
        open_database(tmp_path / "file" / "x" / "runs.db")


def test_a_locked_database_says_so_and_nothing_is_half_written(
    engine: Engine, file: Path
) -> None:
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    hasty = open_database(file, busy_timeout_s=0.05)

    with pytest.raises(StorageError, match=f"^{file} is locked by another program"):
        queue(hasty, SAMPLES)
    read_meanwhile = count_runs(hasty, RunFilter())
    other.execute("ROLLBACK")
    queue(hasty, SAMPLES)

    assert (read_meanwhile, count_runs(engine, RunFilter())) == (0, 1)
    other.close()
    hasty.dispose()


def test_a_new_database_that_is_locked_says_so(file: Path) -> None:
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    with pytest.raises(StorageError, match=f"^{file} is locked by another program"):
        open_database(file, busy_timeout_s=0.05)

    other.close()


def test_a_full_disk_says_so_and_nothing_is_half_written(engine: Engine) -> None:
    queue(engine, SAMPLES)
    engine.dispose()
    with engine.connect() as connection:
        pages = connection.scalar(text("PRAGMA page_count"))
    engine.dispose()

    @event.listens_for(engine, "connect")
    def fill(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages + 4}")

    big = [NewSample(output=f"{at}" * 3000) for at in range(40)]

    with pytest.raises(StorageError, match=r"^The disk that holds .*runs\.db is full"):
        queue(engine, big)

    assert count_statuses(engine)["queued"] == 1
    event.remove(engine, "connect", fill)
    engine.dispose()
    assert queue(engine, big) == list(range(2, 42))


def test_a_database_that_may_only_be_read_can_be_read(
    engine: Engine, file: Path
) -> None:
    queue(engine, SAMPLES)
    reader = open_database(f"sqlite:///file:{file}?mode=ro&uri=true")

    with pytest.raises(StorageError, match="cannot be written to"):
        queue(reader, SAMPLES)

    assert count_runs(reader, RunFilter()) == 1
    reader.dispose()


@pytest.fixture
def read_only_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o555)
        yield Path(folder)
        os.chmod(folder, 0o755)


@pytest.mark.skipif(not hasattr(os, "setuid"), reason="needs users as on Unix")
def test_a_folder_that_may_only_be_read_is_named(read_only_folder: Path) -> None:
    script = """
import os, sys
from storage.database import open_database
from storage.errors import StorageError
if os.getuid() == 0:
    os.setuid(65534)  # the rules of folders do not bind root
try:
    open_database(sys.argv[1])
except StorageError as error:
    sys.stdout.write(str(error))
"""

    said = [
        subprocess.run(
            [sys.executable, "-c", script, read_only_folder / place],
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout
        for place in ("runs.db", "deeper/runs.db")
    ]

    assert said[0].startswith(f"{read_only_folder}/runs.db cannot be opened. Check")
    assert said[1].startswith(f"The folder {read_only_folder}/deeper cannot be made")


def test_a_server_that_cannot_be_used_is_told_without_the_password() -> None:
    with pytest.raises(StorageError) as caught:
        open_database("postgresql://me:secret@127.0.0.1:1/runs")

    assert "secret" not in str(caught.value)
    assert "PostgreSQL needs" in str(caught.value) or "Check that it runs" in str(
        caught.value
    )
