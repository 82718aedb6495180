"""Suggested corrections: exact for many kinds, and measured over all pairs at hand."""

import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dashboard.scoring import Claim, HallucinationScorer, Sample, Verdict
from dashboard.scoring.corrections import (
    Correction,
    Edit,
    corrected_output,
    diff,
    suggest,
)
from dashboard.scoring.offline.judge import OfflineJudge

DATA = Path(__file__).parents[1] / "data"
PICASSO = "The bridge is 2 km long. It opened in 1937."


def corrected(output: str, context: Sequence[str], question: str | None = None) -> str:
    return corrected_output(output, corrections_of(output, context, question))


def corrections_of(
    output: str, context: Sequence[str], question: str | None = None
) -> list[Correction]:
    judge = OfflineJudge(model=False)  # whose verdicts follow from the rules alone
    scored = HallucinationScorer(judge).score(Sample(output, list(context), question))
    return suggest(output, context, scored.claims, question=question, judge=judge)


REPLACED = {
    "a number": (
        "The choir has 64 singers.",
        "The choir has 46 singers, 19 of them sopranos.",
        "The choir has 46 singers.",
    ),
    "a number in words": (
        "The firm has three offices.",
        "The firm has 5 offices in Europe.",
        "The firm has five offices.",
    ),
    "a number in words that begins": (
        "Three offices were closed.",
        "5 offices were closed.",
        "Five offices were closed.",
    ),
    "a number that the context spells": (
        "The firm has 3 offices.",
        "The firm has five offices.",
        "The firm has 5 offices.",
    ),
    "the article before a number": (
        "It is an 8-year programme.",
        "It is a 5-year programme.",
        "It is a 5-year programme.",
    ),
    "thousands grouped as in the output": (
        "The bridge has 1820 bolts.",
        "The bridge has 1,280 bolts.",
        "The bridge has 1280 bolts.",
    ),
    "a per cent": (
        "Of the 2,450 respondents, 16% were women.",
        "The survey had 2,450 respondents, of whom 61% were women.",
        "Of the 2,450 respondents, 61% were women.",
    ),
    "money": (
        "The house costs €1.5 million.",
        "The house costs €2 million.",
        "The house costs €2 million.",
    ),
    "money with what is said beside it": (
        "The film earned over $1 billion worldwide.",
        "The film earned $775 million worldwide.",
        "The film earned $775 million worldwide.",
    ),
    "false exactness": (
        "The concert drew exactly 8,000 people.",
        "The concert drew roughly 8,000 people.",
        "The concert drew roughly 8,000 people.",
    ),
    "about, kept": (
        "The surgery lasted about 2 minutes.",
        "The surgery lasted 12 seconds.",
        "The surgery lasted about 12 seconds.",
    ),
    "a unit": (
        "The parcel weighs 3 pounds.",
        "The parcel weighs 3 kg.",
        "The parcel weighs 3 kg.",
    ),
    "a number in the output's unit": (
        "The flight takes 3 hours.",
        "The flight takes 90 minutes.",
        "The flight takes 1.5 hours.",
    ),
    "a number whose unit the context names elsewhere": (
        "Lake Vättern is 134 m deep.",
        "| Lake | Depth (m) |\n|---|---|\n| Siljan | 134 |\n| Vättern | 128 |",
        "Lake Vättern is 128 m deep.",
    ),
    "a number of JSON": (
        "The temperature in Oslo is 14°C.",
        '{"city": "Oslo", "temperature_c": 4, "wind_kmh": 22}',
        "The temperature in Oslo is 4°C.",
    ),
    "the number of the same thing": (
        "The tower has 14 steps.",
        "The tower has 311 steps and 14 bells.",
        "The tower has 311 steps.",
    ),
    "a place in words": (
        "The club came third in 2010.",
        "The club came 2nd in 2010.",
        "The club came second in 2010.",
    ),
    "a place in figures": (
        "The club came 3rd in 2010.",
        "The club came second in 2010.",
        "The club came 2nd in 2010.",
    ),
    "a year": (
        "The bridge opened in 1938.",
        PICASSO,
        "The bridge opened in 1937.",
    ),
    "a date in the output's order": (
        "The treaty was signed on May 3, 2019.",
        "The treaty was signed on 5 March 2019 in Geneva.",
        "The treaty was signed on March 5, 2019.",
    ),
    "the date of the same event": (
        "The strike ended on 12 June.",
        "The strike began on 3 June and ended on 21 June.",
        "The strike ended on 21 June.",
    ),
    "an ISO date": (
        "The store opened on 2019-05-03.",
        "The store opened on 5 June 2019.",
        "The store opened on 2019-06-05.",
    ),
    "a date in figures": (
        "The store opened on 03.05.2019.",
        "The store opened on 5 June 2019.",
        "The store opened on 05.06.2019.",
    ),
    "a date finer than the context's": (
        "The store opened on 3 May 2019.",
        "The store opened in June 2019.",
        "The store opened in June 2019.",
    ),
    "a decade": (
        "In the 1990s the club was founded.",
        "The club was founded in 1987.",
        "In the 1980s the club was founded.",
    ),
    "a time of day with am or pm": (
        "The meeting starts at 7 pm.",
        "The meeting starts at 19:30.",
        "The meeting starts at 7:30 pm.",
    ),
    "a time of day on 24 hours": (
        "The meeting starts at 18:00.",
        "The meeting starts at 7:30 pm.",
        "The meeting starts at 19:30.",
    ),
    "a weekday in French": (
        "Le marché a lieu le dimanche matin.",
        "Le marché a lieu le samedi matin.",
        "Le marché a lieu le samedi matin.",
    ),
    "a month in German": (
        "Das Treffen ist am 3. Mai 2020.",
        "Das Treffen ist am 5. Juni 2020.",
        "Das Treffen ist am 5. Juni 2020.",
    ),
    "a year in Chinese": (
        "这座桥建于1978年。",
        "这座桥建于1987年，全长850米。",
        "这座桥建于1987年。",
    ),
    "a number in Arabic": (
        "هذا الجسر طوله 500 متر.",
        "هذا الجسر طوله 300 متر.",
        "هذا الجسر طوله 300 متر.",
    ),
    "a place": (
        "The headquarters moved to Dallas in 2015.",
        "The headquarters moved from Boston to Austin in 2015.",
        "The headquarters moved to Austin in 2015.",
    ),
    "a place for two": (
        "The movie was filmed entirely in California.",
        "The movie was filmed in Tunisia and England.",
        "The movie was filmed entirely in Tunisia and England.",
    ),
    "a name": (
        "Grace Hopper wrote the first published algorithm.",
        "Ada Lovelace wrote the first published algorithm.",
        "Ada Lovelace wrote the first published algorithm.",
    ),
    "a place in Chinese": (
        "该公司总部位于北京。",
        "这家公司有1.2万名员工，总部位于上海。",
        "该公司总部位于上海。",
    ),
    "not, left out": (
        "The trail is suitable for prams.",
        "The trail is not suitable for prams.",
        "The trail is not suitable for prams.",
    ),
    "not, with its verb": (
        "The vaccine contains live virus.",
        "The vaccine does not contain live virus.",
        "The vaccine does not contain live virus.",
    ),
    "not, said wrongly": (
        "The committee did not approve the budget.",
        "The committee approved the budget on Tuesday.",
        "The committee approved the budget.",
    ),
    "not, in Spanish": (
        "El museo abre los lunes.",
        "El museo no abre los lunes.",
        "El museo no abre los lunes.",
    ),
    "not, in German": (
        "Das Medikament darf mit Alkohol eingenommen werden.",
        "Das Medikament darf nicht mit Alkohol eingenommen werden.",
        "Das Medikament darf nicht mit Alkohol eingenommen werden.",
    ),
    "the opposite": (
        "House prices in the town dropped last year.",
        "House prices in the town climbed last year.",
        "House prices in the town climbed last year.",
    ),
    "the opposite in two words": (
        "The council approved the parking scheme.",
        "The council voted down the parking scheme.",
        "The council voted down the parking scheme.",
    ),
    "nobody": (
        "Several people were hurt in the fire.",
        "Nobody was hurt in the fire.",
        "Nobody was hurt in the fire.",
    ),
    "all or some": (
        "All of the houses have solar panels.",
        "Some of the houses have solar panels.",
        "Some of the houses have solar panels.",
    ),
    "one word, with its article": (
        "The statue shows an otter.",
        "The statue shows a heron.",
        "The statue shows a heron.",
    ),
    "who did what to whom": (
        "The mayor accused the bishop of fraud.",
        "The bishop accused the mayor of fraud.",
        "The bishop accused the mayor of fraud.",
    ),
    "before and after": (
        "The roof was replaced before the hall was painted.",
        "The hall was painted in 2004. The roof was replaced in 2009.",
        "The roof was replaced after the hall was painted.",
    ),
    "what is compared": (
        "The lime is taller than the oak.",
        "The oak is 31 m tall. The lime is 24 m tall.",
        "The oak is taller than the lime.",
    ),
    "two values of one claim": (
        "Sales rose 12% to $4 million in March.",
        "Sales rose 21% to $4 million in May.",
        "Sales rose 21% to $4 million in May.",
    ),
    "a value, and a detail struck": (
        "The park was opened in 1938 in Boston by the mayor.",
        "The park was opened in 1937 by the mayor.",
        "The park was opened in 1937 by the mayor.",
    ),
    "a value inside JSON": (
        '{"city": "Graz", "people": 300}',
        "Graz has 400 people.",
        '{"city": "Graz", "people": 400}',
    ),
    "a value of a table row": (
        "| City | People |\n|---|---|\n| Graz | 300 |\n| Linz | 200 |",
        "Graz has 300 people, Linz has 250 people.",
        "| City | People |\n|---|---|\n| Graz | 300 |\n| Linz | 250 |",
    ),
    "a value among emoji": (
        "The cake 🎂 weighs 3 kg 👩‍👩‍👧.",
        "The cake 🎂 weighs 5 kg.",
        "The cake 🎂 weighs 5 kg 👩‍👩‍👧.",
    ),
}

