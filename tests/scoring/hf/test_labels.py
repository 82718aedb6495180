import pytest

from dashboard.scoring.hf.labels import Labels, hallucinated_token, pair_labels


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        pytest.param(
            {0: "contradiction", 1: "entailment", 2: "neutral"},
            Labels(1, 0, 2),
            id="nli cross-encoder",
        ),
        pytest.param(
            {0: "ENTAILMENT", 1: "NEUTRAL", 2: "CONTRADICTION"},
            Labels(0, 2, 1),
            id="capitals",
        ),
        pytest.param({0: "entailment", 1: "not_entailment"}, Labels(0), id="two-way"),
        pytest.param({0: "hallucinated", 1: "consistent"}, Labels(1), id="hhem"),
        pytest.param({0: "LABEL_0", 1: "LABEL_1"}, Labels(1), id="minicheck"),
        pytest.param({0: "LABEL_0"}, Labels(0), id="one number"),
        pytest.param(
            {0: "SUPPORTS", 1: "REFUTES", 2: "NOT ENOUGH INFO"},
            Labels(0, 1, 2),
            id="fever",
        ),
        pytest.param({0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}, None, id="unnamed"),
        pytest.param({0: "positive", 1: "negative"}, None, id="sentiment"),
        pytest.param({0: "entailment", 1: "supported"}, None, id="two of support"),
    ],
)
def test_what_the_labels_of_pairs_mean_is_read_from_their_names(
    names: dict[int, str], expected: Labels | None
) -> None:
    assert pair_labels(names) == expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        pytest.param({0: "LABEL_0", 1: "LABEL_1"}, 1, id="lettucedetect"),
        pytest.param({0: "hallucinated", 1: "supported"}, 0, id="named"),
        pytest.param({0: "B-PER", 1: "I-PER", 2: "O"}, None, id="names of persons"),
    ],
)
def test_which_token_is_hallucinated_is_read_from_the_names(
    names: dict[int, str], expected: int | None
) -> None:
    assert hallucinated_token(names) == expected
