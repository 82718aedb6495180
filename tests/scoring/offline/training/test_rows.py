import gzip
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

from dashboard.scoring.offline.training.rows import Caps, Row, capped, read_rows

PAIR = {
    "premise": "It rains.",
    "hypothesis": "It is dry.",
    "label": "contradiction",
    "source": "weather",
    "license": "CC0",
}
ANSWER = {
    "context": "Bern is in Switzerland.",
    "question": "Where is Bern?",
    "output": "Switzerland",
    "label": "faithful",
    "source": "places",
    "license": "MIT",
}


def test_pairs_and_answers_are_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl.gz"
    wrong = {**ANSWER, "question": None, "output": "In Italy.", "label": "hallucinated"}
    held = [PAIR, {**PAIR, "op": "c_ant"}, ANSWER, wrong]
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in held)

    rows = list(read_rows(path))

    rain = Row("It rains.", "It is dry.", "contradiction", "weather", license="CC0")
    bern = "Bern is in Switzerland."
    assert rows == [
        rain,
        replace(rain, kind="c_ant"),
        Row(bern, "Where is Bern? Switzerland", "entailment", "places", "", "MIT"),
        Row(bern, "In Italy.", "hallucinated", "places", "", "MIT"),
    ]


def test_no_source_and_no_kind_has_more_rows_than_its_cap() -> None:
    rows = [Row(f"a{at}", "b", "neutral", "big") for at in range(50)]
    rows += [Row(f"c{at}", "d", "neutral", "made", "n_add") for at in range(50)]
    rows += [Row(f"e{at}", "f", "neutral", "made", "c_neg") for at in range(50)]
    rows += [Row(f"g{at}", "h", "neutral", "free") for at in range(50)]
    caps = Caps(sources={"big": 7}, kind=5, kinds={"c_neg": 3})

    kept = capped(rows, caps, seed=1)

    counts = Counter((row.source, row.kind) for row in kept)
    assert counts == {
        ("big", ""): 7,
        ("made", "n_add"): 5,
        ("made", "c_neg"): 3,
        ("free", ""): 50,
    }
    assert capped(rows, caps, seed=1) == kept
    assert capped(rows, caps, seed=2) != kept
