"""The games to fuzz with, as the process of schemathesis gets them: it loads neither the service nor the rules."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

Json = dict[str, Any]
RUNNING, WAITING, OVER, ABANDONED = "running", "waiting", "over", "abandoned"


class Legal(Struct, frozen=True):
    """A move that was legal when the game was prepared."""

    notation: str
    input: Json
    """As a `MoveInput`."""


class Prepared(Struct, frozen=True):
    """A game, and who may do something in it."""

    id: str
    field: str
    """The name of its kind in inputs: `dankAndDraft`."""
    state: str
    version: int
    host: str
    seats: tuple[str, ...]
    decider: str | None = None
    """The token of the seat that decided when the game was prepared."""
    legal: tuple[Legal, ...] = ()


class Games(Struct, frozen=True):
    """Games for everything, some for what ends a game or fills it, and some for undos and proposals, which nothing else ends."""

    kinds: tuple[str, ...]
    """As the API names them."""
    all: tuple[Prepared, ...]
    to_spend: tuple[Prepared, ...]
    to_agree: tuple[Prepared, ...]
    account: str
    """The token of an account with a game of each kind that is over, and one that waits."""
    records: tuple[str, ...] = ()
    """Records to begin games with."""

    def dump(self) -> bytes:
        """For another process."""
        return msgspec.json.encode(self)

    @staticmethod
    def load(source: bytes) -> Games:
        """From another process."""
        return msgspec.json.decode(source, type=Games)
