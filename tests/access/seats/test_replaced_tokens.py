"""Hosts open and close seats and replace tokens, and token holders lose access at once and everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from taphouse.service.access.tokens import Access, Claims
from taphouse.service.store.memory import MemoryStore
from tests.access.brief import Brief
from tests.access.issuer import Issuer, Json
from tests.api import server as build
from tests.api.client import CASK, DANK, MINE, OPEN, Client, Table, create, in_notation, new_key, seats_of
from tests.api.conftest import http
from tests.api.server import SIGNING_KEY, Server
from tests.http.raw_socket import RawSocket

SEATS = "seats { seat name taken closed bot } openSeats status version"
BOT = {"kind": "BOT", "bot": "RANDOM"}


@pytest.fixture(params=["memory", "valkey"])
def instances(request: pytest.FixtureRequest) -> tuple[Client, Client]:
    """Where something is done, and where it must hold as well."""
    if request.param == "valkey":
        pair: tuple[Client, Client] = request.getfixturevalue("two_instances")
        return pair
    anyone = request.getfixturevalue("anyone")
    return anyone, anyone


class Waiting:
    """A game that waits: seat 1 is its host's, 2 and 3 are open."""

    def __init__(self, client: Client, **more: Any) -> None:
        made = client.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN, OPEN]), **more)
        self.id: str = made["game"]["gameId"]
        self.host = client.with_token(made["hostToken"])
        self.first = client.with_token(made["seats"][0]["token"])

    def at(self, client: Client) -> Json:
        return client.within(self.id, SEATS)


def code(client: Client, field: str, **arguments: Any) -> str:
    refused: str = client.refused(field, **arguments)["code"]
    return refused


# --- open and close -----------------------------------------------------------------------------------------------------------


