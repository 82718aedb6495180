from dashboard.scoring.offline.entailment.evidence import WordWeights, count_words
from dashboard.scoring.offline.training.documents import document_rows, passages_of
from dashboard.scoring.offline.training.joined import joined_rows
from dashboard.scoring.offline.training.premises import trimmed, with_bystanders
from dashboard.scoring.offline.training.rows import Row

HEIGHT = "Kaunas Tower is 80 metres high."
AGE = "Kaunas Tower was finished in 1931."
TALL = Row(HEIGHT, "Kaunas Tower is high.", "entailment", "a", license="MIT")
OLD = Row(AGE, "Kaunas Tower was finished early.", "entailment", "b", license="CC0")
NEW = Row(AGE, "Kaunas Tower was never finished.", "contradiction", "b")
WOOD = Row(HEIGHT, "Kaunas Tower is made of wood.", "neutral", "a")
TOWER = WordWeights({"tower": 9.0}, 1.0)


def joined(*rows: Row) -> list[Row]:
    return joined_rows(rows, TOWER, most=9, seed=3)


def test_two_entailed_facts_make_an_entailed_claim_of_both_licences() -> None:
    (row,) = joined(TALL, OLD)

    assert row.target == "entailment"
    assert row.premise in (f"{HEIGHT} {AGE}", f"{AGE} {HEIGHT}")
    assert "Kaunas Tower is high" in row.claim
    assert "Kaunas Tower was finished early" in row.claim
    assert row.license == "CC0 + MIT"


def test_one_contradicted_fact_makes_a_contradicted_claim() -> None:
    (row,) = joined(TALL, NEW)

    assert row.target == "contradiction"


def test_one_missing_fact_makes_a_neutral_claim_when_the_premise_is_shared() -> None:
    (row,) = joined(TALL, WOOD)

    assert (row.premise, row.target) == (HEIGHT, "neutral")


def test_a_missing_fact_is_not_joined_to_a_premise_that_might_hold_it() -> None:
    assert joined(OLD, WOOD) == []


def test_a_missing_and_a_contradicted_fact_are_not_joined() -> None:
    assert joined(NEW, WOOD) == []


def test_a_bystander_widens_a_premise_and_leaves_a_neutral_one_alone() -> None:
    rows = [TALL, OLD, WOOD]
    widened = with_bystanders(rows * 20, TOWER, share=1.0, seed=1)

    assert len(widened) == 60
    by_claim = {row.claim: row.premise for row in widened if row.premise.count(".") > 1}
    assert sorted(by_claim) == [TALL.claim, OLD.claim]
    assert all(HEIGHT in p and AGE in p for p in by_claim.values())


def test_a_long_premise_is_cut_to_the_sentences_nearest_to_its_claim() -> None:
    filler = [f"Sentence {at} is about some other matter." for at in range(20)]
    row = Row(" ".join([*filler, HEIGHT]), TALL.claim, "entailment", "a")

    cut = trimmed(row, TOWER, most=1)

    assert cut == Row(HEIGHT, TALL.claim, "entailment", "a")
    assert trimmed(TALL, TOWER) is TALL


TEXT = (
    "Ada Byron moved to the house of Charles Babbage (a friend) in the spring of 1833. "
    "The first engine was shown to guests of the family in London during the summer. "
    "A second machine, which nobody finished, was planned by Charles Babbage in 1837. "
    "The drawings were kept in a museum after the death of the inventor."
)
OTHER = (
    "The green valley was settled by farmers from Norway before the long winter began. "
    "Cattle were brought to the upper meadows in the month of June with much effort. "
    "The church was built by the farmers near Bergen because the old one had burned."
)


def test_every_passage_of_three_sentences_is_taken_once() -> None:
    rows = [Row(TEXT, "x", "neutral", "a", license="CC0")] * 2
    rows.append(Row("One. Two.", "x", "neutral", "a"))

    (passage,) = passages_of(rows)

    assert (len(passage.sentences), passage.license) == (4, "CC0")


def test_sentences_about_a_passage_are_true_or_changed_as_their_label_says() -> None:
    texts = [TEXT, OTHER]
    sources = [Row(text, "x", "neutral", "a", license="CC0") for text in texts]
    passages = passages_of(sources)
    made: list[Row] = []
    for seed in range(30):
        made += document_rows(passages, count_words(texts, at_least=1), seed=seed)

    by_kind = {row.kind: row for row in made}
    assert sorted(by_kind) == [
        "d_alien",
        "d_both",
        "d_copy",
        "d_other_name",
        "d_other_number",
        "d_short",
        "d_tail",
    ]
    whole = set(passages[0].sentences) | set(passages[1].sentences)
    for row in made:
        assert row.license == "CC0"
        assert (row.claim in whole) == (row.kind == "d_copy")
        assert row.target == TARGETS[row.kind]
    shorts = {row.claim for row in made if row.kind == "d_short"}
    assert "Ada Byron moved to the house of Charles Babbage." in shorts
    numbers = [row.claim for row in made if row.kind == "d_other_number"]
    assert not any("spring of 1833" in claim for claim in numbers)
    assert not any("planned by Charles Babbage in 1837" in claim for claim in numbers)


TARGETS = {
    "d_alien": "neutral",
    "d_both": "entailment",
    "d_copy": "entailment",
    "d_other_name": "hallucinated",
    "d_other_number": "hallucinated",
    "d_short": "entailment",
    "d_tail": "neutral",
}
