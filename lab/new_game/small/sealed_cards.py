"""Sealed Cards, a game of simultaneous choices in one file: all lay a card face down, and the highest one scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import WHOLE, Decision, Event, Move, Outcome, Seat, State, Transition, View
from taphouse.engine.deals import UNKNOWN, Deal, DealtRules, Lies, Sight, other_world
from taphouse.engine.messages import NO_DETAILS
from taphouse.engine.small import SmallRules, small_game
from taphouse.engine.vocabulary import SEALED, Public

CARDS, HAND = 30, 6
RULES = {
    "SC-01": f"There are {CARDS} cards, with the numbers 1 to {CARDS}. Each player is dealt {HAND}, and sees no others.",
    "SC-02": "In each round, all **lay** a card of their hand face down, at the same time. Nobody sees the cards of others.",
    "SC-03": "When all have laid a card, the cards are turned over. The highest card scores a point.",
    "SC-04": "The game ends after the last card. The most points win.",
}
WORDS = {
    "moves": {"lay": "Lay [the {card}|a card face down]"},
    "events": {"laid": "{seat} lays a card face down.", "turned": "The cards are {cards}: {seat} scores a point."},
    "prompts": {"lay": "Lay a card face down."},
    "examples": {"lay": "You lay the 28, which is likely to be the highest card."},
    "reasons": {"no-cards": "SC-04"},
}
Number = Annotated[int, Meta(ge=1, le=CARDS)]
Points = Annotated[int, Meta(ge=0, le=HAND)]


class Lay(Move, frozen=True):
    """Lay a card face down. SC-02."""

    card: Annotated[Number | None, Meta(description="The card; null to others.", extra={"at": "players.hand"}), SEALED]


class Laid(Event, frozen=True):
    """A player laid a card face down."""

    seat: Seat


class Turned(Event, frozen=True):
    """The cards were turned over."""

    seat: Annotated[Seat, Meta(description="The player of the highest card.")]
    cards: Annotated[tuple[Number, ...], Meta(description="The cards, in the order of the seats.")]


class Player(Public, frozen=True):
    """A player; null where it depends on the cards of others that are face down, in a preview."""

    seat: Seat
    points: Annotated[Points | None, Meta(description="The points.")]
    hand_size: Annotated[Points, Meta(description="The number of cards in hand.")]
    hand: Annotated[tuple[Number, ...] | None, Meta(description="The cards in hand; null for others.")]
    face_down: Annotated[bool | None, Meta(description="True if a card of the player lies face down.")]
    card: Annotated[Number | None, Meta(description="That card; null for others, and if there is none.")]


class SealedCardsTable(View, frozen=True):
    """The table."""

    turned: Annotated[tuple[Number, ...] | None, Meta(description="The cards of earlier rounds; null as for `Player`.")]
    players: Annotated[tuple[Player, ...], Meta(description="The players.")]


class SealedCardsState(State, frozen=True):
    """A position."""

    hands: tuple[tuple[int, ...], ...]
    laid: tuple[tuple[int, ...], ...]
    """The card of each player that lies face down, if there is one."""
    pile: tuple[int, ...]
    """The cards that nobody has."""
    points: tuple[int, ...]
    turned: tuple[int, ...] = ()
    seat: int = 1
    """One of those who have to lay a card: the first of them, or the one that was asked about."""
    draws: int = 1
    viewer: int = WHOLE


class SealedCardsRules(SmallRules, DealtRules):
    """The rules. All who owe a card decide at the same time, and what they lay is sealed."""

    together = True
    deal = Deal(
        {
            "hands": Lies(Sight.OWNER, sorted=True),
            "laid": Lies(Sight.OWNER),
            "pile": Lies(Sight.NOBODY),
            "turned": Lies(Sight.ALL),
        }
    )

    def cards(self, _state: object) -> range:
        """SC-01."""
        return range(1, CARDS + 1)

    def new(self, _options: object, seats: int, chance: Chance) -> SealedCardsState:
        """SC-01."""
        hands, pile = ((UNKNOWN,) * HAND,) * seats, (UNKNOWN,) * (CARDS - HAND * seats)
        begun: SealedCardsState = self.dealt(SealedCardsState(hands, ((),) * seats, pile, (0,) * seats), chance)
        return begun

    def deciders(self, state: SealedCardsState) -> tuple[int, ...]:
        """SC-02."""
        return tuple(seat for seat, hand in enumerate(state.hands, 1) if hand and not state.laid[seat - 1])

    def with_decider(self, state: SealedCardsState, seat: int) -> SealedCardsState:
        """The position in which this seat is asked, if it owes a card."""
        return replace(state, seat=seat) if seat in self.deciders(state) else state

    def decision(self, state: SealedCardsState) -> Decision | None:
        """SC-02."""
        asked = state.seat in self.deciders(state)
        return Decision(state.seat, "lay", NO_DETAILS, ("SC-02",), ("lay",)) if asked else None

    def moves(self, state: SealedCardsState) -> Iterator[Move]:
        """SC-02. The first one is made for a player who has left."""
        if state.seat in self.deciders(state) and state.viewer in (WHOLE, state.seat):
            yield from map(Lay, state.hands[state.seat - 1])

    def make(self, state: SealedCardsState, move: Lay, _chance: Chance) -> Transition:
        """SC-02, SC-03."""
        seat, hands, laid = state.seat, list(state.hands), list(state.laid)
        hands[seat - 1] = tuple(card for card in hands[seat - 1] if card != move.card)
        laid[seat - 1] = (move.card or UNKNOWN,)
        after = replace(state, hands=tuple(hands), laid=tuple(laid))
        if left := self.deciders(after):
            return Transition(replace(after, seat=min(left)), (Laid(seat),))
        if (UNKNOWN,) in laid:  # what follows is not known, so the preview ends here
            return Transition(after, (Laid(seat),))
        cards = tuple(card for (card,) in laid)
        best = 1 + cards.index(max(cards))
        points = tuple(had + (owner == best) for owner, had in enumerate(state.points, 1))
        rest = {"laid": ((),) * len(cards), "points": points, "turned": state.turned + cards, "seat": 1}
        return Transition(replace(after, **rest), (Laid(seat), Turned(best, cards)))

    def view(self, state: SealedCardsState) -> SealedCardsTable:
        """The table, as far as the position has it."""
        known, players = not all(state.laid), []
        for seat, (hand, laid) in enumerate(zip(state.hands, state.laid, strict=True), 1):
            cards, card = None if UNKNOWN in hand else hand, max(laid, default=UNKNOWN) or None
            points, face_down = state.points[seat - 1] if known else None, bool(laid) if known else None
            players.append(Player(seat, points, len(hand), cards, face_down, card if known else None))
        return SealedCardsTable(state.turned if known else None, tuple(players))

    def outcome(self, state: SealedCardsState) -> Outcome | None:
        """SC-04."""
        over = not any(state.hands) and not any(state.laid)
        return self.ended("no-cards", "SC-04", dict(enumerate(state.points, 1))) if over else None


TEXT = "All lay a card face down at the same time. The highest one scores a point."
GAME = small_game(
    __name__,
    SealedCardsRules,
    seats=range(2, 5),
    minutes=5,
    text=TEXT,
    ids=RULES,
    words=WORDS,
    other_world=other_world,
)
