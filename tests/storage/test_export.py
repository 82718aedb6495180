import csv
import io
import json
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pyarrow.parquet as parquet  # type: ignore[import-untyped]
import pytest
from sqlalchemy import Engine, insert, update

from storage.batches import create_batch
from storage.errors import StorageError
from storage.export import export_claims, write_csv, write_jsonl, write_parquet
from storage.reviews import (
    add_claim,
    flag,
    remove_claim,
    set_verdict,
    split_claim,
    withdraw_verdict,
)
from storage.runs import queue_runs, save_runs, take_runs
from storage.tables import RUN, VERDICT, Note, Tag
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunFilter,
    RunSettings,
    StoredEvidence,
)

Score = Callable[..., int]
MOMENT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ALL = RunFilter()
HEADER = (
    "run_id,created_at,batch,judge,status,score,share,band,flagged,claim_index,claim,"
    "label,person_label,reason,evidence,evidence_context_index,input,output,context,"
    "tags,note\r\n"
)


def as_csv(engine: Engine, filter: RunFilter = ALL) -> str:
    stream = io.BytesIO()
    write_csv(engine, filter, stream)
    return stream.getvalue().decode("utf-8-sig")


def read_back(written: str) -> list[dict[str, str]]:
    """Read CSV as an importer does, which takes one apostrophe for a guard."""
    return [
        {name: cell.removeprefix("'") for name, cell in row.items()}
        for row in csv.DictReader(io.StringIO(written, newline=""))
    ]


def test_a_csv_is_these_bytes(engine: Engine, score: Score) -> None:
    batch = create_batch(engine, name="Größen, all", settings=RunSettings())
    score(
        "cs",
        output='He said "no",\nthen left.',
        context=("a, b", 'c "d"'),
        input="What?",
        batch_id=batch,
        created_at=MOMENT,
        scale=10.0,
    )
    stream = io.BytesIO()

    count = write_csv(engine, ALL, stream)

    run = '1,2026-01-02T03:04:05+00:00,"Größen, all",offline,scored,5.0,0.5,mixed,true'
    end = '0,What?,"He said ""no"",\nthen left.","[""a, b"", ""c \\""d\\""""]",[],\r\n'
    expected = (
        f"{HEADER}"
        f"{run},0,claim 0 contradicted,contradicted,,because c,context,{end}"
        f"{run},1,claim 1 supported,supported,,because s,context,{end}"
    )
    assert count == 2
    assert stream.getvalue() == b"\xef\xbb\xbf" + expected.encode()


def test_an_export_of_nothing_is_the_header(engine: Engine) -> None:
    stream = io.BytesIO()

    assert write_csv(engine, ALL, stream) == 0

    assert stream.getvalue() == b"\xef\xbb\xbf" + HEADER.encode()


def test_a_text_stream_is_written_without_a_mark(engine: Engine) -> None:
    stream = io.StringIO(newline="")

    write_csv(engine, ALL, stream)

    assert stream.getvalue() == HEADER


def test_the_binary_stream_stays_open(engine: Engine) -> None:
    stream = io.BytesIO()

    write_csv(engine, ALL, stream)
    write_jsonl(engine, ALL, stream)

    assert not stream.closed


HOSTILE = [
    pytest.param("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0", id="formula"),
    pytest.param("+1", "'+1", id="plus"),
    pytest.param("-2+3", "'-2+3", id="minus"),
    pytest.param("@SUM(A1)", "'@SUM(A1)", id="at"),
    pytest.param("\t=1", "'\t=1", id="tab and formula"),
    pytest.param("\tx", "'\tx", id="tab"),
    pytest.param("\rx", '"\'\rx"', id="carriage return"),
    pytest.param("\n=1", '"\'\n=1"', id="line feed and formula"),
    pytest.param("  =1", "'  =1", id="spaces and formula"),
    pytest.param("\u00a0=1", "'\u00a0=1", id="no-break space and formula"),
    pytest.param("\ufeff=1", "'\ufeff=1", id="byte order mark and formula"),
    pytest.param("\u200b=1", "'\u200b=1", id="zero-width space and formula"),
    pytest.param("＝1+1", "'＝1+1", id="full-width equals"),
    pytest.param("＋1", "'＋1", id="full-width plus"),
    pytest.param("－1", "'－1", id="full-width minus"),
    pytest.param("＠x", "'＠x", id="full-width at"),
    pytest.param("'=1", "''=1", id="guarded already"),
    pytest.param("'quoted'", "''quoted'", id="an apostrophe of its own"),
    pytest.param('=1,"2"', '"\'=1,""2"""', id="formula that needs quotes"),
    pytest.param("a=1", "a=1", id="equals inside"),
    pytest.param("- item", "'- item", id="a list"),
    pytest.param(" x ", " x ", id="spaces stay"),
    pytest.param("7", "7", id="a number as text"),
    pytest.param("", "", id="nothing"),
]


