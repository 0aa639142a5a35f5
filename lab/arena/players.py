"""The bots of an arena: those of the engine, imported ones, and programs that answer in JSON. See docs/arena.md."""

from __future__ import annotations

import random
import shlex
import subprocess
import threading
from contextlib import suppress
from functools import cache
from itertools import islice
from time import perf_counter
from typing import Annotated, Any, Protocol

import httpx
import msgspec
from msgspec import Meta, Struct

from taphouse.engine.bots import Bot
from taphouse.engine.bots.names import MakesBot, NoBot, NotLearnt, bot_named, is_own
from taphouse.engine.bots.players import remembers
from taphouse.engine.contract import Move, Rules
from taphouse.engine.game import Game
from taphouse.engine.notation import NotationError, parse, write

PROTOCOL = 1
"""The version of the protocol."""
PATIENCE = 30.0
"""Seconds after which a program that has not answered has failed."""
MOST_TOLD = 2_000
"""The most legal moves that a program gets."""
MOST_FAULTS = 20
"""The number of faults in a game after which a bot is not asked any more."""


def maker(name: str) -> MakesBot:
    """A function that makes a bot for a game.

    Args:
        name: A name of `bot_named`, a URL or a command.

    Raises:
        NoBot: It is none of these.
    """
    if name.startswith(("http://", "https://")):
        return lambda game, _: Program(_remote(name), game)
    try:
        command = shlex.split(name)
    except ValueError as error:  # of its quotes
        raise NoBot(f"{name}: {error}") from None
    if len(command) > 1 or ("/" in name and not name.endswith(".json")):
        return lambda game, _: Program(_process(name), game)
    return bot_named(name)


def try_out(name: str, game: Game, rules: Rules, state: Any) -> None:
    """Let a bot of somebody else choose a first move, which may be illegal.

    Raises:
        NoBot: It is none, or cannot choose; `NotLearnt` if only such a game is none for it.
    """
    makes = maker(name)
    if is_own(name):
        return
    seat: Any = rules.decider(state)
    try:
        bot = makes(game, random.Random(0))
        try:
            bot.choose(rules, rules.known(state, seat), seat)
        finally:
            if isinstance(bot, Program):
                bot.asks.close()
    except NotLearnt as refusal:
        raise NotLearnt(f"{name} cannot play: {refusal}") from None
    except Exception as error:  # a bot may fail in any way
        raise NoBot(f"{name} cannot play: {type(error).__name__}: {error}") from None


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
    """The process of a command; one in each process of the arena."""
    return BotProcess(shlex.split(command))


@cache
def _remote(url: str) -> BotServer:
    return BotServer(url)


class Seated:
    """A bot at a seat of an arena's game. Where it fails, the passive move is made, and the fault is counted."""

    def __init__(self, bot: Bot) -> None:
        self._bot, self.faults = bot, 0
        self.asked, self.seconds = 0, 0.0
        """The number of decisions that it was asked for, and the time that they took."""
        self.remembers = remembers(bot)
        self.reason = ""
        """The reason of its last failure."""

    def choose(self, rules: Rules, known: Any, seat: int, *memory: Any) -> Move:
        """The bot's move, or the passive one. Only a bot that remembers is given a memory.

        Raises:
            NotLearnt: The bot cannot play any move of this game.
        """
        if self.faults < MOST_FAULTS:
            self.asked += 1
            try:
                move = self._timed(rules, known, seat, *memory)
                refusal = rules.why_not(known, move)
                if refusal is None:
                    return move
                self.reason = f"{write(move)!r} is not legal: {rules.explained(refusal)}"
            except NotLearnt:
                raise
            except Exception as error:  # a bot may fail in any way, and the arena goes on
                self.reason = f"{type(error).__name__}: {error}"
            self.faults += 1
        passive: Move = next(rules.moves(known))
        return passive

    def _timed(self, *told: Any) -> Move:
        begins = perf_counter()
        try:
            return self._bot.choose(*told)
        finally:
            self.seconds += perf_counter() - begins

    @property
    def tokens(self) -> int | None:
        """The tokens of language models that it has taken in this game; None if it does not report them."""
        return getattr(self._bot, "tokens", None)
