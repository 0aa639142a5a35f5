"""Challenges: a seat of a new game is reserved for another player, who takes it or declines.

`createGame` makes them with the game, `joinGame` accepts one, and `closeSeat` or `openSeat` withdraws one.
"""

from __future__ import annotations

from taphouse.engine.contract import Seat
from taphouse.schema.operations.answers import GAMES_PRICE, SHOWN_GAMES_PRICE, GamePage, Games
from taphouse.schema.operations.arguments import After, Expected, FirstGames, GameOf, Key
from taphouse.schema.operations.declaration import ACCOUNT, MUTATION, declare, get, post
from taphouse.schema.ports import AccountHolder, Context
from taphouse.schema.problems.base import PlayerProblem, ProblemCode
from taphouse.schema.problems.sets import CHANGING, WRITING
from taphouse.schema.results import GameChanged
from taphouse.schema.values.lifecycle import LifecycleEvent


class ChallengeNotFound(PlayerProblem, frozen=True, kw_only=True):
    """No seat is reserved for you: you were not challenged, have declined, or the challenge was withdrawn."""

    code = ProblemCode("CHALLENGE_NOT_FOUND")
    http_status = 404


class ChallengeDeclined(LifecycleEvent, frozen=True):
    """A challenged player declined. The seat is free; only the host can join, or a player with an invite."""

    seat: Seat


@declare(
    MUTATION,
    (*WRITING, ChallengeNotFound, *CHANGING),
    post("/games/{id}/challenge/decline", "players"),
)
def decline_challenge(game: GameOf, expected: Expected = None, key: Key = None) -> GameChanged:
    """Decline a challenge to your account. The seat is no longer reserved."""


@declare(
    ACCOUNT,
    (),
    get("/account/challenges", "players", etag=False, answer=GamePage, price=SHOWN_GAMES_PRICE),
    price=GAMES_PRICE,
)
async def challenges(context: Context, player: AccountHolder, first: FirstGames = 20, after: After = None) -> Games:
    """The games in which a seat is reserved for you, by the token of your login, newest first.

    `joinGame` accepts a challenge, and `declineChallenge` declines it. A challenge ends with its game, at the latest when that
    expires (`expiresAt`). A page can have fewer than `first` items before the end of the list: continue until {last page}.
    """
    found: Games = await context.use_cases["challenges"](player, context.caller.language, first, after)
    return found
