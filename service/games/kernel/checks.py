"""Refusals that several use cases share, and the account of a caller."""

from __future__ import annotations

from typing import Never

from taphouse.schema.failures import Refused
from taphouse.schema.ports import AccountHolder
from taphouse.schema.problems.callers import NotHost, NotSeated, TokenReadOnly, TokenRejected
from taphouse.schema.problems.games import GameOver
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.reasons import SeatLost
from taphouse.schema.problems.seats import AlreadyStarted
from taphouse.schema.values.games import Status
from taphouse.schema.values.seats import Viewer
from taphouse.service.access.tokens import Claims, Identity
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame


def account_of(identity: Identity) -> str | None:
    """The account that a caller proved to be, if any."""
    return identity.id if isinstance(identity, AccountHolder) else None


def check_host(loaded: LoadedGame, viewer: Viewer) -> None:
    """Refuse callers other than the host, and games that have ended."""
    if not viewer.host:
        raise Refused(NotHost())
    check_not_ended(loaded)


def check_not_ended(loaded: LoadedGame) -> None:
    """Refuse games that have ended."""
    if loaded.status in ENDED:
        raise Refused(GameOver(status=loaded.status))


def check_waiting(loaded: LoadedGame) -> None:
    """Refuse games that have started."""
    check_not_ended(loaded)
    if loaded.status is not Status.WAITING:
        raise Refused(AlreadyStarted())


def check_seated(viewer: Viewer) -> int:
    """The viewer's seat; refuses viewers without one."""
    if viewer.seat is None:
        raise Refused(NotSeated())
    return viewer.seat


def check_not_lost(viewer: Viewer, identity: Identity) -> None:
    """Refuse the token of a seat that its player has lost. It shows no more than anybody sees."""
    if viewer.lost is not None and isinstance(identity, Claims):
        raise Refused(TokenRejected(), why_lost(viewer))


def why_lost(viewer: Viewer) -> SeatLost | None:
    """The end of the seat that a viewer lost; None if they did not."""
    lost = viewer.lost
    return None if lost is None else SeatLost(lost.seat, lost.by, lost.reason)


def refuse_read_only() -> Never:
    """Refuse a change by a read-only token."""
    raise Refused(TokenReadOnly())


def refuse(argument: str, message: str) -> Never:
    """Refuse an argument."""
    raise Refused(InputRefused(message=message, argument=argument))
