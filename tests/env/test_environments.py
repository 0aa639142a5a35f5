"""The environments pass the tests of PettingZoo and Gymnasium, and hold the same games as the engine."""

from __future__ import annotations

import pickle
import re
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="install the environments: pip install 'taphouse[env]'")
pytest.importorskip("gymnasium", reason="install the environments: pip install 'taphouse[env]'")

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move
from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions, EmptiedType
from taphouse.engine.editions import packaged
from taphouse.engine.game import edition_of
from taphouse.engine.notation import write
from taphouse.env import TaphouseAEC, TaphouseBatch, TaphouseEnv, vector
from taphouse.env.actions import FURTHER, MOST_OF_VERB, Actions
from taphouse.env.picture import HEIGHT, WIDTH
from taphouse.env.table import GameTable
from taphouse.env.words import TextGame
from tests.docs.test_guides import blocks
from tests.effort import many

TABLES = [(kind, seats) for kind, game in GAMES.items() for seats in game.about.seats]


SAMPLES = {
    "dank-and-draft": {0: "draft row-1", 1380: "discard ipa:1,pilsner:1,amber:2,sour:2,stout:1", 2759: "end-turn"},
    "pint-craft": {
        0: "play bottling-line",
        3421: "give base-malt:1,specialty-malt:6,hops:1,adjuncts:4",
        6842: "vote yes",
    },
    "brew-crafters": {0: "market maltster", 20: "market hop-yard coffee", 2493: "end-trading"},
}
SIZES = {"dank-and-draft": 2888, "pint-craft": 6971, "brew-crafters": 2622}
"""With two seats, under the packaged edition."""


@pytest.fixture(autouse=True)
def _their_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("kind", "seats"), TABLES)
def test_pettingzoo_accepts_it(kind: str, seats: int) -> None:
    api_test(TaphouseAEC(kind, seats), num_cycles=25)


@pytest.mark.parametrize("kind", GAMES)
def test_the_same_seed_gives_the_same_games(kind: str) -> None:
    seed_test(lambda: TaphouseAEC(kind), num_cycles=20)


@pytest.mark.parametrize("kind", GAMES)
def test_gymnasium_accepts_it(kind: str) -> None:
    check_env(TaphouseEnv(kind, ["random"], render_mode="ansi"), skip_render_check=True)


def test_moves_without_a_number_are_left_out_wherever_they_are_listed() -> None:
    game = GAMES["dank-and-draft"]
    edition = packaged(game.edition, game.about.package)[0]
    actions, rules = Actions(game, edition, 2), game.rules(edition)
    listed = [*rules.moves(rules.new(game.about.options(), 2, Chance(seed_from("1"))))]
    own = [actions.number[move] for move in listed]
    for move in listed[1:4]:
        del actions.number[move]
    actions.size = len(actions.moves) + 1
    numbers, moves = actions.numbered(listed)
    assert moves == [*listed[:2], *listed[4:]]
    assert numbers == [own[0], len(actions.moves), *own[4:]]


class Swap(Move, frozen=True):
    """Swap cards at these places for others."""

    away: tuple[int, ...]
    back: tuple[int, ...]


def test_a_verb_of_several_long_fields_has_a_bounded_number_of_forms() -> None:
    game: Any = SimpleNamespace(about=SimpleNamespace(moves=(Swap,)))
    edition: Any = SimpleNamespace(model_dump=dict)
    actions = Actions(game, edition, 2)
    assert MOST_OF_VERB / 2 < len(actions.moves) <= MOST_OF_VERB
    assert Swap((), ()) in actions.number
    assert Swap((1,), (2, 3)) in actions.number


@pytest.mark.parametrize(("kind", "seats"), TABLES)
def test_every_legal_move_has_a_number_and_every_observation_its_layout(kind: str, seats: int) -> None:
    table, rng = GameTable(kind, seats), np.random.default_rng(seats)
    further = offered = 0
    for n in range(many(2)):
        table.begin(str(n))
        while table.seat is not None:
            assert len({*table.legal}) == len(table.legal) == len(table.moves)
            offered += len(table.legal)
            further += sum(number >= len(table.actions.moves) for number in table.legal)
            assert all(
                table.actions.moves[number] == move
                for number, move in zip(table.legal, table.moves, strict=True)
                if number < len(table.actions.moves)
            )
            for seat in range(1, seats + 1):
                known = table.rules.known(table.state, seat)
                row = table.observer.observe(known, seat)
                assert table.observe(seat).tolist() == table.observed(known, seat).tolist() == row
                assert len(row) == table.observer.size
                assert (table.layout.least <= row).all()
                assert (table.layout.most >= row).all()
            table.play(int(rng.choice(table.legal)))
        assert sum(table.rewards()) == pytest.approx(0)
        assert max(table.rewards()) <= 1
        for seat in range(1, seats + 1):
            assert len(table.observe(seat)) == table.observer.size
    assert further <= offered / 20, "many moves of random games have no number of their own"


