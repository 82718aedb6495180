import csv
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dashboard import __version__
from storage.database import open_database
from storage.runs import count_statuses, get_run
from storage.values import RunSettings

GOOD = "The bridge opened in 1937.,The bridge opened in 1937.\n"
BAD = "The bridge opened in 1938.,The bridge opened in 1937.\n"
HEADER = "output,context\n"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


def run(*arguments: str | Path, database: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dashboard", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={"DATABASE_URL": str(database), "PATH": "/usr/bin:/bin"},
        cwd=database.parent,
    )


def write(folder: Path, text: str) -> Path:
    path = folder / "answers.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_scored_kept_and_summed_up_in_one_json_object(
    tmp_path: Path, database: Path
) -> None:
    file = write(tmp_path, HEADER + GOOD + BAD + BAD)

    done = run("score", file, "--json", database=database)

    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary.pop("duration_s") > 0
    assert summary == {
        "batch": 1,
        "runs": 3,
        "scored": 3,
        "partial": 0,
        "no_claims": 0,
        "no_context": 0,
        "failed": 0,
        "flagged": 2,
        "claims": 3,
        "contradicted": 2,
        "unsupported": 0,
        "mean_share": 2 / 3,
    }
    engine = open_database(database)
    assert count_statuses(engine)["scored"] == 3
    engine.dispose()


@pytest.mark.parametrize(
    ("limit", "code"), [("0", 1), ("0.99", 1), ("1", 0)], ids=["0", "0.99", "1"]
)
def test_a_share_above_the_limit_leaves_with_1(
    tmp_path: Path, database: Path, limit: str, code: int
) -> None:
    file = write(tmp_path, HEADER + GOOD + BAD)

    assert run("score", file, "--fail-over", limit, database=database).returncode == (
        code
    )


def test_claims_are_written_where_out_says(tmp_path: Path, database: Path) -> None:
    out = tmp_path / "claims.csv"

    done = run("score", write(tmp_path, HEADER + BAD), "--out", out, database=database)

    assert done.returncode == 0, done.stderr
    (row,) = csv.DictReader(out.read_text(encoding="utf-8-sig").splitlines())
    assert (row["label"], row["share"]) == ("contradicted", "1.0")


def test_flagged_cases_are_exported(tmp_path: Path, database: Path) -> None:
    run("score", write(tmp_path, HEADER + GOOD + BAD), database=database)
    out = tmp_path / "flagged.csv"

    done = run("export", "--flagged", "--out", out, database=database)

    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(out.read_text(encoding="utf-8-sig").splitlines()))
    assert [row["output"] for row in rows] == ["The bridge opened in 1938."]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("", "answers.csv is empty.", id="an empty file"),
        pytest.param("id,x\n1,2\n", "has no column with outputs", id="no outputs"),
        pytest.param(HEADER, "answers.csv holds no rows.", id="only a header"),
    ],
)
def test_a_file_that_cannot_be_used_leaves_with_2_and_a_sentence(
    tmp_path: Path, database: Path, text: str, sentence: str
) -> None:
    done = run("score", write(tmp_path, text), database=database)

    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(["score", "nowhere.csv"], "There is no file", id="no file"),
        pytest.param(["score", "f.csv", "--scale", "0"], "scale must be", id="scale"),
        pytest.param(["score", "f.csv", "--out", "a.doc"], "end it in .csv", id="out"),
        pytest.param(["score", "f.csv", "--out", "x/a.csv"], "no folder", id="folder"),
        pytest.param(["resume", "7"], "There is no batch 7", id="batch"),
        pytest.param(
            ["export", "--batch", "7", "--out", "a.csv"],
            "There is no batch 7",
            id="batch to export",
        ),
        pytest.param(["export", "--out", "no/f.csv"], "cannot be written", id="export"),
        pytest.param(
            ["score", "x.csv", "--temperature", "7"],
            "Give a number from 0 to 2, or 'none'.",
            id="temperature",
        ),
        pytest.param(["nonsense"], "There is no command 'nonsense'", id="command"),
    ],
)
def test_bad_usage_leaves_with_2_and_a_sentence(
    database: Path, arguments: list[str], sentence: str
) -> None:
    done = run(*arguments, database=database)

    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_that_is_none_is_refused(tmp_path: Path, database: Path) -> None:
    database.write_bytes(b"this is no database, whatever its name says" * 100)

    done = run("score", write(tmp_path, HEADER + GOOD), database=database)

    assert done.returncode == 2
    assert str(database) in done.stderr
    assert "Traceback" not in done.stderr


