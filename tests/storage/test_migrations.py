from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, create_engine, insert, inspect, select, text

from storage import migrations
from storage.database import open_database
from storage.reviews import set_verdict, undo
from storage.runs import get_run, list_runs
from storage.search import INDEXES
from storage.tables import Table
from storage.values import RunFilter


def config() -> Config:
    config = Config()
    folder = str(Path(migrations.__file__).parent)
    config.set_main_option("script_location", folder)
    return config


def constraints(engine: Engine) -> dict[str, Any]:
    """What the database says of each table, in an order of its own."""
    found = inspect(engine)
    with engine.connect() as connection:
        indexes = connection.execute(
            text("SELECT tbl_name, sql FROM sqlite_master WHERE type = 'index'")
        ).all()
    return {
        table: {
            "columns": _sorted(found.get_columns(table)),
            "checks": _sorted(found.get_check_constraints(table)),
            "uniques": _sorted(found.get_unique_constraints(table)),
            "keys": _sorted(found.get_foreign_keys(table)),
            "primary key": found.get_pk_constraint(table),
            "indexes": sorted(str(sql) for on, sql in indexes if on == table),
        }
        for table in found.get_table_names()
        if table != "alembic_version" and not table.startswith(INDEXES)
    }


def _sorted(described: Iterable[Mapping[str, Any]]) -> list[str]:
    return sorted(str(sorted(one.items(), key=str)) for one in described)


def test_the_newest_step_is_the_one_that_opening_compares_with() -> None:
    assert ScriptDirectory.from_config(config()).get_current_head() == migrations.HEAD


def test_the_steps_make_the_tables_that_the_program_has(engine: Engine) -> None:
    migrated = config()

    with engine.connect() as connection:
        migrated.attributes["connection"] = connection
        command.check(migrated)


def test_the_steps_make_the_same_checks_and_indexes_too(engine: Engine) -> None:
    made = create_engine("sqlite://")
    Table.metadata.create_all(made)

    assert constraints(engine) == constraints(made)
    made.dispose()


def test_ids_of_runs_are_never_given_again(engine: Engine) -> None:
    with engine.connect() as connection:
        made = connection.scalars(
            text("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
        )
        assert sorted(made) == ["batch", "run", "sample"]


MOMENT = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)
SETTINGS = {
    "judge": "offline",
    "mode": "thorough",
    "reason_by": "template",
    "scale": 10.0,
    "timeout_s": 60.0,
    "flag_threshold": 0.25,
    "repeat": 1,
    "use_cache": True,
}
RUN = SETTINGS | {
    "created_at": MOMENT,
    "sample_id": 3,
    "batch_id": 2,
    "source": "cli",
    "output_chars": 6,
    "coverage": 1.0,
    "context_seen": 0.5,
    "reason": "Half.",
    "suspicious": False,
}
SCORED = {
    "id": 7,
    "status": "scored",
    "share": 0.5,
    "claims": 2,
    "supported": 1,
    "contradicted": 1,
    "unsupported": 0,
    "unjudged": 0,
    "flagged": True,
    "finished_at": MOMENT,
    "cost": 0.25,
}
NOTHING = dict.fromkeys(
    ("claims", "supported", "contradicted", "unsupported", "unjudged"), 0
)
QUEUED = {"id": 9, "status": "queued", "flagged": False, **NOTHING}
FAILED = {
    "id": 12,
    "status": "failed",
    "flagged": True,
    "person_flag": True,
    "error": "no answer",
    "deleted_at": MOMENT,
    **NOTHING,
}
LABELS = ("supported", "contradicted", "unsupported", "unjudged")
BEFORE: dict[str, list[dict[str, Any]]] = {
    "batch": [
        SETTINGS | {"id": 2, "created_at": MOMENT, "name": "b", "baseline": True}
    ],
    "context": [{"id": 4, "hash": b"c", "texts": ["It is 4 m.", "ü"]}],
    "sample": [
        {
            "id": 3,
            "created_at": MOMENT,
            "hash": b"s",
            "content_hash": b"t",
            "output": "It is.",
            "context_id": 4,
            "label": "faithful",
            "details": {"team": "green"},
        }
    ],
    "run": [RUN | SCORED, RUN | QUEUED, RUN | FAILED],
    "claim": [
        {
            "id": 5,
            "run_id": 7,
            "position": 0,
            "text": "It is 5 m.",
            "output_start": 0,
            "output_end": 6,
            "label": "contradicted",
            "kind": "number",
            "confidence": 0.75,
        },
        {"id": 6, "run_id": 7, "position": 1, "text": "It is.", "label": "supported"},
    ],
    "verdict": [
        {
            "id": 1,
            "claim_id": 5,
            "created_at": MOMENT,
            "label": "contradicted",
            "reason": "It is 4 m.",
            "confidence": 0.75,
            "kind": "number",
            "context_index": 0,
            "evidence_start": 0,
            "evidence_end": 10,
            "quote": "It is 4 m.",
        },
        {
            "id": 2,
            "claim_id": 6,
            "created_at": MOMENT,
            "label": "supported",
            "reason": "",
        },
    ],
    "judge_call": [
        {
            "id": 1,
            "run_id": 7,
            "step": "claims",
            "attempt": 1,
            "model": "m",
            "parameters": {"seed": 1},
            "messages": [{"role": "user", "content": "?"}],
            "reply": "!",
            "duration_s": 0.5,
            "cached": False,
        }
    ],
    "note": [{"id": 1, "run_id": 7, "created_at": MOMENT, "text": "hm"}],
    "tag": [{"id": 1, "run_id": 7, "name": "x"}],
    "worker": [
        {"name": "w", "host": "h", "pid": 1, "started_at": MOMENT, "seen_at": MOMENT}
    ],
    "cached_reply": [{"hash": b"r", "created_at": MOMENT, "model": "m", "reply": "!"}],
    "judge_cut_off": [{"judge": "offline", "created_at": MOMENT, "share": 0.25}],
}


