"""What people say of claims, against shares, bands, counts and flags found by hand."""

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from sqlalchemy import Engine, insert, select

from dashboard.scoring import formula
from storage.bands import band
from storage.errors import StorageError
from storage.recounting import final_share
from storage.reviews import (
    add_claim,
    flag,
    remove_claim,
    reword_claim,
    set_verdict,
    split_claim,
    undo,
    withdraw_verdict,
)
from storage.runs import get_run
from storage.tables import CLAIM, RUN, VERDICT, JudgeCutOff
from storage.values import RunDetails

Score = Callable[..., int]
WORDS = {"s": "supported", "c": "contradicted", "u": "unsupported"}
REFUSALS = (
    "has changed since",
    "without a label",
    "no label at all",
    "took this claim",
)
FLAGS = {"flag": True, "clear": False, "leave": None}
JUDGED = (
    "status",
    "share",
    "coverage",
    "claims",
    "supported",
    "contradicted",
    "unsupported",
    "unjudged",
    "reason",
    "least_confidence",
)


def act(engine: Engine, run_id: int, claims: list[int], step: str) -> None:
    """Do what a step says: who, which claim (in the order they were made), and what.

    A label is a verdict, - withdraws, x removes, ~ rewords, / splits, + adds.
    """
    person, *what = step.split()
    match what:
        case ["undo"]:
            undo(engine, run_id, person=person)
        case [word] if word in FLAGS:
            flag(engine, [run_id], flagged=FLAGS[word], person=person)
        case ["+", mark]:
            made = add_claim(
                engine, run_id, text="added", label=WORDS[mark], person=person
            )
            claims.append(made)
        case [at, "-"]:
            withdraw_verdict(engine, claims[int(at)], person=person)
        case [at, "x"]:
            remove_claim(engine, claims[int(at)], person=person)
        case [at, "~"]:
            text = f"better {at}"
            claims.append(
                reword_claim(engine, claims[int(at)], text=text, person=person)
            )
        case [at, "/"]:
            parts = [f"{at} a", f"{at} b"]
            claims.extend(
                split_claim(engine, claims[int(at)], texts=parts, person=person)
            )
        case [at, mark]:
            set_verdict(engine, claims[int(at)], label=WORDS[mark], person=person)


def run_of(engine: Engine, run_id: int) -> RunDetails:
    run = get_run(engine, run_id)
    assert run is not None
    return run


def ids_of(engine: Engine, run_id: int) -> list[int]:
    return [claim.claim_id for claim in run_of(engine, run_id).claims]


def judged(engine: Engine) -> list[Any]:
    """All that the judge found out, row by row."""
    with engine.connect() as connection:
        return [
            connection.execute(query).all()
            for query in (
                select(*(RUN.c[name] for name in JUDGED)).order_by(RUN.c.id),
                select(VERDICT)
                .where(VERDICT.c.person.is_(None))
                .order_by(VERDICT.c.id),
                select(CLAIM.c.id, CLAIM.c.text, CLAIM.c.position, CLAIM.c.output_start)
                .where(CLAIM.c.added_by.is_(None))
                .order_by(CLAIM.c.id),
            )
        ]


