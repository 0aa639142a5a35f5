"""Use cases of play: moves and resignation, and the moves of bots and resigned seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taphouse.engine.contract import Event, Move
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.problems.seats import AlreadyResigned
from taphouse.schema.values.games import MoveInputObject
from taphouse.schema.values.seats import Viewer
from taphouse.service.access.tokens import SERVICE
from taphouse.service.games.kernel.absent import returned
from taphouse.service.games.kernel.committing import MOST_TRIES, Committer, request_digest
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step, automatic_moves, played, resigned
from taphouse.service.store.protocol import Conflict, Key


class Playing:
    """The use cases of play.

    Args:
        committer: Commits changes.
        reader: Loads games.
    """

    def __init__(self, committer: Committer, reader: Reader) -> None:
        self._committer, self._reader = committer, reader

    async def play(
        self, caller: Caller, game: str, moves: Sequence[MoveInputObject], expected: int | None, key: str | None
    ) -> Changed:
        """Make all of these moves or none, then the moves of resigned seats. An absent player returns first."""

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            if viewer.seat is None and loaded.delayed_to is not None:
                raise Refused(NotSeated())
            judged = self._reader.game_view(loaded, viewer, caller.language).judge(moves, preview=False)
            seat, seats = viewer.seat or 0, loaded.seats
            steps: list[Step] = []
            if seats[seat - 1].away:
                steps = returned(loaded, seat)
                seats = steps[-1].seats
            who, version = f"seat:{seat}", loaded.terms.service_rules
            return steps + [
                played(loaded.rules, seats, who, one.move, one.state, one.events, service_rules=version)
                for one in judged
            ]

        digest = "" if key is None else request_digest("play", game, list(moves), expected)
        budget = caller.budget
        try:
            changed = await self._committer.change(caller, game, expected, key, digest, change, moves=True)
        except Refused:
            if budget is not None:
                budget.moved = budget.moved or False
            raise
        if budget is not None:
            budget.moved = True
        return changed

    async def resign(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Resign. If others go on, the service plays the seat's first legal move at each of its decisions from now on."""

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            seat = viewer.seat
            if seat is None:
                raise Refused(NotSeated())
            self._reader.game_view(loaded, viewer, caller.language).check_running()
            if loaded.seats[seat - 1].resigned:
                raise Refused(AlreadyResigned())
            resigning = resigned(
                loaded.rules, loaded.seats, seat, f"seat:{seat}", loaded.state, loaded.terms.service_rules
            )
            return [*returned(loaded, seat), resigning]

        return await self._committer.change(
            caller, game, expected, key, request_digest("resign", game, expected), change
        )


async def play_for_bot(committer: Committer, reader: Reader, chosen: LoadedGame, seat: int, move: Move) -> None:
    """Make a bot's move at the version it was chosen for, or at a newer one if only other seats have decided since.

    Do nothing if anything else has happened.
    """
    key, loaded = Key(SERVICE, f"bot-{chosen.version}", "bot"), chosen
    for _ in range(MOST_TRIES):
        step = loaded.rules.apply(loaded.rules.with_decider(loaded.state, seat), move, loaded.chance)
        steps = await moved_by_service(loaded, seat, move, step.state, step.events)
        if not isinstance(await committer.write(loaded, steps, key), Conflict):
            return
        record = (await reader.load(chosen.id)).record
        if record is None:
            return
        loaded = await reader.open(chosen.id, record)
        if not await _still_asked(reader, chosen, loaded, seat, move):
            return


async def moved_by_service(
    loaded: LoadedGame, seat: int, move: Move, state: Any, events: tuple[Event, ...]
) -> list[Step]:
    """The version of a move that the service makes for a seat, and the moves of resigned seats after it."""
    who, version = f"seat:{seat}", loaded.terms.service_rules
    steps = [played(loaded.rules, loaded.seats, who, move, state, events, service_rules=version)]
    return steps + await automatic_moves(loaded, steps[0], RequestScheduler())


async def _still_asked(reader: Reader, chosen: LoadedGame, now: LoadedGame, seat: int, move: Move) -> bool:
    """Return whether a seat must still make the decision for which it chose a move, and the move is still legal."""
    same = now.seats == chosen.seats and now.agreements.undos == chosen.agreements.undos
    if not same or now.rules.version != chosen.rules.version or now.bot_to_decide() is None:
        return False
    if (
        seat not in now.rules.deciders(now.state)
        or now.rules.why_not(now.rules.known(now.state, seat), move) is not None
    ):
        return False
    since = now.version - chosen.version
    if not since and now.record.epochs == chosen.record.epochs:
        return True  # only standing orders were left
    entries = await reader.store.entries(chosen.id, chosen.version, since) if 0 < since <= MOST_TRIES else ()
    return bool(entries) and all(entry.who != f"seat:{seat}" for entry in entries)
