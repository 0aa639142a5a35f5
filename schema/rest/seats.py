"""The operations of REST on seats and tokens."""

from __future__ import annotations

from taphouse.schema.inputs import GameId
from taphouse.schema.rest.bodies import Joining, Narrowing, Reissuing
from taphouse.schema.rest.operation import Call, SeatNumber, changed
from taphouse.schema.results import GameChanged, GameJoined, TokenReissued
from taphouse.schema.values import NarrowToken


async def join_game(call: Call, id: GameId, body: Joining) -> GameJoined:
    """Take an open seat and get its token.

    If you send a login token, your account has the seat too. Only the host can take a closed seat. The game starts when all
    seats are taken.
    """
    joined = await call.tables.join(call.caller, id, body.name, body.brewery, body.seat, call.expected, call.key)
    call.shows(joined.game)
    return joined


async def open_seat(call: Call, id: GameId, seat: SeatNumber) -> GameChanged:
    """Open a seat: its player, if any, is removed, and anyone can join. Only for the host, before the game starts."""
    return changed(call, await call.tables.open_seat(call.caller, id, seat, call.expected, call.key))


async def close_seat(call: Call, id: GameId, seat: SeatNumber) -> GameChanged:
    """Close a seat: its player, if any, is removed, and only the host can join.

    Only for the host, before the game starts.
    """
    return changed(call, await call.tables.close_seat(call.caller, id, seat, call.expected, call.key))


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