HISTORIES = [
    pytest.param("cs", [], 1 / 2, "mixed", (1, 1, 0, 0), "f", id="nothing is said"),
    pytest.param(
        "cs", ["Ada 0 c"], 1 / 2, "mixed", (1, 1, 0, 0), "fr", id="the judge is right"
    ),
    pytest.param(
        "cs", ["Ada 0 s"], 0.0, "none", (2, 0, 0, 0), "r", id="it was supported"
    ),
    pytest.param(
        "ss", ["Ada 1 c"], 1 / 2, "mixed", (1, 1, 0, 0), "fr", id="one was missed"
    ),
    pytest.param(
        "c",
        ["Ada 0 s", "Ada 0 u"],
        1.0,
        "complete",
        (0, 0, 1, 0),
        "fr",
        id="another mind: the newest counts",
    ),
    pytest.param(
        "c",
        ["Ada 0 s", "Bob 0 c"],
        1.0,
        "complete",
        (0, 1, 0, 0),
        "fr",
        id="the newest of two persons counts",
    ),
    pytest.param(
        "c",
        ["Ada 0 s", "Bob 0 c", "Bob 0 -"],
        0.0,
        "none",
        (1, 0, 0, 0),
        "r",
        id="the older counts when the newer is withdrawn",
    ),
    pytest.param(
        "c",
        ["Bob 0 s", "Ada 0 u", "Bob 0 -"],
        1.0,
        "complete",
        (0, 0, 1, 0),
        "fr",
        id="the newer counts when the older is withdrawn",
    ),
    pytest.param(
        "c",
        ["Ada 0 s", "Bob 0 s", "Bob 0 -", "Ada 0 -"],
        1.0,
        "complete",
        (0, 1, 0, 0),
        "f",
        id="the judge counts when all is withdrawn",
    ),
    pytest.param(
        "c",
        ["Ada 0 s", "Bob 0 c", "Ada 0 s"],
        0.0,
        "none",
        (1, 0, 0, 0),
        "r",
        id="who insists is newest again",
    ),
    pytest.param(
        "c",
        ["Ada 0 s", "Ada 0 u", "Ada 0 -"],
        1.0,
        "complete",
        (0, 1, 0, 0),
        "f",
        id="withdrawing takes back all that one said of the claim",
    ),
    pytest.param(
        "ccs",
        ["Ada 0 s", "Ada 1 s", "Ada 0 -"],
        1 / 3,
        "low",
        (2, 1, 0, 0),
        "fr",
        id="withdrawing on one claim leaves the other",
    ),
    pytest.param(
        "cs",
        ["Ada 0 -"],
        1 / 2,
        "mixed",
        (1, 1, 0, 0),
        "f",
        id="withdrawing what was never said",
    ),
    pytest.param(
        "s?", ["Ada 1 c"], 1 / 2, "mixed", (1, 1, 0, 0), "fr", id="unjudged no more"
    ),
    pytest.param(
        "sc?",
        ["Ada 1 s"],
        0.0,
        "none",
        (2, 0, 0, 1),
        "r",
        id="what stays unjudged counts neither way",
    ),
    pytest.param(
        "s?",
        ["Ada 1 c", "Ada 1 -"],
        0.0,
        "none",
        (1, 0, 0, 1),
        "",
        id="unjudged again",
    ),
    pytest.param(
        "ccs", ["Ada 0 x"], 1 / 2, "mixed", (1, 1, 0, 0), "fr", id="one is no claim"
    ),
    pytest.param(
        "cc",
        ["Ada 0 x", "Bob 1 x"],
        0.0,
        "none",
        (0, 0, 0, 0),
        "r",
        id="none is a claim",
    ),
    pytest.param(
        "cs",
        ["Bob 0 c", "Ada 0 x"],
        0.0,
        "none",
        (1, 0, 0, 0),
        "r",
        id="a verdict on what was removed does not count",
    ),
    pytest.param(
        "ss", ["Ada + c"], 1 / 3, "low", (2, 1, 0, 0), "fr", id="one is added"
    ),
    pytest.param(
        "s",
        ["Ada + c", "Bob 1 s"],
        0.0,
        "none",
        (2, 0, 0, 0),
        "r",
        id="another judges what one added",
    ),
    pytest.param(
        "s",
        ["Ada + c", "Ada 1 s", "Ada 1 -"],
        1 / 2,
        "mixed",
        (1, 1, 0, 0),
        "fr",
        id="what one added keeps its first label",
    ),
    pytest.param(
        "s",
        ["Ada + c", "Bob 1 x"],
        0.0,
        "none",
        (1, 0, 0, 0),
        "",
        id="what one added another removes",
    ),
    pytest.param(
        "cs",
        ["Ada 0 ~"],
        1 / 2,
        "mixed",
        (1, 1, 0, 0),
        "fr",
        id="rewording keeps the label",
    ),
    pytest.param(
        "cs",
        ["Ada 0 ~", "Bob 2 s"],
        0.0,
        "none",
        (2, 0, 0, 0),
        "r",
        id="the reworded claim gets another label",
    ),
    pytest.param(
        "cs",
        ["Bob 0 u", "Ada 0 ~"],
        1 / 2,
        "mixed",
        (1, 0, 1, 0),
        "fr",
        id="rewording keeps a person's label",
    ),
    pytest.param(
        "cs", ["Ada 0 /"], 2 / 3, "mixed", (1, 2, 0, 0), "fr", id="one is really two"
    ),
    pytest.param(
        "cs",
        ["Ada 0 /", "Ada 2 s"],
        1 / 3,
        "low",
        (2, 1, 0, 0),
        "fr",
        id="half of the two is right",
    ),
    pytest.param(
        "s?", ["Ada 1 /"], 0.0, "none", (1, 0, 0, 2), "r", id="halves of nothing judged"
    ),
    pytest.param(
        "s", ["Ada 0 c", "Ada undo"], 0.0, "none", (1, 0, 0, 0), "", id="undone"
    ),
    pytest.param(
        "s",
        ["Ada 0 c", "Ada 0 u", "Ada undo"],
        1.0,
        "complete",
        (0, 1, 0, 0),
        "fr",
        id="one step is undone",
    ),
    pytest.param(
        "s",
        ["Ada 0 c", "Bob 0 u", "Ada undo"],
        1.0,
        "complete",
        (0, 0, 1, 0),
        "fr",
        id="each undoes their own",
    ),
    pytest.param(
        "s",
        ["Ada 0 c", "Ada 0 -", "Ada undo"],
        1.0,
        "complete",
        (0, 1, 0, 0),
        "fr",
        id="a withdrawal is undone",
    ),
    pytest.param(
        "ccs",
        ["Ada 0 x", "Ada 1 x", "Ada undo"],
        1 / 2,
        "mixed",
        (1, 1, 0, 0),
        "fr",
        id="one of two removals is undone",
    ),
    pytest.param(
        "cs",
        ["Ada 0 /", "Ada 2 s", "Ada undo", "Ada undo"],
        1 / 2,
        "mixed",
        (1, 1, 0, 0),
        "f",
        id="a split is undone with what was said of its parts",
    ),
    pytest.param(
        "s", ["Ada flag"], 0.0, "none", (1, 0, 0, 0), "f", id="flagged by a person"
    ),
    pytest.param(
        "c", ["Ada clear"], 1.0, "complete", (0, 1, 0, 0), "", id="cleared by a person"
    ),
    pytest.param(
        "c",
        ["Ada flag", "Bob 0 s"],
        0.0,
        "none",
        (1, 0, 0, 0),
        "fr",
        id="a person's flag wins over the share",
    ),
    pytest.param(
        "c",
        ["Ada clear", "Bob leave"],
        1.0,
        "complete",
        (0, 1, 0, 0),
        "f",
        id="the flag is left to the share",
    ),
    pytest.param(
        "cccccccccs",
        ["Ada 9 s"],
        9 / 10,
        "complete",
        (1, 9, 0, 0),
        "fr",
        id="nine of ten",
    ),
    pytest.param(
        "ccccccccss",
        ["Ada 0 s", "Bob 9 s"],
        7 / 10,
        "high",
        (3, 7, 0, 0),
        "fr",
        id="seven of ten",
    ),
]


