# mypy: disable-error-code="import-not-found"
import json
import random
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

WHY = "needs the extra: pip install 'hallucination-dashboard[train]'"
for module in ("torch", "safetensors", "onnx", "onnxruntime"):
    pytest.importorskip(module, reason=f"{module} {WHY}")

from dashboard.scoring.offline.entailment.evidence import count_words  # noqa: E402
from dashboard.scoring.offline.entailment.runtime import ExportedModel  # noqa: E402
from dashboard.scoring.offline.entailment.wordpiece import WordPiece  # noqa: E402
from dashboard.scoring.offline.training.fitting import Fitting, rate_share  # noqa: E402
from dashboard.scoring.offline.training.network import Network, Shape  # noqa: E402
from dashboard.scoring.offline.training.prepare import Mix  # noqa: E402
from dashboard.scoring.offline.training.recipe import Recipe  # noqa: E402
from dashboard.scoring.offline.training.rows import Row, Target  # noqa: E402
from dashboard.scoring.offline.training.run import Places, measured, train  # noqa: E402
from dashboard.scoring.offline.training.targets import as_pairs  # noqa: E402

if TYPE_CHECKING:
    from dashboard.scoring.offline.training.evaluation import SetFigures

COLOURS = ["red", "green", "blue", "white"]
THINGS = ["lamp", "door", "boat", "chair", "coat"]
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "is", "old", "new", "."]
PIECES += COLOURS + THINGS
RECIPE = Recipe(seed=5, visits=6_000, rate=3e-3, frozen=0, threads=1, held_out=100)


def made_rows(count: int, seed: int) -> list[Row]:
    chance = random.Random(seed)
    rows = []
    for _ in range(count):
        colour, other = chance.sample(COLOURS, 2)
        thing = chance.choice(THINGS)
        says: dict[Target, str] = {
            "entailment": colour,
            "contradiction": other,
            "neutral": chance.choice(["old", "new"]),
        }
        target = chance.choice(list(says))
        claim = f"The {thing} is {says[target]}."
        premise = f"The {thing} is {colour}."
        rows.append(Row(premise, claim, target, "made", license="CC0"))
    return rows


def toy_network() -> Network:
    import torch

    torch.manual_seed(7)
    shape = Shape(
        layers=1,
        width=32,
        heads=2,
        inner=64,
        vocabulary=len(PIECES),
        positions=64,
        hidden=32,
    )
    return Network(shape)


def write_labelled(folder: Path) -> None:
    folder.mkdir()
    lines = []
    for row in made_rows(60, seed=9):
        label = "faithful" if row.target == "entailment" else "hallucinated"
        held = {"context": row.premise, "output": row.claim, "label": label}
        lines.append(json.dumps(held))
    (folder / "rooms.jsonl").write_text("\n".join(lines))


def train_toy(folder: Path, recipe: Recipe = RECIPE) -> "list[SetFigures]":
    rows = made_rows(500, seed=1)
    labelled = folder.parent / "labelled"
    if not labelled.exists():
        write_labelled(labelled)
    weights = count_words([row.premise for row in rows])
    mix = Mix(rows, made_rows(100, seed=2), weights)
    places = Places(folder, folder, folder, labelled)
    return train(toy_network(), PIECES, mix, places, recipe)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("toy") / "out"
    train_toy(folder)
    return folder


def test_a_toy_model_learns_what_500_pairs_say(trained: Path) -> None:
    figures = json.loads((trained / "figures.json").read_text())

    assert figures["model"]["held_out_three_way"] > 0.95
    assert figures["model"]["held_out_two_way"] > 0.95


def test_the_exported_file_says_what_the_network_says(trained: Path) -> None:
    figures = json.loads((trained / "figures.json").read_text())

    assert figures["model"]["export_change"] < 0.05


