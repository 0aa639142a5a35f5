"""Forks: who may make them, what they begin with, and that they tell nothing of the game they are from."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.engine.records.record import Finished, RecordedOrigin
from tests.api.client import Client
from tests.forks.shared import KEY, finished, fork, played, record_of, shown, tokens
from tests.records.test_replay import verified
from tests.rest.client import Rest, table_of
from tests.rest.test_games import KINDS

FORK = """mutation ($id: ID!, $at: Int, $tokens: [String!]!, $seats: [SeatInput!], $key: String) {
  forkGame(gameId: $id, at: $at, seatTokens: $tokens, seats: $seats, idempotencyKey: $key) {
    ... on GameCreated { game { gameId version origin { kind gameId version } seeded } hostToken seats { seat token } }
    ... on Problem { code message } } }"""


@pytest.mark.parametrize("kind", KINDS)
def test_a_fork_of_a_finished_game_is_played_to_its_end_and_verified(anyone: Rest, kind: str) -> None:
    table = finished(anyone, kind)
    at = table.look()["version"] - 3
    one, two = fork(anyone, table, at=at), fork(anyone, table, at=at)
    for new in (one, two):
        seen = new.look()
        assert seen["origin"] == {"kind": "FORK", "gameId": table.id, "version": at}
        assert (seen["status"], seen["seeded"]) == ("RUNNING", False)
        assert seen["rulesVersion"] == table.look()["rulesVersion"]
        events = new.look(), new.spectator.get(f"{new.path}/events")["entries"]
        assert events[1][0]["sentence"] == f"The game is created. The game begins from version {at} of another game."
        assert record_of(new).position is None, "it would tell the hands"
    assert one.look()["commitment"] != two.look()["commitment"] != table.look()["commitment"]
    for seat in range(2):
        mine = shown(one, one.seats[seat])
        assert mine == shown(two, two.seats[seat]), "both seats know what they knew"
    for _ in one.steps(seed=8):
        pass
    record = record_of(one)
    assert record.origin == RecordedOrigin(table.id, at)
    assert isinstance(record.result, Finished)
    assert record.position is not None
    assert verified(record).draws == record.draws


def test_only_what_nobody_knew_differs(anyone: Rest) -> None:
    """In a finished game everything of a position is public, also what was hidden at the time."""
    table = finished(anyone, "PINT_CRAFT")
    at = 12
    new = fork(anyone, table, at=at)
    was = table.look(at=at)["table"]
    now = [new.look(seat)["table"] for seat in new.seats]
    for number, seen in enumerate(now):
        assert seen["players"][number]["hand"] == was["players"][number]["hand"]
        assert seen["players"][1 - number]["hand"]["cards"] is None
    assert now[0]["drawPile"] == {"size": was["drawPile"]["size"], "cards": None}


def test_a_running_game_is_forked_with_the_tokens_of_all_its_seats(anyone: Rest) -> None:
    table = played(anyone, "PINT_CRAFT", 9)
    path, version = f"{table.path}/forks", table.look()["version"]
    one, two = table.seats
    for who, sent in (
        (anyone, []),
        (anyone, [one.token]),
        (one, []),
        (table.host, []),
        (table.host, [two.token]),
        (one, [table.host.token]),
        (one, [one.token]),
    ):
        status = 401 if who.token is None else 403
        assert "seatTokens" in who.refused(path, {"seatTokens": sent}, status, "NOT_SEATED")["detail"]
    narrow = two.post(f"{table.path}/tokens/narrow", {"readOnly": True})["token"]
    one.refused(path, {"seatTokens": [narrow]}, 403, "NOT_SEATED")
    one.refused(path, {"seatTokens": ["forged"]}, 401, "TOKEN_REJECTED")
    other = played(anyone, "PINT_CRAFT", 0)
    one.refused(path, {"seatTokens": [other.seats[1].token]}, 401, "TOKEN_REJECTED")
    two.refused(path, {"seatTokens": ["x"] * 17}, 400, "INPUT_REFUSED")
    made = [
        one.post(path, {"seatTokens": [two.token]}),
        anyone.post(path, {"seatTokens": tokens(table), "at": version}),
    ]
    for answer in made:
        new = table_of(anyone, answer)
        assert new.look()["origin"] == {"kind": "FORK", "gameId": table.id, "version": version}
        for seat in range(2):
            assert shown(new, new.seats[seat]) == shown(table, table.seats[seat])
    assert table.look()["version"] == version
    new_token = table.host.post(f"{table.path}/tokens/reissue", {"seat": 2})["token"]
    one.refused(path, {"seatTokens": [two.token]}, 403, "NOT_SEATED")
    one.post(path, {"seatTokens": [new_token]})


@pytest.mark.parametrize("abandoned", [False, True])
@pytest.mark.parametrize("kind", ["DANK_AND_DRAFT", "PINT_CRAFT", "BREW_CRAFTERS"])
def test_before_the_end_a_fork_tells_nothing_that_bots_know(anyone: Rest, kind: str, abandoned: bool) -> None:
    seats = [{"kind": "MINE", "name": "Ada"}, {"kind": "BOT", "bot": "RANDOM"}]
    table = table_of(anyone, anyone.post("/games", {"kind": kind, "seats": seats, "seed": "bots"}))
    if abandoned:
        table.host.post(f"{table.path}/abandon")
    mine, path = table.seats[0], f"{table.path}/forks"
    kept = mine.post(path, {"at": 2})["game"]
    assert [(seat["name"], seat["bot"]) for seat in kept["seats"]] == [("Ada", None), (None, "RANDOM")]
    anyone.refused(path, {"at": 2}, 401, "NOT_SEATED")
    forks = [table_of(anyone, mine.post(path, {"at": 2, "seats": [{"kind": "MINE"}] * 2})) for _ in range(4)]
    was = mine.get(table.path, at=2)
    for new in forks:
        assert shown(new, new.seats[0]) == {part: was[part] for part in ("table", "decision", "options")}
    hands = {str(shown(new, new.seats[1])["table"]["players"][1].get("hand")) for new in forks}
    assert len(hands) == (1 if kind == "BREW_CRAFTERS" else 4), "the bot's hand is another one in each"


def test_what_cannot_be_forked(anyone: Rest) -> None:
    waiting = anyone.post("/games", {"kind": "PINT_CRAFT", "seats": [{"kind": "MINE"}, {"kind": "OPEN"}]})
    path = f"/games/{waiting['game']['gameId']}/forks"
    assert anyone.refused(path, {}, 409, "GAME_NOT_STARTED")["openSeats"] == [2]
    anyone.refused(f"/games/{'a' * 24}/forks", {}, 404, "GAME_NOT_FOUND")
    table = finished(anyone, "DANK_AND_DRAFT")
    path, version = f"{table.path}/forks", table.look()["version"]
    anyone.refused(path, {"at": version + 1}, 404, "VERSION_NOT_FOUND")
    anyone.refused(path, {"at": 0}, 404, "VERSION_NOT_FOUND")
    anyone.refused(path, {"at": 1}, 409, "GAME_NOT_STARTED")
    assert anyone.refused(path, {}, 400, "INPUT_REFUSED")["argument"] == "at"
    for seats in ([{"kind": "MINE"}] * 3, [{"kind": "BOT"}] * 2, []):
        assert anyone.refused(path, {"at": 5, "seats": seats}, 400, "INPUT_REFUSED")["argument"] == "seats"


def test_a_fork_waits_for_its_players_and_begins_where_it_should(anyone: Rest) -> None:
    table = finished(anyone, "DANK_AND_DRAFT")
    seats = [{"kind": "MINE", "name": "Ada"}, {"kind": "OPEN"}]
    made = anyone.post(f"{table.path}/forks", {"at": 8, "seats": seats, "visibility": "OPEN"})
    id_ = made["game"]["gameId"]
    assert (made["game"]["status"], made["game"]["table"]) == ("WAITING", None)
    assert id_ in [game["gameId"] for game in anyone.get("/games", kinds="DANK_AND_DRAFT")["games"]]
    joined = anyone.post(f"/games/{id_}/seats", {"name": "Ben"})
    assert joined["game"]["status"] == "RUNNING"
    direct = fork(anyone, table, at=8)
    assert joined["game"]["table"] == direct.look(direct.seats[1])["table"]


def test_a_request_that_is_sent_again_makes_one_fork_over_graphql_and_rest(anyone: Rest) -> None:
    table = finished(anyone, "CASK_RACE")
    client = Client(anyone.http)
    sent: dict[str, Any] = {"id": table.id, "at": 4, "tokens": [], "key": KEY["idempotency-key"]}
    first = client.ask(FORK, **sent)["forkGame"]
    assert client.ask(FORK, **sent)["forkGame"] == first
    assert first["game"]["origin"] == {"kind": "FORK", "gameId": table.id, "version": 4}
    assert client.ask(FORK, **{**sent, "at": 5})["forkGame"]["code"] == "KEY_REUSED"
    again = anyone.post(f"{table.path}/forks", {"at": 4}, KEY)
    assert again["game"]["gameId"] == first["game"]["gameId"]
    assert [seat["token"] for seat in again["seats"]] == [seat["token"] for seat in first["seats"]]
    alone = client.ask(FORK, id=table.id, at=4, tokens=[])["forkGame"]
    assert alone["game"]["gameId"] != first["game"]["gameId"]


def test_a_fork_is_forked(anyone: Rest) -> None:
    table = finished(anyone, "CASK_RACE")
    child = fork(anyone, table, at=5)
    child.play(child.legal()[0]["input"])
    grandchild = fork(anyone, child, seatTokens=tokens(child))
    assert grandchild.look()["origin"] == {"kind": "FORK", "gameId": child.id, "version": 3}
    for _ in grandchild.steps(seed=2):
        pass
    assert verified(record_of(grandchild)).draws == record_of(grandchild).draws
