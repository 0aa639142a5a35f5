"""Networks in files are bots wherever bots have names, and one that does not fit is refused in a sentence."""

from __future__ import annotations

import importlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

pytest.importorskip("pettingzoo", reason="install the environments: pip install 'taphouse[env]'")

from taphouse.command_line import main
from taphouse.engine import GAMES
from taphouse.engine.bots.names import NoBot, NotLearnt, bot_named
from taphouse.engine.editions import load, packaged
from taphouse.engine.play import play
from taphouse.env import PolicyBot, TaphouseEnv
from taphouse.env.table import GameTable
from taphouse.env.trained import PositionBot, numbers_of, write_network
from taphouse.lab.agents import FOLDER, train

KIND = "dank-and-draft"
GAME = GAMES[KIND]
SHORT = {"turnCap": 6}


def written(file: Path, outputs: int | None = None, **shown: Any) -> Path:
    """The file of an untrained network."""
    table, rng = GameTable(KIND, **shown), np.random.default_rng(1)
    inputs = (table.floats or table.layout).size
    sizes = [(8, inputs), (table.size if outputs is None else outputs, 8)]
    write_network(file, table, [(rng.normal(size=size), rng.normal(size=size[0])) for size in sizes])
    return file


@pytest.mark.parametrize("shown", [{"encoding": "floats"}, {}, {"memory": True}, {"numbering": "steps"}])
def test_a_file_that_scores_actions_plays_as_its_policy(shown: dict[str, Any], tmp_path: Path) -> None:
    name = str(written(tmp_path / "mine.json", **shown))
    table, network = GameTable(KIND, **shown), json.loads(Path(name).read_text())
    (first, biases), (second, last) = [(np.array(one["weights"]), np.array(one["biases"])) for one in network["layers"]]

    def policy(observation: np.ndarray, mask: np.ndarray) -> int:
        outputs = second @ np.tanh(first @ observation + biases) + last
        return max(mask.nonzero()[0], key=lambda action: float(outputs[action]))

    other = play(KIND, [PolicyBot(policy, table), "random"], "one", GAME.about.chosen(SHORT))
    assert play(KIND, [name, "random"], "one", GAME.about.chosen(SHORT)).moves == other.moves


def test_a_file_is_a_bot_wherever_bots_have_names(tmp_path: Path) -> None:
    name = str(written(tmp_path / "mine.json", 1))
    assert isinstance(bot_named(name)(GAME, random.Random(1)), PositionBot)
    env = TaphouseEnv(KIND, [name], options=SHORT)
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    options = ["--game", KIND, "--options", json.dumps(SHORT)]
    for command in (
        ["simulate", "--bots", f"{name},trained", "--games", "1"],
        ["arena", name, "random", "--games", "2"],
    ):
        out = [] if command[0] == "simulate" else ["--out", str(tmp_path / "arena"), "--jobs", "1"]
        done = CliRunner().invoke(main, [*command, *options, "--json", *out])
        assert done.exit_code == 0, done.output
        assert "mine.json" in done.stdout


