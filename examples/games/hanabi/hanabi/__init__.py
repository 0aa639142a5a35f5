"""Hanabi: all build fireworks together, and nobody sees their own cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import WHOLE, Decision, Event, Move, Outcome, Seat, State, Transition, Victory, View
from taphouse.engine.deals import UNKNOWN, Deal, DealtRules, Lies, Sight, Spot, other_world
from taphouse.engine.messages import NO_DETAILS
from taphouse.engine.small import SmallRules, small_game
from taphouse.engine.vocabulary import Public, Word

COPIES = (3, 2, 2, 2, 1)
"""The cards of each rank in a colour."""
RANKS, COLOURS, MOST_CLUES, MOST_LIVES = len(COPIES), 5, 8, 3
HAND = {2: 5, 3: 5, 4: 4, 5: 4}
RULES = {
    "HA-01": "There are five colours, each with three cards of rank 1, two of 2, 3 and 4, and one of 5.",
    "HA-02": "Two or three players are dealt five cards each, others four. The rest is the deck. There are 8 clues and 3 lives.",
    "HA-03": "All see your cards but you. Everybody sees the clues, the discarded cards and the fireworks.",
    "HA-04": "Seat 1 begins; the players take turns. You **clue**, **discard** or **play**.",
    "HA-05": "A clue takes one of the clues. Name a player and a colour or a rank: all their cards of it are shown to them.",
    "HA-06": "At least one card must be of that colour or rank.",
    "HA-07": "**Discard** a card, unless there are 8 clues, and get back a clue.",
    "HA-08": "**Play** a card. If it is the next rank of the firework of its colour, beginning with 1, it is added there.",
    "HA-09": "If it is not, it is discarded, and you all lose a life.",
    "HA-10": "A firework that is complete, with its 5, brings back a clue, unless there are 8.",
    "HA-11": "After a discard or a play, you draw a card from the deck, if there is one.",
    "HA-12": "If all fireworks are complete, all win, with 25 points.",
    "HA-13": "If all lives are lost, all lose.",
    "HA-14": "After the last card is drawn, each player has one more turn. Then all score the cards in the fireworks.",
}
WORDS: dict[str, Any] = {
    "moves": {
        "discard": "Discard card {place}",
        "clue-colour": "Clue {seat}: {colour}",
        "clue-rank": "Clue {seat}: {rank}",
        "play": "Play card {place}",
    },
    "events": {
        "clued": "{seat} tells {target}: [{colour}][{rank}] is at {places}.",
        "played": "{seat} plays [{card}|a card][{?fits}, and it fits].",
        "life-lost": "All lose a life: {lives} left.",
        "discarded": "{seat} discards [{card}|a card].",
        "drew": "{seat} draws [{card}|a card].",
    },
    "values": {"card": "{colour} {rank}"},
    "prompts": {"turn": "Give a clue, discard a card, or play one."},
    "examples": {"turn": "Ben has a red 1, which fits. You clue Ben red, to have it played."},
    "reasons": {
        "all-fireworks": ("HA-12", Victory.ALL_WON),
        "no-lives": ("HA-13", Victory.ALL_LOST),
        "last-turns": ("HA-14", Victory.ALL_SCORED),
    },
    "words": {"red": "Red", "yellow": "Yellow", "green": "Green", "white": "White", "blue": "Blue"},
    "names": {"score.points": "fireworks"},
}
Rank = Annotated[int, Meta(ge=1, le=RANKS)]
Count = Annotated[int, Meta(ge=0, le=COLOURS * sum(COPIES))]
Place = Annotated[
    int,
    Meta(
        ge=1,
        le=max(HAND.values()),
        description="The place of the card in the hand, the oldest first.",
        extra={"at": "players.hand.place"},
    ),
]


class Colour(Word):
    """The colours."""

    RED = "RED", "Red."
    YELLOW = "YELLOW", "Yellow."
    GREEN = "GREEN", "Green."
    WHITE = "WHITE", "White."
    BLUE = "BLUE", "Blue."


class Card(Public, frozen=True):
    """A card."""

    colour: Annotated[Colour, Meta(description="Its colour.")]
    rank: Annotated[Rank, Meta(description="Its rank.")]


CARDS: tuple[Any, ...] = (None, *(Card(colour, rank) for colour in Colour for rank in range(1, RANKS + 1)))
"""By their numbers in a state."""
DECK = tuple(number for number, card in enumerate(CARDS) if card for _ in range(COPIES[card.rank - 1]))
Clues = tuple[tuple[Colour, ...], tuple[int, ...]]
"""The colours and the ranks that a card can have by the clues about it."""
ALL: Clues = (tuple(Colour), tuple(range(1, RANKS + 1)))
Face = Annotated[Card | None, Meta(description="The card; null to those who do not see it.")]


class Discard(Move, frozen=True):
    """Discard a card of your hand, and get back a clue. HA-07."""

    place: Place


class ClueColour(Move, frozen=True):
    """Show another player all their cards of a colour. HA-05, HA-06."""

    seat: Seat
    colour: Annotated[Colour, Meta(description="The colour.", extra={"at": "players.hand.card.colour"})]


class ClueRank(Move, frozen=True):
    """Show another player all their cards of a rank. HA-05, HA-06."""

    seat: Seat
    rank: Annotated[Rank, Meta(description="The rank.", extra={"at": "players.hand.card.rank"})]


class Play(Move, frozen=True):
    """Play a card of your hand. HA-08, HA-09."""

    place: Place


class Clued(Event, frozen=True):
    """A player gave a clue."""

    seat: Seat
    target: Annotated[Seat, Meta(description="The player whose cards it is about.")]
    colour: Annotated[Colour | None, Meta(description="The colour, if the clue names one.")]
    rank: Annotated[Rank | None, Meta(description="The rank, if the clue names one.")]
    places: Annotated[tuple[Place, ...], Meta(description="The places of their cards of it.")]


class Played(Event, frozen=True):
    """A player played a card."""

    seat: Seat
    card: Face
    fits: Annotated[bool | None, Meta(description="True if it was added to its firework; null if that is not known.")]


class LifeLost(Event, frozen=True):
    """A card did not fit."""

    lives: Annotated[int, Meta(ge=0, le=MOST_LIVES, description="The lives that are left.")]


class Discarded(Event, frozen=True):
    """A player discarded a card."""

    seat: Seat
    card: Face


class Drew(Event, frozen=True):
    """A player drew a card from the deck."""

    seat: Seat
    card: Face


class HeldCard(Public, frozen=True):
    """A card in a hand, with what the clues leave of it."""

    place: Place
    card: Face
    colours: Annotated[tuple[Colour, ...], Meta(description="The colours that it can have.")]
    ranks: Annotated[tuple[Rank, ...], Meta(description="The ranks that it can have.")]


class Player(Public, frozen=True):
    """A player."""

    seat: Seat
    hand: Annotated[
        tuple[HeldCard, ...] | None, Meta(description="The cards, the oldest first; null as for the table.")
    ]


class Firework(Public, frozen=True):
    """The cards of a colour that were played."""

    colour: Annotated[Colour, Meta(description="The colour.")]
    rank: Annotated[int, Meta(ge=0, le=RANKS, description="The rank of the last card; 0 before the first one.")]


class HanabiTable(View, frozen=True):
    """The table; null in a preview whose result depends on a card that you do not see."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    lives: Annotated[Annotated[int, Meta(ge=0, le=MOST_LIVES)] | None, Meta(description="The lives.")]
    clues: Annotated[Annotated[int, Meta(ge=0, le=MOST_CLUES)] | None, Meta(description="The clues.")]
    deck: Annotated[Count | None, Meta(description="The number of cards in the deck.")]
    turns: Annotated[
        Annotated[int, Meta(ge=0, le=5)] | None, Meta(description="The turns after the last card; else null.")
    ]
    fireworks: Annotated[tuple[Firework, ...] | None, Meta(description="The fireworks.")]
    discards: Annotated[tuple[Card, ...] | None, Meta(description="The discarded cards.")]
    players: Annotated[tuple[Player, ...], Meta(description="The players.")]


