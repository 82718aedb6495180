import pytest

from dashboard.scoring.offline.passages import Passage, context_passages


def texts(item: str) -> list[str]:
    return [passage.text for passage in context_passages([item])]


def quotes(item: str) -> list[str]:
    return [item[p.start : p.end] for p in context_passages([item])]


def test_prose_gives_a_passage_a_sentence_with_its_place() -> None:
    context = ["It opened. It closed.", "", "Then it burned."]

    passages = context_passages(context)

    assert passages == [
        Passage(0, 0, 10, "It opened."),
        Passage(0, 11, 21, "It closed."),
        Passage(2, 0, 15, "Then it burned."),
    ]


def test_marks_of_layout_are_left_out_of_the_reading_and_kept_in_the_span() -> None:
    item = "It has **12 rooms** and a [pool](https://example.test/p)."

    assert texts(item) == ["It has 12 rooms and a pool."]
    assert quotes(item) == [item]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        pytest.param(
            '{"tool": "weather", "result": {"city": "Oslo", "temperature_c": 4}}',
            [
                "tool: weather",
                "tool: weather; city: Oslo; temperature: 4 °C",
                "tool: weather; city: Oslo",
                "tool: weather; city: Oslo; temperature: 4 °C",
            ],
            id="nested object",
        ),
        pytest.param(
            '{"windSpeedKmh": 22, "price_usd": 9.5, "duration_ms": 120, "area_km2": 3}',
            [
                "wind speed: 22 km/h; price: 9.5 USD; duration: 120 ms; area: 3 km²",
                "wind speed: 22 km/h",
                "price: 9.5 USD",
                "duration: 120 ms",
                "area: 3 km²",
            ],
            id="units in keys",
        ),
        pytest.param(
            '{"id": "A-1", "gift": false, "note": null, "paid": true}',
            [
                "id: A-1; gift: no; note: none; paid: yes",
                "id: A-1",
                "id: A-1; gift: no",
                "id: A-1; note: none",
                "id: A-1; paid: yes",
            ],
            id="truth values and nothing",
        ),
        pytest.param(
            '{"total": 31.5, "currency": "EUR"}',
            ["total: 31.5 EUR; currency: EUR", "total: 31.5 EUR", "currency: EUR"],
            id="a currency beside the amount",
        ),
        pytest.param(
            '[{"name": "Ann", "age": 3}, {"name": "Bob", "age": 4}]',
            [
                "name: Ann; age: 3",
                "name: Ann",
                "name: Ann; age: 3",
                "name: Bob; age: 4",
                "name: Bob",
                "name: Bob; age: 4",
            ],
            id="a list of objects",
        ),
        pytest.param('["PDF", "TXT"]', ["PDF, TXT"], id="a list of values"),
        pytest.param(
            '{"order": {"id": 7, "address": {"city": "Oslo"}}}',
            ["order id: 7", "order id: 7; order address city: Oslo"],
            id="the path of keys",
        ),
        pytest.param('{"a": 1}\n{"a": 2}', ["a: 1", "a: 2"], id="JSON Lines"),
        pytest.param(
            'Result: {"a": 1}\nThat is all.', ["a: 1", "That is all."], id="in prose"
        ),
        pytest.param(
            'Here:\n```json\n{"a": 1}\n```\nDone.', ["a: 1", "Done."], id="in a fence"
        ),
        pytest.param(
            "{'a': None, 'b': True}",
            ["a: none; b: yes", "a: none", "b: yes"],
            id="printed by Python",
        ),
        pytest.param('{"a": }', ['{"a": }'], id="not JSON is prose"),
        pytest.param("{name} was here.", ["{name} was here."], id="braces in prose"),
    ],
)
def test_json_reads_as_lines_that_stand_alone(item: str, expected: list[str]) -> None:
    assert texts(item) == expected


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        pytest.param(
            "<w><city>Oslo</city><temperature_c>4</temperature_c></w>",
            ["city: Oslo; temperature: 4 °C", "city: Oslo",
             "city: Oslo; temperature: 4 °C"],
            id="elements with values",
        ),
        pytest.param(
            "<document>\nIt opened. It closed.\n</document>",
            ["It opened.", "It closed."],
            id="a wrapper around prose",
        ),
        pytest.param(
            "<p>It <b>opened</b>.</p><script>x()</script>", ["It opened."], id="HTML"
        ),
        pytest.param("Use <T> if a < b.", ["Use <T> if a < b."], id="no tags at all"),
    ],
)  # fmt: skip
def test_tags_are_looked_through(item: str, expected: list[str]) -> None:
    assert texts(item) == expected


def test_a_value_of_a_tool_result_is_quoted_with_its_key() -> None:
    item = '{"city": "Oslo", "temperature_c": 4}'

    assert quotes(item) == [
        '"city": "Oslo", "temperature_c": 4',
        '"city": "Oslo"',
        '"temperature_c": 4',
    ]


