"""Files as people really have them: what is read of each, and what is not, and why."""

import io
import random
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dashboard.scoring.types import Sample
from dashboard.uploads import UploadError, read_upload

FILES = Path(__file__).parents[1] / "data" / "uploads"
NO_OUTPUT = "there is no output; an empty output is an empty cell"
NEEDS_QUOTES = "a cell with the delimiter or a line break in it needs quotes around"


class Read(NamedTuple):
    output: str
    context: tuple[str, ...]
    input: str | None = None
    label: str | None = None
    metadata: dict[str, Any] = {}  # noqa: RUF012  never changed


def as_read(sample: Sample) -> Read:
    return Read(
        sample.output,
        sample.context,
        sample.input,
        sample.label,
        dict(sample.metadata),
    )


UGLY: dict[str, tuple[str, list[Read], list[str]]] = {
    "german_excel.csv": (
        "CSV with semicolons, Windows-1252",
        [
            Read(
                "Sie öffnete 1937 – für 35 Mio. €.",
                ("Die Brücke wurde 1937 eröffnet;\r\nsie kostete 35 Mio. €.",),
                "Wie heißt er?",
            ),
            Read("Er sagte „Nein“.", ('Er sagte: "Nein".',)),
        ],
        [],
    ),
    "ragged.csv": (
        "CSV with commas, UTF-8",
        [
            Read("The first", ("C1",), metadata={"note": "a"}),
            Read("Blank ends are fine", ("C4",), metadata={"note": "c"}),
            Read("", ("C5",), metadata={"note": "empty output"}),
            Read("The last", ("C6",), metadata={"note": "x\ny"}),
        ],
        [
            f"row 2: cells: 2, columns in the header: 3; {NEEDS_QUOTES}",
            f"row 3: cells: 4, columns in the header: 3; {NEEDS_QUOTES}",
        ],
    ),
    "open_quote.csv": (
        "CSV with commas, UTF-8",
        [Read("A", ("C1",)), Read("C", ("C3",)), Read("D", ("closed",))],
        ["row 2: its quotes or cells cannot be made out (',' expected after '\"')"],
    ),
    "utf16_tabs.txt": (
        "CSV with tabs, UTF-16-LE",
        [Read("Потому что 🌉.", ("Ответ \u2028 первый", "второй"), "Почему?")],
        [],
    ),
    "broken_bytes.csv": (
        "CSV with commas, UTF-8",
        [Read("ça va", ("é",)), Read("ok", ("œ",))],
        ["row 2, column 'output': some bytes are no UTF-8 text"],
    ),
    "hostile.csv": (
        "CSV with commas, UTF-8",
        [
            Read(
                '=HYPERLINK("http://x","y")',
                ("'; DROP TABLE run; --",),
                metadata={
                    "=cmd|' /C calc'!A0": "=1+1",
                    "output (2)": "second",
                    "column 4": "third",
                    "<script>alert(1)</script>": "<img src=x onerror=alert(1)>",
                    "__class__": "{{7*7}}",
                },
            ),
            Read(
                "a\ufffdb\u202ec",
                ("[1] plain",),
                metadata={
                    "=cmd|' /C calc'!A0": "@SUM(A1)",
                    "output (2)": "",
                    "column 4": "",
                    "<script>alert(1)</script>": "$E=mc^2$",
                    "__class__": "[](javascript:alert(1))",
                },
            ),
        ],
        [],
    ),
    "lines.jsonl": (
        "JSON Lines, UTF-8",
        [
            Read("A1", ("C1", "C2"), "Q1"),
            Read("A3", ("T\nB",), metadata={"score": None, "big": 10**30 - 1}),
            Read("A4", ('{\n  "k": [\n    1,\n    2\n  ]\n}',)),
        ],
        [
            "row 2: line 3 is not JSON: Expecting ':' delimiter at character 42",
            f"row 3, column 'output': {NO_OUTPUT}",
            "row 4: it is not an object but int",
            f"row 7, column 'output': {NO_OUTPUT}",
        ],
    ),
    "cut_off.json": (
        "JSON, UTF-8",
        [
            Read("A1", ("C1",), label="faithful"),
            Read("A2", ("C2",), label="hallucinated"),
        ],
        [
            "row 3: entry 3 is not JSON: Unterminated string starting at character 18; "
            "nothing from there on could be read"
        ],
    ),
    "promptfoo.json": (
        "JSON, UTF-8",
        [
            Read(
                "In 1937.",
                ("It opened in 1937.",),
                "When?",
                metadata={
                    "success": True,
                    "prompt": {"raw": "Answer {{question}}", "label": "l"},
                    "vars": {},
                    "response": {"tokenUsage": {"total": 5}},
                    "provider": {"id": "openai:gpt"},
                },
            )
        ],
        [f"row 2, column 'response.output': {NO_OUTPUT}"],
    ),
    "columns.json": (
        "JSON, UTF-8",
        [
            Read("A1", ("a", "b"), "Q1", metadata={"ground_truth": "G1"}),
            Read("A2", (), "Q2", metadata={"ground_truth": "G2"}),
        ],
        [],
    ),
    "transcripts.jsonl": (
        "JSON Lines, UTF-8",
        [
            Read(
                "It is 31 degrees in Rome.",
                ('Result of weather:\n{"celsius": 31}',),
                "How warm is it in Rome?",
                metadata={"id": 1},
            ),
            Read(
                "At 9.",
                ("The shop opens at 9.",),
                "When do you open?",
                metadata={"id": 2},
            ),
        ],
        [
            "row 3, column 'messages': output must be a text, {text: …}, {content: …}, "
            "an assistant message or a list of messages with at least one; "
            "got a list of dict"
        ],
    ),
    "sheets.xlsx": (
        "Excel",
        [
            Read(
                "A1",
                ("C1 = 1 + 1",),
                "Q1",
                metadata={"When": "2024-05-06T07:08:00", "Score": 0.5},
            ),
            Read("42", (), "Q2", metadata={"When": "", "Score": True}),
            Read("", ("C4",), metadata={"When": "", "Score": 1}),
        ],
        ["row 3: cells beyond the header: 1"],
    ),
    "ragas.parquet": (
        "Parquet",
        [
            Read(
                "A1",
                ("a", "b"),
                "Q1",
                metadata={
                    "reference": "R1",
                    "meta": {"t": "2024-01-01T00:00:00", "d": "1.50", "b": "x"},
                    "s": None,
                },
            ),
            Read(
                "A2",
                (),
                metadata={
                    "reference": "R2",
                    "meta": {"t": "2024-01-01T00:00:00", "d": "1.50", "b": "x"},
                    "s": 0.5,
                },
            ),
        ],
        [f"row 3, column 'response': {NO_OUTPUT}"],
    ),
    "pipes.csv": (
        "CSV with vertical bars, UTF-8",
        [
            Read("It is a.", ("a, b",), label="hallucinated", metadata={"ID": "1"}),
            Read("It is d.", ("c; d",), label="faithful", metadata={"ID": "2"}),
            Read(
                "It is e.",
                ("e", "f"),
                metadata={"ID": "3", "isHallucinated": "perhaps"},
            ),
        ],
        [],
    ),
    "python_lists.tsv": (
        "CSV with tabs, UTF-8",
        [
            Read("A1", ("It's a", "b"), "Q1"),
            Read("A2", (), "Q2"),
            Read("A3", ("Title\nOne. \nTwo.", "Other\nThree."), "Q3"),
            Read("A4", ("[x for x in ()]",), "Q4"),
        ],
        [],
    ),
    "deep.jsonl": (
        "JSON Lines, UTF-8",
        [Read("A4", ("C4",))],
        [
            "row 1: line 1 is not JSON: lists and objects are nested too deeply",
            "row 2: line 2 is not JSON: lists and objects are nested too deeply",
            "row 3: line 3 is not JSON: a number has thousands of digits",
        ],
    ),
}


