"""Observations of Pint Craft."""

from __future__ import annotations

from typing import Any

from taphouse.engine.pint_craft.state import PintCraftState
from taphouse.env.observers.base import Observer, flags, relative


class PintCraftObserver(Observer):
    """Cards are counted by title and Recipes by name, both in the edition's order, after one place for those not known."""

    def __init__(self, rules: Any, seats: int) -> None:
        self._titles, self._recipes, self._seats = len(rules.deck.titles), len(rules.deck.beers), seats
        self._tasks = {entry: i for i, entry in enumerate(rules.entries, 1)}
        table = {
            "round": 1,
            "season": 1,
            "stage": 1,
            "first-player": 1,
            "player-to-move": 1,
            "task": 1,
            "cards-played": 1,
            "leader": 1,
            "draw-pile": 1,
            "pot": 4,
            "on-offer": seats + 1,
            "stacks": seats + 1,
            "discards": self._titles,
        }
        player = {
            "in-the-game": 1,
            "hand": self._titles,
            "ingredients": 4,
            "in-front": self._titles,
            "on-tap": self._recipes,
        }
        super().__init__(rules, table, player, seats)

    def observe(self, known: PintCraftState, seat: int) -> list[int]:
        """The numbers."""
        top = known.pending[-1] if known.pending else None
        mover = (getattr(top, "seat", 0) or known.seat) if top is not None else 0
        row = [
            known.round,
            known.season,
            known.stage,
            relative(known.first, seat, self._seats),
            relative(mover, seat, self._seats),
            self._tasks.get(type(top), 0) if top is not None else 0,
            known.played,
            relative(known.leader, seat, self._seats),
            len(known.pile),
            *[min(count, 1000) for count in known.pot],
            *[stack[-1] if stack else 0 for stack in known.stacks],
            *map(len, known.stacks),
            *flags(known.discards, self._titles),
        ]
        for i in self._rounds[seat - 1]:
            row.append(i + 1 in known.left)
            row += flags(known.hands[i], self._titles)
            row += known.ingredients[i]
            row += flags(known.fronts[i], self._titles)
            row += flags(known.taps[i], self._recipes)
        return row
