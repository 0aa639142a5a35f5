"""Steps: the versions that a change makes, before they are committed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from taphouse.engine.chance import after_undos
from taphouse.engine.clocks import Winds
from taphouse.engine.contract import Event, Move, Options, Rules
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.inputs import MOST_MOVES
from taphouse.schema.values.games import RUNNING, Status
from taphouse.schema.values.lifecycle import Happening, SeatResigned
from taphouse.service.games.encoding.agreements import Agreements
from taphouse.service.games.encoding.seats import Host, Sitting, seat_of, with_resigned
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.replaying import ending


class Step(Struct, frozen=True):
    """A version to commit."""

    who: str
    """The author of the change: a seat such as `seat:2`, `host`, or `house` (the service)."""
    events: tuple[Event, ...]
    status: Status
    seats: tuple[Sitting, ...]
    state: Any
    move: Move | None = None
    automatic: bool = False
    host: Host | None = None
    """The new host; None if it stays the same."""
    rules: Rules | None = None
    """The rules from here on; None if they stay the same."""
    winds: Winds | None = None
    """Its effect on the clocks, besides the time that passes; None if it has none."""
    agreements: Agreements | None = None
    """The proposals and agreements from here on; None if they stay the same."""
    options: Options | None = None
    """The options from here on; None if they stay the same."""
    told: list[tuple[Any, Any]] = []
    """See `Happening.told`."""


def played(
    rules: Rules,
    seats: tuple[Sitting, ...],
    who: str,
    move: Move | None,
    state: Any,
    events: tuple[Event, ...],
    *,
    service_rules: int,
    automatic: bool = False,
    newer: Rules | None = None,
) -> Step:
    """The version that a move makes, or the start of the game; if the game is over then, with the event of its end.

    `newer` is as in `Step.rules`, and `service_rules` is the version of the rules of the service.
    """
    if rules.outcome(state) is None:
        return Step(who, events, RUNNING, seats, state, move, automatic, rules=newer)
    status, end = ending(rules, state, seats, service_rules)
    return Step(who, (*events, *end), status, seats, state, move, automatic, rules=newer)


def resigned(rules: Rules, seats: tuple[Sitting, ...], seat: int, who: str, state: Any, service_rules: int) -> Step:
    """The version in which a seat of a running game resigns, with the end of the game if it ends so.

    Args:
        rules: The rules of the game.
        seats: The seats before.
        seat: The seat that resigns.
        who: The author of the change, as in `Step.who`.
        state: The position.
        service_rules: The version of the rules of the service.
    """
    seats = with_resigned(seats, seat)
    status, end = ending(rules, state, seats, service_rules)
    return Step(who, (SeatResigned(seat), *end), status, seats, state)


async def automatic_moves(
    loaded: LoadedGame, last: Step, scheduler: RequestScheduler, passive: int | None = None
) -> list[Step]:
    """The moves of resigned seats, each the first legal one, until another seat must decide.

    Args:
        loaded: The game before the change.
        last: The last version of the change so far.
        scheduler: The scheduler of the request.
        passive: Another seat whose moves are made in the same way, until another one must decide.
    """
    steps: list[Step] = []
    made = partial(played, service_rules=loaded.terms.service_rules, automatic=True, newer=last.rules)
    rules = last.rules or loaded.rules
    chance = after_undos(loaded.terms.chance, (last.agreements or loaded.agreements).undos)
    while last.status is RUNNING:
        deciders = rules.deciders(last.state)
        if steps and deciders != (passive,):
            passive = None
        seat = next((one for one in deciders if one == passive or last.seats[one - 1].resigned), None)
        if seat is None:
            break
        move = next(rules.moves(rules.known(last.state, seat)))
        step = rules.apply(rules.with_decider(last.state, seat), move, chance)
        last = made(rules, last.seats, f"seat:{seat}", move, step.state, step.events)
        steps.append(last)
        if len(steps) % MOST_MOVES == 0 and scheduler.late:
            await scheduler.turn()
    return steps


def happened(steps: Sequence[Step], before: LoadedGame, at: int) -> list[Happening]:
    """Versions as they will be read from the log. `before` is the game before them, `at` their time."""
    return [
        Happening(
            number, at, step.rules or before.rules, seat_of(step.who), step.move, step.automatic, step.events, step.told
        )
        for number, step in enumerate(steps, before.record.version + 1)
    ]
