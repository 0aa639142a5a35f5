"""The sight of a seat in a game, and its part that holds in every world that it imagines, without the games' memories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from taphouse.engine.contract import Seen
from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP, PLAYED
from taphouse.engine.dank_and_draft.state import InPlay
from taphouse.engine.dank_and_draft.worlds import shown_until
from taphouse.engine.pint_craft.moves import CardsDrawn, DrawPileMade
from tests.conformance.tables import Playout
from tests.per_game import PerGame
from tests.tiny.moves import Keep, Look


def history(game: Playout, seat: int, begins: int, k: int) -> list[Seen]:
    """The moves from one version to another, as a seat saw them."""
    rules = game.rules
    return [
        Seen(
            rules.known(game.states[i], seat),
            game.moves[i],
            tuple(told for event in game.events[i] if (told := rules.redact(event, seat)) is not None),
        )
        for i in range(begins, k)
    ]


def dank_and_draft(game: Playout, seat: int, begins: int, k: int, world: Any) -> None:
    """Beers that others drafted are in their hands, the others there were never seen; all actions seen are where they were."""
    if game.options.pairing.name == "PRINTED":
        assert {*_cards(world)} == {*_cards(game.states[k])}
        back = {card & BEER: card & ACTION for card in _cards(game.states[k])}
    else:
        back = {card & BEER: card & ACTION for card in _cards(world)}
    really = {card & BEER: card & ACTION for card in _cards(game.states[k])}
    first = game.states[begins]
    strangers: dict[int, tuple[list[int], list[int]]] = {}
    for owner in range(1, game.seats + 1):
        if owner == seat:
            continue
        held, imagined = _held(game.states[k], owner), _held(world, owner)
        stayed = [beer for beer in held if all(beer in _held(state, owner) for state in game.states[begins : k + 1])]
        came = [beer for beer in held if beer not in stayed]
        assert {*came} <= {*imagined}, "a beer that was drafted is not in the hand"
        strangers[owner] = (stayed, [beer for beer in imagined if beer not in came])
        if not begins:
            assert not {*strangers[owner][1]} & shown_until(game, k, seat)[0], (
                "a beer that was seen came into a hand unseen"
            )
    for state in game.states[begins : k + 1]:
        for card in state.discards:
            assert not card & PLAYED or back[card & BEER] == card & ACTION, "an action that was played is another one"
        for owner, (stayed, imagined) in strangers.items():
            there = [*[beer for beer in _held(state, owner) if beer not in stayed], *imagined]
            shown = [really[beer] for beer in _held(state, owner)]
            assert Counter(back[beer] for beer in there) == Counter(shown), "the others saw other actions in the hand"
    assert first.options == world.options


def _held(state: Any, owner: int) -> list[int]:
    """The beers of a hand, and of a card in play that came from it."""
    in_play = [frame.card for frame in state.pending if isinstance(frame, InPlay) and frame.source == owner]
    return [card & BEER for card in (*state.hands[owner - 1], *in_play)]


def _cards(state: Any) -> Iterator[int]:
    rows = (state.pile, state.taps, state.discards, *state.hands, *[stack for room in state.taprooms for stack in room])
    yield from (card & ~PLAYED for row in rows for card in row if card != GAP)
    yield from (frame.card for frame in state.pending if isinstance(frame, InPlay))


def pint_craft(game: Playout, seat: int, begins: int, k: int, world: Any) -> None:
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
        pile = Counter(game.states[at + 1].pile)  # and what was drawn from it by the same move, by this seat or unseen
        pile += Counter(_drawn(game, at, seat))
        for i in range(at + 1, k):
            pile -= Counter(_drawn(game, i, seat))
        unseen = Counter(_unseen(game, at, seat))
        assert not Counter(world.pile) - pile - unseen, "a card is in the draw pile that never went into it"
    for owner, hand in enumerate(game.states[k].hands, 1):
        taken = game.moves[k - 1] if k > begins else None
        if taken is not None and taken.verb == "take-back" and len(hand) > len(game.states[k - 1].hands[owner - 1]):
            assert game.rules.deck.code[taken.card] in world.hands[owner - 1]  # type: ignore[attr-defined]


def _drawn(game: Playout, i: int, seat: int) -> list[int]:
    """The codes of the cards that the seat drew by a move."""
    code = game.rules.deck.code  # type: ignore[attr-defined]
    return [
        code[name] for e in game.events[i] if isinstance(e, CardsDrawn) and e.seat == seat for name in e.drawn or ()
    ]


def _unseen(game: Playout, i: int, seat: int) -> list[int]:
    """Those that others drew by it."""
    code = game.rules.deck.code  # type: ignore[attr-defined]
    return [
        code[name] for e in game.events[i] if isinstance(e, CardsDrawn) and e.seat != seat for name in e.drawn or ()
    ]


def cask_race(game: Playout, seat: int, begins: int, k: int, world: Any) -> None:
    """Cards that the seat put under the draw pile are there, until they are looked at."""
    under: list[int | None] = []  # the lowest cards, as far as the seat knows them
    for i in range(begins, k):
        before, after, move = game.states[i], game.states[i + 1], game.moves[i]
        if isinstance(move, Look):
            under = under[: len(after.pile)]
        if isinstance(move, Keep):
            new = len(after.pile) - len(before.pile)
            under = [*(after.pile[:new] if before.seat == seat else [None] * new), *under]
    for card, imagined in zip(under, world.pile, strict=False):
        assert card in (None, imagined), "a card that went under the draw pile is another one"


STILL_TRUE = PerGame(
    "a check of what a seat saw",
    "STILL_TRUE in tests/worlds/seen.py",
    {
        "dank-and-draft": dank_and_draft,
        "pint-craft": pint_craft,
        "cask-race": cask_race,
        "brew-crafters": lambda *_: None,
    },
)
