"""`taphouse demo` at a running service: whole games, and what it says when there is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from taphouse.engine import GAMES
from taphouse.engine.records.record import Played
from taphouse.engine.records.text import parse
from tests.demo.conftest import Line, demo
from tests.servers import free_port

D_AND_D = "dank-and-draft"
TABLES = [(kind, game.about.seats[end]) for (kind, game), end in zip(GAMES.items(), (-1, -1, 0), strict=True)]


def played(*arguments: str) -> dict[str, Any]:
    answer = demo(*arguments, "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    document: dict[str, Any] = json.loads(answer.stdout)
    return document


def failed(*arguments: str) -> str:
    answer = demo(*arguments)
    assert answer.returncode == 2, answer.stderr
    assert "Traceback" not in answer.stderr
    assert answer.stderr.endswith(".\n")
    return answer.stderr


@pytest.mark.parametrize(("kind", "players"), TABLES)
def test_a_game_is_played_to_its_end(service: str, kind: str, players: int) -> None:
    document = played("--url", service, "--game", kind, "--players", str(players), "--seed", "ale")
    assert document["game"] == kind
    assert len(document["players"]) == players
    standings = document["outcome"]["standings"]
    assert [one["place"] for one in standings] == sorted(one["place"] for one in standings)
    assert all(sum(part["points"] for part in one["categories"]) == one["points"] for one in standings)
    assert {one["name"] for one in standings} == set(document["players"])
    moves = document["moves"]
    assert {move["seat"] for move in moves} == set(range(1, players + 1))
    assert all(move["notation"] and move["label"] for move in moves)
    assert document["versions"] == moves[-1]["version"]
    assert document["seconds"] > 0


def test_the_game_is_recorded(service: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    moves = played("--url", service, "--game", "pint-craft", "--seed", "ale", "--record", str(file))["moves"]
    record = parse(file.read_text(encoding="utf-8")).record
    assert [(one.seat, one.move) for one in record.lines if isinstance(one, Played)] == [
        (move["seat"], move["notation"]) for move in moves
    ]
    assert record.seed
    told = failed("--url", service, "--game", "cask-race", "--record", str(tmp_path))
    assert "Is a directory" in told


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_that_the_command_was_not_written_for(service: str, players: int) -> None:
    document = played("--url", service + "/graphql", "--game", "cask-race", "--players", str(players), "--seed", "1")
    assert document["title"] == "Cask Race"
    assert len(document["outcome"]["standings"]) == players


def test_the_same_seed_gives_the_same_moves(service: str) -> None:
    one, two, other = (played("--url", service, "--seed", seed) for seed in ("3", "3", "4"))
    assert one["id"] != two["id"]
    assert (one["moves"], one["outcome"]) == (two["moves"], two["outcome"])
    assert one["moves"] != other["moves"]


def test_the_terminal_shows_the_table_each_move_and_the_scores(service: str) -> None:
    document = played("--url", service, "--seed", "3")
    shown = demo("--url", service, "--seed", "3")
    quiet = demo("--url", service, "--seed", "3", "--quiet")
    assert (shown.returncode, shown.stderr, quiet.returncode, quiet.stderr) == (0, "", 0, "")
    lines = shown.stdout.splitlines()
    for move in document["moves"]:
        assert f"{move['seat']} {move['name']}: {move['notation']}  {move['label']}" in lines
    for answer in (shown, quiet):
        assert document["outcome"]["reason"] in answer.stdout
        assert document["outcome"]["rule"] in answer.stdout
        assert f"{len(document['moves'])} moves:" in answer.stdout
        told = answer.stdout.split(" moves:\n")[1].replace("\n    ", " ").splitlines()[:-1]
        notation = [move for line in told for move in line.split(": ", 1)[1].split("; ")]
        assert notation == [move["notation"] for move in document["moves"]]
        assert all(
            part["name"] in answer.stdout for one in document["outcome"]["standings"] for part in one["categories"]
        )
    assert "taproom" in shown.stdout
    assert "sees it" in shown.stdout
    assert "sees it" not in quiet.stdout
    assert document["moves"][0]["label"] not in quiet.stdout


def test_the_tiny_game_is_shown_too(service: str) -> None:
    answer = demo("--url", service, "--game", "cask-race", "--seed", "1")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "discarded grains" in answer.stdout


def test_a_kind_or_a_number_of_players_that_there_is_not(service: str) -> None:
    kinds = ", ".join([*GAMES, "cask-race"])
    assert f"games here are {kinds}.\n" in failed("--url", service, "--game", "chess")
    for number in ("1", "5"):
        said = failed("--url", service, "--game", D_AND_D, "--players", number)
        assert f"2 to 4 players, not {number}" in said


def test_nothing_to_play_at(line: Line) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    assert url in failed("--url", url)
    assert "not the URL of a service" in failed("--url", "taphouse")
    line.reply = lambda _, __: "<p>Welcome to another house.</p>"
    assert "not Taphouse" in failed("--url", line.url)


def test_lost_replies_change_no_game(service: str, line: Line) -> None:
    line.reply = lambda number, body: None if number > 1 and number % 3 == 0 else body
    one, two = played("--url", line.url, "--seed", "3"), played("--url", service, "--seed", "3")
    assert (one["moves"], one["versions"]) == (two["moves"], two["versions"])
    assert line.asked > len(one["moves"]) * 4 // 3


def test_a_service_that_goes_away(line: Line) -> None:
    line.reply = lambda number, body: body if number < 8 else None
    assert "does not answer" in failed("--url", line.url, "--seed", "3")


def test_a_refused_move_is_told_in_full(line: Line) -> None:
    def stale(_: int, body: str) -> str:
        request = json.loads(body)
        if request["variables"].get("version") == 4:
            request["variables"]["version"] = 3
        return json.dumps(request)

    line.request = stale
    said = failed("--url", line.url, "--seed", "3")
    for part in ("version 4", "refused the legal move `", 'sent as {"dankAndDraft": {"', "VERSION_CONFLICT"):
        assert part in said


def test_an_abandoned_game_is_no_played_one(line: Line) -> None:
    line.reply = lambda number, body: body.replace('"RUNNING"', '"ABANDONED"') if number > 9 else body
    assert "ABANDONED" in failed("--url", line.url, "--seed", "3", "--json")


def test_a_history_that_tells_other_moves_is_noticed(line: Line) -> None:
    line.reply = lambda _, body: body.replace('"version":4,"seat"', '"version":5,"seat"')
    assert "history" in failed("--url", line.url, "--seed", "3", "--quiet")
