"""Other worlds: games that went the same way before the eyes of one viewer, with other faces on the cards that he never saw.

For each kind a function makes such a world for a playout, a viewer and a version k: the position it begins with and the chance
it is played with, so that the playout's first k moves are legal there too; or None where it found none. What the viewer was
shown is told by the game's rules in the words of this module, not by `known`, which is what is on trial.

Chance draws among cards that look equal to the one who moves them (DD-04a), so which card leaves a hand depends on how many
candidates there are. A world in which that draw falls on another card is another game, not the same one with other faces;
such worlds are passed over: the same places must hold the same cards at all versions up to k.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from engine.chance import SEED_BYTES, Chance
from engine.dank_and_draft.cards import ACTION, BEER, GAP, PLAYED
from engine.dank_and_draft.table import DankAndDraftState, InPlay
from engine.game import IllegalMove, Move, State, Step
from engine.pint_craft.table import PintCraftState
from tests.conformance.tables import AnyRules, Playout
from tests.tiny.moves import GrainLookedAt
from tests.tiny.table import CaskRaceState

World = tuple[State, Chance]

OPEN = ("brew-crafters",)
"""Games that hide nothing but what the seed would draw. Their other worlds have another seed."""


def replay(rules: AnyRules, world: World, log: list[Move]) -> list[Step[Any, Any]] | None:
    """The steps of these moves in a world, the first one without a move; None where one of them is illegal there."""
    state, chance = world
    steps: list[Step[Any, Any]] = [Step(state, ())]
    for move in log:
        try:
            steps.append(rules.apply(steps[-1].state, move, chance))
        except IllegalMove:
            return None
    return steps


# --- Dank & Draft ------------------------------------------------------------------------------------------------------

Place = tuple[str, int, int]
"""Where a card lies: the kind of place, whose it is, and which one of a row."""


def _places(state: Any) -> Iterator[tuple[Place, int]]:
    """Every card of a position, and where it lies. Stacks and hands are in the order of the state."""
    rows = [("pile", 0, state.pile), ("tap", 0, state.taps), ("discard", 0, state.discards)]
    rows += [("hand", seat, hand) for seat, hand in enumerate(state.hands, 1)]
    rows += [(f"stack {t}", i, stack) for i, room in enumerate(state.taprooms, 1) for t, stack in enumerate(room)]
    rows += [("in play", frame.source, (frame.card,)) for frame in state.pending if isinstance(frame, InPlay)]
    for kind, owner, row in rows:
        for i, card in enumerate(row):
            if card != GAP:
                yield (kind, owner, i), card


@lru_cache(maxsize=8)
def _layouts(game: Playout) -> list[dict[Place, int]]:
    """For each version which card, named by its beer side, lies where."""
    return [{place: card & BEER for place, card in _places(state)} for state in game.states]


def _shown(place: Place, card: int, viewer: int | None) -> tuple[bool, bool]:
    """Whether the viewer is shown the beer side and the action side of a card that lies here (DD-03, DD-04, DD-06)."""
    match place[0]:
        case "pile":
            return False, False
        case "hand":
            return viewer == place[1], viewer not in (None, place[1])
        case "in play":
            return viewer == place[1], True
        case "discard":
            return True, bool(card & PLAYED)
    return True, False


def dank_and_draft(game: Playout, k: int, viewer: int | None, rng: random.Random) -> World | None:
    """Beer sides and action sides change places, each among the cards of which the viewer was never shown that side.

    Every beer side of the packaged deck is printed once, so a beer tells which card it is.
    """
    first = game.states[0]
    assert isinstance(first, DankAndDraftState)
    start = dict(_places(first))
    assert len({card & BEER for card in start.values()}) == len(start)
    shown_beers, shown_backs = set(), set()
    for state in game.states[: k + 1]:
        for place, card in _places(state):
            beer, back = _shown(place, card, viewer)
            shown_beers |= {card & BEER} if beer else set()
            shown_backs |= {card & BEER} if back else set()
    cards = list(start.values())
    beers = [i for i, card in enumerate(cards) if card & BEER not in shown_beers]
    backs = [i for i, card in enumerate(cards) if card & BEER not in shown_backs]
    for share in (1.0, 0.5, 0.2, 0.1, 0.0, 0.0):
        faces = [(card & BEER, card & ACTION) for card in cards]
        for hidden, side in ((beers, 0), (backs, 1)):
            chosen = rng.sample(hidden, min(len(hidden), max(2, int(share * len(hidden)))))
            for i, j in zip(chosen, rng.sample(chosen, len(chosen)), strict=True):
                faces[i] = (cards[j] & BEER, faces[i][1]) if side == 0 else (faces[i][0], cards[j] & ACTION)
        new = [beer | back for beer, back in faces]
        if new == cards:
            continue
        world = (_dealt(first, dict(zip(start, new, strict=True))), game.chance)
        steps = replay(game.table.rules, world, game.moves[:k])
        before = {beer: card & BEER for (beer, _), card in zip(faces, cards, strict=True)}
        if steps is not None and all(
            {place: before[card & BEER] for place, card in _places(step.state)} == layout
            for step, layout in zip(steps, _layouts(game), strict=False)
        ):
            return world
    return None


def _dealt(state: DankAndDraftState, cards: dict[Place, int]) -> DankAndDraftState:
    """The first position with these cards in their places."""
    rows: dict[tuple[str, int], tuple[int, ...]] = {}
    for (kind, owner, _), card in cards.items():
        rows[kind, owner] = (*rows.get((kind, owner), ()), card)
    hands = tuple(rows["hand", seat] for seat in range(1, len(state.hands) + 1))
    return replace(state, pile=rows["pile", 0], taps=rows["tap", 0], hands=hands)


# --- Pint Craft --------------------------------------------------------------------------------------------------------


def pint_craft(game: Playout, k: int, viewer: int | None, rng: random.Random) -> World | None:
    """Cards of the draw pile and of other hands change places, and so do Recipes that lay below others at the start.

    Titles have several copies, so a card is not followed on its way. A world will do if all that lies open went the same way.
    """
    first, rules = game.states[0], game.table.rules
    assert isinstance(first, PintCraftState)
    open_there = [_open(state, viewer) for state in game.states[: k + 1]]
    others = [seat for seat in range(1, game.table.seats + 1) if seat != viewer]
    for swaps in (6, 3, 2, 1, 1, 1, 1, 1):
        pile, hands, stacks = list(first.pile), [list(hand) for hand in first.hands], [list(s) for s in first.stacks]
        for _ in range(swaps):
            rows = rng.choices([pile, *(hands[seat - 1] for seat in others)], k=2)
            a, b = (rng.randrange(len(row) // (2 if row is pile else 1)) for row in rows)  # what is deep is drawn late
            rows[0][a], rows[1][b] = rows[1][b], rows[0][a]
            one, two = rng.choices(stacks, k=2)
            a, b = (rng.randrange((len(stack) + 1) // 2) for stack in (one, two))
            one[a], two[b] = two[b], one[a]
        world = (
            replace(
                first,
                pile=tuple(pile),
                hands=tuple(tuple(sorted(hand)) for hand in hands),
                stacks=tuple(map(tuple, stacks)),
            ),
            game.chance,
        )
        if world[0] != first:
            steps = replay(rules, world, game.moves[:k])
            if steps is not None and [_open(step.state, viewer) for step in steps] == open_there:
                return world
    return None


def _open(state: Any, viewer: int | None) -> Any:
    """What lies open to a viewer: all but the draw pile, the Recipes below others, and other hands (PC-01, PC-03)."""
    hands = tuple(hand if seat == viewer else len(hand) for seat, hand in enumerate(state.hands, 1))
    stacks = tuple((len(stack), stack[-1:]) for stack in state.stacks)
    return replace(state, pile=len(state.pile), hands=hands, stacks=stacks)


# --- Cask Race ---------------------------------------------------------------------------------------------------------


def cask_race(game: Playout, k: int, viewer: int | None, rng: random.Random) -> World | None:
    """The cards of the draw pile that nobody has looked at yet change places, and one of them with a card of another hand.

    That card must still be in the same hand at version k, or rather: the two worlds must differ in nothing else.
    """
    first = game.states[0]
    assert isinstance(first, CaskRaceState)
    looked = sum(
        len(event.grains or ()) for events in game.events[:k] for event in events if isinstance(event, GrainLookedAt)
    )
    untouched = max(0, len(first.pile) - looked)
    others = [seat for seat in range(1, game.table.seats + 1) if seat != viewer]
    for swaps in (True, True, True, False):
        pile, hands = list(first.pile[:untouched]), list(first.hands)
        rng.shuffle(pile)
        given = got = Counter[int]()
        seat = rng.choice(others)
        if swaps and pile:
            hand, i = list(hands[seat - 1]), rng.randrange(len(hands[seat - 1]))
            given, got = Counter(hand[i : i + 1]), Counter(pile[:1])
            hand[i], pile[0] = pile[0], hand[i]
            hands[seat - 1] = tuple(sorted(hand))
        world = (replace(first, pile=(*pile, *first.pile[untouched:]), hands=tuple(hands)), game.chance)
        steps = replay(game.table.rules, world, game.moves[:k])
        if (
            world[0] != first
            and steps is not None
            and all(_same_but(a, step.state, seat, given, got) for step, a in zip(steps, game.states, strict=False))
        ):
            return world
    return None


def _same_but(a: Any, b: Any, seat: int, given: Counter[int], got: Counter[int]) -> bool:
    """Whether the positions differ only in the draw pile and in one card of one hand."""
    mine, theirs = Counter(a.hands[seat - 1]), Counter(b.hands[seat - 1])
    return (
        mine - theirs == given - got
        and theirs - mine == got - given
        and replace(b, pile=(), hands=()) == replace(a, pile=(), hands=())
        and all(x == y for i, (x, y) in enumerate(zip(a.hands, b.hands, strict=True), 1) if i != seat)
    )


def brew_crafters(game: Playout, _k: int, _viewer: int | None, rng: random.Random) -> World | None:
    """Nothing is hidden but the seed, and nothing drawn after the start: the same position, played on with another seed."""
    return game.states[0], Chance(rng.randbytes(SEED_BYTES))


WORLDS: dict[str, Callable[[Playout, int, int | None, random.Random], World | None]] = {
    "dank-and-draft": dank_and_draft,
    "pint-craft": pint_craft,
    "brew-crafters": brew_crafters,
    "cask-race": cask_race,
}
"""By kind. A new game adds a function here."""
