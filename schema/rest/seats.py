"""The operations of REST on seats and tokens."""

from __future__ import annotations

from taphouse.schema.inputs import GameId
from taphouse.schema.rest.bodies import Inviting, Joining, Narrowing, Reissuing, Replacing
from taphouse.schema.rest.operation import Call, SeatNumber, changed
from taphouse.schema.results import GameChanged, GameJoined, TokenReissued
from taphouse.schema.values import NarrowToken
from taphouse.schema.values.seats import Invite


async def join_game(call: Call, id: GameId, body: Joining) -> GameJoined:
    """Take an open seat and get its token.

    If you send a login token, your account has the seat too. Only the host can take a closed seat, or a player with an invite. A
    waiting game starts when all seats are taken. In a running game you take over the seat, and see all that it knows.
    """
    joined = await call.tables.join(
        call.caller, id, body.name, body.brewery, body.seat, body.invite, body.show_name, call.expected, call.key
    )
    call.shows(joined.game)
    return joined


async def open_seat(call: Call, id: GameId, seat: SeatNumber) -> GameChanged:
    """Open a seat: its player, if any, is removed, and anyone can join. Only for the host, before the game starts."""
    return changed(call, await call.tables.open_seat(call.caller, id, seat, call.expected, call.key))


async def close_seat(call: Call, id: GameId, seat: SeatNumber) -> GameChanged:
    """Close a seat: its player, if any, is removed, and only the host can join, or a player with an invite.

    Only for the host, before the game starts.
    """
    return changed(call, await call.tables.close_seat(call.caller, id, seat, call.expected, call.key))


async def replace_player(call: Call, id: GameId, seat: SeatNumber, body: Replacing) -> GameChanged:
    """Give a seat of a running game to a bot, or open it to somebody else. Only for the host.

    The player's token is revoked, and an account that held the seat no longer does, unless they may return.
    """
    made = await call.tables.replace_player(
        call.caller, id, seat, body.substitute, body.may_return, call.expected, call.key
    )
    return changed(call, made)


async def return_to_seat(call: Call, id: GameId) -> GameChanged:
    """Take your seat back from the bot that plays it for you. Any move of yours does so too."""
    return changed(call, await call.tables.return_to_seat(call.caller, id, call.expected, call.key))


async def create_invite(call: Call, id: GameId, seat: SeatNumber, body: Inviting) -> Invite:
    """Invite a player to a seat that is not taken. Only for the host.

    Anyone who has the invite can join that seat, also if it is closed or the game unlisted. The invite is of no other use.
    Changes nothing in the game.
    """
    return await call.tables.invite(call.caller, id, seat, body.until)


async def revoke_invites(call: Call, id: GameId, seat: SeatNumber) -> GameChanged:
    """Revoke all invites to a seat that is not taken. Only for the host."""
    return changed(call, await call.tables.revoke_invites(call.caller, id, seat, call.expected, call.key))


async def reissue_token(call: Call, id: GameId, body: Reissuing) -> TokenReissued:
    """Replace the token of a seat, for example if it was lost or another player takes over. Only for the host.

    The old token and all tokens made from it are revoked at once, and an account that held the seat no longer does.
    """
    made = await call.tables.reissue(call.caller, id, body.seat, call.expected, call.key)
    call.shows(made.game)
    return made


async def narrow_token(call: Call, id: GameId, body: Narrowing) -> NarrowToken:
    """Issue a token with fewer rights than yours, to share: read-only, expiring, or both.

    It is revoked with yours. Changes nothing in the game.
    """
    return await call.tables.narrow(call.caller, id, body.read_only, body.until)
