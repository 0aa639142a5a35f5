"""Observations of Pint Craft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from taphouse.engine.pint_craft.cards import SEASONS, UNKNOWN
from taphouse.engine.pint_craft.moves import PotLimit
from taphouse.engine.pint_craft.sampling import Memory, buried, shown
from taphouse.engine.pint_craft.state import FACE_OFF, PintCraftState
from taphouse.engine.worlds.beliefs import expected
from taphouse.env.observers.base import MOST, Kept, Observer, flags, hundredths, packed, padded, relative
from taphouse.env.observers.layout import Array, Part

_FLAGS = packed([0]), packed([1])


class PintCraftObserver(Observer):
    """Cards are counted by title and Recipes by name, both in the edition's order, after one place for those not known."""

    def __init__(self, rules: Any, options: Any, seats: int) -> None:
        deck = self._deck = rules.deck
        self._titles, self._recipes, self._seats = len(deck.titles), len(deck.beers), seats
        self._cards, stacks = len(deck.printed), seats + 1
        self._kept = Kept()
        self._hands = [packed([size, *[0] * (self._titles - 1)]) for size in range(self._cards + 1)]
        """Hands of each size of which no card is known."""
        self._tasks = {entry: i for i, entry in enumerate(rules.entries, 1)}
        copies = flags(deck.printed, self._titles)
        cards = Part(self._titles, [self._cards, *copies[1:]])
        recipes = [0, *[1] * (self._recipes - 1)]
        pot = deck.pot if options.pot is PotLimit.LIMITED else (MOST,) * 4
        seat = Part(1, seats, code=True)
        table = {
            "round": Part(1, options.round_cap),
            "season": Part(1, len(SEASONS) - 1, code=True),
            "stage": Part(1, FACE_OFF, code=True),
            "first-player": seat,
            "player-to-move": seat,
            "task": Part(1, len(self._tasks), code=True),
            "cards-played": Part(1, deck.most_played),
            "leader": seat,
            "draw-pile": Part(1, self._cards),
            "pot": Part(4, pot),
            "on-offer": Part(stacks, self._recipes - 1, code=True),
            "stacks": Part(stacks, self._recipes - 1),
            "discards": cards,
        }
        player = {
            "in-the-game": Part(1, 1),
            "hand": cards,
            "ingredients": Part(4, pot),
            "in-front": cards,
            "on-tap": Part(self._recipes, recipes),
        }
        hidden = {
            "draw-pile-by-title": cards,
            "next-in-stacks": Part(stacks * self._recipes, recipes * stacks),
            "deeper-in-stacks": Part(stacks * self._recipes, recipes * stacks),
        }
        order = {
            "in-play": Part(1, self._titles - 1, code=True),
            "draw-pile-in-order": Part(self._cards, self._titles - 1, code=True),
            "stacks-in-order": Part(stacks * self._recipes, self._recipes - 1, code=True),
        }
        super().__init__(rules, seats, table, player, ("hand",), hidden, order)

    def observe(self, known: PintCraftState, seat: int) -> list[int]:
        """The numbers."""
        row = [*self._head(known, seat), *self._piles(known), *flags(known.discards, self._titles)]
        for i in self._rounds[seat - 1]:
            row.append(i + 1 in known.left)
            row += flags(known.hands[i], self._titles)
            row += self._open(known, i)
        return row

    def row(self, state: PintCraftState, seat: int) -> bytes:
        """The numbers for what a seat knows of a position: of other hands, their sizes."""
        if state.ended:
            return super().row(state, seat)  # nothing is hidden
        kept, discards, seen = self._kept.get, state.discards, seat - 1
        parts = [
            packed(self._head(state, seat)),
            kept("piles", (state.pot, state.stacks), partial(self._piles, state)),
            kept("discards", discards, partial(flags, discards, self._titles)),
        ]
        for i in self._rounds[seen]:
            hand = state.hands[i]
            parts.append(_FLAGS[i + 1 in state.left])
            if i == seen:
                parts.append(kept(("hand", i), hand, partial(flags, hand, self._titles)))
            else:
                parts.append(self._hands[len(hand)])
            shown = state.ingredients[i], state.fronts[i], state.taps[i]
            parts.append(kept(i, shown, partial(self._open, state, i)))
        return b"".join(parts)

    def _head(self, known: PintCraftState, seat: int) -> list[int]:
        top = known.pending[-1] if known.pending else None
        mover = (getattr(top, "seat", 0) or known.seat) if top is not None else 0
        return [
            known.round,
            known.season,
            known.stage,
            relative(known.first, seat, self._seats),
            relative(mover, seat, self._seats),
            self._tasks.get(type(top), 0) if top is not None else 0,
            known.played,
            relative(known.leader, seat, self._seats),
            len(known.pile),
        ]

    def _piles(self, known: PintCraftState) -> list[int]:
        return [
            *[min(count, MOST) for count in known.pot],
            *[stack[-1] if stack else 0 for stack in known.stacks],
            *map(len, known.stacks),
        ]

    def _open(self, known: PintCraftState, i: int) -> list[int]:
        row = [min(count, MOST) for count in known.ingredients[i]]
        row += flags(known.fronts[i], self._titles)
        row += flags(known.taps[i], self._recipes)
        return row

    def hidden(self, world: PintCraftState, seat: int) -> list[int]:  # noqa: ARG002 -- the same for all
        """The draw pile, and the Recipes below those on offer: the next of each stack, and the others."""
        row = flags(world.pile, self._titles)
        for place in (slice(-2, -1), slice(0, -2)):
            for stack in world.stacks:
                row += flags(stack[place], self._recipes)
        return row

    def recall(self, state: PintCraftState, seat: int, memory: Memory | None) -> Array:
        """The memory of a seat: each hidden card and Recipe is expected where it can be."""
        if state.ended:
            return super().recall(state, seat, memory)
        known = self._known(state, seat)
        held, stacks = memory or shown(known, seat, self._deck)
        places: list[Sequence[float]] = [
            expected(held, place, lambda cards: flags(cards, self._titles)) for place in range(len(known.hands) + 1)
        ]
        places[seat] = flags(known.hands[seat - 1], self._titles)
        row = [number for i in (*[i + 1 for i in self._rounds[seat - 1]], 0) for number in places[i]]
        below = buried(known, stacks, self._deck)
        unseen = [count / len(below) for count in flags(below, self._recipes)] if below else []
        for place in (slice(-2, -1), slice(0, -2)):
            for stack in stacks:
                lying = flags(stack[place], self._recipes)
                hidden, lying[UNKNOWN] = lying[UNKNOWN], 0
                row += [n + hidden * share for n, share in zip(lying, unseen, strict=True)] if hidden else lying
        return hundredths(row)

    def order(self, state: PintCraftState) -> list[int]:
        """The card in play, the draw pile and the stacks, their tops first."""
        return [state.in_play, *padded(state.pile[::-1], self._cards), *self._in_order(state)]

    def _in_order(self, state: PintCraftState) -> Iterator[int]:
        for stack in state.stacks:
            yield from padded(stack[::-1], self._recipes)
