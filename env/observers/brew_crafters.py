"""Observations of Brew Crafters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from taphouse.engine.brew_crafters.cards import INGREDIENTS, SEASONS, STEPS
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import YEARS, BrewCraftersState, Brewer, tanks
from taphouse.env.observers.base import Kept, Observer, flags, packed, padded, relative
from taphouse.env.observers.layout import Part

MOST_BATCHES, MOST_AMOUNT = 40, 200
"""The bounds of batches of a recipe, and of what the edition does not bound. More is shown as the bound."""
_PHASES = {phase.value: i for i, phase in enumerate(Phase)}


class BrewCraftersObserver(Observer):
    """Recipes, tiles, workers, partnerships, tracks and portions are counted in the edition's order."""

    def __init__(self, rules: Any, options: Any, seats: int) -> None:  # noqa: ARG002 -- others use them
        box = rules.box
        self._beers, self._tiles, self._workers = len(box.beers), len(box.tiles), len(box.workers)
        self._deals, self._portions, self._seats = len(box.partnerships), len(box.portions), seats
        self._kept = Kept()
        self._tasks = {entry: i for i, entry in enumerate(rules.entries, 1)}
        seat, each = Part(1, seats, code=True), Part(self._beers, 1)
        batches = Part(self._beers, MOST_BATCHES)
        tiles = [tile.copies for tile in box.tiles]
        every = tuple([code for code, copies in enumerate(tiles) for _ in range(copies)])
        full = Part(self._beers, tanks(box.means(every, tuple(range(self._workers)), (len(STEPS),) * len(box.tracks))))
        lying = [YEARS * len(SEASONS) * space.amount for space in box.spaces[seats]]
        table = {
            "year": Part(1, YEARS),
            "season": Part(1, len(SEASONS) - 1, code=True),
            "phase": Part(1, len(_PHASES), code=True),
            "starting-player": seat,
            "player-to-move": seat,
            "task": Part(1, len(self._tasks), code=True),
            "recipes-in-play": each,
            "market": Part(len(lying), lying),
            "market-taken-by": Part(len(lying), seats, code=True),
            "workers": Part(self._workers, 1),
            "partnerships": Part(self._deals, 1),
            "portions-by": Part(self._portions, seats, code=True),
            "labels-by": Part(self._beers, seats, code=True),
        }
        player = {
            "ingredients": Part(6, MOST_AMOUNT),
            "money": Part(1, MOST_AMOUNT),
            "loans": Part(1, MOST_AMOUNT),
            "shifts": Part(1, len(box.shift_costs)),
            "tanks": full,
            "bottled": full,
            "brewpub": each,
            "brewed": batches,
            "sold": batches,
            "beer-points": Part(1, MOST_AMOUNT),
            "bonus-points": Part(1, MOST_AMOUNT),
            "tiles": Part(self._tiles, tiles),
            "workers": Part(self._workers, 1),
            "partnerships": Part(self._deals, 1),
            "research": Part(len(box.tracks), len(STEPS)),
            "planted": Part(1, len(INGREDIENTS) - 1, -1, code=True),
        }
        super().__init__(rules, seats, table, player)

    def observe(self, known: BrewCraftersState, seat: int) -> list[int]:
        """The numbers."""
        row = [*self._head(known, seat), *self._market(known), *self._taken(known, seat), *self._cards(known, seat)]
        for i in self._rounds[seat - 1]:
            brewer = known.brewers[i]
            row += [*self._supplies(brewer), *self._beer(brewer), *self._owned(brewer)]
        return row

    def row(self, state: BrewCraftersState, seat: int) -> bytes:
        """The numbers for a seat: nothing is hidden."""
        kept, on_table = self._kept.get, (state.workers, state.partnerships, state.portions, state.labels)
        parts = [
            packed(self._head(state, seat)),
            kept("market", (state.recipes, state.lying), partial(self._market, state)),
            kept(("taken", seat), state.taken, partial(self._taken, state, seat)),
            kept(("cards", seat), on_table, partial(self._cards, state, seat)),
        ]
        for i in self._rounds[seat - 1]:
            one = state.brewers[i]
            beer = one.tanks, one.bottled, one.pub, one.brewed, one.shipped, one.beer, one.bonus
            owned = one.tiles, one.workers, one.partnerships, one.steps, one.planted
            parts += (
                packed(self._supplies(one)),
                kept(("beer", i), beer, partial(self._beer, one)),
                kept(("owned", i), owned, partial(self._owned, one)),
            )
        return b"".join(parts)

    def _head(self, known: BrewCraftersState, seat: int) -> list[int]:
        top: Any = known.pending[-1] if known.pending else None
        return [
            known.year,
            known.season,
            _PHASES.get(known.phase, len(_PHASES)),
            relative(known.first, seat, self._seats),
            relative(top.seat, seat, self._seats) if top is not None else 0,
            self._tasks[type(top)] if top is not None else 0,
        ]

    def _market(self, known: BrewCraftersState) -> list[int]:
        return [*flags(known.recipes, self._beers), *known.lying]

    def _taken(self, known: BrewCraftersState, seat: int) -> list[int]:
        return [relative(by, seat, self._seats) for by in known.taken]

    def _cards(self, known: BrewCraftersState, seat: int) -> list[int]:
        return [
            *flags(known.workers, self._workers),
            *flags(known.partnerships, self._deals),
            *padded([relative(by, seat, self._seats) for by in known.portions], self._portions),
            *[relative(by, seat, self._seats) for by in known.labels],
        ]

    def _supplies(self, brewer: Brewer) -> list[int]:
        return [*_at_most(MOST_AMOUNT, (*brewer.stock, brewer.money, brewer.loans)), brewer.shifts]

    def _beer(self, brewer: Brewer) -> list[int]:
        row = []
        for batches in (brewer.tanks, brewer.bottled, brewer.pub):
            row += flags([batch.recipe for batch in batches], self._beers)
        row += _at_most(MOST_BATCHES, (*brewer.brewed, *brewer.sold))
        return row + _at_most(MOST_AMOUNT, (brewer.beer, brewer.bonus))

    def _owned(self, brewer: Brewer) -> list[int]:
        return [
            *flags(brewer.tiles, self._tiles),
            *flags(brewer.workers, self._workers),
            *flags(brewer.partnerships, self._deals),
            *brewer.steps,
            brewer.planted,
        ]


def _at_most(most: int, numbers: Iterable[int]) -> list[int]:
    return [number if number < most else most for number in numbers]
