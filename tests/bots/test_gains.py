"""No bot wastes a move: none plays an action that changes nothing while another one raises a number of its seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from taphouse.engine import GAMES
from taphouse.engine.bots import GreedyBot, SearchBot
from taphouse.engine.bots.reasons import _area, _raised
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from tests.effort import many

MOST_MOVES = 60
"""The most moves of a random game."""
games = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.about.kind)


def areas(rules: Any, known: Any, seat: int) -> list[dict[str, Any]]:
    """The areas of all players, as a seat sees them, with no more of their hands than the number of its own cards."""
    table = rules.view(rules.known(known, seat))
    seen = [asdict(_area(table, one)) for one in range(1, len(table.players) + 1)]
    hands = [area.pop("hand", None) for area in seen]
    own = hands[seat - 1]
    return [*seen, {"cards": own and next(n for n in asdict(own).values() if isinstance(n, int))}]


def wastes(rules: Any, known: Any, before: Any, move: Any, seat: int) -> bool:
    """True if a move, which is not the passive one, changes nothing but that it was made, and perhaps a card was spent."""
    step = rules.make(known, move, BLIND)
    if any(getattr(event, "without_effect", False) for event in step.events):
        return True
    after = step.state
    owed, owes = ([type(one) for one in state.pending] for state in (known, after))
    if len(owes) > len(owed) or (rules.decider(after) == seat and len(owes) == len(owed) and owes != owed):
        return False  # it owes a choice, such as of what to brew
    *there, had = before
    *left, has = areas(rules, after, seat)
    there[seat - 1], left[seat - 1] = _not_spent(there[seat - 1], left[seat - 1]), left[seat - 1]
    return there == left and (has["cards"] or 0) <= (had["cards"] or 0)


def _not_spent(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """An area before a move, with its numbers as low as after it."""
    return {
        name: min(had, has) if isinstance(had, int) else had
        for (name, had), has in zip(before.items(), after.values(), strict=True)
    }


def tempting(game: Game, number: int) -> Iterator[tuple[Any, Any, int, list[Any]]]:
    """The positions of a random game in which some moves waste and another one gains, as the deciding seat knows them."""
    rules: Any = game.rules(packaged(game.edition, game.about.package)[0])
    rng, chance = random.Random(number), Chance(seed_from(f"tempting {number}"))
    state = rules.new(game.about.options(), rng.choice(game.about.seats), chance)
    for _ in range(MOST_MOVES):
        if (seat := rules.decider(state)) is None:
            return
        known = rules.known(state, seat)
        moves, before = list(rules.moves(known)), areas(rules, known, seat)
        wasted = [move for move in moves[1:] if wastes(rules, known, before, move, seat)]
        if wasted and any(any(_raised(rules, known, rules.make(known, one, BLIND).state, seat)) for one in moves):
            yield rules, known, seat, wasted
        state = rules.apply(state, rng.choice(moves), chance).state


def check(game: Game, bot: Callable[..., Any]) -> int:
    """Count the positions of this kind in which a bot chose. A wasted move is an AssertionError."""
    met = 0

    @settings(max_examples=many(5), phases=[Phase.explicit, Phase.generate], derandomize=True, database=None)
    @given(st.integers(0, 10_000))
    @example(5)  # of Brew Crafters, few games have one
    def in_random_games(number: int) -> None:
        nonlocal met
        for rules, known, seat, wasted in tempting(game, number):
            met += 1
            chosen = bot(game, random.Random(1)).choose(rules, known, seat)
            assert chosen not in wasted, write(chosen)

    in_random_games()
    return met


@pytest.mark.parametrize("bot", [GreedyBot, partial(SearchBot, iterations=10)], ids=["greedy", "search"])
@games
def test_no_bot_plays_an_action_that_changes_nothing_while_one_gains(game: Game, bot: Callable[..., Any]) -> None:
    assert check(game, bot)


@games
def test_a_bot_that_leaves_out_what_gains_is_found(game: Game) -> None:
    def idle(rules: Any, known: Any, moves: list[Any]) -> list[Any]:
        seat = rules.decider(known)
        before = areas(rules, known, seat)
        return [move for move in moves[1:] if wastes(rules, known, before, move, seat)] or moves

    faulty: Any = type("Faulty", (), vars(game) | {"candidates": staticmethod(idle)})
    with pytest.raises(AssertionError):
        check(game, lambda _game, rng: GreedyBot(faulty, rng))