STRUCK = {
    "a clause at the end": (
        "The singer was born in Lund and studied law in Geneva.",
        "The singer was born in Lund.",
        "The singer was born in Lund.",
    ),
    "a clause in the middle": (
        "He won two medals, lived in Rome, and retired in 1990.",
        "He won two medals and retired in 1990.",
        "He won two medals and retired in 1990.",
    ),
    "a clause that holds the subject": (
        "She owns a yacht and lives in Rome.",
        "She lives in Rome.",
        "She lives in Rome.",
    ),
    "an aside": (
        "The bridge, which was painted by Picasso, is 2 km long.",
        PICASSO,
        "The bridge is 2 km long.",
    ),
    "the last thing of a list": (
        "The hotel has a pool, a gym and a private beach.",
        "The hotel has a pool and a gym.",
        "The hotel has a pool and a gym.",
    ),
    "a cause": (
        "The bus was late on Tuesday because of heavy snow.",
        "The bus was late on Tuesday.",
        "The bus was late on Tuesday.",
    ),
    "praise": (
        "The café serves amazing soup.",
        "The café serves soup and bread.",
        "The café serves soup.",
    ),
    "a sentence at the end": (
        "Anna Berg joined the firm in 2011. She graduated from Stanford with honors.",
        "Anna Berg joined the firm as an analyst in 2011.",
        "Anna Berg joined the firm in 2011.",
    ),
    "a sentence in the middle": (
        "The firm was founded in Graz. It was bought by Ott AG. It has 300 people.",
        "The firm was founded in Graz. It has 300 people.",
        "The firm was founded in Graz. It has 300 people.",
    ),
    "a sentence that a pronoun refers to": (
        "Marie Curie loved skiing. She won two Nobel Prizes.",
        "Marie Curie won two Nobel Prizes.",
        "Marie Curie won two Nobel Prizes.",
    ),
    "an item with its bullet": (
        "The kit includes:\n- a hammer\n- a saw\n- pliers",
        "The kit includes a hammer, pliers and a tape measure.",
        "The kit includes:\n- a hammer\n- pliers",
    ),
    "the last item": (
        "You should bring:\n- a torch\n- a map\n- a tent",
        "Bring a torch, a map, a whistle and water.",
        "You should bring:\n- a torch\n- a map",
    ),
    "a clause in Chinese": (
        "这座桥建于1978年，全长850米，由毕加索设计。",
        "这座桥建于1978年，全长850米。",
        "这座桥建于1978年，全长850米。",
    ),
    "a sentence in Chinese": (
        "这座桥全长850米。它由毕加索设计。",
        "这座桥全长850米。",
        "这座桥全长850米。",
    ),
    "a sentence from right to left": (
        "طول الجسر 300 متر. رسمه بيكاسو في باريس.",
        "طول الجسر 300 متر.",
        "طول الجسر 300 متر.",
    ),
    "all there is": (
        "The orchard might be haunted by ghosts.",
        "The orchard was planted in 1950.",
        "",
    ),
}


