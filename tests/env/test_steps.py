"""Actions as steps: every legal move is one sequence of few numbers, in every environment and in data sets."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="install the environments: pip install 'taphouse[env]'")

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from taphouse.engine import GAMES
from taphouse.engine.contract import Move
from taphouse.engine.editions import packaged
from taphouse.engine.play import play
from taphouse.engine.records.record import Record
from taphouse.env import PolicyBot, TaphouseAEC, TaphouseBatch, TaphouseEnv, dataset
from taphouse.env.datasets import decisions
from taphouse.env.steps import Choice, Steps, Way
from taphouse.env.table import GameTable
from taphouse.lab.simulate import simulate
from tests.effort import many
from tests.env.test_learning import written
from tests.tiny.about import GAME as TINY
from tests.tiny.installed import install


def sequences(choice: Choice, before: Way = ()) -> list[tuple[Way, Move]]:
    """All sequences of numbers that choose a move."""
    if choice.move is not None:
        return [(before, choice.move)]
    return [found for number in choice.legal for found in sequences(choice.after(number), (*before, number))]


@pytest.mark.parametrize("kind", [*GAMES, TINY.about.kind])
@pytest.mark.parametrize("seats", [2, 3])
def test_every_legal_move_is_one_sequence_of_steps(kind: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, TINY)
    table, plain = GameTable(kind, seats, numbering="steps"), GameTable(kind, seats)
    luck, steps = random.Random(seats), 0
    for n in range(many(3)):
        table.begin(f"steps {n}")
        plain.begin(f"steps {n}")
        while table.seat is not None:
            choice = table.choice(table.moves)
            found = sequences(choice)
            assert sorted(map(str, table.moves)) == sorted(str(move) for _, move in found)
            assert len({way for way, _ in found}) == len(found)
            move = luck.choice(table.moves)
            for at, number in choice.to(move):
                assert (at.chosen, at.legal) == (table.chosen, table.legal)
                steps += len(at.legal) > 1
                table.play(number)
            plain.make(move)
            assert table.state == plain.state
    assert steps > 50


@pytest.mark.parametrize(("kind", "narrower"), [("dank-and-draft", 20), ("pint-craft", 15), ("brew-crafters", 10)])
def test_steps_need_a_tenth_of_the_numbers(kind: str, narrower: int) -> None:
    table = GameTable(kind, 4, numbering="steps")
    assert table.size * narrower < GameTable(kind, 4).size
    part = table.layout.where["chosen"]
    assert table.layout.most[part].max() == 15
    table.begin("1")
    assert not table.observe(3 - (table.seat or 1))[part].any()


class Odd(Move, frozen=True):
    """Take counts and lists that have no bound."""

    count: int
    places: tuple[int, ...]


def test_counts_have_digits_and_what_has_no_steps_has_a_place() -> None:
    actions: Any = GameTable("dank-and-draft").actions
    steps = Steps(actions, (Odd,))
    moves = [Odd(0, ()), Odd(8, (1,)), Odd(30, (2, 1)), *[Odd(-n, ()) for n in range(1, 12)], Odd(1, (99,))]
    ways = steps.ways(moves)
    assert [*ways.values()] == moves
    assert [len(way) for way in ways] == [3, 5, 8, *[2] * 8, *[3] * 4]
    choice = Choice(ways)
    assert sorted(str(move) for _, move in sequences(choice)) == sorted(map(str, moves))
    assert max(steps.shown((*ways,)[2])) == 3, "how often 8 more were chosen"


@pytest.mark.parametrize("kind", GAMES)
def test_environments_play_in_steps(kind: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it prefers other spaces
        api_test(TaphouseAEC(kind, numbering="steps"), num_cycles=100)
        check_env(TaphouseEnv(kind, numbering="steps"), skip_render_check=True)
    batch, alone = TaphouseBatch(2, kind, numbering="steps"), [TaphouseEnv(kind, numbering="steps") for _ in range(2)]
    seen, _ = batch.reset(seed=1)
    for seed, env in enumerate(alone, 1):
        env.reset(seed=seed)
    inner = 0
    for _ in range(60):
        actions = [int(max(np.flatnonzero(mask), default=0)) for mask in seen["action_mask"]]
        seen, *_ = batch.step(np.array(actions))
        for row, (env, action) in enumerate(zip(alone, actions, strict=True)):
            own = env.reset()[0] if env.table.seat is None else env.step(action)[0]
            assert (own["observation"] == seen["observation"][row]).all()
            assert (own["action_mask"] == seen["action_mask"][row]).all()
            inner += len(env.table.chosen) > 0
    assert inner


def test_others_see_nothing_of_a_choice_and_a_copy_goes_on_with_it() -> None:
    env = TaphouseAEC("pint-craft", numbering="steps", encoding="floats")
    env.reset(seed=1)
    luck = random.Random(1)
    while not env.table.chosen:
        env.step(luck.choice(env.table.legal))
    agent, other = env.agent_selection, next(one for one in env.agents if one != env.agent_selection)
    part = env.table.floats.where["chosen"]  # type: ignore[union-attr]
    assert env.observe(agent)["observation"][part].sum() > 0
    assert not env.observe(other)["observation"][part].any()
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301 -- its own
        assert twin.table.chosen == env.table.chosen
        assert twin.table.legal == env.table.legal
        while twin.table.chosen:
            twin.step(twin.table.legal[0])
        assert env.table.chosen
    with pytest.raises(ValueError, match="99999 is not the number of a legal move"):
        env.step(99_999)


def test_a_data_set_in_steps_has_every_decision(tmp_path: Path) -> None:
    game, records = GAMES["pint-craft"], list[Record]()
    edition = packaged(game.edition, game.about.package)[0]
    simulate(game, edition, game.about.options(), 2, 11, ["greedy"] * 2, seed="z", keep=records.append)
    records = records[9:]
    file = written(tmp_path, *records)
    assert sum(game.left_out for game in decisions([file])) == 1
    assert sum(game.left_out for game in decisions([file], numbering="steps")) == 0
    rows = dataset([file], numbering="steps")
    table = GameTable("pint-craft", numbering="steps")
    assert rows["action_mask"].shape == (len(rows["game"]), table.size)
    assert (rows["action_mask"][range(len(rows["game"])), rows["action"]] == 1).all()
    chosen = rows["observation"][:, table.layout.where["chosen"]].sum(axis=1)
    assert (chosen == 0).sum() <= sum(record.moves for record in records) < len(chosen)
    assert rows["done"].sum() == 4


def test_a_policy_plays_in_steps() -> None:
    table = GameTable("pint-craft", numbering="steps")
    asked = []

    def last(observation: Any, mask: Any) -> int:
        asked.append(observation[table.layout.where["chosen"]].sum())
        return int(mask.nonzero()[0][-1])

    played = play("pint-craft", [PolicyBot(last, table), "random"], seed="1")
    assert played.outcome.winners
    assert max(asked) > 0