def changed(**fields: Any) -> Callable[[Path], None]:
    return lambda file: file.write_text(json.dumps({**json.loads(file.read_text()), **fields})) and None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda file: file.unlink(), "No such file"),
        (lambda file: file.write_text("{"), "truncated"),
        (changed(layers=3), r"Expected `array`, got `int` - at `\$.layers`"),
        (changed(more=1), "unknown field `more`"),
        (changed(kind="chess"), "'chess' is no kind of game"),
        (changed(numbers="0123456789abcdef"), r"not those of dank-and-draft here \(0123456789abcdef\): train it again"),
        (changed(seats=3), "train it again"),
        (changed(layers=[{"weights": [[1.0]], "biases": [0.0]}]), "layers of the network do not fit"),
        (changed(layers=[{"weights": [[1.0] * 124] * 2, "biases": [0.0] * 2}]), "layers of the network do not fit"),
        (changed(layers=[{"weights": [[1.0], [1.0, 2.0]], "biases": [0.0] * 2}]), "layers of the network do not fit"),
        (changed(layers=[{"weights": [[1e300] * 124], "biases": [0.0]}]), r"Expected `float` <= 1000000.0 - at"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(change: Callable[[Path], Any], reason: str, tmp_path: Path) -> None:
    file = written(tmp_path / "mine.json", 1, encoding="floats")
    change(file)
    with pytest.raises(NoBot, match=reason) as refused:
        bot_named(str(file))
    assert "mine.json" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_game_that_a_network_has_not_learnt_is_refused(tmp_path: Path) -> None:
    name = str(written(tmp_path / "mine.json", 1))
    with pytest.raises(NoBot, match=r"mine\.json plays dank-and-draft, not pint-craft"):
        play("pint-craft", [name, "random"], "1")
    with pytest.raises(NotLearnt, match="learnt Dank & Draft with 2 seats, not with 3"):
        play(KIND, [name, "random", "random"], "1")
    with pytest.raises(NotLearnt, match="with 2 seats, not with 3"):
        TaphouseEnv(KIND, ["random", name])
    with pytest.raises(NoBot, match=r"mine\.json plays dank-and-draft, not pint-craft"):
        TaphouseEnv("pint-craft", [name])
    own = load(GAME.edition, packaged(GAME.edition, GAME.about.package)[0].source + b"# Our own.\n", "own")
    with pytest.raises(
        NotLearnt, match=r"the edition reconstructed \(.{8}\) of Dank & Draft, not reconstructed \(.{8}\)"
    ):
        play(KIND, [name, "random"], "1", edition=own)
    with pytest.raises(NotLearnt, match="the edition reconstructed"):
        TaphouseEnv(KIND, [name], edition=own)
    for command in (["simulate", "--bots", f"{name},random,random"], ["arena", name, "random", "greedy"]):
        done = CliRunner().invoke(main, [*command, "--game", KIND, "--players", "3", "--games", "3"])
        assert done.exit_code == 2
        assert f"{name} cannot play: the policy has learnt Dank & Draft with 2 seats, not with 3." in done.stderr


def test_without_numpy_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError(f"numpy is missing. Install the environments: pip install 'taphouse[env]' ({name})")

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(NoBot, match=r"trained: numpy is missing.*taphouse\[env\]"):
        bot_named("trained")


def test_what_the_numbers_stand_for_is_named() -> None:
    floats = GameTable(KIND, encoding="floats")
    assert numbers_of(floats, "positions") != numbers_of(floats, "actions")
    assert numbers_of(floats, "positions") == numbers_of(GameTable(KIND, encoding="floats"), "positions")
    recalling = GameTable(KIND, encoding="floats", memory=True)
    assert numbers_of(floats, "positions") == numbers_of(recalling, "positions")
    assert numbers_of(floats, "actions") != numbers_of(recalling, "actions")
    assert len({numbers_of(GameTable(KIND, seats), "positions") for seats in GAME.about.seats}) == len(GAME.about.seats)


@pytest.mark.parametrize("kind", GAMES.own())
def test_a_trained_agent_comes_with_each_game_and_beats_random(kind: str) -> None:
    assert (FOLDER / f"{kind}.json").stat().st_size < 1_000_000
    won = 0
    for n in range(20):
        bots = ["trained", "random"][:: 1 if n % 2 else -1]
        won += (2 - n % 2) in play(kind, bots, f"trained {n}").outcome.winners
    assert won >= 15


def test_a_game_without_a_trained_agent_says_so() -> None:
    with pytest.raises(NoBot, match="no trained agent comes with tak"):
        bot_named("trained")(type("", (), {"about": type("", (), {"kind": "tak"})}), random.Random(1))  # type: ignore[arg-type]


def test_the_same_seed_trains_the_same_agent_and_another_one_another() -> None:
    once, again, other = (train(KIND, seed, 6, 2)[1].layers for seed in ("1", "1", "2"))
    assert all((one == two).all() for layers in zip(once, again, strict=True) for one, two in zip(*layers, strict=True))
    assert (once[0][0] != other[0][0]).any()


def test_a_share_of_greedy_moves_lies_between_random_and_greedy() -> None:
    def wins(bot: str, other: str) -> float:
        return sum(1 in play(KIND, [bot, other], f"mixed {n}").outcome.winners for n in range(30)) / 30

    assert wins("greedy:0.5", "random") > 0.7
    assert wins("greedy:0.5", "greedy") < 0.3
