"""The use cases of absent players: the host replaces a player of a running game, and an absent player returns."""

from __future__ import annotations

import msgspec

from taphouse.engine.clocks import present
from taphouse.engine.contract import Event
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import Caller
from taphouse.schema.problems.games import GameNotStarted, GameOver
from taphouse.schema.problems.seats import NotAway, SeatUnchanged
from taphouse.schema.values.agreements import ProposalKind
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import BotTakesOver, SeatClosed, SeatEnded, SeatOpened
from taphouse.schema.values.seats import Opening, SeatEnder, SeatEndReason, Substitute, Viewer
from taphouse.service.access.tokens import HOST
from taphouse.service.games.encoding.seats import Sitting, with_seat
from taphouse.service.games.kernel.absent import absent, returned, stand_in, taken_over
from taphouse.service.games.kernel.checks import check_host, check_seated, refuse
from taphouse.service.games.kernel.committing import Committer, request_digest
from taphouse.service.games.kernel.host_powers import check_consent
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step


class Replacing:
    """Replaces players, and lets them return.

    Args:
        committer: Commits changes.
        reader: Knows the time.
    """

    def __init__(self, committer: Committer, reader: Reader) -> None:
        self._committer, self._reader = committer, reader

    async def replace_player(
        self,
        caller: Caller,
        game: str,
        seat: int,
        substitute: Substitute,
        may_return: bool,
        expected: int | None,
        key: str | None,
    ) -> Changed:
        """Give a seat of a running game to a bot, or open it."""

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            check_host(loaded, viewer)
            sitting_at(loaded, seat)
            now = self._reader.now_ms()
            check_consent(loaded, viewer, ProposalKind.REPLACE_PLAYER, now, seat)
            _check_running(loaded)
            reason = SeatEndReason.ABSENT if absent(loaded, seat, now) else SeatEndReason.REPLACED
            return replaced(loaded, seat, substitute, may_return=may_return, who=HOST, reason=reason)

        digest = request_digest("replace", game, seat, msgspec.to_builtins(substitute), may_return, expected)
        return await self._committer.change(caller, game, expected, key, digest, change)

    async def return_to_seat(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Take one's seat back from the bot that plays it."""
        return await self._committer.change(
            caller, game, expected, key, request_digest("return", game, expected), coming_back
        )


def replaced(
    loaded: LoadedGame, seat: int, substitute: Substitute, *, may_return: bool, who: str, reason: SeatEndReason
) -> list[Step]:
    """Give a seat of a running game to a bot, or open it. The callers check who may do that.

    The former player's token ends, and the hold of their account, unless a bot plays and they may return.

    Args:
        loaded: The game.
        seat: The seat.
        substitute: The bot that plays it from now on, or the choice to open it.
        may_return: True if its player may return.
        who: The author of the change, as in `Step.who`.
        reason: The reason for which the former player loses the seat.

    Raises:
        Refused: There is no such seat, the game is not running, or nothing would change.
    """
    _check_running(loaded)
    _check_substitute(loaded, substitute)
    sitting, by = sitting_at(loaded, seat), SeatEnder.HOST if who == HOST else SeatEnder.SEATS
    noted = sitting.ended(by, reason) if sitting.held else sitting
    if substitute.bot is None:
        if may_return:
            refuse("mayReturn", "A player can only return to a seat that a bot plays. Give the seat to a bot.")
        closed = substitute.open is Opening.INVITED
        if not sitting.taken and sitting.closed == closed:
            raise Refused(SeatUnchanged())
        event: Event = SeatClosed(seat) if closed else SeatOpened(seat)
        newer = noted.empty(closed)
    else:
        if may_return:
            _check_return(loaded, seat)
        if sitting.bot == substitute.bot.value and sitting.away == may_return:
            raise Refused(SeatUnchanged())
        if may_return:
            return stand_in(loaded, seat, substitute.bot, who)
        event, newer = BotTakesOver(seat, substitute.bot), taken_over(noted, substitute.bot)
    return [_reseated(loaded, seat, newer, who, (SeatEnded(seat, by, reason), event) if sitting.held else (event,))]


def _reseated(loaded: LoadedGame, seat: int, newer: Sitting, who: str, events: tuple[Event, ...]) -> Step:
    seats = with_seat(loaded.seats, seat, newer)
    return Step(who, events, Status.RUNNING, seats, loaded.state, winds=present(seat))


def coming_back(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
    """The return of the viewer to their seat.

    Raises:
        Refused: They have no seat, or no bot plays it for them.
    """
    seat = check_seated(viewer)
    _check_running(loaded)
    steps = returned(loaded, seat)
    if not steps:
        raise Refused(NotAway())
    return steps


def sitting_at(loaded: LoadedGame, seat: int) -> Sitting:
    """The occupancy of a seat.

    Raises:
        Refused: There is no such seat.
    """
    if not 1 <= seat <= len(loaded.seats):
        refuse("seat", f"The seats of this game are 1 to {len(loaded.seats)}; there is no {seat}.")
    return loaded.seats[seat - 1]


def _check_substitute(loaded: LoadedGame, substitute: Substitute) -> None:
    if (substitute.bot is None) == (substitute.open is None):
        refuse("with", "Give either `bot` or `open`.")
    if substitute.open is not None and loaded.terms.rated:
        refuse("with", "In a rated game, a seat stays its player's. Give it to a bot.")


def _check_return(loaded: LoadedGame, seat: int) -> None:
    sitting = loaded.seats[seat - 1]
    if not sitting.held:
        refuse("mayReturn", f"No player holds seat {seat}, so none can return to it.")
    if sitting.resigned and loaded.terms.service_rules > 1:
        refuse("mayReturn", f"The player of seat {seat} has resigned, so they cannot return to it.")


def _check_running(loaded: LoadedGame) -> None:
    if loaded.status is Status.WAITING:
        open_seats = tuple([number for number, sitting in enumerate(loaded.seats, 1) if sitting.open])
        raise Refused(GameNotStarted(open_seats=open_seats))
    if loaded.status is not Status.RUNNING:
        raise Refused(GameOver(status=loaded.status))
