"""OpenSpiel's own tests and algorithms run on the games, and each player is shown what the environments show."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from open_spiel.python import policy  # noqa: E402 -- needs OpenSpiel
from open_spiel.python.algorithms import (  # noqa: E402
    best_response,
    cfr,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

from taphouse.engine import GAMES  # noqa: E402 -- needs OpenSpiel
from taphouse.env import openspiel  # noqa: E402 -- needs OpenSpiel
from taphouse.env.draws import Draw  # noqa: E402 -- needs OpenSpiel
from taphouse.env.table import GameTable  # noqa: E402
from tests.tiny.about import GAME as CASK_RACE  # noqa: E402
from tests.tiny.installed import install  # noqa: E402

TINY = """
game = "dank-and-draft"
name = "tiny"
title = "Thirteen cards"
text = "The smallest deck."
types = [{types}]
actions = [{{ action = "spoil", count = 13, provenance = "reconstructed" }}]

[figures]
starting_hand = {{ value = 1, rule = "DD-01", provenance = "reconstructed" }}
hand_limit = {{ value = 4, rule = "DD-17", provenance = "reconstructed" }}
most_spoiled = {{ value = 1, rule = "DD-10", provenance = "reconstructed" }}
most_stocked_up = {{ value = 1, rule = "DD-14", provenance = "reconstructed" }}
points_per_beer = {{ value = 1, rule = "DD-22", provenance = "reconstructed" }}
points_for_all_types = {{ value = 5, rule = "DD-22", provenance = "reconstructed" }}
points_per_card_in_hand = {{ value = -1, rule = "DD-22", provenance = "reconstructed" }}

