"""A position of Pint Craft, what is owed in it, and the board on which a move is carried out."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import Any

from taphouse.engine.chance import Chance
from taphouse.engine.contract import WHOLE, Event, Owed, State
from taphouse.engine.pint_craft.cards import UNKNOWN, IngredientAmounts, Pot
from taphouse.engine.pint_craft.deck import Deck, amounts, counts
from taphouse.engine.pint_craft.moves import (
    CardsDrawn,
    DrawPileMade,
    IngredientsGiven,
    IngredientsLost,
    IngredientsTaken,
    PintCraftOptions,
    PotLimit,
)

Cards = tuple[int, ...]

ROUNDS, CHALLENGE_ROUND, FACE_OFF = 0, 1, 2
"""The stages of a game."""
BASE_MALT, HOPS, BASIC, ALL = 1, 4, 7, 15
"""The ingredients that may be chosen, a bit for each index in `INGREDIENTS`."""
PLENTY = 1_000_000
"""The amount of each ingredient in an unlimited pot."""
_LIMITED = PotLimit.LIMITED


class ToPlay(Owed, frozen=True):
    """The first step of a turn: Brewery cards may be played (PC-06)."""


class ToBrew(Owed, frozen=True):
    """The second step: Recipes may be put on tap, then the turn is ended (PC-05)."""


class ToChoose(Owed, frozen=True):
    """A choice of ingredients from the pot (PC-11)."""

    seat: int
    amount: int
    allowed: int
    """The ingredients, as bits."""
    source: str
    """The name of the card that pays, `SEASONAL_BONUS` or `IMPROVEMENTS`."""


class ToGive(Owed, frozen=True):
    """Ingredients that a player gives up by their own choice (PC-16)."""

    seat: int
    amount: int
    to: int
    """The seat that gets them; 0 for the pot."""
    source: str


class OfCard(Owed, frozen=True):
    """A choice that the effect of a card owes."""

    card: int
    at: int
    """The number of the effect."""


class ToTarget(OfCard, frozen=True):
    """The choice of another player (PC-16)."""


class ToName(OfCard, frozen=True):
    """The choice of the Recipe on offer that an Expansion pays from (PC-15)."""


class ToBury(OfCard, frozen=True):
    """The choice of a stack whose top Recipe is put under it."""


class ToTakeBack(OfCard, frozen=True):
    """The choice of a card of the discard stack."""


class ToSwap(OfCard, frozen=True):
    """The choice of two Recipes on tap that are exchanged."""


class ToReturn(Owed, frozen=True):
    """The choice among a player's Recipes on tap with the fewest Pints, one of which the player loses (PC-16)."""

    seat: int
    source: str


class ToVote(Owed, frozen=True):
    """The vote of a tied leader (PC-26)."""

    seat: int


class Acting(OfCard, frozen=True):
    """A card whose effects are carried out, the next one being `at`. No decision."""


class Beginning(Owed, frozen=True):
    """A turn that begins once the bonuses are paid. No decision."""


class Catching(Owed, frozen=True):
    """The player with the fewest Pints draws a card (PC-21). No decision."""


Pending = (
    ToPlay
    | ToBrew
    | ToChoose
    | ToGive
    | ToTarget
    | ToName
    | ToBury
    | ToTakeBack
    | ToSwap
    | ToReturn
    | ToVote
    | Acting
    | Beginning
    | Catching
)


class PintCraftState(State, frozen=True):
    """A position. Cards, Recipes and ingredients are coded as `engine.pint_craft.deck` says.

    Once the game is over, `seat`, `leader`, `played` and `stage` are 0 and `to_play` is empty.
    """

    options: PintCraftOptions
    draws: int
    """The number of the next draw."""
    round: int
    season: int
    """The index of the Season."""
    first: int
    """The seat that took the first turn."""
    seat: int
    """The seat whose turn it is."""
    stage: int
    leader: int
    """The seat that started the Challenge Round; 0 where there is none."""
    to_play: tuple[int, ...]
    """In a Challenge Round or Face Off: the seats that still have a turn in it, the one whose turn it is first."""
    left: tuple[int, ...]
    """The seats that are not eliminated, ascending."""
    played: int
    """The number of cards played in this turn."""
    in_play: int
    """The green card that is acting, or 0."""
    pending: tuple[Pending, ...]
    """The stack of what is owed, the next at the end; empty when the game is over. The last one is a decision."""
    pile: Cards
    """The draw pile, its top at the end."""
    discards: Cards
    """The discard stack, its top at the end."""
    pot: Pot
    stacks: tuple[Cards, ...]
    """Recipes, the top of each stack at the end."""
    hands: tuple[Cards, ...]
    """Sorted."""
    ingredients: tuple[Pot, ...]
    fronts: tuple[Cards, ...]
    """The orange cards in front of each player, in the order in which they were played."""
    taps: tuple[Cards, ...]
    """The Recipes on tap of each player, in the order in which they came."""
    ended: str
    """The reason of the end, empty while the game runs."""
    viewer: int = WHOLE
    """The seat whose knowledge this is, `SPECTATOR` or `WHOLE`."""


