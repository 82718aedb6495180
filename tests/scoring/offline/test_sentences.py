import pytest

from dashboard.scoring.offline.sentences import LONGEST, sentence_spans


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param(" \n\t ", [], id="only white space"),
        pytest.param("It opened. It closed.", ["It opened.", "It closed."], id="plain"),
        pytest.param(
            "Dr. Smith moved to the U.S. in 1990. He lives in Washington D.C. The "
            "house cost approx. 3.5 million.",
            [
                "Dr. Smith moved to the U.S. in 1990.",
                "He lives in Washington D.C.",
                "The house cost approx. 3.5 million.",
            ],
            id="abbreviations and decimals",
        ),
        pytest.param(
            "See Fig. 3, e.g. the top. Use No. 4 vs. No. 5.",
            ["See Fig. 3, e.g. the top.", "Use No. 4 vs. No. 5."],
            id="abbreviations before numbers",
        ),
        pytest.param(
            "He rang at 5 p.m. The shop had shut.",
            ["He rang at 5 p.m.", "The shop had shut."],
            id="an abbreviation that ends a sentence",
        ),
        pytest.param(
            "J. K. Rowling wrote it. George W. Bush read it.",
            ["J. K. Rowling wrote it.", "George W. Bush read it."],
            id="initials",
        ),
        pytest.param(
            "Heat it to 325 degrees F. Place it in. Take vitamin C. Drink.",
            [
                "Heat it to 325 degrees F.",
                "Place it in.",
                "Take vitamin C.",
                "Drink.",
            ],
            id="single letters that are no initials",
        ),
        pytest.param(
            "Visit example.com. Mail a.b@c.org today. Arsenal won 2-0. On 2024-01-05.",
            [
                "Visit example.com.",
                "Mail a.b@c.org today.",
                "Arsenal won 2-0.",
                "On 2024-01-05.",
            ],
            id="addresses, scores and ISO dates",
        ),
        pytest.param(
            "Am 5. März 2019 kam er an. Im 19. Jahrhundert nicht. Er ging.",
            ["Am 5. März 2019 kam er an.", "Im 19. Jahrhundert nicht.", "Er ging."],
            id="German ordinals",
        ),
        pytest.param(
            'He said "We won. We left." Then he went. "Stop!" he cried.',
            ['He said "We won. We left."', "Then he went.", '"Stop!" he cried.'],
            id="quotes stay whole",
        ),
        pytest.param(
            "It shut (see below. And above.) in May. It opened.",
            ["It shut (see below. And above.) in May.", "It opened."],
            id="brackets stay whole",
        ),
        pytest.param(
            "Wait... it works. Then… Well.",
            ["Wait... it works.", "Then…", "Well."],
            id="ellipses",
        ),
        pytest.param(
            "It opened in 1937.[1][2] It is long.",
            ["It opened in 1937.[1][2]", "It is long."],
            id="footnote marks belong to the sentence before",
        ),
        pytest.param(
            "i went there. it was nice . we left",
            ["i went there.", "it was nice .", "we left"],
            id="chat without capitals",
        ),
        pytest.param(
            "It is old legend.Queen Mab is here. Use node.js or Node.js now.",
            ["It is old legend.", "Queen Mab is here.", "Use node.js or Node.js now."],
            id="a missing space",
        ),
        pytest.param(
            "这是真的。很好！是吗？是的；好。",
            ["这是真的。", "很好！", "是吗？", "是的；", "好。"],
            id="Chinese",
        ),
        pytest.param("यह पुल है। वह नदी है।", ["यह पुल है।", "वह नदी है।"], id="Hindi"),
        pytest.param("هل هذا صحيح؟ نعم.", ["هل هذا صحيح؟", "نعم."], id="Arabic"),
        pytest.param(
            "Great 👍! It works 🎉.", ["Great 👍!", "It works 🎉."], id="emoji"
        ),
    ],
)
def test_text_is_cut_where_a_reader_would_cut_it(
    text: str, expected: list[str]
) -> None:
    assert sentences(text) == expected


def test_only_the_asked_for_part_of_a_text_is_cut() -> None:
    text = "One. Two. Three."

    assert sentence_spans(text, 5, 9) == [(5, 9)]


def test_a_text_without_an_end_is_cut_at_a_space() -> None:
    text = "word " * 700

    spans = sentence_spans(text)

    assert [end - start for start, end in spans] == [1499, 1499, 499]
    assert LONGEST == 1_500
    assert all(text[start:end].split() for start, end in spans)
