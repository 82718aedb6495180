"""Every example of the guides in the README is run, and does what it says."""

import csv
import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

from dashboard.live_sampling import fraction_of
from storage.database import open_database
from storage.runs import count_statuses, list_runs
from storage.values import RunFilter

GUIDES = Path(__file__).parents[1] / "README.md"


def example(heading: str, number: int = 0) -> str:
    """Return a block of code under a heading of the guides."""
    text = GUIDES.read_text(encoding="utf-8")
    section = text.split(f"### {heading}\n")[1].split("\n### ")[0]
    blocks = re.findall(r"```\w+\n(.*?)```", section, flags=re.DOTALL)
    return str(blocks[number])


def run(code: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": str(folder / "runs.db"),
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }


def ended_runs(folder: Path) -> list[Any]:
    """Return all runs once none is waiting, or after a minute."""
    engine = open_database(folder / "runs.db")
    until = time.monotonic() + 60
    while time.monotonic() < until:
        counts = count_statuses(engine)
        if not counts.get("queued") and not counts.get("running"):
            break
    runs = list_runs(engine, RunFilter())
    engine.dispose()
    return list(runs)


def test_three_lines_score(tmp_path: Path) -> None:
    assert run(example("Score in three lines"), tmp_path) == "1.0\n"


def test_a_rag_chain_is_evaluated(tmp_path: Path) -> None:
    assert run(example("A RAG chain"), tmp_path) == "1.0 scored\n"


def test_a_live_function_is_scored(tmp_path: Path) -> None:
    code = example("A live application")
    assert "rate=0.1" in code

    run(code.replace("rate=0.1", "rate=1.0"), tmp_path)

    (scored,) = ended_runs(tmp_path)
    assert (scored.status, scored.share) == ("scored", 1.0)


def test_a_live_litellm_application_is_scored(tmp_path: Path) -> None:
    ids = (f"trace-{number}" for number in range(1_000))
    chosen = next(id for id in ids if fraction_of(id) < 0.1)
    asked = f"""
    litellm.completion(
        model="openai/gpt-5-mini",
        messages=[{{"role": "system", "content": "The bridge opened in 1937."}}],
        mock_response="It opened in 1938.",
        metadata={{"trace_id": "{chosen}"}},
    )
    import time
    while not litellm.callbacks[-1].live.counts.taken:
        time.sleep(0.01)
    """

    run(example("A live application", 1) + textwrap.dedent(asked), tmp_path)

    (scored,) = ended_runs(tmp_path)
    assert scored.share == 1.0


@pytest.mark.parametrize(("year", "status"), [("1937", 0), ("1938", 1)])
def test_the_gate_lets_only_grounded_answers_through(
    tmp_path: Path, year: str, status: int
) -> None:
    code = example("A gate in CI").replace(
        "It opened in 1937.", f"It opened in {year}."
    )
    (tmp_path / "test_answer.py").write_text(code, encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q"], cwd=tmp_path, check=False
    )

    assert done.returncode == status


INPUT, CONTEXT, OUTPUT = "When?", "The bridge opened in 1937.", "It opened in 1938."


def write_exports(folder: Path) -> None:
    """Write what the tools export, as far as names go."""
    rows: dict[str, list[list[str]]] = {
        "ragas.csv": [
            ["user_input", "retrieved_contexts", "response", "reference"],
            [INPUT, json.dumps([CONTEXT]), OUTPUT, "In 1937."],
        ],
        "promptfoo.csv": [
            ["question", "context", "[openai:gpt-5-mini] {{question}}"],
            [INPUT, CONTEXT, OUTPUT],
        ],
    }
    for name, lines in rows.items():
        with (folder / name).open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(lines)
    case = {"input": INPUT, "actual_output": OUTPUT, "retrieval_context": [CONTEXT]}
    (folder / "deepeval.json").write_text(json.dumps([case]), encoding="utf-8")
    span = {
        "name": "chain",
        "context": {"trace_id": "ab", "span_id": "01"},
        "attributes": {
            "input": {"value": INPUT},
            "output": {"value": OUTPUT},
            "retrieval": {"documents": [{"document": {"content": CONTEXT}}]},
        },
    }
    (folder / "phoenix.json").write_text(json.dumps([span]), encoding="utf-8")


def test_files_of_other_tools_are_scored_as_they_are(tmp_path: Path) -> None:
    write_exports(tmp_path)
    commands = example("From Ragas, DeepEval, promptfoo or Phoenix").splitlines()

    for command in commands:
        command = command.replace("hallucination-dashboard", "python -m dashboard")
        words = [sys.executable if w == "python" else w for w in shlex.split(command)]
        subprocess.run(words, cwd=tmp_path, env=environment(tmp_path), check=True)

    runs = ended_runs(tmp_path)
    assert [run.share for run in runs] == [1.0] * 4