def test_a_closed_seat_takes_only_who_sends_the_hosts_token(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = Waiting(here)
    changed = table.host.done("closeSeat", gameId=table.id, seat=2)
    (entry,) = changed["entries"]
    assert [event["__typename"] for event in entry["events"]] == ["SeatClosed"]
    assert (entry["seat"], table.at(there)["openSeats"]) == (None, [3])
    for client in (there, table.first):
        assert code(client, "joinGame", gameId=table.id, seat=2) == "NO_OPEN_SEAT"
    assert there.done("joinGame", gameId=table.id)["seat"]["seat"] == 3
    assert code(there, "joinGame", gameId=table.id) == "NO_OPEN_SEAT"
    assert there.within(table.id, "status")["status"] == "WAITING"
    joined = there.with_token(table.host.token).done("joinGame", gameId=table.id, seat=2, name="Let in")
    assert (joined["seat"]["seat"], joined["game"]["status"]) == (2, "RUNNING")
    assert there.with_token(joined["seat"]["token"]).look(table.id)["viewer"]["seat"] == 2


def test_an_opened_seat_takes_anybody_and_who_sat_there_does_not_any_more(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = Waiting(here)
    joined = there.done("joinGame", gameId=table.id, seat=2, name="Ben")
    before = there.with_token(joined["seat"]["token"])
    table.host.done("openSeat", gameId=table.id, seat=2)
    assert before.look(table.id)["code"] == "TOKEN_REJECTED"
    assert table.at(there)["seats"][1] == {"seat": 2, "name": None, "taken": False, "closed": False, "bot": None}
    after = there.done("joinGame", gameId=table.id, seat=2)["seat"]["token"]
    assert after != before.token
    assert before.look(table.id)["code"] == "TOKEN_REJECTED"
    assert there.with_token(after).look(table.id)["viewer"]["seat"] == 2


def test_a_bots_seat_can_be_opened_for_a_player(anyone: Client) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=[{"kind": OPEN}, BOT])
    id_, host = made["game"]["gameId"], anyone.with_token(made["hostToken"])
    host.done("openSeat", gameId=id_, seat=2)
    assert [seat["bot"] for seat in anyone.within(id_, SEATS)["seats"]] == [None, None]
    anyone.done("joinGame", gameId=id_)
    assert anyone.done("joinGame", gameId=id_)["game"]["status"] == "RUNNING"


@pytest.mark.parametrize("field", ["openSeat", "closeSeat", "reissueToken"])
@pytest.mark.parametrize("seat", [0, -1, 4, 2**31 - 1])
def test_there_is_no_other_seat_than_those_of_the_game(anyone: Client, field: str, seat: int) -> None:
    table = Waiting(anyone)
    problem = table.host.refused(field, gameId=table.id, seat=seat)
    assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", "seat")


def test_what_is_so_already_is_refused(anyone: Client) -> None:
    table = Waiting(anyone)
    assert code(table.host, "openSeat", gameId=table.id, seat=2) == "SEAT_UNCHANGED"
    table.host.done("closeSeat", gameId=table.id, seat=2)
    assert code(table.host, "closeSeat", gameId=table.id, seat=2) == "SEAT_UNCHANGED"
    assert code(table.host, "reissueToken", gameId=table.id, seat=2) == "INPUT_REFUSED"
    table.host.done("openSeat", gameId=table.id, seat=2)
    assert table.at(anyone)["version"] == 3


def test_after_the_start_seats_are_not_opened_and_after_the_end_nothing_is_done(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    for field in ("openSeat", "closeSeat"):
        assert code(table.host, field, gameId=table.id, seat=1) == "ALREADY_STARTED"
    table.host.done("abandon", gameId=table.id)
    for field in ("openSeat", "closeSeat", "reissueToken"):
        assert code(table.host, field, gameId=table.id, seat=1) == "GAME_OVER"
    assert code(anyone, "joinGame", gameId=table.id) == "GAME_OVER"


def test_a_bots_seat_has_no_token(anyone: Client) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=[{"kind": OPEN}, BOT])
    host = anyone.with_token(made["hostToken"])
    assert code(host, "reissueToken", gameId=made["game"]["gameId"], seat=2) == "INPUT_REFUSED"


# --- tokens anew --------------------------------------------------------------------------------------------------------------


def test_a_new_token_ends_the_one_before_and_all_that_were_made_of_it(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = create(here, game=DANK, options={"firstSeat": "SEAT_1"})
    old = [table.seat(1)]
    old += [
        there.with_token(old[-1].done("narrowToken", gameId=table.id, **how)["token"])
        for how in ({"until": later(1)}, {"readOnly": True})
    ]
    kept = there.with_token(table.seat(2).done("narrowToken", gameId=table.id, readOnly=True)["token"])
    assert all(client.look(table.id)["viewer"]["seat"] == 1 for client in old)
    done = table.host.done("reissueToken", gameId=table.id, seat=1)
    new = there.with_token(done["token"])
    for client in old:
        for instance in instances:
            stale = instance.with_token(client.token)
            assert stale.look(table.id)["code"] == "TOKEN_REJECTED"
            assert stale.events(gameId=table.id)["code"] == "TOKEN_REJECTED"
            assert code(stale, "play", gameId=table.id, moves=in_notation("draft row-1")) == "TOKEN_REJECTED"
            assert code(stale, "narrowToken", gameId=table.id, readOnly=True) == "TOKEN_REJECTED"
    assert kept.look(table.id)["viewer"] == {"role": "SEAT", "seat": 2, "host": False, "readOnly": True}
    new.done("play", gameId=table.id, moves=in_notation("draft row-1"))
    assert (done["seat"], done["game"]["viewer"]["role"]) == (1, "HOST")


def test_a_host_can_end_their_own_token(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = create(here, game=CASK)
    narrow = there.with_token(table.host.done("narrowToken", gameId=table.id, until=later(1))["token"])
    new = there.with_token(table.host.done("reissueToken", gameId=table.id)["token"])
    for client in (table.host, narrow):
        assert client.look(table.id)["code"] == "TOKEN_REJECTED"
        assert code(client, "abandon", gameId=table.id) == "TOKEN_REJECTED"
    new.done("abandon", gameId=table.id)
    assert table.look()["status"] == "ABANDONED"


def test_a_token_that_ends_cannot_be_made_into_one_that_does_not(anyone: Client) -> None:
    """Else someone with a host's token for an hour could keep the host's rights for good."""
    table = create(anyone, game=CASK)
    lent = anyone.with_token(table.host.done("narrowToken", gameId=table.id, until=later(1))["token"])
    for seat in (None, 1):
        assert code(lent, "reissueToken", gameId=table.id, seat=seat) == "NOT_HOST"
    assert table.host.look(table.id)["viewer"]["host"]
    waiting = Waiting(anyone)
    lent = anyone.with_token(waiting.host.done("narrowToken", gameId=waiting.id, until=later(1))["token"])
    lent.done("closeSeat", gameId=waiting.id, seat=2)
    assert code(lent, "joinGame", gameId=waiting.id, seat=2) == "NO_OPEN_SEAT"
    assert waiting.host.done("joinGame", gameId=waiting.id, seat=2)["seat"]["seat"] == 2


def test_an_account_loses_its_seat_by_a_new_token_and_is_a_spectator_everywhere(
    instances: tuple[Client, Client], issuer: Issuer
) -> None:
    here, there = instances
    player = there.with_token(issuer.token("who loses a seat"))
    made = here.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN]))
    id_, host = made["game"]["gameId"], here.with_token(made["hostToken"])
    player.done("joinGame", gameId=id_)
    assert player.look(id_)["viewer"]["seat"] == 2
    token = host.done("reissueToken", gameId=id_, seat=2)["token"]
    for instance in instances:
        stranger = instance.with_token(player.token)
        assert stranger.look(id_) == instance.look(id_)
        assert stranger.events(gameId=id_) == instance.events(gameId=id_)
        assert code(stranger, "resign", gameId=id_) == "NOT_SEATED"
        listed = stranger.ask("{ account { ... on Account { games { edges { node { id } } } } } }")
        assert listed == {"account": {"games": {"edges": []}}}
    assert there.with_token(token).look(id_)["viewer"]["seat"] == 2


