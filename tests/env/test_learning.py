"""Data sets hold the decisions that were made, and a policy plays wherever a bot does."""

from __future__ import annotations

import runpy
import sys
import tracemalloc
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

pytest.importorskip("pettingzoo", reason="install the environments: pip install 'taphouse[env]'")

from taphouse.command_line import main
from taphouse.engine import GAMES
from taphouse.engine.contract import Move
from taphouse.engine.editions import Edition, load, packaged
from taphouse.engine.notation import write
from taphouse.engine.play import play
from taphouse.engine.records.record import Played, Record, Resigned, Undone, result_of
from taphouse.engine.records.text import write as as_text
from taphouse.engine.records.text import write_json
from taphouse.env import PolicyBot, TaphouseEnv, dataset
from taphouse.env.actions import Actions
from taphouse.env.datasets import decisions, save
from taphouse.env.table import GameTable
from taphouse.lab.record.files import with_file
from taphouse.lab.simulate import simulate


def recorded(kind: str, seats: int, games: int = 2, edition: Edition | None = None) -> list[Record]:
    """Random games."""
    game, kept = GAMES[kind], list[Record]()
    edition = edition or packaged(game.edition, game.about.package)[0]
    simulate(game, edition, game.about.options(), seats, games, ["random"] * seats, keep=kept.append)
    return kept


def written(folder: Path, *records: Record) -> Path:
    """A file of records."""
    file = folder / "records.jsonl"
    file.write_text("".join(map(write_json, records)))
    return file


@pytest.mark.parametrize("kind", GAMES)
def test_a_data_set_has_each_decision_of_its_records(kind: str, tmp_path: Path) -> None:
    records = recorded(kind, 2)
    text = tmp_path / "one.txt"
    text.write_text(as_text(records[1]))
    rows = dataset([written(tmp_path, records[0]), text])
    table = GameTable(kind, 2)
    moves = [line for record in records for line in record.lines if isinstance(line, Played)]
    assert rows["seat"].tolist() == [line.seat for line in moves]
    assert rows["game"].tolist() == [n for n, record in enumerate(records) for _ in range(record.moves)]
    assert rows["observation"].shape == (len(moves), table.observer.size)
    assert (rows["action_mask"][range(len(moves)), rows["action"]] == 1).all()
    named = [(n, one) for n, one in enumerate(rows["action"]) if one < len(table.actions.moves)]
    assert len(named) > len(moves) / 2
    assert all(write(table.actions.moves[one]) == moves[n].move for n, one in named)
    assert rows["done"].sum() == 4
    assert (rows["reward"][~rows["done"]] == 0).all()
    for n, record in enumerate(records):
        places = {one.seat: one.place for one in record.result.standings}  # type: ignore[union-attr]
        last = (rows["game"] == n) & rows["done"]
        if places[1] != places[2]:
            assert {
                seat: reward > 0 for seat, reward in zip(rows["seat"][last], rows["reward"][last], strict=True)
            } == {seat: place == 1 for seat, place in places.items()}


def test_masks_can_be_bits_and_games_can_be_read_one_by_one(tmp_path: Path) -> None:
    file = written(tmp_path, *recorded("pint-craft", 2, 3))
    rows, packed = dataset([file]), dataset([file], masks="bits")
    width = GameTable("pint-craft", 2).actions.size
    assert packed["action_mask"].nbytes < rows["action_mask"].nbytes / 7.9
    assert (np.unpackbits(packed["action_mask"], axis=1, count=width) == rows["action_mask"]).all()
    games = [*decisions([file])]
    assert [len(game.legal) for game in games] == np.bincount(rows["game"]).tolist()
    assert sum(sum(map(len, game.legal)) for game in games) == rows["action_mask"].sum()
    assert all((game.columns["action"] == rows["action"][rows["game"] == n]).all() for n, game in enumerate(games))


