"""The parts of which use cases are built, on a store in memory and with bots that do nothing, and a game to use them on."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

from taphouse.engine.vocabulary import constant
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.ports import Caller
from taphouse.schema.results import GameCreated
from taphouse.schema.served_games import ServedGames
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import GameKind, Visibility
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind
from taphouse.service.access.tokens import TokenIssuer
from taphouse.service.games.beginning.creating import Creating
from taphouse.service.games.beginning.new_games import NewGames
from taphouse.service.games.kernel.committing import Committer
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.game_lists import Lists
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader, kept
from taphouse.service.games.kernel.presence import Presence
from taphouse.service.games.quick.waiting_tables import WaitingTables
from taphouse.service.games.seating.challenging import Challenges
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.protocol import Due
from tests.api.server import SIGNING_KEY
from tests.tiny.about import GAME

KIND = GAME.about.kind
GAMES = {KIND: GAME}
MINE, OPEN = SeatAsked(SeatKind.MINE), SeatAsked(SeatKind.OPEN)


class IdleBots:
    """Bots that are reminded and do nothing."""

    async def remind(self, game: str) -> Due:
        return Due(game, "")

    def expect(self, due: Due, loaded: LoadedGame) -> None:
        pass


class Parts:
    """The parts of use cases, by default on a store in memory. Its clock stands still unless a test moves it."""

    def __init__(self, store: Any = None) -> None:
        self.now = time.time_ns() // 1_000_000
        self.store: MemoryStore = store or MemoryStore(lambda: self.now / 1000)
        self.access, self.editions, settings = TokenIssuer([SIGNING_KEY]), editions(), Settings(signing_key=SIGNING_KEY)
        types = game_types()
        self.reader = Reader(
            GAMES, types, self.editions, self.access, None, self.store, kept(settings), lambda: self.now
        )
        self.lists = Lists(self.store, settings)
        self.committer = Committer(self.reader, self.lists, IdleBots())
        self.presence = Presence(self.reader, settings.away_seconds)
        self.waiting = WaitingTables(self.reader, self.committer, self.presence)
        self.queues = self.waiting.queues
        challenges = Challenges(self.reader, None)
        self.new_games = NewGames(
            self.committer, self.reader, self.editions, self.access, None, self.presence, nobody, challenges
        )

    async def created(self, *seats: SeatAsked, clock: NewClock | None = None, **options: Any) -> GameCreated:
        """A game with these seats; without any, with two of one's own."""
        create = Creating(self.new_games, self.reader, self.editions).create
        kind, asked = GameKind(constant(KIND)), seats or (MINE, MINE)
        return await create(Caller(), kind, options, asked, None, "a seed", Visibility.UNLISTED, None, None, clock)

    async def version(self, game: str) -> int:
        """The newest version of a game."""
        return (await self.reader.now(game)).version


async def nobody(_account: str) -> None:
    """Introduces nobody: no account has a profile."""


async def no_quick_table(*_: object) -> None:
    """Lets nobody sit at a table of quick play."""


@cache
def editions() -> Editions:
    return Editions(GAMES, None)


@cache
def game_types() -> Any:
    return ServedGames.of(*GAMES.values()).game_types