@pytest.mark.parametrize(
    ("output", "context", "expected"), REPLACED.values(), ids=REPLACED
)
def test_what_is_wrong_becomes_what_the_context_says(
    output: str, context: str, expected: str
) -> None:
    [correction] = corrections_of(output, [context])

    assert corrected_output(output, [correction]) == expected
    assert correction.how == "replace"
    assert correction.checked
    assert correction.why
    [evidence] = correction.evidence
    assert context[evidence.start : evidence.end] == evidence.quote


@pytest.mark.parametrize(("output", "context", "expected"), STRUCK.values(), ids=STRUCK)
def test_what_the_context_lacks_is_struck_and_the_rest_can_be_read(
    output: str, context: str, expected: str
) -> None:
    [correction] = corrections_of(output, [context])

    assert corrected_output(output, [correction]) == expected
    assert correction.how == "strike"
    assert correction.checked
    assert correction.evidence == ()


def test_several_wrong_claims_are_corrected_each_by_itself() -> None:
    output = (
        "The first Star Wars movie came out in 1977 and was directed by George Lucas. "
        "It made over $1 billion at the box office and was filmed in California."
    )
    context = [
        "The first Star Wars movie was released in 1977.",
        "It was directed by George Lucas.",
        "The film earned $775 million worldwide.",
        "The movie was filmed in Tunisia and England.",
    ]

    money, place = corrections_of(output, context)

    assert (money.claim, money.edits) == (2, (Edit(85, 100, "$775 million"),))
    assert (
        money.why == "The context says $775 million, the output says over $1 billion."
    )
    assert (place.claim, place.edits) == (3, (Edit(137, 147, "Tunisia and England"),))
    assert corrected_output(output, [place]) == output.replace(
        "California", "Tunisia and England"
    )