@pytest.mark.parametrize(("text", "cell"), HOSTILE)
def test_no_cell_is_a_formula_and_each_comes_back_as_it_was(
    engine: Engine, text: str, cell: str
) -> None:
    batch = create_batch(engine, name=text, settings=RunSettings())
    sample = NewSample(output=text, context=(text,), input=text)
    evidence = StoredEvidence(0, 0, len(text), text)
    verdict = NewVerdict("contradicted", text, None, None, evidence)
    queue_runs(engine, [sample], RunSettings(judge=text), source="page", batch_id=batch)
    take_runs(engine, worker="w", limit=1)
    claim = NewClaim(text, None, None, verdict)
    run = FinishedRun(1, "scored", 1.0, 1.0, 1.0, text, (claim,))
    save_runs(engine, [run], worker="w")
    with engine.begin() as connection:
        connection.execute(
            insert(Note), {"run_id": 1, "created_at": MOMENT, "text": text}
        )

    written = as_csv(engine)
    [row] = read_back(written)

    line = written.removeprefix(HEADER)
    assert f"contradicted,,{cell},{cell},0,{cell},{cell}," in line
    columns = ("batch", "judge", "claim", "reason", "evidence", "input", "output")
    assert [row[name] for name in columns] == [text] * 7
    assert (json.loads(row["context"]), row["note"]) == ([text], text)


def test_numbers_stay_numbers(engine: Engine, score: Score) -> None:
    score("csss", scale=0.1)

    [row, *_] = csv.DictReader(io.StringIO(as_csv(engine)))

    assert (row["share"], row["score"]) == ("0.25", "0.025")
    assert (row["run_id"], row["claim_index"]) == ("1", "0")


def test_newest_runs_come_first_and_claims_in_order(
    engine: Engine, score: Score
) -> None:
    score("sc", created_at=MOMENT)
    score("uu", created_at=MOMENT + timedelta(days=1))
    score("c", created_at=MOMENT)

    rows = [(row.run_id, row.claim_index) for row in export_claims(engine, ALL)]

    assert rows == [(2, 0), (2, 1), (3, 0), (1, 0), (1, 1)]


def test_more_runs_than_are_read_together_all_come(engine: Engine) -> None:
    samples = [NewSample(output=f"{at}") for at in range(250)]
    ids = queue_runs(engine, samples, RunSettings(), source="cli")

    rows = list(export_claims(engine, ALL))

    assert [row.run_id for row in rows] == ids[::-1]
    assert [row.output for row in rows[:2]] == ["249", "248"]


def test_a_run_without_claims_is_one_row_with_an_empty_claim(
    engine: Engine, score: Score
) -> None:
    score("", status="no_claims", output="", context=(), created_at=MOMENT)

    assert as_csv(engine) == HEADER + (
        "1,2026-01-02T03:04:05+00:00,,offline,no_claims,0.0,0.0,none,false,"
        ",,,,,,,,,[],[],\r\n"
    )


def test_a_flagged_run_is_exported_with_all_its_claims(
    engine: Engine, score: Score
) -> None:
    score("s")
    score("sc")
    queue_runs(engine, [NewSample("waits")], RunSettings(), source="page")
    flag(engine, [3], flagged=True, person="ada")

    rows = list(export_claims(engine, RunFilter(flagged=True)))

    assert [(row.run_id, row.label, row.share) for row in rows] == [
        (3, None, None),
        (2, "supported", 0.5),
        (2, "contradicted", 0.5),
    ]
    assert (rows[0].status, rows[0].band, rows[0].score) == ("queued", None, None)


def test_what_people_added_is_exported(engine: Engine, score: Score) -> None:
    score("c")
    verdicts = [
        {"claim_id": 1, "person": "Ada", "reason": "", "label": label, "created_at": at}
        for label, at in (
            ("unsupported", MOMENT + timedelta(days=1)),
            ("supported", MOMENT),
        )
    ]
    notes = [
        {"run_id": 1, "created_at": MOMENT, "text": text} for text in ("one", "two")
    ]
    tags = [{"run_id": 1, "name": name} for name in ("z", "a, b")]
    with engine.begin() as connection:
        connection.execute(insert(VERDICT), verdicts)
        connection.execute(insert(Note), notes)
        connection.execute(insert(Tag), tags)
        connection.execute(update(RUN).values(reviewed_at=MOMENT, final_share=1.0))

    [row] = export_claims(engine, ALL)
    [line] = read_back(as_csv(engine))

    assert (row.label, row.person_label) == ("contradicted", "unsupported")
    assert (row.tags, row.note) == (("a, b", "z"), "one\n\ntwo")
    assert (line["tags"], line["note"]) == ('["a, b", "z"]', "one\n\ntwo")


