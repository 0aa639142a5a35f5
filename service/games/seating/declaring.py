"""The use case of a program that declares that it plays a seat."""

from __future__ import annotations

from msgspec.structs import replace

from taphouse.schema.concepts.advice import ProgramDeclared
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import Caller
from taphouse.schema.problems.seats import PeopleOnly, SeatUnchanged
from taphouse.schema.values.seats import Viewer
from taphouse.service.games.encoding.seats import with_seat
from taphouse.service.games.kernel.checks import check_not_ended, check_seated
from taphouse.service.games.kernel.committing import Committer, request_digest
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.steps import Step


class Declaring:
    """Marks seats as a program's.

    Args:
        committer: Commits changes.
    """

    def __init__(self, committer: Committer) -> None:
        self._committer = committer

    async def declare_program(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Mark the caller's seat."""
        digest = request_digest("program", game, expected)
        return await self._committer.change(caller, game, expected, key, digest, _declared)


def _declared(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
    check_not_ended(loaded)
    seat = check_seated(viewer)
    sitting = loaded.seats[seat - 1]
    if sitting.program:
        raise Refused(SeatUnchanged())
    if loaded.terms.people_only:
        raise Refused(PeopleOnly())
    seats = with_seat(loaded.seats, seat, replace(sitting, program=True))
    return [Step(f"seat:{seat}", (ProgramDeclared(seat),), loaded.status, seats, loaded.state)]
