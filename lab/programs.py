"""Bots that are programs: a command or a server, which gets requests and answers in JSON. See docs/arena.md."""

from __future__ import annotations

import atexit
import shlex
import subprocess
import threading
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Annotated, Any, Protocol

import httpx
import msgspec
from msgspec import Meta, Struct

from taphouse.engine.bots.names import MakesBot
from taphouse.engine.contract import Move, Rules
from taphouse.engine.game import Game
from taphouse.engine.notation import NotationError, parse, write

PROTOCOL = 1
"""The version of the protocol."""
PATIENCE = 30.0
"""Seconds after which a program that has not answered has failed."""
MOST_TOLD = 2_000
"""The most legal moves that a program gets."""


def program_bot(name: str) -> MakesBot:
    """A function that makes bots of a program.

    Args:
        name: A URL or a command.
    """
    if "://" in name:
        return lambda game, _rng: Program(_remote(name), game)
    return lambda game, _rng: Program(_process(name), game)


class ProgramAnswer(Struct, frozen=True):
    """The answer of a program."""

    id: int
    move: str
    tokens: Annotated[int, Meta(ge=0)] | None = None
    """The tokens of a language model that the answer took."""


class ProgramCaller(Protocol):
    """Asks a program."""

    def ask(self, body: bytes) -> bytes:
        """The answer to a request.

        Raises:
            OSError: There is none.
        """

    def close(self) -> None:
        """End what was started to ask it. It is started again when it is asked again."""


class Program:
    """A bot in a program of its own, which gets what its seat knows as JSON.

    Args:
        asks: Asks the program.
        game: The game.
    """

    def __init__(self, asks: ProgramCaller, game: Game) -> None:
        self.asks, self._game, self._number = asks, game, 0
        self.tokens: int | None = None
        """The tokens that it has reported; None if it reports none."""

    def choose(self, rules: Rules, known: Any, seat: int) -> Move:
        """Choose a move, which may be illegal.

        Raises:
            OSError: The program does not answer.
            ValueError: It does not answer with a move.
        """
        self._number += 1
        decision: Any = rules.decision(known)
        told = {
            "protocol": PROTOCOL,
            "id": self._number,
            "kind": self._game.about.kind,
            "seat": seat,
            "task": decision.task,
            "table": rules.view(known),
            "moves": [write(move) for move in islice(rules.moves(known), MOST_TOLD)],
        }
        said = self.asks.ask(msgspec.json.encode(told))
        try:
            answer = msgspec.json.decode(said, type=ProgramAnswer)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ValueError(f'the answer is not {{"id": {self._number}, "move": "..."}}: {error}') from None
        if answer.id != self._number:
            raise ValueError(f"the answer is that of request {answer.id}, not of {self._number}")
        if answer.tokens is not None:
            self.tokens = (self.tokens or 0) + answer.tokens
        try:
            return parse(answer.move, self._game.verbs)
        except NotationError as error:
            raise ValueError(str(error)) from None


class BotProcess:
    """A command that reads a request from each line of standard input, and writes an answer to a line of standard output."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, body: bytes) -> bytes:
        """See `ProgramCaller.ask`. A process that has died is started again."""
        if self._process is not None and self._process.poll() is not None:
            self.close()
        process = self._process
        if process is None:
            process = self._process = subprocess.Popen(  # noqa: S603 -- the operator names it
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        watch = threading.Timer(PATIENCE, process.kill)
        watch.start()
        try:
            with suppress(BrokenPipeError):  # it has ended, perhaps with an answer
                process.stdin.write(body + b"\n")  # type: ignore[union-attr]  # both are pipes
                process.stdin.flush()  # type: ignore[union-attr]
            answer = process.stdout.readline()  # type: ignore[union-attr]
        finally:
            watch.cancel()
        if not answer:
            raise OSError("the command ended, or did not answer in time")
        return answer

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()  # closes its pipes
            self._process = None


class BotServer:
    """A server that answers requests by POST."""

    def __init__(self, url: str) -> None:
        self._url, self._client = url, httpx.Client(timeout=PATIENCE)

    def ask(self, body: bytes) -> bytes:
        """See `ProgramCaller.ask`."""
        try:
            response = self._client.post(self._url, content=body, headers={"content-type": "application/json"})
            response.raise_for_status()
        except httpx.HTTPError as error:
            raise OSError(str(error)) from None
        return response.content

    def close(self) -> None:
        """Connections stay, for the next request."""


@cache
def _process(command: str) -> BotProcess:
    """The process of a command; one in each process of the arena, and not for longer."""
    process = BotProcess(shlex.split(command))
    atexit.register(process.close)
    return process


@cache
def _remote(url: str) -> BotServer:
    return BotServer(url)
