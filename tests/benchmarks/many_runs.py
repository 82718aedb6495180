"""Makes databases of very many runs, as years of use would leave them.

Rows are written straight into the tables; indexes are made, and sums filled, at the
end. The same seed gives the same database.
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from storage import kinds
from storage.database import open_database
from storage.refilling import refill
from storage.search_index import fill
from storage.text_keys import text_key
from storage.transactions import writing

CLAIMS = 5
BATCHES = 60
JUDGES = ("offline", "openai/gpt-5-mini", "anthropic/claude-sonnet-4-5", "ollama/x")
MODELS = ("alpha-1", "alpha-2", "beta", "gamma-large", "gamma-small", "delta")
KINDS = ("number", "date", "name", "place", "negation", "quantity", "missing", None)
TAGS = ("check", "fixed upstream", "for the talk", "bad context")
FIRST = datetime(2025, 12, 1, tzinfo=UTC)
DAYS = 365
SENTENCES = 30_000
AT_ONCE = 10_000
CHINESE = "东京巴黎塔高度米开放于年由工程师设计每年有数百万游客参观最大的博物馆"
SYLLABLES = (
    "ka",
    "to",
    "ri",
    "men",
    "sol",
    "ve",
    "dra",
    "lin",
    "po",
    "gar",
    "us",
    "el",
)


def make(file: Path, runs: int, *, seed: int = 1) -> None:
    """Write a database of so many runs with their claims and verdicts."""
    open_database(file).dispose()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA cache_size=-400000")
        indexes = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index'"
            " AND name LIKE 'ix_%'"
        ).fetchall()
        for name, _ in indexes:
            connection.execute(f"DROP INDEX {name}")
        Years(connection, runs, seed).write()
        for _, sql in indexes:
            connection.execute(sql)
    engine = open_database(file)
    with writing(engine) as rows:
        refill(rows)
        fill(rows)
    engine.dispose()


def moment(day: int, microseconds: int = 0) -> str:
    """Return a moment as SQLAlchemy keeps it."""
    at = FIRST + timedelta(days=day % DAYS, microseconds=microseconds)
    return f"{at:%Y-%m-%d %H:%M:%S.%f}"


def digest(what: str, id: int) -> bytes:
    return sha256(f"{what}{id}".encode()).digest()


def context_of(sample: int) -> int:
    """Return the context of a sample: four samples share one."""
    return (sample - 1) // 4 * 4 + 1


class Years:
    """What is written, and the chance that decides it."""

    def __init__(self, connection: sqlite3.Connection, runs: int, seed: int) -> None:
        self.connection = connection
        self.runs = runs
        self.chance = random.Random(seed)
        words = [
            "".join(self.chance.choices(SYLLABLES, k=self.chance.choice((2, 3))))
            for _ in range(4_000)
        ]
        self.sentences = [self._sentence(words) for _ in range(SENTENCES)]
        self.keys = [text_key(sentence) for sentence in self.sentences]

    def _sentence(self, words: list[str]) -> str:
        chance = self.chance.random
        if chance() < 0.03:
            return "".join(self.chance.choices(CHINESE, k=18)) + "。"
        said = [words[int(4_000 * chance() ** 2)] for _ in range(9)]
        return f"{' '.join(said).capitalize()} in {1800 + int(chance() * 225)}."

    def sentence(self) -> int:
        return int(SENTENCES * self.chance.random() ** 2)

    def write(self) -> None:
        self._batches()
        for start in range(0, self.runs, AT_ONCE):
            self.connection.execute("BEGIN")
            self._some(start, min(AT_ONCE, self.runs - start))
            self.connection.execute("COMMIT")

    def _insert(self, table: str, columns: str, rows: list[tuple[Any, ...]]) -> None:
        marks = ", ".join("?" * (columns.count(",") + 1))
        self.connection.executemany(
            f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows
        )

    def _batches(self) -> None:
        columns = (
            "id, created_at, name, baseline, judge, mode, reason_by, scale, timeout_s,"
            " flag_threshold, repeat, use_cache"
        )
        how = ("thorough", "template", 1.0, 60.0, 0.0, 1, 1)
        rows = [
            (at, moment(at * 6), f"Batch {at}", 0, JUDGES[at % len(JUDGES)], *how)
            for at in range(1, BATCHES + 1)
        ]
        self._insert("batch", columns, rows)
        values = [("model", model) for model in MODELS]
        values += [("topic", f"topic {at}") for at in range(40)]
        self._insert("metadata_value", "name, value", values)

    def _some(self, start: int, count: int) -> None:
        ids = range(start + 1, start + count + 1)
        fresh = [id for id in ids if id % 10 or id == 1]
        self._samples(fresh)
        runs, claims, verdicts, tags = [], [], [], []
        for id in ids:
            sample = id if id % 10 or id == 1 else id - 1
            run, of_run, grounds = self._run(id, sample)
            runs.append(run)
            claims += of_run
            verdicts += grounds
            if self.chance.random() < 0.01:
                tags.append((id, self.chance.choice(TAGS)))
        self._insert("run", RUN_COLUMNS, runs)
        self._insert("claim", CLAIM_COLUMNS, claims)
        self._insert("verdict", VERDICT_COLUMNS, verdicts)
        self._insert("tag", "run_id, name", tags)

    def _samples(self, ids: list[int]) -> None:
        self._insert(
            "context",
            "id, hash, texts",
            [(id, digest("c", id), self._context()) for id in ids if id % 4 == 1],
        )
        rows, links = [], []
        for id in ids:
            said = " ".join(self.sentences[at] for at in self._said(id))
            model, topic = self.chance.randrange(len(MODELS)), self.chance.randrange(40)
            details = {"model": MODELS[model], "topic": f"topic {topic}"}
            links += [(model + 1, id), (len(MODELS) + topic + 1, id)]
            rows.append(
                (
                    id,
                    moment(0),
                    digest("s", id),
                    digest("t", id),
                    f"What of {id}?",
                    f"{said} No. {id}.",
                    context_of(id),
                    json.dumps(details),
                )
            )
        columns = (
            "id, created_at, hash, content_hash, input, output, context_id, details"
        )
        self._insert("sample", columns, rows)
        self._insert("sample_metadata", "value_id, sample_id", links)

    def _context(self) -> str:
        texts = [
            " ".join(self.sentences[self.sentence()] for _ in range(5))
            for _ in range(2)
        ]
        return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))

    def _said(self, sample: int) -> list[int]:
        chance = random.Random(sample)
        return [int(SENTENCES * chance.random() ** 2) for _ in range(CLAIMS)]

    def _run(
        self, id: int, sample: int
    ) -> tuple[tuple[Any, ...], list[Any], list[Any]]:
        chance = self.chance.random
        batch = 1 + int(chance() * BATCHES) if chance() < 0.5 else None
        judge = JUDGES[batch % len(JUDGES)] if batch else JUDGES[int(chance() * 2)]
        day = batch * 6 + int(chance() * 2) if batch else int(chance() * DAYS)
        at = moment(day, int(chance() * 86_400_000_000))
        status = self.chance.choices(STATUSES, weights=(950, 20, 10, 5, 15))[0]
        labels = self._labels(status)
        bad = [label for label in labels if label in ("contradicted", "unsupported")]
        judged = len(labels) - labels.count("unjudged")
        share = None if status == "failed" else len(bad) / judged if judged else 0.0
        found, grounds, of_kinds = [], [], []
        said = self._said(sample)
        for position, label in enumerate(labels):
            claim = (id - 1) * CLAIMS + position + 1
            kind = self.chance.choice(KINDS) if label in bad else None
            sure = round(1 - chance() ** 2 / 2, 2)
            quoted = label in ("supported", "contradicted")
            item = position % 2 if quoted else None
            of_kinds.append((kind, label))
            text = self.sentences[said[position]]
            found.append(
                (
                    claim,
                    id,
                    position,
                    text,
                    position * 70,
                    position * 70 + len(text),
                    label,
                    kind,
                    sure,
                    self.keys[said[position]],
                    context_of(sample) if quoted else None,
                    item,
                )
            )
            quote = self.sentences[self.sentence()] if quoted else None
            why = f"the context says {1800 + position}, the output {label}"
            place = (0, len(quote)) if quote else (None, None)
            grounds.append((claim, at, label, why, sure, kind, item, *place, quote))
        return (
            self._row(id, sample, batch, judge, at, status, share, labels, of_kinds),
            found,
            grounds,
        )

    def _labels(self, status: str) -> list[str]:
        if status in ("no_claims", "failed"):
            return []
        good = self.chance.random() < 0.5
        weights = (100, 0, 0, 0) if good else (60, 25, 15, 0)
        if status == "no_context":
            weights = (0, 0, 1, 0)
        found = self.chance.choices(LABELS, weights=weights, k=CLAIMS)
        return [*found[:-1], "unjudged"] if status == "partial" else found

    def _row(
        self,
        id: int,
        sample: int,
        batch: int | None,
        judge: str,
        at: str,
        status: str,
        share: float | None,
        labels: list[str],
        of_kinds: list[tuple[str | None, str]],
    ) -> tuple[Any, ...]:
        chance = self.chance.random
        counts = [labels.count(label) for label in LABELS]
        bad = counts[1] + counts[2]
        reviewed = at if chance() < 0.01 and labels else None
        least = round(1 - chance() / 2, 2) if labels and judge != "ollama/x" else None
        spread = None if id % 10 > 1 or id == 1 else round(chance(), 1)
        reason = f"{bad} of {len(labels)} claims are hallucinated."
        error = "The model gave no answer." if status == "failed" else None
        return (
            id,
            at,
            sample,
            batch,
            "live" if batch is None else "page",
            300 + int(chance() ** 3 * 3_000),
            600 + int(chance() ** 3 * 9_000),
            status,
            at,
            share,
            *counts,
            len(labels),
            share,
            *counts,
            reason,
            error,
            chance() < 0.001,
            bool(share),
            reviewed,
            least,
            kinds.packed(of_kinds),
            spread,
            judge,
            *HOW,
        )


HOW = ("thorough", "template", 1.0, 60.0, 0.0, 1, 1, 1.0, 1.0)
STATUSES = ("scored", "partial", "no_claims", "no_context", "failed")
LABELS = ("supported", "contradicted", "unsupported", "unjudged")
RUN_COLUMNS = (
    "id, created_at, sample_id, batch_id, source, output_chars, context_chars, status,"
    " finished_at, share, supported, contradicted, unsupported, unjudged, claims,"
    " final_share, final_supported, final_contradicted, final_unsupported,"
    " final_unjudged, reason, error, suspicious, flagged, reviewed_at,"
    " least_confidence, kinds, spread, judge, mode, reason_by, scale, timeout_s,"
    " flag_threshold, repeat, use_cache, coverage, context_seen"
)
CLAIM_COLUMNS = (
    "id, run_id, position, text, output_start, output_end, label, kind, confidence,"
    " text_key, context_id, context_index"
)
VERDICT_COLUMNS = (
    "claim_id, created_at, label, reason, confidence, kind, context_index,"
    " evidence_start, evidence_end, quote"
)


if __name__ == "__main__":
    started = time.perf_counter()
    make(Path(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.write(f"{time.perf_counter() - started:.0f} s\n")
