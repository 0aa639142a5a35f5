"""Plays the seats of bots: one move per decision, whichever instance makes it, without delaying requests.

Before an instance commits a version after which a bot must decide, it sets a reminder in the store; after the commit it makes
the bot's move. If it dies in between, another instance claims the reminder. Two instances may think about the same decision,
but a move is committed at the version it was chosen for, with an idempotency key of that version, so it is made once.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol

from taphouse.engine.bots.search import Considered
from taphouse.engine.contract import Move
from taphouse.engine.editions import Edition
from taphouse.schema.failures import Busy, Unreadable
from taphouse.schema.game_view import GameView
from taphouse.schema.prices import BOT_MOVE, ITERATION, iterations_of
from taphouse.schema.values.bots import BotKind
from taphouse.service.bots.process_pool import BotProcesses, BotRunner, NoBotMove
from taphouse.service.games.editions import Editions
from taphouse.service.games.loaded_game import LoadedGame
from taphouse.service.games.loading import Reader
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.backoff import around
from taphouse.service.runtime.job_queue import JobQueue
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Due

LEASE = 10.0
"""Seconds after which another instance takes over a game in which a bot has not moved."""
POLL = 2.0
"""Seconds between two polls for due reminders."""
OVERDUE = 60_000
"""Milliseconds without a move of a bot after which its reminder counts as lost."""
MOST_CLAIMED = 16
"""The most games that wait for a move of this instance's bots; beyond that it claims no reminders."""
MOST_ASKING = 32
"""The most suggestions that clients may wait for at once."""

Make = Callable[[LoadedGame, int, Move], Awaitable[None]]
"""Commits a bot's move, given the game as it was when the move was chosen, the seat and the move."""


class Pay(Protocol):
    """Charges a bot's move; see `service.access.prepaid_points.BotMoves`."""

    async def __call__(self, creators: Sequence[str], points: int, *, alone: bool) -> float:
        """The seconds until the move can be paid for; 0 if it is paid for now."""