def test_every_ugly_file_is_told_of() -> None:
    assert sorted(path.name for path in FILES.iterdir()) == sorted(UGLY)


@pytest.mark.parametrize("name", UGLY)
def test_an_ugly_file_gives_its_samples_and_says_what_is_wrong_with_the_rest(
    name: str,
) -> None:
    form, samples, problems = UGLY[name]

    upload = read_upload(FILES / name)

    assert upload.form == form
    assert [as_read(sample) for sample in upload.samples] == samples
    assert [str(problem) for problem in upload.problems] == problems


@pytest.mark.parametrize("name", UGLY)
def test_an_uploaded_ugly_file_is_the_same_as_one_on_the_disk(name: str) -> None:
    with (FILES / name).open("rb") as stream:
        upload = read_upload(stream, name="renamed.bin")

        assert not stream.closed

    assert [as_read(sample) for sample in upload.samples] == UGLY[name][1]


PUT_IN = (b'"', b"[", b"\x00", b"\xff", b"}", b"\n")


def damaged(content: bytes, dice: random.Random) -> bytes:
    """Return a file with some bytes changed, left out or put in, or its end lost."""
    spoilt = bytearray(content)
    for _ in range(dice.randint(1, 5)):
        at = dice.randrange(len(spoilt))
        match dice.randrange(4):
            case 0:
                spoilt[at] = dice.randrange(256)
            case 1:
                del spoilt[at : at + dice.randint(1, 20)]
            case 2:
                spoilt[at:at] = dice.choice(PUT_IN)
            case _:
                del spoilt[at:]
        spoilt = spoilt or bytearray(b"x")
    return bytes(spoilt)


@pytest.mark.parametrize("name", UGLY)
def test_a_damaged_file_ends_in_a_sentence_at_worst(name: str) -> None:
    dice = random.Random(name)
    content = (FILES / name).read_bytes()

    for _ in range(60):
        spoilt = damaged(content, dice)
        with suppress(UploadError):
            upload = read_upload(io.BytesIO(spoilt), name="f")
            assert upload.samples or upload.problems
