"""Cursors: positions in the stream of an account's games, as text. A client that sends one back misses nothing.

A position is a time. All earlier commits were sent, except late ones: the clocks of instances differ a little, and a commit takes
a while. So commits up to `SLACK` before that time are sent again, unless the position names them: it names the games sent last,
with their versions. See docs/decisions/0034-one-stream-for-all-games-of-an-account.md.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from msgspec import Struct

from taphouse.schema.failures import Refused
from taphouse.schema.inputs import MOST_NAMED, PLACE
from taphouse.schema.problems.inputs import InputRefused
from taphouse.service.games.kernel.game_lists import stamp

SLACK = 60_000
"""Milliseconds before the time of a position for which it names the games that were sent."""
_LETTERS = 10
"""The letters of a game's id that name it here: 50 random bits."""
_DIGITS = 13
"""The digits that stand for a version with an epoch."""
_PLACE = re.compile(PLACE)


class StreamPosition(Struct, frozen=True):
    """A position in the stream of an account."""

    at: int
    """The time before which all commits were sent, in milliseconds since the epoch."""
    sent: Mapping[str, str] = {}
    """The versions that were sent of games that changed since `SLACK` before that time, by the beginning of their ids. They are
    written by `_named`."""

    def owes(self, game: str, mark: str, updated: int) -> bool:
        """Return whether a game that came to this version at this time may not have been sent.

        A game that was sent lately, and is at another version now, may have lost the later one with a server.
        """
        sent = self.sent.get(game[:_LETTERS])
        if sent is None:
            return updated > self.at - SLACK
        return sent != _named(mark)


def write(at: int, sent: Mapping[str, tuple[str, int]]) -> str:
    """The text of a position.

    Args:
        at: The time of the position.
        sent: The version of each game that was sent, as `marked` writes it, and the time of the version. The latest are named.
    """
    late = sorted((updated, game, mark) for game, (mark, updated) in sent.items() if updated > at - SLACK)
    return "".join([stamp(at), *(f".{game[:_LETTERS]}-{_named(mark)}" for _, game, mark in late[-MOST_NAMED:])])


def _named(mark: str) -> str:
    """A version and its epoch as digits, to compare."""
    if "-" not in mark:
        return mark
    return f"{int.from_bytes(hashlib.blake2b(mark.encode(), digest_size=5).digest()):0{_DIGITS}d}"


def read(text: str) -> StreamPosition:
    """The position that a client sent back.

    Raises:
        Refused: It is not valid.
    """
    if _PLACE.fullmatch(text):
        at, *named = text.split(".")
        sent = {game: mark for game, _, mark in (one.partition("-") for one in named)}
        if len(sent) == len(named) and all(mark[0] != "0" or len(mark) == _DIGITS for mark in sent.values()):
            return StreamPosition(int(at), sent)
    message = "The cursor is not valid. Send that of the last event you got, or none to begin anew."
    raise Refused(InputRefused(message=message, argument="after"))
