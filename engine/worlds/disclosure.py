"""A test of moves: one that revealed nothing to anybody can be taken back as if it had not been made.

Moves are public, but for what is sealed in them. A move revealed nothing to a viewer if what the viewer knows after it follows
from what they knew before it and from the move: if blind chance, on what the viewer knew, gives the same position and the same
events. See docs/decisions/0032-undo-goes-back-to-what-was-known.md.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from taphouse.engine.chance import BLIND
from taphouse.engine.contract import WHOLE, IllegalMove, Move, Rules, Transition


def discloses(rules: Rules, state: Any, move: Move, step: Transition, seats: int) -> bool:
    """True if a move revealed something to a seat or to a spectator.

    Args:
        rules: the rules that it was made under.
        state: the position before it, in which its seat is the `decider`.
        move: the move.
        step: its result.
        seats: the number of seats.
    """
    seat = rules.decider(state) or 0
    for viewer in (None, *range(1, seats + 1)):
        before = rules.known(state, viewer)
        if _told(rules, rules.with_decider(as_if_whole(before), seat), move, step, viewer):
            return True
        if before is state:  # nothing is hidden from anybody
            break
    return False


def _told(rules: Rules, before: Any, move: Move, step: Transition, viewer: int | None) -> bool:
    """True if a viewer who knew this before a move learned more than the move."""
    try:
        blind = rules.apply(before, move, BLIND)
    except IllegalMove:  # that it was legal is news, such as a card that was in a hand
        return True
    if rules.known(blind.state, viewer) != rules.known(step.state, viewer):
        return True
    seen, expected = (
        [event for one in events if (event := rules.redact(one, viewer)) is not None]
        for events in (step.events, blind.events)
    )
    return seen != expected


def as_if_whole(known: Any) -> Any:
    """The knowledge of a viewer as a position on which any seat can move: what is unknown in it stays unknown."""
    return replace(known, viewer=WHOLE) if hasattr(known, "viewer") else known
