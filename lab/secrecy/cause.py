"""The cause of a leak: the function of the rules that shows a viewer what differs between two worlds, and where."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from taphouse.engine.contract import Event, Rules, Transition
from taphouse.engine.notation import write
from taphouse.engine.worlds import PlayedWorld
from taphouse.lab.secrecy.deals import leaves

_ABSENT = object()


def cause(rules: Rules, viewer: int | None, here: PlayedWorld, there: PlayedWorld) -> str:
    """A sentence on the cause of a leak to a viewer.

    Args:
        rules: the rules of both worlds.
        viewer: the seat, or None for a spectator.
        here: the world that was played.
        there: the other world, which should look the same to the viewer.
    """
    found = _first(rules, viewer, here, there)
    if found is not None or viewer is None:
        return (
            found or "`known` and `redact` show the same in both worlds: something that does not go through them leaks."
        )
    found = _first(rules, None, here, there)
    if found is not None:
        return f"{found} Seat {viewer} can look without its token, so a spectator must see no more than each seat."
    return "`known` and `redact` show the same in both worlds: something that does not go through them leaks."


def _first(rules: Rules, viewer: int | None, here: PlayedWorld, there: PlayedWorld) -> str | None:
    """The first difference in what the rules show a viewer."""
    who = "a spectator" if viewer is None else f"seat {viewer}"
    for version, (one, two) in enumerate(zip(here.steps, there.steps, strict=False)):  # the end may be seen later
        when = f"after {write(here.made[version - 1].move)} (move {version})" if version else "at the beginning"
        for event, twin in zip_longest(*(_told(rules, step, viewer) for step in (one, two))):
            if (at := _place(event, twin)) is not None:
                name = type(twin if event is None else event).__name__
                return f"`redact` shows {who} {f'{name}.{at}' if at else name} {when}."
        known, other = (rules.known(step.state, viewer) for step in (one, two))
        if (at := _place(known, other)) is not None:
            seen = _place(rules.view(known), rules.view(other))
            return f"`known` shows {who} {at} {when}" + (f"; in the view it is {seen}." if seen else ".")
    return None


def _told(rules: Rules, step: Transition, viewer: int | None) -> list[Event]:
    """The events of a move as a viewer sees them."""
    return [seen for event in step.events if (seen := rules.redact(event, viewer)) is not None]


def _place(here: Any, there: Any) -> str | None:
    """The first place in which two values differ, such as `hands[1][0]`."""
    ours, theirs = dict(leaves(here)), dict(leaves(there))
    return next((at for at in ours | theirs if ours.get(at, _ABSENT) != theirs.get(at, _ABSENT)), None)
