"""Facts that only the author of a game can tell the suite, by kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


class PerGame(dict[str, T]):
    """A dict by kind. A kind that is missing is an error that says what to add, and where.

    Args:
        what: what an entry is.
        where: the name of the dict and its file, as in `CONSERVED in tests/conformance/conserved.py`.
        entries: the entries of the games that are known.
    """

    def __init__(self, what: str, where: str, entries: dict[str, T]) -> None:
        super().__init__(entries)
        self.what, self.where = what, where

    def __missing__(self, kind: str) -> T:
        raise LookupError(to_add(kind, self.what, self.where))


def to_add(kind: str, what: str, where: str) -> str:
    """Advice about a kind that the suite does not know."""
    return f"The tests do not know the game {kind}: add {what} to {where}. See docs/new-game.md."


def check_told(told: Iterable[str], kinds: Iterable[str], what: str, where: str) -> None:
    """The kinds that were told of are those of the games, each at least once."""
    told, kinds = set(told), set(kinds)
    assert not kinds - told, to_add(", ".join(sorted(kinds - told)), what, where)
    assert not told - kinds, f"{where} tells of games that there are not: {', '.join(sorted(told - kinds))}"
