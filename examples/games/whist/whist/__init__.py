"""Whist: four players in two teams follow suit, and take tricks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import WHOLE, Decision, Event, Move, Outcome, Seat, State, Transition, Victory, View
from taphouse.engine.deals import UNKNOWN, Deal, DealtRules, Lies, Sight, Spot, other_world
from taphouse.engine.messages import NO_DETAILS
from taphouse.engine.small import SmallRules, small_game
from taphouse.engine.vocabulary import Public, Word

SEATS, HAND = 4, 13
PIPS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RULES = {
    "WH-01": "There are 52 cards: in each of four suits, from the lowest, the ranks 2 to 10, jack, queen, king and ace.",
    "WH-02": "Seats 1 and 3 are a team, and seats 2 and 4. Each player is dealt 13 cards, which nobody else sees.",
    "WH-03": "The last card of seat 4 is turned over. Its suit is trumps. It stays open until seat 4 plays it.",
    "WH-04": "Seat 1 leads to the first trick: each player in turn **plays** a card.",
    "WH-05": "A player who has a card of the suit that was led plays one. A player who has none plays any card.",
    "WH-06": "The highest trump takes the trick; without one, the highest card of the suit that was led.",
    "WH-07": "The player of that card leads to the next trick.",
    "WH-08": "After 13 tricks, the team with more of them wins.",
    "WH-09": "If both players of a team resign, the other team has all 13 tricks.",
}
WORDS: dict[str, Any] = {
    "moves": {"play": "Play the {rank} of {suit}"},
    "events": {"played": "{seat} plays the {card}.", "trick-taken": "{seat} takes the trick."},
    "values": {"card": "{rank} of {suit}"},
    "prompts": {"lead": "Lead to the next trick.", "follow": "Follow suit if you can; else play any card."},
    "examples": {"lead": "You lead the ace of trumps, and take the trick.", "follow": "Ann led a heart. You play one."},
    "reasons": {"most-tricks": ("WH-08", Victory.TEAM), "conceded": ("WH-09", Victory.TEAM)},
    "words": {name: name for name in ("clubs", "diamonds", "hearts", "spades", "jack", "queen", "king", "ace")}
    | {name: str(pips) for pips, name in enumerate(PIPS, 2)},
    "names": {"score.points": "tricks of the team"},
}


class Suit(Word):
    """The suits."""

    CLUBS = "CLUBS", "Clubs."
    DIAMONDS = "DIAMONDS", "Diamonds."
    HEARTS = "HEARTS", "Hearts."
    SPADES = "SPADES", "Spades."


class Rank(Word):
    """The ranks, from the lowest."""

    TWO = "TWO", "A two."
    THREE = "THREE", "A three."
    FOUR = "FOUR", "A four."
    FIVE = "FIVE", "A five."
    SIX = "SIX", "A six."
    SEVEN = "SEVEN", "A seven."
    EIGHT = "EIGHT", "An eight."
    NINE = "NINE", "A nine."
    TEN = "TEN", "A ten."
    JACK = "JACK", "A jack."
    QUEEN = "QUEEN", "A queen."
    KING = "KING", "A king."
    ACE = "ACE", "An ace."


class Card(Public, frozen=True):
    """A card."""

    suit: Annotated[Suit, Meta(description="Its suit.")]
    rank: Annotated[Rank, Meta(description="Its rank.")]


SUITS = tuple(Suit)
CARDS: tuple[Any, ...] = (None, *(Card(suit, rank) for suit in SUITS for rank in Rank))
"""By their numbers in a state, in which a higher number of a suit is a higher rank."""
NUMBERS = {card: number for number, card in enumerate(CARDS)}


class Play(Move, frozen=True):
    """Play a card to the trick. WH-04, WH-05."""

    suit: Annotated[Suit, Meta(description="The suit of the card.")]
    rank: Annotated[Rank, Meta(description="The rank of the card.")]


class Played(Event, frozen=True):
    """A player played a card."""

    seat: Seat
    card: Annotated[Card, Meta(description="The card.")]


class TrickTaken(Event, frozen=True):
    """A player took a trick for their team."""

    seat: Seat


class Player(Public, frozen=True):
    """A player."""

    seat: Seat
    partner: Annotated[Seat, Meta(description="The other player of the team.")]
    tricks: Annotated[int, Meta(ge=0, le=HAND, description="The tricks that the team has taken.")]
    hand_size: Annotated[int, Meta(ge=0, le=HAND, description="The number of cards in hand.")]
    hand: Annotated[tuple[Card, ...] | None, Meta(description="The cards in hand; null for others.")]
    played: Annotated[Card | None, Meta(description="The card in the trick; null if there is none yet.")]
    lacks: Annotated[tuple[Suit, ...], Meta(description="The suits that the player did not follow.")]


class WhistTable(View, frozen=True):
    """The table."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    leader: Annotated[Seat, Meta(description="The player who leads to the trick.")]
    trumps: Annotated[Suit, Meta(description="The suit of trumps.")]
    turned: Annotated[Card | None, Meta(description="The open card of seat 4; null once it is played.")]
    players: Annotated[tuple[Player, ...], Meta(description="The players.")]


class WhistState(State, frozen=True):
    """A position."""

    hands: tuple[tuple[int, ...], ...]
    turned: tuple[int, ...]
    """The open card; seat 4 has it besides its hand."""
    trick: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    trumps: int = 0
    leader: int = 1
    tricks: tuple[int, ...] = (0, 0)
    """Those of seats 1 and 3, and those of seats 2 and 4."""
    lacks: tuple[tuple[int, ...], ...] = ((),) * SEATS
    """The suits that each seat did not follow."""
    draws: int = 1
    viewer: int = WHOLE


