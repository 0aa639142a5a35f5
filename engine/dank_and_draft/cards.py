"""The cards of Dank & Draft: two faces, an edition's deck of them, and their coding in a state.

In a state a card is one small integer, so that a position is compact and quick to copy: its beer's number in the edition times
16, plus 8 where its action was played (which makes it public in the discard pile), plus the number of its action. Beer 0 is
one that is not known; beers 1 to 5 are those of which only the type is known; action 0 is one that is not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import comb
from typing import Annotated, Any, Literal

from msgspec import Meta
from pydantic import Field, model_validator

from taphouse.engine.editions import Edition, EditionEntry, Figure, SourcedEntry, Strict
from taphouse.engine.vocabulary import REPEATS, Public, Word


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
    SNATCH = "SNATCH", "Take one beer of the same type from every other player who has any (DD-13)."
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
_EVERY_TYPE = tuple(range(len(TYPES)))
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
MOST_CARDS = 500
"""More would make positions too large to be kept for every game."""
MOST_MOVES = 2_000
"""The most legal moves that the figures of an edition may make possible in one decision."""
DRAFTED = 3
"""The cards that a draft adds to a hand."""
_MOST = {"starting_hand": 30, "hand_limit": 30, "most_spoiled": 30, "most_stocked_up": 9}
"""The most of each figure that is a number of cards. Points are at most 99 either way."""


class Card(Public, frozen=True):
    """A card, as the viewer knows it: a side that is hidden from the viewer is null."""

    brewery: Annotated[str | None, Meta(description="The brewery on the beer side; no rule uses it."), REPEATS] = None
    type: Annotated[BeerType | None, Meta(description="The type on the beer side.")] = None
    action: Annotated[Action | None, Meta(description="The action side.")] = None


class PrintedCard(Strict):
    """A card as an edition pairs its faces."""

    beer: BeerType
    action: Action


class Brewery(SourcedEntry):
    """A brewery and its cards."""

    name: str = Field(min_length=1, max_length=60)
    cards: tuple[PrintedCard, ...] = Field(min_length=1)


class TypeCount(SourcedEntry):
    """A type of beer and how many cards show it."""

    beer: BeerType
    count: int = Field(ge=1, strict=True)


class ActionCount(SourcedEntry):
    """An action and how many cards have it."""

    action: Action
    count: int = Field(ge=0, strict=True)


class Figures(Strict):
    """The numbers that the rules use."""

    starting_hand: Figure
    hand_limit: Figure
    most_spoiled: Figure
    most_stocked_up: Figure
    points_per_beer: Figure
    points_for_all_types: Figure
    points_per_card_in_hand: Figure


SCORE = ("beers-in-the-taproom", "all-five-types", "cards-left-in-hand")
"""The ids of the categories of the score (DD-22)."""


class DankAndDraftEdition(Edition):
    """An edition of Dank & Draft: the figures and the deck."""

    other_names = tuple(f"score.{category}" for category in SCORE)

    game: Literal["dank-and-draft"]
    figures: Figures
    types: tuple[TypeCount, ...]
    actions: tuple[ActionCount, ...]
    breweries: tuple[Brewery, ...]

    @model_validator(mode="after")
    def _totals(self) -> DankAndDraftEdition:
        cards = [card for brewery in self.breweries for card in brewery.cards]
        _check("types", [(row.beer, row.count) for row in self.types], Counter(card.beer for card in cards), BeerType)
        _check(
            "actions", [(row.action, row.count) for row in self.actions], Counter(card.action for card in cards), Action
        )
        names = [brewery.name for brewery in self.breweries]
        if twice := [name for name, n in Counter(names).items() if n > 1]:
            raise ValueError(f"the brewery {twice[0]!r} is listed twice")
        if missing := [str(type_) for type_ in BeerType if type_ not in {row.beer for row in self.types}]:
            raise ValueError(f"types does not list {missing[0]}; a deck has cards of all five types")
        figures = self.figures
        for name, figure in figures:
            least, most = (1, _MOST[name]) if name in _MOST else (-99, 99)
            if not least <= figure.value <= most:
                raise ValueError(f"figures.{name} is {figure.value}; {least} to {most} are possible")
        if (moves := most_discards(figures.starting_hand.value, figures.hand_limit.value)) > MOST_MOVES:
            raise ValueError(
                f"figures.starting_hand and figures.hand_limit make {moves} discards possible; {MOST_MOVES} are the most"
            )
        if len(cards) < (least := 4 * figures.starting_hand.value + 9):
            raise ValueError(f"four players need at least {least} cards, the breweries have {len(cards)}")
        if len(cards) > MOST_CARDS:
            raise ValueError(f"a deck has at most {MOST_CARDS} cards, the breweries have {len(cards)}")
        return self

    def listed(self) -> Iterator[EditionEntry]:
        """Every entry. A brewery shows its beers without their actions (DD-01a)."""
        for name, figure in self.figures:
            yield EditionEntry(
                "figures", name, {"value": figure.value, "rule": figure.rule}, figure.provenance, figure.note
            )
        for type_ in self.types:
            yield EditionEntry("types", str(type_.beer), {"count": type_.count}, type_.provenance, type_.note)
        for action in self.actions:
            yield EditionEntry("actions", str(action.action), {"count": action.count}, action.provenance, action.note)
        for brewery in self.breweries:
            beers = sorted(str(card.beer) for card in brewery.cards)
            yield EditionEntry("breweries", brewery.name, {"beers": beers}, brewery.provenance, brewery.note)


def most_discards(starting_hand: int, hand_limit: int) -> int:
    """An upper bound of the legal moves of any decision: the ways to discard down to the hand limit (DD-17).

    Each way is an amount of each type, of the cards that go or of those that stay. No other decision has so many.
    """
    over = max(starting_hand - hand_limit, 0) + DRAFTED
    return comb(min(over, hand_limit) + len(TYPES) - 1, len(TYPES) - 1)


def _check(section: str, rows: list[tuple[Any, int]], found: Mapping[Any, int], words: type[Word]) -> None:
    said = dict(rows)
    for word in words:
        if [row[0] for row in rows].count(word) > 1:
            raise ValueError(f"{section} lists {word} twice")
        if said.get(word, 0) != found.get(word, 0):
            raise ValueError(f"{section} says {said.get(word, 0)} of {word}, the breweries have {found.get(word, 0)}")


class Deck:
    """An edition's deck in the coding of a state, and back from it; and the edition's figures."""

    def __init__(self, edition: DankAndDraftEdition) -> None:
        figures = edition.figures
        self.starting_hand = figures.starting_hand.value
        self.hand_limit = figures.hand_limit.value
        self.most_spoiled = figures.most_spoiled.value
        self.most_stocked_up = figures.most_stocked_up.value
        self.points_per_beer = figures.points_per_beer.value
        self.points_for_all_types = figures.points_for_all_types.value
        self.points_per_card_in_hand = figures.points_per_card_in_hand.value
        printed = [
            (TYPE_INDEX[card.beer], b.name, ACTION_NUMBER[card.action]) for b in edition.breweries for card in b.cards
        ]
        faces = sorted({face[:2] for face in printed})
        number = {face: FIRST_BEER + i for i, face in enumerate(faces)}
        self.printed = tuple(number[type_, brewery] << 4 | action for type_, brewery, action in printed)
        """The cards as the edition pairs them."""
        beers: list[tuple[str | None, BeerType | None]] = [(None, None), *((None, type_) for type_ in TYPES)]
        beers += [(brewery, TYPES[type_]) for type_, brewery in faces]
        types = Counter(face[0] for face in printed)
        self.shares = tuple(types[t] / len(printed) for t in range(len(TYPES)))
        """The share of each type among the cards, by the index of the type."""
        actions = (None, *ACTIONS)
        self.type_of = tuple(-1 if type_ is None else TYPE_INDEX[type_] for _, type_ in beers)
        """The index of a beer's type, by the beer's number; -1 for one that is not known."""
        self._type_of_card = bytes(type_ % 256 for type_ in self.type_of for _ in range(16)).__getitem__
        sides = (*actions, *[None] * (PLAYED - len(actions)))
        cards = [card for beer in beers for card in [Card(*beer, side) for side in sides] * 2]  # not played, and played
        self.card = cards.__getitem__
        """The contents of a card, by its code."""
        self.beer = [cards[code & BEER] for code in range(len(cards))].__getitem__
        """The beer side of it, by the code."""
        self.beer_code = {self.beer(card): card & BEER for card in self.printed}
        """The code of a beer side."""
        backs = [card & ACTION for card in self.printed]
        self.actions = tuple([backs.count(number) for number in range(1, len(actions))])
        """The number of cards of each action, in the order of `ACTIONS`."""

    def beers(self, codes: Iterable[int]) -> tuple[Card, ...]:
        """The beer sides of cards."""
        return tuple(map(self.beer, codes))

    def counts(self, codes: Iterable[int]) -> tuple[int, ...]:
        """The number of cards of each type, by the index of the type; cards of unknown type are not counted."""
        return tuple(map(bytes(map(self._type_of_card, codes)).count, _EVERY_TYPE))

    @lru_cache(maxsize=1024)  # noqa: B019 -- few decks, which live long
    def places_of(self, codes: tuple[int, ...], t: int) -> tuple[int, ...]:
        """The places in a hand of the cards of a type."""
        return tuple([i for i, code in enumerate(codes) if self._type_of_card(code) == t])

    @lru_cache(maxsize=1024)  # noqa: B019 -- as above
    def blurred(
        self, hand: tuple[int, ...], places: tuple[int, ...], count: int, shown: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Some of the cards at these places of a hand, and the hand that they leave, where nobody knows which ones they are."""
        left = list(hand)
        blurred = shown if UNKNOWN in left else self._in_common([left[i] for i in places])
        for i in places:
            left[i] = blurred
        for i in places[count - 1 :: -1]:
            del left[i]
        return (blurred,) * count, tuple(left)

    def _in_common(self, codes: list[int]) -> int:
        """A card that shows what all of these show: the beer or at least its type, and the action."""
        beers, backs = {code >> 4 for code in codes}, {code & ACTION for code in codes}
        types = {self.type_of[beer] for beer in beers}
        beer = beers.pop() if len(beers) == 1 else types.pop() + 1 if len(types) == 1 else 0
        return beer << 4 | (backs.pop() if len(backs) == 1 else 0)


def backs(codes: Iterable[int]) -> tuple[Action, ...]:
    """The actions that are known of these cards, sorted, so that no order joins them to the beers (DD-04a)."""
    return tuple([ACTIONS[number - 1] for number in sorted([code & ACTION for code in codes]) if number])
