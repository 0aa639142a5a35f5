"""Ratings: the strength of an account in a kind of game, as its rated games show it. docs/ratings.md has the formula."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.vocabulary import Public
from taphouse.schema.values.games import GameKind
from taphouse.schema.values.versions import Moment

RATED_TEXT = "True if the result counts for the ratings of the accounts at the table."
RATED_OPTION_TEXT = (
    "True for a game that counts for ratings. It needs your login, at most one seat of yours and otherwise open ones, `undo` "
    "CONSENT or NEVER, advice NONE, powers AGREED, and no seed and position of yours. Only players with an account can join."
)
RATING_TEXT = "The rating: `strength` less three times `doubt`. It is 0 for a new player, and rises as the doubt falls."


class Rating(Public, frozen=True):
    """The rating of a player in a kind of game, now."""

    kind: Annotated[GameKind, Meta(description="The kind of game.")]
    rating: Annotated[int, Meta(description=RATING_TEXT)]
    strength: Annotated[int, Meta(description="The estimated strength: 1000 for a new player.")]
    doubt: Annotated[
        int,
        Meta(
            description="The standard deviation of the estimate: 333 for a new player. It falls with each rated game, and grows "
            "by 20 in each month without one."
        ),
    ]
    games: Annotated[int, Meta(description="The number of rated games.")]
    rated_at: Annotated[Moment, Meta(description="The time when the last of them was rated.")]
