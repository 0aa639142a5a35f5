"""Tells a reader about one game, and remembers it: a table is shown whole once, and then only its changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taphouse.engine.words.tables import Position, changes, printed, whole

CHARACTERS_A_TOKEN = 2.9
"""The characters of a token, counted low: o200k_base makes fewer tokens of such texts (`tests/clients/test_tokens.py`)."""
MOST_TOKENS = 1500
MOST_CHARACTERS = int(MOST_TOKENS * CHARACTERS_A_TOKEN)
"""The most characters of an answer."""
MOST_SENTENCES = 15
"""The most sentences of what happened."""


class Told:
    """The knowledge that a reader has of a game from earlier answers."""

    def __init__(self) -> None:
        self._shown: Position | None = None
        self._described: frozenset[str] = frozenset()
        self._named: frozenset[str] = frozenset()

    def forget(self) -> None:
        """Have the next answer show the whole table."""
        self._shown = None

    def table(self, now: Position, *, anew: bool = False) -> list[str]:
        """The lines of a table: all of them the first time or `anew`, then what has changed."""
        before, self._shown = self._shown, now
        if before is None or anew:
            return whole(now)
        changed = changes(before, now)
        return ["Changed on the table:", *changed] if changed else []

    def rules(self, ids: Sequence[str]) -> list[str]:
        """The rules of a decision that were not named yet."""
        new = [rule for rule in ids if rule not in self._named]
        self._named |= {*new}
        return new

    def components(self, view: Any, room: int) -> list[str]:
        """Descriptions of the components in a view that were not described yet, until the room is used up, in characters."""
        texts = []
        for name, text in dict(printed(view)).items():
            if name not in self._described and (room := room - len(name) - len(text) - 4) > 0:
                self._described |= {name}
                texts.append(f"{name} = {text}")
        return ["Described once: " + "; ".join(texts)] if texts else []


def happened(sentences: Sequence[str], names: Sequence[str]) -> list[str]:
    """The last sentences of what happened, with the number of those before.

    Args:
        sentences: all of them, in order.
        names: the names of the players. Successive sentences about one of them become a single one, which names them once.
    """
    cut = len(sentences) - MOST_SENTENCES
    lines = [f"... {cut} events before; then:"] if cut > 0 else []
    before = ""
    for sentence in sentences[-MOST_SENTENCES:]:
        about = max((name for name in names if sentence.startswith(f"{name} ")), key=len, default="")
        if about and about == before and lines[-1].endswith("."):
            lines[-1] = f"{lines[-1][:-1]}; {sentence[len(about) + 1 :]}"
        else:
            lines.append(sentence)
        before = about
    return lines


def task(rules: Sequence[str], prompt: str) -> str:
    """The decision that the reader must make.

    Args:
        rules: the ids of its rules that are to be named.
        prompt: the task as a sentence to the player.
    """
    named = f" ({', '.join(rules)})" if rules else ""
    return f"YOUR TURN{named}: {prompt}"