class Board:
    """A position under way: a move is carried out on it, and what happens is noted.

    It has the fields of a state, with lists where most moves change something; nothing but `apply` ever holds one.
    """

    def __init__(self, state: PintCraftState, deck: Deck, chance: Chance, events: list[Event] | None) -> None:
        self.options = state.options
        self.draws = state.draws
        self.round = state.round
        self.season = state.season
        self.first = state.first
        self.seat = state.seat
        self.stage = state.stage
        self.leader = state.leader
        self.to_play = state.to_play
        self.left = state.left
        self.played = state.played
        self.in_play = state.in_play
        self.pending = [*state.pending]
        self.pile = state.pile
        self.discards = state.discards
        self.pot = state.pot
        self.stacks = state.stacks
        self.hands = [*state.hands]
        self.ingredients = [*state.ingredients]
        self.fronts = state.fronts
        self.taps = state.taps
        self.ended = state.ended
        self.viewer = state.viewer
        self.uncovered = False
        """True if this move has uncovered a Recipe: a preview of the move does not know it."""
        self.events: Any = events
        """The events so far; None where they are not asked for."""
        self.deck = deck
        self.chance = chance

    def state(self) -> PintCraftState:
        """The position reached."""
        return PintCraftState(
            self.options,
            self.draws,
            self.round,
            self.season,
            self.first,
            self.seat,
            self.stage,
            self.leader,
            self.to_play,
            self.left,
            self.played,
            self.in_play,
            tuple(self.pending),
            self.pile,
            self.discards,
            self.pot,
            self.stacks,
            tuple(self.hands),
            tuple(self.ingredients),
            self.fronts,
            self.taps,
            self.ended,
            self.viewer,
        )

    # --- the players ---------------------------------------------------------------------------------------------------

    def in_turn_order(self, after: int) -> list[int]:
        """The seats still in the game, from the one after this seat; this seat comes last, if it is still in."""
        place = bisect(self.left, after)
        return [*self.left[place:], *self.left[:place]]

    def next_after(self, seat: int) -> int:
        """The seat still in the game that comes after this one."""
        return self.left[bisect(self.left, seat) % len(self.left)]

    def others(self) -> list[int]:
        """The other seats still in the game, in seat order from the first player (PC-13)."""
        return [seat for seat in self.in_turn_order(self.first - 1) if seat != self.seat]

    def top(self, number: int) -> str | None:
        """The name of the Recipe on offer in a stack; None where the stack is empty or the Recipe not known."""
        stack = self.stacks[number - 1]
        return self.deck.beers[stack[-1]].name if stack and stack[-1] else None

    def pints(self, seat: int) -> int:
        """A player's Pints."""
        return self.deck.pints(self.fronts[seat - 1], self.taps[seat - 1])

    # --- what changes hands --------------------------------------------------------------------------------------------------

    def take(self, seat: int, taken: Pot, source: str) -> None:
        """Ingredients come from the pot, as far as it has them (PC-13)."""
        self.take_all(seat, amounts(least(taken, self.pot)), source)

    def take_all(self, seat: int, ingredients: IngredientAmounts, source: str) -> None:
        """Ingredients come from the pot, which has them."""
        taken = counts(ingredients)
        if any(taken):
            self.receive(seat, taken)
            if self.events is not None:
                self.events.append(IngredientsTaken(seat, ingredients, source))

    def receive(self, seat: int, taken: Pot) -> None:
        """Ingredients that the pot has come to a player."""
        self.ingredients[seat - 1] = _plus(self.ingredients[seat - 1], taken)
        if self.options.pot is _LIMITED:
            self.pot = _minus(self.pot, taken)

    def lose(self, seat: int, lost: Pot, source: str) -> None:
        """Ingredients go to the pot, as far as the player has them (PC-16)."""
        lost = least(lost, self.ingredients[seat - 1])
        if any(lost):
            self.pay(seat, lost)
            if self.events is not None:
                self.events.append(IngredientsLost(seat, amounts(lost), source))

    def pay(self, seat: int, paid: Pot) -> None:
        """Ingredients that the player has go to the pot."""
        self.ingredients[seat - 1] = _minus(self.ingredients[seat - 1], paid)
        if self.options.pot is _LIMITED:
            self.pot = _plus(self.pot, paid)

    def give(self, seat: int, to: int, given: Pot, source: str) -> None:
        """Ingredients that the player has go to another."""
        if any(given):
            self.ingredients[seat - 1] = _minus(self.ingredients[seat - 1], given)
            self.ingredients[to - 1] = _plus(self.ingredients[to - 1], given)
            if self.events is not None:
                self.events.append(IngredientsGiven(seat, to, amounts(given), source))

    def draw(self, seat: int, count: int) -> None:
        """Draw cards; the discard stack is shuffled into a new draw pile when it is empty (PC-08). Not in a Face Off (PC-25)."""
        if self.stage == FACE_OFF:
            return
        drawn: Cards = ()
        while len(drawn) < count and (self.pile or self.discards):
            if not self.pile:
                if self.events is not None:
                    self.events.append(DrawPileMade(len(self.discards)))
                self.pile = self._shuffled(self.discards)
                self.discards = ()
                self.draws += 1
            missing = count - len(drawn)
            drawn += self.pile[-missing:]
            self.pile = self.pile[:-missing]
        if drawn:
            self.gain(seat, drawn)
            if self.events is not None:
                self.events.append(CardsDrawn(seat, len(drawn), names(self.deck, drawn)))

    def _shuffled(self, cards: Cards) -> Cards:
        """The cards in the order of the next draw; unknown ones where the chance is blind."""
        order = self.chance.order(self.draws, len(cards))
        return (UNKNOWN,) * len(cards) if order is None else tuple([cards[i] for i in order])

    def gain(self, seat: int, cards: Cards) -> None:
        """Cards come into a hand."""
        self.hands[seat - 1] = tuple(sorted(self.hands[seat - 1] + cards))

    def leave(self, seat: int, card: int) -> None:
        """A card leaves a hand."""
        hand = self.hands[seat - 1]
        i = hand.index(card)
        self.hands[seat - 1] = hand[:i] + hand[i + 1 :]