class HanabiState(State, frozen=True):
    """A position."""

    hands: tuple[tuple[int, ...], ...]
    """The oldest card of each first."""
    deck: tuple[int, ...]
    """Its top is at the end."""
    clues: tuple[tuple[Clues, ...], ...]
    """Of each card in each hand."""
    discards: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    tokens: int = MOST_CLUES
    lives: int = MOST_LIVES
    seat: int = 1
    turns: int | None = None
    """The turns that are left once the deck is empty."""
    unclear: bool = False
    """True after a move with a card that is not known, at the end of a preview."""
    draws: int = 1
    viewer: int = WHOLE


class HanabiRules(SmallRules, DealtRules):
    """The rules."""

    deal = Deal(
        {
            "hands": Lies(Sight.OTHERS),
            "deck": Lies(Sight.NOBODY),
            "discards": Lies(Sight.ALL, sorted=True),
            "played": Lies(Sight.ALL, sorted=True),
        },
        {Drew: {"card": Sight.OTHERS}},
    )

    def cards(self, _state: object) -> tuple[int, ...]:
        """HA-01."""
        return DECK

    def excluded(self, state: HanabiState, spot: Spot) -> frozenset[int]:
        """HA-05: what the clues exclude of a card in a hand."""
        return _others(state.clues[spot.owner - 1][spot.place] if spot.field == "hands" else ALL)

    def new(self, _options: object, seats: int, chance: Chance) -> HanabiState:
        """HA-02."""
        size = HAND[seats]
        deck = (UNKNOWN,) * (len(DECK) - seats * size)
        begun: HanabiState = self.dealt(
            HanabiState(((UNKNOWN,) * size,) * seats, deck, ((ALL,) * size,) * seats), chance
        )
        return begun

    def decision(self, state: HanabiState) -> Decision | None:
        """HA-04, HA-05, HA-07."""
        if state.unclear or self._end(state):
            return None
        verbs = (
            ("discard",) * (state.tokens < MOST_CLUES) + ("clue-colour", "clue-rank") * (state.tokens > 0) + ("play",)
        )
        return Decision(state.seat, "turn", NO_DETAILS, ("HA-04", "HA-05", "HA-06", "HA-07"), verbs)

    def decider(self, state: HanabiState) -> int | None:
        """HA-04."""
        return None if state.unclear or self._end(state) else state.seat

    def moves(self, state: HanabiState) -> Iterator[Move]:
        """HA-05 to HA-08."""
        if state.viewer not in (WHOLE, state.seat) or self.decider(state) is None:
            return
        places = range(1, len(state.hands[state.seat - 1]) + 1)
        if state.tokens < MOST_CLUES:
            yield from map(Discard, places)
        for seat, hand in enumerate(state.hands, 1):
            if seat != state.seat and state.tokens:
                yield from _clues(seat, hand)
        yield from map(Play, places)

    def make(self, state: HanabiState, move: Move, _chance: Chance) -> Transition:
        """HA-05 to HA-11, HA-14."""
        seats = len(state.hands)
        turns = None if state.turns is None else state.turns - 1
        state, seat = replace(state, seat=state.seat % seats + 1, turns=turns), state.seat
        match move:
            case ClueColour(target, colour):
                return _clued(state, Clued(seat, target, colour, None, _of(state, target, colour)))
            case ClueRank(target, rank):
                return _clued(state, Clued(seat, target, None, rank, _of(state, target, rank)))
            case Discard(place):
                after, card = _drawn(state, seat, place)
                told: tuple[Event, ...] = (Discarded(seat, CARDS[card]),)
                after = replace(after, discards=_sorted(state.discards, card), tokens=state.tokens + 1)
            case Play(place):
                after, card = _drawn(state, seat, place)
                fits = card != UNKNOWN and _face(card).rank == 1 + _height(state, _face(card).colour)
                if fits:
                    back = _face(card).rank == RANKS and state.tokens < MOST_CLUES
                    after = replace(after, played=_sorted(state.played, card), tokens=state.tokens + back)
                elif card:
                    after = replace(after, discards=_sorted(state.discards, card), lives=state.lives - 1)
                lost = (LifeLost(after.lives),) if card and not fits else ()
                told = (Played(seat, CARDS[card], fits if card else None), *lost)
            case _:
                raise AssertionError(move)
        if card == UNKNOWN:
            return Transition(replace(after, unclear=True), told)
        return Transition(after, (*told, Drew(seat, CARDS[state.deck[-1]])) if state.deck else told)

    def view(self, state: HanabiState) -> HanabiTable:
        """The table, as far as the position has it."""
        if state.unclear:
            players = [Player(seat, None) for seat in range(1, len(state.hands) + 1)]
            return HanabiTable(None, None, None, None, None, None, None, tuple(players))
        players = [
            Player(
                seat,
                tuple(
                    HeldCard(place, CARDS[card], *clues)
                    for place, (card, clues) in enumerate(zip(hand, state.clues[seat - 1], strict=True), 1)
                ),
            )
            for seat, hand in enumerate(state.hands, 1)
        ]
        fireworks = tuple(Firework(colour, _height(state, colour)) for colour in Colour)
        discards = tuple(_face(card) for card in state.discards)
        seat, size = self.decider(state), len(state.deck)
        return HanabiTable(seat, state.lives, state.tokens, size, state.turns, fireworks, discards, tuple(players))

    def outcome(self, state: HanabiState) -> Outcome | None:
        """HA-12 to HA-14."""
        end = None if state.unclear else self._end(state)
        if end is None:
            return None
        rule, victory = WORDS["reasons"][end]
        points = 0 if victory is Victory.ALL_LOST else len(state.played)
        return self.ended(end, rule, dict.fromkeys(range(1, len(state.hands) + 1), points), victory)

    def _end(self, state: HanabiState) -> str | None:
        """The reason for which the game has ended."""
        if not state.lives:
            return "no-lives"
        if len(state.played) == COLOURS * RANKS:
            return "all-fireworks"
        return "last-turns" if state.turns == 0 else None


