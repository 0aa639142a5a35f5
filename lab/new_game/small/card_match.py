"""Card Match, a game of cards in one file: lay a card of the open card's rank."""

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
from taphouse.engine.vocabulary import Public

RANKS, COPIES, HAND = 6, 4, 3
RULES = {
    "CM-01": f"There are {RANKS * COPIES} cards: the ranks 1 to {RANKS}, {COPIES} times each. Each player is dealt {HAND}.",
    "CM-02": "One card is turned over: the open card. The rest is the pile. Seat 1 begins; the players take turns.",
    "CM-03": "**Lay** a card of your hand on the open card. If both have the same rank, you score a point.",
    "CM-04": "Then draw the top card of the pile. Others do not see the cards of your hand.",
    "CM-05": "The game ends when the pile is empty. The most points win.",
}
WORDS = {
    "moves": {"lay": "Lay the {card}"},
    "events": {
        "laid": "{seat} lays the {card}[{?scored} and scores a point].",
        "drew": "{seat} draws [the {card}|a card].",
    },
    "prompts": {"lay": "Lay a card on the open one."},
    "examples": {"lay": "The open card is a 4. You lay a 4, and score a point."},
    "reasons": {"empty-pile": "CM-05"},
}
Rank = Annotated[int, Meta(ge=1, le=RANKS)]
Card = Annotated[Rank, Meta(description="The card.")]


class Lay(Move, frozen=True):
    """Lay a card of your hand. CM-03."""

    card: Annotated[Rank, Meta(description="The card.", extra={"at": "players.hand"})]


class Laid(Event, frozen=True):
    """A player laid a card."""

    seat: Seat
    card: Card
    scored: Annotated[bool, Meta(description="True if it has the rank of the card below.")]


class Drew(Event, frozen=True):
    """A player drew a card."""

    seat: Seat
    card: Annotated[Rank | None, Meta(description="The card; null for others.")]


class Player(Public, frozen=True):
    """A player."""

    seat: Seat
    points: Annotated[int, Meta(ge=0, le=RANKS * COPIES, description="The points.")]
    hand_size: Annotated[int, Meta(ge=0, le=HAND, description="The number of cards in hand.")]
    hand: Annotated[tuple[Rank, ...] | None, Meta(description="The cards in hand; null for others.")]


class CardMatchTable(View, frozen=True):
    """The table."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    pile: Annotated[int, Meta(ge=0, le=RANKS * COPIES, description="The number of cards in the pile.")]
    laid: Annotated[tuple[Rank, ...], Meta(description="The cards that were laid, the open one at the end.")]
    players: Annotated[tuple[Player, ...], Meta(description="The players.")]


class CardMatchState(State, frozen=True):
    """A position."""

    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    """Its top is at the end."""
    laid: tuple[int, ...]
    points: tuple[int, ...]
    seat: int = 1
    draws: int = 1
    viewer: int = WHOLE


class CardMatchRules(SmallRules, DealtRules):
    """The rules. Who knows which cards, and who is told of them, follows from `deal`."""

    deal = Deal(
        {"hands": Lies(Sight.OWNER, sorted=True), "pile": Lies(Sight.NOBODY), "laid": Lies(Sight.ALL)},
        {Drew: {"card": Sight.OWNER}},
    )

    def cards(self, _state: object) -> tuple[int, ...]:
        """CM-01."""
        return (*range(1, RANKS + 1),) * COPIES

    def new(self, _options: object, seats: int, chance: Chance) -> CardMatchState:
        """CM-01, CM-02."""
        hands, pile = ((UNKNOWN,) * HAND,) * seats, (UNKNOWN,) * (RANKS * COPIES - HAND * seats - 1)
        begun: CardMatchState = self.dealt(CardMatchState(hands, pile, (UNKNOWN,), (0,) * seats), chance)
        return begun

    def decision(self, state: CardMatchState) -> Decision | None:
        """CM-03."""
        return Decision(state.seat, "lay", NO_DETAILS, ("CM-03",), ("lay",)) if state.pile else None

    def moves(self, state: CardMatchState) -> Iterator[Move]:
        """CM-03. The first one is made for a player who has left. An unknown card is in no move."""
        if state.pile and state.viewer in (WHOLE, state.seat):
            yield from map(Lay, sorted({*state.hands[state.seat - 1]} - {UNKNOWN}))

    def make(self, state: CardMatchState, move: Lay, _chance: Chance) -> Transition:
        """CM-03, CM-04."""
        seat, (*pile, drawn) = state.seat, state.pile
        hand, points = list(state.hands[seat - 1]), list(state.points)
        hand.remove(move.card)
        scored = move.card == state.laid[-1]
        points[seat - 1] += scored
        hands = (*state.hands[: seat - 1], tuple(sorted((*hand, drawn))), *state.hands[seat:])
        after = replace(
            state,
            hands=hands,
            pile=tuple(pile),
            laid=(*state.laid, move.card),
            points=tuple(points),
            seat=seat % len(hands) + 1,
        )
        return Transition(after, (Laid(seat, move.card, scored), Drew(seat, drawn or None)))

    def view(self, state: CardMatchState) -> CardMatchTable:
        """The table, as far as the position has it."""
        hands = [(len(hand), None if UNKNOWN in hand else hand) for hand in state.hands]
        players = (Player(seat, state.points[seat - 1], *hand) for seat, hand in enumerate(hands, 1))
        return CardMatchTable(state.seat if state.pile else None, len(state.pile), state.laid, tuple(players))

    def outcome(self, state: CardMatchState) -> Outcome | None:
        """CM-05."""
        return None if state.pile else self.ended("empty-pile", "CM-05", dict(enumerate(state.points, 1)))


TEXT = "Players lay cards on the open one, and draw. A card of the same rank scores."
GAME = small_game(
    __name__,
    CardMatchRules,
    seats=range(2, 5),
    minutes=5,
    text=TEXT,
    ids=RULES,
    words=WORDS,
    other_world=other_world,
)
