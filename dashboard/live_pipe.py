"""The process beside a live application, and the pipe to it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys

KEEPER = (sys.executable, "-P", "-m", "dashboard.live_keeper")
"""-P: what lies in the application's folder must not be taken for a module of ours."""


def start() -> subprocess.Popen[bytes]:
    """Start the process; it outlives signals that are meant for the application.

    Raises:
        OSError: If no process can be started.
    """
    return subprocess.Popen(
        KEEPER,
        bufsize=0,  # what is written is in the pipe, and nothing waits for a close
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )


def write(keeper: subprocess.Popen[bytes] | None, data: bytes) -> None:
    """Write all of it, in as many parts as the pipe takes.

    Raises:
        OSError: If nobody reads it.
        ValueError: If it was closed.
    """
    if keeper is None or keeper.stdin is None:
        raise BrokenPipeError
    rest = memoryview(data)
    while rest:
        rest = rest[keeper.stdin.write(rest) :]


def close_input(keeper: subprocess.Popen[bytes]) -> None:
    """Let the keeper know that nothing more will come."""
    assert keeper.stdin is not None
    with contextlib.suppress(OSError):
        keeper.stdin.close()


def leave_alone(keeper: subprocess.Popen[bytes]) -> None:
    """Let go of the parent's keeper in a forked process.

    Its pipes are led to nowhere, or the keeper would never see their end; closed, their
    numbers might soon be those of other files.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    for pipe in (keeper.stdin, keeper.stdout):
        if pipe is not None and not pipe.closed:
            os.dup2(nowhere, pipe.fileno())
    os.close(nowhere)
    keeper.returncode = 0  # it is not ours to wait for
