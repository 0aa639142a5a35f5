"""Quick play on the parts of use cases: with accounts, and on several instances."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

from taphouse.engine.vocabulary import constant
from taphouse.schema.ports import Caller
from taphouse.schema.results import GameJoined
from taphouse.schema.values.games import GameKind
from taphouse.service.games.beginning.coming_and_going import ComingAndGoing
from taphouse.service.games.beginning.creating import Choosing
from taphouse.service.games.beginning.joining import Joining
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.quick.playing_at_once import QuickPlay
from taphouse.service.games.quick.queue import PlaceQueues
from taphouse.service.games.quick.terms import Place, table_by_id
from taphouse.service.persons.profiles import Profiles
from taphouse.service.persons.ratings import Ratings
from tests.use_cases.accounts import Place as Accounts
from tests.use_cases.build import KIND, nobody

USUAL: dict[str, Any] = {
    "options": {},
    "min_seats": 2,
    "max_seats": 2,
    "edition": None,
    "clock": None,
    "any_clock": False,
    "people_only": False,
    "bots": None,
    "bots_after": 30,
    "name": None,
    "brewery": None,
    "show_name": False,
    "program": False,
    "key": None,
    "rated": False,
    "within": None,
}


class Quick(Accounts):
    """A service with quick play, and callers with and without accounts."""

    def __init__(self, store: Any = None) -> None:
        super().__init__(store)
        self.coming = ComingAndGoing(self.committer, self.reader, self.access, None, nobody, self.waiting.note)
        self.profiles, self.ratings = Profiles(self.reader, on=True), Ratings(self.reader, on=True)
        self.players = self.instance_of(self.queues)
        may_sit = partial(table_by_id, may_meet=self.profiles.may_meet, rating_of=self.ratings.rating_of)
        self.joining = Joining(self.committer, self.reader, self.access, self.seating, may_sit)

    def instance_of(self, queues: PlaceQueues, *, on: bool = True, rated: bool = True) -> QuickPlay:
        """Quick play as an instance has it."""
        choosing = Choosing(self.reader.games, self.editions)
        tables, may_meet = self.waiting, self.profiles.may_meet
        rating_of = self.ratings.rating_of if rated else None
        return QuickPlay(choosing, self.new_games, self.seating, self.reader, tables, queues, may_meet, on, rating_of)

    async def play(self, caller: Caller | None = None, at: QuickPlay | None = None, **given: Any) -> GameJoined:
        quick = self.players if at is None else at
        asked = USUAL | ({"key": secrets.token_urlsafe(16)} if caller is None else {}) | given
        return await quick.quick_play(caller or Caller(), GameKind(constant(KIND)), **asked)

    async def leave(self, joined: GameJoined, key: str | None = None) -> Any:
        return await self.coming.leave_seat(Caller(joined.seat.token), joined.game.game_id, None, key)

    async def later(self, seconds: float) -> None:
        """Let time pass, and have the tables looked at as often as they are."""
        until = self.now + int(seconds * 1000)
        while self.now < until:
            self.now = min(until, self.now + 5_000)
            await self.waiting.look()

    async def loaded(self, joined: GameJoined) -> LoadedGame:
        return await self.game(joined.game.game_id)

    async def places(self, *queues: str) -> list[Place]:
        """All places in these queues; in all queues of a store in memory."""
        found = list[Place]()
        for name in queues or {*self.store._items}:
            if name.startswith("quick:"):
                await self.queues._change(name, lambda places, _: found.extend(places))
        return found