def test_rows_that_cannot_be_used_are_named_and_stop_no_other(
    tmp_path: Path, database: Path
) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"output": "A."}\n{"context": "C"}\n', encoding="utf-8")

    done = run("score", file, "--json", database=database)

    assert json.loads(done.stdout)["runs"] == 1
    assert "not scored: row 2, column 'output'" in done.stderr


def test_why_runs_failed_is_said_with_how_many(tmp_path: Path, database: Path) -> None:
    file = write(tmp_path, HEADER + GOOD + GOOD)

    done = run("score", file, "--judge", "nobody/model", database=database)

    assert done.returncode == 3
    assert "failed: 2 x " in done.stderr
    assert "nobody/model" in done.stderr


def test_a_failed_export_leaves_the_file_that_was_there(
    tmp_path: Path, database: Path
) -> None:
    out = tmp_path / "claims.csv"
    out.write_text("precious", encoding="utf-8")
    run("score", write(tmp_path, HEADER + GOOD), database=database)

    done = run("export", "--batch", "99", "--out", out, database=database)

    assert done.returncode == 2
    assert out.read_text(encoding="utf-8") == "precious"


def test_resume_goes_on_with_what_is_queued(tmp_path: Path, database: Path) -> None:
    run("score", write(tmp_path, HEADER + GOOD), database=database)

    done = run("resume", database=database)

    assert done.returncode == 0, done.stderr
    assert "1 runs: 1 scored" in done.stdout


def test_a_model_is_asked_as_the_options_say(
    tmp_path: Path, database: Path, stub: Any
) -> None:
    file = write(tmp_path, HEADER + BAD)
    options = ["--judge", "openai/stub", "--api-base", stub.url, "--repeat", "2"]
    options += ["--temperature", "none", "--seed", "5", "--mode", "fast"]

    for more, asked in ([], 2), ([], 2), (["--no-cache"], 4):
        done = run("score", file, "--json", *options, *more, database=database)

        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["mean_share"] == 1.0
        assert len(stub.requests) == asked
    assert {request.body["seed"] for request in stub.requests} == {5}
    assert not [r for r in stub.requests if "temperature" in r.body]
    engine = open_database(database)
    kept = get_run(engine, 3)
    engine.dispose()
    assert kept is not None
    assert kept.settings == RunSettings(
        judge="openai/stub",
        mode="fast",
        temperature=None,
        api_base=stub.url,
        seed=5,
        repeat=2,
        use_cache=False,
    )


def test_the_version_is_printed(database: Path) -> None:
    done = run("--version", database=database)

    assert (done.returncode, done.stdout) == (0, f"{__version__}\n")


def test_help_names_every_command(database: Path) -> None:
    done = run("--help", database=database)

    assert done.returncode == 0
    commands = ("score", "benchmark", "export", "resume")
    assert all(word in done.stdout for word in commands)


def interrupted(*arguments: str | Path, database: Path) -> tuple[int, str]:
    """Call a command and press Ctrl-C twice, first when its runs are queued.

    A shell starts what runs in its background deaf to Ctrl-C, and so the tests.
    """
    code = (
        "import signal; signal.signal(2, signal.default_int_handler);"
        f" from dashboard.__main__ import main; main({[*map(str, arguments)]!r})"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stderr=subprocess.PIPE,
        text=True,
        env={"DATABASE_URL": str(database), "PATH": "/usr/bin:/bin"},
        cwd=database.parent,
    ) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        said += process.stderr.readline()
        process.send_signal(signal.SIGINT)
        said += process.stderr.read()
        return process.wait(60), said


def test_ctrl_c_loses_nothing_and_resume_goes_on(
    tmp_path: Path, database: Path
) -> None:
    file = write(tmp_path, HEADER + (GOOD + BAD) * 500)

    code, said = interrupted("score", file, database=database)
    done = run("resume", "1", "--json", database=database)

    assert code == 130
    assert said.startswith("batch 1: 1000 runs queued\nStopped; nothing is lost. To go")
    assert "Traceback" not in said
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["runs"], summary["scored"], summary["flagged"]) == (1000, 1000, 500)


def test_help_answers_without_the_database_the_scorer_or_numpy() -> None:
    code = (
        "import sys; from typer.testing import CliRunner;"
        " from dashboard.cli import app;"
        " CliRunner().invoke(app, ['score', '--help']);"
        " print(*{'sqlalchemy', 'numpy', 'dashboard.scoring'} & set(sys.modules))"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout == "\n"
