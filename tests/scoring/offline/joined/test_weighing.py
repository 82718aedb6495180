import math
from collections.abc import Sequence

from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.offline.entailment.evidence import WordWeights
from dashboard.scoring.offline.entailment.shipped import Entailment
from dashboard.scoring.offline.examining import open_claims, rule_findings
from dashboard.scoring.offline.joined.fusion import Fusion, Logistic
from dashboard.scoring.offline.joined.weighing import Weighed, decided, weighed
from dashboard.scoring.offline.known_context import KnownContext
from dashboard.scoring.types import Sample


class Recorder:
    """Says the same of every pair, and keeps what it was asked."""

    def __init__(self, entailed: float = 0.6) -> None:
        self.entailed = entailed
        self.asked: list[tuple[str, str]] = []

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        self.asked += pairs
        return [[self.entailed, 0.9 - self.entailed, 0.1] for _ in pairs]


def looked_at(
    output: str, *context: str, question: str | None = None
) -> tuple[list[tuple[str, str]], dict[int, Weighed]]:
    sample = Sample(output, context, input=question)
    claims = dict(enumerate(output_claims(sample.output, question=sample.input)))
    known = KnownContext(sample.context)
    findings = rule_findings(sample, claims, known.index, "en")
    unsure = open_claims(sample, claims, findings)
    model = Recorder()
    entailment = Entailment(model, WordWeights({}, 1.0))
    found = weighed(sample, unsure, findings, known, model=entailment)
    return model.asked, found


def test_what_the_model_finds_quotes_what_the_claim_was_held_against() -> None:
    sample = Sample("A child plays outdoors.", ["It is noon. A boy plays in a garden."])
    claims = dict(enumerate(output_claims(sample.output)))
    known = KnownContext(sample.context)
    findings = rule_findings(sample, claims, known.index, "en")
    model = Entailment(Recorder(0.89), WordWeights({}, 1.0))
    even = Fusion(Logistic({"entailed": -4.0}, 0.0), Logistic({}, 0.0), {})

    (each,) = weighed(sample, claims, findings, known, model=model).values()
    found = decided(each, even, known.index)

    assert (findings[0].label, found.label, found.layer) == (
        "unsupported",
        "supported",
        "entailment",
    )
    assert found.evidence[0].passage.text == "A boy plays in a garden."


def test_a_claim_that_is_its_whole_sentence_is_asked_about_once() -> None:
    asked, _ = looked_at("The old hall burnt down.", "The hall was lost in a fire.")

    assert asked == [("The hall was lost in a fire.", "The old hall burnt down.")]


def test_a_part_of_a_sentence_is_asked_about_with_the_whole_of_it() -> None:
    asked, found = looked_at(
        "The hall was rebuilt and the tower fell.", "The hall was lost in a fire."
    )

    assert [claim for _, claim in asked] == [
        "The hall was rebuilt",
        "The hall was rebuilt and the tower fell.",
        "The tower fell",
    ]
    assert [round(each.figures["claims"], 6) for each in found.values()] == [
        round(math.log(2), 6)
    ] * 2


def test_a_few_words_are_read_with_what_was_asked() -> None:
    asked, _ = looked_at(
        "In Graz.", "The hall stands in Linz.", question="Where does the hall stand?"
    )

    assert asked == [
        ("The hall stands in Linz.", "Where does the hall stand? In Graz.")
    ]


def test_the_two_nearest_passages_are_read_in_their_order() -> None:
    asked, found = looked_at(
        "Anna Berg sold the mill in 1990.",
        "The mill was sold.",
        "It rained.",
        "Anna Berg left the town in 1990.",
    )

    assert asked[0][0] == "The mill was sold. Anna Berg left the town in 1990."
    assert found[0].nearest == (2, 0)


def test_what_stands_there_word_for_word_is_not_asked_about() -> None:
    assert looked_at("The hall burnt down.", "The hall burnt down.") == ([], {})


def test_a_row_of_a_table_is_not_asked_about() -> None:
    asked, found = looked_at(
        "Ghent has 30 bridges.", "| City | Bridges |\n|---|---|\n| Ghent | 31 |"
    )

    assert asked == []
    assert [each.by_rules for each in found.values()] == [True]


def test_a_conflict_with_a_passage_that_else_says_the_same_is_precise() -> None:
    _, twin = looked_at("The mayor sued the bishop.", "The bishop sued the mayor.")
    _, far = looked_at(
        "The ticket costs $30.",
        "Since May the ticket to the castle has cost $20 for all who live nearby.",
    )

    assert [each.precise for each in twin.values()] == ["twin"]
    assert [each.precise for each in far.values()] == ["quantity"]
