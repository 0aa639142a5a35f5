"""Quick play: a seat at any table that fits, at once."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.inputs import BREWERY_TEXT, EDITION_TEXT, NAME_TEXT, SHOW_NAME_TEXT, EditionName, Name
from taphouse.schema.operations.arguments import Key
from taphouse.schema.operations.declaration import MUTATION, ArgumentForm, declare, post
from taphouse.schema.prices import CREATE, JOIN, Price
from taphouse.schema.problems.base import Problem, ProblemCode
from taphouse.schema.problems.callers import Banned, NoAccount, QuotaReached, TokenRejected
from taphouse.schema.problems.inputs import InputRefused, KeyReused
from taphouse.schema.results import GameJoined
from taphouse.schema.values.advice import PROGRAM_TEXT
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.new_games import GameAsked

LEAST_BOTS_AFTER, MOST_BOTS_AFTER = 5, 3600
"""The bounds of the seconds until bots come."""
MOST_WITHIN = 5000
"""The most points of rating that a player can ask for."""


class QuickPlayOff(Problem, frozen=True, kw_only=True):
    """The operator has turned quick play off."""

    code = ProblemCode("QUICK_PLAY_OFF")
    http_status = 403


Bots = Annotated[
    BotKind | None,
    Meta(description="The bots for seats that nobody takes, unless another player there wants none."),
]
BotsAfter = Annotated[
    int,
    Meta(
        description=f"The seconds after which bots take these seats, {LEAST_BOTS_AFTER} to {MOST_BOTS_AFTER}.",
        extra_json_schema={"minimum": LEAST_BOTS_AFTER, "maximum": MOST_BOTS_AFTER},
    ),
]
Rated = Annotated[
    bool,
    Meta(description="True for a rated game, which needs an account and has no `bots`; false for one that is not."),
]
Within = Annotated[
    int | None,
    Meta(
        description=f"The most points between your rating and that of each other player, 1 to {MOST_WITHIN}, in a rated "
        "game. Each player there must accept the others. Without it, any.",
        extra_json_schema={"minimum": 1, "maximum": MOST_WITHIN},
    ),
]


@declare(
    MUTATION,
    (QuickPlayOff, InputRefused, NoAccount, Banned, QuotaReached, TokenRejected, KeyReused),
    post("/quick-play", "games", status=201, anyone=True, body=("QuickPlay", "A game to play at once.")),
    outcome="Your seat, or why you have none.",
    price=Price(once=CREATE + JOIN),
)
def quick_play(
    game: Annotated[GameAsked, Meta(description="The kind of game, with its options."), ArgumentForm(spread=True)],
    min_seats: Annotated[
        int | None, Meta(description="The least number of players. Without it, the least of the game, but two.")
    ] = None,
    max_seats: Annotated[int | None, Meta(description="The most players. Without it, the most of the game.")] = None,
    edition: Annotated[EditionName | None, Meta(description=EDITION_TEXT)] = None,
    clock: Annotated[
        NewClock | None, Meta(description="The clocks. Without them, everybody has all the time that they want.")
    ] = None,
    any_clock: Annotated[
        bool, Meta(description="True to accept every `clock`. Yours then counts only if nobody asks for another one.")
    ] = False,
    people_only: Annotated[bool, Meta(description="True for a game without programs and bots.")] = False,
    bots: Bots = None,
    bots_after: BotsAfter = 30,
    name: Annotated[Name | None, Meta(description=f"Your name: {NAME_TEXT}.")] = None,
    brewery: Annotated[Name | None, Meta(description=BREWERY_TEXT)] = None,
    show_name: Annotated[bool, Meta(description=SHOW_NAME_TEXT)] = False,
    program: Annotated[bool, Meta(description=PROGRAM_TEXT)] = False,
    key: Key = None,
    rated: Rated = False,
    within: Within = None,
) -> GameJoined:
    """Play with the next player who wants to: take a seat at the oldest table that waits on terms you accept, or at a new one.

    The game starts as soon as it has as many players as each of them asks for at least. Until then `leaveSeat` ends the wait, and
    a table that everybody has left is abandoned. Follow the game while you wait: a player who is away for a minute loses the
    seat. It has no host, is not listed, and its terms are those between strangers: `powers` AGREED, `advice` NONE. Players of
    whom one has blocked the other do not meet. If your account waits on such terms already, you get that seat again. Without an
    account you need an idempotency key, so that a request that is sent twice does not seat you twice.
    """