def test_a_host_with_an_account_that_gives_up_its_seat_is_still_the_host(anyone: Client, issuer: Issuer) -> None:
    host = anyone.with_token(issuer.token("gives the seat away"))
    id_ = host.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE]))["game"]["gameId"]
    request = {"gameId": id_, "seat": 1, "idempotencyKey": new_key()}
    first = host.send("reissueToken", **request)
    assert first.json()["data"]["reissueToken"]["game"]["viewer"] == host.look(id_)["viewer"]
    assert host.look(id_)["viewer"] == {"role": "HOST", "seat": None, "host": True, "readOnly": False}
    assert host.send("reissueToken", **request).content == first.content


NEWS = 'subscription { events(gameId: "%s", after: 1) { ... on LogEntry { version } ... on Problem { code } } }'
TABLE = 'subscription { gameUpdated(gameId: "%s") { ... on Game { version } ... on Problem { code } } }'
DECISIONS = 'subscription { decisions(gameId: "%s") { ... on PendingDecision { version } ... on Problem { code } } }'


@pytest.mark.parametrize("query", [NEWS, TABLE, DECISIONS])
@pytest.mark.parametrize("narrower", [False, True])
def test_a_stream_that_is_open_at_another_instance_ends_with_the_token(
    two_services: tuple[Server, Server], two_instances: tuple[Client, Client], query: str, narrower: bool
) -> None:
    here, there = two_instances
    table = create(here, game=CASK)
    token = table.seat(1).token
    if narrower:
        token = table.seat(1).done("narrowToken", gameId=table.id, readOnly=True)["token"]
    with streaming(there.with_token(token), query % table.id) as events, RawSocket(two_services[1].url) as wire:
        wire.init({"authorization": f"Bearer {token}"}).subscribe("s", query % table.id)
        assert "version" in next(events)
        assert "version" in only(wire.next("s"))
        table.host.done("reissueToken", gameId=table.id, seat=1)
        assert list(events) == [{"code": "TOKEN_REJECTED"}]
        assert only(wire.next("s")) == {"code": "TOKEN_REJECTED"}
        assert wire.receive() == {"id": "s", "type": "complete"}


