"""Chooses the moves of bots in separate processes, so that requests do not wait for them."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from taphouse.engine.bots.search import Considered
from taphouse.engine.contract import Move, Seen
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.notation import NotationError, parse
from taphouse.schema.execution.fair_queue import FairSemaphore
from taphouse.schema.results import MOST_CONSIDERED
from taphouse.schema.values.bots import BotKind
from taphouse.service.bots.thinking_process import HEAD, LONGEST_THOUGHT, Reply, Request, framed


class NoBotMove(Exception):
    """The bot returned no move; the message says why, for the log."""


@dataclass(frozen=True)
class BotTask:
    """A seat's decision, as a bot gets it."""

    game: Game
    edition: Edition
    rules: int
    """The version of the rules."""
    seat: int
    known: Any
    """The position as the seat knows it."""
    luck: int
    """The seed of the bot's random choices."""
    seen: Sequence[Seen] = ()
    """The moves that led to the position, as the seat saw them, for a bot that remembers."""

    def request(self, bot: str, most: int = 0) -> Request:
        """The request for the move of a bot; with `most`, for so many of the moves that it considers."""
        known, seen = msgspec.msgpack.encode(self.known), msgspec.msgpack.encode(self.seen)
        package = self.game.about.package
        return Request(package, self.edition.source, self.rules, bot, self.luck, self.seat, known, most, seen)


class BotRunner(Protocol):
    """Chooses the moves of bots."""

    async def choose(self, task: BotTask, bot: BotKind, owner: str = "") -> Move:
        """The move that a bot makes.

        Args:
            task: The decision.
            bot: The kind of bot.
            owner: The creator of the game, or the address of the client that asks. Owners take turns.

        Raises:
            NoBotMove: The bot returned no move.
        """

    async def advise(self, task: BotTask, bot: BotKind, owner: str = "") -> list[Considered]:
        """The move that a bot makes, and the others that it considers, the better ones first. The arguments are the same.

        Raises:
            NoBotMove: There was no answer.
        """

    async def close(self) -> None:
        """Stop; bots that are thinking return no move."""


class BotProcesses:
    """A pool of processes, each started when it is first needed, and replaced when it has died or thinks for too long."""

    def __init__(self, processes: int) -> None:
        self._turns = FairSemaphore(processes)
        self._idle: list[Process] = []
        self._thoughts: set[asyncio.Task[Reply]] = set()
        self._closed = False

    async def choose(self, task: BotTask, bot: BotKind, owner: str = "") -> Move:
        """See `BotRunner.choose`."""
        reply = await self._reply(task.request(str(bot)), owner)
        return _read(reply.notation, task.game)

    async def advise(self, task: BotTask, bot: BotKind, owner: str = "") -> list[Considered]:
        """See `BotRunner.advise`."""
        reply = await self._reply(task.request(str(bot), MOST_CONSIDERED), owner)
        return considered_in(reply, task.game)

    async def close(self) -> None:
        """Kill the processes."""
        self._closed = True
        for thought in self._thoughts:
            thought.cancel()
        await asyncio.gather(*self._thoughts, return_exceptions=True)
        await asyncio.gather(*map(_end, self._idle))

    async def _reply(self, request: Request, owner: str) -> Reply:
        """The reply to a request. If the caller is cancelled, the process thinks on: a new one would cost more.

        It does not think for the next one before it has ended.
        """
        await self._turns.acquire(owner)
        if self._closed:
            self._turns.release(owner)
            raise NoBotMove("the service stops")
        thought = asyncio.create_task(self._think(request))
        self._thoughts.add(thought)
        thought.add_done_callback(self._thoughts.discard)
        thought.add_done_callback(lambda _: self._turns.release(owner))
        reply = await asyncio.shield(thought)
        if reply.failed:
            raise NoBotMove(reply.failed)
        return reply

    async def _think(self, request: Request) -> Reply:
        """Ask a process. If it dies, ask another one once."""
        reply = await self._ask(request) or await self._ask(request)
        return reply or Reply("", f"its process died or took more than {LONGEST_THOUGHT} s")

    async def _ask(self, request: Request) -> Reply | None:
        process, reply = self._idle.pop() if self._idle else await _start(), None
        try:
            async with asyncio.timeout(LONGEST_THOUGHT):
                reply = await _exchange(process, request)
        except (EOFError, TimeoutError):
            return None
        finally:
            if reply is None:
                await _end(process)
            else:
                self._idle.append(process)
        return reply


async def _start() -> Process:
    # -P and the same path, so that no file in the working directory is imported.
    command = [sys.executable, "-P", "-m", "taphouse.service.bots.thinking_process"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=environment)


async def _exchange(process: Process, request: Request) -> Reply:
    requests, replies = process.stdin, process.stdout
    requests.write(framed(request))  # type: ignore[union-attr]  # both are pipes
    length = int.from_bytes(await replies.readexactly(HEAD), "big")  # type: ignore[union-attr]
    return msgspec.msgpack.decode(await replies.readexactly(length), type=Reply)  # type: ignore[union-attr]


async def _end(process: Process) -> None:
    if not process.stdout.at_eof():  # type: ignore[union-attr]  # else it has died, and the event loop is about to notice
        with suppress(ProcessLookupError):
            process.kill()
    process.stdin.close()  # type: ignore[union-attr]
    await process.communicate()  # which closes the other pipe


def considered_in(reply: Reply, game: Game) -> list[Considered]:
    """The moves that a bot considered, from the reply of its process.

    Raises:
        NoBotMove: It names something that is no move.
    """
    return [
        Considered(_read(notation, game), visits, points, result)
        for notation, visits, points, result in reply.considered
    ]


def _read(notation: str, game: Game) -> Move:
    try:
        return parse(notation, game.verbs)
    except NotationError as error:
        raise NoBotMove(str(error)) from None
