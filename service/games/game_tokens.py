"""The tokens of a game's seats and of its host."""

from __future__ import annotations

import msgspec

from taphouse.schema.ports import Player
from taphouse.schema.values.seats import SeatToken, Viewer
from taphouse.service.access.identifying import Identity
from taphouse.service.access.tokens import HOST, Claims, TokenIssuer
from taphouse.service.games.loaded_game import LoadedGame


def seat_token(access: TokenIssuer, opened: LoadedGame, seat: int) -> SeatToken:
    """A seat with its current token."""
    return SeatToken(seat, opened.seats[seat - 1].name, access.token(_seat_claims(opened, seat)))


def host_token(access: TokenIssuer, opened: LoadedGame) -> str:
    """The host's current token."""
    return access.token(Claims(opened.id, HOST, opened.host.generation))


def as_claims(opened: LoadedGame, viewer: Viewer, identity: Identity) -> Claims | None:
    """The claims of a token that is equivalent to the caller's identity in this game; None if they have no part in it."""
    match identity:
        case Claims():
            return identity
        case Player() if viewer.seat is not None:
            return msgspec.structs.replace(_seat_claims(opened, viewer.seat), until=identity.until)
        case Player() if viewer.host:
            return Claims(opened.id, HOST, opened.host.generation, until=identity.until)
    return None


def _seat_claims(opened: LoadedGame, seat: int) -> Claims:
    return Claims(opened.id, f"seat:{seat}", opened.seats[seat - 1].generation)
