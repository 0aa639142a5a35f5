"""The cards of Dank & Draft: two faces, an edition's deck of them, and their coding in a state.

In a state a card is one small integer, so that a position is compact and quick to copy: its beer's number in the edition times
16, plus 8 where its action was played (which makes it public in the discard pile), plus the number of its action. Beer 0 is
one that is not known; beers 1 to 5 are those of which only the type is known; action 0 is one that is not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from pydantic import Field, model_validator

from engine.edition import Edition, Entry, Figure, Listed
from engine.game import View
from engine.words import Word


class BeerType(Word):
    """A type of beer."""

    IPA = "IPA", "India pale ale."
    PILSNER = "PILSNER", "Pilsner."
    AMBER = "AMBER", "Amber."
    SOUR = "SOUR", "Sour."
    STOUT = "STOUT", "Stout."


class Action(Word):
    """The action side of a card."""

    SPOIL = "SPOIL", "Destroy up to three beers of one type in another player's taproom (DD-10)."
    RECYCLE = "RECYCLE", "Shuffle the discard pile into the draw pile and take an extra turn (DD-11)."
    SNATCH = "SNATCH", "Take a beer of one type from every other player who has any (DD-13)."
    STOCK_UP = "STOCK_UP", "Take up to three beers of one type from the taps (DD-14)."


class Line(Word):
    """A row or column of the taps."""

    ROW_1 = "ROW_1", "The top row: taps 1, 2, 3."
    ROW_2 = "ROW_2", "The middle row: taps 4, 5, 6."
    ROW_3 = "ROW_3", "The bottom row: taps 7, 8, 9."
    COLUMN_1 = "COLUMN_1", "The left column: taps 1, 4, 7."
    COLUMN_2 = "COLUMN_2", "The middle column: taps 2, 5, 8."
    COLUMN_3 = "COLUMN_3", "The right column: taps 3, 6, 9."


LINES = {line: (3 * i, 3 * i + 1, 3 * i + 2) if i < 3 else (i - 3, i, i + 3) for i, line in enumerate(Line)}
"""The indexes of a line's taps."""

TYPES = tuple(BeerType)
ACTIONS = tuple(Action)
TYPE_INDEX = {type_: i for i, type_ in enumerate(TYPES)}
ACTION_NUMBER = {action: i + 1 for i, action in enumerate(ACTIONS)}

GAP = -1
"""A tap without a card."""
UNKNOWN = 0
"""A card of which nothing is known."""
PLAYED = 8
"""The flag of a card whose action was played."""
BEER = ~15
"""The mask that keeps the beer side."""
ACTION = 7
"""The mask that keeps the action's number."""
FIRST_BEER = 6
"""The number of an edition's first beer."""


class Card(View, frozen=True):
    """A card, as far as the viewer knows it: the side that is hidden from him is null."""

    brewery: Annotated[str | None, Meta(description="The brewery on the beer side; no rule uses it.")] = None
    type: Annotated[BeerType | None, Meta(description="The type on the beer side.")] = None
    action: Annotated[Action | None, Meta(description="The action side.")] = None


class _Pair(Entry):
    beer: BeerType
    action: Action


class _Brewery(Entry):
    name: str = Field(min_length=1, max_length=60)
    cards: tuple[_PrintedCard, ...] = Field(min_length=1)
