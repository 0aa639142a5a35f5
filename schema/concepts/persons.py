"""Persons: public profiles of accounts, and the players whom an account has met, befriended or blocked."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta

from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.operations.arguments import GameOf, SeatNumber
from taphouse.schema.operations.declaration import (
    ACCOUNT,
    MUTATION,
    QUERY,
    ArgumentForm,
    RestPath,
    declare,
    get,
    post,
)
from taphouse.schema.ports import AccountHolder, Context
from taphouse.schema.prices import FORGET, LOOK, Price
from taphouse.schema.problems.base import PlayerProblem, Problem, ProblemCode
from taphouse.schema.problems.callers import NoAccount, TokenRejected
from taphouse.schema.problems.games import GameNotFound
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.seats import PlayerNotFound
from taphouse.schema.problems.sets import ACCOUNT as ACCOUNT_REFUSED
from taphouse.schema.problems.sets import Problems
from taphouse.schema.values.ratings import Rating
from taphouse.schema.values.seats import HANDLE_TEXT
from taphouse.schema.values.versions import UNIQUE, Moment

LEAST_HANDLE, MOST_HANDLE = 2, 20
"""The bounds of a handle, in characters."""
AVATAR = "[a-z0-9][a-z0-9_-]{0,39}"
"""An avatar's id, as a regular expression."""
MOST_MARKED = 200
"""The most players that an account can mark."""
NAME_TEXT = "The display name. Null if there is none. Others may have the same one."
AVATAR_TEXT = "The id of a picture, which your app chooses: at most 40 lower-case letters, digits, `_` and `-`."
MARKED_TEXT = "Null if you have not marked the player."
PERSONAL_TEXT = (
    "An id of this player that only your account gets, the same in every game. Nobody can compare it with the id that "
    "another account gets."
)


class Profile(Public, frozen=True):
    """The public profile of an account."""

    id: Annotated[str, UNIQUE, Meta(description="The player's id, which is the same for everybody.")]
    handle: Annotated[str, Meta(description=HANDLE_TEXT)]
    name: Annotated[str | None, Meta(description=NAME_TEXT)]
    avatar: Annotated[str | None, Meta(description="The id of a picture. Null if there is none.")]
    created_at: Annotated[Moment, Meta(description="The time when the profile was opened.")]
    seen_at: Annotated[
        Moment | None,
        Meta(
            description="The hour in which the player last took a seat or looked at their own profile. Null unless they show it."
        ),
    ]
    ratings: Annotated[
        tuple[Rating, ...], Meta(description="The player's ratings, one for each kind of game with rated games.")
    ]


class ProfileSaved(Public, frozen=True):
    """The profile is saved."""

    profile: Annotated[Profile, Meta(description="The profile as it is now.")]


class ProfileClosed(Public, frozen=True):
    """The profile is closed, or was before. Nobody finds it any more."""

    finished: Annotated[
        bool,
        Meta(
            description="True if no game shows it any more. Otherwise the service goes on with it by itself; ask again to see "
            "whether it has finished."
        ),
    ]


class OwnProfile(Public, frozen=True):
    """The profile of your account."""

    profile: Annotated[Profile | None, Meta(description="The profile. Null if you have none.")]

    @classmethod
    def of(cls, profile: Profile | None) -> Self:
        """The answer with this profile."""
        return cls(profile)


class PlayerMark(Word):
    """A mark of another player. A later release may add values."""

    FRIEND = "FRIEND", "A friend. The player is not told."
    BLOCKED = (
        "BLOCKED",
        "The player cannot challenge you, and quick play never brings you together. They do not learn of it, and no response "
        "shows it.",
    )


class MarkedPlayer(Public, frozen=True):
    """Another player, as your account knows them."""

    id: Annotated[str, UNIQUE, Meta(description=PERSONAL_TEXT)]
    handle: Annotated[str | None, Meta(description="The handle. Null if the player has no profile, or none any more.")]
    mark: Annotated[PlayerMark | None, Meta(description=f"Your mark. {MARKED_TEXT}")]
    marked_at: Annotated[Moment | None, Meta(description=f"The time of your mark. {MARKED_TEXT}")]


class MarkedPlayers(Public, frozen=True):
    """The players whom you have marked."""

    players: Annotated[
        tuple[MarkedPlayer, ...], Meta(description="The players, newest mark first.", extra={"size": MOST_MARKED})
    ]


class PlayerFound(Public, frozen=True):
    """Another player, as your account knows them."""

    player: Annotated[MarkedPlayer, Meta(description="The player.")]


class HandleTaken(PlayerProblem, frozen=True, kw_only=True):
    """Another player has this handle, or one that looks like it. Choose another one."""

    code = ProblemCode("HANDLE_TAKEN")


class HandleStays(PlayerProblem, frozen=True, kw_only=True):
    """You have another handle, which stays. Leave it as it is, and change the rest."""

    code = ProblemCode("HANDLE_STAYS")
    handle: Annotated[str, Meta(description="Your handle.")]
    days: Annotated[
        int | None,
        Meta(description="The days after which you can choose another one. Null unless your profile is closed."),
    ]


