import socket
import subprocess
import sys
from pathlib import Path

import pytest


def start(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dashboard", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_port_in_use_gives_a_sentence_that_says_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        done = start("--port", str(port), "--db", str(tmp_path / "runs.db"))

    assert done.returncode == 2
    assert f"Port {port} cannot be used" in done.stderr
    assert "--port 8502" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_that_cannot_be_opened_is_said_before_the_page_starts(
    tmp_path: Path,
) -> None:
    broken = tmp_path / "runs.db"
    broken.write_bytes(b"no database" * 200)

    done = start("--port", "0", "--db", str(broken))

    assert done.returncode == 2
    assert str(broken) in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--bogus.option=1", "No such option '--bogus.option'. See --help."),
        ("--server.port=abc", "'abc' is not a valid integer. See --help."),
    ],
)
def test_an_option_that_streamlit_refuses_gives_a_sentence(
    tmp_path: Path, option: str, sentence: str
) -> None:
    done = start("--port", "0", "--db", str(tmp_path / "runs.db"), option)

    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
