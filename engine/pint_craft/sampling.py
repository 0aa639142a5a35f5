"""Hidden cards and Recipes laid out anew: for a new game that begins from a position, as one seat can imagine it, or as a table
that played on paper can have had them.

A table does not show what was public before: what a draw pile was made of, what another player took back into the hand, which
Recipe was buried. A seat that saw it remembers it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.chance import Chance, shuffled
from taphouse.engine.contract import WHOLE, Move, Seen, Transition
from taphouse.engine.pint_craft.cards import UNKNOWN
from taphouse.engine.pint_craft.deck import Deck
from taphouse.engine.pint_craft.moves import (
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    CardTaken,
    CardTakenBack,
    CardTradedIn,
    DrawPileMade,
    HandDiscarded,
    PlayCard,
    RecipeBrewed,
    RecipeBuried,
    RecipeReturned,
    TradeIn,
)
from taphouse.engine.pint_craft.state import Cards, PintCraftState
from taphouse.engine.records.tracing import CardQuestion, Draws, Shown, Trace, TracedWorld
from taphouse.engine.worlds.beliefs import (
    FREE,
    Contradiction,
    Holding,
    Holdings,
    Learns,
    Weighted,
    check_viewer,
    chosen,
    draws,
    followed,
    gains,
    hidden,
    passes,
    reveals,
    shuffles,
)
from taphouse.engine.worlds.hidden_cards import PILE, Arrival, Departure, DrawResult, HiddenCards, Reshuffle, Transfer

CARDS, RECIPES = 0, 1
"""The numbers of the draws."""
BELIEF = FREE
"""The number of the one that only a sample needs."""


class Memory(NamedTuple):
    """A seat's knowledge of hidden cards and Recipes."""

    cards: Weighted[Holdings]
    stacks: tuple[Cards, ...]
    """The Recipes of each stack, the top at the end; 0 for those that are not known."""


def reshuffled(state: PintCraftState, chance: Chance, without: Collection[int]) -> PintCraftState:
    """The draw pile, and the Recipes below the tops of all stacks: nobody sees which of them lies where (PC-03).

    Seats in `without` get other cards from the draw pile.

    Raises:
        ValueError: the chance is blind.
    """
    if state.ended:
        return state
    owned = [card for seat in without for card in state.hands[seat - 1]]
    places = [
        Holding((), (len(hand),)) if seat in without else Holding(hand, (0,))
        for seat, hand in enumerate(state.hands, 1)
    ]
    held = Holdings((tuple(sorted((*state.pile, *owned))),), (Holding((), (len(state.pile),)), *places))
    below = [recipe for stack in state.stacks for recipe in stack[:-1]]
    stacks = tuple([(*[UNKNOWN] * (len(stack) - 1), *stack[-1:]) for stack in state.stacks])
    return _laid(state, held, stacks, below, chance)


def sample(known: PintCraftState, seat: int, memory: Memory | None, deck: Deck, chance: Chance) -> PintCraftState:
    """A whole position as a seat can imagine it.

    Args:
        known: what the seat knows.
        seat: the seat.
        memory: what it has learnt; None for what the position shows.
        deck: the edition.
        chance: the source of the draws.

    Raises:
        ValueError: the chance is blind, or the position does not have the cards of the edition.
    """
    if known.ended:
        return known
    check_viewer(known, seat)
    cards, stacks = memory or shown(known, seat, deck)
    held = chosen(cards, chance, BELIEF)
    own = Holding(known.hands[seat - 1], (0,) * len(held.pools))
    return _laid(known, held.moved(seat, own), stacks, buried(known, stacks, deck), chance)


@lru_cache(maxsize=8)
def buried(known: PintCraftState, stacks: tuple[Cards, ...], deck: Deck) -> Cards:
    """The Recipes that lie in the stacks unseen, sorted."""
    seen = [recipe for row in (stacks, known.taps) for cards in row for recipe in cards if recipe != UNKNOWN]
    return hidden(range(1, len(deck.beers)), seen, sum([stack.count(UNKNOWN) for stack in stacks]))


def _laid(
    state: PintCraftState, held: Holdings, stacks: tuple[Cards, ...], below: Collection[int], chance: Chance
) -> PintCraftState:
    """The position with these cards, and these Recipes where one is not known."""
    recipes = iter(shuffled(below, chance, RECIPES))
    kept, dealt = held.dealt(chance, CARDS)
    return replace(
        state,
        pile=(*kept[0], *dealt[0]),
        hands=tuple([tuple(sorted((*a, *b))) for a, b in zip(kept[1:], dealt[1:], strict=True)]),
        stacks=tuple([tuple([next(recipes) if one == UNKNOWN else one for one in stack]) for stack in stacks]),
        viewer=WHOLE,
    )


