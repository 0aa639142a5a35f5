"""The process in which bots think: requests come by standard input, answers go by standard output; it ends with the input.

`python -m taphouse.service.bots.thinking_process` knows the engine only, and of a game no more than the bot's seat does.
"""

from __future__ import annotations

import importlib
import os
import random
import signal
import sys
import traceback
from functools import lru_cache
from typing import BinaryIO

import msgspec
from msgspec import Struct

from taphouse.engine.bots import BOTS
from taphouse.engine.editions import load
from taphouse.engine.game import Game, Rules
from taphouse.engine.notation import write

_NICE = 5
_HEAD = 4


class Request(Struct, frozen=True, array_like=True):
    """What a bot is asked."""

    package: str
    """Where the game's folder is importable."""
    edition: bytes
    """The edition's file."""
    bot: str
    """`random` or `greedy`."""
    luck: int
    """What its random choices follow from."""
    seat: int
    known: bytes
    """What the seat knows of the position."""


class Reply(Struct, frozen=True, array_like=True):
    """What it answers."""

    notation: str
    """The move."""
    failed: str = ""
    """The traceback, where there is no move."""


def send(stream: BinaryIO, value: Struct) -> None:
    """Write a request or a reply."""
    body = msgspec.msgpack.encode(value)
    stream.write(len(body).to_bytes(_HEAD, "big") + body)
    stream.flush()


def receive(stream: BinaryIO) -> bytes | None:
    """The bytes of the next request or reply; None at the end."""
    head = stream.read(_HEAD)
    body = stream.read(int.from_bytes(head, "big"))
    return body if head and len(body) == int.from_bytes(head, "big") else None


def choose(request: Request) -> str:
    """The notation of the move that the bot makes."""
    game = _game(request.package)
    known = msgspec.msgpack.decode(request.known, type=game.about.state)
    bot = BOTS[request.bot](game, random.Random(request.luck))
    return write(bot.choose(_rules(request.package, request.edition), known, request.seat))


def main() -> None:
    """Answer until there are no more requests."""
    os.nice(_NICE)  # whoever waits for an answer of the service goes first
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is meant for the service, which then closes the pipe
    asked, answered = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what somebody prints must not get among the answers
    while (body := receive(asked)) is not None:
        try:
            reply = Reply(choose(msgspec.msgpack.decode(body, type=Request)))
        except Exception:
            reply = Reply("", traceback.format_exc())
        send(answered, reply)


def _game(package: str) -> Game:
    game: Game = importlib.import_module(f"{package}.about").GAME
    return game


@lru_cache(maxsize=32)
def _rules(package: str, edition: bytes) -> Rules:
    game = _game(package)
    return game.rules(load(game.edition, edition, "the edition"))


if __name__ == "__main__":
    main()