def test_strikes_in_one_sentence_are_made_together() -> None:
    output = "He won two medals, lived in Rome, and retired in 1990. He is 60."
    context = ["He retired in 1990. He is 60."]

    medals, rome = corrections_of(output, context)

    assert corrected_output(output, [medals]) == (
        "He lived in Rome, and retired in 1990. He is 60."
    )
    assert corrected_output(output, [rome]) == (
        "He won two medals and retired in 1990. He is 60."
    )
    assert corrected_output(output, [medals, rome]) == "He retired in 1990. He is 60."


def test_a_sentence_of_which_every_clause_is_struck_goes_whole() -> None:
    output = "She is 40. She owns a yacht and plays the harp."
    context = ["She is 40."]

    both = corrections_of(output, context)

    assert len(both) == 2
    assert corrected_output(output, both) == "She is 40."


def test_an_output_that_is_supported_gets_no_correction() -> None:
    assert corrections_of("The bridge opened in 1937.", [PICASSO]) == []


def test_without_a_context_nothing_is_corrected() -> None:
    assert corrections_of("The bridge opened in 1937.", []) == []
    assert corrections_of("The bridge opened in 1937.", [" "]) == []


def test_a_word_of_a_person_counts_like_a_judge_s() -> None:
    """Flagged by hand; the offline judge alone would have found nothing."""
    output = "The bridge opened in 1937. It is 2 km long."
    claims = [
        Claim("The bridge opened in 1937", 0, 25, Verdict("supported", "ok")),
        Claim("The bridge is 2 km long", 27, 42, Verdict("unsupported", "Not said.")),
    ]

    [correction] = suggest(output, [PICASSO], claims)

    assert correction.claim == 1
    assert correction.why == "Not said."
    assert corrected_output(output, [correction]) == "The bridge opened in 1937."