Position = PintCraftState | Board


def names(deck: Deck, cards: Cards) -> tuple[str, ...] | None:
    """The names of these cards, sorted by their codes; None where one of them is not known."""
    return None if UNKNOWN in cards else tuple([deck.names[card] for card in sorted(cards)])


def offered(stacks: Sequence[Cards]) -> list[int]:
    """The Recipes on offer, the tops of the stacks (PC-03); a Recipe that is not known is left out."""
    return [stack[-1] for stack in stacks if stack and stack[-1] != UNKNOWN]


def unknown_on_offer(stacks: Sequence[Cards]) -> bool:
    """True if a Recipe on offer is not known, as in a preview of a move that uncovers it."""
    return UNKNOWN in [stack[-1] for stack in stacks if stack]


def can_pay(has: Pot, cost: Pot) -> bool:
    """True if these ingredients cover the cost."""
    return has[0] >= cost[0] and has[1] >= cost[1] and has[2] >= cost[2] and has[3] >= cost[3]


def least(a: Pot, b: Pot) -> Pot:
    """The smaller of two counts of each ingredient."""
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    return a0 if a0 < b0 else b0, a1 if a1 < b1 else b1, a2 if a2 < b2 else b2, a3 if a3 < b3 else b3


def only(ingredient: int, amount: int) -> Pot:
    """An amount of one ingredient, by its index."""
    pot = [0, 0, 0, 0]
    pot[ingredient] = amount
    return pot[0], pot[1], pot[2], pot[3]


def put(row: tuple[Cards, ...], number: int, cards: Cards) -> tuple[Cards, ...]:
    """The row with other cards in one place, that of a seat or stack, counted from 1."""
    return (*row[: number - 1], cards, *row[number:])


def without(cards: Cards, card: int) -> Cards:
    """All of these cards but this one."""
    return tuple([other for other in cards if other != card])


def _plus(a: Pot, b: Pot) -> Pot:
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    return a0 + b0, a1 + b1, a2 + b2, a3 + b3


def _minus(a: Pot, b: Pot) -> Pot:
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    return a0 - b0, a1 - b1, a2 - b2, a3 - b3
