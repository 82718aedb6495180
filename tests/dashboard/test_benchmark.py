"""Judges held against labelled files."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from dashboard.benchmark import (
    ALWAYS,
    OVERLAP,
    LabelledFile,
    Line,
    lines_of,
    mean_over_files,
    part_of,
    read_labelled,
)
from dashboard.benchmark_report import report_text
from dashboard.cli import app
from dashboard.scoring import Sample
from dashboard.scoring.measures import Confusion, Estimate, JudgeFigures
from dashboard.scoring.measures.word_overlap import missing_words
from storage.batches import list_batches
from storage.database import open_database
from storage.labelled import LabelledRun


@pytest.mark.parametrize(
    ("output", "context", "expected"),
    [
        pytest.param("The bridge opened.", ["A bridge opened."], 0.0, id="all there"),
        pytest.param("The bridge closed.", ["A bridge opened."], 0.5, id="one of two"),
        pytest.param("BRIDGE bridge", ["Bridge"], 0.0, id="whatever the case"),
        pytest.param("In 1937, 1937!", ["in 1938"], 1.0, id="numbers are words"),
        pytest.param("It is the.", ["nothing"], 0.0, id="function words alone"),
        pytest.param("", ["nothing"], 0.0, id="nothing said"),
        pytest.param("Paris fell", [], 1.0, id="no context"),
        pytest.param("Paris fell", ["Paris", "it fell"], 0.0, id="several items"),
        pytest.param("大桥开通", ["大桥关闭"], 2 / 3, id="pairs of signs"),
        pytest.param("桥", ["大桥"], 1.0, id="one sign is a word"),
        pytest.param("Der Turm ist alt", ["Turm, alt"], 0.0, id="German small words"),
    ],
)
def test_missing_words_are_the_content_words_that_the_context_lacks(
    output: str, context: list[str], expected: float
) -> None:
    assert missing_words(output, context) == expected


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        pytest.param({}, (None, None), id="nothing known"),
        pytest.param({"kind": "qa", "lang": "de"}, ("qa", "de"), id="columns"),
        pytest.param(
            {"meta": {"task": "summary"}, "language": "en"},
            ("summary", "en"),
            id="kind within meta",
        ),
        pytest.param({"kind": 3, "lang": " "}, (None, None), id="no words"),
        pytest.param({"meta": "text", "task": "qa"}, ("qa", None), id="meta is text"),
    ],
)
def test_the_part_of_a_sample_is_its_kind_and_language(
    metadata: dict[str, Any], expected: tuple[str | None, str | None]
) -> None:
    assert part_of(Sample("x", metadata=metadata)) == expected


def sample(output: str, context: str, label: str, lang: str = "en") -> Sample:
    return Sample(output, [context], label=label, metadata={"lang": lang})  # type: ignore[arg-type]


SAMPLES = (
    sample("The bridge opened.", "The bridge opened.", "faithful"),
    sample("The tower fell.", "The bridge opened.", "hallucinated"),
    sample("Turm", "Der Turm", "faithful", "de"),
    sample("Haus", "Der Turm", "hallucinated", "de"),
)
FILE = LabelledFile("bridges", SAMPLES, unlabelled=0, unusable=0, beyond=0)


def run(at: int, share: float | None, doubt: float) -> LabelledRun:
    bad = SAMPLES[at].label == "hallucinated"
    return LabelledRun(at + 1, bad, share, bool(share), doubt, at // 2)


RUNS = [run(0, 0.0, 0.1), run(1, 1.0, 0.8), run(2, 1.0, 0.9), run(3, None, 0.0)]


def test_a_judge_stands_beside_flagging_all_and_word_overlap() -> None:
    lines = lines_of(FILE, {"offline": RUNS})

    whole = {line.judge: line for line in lines if line.whole}
    assert list(whole) == ["offline", ALWAYS, OVERLAP]
    assert [line.documents for line in whole.values()] == [2, 2, 2]
    assert [_counts(line) for line in whole.values()] == [
        Confusion(found=1, false_alarms=1, missed=0, passed=1),
        Confusion(found=2, false_alarms=2, missed=0, passed=0),
        Confusion(found=2, false_alarms=0, missed=0, passed=2),
    ]
    assert whole["offline"].failed == 1
    assert whole["offline"].figures is not None
    assert whole["offline"].figures.auroc == Estimate(0.5, 0.5, 1.0, 3)
    assert _value(whole[OVERLAP], "auroc") == 1.0
    assert _value(whole[ALWAYS], "balanced_accuracy") == 0.5
    assert _value(whole[ALWAYS], "calibration_error") == 0.5


def test_parts_of_a_file_are_told_apart_by_language() -> None:
    lines = lines_of(FILE, {"offline": RUNS})

    parts = [
        (one.language, one.judge, _counts(one).n) for one in lines if not one.whole
    ]
    assert parts == [
        ("de", "offline", 1),
        ("de", ALWAYS, 2),
        ("de", OVERLAP, 2),
        ("en", "offline", 2),
        ("en", ALWAYS, 2),
        ("en", OVERLAP, 2),
    ]


def test_a_file_of_one_part_has_no_parts() -> None:
    file = LabelledFile("one", SAMPLES[:2], unlabelled=0, unusable=0, beyond=0)

    assert all(line.whole for line in lines_of(file, {"offline": RUNS[:2]}))


def test_a_mean_over_files_has_an_interval_narrower_than_theirs() -> None:
    def line(file: str, value: float, *, whole: bool = True) -> Line:
        figures = JudgeFigures(
            Confusion(1, 1, 1, 1), auroc=Estimate(value, value - 0.3, value + 0.3, 4)
        )
        return Line(file, whole, None, None, "j", 2, figures)

    lines = [line("a", 0.6), line("b", 0.8), line("b", 0.1, whole=False)]
    found = mean_over_files(lines, "j", "auroc")

    assert found is not None
    assert found.n == 2
    assert found.value == pytest.approx(0.7)
    assert found.low == pytest.approx(0.7 - 0.3 / 2**0.5)
    assert found.high == pytest.approx(0.7 + 0.3 / 2**0.5)
    assert mean_over_files(lines, "j", "f1") is None
    assert mean_over_files(lines, "other", "auroc") is None


def test_the_report_is_a_table_for_each_part() -> None:
    lines = lines_of(FILE, {"offline": RUNS})

    blocks = report_text([FILE], lines).split("\n\n")

    assert [block.splitlines()[0] for block in blocks[:3]] == [
        "bridges: 4 outputs about 2 documents, 50% hallucinated",
        "bridges, no kind, de: 2 outputs about 1 documents, 50% hallucinated",
        "bridges, no kind, en: 2 outputs about 1 documents, 50% hallucinated",
    ]
    head, row = (line.split("  ") for line in blocks[2].splitlines()[1:3])
    assert [cell.strip() for cell in head if cell] == [
        "judge",
        "flagged",
        "balanced accuracy",
        "F1",
        "AUROC",
        "calibration error",
    ]
    assert [cell.strip() for cell in row if cell.strip()] == [
        "offline",
        "50%",
        "1.00",
        "1.00",
        "1.00",
        "0.15",
    ]


def test_so_many_labelled_rows_are_drawn_the_same_ones_each_time(
    tmp_path: Path,
) -> None:
    file = write(
        tmp_path, [{"output": f"o{at}", "label": LABEL[at % 2]} for at in range(30)]
    )

    once = read_labelled(file, name="f", limit=10)
    again = read_labelled(file, name="f", limit=10)

    assert once == again
    assert (len(once.samples), once.beyond) == (10, 20)
    drawn = [int(one.output[1:]) for one in once.samples]
    assert drawn == sorted(drawn)
    assert drawn != list(range(10))


LABEL = ("faithful", "hallucinated")
ROWS: list[dict[str, Any]] = [
    {
        "id": f"r{at}",
        "context": f"The bridge at mile {at // 2} opened in {1900 + at // 2}.",
        "output": f"It opened in {1900 + at // 2 + at % 2 * 7}.",
        "question": "When did it open?",
        "label": LABEL[at % 2],
        "lang": "en",
        "meta": {"task": "qa"},
    }
    for at in range(20)
]


def write(folder: Path, rows: list[dict[str, Any]], name: str = "set") -> Path:
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def call(database: Path, *arguments: str | Path) -> Result:
    """Call the command; few samples, so that no process has to be started."""
    environment = {"DATABASE_URL": str(database)}
    words = ["benchmark", *map(str, arguments)]
    return CliRunner().invoke(app, words, env=environment)


def test_a_labelled_file_is_measured_and_nothing_is_stored(tmp_path: Path) -> None:
    file = write(tmp_path, [*ROWS[:6], {"output": "x", "context": "y"}])
    database = tmp_path / "runs.db"

    done = call(database, file, "--json")

    assert done.exit_code == 0, done.stderr
    assert "set: rows left out: 1 without a label" in done.stderr
    said = json.loads(done.stdout)
    assert said["files"] == [
        {
            "file": "set",
            "scored": 6,
            "unlabelled": 1,
            "unusable": 0,
            "beyond_limit": 0,
        }
    ]
    judged = said["lines"][0]
    assert (judged["judge"], judged["n"], judged["documents"]) == ("offline", 6, 3)
    assert (judged["share_flagged"], judged["share_hallucinated"]) == (0.5, 0.5)
    assert judged["auroc"] == {"value": 1.0, "low": 1.0, "high": 1.0, "n": 6}
    assert [line["judge"] for line in said["lines"]] == ["offline", ALWAYS, OVERLAP]
    assert not database.exists()


def test_two_files_have_a_mean_and_what_is_stored_when_asked(tmp_path: Path) -> None:
    files = [write(tmp_path, ROWS[:4], "one"), write(tmp_path, ROWS[4:8], "two")]
    database = tmp_path / "runs.db"

    done = call(database, *files, "--store")

    assert done.exit_code == 0, done.stderr
    assert "mean over 2 files" in done.stdout
    engine = open_database(database)
    kept = [(one.name, one.runs) for one in list_batches(engine)]
    engine.dispose()
    assert kept == [("benchmark: two", 4), ("benchmark: one", 4)]


@pytest.mark.parametrize(
    ("rows", "options", "sentence"),
    [
        pytest.param([{"output": "x"}], [], "has no row with a label", id="no label"),
        pytest.param([{"id": 1}], [], "has no column with outputs", id="no output"),
        pytest.param(ROWS[:1], ["--db", "x.db"], "--db needs --store", id="db"),
    ],
)
def test_what_cannot_be_measured_leaves_with_2_and_a_sentence(
    tmp_path: Path, rows: list[dict[str, Any]], options: list[str], sentence: str
) -> None:
    done = call(tmp_path / "runs.db", write(tmp_path, rows), *options)

    assert done.exit_code == 2
    assert sentence in done.stderr


def _counts(line: Line) -> Confusion:
    assert line.figures is not None
    return line.figures.confusion


def _value(line: Line, name: str) -> float:
    assert line.figures is not None
    found: Estimate = getattr(line.figures, name)
    return found.value