@pytest.mark.parametrize("kind", GAMES)
def test_an_observation_follows_from_what_a_seat_knows(kind: str) -> None:
    """In every world that a seat can imagine, it observes the same."""
    from taphouse.engine.chance import Chance, seed_from

    table = GameTable(kind, 2)
    for n in range(30):
        seat = table.seat
        assert seat is not None
        known = table.rules.known(table.state, seat)
        world = table.rules.sample(known, seat, Chance(seed_from(str(n))))
        seen = table.observe(seat).tolist()
        assert table.observer.observe(table.rules.known(world, seat), seat) == seen
        table.play(table.legal[n % len(table.legal)])


def test_closed_types_follow_from_the_taprooms_where_emptied_types_open_again() -> None:
    table = GameTable("dank-and-draft", 3, options=DankAndDraftOptions(emptied_type=EmptiedType.OPENS))
    rng = np.random.default_rng(1)
    for n in range(3):
        table.begin(str(n))
        while table.seat is not None:
            known = table.rules.known(table.state, table.seat)
            assert table.observe(table.seat).tolist() == table.observer.observe(known, table.seat)
            table.play(int(rng.choice(table.legal)))


@pytest.mark.parametrize("kind", GAMES)
def test_numbers_are_stable_and_distinct(kind: str) -> None:
    """Numbers learnt under a release must mean the same under the next: a change of these figures is a new edition."""
    actions = GameTable(kind, 2).actions
    assert len(actions.number) == len(actions.moves) == actions.size - FURTHER
    assert [write(actions.moves[n]) for n in SAMPLES[kind]] == [*SAMPLES[kind].values()]
    assert actions.size == SIZES[kind]


def test_an_illegal_action_is_refused_by_rule_or_replaced() -> None:
    aec = TaphouseAEC("dank-and-draft")
    aec.reset(seed=1)
    illegal = next(i for i, move in enumerate(aec.table.actions.moves) if move.verb == "end-turn")
    with pytest.raises(ValueError, match=r"'end-turn' .* is not legal: Another decision comes first.*DD-07"):
        aec.step(illegal)
    env = TaphouseEnv("dank-and-draft")
    env.reset(seed=1)
    *_, info = env.step(illegal)
    assert "DD-07" in info["illegal"]


def test_opponents_have_the_names_that_bots_have_everywhere() -> None:
    env = TaphouseEnv("dank-and-draft", ["search:1", "taphouse.engine.bots:GreedyBot"], options={"turnCap": 3})
    observation, _ = env.reset(seed=1)
    assert observation["action_mask"].any()


def test_what_does_not_fit_is_refused() -> None:
    for arguments, message in (
        (("chess",), "the kinds are dank-and-draft"),
        (("dank-and-draft", 7), "2 to 4 seats, not 7"),
        (("dank-and-draft", 2, "wins"), "'place' or 'points'"),
    ):
        with pytest.raises(ValueError, match=message):
            GameTable(*arguments)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the bots are random, greedy"):
        TaphouseEnv("dank-and-draft", ["rnadom"])
    for opponents, message in (("greedy", r"a list of bots, such as \['greedy'\]"), ([3], "3 is no name of a bot")):
        with pytest.raises(ValueError, match=message):
            TaphouseEnv("dank-and-draft", opponents)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no seat 3"):
        TaphouseEnv("dank-and-draft", seat=3)


@pytest.mark.parametrize("action", [3.7, True, np.float32(1), np.True_, "1"])
def test_what_is_no_whole_number_is_no_action(action: Any) -> None:
    env, every = TaphouseEnv("pint-craft"), TaphouseAEC("pint-craft")
    for each in (env, every):
        each.reset(seed=1)
        before = each.table.state
        with pytest.raises(TypeError):
            each.step(action)
        assert each.table.state is before
    with pytest.raises(ValueError, match="'turnCap'; those of the game are an argument of the environment"):
        env.reset(options={"turnCap": 5})


