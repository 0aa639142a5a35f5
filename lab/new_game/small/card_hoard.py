"""Card Hoard, a game in one file: take cards from a pile, and the last one to win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import Decision, Event, Move, Outcome, Seat, State, Transition, View
from taphouse.engine.decisions import OpenRules
from taphouse.engine.messages import NO_DETAILS
from taphouse.engine.small import SmallRules, small_game

CARDS = 21
RULES = {
    "CH-01": f"A pile has {CARDS} cards. Seat 1 begins; the players take turns.",
    "CH-02": "**Take** one, two or three cards.",
    "CH-03": "The last card wins: the game ends when a player takes it.",
}
WORDS = {
    "moves": {"take": "Take {count:card}"},
    "events": {"taken": "{seat} takes {count:card}."},
    "prompts": {"take": "Take one, two or three cards."},
    "examples": {"take": "Five cards are left. You take one, and the others cannot take all four."},
    "reasons": {"last-card": "CH-03"},
    "words": {"card": ["card", "cards"]},
    "names": {"score.points": "last card"},
}
Count = Annotated[int, Meta(ge=1, le=3, description="The number of cards.")]


class Take(Move, frozen=True):
    """Take cards from the pile. CH-02."""

    count: Count


class Taken(Event, frozen=True):
    """A player took cards."""

    seat: Seat
    count: Count


class CardHoardTable(View, frozen=True):
    """The table."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    cards: Annotated[int, Meta(description="The cards in the pile.")]


class CardHoardState(State, frozen=True):
    """A position."""

    seats: int
    seat: int
    cards: int


class CardHoardRules(SmallRules, OpenRules):
    """The rules: functions from one position to the next."""

    def new(self, _options: object, seats: int, _chance: Chance) -> CardHoardState:
        """CH-01."""
        return CardHoardState(seats, 1, CARDS)

    def decision(self, state: CardHoardState) -> Decision | None:
        """CH-02."""
        return Decision(state.seat, "take", NO_DETAILS, ("CH-02",), ("take",)) if state.cards else None

    def moves(self, state: CardHoardState) -> Iterator[Move]:
        """CH-02. The first one is made for a player who has left."""
        return (Take(count) for count in range(1, min(3, state.cards) + 1))

    def make(self, state: CardHoardState, move: Take, _chance: Chance) -> Transition:
        """CH-02, CH-03."""
        left = state.cards - move.count
        after = replace(state, cards=left, seat=state.seat % state.seats + 1 if left else state.seat)
        return Transition(after, (Taken(state.seat, move.count),))

    def view(self, state: CardHoardState) -> CardHoardTable:
        """The table."""
        return CardHoardTable(state.seat if state.cards else None, state.cards)

    def outcome(self, state: CardHoardState) -> Outcome | None:
        """CH-03."""
        points = {seat: int(seat == state.seat) for seat in range(1, state.seats + 1)}
        return None if state.cards else self.ended("last-card", "CH-03", points)


TEXT = "Players take one to three cards from a pile. The last one wins."
GAME = small_game(__name__, CardHoardRules, seats=range(2, 5), minutes=2, text=TEXT, ids=RULES, words=WORDS)
