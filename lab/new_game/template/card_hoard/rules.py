"""The rules of Card Hoard (rules.md): pure functions from one position to the next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from msgspec.structs import replace

from taphouse.engine.chance import Chance, shuffled
from taphouse.engine.contract import (
    WHOLE,
    Decision,
    EndReason,
    Event,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Rules,
    ScoreCategory,
    Transition,
    standings,
    viewer_of,
)
from taphouse.engine.messages import NO_DETAILS, Details
from taphouse.engine.messages.reasons import DecidedByOther, GameIsOver, NoSuchName, SomethingElse
from taphouse.engine.upgrades import Fixes
from taphouse.engine.worlds.beliefs import check_viewer, hidden

from .cards import UNKNOWN, CardHoardEdition
from .moves import CardDrawn, CardHoardOptions, CardLaid, CardTaken, Draw, Lay, NotInHand, Take
from .state import CardHoardState, Cards
from .view import CardHoardTable, Player

EMPTY_PILE = "empty-pile"
PROMPTS = {"draw": Details, "lay": Details}
"""The kinds of decisions. Their prompts speak no details."""


class CardHoardRules(Rules):
    """The rules under one edition."""

    def __init__(self, edition: CardHoardEdition, _fixes: Fixes) -> None:
        self._hand = edition.figures.hand.value
        self._names = ("", *(card.name for card in edition.cards))
        self._points = (0, *(card.points for card in edition.cards))
        self._deck = tuple(rank for rank, card in enumerate(edition.cards, 1) for _ in range(card.count))
        self._category = edition.titled("score", ("hoard",))[0]

    def new(self, options: CardHoardOptions, seats: int, chance: Chance) -> CardHoardState:
        """CH-01, CH-03."""
        blank = CardHoardState(options, 1, 1, False, ((UNKNOWN,) * self._hand,) * seats, (), UNKNOWN, ((),) * seats, ())
        dealt = self._dealt(blank, range(1, seats + 1), self._deck, chance)
        return replace(dealt, pile=dealt.pile[:-1], open=dealt.pile[-1])

    def decision(self, state: CardHoardState) -> Decision | None:
        """CH-04, CH-05."""
        if not state.seat:
            return None
        if not state.drawn:
            return Decision(state.seat, "draw", NO_DETAILS, ("CH-04",), ("draw", "take"))
        return Decision(state.seat, "lay", NO_DETAILS, ("CH-05",), ("lay",))

    def moves(self, state: CardHoardState) -> Iterator[Move]:
        """CH-04, CH-05. The first one is made for a player who has resigned."""
        if not state.seat or state.viewer not in (WHOLE, state.seat):
            return
        if not state.drawn:
            yield from (Draw(), Take())
        else:
            yield from (Lay(self._names[card]) for card in sorted({*state.hands[state.seat - 1]} - {UNKNOWN}))

    def why_not(self, state: CardHoardState, move: Move) -> Refusal | None:
        """The rule by which a move is refused, and the reason."""
        decision = self.decision(state)
        if decision is None:
            return Refusal("CH-06", GameIsOver())
        if state.viewer not in (WHOLE, state.seat):
            return Refusal("CH-06", DecidedByOther(state.seat))
        if move.verb not in decision.verbs:
            return Refusal(decision.rules[0], SomethingElse(), decision.task)
        match move:
            case Lay(card) if card not in self._names:
                return Refusal("CH-05", NoSuchName(card))
            case Lay(card) if self._names.index(card) not in state.hands[state.seat - 1]:
                return Refusal("CH-05", NotInHand(card))
        return None

    def apply(self, state: CardHoardState, move: Move, _chance: Chance) -> Transition:
        """The position after the move, and what happened. Nothing is changed in place."""
        if refusal := self.why_not(state, move):
            raise IllegalMove(refusal, self)
        match move:
            case Lay(name):
                return self._lay(state, self._names.index(name))
            case Take():
                taken, turned = state.open, state.pile[-1]
                return Transition(
                    self._got(state, taken, turned), (CardTaken(state.seat, self._face(taken), self._face(turned)),)
                )
            case _:
                drawn = state.pile[-1]
                return Transition(self._got(state, drawn, state.open), (CardDrawn(state.seat, self._face(drawn)),))

    def _got(self, state: CardHoardState, card: int, open_card: int) -> CardHoardState:
        """CH-04: the pile has lost its top card."""
        hand = tuple(sorted((*state.hands[state.seat - 1], card)))
        hands = _with(state.hands, state.seat, hand)
        return replace(state, drawn=True, hands=hands, pile=state.pile[:-1], open=open_card)

    def _lay(self, state: CardHoardState, card: int) -> Transition:
        """CH-05."""
        seat, hand, hoard = state.seat, list(state.hands[state.seat - 1]), state.hoards[state.seat - 1]
        hand.remove(card)
        lost = hoard if card < max(hoard, default=UNKNOWN) else ()
        after = replace(
            state,
            drawn=False,
            hands=_with(state.hands, seat, tuple(hand)),
            hoards=_with(state.hoards, seat, (*hoard[len(lost) :], card)),
            discards=state.discards + lost,
            seat=self._next(state),
        )
        return Transition(after, (CardLaid(seat, self._names[card], bool(lost)),))

    def _next(self, state: CardHoardState) -> int:
        """CH-03, CH-07: the seat whose turn is next; 0 if the game is over."""
        return state.seat % len(state.hands) + 1 if state.pile else 0

    # All that is shown to somebody went through `known` or `redact`: they alone keep secrets.

    def known(self, state: CardHoardState, seat: int | None) -> CardHoardState:
        """CH-02."""
        if not state.seat:
            return state
        hands = [hand if owner == seat else _blank(hand) for owner, hand in enumerate(state.hands, 1)]
        return replace(state, hands=tuple(hands), pile=_blank(state.pile), viewer=viewer_of(state, seat))

    def redact(self, event: Event, seat: int | None) -> Event | None:
        """CH-02."""
        return replace(event, got=None) if isinstance(event, CardDrawn) and event.seat != seat else event

    def reshuffled(self, state: CardHoardState, chance: Chance, without: Collection[int] = ()) -> CardHoardState:
        """The position with the pile, and the hands that only these seats know, dealt anew."""
        if not state.seat:
            return state
        cards = chain(state.pile, *(state.hands[seat - 1] for seat in without))
        return self._dealt(state, without, cards, chance)

    def sample(self, known: CardHoardState, seat: int, chance: Chance, memory: Any = None) -> CardHoardState:
        """A position that the seat may be in: the pile and the other hands are dealt anew. Bots that search play on there."""
        if not known.seat:
            return known
        check_viewer(known, seat)
        others = [owner for owner in range(1, len(known.hands) + 1) if owner != seat]
        seen = chain((known.open,), known.hands[seat - 1], known.discards, *known.hoards)
        places = len(known.pile) + sum(len(known.hands[owner - 1]) for owner in others)
        return self._dealt(known, others, hidden(self._deck, seen, places), chance)

    def _dealt(
        self, state: CardHoardState, seats: Collection[int], cards: Iterable[int], chance: Chance
    ) -> CardHoardState:
        """The position with these cards, shuffled, in the hands of these seats, and the others in the pile."""
        left = iter(shuffled(cards, chance, 0))
        hands = [
            tuple(sorted(islice(left, len(hand)))) if owner in seats else hand
            for owner, hand in enumerate(state.hands, 1)
        ]
        return replace(state, hands=tuple(hands), pile=tuple(left), viewer=WHOLE)

    def view(self, state: CardHoardState) -> CardHoardTable:
        """The table, as far as the position has it."""
        players = [
            Player(seat, self.points(state, seat), len(hand), self._faces(hand), self._faces(hoard) or ())
            for seat, (hand, hoard) in enumerate(zip(state.hands, state.hoards, strict=True), 1)
        ]
        discards = self._faces(state.discards) or ()
        return CardHoardTable(state.seat or None, len(state.pile), self._face(state.open), discards, tuple(players))

    def points(self, state: CardHoardState, seat: int) -> int:
        """CH-08."""
        return sum(self._points[card] for card in state.hoards[seat - 1])

    def outcome(self, state: CardHoardState) -> Outcome | None:
        """CH-07, CH-08."""
        if state.seat:
            return None
        scores: dict[int, tuple[ScoreCategory, ...]] = {
            seat: (ScoreCategory(*self._category, self.points(state, seat)),) for seat in range(1, len(state.hands) + 1)
        }
        return Outcome(EndReason(EMPTY_PILE), "CH-07", standings(scores, lambda _, points: -points))

    def _face(self, card: int) -> str | None:
        return self._names[card] or None

    def _faces(self, cards: Cards) -> tuple[str, ...] | None:
        return None if UNKNOWN in cards else tuple(self._names[card] for card in cards)


def _blank(cards: Cards) -> Cards:
    return (UNKNOWN,) * len(cards)


def _with(rows: tuple[Cards, ...], seat: int, row: Cards) -> tuple[Cards, ...]:
    """The rows, with another one for this seat."""
    return (*rows[: seat - 1], row, *rows[seat:])
