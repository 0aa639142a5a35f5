"""Positions of Dank & Draft from words, and moves from notation.

A card is written `ipa/spoil`; `ipa` alone has Spoil on its back, `ipa#2` is of the second brewery that has an IPA,
`ipa/spoil!` is a discard whose action was played, and `.` is a gap of the taps. Piles, hands and stacks are
words with spaces between.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Decision, Move, Refusal, Transition
from taphouse.engine.dank_and_draft.about import GAME
from taphouse.engine.dank_and_draft.cards import (
    ACTION,
    ACTION_NUMBER,
    ACTIONS,
    FIRST_BEER,
    GAP,
    PLAYED,
    TYPE_INDEX,
    TYPES,
    Action,
    BeerType,
    DankAndDraftEdition,
)
from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions, EmptiedType, Offers, Pairing, RecycleTiming
from taphouse.engine.dank_and_draft.rules import DankAndDraftRules
from taphouse.engine.dank_and_draft.state import (
    DankAndDraftState,
    Pending,
    ToAct,
    ToDiscard,
    ToDraft,
    ToEnd,
    ToOffer,
    ToSnatch,
    ToSpoil,
    ToStockUp,
)
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.notation import parse, write
from taphouse.engine.vocabulary import MOST_SEATS
from tests.edition_under_test import under_test

EDITION: DankAndDraftEdition = under_test(GAME)
FIGURES = EDITION.figures
DEALT, LIMIT = FIGURES.starting_hand.value, FIGURES.hand_limit.value
MOST_SPOILED, MOST_STOCKED_UP = FIGURES.most_spoiled.value, FIGURES.most_stocked_up.value
PER_BEER, PER_CARD = FIGURES.points_per_beer.value, FIGURES.points_per_card_in_hand.value
ALL_TYPES = FIGURES.points_for_all_types.value
CARDS = sum(len(brewery.cards) for brewery in EDITION.breweries)


def even() -> DankAndDraftEdition:
    """The edition with about as many beers of each type, so that positions can be made of many of each."""
    types, breweries = list(BeerType), []
    for i, brewery in enumerate(EDITION.breweries):
        beers = sorted((types[(i + j) % len(types)] for j in range(3)), key=types.index)
        cards = [{"beer": beer, "action": c.action} for beer, c in zip(beers, brewery.cards, strict=True)]
        breweries.append(brewery.model_dump() | {"cards": cards})
    counts = Counter(c["beer"] for brewery in breweries for c in brewery["cards"])
    rows = [row.model_dump() | {"count": counts[row.beer]} for row in EDITION.types]
    changed = {"name": "even", "types": rows, "breweries": breweries, "source": b"even"}
    return DankAndDraftEdition.model_validate(EDITION.model_dump() | changed)


RULES: DankAndDraftRules = GAME.rules(even())
DECK = RULES.deck
CHANCE = Chance(seed_from("a test"))

NINE = "ipa pilsner amber sour stout ipa#2 pilsner#2 amber#2 sour#2"
"""Taps without a gap."""
GAPPED = ". . . sour stout ipa#2 pilsner#2 amber#2 sour#2"
"""Taps after the first row was drafted."""
BARE = ". . . . . . . . ."
PHASES: dict[str, Pending] = {"draft": ToDraft(), "act": ToAct(), "offer": ToOffer(), "end": ToEnd()} | {
    "discard": ToDiscard()
}
CHOICES = {"spoil": ToSpoil, "snatch": ToSnatch, "stock-up": ToStockUp}
_NUMBERS = {
    type_: [n for n in range(FIRST_BEER, len(DECK.type_of)) if TYPES[DECK.type_of[n]] is type_] for type_ in TYPES
}

EVERY_OPTION = (
    DankAndDraftOptions(),
    DankAndDraftOptions(recycle=RecycleTiming.AT_ONCE),
    DankAndDraftOptions(offers=Offers.ONE_A_TURN, emptied_type=EmptiedType.OPENS),
    DankAndDraftOptions(first_seat=FirstSeat.SEAT_1, pairing=Pairing.PRINTED, turn_cap=4),
)
"""Every value of every option at least once."""


def card(word: str) -> int:
    """The code of a card."""
    if word == ".":
        return GAP
    face, _, back = word.removesuffix("!").partition("/")
    type_, _, nth = face.partition("#")
    beer = _NUMBERS[BeerType(type_)][int(nth or 1) - 1]
    return beer << 4 | (PLAYED if word.endswith("!") else 0) | ACTION_NUMBER[Action(back or "spoil")]


def cards(words: str) -> tuple[int, ...]:
    """The codes of cards."""
    return tuple(card(word) for word in words.split())


def written(codes: tuple[int, ...]) -> str:
    """The words of cards that are known on both sides."""
    return " ".join(_word(code) for code in codes)


def _word(code: int) -> str:
    if code == GAP:
        return "."
    type_ = TYPES[DECK.type_of[code >> 4]]
    nth = _NUMBERS[type_].index(code >> 4) + 1
    face = f"{type_}#{nth}" if nth > 1 else str(type_)
    return f"{face}/{ACTIONS[(code & ACTION) - 1]}" + "!" * bool(code & PLAYED)


def ipas(count: int) -> str:
    """The words of so many IPAs, of as many breweries."""
    return " ".join(f"ipa#{i}" for i in range(1, count + 1)).replace("ipa#1 ", "ipa ", 1)


def faces(codes: tuple[int, ...]) -> str:
    """The words of their beer sides."""
    return " ".join(word.partition("/")[0] for word in written(codes).split())


def room(words: str) -> tuple[tuple[int, ...], ...]:
    """A taproom: the beers in the order in which they were placed."""
    codes = cards(words)
    return tuple(tuple(code for code in codes if DECK.type_of[code >> 4] == t) for t in range(len(TYPES)))


def stack(state: DankAndDraftState, seat: int, type_: str) -> str:
    """The beer sides of a stack, the one placed last at the end."""
    return faces(state.taprooms[seat - 1][TYPE_INDEX[BeerType(type_)]])


def position(
    phase: str = "act",
    *,
    seats: int = 2,
    seat: int = 1,
    hands: dict[int, str] | None = None,
    rooms: dict[int, str] | None = None,
    opened: dict[int, str] | None = None,
    taps: str | None = None,
    pile: str = "",
    discards: str = "",
    turn: int = 1,
    extra: bool = False,
    owed: bool = False,
    **options: Any,
) -> DankAndDraftState:
    """A position, where nothing lies that is not named but the taps.

    `phase` is a word of `PHASES`, or the choice of an action with its card and the seat it came from: `spoil ipa/spoil 2`.
    The top of the pile comes first, that of the discard pile last. `opened` adds types to those of the stacks that lie there.
    """
    verb, *play = phase.split()
    rooms_ = tuple(room((rooms or {}).get(i, "")) for i in range(1, seats + 1))
    more = [(opened or {}).get(i, "").split() for i in range(1, seats + 1)]
    return DankAndDraftState(
        options=DankAndDraftOptions(**options),
        draws=3,
        turn=turn,
        seat=seat,
        extra=extra,
        extra_owed=owed,
        pending=(ToOffer(), CHOICES[verb](card(play[0]), int(play[1]))) if play else (PHASES[verb],),
        pile=cards(pile)[::-1],
        taps=cards(taps or (NINE if verb == "draft" else GAPPED)),
        hands=tuple(cards((hands or {}).get(i, "")) for i in range(1, seats + 1)),
        taprooms=rooms_,  # type: ignore[arg-type]
        opened=tuple(
            sum(1 << t for t, type_ in enumerate(TYPES) if lies[t] or str(type_) in words)
            for lies, words in zip(rooms_, more, strict=True)
        ),
        discards=cards(discards),
        ended="",
    )


def move(line: str) -> Move:
    """The move that a line stands for."""
    return parse(line, GAME.verbs)


def step(state: DankAndDraftState, line: str, chance: Chance = CHANCE) -> Transition:
    """The result of a move."""
    return RULES.apply(state, move(line), chance)


def after(state: DankAndDraftState, *lines: str, chance: Chance = CHANCE) -> DankAndDraftState:
    """The position after moves."""
    for line in lines:
        state = step(state, line, chance).state
    return state


def turn_ended(state: DankAndDraftState) -> DankAndDraftState:
    """The position after the turn is ended, and what is over the hand limit is discarded."""
    state = after(state, "end-turn")
    return after(state, legal(state)[0]) if phase_of(state) == "discard" else state


def happened(state: DankAndDraftState, line: str, chance: Chance = CHANCE) -> list[str]:
    """The names of the events of a move."""
    return [type(event).__name__ for event in step(state, line, chance).events]


def legal(state: DankAndDraftState, verb: str = "") -> list[str]:
    """The legal moves, in their order; with a verb, those only."""
    return [line for line in map(write, RULES.moves(state)) if line.startswith(verb)]


def refusal(state: DankAndDraftState, line: str) -> Refusal:
    """The refusal of the move."""
    refused = RULES.why_not(state, move(line))
    assert refused is not None, f"{line} is legal"
    return refused


def said(refused: Refusal) -> str:
    """The refusal in English."""
    return RULES.wording().refusal(refused)


def phase_of(state: DankAndDraftState) -> str:
    """The task of the decision; `over` where there is none."""
    decision = RULES.decision(state)
    return "over" if decision is None else decision.task


def played(seats: int, options: DankAndDraftOptions, seed: str) -> Iterator[tuple[DankAndDraftState, Move | None]]:
    """Every position of a game of random moves, with the move made in it."""
    rng, chance = random.Random(seed), Chance(seed_from(seed))
    state = RULES.new(options, seats, chance)
    while moves := list(RULES.moves(state)):
        # a game of even chances ends turns too soon to get anywhere
        wanted = [m for m in moves if write(m) != "end-turn"] if rng.random() < 0.8 else moves
        chosen = rng.choice(wanted or moves)
        yield state, chosen
        state = RULES.apply(state, chosen, chance).state
    yield state, None


@cache
def sample() -> tuple[tuple[DankAndDraftState, Move | None], ...]:
    """Positions of random games with 2, 3 and 4 players under every option, with the move made in each."""
    return tuple(
        pair
        for seats in (2, 3, 4)
        for options in EVERY_OPTION
        for n in range(2)
        for pair in played(seats, options, f"{seats} {n}")
    )


_WORDING = GAME.wording(EDITION)


def prompt(decision: Decision | None, players: Sequence[str | None] = ()) -> str:
    """The prompt of a decision in English; of the players in seat order, the others have no name."""
    assert decision is not None
    names = _WORDING.names([*players, *[None] * (MOST_SEATS - len(players))])
    return _WORDING.prompt(decision.task, decision.details, names)
