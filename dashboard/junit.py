"""Writes runs as a JUnit report, which CI servers show as tests that pass or fail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOBase
from pathlib import Path
from xml.sax.saxutils import XMLGenerator
from xml.sax.xmlreader import AttributesImpl

from sqlalchemy import Engine

from storage.outcomes import Outcome, outcomes
from storage.values import FINISHED, RunFilter

NAME_CHARS = 80
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, in whichever way it is written."""


class ReportError(Exception):
    """Someone named a file that a report cannot go to; the message says why."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a report is about.

    Attributes:
        suite: Its name, such as that of the file.
        judge: Who judged.
        limit: The greatest share that passes; None fails what is flagged.
    """

    suite: str
    judge: str
    limit: float | None = None

    def fails(self, run: Outcome) -> bool:
        """Return whether a run with a share is not good enough."""
        if self.limit is None:
            return run.flagged
        return run.share is not None and run.share > self.limit


def write_report(engine: Engine, batch_id: int, report: Report, out: Path) -> int:
    """Write one test case a run, in the order of the file, and return how many.

    A file that is there already stays as it was until the new one is complete.

    Raises:
        ReportError: If the file cannot be written.
        StorageError: If the runs cannot be read.
    """
    chosen = RunFilter(batch=batch_id)
    counts = _counts(outcomes(engine, chosen), report)
    part = out.with_name(f".{out.name}.part")
    try:
        try:
            with part.open("w", encoding="utf-8", newline="\n") as stream:
                _write(stream, report, counts, outcomes(engine, chosen))
            part.replace(out)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise ReportError(f"{out} cannot be written: {error.strerror}.") from error
    return int(counts["tests"])


def _counts(runs: Iterable[Outcome], report: Report) -> dict[str, str]:
    """Return what stands at the head of a report, before its cases."""
    tests = failures = errors = 0
    time_s = 0.0
    for run in runs:
        tests += 1
        time_s += run.duration_s or 0.0
        if run.status not in FINISHED:
            errors += 1
        elif report.fails(run):
            failures += 1
    return {
        "tests": str(tests),
        "failures": str(failures),
        "errors": str(errors),
        "time": f"{time_s:.3f}",
    }


def _write(
    stream: TextIOBase, report: Report, counts: dict[str, str], runs: Iterable[Outcome]
) -> None:
    xml = XMLGenerator(stream, "utf-8", short_empty_elements=True)
    xml.startDocument()
    with (
        _element(xml, "testsuites", counts),
        _element(xml, "testsuite", {"name": report.suite, **counts}),
    ):
        with _element(xml, "properties", {}):
            _leaf(xml, "property", {"name": "judge", "value": report.judge})
        for number, run in enumerate(runs, 1):
            _write_case(xml, report, number, run)
    xml.endDocument()


def _write_case(xml: XMLGenerator, report: Report, number: int, run: Outcome) -> None:
    words = " ".join(run.output_start.split())
    case = {
        "classname": report.suite,
        "name": f"sample {number}: {words}"[:NAME_CHARS].rstrip(),
        "time": f"{run.duration_s or 0.0:.3f}",
    }
    with _element(xml, "testcase", case):
        if run.status not in FINISHED:
            said = {"message": run.error or run.status, "type": run.status}
            _leaf(xml, "error", said, run.error or "")
        elif report.fails(run):
            _leaf(xml, "failure", _failure(run), _details(run))


def _failure(run: Outcome) -> dict[str, str]:
    bad = len(run.bad_claims)
    message = f"share {run.share or 0:.2f}: {bad} of {run.claims} claims hallucinated"
    return {"message": message, "type": "hallucinated"}


def _details(run: Outcome) -> str:
    lines = [f"run {run.run_id}: {run.reason}"]
    for claim in run.bad_claims:
        lines.append(f"{claim.label}: {claim.text}")
        if claim.reason:
            lines.append(f"    {claim.reason}")
    return "\n".join(lines)


@contextmanager
def _element(
    xml: XMLGenerator, name: str, attributes: Mapping[str, str]
) -> Iterator[None]:
    held = {key: _allowed(value) for key, value in attributes.items()}
    xml.startElement(name, AttributesImpl(held))
    yield
    xml.endElement(name)
    xml.ignorableWhitespace("\n")


def _leaf(
    xml: XMLGenerator, name: str, attributes: Mapping[str, str], text: str = ""
) -> None:
    with _element(xml, name, attributes):
        if text:
            xml.characters(_allowed(text))


def _allowed(text: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