def test_a_stream_by_rest_that_is_open_at_another_instance_ends_with_the_token(
    two_instances: tuple[Client, Client],
) -> None:
    here, there = two_instances
    table = create(here, game=CASK)
    headers = {"authorization": f"Bearer {table.seat(1).token}", "accept": "text/event-stream"}
    with there.http.stream("GET", f"/v1/games/{table.id}/events?after=1", headers=headers) as stream:
        lines = stream.iter_lines()
        assert next(lines).startswith("id: 2")
        table.host.done("reissueToken", gameId=table.id, seat=1)
        rest = list(lines)
    assert "event: problem" in rest
    assert "TOKEN_REJECTED" in json.dumps(rest)


def test_a_long_poll_that_waits_at_another_instance_is_answered_that_the_token_ended(
    two_instances: tuple[Client, Client],
) -> None:
    here, there = two_instances
    table = create(here, game=CASK)
    stale = there.with_token(table.seat(1).token)
    with ThreadPoolExecutor(1) as pool:
        waits = pool.submit(stale.events, gameId=table.id, after=2, wait=25)
        table.host.done("reissueToken", gameId=table.id, seat=1)
        assert waits.result(20)["code"] == "TOKEN_REJECTED"


@contextmanager
def streaming(client: Client, query: str) -> Iterator[Iterator[Json]]:
    """What a subscription tells, by server-sent events."""
    headers = {"accept": "text/event-stream", "authorization": f"Bearer {client.token}"}
    with client.http.stream("POST", "/graphql", json={"query": query}, headers=headers) as answer:
        yield (only(json.loads(line[6:])["data"]) for line in answer.iter_lines() if line.startswith("data: {"))


def only(data: Json) -> Json:
    (found,) = data.values()
    value: Json = found
    return value


# --- narrower tokens ----------------------------------------------------------------------------------------------------------


def later(hours: float) -> str:
    return (datetime.now(UTC) + timedelta(hours=hours)).isoformat()


def test_a_read_only_token_sees_what_the_whole_one_sees_and_does_nothing(anyone: Client) -> None:
    table = create(anyone, game=DANK)
    player = table.decider
    narrow = player.done("narrowToken", gameId=table.id, readOnly=True)
    assert (narrow["readOnly"], narrow["until"]) == (True, None)
    reader = anyone.with_token(narrow["token"])
    whole, seen = player.look(table.id), reader.look(table.id)
    assert seen["viewer"] == {**whole["viewer"], "readOnly": True}
    assert {**seen, "viewer": None} == {**whole, "viewer": None}
    assert reader.legal_moves(table.id) == player.legal_moves(table.id)
    assert code(reader, "play", gameId=table.id, moves=in_notation("draft row-1")) == "TOKEN_READ_ONLY"
    assert code(reader, "resign", gameId=table.id) == "TOKEN_READ_ONLY"
    assert code(reader, "joinGame", gameId=table.id) == "TOKEN_READ_ONLY"
    assert table.version == 2


