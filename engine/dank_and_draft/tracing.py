"""The cards that a table sees in a game of Dank & Draft, to enter one that was played on paper.

All see the beers at the taps, and both sides of a card whose action is taken. A beer tells which card it is, so cards that went
back into the draw pile are known again.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from taphouse.engine.contract import Move, Transition
from taphouse.engine.dank_and_draft.cards import ACTION, ACTION_NUMBER, BEER, TYPE_INDEX, TYPES, Card
from taphouse.engine.dank_and_draft.moves import (
    ActionCardDiscarded,
    BeersDiscarded,
    BeersDrafted,
    BeersOffered,
    DankAndDraftOptions,
    Discard,
    DrawPileRecycled,
    Offer,
    Pairing,
    TakeAction,
    TapsRefilled,
)
from taphouse.engine.dank_and_draft.rules import DankAndDraftRules
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay
from taphouse.engine.records.tracing import CannotEnter, CardQuestion, Draws, Shown, Trace, TracedWorld
from taphouse.engine.worlds.beliefs import Contradiction
from taphouse.engine.worlds.hidden_cards import PILE, Arrival, Departure, DrawResult, HiddenCards, Reshuffle, Transfer

BACKS, CARDS = 0, 1
"""The numbers of the draws of the set-up."""


class Back(Struct, frozen=True):
    """The lesson that a beer has this action on its back."""

    beer: int
    action: int


class DankAndDraftTrace(Trace):
    """The cards that a table sees."""

    def __init__(self, rules: DankAndDraftRules, options: DankAndDraftOptions, seats: int) -> None:
        super().__init__(rules, options, seats)
        deck = self._deck = rules.deck
        self._beers = {_name(deck.beer(card)): card & BEER for card in deck.printed}
        if len(self._beers) < len(deck.printed):
            raise CannotEnter(
                "Several cards of this edition have the same beer side, so a table cannot tell which is which."
            )
        self._actions = Counter([card & ACTION for card in deck.printed])
        self._course = HiddenCards([card & BEER for card in deck.printed], seats)

    def dealt(self) -> list[Transfer]:
        """DD-01: the hands."""
        return [Transfer(PILE, seat) for seat in range(1, self.seats + 1) for _ in range(self._deck.starting_hand)]

    # --- the cards that leave a hand -----------------------------------------------------------------------------------

    def questions(self, state: DankAndDraftState, move: Move) -> list[CardQuestion]:
        """DD-04a, DD-08: the beers of cards that leave a hand, which their player does not choose."""
        match move:
            case TakeAction(seat) if 1 <= seat <= self.seats and seat != state.seat:
                return [CardQuestion("action-card", [*self._beers])]
            case Offer(type_, count):
                return self._asked_of_type(TYPE_INDEX[type_], count)
            case Discard():
                return [ask for t, count in enumerate(_counts(move)) for ask in self._asked_of_type(t, count)]
        return []

    def _asked_of_type(self, t: int, count: int) -> list[CardQuestion]:
        names = [name for name, beer in self._beers.items() if self._deck.type_of[beer >> 4] == t]
        return [CardQuestion(f"{TYPES[t]}-{number}", names) for number in range(1, min(count, len(names)) + 1)]

    def named(self, move: Move, step: Transition) -> list[str]:
        """The beers of the cards that left a hand in this world."""
        cards: list[Card] = []
        for event in step.events:
            if isinstance(event, BeersOffered | BeersDiscarded):
                cards += event.beers
            elif isinstance(event, ActionCardDiscarded) and isinstance(move, TakeAction):
                cards.append(event.action_card)
        top = step.state.pending[-1] if step.state.pending else None
        if isinstance(move, TakeAction) and isinstance(top, InPlay):
            cards.append(self._deck.card(top.card))
        return [_name(card) for card in cards]

    def left(self, state: DankAndDraftState, move: Move, cards: Sequence[str]) -> list[Departure | Back]:
        """DD-08: a card of an action shows both sides. DD-16, DD-17: others show their beers."""
        beers = [self._beers[name] for name in cards]
        if isinstance(move, TakeAction):
            action = ACTION_NUMBER[move.action]
            return [lesson for beer in beers for lesson in (Departure(move.from_seat, beer), Back(beer, action))]
        return [Departure(state.seat, beer) for beer in beers]

    def picked(self, state: DankAndDraftState, move: Move, cards: Sequence[str], draw: int) -> tuple[int, ...] | None:
        """DD-04a: the draw among the cards of one action, or of one type."""
        type_of, beers, seat = self._deck.type_of, [self._beers[name] for name in cards], state.seat
        if isinstance(move, TakeAction):
            seat = move.from_seat
            there = [card for card in state.hands[seat - 1] if card & ACTION == ACTION_NUMBER[move.action]]
        else:
            t = TYPE_INDEX[move.type] if isinstance(move, Offer) else draw - state.draws
            there = [card for card in state.hands[seat - 1] if type_of[card >> 4] == t]
        return tuple([place for place, card in enumerate(there) if card & BEER in beers])

    # --- the cards at the taps -----------------------------------------------------------------------------------------

    def shown(self, move: Move | None, step: Transition, lessons: Sequence[Any]) -> list[Shown]:  # noqa: ARG002 -- each is new
        """DD-18: the cards that came to the taps."""
        names = [*self._beers]
        taps = enumerate(map(self._deck.beer, step.state.taps), 1) if move is None else _refilled(step)
        return [Shown(CardQuestion(f"tap-{tap}", names), _name(card)) for tap, card in taps]

    def saw(
        self, world: TracedWorld, move: Move | None, step: Transition, told: Sequence[tuple[Shown, str]]
    ) -> list[Any]:
        """DD-07: beers come into a hand. DD-11: the discard pile is shuffled. DD-18: the taps are refilled."""
        turned = [Departure(PILE, self._beers[name]) for _, name in told]
        if move is None:
            return turned
        lessons: list[Any] = []
        for event in step.events:
            match event:
                case BeersDrafted(seat, _, beers):
                    lessons.append(Arrival(seat, tuple([self._beers[_name(card)] for card in beers])))
                case DrawPileRecycled():
                    lessons.append(Reshuffle(tuple([card & BEER for card in world.state.discards])))
        return [*lessons, *turned]

    # --- the draws -----------------------------------------------------------------------------------------------------

    def check(self, lessons: Sequence[Any]) -> None:
        """DD-01, DD-01a: each card is there once, and has one action on its back."""
        backs = {lesson for lesson in lessons if isinstance(lesson, Back)}
        counted = Counter([back.action for back in backs])
        if len({back.beer for back in backs}) < len(backs) or not counted <= self._actions:
            raise Contradiction("the cards do not have these actions on their backs")
        printed = {Back(card & BEER, card & ACTION) for card in self._deck.printed}
        if self.options.pairing is Pairing.PRINTED and not backs <= printed:
            raise Contradiction("the edition has another action on the back of a beer")
        self._course.learn([lesson for lesson in lessons if not isinstance(lesson, Back)])

    def draws(self, lessons: Sequence[Any], rng: random.Random) -> Draws:
        """DD-01, DD-01a: the backs and the deck; then the draw piles that were recycled."""
        self.check(lessons)
        first, *later = self._course.laid(rng).shuffles
        set_up = {CARDS: first.drawn(rng)}
        if self.options.pairing is Pairing.SHUFFLED:
            set_up[BACKS] = self._backs(lessons, rng)
        return Draws(set_up, [shuffle.drawn(rng, upwards=True) for shuffle in later])

    def _backs(self, lessons: Sequence[Any], rng: random.Random) -> DrawResult:
        """DD-01a: the cards whose actions come onto the backs of the beers."""
        printed = self._deck.printed
        left: dict[int, list[int]] = {}
        for place in rng.sample(range(len(printed)), len(printed)):
            left.setdefault(printed[place] & ACTION, []).append(place)
        backs = {lesson.beer: lesson.action for lesson in lessons if isinstance(lesson, Back)}
        known = {card: left[backs[card & BEER]].pop() for card in printed if card & BEER in backs}
        others = [place for places in left.values() for place in places]
        rng.shuffle(others)
        places = [known[card] if card in known else others.pop() for card in printed]
        return DrawResult(tuple(places), tuple([i for i, card in enumerate(printed) if card not in known]))


def _refilled(step: Transition) -> Iterator[tuple[int, Card]]:
    for event in step.events:
        if isinstance(event, TapsRefilled):
            yield from ((tap.position, tap.card) for tap in event.taps)


def _name(card: Card) -> str:
    """The name of a beer as a slug, such as `alder-gate-pilsner`."""
    return re.sub(r"[^a-z0-9]+", "-", f"{card.brewery} {card.type}".lower()).strip("-")


def _counts(move: Discard) -> tuple[int, ...]:
    beers = move.beers
    return beers.ipa, beers.pilsner, beers.amber, beers.sour, beers.stout