def test_the_command_writes_a_data_set(tmp_path: Path) -> None:
    file, to = written(tmp_path, *recorded("dank-and-draft", 2, 2)), tmp_path / "games.npz"
    result = CliRunner().invoke(main, ["record", "convert", str(file), "--dataset", str(to)])
    rows = dataset([file], masks="bits")
    assert result.stderr == f"2 games, {len(rows['game'])} decisions.\n"
    with np.load(to) as kept:
        assert all((kept[name] == column).all() for name, column in rows.items())
    convert = ["record", "convert", "-", "--dataset", str(to), "--steps"]
    result = CliRunner().invoke(main, convert, input=file.read_text())
    with np.load(to) as kept:
        assert (kept["action"] == dataset([file], numbering="steps")["action"]).all()
        assert result.stderr == f"2 games, {len(kept['game'])} steps.\n"
    for wrong in (["--draws"], ["--with-edition"]):
        assert "are for records" in CliRunner().invoke(main, [*convert, *wrong]).stderr
    assert "for the arrays of --dataset" in CliRunner().invoke(main, ["record", "convert", str(file), "--steps"]).stderr
    refused = CliRunner().invoke(main, ["record", "convert", str(file), "--dataset", str(tmp_path / "games.csv")])
    assert refused.exit_code == 2
    assert "must end in .npz or .parquet, or" in refused.stderr


@pytest.mark.parametrize("name", ["games.npz", "games.parquet", "bots-v0"])
def test_a_data_set_makes_the_folders_that_it_lies_in(tmp_path: Path, name: str) -> None:
    for package in () if name.endswith("npz") else ("pyarrow", "minari"):
        pytest.importorskip(package, reason="pip install 'taphouse[data]'")
    file, to = written(tmp_path, *recorded("dank-and-draft", 2, 1)), tmp_path / "new" / "games" / name
    convert = ["record", "convert", str(file), "--dataset"]
    assert CliRunner().invoke(main, [*convert, str(to)]).exit_code == 0
    assert [one.name for one in to.parent.iterdir()] == [name]
    within = CliRunner().invoke(main, [*convert, str(file / name)])  # a file
    assert within.exit_code == 2
    assert within.stderr == f"{file / name} cannot be written: File exists\n"


@pytest.mark.parametrize("name", ["games.npz", "games.parquet"])
def test_a_data_set_does_not_replace_its_records(tmp_path: Path, name: str) -> None:
    file = written(tmp_path, *recorded("dank-and-draft", 2, 1)).rename(tmp_path / name)
    before = file.read_bytes()
    refused = CliRunner().invoke(main, ["record", "convert", str(file), "--dataset", str(tmp_path / "." / name)])
    assert (refused.exit_code, file.read_bytes()) == (2, before)
    assert refused.stderr == f"{file} is a file of the records, which it would replace: write to another\n"


def test_arrays_of_many_games_are_written_in_little_memory(tmp_path: Path) -> None:
    file = written(tmp_path, *recorded("dank-and-draft", 2, 1))
    most = []
    for games in (10, 40):
        tracemalloc.start()
        save([file] * games, tmp_path / "games.npz")
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert most[1] < 1.5 * most[0]