@pytest.mark.parametrize(
    ("marks", "steps", "share", "named", "counts", "facts"), HISTORIES
)
def test_what_counts_follows_what_people_say(
    engine: Engine,
    score: Score,
    marks: str,
    steps: Sequence[str],
    share: float,
    named: str,
    counts: tuple[int, int, int, int],
    facts: str,
) -> None:
    """``facts`` has f for a flagged run and r for a reviewed one."""
    run_id = score(marks, kind="date", confidence=0.5)
    found = judged(engine)
    claims = ids_of(engine, run_id)

    for step in steps:
        act(engine, run_id, claims, step)

    run = run_of(engine, run_id).summary
    assert run.share == share
    assert band(share) == named
    assert (run.supported, run.contradicted, run.unsupported, run.unjudged) == counts
    assert (run.flagged, run.reviewed) == ("f" in facts, "r" in facts)
    assert judged(engine) == found


@pytest.mark.parametrize(
    ("marks", "threshold", "cut_off", "flagged"),
    [
        pytest.param("ccs", 0.5, None, True, id="above the threshold"),
        pytest.param("cs", 0.5, None, False, id="at the threshold"),
        pytest.param("cs", 0.5, 0.4, True, id="above the judge's cut-off"),
        pytest.param("cs", 0.0, 0.5, False, id="at the judge's cut-off"),
    ],
)
def test_a_judges_cut_off_wins_over_the_runs_threshold(
    engine: Engine,
    score: Score,
    marks: str,
    threshold: float,
    cut_off: float | None,
    flagged: bool,
) -> None:
    run_id = score(marks, judge="x", threshold=threshold)
    [claim_id, *_] = ids_of(engine, run_id)
    moment = run_of(engine, run_id).summary.created_at
    if cut_off is not None:
        with engine.begin() as connection:
            row = {"judge": "x", "created_at": moment, "share": cut_off}
            connection.execute(insert(JudgeCutOff), row)

    set_verdict(engine, claim_id, label="contradicted", person="Ada")

    assert run_of(engine, run_id).summary.flagged is flagged


