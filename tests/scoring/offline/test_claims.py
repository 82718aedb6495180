import pytest

from dashboard.scoring.offline.claims import output_claims


def texts(output: str, question: str | None = None) -> list[str]:
    return [claim.text for claim in output_claims(output, question=question)]


def quotes(output: str) -> list[str]:
    return [output[claim.start : claim.end] for claim in output_claims(output)]


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        pytest.param(
            "The iPhone was first released in 2007, when Steve Jobs unveiled it at "
            "Macworld. The original iPhone featured a 3.5-inch screen.",
            [
                "The iPhone was first released in 2007",
                "Steve Jobs unveiled the iPhone at Macworld",
                "The original iPhone featured a 3.5-inch screen",
            ],
            id="iPhone",
        ),
        pytest.param(
            "The first Star Wars movie came out in 1977 and was directed by George "
            "Lucas. It made over $1 billion at the box office and was filmed entirely "
            "in California.",
            [
                "The first Star Wars movie came out in 1977",
                "The first Star Wars movie was directed by George Lucas",
                "The first Star Wars movie made over $1 billion at the box office",
                "The first Star Wars movie was filmed entirely in California",
            ],
            id="Star Wars",
        ),
        pytest.param(
            "The Wright brothers achieved their historic first flight in 1908. The "
            "flight lasted about 2 minutes and covered nearly a mile.",
            [
                "The Wright brothers achieved their historic first flight in 1908",
                "The flight lasted about 2 minutes",
                "The flight covered nearly a mile",
            ],
            id="Wright brothers",
        ),
    ],
)
def test_the_published_examples_are_cut_as_published(
    output: str, expected: list[str]
) -> None:
    assert texts(output) == expected


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        pytest.param(
            "Parcel B-7 has left and the fee is 4.50 EUR.",
            ["Parcel B-7 has left", "The fee is 4.50 EUR"],
            id="two subjects",
        ),
        pytest.param(
            "The loader reads two files by default and returns a list.",
            ["The loader reads two files by default", "The loader returns a list"],
            id="present verbs",
        ),
        pytest.param(
            "The firm was founded in 2003 and acquired by Google in 2006.",
            ["The firm was founded in 2003", "The firm was acquired by Google in 2006"],
            id="a borrowed auxiliary",
        ),
        pytest.param(
            "The firm was founded in 2003 and acquired YouTube in 2006.",
            ["The firm was founded in 2003", "The firm acquired YouTube in 2006"],
            id="an active verb after a passive one",
        ),
        pytest.param(
            "The drug might have been developed in 2019 and possibly tested in 2020.",
            [
                "The drug might have been developed in 2019",
                "The drug might have been possibly tested in 2020",
            ],
            id="hedges stay",
        ),
        pytest.param(
            "The shop will open in May and close in June.",
            ["The shop will open in May", "The shop will close in June"],
            id="a borrowed modal",
        ),
        pytest.param(
            "The firm was founded in 1998, employs 350 people, and is based in Munich.",
            [
                "The firm was founded in 1998",
                "The firm employs 350 people",
                "The firm is based in Munich",
            ],
            id="three verbs",
        ),
        pytest.param(
            "Tesla was founded in 2003 by engineers, and its first car was small.",
            [
                "Tesla was founded in 2003 by engineers",
                "Tesla's first car was small",
            ],
            id="a possessive",
        ),
        pytest.param(
            "The bridge, which opened in 1937, is 1,280 meters long.",
            ["The bridge is 1,280 meters long", "The bridge opened in 1937"],
            id="a relative clause inside",
        ),
        pytest.param(
            "It was founded by Elon Musk, who also runs SpaceX, and is in Austin.",
            [
                "It was founded by Elon Musk",
                "Elon Musk also runs SpaceX",
                "It is in Austin",
            ],
            id="a relative clause between",
        ),
        pytest.param(
            "The tower, whose height is 330 m, was completed in 1889.",
            ["The tower was completed in 1889", "The tower's height is 330 m"],
            id="whose",
        ),
        pytest.param(
            "The film, directed by George Lucas, was released in 1977.",
            ["The film was released in 1977", "The film was directed by George Lucas"],
            id="a participle inside",
        ),
        pytest.param(
            "The film was released in 1977, earning $775 million.",
            ["The film was released in 1977", "The film earned $775 million"],
            id="a participle at the end",
        ),
        pytest.param(
            "While the north gate is open, the south gate is closed.",
            ["The north gate is open", "The south gate is closed"],
            id="while",
        ),
        pytest.param(
            "The match was delayed because the stadium was flooded.",
            ["The match was delayed", "The stadium was flooded"],
            id="because",
        ),
        pytest.param(
            "The report said that sales rose and profits fell.",
            ["The report said that sales rose", "The report said that profits fell"],
            id="who reports it is carried on",
        ),
        pytest.param(
            "Water boils at 100 °C; ethanol boils at 78 °C.",
            ["Water boils at 100 °C", "Ethanol boils at 78 °C"],
            id="a semicolon",
        ),
        pytest.param(
            "The museum is closed on Mondays but opens at 10 am on other days.",
            [
                "The museum is closed on Mondays",
                "The museum opens at 10 am on other days",
            ],
            id="but",
        ),
        pytest.param(
            "It is windy in Bergen with a temperature of 9°C.",
            ["It is windy in Bergen", "The temperature in Bergen is 9°C"],
            id="a measured attribute of the place",
        ),
        pytest.param(
            "Acme is a public company with a revenue of about $3 million.",
            ["Acme is a public company", "Acme has a revenue of about $3 million"],
            id="a measured attribute of the subject",
        ),
        pytest.param(
            "On May 5, 2020, the store opened and the first day drew 300 people.",
            [
                "On May 5, 2020, the store opened",
                "On May 5, 2020, the first day drew 300 people",
            ],
            id="the comma of a date, and a figure that holds for it",
        ),
        pytest.param(
            "NASA launched the probe in 1977 and it left in 2012.",
            ["NASA launched the probe in 1977", "It left in 2012"],
            id="a pronoun with two candidates",
        ),
        pytest.param(
            "Users must be 18 or older and have a valid ID.",
            ["Users must be 18 or older", "Users must have a valid ID"],
            id="a modal without its verb",
        ),
        pytest.param(
            "The song was recorded at Abbey Road, where the band worked.",
            ["The song was recorded at Abbey Road, where the band worked"],
            id="a clause that says too little alone",
        ),
    ],
)
def test_compounds_are_cut_with_the_subject_carried(
    output: str, expected: list[str]
) -> None:
    assert texts(output) == expected


