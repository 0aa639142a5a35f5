"""The checks of Pint Craft that only its author knows."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from taphouse.engine.checks import Canaries, Checks, Ending, canary
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.pint_craft.deck import Deck
from taphouse.engine.pint_craft.moves import CardsDrawn, DrawPileMade, EmptyHand, PintCraftOptions, PotLimit
from taphouse.engine.pint_craft.state import PintCraftState
from taphouse.engine.vocabulary import Season
from taphouse.engine.worlds import Playout


def conserved(state: PintCraftState) -> Any:
    """The Brewery cards, the Recipes, and the tokens of each ingredient where they are limited."""
    cards = [
        *state.pile,
        *state.discards,
        *(card for row in (state.hands, state.fronts) for cards in row for card in cards),
    ]
    cards += [state.in_play] if state.in_play else []
    recipes = [recipe for row in (state.stacks, state.taps) for cards in row for recipe in cards]
    tokens = [sum(column) for column in zip(state.pot, *state.ingredients, strict=True)]
    assert min(min(pot) for pot in (state.pot, *state.ingredients)) >= 0
    return Counter(cards), Counter(recipes), tokens if state.options.pot is PotLimit.LIMITED else state.pot


def imagined(game: Any, seat: int, begins: int, k: int, world: Any) -> None:
    """Recipes that were on offer are where they went; the draw pile holds what went into it and was not drawn by the seat."""
    states = game.states[begins : k + 1]
    offered = {stack[-1] for state in states for stack in state.stacks if stack}
    offered |= {recipe for state in states for taps in state.taps for recipe in taps}
    for imagined, stack in zip(world.stacks, game.states[k].stacks, strict=True):
        for one, other in zip(imagined, stack, strict=True):
            assert one == other or not {one, other} & offered, "a Recipe lies elsewhere"
    made = [i for i in range(begins, k) if any(isinstance(event, DrawPileMade) for event in game.events[i])]
    if made:
        at = made[-1]
        # And what was drawn from it by the same move, by this seat or unseen.
        pile: Counter[int] = Counter(game.states[at + 1].pile)
        pile += Counter(_drawn(game, at, seat))
        for i in range(at + 1, k):
            pile -= Counter(_drawn(game, i, seat))
        unseen = Counter(_unseen(game, at, seat))
        assert not Counter(world.pile) - pile - unseen, "a card is in the draw pile that never went into it"
    for owner, hand in enumerate(game.states[k].hands, 1):
        taken = game.moves[k - 1] if k > begins else None
        if taken is not None and taken.verb == "take-back" and len(hand) > len(game.states[k - 1].hands[owner - 1]):
            assert game.rules.deck.code[taken.card] in world.hands[owner - 1]


def _drawn(game: Any, i: int, seat: int) -> list[int]:
    """The codes of the cards that the seat drew by a move."""
    code = game.rules.deck.code
    return [
        code[name] for e in game.events[i] if isinstance(e, CardsDrawn) and e.seat == seat for name in e.drawn or ()
    ]


def _unseen(game: Any, i: int, seat: int) -> list[int]:
    """Those that others drew by it."""
    code = game.rules.deck.code
    return [
        code[name] for e in game.events[i] if isinstance(e, CardsDrawn) and e.seat != seat for name in e.drawn or ()
    ]


def with_canaries(text: str) -> str:
    """Every card is the only one of its title."""
    head, *blocks = re.split(r"(?m)^(?=\[\[)", text)
    made: list[str] = []
    first: dict[str, str] = {}
    for block in blocks:
        first[re.findall(r'(?m)^name = "(.*)"$', block)[0]] = canary(len(made))
        copies = re.search(r"copies = \{ value = (\d+)", block)
        for _ in range(int(copies[1]) if copies else 1):
            named = re.sub(r'(?m)^(name|title) = ".*"$', rf'\1 = "{canary(len(made))}"', block)
            made.append(re.sub(r"copies = \{ value = \d+", "copies = { value = 1", named))
    titles = sum(block.startswith("[[cards]]") for block in made)
    whole = re.sub(r"titles = \{ value = \d+", f"titles = {{ value = {titles}", head) + "".join(made)
    return re.sub(r'expands = "(.*)"', lambda found: f'expands = "{first[found[1]]}"', whole)


def cards_shown(game: Playout, edition: Any, k: int, seat: int | None) -> tuple[set[str], set[str]]:
    """The names of the cards and Recipes that a viewer was shown up to version k, and of the others (PC-01, PC-03)."""
    deck = Deck(edition)
    cards, recipes = set[int](), set[int]()
    for state in game.states[: k + 1]:
        here: Any = state
        rows = [here.discards, (here.in_play,), *here.fronts, *([here.hands[seat - 1]] if seat else [])]
        cards |= {card for row in rows for card in row}
        recipes |= {recipe for row in (*here.taps, *(stack[-1:] for stack in here.stacks)) for recipe in row}
    shown = {deck.titles[card].name for card in cards if card} | {
        deck.beers[recipe].name for recipe in recipes if recipe
    }
    return shown, {one.name for one in (*edition.cards, *edition.recipes)} - shown


CHECKS = Checks(
    conserved=conserved,
    imagined=imagined,
    endings={
        "threshold": Ending(seats=2),
        "face-off": Ending(seats=3),
        "vote": Ending(seats=5, options=PintCraftOptions(season=Season.SUMMER, empty_hand=EmptyHand.ENDS_TURN)),
        "all-on-tap": Ending(seats=4, options=PintCraftOptions(threshold=200)),
        "round-cap": Ending(
            seats=6, options=PintCraftOptions(round_cap=3, pot=PotLimit.UNLIMITED, first_seat=FirstSeat.SEAT_1)
        ),
    },
    unchanged=frozenset({"totals.titles.value", "totals.recipes.value"}),
    canaries=Canaries(edition=with_canaries, names=83 + 25, shown=cards_shown, hidden=5),
    pairs=160,
)