def test_a_narrower_token_cannot_be_widened(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    short = anyone.with_token(table.seat(1).done("narrowToken", gameId=table.id, until=later(1))["token"])
    until = short.done("narrowToken", gameId=table.id, readOnly=True)["until"]
    both = short.done("narrowToken", gameId=table.id, readOnly=True, until=later(2))
    assert (both["readOnly"], both["until"]) == (True, until)
    again = anyone.with_token(both["token"]).done("narrowToken", gameId=table.id, readOnly=False, until=later(9))
    assert (again["readOnly"], again["until"]) == (True, until)
    assert again["token"] == both["token"]
    assert code(anyone.with_token(both["token"]), "resign", gameId=table.id) == "TOKEN_READ_ONLY"


def test_a_retry_of_what_a_whole_token_did_is_not_answered_to_a_read_only_one(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    request = {"gameId": table.id, "seat": 1, "idempotencyKey": new_key()}
    table.host.done("reissueToken", **request)
    reader = anyone.with_token(table.host.done("narrowToken", gameId=table.id, readOnly=True)["token"])
    assert code(reader, "reissueToken", **request) == "TOKEN_READ_ONLY"
    waiting = Waiting(anyone)
    join = {"gameId": waiting.id, "seat": 2, "idempotencyKey": new_key()}
    waiting.host.done("joinGame", **join)
    reader = anyone.with_token(waiting.host.done("narrowToken", gameId=waiting.id, readOnly=True)["token"])
    assert code(reader, "joinGame", **join) == "TOKEN_READ_ONLY"


def test_a_retry_of_a_new_token_is_not_answered_to_a_token_that_ends(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    lent = anyone.with_token(table.host.done("narrowToken", gameId=table.id, until=later(1))["token"])
    for seat in (1, None):
        request = {"gameId": table.id, "seat": seat, "idempotencyKey": new_key()}
        table.host.done("reissueToken", **request)
        assert code(lent, "reissueToken", **request) == "NOT_HOST"


@pytest.mark.parametrize(
    ("given", "argument"),
    [
        ({}, "readOnly"),
        ({"readOnly": False}, "readOnly"),
        ({"until": "2001-01-01T00:00:00Z"}, "until"),
        ({"until": "0001-01-01T00:00:00+14:00"}, "until"),
        ({"until": "9999-12-31T23:59:59-12:00"}, "until"),
        ({"until": "2100-01-01T00:00:00"}, "until"),
        ({"readOnly": True, "until": "2100-01-01"}, "until"),
    ],
)
def test_a_token_that_would_not_be_narrower_or_end_when_nobody_knows_is_refused(
    anyone: Client, given: Json, argument: str
) -> None:
    table = create(anyone, game=CASK)
    problem = table.host.refused("narrowToken", gameId=table.id, **given)
    assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", argument)


def test_the_last_moment_that_can_be_shown_is_one_when_a_token_may_end(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    for last in ("9999-12-31T23:59:59", "9999-12-31T23:59:59.998000"):
        done = table.host.done("narrowToken", gameId=table.id, until=f"{last}Z")
        assert done["until"] == f"{last}+00:00"


def test_a_token_that_has_ended_tells_its_stream_nothing_more(anyone: Client) -> None:
    """It is looked at before each event."""
    table = create(anyone, game=CASK)
    ends = datetime.now(UTC) + timedelta(seconds=0.6)
    token = table.seat(1).done("narrowToken", gameId=table.id, until=ends.isoformat())["token"]
    with streaming(anyone.with_token(token), NEWS % table.id) as events:
        assert next(events) == {"version": 2}
        while anyone.with_token(token).look(table.id).get("code") != "TOKEN_REJECTED":
            assert datetime.now(UTC) < ends + timedelta(seconds=5)
        table.decider.done("play", gameId=table.id, moves=in_notation("pass"))
        assert list(events) == [{"code": "TOKEN_REJECTED"}]


# --- once and no more ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["openSeat", "closeSeat", "reissueToken", "a seat's reissueToken"])
def test_what_a_host_does_is_done_once_and_answered_the_same(instances: tuple[Client, Client], field: str) -> None:
    """Also where the answer that got lost held the host's own new token: the one that it was sent with has ended."""
    here, there = instances
    table = Waiting(here)
    there.done("joinGame", gameId=table.id, seat=2)
    given = {"reissueToken": {}, "a seat's reissueToken": {"seat": 2}}.get(field, {"seat": 2})
    field = field.rsplit(maxsplit=1)[-1]
    request = {"gameId": table.id, "idempotencyKey": new_key(), **given}
    first = table.host.send(field, **request)
    assert first.json()["data"][field]["__typename"] in ("GameChanged", "TokenReissued")
    again = there.with_token(table.host.token)
    assert again.send(field, **request).content == first.content
    there.done("joinGame", gameId=table.id, seat=3)
    assert again.send(field, **request).content == first.content
    assert table.at(there)["version"] == (5 if field == "reissueToken" else 4)  # with all seats taken it has started


def test_who_lost_their_token_by_another_request_gets_no_first_answer_again(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    seat = {"gameId": table.id, "seat": 1, "idempotencyKey": new_key()}
    move = {"gameId": table.id, "moves": in_notation("pass"), "idempotencyKey": new_key()}
    player = table.decider
    player.done("play", **move)
    table.host.done("reissueToken", **seat)
    table.host.done("reissueToken", gameId=table.id)
    for number in (1, 2):
        anyone.with_token(hosting(table, 2)).do("reissueToken", gameId=table.id, seat=number)
    assert code(table.host, "reissueToken", **seat) == "TOKEN_REJECTED"
    assert code(player, "play", **move) == "TOKEN_REJECTED"


def hosting(table: Table, generation: int) -> str:
    return Access([SIGNING_KEY]).token(Claims(table.id, "host", generation))


def test_nobody_else_gets_the_first_answer(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    request = {"gameId": table.id, "idempotencyKey": new_key()}
    table.host.done("reissueToken", **request)
    assert code(anyone, "reissueToken", **request) == "NOT_HOST"
    assert code(table.seat(1), "reissueToken", **request) == "NOT_HOST"


@pytest.mark.parametrize("field", ["openSeat", "closeSeat", "reissueToken"])
def test_another_request_with_the_same_key_is_refused(instances: tuple[Client, Client], field: str) -> None:
    here, there = instances
    table, key = Waiting(here), new_key()
    there.done("joinGame", gameId=table.id, seat=2)
    table.host.done("closeSeat", gameId=table.id, seat=3, idempotencyKey=key)
    host = there.with_token(table.host.token)
    assert code(host, field, gameId=table.id, seat=1, idempotencyKey=key) == "KEY_REUSED"
    assert code(host, field, gameId=table.id, seat=3, expectedVersion=2, idempotencyKey=key) == "KEY_REUSED"
    assert table.at(there)["version"] == 3


@pytest.mark.parametrize("field", ["openSeat", "closeSeat", "reissueToken"])
def test_a_host_may_say_which_version_they_saw(instances: tuple[Client, Client], field: str) -> None:
    here, there = instances
    table = Waiting(here)
    there.done("joinGame", gameId=table.id, seat=2)
    problem = table.host.refused(field, gameId=table.id, seat=2, expectedVersion=1)
    assert (problem["code"], problem["version"]) == ("VERSION_CONFLICT", 2)
    assert [entry["version"] for entry in problem["entries"]] == [2]
    table.host.done(field, gameId=table.id, seat=2, expectedVersion=2)


def test_a_game_is_found_again_when_the_signing_keys_were_rotated(monkeypatch: pytest.MonkeyPatch) -> None:
    store, request = MemoryStore(), {"game": {CASK: {}}, "seats": seats_of([MINE, OPEN]), "idempotencyKey": new_key()}
    old, new, newest = (
        "the first of three signing keys all of them long",
        "the second of three signing keys all of them long",
        "k" * 40,
    )

    def create_with(keys: str) -> bytes:
        monkeypatch.setattr(build, "SIGNING_KEY", keys)
        with Server(store=store) as server, http(server) as client:
            made = Brief(client).done("createGame", **request)
            mine = Client(client).with_token(made["seats"][0]["token"])
            assert mine.look(made["game"]["gameId"])["viewer"]["seat"] == 1
            answer: bytes = made["game"]["gameId"].encode()
            return answer

    first = create_with(old)
    assert create_with(f"{new},{old}") == first
    assert create_with(f"{newest},{new},{old}") == first


# --- what is told -------------------------------------------------------------------------------------------------------------


def test_no_token_is_told_in_events_or_stored_in_the_log(anyone: Client) -> None:
    table = Waiting(anyone)
    tokens = [table.host.token, table.first.token]
    tokens.append(anyone.done("joinGame", gameId=table.id, seat=2)["seat"]["token"])
    tokens.append(table.host.done("reissueToken", gameId=table.id, seat=2)["token"])
    tokens.append(table.first.done("narrowToken", gameId=table.id, readOnly=True)["token"])
    tokens.append(table.host.done("reissueToken", gameId=table.id)["token"])
    page = table.first.events(gameId=table.id)
    kinds = [event["__typename"] for entry in page["entries"] for event in entry["events"]]
    assert kinds == ["TableOpened", "SeatTaken", "SeatTokenReplaced", "HostTokenReplaced"]
    told = json.dumps([page, table.first.look(table.id), anyone.look(table.id)])
    for token in tokens:
        assert token
        assert token.rpartition(".")[2] not in told
