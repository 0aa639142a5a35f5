"""The bounds of a host's powers: in a game with powers by agreement, what concerns the players takes their consent."""

from __future__ import annotations

from taphouse.schema.failures import Refused
from taphouse.schema.problems.seats import ConsentNeeded
from taphouse.schema.values.agreements import ProposalKind
from taphouse.schema.values.games import HostPowers, Status
from taphouse.schema.values.seats import Viewer
from taphouse.schema.values.versions import moment
from taphouse.service.games.kernel.absent import absent, absent_from
from taphouse.service.games.kernel.loaded_game import LoadedGame


def check_consent(
    loaded: LoadedGame, viewer: Viewer, proposal: ProposalKind, now: int, replaced: int | None = None
) -> None:
    """Refuse what a host may not do alone: it takes the consent of all other players who are not absent.

    Args:
        loaded: The game.
        viewer: The host.
        proposal: The kind of proposal by which a player can ask for it.
        now: The time in milliseconds since the epoch.
        replaced: A seat that gets a new player or a new token. If its player is absent, nobody need agree.

    Raises:
        Refused: The game is running, and players must agree.
    """
    if loaded.terms.powers is HostPowers.FULL or loaded.status is not Status.RUNNING:
        return
    if replaced is not None and absent(loaded, replaced, now):
        return
    players = [seat for seat, one in enumerate(loaded.seats, 1) if one.held and not one.resigned]
    seats = tuple([seat for seat in players if seat != viewer.seat and not absent(loaded, seat, now)])
    if not seats:
        return
    times = [absent_from(loaded, seat) for seat in (seats if replaced is None else (replaced,))]
    known = [time for time in times if time is not None]
    at = moment(max(known)) if len(known) == len(times) else None
    raise Refused(ConsentNeeded(proposal=proposal, seats=seats, absent_at=at))