[[breweries]]
name = "One"
cards = [{cards}]
provenance = "reconstructed"
"""
COUNTS = {"ipa": 9, "pilsner": 1, "amber": 1, "sour": 1, "stout": 1}


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    """A game of one turn for each player."""
    types = ", ".join(f'{{ beer = "{b}", count = {n}, provenance = "reconstructed" }}' for b, n in COUNTS.items())
    cards = ", ".join(f'{{ beer = "{beer}", action = "spoil" }}' for beer, n in COUNTS.items() for _ in range(n))
    file = tmp_path / "tiny.toml"
    file.write_text(TINY.format(types=types, cards=cards))
    return f"python_taphouse(edition={file},options=turnCap:2;offers:ONE_A_TURN)"


def begun(game: Any, moves: int, rng: random.Random) -> Any:
    """The state after so many random moves."""
    state = game.new_initial_state()
    drawn(state, rng)
    for _ in range(moves):
        state.apply_action(rng.choice(state.legal_actions()))
        drawn(state, rng)
    return state


def a_minute() -> Iterator[None]:
    """As many steps as fit into a minute of processor time."""
    end = process_time() + 60
    while process_time() < end:
        yield


def drawn(state: Any, rng: random.Random) -> None:
    """Pick what chance picks before the next decision."""
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("kind", GAMES)
def test_it_passes_the_simulation_test(kind: str) -> None:
    game = pyspiel.load_game("python_taphouse", {"kind": kind, "players": 2})
    pyspiel.random_sim_test(game, num_sims=1, serialize=kind == "dank-and-draft", verbose=False)


def test_a_game_of_a_package_passes_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = install(monkeypatch, CASK_RACE)
    game = pyspiel.load_game(f"python_taphouse(kind={kind},players=3,options=turnCap:6;spices:false)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_game_is_that_of_its_draws_and_hides_what_the_environments_hide() -> None:
    game = pyspiel.load_game("python_taphouse(kind=pint-craft,players=3)")
    table, rng = GameTable("pint-craft", 3), random.Random(1)
    state = begun(game, 0, random.Random(7))
    again = begun(game, 0, random.Random(7))
    assert {*begun(game, 0, random.Random(8)).history()} != {*state.history()}
    observer = game.make_py_observer()
    for _ in range(30):
        action = rng.choice(state.legal_actions())
        copy = state.clone()
        for one in (state, again, copy):
            one.apply_action(action)
            drawn(one, random.Random(9))
        assert str(state) == str(again) == str(copy)
        for player in range(3):
            observer.set_from(state, player)
            assert observer.tensor.tolist() == table.observed(state.position.state, player + 1).tolist()
            assert observer.string_from(state, player) != str(state)
    with pytest.raises(ValueError, match="not the number of a legal move"):
        state.position.move(10**9)


@pytest.mark.parametrize("kind", GAMES)
def test_a_player_cannot_tell_a_resampled_state_from_the_real_one(kind: str) -> None:
    game, rng = pyspiel.load_game("python_taphouse", {"kind": kind, "players": 3}), random.Random(2)
    for moves in (0, 25):
        state = begun(game, moves, rng)
        luck = iter([rng.random() for _ in range(99)])
        for player in range(3):
            worlds = [state.resample_from_infostate(player, luck.__next__) for _ in range(4)]
            again = worlds[0].resample_from_infostate((player + 1) % 3, luck.__next__)
            assert again.information_state_string((player + 1) % 3) == worlds[0].information_state_string(
                (player + 1) % 3
            )
            for world in worlds:
                assert world.information_state_string(player) == state.information_state_string(player)
                assert world.observation_tensor(player) == state.observation_tensor(player)
                assert world.current_player() == state.current_player()
            hidden = {world.position.state for world in worlds}
            assert len(hidden) == 1 if kind == "brew-crafters" else len(hidden) > 1
        world = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, worlds[-1]))[1]
        copy = worlds[-1].clone()
        while not world.is_terminal():
            action = rng.choice(world.legal_actions())
            for one in (world, copy):
                one.apply_action(action)
        assert world.returns() == copy.returns()
        assert world.information_state_string(0) == copy.information_state_string(0)


def test_a_resampled_state_waits_for_the_same_player_where_players_decide_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = install(monkeypatch, import_module("goofspiel.about").GAME)
    game, rng = pyspiel.load_game("python_taphouse", {"kind": kind, "players": 3}), random.Random(1)
    for moves in range(4):
        state = begun(game, moves, rng)
        for player in range(3):
            real, world = state.clone(), state.resample_from_infostate(player, rng.random)
            for _ in range(3):
                assert world.current_player() == real.current_player()
                for one in (world, real):
                    one.apply_action(one.legal_actions()[0])


def test_an_information_state_recalls_what_the_table_does_not_show() -> None:
    game = pyspiel.load_game("python_taphouse(options=firstSeat:SEAT_1)")
    states: dict[str, set[str]] = {}
    for deal in range(40):  # the first draft differs, and what is drafted is not shown any more
        state = begun(game, 0, random.Random(deal))
        begins = state.observation_string(1)
        state.apply_action(state.legal_actions()[0])
        key = state.information_state_string(1)
        assert key.startswith("player 1: ")
        states.setdefault(key, set()).add(begins)
    assert all(len(seen) == 1 for seen in states.values())
    public = game.make_py_observer(pyspiel.IIGObservationType(True, True, pyspiel.PrivateInfoType.NONE))
    assert public.string_from(state, 0).partition(":")[2] == public.string_from(state, 1).partition(":")[2]
    assert public.string_from(state, 0) != state.information_state_string(0)


def test_ismcts_and_mcts_choose_legal_moves() -> None:
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    state = begun(pyspiel.load_game("python_taphouse"), 3, random.Random(3))
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, uct_c=2.0, max_simulations=20, random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_cfr_by_samples_finds_a_policy_of_a_tiny_edition(tiny: str) -> None:
    np.random.seed(1)
    game = pyspiel.load_game(tiny)
    for solver in (
        outcome_sampling_mccfr.OutcomeSamplingSolver(game),
        external_sampling_mccfr.ExternalSamplingSolver(game),
    ):
        for _ in range(2):
            solver.iteration()
        state = begun(game, 0, random.Random(1))
        policy = solver.average_policy().action_probabilities(state)
        assert [*policy] == state.legal_actions()
        assert sum(policy.values()) == pytest.approx(1)


def test_every_pick_has_its_outcomes_and_an_information_state_its_histories(small: Any) -> None:
    histories: dict[str, list[Any]] = defaultdict(list)
    terminal = 0.0

    def visit(state: Any, chance: float) -> None:
        nonlocal terminal
        if state.is_terminal():
            terminal += chance / (6 * 6)
        elif state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(likely for _, likely in outcomes) == pytest.approx(1)
            for outcome, likely in outcomes:
                visit(state.child(outcome), chance * likely)
        else:
            histories[state.information_state_string()].append(state.clone())
            for action in state.legal_actions():
                visit(state.child(action), chance)

    visit(small.new_initial_state(), 1.0)
    assert terminal == pytest.approx(1), "each of the 36 ways to bid is played under all orders of the prizes"
    first = [states for states in histories.values() if states[0].move_number() == 2]
    assert sorted(len(states) for states in first) == [2, 2, 2], "for each prize shown, the order of the other two"
    second = [states for states in histories.values() if states[0].move_number() == 3]
    assert sorted(len(states) for states in second) == [6, 6, 6], "and any bid of the other player, face down"
    tensors = {text: {tuple(one.information_state_tensor()) for one in states} for text, states in histories.items()}
    assert {len(one) for one in tensors.values()} == {1}, "equal information states have equal tensors"
    assert len({min(one) for one in tensors.values()}) == len(tensors), "different ones have different tensors"


def test_it_is_as_exploitable_as_the_same_game_by_others(small: Any) -> None:
    theirs = pyspiel.load_game_as_turn_based(
        "goofspiel", {"num_cards": 3, "players": 2, "points_order": "random", "returns_type": "win_loss"}
    )
    found, expected = (exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in (small, theirs))
    assert found == pytest.approx(expected) != 0
    responses = [
        best_response.BestResponsePolicy(game, 1, policy.UniformRandomPolicy(game)) for game in (small, theirs)
    ]
    worths = [one.value(game.new_initial_state()) for one, game in zip(responses, (small, theirs), strict=True)]
    assert worths[0] == pytest.approx(worths[1]) != 0
    solver = cfr.CFRSolver(small)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(small, solver.average_policy()) < expected / 20


@pytest.mark.ecosystem
@pytest.mark.parametrize(
    ("solver", "left"),
    [
        pytest.param(external_sampling_mccfr.ExternalSamplingSolver, 0.02, id="external"),
        pytest.param(outcome_sampling_mccfr.OutcomeSamplingSolver, 0.2, id="outcome"),
    ],
)
def test_a_minute_of_cfr_by_samples_leaves_little_to_exploit(small: Any, solver: Any, left: float) -> None:
    np.random.seed(1)
    sampling = solver(small)
    for _ in a_minute():
        sampling.iteration()
    before = exploitability.nash_conv(small, policy.UniformRandomPolicy(small))
    assert exploitability.nash_conv(small, sampling.average_policy()) < left * before


@pytest.mark.ecosystem
def test_ismcts_plays_for_a_minute() -> None:
    rng, minute, games = np.random.RandomState(1), a_minute(), 0
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    for number, _ in enumerate(minute):
        kind = ("dank-and-draft", "pint-craft")[number % 2]
        game = pyspiel.load_game(f"python_taphouse(kind={kind},players={2 + number % 3})")
        bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=5, random_state=rng)
        state = begun(game, 0, random.Random(number))
        for turn in range(999):
            if state.is_terminal():
                games += 1
                break
            legal = state.legal_actions()
            action = rng.choice(legal) if turn % 5 else bot.step(state)
            assert action in legal
            state.apply_action(action)
            drawn(state, random.Random(turn))
    assert games > 4


def test_resampled_states_are_as_likely_as_the_deal(small: Any) -> None:
    state = begun(small, 0, random.Random(1))
    luck = random.Random(2)
    seen = Counter(str(state.resample_from_infostate(0, luck.random).position.state) for _ in range(400))
    assert len(seen) == 2
    assert min(seen.values()) > 150


def test_a_playthrough_tells_a_whole_game(tiny: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # with all of SciPy

    told = generate_playthrough.playthrough(tiny, [], seed=1)
    assert "GameType.provides_information_state_string = True" in told
    assert 'PrivateObservationString(1) = "' in told
    assert "turnCap:2;offers:ONE_A_TURN" in told
    assert "IsTerminal() = True" in told


def test_points_are_returns_that_do_not_sum_to_zero() -> None:
    game = pyspiel.load_game("python_taphouse(kind=brew-crafters,rewards=points)")
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    state = begun(game, 0, random.Random(1))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    points = {one.seat: one.points for one in state.shared.rules.outcome(state.position.state).standings}
    assert state.returns() == [points[1], points[2]]
    assert game.min_utility() <= min(points.values()) <= max(points.values()) <= game.max_utility()


def test_lists_are_options_too() -> None:
    first = pyspiel.load_game("python_taphouse(kind=brew-crafters)")
    named = [worker.name for worker in first.shared.rules.box.workers][:9]
    game = pyspiel.load_game(f"python_taphouse(kind=brew-crafters,options=namedWorkers:{'+'.join(named)})")
    assert game.new_initial_state().shared is game.shared
    assert pyspiel.load_game(str(game)).shared is game.shared


@pytest.mark.parametrize(
    ("parameters", "way_out"),
    [
        ("kind=chess", "the kinds are dank-and-draft"),
        ("players=5", "2 to 4 seats, not 5"),
        ("rewards=wins", "'place' or 'points'"),
        ("edition=other", "the packaged ones are reconstructed.*the path of its .toml file"),
        ("options=turncap:3", r"unknown field `turncap`.*firstSeat, pairing.*name:value"),
        ("options=turnCap:x", r"turnCap.*name:value"),
    ],
)
def test_a_wrong_parameter_is_refused_with_the_right_ones(parameters: str, way_out: str) -> None:
    with pytest.raises(ValueError, match=way_out):
        openspiel.TaphouseGame(pyspiel.game_parameters_from_string(f"python_taphouse({parameters})"))


@pytest.mark.parametrize("outcome", [10**6, -2])
def test_what_is_no_outcome_or_player_is_refused(outcome: int) -> None:
    state = pyspiel.load_game("python_taphouse").new_initial_state()
    with pytest.raises(ValueError, match=f"{outcome} is no outcome of this pick; see chance_outcomes"):
        state.apply_action(outcome)
    for player in (-1, 2):
        with pytest.raises(ValueError, match=f"no player {player}; the players are 0 to 1"):
            state.resample_from_infostate(player, random.random)


@pytest.mark.parametrize("outcome", [1, 3, -1])
def test_an_outcome_without_weight_is_none(outcome: int) -> None:
    assert not Draw(0, 3, 1, sample=True, weights=(0.5, 0.0, 0.5)).allows((), outcome)


def test_a_position_makes_no_state() -> None:
    game = pyspiel.load_game("python_taphouse")
    with pytest.raises(ValueError, match="apply the actions of its history"):
        game.new_initial_state("{}")


def test_what_cannot_be_observed_is_refused_with_what_can() -> None:
    game = pyspiel.load_game("python_taphouse")
    private = pyspiel.PrivateInfoType
    for public, recall, own in ((False, True, private.SINGLE_PLAYER), (True, True, private.ALL_PLAYERS)):
        with pytest.raises(ValueError, match="ask for public_info=True"):
            game.make_py_observer(pyspiel.IIGObservationType(public, recall, own))
    with pytest.raises(ValueError, match="leave params empty"):
        game.make_py_observer(None, {"x": 1})
