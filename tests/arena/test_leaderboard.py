"""A leaderboard adds the games of arenas to those that it has, and refuses others."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from taphouse.lab.arena.leaderboard import FORMAT, BadLeaderboard, Leaderboard, add
from taphouse.lab.arena.report import report_of
from taphouse.lab.matches.playing import MatchResult


def board(*bots: str, game: str = "cask-race", edition: str = "first", players: int = 2) -> Leaderboard:
    return Leaderboard(FORMAT, game, edition, "0123456789abcdef", {"turnCap": 9}, players, bots)


def result(number: int, winner: int, seed: str = "1/0", seats: tuple[int, ...] = (0, 1)) -> MatchResult:
    places = tuple([1 if bot == winner else 2 for bot in seats])
    victory = tuple([float(bot == winner) for bot in seats])
    nothing: tuple[dict[str, int], ...] = ({}, {})
    return MatchResult(number, seats, places, (5, 3), nothing, victory, 1, 20, "race", (0, 0), seed=seed)


def test_games_are_added_to_earlier_ones_and_bots_are_known_by_their_names(tmp_path: Path) -> None:
    file = tmp_path / "ratings.jsonl"
    names, games = add(file, board("a", "b"), [result(0, 0), result(1, 0, seats=(1, 0))])
    assert (names, len(games)) == (("a", "b"), 2)
    names, games = add(file, board("c", "a"), [result(0, 1, "2/0"), result(1, 1, "2/0", (1, 0))])
    assert names == ("a", "b", "c")
    assert [game.seats for game in games] == [(0, 1), (1, 0), (2, 0), (0, 2)]
    assert [game.number for game in games] == [0, 1, 2, 3]
    report = report_of(names, "cask-race", "first", 2, "2", games)
    assert {one.bot: (one.games, one.wins.value) for one in report.bots} == {"a": (4, 1), "b": (2, 0), "c": (2, 0)}
    assert report.bots[0].bot == "a"
    assert add(file, board("a", "b")) == (names, games), "nothing is lost when nothing is added"
    assert [one.name for one in tmp_path.iterdir()] == [file.name]


def test_a_bot_is_listed_once_it_has_played(tmp_path: Path) -> None:
    file = tmp_path / "ratings.jsonl"
    assert add(file, board("a", "b")) == ((), ())
    names, games = add(file, board("c", "d"), [result(0, 0)])
    assert (names, len(games)) == (("c", "d"), 1)


def test_arenas_add_to_it_at_the_same_time(tmp_path: Path) -> None:
    file = tmp_path / "ratings.jsonl"
    with ThreadPoolExecutor(8) as threads:
        adding = [threads.submit(add, file, board("a", f"b{n}"), [result(0, 0, f"{n}/0")]) for n in range(8)]
    assert {one.exception() for one in adding} == {None}
    names, games = add(file, board("a", "b"))
    assert (len(names), sorted(game.seed for game in games)) == (9, [f"{n}/0" for n in range(8)])


def test_a_game_counts_once(tmp_path: Path) -> None:
    file = tmp_path / "ratings.jsonl"
    add(file, board("a", "b"), [result(0, 0)])
    _, games = add(file, board("b", "a"), [result(0, 0, seats=(1, 0)), result(1, 0, "1/1", (1, 0))])
    assert [(game.seed, game.victory) for game in games] == [("1/0", (1.0, 0.0)), ("1/1", (0.0, 1.0))]


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (
            board("a", "b", game="chess"),
            "the leaderboard of cask-race (first, 01234567, turnCap 9) with 2 players, but",
        ),
        (board("a", "b", edition="second"), "but this arena plays cask-race (second, 01234567, turnCap 9) with 2"),
        (board("a", "b", players=3), "with 3 players."),
    ],
)
def test_a_leaderboard_of_other_games_is_refused(tmp_path: Path, other: Leaderboard, told: str) -> None:
    file = tmp_path / "ratings.jsonl"
    add(file, board("a", "b"), [result(0, 0)])
    before = file.read_bytes()
    with pytest.raises(BadLeaderboard) as refused:
        add(file, other, [result(0, 1, "2/0")])
    assert told in str(refused.value)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is no leaderboard"),
        (b'{"bots": ["a"], "game": "cask-race"}\n', "is no leaderboard"),
        (b'{"leaderboard":2,"game":"g","edition":"e","digest":"d","options":{},"players":2}\n', "has format 1"),
        (b"\xff\xfe\n", "is no leaderboard"),
    ],
)
def test_a_file_that_is_no_leaderboard_is_refused_and_stays(tmp_path: Path, content: bytes, told: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(BadLeaderboard, match=told):
        add(file, board("a", "b"), [result(0, 0)])
    assert file.read_bytes() == content


def test_a_damaged_game_is_named(tmp_path: Path) -> None:
    file = tmp_path / "ratings.jsonl"
    add(file, board("a", "b"), [result(0, 0)])
    file.write_bytes(file.read_bytes()[:-20] + b"\n")
    with pytest.raises(BadLeaderboard, match=r"ratings\.jsonl, line 2, is no game"):
        add(file, board("a", "b"))
