"""Questions about a game, and the engine's values in the form of the API."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from taphouse.engine.contract import Outcome
from taphouse.engine.vocabulary import Word, constant
from tests.api.client import PAGE_INFO, Json
from tests.api.selections import everything
from tests.conformance.tables import GAMES

SHOWN = 60
"""Legal moves that are looked at; there may be thousands."""
ENTRIES_SHOWN = 30
"""Log entries that are looked at."""


@cache
def documents(kind: str) -> dict[str, str]:
    """The documents about a game of this kind."""
    name = GAMES[kind].about.name
    page = f"legalMoves(first: {SHOWN}) {{ edges {{ cursor node {{ notation input }} }} {PAGE_INFO} }}"
    seen = f"... on {name}LogEntry {{ events {{ ...All_{name}Event }} }}"
    game = f"""... on {name}Game {{
        id gameId kind version latest status viewer {{ role seat }} seats {{ resigned }}
        decision {{ seat seats task prompt rules verbs deadline }} {page}
        outcome {{ ...All_Outcome }} table {{ ...All_{name}Table }} }}"""
    log = f"edges {{ cursor node {{ version seat notation automatic {seen} }} }} {PAGE_INFO}"
    head = "($id: ID!, $at: Int"
    return {
        "look": f"""query Look{head}) {{ game(id: $id, at: $at) {{ {game} ... on Problem {{ code }} }} }}
            {everything(f"{name}Table", "Outcome")}""",
        "log": f"""query Log{head}, $after: String) {{ game(id: $id, at: $at) {{ ... on Game {{
            history(after: $after, first: {ENTRIES_SHOWN}) {{ {log} }} }} }} }}
            {everything(f"{name}Event")}""",
        "why": f"""query Why{head}, $move: MoveInput!) {{ game(id: $id, at: $at) {{ ... on Game {{
            whyNot(move: $move) {{ code message rules }} }} }} }}""",
        "preview": f"""query Preview{head}, $moves: [MoveInput!]!) {{ game(id: $id, at: $at) {{ ... on Game {{
            preview(moves: $moves) {{ ... on {name}Preview {{ table {{ ...All_{name}Table }} }} ... on Problem {{ code }} }}
            }} }} }} {everything(f"{name}Table")}""",
    }


def seen(value: Any) -> Any:
    """A value of the engine as the API shows it."""
    match value:
        case Word():
            return value.name
        case Outcome():
            return {**_members(value), "reason": constant(value.reason)}
        case msgspec.Struct():
            return _members(value)
        case tuple():
            return [seen(one) for one in value]
        case dict():
            return {name: seen(one) for name, one in value.items()}
    return value


def _members(value: msgspec.Struct) -> Json:
    names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    return {"key" if name == "id" else name: seen(getattr(value, field)) for name, field in names}


def plain(value: Any) -> Any:
    """An answer without the names of types."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items() if name != "__typename"}
    return value


def page(shown: Sequence[tuple[int, Any]], after: str | None, *, more: bool) -> Json:
    """A connection of numbered nodes."""
    edges = [{"cursor": str(number), "node": node} for number, node in shown]
    start, end = (edges[0]["cursor"], edges[-1]["cursor"]) if edges else (None, after)
    info = {"hasNextPage": more, "endCursor": end, "hasPreviousPage": after is not None, "startCursor": start}
    return {"edges": edges, "pageInfo": info}
