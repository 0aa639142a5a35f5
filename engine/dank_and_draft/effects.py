"""What the four actions can do to the table (DD-10 to DD-15), one function each for what may be chosen and for what it does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.dank_and_draft.cards import TYPES, UNKNOWN, Deck
from engine.dank_and_draft.moves import Snatch, Spoil, StockUp
from engine.dank_and_draft.table import DankAndDraftState, Taproom

_SNATCHES = tuple(map(Snatch, TYPES))


def clockwise(seat: int, seats: int) -> Iterator[int]:
    """The other seats, from the player's left."""
    return ((seat - 1 + i) % seats + 1 for i in range(1, seats))


def spoils(state: DankAndDraftState, most: int) -> Iterator[Spoil]:
    """Every choice of a Spoil: another player, a type he has, 1 to `most` of it (DD-10, DD-09)."""
    for seat in clockwise(state.seat, len(state.hands)):
        for type_, stack in zip(TYPES, state.taprooms[seat - 1], strict=True):
            for count in range(1, min(most, len(stack)) + 1):
                yield Spoil(seat, type_, count)


def snatches(state: DankAndDraftState) -> Iterator[Snatch]:
    """Every choice of a Snatch: the types that another player has (DD-13, DD-09)."""
    for t, snatch in enumerate(_SNATCHES):
        if any(room[t] for seat, room in enumerate(state.taprooms, 1) if seat != state.seat):
            yield snatch


def stock_ups(state: DankAndDraftState, most: int, deck: Deck) -> Iterator[StockUp]:
    """Every choice of a Stock Up: 1 to `most` taps that hold one type (DD-14, DD-09)."""
    by_type: tuple[list[int], ...] = tuple([] for _ in TYPES)
    for i, card in enumerate(state.taps):
        if card > UNKNOWN:
            by_type[deck.type_of[card >> 4]].append(i + 1)
    for positions in by_type:
        for count in range(1, min(most, len(positions)) + 1):
            yield from map(StockUp, combinations(positions, count))


def place(room: Taproom, t: int, cards: tuple[int, ...]) -> Taproom:
    """The taproom with these cards on top of the stack of type `t`, or starting it (DD-15)."""
    return (*room[:t], room[t] + cards, *room[t + 1 :])  # type: ignore[return-value]  # five stacks stay five


def lift(room: Taproom, t: int, count: int) -> tuple[Taproom, tuple[int, ...]]:
    """The taproom without the `count` beers of type `t` placed last, and these, last placed first (DD-19)."""
    stack = room[t]
    left: Taproom = (*room[:t], stack[:-count], *room[t + 1 :])  # type: ignore[assignment]  # five stacks stay five
    return left, stack[: -count - 1 : -1]