def test_a_claim_cut_by_a_model_is_corrected_in_its_own_clause() -> None:
    """Models name the sentence a claim is from, not the clause."""
    output = "The bridge opened in 1938 and is 2 km long."
    sentence = (0, len(output))
    claims = [
        Claim("The bridge opened in 1938.", *sentence, Verdict("contradicted", "No.")),
        Claim("The bridge is 2 km long.", *sentence, Verdict("supported", "")),
    ]

    [correction] = suggest(output, [PICASSO], claims)

    assert corrected_output(output, [correction]) == (
        "The bridge opened in 1937 and is 2 km long."
    )


def test_a_claim_that_stands_nowhere_in_the_output_gets_no_correction() -> None:
    claims = [
        Claim("Cats fly at night in June.", None, None, Verdict("unsupported", "x"))
    ]

    assert suggest("The bridge is 2 km long.", [PICASSO], claims) == []


def test_a_correction_works_in_an_event_loop_that_runs_already() -> None:
    import asyncio

    async def inside() -> str:
        return corrected("The bridge opened in 1938.", [PICASSO])

    assert asyncio.run(inside()) == "The bridge opened in 1937."


@pytest.mark.parametrize(
    ("output", "corrected_to", "segments"),
    [
        (
            "The bridge opened in 1938.",
            "The bridge opened in 1937.",
            [
                ("kept", "The bridge opened in "),
                ("removed", "1938"),
                ("added", "1937"),
                ("kept", "."),
            ],
        ),
        (
            "It made over $1 billion here.",
            "It made $775 million here.",
            [
                ("kept", "It made "),
                ("removed", "over $1 billion"),
                ("added", "$775 million"),
                ("kept", " here."),
            ],
        ),
        ("总部位于北京。", "总部位于上海。", [
            ("kept", "总部位于"), ("removed", "北京"), ("added", "上海"),
            ("kept", "。"),
        ]),
        ("é café́", "é cafe", [
            ("kept", "é "), ("removed", "café́"), ("added", "cafe"),
        ]),
        ("a 👩‍👩‍👧 b", "a 👩 b", [
            ("kept", "a "), ("removed", "👩‍👩‍👧"), ("added", "👩"), ("kept", " b"),
        ]),
        ("same", "same", [("kept", "same")]),
        ("", "", []),
        ("gone", "", [("removed", "gone")]),
    ],
)  # fmt: skip
def test_a_difference_is_told_word_by_word(
    output: str, corrected_to: str, segments: list[tuple[str, str]]
) -> None:
    assert diff(output, corrected_to) == segments


PIECES = [
    "The bridge opened in 1938", "  ", "\n\n", "- ", "\n", "这座桥建于1978年。",
    "It is 27 m wide, and was painted by Bo.", "هذا الجسر طوله 500 متر.", " (", "**",
    "|a|b|\n|---|---|\n|3|4|", "```\nx = 1\n```", '{"a": [1, {"b": "2 km"}]}', "é",
    "👩‍👩‍👧", "! ", "? ", "; ", " and ", ", which ", "“x”", "\u202e", "ﬁ", "$5 and $6",
    "1.234,5 €", "Q3 2020", "May 3, 2019", "7:30 pm",
]  # fmt: skip
UGLY_CONTEXT = [
    "The bridge opened in 1937. It is 28 m wide.",
    "这座桥建于1987年。",
    '{"b": "3 km"}',
    "هذا الجسر طوله 300 متر.",
]


