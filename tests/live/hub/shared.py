"""The ways to follow a game, and what only one seat sees of it."""

from __future__ import annotations

from typing import Any

from taphouse.schema.ports import Caller
from tests.live.build import Table


def all_of(table: Table) -> list[Any]:
    return [table.entries(), table.tables(), table.house.accounts.decisions(Caller(table.seats[0]))]


async def looked(table: Table) -> tuple[int, int]:
    """A seat looks at what others do not see; the seat, and the version."""
    decision = (await table.house.tables.see(Caller(), table.id, None)).decision
    assert decision is not None
    version = await table.play("look", "keep 1,2")
    seen, shown = await table.log(table.seats[decision.seat - 1]), await table.log()
    assert seen != shown
    return decision.seat, version