@pytest.mark.parametrize(
    "output",
    [
        "The cabin has a stove, a bed and a small porch",
        "He wrote and directed the film",
        "The distance between Oslo and Bergen is 300 km",
        "If it rains, the match is cancelled and the tickets are refunded",
        "The recall affects vehicles built in 2020 because of faulty brakes",
        "Revenue in 2023 was $5.3 billion, up from $4.1 billion the year before",
        "He founded a firm that makes cars and sells trucks",
        "The score depends on the number of messages sent and received",
        "Phase 2 was finished before phase 1",
        "The plan aims to build homes and create jobs",
        "The court was not moved by the first but by the second letter",
        "The cones stay shut until a fire occurs and melts the resin",
        "The couple sat at a table with cups and plates made in Japan",
        "Sixty-one percent of the respondents were women",
        "They moved because it was cheap",
        "The book, a novel, is long",
        "The page confirms that oak and pine boards are cut here",
        "The way that offenders sentenced to work are managed and paid is criticised",
        "In 1903 Marie Curie and Pierre Curie shared the prize",
    ],
)
def test_a_single_statement_stays_whole(output: str) -> None:
    assert texts(f"{output}.") == [output]
    assert quotes(f"{output}.") == [output]


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("   \n", [], id="blank"),
        pytest.param("Who opened it? When?", [], id="questions"),
        pytest.param("Hello! Happy to help.", [], id="greetings"),
        pytest.param("Sure, here is the answer:", [], id="announcements"),
        pytest.param("# History\n## Early years", [], id="headings"),
        pytest.param("```python\nprint(1)\n```", [], id="code"),
        pytest.param("😀 🎉\n---\n***", [], id="no words"),
        pytest.param("https://example.test/a", [], id="an address"),
        pytest.param(
            "Sure! The bridge opened in 1937. Let me know if you need more.",
            ["The bridge opened in 1937"],
            id="fillers around a statement",
        ),
        pytest.param(
            "Based on the provided context, the bridge is long.",
            ["The bridge is long"],
            id="where it is from",
        ),
        pytest.param(
            "No, it is not open.", ["It is not open"], id="no and a statement"
        ),
        pytest.param("No. It is not open.", ["It is not open"], id="no before it"),
        pytest.param("No.", ["No"], id="no alone"),
        pytest.param(
            "Sure, the dam is long.", ["The dam is long"], id="a filler word before it"
        ),
        pytest.param("Sure thing! OK. Thanks!", [], id="filler words alone"),
        pytest.param(
            "Hi Anna, it was sent.", ["It was sent"], id="a greeting before it"
        ),
        pytest.param("Here is the answer: Paris.", ["Paris"], id="announced in line"),
        pytest.param(
            "Sorry, I don't know.", ["Sorry, I don't know"], id="a polite refusal"
        ),
        pytest.param("Nice is a city.", ["Nice is a city"], id="a name like a filler"),
        pytest.param(
            "Master and Commander: The Far Side was filmed at sea.",
            ["Master and Commander: The Far Side was filmed at sea"],
            id="a title with a colon",
        ),
        pytest.param("TL;DR: it is open.", ["It is open"], id="a label with a mark"),
        pytest.param("lol yeah the dam is big", ["The dam is big"], id="chat"),
        pytest.param("However, it is open.", ["It is open"], id="a connective"),
        pytest.param("1889", ["1889"], id="a number"),
        pytest.param("**Paris**", ["Paris"], id="an answer set as a heading"),
        pytest.param("**It is long.**", ["It is long"], id="a bold statement"),
        pytest.param("Answer: 42 km", ["42 km"], id="a labelled answer"),
        pytest.param("Eat it warm.", ["Eat it warm"], id="advice"),
        pytest.param(
            "Great Britain is an island.",
            ["Great Britain is an island"],
            id="a name that begins like praise",
        ),
        pytest.param(
            "I don't know who built it; the context does not say, and that is all.",
            ["I don't know who built it; the context does not say, and that is all"],
            id="a refusal stays whole",
        ),
        pytest.param(
            "Hi Anna,\n\nIt was shipped on 3 May.\n\nBest regards,\nSupport Team",
            ["It was shipped on 3 May"],
            id="a letter",
        ),
    ],
)
def test_only_what_states_something_is_a_claim(
    output: str, expected: list[str]
) -> None:
    assert texts(output) == expected


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        pytest.param(
            "The box contains:\n- a lamp\n- cables\n- A manual",
            [
                "The box contains a lamp",
                "The box contains cables",
                "The box contains a manual",
            ],
            id="fragments lean on the lead",
        ),
        pytest.param(
            "Opening times:\n* Monday to Friday\n* It is closed on Sunday.",
            ["Opening times: Monday to Friday", "It is closed on Sunday"],
            id="a noun as lead, and a sentence",
        ),
        pytest.param(
            "1. **Start**\n   - Two friends started it.\n2. **Growth**\n   - It grew.",
            ["Two friends started it", "It grew"],
            id="bold items are headings of theirs",
        ),
        pytest.param(
            "| Room | Price |\n|---|---|\n| Single | €90 |\n| Double | €120 |",
            ["Room: Single; Price: €90", "Room: Double; Price: €120"],
            id="table rows",
        ),
        pytest.param(
            "**Paris**: It is in France.\n**Bonn**: It is in Germany and has a port.",
            ["Paris is in France", "Bonn is in Germany", "Bonn has a port"],
            id="labels are subjects",
        ),
        pytest.param(
            '{"city": "Oslo", "rain": true}',
            ["city: Oslo", "city: Oslo; rain: yes"],
            id="JSON",
        ),
        pytest.param(
            "The **Gold** plan costs [$5](https://example.test) and `max_size` is 3.",
            ["The Gold plan costs $5", "max_size is 3"],
            id="Markdown marks",
        ),
        pytest.param(
            "It was `a < b` and **c**.", ["It was a < b and c"], id="less than"
        ),
        pytest.param(
            "Founded: 1998\nChief: Jane Doe",
            ["Founded: 1998", "Chief: Jane Doe"],
            id="keys and values",
        ),
    ],
)
def test_layout_is_read_as_a_person_reads_it(output: str, expected: list[str]) -> None:
    assert texts(output) == expected


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        pytest.param(
            "Anna Berg joined in 2011. She left in 2015.",
            ["Anna Berg joined in 2011", "Anna Berg left in 2015"],
            id="she",
        ),
        pytest.param(
            "Anna Berg joined in 2011. He left in 2015.",
            ["Anna Berg joined in 2011", "He left in 2015"],
            id="not he",
        ),
        pytest.param(
            "Einstein was born in 1879. In 1905, he published. Later, he left Bern.",
            [
                "Einstein was born in 1879",
                "In 1905, Einstein published",
                "Later, Einstein left Bern",
            ],
            id="after an adverb, twice",
        ),
        pytest.param(
            "Acme was founded in 2004. Jane Doe founded it.",
            ["Acme was founded in 2004", "Jane Doe founded Acme"],
            id="an object",
        ),
        pytest.param(
            "Marie Curie (1867–1934) was a physicist. Her husband died in 1906.",
            [
                "Marie Curie (1867–1934) was a physicist",
                "Marie Curie's husband died in 1906",
            ],
            id="a possessive",
        ),
        pytest.param(
            "The twins were born in May. They live in Rome.",
            ["The twins were born in May", "The twins live in Rome"],
            id="they",
        ),
        pytest.param(
            "The lake is deep. It's cold in winter and it's full of fish.",
            [
                "The lake is deep",
                "It's cold in winter",
                "The lake is full of fish",
            ],
            id="a contraction, and a dummy",
        ),
        pytest.param(
            "The bank bought a tower. It is tall.",
            ["The bank bought a tower", "It is tall"],
            id="two candidates",
        ),
    ],
)
def test_pronouns_are_replaced_only_where_that_is_safe(
    output: str, expected: list[str]
) -> None:
    assert texts(output) == expected


