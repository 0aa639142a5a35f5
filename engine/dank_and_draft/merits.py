"""The reasons for moves of Dank & Draft. The message catalogues put them into words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from taphouse.engine.chance import BLIND
from taphouse.engine.contract import Move, Seat, Transition
from taphouse.engine.dank_and_draft.cards import TYPES, BeerType, Deck
from taphouse.engine.dank_and_draft.evaluate import evaluate
from taphouse.engine.dank_and_draft.moves import Discard, Draft, EndTurn, Offer, TakeAction
from taphouse.engine.dank_and_draft.rules import DankAndDraftRules
from taphouse.engine.dank_and_draft.rules.offer import closed_types
from taphouse.engine.dank_and_draft.rules.turns import clockwise
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay
from taphouse.engine.messages import Merit
from taphouse.engine.messages.merits import GainsPoints


class NewType(Merit, frozen=True):
    """The taproom gets a type that it lacked (DD-16, DD-20)."""

    name: BeerType
    number: int
    """The types that the player then has."""


class BringsType(Merit, frozen=True):
    """The hand gets a type that the player lacks and can offer (DD-07, DD-16)."""

    name: BeerType


class OfferableCards(Merit, frozen=True):
    """The hand gets cards that can be offered (DD-07, DD-16)."""

    number: int


class TakesType(Merit, frozen=True):
    """Another player is left without a type (DD-10, DD-13)."""

    seat: Seat
    name: BeerType
    number: int
    """The types that this player still has."""


class TakesBeers(Merit, frozen=True):
    """Another player loses beers (DD-10, DD-13)."""

    seat: Seat
    name: BeerType
    number: int


class TakesCard(Merit, frozen=True):
    """Another player loses a card from the hand (DD-08)."""

    seat: Seat


class Denies(Merit, frozen=True):
    """Another player lacks a single type, and no tap has it any more (DD-07, DD-20)."""

    seat: Seat
    name: BeerType


class SafeStack(Merit, frozen=True):
    """A stack becomes too large for one Spoil (DD-10)."""

    name: BeerType
    number: int
    """The beers in it."""


class ExtraTurn(Merit, frozen=True):
    """The player gets an extra turn (DD-11)."""


class NothingToSpoil(Merit, frozen=True):
    """The player's taproom stays empty for the next one (DD-10)."""

    seat: Seat


class FewerActions(Merit, frozen=True):
    """The others can take fewer actions from the player's hand (DD-08)."""

    number: int
    """The cards that leave the hand."""


class KeepsTypes(Merit, frozen=True):
    """The hand keeps types that can be offered (DD-16, DD-17)."""

    number: int


MERITS: tuple[type[Merit], ...] = (
    NewType,
    BringsType,
    OfferableCards,
    TakesType,
    TakesBeers,
    TakesCard,
    Denies,
    SafeStack,
    ExtraTurn,
    NothingToSpoil,
    FewerActions,
    KeepsTypes,
)


def merits(
    rules: DankAndDraftRules, known: DankAndDraftState, move: Move, step: Transition, seat: int
) -> Iterator[Merit]:
    """The reasons for a move; for an action that is taken, those for its best use."""
    if isinstance(move, TakeAction):
        yield from _action(rules, known, move, step, seat)
        yield TakesCard(move.from_seat)
    else:
        yield from _changes(rules, known, move, step, seat)


def _action(
    rules: DankAndDraftRules, known: DankAndDraftState, move: TakeAction, step: Transition, seat: int
) -> Iterator[Merit]:
    """The reasons for an action: those for its best use, if there is a choice."""
    after: DankAndDraftState = step.state
    if after.seat == seat and after.pending and isinstance(after.pending[-1], InPlay):
        uses = ((use, rules.make(after, use, BLIND)) for use in rules.moves(after))
        use, result = max(uses, key=lambda one: evaluate(rules, one[1].state, seat))
        return _changes(rules, after, use, result, seat)
    return _changes(rules, known, move, step, seat)


def _changes(
    rules: DankAndDraftRules, known: DankAndDraftState, move: Move, step: Transition, seat: int
) -> Iterator[Merit]:
    """The reasons for the changes from one position to another."""
    after: DankAndDraftState = step.state
    deck, me = rules.deck, seat - 1
    stacks, grown = ([len(stack) for stack in state.taprooms[me]] for state in (known, after))
    types = len(TYPES) - grown.count(0)
    yield from [NewType(TYPES[t], types) for t, n in enumerate(grown) if n and not stacks[t]]
    yield from _taken(known, after, seat)
    yield from [
        SafeStack(TYPES[t], n) for t, n in enumerate(grown) if n > deck.most_spoiled >= stacks[t] and n > stacks[t]
    ]
    if after.extra_owed and not known.extra_owed:
        yield ExtraTurn()
    if isinstance(move, Draft):
        yield from _drafted(deck, known, after, seat)
    gained = _points(deck, after, me) - _points(deck, known, me)
    if gained > 0:
        yield GainsPoints(gained)
    left = len(known.hands[me]) - len(after.hands[me])
    if isinstance(move, Offer) and left:
        yield FewerActions(left)
    if isinstance(move, Discard) and (kept := len(_offerable(deck, after, seat))):
        yield KeepsTypes(kept)
    if isinstance(move, EndTurn) and not any(grown) and not known.extra_owed:
        yield NothingToSpoil(next(iter(clockwise(seat, len(known.hands)))))


def _taken(known: DankAndDraftState, after: DankAndDraftState, seat: int) -> Iterator[Merit]:
    """The losses of the others, clockwise."""
    for other in clockwise(seat, len(known.hands)):
        room, left = known.taprooms[other - 1], after.taprooms[other - 1]
        for t, type_ in enumerate(TYPES):
            lost = len(room[t]) - len(left[t])
            if lost > 0 and not left[t]:
                yield TakesType(other, type_, sum(map(bool, left)))
            elif lost > 0:
                yield TakesBeers(other, type_, lost)


def _drafted(deck: Deck, known: DankAndDraftState, after: DankAndDraftState, seat: int) -> Iterator[Merit]:
    """The types that a draft brings, and those that it keeps from others."""
    had, has = _offerable(deck, known, seat), _offerable(deck, after, seat)
    new = [t for t in has if t not in had and not known.taprooms[seat - 1][t]]
    yield from [BringsType(TYPES[t]) for t in islice(new, 2)]
    before, left = (deck.counts([card for card in state.taps if card >= 0]) for state in (known, after))
    for other in clockwise(seat, len(known.hands)):
        lacking = [t for t, stack in enumerate(known.taprooms[other - 1]) if not stack]
        if len(lacking) == 1 and before[lacking[0]] and not left[lacking[0]]:
            yield Denies(other, TYPES[lacking[0]])
    offerable = sum(has.values()) - sum(had.values())
    if not new and offerable:
        yield OfferableCards(offerable)


def _offerable(deck: Deck, state: DankAndDraftState, seat: int) -> dict[int, int]:
    """The cards in the hand that can be offered, by the index of their type."""
    closed = closed_types(state, seat)
    return {t: n for t, n in enumerate(deck.counts(state.hands[seat - 1])) if n and not closed >> t & 1}


def _points(deck: Deck, state: DankAndDraftState, me: int) -> int:
    """The points of a player, without those for all types."""
    return deck.points_per_beer * sum(map(len, state.taprooms[me])) + deck.points_per_card_in_hand * len(
        state.hands[me]
    )