def written(engine: Engine) -> dict[str, list[dict[str, Any]]]:
    """All rows of the tables of the first revision, in its columns."""
    tables = MetaData()
    tables.reflect(engine)
    with engine.connect() as connection:
        return {
            name: [
                dict(row)
                for row in connection.execute(select(tables.tables[name])).mappings()
            ]
            for name in BEFORE
        }


def write_first_revision(file: Path) -> dict[str, list[dict[str, Any]]]:
    """Make a database as the first version did, with some of everything in it."""
    engine = create_engine(f"sqlite:///{file}")
    first = config()
    with engine.begin() as connection:
        first.attributes["connection"] = connection
        command.upgrade(first, "0001")
    tables = MetaData()
    tables.reflect(engine)
    with engine.begin() as connection:
        for name, rows in BEFORE.items():
            for row in rows:
                connection.execute(insert(tables.tables[name]).values(row))
    found = written(engine)
    engine.dispose()
    return found


def test_a_database_of_the_first_version_keeps_all_it_has(file: Path) -> None:
    before = write_first_revision(file)

    engine = open_database(file)

    after = written(engine)
    for name, rows in before.items():
        kept = set(rows[0]) - {"reviewed_share"}
        assert [{key: row[key] for key in kept} for row in after[name]] == [
            {key: row[key] for key in kept} for row in rows
        ], name
    finals = [
        (run["final_share"], *(run[f"final_{label}"] for label in LABELS))
        for run in after["run"]
    ]
    assert finals == [(0.5, 1, 1, 0, 0), (None, 0, 0, 0, 0), (None, 0, 0, 0, 0)]
    assert [run["least_confidence"] for run in after["run"]] == [0.75, None, None]
    assert after["batch"][0]["state"] == "active"
    engine.dispose()


def test_runs_of_the_first_version_are_read_and_reviewed_like_any(file: Path) -> None:
    write_first_revision(file)
    engine = open_database(file)

    run = get_run(engine, 7)
    assert run is not None
    assert (run.summary.share, run.summary.score, run.summary.flagged) == (
        0.5,
        5.0,
        True,
    )
    assert [claim.label for claim in run.claims] == ["contradicted", "supported"]
    assert (run.tags, run.notes, run.sample.label) == (("x",), ("hm",), "faithful")
    set_verdict(engine, 5, label="supported", person="Ada")
    assert [one.share for one in list_runs(engine, RunFilter())] == [None, 0.0]
    undo(engine, 7, person="Ada")
    assert get_run(engine, 7).summary == run.summary  # type: ignore[union-attr]
    engine.dispose()
