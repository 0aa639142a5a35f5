"""Positions of Pint Craft from words, and moves from notation.

Cards and Recipes are written by their names with spaces between, ingredients as in notation (`base-malt:2,hops:1`). What a
position does not mention lies where it does no harm: cards in the draw pile, Recipes under those on offer, tokens in the pot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Decision, Event, Move, Refusal, Transition
from taphouse.engine.notation import parse, write
from taphouse.engine.pint_craft.about import GAME
from taphouse.engine.pint_craft.cards import SEASONS, IngredientAmounts, PintCraftEdition, Pot
from taphouse.engine.pint_craft.deck import amounts, counts
from taphouse.engine.pint_craft.moves import Choose, PintCraftOptions, PotLimit
from taphouse.engine.pint_craft.rules import PintCraftRules
from taphouse.engine.pint_craft.state import (
    CHALLENGE_ROUND,
    FACE_OFF,
    PLENTY,
    ROUNDS,
    Cards,
    Pending,
    PintCraftState,
    ToBrew,
    ToPlay,
)
from taphouse.engine.vocabulary import MOST_SEATS, Season
from tests.edition_under_test import under_test

EDITION: PintCraftEdition = under_test(GAME)
RULES: PintCraftRules = GAME.rules(EDITION)
DECK = RULES.deck
CHANCE = Chance(seed_from("a test"))

STAGES = {"rounds": ROUNDS, "challenge": CHALLENGE_ROUND, "face-off": FACE_OFF}
Rows = Mapping[int, str]
"""Words by seat."""


def cards(words: str) -> Cards:
    """The codes of Brewery cards."""
    return tuple(DECK.code[word] for word in words.split())


def recipes(words: str) -> Cards:
    """The codes of Recipes."""
    return tuple(DECK.recipe_code[word] for word in words.split())


def pot(words: str) -> Pot:
    """Counts of ingredients: `base-malt:2,hops:1`, or nothing."""
    pairs = (part.split(":") for part in words.split(",") if part)
    return counts(IngredientAmounts(**{name.replace("-", "_"): int(count) for name, count in pairs}))


def position(
    *pending: Pending,
    seats: int = 2,
    seat: int = 1,
    first: int = 1,
    round: int = 1,
    season: str = "winter",
    stage: str = "rounds",
    leader: int = 0,
    to_play: tuple[int, ...] = (),
    left: tuple[int, ...] = (),
    played: int = 0,
    in_play: str = "",
    hands: Rows | None = None,
    ingredients: Rows | None = None,
    fronts: Rows | None = None,
    taps: Rows | None = None,
    offer: str = "",
    pile: str | None = None,
    discards: str = "",
    **options: Any,
) -> PintCraftState:
    """A position in which every card, Recipe and token of the edition is somewhere.

    Args:
        pending: what is owed, the next one last; seat `seat` plays Brewery cards when there is none.
        hands, ingredients, fronts, taps: what each seat has; nothing where it is left out.
        offer: the Recipes on offer, from stack 1 on. The others lie below and on the other stacks, in the edition's order.
        pile: the draw pile, its top first; all the other cards when None. With a pile given the others are out of the game.
        options: those of the game.
    """
    chosen = PintCraftOptions(**options)
    held = {name: _row(words, cards, seats) for name, words in (("hands", hands), ("fronts", fronts))}
    on_tap = _row(taps, recipes, seats)
    has = tuple(pot((ingredients or {}).get(i, "")) for i in range(1, seats + 1))
    out = Counter(DECK.printed)
    out -= Counter([card for rows in held.values() for row in rows for card in row])
    out -= Counter([*cards(discards), *cards(in_play)])
    rest = [
        code for code in range(1, len(DECK.beers)) if code not in {*recipes(offer), *(r for t in on_tap for r in t)}
    ]
    stacks = _stacks(recipes(offer), rest, seats + 1)
    taken = [sum(column) for column in zip(*has, strict=True)]
    limited = chosen.pot is PotLimit.LIMITED
    state = PintCraftState(
        options=chosen,
        draws=9,
        round=round,
        season=SEASONS.index(Season(season)),
        first=first,
        seat=seat,
        stage=STAGES[stage],
        leader=leader,
        to_play=to_play,
        left=left or tuple(range(1, seats + 1)),
        played=played,
        in_play=cards(in_play)[0] if in_play else 0,
        pending=pending or (ToPlay(),),
        pile=tuple(out.elements()) if pile is None else cards(pile)[::-1],
        discards=cards(discards),
        pot=_pot([total - n for total, n in zip(DECK.pot, taken, strict=True)]) if limited else (PLENTY,) * 4,
        stacks=stacks,
        hands=tuple(tuple(sorted(hand)) for hand in held["hands"]),
        ingredients=has,
        fronts=held["fronts"],
        taps=on_tap,
        ended="",
    )
    assert min(count for counted in (state.pot, *has) for count in counted) >= 0
    return state


def brewing(**words: Any) -> PintCraftState:
    """The same in the second step of the turn."""
    return position(ToBrew(), **words)


def _row(words: Rows | None, read: Any, seats: int) -> tuple[Cards, ...]:
    return tuple(read((words or {}).get(seat, "")) for seat in range(1, seats + 1))


def _stacks(on_offer: Cards, rest: list[int], count: int) -> tuple[Cards, ...]:
    tops = [*on_offer, *rest[: count - len(on_offer)]]
    below = rest[count - len(on_offer) :]
    return tuple((*below[i::count], tops[i]) if i < len(tops) else () for i in range(count))


def _pot(values: list[int]) -> Pot:
    return values[0], values[1], values[2], values[3]


def emptied(state: PintCraftState, **left: int) -> PintCraftState:
    """The position with only so much in the pot, `emptied(state, hops=1)`; the rest is out of the game."""
    return replace(state, pot=counts(IngredientAmounts(**left)))


def move(words: str) -> Move:
    """A move from notation."""
    return parse(words, GAME.verbs)


def legal(state: PintCraftState) -> list[str]:
    """The legal moves in notation, in their order."""
    return [write(one) for one in RULES.moves(state)]


def step(state: PintCraftState, words: str) -> Transition:
    """The result of one move."""
    return RULES.apply(state, move(words), CHANCE)


def after(state: PintCraftState, *moves: str) -> PintCraftState:
    """The position after these moves."""
    for words in moves:
        state = step(state, words).state
    return state


def happened(state: PintCraftState, *moves: str) -> list[Event]:
    """The events of these moves."""
    events: list[Event] = []
    for words in moves:
        made = step(state, words)
        state = made.state
        events += made.events
    return events


def refusal(state: PintCraftState, words: str) -> Refusal | None:
    """The refusal of a move; None where it is legal."""
    return RULES.why_not(state, move(words))


def said(refused: Refusal) -> str:
    """The refusal in English."""
    return RULES.wording().refusal(refused)


def spoken(pot: Iterable[int]) -> str:
    """Ingredients in a sentence: `2 Base Malt and 1 Adjunct`."""
    names = ("Base Malt", "Specialty Malt", "Hops", "Adjuncts")
    parts = [
        f"{n} {'Adjunct' if n == 1 and name == 'Adjuncts' else name}" for n, name in zip(pot, names, strict=True) if n
    ]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def asked(state: PintCraftState) -> tuple[int, str]:
    """The seat that must decide, and the kind of decision."""
    decision = RULES.decision(state)
    assert decision is not None
    return decision.seat, decision.task


def hand(state: PintCraftState, seat: int) -> str:
    """The names of the cards in a hand, in the edition's order."""
    return " ".join(DECK.titles[card].name for card in state.hands[seat - 1])


