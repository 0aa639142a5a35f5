"""What the actions can do to the table (DD-10 to DD-15): what may be chosen, and how beers come to and leave a taproom."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations

from taphouse.engine.dank_and_draft.cards import TYPES, UNKNOWN, Deck
from taphouse.engine.dank_and_draft.moves import Snatch, Spoil, StockUp
from taphouse.engine.dank_and_draft.state import DankAndDraftState, Taproom

_SNATCHES = tuple(map(Snatch, TYPES))


@cache
def clockwise(seat: int, seats: int) -> tuple[int, ...]:
    """The other seats, from the player's left."""
    return tuple((seat - 1 + i) % seats + 1 for i in range(1, seats))


def spoils(state: DankAndDraftState, most: int) -> Iterator[Spoil]:
    """Every Spoil of at least one beer: another player, a type in that taproom, 1 to `most` beers (DD-10)."""
    for seat in clockwise(state.seat, len(state.hands)):
        for t, stack in enumerate(state.taprooms[seat - 1]):
            if stack:
                yield from _spoils(seat, t, min(most, len(stack)))


@lru_cache(maxsize=1024)
def _spoils(seat: int, t: int, most: int) -> tuple[Spoil, ...]:
    return tuple(Spoil(seat, TYPES[t], count) for count in range(1, most + 1))


def snatches(state: DankAndDraftState) -> Iterator[Snatch]:
    """Every Snatch: the types that another player has (DD-13)."""
    others = [state.taprooms[seat - 1] for seat in clockwise(state.seat, len(state.taprooms))]
    for snatch, *stacks in zip(_SNATCHES, *others, strict=True):
        if any(stacks):
            yield snatch


def stock_ups(state: DankAndDraftState, most: int, deck: Deck) -> Iterator[StockUp]:
    """Every Stock Up of at least one beer: 1 to `most` taps that hold one type, known ones only (DD-14)."""
    types = [deck.type_of[card >> 4] if card > UNKNOWN else -1 for card in state.taps]
    for t in range(len(TYPES)):
        if t in types:
            yield from _stock_ups(tuple([tap for tap, type_ in enumerate(types, 1) if type_ == t]), most)


@lru_cache(maxsize=1024)
def _stock_ups(taps: tuple[int, ...], most: int) -> tuple[StockUp, ...]:
    counts = range(1, min(most, len(taps)) + 1)
    return tuple(StockUp(chosen) for count in counts for chosen in combinations(taps, count))


def place(room: Taproom, t: int, cards: tuple[int, ...]) -> Taproom:
    """The taproom with these cards on top of the stack of type `t`, or starting it (DD-15)."""
    return (*room[:t], room[t] + cards, *room[t + 1 :])  # type: ignore[return-value]  # five stacks stay five


def lift(room: Taproom, t: int, count: int) -> tuple[Taproom, tuple[int, ...]]:
    """The taproom without the `count` beers of type `t` placed last, and these, last placed first (DD-19)."""
    stack = room[t]
    left: Taproom = (*room[:t], stack[:-count], *room[t + 1 :])  # type: ignore[assignment]  # five stacks stay five
    return left, stack[: -count - 1 : -1]
