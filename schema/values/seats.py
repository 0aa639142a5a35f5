"""The people at a table: seats, viewers and their tokens, substitutes for absent players, and invites."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.versions import Moment

HANDLE_TEXT = "The unique name that the player chose for their profile. It never changes."


class SeatKind(Word):
    """The kind of player at a seat of a new game."""

    MINE = "MINE", "You, the creator. You get the seat's token with the new game."
    OPEN = "OPEN", "A player who joins."
    BOT = "BOT", "A bot of the service, chosen by `bot`. It moves as soon as it must decide."


class Role(Word):
    """The role of a viewer in a game."""

    SEAT = "SEAT", "A player at a seat."
    HOST = "HOST", "The host without a seat. Sees what a spectator sees."
    SPECTATOR = "SPECTATOR", "Anyone else: a client without a token, or an account with no part in the game."


class SeatEnder(Word):
    """The one by whom a player's seat ended."""

    HOST = "HOST", "The host."
    SEATS = "SEATS", "The seats that were asked, by a proposal."
    SELF = "SELF", "The player of the seat."


class SeatEndReason(Word):
    """The reason why a player lost a seat."""

    REMOVED = "REMOVED", "The host removed the player before the start."
    REPLACED = "REPLACED", "The host, who has full powers, gave the seat to somebody else."
    ABSENT = "ABSENT", "The player was absent: their time was over, or a game without clocks waited for them too long."
    AGREED = "AGREED", "All players agreed, this one included."
    TOKEN_REPLACED = "TOKEN_REPLACED", "The seat has a new token."
    LEFT = "LEFT", "The player left for good."


class LostSeat(Public, frozen=True):
    """A seat that you had, and how you lost it. You can go on watching."""

    seat: Seat
    by: Annotated[SeatEnder, Meta(description="Who ended it.")]
    reason: Annotated[SeatEndReason, Meta(description="The reason.")]
    message: Annotated[str, Meta(description="A sentence to the player that says what happened.")] = ""


class Viewer(Public, frozen=True):
    """You in this game: your role and rights, by the token you sent."""

    role: Annotated[Role, Meta(description="Your role.")]
    seat: Annotated[Seat | None, Meta(description="Your seat. Null if you have none.")] = None
    host: Annotated[
        bool, Meta(description="True if you have the host's rights. With an account, you can have them and a seat.")
    ] = False
    read_only: Annotated[bool, Meta(description="True if the token is read-only.")] = False
    lost: Annotated[
        LostSeat | None,
        Meta(description="The seat that the token, or the account, had before. Null if it had none, or has one now."),
    ] = None
    challenged: Annotated[
        Seat | None,
        Meta(
            description="The seat that is reserved for your account by a challenge: `joinGame` accepts it. Null if there is none."
        ),
    ] = None


SPECTATOR = Viewer(Role.SPECTATOR)
HOSTING = Viewer(Role.HOST, host=True)


class Player(Public, frozen=True):
    """A player with a public profile. `player` has the whole profile."""

    id: Annotated[str, Meta(description="The id of the player's profile, which is the same for everybody.")]
    handle: Annotated[str, Meta(description=HANDLE_TEXT)]
    rating: Annotated[
        int | None,
        Meta(
            description="The rating in this kind of game when they took the seat, or became the host. Null if they had played no "
            "rated one."
        ),
    ] = None


class SeatInfo(Public, frozen=True):
    """A seat of a game."""

    seat: Seat
    name: Annotated[str | None, Meta(description="The player's name. Null if none was given.")]
    taken: Annotated[bool, Meta(description="True if the seat is taken.")]
    resigned: Annotated[
        bool,
        Meta(description="True if the player resigned. While others go on, the service makes its first legal moves."),
    ]
    bot: Annotated[BotKind | None, Meta(description="The bot that plays the seat now. Null if a player does.")] = None
    closed: Annotated[
        bool, Meta(description="True if only the host can join the seat. Has no effect while the seat is taken.")
    ] = False
    brewery: Annotated[str | None, Meta(description="The name of the player's brewery. Null if none was given.")] = None
    away: Annotated[bool, Meta(description="True if the player is absent: `bot` plays for them until they return.")] = (
        False
    )
    asked: Annotated[
        bool,
        Meta(
            description="True if all seats are taken, but the game waits for this player, who was away when it was to start: "
            "they agree with `startGame`."
        ),
    ] = False
    program: Annotated[
        bool, Meta(description="True if the player is a program that plays over the API, and marked its seat.")
    ] = False
    player: Annotated[
        Player | None,
        Meta(
            description="The player's profile. Null if they had none when they took the seat, and for bots and guests."
        ),
    ] = None
    challenged: Annotated[
        Player | None,
        Meta(
            description="The player whom the host has challenged, and who alone can take the seat. Null if there is none."
        ),
    ] = None


class SeatToken(Public, frozen=True):
    """The token of a seat. Keep it secret: any client that sends it as bearer token can see and play the seat."""

    seat: Seat
    name: Annotated[str | None, Meta(description="The player's name. Null if none was given.")]
    token: Annotated[str, Meta(description="For the header `Authorization: Bearer ...`.")]


class NarrowToken(Public, frozen=True):
    """A token with fewer rights than the one it was made from. It is revoked with that one and cannot regain rights."""

    token: Annotated[str, Meta(description="For the header `Authorization: Bearer ...`.")]
    read_only: Annotated[bool, Meta(description="True if the token is read-only.")]
    until: Annotated[Moment | None, Meta(description="The time when the token expires. Null if it has no expiry time.")]


class Opening(Word):
    """The players who can join an open seat."""

    ANYONE = "ANYONE", "Anyone. If the game has visibility OPEN, `openGames` lists it."
    INVITED = "INVITED", "Only the host, and players with an invite."


BOT_TEXT = "A bot of the service, which moves as soon as it must decide."
OPENING_TEXT = "Another player, who joins the seat and then sees all that it knows. Until then nobody plays it."
MAY_RETURN_TEXT = (
    "True if the player may return: their token and their account stay valid, and the bot plays until they make a move or "
    "return. Only with a bot."
)


class Substitute(Public, frozen=True, forbid_unknown_fields=True):
    """The new player of a seat. Give exactly one field."""

    bot: Annotated[BotKind | None, Meta(description=BOT_TEXT)] = None
    open: Annotated[Opening | None, Meta(description=OPENING_TEXT)] = None


class Replacement(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The new player for a seat. Either `bot` or `open` is given."""

    seat: Annotated[Seat, Meta(description="The seat. Its player is asked too, unless they are absent.")]
    bot: Annotated[BotKind | None, Meta(description=BOT_TEXT)] = None
    open: Annotated[Opening | None, Meta(description=OPENING_TEXT)] = None
    may_return: Annotated[bool, Meta(description=MAY_RETURN_TEXT)] = False


class Invite(Public, frozen=True):
    """An invite to one seat. It only joins: it is no bearer token. Anyone who has it can take the seat, once."""

    seat: Seat
    invite: Annotated[
        str,
        Meta(
            description="The `invite` of `joinGame`. It begins with the game's id and a dot, so a link needs nothing else: put "
            "it into the fragment, as in `https://app.example/join#...`, which browsers do not send to servers."
        ),
    ]
    until: Annotated[Moment, Meta(description="The time when it expires, unless the seat is taken or changed before.")]
