"""Ratings: how strong accounts are, by their rated games, and who leads. docs/ratings.md has the formula."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.vocabulary import Public
from taphouse.schema.operations.answers import Page
from taphouse.schema.operations.arguments import After, First, Kind
from taphouse.schema.operations.declaration import ACCOUNT, QUERY, ArgumentForm, declare, get
from taphouse.schema.paging import Connection
from taphouse.schema.ports import AccountHolder, Context
from taphouse.schema.prices import LOOK, Price
from taphouse.schema.problems.base import Problem, ProblemCode
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.problems.seats import PlayerNotFound
from taphouse.schema.problems.sets import LISTING, Problems
from taphouse.schema.values.ratings import Rating
from taphouse.schema.values.seats import HANDLE_TEXT
from taphouse.schema.values.versions import Moment

MOST_LEADERS = 100
"""The most players on a page of a leaderboard."""
LEAST_GAMES = 10
"""The rated games that a player needs to be on a leaderboard."""


class OwnRatings(Public, frozen=True):
    """The ratings of your account."""

    ratings: Annotated[tuple[Rating, ...], Meta(description="The ratings, one for each kind of game with rated games.")]


class RatingPoint(Public, frozen=True):
    """A rated game of a player, and their rating after it; or that an operator has taken a game back."""

    number: Annotated[int, Meta(description="The number of the point in the player's history, from 1.")]
    at: Annotated[Moment, Meta(description="The time when it was rated.")]
    rating: Annotated[int, Meta(description="The rating after it.")]
    place: Annotated[
        int,
        Meta(
            description="The place of the player among those rated, from 1. Equal places are ties. 0 if it is `annulled`."
        ),
    ]
    players: Annotated[int, Meta(description="The number of players rated.")]
    game_id: Annotated[str | None, Meta(description="The game. Null in the history of another player.")]
    annulled: Annotated[
        bool, Meta(description="True if an operator has taken the game back, which is in the history before.")
    ] = False


class Leader(Public, frozen=True):
    """A player on a leaderboard."""

    place: Annotated[int, Meta(description="The place, from 1. Players who come in while you turn pages shift it.")]
    handle: Annotated[str, Meta(description=HANDLE_TEXT)]
    name: Annotated[str | None, Meta(description="The display name. Null if there is none.")]
    rating: Annotated[Rating, Meta(description="The rating in this kind of game.")]


Leaders = Annotated[Connection, Leader]
RatingPoints = Annotated[Connection, RatingPoint]


class LeaderboardPage(Page, frozen=True, kw_only=True):
    """A page of a leaderboard."""

    players: Annotated[tuple[Leader, ...], Meta(description="The players, highest rating first.")]


class RatingHistoryPage(Page, frozen=True, kw_only=True):
    """A page of a player's rated games."""

    games: Annotated[tuple[RatingPoint, ...], Meta(description="The games, newest first.")]


class RatingsOff(Problem, frozen=True, kw_only=True):
    """The operator has turned ratings off, or there are no accounts."""

    code = ProblemCode("RATINGS_OFF")
    http_status = 403


_RATED: Problems = (*LISTING, RatingsOff)


@declare(ACCOUNT, (), get("/account/ratings", "players", etag=False))
async def ratings(context: Context, player: AccountHolder) -> OwnRatings:
    """Your ratings, by the token of your login. Others see them with your profile; without one, only you do."""
    found: OwnRatings = await context.use_cases["ratings"](player)
    return found


@declare(
    QUERY,
    (*_RATED, NoAccount, PlayerNotFound),
    get("/ratings/{kind}/history", "players", etag=False, anyone=True, answer=RatingHistoryPage),
    outcome="A page of rated games, or why it is not shown.",
    price=Price(once=LOOK, each=1, listed="first", most=500),
)
def rating_history(
    kind: Annotated[Kind, Meta(description="The kind of game.")],
    handle: Annotated[str | None, Meta(description="The player's handle. Without it, yours.")] = None,
    first: First = 100,
    after: After = None,
) -> RatingPoints:
    """The rated games of a player in a kind of game, newest first, with the rating after each."""


@declare(
    QUERY,
    _RATED,
    get("/ratings/{kind}", "players", etag=False, answer=LeaderboardPage),
    outcome="A page of the leaderboard, or why it is not shown.",
    price=Price(once=LOOK, each=1, listed="first", most=MOST_LEADERS),
)
def leaderboard(
    kind: Annotated[Kind, Meta(description="The kind of game.")],
    first: Annotated[
        int,
        Meta(ge=1, le=MOST_LEADERS, description=f"The most items to return, 1 to {MOST_LEADERS}."),
        ArgumentForm(clamped=True),
    ] = 20,
    after: After = None,
) -> Leaders:
    """The players with the highest ratings in a kind of game, who have a profile and at least 10 rated games.

    A player whose doubt has grown to that of a new one, about a year after the last rated game, is left out until the next one.
    A page can have fewer than `first` players before the end: continue until {last page}.
    """
