"""`python -m taphouse` is `taphouse`."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command; say what to install where only the engine is installed."""
    gc.set_threshold(100_000, 10, 10)  # importing the service and building its schema makes much that stays
    try:
        from taphouse.command_line import main as command
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("taphouse"):
            raise
        print(f"{missing.name} is missing. Install the service: pip install 'taphouse[service]'", file=sys.stderr)
        sys.exit(2)
    from taphouse.engine.registry import BadGame

    try:
        command(prog_name="taphouse")
    except BadGame as error:
        print(error, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
