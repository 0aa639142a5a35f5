"""A replaced token loses access at once and everywhere, and no token is told."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.access.issuer import Issuer
from tests.access.seats.shared import NEWS, Waiting, code, later, only, streaming
from tests.api.client import CASK, DANK, MINE, OPEN, Client, create, in_notation, new_key, seats_of
from tests.api.server import Server
from tests.http.raw_socket import RawSocket

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
            seen = stale.look(table.id)
            lost = {"seat": 1, "by": "HOST", "reason": "TOKEN_REPLACED"}
            assert (seen["viewer"]["role"], seen["table"]) == ("SPECTATOR", instance.look(table.id)["table"])
            assert seen["viewer"]["lost"] == lost | {"message": seen["viewer"]["lost"]["message"]}
            assert stale.events(gameId=table.id) == instance.events(gameId=table.id)
            assert code(stale, "play", gameId=table.id, moves=in_notation("draft row-1")) == "TOKEN_REJECTED"
            assert code(stale, "narrowToken", gameId=table.id, readOnly=True) == "TOKEN_REJECTED"
    assert kept.look(table.id)["viewer"] == {
        "role": "SEAT",
        "seat": 2,
        "host": False,
        "readOnly": True,
        "lost": None,
        "challenged": None,
    }
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
    made = here.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN]), powers="FULL")
    id_, host = made["game"]["gameId"], here.with_token(made["hostToken"])
    player.done("joinGame", gameId=id_)
    assert player.look(id_)["viewer"]["seat"] == 2
    token = host.done("reissueToken", gameId=id_, seat=2)["token"]
    for instance in instances:
        stranger = instance.with_token(player.token)
        seen = stranger.look(id_)
        assert seen["viewer"].pop("lost")["reason"] == "TOKEN_REPLACED"
        assert seen["viewer"] | {"lost": None} == instance.look(id_)["viewer"]
        assert seen["table"] == instance.look(id_)["table"]
        assert stranger.events(gameId=id_) == instance.events(gameId=id_)
        assert code(stranger, "resign", gameId=id_) == "NOT_SEATED"
        listed = stranger.ask("{ account { ... on Account { games { edges { node { id } } } } } }")
        assert [edge["node"]["id"] for edge in listed["account"]["games"]["edges"]] == [id_], "to go on watching"
    assert there.with_token(token).look(id_)["viewer"]["seat"] == 2


def test_a_host_with_an_account_that_gives_up_its_seat_is_still_the_host(anyone: Client, issuer: Issuer) -> None:
    host = anyone.with_token(issuer.token("gives the seat away"))
    id_ = host.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE]))["game"]["gameId"]
    request = {"gameId": id_, "seat": 1, "with": {"open": "INVITED"}, "idempotencyKey": new_key()}
    first = host.send("replacePlayer", **request)
    viewer = first.json()["data"]["replacePlayer"]["game"]["viewer"]
    assert viewer == {"role": "HOST", "seat": None, "host": True, "readOnly": False}
    seen = host.look(id_)["viewer"]
    assert (seen | viewer, seen["lost"]["reason"]) == (seen, "REPLACED")
    assert host.send("replacePlayer", **request).content == first.content


def test_an_account_replaces_the_token_of_its_own_seat_and_keeps_the_seat(anyone: Client, issuer: Issuer) -> None:
    bob = anyone.with_token(issuer.token("whose token leaked"))
    made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))
    id_ = made["game"]["gameId"]
    leaked = anyone.with_token(bob.done("joinGame", gameId=id_)["seat"]["token"])
    assert code(bob, "reissueToken", gameId=id_, seat=1) == "NOT_HOST"
    assert code(leaked, "reissueToken", gameId=id_, seat=2) == "NOT_HOST"
    new = bob.done("reissueToken", gameId=id_, seat=2)
    assert bob.look(id_)["viewer"]["seat"] == new["seat"] == 2
    assert anyone.with_token(new["token"]).look(id_)["viewer"]["seat"] == 2
    assert leaked.look(id_)["viewer"]["lost"]["by"] == "SELF"


TABLE = 'subscription { gameUpdated(gameId: "%s") { ... on Game { version } ... on Problem { code } } }'
DECISIONS = 'subscription { decisions(gameId: "%s") { ... on PendingDecision { version } ... on Problem { code } } }'


@pytest.mark.parametrize(("query", "after"), [(NEWS, "version"), (TABLE, "version"), (DECISIONS, "code")])
@pytest.mark.parametrize("narrower", [False, True])
def test_a_stream_that_is_open_at_another_instance_goes_on_for_a_spectator(
    two_services: tuple[Server, Server], two_instances: tuple[Client, Client], query: str, after: str, narrower: bool
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
        then = {"version": 3} if after == "version" else {"code": "NOT_SEATED"}
        assert next(events) == only(wire.next("s")) == then
        if after == "code":
            assert list(events) == []
            assert wire.receive() == {"id": "s", "type": "complete"}


def test_a_stream_by_rest_that_is_open_at_another_instance_goes_on_for_a_spectator(
    two_instances: tuple[Client, Client],
) -> None:
    here, there = two_instances
    table = create(here, game=CASK)
    headers = {"authorization": f"Bearer {table.seat(1).token}", "accept": "text/event-stream"}
    with there.http.stream("GET", f"/v1/games/{table.id}/events?after=1", headers=headers) as stream:
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("id: ")).startswith("id: 2")
        table.host.done("reissueToken", gameId=table.id, seat=1)
        told = next(
            json.loads(line[6:]) for line in lines if line.startswith("data: ") and "seat-token-replaced" in line
        )
    assert (told["version"], told["events"][0]["replacedBy"]) == (3, "HOST")


def test_a_long_poll_that_waits_at_another_instance_goes_on_for_a_spectator(
    two_instances: tuple[Client, Client],
) -> None:
    here, there = two_instances
    table = create(here, game=CASK)
    stale = there.with_token(table.seat(1).token)
    with ThreadPoolExecutor(1) as pool:
        waits = pool.submit(stale.events, gameId=table.id, after=2, wait=25)
        table.host.done("reissueToken", gameId=table.id, seat=1)
        (entry,) = waits.result(20)["entries"]
    assert entry["sentence"].endswith("'s token.")


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
