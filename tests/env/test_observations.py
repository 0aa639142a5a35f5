"""Observations lie within their bounds, as integers and as floats; what is remembered follows from what was seen."""

from __future__ import annotations

import random
import warnings
from types import SimpleNamespace
from typing import Annotated, Any

import pytest

pytest.importorskip("gymnasium", reason="install the environments: pip install 'taphouse[env]'")

import numpy as np
from msgspec import Meta
from pettingzoo.test import api_test

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Seat, View
from taphouse.engine.dank_and_draft.state import InPlay
from taphouse.engine.vocabulary import Public
from taphouse.engine.worlds import Playout, other_world
from taphouse.env import TaphouseAEC
from taphouse.env.observers.general import GeneralObserver
from taphouse.env.table import GameTable
from taphouse.lab.game_tests.pairs import history
from taphouse.lab.game_tests.tables import hiding
from tests.effort import many
from tests.tiny.about import GAME as TINY
from tests.tiny.cards import Grain
from tests.tiny.installed import install

REACHED = {"dank-and-draft": 0.55, "pint-craft": 0.45}
LEAST = 0.3
"""The least share of numbers that come to half of their bound in random games. Those of recipes not in play do not."""


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> str:
    return install(monkeypatch, TINY)


@pytest.mark.parametrize("kind", GAMES)
def test_bounds_hold_and_most_are_reached(kind: str) -> None:
    seats = GAMES[kind].about.seats
    for number in (seats[0], seats[-1]):
        table, luck = GameTable(kind, number, encoding="floats"), random.Random(number)
        assert table.floats is not None
        layout, whole = table.layout, table.observer.of_whole
        highest = layout.least.copy()
        for n in range(many(6)):
            table.begin(str(n))
            while table.seat is not None:
                row = np.frombuffer(table.row(table.seat), np.int16)
                assert (layout.least <= row).all()
                assert (row <= layout.most).all()
                highest = np.maximum(highest, row)
                table.play(luck.choice(table.legal))
            floats = table.observe(1)
            assert floats.dtype == np.float32
            assert 0 <= floats.min() <= floats.max() <= 1
            for name, where in table.floats.where.items():
                if layout.parts[name].code:
                    assert floats[where].sum() == layout.parts[name].size, f"{name}: a code is one of its values"
            position = table.whole()
            assert (whole.least <= position).all()
            assert (position <= whole.most).all()
        assert (2 * highest >= layout.most).mean() >= REACHED.get(kind, LEAST)


def test_floats_are_integers_by_their_bounds_and_codes_apart() -> None:
    table, floats = GameTable("dank-and-draft"), GameTable("dank-and-draft", encoding="floats")
    assert floats.floats is not None
    where, row, shown = table.layout.where, table.observe(1), floats.observe(1)
    pile = where["draw-pile"]
    assert shown[floats.floats.where["draw-pile"]] == pytest.approx(row[pile] / table.layout.most[pile])
    taps = shown[floats.floats.where["taps"]].reshape(9, 6)
    assert taps.argmax(axis=1).tolist() == row[where["taps"]].tolist()
    assert (taps.sum(axis=1) == 1).all()


@pytest.mark.parametrize("kind", hiding())
def test_a_memory_follows_from_what_a_seat_saw(kind: str, tiny: str) -> None:
    """Another world that showed the seat the same is remembered as the same; one that showed it other things is not."""
    table, game = GameTable(kind, memory=True), GAMES[kind]
    luck, worlds, different = random.Random(1), 0, 0
    for n in range(many(3)):
        played = Playout(table.rules, game.about.options(), 2, f"memory {n}", luck.choice)
        seat, k = 1 + n % 2, min(12, len(played.moves) - 1)
        real = history(played, seat, 0, k)
        memory = table.rules.remembered(real, seat)
        recalled = table.observer.recall(played.states[k], seat, memory)
        unaware = table.observer.recall(played.states[k], seat, None)
        different += bool((recalled != unaware).any())
        world = other_world(game)(played, k, seat, luck)
        if world is not None and world.steps[k].state != played.states[k]:
            worlds += 1
            rules = table.rules
            told = [
                rules.seen(before.state, rules.decider(before.state), move, after.events, seat)
                for before, move, after in zip(world.steps, played.moves[:k], world.steps[1:], strict=False)
            ]
            again = table.observer.recall(world.steps[k].state, seat, rules.remembered(told, seat))
            assert again.tolist() == recalled.tolist()
    assert worlds, "no other world was found"
    assert different, "the seats remember nothing"