def test_options_are_a_dict_everywhere() -> None:
    given = {"turnCap": 20}
    for table in (
        GameTable("dank-and-draft", options=given),
        TaphouseEnv("dank-and-draft", options=given).table,
        TaphouseAEC("dank-and-draft", options=given).table,
        TaphouseBatch(1, "dank-and-draft", options=given).envs[0].table,
    ):
        assert table.state.options.turn_cap == 20
    with pytest.raises(ValueError, match=r"unknown field `turncap`. The options of Dank & Draft are .*turnCap"):
        GameTable("dank-and-draft", options={"turncap": 20})


def test_an_edition_is_given_by_name_or_file_everywhere(tmp_path: Path) -> None:
    game = GAMES["dank-and-draft"]
    (first, *_) = packaged(game.edition, game.about.package)
    file = tmp_path / "mine.toml"
    file.write_bytes(re.sub(rb'(?m)^name = "\w+"', b'name = "mine"', first.source, count=1))
    for given, name in ((first.name, first.name), (str(file), "mine"), (first, first.name)):
        for rules in (
            GameTable("dank-and-draft", edition=given).rules,
            TaphouseEnv("dank-and-draft", edition=given).table.rules,
            TaphouseAEC("dank-and-draft", edition=given).table.rules,
            TextGame("dank-and-draft", edition=given).rules,
        ):
            assert edition_of(rules).name == name
    table = GameTable("dank-and-draft", edition=str(file))
    file.unlink()
    assert edition_of(pickle.loads(pickle.dumps(table)).rules).name == "mine"  # noqa: S301 -- our own
    for wrong, message in (
        ("mine", "the packaged ones are reconstructed"),
        (str(file), "No such file"),
        (3, "no edition 3"),
    ):
        with pytest.raises(ValueError, match=message):
            GameTable("dank-and-draft", edition=wrong)  # type: ignore[arg-type]


def test_each_seat_is_learnt_in_turn_and_bots_play_the_others() -> None:
    env = TaphouseEnv("pint-craft", ["greedy", "random"], seat=0, rewards="points", render_mode="ansi")
    seats = []
    for n in range(3):
        observation, _ = env.reset(seed=n)
        seats.append(env.seat)
        for _ in range(3):
            observation, _, over, _, _ = env.step(int(env.action_space.sample(observation["action_mask"])))
            assert not over
            assert env.table.seat == env.seat
            assert (env.action_masks() == observation["action_mask"]).all()
        assert f"seat: {env.seat}" in str(env.render())
    assert seats == [1, 2, 3]


@pytest.mark.parametrize(("kind", "seats"), [(kind, game.about.seats[-1]) for kind, game in GAMES.items()])
def test_a_picture_shows_who_decides_and_only_what_a_spectator_knows(kind: str, seats: int) -> None:
    env, other = (TaphouseAEC(kind, seats, render_mode="rgb_array") for _ in range(2))
    env.reset(seed=1)
    first = env.render()
    assert (first.shape, first.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
    assert len(np.unique(first)) > 20
    env.step(env.table.legal[-1])
    assert (env.render() != first).any()
    other.table.state = env.table.rules.known(env.table.state, None)
    other.table.seat = env.table.seat
    assert (other.render() == env.render()).all()
    with pytest.raises(ValueError, match="the modes are ansi, rgb_array"):
        TaphouseAEC(kind, seats, render_mode="film")


def test_several_play_in_processes_of_their_own() -> None:
    envs = vector(2, "dank-and-draft", opponents=["random"])
    try:
        observations, _ = envs.reset(seed=5)
        masks: Any = observations["action_mask"]
        assert masks.shape == (2, TaphouseEnv("dank-and-draft").table.actions.size)
        for _ in islice(range(5), 5):
            observations, *_ = envs.step(observations["action_mask"].argmax(axis=1))
        assert observations["observation"].shape[0] == 2
    finally:
        envs.close()


def test_the_code_of_environments_md_runs() -> None:
    names: dict[str, Any] = {}
    for block in blocks((Path(__file__).parents[2] / "docs" / "environments.md").read_text(), "python"):
        exec(compile(block, "docs/environments.md", "exec"), names)  # noqa: S102 -- our own document
    assert names["over"]


def test_numbers_depend_on_edition_and_seats_alone() -> None:
    table = GameTable("dank-and-draft", 3)
    again = Actions(table.game, table.rules and _edition(), 3)
    assert again.moves == table.actions.moves
    assert len(GameTable("dank-and-draft", 2).actions.moves) < len(table.actions.moves)


def _edition() -> Any:
    from taphouse.engine.editions import packaged

    about = GAMES["dank-and-draft"]
    return packaged(about.edition, about.about.package)[0]
