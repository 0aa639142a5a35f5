"""Accounts that play and are deleted, on the parts of use cases."""

from __future__ import annotations

import hashlib
from typing import Any

from taphouse.engine.records.record import Record
from taphouse.engine.records.text import parse
from taphouse.schema.execution.scheduler import Scheduler
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import GameKind, MoveInputObject, Visibility
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind
from taphouse.service.access.tokens import LATEST
from taphouse.service.games.beginning.creating import Creating
from taphouse.service.games.beginning.joining import Joining
from taphouse.service.games.beginning.seating import Seating
from taphouse.service.games.deleting.deletions import Deletions, Pay, unpaid
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.playing import Playing
from taphouse.service.games.records.exporting import Exporting
from taphouse.service.games.records.signing import RecordKeys
from taphouse.service.games.seating.hosting import Hosting
from taphouse.service.games.seeing import Seeing
from taphouse.service.store.protocol import ACCOUNTS
from tests.use_cases.build import Parts, no_quick_table, nobody

ANN, BOB, CID = Caller("Ann.x.x"), Caller("Bob.x.x"), Caller("Cid.x.x")
MINE, OPEN = SeatAsked(SeatKind.MINE, name="Annabel", brewery="Annas Bräu"), SeatAsked(SeatKind.OPEN)
BOT = SeatAsked(SeatKind.BOT, BotKind.RANDOM)
PASS = [MoveInputObject({"notation": "pass"})]
NAMES = ("Annabel", "Annas Bräu")


def id_of(caller: Caller) -> str:
    return hashlib.sha256(str(caller.token).encode()).hexdigest()[:32]


class Logins:
    """Believes every token."""

    async def read(self, token: str) -> AccountHolder:
        return AccountHolder(hashlib.sha256(token.encode()).hexdigest()[:32], LATEST)


HOOKS = 7
"""The price of forgetting webhooks at a place."""


class Place(Parts):
    """Parts whose callers have accounts."""

    def __init__(self, store: Any = None) -> None:
        super().__init__(store)
        self.reader._accounts = Logins()  # type: ignore[assignment]
        self.webhooks: list[str] = []
        self.seating = Seating(self.committer, self.reader, self.access, None, self.presence, nobody)
        self.joining = Joining(self.committer, self.reader, self.access, self.seating, no_quick_table)
        self.playing, self.hosting = (
            Playing(self.committer, self.reader),
            Hosting(self.committer, self.reader, self.access),
        )
        self.deletions = self.instance()

    def instance(self) -> Deletions:
        """Another instance on the same store."""

        async def forget(*, player: str | None = None, game: str | None = None, pay: Pay = unpaid) -> None:
            await pay(HOOKS)
            self.webhooks.append(str(player or game))

        return Deletions(self.reader, self.committer, None, forget, (), Scheduler())

    async def create(
        self, caller: Caller, *seats: SeatAsked, seed: str = "a seed", clock: NewClock | None = None
    ) -> str:
        create = Creating(self.new_games, self.reader, self.editions).create
        kind = GameKind("CASK_RACE")
        made = await create(
            caller, kind, {}, seats, None, seed, Visibility.UNLISTED, None, None, clock, advice=Advice.ALL
        )
        return made.game.game_id

    async def join(self, caller: Caller, game: str, name: str | None = None, brewery: str | None = None) -> Any:
        return await self.joining.join(caller, game, name, brewery, None, None, False, None, None)

    async def running(self, moves: int = 0, *, three: bool = False) -> str:
        """A running game of Ann, who hosts it, Bob, and perhaps Cid."""
        players = (ANN, BOB, CID)[: 2 + three]
        game = await self.create(ANN, MINE, *[OPEN for _ in players[1:]])
        await self.join(BOB, game, "Bobby")
        for other in players[2:]:
            await self.join(other, game)
        for number in range(moves):
            await self.playing.play(players[number % len(players)], game, PASS, None, None)
        return game

    async def delete(self, caller: Caller = ANN) -> bool:
        return (await self.deletions.delete_account(caller, id_of(caller))).finished

    async def game(self, id_: str) -> LoadedGame:
        return await self.reader.now(id_)

    async def recorded(self, game: str) -> Record:
        """The record of a game, as Bob gets it."""
        view = await Seeing(self.reader, {}, self.committer.time_left, lambda _: None, self.presence).see(
            BOB, game, None
        )
        exporting = Exporting(self.reader, self.lists, self.editions, RecordKeys(["k" * 32]))
        found = await exporting.record(Caller(), view, with_edition=False)
        return parse(found.text).record

    async def told(self, game: str, after: int = 0) -> list[str]:
        """The kinds of events of a game besides those of moves."""
        found = await self.reader.happenings(await self.game(game), after, 1000)
        return [type(event).__name__ for one in found if one.move is None for event in one.events]

    async def settle(self) -> None:
        """Let the workers come to their end."""
        for _ in range(6):
            self.now += 130_000
            for due in await self.store.claim(60, 10, ACCOUNTS):
                await self.deletions.finish(due)

    def stored(self) -> str:
        """The contents of the store, as text. Redis holds digests of idempotency keys, and nothing that is empty."""
        there = self.store
        filled = [(name, one) for held in (there._lists, there._items) for name, one in held.items() if one[1]]
        return repr((there._games, filled, there._due, there._notices)).replace("\\xc3\\xa4", "ä")