@pytest.mark.parametrize("seed", range(8))
def test_edits_of_any_output_lie_in_it_and_the_difference_makes_both(seed: int) -> None:
    rng = random.Random(seed)
    output = "".join(rng.choices(PIECES, k=9))
    begin = rng.randrange(len(output))
    end = rng.randint(begin, len(output))
    wrong = Verdict("contradicted", output[:20])
    claims = [
        Claim(output[begin:end] or "x", begin, end, wrong),
        Claim("The bridge opened in 1938", None, None, wrong),
    ]

    corrections = suggest(output, UGLY_CONTEXT, claims)
    changed = corrected_output(output, corrections)

    for correction in corrections:
        at = 0
        for edit in correction.edits:
            assert at <= edit.start <= edit.end <= len(output)
            assert output[edit.start : edit.end] != edit.text
            at = edit.end
    segments = diff(output, changed)
    assert "".join(text for kind, text in segments if kind != "added") == output
    assert "".join(text for kind, text in segments if kind != "removed") == changed


class Figures(NamedTuple):
    outputs: int
    clean_after: int
    bad: int
    corrected: int
    replaced: int
    emptied: int
    restored: int


def read_pairs(name: str) -> list[dict[str, Any]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]


def perturbed(pairs: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield outputs that were right, each with one thing made wrong."""
    for pair in pairs:
        output = pair["output"]
        pair = {**pair, "right": output}
        for number in re.finditer(r"(?<![\w.,-])\d{2,4}(?![\w.,-]*\d)", output):
            wrong = str(int(number[0]) + 10 ** (len(number[0]) - 1))
            changed = output[: number.start()] + wrong + output[number.end() :]
            yield {**pair, "output": changed}
        if pair["lang"] == "en" and re.search(r"\w\.$", output):
            yield {**pair, "output": f"{output[:-1]} and was praised by Otto Wirth."}
            yield {**pair, "output": f"{output} Critics from Lisbon adored it."}
            yield {**pair, "output": f"Gustav Holm paid for it. {output}"}


def figures(pairs: Sequence[dict[str, Any]]) -> Figures:
    scorer = HallucinationScorer()
    outputs = clean = bad = found = replaced = emptied = restored = 0
    for pair in pairs:
        sample = Sample(pair["output"], pair["context"], pair["question"])
        result = scorer.score(sample)
        if not result.share:
            continue
        corrections = suggest(
            sample.output, sample.context, result.claims, question=sample.input
        )
        fixed = corrected_output(sample.output, corrections)
        again = scorer.score(Sample(fixed, pair["context"], pair["question"]))
        outputs += 1
        clean += again.share == 0
        bad += sum(claim.verdict.hallucinated for claim in result.claims)
        found += len(corrections)
        replaced += sum(one.how == "replace" for one in corrections)
        emptied += not fixed.strip()
        restored += fixed == pair.get("right")
    return Figures(outputs, clean, bad, found, replaced, emptied, restored)


@pytest.mark.parametrize(
    ("name", "least"), [("kinds", 1.0), ("probes", 1.0), ("perturbed", 0.95)]
)
def test_most_bad_claims_get_a_correction_that_leaves_nothing_bad(
    name: str, least: float, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = read_pairs("kinds.jsonl") + read_pairs("probes.jsonl")
    if name == "perturbed":
        pairs = [*perturbed([pair for pair in pairs if pair["label"] == "faithful"])]
    else:
        pairs = [p for p in read_pairs(f"{name}.jsonl") if p["label"] != "faithful"]

    made = figures(pairs)

    with capsys.disabled():
        sys.stdout.write(f"\ncorrections, {name}: {made}\n")
    assert made.outputs >= 30
    assert made.corrected >= least * made.bad
    assert made.clean_after >= least * made.outputs
