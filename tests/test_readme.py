"""What the README says can be done, is done here as it says."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def test_the_script_runs_as_written() -> None:
    script = blocks("python")[0]

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout == (
        "1.0 complete The score is 1.00: the one claim is not supported by the "
        "context. “The bridge opened in 1938” is contradicted: The context says 1937, "
        "the output says 1938.\n"
    )


def test_ci_runs_the_test_command_of_the_readme() -> None:
    commands = [line for block in blocks("bash") for line in block.splitlines()]
    (tests,) = [line for line in commands if line.endswith("pytest")]
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")

    assert tests in ci.replace("install -q -e", "install -e")


def test_the_start_command_names_the_console_script() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (script,) = project["project"]["scripts"]

    assert blocks("bash")[0].strip().endswith(f".venv/bin/{script}")


def test_the_picture_is_there() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)

    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)