@pytest.mark.parametrize("kind", ["dank-and-draft", "pint-craft"])
@pytest.mark.parametrize("seats", [2, 3])
def test_an_exact_memory_is_the_mean_of_many_worlds(kind: str, seats: int) -> None:
    """No mean is further off than five times its error; in Dank & Draft with cards in play from either side."""
    table, luck, worlds = GameTable(kind, seats, memory=True), random.Random(seats), 200
    observer, rules = table.observer, table.rules
    for n in range(many(4)):
        table.begin(f"exact {n}")
        for _ in range(luck.randrange(2, 40)):
            if table.seat is not None:
                table.make(luck.choice(table.moves))
        while kind == "dank-and-draft" and n % 2 and table.seat and not isinstance(table.state.pending[-1], InPlay):
            table.make(luck.choice(table.moves))
        for seat in range(1, seats + 1):
            memory, known = table.memory(seat), rules.known(table.state, seat)
            secret = [
                observer.layout[name.removeprefix("memory.")] for name in observer.of_memory.where if "player" in name
            ]
            rows = []
            for world in [rules.sample(known, seat, Chance(seed_from(str(one))), memory) for one in range(worlds)]:
                row = observer.observe(world, seat)
                rows.append([n for place in secret for n in row[place]] + observer.hidden(world, seat))
            mean, error = np.mean(rows, axis=0) * 100, np.std(rows, axis=0) * 100 / worlds**0.5
            exact = observer.recall(table.state, seat, memory)
            assert (abs(exact - mean) <= 5 * error + 2).all(), (n, seat)


def test_what_another_took_is_remembered() -> None:
    """Beers that the other player drafted are in their hand, in hundredths."""
    table = GameTable("dank-and-draft", memory=True)
    table.begin("drafted")
    mover = table.seat
    assert mover is not None
    watcher = 3 - mover
    taps = table.observed(table.state, mover)[table.layout.where["taps"]][:3]
    table.play(table.actions.number[next(move for move in table.moves if str(move.line) == "row-1")])  # type: ignore[attr-defined]
    known = table.observe(watcher)[table.layout.where["memory.player-1.hand-by-type"]]
    assert known.sum() == pytest.approx(600, abs=3)
    assert all(known[code - 1] >= 100 * list(taps).count(code) for code in taps)
    assert (table.observe(watcher) == table.observe(watcher)).all()
    plain = GameTable("dank-and-draft")
    plain.begin("drafted")
    assert plain.layout.size == table.observer.size < table.layout.size


