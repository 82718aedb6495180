from pathlib import Path

import pytest
from sqlalchemy import Engine

from storage.database import open_database
from storage.errors import StorageError
from storage.replies import NewReply, find_reply, keep_replies

KEY, OTHER = "0a" * 32, "0b" * 32


def test_a_reply_is_found_again_word_for_word(engine: Engine) -> None:
    keep_replies(engine, [NewReply(KEY, "openai/x", ' {"claims": ["é🙂"]}\n')])

    assert find_reply(engine, KEY) == ' {"claims": ["é🙂"]}\n'
    assert find_reply(engine, OTHER) is None


def test_the_first_reply_to_a_request_stays(engine: Engine) -> None:
    keep_replies(engine, [NewReply(KEY, "openai/x", "one")])
    keep_replies(
        engine, [NewReply(KEY, "openai/x", "two"), NewReply(OTHER, "openai/x", "three")]
    )

    assert (find_reply(engine, KEY), find_reply(engine, OTHER)) == ("one", "three")


@pytest.mark.parametrize("bad", ["a\0b", "a\ud800b"])
def test_a_reply_that_would_come_back_as_another_one_is_not_kept(
    engine: Engine, bad: str
) -> None:
    keep_replies(engine, [NewReply(KEY, "openai/x", bad)])

    assert find_reply(engine, KEY) is None


def test_keeping_nothing_asks_nothing_of_the_database(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "runs.db")
    (tmp_path / "runs.db").unlink()
    engine.dispose()

    keep_replies(engine, [])
    with pytest.raises(StorageError):
        find_reply(engine, KEY)
    engine.dispose()