def test_claims_that_people_corrected_are_exported_where_they_stand(
    engine: Engine, score: Score
) -> None:
    run_id = score("csu", output="012")
    first, second, third = (1, 2, 3)
    set_verdict(engine, second, label="unsupported", person="Ada")
    withdraw_verdict(engine, second, person="Ada")
    split_claim(engine, first, texts=["a", "b"], person="Ada")
    remove_claim(engine, third, person="Bob")
    added = add_claim(engine, run_id, text="2", label="supported", person="Bob")
    set_verdict(engine, added, label="contradicted", person="Ada")

    rows = list(export_claims(engine, ALL))

    assert [
        (row.claim_index, row.claim, row.label, row.person_label) for row in rows
    ] == [
        (0, "a", None, "contradicted"),
        (1, "b", None, "contradicted"),
        (2, "claim 1 supported", "supported", None),
        (3, "2", None, "contradicted"),
    ]
    assert {row.share for row in rows} == {3 / 4}
    assert (rows[0].reason, rows[0].evidence) == (None, None)


def test_a_run_of_which_every_claim_was_removed_is_one_row(
    engine: Engine, score: Score
) -> None:
    score("cc")
    for claim_id in (1, 2):
        remove_claim(engine, claim_id, person="Ada")

    [row] = export_claims(engine, ALL)

    assert (row.claim, row.claim_index, row.share, row.flagged) == (
        None,
        None,
        0.0,
        False,
    )


def test_jsonl_has_one_object_a_line_with_the_same_columns(
    engine: Engine, score: Score
) -> None:
    score("c", output="=a\nb", context=("é\u2028", "'x"), created_at=MOMENT)
    stream = io.BytesIO()

    assert write_jsonl(engine, ALL, stream) == 1

    lines = stream.getvalue().split(b"\n")
    assert len(lines) == 2
    assert json.loads(lines[0]) == {
        "run_id": 1,
        "created_at": "2026-01-02T03:04:05+00:00",
        "batch": None,
        "judge": "offline",
        "status": "scored",
        "score": 1.0,
        "share": 1.0,
        "band": "complete",
        "flagged": True,
        "claim_index": 0,
        "claim": "claim 0 contradicted",
        "label": "contradicted",
        "person_label": None,
        "reason": "because c",
        "evidence": "context",
        "evidence_context_index": 0,
        "input": None,
        "output": "=a\nb",
        "context": ["é\u2028", "'x"],
        "tags": [],
        "note": None,
    }


def test_parquet_has_the_same_columns_with_types(engine: Engine, score: Score) -> None:
    score("", status="no_claims", created_at=MOMENT)
    score("c", output="=a", context=("x", ""), created_at=MOMENT)
    stream = io.BytesIO()

    assert write_parquet(engine, ALL, stream) == 2

    table = parquet.read_table(io.BytesIO(stream.getvalue()))
    first, second = table.to_pylist()
    assert ",".join(table.column_names) + "\r\n" == HEADER
    assert (first["run_id"], first["share"], first["flagged"]) == (2, 1.0, True)
    assert (first["output"], first["context"]) == ("=a", ["x", ""])
    assert first["created_at"] == MOMENT
    assert (second["claim"], second["claim_index"], second["tags"]) == (None, None, [])


def test_an_empty_parquet_file_can_be_read(engine: Engine) -> None:
    stream = io.BytesIO()

    assert write_parquet(engine, ALL, stream) == 0

    assert parquet.read_table(io.BytesIO(stream.getvalue())).num_rows == 0


def test_memory_does_not_grow_with_the_number_of_runs(engine: Engine) -> None:
    size = 20_000
    samples = [
        NewSample(output="x", context=(f"{at}" + "y" * size,)) for at in range(600)
    ]
    queue_runs(engine, samples, RunSettings(), source="cli")
    del samples

    class Sink(io.RawIOBase):
        written = 0

        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            length = len(data)  # type: ignore[arg-type]
            self.written += length
            return length

    sink = Sink()
    stream = io.BufferedWriter(sink)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    write_csv(engine, ALL, stream)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert sink.written > 600 * size
    assert most - before < 400 * size


def test_an_export_shows_one_state_though_runs_come_meanwhile(
    engine: Engine, score: Score
) -> None:
    for _ in range(150):
        score("s")
    rows = export_claims(engine, ALL)
    first = next(rows)
    flag(engine, [1], flagged=True, person="ada")
    score("c")

    rest = list(rows)

    assert (first.run_id, len(rest)) == (150, 149)
    assert not any(row.flagged for row in rest)


def test_an_export_that_breaks_off_says_why(engine: Engine) -> None:
    queue_runs(engine, [NewSample("x")], RunSettings(), source="page")
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE tag")

    with pytest.raises(StorageError, match="no such table: tag"):
        write_csv(engine, ALL, io.BytesIO())
