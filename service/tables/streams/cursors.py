"""Where a stream of an account's games stands, as text: a client that sends it back misses nothing.

A place is a time. Everything that was committed before was told, but for what came late: the clocks of instances differ a little,
and a commit takes a while. So what was committed up to `SLACK` before that time is told again, unless the place names it: the
games told last, with their versions. See docs/decisions/0034-one-stream-for-all-games-of-an-account.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from taphouse.schema.failures import Refused
from taphouse.schema.inputs import MOST_NAMED, PLACE
from taphouse.schema.problems import InputRefused
from taphouse.service.tables.game_lists import stamp

SLACK = 60_000
"""Milliseconds before the time of a place for which what was told is named."""
_LETTERS = 10
"""The letters of a game's id that name it here: 50 random bits."""
_PLACE = re.compile(PLACE)


class Place(Struct, frozen=True):
    """A place in the stream of an account."""

    at: int
    """What was committed before this time was told; in milliseconds since the epoch."""
    told: Mapping[str, int] = {}
    """The versions that were told of games that changed since `SLACK` before it, by the beginning of their ids."""

    def owes(self, game: str, version: int, updated: int) -> bool:
        """Whether a game that came to this version at this time may not have been told."""
        return updated > self.at - SLACK and self.told.get(game[:_LETTERS]) != version


def write(at: int, told: Mapping[str, tuple[int, int]]) -> str:
    """The text of a place.

    Args:
        at: Its time.
        told: The version of each game that was told, and the time of the version. The latest are named.
    """
    late = sorted((updated, game, version) for game, (version, updated) in told.items() if updated > at - SLACK)
    return "".join([stamp(at), *(f".{game[:_LETTERS]}-{version}" for _, game, version in late[-MOST_NAMED:])])


def read(text: str) -> Place:
    """The place that a client sent back.

    Raises:
        Refused: It is none.
    """
    if _PLACE.fullmatch(text):
        at, *named = text.split(".")
        told = {game: int(version) for game, _, version in (one.partition("-") for one in named)}
        if named == [f"{game}-{version}" for game, version in told.items()]:
            return Place(int(at), told)
    message = "The cursor is not valid. Send that of the last event you got, or none to begin anew."
    raise Refused(InputRefused(message=message, argument="after"))
