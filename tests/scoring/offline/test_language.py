import pytest

from dashboard.scoring.offline.language import guess_language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The bridge was opened in 1937 and is long.", "en"),
        ("Die Brücke wurde 1937 eröffnet und ist lang.", "de"),
        ("El puente fue inaugurado en 1937 y es largo.", "es"),
        ("Le pont a été inauguré en 1937 et il est long.", "fr"),
        ("Il ponte è stato inaugurato nel 1937 ed è lungo.", "it"),
        ("A ponte foi inaugurada em 1937 e não é curta.", "pt"),
        ("De brug werd in 1937 geopend en is niet kort.", "nl"),
        ("这座桥于1937年开通。", "zh"),
        ("この橋は1937年に開通しました。", "ja"),
        ("이 다리는 1937년에 개통되었다.", "ko"),
        ("Мост был открыт в 1937 году.", "ru"),
        ("Міст відкрили в 1937 році.", "uk"),
        ("افتتح الجسر عام 1937.", "ar"),
        ("این پل در سال 1937 گشایش یافت.", "fa"),
        ("हाथ में पुल है।", "hi"),
        ("1889", "und"),
        ("", "und"),
        ("PDF", "und"),
    ],
)
def test_language_is_told_by_script_and_small_words(text: str, expected: str) -> None:
    assert guess_language(text) == expected
