"""A request that is sent again while its first try is still on its way: whichever is made first, both get one answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from taphouse.engine.vocabulary import constant
from taphouse.schema.ports import Caller
from taphouse.schema.values.games import GameKind, MoveInputObject, Visibility
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind
from taphouse.service.store.protocol import Commit, Key, Loaded, Result, Take
from tests.api.client import new_key
from tests.live.build import KIND, House, Table, Watched

Ask = Callable[[House], Awaitable[Any]]


class Between(Watched):
    """A store that lets something else happen before the nth time that it is asked for something."""

    def __init__(self) -> None:
        super().__init__()
        self.calls_left = -1
        self.meanwhile: Callable[[], Awaitable[Any]] | None = None

    async def load(self, game: str, key: Key | None = None, takes: Sequence[Take] = ()) -> Loaded:
        await self._between()
        return await super().load(game, key, takes)

    async def commit(self, commit: Commit) -> Result:
        await self._between()
        return await super().commit(commit)

    async def _between(self) -> None:
        self.calls_left -= 1
        if self.calls_left == 0 and self.meanwhile is not None:
            happens, self.meanwhile = self.meanwhile, None
            await happens()


async def _play(table: Table, key: str, expected: int | None) -> Ask:
    decision = (await table.house.tables.see(Caller(), table.id, None)).decision
    assert decision is not None
    token, moves = table.seats[decision.seat - 1], [MoveInputObject({"notation": "pass"})]
    return lambda house: house.tables.play(Caller(token), table.id, moves, expected, key)


async def _resign(table: Table, key: str, expected: int | None) -> Ask:
    return lambda house: house.tables.resign(Caller(table.seats[0]), table.id, expected, key)


async def _create(table: Table, key: str, _: int | None) -> Ask:
    seats = [SeatAsked(SeatKind.MINE), SeatAsked(SeatKind.OPEN)]
    kind = GameKind(constant(KIND))
    return lambda house: house.tables.create(Caller(), kind, {}, seats, None, None, Visibility.OPEN, None, key)


async def _join(table: Table, key: str, expected: int | None) -> Ask:
    made = await (await _create(table, new_key(), None))(table.house)
    game = made.game.game_id
    at = None if expected is None else made.game.version
    return lambda house: house.tables.join(Caller(), game, "Ben", None, None, None, False, at, key)


@pytest.mark.parametrize("calls", [1, 2, 3])
@pytest.mark.parametrize("expects", [False, True])
@pytest.mark.parametrize("request_of", [_play, _resign, _create, _join])
async def test_a_retry_is_not_refused_because_its_first_try_succeeded(
    request_of: Callable[[Table, str, int | None], Awaitable[Ask]], calls: int, expects: bool
) -> None:
    store = Between()
    house = House(store)
    table = await house.table()
    version = (await table.loaded()).version
    ask = await request_of(table, new_key(), version if expects else None)
    firsts: list[Any] = []

    async def first() -> None:
        firsts.append(await ask(house))

    store.calls_left, store.meanwhile = calls, first
    again = await ask(house)
    if not firsts:  # the retry asked less often
        firsts.append(await ask(house))
    assert again.game.version == firsts[0].game.version
    assert again.game.game_id == firsts[0].game.game_id