# --- what a seat remembers ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def shown(known: PintCraftState, seat: int, deck: Deck) -> Memory:
    """The knowledge that a position alone gives a seat."""
    seen = [*known.discards, *known.hands[seat - 1], *[card for front in known.fronts for card in front]]
    seen += [known.in_play] if known.in_play else []
    sizes = [len(known.pile), *[0 if owner == seat else len(hand) for owner, hand in enumerate(known.hands, 1)]]
    pool = hidden(deck.printed, seen, sum(sizes))
    return Memory({Holdings((pool,), tuple([Holding((), (size,)) for size in sizes])): 1.0}, known.stacks)


def remembered(seen: Sequence[Seen], seat: int, deck: Deck, memory: Memory | None = None) -> Memory:
    """The knowledge that a seat has gained from the moves that it saw.

    Args:
        seen: what it saw, in order.
        seat: the seat.
        deck: the edition.
        memory: its knowledge before; None for what the first position shows.

    Raises:
        Contradiction: it fits no position.
    """
    begins: PintCraftState = seen[0].known
    memory = memory or shown(begins, seat, deck)
    course = _Course(seat, deck, begins, memory.stacks)
    for one in seen:
        course.follow(one)
    return Memory(followed(memory.cards, course.lessons), tuple(map(tuple, course.stacks)))


class _Course:
    """The course of a game, as lessons on the cards, and what is known of the stacks."""

    def __init__(self, seat: int, deck: Deck, begins: PintCraftState, stacks: Sequence[Cards]) -> None:
        self._seat, self._deck = seat, deck
        self.lessons: list[Learns[Holdings]] = []
        self.stacks = [list(stack) for stack in stacks]
        self._discards = list(begins.discards)
        self._pile = len(begins.pile)

    def follow(self, seen: Seen) -> None:
        """The cards that a move and its events show."""
        code, left_of_old = self._deck.code, 0
        for event in seen.events:
            match event:
                case CardPlayed(seat, card):
                    self._left(seat, [code[card]])
                case CardTradedIn(seat, card):
                    self._left(seat, [code[card]])
                    self._discards.append(code[card])
                case HandDiscarded(seat, cards) if cards is not None:
                    self._left(seat, [code[card] for card in cards])
                    self._discards += [code[card] for card in cards]
                case CardDiscarded(_, card):
                    self._discards.append(code[card])
                case CardTakenBack(seat, card):
                    self._discards.remove(code[card])
                    self._came(seat, code[card])
                case CardTaken(seat, other, taken):
                    self._taken(seat, other, None if taken is None else code[taken])
                case DrawPileMade():
                    self.lessons.append(shuffles(self._discards))
                    left_of_old, self._pile, self._discards = self._pile, len(self._discards), []
                case CardsDrawn(seat, count, drawn):
                    self._drawn(seat, count, left_of_old, () if drawn is None else [code[card] for card in drawn])
                    left_of_old = 0
                case _:
                    self._recipes(event)

    def _left(self, seat: int, cards: Sequence[int]) -> None:
        """Cards leave a hand, and everybody sees them."""
        if seat != self._seat:
            self.lessons += [reveals(seat, card) for card in cards]

    def _came(self, seat: int, card: int) -> None:
        """A card that the seat sees comes into a hand."""
        if seat != self._seat:
            self.lessons.append(gains(seat, [card]))

    def _taken(self, seat: int, other: int, card: int | None) -> None:
        """A card goes from one hand to another, drawn by chance."""
        if card is None:
            self.lessons.append(passes(other, seat))
        else:
            self._left(other, [card])
            self._came(seat, card)

    def _drawn(self, seat: int, count: int, left_of_old: int, cards: Sequence[int]) -> None:
        """Cards are drawn, the first of them perhaps from the draw pile before this one."""
        if left_of_old:
            self.lessons.append(draws(seat, left_of_old, -2))
        self.lessons.append(draws(seat, count - left_of_old))
        self._pile -= count - left_of_old
        self.lessons += [reveals(seat, card) for card in cards]

    def _recipes(self, event: object) -> None:
        """The changes of the stacks (PC-03)."""
        code = self._deck.recipe_code
        match event:
            case RecipeBrewed(_, _, number, uncovered):
                self.stacks[number - 1].pop()
            case RecipeBuried(_, recipe, number, uncovered):
                self.stacks[number - 1].insert(0, self.stacks[number - 1].pop())
            case RecipeReturned(_, recipe, number):
                self.stacks[number - 1].append(code[recipe])
                return
            case _:
                return
        if uncovered is not None:
            self.stacks[number - 1][-1] = code[uncovered]


# --- what a table sees -------------------------------------------------------------------------------------------------


class Turned(Struct, frozen=True):
    """The lesson that a Recipe lies at this place of the shuffled ones."""

    place: int
    recipe: int


