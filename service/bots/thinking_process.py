"""The process in which bots think: it reads requests from standard input, and writes replies to standard output.

`python -m taphouse.service.bots.thinking_process` loads only the engine, and gets only what the bot's seat knows of a game.
"""

from __future__ import annotations

import importlib
import os
import random
import signal
import sys
import traceback
from functools import lru_cache, reduce
from operator import or_
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from taphouse.engine.bots import BOTS
from taphouse.engine.bots.players import remembers
from taphouse.engine.contract import Rules
from taphouse.engine.editions import load
from taphouse.engine.game import Game
from taphouse.engine.notation import write

LONGEST_THOUGHT = 10
"""Seconds after which a bot that has not answered is killed, by the service or, if that is gone, by an alarm."""
HEAD = 4
"""The bytes of the length before a request or reply."""
_NICE = 5


class Request(Struct, frozen=True, array_like=True):
    """A request for a bot's move."""

    package: str
    """The import name of the game's package."""
    edition: bytes
    """The content of the edition's file."""
    rules: int
    """The version of the rules."""
    bot: str
    """The kind of bot, such as `greedy`."""
    luck: int
    """The seed of the bot's random choices."""
    seat: int
    known: bytes
    """The position as the seat knows it, in MessagePack."""
    most: int = 0
    """The most moves to return of those that the bot considers; 0 for the move of the bot alone."""
    seen: bytes = b"\x90"
    """The moves that led to the position, as the seat saw them, in MessagePack; none for a bot that does not remember."""


class Reply(Struct, frozen=True, array_like=True):
    """A bot's move, or the reason why there is none."""

    notation: str
    """The move; empty if it failed."""
    failed: str = ""
    """The traceback or reason if it failed."""
    considered: tuple[tuple[str, int, float, float | None], ...] = ()
    """The moves that the bot considered, if they were wanted; each with its number of tries, expected points and result."""


def framed(value: Struct) -> bytes:
    """A request or reply as it is sent: its length in bytes as four big-endian bytes, then MessagePack."""
    body = msgspec.msgpack.encode(value)
    return len(body).to_bytes(HEAD, "big") + body


def receive(stream: BinaryIO) -> bytes | None:
    """The body of the next request or reply; None at the end of the stream."""
    head = stream.read(HEAD)
    body = stream.read(int.from_bytes(head, "big"))
    return body if head and len(body) == int.from_bytes(head, "big") else None


def answer(request: Request) -> Reply:
    """The move that the bot makes, or the moves that it considers."""
    game, rules = _game(request.package), _rules(request.package, request.edition, request.rules)
    known = msgspec.msgpack.decode(request.known, type=game.about.state)
    bot: Any = BOTS[request.bot](game, random.Random(request.luck))
    seen = _seen(request.package).decode(request.seen)
    given = rules, known, request.seat, *((rules.remembered(seen, request.seat),) if remembers(bot) else ())
    if not request.most:
        return Reply(write(bot.choose(*given)))
    considered = bot.advise(*given)[: request.most]
    return Reply("", considered=tuple([(write(one.move), one.visits, one.points, one.result) for one in considered]))


def main() -> None:
    """Answer requests until standard input ends."""
    os.nice(_NICE)  # requests to the service have priority
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which then closes the pipe
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # so that `print` cannot corrupt the replies
    while (body := receive(requests)) is not None:
        signal.alarm(LONGEST_THOUGHT)
        try:
            reply = answer(msgspec.msgpack.decode(body, type=Request))
        except Exception:
            reply = Reply("", traceback.format_exc())
        signal.alarm(0)
        replies.write(framed(reply))
        replies.flush()


def _game(package: str) -> Game:
    home = importlib.import_module(package)
    game: Game = getattr(home, "GAME", None) or importlib.import_module(f"{package}.about").GAME
    return game


@lru_cache(maxsize=32)
def _seen(package: str) -> msgspec.msgpack.Decoder[Any]:
    """The decoder of what a seat of a game saw."""
    about = _game(package).about
    move, event = reduce(or_, about.moves), reduce(or_, about.events)
    one = msgspec.defstruct("Seen", [("known", about.state), ("move", move), ("events", tuple[event, ...])])  # type: ignore[valid-type]
    return msgspec.msgpack.Decoder(list[one])  # type: ignore[valid-type]


@lru_cache(maxsize=32)
def _rules(package: str, edition: bytes, version: int) -> Rules:
    game = _game(package)
    return game.rules(load(game.edition, edition, "the edition"), version)


if __name__ == "__main__":
    main()