def _suit(card: int) -> int:
    return (card - 1) // len(Rank)


class WhistRules(SmallRules, DealtRules):
    """The rules."""

    deal = Deal(
        {"hands": Lies(Sight.OWNER, sorted=True), **dict.fromkeys(("turned", "trick", "taken"), Lies(Sight.ALL))}
    )

    def cards(self, _state: object) -> range:
        """WH-01."""
        return range(1, len(CARDS))

    def excluded(self, state: WhistState, spot: Spot) -> list[int]:
        """WH-05: a player who did not follow a suit has no card of it."""
        lacks = state.lacks[spot.owner - 1] if spot.field == "hands" else ()
        return [card for card in self.cards(state) if _suit(card) in lacks] if lacks else []

    def new(self, _options: object, seats: int, chance: Chance) -> WhistState:
        """WH-02, WH-03."""
        hands = ((UNKNOWN,) * HAND,) * (seats - 1)
        dealt: WhistState = self.dealt(WhistState((*hands, (UNKNOWN,) * (HAND - 1)), (UNKNOWN,)), chance)
        return replace(dealt, trumps=_suit(dealt.turned[0]))

    def decision(self, state: WhistState) -> Decision | None:
        """WH-04."""
        task = "follow" if state.trick else "lead"
        return None if _over(state) else Decision(_seat(state), task, NO_DETAILS, ("WH-04",), ("play",))

    def moves(self, state: WhistState) -> Iterator[Move]:
        """WH-03, WH-05. The first one is made for a player who has left. An unknown card is in no move."""
        if _over(state) or state.viewer not in (WHOLE, _seat(state)):
            return
        seat = _seat(state)
        hand = sorted({*state.hands[seat - 1], *(state.turned if seat == SEATS else ())} - {UNKNOWN})
        led = [card for card in hand if state.trick and _suit(card) == _suit(state.trick[0])]
        for card in led or hand:
            yield Play(CARDS[card].suit, CARDS[card].rank)

    def make(self, state: WhistState, move: Play, _chance: Chance) -> Transition:
        """WH-05, WH-06, WH-07."""
        seat, card = _seat(state), NUMBERS[Card(move.suit, move.rank)]
        hands, lacks, trick = list(state.hands), list(state.lacks), (*state.trick, card)
        turned = tuple(one for one in state.turned if one != card)
        hands[seat - 1] = tuple(one for one in hands[seat - 1] if one != card)
        lacks[seat - 1] = tuple(sorted({*lacks[seat - 1]} | ({_suit(trick[0])} - {_suit(card)})))
        after, played = (
            replace(state, hands=tuple(hands), turned=turned, trick=trick, lacks=tuple(lacks)),
            Played(seat, CARDS[card]),
        )
        if len(trick) < SEATS:
            return Transition(after, (played,))
        best = max(trick, key=lambda one: (_suit(one) == state.trumps, _suit(one) == _suit(trick[0]), one))
        taker = _after(state.leader, trick.index(best))
        tricks = tuple(count + (team == (taker - 1) % 2) for team, count in enumerate(state.tricks))
        after = replace(after, trick=(), taken=tuple(sorted((*state.taken, *trick))), leader=taker, tricks=tricks)
        return Transition(after, (played, TrickTaken(taker)))

    def view(self, state: WhistState) -> WhistTable:
        """The table, as far as the position has it."""
        played = {_after(state.leader, place): CARDS[card] for place, card in enumerate(state.trick)}
        players = tuple(
            Player(
                seat,
                _after(seat, 2),
                state.tricks[(seat - 1) % 2],
                len(hand),
                None if UNKNOWN in hand else tuple(CARDS[card] for card in hand),
                played.get(seat),
                tuple(SUITS[suit] for suit in state.lacks[seat - 1]),
            )
            for seat, hand in enumerate(state.hands, 1)
        )
        return WhistTable(
            None if _over(state) else _seat(state),
            state.leader,
            SUITS[state.trumps],
            CARDS[state.turned[0]] if state.turned else None,
            players,
        )

    def outcome(self, state: WhistState) -> Outcome | None:
        """WH-08."""
        points = {seat: state.tricks[(seat - 1) % 2] for seat in range(1, SEATS + 1)}
        return self.ended("most-tricks", "WH-08", points, Victory.TEAM) if _over(state) else None

    def conceded(self, _state: WhistState, resigned: Sequence[int]) -> Outcome | None:
        """WH-09."""
        lost = next((team for team in (0, 1) if {team + 1, team + 3} <= {*resigned}), None)
        if lost is None:
            return None
        points = {seat: 0 if (seat - 1) % 2 == lost else HAND for seat in range(1, SEATS + 1)}
        return self.ended("conceded", "WH-09", points, Victory.TEAM)


def _after(seat: int, places: int) -> int:
    """The seat so many places after another."""
    return (seat + places - 1) % SEATS + 1


def _seat(state: WhistState) -> int:
    return _after(state.leader, len(state.trick))


def _over(state: WhistState) -> bool:
    return sum(state.tricks) == HAND


TEXT = "Partners take tricks. All follow the suit that was led, and trumps beat the other suits."
GAME = small_game(
    __name__,
    WhistRules,
    seats=range(SEATS, SEATS + 1),
    minutes=10,
    text=TEXT,
    ids=RULES,
    words=WORDS,
    other_world=other_world,
)
