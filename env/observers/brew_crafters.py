"""Observations of Brew Crafters."""

from __future__ import annotations

from typing import Any

from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.env.observers.base import Observer, flags, padded, relative

_PHASES = {phase.value: i for i, phase in enumerate(Phase)}


class BrewCraftersObserver(Observer):
    """Recipes, tiles, workers, partnerships, tracks and portions are counted in the edition's order."""

    def __init__(self, rules: Any, seats: int) -> None:
        box = rules.box
        self._beers, self._tiles, self._workers = len(box.beers), len(box.tiles), len(box.workers)
        self._deals, self._portions, self._seats = len(box.partnerships), len(box.portions), seats
        self._tasks = {entry: i for i, entry in enumerate(rules.entries, 1)}
        spaces = len(box.spaces[seats])
        table = {
            "year": 1,
            "season": 1,
            "phase": 1,
            "starting-player": 1,
            "player-to-move": 1,
            "task": 1,
            "recipes-in-play": self._beers,
            "market": spaces,
            "market-taken-by": spaces,
            "workers": self._workers,
            "partnerships": self._deals,
            "portions-by": self._portions,
            "labels-by": self._beers,
        }
        player = {
            "ingredients": 6,
            "money": 1,
            "loans": 1,
            "shifts": 1,
            "tanks": self._beers,
            "bottled": self._beers,
            "brewpub": self._beers,
            "brewed": self._beers,
            "sold": self._beers,
            "beer-points": 1,
            "bonus-points": 1,
            "tiles": self._tiles,
            "workers": self._workers,
            "partnerships": self._deals,
            "research": len(box.tracks),
            "planted": 1,
        }
        super().__init__(rules, table, player, seats)

    def observe(self, known: BrewCraftersState, seat: int) -> list[int]:
        """The numbers."""
        top: Any = known.pending[-1] if known.pending else None
        seats = self._seats
        row = [
            known.year,
            known.season,
            _PHASES.get(known.phase, len(_PHASES)),
            relative(known.first, seat, seats),
            relative(top.seat, seat, seats) if top is not None else 0,
            self._tasks[type(top)] if top is not None else 0,
            *flags(known.recipes, self._beers),
            *known.lying,
            *[relative(by, seat, seats) for by in known.taken],
            *flags(known.workers, self._workers),
            *flags(known.partnerships, self._deals),
            *padded([relative(by, seat, seats) for by in known.portions], self._portions),
            *[relative(by, seat, seats) for by in known.labels],
        ]
        for i in self._rounds[seat - 1]:
            brewer = known.brewers[i]
            row += [*brewer.stock, brewer.money, brewer.loans, brewer.shifts]
            for batches in (brewer.tanks, brewer.bottled, brewer.pub):
                row += flags([batch.recipe for batch in batches], self._beers)
            row += [*brewer.brewed, *brewer.sold, brewer.beer, brewer.bonus]
            row += flags(brewer.tiles, self._tiles)
            row += flags(brewer.workers, self._workers)
            row += flags(brewer.partnerships, self._deals)
            row += [*brewer.steps, brewer.planted]
        return row