class TooManyPlayers(PlayerProblem, frozen=True, kw_only=True):
    """You have marked as many players as you can. Remove a mark."""

    code = ProblemCode("TOO_MANY_PLAYERS")
    limit: Annotated[int, Meta(description="The most players that an account can mark.")]


class ProfilesOff(Problem, frozen=True, kw_only=True):
    """The operator has turned profiles off."""

    code = ProblemCode("PROFILES_OFF")
    http_status = 403


_OWN: Problems = (*ACCOUNT_REFUSED, ProfilesOff)

Handle = Annotated[str, Meta(description="The player's handle.")]


@declare(
    MUTATION,
    (*_OWN, InputRefused, HandleTaken, HandleStays),
    post("/account/profile", "players", etag=False, body=("NewProfile", "Your profile.")),
    outcome="Your profile, or why it is not saved.",
    price=Price(once=LOOK),
)
def save_profile(
    handle: Annotated[
        str,
        Meta(
            description=f"Your handle: {LEAST_HANDLE} to {MOST_HANDLE} letters, digits, `_` and `-`. Nobody else can have it, or "
            "one that looks like it. Once you have one, it stays.",
            extra_json_schema={"minLength": LEAST_HANDLE, "maxLength": MOST_HANDLE},
        ),
    ],
    name: Annotated[str | None, Meta(description="Your display name. It can have up to 40 characters.")] = None,
    avatar: Annotated[str | None, Meta(description=AVATAR_TEXT, extra_json_schema={"pattern": f"^{AVATAR}$"})] = None,
    show_seen: Annotated[bool, Meta(description="True to show others when you were last here.")] = False,
    hide_presence: Annotated[
        bool | None,
        Meta(
            description="True to hide from the players of your games whether you are there, at first false. See `presence`. Left "
            "out, it stays as it is."
        ),
    ] = None,
) -> ProfileSaved:
    """Open a public profile for your account, or change it.

    Seats that you take from then on show your handle, and your display name if you give no other name. What you leave out is
    removed, except your handle and `hidePresence`. `closeProfile` closes the profile, and deleting your account deletes it.
    """


@declare(
    MUTATION,
    _OWN,
    RestPath(method="DELETE", path="/account/profile", tag="players", etag=False),
    outcome="That your profile is closed, or why it is not.",
    price=Price(once=LOOK + FORGET),
)
def close_profile() -> ProfileClosed:
    """Close the profile of your account, which keeps its games, ratings and marks.

    Nobody finds it any more, and no leaderboard has it. All games, also those that have ended, show it no more, nor the names of
    the seats that showed it; in running games you play on. Challenges to you are declined, and those that you have sent are
    withdrawn. Your handle is kept for you for 30 days, in which nobody else can have it, and you no other one. Asking again is
    the same, and goes on with what was interrupted.
    """


@declare(ACCOUNT, (), get("/account/profile", "players", etag=False, answer=OwnProfile), use="profile")
async def profile(context: Context, player: AccountHolder) -> Profile | None:
    """Your profile, by the token of your login. Null if you have none."""
    found: Profile | None = await context.use_cases["profile"](player)
    return found


@declare(
    QUERY,
    (ProfilesOff, PlayerNotFound, TokenRejected),
    get("/players/{handle}", "players", etag=False),
    use="player_named",
    outcome="The profile, or why there is none.",
    price=Price(once=LOOK),
)
def player(handle: Handle) -> Profile:
    """The public profile of a player."""


@declare(
    QUERY,
    (GameNotFound, TokenRejected, NoAccount, ProfilesOff, PlayerNotFound),
    get("/games/{id}/seats/{seat}/player", "players", etag=False),
    outcome="The player, or why they are not shown.",
    price=Price(once=2 * LOOK),
)
def player_at(game: GameOf, seat: SeatNumber) -> PlayerFound:
    """The account that plays a seat, or played it last, in a game in which your account has or had a seat.

    So you can befriend or block a player who has no profile. Players without an account cannot be found.
    """


@declare(
    MUTATION,
    (*_OWN, InputRefused, PlayerNotFound, TooManyPlayers),
    post("/account/players", "players", etag=False, body=("MarkAsked", "A mark of a player.")),
    outcome="The player with your mark, or why it is not saved.",
    price=Price(once=LOOK),
)
def mark_player(
    other: Annotated[
        str,
        Meta(description="The player's handle, or the id that your account got, as from `playerAt`."),
        ArgumentForm("player", "player"),
    ],
    mark: Annotated[PlayerMark | None, Meta(description="The mark. Without it, your mark is removed.")] = None,
) -> PlayerFound:
    """Mark a player as a friend, block them, or remove your mark. The player is not told."""


@declare(
    ACCOUNT,
    (),
    get("/account/players", "players", etag=False, price=Price(once=2 * LOOK)),
    price=Price(once=2 * LOOK),
    use="marked_players",
)
async def players(context: Context, player: AccountHolder) -> MarkedPlayers:
    """The players whom you have marked, by the token of your login."""
    found: MarkedPlayers = await context.use_cases["marked_players"](player)
    return found