def test_the_share_is_that_of_scoring() -> None:
    words = ("supported", "contradicted", "unsupported", "unjudged")

    for numbers in itertools.product(range(4), repeat=4):
        counts = dict(zip(words, numbers, strict=True))
        labels = [word for word in words for _ in range(counts[word])]
        assert final_share(counts) == formula.hallucinated_share(labels), counts


def test_any_history_leaves_figures_that_are_those_of_the_claims(
    engine: Engine, score: Score
) -> None:
    chance = random.Random(5)
    run_id = score("scu?scu?")
    found = judged(engine)
    claims = ids_of(engine, run_id)
    people = ("Ada", "Bob", "Cleo")

    for _ in range(150):
        at = chance.choice(ids_of(engine, run_id) or claims)
        what = chance.choice("ssccuu-----x~/+")
        step = f"{chance.choice(people)} {claims.index(at)} {what}"
        if what == "+":
            step = f"{chance.choice(people)} + {chance.choice('scu')}"
        if chance.random() < 0.3:
            step = f"{chance.choice(people)} undo"
        why = refused(engine, run_id, claims, step)

        run = run_of(engine, run_id)
        assert not why or any(reason in why for reason in REFUSALS), why
        labels = [claim.label for claim in run.claims]
        assert run.summary.share == formula.hallucinated_share(labels)
        assert run.summary.claims == len(labels)
        assert stored_labels(engine) == {c.claim_id: c.label for c in run.claims}
        assert run.summary.flagged is (run.summary.share != 0)
    assert judged(engine) == found


def refused(engine: Engine, run_id: int, claims: list[int], step: str) -> str:
    """Do a step, and return why it is refused; blank when it is not."""
    try:
        act(engine, run_id, claims, step)
    except StorageError as error:
        return str(error)
    return ""


def stored_labels(engine: Engine) -> dict[int, str]:
    query = select(CLAIM.c.id, CLAIM.c.label).where(CLAIM.c.removed_at.is_(None))
    with engine.connect() as connection:
        return {row.id: row.label for row in connection.execute(query)}
