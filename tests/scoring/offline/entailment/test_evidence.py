from pathlib import Path

from dashboard.scoring.offline.entailment.evidence import (
    WordWeights,
    count_words,
    nearest,
    overlap,
)

TEXTS = [
    "The tower is in Paris.",
    "The bridge is in London.",
    "The tower opened in 1889.",
    "The river is long.",
]


def test_a_rare_shared_word_outweighs_common_ones() -> None:
    weights = count_words(TEXTS, at_least=1)

    best = nearest("It is 1889 in the town.", TEXTS, weights, most=1)

    assert best == [2]


def test_a_passage_that_adds_something_goes_before_one_that_repeats() -> None:
    weights = count_words(TEXTS, at_least=1)
    passages = ["The tower is in Paris.", "A tower in Paris.", "It opened in 1889."]

    chosen = nearest("The tower in Paris opened in 1889.", passages, weights)

    assert sorted(chosen) == [0, 2]


def test_no_more_passages_come_back_than_there_are() -> None:
    weights = count_words(TEXTS, at_least=1)

    assert nearest("Anything.", [], weights) == []
    assert nearest("Anything.", ["One."], weights, most=3) == [0]


def test_overlap_is_the_share_of_the_claims_words_that_are_there() -> None:
    assert overlap("Towers opened late.", TEXTS) == 2 / 3
    assert overlap("", TEXTS) == 1.0


def test_weights_are_the_same_after_they_were_kept(tmp_path: Path) -> None:
    weights = count_words(TEXTS, at_least=2)

    weights.write(tmp_path / "words.json")
    read = WordWeights.read(tmp_path / "words.json")

    assert sorted(read.weights) == ["in", "is", "the", "tower"]
    assert read.of("the") == round(weights.of("the"), 2)
    assert read.of("never seen") == round(weights.unseen, 2)
