"""A count of what is hidden, and of how often it differed in the worlds that were compared.

Worlds that agree in what is hidden prove nothing: a card that is the same in both cannot be seen to leak.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from taphouse.engine.contract import Rules, State, Transition, sealed
from taphouse.engine.worlds import PlayedWorld, Playout

MEMORY = "What other seats remember"


def as_it_went(playout: Playout, k: int) -> PlayedWorld:
    """The world of the playout itself, up to version k."""
    events = ((), *playout.events[:k])
    return PlayedWorld(playout.secret, playout.first(k), tuple(map(Transition, playout.states[: k + 1], events)))


class Hidden:
    """The kinds of things that are hidden from viewers, such as `CardsDrawn.cards`, with the numbers of pairs of worlds."""

    def __init__(self) -> None:
        self.compared = Counter[str]()
        """The pairs in which it was hidden."""
        self.different = Counter[str]()
        """Those of them in which it was different."""

    def add(self, rules: Rules, viewer: int | None, here: PlayedWorld, there: PlayedWorld) -> None:
        """Count what is hidden from a viewer in a pair of worlds: in all moves and events, and in the last position."""
        found = dict[str, bool]()
        for kind, differs in _hidden(rules, viewer, here, there):
            found[kind] = found.get(kind, False) or differs
        if not self.different[MEMORY]:  # it takes as long as all else, so one difference has to do
            found |= _remembered(rules, viewer, here, there)
        self.compared.update(found.keys())
        self.different.update([kind for kind, differs in found.items() if differs])

    def is_news(self, rules: Rules, viewer: int | None, here: PlayedWorld, there: PlayedWorld) -> bool:
        """True if something differs in a pair that was never different before."""
        return any(differs and not self.different[kind] for kind, differs in _hidden(rules, viewer, here, there))

    def unproven(self) -> list[str]:
        """A sentence on each kind that was never different."""
        return [
            f"{kind} is hidden from some viewers, but the worlds never differed in it (pairs: {count})."
            for kind, count in sorted(self.compared.items())
            if not self.different[kind]
        ]


def _hidden(rules: Rules, viewer: int | None, here: PlayedWorld, there: PlayedWorld) -> Iterator[tuple[str, bool]]:
    for (seat, move), (_, other) in zip(here.made, there.made, strict=True):
        if seat != viewer:
            yield from _blanked(move, other, sealed(move), type(move).__name__)
    for step, twin in zip(here.steps[1:], there.steps[1:], strict=True):
        twins = list(twin.events)
        for event in step.events:
            match = next((one for one in twins if type(one) is type(event)), None)
            if match is not None:
                twins.remove(match)
            yield from _blanked(event, match, rules.redact(event, viewer), type(event).__name__)
    ours, theirs = (rules.with_decider(world.steps[-1].state, viewer or 0) for world in (here, there))
    known = rules.known(ours, viewer)
    for one, two, shown in ((ours, theirs, known), (*map(rules.view, (ours, theirs, known)),)):
        yield from _blanked(one, two, shown, type(one).__name__)


def _blanked(here: Any, there: Any, shown: Any, kind: str) -> Iterator[tuple[str, bool]]:
    """The parts of a value of which a viewer is shown less, and whether they differ in the other world."""
    if here == shown:
        return
    if isinstance(here, Struct) and type(here) is type(shown):
        for name in here.__struct_fields__:
            if name != "viewer" or not isinstance(here, State):  # which says whose knowledge it is
                parts = getattr(here, name), getattr(there, name, None), getattr(shown, name)
                yield from _blanked(*parts, f"{kind}.{name}")
    elif isinstance(here, tuple) and isinstance(shown, tuple) and len(here) == len(shown):
        others = there if isinstance(there, tuple) and len(there) == len(here) else (None,) * len(here)
        for one, two, part in zip(here, others, shown, strict=True):
            yield from _blanked(one, two, part, kind)
    else:
        yield kind, here != there


def _remembered(rules: Rules, viewer: int | None, here: PlayedWorld, there: PlayedWorld) -> dict[str, bool]:
    """The memories of other seats, if they have any: true if one remembers something else in the other world."""
    remembers = False
    for seat in range(1, max(seat for seat, _ in here.made) + 1) if here.made else ():
        if seat != viewer:
            ours, theirs = (rules.remembered(_seen(rules, world, seat), seat) for world in (here, there))
            if ours != theirs:
                return {MEMORY: True}
            remembers = remembers or ours is not None
    return {MEMORY: False} if remembers else {}


def _seen(rules: Rules, world: PlayedWorld, seat: int) -> list[Any]:
    steps = zip(world.steps, world.made, world.steps[1:], strict=False)
    return [rules.seen(before.state, *made, after.events, seat) for before, made, after in steps]