def test_a_pair_is_judged_alike_alone_and_among_others(trained: Path) -> None:
    model = ExportedModel(trained / "model.onnx", trained / "vocab.txt")
    pairs = [(row.premise, row.claim) for row in made_rows(40, seed=4)]
    pairs.append(("The lamp is red. The door is blue. " * 4, "The coat is old."))

    together = model.judge(pairs)
    alone = [model.judge([pair])[0] for pair in pairs]

    for one, other in zip(together, alone, strict=True):
        assert one == pytest.approx(other, abs=1e-3)


def test_the_files_of_a_run_reproduce_its_evaluation(trained: Path) -> None:
    held = json.loads((trained / "figures.json").read_text())["sets"]
    places = Places(trained, trained, trained, trained.parent / "labelled")

    again = [asdict(each) for each in measured(places, threads=1)]

    assert again == held
    (rooms,) = held
    assert (rooms["name"], rooms["model"]["rows"]) == ("rooms", 60)
    assert rooms["model"]["auroc"]["value"] > 0.95


def test_the_same_seed_gives_the_same_file(trained: Path, tmp_path: Path) -> None:
    train_toy(tmp_path / "out")

    again = (tmp_path / "out" / "model.onnx").read_bytes()
    assert again == (trained / "model.onnx").read_bytes()


def test_a_run_that_was_stopped_ends_as_one_that_was_not(tmp_path: Path) -> None:
    recipe = replace(RECIPE, visits=900)
    pairs = as_pairs(made_rows(500, seed=1), WordPiece(PIECES))
    whole, stopped, resumed = toy_network(), toy_network(), toy_network()
    Fitting(whole, recipe).run(pairs, pairs[:10])
    checkpoint = tmp_path / "run.pt"

    with pytest.raises(KeyboardInterrupt):
        Fitting(
            stopped,
            replace(recipe, save_minutes=0.0),
            checkpoint=checkpoint,
            clock=stopping_after(ticks=40),
        ).run(pairs, pairs[:10])
    fitting = Fitting(resumed, recipe, checkpoint=checkpoint)

    assert 0 < fitting.progress.visits < 900
    assert fitting.run(pairs, pairs[:10]).visits >= 900
    for name, values in whole.state_dict().items():
        assert bool((values == resumed.state_dict()[name]).all()), name


def stopping_after(*, ticks: int) -> "Clock":
    return Clock(ticks)


class Clock:
    def __init__(self, ticks: int) -> None:
        self.left = ticks

    def __call__(self) -> float:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return 0.0


def test_a_finished_run_is_not_trained_further(trained: Path) -> None:
    before = (trained / "checkpoint.pt").read_bytes()

    train_toy(trained)

    assert (trained / "checkpoint.pt").read_bytes() == before


def test_a_run_ends_by_itself_when_its_time_is_over() -> None:
    recipe = replace(RECIPE, visits=None, minutes=1.0)
    pairs = as_pairs(made_rows(100, seed=1), WordPiece(PIECES))
    ticks = iter(range(0, 10_000, 3))

    progress = Fitting(toy_network(), recipe, clock=lambda: float(next(ticks))).run(
        pairs, pairs[:10]
    )

    assert progress.seconds == 60.0
    passes_of_four_batches = 5
    assert progress.visits == 100 * passes_of_four_batches


def test_the_rate_rises_then_falls_to_nothing() -> None:
    shares = [rate_share(done, 0.1) for done in (0.05, 0.1, 0.55, 1.0)]

    assert shares == pytest.approx([0.5, 1.0, 0.5, 0.0])


def test_the_card_names_data_licences_hash_and_figures(trained: Path) -> None:
    card = (trained / "card.md").read_text()
    figures = json.loads((trained / "figures.json").read_text())

    assert f"sha256 `{figures['model']['sha256']}`" in card
    made = next(line for line in card.splitlines() if line.startswith("| made |"))
    assert made.endswith("| 0 | CC0 |")
    assert "| rooms | 60 |" in card
    assert "| seed | 5 |" in card
    assert "all-MiniLM-L6-v2 (Apache-2.0)" in card
