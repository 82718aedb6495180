from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from dashboard.kept_replies import KeptReplies
from storage.database import open_database
from storage.replies import find_reply

KEY = "0c" * 32


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = open_database(tmp_path / "runs.db")
    yield made
    made.dispose()


def test_a_reply_is_there_at_once_and_in_the_database_after_writing(
    engine: Engine,
) -> None:
    replies = KeptReplies(engine)
    cache = replies.of("openai/x")

    assert cache.get(KEY) is None
    cache.put(KEY, "a reply")
    assert cache.get(KEY) == "a reply"
    assert find_reply(engine, KEY) is None

    replies.write()
    assert find_reply(engine, KEY) == "a reply"
    assert KeptReplies(engine).of("openai/x").get(KEY) == "a reply"


def test_a_database_that_cannot_be_read_holds_no_reply(
    engine: Engine, tmp_path: Path
) -> None:
    engine.dispose()
    for file in tmp_path.iterdir():
        file.unlink()
    (tmp_path / "runs.db").write_bytes(b"no database" * 500)

    assert KeptReplies(engine).of("openai/x").get(KEY) is None