def front(state: PintCraftState, seat: int) -> str:
    """The names of the orange cards in front of a player."""
    return " ".join(DECK.titles[card].name for card in state.fronts[seat - 1])


def on_tap(state: PintCraftState, seat: int) -> str:
    """The names of a player's Recipes on tap."""
    return " ".join(DECK.beers[recipe].name for recipe in state.taps[seat - 1])


def on_offer(state: PintCraftState) -> str:
    """The names of the Recipes on offer, stack by stack; `.` for an empty stack."""
    return " ".join(DECK.beers[stack[-1]].name if stack else "." for stack in state.stacks)


def discarded(state: PintCraftState) -> str:
    """The names of the cards in the discard stack, the last one at the end."""
    return " ".join(DECK.titles[card].name for card in state.discards)


def has(state: PintCraftState, seat: int) -> str:
    """A player's ingredients as in notation: `base-malt:2,hops:1`, `none`."""
    return write(Choose(amounts(state.ingredients[seat - 1]))).removeprefix("choose ")


def pints(state: PintCraftState, seat: int) -> int:
    """A player's Pints."""
    return sum(category.points for category in RULES.score(state, seat))


def reason(state: PintCraftState) -> str | None:
    """The reason of the game's end; None while it runs."""
    outcome = RULES.outcome(state)
    return None if outcome is None else outcome.reason


def winners(state: PintCraftState) -> list[int]:
    """The seats in the first place."""
    outcome = RULES.outcome(state)
    assert outcome is not None
    return [standing.seat for standing in outcome.standings if standing.place == 1]


_WORDING = GAME.wording(EDITION)


def prompt(decision: Decision | None, players: Sequence[str | None] = ()) -> str:
    """The prompt of a decision in English; of the players in seat order, the others have no name."""
    assert decision is not None
    names = _WORDING.names([*players, *[None] * (MOST_SEATS - len(players))])
    return _WORDING.prompt(decision.task, decision.details, names)