def test_a_game_without_an_observer_is_shown_by_its_types(tiny: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it prefers other spaces
        for memory in (False, True):
            api_test(TaphouseAEC(tiny, 3, memory=memory), num_cycles=10)
    table = GameTable(tiny, 3)
    own = table.observe(2)
    assert own[table.layout.where["seat"]].tolist() == [int(table.seat == seat) for seat in (2, 3, 1)]
    assert own[table.layout.where["player-0.players.hand-size"]] > 0
    grains = [own[table.layout.where[f"player-{i}.players.hand-grains"]][0] for i in range(3)]
    assert grains[0] > 0 == grains[1] == grains[2], "hands of others are hidden"


@pytest.mark.parametrize("kind", GAMES)
def test_the_general_observer_could_show_every_game(kind: str) -> None:
    table, luck = GameTable(kind), random.Random(2)
    shown: Any = GeneralObserver(GAMES[kind].about.view, table.actions.names, table.rules, 2)
    rows = set()
    for _ in range(20):
        assert table.seat is not None
        rows.add(bytes(shown.row(table.state, table.seat)))
        assert shown.row(table.state, 1) == shown.row(table.rules.known(table.state, 1), 1)
        table.play(luck.choice(table.legal))
    assert len(rows) > 15
    assert bool(shown.of_memory.size) == table.rules.hides


class Lot(Public, frozen=True):
    """A thing whose kind may be hidden."""

    grain: Annotated[Grain | None, Meta(description="Its kind.")]


class Bid(Public, frozen=True):
    """A bid, which not every seat has made."""

    seat: Seat
    amount: Annotated[int, Meta(ge=0, le=9, description="The amount.")]


class Auction(View, frozen=True):
    """A table with both."""

    lots: Annotated[tuple[Lot | None, ...], Meta(description="The lots.")]
    bids: Annotated[tuple[Bid | None, ...], Meta(description="The bids.")]


def test_what_is_hidden_or_not_there_is_counted_in_a_general_observation() -> None:
    def row(*bids: Bid | None) -> list[int]:
        rules: Any = SimpleNamespace(hides=True, known=None, view=lambda lots: Auction(lots, bids))
        return GeneralObserver(Auction, (), rules, 2).observe((Lot(None), None, Lot(Grain.RYE), Lot(Grain.RYE)), 2)

    none, one = row(None), row(None, Bid(1, 7))
    assert [number for number in none if number] == [1, 1, 2], "no lot, a hidden one, and two of rye"
    assert [number for number in one if number] == [1, 1, 2, 1, 7], "and the bid of the other seat"


class Played(Public, frozen=True):
    """A bid, and who made it."""

    by: Seat
    amount: Annotated[int, Meta(ge=0, le=9, description="The amount.")]


class Round(View, frozen=True):
    """A round of bids."""

    bids: Annotated[tuple[Played, ...], Meta(description="The bids.")]


def test_what_begins_with_a_seat_has_a_place_for_each_as_the_viewer_counts_them() -> None:
    def row(seat: int, *bids: Played) -> list[int]:
        rules: Any = SimpleNamespace(hides=True, known=None, view=lambda known: known)
        return GeneralObserver(Round, (), rules, 3).observe(Round(bids), seat)

    assert row(1, Played(1, 7), Played(2, 4)) != row(1, Played(1, 4), Played(2, 7))
    assert row(1, Played(1, 7), Played(2, 4)) == row(3, Played(1, 4), Played(3, 7)), (
        "one's own, and that of the next seat"
    )


Die = Annotated[int, Meta(ge=1, le=6)]


class Cup(View, frozen=True):
    """Dice, and marks that may be hidden."""

    dice: Annotated[tuple[Die, ...], Meta(description="The dice.")]
    marks: Annotated[tuple[Die, ...] | None, Meta(description="The marks; null if they are hidden.")]
    turn: Annotated[int | None, Meta(description="The turn, from 0; null if it is not known.")]


def test_a_general_observation_keeps_numbers_with_bounds_apart_and_null_from_nothing() -> None:
    def row(*dice: int, marks: tuple[int, ...] | None = None, turn: int | None = None) -> tuple[int, ...]:
        rules: Any = SimpleNamespace(hides=True, known=None, view=lambda known: known)
        return tuple(GeneralObserver(Cup, (), rules, 2).observe(Cup(dice, marks, turn), 1))

    cups = [row(6, 1), row(5, 2), row(4, 3), row(6, 1, marks=()), row(6, 1, marks=(1, 5)), row(6, 1, marks=(2, 4))]
    assert len({*cups, row(6, 1, turn=0), row(6, 1, turn=1)}) == len(cups) + 2
    assert row(6, 1) == row(1, 6), "a list is a bag"
