"""`python -m dashboard` and the console command: the page, unless another is named."""

from __future__ import annotations

import sys
from collections.abc import Sequence

COMMANDS = ("score", "benchmark", "export", "resume")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and (given[0] in COMMANDS or given[0] in ("--help", "--version")):
        from dashboard.cli import app

        app(given, prog_name="hallucination-dashboard")
    else:
        from dashboard.serve import serve

        sys.exit(serve(given))


if __name__ == "__main__":
    main()
