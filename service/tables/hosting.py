"""What a host does with the seats of his game, and with the tokens to it: each as the versions that it writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from taphouse.engine.game import Event, Move
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Happening
from taphouse.schema.problems import AlreadyStarted, GameOver, InputRefused, NotHost, SeatUnchanged
from taphouse.schema.values import HostTokenReplaced, SeatClosed, SeatOpened, SeatTokenReplaced, Status, Viewer
from taphouse.service.access.tokens import HOST
from taphouse.service.tables.encoding import Host, Sitting, seat_of
from taphouse.service.tables.loading import Opened

ENDED = (Status.OVER, Status.ABANDONED)


class Step(Struct, frozen=True):
    """A version to be written."""

    who: str
    events: tuple[Event, ...]
    status: Status
    seats: tuple[Sitting, ...]
    state: Any
    move: Move | None = None
    automatic: bool = False
    host: Host | None = None
    """Where that changes."""

    def happening(self, version: int, at: int) -> Happening:
        """As it is read from the log again."""
        return Happening(version, at, seat_of(self.who), self.move, self.automatic, self.events)


Change = Callable[[Opened, Viewer], list[Step]]
"""What somebody's request makes of a game: the versions to be written. Raises `Refused`."""


def emptied(seat: int, closed: bool) -> Change:
    """Open or close a seat before the start. Whoever sat there loses it."""

    def change(opened: Opened, viewer: Viewer) -> list[Step]:
        check_host(opened, viewer, "open and close seats")
        if opened.status is not Status.WAITING:
            raise Refused(
                AlreadyStarted(
                    message="The game has started; a seat can only be given to somebody else by a new token."
                )
            )
        sitting = _sitting(opened, seat)
        if not sitting.taken and sitting.closed == closed:
            raise Refused(SeatUnchanged(message=f"Seat {seat} is {'closed' if closed else 'open'} already."))
        event = SeatClosed(seat) if closed else SeatOpened(seat)
        seats = with_seat(opened.seats, seat, sitting.empty(closed))
        return [Step(HOST, (event,), Status.WAITING, seats, None)]

    return change


def reissued(seat: int | None) -> Change:
    """Make the token of a seat anew, or the host's own. Who held it loses it."""

    def change(opened: Opened, viewer: Viewer) -> list[Step]:
        check_host(opened, viewer, "have a token made anew")
        seats, host = opened.seats, opened.host
        event: Event = HostTokenReplaced() if seat is None else SeatTokenReplaced(seat)
        if seat is None:
            host = msgspec.structs.replace(host, generation=host.generation + 1)
        else:
            sitting = _sitting(opened, seat)
            if sitting.bot:
                _refuse(f"Seat {seat} is a bot's, so there is no token to it.")
            if not sitting.taken:
                _refuse(f"Nobody sits at seat {seat}; join there.")
            newer = msgspec.structs.replace(sitting, generation=sitting.generation + 1, player=None)
            seats = with_seat(seats, seat, newer)
        return [Step(HOST, (event,), opened.status, seats, opened.state, host=host)]

    return change


def check_host(opened: Opened, viewer: Viewer, what: str) -> None:
    """Refuse what only the host may do, and only until the game has ended."""
    if not viewer.host:
        raise Refused(NotHost(message=f"Only the host can {what}; send the host's token."))
    check_not_ended(opened)


def check_not_ended(opened: Opened) -> None:
    """Refuse what can only be done before the end."""
    if opened.status in ENDED:
        raise Refused(GameOver(message="The game has ended; create a new one.", status=opened.status))


def with_seat(seats: tuple[Sitting, ...], seat: int, sitting: Sitting) -> tuple[Sitting, ...]:
    """The seats with one of them changed."""
    return (*seats[: seat - 1], sitting, *seats[seat:])


def _sitting(opened: Opened, seat: int) -> Sitting:
    if not 1 <= seat <= len(opened.seats):
        _refuse(f"The seats of this game are 1 to {len(opened.seats)}; there is no {seat}.")
    return opened.seats[seat - 1]


def _refuse(message: str) -> None:
    raise Refused(InputRefused(message=message, argument="seat"))
