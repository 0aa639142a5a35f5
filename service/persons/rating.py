"""The arithmetic of ratings: pure functions. docs/ratings.md has the formula and its parameters.

The model is that of Plackett and Luce: the strength of a player is a normal distribution, and the places of a game move the
distributions of all who played. The doubt grows by the same amount in each day without a rated game. So of two players who are
absent, the one with the higher rating keeps it, and no leaderboard must be sorted again as time passes.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.vocabulary import constant
from taphouse.schema.values.games import GameKind
from taphouse.schema.values.ratings import Rating
from taphouse.schema.values.versions import moment
from taphouse.service.persons.stored import Rated, Rival, unpack

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

STRENGTH, DOUBT = 25.0, 25 / 3
"""The strength and the doubt of a new player, in units of the model."""
GROWTH = 0.5 / 30
"""The doubt that is added in a day without a rated game, up to that of a new player."""
UNIT = 40
"""The points that are shown for a unit of the model."""
SURE = 3
"""The multiple of the doubt by which a rating is below the strength."""
RATED = "r:"
"""The beginning of the names of items with ratings, among those of a person; the kind of game follows."""
_STEPS = 1000
"""The parts of a unit in which ratings are stored."""
_DAY = 86_400
_FINEST = 100
"""The parts of a unit by which leaderboards are sorted."""
_POINT = struct.Struct(">15sIhBB")
"""A game's id, the second in which it was rated, the rating after it, the place, and the number of players."""


class Point(Struct, frozen=True):
    """A rated game in a player's history, or that a game was taken back."""

    game: str
    at: int
    """The time when it was rated, in milliseconds since the epoch, rounded down to a second."""
    rating: int
    place: int
    """0 if the game was taken back."""
    players: int


def strength(rated: Rated) -> float:
    """The estimated strength of a player."""
    return rated.strength / _STEPS


def doubt(rated: Rated, now: int) -> float:
    """The doubt about a player at a time, in milliseconds since the epoch."""
    return min(DOUBT, rated.doubt / _STEPS + GROWTH * max(0, now // 1000 - rated.at) / _DAY)


def shown(kind: str, rated: Rated, now: int) -> Rating:
    """A rating for the API."""
    mu, sigma = strength(rated), doubt(rated, now)
    points, at = round(UNIT * (mu - SURE * sigma)), moment(1000 * rated.at)
    return Rating(GameKind(constant(kind)), points, round(UNIT * mu), round(UNIT * sigma), counted(rated), at)


def counted(rated: Rated) -> int:
    """The number of games that a rating counts."""
    return rated.games - 2 * rated.annulled


def ratings_in(items: Mapping[str, bytes]) -> dict[str, Rated]:
    """The ratings among the items of a person, by the kind of game."""
    return {
        name.removeprefix(RATED): unpack(Rated, one) for name, one in sorted(items.items()) if name.startswith(RATED)
    }


def order(rated: Rated) -> int:
    """A number by which leaderboards are sorted. It grows with the rating, and is the same on every day without a game."""
    doubted = rated.doubt / _STEPS - GROWTH * rated.at / _DAY
    return round(_FINEST * (strength(rated) - SURE * doubted))


def new(now: int) -> Rated:
    """The rating of a player without rated games."""
    return Rated(round(STRENGTH * _STEPS), round(DOUBT * _STEPS), 0, now // 1000, b"")


def after(rated: Rated, game: str, rivals: Sequence[Rival], number: int, now: int) -> Rated:
    """The rating of a player after a game, with the game added to the recent ones.

    Args:
        rated: The rating before.
        game: The game's id.
        rivals: All players of the game that are rated, as they were when it ended.
        number: The index of the player among them.
        now: The time, in milliseconds since the epoch.
    """
    mu, sigma = _rated(rivals, number, (strength(rated), doubt(rated, now)))
    newer = replace(rated, strength=mu, doubt=sigma, games=rated.games + 1, at=now // 1000)
    return _noted(newer, game, (rivals[number].place, len(rivals)), now)


def taken_back(rated: Rated, game: str, rivals: Sequence[Rival], number: int, now: int) -> Rated:
    """The rating of a player without a game that it counts, which is added to the recent ones as taken back.

    The strength loses what the game gave it, and the doubt what the game told: what games tell adds up in the reciprocals of the
    squares of the doubt. Later games keep what they gave. If there was none, both are what they would be without the game.

    Args:
        rated: The rating before.
        game: The game's id.
        rivals: All players of the game that are rated, as they were when it ended.
        number: The index of the player among them.
        now: The time, in milliseconds since the epoch.
    """
    own = rivals[number]
    mu, sigma = _rated(rivals, number, (own.strength, own.doubt))
    known = rated.doubt**-2 - sigma**-2 + (own.doubt * _STEPS) ** -2
    most = round(DOUBT * _STEPS)
    newer = replace(
        rated,
        strength=rated.strength - mu + round(own.strength * _STEPS),
        doubt=most if known <= most**-2 else round(known**-0.5),
        games=rated.games + 1,
        annulled=rated.annulled + 1,
    )
    return _noted(newer, game, (0, len(rivals)), now)


@cache
def _model() -> PlackettLuce:
    """The model, whose package is loaded when the first rated game ends."""
    from openskill.models import PlackettLuce

    return PlackettLuce(STRENGTH, DOUBT)


def _rated(rivals: Sequence[Rival], number: int, own: tuple[float, float]) -> tuple[int, int]:
    """The strength and the doubt after a game, in steps, of the player at an index, who has these before it."""
    model = _model()
    teams = [[model.create_rating([one.strength, one.doubt])] for one in rivals]
    teams[number] = [model.create_rating([*own])]
    found = model.rate(teams, ranks=[float(one.place) for one in rivals])[number][0]
    return round(found.mu * _STEPS), round(min(DOUBT, found.sigma) * _STEPS)


def _noted(rated: Rated, game: str, placed: tuple[int, int], now: int) -> Rated:
    """A rating with a game added to its history: the place of the player, and the number of players."""
    points = round(UNIT * (strength(rated) - SURE * doubt(rated, now)))
    point = _POINT.pack(base64.b32decode(game.upper()), now // 1000, points, *placed)
    return replace(rated, recent=rated.recent + point)


def points_in(history: bytes) -> list[Point]:
    """The games in a part of a history, in the order in which they were rated."""
    return [
        Point(base64.b32encode(game).decode().lower(), at * 1000, rating, place, players)
        for game, at, rating, place, players in _POINT.iter_unpack(history)
    ]


def split(history: bytes, number: int) -> tuple[bytes, bytes]:
    """The first games of a part of a history, and the others."""
    at = number * _POINT.size
    return history[:at], history[at:]