class Bots:
    """The bots of this instance.

    Args:
        reader: Loads games.
        editions: The editions of all games.
        processes: The number of bots that think at once.
        bot_runner: Chooses moves. If None, a pool of `processes` processes.
        pay: Charges a bot's move to the creators of its game, and returns the seconds until it can be paid for, 0 if it is. If
            None, moves are free.
    """

    def __init__(
        self,
        reader: Reader,
        editions: Editions,
        processes: int,
        bot_runner: BotRunner | None = None,
        pay: Pay | None = None,
    ) -> None:
        self._reader, self._editions, self._processes, self._now = reader, editions, processes, reader.now_ms
        self._bot_runner: BotRunner = BotProcesses(processes) if bot_runner is None else bot_runner
        self._due: dict[str, Due] = {}
        self._queue, self._pay = JobQueue(), pay
        self._suggesting, self._waiting = asyncio.Semaphore(processes), 0

    async def remind(self, game: str) -> Due:
        """Set a reminder. Call it before committing a version after which a bot must decide.

        It does not fail: if the reminder cannot be set, this instance makes the move, or one that reads the game later.
        """
        try:
            return await self._reader.store.remind(game, LEASE)
        except StoreUnavailable:
            return Due(game, "")

    def expect(self, due: Due, loaded: LoadedGame) -> None:
        """Queue the bot's move. Call it after committing the version."""
        if due.member not in self._due:
            self._queue.put(due.member, "".join(loaded.terms.creators[-1:]), later=_alone(loaded))
        self._due[due.member] = due

    def notice(self, loaded: LoadedGame) -> None:
        """Queue a bot's move that is overdue, in case the store lost its reminder. Call it whenever a game is loaded."""
        if self._now() - loaded.record.updated > OVERDUE and loaded.id not in self._due and loaded.bot_to_decide():
            self.expect(Due(loaded.id, ""), loaded)

    async def run(self, make: Make) -> None:
        """Play until cancelled."""
        workers: list[Coroutine[Any, Any, None]] = [self._work(make) for _ in range(self._processes)]
        async with asyncio.TaskGroup() as group:
            for worker in (self._poll(), *workers):
                group.create_task(worker)

    @property
    def queued(self) -> int:
        """The number of games that wait for a move of this instance's bots."""
        return len(self._due)

    async def close(self) -> None:
        """Stop the processes."""
        await self._bot_runner.close()

    async def suggestion(self, game_view: GameView, bot: BotKind) -> Move:
        """The move that a bot suggests to the viewer, who must decide.

        Raises:
            Busy: Too many clients wait for suggestions.
            NoBotMove: The bot returned no move.
        """
        edition = await self._edition(game_view)
        asked = (
            game_view.game,
            edition,
            game_view.rules_version,
            bot,
            random.getrandbits(64),
            *_seat_and_known(game_view),
        )
        async with self._in_turn():
            return await self._bot_runner.choose(*asked)

    async def analysis(self, game_view: GameView, iterations: int) -> list[Considered]:
        """The moves that a search considers for the viewer, who must decide; the best one first.

        Raises:
            Busy: Too many clients wait for suggestions.
            NoBotMove: There was no answer.
        """
        edition = await self._edition(game_view)
        asked = (
            game_view.game,
            edition,
            game_view.rules_version,
            iterations,
            random.getrandbits(64),
            *_seat_and_known(game_view),
        )
        async with self._in_turn():
            return await self._bot_runner.analyse(*asked)

    async def _edition(self, game_view: GameView) -> Edition:
        return await self._editions.by_digest(game_view.game.about.kind, game_view.edition, self._reader.store)

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """Wait for a turn to have a process think; limits how many clients' questions queue ahead of bots' own moves."""
        if self._waiting >= MOST_ASKING:
            raise Busy
        self._waiting += 1
        try:
            async with self._suggesting:
                yield
        finally:
            self._waiting -= 1

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(around(POLL))
            try:
                if room := max(0, MOST_CLAIMED - len(self._due)):
                    await self._claim(room)
            except StoreUnavailable:
                continue
            except Exception as error:
                telemetry.bug(error)

    async def _claim(self, room: int) -> None:
        store = self._reader.store
        claimed = await store.claim(LEASE, room)
        for due, record in zip(claimed, await store.records([due.member for due in claimed]), strict=True):
            try:
                if isinstance(record, Exception):
                    raise record
                if record is None:  # it has expired
                    await store.settle(due)
                else:
                    self.expect(due, await self._reader.open(due.member, record))
            except Unreadable as error:
                await self._reader.put_off(due, error)
            except StoreUnavailable:
                continue  # the server of the game is away, and the reminder remains

    async def _work(self, make: Make) -> None:
        while True:
            due = self._due.pop(await self._queue.get())
            try:
                try:
                    await self._decide(due, make)
                except Unreadable as error:
                    await self._reader.put_off(due, error)
            except StoreUnavailable:
                continue  # the reminder remains
            except Exception as error:
                telemetry.bug(error, game=due.member)

    async def _decide(self, due: Due, make: Make) -> None:
        record = (await self._reader.load(due.member)).record
        if record is not None:  # else it has expired
            loaded = await self._reader.open(due.member, record)
            seat = loaded.bot_to_decide()
            if seat is not None:
                points = BOT_MOVE + ITERATION * iterations_of(loaded.seats[seat - 1].bot)
                if self._pay is not None and (
                    wait := await self._pay(loaded.terms.creators, points, alone=_alone(loaded))
                ):
                    await self._reader.store.remind(due.member, wait)  # any instance goes on when it can be paid for
                    return
                await make(loaded, seat, await self._choose(loaded, seat))
        await self._reader.store.settle(due)

    async def _choose(self, loaded: LoadedGame, seat: int) -> Move:
        bot = BotKind[loaded.seats[seat - 1].bot or ""]
        known = loaded.rules.known(loaded.state, seat)
        edition = await self._editions.by_digest(loaded.record.kind, loaded.terms.edition, self._reader.store)
        # The same for every instance, and unpredictable without the seed.
        source = hashlib.blake2b(f"bot {loaded.version}".encode(), key=loaded.terms.seed, digest_size=8)
        luck = int.from_bytes(source.digest(), "big")
        try:
            version = loaded.rules.version
            move = await self._bot_runner.choose(loaded.game, edition, version, bot, luck, seat, known)
            if loaded.rules.why_not(known, move) is None:
                return move
            failed = "its move is not legal"
        except NoBotMove as error:
            failed = str(error)
        telemetry.bug(NoBotMove(failed), game=loaded.id, version=loaded.version)
        fallback: Move = next(loaded.rules.moves(known))
        return fallback


def _seat_and_known(game_view: GameView) -> tuple[int, Any]:
    """The viewer's seat, and the position as it knew it. A finished game shows everything at its earlier versions too."""
    seat = game_view.viewer.seat or 0
    return seat, game_view.rules.known(game_view.known, seat)


def _alone(loaded: LoadedGame) -> bool:
    """True if no person plays in a game any more."""
    return all(sitting.bot or sitting.resigned for sitting in loaded.seats)
