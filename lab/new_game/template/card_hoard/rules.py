"""The rules of Card Hoard (rules.md): pure functions from one position to the next."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import (
    WHOLE,
    Decision,
    EndReason,
    Move,
    Outcome,
    Refusal,
    ScoreCategory,
    Transition,
    standings,
)
from taphouse.engine.deals import UNKNOWN, Deal, DealtRules, Lies, Sight
from taphouse.engine.messages import NO_DETAILS, Details
from taphouse.engine.messages.reasons import NoSuchName, NotListed
from taphouse.engine.upgrades import Fixes

from .cards import CardHoardEdition
from .moves import CardDrawn, CardHoardOptions, CardLaid, CardTaken, Draw, Lay, NotInHand, Take
from .state import CardHoardState, Cards
from .view import CardHoardTable, Player

EMPTY_PILE = "empty-pile"
PROMPTS = {"draw": Details, "lay": Details}
"""The kinds of decisions. Their prompts speak no details."""


class CardHoardRules(DealtRules):
    """The rules under one edition."""

    deal = Deal(
        {
            "hands": Lies(Sight.OWNER, sorted=True),
            "pile": Lies(Sight.NOBODY),
            "open": Lies(Sight.ALL),
            "hoards": Lies(Sight.ALL),
            "discards": Lies(Sight.ALL),
        },
        {CardDrawn: {"got": Sight.OWNER}},
    )

    def __init__(self, edition: CardHoardEdition, _fixes: Fixes) -> None:
        self._hand = edition.figures.hand.value
        self._names = ("", *(card.name for card in edition.cards))
        self._points = (0, *(card.points for card in edition.cards))
        self._deck = tuple(rank for rank, card in enumerate(edition.cards, 1) for _ in range(card.count))
        self._category = edition.titled("score", ("hoard",))[0]

    def new(self, options: CardHoardOptions, seats: int, chance: Chance) -> CardHoardState:
        """CH-01, CH-03."""
        hands, pile = ((UNKNOWN,) * self._hand,) * seats, (UNKNOWN,) * (len(self._deck) - seats * self._hand - 1)
        begun = CardHoardState(options, 1, 1, False, hands, pile, (UNKNOWN,), ((),) * seats, ())
        dealt: CardHoardState = self.dealt(begun, chance)
        return dealt

    def cards(self, _state: CardHoardState) -> tuple[int, ...]:
        """CH-01."""
        return self._deck

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
        """The rule by which a move is refused, and the reason, where more can be said than that it is not listed."""
        refusal = super().why_not(state, move)
        match refusal, move:
            case Refusal(why=NotListed()), Lay(card):
                return Refusal("CH-05", NotInHand(card) if card in self._names[1:] else NoSuchName(card))
        return refusal

    def make(self, state: CardHoardState, move: Move, _chance: Chance) -> Transition:
        """The position after the move, and what happened. Nothing is changed in place."""
        top = state.pile[-1:]
        match move:
            case Lay(name):
                return self._lay(state, self._names.index(name))
            case Take():
                told = CardTaken(state.seat, *(self._face(card) for card in state.open + top))
                return Transition(self._got(state, state.open, top), (told,))
            case _:
                return Transition(self._got(state, top, state.open), (CardDrawn(state.seat, self._face(*top)),))

    def _got(self, state: CardHoardState, got: Cards, turned: Cards) -> CardHoardState:
        """CH-04: the pile has lost its top card."""
        hands = _with(state.hands, state.seat, tuple(sorted(state.hands[state.seat - 1] + got)))
        return replace(state, drawn=True, hands=hands, pile=state.pile[:-1], open=turned)

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

    def view(self, state: CardHoardState) -> CardHoardTable:
        """The table, as far as the position has it."""
        players = [
            Player(seat, self.points(state, seat), len(hand), self._faces(hand), self._faces(hoard) or ())
            for seat, (hand, hoard) in enumerate(zip(state.hands, state.hoards, strict=True), 1)
        ]
        discards = self._faces(state.discards) or ()
        return CardHoardTable(state.seat or None, len(state.pile), self._face(*state.open), discards, tuple(players))

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


def _with(rows: tuple[Cards, ...], seat: int, row: Cards) -> tuple[Cards, ...]:
    """The rows, with another one for this seat."""
    return (*rows[: seat - 1], row, *rows[seat:])
