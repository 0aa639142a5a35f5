"""The tokens of a game's seats and of its host."""

from __future__ import annotations

import msgspec

from taphouse.schema.ports import AccountHolder
from taphouse.schema.values.seats import SeatToken, Viewer
from taphouse.service.access.tokens import HOST, Claims, Identity, TokenIssuer
from taphouse.service.games.kernel.checks import check_not_lost
from taphouse.service.games.kernel.loaded_game import LoadedGame


def seat_token(access: TokenIssuer, loaded: LoadedGame, seat: int) -> SeatToken:
    """A seat with its current token."""
    return SeatToken(seat, loaded.seats[seat - 1].name, access.token(_seat_claims(loaded, seat)))


def host_token(access: TokenIssuer, loaded: LoadedGame) -> str:
    """The host's current token."""
    return access.token(Claims(loaded.id, HOST, loaded.host.generation))


def as_claims(loaded: LoadedGame, viewer: Viewer, identity: Identity) -> Claims | None:
    """The claims of a token that is equivalent to the caller's identity in this game; None if they have no part in it.

    Raises:
        Refused: It is the token of a seat that its player has lost.
    """
    check_not_lost(viewer, identity)
    match identity:
        case Claims():
            return identity
        case AccountHolder() if viewer.seat is not None:
            return msgspec.structs.replace(_seat_claims(loaded, viewer.seat), until=identity.until)
        case AccountHolder() if viewer.host:
            return Claims(loaded.id, HOST, loaded.host.generation, until=identity.until)
    return None


def _seat_claims(loaded: LoadedGame, seat: int) -> Claims:
    return Claims(loaded.id, f"seat:{seat}", loaded.seats[seat - 1].generation)
