"""Plays the seats of bots: one move per decision, whichever instance makes it, without delaying requests.

Before an instance commits a version after which a bot must decide, it sets a reminder in the store; after the commit it makes
the bot's move. If it dies in between, another instance claims the reminder. Two instances may think about the same decision,
but a move has an idempotency key of the version it was chosen for, so it is made once. It is committed at that version, or at a
later one if only other seats, which decide beside the bot, have moved since.

Experts think for seconds. So they have processes and a line of their own, and wait there while every other bot goes on.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Protocol

from taphouse.engine.bots.search import Considered
from taphouse.engine.contract import Move, Seen
from taphouse.engine.editions import Edition
from taphouse.engine.messages import ENGLISH
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import Unreadable
from taphouse.schema.game_view import GameView
from taphouse.schema.ports import Caller
from taphouse.schema.prices import BOT_MOVE, ITERATION, iterations_of
from taphouse.schema.results import BotLine
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.seats import Role, Viewer
from taphouse.service.bots.answers import Answers
from taphouse.service.bots.bot_queue import BotQueue
from taphouse.service.bots.process_pool import BotRunner, BotTask, NoBotMove
from taphouse.service.games.advising.memories import Course, reading_price, remembers
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.backoff import around
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
MOST_ASKING, MOST_ASKING_EXPERTS, MOST_ASKING_EXPERTS_FROM_ONE = 32, 8, 2
"""The most answers that clients may wait for at once; those of experts; and these from one address."""
MOST_COURSES = 256
"""The most seats of experts whose courses are kept, so that each decision reads only what is new. They are a few 100 KB each."""

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
        processes: The number of bots that think at once, besides experts.
        experts: The number of experts that think at once.
        bot_runner: Chooses moves. If None, pools of so many processes.
        pay: Charges a bot's move to the creators of its game, and returns the seconds until it can be paid for, 0 if it is. If
            None, moves are free.
    """

    def __init__(
        self,
        reader: Reader,
        editions: Editions,
        processes: int,
        experts: int,
        bot_runner: BotRunner | None = None,
        pay: Pay | None = None,
    ) -> None:
        self._reader, self._editions, self._now, self._pay = reader, editions, reader.now_ms, pay
        self._quick = BotQueue(processes, bot_runner, MOST_ASKING, MOST_ASKING)
        self._experts = BotQueue(experts, bot_runner, MOST_ASKING_EXPERTS, MOST_ASKING_EXPERTS_FROM_ONE)
        self._courses: dict[tuple[str, int], Course] = {}
        self._answers = Answers()

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
        self._line(loaded).put(due, _creator(loaded), alone=_alone(loaded))

    def notice(self, loaded: LoadedGame) -> None:
        """Queue a bot's move that is overdue, in case the store lost its reminder. Call it whenever a game is loaded."""
        overdue = self._now() - loaded.record.updated > OVERDUE
        if overdue and loaded.bot_to_decide() and loaded.id not in self._line(loaded).due:
            self.expect(Due(loaded.id, ""), loaded)

    async def run(self, make: Make) -> None:
        """Play until cancelled."""
        lines = self._quick, self._experts
        workers: list[Coroutine[Any, Any, None]] = [
            self._work(line, make) for line in lines for _ in range(line.processes)
        ]
        async with asyncio.TaskGroup() as group:
            for worker in (self._poll(), *workers):
                group.create_task(worker)

    @property
    def queued(self) -> int:
        """The number of games that wait for a move of this instance's bots."""
        return len(self._quick.due) + len(self._experts.due)

    async def close(self) -> None:
        """Stop the processes."""
        for line in (self._quick, self._experts):
            await line.bot_runner.close()

    async def advice(self, caller: Caller, game_view: GameView, bot: BotKind) -> list[Considered]:
        """The move that a bot would make for the viewer, who must decide, and the others that it considers.

        The answer to a question is kept, so the same question about this version gets the same answer.

        Raises:
            LineFull: Too many clients wait for advice.
            RateLimited: The client is over its limit.
            NoBotMove: The bot returned no move.
        """
        seat = game_view.viewer.seat or 0
        # A finished game shows everything at its earlier versions too.
        known = game_view.rules.known(game_view.known, seat)

        async def think() -> list[Considered]:
            line, edition, seen = self._quick, await self._edition(game_view), list[Seen]()
            if bot is BotKind.SEARCH_EXPERT:
                line = self._experts
                if remembers(game_view.rules):
                    await caller.pay(reading_price(game_view))
                    seen = await Course(seat, game_view).read(game_view, self._reader, caller.scheduler)
            task = BotTask(game_view.game, edition, game_view.rules_version, seat, known, _luck(game_view, bot), seen)
            async with line.turn(caller.address):
                return await line.bot_runner.advise(task, bot, caller.address)

        return await self._answers.get((game_view.game_id, game_view.version, seat, known, bot), think)

    def line(self, caller: Caller, game_view: GameView, bot: BotKind) -> BotLine:
        """The places of a game and of a client in the line of this process for a bot."""
        line = self._experts if bot is BotKind.SEARCH_EXPERT else self._quick
        creator = "".join(game_view.terms.creators[-1:])
        return BotLine(line.place_of_game(game_view.game_id, creator), line.place(caller.address))

    async def _edition(self, game_view: GameView) -> Edition:
        return await self._editions.by_digest(game_view.game.about.kind, game_view.edition, self._reader.store)

    def _line(self, loaded: LoadedGame) -> BotQueue:
        """The line of the bot that must decide."""
        seat = loaded.bot_to_decide()
        return self._experts if seat and loaded.seats[seat - 1].bot == BotKind.SEARCH_EXPERT.name else self._quick

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(around(POLL))
            try:
                await self._keep()
                if room := max(0, MOST_CLAIMED - len(self._quick.due)):
                    await self._claim(room)
            except StoreUnavailable:
                continue
            except Exception as error:
                telemetry.bug(error)

    async def _keep(self) -> None:
        """Renew the reminders of games that wait for an expert here, so that no other instance thinks about them too."""
        for game in [*self._experts.due]:
            due = await self.remind(game)
            if game in self._experts.due:
                self._experts.due[game] = due

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
                    loaded = await self._reader.open(due.member, record)
                    if len(self._line(loaded).due) < MOST_CLAIMED:  # else it is soon due again, here or elsewhere
                        self.expect(due, loaded)
            except Unreadable as error:
                await self._reader.put_off(due, error)
            except StoreUnavailable:
                continue  # the server of the game is away, and the reminder remains

    async def _work(self, line: BotQueue, make: Make) -> None:
        while True:
            async with line.game() as due:
                try:
                    try:
                        await self._decide(line, due, make)
                    except Unreadable as error:
                        await self._reader.put_off(due, error)
                except StoreUnavailable:
                    continue  # the reminder remains
                except Exception as error:
                    telemetry.bug(error, game=due.member)

    async def _decide(self, line: BotQueue, due: Due, make: Make) -> None:
        record = (await self._reader.load(due.member)).record
        if record is not None:  # else it has expired
            loaded = await self._reader.open(due.member, record)
            seat = loaded.bot_to_decide()
            if seat is not None:
                if self._line(loaded) is not line:  # the seat has another bot now
                    self.expect(due, loaded)
                    return
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
        seen = await self._seen(loaded, seat) if bot is BotKind.SEARCH_EXPERT else []
        edition = await self._editions.by_digest(loaded.record.kind, loaded.terms.edition, self._reader.store)
        # The same for every instance, and unpredictable without the seed.
        source = hashlib.blake2b(f"bot {loaded.version}".encode(), key=loaded.terms.seed, digest_size=8)
        luck = int.from_bytes(source.digest(), "big")
        try:
            task = BotTask(loaded.game, edition, loaded.rules.version, seat, known, luck, seen)
            move = await self._line(loaded).bot_runner.choose(task, bot, _creator(loaded))
            if loaded.rules.why_not(known, move) is None:
                return move
            failed = "its move is not legal"
        except NoBotMove as error:
            failed = str(error)
        telemetry.bug(NoBotMove(failed), game=loaded.id, version=loaded.version)
        fallback: Move = next(loaded.rules.moves(known))
        return fallback

    async def _seen(self, loaded: LoadedGame, seat: int) -> list[Seen]:
        """The moves that the seat of an expert saw."""
        if not remembers(loaded.rules):
            return []
        game_view = self._reader.game_view(loaded, Viewer(Role.SEAT, seat), ENGLISH)
        key = game_view.game_id, seat
        course = self._courses.pop(key, None)
        if course is None or not course.leads_to(game_view):
            course = Course(seat, game_view)
        seen = await course.read(game_view, self._reader, RequestScheduler())
        self._courses[key] = course
        if len(self._courses) > MOST_COURSES:
            del self._courses[next(iter(self._courses))]
        return seen


def _luck(game_view: GameView, bot: BotKind) -> int:
    """The seed of the chance in advice: the same in every instance. It need not be secret, unlike that of a bot at the table."""
    asked = f"advice {game_view.game_id} {game_view.version} {game_view.viewer.seat} {bot}"
    return int.from_bytes(hashlib.blake2b(asked.encode(), digest_size=8).digest(), "big")


def _creator(loaded: LoadedGame) -> str:
    """The creator of a game, who takes turns with others; empty where none is noted."""
    return "".join(loaded.terms.creators[-1:])


def _alone(loaded: LoadedGame) -> bool:
    """True if no person plays in a game any more."""
    return all(sitting.bot or sitting.resigned for sitting in loaded.seats)