class PintCraftTrace(Trace):
    """The cards that a table sees: those that are played and discarded, and the Recipes that come to lie on top (PC-03)."""

    def __init__(self, rules: Any, options: Any, seats: int) -> None:
        super().__init__(rules, options, seats)
        self._deck: Deck = rules.deck
        self._course = HiddenCards(self._deck.printed, seats)

    def dealt(self) -> list[Transfer]:
        """PC-01: the hands."""
        return [Transfer(PILE, seat) for seat in range(1, self.seats + 1) for _ in range(self._deck.starting_hand)]

    def left(self, state: PintCraftState, move: Move, cards: Sequence[str]) -> list[Departure]:  # noqa: ARG002 -- it names all
        """PC-06, PC-14: the card that is played."""
        return (
            [Departure(state.seat, self._deck.code.get(move.card, UNKNOWN))]
            if isinstance(move, PlayCard | TradeIn)
            else []
        )

    def shown(self, move: Move | None, step: Transition, lessons: Sequence[Any]) -> list[Shown]:
        """The Recipes that were not on top before, and the cards of a discarded hand."""
        shown, known = [], {lesson.recipe for lesson in lessons if isinstance(lesson, Turned)}
        for number, recipe in _turned(self._deck, move, step):
            if recipe not in known:
                ask = CardQuestion(f"stack-{number}", [*self._deck.recipe_code])
                shown.append(Shown(ask, self._deck.beers[recipe].name))
        for event in step.events:
            if isinstance(event, HandDiscarded):
                cards = enumerate(event.cards or (), 1)
                shown += [
                    Shown(CardQuestion(f"discarded-{number}", [*self._deck.code]), card) for number, card in cards
                ]
        return shown

    def saw(
        self, world: TracedWorld, move: Move | None, step: Transition, told: Sequence[tuple[Shown, str]]
    ) -> list[Any]:
        """The cards that came and went, in order."""
        lessons, hand = list[Any](), list[int]()
        for (_, here), name in told:
            if name in self._deck.recipe_code:
                place = world.draws[RECIPES].places.index(self._deck.recipe_code[here] - 1)
                lessons.append(Turned(place, self._deck.recipe_code[name]))
            else:
                hand.append(self._deck.code[name])
        return lessons if move is None else [*lessons, *self._went(world.state, step, hand)]

    def _went(self, state: PintCraftState, step: Transition, hand: Sequence[int]) -> Iterator[Any]:
        """The lessons of a move on Brewery cards. `hand` is the one that was discarded, as far as it is known yet."""
        code, discards, pile = self._deck.code, [*state.discards], len(state.pile)
        events = iter(step.events)
        for event in events:
            match event:
                case CardTradedIn(_, card) | CardDiscarded(_, card):
                    discards.append(code[card])
                case HandDiscarded(seat, cards) if cards is not None:
                    yield from [Departure(seat, card) for card in hand]
                    if len(hand) < len(cards):
                        return
                    discards += sorted(hand)
                case CardTakenBack(seat, card):
                    del discards[len(discards) - 1 - discards[::-1].index(code[card])]
                    yield Arrival(seat, (code[card],))
                case CardTaken(seat, other):
                    yield Transfer(other, seat)
                case DrawPileMade():
                    drawn: CardsDrawn = next(events)
                    yield from [Transfer(PILE, drawn.seat)] * pile
                    yield Reshuffle(tuple(discards))
                    yield from [Transfer(PILE, drawn.seat)] * (drawn.count - pile)
                    discards, pile = [], len(discards) + pile - drawn.count
                case CardsDrawn(seat, count):
                    yield from [Transfer(PILE, seat)] * count
                    pile -= count

    def check(self, lessons: Sequence[Any]) -> None:
        """PC-01, PC-02: each card is there as often as it is printed, and each Recipe once."""
        turned = {lesson for lesson in lessons if isinstance(lesson, Turned)}
        if len({one.recipe for one in turned}) < len(turned):
            raise Contradiction("a Recipe lies in two places")
        self._course.learn([lesson for lesson in lessons if not isinstance(lesson, Turned)])

    def draws(self, lessons: Sequence[Any], rng: random.Random) -> Draws:
        """PC-01, PC-02: the Brewery cards and the Recipes; PC-08: the draw piles that were made of discards."""
        self.check(lessons)
        recipes = {lesson.place: lesson.recipe - 1 for lesson in lessons if isinstance(lesson, Turned)}
        every = range(len(self._deck.beers) - 1)
        below = [place for place in every if place not in recipes]
        left = sorted({*every} - {*recipes.values()})
        recipes |= zip(below, rng.sample(left, len(left)), strict=True)
        laid = self._course.laid(rng)
        first, *later = laid.shuffles
        set_up = {
            CARDS: first.drawn(rng),
            RECIPES: DrawResult(tuple([recipes[place] for place in every]), tuple(below)),
        }
        return Draws(set_up, [shuffle.drawn(rng, upwards=True) for shuffle in later], laid.taken)


def _turned(deck: Deck, move: Move | None, step: Transition) -> Iterator[tuple[int, int]]:
    """The stacks with a new Recipe on top, and that Recipe."""
    if move is None:
        yield from ((number, stack[-1]) for number, stack in enumerate(step.state.stacks, 1))
    for event in step.events:
        if isinstance(event, RecipeBrewed | RecipeBuried) and event.uncovered is not None:
            yield event.stack, deck.recipe_code[event.uncovered]
