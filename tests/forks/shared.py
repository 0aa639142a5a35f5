"""Games to fork, and their records."""

from __future__ import annotations

from typing import Any

from taphouse.engine.records.record import Record
from taphouse.engine.records.text import parse
from tests.rest.client import Json, Rest, Table, create, table_of
from tests.rest.test_games import SHORT

KEY = {"idempotency-key": "the-key-of-a-fork-of-a-game"}


def played(anyone: Rest, kind: str, moves: int, **more: Any) -> Table:
    """A running game of two after some moves."""
    table = create(anyone, kind, 2, **more)
    for _ in zip(range(moves), table.steps(seed=5), strict=False):
        pass
    return table


def finished(anyone: Rest, kind: str) -> Table:
    """A game that is over."""
    table = create(anyone, kind, 2, SHORT.get(kind))
    for _ in table.steps(seed=5):
        pass
    return table


def tokens(table: Table) -> list[str]:
    """The tokens of all seats."""
    return [str(seat.token) for seat in table.seats]


def fork(anyone: Rest, of: Table, **body: Any) -> Table:
    """A fork, all of whose seats are the creator's."""
    return table_of(anyone, anyone.post(f"{of.path}/forks", body))


def record_of(table: Table) -> Record:
    """The record of a game."""
    return parse(text_of(table)).record


def text_of(table: Table) -> str:
    """The text of the record of a game."""
    answer = table.spectator.ask("GET", f"{table.path}/record")
    assert answer.status_code == 200, answer.text
    return answer.text


def shown(table: Table, viewer: Rest | None = None, **query: Any) -> Json:
    """The table of a game as somebody sees it, with the decision."""
    seen = table.look(viewer, **query)
    return {"table": seen["table"], "decision": seen["decision"], "options": seen["options"]}