@pytest.mark.parametrize("numbering", ["moves", "steps"])
def test_minari_reads_a_data_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, numbering: Any) -> None:
    pytest.importorskip("pyarrow", reason="pip install 'taphouse[data]'")
    minari = pytest.importorskip("minari", reason="pip install 'taphouse[data]'")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    file = written(tmp_path, *recorded("pint-craft", 2, 3))
    rows = dataset([file], numbering=numbering)
    named = "decisions" if numbering == "moves" else "steps"
    assert save([file], tmp_path / "pints-v0", numbering=numbering) == f"3 games, {len(rows['game'])} {named}."
    kept = minari.load_dataset("pints-v0")
    assert (kept.total_episodes, kept.total_steps) == (6, len(rows["game"]))
    for n, episode in enumerate(kept.iterate_episodes()):
        own = (rows["game"] == n // 2) & (rows["seat"] == n % 2 + 1)
        assert (episode.actions == rows["action"][own]).all()
        assert (episode.rewards == rows["reward"][own]).all()
        assert (episode.terminations == rows["done"][own]).all()
        assert not episode.truncations.any()
        for name in ("observation", "action_mask"):
            assert (episode.observations[name][:-1] == rows[name][own]).all()
        last = {name: values[-1] for name, values in episode.observations.items()}
        assert kept.observation_space.contains(last)
        assert not last["action_mask"].any()


def test_parquet_has_every_decision_in_few_groups_of_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pip install 'taphouse[data]'")
    monkeypatch.setattr("taphouse.env.datasets.ROWS", 100)
    file, to = written(tmp_path, *recorded("dank-and-draft", 2, 8)), tmp_path / "drafts.parquet"
    rows = dataset([file])
    assert save([file], to).startswith("8 games, ")
    kept = parquet.ParquetFile(to)
    assert 1 < kept.num_row_groups <= 1 + len(rows["game"]) // 100
    columns = kept.read().to_pydict()
    assert all((np.array(columns[name]) == rows[name]).all() for name in columns if name != "legal")
    assert [sorted(legal) for legal in columns["legal"]] == [
        np.flatnonzero(mask).tolist() for mask in rows["action_mask"]
    ]


@pytest.mark.parametrize("name", ["pints.parquet", "pints-v0"])
def test_a_data_set_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    pytest.importorskip("pyarrow", reason="pip install 'taphouse[data]'")
    pytest.importorskip("minari", reason="pip install 'taphouse[data]'")
    monkeypatch.chdir(tmp_path)
    (one,), (other,) = recorded("pint-craft", 2, 1), recorded("pint-craft", 3, 1)
    file, to = written(tmp_path, one, other), Path("sets", name)
    with pytest.raises(ValueError, match="another kind"):
        save([file], to)
    assert not [*Path("sets").iterdir()]
    assert save([written(tmp_path, one)], to).startswith("1 games, ")
    kept = {part: part.read_bytes() for part in Path("sets").rglob("*") if part.is_file()}
    refused = "another kind" if to.is_file() else "is a folder that exists"
    with pytest.raises(ValueError, match=refused):
        save([written(tmp_path, one, other)], to)
    assert {part: part.read_bytes() for part in Path("sets").rglob("*") if part.is_file()} == kept


def test_moves_without_a_number_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (record,) = recorded("pint-craft", 2, 1)
    numbered = Actions.numbered

    def without_the_first(self: Actions, moves: list[Move]) -> tuple[list[int], list[Move]]:
        numbers, kept = numbered(self, moves)
        return numbers[1:], kept[1:]

    monkeypatch.setattr(Actions, "numbered", without_the_first)
    with pytest.warns(UserWarning, match=r"\d+ decisions are left out"):
        rows = dataset([written(tmp_path, record)])
    (game,) = decisions([tmp_path / "records.jsonl"])
    assert len(rows["action"]) + game.left_out == record.moves
    assert game.left_out > 0


def test_what_nobody_chose_or_what_was_taken_back_is_no_decision(tmp_path: Path) -> None:
    (record,) = recorded("brew-crafters", 2, 1)
    first, second, *_ = record.lines
    cut = replace(record, lines=(first, Undone(1), first, second), result="unfinished")
    rows = dataset([written(tmp_path, cut)])
    assert len(rows["action"]) == 2
    assert not rows["done"].any()
    table = GameTable("dank-and-draft", 3)
    table.begin("x")
    passive = write(table.moves[0])
    (record,) = recorded("dank-and-draft", 3, 1)
    seat = record.lines[0].seat  # type: ignore[union-attr]
    lines = (Resigned(seat), Played(seat, passive, automatic=True))
    with pytest.raises(ValueError, match="there is no decision"):
        dataset([written(tmp_path, replace(record, lines=lines, result=result_of(None)))])


def test_a_wrong_record_is_named(tmp_path: Path) -> None:
    one, other = recorded("pint-craft", 2, 1)[0], recorded("pint-craft", 3, 1)[0]
    with pytest.raises(ValueError, match=r"records\.jsonl: line 2: This is a game of another kind"):
        dataset([written(tmp_path, one, other)])
    broken = replace(one, lines=(*one.lines[:3], replace(one.lines[3], move="play nothing"), *one.lines[4:]))
    with pytest.raises(ValueError, match=r"records\.jsonl: line 1: Move 4, play nothing"):
        dataset([written(tmp_path, broken)])
    with pytest.raises(ValueError, match="is not packaged: pass it"):
        dataset([written(tmp_path, replace(one, edition=replace(one.edition, digest="0" * 64)))])
    (tmp_path / "odd").write_bytes(b"\xff")
    with pytest.raises(ValueError, match="odd: not UTF-8"):
        dataset([tmp_path / "odd"])


def test_the_edition_of_a_record_can_be_in_it(tmp_path: Path) -> None:
    game = GAMES["dank-and-draft"]
    own = load(game.edition, packaged(game.edition, game.about.package)[0].source + b"# Our own.\n", "own")
    (record,) = recorded("dank-and-draft", 2, 1, own)
    with pytest.raises(ValueError, match="is not packaged: pass it"):
        dataset([written(tmp_path, record)])
    rows = dataset([written(tmp_path, with_file(record, own))])
    assert len(rows["action"]) == record.moves


@pytest.mark.parametrize("kind", GAMES)
def test_a_policy_plays_as_a_bot_and_as_an_opponent(kind: str) -> None:
    table, rng, asked = GameTable(kind, 2), np.random.default_rng(1), []

    def policy(observation: np.ndarray, mask: np.ndarray) -> int:
        asked.append(observation)
        return int(rng.choice(mask.nonzero()[0]))

    game = play(kind, [PolicyBot(policy, table), "random"], "first")
    decided = [state for state in game.states if game.rules.decider(state) == 1]
    assert [row.tolist() for row in asked] == [table.observed(state, 1).tolist() for state in decided]
    env = TaphouseEnv(kind, [lambda _game, _rng: PolicyBot(policy, table)], seat=0)
    asked.clear()
    env.reset(seed=3)
    env.step(int(env.action_masks().argmax()))
    assert all(row.shape == (table.observer.size,) for row in asked)


@pytest.mark.parametrize("shown", [{"encoding": "floats"}, {"memory": True}, {"encoding": "floats", "memory": True}])
def test_a_policy_is_shown_what_its_table_shows(shown: dict[str, Any]) -> None:
    """Both see the decisions of one seat: the policy as a bot, and the environment that it has learnt in."""
    table, asked = GameTable("dank-and-draft", 2, **shown), []

    def policy(observation: np.ndarray, mask: np.ndarray) -> int:
        asked.append(observation)
        return int(mask.argmax())

    game = play("dank-and-draft", [PolicyBot(policy, table), "random"], "shown")
    table.witnesses = (1,) if table.recalls else ()
    table.begin("shown")
    told = []
    for move in game.moves[:12]:
        if table.seat == 1:
            told.append(table.observe(1))
        table.make(move)
    assert told
    assert all((one == other).all() and one.dtype == other.dtype for one, other in zip(told, asked, strict=False))


def test_a_policy_that_does_not_fit_is_refused() -> None:
    table = GameTable("dank-and-draft", 2)
    state, rules = table.state, table.rules
    seat = rules.decider(state)
    with pytest.raises(ValueError, match="chose 2887, which the action mask"):
        PolicyBot(lambda _seen, _mask: 2887, table).choose(rules, rules.known(state, seat), seat or 1)
    three = GameTable("dank-and-draft", 3)
    with pytest.raises(ValueError, match="with 2 seats, not with 3"):
        PolicyBot(lambda _seen, _mask: 0, table).choose(rules, three.rules.known(three.state, three.seat), 1)


def test_the_example_learns_from_what_the_environments_give(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without PyTorch, which the tests do not install: all but the learning itself."""
    for name in ("torch", "sb3_contrib", "stable_baselines3", "stable_baselines3.common.callbacks"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(MaskablePPO=None, BaseCallback=object))
    example: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "train.py"))
    league = example["League"](minutes=1)
    env = example["Shaped"](TaphouseEnv(example["KIND"], [league.opponent], seat=0))
    league.past = [lambda _seen, mask: int(mask.argmax())]
    for seed in range(3):
        seen, _ = env.reset(seed=seed)
        worth, gained, over = env.worth, 0.0, False
        while not over:
            assert env.observation_space.contains(seen)
            seen, reward, over, *_ = env.step(int(env.action_masks().argmax()))
            gained += reward
        assert gained == pytest.approx(env.env.table.rewards()[env.env.seat - 1] - worth)
    assert 0 <= example["wins"](league.past[0], "random", games=2) <= 1