def _face(card: int) -> Card:
    face: Card = CARDS[card]
    return face


@lru_cache(1_000)
def _clues(seat: int, hand: tuple[int, ...]) -> tuple[Move, ...]:
    """HA-05, HA-06: the clues that can be given about a hand. A move changes one hand at most, so they are asked for again."""
    cards = [_face(card) for card in hand if card != UNKNOWN]
    colours, ranks = {card.colour for card in cards}, {card.rank for card in cards}
    by_colour = (ClueColour(seat, colour) for colour in ALL[0] if colour in colours)
    return (*by_colour, *(ClueRank(seat, rank) for rank in sorted(ranks)))


@cache
def _others(clues: Clues) -> frozenset[int]:
    """The cards that are not as these clues say."""
    colours, ranks = clues
    return frozenset(card for card in DECK if _face(card).colour not in colours or _face(card).rank not in ranks)


def _height(state: HanabiState, colour: Colour) -> int:
    """The rank of the last card of a firework."""
    return sum(_face(card).colour is colour for card in state.played)


def _of(state: HanabiState, seat: int, what: Colour | int) -> tuple[int, ...]:
    """The places of the cards of a colour or a rank in a hand."""
    cards = enumerate(map(_face, state.hands[seat - 1]), 1)
    return tuple(place for place, card in cards if what in (card.colour, card.rank))


