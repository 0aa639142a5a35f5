"""`taphouse shadow` finds the games that would have gone otherwise under the newest rules, and the move at which they do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.service.cli.shadow import run as shadow
from taphouse.service.games.encoding.codec import SNAPSHOT_EVERY
from taphouse.service.store.embedded import Embedded
from tests.api.client import CASK, Client, Table, create
from tests.api.conftest import http
from tests.api.server import BOTH, Server
from tests.stores import formats, keys_of, restore, stored
from tests.stores.test_rules_versions import REFUSED_GIFT, SEED, ask_for_the_last_card
from tests.tiny.about import ABOUT, FIRST


@pytest.fixture
def store(tmp_path: Path) -> Iterator[str]:
    with Embedded(tmp_path) as running:
        yield running.url


@pytest.fixture
def earlier(store: str) -> Iterator[Client]:
    """A release before the first fix; it runs while its games are replayed."""
    with Server(url=store, games={**BOTH, ABOUT.kind: FIRST}) as server, http(server) as client:
        yield Client(client)


def replayed(url: str, capsys: pytest.CaptureFixture[str]) -> tuple[shadow.Summary, dict[str, Any]]:
    """The summary, and what is printed of each game by its id."""
    capsys.readouterr()
    summary = shadow.run(url, as_json=True, games=BOTH)
    *games, last = [json.loads(line) for line in capsys.readouterr().out.splitlines() if not line.startswith("2")]
    assert last == {"is": "summary", "same": summary.same, "differ": summary.differ, "unreadable": summary.unreadable}
    return summary, {game["game"]: game for game in games}


def play(table: Table, *moves: str) -> None:
    for move in moves:
        table.play(move)


def test_each_game_that_differs_is_named_with_its_first_differing_move(
    store: str, earlier: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    same = create(earlier, game=CASK, seed=SEED)
    play(same, "ask 2", "give barley", "answer yes", *["pass"] * 20)
    favour, refused = (create(earlier, game=CASK, seed=SEED) for _ in range(2))
    play(favour, "pass", "pass", *REFUSED_GIFT, "pass")
    ask_for_the_last_card(refused)
    earlier.done("createGame", game={CASK: {}}, seats=[{"kind": "MINE"}, {"kind": "OPEN"}])  # not started
    summary, games = replayed(store, capsys)
    assert (summary.same, summary.differ, summary.unreadable, summary.clean) == (2, 2, 0, False)
    assert games.keys() == {favour.id, refused.id}
    at = games[favour.id]["at"]
    assert (at["number"], at["seat"], at["notation"]) == (favour.version - 1, 1, "answer no")
    assert at["differing"] == [{"what": "position.favours", "was": "(0, 0)", "now": "(0, 1)"}]
    at = games[refused.id]["at"]
    assert (at["number"], at["seat"], at["notation"]) == (refused.version, 2, "ask 1")
    (differing,) = at["differing"]
    assert (differing["what"], differing["was"]) == ("refused", "made under version 1")
    assert "(TF-06)" in differing["now"]


def test_a_game_that_cannot_be_read_does_not_hide_the_others(
    store: str, earlier: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    fine, lost, newer, alien, damaged = (create(earlier, game=CASK, seed=SEED) for _ in range(5))
    play(lost, "pass", "pass")
    server = redis.Redis.from_url(store)
    server.lset(f"th:{{{lost.id}}}:entries", 2, b"")
    server.hset(f"th:{{{newer.id}}}", "format", "9")
    server.delete(f"th:{{{alien.id}}}:entries")
    server.set(f"th:{{{alien.id}}}:entries", "of another application")
    server.hset(f"th:{{{damaged.id}}}", "snapshot", "garbage")
    summary, games = replayed(store, capsys)
    assert (summary.same, summary.unreadable) == (1, 4)
    assert "WRONGTYPE" in games[alien.id]["why"]
    assert "is damaged" in games[damaged.id]["why"]
    assert fine.id not in games
    assert "of its log" in games[lost.id]["why"]
    assert "format 9" in games[newer.id]["why"]


@pytest.mark.parametrize("number", formats())
def test_games_of_every_format_are_replayed_and_nothing_is_written(
    number: int, store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    server = redis.Redis.from_url(store)
    dump = stored(number)
    restore(dump, server)
    before = dict(keys_of(server))
    summary, games = replayed(store, capsys)
    assert games == {}
    assert summary.same == len(dump["games"])
    assert dict(keys_of(server)) == before


def test_a_rule_that_changed_without_a_version_is_found_by_the_snapshots(
    store: str, earlier: Client, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = create(earlier, game=CASK, seed=SEED)
    with monkeypatch.context() as then:
        then.setattr("tests.tiny.rules._owing", lambda state, _giver: state)
        play(table, "ask 2", "give barley", "answer yes", *["pass"] * 20)
    monkeypatch.setitem(BOTH, ABOUT.kind, FIRST)
    summary, games = replayed(store, capsys)
    assert summary.differ == 1
    at = games[table.id]["at"]
    assert (at["number"], at["notation"]) == (SNAPSHOT_EVERY, "pass")
    assert at["differing"] == [{"what": "position.favours", "was": "(0, 0)", "now": "(0, 1)"}]


def test_the_command_says_what_it_found_by_its_status(store: str) -> None:
    server = redis.Redis.from_url(store)
    restore(stored(), server)
    found = CliRunner().invoke(main, ["shadow", "--store", store])
    assert found.exit_code == 0
    assert "Different: 0. Unreadable: 0." in found.output
    server.hset(next(iter(server.scan_iter("th:{*}", _type="hash"))), "format", "9")
    found = CliRunner().invoke(main, ["shadow", "--store", store])
    assert found.exit_code == 1
    assert "cannot be replayed" in found.output
    assert CliRunner().invoke(main, ["shadow", "--store", "redis://127.0.0.1:1"]).exit_code == 2
    assert CliRunner().invoke(main, ["shadow", "--store", "nonsense"]).exit_code == 2
