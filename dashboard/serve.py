"""Starts the page: Streamlit on 127.0.0.1 with the project's own settings."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

DEFAULT_PORT = 8501
ENDED_BY_CTRL_C = 130
HERE = Path(__file__).parent


def serve(arguments: Sequence[str]) -> int:
    """Start the page and return the exit code when it ends.

    ``--port`` and ``--db`` are ours; everything else goes to Streamlit as it is.
    """
    ours, streamlits = _parser().parse_known_args(arguments)
    unknown = [word for word in streamlits if not word.startswith("--")]
    if unknown and len(unknown) == len(streamlits):
        _complain(f"There is no command {unknown[0]!r}. See --help.")
        return 2
    fault = _port_fault(ours.port) or _use_database(ours.db)
    if fault:
        _complain(fault)
        return 2
    from click.exceptions import Abort, ClickException
    from streamlit.web import cli

    sys.argv = [
        "streamlit",
        "run",
        str(HERE / "app.py"),
        f"--server.port={ours.port}",
        *streamlits,
    ]
    try:
        return int(cli.main(standalone_mode=False) or 0)
    except ClickException as refused:
        _complain(f"{refused.format_message()} See --help.")
        return 2
    except (KeyboardInterrupt, Abort):
        return ENDED_BY_CTRL_C


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("hallucination-dashboard", add_help=False)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument("--db")
    return parser


def _port_fault(port: int) -> str | None:
    """Return what to say when the page cannot listen there; None when it can."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            return (
                f"Port {port} cannot be used ({error}). Perhaps the page runs there "
                f"already: open http://127.0.0.1:{port}. "
                "Or choose another port: --port 8502."
            )
    return None


def _use_database(where: str | None) -> str | None:
    """Let the page use this database; return what to say when it cannot be opened."""
    from dashboard.settings import read_settings
    from storage.database import open_database
    from storage.errors import StorageError

    if where:
        os.environ["DATABASE_URL"] = where
    try:
        open_database(read_settings().database).dispose()
    except StorageError as error:
        return str(error)
    return None


def _complain(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")
