"""`python -m taphouse` is `taphouse`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import partial


def main() -> None:
    """Run the command; say what to install where only the engine is installed."""
    gc.set_threshold(100_000, 10, 10)  # importing the service and building its schema makes much that stays
    command: Callable[[], object]
    try:
        if sys.argv[1:] == ["serve"]:  # it goes on for months, and the parser of commands would stay in memory
            from taphouse.service.cli.serve import run as command
        else:
            from taphouse.command_line import main as parsed

            command = partial(parsed, prog_name="taphouse")
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("taphouse"):
            raise
        print(f"{missing.name} is missing. Install the service: pip install 'taphouse[service]'", file=sys.stderr)
        sys.exit(2)
    from taphouse.engine.registry import BadGame

    try:
        command()
    except BadGame as error:
        print(error, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
