"""Chooses the moves of bots in separate processes, so that requests do not wait for them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import msgspec

from taphouse.engine.bots.search import Considered
from taphouse.engine.contract import Move
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.notation import NotationError, parse
from taphouse.schema.values import BotKind
from taphouse.service.bots.thinking_process import Reply, Request, receive, send

LONGEST_THOUGHT = 10.0
"""Seconds after which a bot that has not answered is killed."""


class BotFailed(Exception):
    """The bot returned no move; the message says why, for the log."""


class Thinks(Protocol):
    """Chooses the moves of bots."""

    async def choose(
        self, game: Game, edition: Edition, rules: int, bot: BotKind, luck: int, seat: int, known: Any
    ) -> Move:
        """The move that a bot makes for a seat that must decide.

        Args:
            game: The kind of game.
            edition: The game's edition.
            rules: The version of its rules.
            bot: The kind of bot.
            luck: The seed of the bot's random choices.
            seat: The seat that must decide.
            known: The position as the seat knows it.

        Raises:
            BotFailed: The bot returned no move.
        """

    async def analyse(
        self, game: Game, edition: Edition, rules: int, iterations: int, luck: int, seat: int, known: Any
    ) -> list[Considered]:
        """What a search of so many iterations considers for a seat that must decide, the best move first.

        Raises:
            BotFailed: There was no answer.
        """

    def close(self) -> None:
        """Stop; bots that are thinking return no move."""


class Thinkers:
    """A pool of processes, each started when it is first needed, and restarted when it has died."""

    def __init__(self, processes: int) -> None:
        self._threads = ThreadPoolExecutor(processes, "thinker")
        self._own = threading.local()
        self._closed, self._guard = False, threading.Lock()
        self._started: list[subprocess.Popen[bytes]] = []

    async def choose(
        self, game: Game, edition: Edition, rules: int, bot: BotKind, luck: int, seat: int, known: Any
    ) -> Move:
        """See `Thinks.choose`."""
        reply = await self._reply(request_of(game, edition, rules, str(bot), luck, seat, known))
        return _read(reply.notation, game)

    async def analyse(
        self, game: Game, edition: Edition, rules: int, iterations: int, luck: int, seat: int, known: Any
    ) -> list[Considered]:
        """See `Thinks.analyse`."""
        reply = await self._reply(request_of(game, edition, rules, "search", luck, seat, known, iterations))
        return considered_in(reply, game)

    def close(self) -> None:
        """Kill the processes."""
        with self._guard:
            self._closed = True
            for process in self._started:
                process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process in list(self._started):
            self._end(process)

    async def _reply(self, request: Request) -> Reply:
        reply = await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, request)
        if reply.failed:
            raise BotFailed(reply.failed)
        return reply

    def _ask(self, request: Request) -> Reply:
        """Ask this thread's process. If it dies, ask a new one once."""
        reply = self._ask_once(request) or self._ask_once(request)
        return reply or Reply("", f"its process died or took more than {LONGEST_THOUGHT:.0f} s")

    def _ask_once(self, request: Request) -> Reply | None:
        process: subprocess.Popen[bytes] | None = getattr(self._own, "process", None)
        if process is not None and process.poll() is not None:
            self._end(process)
            process = None
        process = process or self._start()
        if process is None:
            return Reply("", "the service is stopping")
        watch = threading.Timer(LONGEST_THOUGHT, process.kill)
        watch.start()
        try:
            send(process.stdin, request)  # type: ignore[arg-type]  # both are pipes
            body = receive(process.stdout)  # type: ignore[arg-type]
            if body is not None:
                return msgspec.msgpack.decode(body, type=Reply)
        except OSError:
            pass
        finally:
            watch.cancel()
        self._end(process)
        return None

    def _start(self) -> subprocess.Popen[bytes] | None:
        # -P and the same path, so that no file in the working directory is imported.
        command = [sys.executable, "-P", "-m", "taphouse.service.bots.thinking_process"]
        path = os.pathsep.join(filter(None, sys.path))
        with self._guard:
            if self._closed:
                return None
            process = self._own.process = subprocess.Popen(  # noqa: S603 -- Python itself
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
            )
            self._started.append(process)
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        self._own.process = None
        process.kill()
        process.communicate()  # closes its pipes
        with self._guard:
            self._started.remove(process)


def request_of(
    game: Game, edition: Edition, rules: int, bot: str, luck: int, seat: int, known: Any, iterations: int = 0
) -> Request:
    """The request for a move of a bot, or with iterations for what a search considers."""
    state = msgspec.msgpack.encode(known)
    return Request(game.about.package, edition.source, rules, bot, luck, seat, state, iterations)


def considered_in(reply: Reply, game: Game) -> list[Considered]:
    """What a search considered, from the reply of its process.

    Raises:
        BotFailed: It names something that is no move.
    """
    return [Considered(_read(notation, game), visits, points) for notation, visits, points in reply.considered]


def _read(notation: str, game: Game) -> Move:
    try:
        return parse(notation, game.verbs)
    except NotationError as error:
        raise BotFailed(str(error)) from None