def test_the_question_says_whom_a_first_pronoun_means() -> None:
    assert texts("She was a chemist.", "Who was Marie Curie?") == [
        "Marie Curie was a chemist"
    ]
    assert texts("She was a chemist.") == ["She was a chemist"]


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (
            "Die Firma wurde 1998 in der Stadt gegründet und beschäftigt 350 Menschen.",
            ["Die Firma wurde 1998 in der Stadt gegründet",
             "Die Firma beschäftigt 350 Menschen"],
        ),
        (
            "Der Mann und die Frau sind in Berlin.",
            ["Der Mann und die Frau sind in Berlin"],
        ),
        (
            "El puente fue inaugurado en 1994 y mide 2,3 kilómetros.",
            ["El puente fue inaugurado en 1994", "El puente mide 2,3 kilómetros"],
        ),
        (
            "Le pont est long et la tour est haute.",
            ["Le pont est long", "La tour est haute"],
        ),
        (
            "De brug werd in 1994 geopend en is 2 kilometer lang.",
            ["De brug werd in 1994 geopend", "De brug is 2 kilometer lang"],
        ),
        (
            "这座塔建成于1889年，位于巴黎。它很高，当地人很喜欢。",
            ["这座塔建成于1889年", "这座塔位于巴黎", "它很高，当地人很喜欢"],
        ),
        (
            "这部电影于1977年上映，由卢卡斯执导，总长两小时。",
            ["这部电影于1977年上映", "这部电影由卢卡斯执导", "这部电影的总长两小时"],
        ),
        (
            "この塔は1958年に完成し、高さは333メートルです。",
            ["この塔は1958年に完成し", "この塔の高さは333メートルです"],
        ),
        ("Мост открыт. Он длинный?", ["Мост открыт"]),
        ("Natürlich! Die Brücke ist lang.", ["Die Brücke ist lang"]),
    ],
)  # fmt: skip
def test_other_languages_are_cut_where_no_doubt_is_left(
    output: str, expected: list[str]
) -> None:
    assert texts(output) == expected


def test_spans_are_the_words_of_the_output_that_a_claim_comes_from() -> None:
    output = (
        "Sure! The **dam**, which opened in 1937, is long and has a road.\n\n"
        "It includes:\n- a lock\n\nNo, *it is not* free."
    )

    assert [(c.text, output[c.start : c.end]) for c in output_claims(output)
            if c.start is not None and c.end is not None] == [
        ("The dam is long", "The **dam**, which opened in 1937, is long"),
        ("The dam opened in 1937", "which opened in 1937"),
        ("The dam has a road", "has a road"),
        ("It includes a lock", "a lock"),
        ("The dam is not free", "*it is not* free"),
    ]  # fmt: skip


def test_claims_have_no_verdict_yet() -> None:
    (claim,) = output_claims("The dam is long.")

    assert claim.verdict.label == "unjudged"
