"""The common parts of the benchmarks: client, documents, planned games, processes to measure, pauses of the event loop."""

from __future__ import annotations

from pathlib import Path


class Skipped(Exception):
    """A part cannot be measured on this machine; the message says what is missing."""


def checked(checkout: Path) -> Path:
    """Return the root of another checkout, if it is one.

    Raises:
        FileNotFoundError: There is no checkout.
    """
    if not (checkout / "taphouse" / "__main__.py").is_file():  # else the installed package would run
        raise FileNotFoundError(f"{checkout} is no checkout of Taphouse")
    return checkout
