"""Games outlive fixes of their rules: they keep the version that they began with, until their host moves them to the newest.

Two releases share a store. The earlier one has Cask Race before its first fix, the newest has version 2 of its rules: a favour is
owed for every gift (TF-07), and nobody is asked for their last card (TF-06).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.editions import packaged
from taphouse.engine.records.record import Joined, RecordError, Upgraded
from taphouse.engine.records.text import parse
from taphouse.service.store.embedded import Embedded
from tests.api.client import CASK, MINE, Client, Table, create, new_key, seats_of
from tests.api.conftest import http
from tests.api.server import BOTH, Server
from tests.records.test_replay import verified
from tests.tiny.about import ABOUT, FIRST, GAME

SEED = "rules 38"
"""Seat 1 can brew three of its four cards at once, and seat 2 has barley only."""
REFUSED_GIFT = ("ask 2", "give barley", "answer no")


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Client]]:
    """The earlier release and the newest."""
    with (
        Embedded(tmp_path_factory.mktemp("rules")) as store,
        Server(url=store.url, games={**BOTH, ABOUT.kind: FIRST}) as earlier,
        Server(url=store.url) as newest,
        http(earlier) as first,
        http(newest) as second,
    ):
        yield Client(first), Client(second)


@pytest.fixture
def newest(releases: tuple[Client, Client]) -> Client:
    return releases[1]


@pytest.fixture
def old(releases: tuple[Client, Client]) -> Table:
    """A game that the earlier release began, at the newest release."""
    return begun(releases, 2)


def begun(releases: tuple[Client, Client], seats: int) -> Table:
    earlier, newest = releases
    table = create(earlier, seats, game=CASK, seed=SEED)
    players = tuple(newest.with_token(seat.token) for seat in table.seats)
    return Table(table.id, newest.with_token(table.host.token), players, newest)


def favours(game: dict[str, Any]) -> int:
    """The favours that are owed to seat 2."""
    owed: int = game["table"]["players"][1]["favours"]
    return owed


def play(table: Table, *moves: str) -> dict[str, Any]:
    for move in moves:
        table.play(move)
    return table.look()


def ask_for_the_last_card(table: Table) -> None:
    brews = [move["notation"] for move in table.moves() if move["notation"].startswith("brew pale-ale")]
    table.play(next(brew for brew in brews if len(brew.split()) == 3))  # without a spice
    table.play("ask 1")


def test_a_game_keeps_the_rules_that_it_began_with(old: Table, newest: Client) -> None:
    new = create(newest, game=CASK, seed=SEED)
    assert (old.look()["rulesVersion"], new.look()["rulesVersion"]) == (1, 2)
    assert favours(play(old, *REFUSED_GIFT)) == 0
    assert favours(play(new, *REFUSED_GIFT)) == 1


def test_the_host_moves_a_game_to_the_newest_version(old: Table) -> None:
    """Everything before stays as it was, also where entries are applied again."""
    shown = {}
    for move in REFUSED_GIFT:
        table = play(old, move)
        shown[table["version"]] = table
    changed = old.host.done("upgradeRules", gameId=old.id, expectedVersion=old.version)
    (entry,) = changed["entries"]
    assert entry["sentence"] == "The game moves to version 2 of the rules."
    assert [event["__typename"] for event in entry["events"]] == ["RulesUpgraded"]
    assert (changed["game"]["rulesVersion"], favours(changed["game"])) == (2, 0)
    table = changed["game"]
    shown[table["version"]] = old.look()
    for move in ("pass", *REFUSED_GIFT, "pass", *REFUSED_GIFT, *["pass"] * 20):
        table = play(old, move)
        shown[table["version"]] = table
    assert favours(table) == 2
    for version, then in shown.items():
        now = old.look(at=version)
        changing = ("id", "latest")
        assert {**now, **dict.fromkeys(changing)} == {**then, **dict.fromkeys(changing)}
    versions = [then["rulesVersion"] for _, then in sorted(shown.items())]
    assert versions == sorted(versions)


def test_the_log_reads_the_same_before_and_after(old: Table) -> None:
    def log() -> list[Any]:
        seat = {"authorization": f"Bearer {old.seat(1).token}"}
        entries: list[Any] = old.spectator.http.get(f"/v1/games/{old.id}/history?first=100", headers=seat).json()[
            "entries"
        ]
        return entries

    play(old, *REFUSED_GIFT, "pass")
    before = log()
    old.host.done("upgradeRules", gameId=old.id)
    play(old, *REFUSED_GIFT, *["pass"] * 14)
    after = log()
    assert after[: len(before)] == before
    assert [later["version"] - one["version"] for one, later in pairwise(after)] == [1] * (len(after) - 1)


def test_followers_see_the_change_and_the_moves_under_both_versions(old: Table) -> None:
    rest = old.spectator.http
    path = f"/v1/games/{old.id}/events?after={old.version}"
    with rest.stream("GET", path, headers={"accept": "text/event-stream"}) as stream:
        lines = stream.iter_lines()
        play(old, *REFUSED_GIFT)
        old.host.done("upgradeRules", gameId=old.id)
        play(old, "pass", *REFUSED_GIFT)
        ids = []
        while len(ids) < 8:
            line = next(lines)
            if line.startswith("id:"):
                ids.append(int(line.removeprefix("id:").partition("-")[0]))
    assert ids == list(range(ids[0], ids[0] + 8))
    assert favours(old.look()) == 1


def test_a_game_that_waits_can_be_moved_too(releases: tuple[Client, Client]) -> None:
    earlier, newest = releases
    seats = [*seats_of([MINE]), {"kind": "OPEN"}]
    made = earlier.done("createGame", game={CASK: {}}, seats=seats, seed=SEED)
    id_, host = made["game"]["gameId"], newest.with_token(made["hostToken"])
    assert host.done("upgradeRules", gameId=id_)["game"]["rulesVersion"] == 2
    joined = newest.done("joinGame", gameId=id_)
    assert (joined["game"]["status"], joined["game"]["rulesVersion"]) == ("RUNNING", 2)
    record = parse(newest.http.get(f"/v1/games/{id_}/record").text).record
    assert (record.rules, record.lines) == (2, (Joined(2),))


def test_a_game_is_not_moved_while_its_position_is_illegal_under_the_newest_rules(old: Table) -> None:
    ask_for_the_last_card(old)
    refused = old.host.refused("upgradeRules", gameId=old.id)
    assert (refused["code"], refused["rules"], refused["version"]) == ("RULES_DO_NOT_FIT", ["TF-06"], 2)
    assert old.look()["rulesVersion"] == 1
    old.play(old.moves()[0]["notation"])
    assert old.host.done("upgradeRules", gameId=old.id)["game"]["rulesVersion"] == 2


def test_what_else_is_refused(old: Table, newest: Client) -> None:
    for client in (old.seat(1), old.spectator):
        assert client.refused("upgradeRules", gameId=old.id)["code"] == "NOT_HOST"
    conflict = old.host.refused("upgradeRules", gameId=old.id, expectedVersion=old.version - 1)
    assert conflict["code"] == "VERSION_CONFLICT"
    new = create(newest, game=CASK)
    refused = new.host.refused("upgradeRules", gameId=new.id)
    assert (refused["code"], refused["version"]) == ("RULES_NEWEST", 2)
    old.host.done("abandon", gameId=old.id)
    assert old.host.refused("upgradeRules", gameId=old.id)["code"] == "GAME_OVER"


def test_a_record_names_the_versions(old: Table) -> None:
    """A game that is moved before it begins has begun under the newest version."""
    play(old, *REFUSED_GIFT)
    old.host.done("upgradeRules", gameId=old.id)
    while old.look()["status"] == "RUNNING":
        play(old, "pass")
    record = parse(old.spectator.http.get(f"/v1/games/{old.id}/record").text).record
    assert (record.rules, record.lines.index(Upgraded(2))) == (1, len(REFUSED_GIFT))
    assert verified(record).rules.version == 2
    for wrong, reason in ((1, "version 1 of the rules already"), (3, "versions 1 to 2 of the rules")):
        lines = tuple(Upgraded(wrong) if line == Upgraded(2) else line for line in record.lines)
        with pytest.raises(RecordError, match=reason) as found:
            verified(replace(record, lines=lines))
        assert found.value.place == "lines[3]"
    with pytest.raises(RecordError, match="versions 1 to 2 of the rules"):
        verified(replace(record, rules=3))


def test_it_is_done_once(old: Table) -> None:
    key = new_key()
    first = old.host.send("upgradeRules", gameId=old.id, idempotencyKey=key)
    play(old, *REFUSED_GIFT)
    assert old.host.send("upgradeRules", gameId=old.id, idempotencyKey=key).content == first.content


def test_an_earlier_release_leaves_alone_what_has_newer_rules(releases: tuple[Client, Client], old: Table) -> None:
    earlier, _ = releases
    assert earlier.look(old.id)["rulesVersion"] == 1
    old.host.done("upgradeRules", gameId=old.id)
    refused = earlier.http.get(f"/v1/games/{old.id}")
    assert (refused.status_code, refused.json()["code"]) == (503, "UNAVAILABLE")
    warned = "The store holds a game under version 2 of the rules of Cask Race. Upgrade this instance."
    assert earlier.http.get("/readyz").json()["warnings"][-1] == warned


def test_rest_moves_a_game_too(old: Table) -> None:
    host = {"authorization": f"Bearer {old.host.token}"}
    changed = old.spectator.http.post(f"/v1/games/{old.id}/rules", headers=host)
    assert (changed.status_code, changed.json()["game"]["rulesVersion"]) == (200, 2)
    refused = old.spectator.http.post(f"/v1/games/{old.id}/rules", headers=host)
    assert (refused.status_code, refused.json()["code"]) == (409, "RULES_NEWEST")


def test_a_resigned_seat_plays_on_under_the_newest_version(releases: tuple[Client, Client]) -> None:
    old = begun(releases, 3)
    old.seat(2).done("resign", gameId=old.id)
    old.host.done("upgradeRules", gameId=old.id)
    old.play("ask 2")  # the service answers for seat 2
    old.play("answer no")
    assert favours(old.look()) == 1


def test_rules_are_made_once_for_an_edition_and_version() -> None:
    edition, *_ = packaged(GAME.edition, ABOUT.package)
    first, second = (GAME.rules(edition, version) for version in (1, 2))
    assert (first.version, second.version) == (1, 2)
    assert GAME.rules(edition, 1) is first
    assert GAME.rules(edition) is second
    for version in (0, 3):
        with pytest.raises(ValueError, match=f"versions 1 to 2 of its rules, not {version}"):
            GAME.rules(edition, version)


def test_the_catalogue_lists_the_versions_with_their_fixes(newest: Client) -> None:
    games = newest.ask("{ catalogue { games { kind rulesVersions { version fixes { name rules text } } } } }")
    listed = {game["kind"]: game["rulesVersions"] for game in games["catalogue"]["games"]}
    assert listed["DANK_AND_DRAFT"] == [{"version": 1, "fixes": []}]
    first, second = listed["CASK_RACE"]
    assert first == {"version": 1, "fixes": []}
    assert [(fix["name"], fix["rules"]) for fix in second["fixes"]] == [
        ("last-card-is-kept", ["TF-06"]),
        ("favour-for-every-gift", ["TF-07"]),
    ]