def _sorted(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(sorted((*cards, card)))


def _with(rows: tuple[Any, ...], seat: int, row: Sequence[Any]) -> tuple[Any, ...]:
    """The rows, with another one for this seat."""
    return (*rows[: seat - 1], tuple(row), *rows[seat:])


def _clued(state: HanabiState, told: Clued) -> Transition:
    """HA-05: the position in which the cards of a hand are known to be, or not to be, of a colour or a rank."""
    clues = [
        tuple(
            tuple(one for one in left if named is None or (one == named) == (place in told.places))
            for left, named in zip(leaves, (told.colour, told.rank), strict=True)
        )
        for place, leaves in enumerate(state.clues[told.target - 1], 1)
    ]
    return Transition(replace(state, tokens=state.tokens - 1, clues=_with(state.clues, told.target, clues)), (told,))


def _drawn(state: HanabiState, seat: int, place: int) -> tuple[HanabiState, int]:
    """HA-11, HA-14: the position in which a seat has another card for the one at a place, and that card."""
    hand, clues = list(state.hands[seat - 1]), list(state.clues[seat - 1])
    card = hand.pop(place - 1)
    del clues[place - 1]
    if state.deck:
        hand.append(state.deck[-1])
        clues.append(ALL)
    last = len(state.deck) == 1
    after = replace(
        state,
        hands=_with(state.hands, seat, hand),
        clues=_with(state.clues, seat, clues),
        deck=state.deck[:-1],
        turns=len(state.hands) if last else state.turns,
    )
    return after, card


TEXT = "All build fireworks of five colours together, from 1 to 5. Nobody sees their own cards; clues tell of them."
GAME = small_game(
    __name__,
    HanabiRules,
    seats=range(2, 6),
    minutes=20,
    text=TEXT,
    ids=RULES,
    words=WORDS,
    evaluate=lambda _rules, known, _seat: len(known.played) + known.lives,
    other_world=other_world,
    most_points=COLOURS * RANKS,
)
