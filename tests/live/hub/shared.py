"""The ways to follow a game."""

from __future__ import annotations

from typing import Any

from taphouse.schema.ports import Caller
from tests.live.build import Table


def all_of(table: Table) -> list[Any]:
    return [table.entries(), table.tables(), table.house.accounts.decisions(Caller(table.seats[0]))]