def test_long_texts_inside_json_are_read_as_prose_with_exact_spans() -> None:
    item = (
        '{"title": "Bridge", "content": "The \\"new\\" bridge opened in 1937.\\nIt '
        'cost 35 million dollars and was paid for by a toll until 1971, as planned."}'
    )

    prose = [p for p in context_passages([item]) if p.kind == "prose"]

    assert [p.text for p in prose] == [
        'The "new" bridge opened in 1937.',
        "It cost 35 million dollars and was paid for by a toll until 1971, as planned.",
    ]
    assert item[prose[0].start : prose[0].end] == (
        'The \\"new\\" bridge opened in 1937.'
    )
    assert prose[0].heading == "title: Bridge"


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        pytest.param(
            "| Country | Gold | Silver |\n|---|---|---|\n| Norway | 16 | 8 |\n"
            "| Germany | 12 | |",
            ["Country: Norway; Gold: 16; Silver: 8", "Country: Germany; Gold: 12"],
            id="Markdown",
        ),
        pytest.param(
            "Country | Gold\n--- | ---\nNorway | 16",
            ["Country: Norway; Gold: 16"],
            id="Markdown without outer bars",
        ),
        pytest.param(
            'Name,Age,City\n"Lee, Ann",34,Oslo\nBob,31,Rome',
            ["Name: Lee, Ann; Age: 34; City: Oslo", "Name: Bob; Age: 31; City: Rome"],
            id="CSV",
        ),
        pytest.param("City\tPeople\nOslo\t700", ["City: Oslo; People: 700"], id="TSV"),
        pytest.param(
            "<table><tr><th>City</th><th>People</th></tr>\n<tr>\n<td>Oslo</td>\n"
            "<td>700,000</td></tr></table>",
            ["City: Oslo; People: 700,000"],
            id="HTML",
        ),
        pytest.param(
            "On Monday, he left.\nOn Tuesday, he came.",
            ["On Monday, he left.", "On Tuesday, he came."],
            id="prose with commas is no table",
        ),
    ],
)
def test_a_table_gives_a_passage_a_row_with_its_headers(
    item: str, expected: list[str]
) -> None:
    assert texts(item) == expected


def test_a_row_is_quoted_as_it_stands() -> None:
    item = "| Country | Gold |\n|---|---|\n| Norway | 16 |"

    assert quotes(item) == ["Norway | 16"]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        pytest.param(
            "Supported formats:\n- PDF\n- DOCX",
            ["Supported formats: PDF", "Supported formats: DOCX"],
            id="bullets",
        ),
        pytest.param(
            "The kit includes:\n\n1. A hammer\n2) pliers",
            ["The kit includes a hammer", "The kit includes pliers"],
            id="numbers, and a lead that ends in a verb",
        ),
        pytest.param(
            "1. Fruit:\n   - apple\n2. Nuts:\n   - walnut",
            ["Fruit: apple", "Nuts: walnut"],
            id="nested",
        ),
        pytest.param(
            "Steps:\n- The lid is shut.\n- It is locked.",
            ["The lid is shut.", "It is locked."],
            id="sentences stand alone",
        ),
        pytest.param(
            "<ul><li>One pool</li><li>Two bars</li></ul>",
            ["One pool", "Two bars"],
            id="HTML",
        ),
    ],
)
def test_list_items_carry_what_introduces_them(item: str, expected: list[str]) -> None:
    assert texts(item) == expected


def test_lines_of_keys_and_values_are_read_together_and_one_by_one() -> None:
    item = "Name: Ann Lee\nAge: 34\nCity: Oslo"

    assert [(p.kind, p.text) for p in context_passages([item])] == [
        ("record", "Name: Ann Lee; Age: 34; City: Oslo"),
        ("pair", "Name: Ann Lee"),
        ("pair", "Name: Ann Lee; Age: 34"),
        ("pair", "Name: Ann Lee; City: Oslo"),
    ]


def test_a_heading_goes_with_what_stands_under_it() -> None:
    item = "# Hotel Sonne\nIt has 12 rooms.\n\n## Prices\nAll are in euros."

    assert [(p.kind, p.text, p.heading) for p in context_passages([item])] == [
        ("heading", "Hotel Sonne", ""),
        ("prose", "It has 12 rooms.", "Hotel Sonne"),
        ("heading", "Prices", ""),
        ("prose", "All are in euros.", "Prices"),
    ]


def test_lines_that_a_margin_broke_are_one_sentence() -> None:
    item = (
        "This sentence is long enough to have been broken\nby a margin twice, as in "
        "mails and old text\nfiles. This one is not.\nA short line\nAnother short line"
    )

    assert texts(item) == [
        "This sentence is long enough to have been broken by a margin twice, as in "
        "mails and old text files.",
        "This one is not.",
        "A short line",
        "Another short line",
    ]


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        pytest.param(
            ["The lander touched down on Friday.", "It carried four cameras."],
            [None, "The lander carried four cameras."],
            id="a thing, across items",
        ),
        pytest.param(
            ["Nikola Tesla was born in 1856. He moved to New York. He died there."],
            [None, "Nikola Tesla moved to New York.", "Nikola Tesla died there."],
            id="a person, twice",
        ),
        pytest.param(
            ["The iPhone was released in 2007.", "Steve Jobs unveiled it at Macworld."],
            [None, "Steve Jobs unveiled the iPhone at Macworld."],
            id="an object",
        ),
        pytest.param(
            ["# Hotel Sonne\nIt has 12 rooms."],
            [None, "Hotel Sonne has 12 rooms."],
            id="a heading",
        ),
        pytest.param(
            ["The Beatles were a band.", "Their first album came out in 1963."],
            [None, "The Beatles' first album came out in 1963."],
            id="a possessive",
        ),
        pytest.param(
            ["Anna Berg met the team.", "He left early."],
            [None, None],
            id="the wrong gender stays",
        ),
        pytest.param(
            ["The company launched a phone.", "It sold well."],
            [None, None],
            id="two candidates stay",
        ),
        pytest.param(
            ["The park opened in May.", "It is sunny in Oslo."],
            [None, None],
            id="a dummy stays",
        ),
        pytest.param(
            ["Le pont est long.", "It is here and it is old and it was built."],
            [None, None],
            id="no subject was understood",
        ),
    ],
)
def test_leading_pronouns_are_read_only_where_that_is_safe(
    context: list[str], expected: list[str | None]
) -> None:
    passages = context_passages(context)

    assert [passage.resolved for passage in passages] == expected
    assert all(
        passage.reading == (passage.resolved or passage.text) for passage in passages
    )
