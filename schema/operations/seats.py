"""The operations on seats, their players, and tokens."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.schema.inputs import (
    BREWERY_TEXT,
    INVITED_UNTIL_TEXT,
    KEPT_NAME_TEXT,
    NAME_TEXT,
    UNTIL_TEXT,
    NewName,
)
from taphouse.schema.operations.arguments import Expected, GameOf, Key, SeatNumber
from taphouse.schema.operations.declaration import MUTATION, ArgumentForm, declare, post
from taphouse.schema.prices import LOOK, SHOWN, Price
from taphouse.schema.problems.callers import NotHost, NotSeated, QuotaReached, TokenRejected
from taphouse.schema.problems.games import GameNotFound, GameNotStarted, GameOver
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.seats import ConsentNeeded, NamedLately, NoOpenSeat, NotAway, SeatUnchanged
from taphouse.schema.problems.sets import CHANGING, HOST_CHANGES, PREPARATIONS, WRITING
from taphouse.schema.results import GameChanged, TokenReissued
from taphouse.schema.values.seats import MAY_RETURN_TEXT, Invite, NarrowToken, Substitute
from taphouse.schema.values.versions import GivenTime


@declare(MUTATION, PREPARATIONS, post("/games/{id}/seats/{seat}/open", "seats"), union="SeatingResult")
def open_seat(game: GameOf, seat: SeatNumber, expected: Expected = None, key: Key = None) -> GameChanged:
    """Open a seat: its player, if any, is removed, and anyone can join. Only for the host, before the game starts."""


@declare(MUTATION, PREPARATIONS, post("/games/{id}/seats/{seat}/close", "seats"), union="SeatingResult")
def close_seat(game: GameOf, seat: SeatNumber, expected: Expected = None, key: Key = None) -> GameChanged:
    """Close a seat: its player, if any, is removed, and only the host can join, or a player with an invite.

    Only for the host, before the game starts.
    """


@declare(
    MUTATION,
    (*PREPARATIONS, NotSeated, NamedLately),
    post("/games/{id}/names", "seats", body=("Naming", "Names for a seat.")),
)
def name_seat(
    game: GameOf,
    seat: Annotated[
        Seat | None, Meta(description="The seat. Without it, your own. The host can name those that no player holds.")
    ] = None,
    name: Annotated[NewName | None, Meta(description=f"The player's name: {NAME_TEXT}. {KEPT_NAME_TEXT}")] = None,
    brewery: Annotated[NewName | None, Meta(description=f"{BREWERY_TEXT} {KEPT_NAME_TEXT}")] = None,
    expected: Expected = None,
    key: Key = None,
) -> GameChanged:
    """Name your seat, its brewery, or both, or remove these names. While the game runs, once a minute.

    Before the start, the host can name free seats and those of bots.
    """


@declare(
    MUTATION,
    PREPARATIONS,
    post("/games/{id}/first-seat", "seats", body=("FirstSeatChoice", "The seat that takes the first turn.")),
)
def choose_first_seat(
    game: GameOf,
    seat: Annotated[Seat | None, Meta(description="The seat. Without it, the seed chooses it.")] = None,
    expected: Expected = None,
    key: Key = None,
) -> GameChanged:
    """Choose the seat that takes the first turn. Only for the host, before the game starts.

    The game's option `firstSeat` then names it, and so does its record.
    """


@declare(
    MUTATION,
    (*HOST_CHANGES, ConsentNeeded, GameNotStarted, SeatUnchanged, QuotaReached),
    post("/games/{id}/seats/{seat}/replace", "seats", body=("Replacing", "The new player of a seat.")),
)
def replace_player(
    game: GameOf,
    seat: SeatNumber,
    substitute: Annotated[Substitute, Meta(description="The new player of the seat."), ArgumentForm("with", "with")],
    may_return: Annotated[bool, Meta(description=MAY_RETURN_TEXT)] = False,
    expected: Expected = None,
    key: Key = None,
) -> GameChanged:
    """Give a seat of a running game to a bot, or open it to somebody else. Only for the host, within their `powers`.

    The player's token is revoked, and an account that held the seat no longer does, unless they may return.
    """


@declare(
    MUTATION,
    (*WRITING, NotSeated, NotAway, GameNotStarted, *CHANGING),
    post("/games/{id}/return", "seats"),
)
def return_to_seat(game: GameOf, expected: Expected = None, key: Key = None) -> GameChanged:
    """Take your seat back from the bot that plays it for you. Any move of yours does so too."""


@declare(
    MUTATION,
    (*WRITING, NotHost, NoOpenSeat, GameOver, InputRefused),
    post("/games/{id}/seats/{seat}/invites", "seats", etag=False, body=("Inviting", "An invite to create.")),
    use="invite",
    outcome="The invite, or why there is none.",
)
def create_invite(
    game: GameOf,
    seat: Annotated[Seat, Meta(description="A seat that is not taken. It may be closed.")],
    until: Annotated[GivenTime | None, Meta(description=INVITED_UNTIL_TEXT)] = None,
) -> Invite:
    """Invite a player to a seat that is not taken. Only for the host.

    Anyone who has the invite can join that seat, also if it is closed or the game unlisted. The invite is of no other use.
    Changes nothing in the game.
    """


@declare(MUTATION, (*HOST_CHANGES, NoOpenSeat), post("/games/{id}/seats/{seat}/invites/revoke", "seats"))
def revoke_invites(game: GameOf, seat: SeatNumber, expected: Expected = None, key: Key = None) -> GameChanged:
    """Revoke all invites to a seat that is not taken. Only for the host."""


@declare(
    MUTATION,
    (*HOST_CHANGES, ConsentNeeded),
    post("/games/{id}/tokens/reissue", "seats", body=("Reissuing", "The token to replace.")),
    use="reissue",
    outcome="The new token, or why there is none.",
)
def reissue_token(
    game: GameOf,
    seat: Annotated[Seat | None, Meta(description="The seat. Without it, the host's token is replaced.")] = None,
    expected: Expected = None,
    key: Key = None,
) -> TokenReissued:
    """Replace the token of a seat, for example if it was lost. Only for the host, within their `powers`.

    An account can replace the token of its own seat at any time, and keeps the seat. The old token and all tokens made from it
    are revoked at once. If the host replaces it, an account that held the seat no longer does.
    """


@declare(
    MUTATION,
    (GameNotFound, TokenRejected, NotSeated, InputRefused),
    post(
        "/games/{id}/tokens/narrow",
        "seats",
        etag=False,
        price=Price(once=LOOK + SHOWN),
        body=("Narrowing", "The restrictions of a new token: read-only, an expiry time, or both."),
    ),
    use="narrow",
    outcome="The narrow token, or why there is none.",
)
def narrow_token(
    game: GameOf,
    read_only: Annotated[bool, Meta(description="True if the new token is read-only.")] = False,
    until: Annotated[GivenTime | None, Meta(description=UNTIL_TEXT)] = None,
) -> NarrowToken:
    """Issue a token with fewer rights than yours, to share: read-only, expiring, or both.

    It is revoked with yours. Changes nothing in the game.
    """
