from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect, text

from storage import migrations
from storage.tables import Table


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
        if table != "alembic_version"
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
