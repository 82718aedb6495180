import pytest

from dashboard.scoring.offline.entailment.wordpiece import WordPiece

PIECES = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "un",
    "##believ",
    "##able",
    "cafe",
    "a",
    "don",
    "'",
    "t",
    ".",
    "東",
    "京",
    "“",
    "”",
]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("unbelievable", ["un", "##believ", "##able"], id="longest first"),
        pytest.param("CAFÉ Cafe\u0301", ["cafe", "cafe"], id="case and accents"),
        pytest.param("don't.", ["don", "'", "t", "."], id="punctuation stands alone"),
        pytest.param("東京", ["東", "京"], id="every CJK sign stands alone"),
        pytest.param("“a”", ["“", "a", "”"], id="typographic quotes stand alone"),
        pytest.param("a\t\u00a0\n a", ["a", "a"], id="any white space"),
        pytest.param("a\u200b\u00ada\x00", ["[UNK]"], id="invisible signs join"),
        pytest.param("unseen", ["[UNK]"], id="no piece fits the rest"),
        pytest.param("a" * 101, ["[UNK]"], id="too long for a word"),
        pytest.param("[SEP]", ["[UNK]", "[UNK]", "[UNK]"], id="no way to forge an end"),
    ],
)
def test_text_becomes_the_pieces_of_the_vocabulary(
    text: str, pieces: list[str]
) -> None:
    assert [PIECES[at] for at in WordPiece(PIECES).ids(text)] == pieces
