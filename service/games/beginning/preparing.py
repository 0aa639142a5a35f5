"""The use cases of a table that waits for its start: names of seats, and the first seat."""

from __future__ import annotations

import math
from collections.abc import Callable

from msgspec.structs import replace

from taphouse.engine.first_seat import has_first_seat, with_first_seat
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotHost, NotSeated
from taphouse.schema.problems.seats import NamedLately, SeatUnchanged
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import FirstSeatChosen, SeatNamed
from taphouse.schema.values.seats import Viewer
from taphouse.service.access.tokens import HOST
from taphouse.service.games.beginning.seats import check_look_alikes, check_name
from taphouse.service.games.encoding.seats import Sitting, with_seat
from taphouse.service.games.kernel.checks import check_host, check_not_ended, check_waiting, refuse
from taphouse.service.games.kernel.committing import Committer, request_digest
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.steps import Step
from taphouse.service.games.seating.replacing import sitting_at

NAMED_AGAIN = 60_000
"""Milliseconds after which a player can change their names in a running game again."""


class Preparing:
    """Prepares games for their start.

    Args:
        committer: Commits changes.
        now: Returns the current time in milliseconds since the epoch.
    """

    def __init__(self, committer: Committer, now: Callable[[], int]) -> None:
        self._committer, self._now = committer, now

    async def name_seat(
        self,
        caller: Caller,
        game: str,
        seat: int | None,
        name: str | None,
        brewery: str | None,
        expected: int | None,
        key: str | None,
    ) -> Changed:
        """Name the player and the brewery of the caller's seat, or, as the host, of a seat that no player holds before the start.

        An empty name removes the one before.
        """
        check_name(name or None, "name")
        check_name(brewery or None, "brewery")

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            named = _seat_to_name(loaded, viewer, seat)
            if named != viewer.seat:
                check_waiting(loaded)
            if name is None and brewery is None:
                refuse("name", "Give a name, a brewery, or both.")
            before = loaded.seats[named - 1]
            after = replace(before, name=_named(name, before.name), brewery=_named(brewery, before.brewery))
            if after == before:
                raise Refused(SeatUnchanged())
            if loaded.status is Status.RUNNING:
                after = self._named_now(after)
            seats = with_seat(loaded.seats, named, after)
            check_look_alikes(seats, named, "name", "brewery")
            who = f"seat:{named}" if named == viewer.seat else HOST
            event = SeatNamed(named, after.name, after.brewery)
            return [Step(who, (event,), loaded.status, seats, loaded.state)]

        digest = request_digest("name", game, seat, name, brewery, expected)
        return await self._committer.change(caller, game, expected, key, digest, change)

    def _named_now(self, sitting: Sitting) -> Sitting:
        """The occupancy of a seat of a running game whose player has other names now.

        Raises:
            Refused: They changed them less than a minute ago: the others must know who they are.
        """
        now = self._now()
        if (wait := sitting.named + NAMED_AGAIN - now) > 0:
            raise Refused(NamedLately(retry_after=math.ceil(min(wait, NAMED_AGAIN) / 1000)))
        return replace(sitting, named=now)

    async def choose_first_seat(
        self, caller: Caller, game: str, seat: int | None, expected: int | None, key: str | None
    ) -> Changed:
        """Choose the seat that takes the first turn; None lets the seed choose it."""

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            check_host(loaded, viewer)
            check_waiting(loaded)
            if seat is not None:
                sitting_at(loaded, seat)
            if loaded.terms.begins is not None:
                refuse("seat", "The game begins from a position, which says whose turn it is.")
            if not has_first_seat(loaded.options):
                refuse("seat", f"{loaded.game.about.title} has no choice of the first seat.")
            options = with_first_seat(loaded.options, seat)
            if options == loaded.options:
                raise Refused(SeatUnchanged())
            return [Step(HOST, (FirstSeatChosen(seat),), loaded.status, loaded.seats, None, options=options)]

        digest = request_digest("first seat", game, seat, expected)
        return await self._committer.change(caller, game, expected, key, digest, change)


def _seat_to_name(loaded: LoadedGame, viewer: Viewer, seat: int | None) -> int:
    """The seat that a viewer names: their own, or, as the host, one that no player holds.

    Raises:
        Refused: It is not theirs to name, or there is no such seat.
    """
    check_not_ended(loaded)
    if viewer.seat is not None and seat in (None, viewer.seat):
        return viewer.seat
    if seat is None or not (viewer.host or viewer.seat):
        raise Refused(NotSeated())
    if not viewer.host:
        raise Refused(NotHost())
    if sitting_at(loaded, seat).held:
        raise Refused(NotSeated())
    return seat


def _named(name: str | None, before: str | None) -> str | None:
    return before if name is None else name or None
