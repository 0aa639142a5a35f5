"""Notices and their receivers: a host is told of all seats, an account of its own turns, each once and signed."""

from __future__ import annotations

import datetime
import json
import time
from typing import Any

import msgspec
import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.encoding.codec import SNAPSHOT_EVERY
from taphouse.service.store.protocol import BOTS
from taphouse.service.webhooks import managing
from taphouse.service.webhooks.notices import Notices
from taphouse.service.webhooks.stored import (
    Delivery,
    DeliveryPlace,
    Hook,
    Notice,
    game_owner,
    hooks_name,
    log_name,
    pack,
    unpack,
)
from tests.access.issuer import ANN, BOB, Issuer
from tests.api.client import MINE, OPEN, Client, create, seats_of, table_of
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.live.build import House
from tests.webhooks.receiver import SECRET, Receiver
from tests.webhooks.shared import CASK, listed, log, made, turns


def test_a_host_is_told_of_the_start_each_turn_and_the_end(anyone: Client, friend: Receiver) -> None:
    game = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), powers="FULL")
    id_, host = game["game"]["gameId"], anyone.with_token(game["hostToken"])
    made(host, friend.url, id_)
    joined = anyone.done("joinGame", gameId=id_)
    table = table_of(anyone, {**game, "seats": [*game["seats"], joined["seat"]]})
    first = table.to_move
    expected = [("GAME_STARTED", 3, None), ("YOUR_TURN", 3, first)]
    assert sorted(friend.wait(2), key=str) == expected
    expected += turns(table, 3)
    assert sorted(friend.wait(5), key=str) == sorted(expected, key=str)
    host.done("abandon", gameId=id_)
    expected.append(("GAME_OVER", table.version, None))
    assert sorted(friend.wait(6), key=str) == sorted(expected, key=str)
    assert len(set(friend.ids())) == 6
    assert {one["data"]["gameId"] for one in friend.verified()} == {id_}


def test_a_start_by_the_host_is_told(on_memory: Client, friend: Receiver) -> None:
    game = on_memory.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE]), start="BY_HOST")
    table = table_of(on_memory, game)
    made(table.host, friend.url, table.id)
    table.host.done("startGame", gameId=table.id)
    begun = [("GAME_STARTED", 2, None), ("YOUR_TURN", 2, table.to_move)]
    assert sorted(friend.wait(2), key=str) == begun
    table.seat(1).done("resign", gameId=table.id)
    assert sorted(friend.wait(3), key=str) == [("GAME_OVER", 3, None), *begun]


def test_the_host_is_told_when_the_seats_are_taken_and_they_may_start(
    anyone: Client, issuer: Issuer, friend: Receiver
) -> None:
    ann, bob = (anyone.with_token(issuer.token(player)) for player in (ANN, BOB))
    game = ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), start="BY_HOST")
    table = table_of(anyone, game)
    for owner, of in ((ann, None), (bob, None), (table.host, table.id)):
        made(owner, friend.url, of, events=["SEATS_TAKEN"])
    bob.done("joinGame", gameId=table.id)
    bob.done("nameSeat", gameId=table.id, name="Bob")  # another version of a full table is no news
    table.host.done("startGame", gameId=table.id)
    assert friend.wait(2) == [("SEATS_TAKEN", 2, None)] * 2, (
        "the game's webhook and the host's account, not the guest's"
    )
    assert [one["event"] for one in log(bob)] == []


def test_who_lost_a_seat_is_told_by_their_own_webhook_and_the_games(
    anyone: Client, issuer: Issuer, friend: Receiver
) -> None:
    ann, bob = (
        anyone.with_token(issuer.token(player)) for player in ("cleo", "dan")
    )  # no other test has their webhooks
    game = ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), start="BY_HOST", powers="FULL")
    table = table_of(anyone, game)
    for owner, of in ((ann, None), (bob, None), (table.host, table.id)):
        made(owner, friend.url, of, events=["SEAT_LOST"])
    bob.done("joinGame", gameId=table.id)
    bob.done("leaveSeat", gameId=table.id)
    friend.wait(1)
    assert log(bob) == [], "Bob knows"
    bob.done("joinGame", gameId=table.id)
    table.host.done("openSeat", gameId=table.id, seat=2)
    friend.wait(3)
    bob.done("joinGame", gameId=table.id)
    table.host.done("startGame", gameId=table.id)
    replaced = table.host.done("replacePlayer", gameId=table.id, seat=2, **{"with": {"bot": "RANDOM"}})
    expected = [("SEAT_LOST", replaced["game"]["version"], 2)] * 2
    assert friend.wait(5)[-2:] == expected
    assert log(ann) == []
    assert [one["seat"] for one in log(bob)] == [2, 2]
    table.host.done("abandon", gameId=table.id)


def test_a_challenge_is_told_to_its_player_and_the_answer_to_the_host(
    anyone: Client, issuer: Issuer, friend: Receiver
) -> None:
    ann, bob, eve = (anyone.with_token(issuer.token(f"{name} challenges")) for name in ("ann", "bob", "eve"))
    for one, handle in ((ann, "Hook-Ann"), (bob, "Hook-Bob"), (eve, "Hook-Eve")):
        assert one.do("saveProfile", handle=handle)["__typename"] == "ProfileSaved"
        made(one, friend.url, events=["CHALLENGED", "CHALLENGE_DECLINED"])
    bob.do("markPlayer", player="Hook-Eve", mark="BLOCKED")
    seats = [{"kind": MINE}, {"kind": OPEN, "challenge": "Hook-Bob"}]
    eve.done("createGame", game={CASK: {}}, seats=seats)
    game = ann.done("createGame", game={CASK: {}}, seats=seats)["game"]["gameId"]
    assert friend.wait(1) == [("CHALLENGED", 1, 2)]
    bob.done("declineChallenge", gameId=game)
    assert friend.wait(2) == [("CHALLENGED", 1, 2), ("CHALLENGE_DECLINED", 2, None)]
    assert [len(log(one)) for one in (ann, bob, eve)] == [1, 1, 0]


def test_a_turn_begins_when_somebody_is_there_to_play_it(anyone: Client, friend: Receiver) -> None:
    """Nobody is told of an open seat, and not of one that a bot plays for an absent player."""
    table = create(anyone, game=CASK)
    made(table.host, friend.url, table.id, events=["YOUR_TURN"])
    seat = table.to_move
    assert seat is not None
    other = 3 - seat
    for by, more in (({"bot": "RANDOM"}, {"mayReturn": True}), ({"open": "ANYONE"}, {})):
        table.host.done("replacePlayer", **{"gameId": table.id, "seat": other, "with": by, **more})
    table.play("pass")
    assert table.to_move == other
    anyone.done("joinGame", gameId=table.id)
    assert friend.wait(1) == [("YOUR_TURN", table.version, other)]


def test_a_game_played_to_its_end_is_over(anyone: Client, friend: Receiver) -> None:
    table = create(anyone, game=CASK)
    webhook = made(table.host, friend.url, table.id, events=["GAME_OVER"])["id"]
    ended = table.finish()
    assert friend.wait(1) == [("GAME_OVER", ended["version"], None)]
    table.seat(1).done("propose", gameId=table.id, proposal={"rematch": True})
    table.host.do("testWebhook", gameId=table.id, webhookId=webhook)
    assert friend.wait(2)[1] == ("TEST", None, None), "a version after the end is no second end"


def test_an_undo_gives_the_turn_back(anyone: Client, friend: Receiver) -> None:
    table = create(anyone, game=CASK)
    made(table.host, friend.url, table.id, events=["YOUR_TURN"])
    first = table.to_move
    assert first is not None
    told = turns(table, 1)
    table.seat(first).done("undo", gameId=table.id)
    assert sorted(friend.wait(2)) == sorted([*told, ("YOUR_TURN", table.version, first)])


def test_a_delivery_is_signed_small_and_tells_nothing_but_what_everybody_knows(
    anyone: Client, friend: Receiver
) -> None:
    table = create(anyone, game=CASK)
    made(table.host, friend.url, table.id)
    ((event, version, seat),) = turns(table, 1)
    friend.wait(1)
    ((headers, body),) = friend.got
    payload = json.loads(body)
    at = payload.pop("timestamp")
    epoch = table.spectator.within(table.id, "epoch", version)["epoch"]  # a store in memory has none
    about = {"gameId": table.id, "version": version, "seat": seat} | ({"epoch": epoch} if epoch else {})
    assert payload == {"type": event, "data": about}
    assert datetime.datetime.fromisoformat(at) == datetime.datetime.fromisoformat(table.look()["updatedAt"])
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
    assert headers["content-type"] == "application/json"
    assert len(body) < 200
    assert SECRET not in str(headers)


def test_an_account_is_told_of_its_own_turns_in_all_its_games(anyone: Client, friend: Receiver, issuer: Issuer) -> None:
    ann, bob = anyone.with_token(issuer.token(ANN)), anyone.with_token(issuer.token(BOB))
    before = ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE]))["game"]["gameId"]
    webhook = made(ann, friend.url)
    assert webhook["gameId"] is None
    created = ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))
    after = created["game"]["gameId"]
    bob.done("joinGame", gameId=after)
    hosted = bob.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))["game"]["gameId"]
    ann.done("joinGame", gameId=hosted)

    def state(game: str) -> tuple[int, int]:
        found = anyone.within(game, "version decision { seat }")
        return found["version"], found["decision"]["seat"]

    def news() -> set[tuple[str, str, int | None]]:
        """Without the start of the first game, whose notice may be on its way when the webhook is made."""
        return {one for one in told(friend) if one[0] != before or one[1] == "GAME_OVER"}

    # In her own game she has the first seat, in Bob's the second.
    expected = {(game, "GAME_STARTED", None) for game in (after, hosted)}
    expected |= {(game, "YOUR_TURN", own) for game, own in ((after, 1), (hosted, 2)) if state(game)[1] == own}
    until(lambda: news() == expected, "the starts are told")
    for game, own in ((after, 1), (hosted, 2)):
        player = ann if state(game)[1] == own else bob
        seat = state(game)[1]
        while state(game)[1] == seat:
            player.done("play", gameId=game, moves=[player.legal_moves(game)[0]["input"]])
        expected |= {(game, "YOUR_TURN", own)} if seat != own else set()
    ann.done("abandon", gameId=before)
    expected.add((before, "GAME_OVER", None))
    until(lambda: news() == expected, "all is told")
    ann.do("deleteWebhook", webhookId=webhook["id"])


def told(friend: Receiver) -> set[tuple[str, str, int | None]]:
    return {(one["data"]["gameId"], one["type"], one["data"].get("seat")) for one in friend.verified()}


def test_only_what_was_asked_for_is_told_and_bots_are_not(anyone: Client, friend: Receiver) -> None:
    seats = [{"kind": MINE}, {"kind": "BOT", "bot": "RANDOM"}]
    game = anyone.done("createGame", game={CASK: {}}, seats=seats)
    id_, host = game["game"]["gameId"], anyone.with_token(game["hostToken"])
    player = anyone.with_token(game["seats"][0]["token"])
    made(host, friend.url, id_, events=["YOUR_TURN"])

    def mine() -> bool:
        return bool((anyone.within(id_, "decision { seat }")["decision"] or {"seat": 1})["seat"] == 1)

    count = 0
    for _ in range(3):
        until(mine, "it is the player's turn")
        while mine() and anyone.within(id_, "status")["status"] == "RUNNING":
            version = anyone.within(id_, "version")["version"]
            player.do("play", gameId=id_, moves=[player.legal_moves(id_)[0]["input"]], expectedVersion=version)
            after = anyone.within(id_, "version decision { seat }")
            if after["version"] > version + 1 or (after["decision"] or {}).get("seat") == 2:
                count += 1
                break
    until(mine, "it is the player's turn")
    friend.wait(count)
    assert {(event, seat) for event, _, seat in friend.told()} == {("YOUR_TURN", 1)}
    host.done("abandon", gameId=id_)


def test_the_log_has_what_was_delivered(anyone: Client, friend: Receiver) -> None:
    table = create(anyone, game=CASK)
    made(table.host, friend.url, table.id)
    told = turns(table, 2)
    friend.wait(2)
    until(lambda: [one["status"] for one in log(table.host, table.id)] == ["DELIVERED"] * 2, "both are in the log")
    found = log(table.host, table.id)
    assert [(one["event"], one["version"], one["seat"]) for one in found] == told[::-1]
    assert {one["id"] for one in found} == set(friend.ids())
    for one in found:
        assert (one["attempts"], one["failure"], one["nextAttemptAt"], one["gameId"]) == (1, None, None, table.id)
        assert one["lastAttemptAt"] is not None
    (webhook,) = listed(table.host, table.id)
    assert (webhook["status"], webhook["url"]) == ("ACTIVE", friend.url)
    assert SECRET not in json.dumps(webhook)
    assert SECRET.removeprefix("whsec_") not in json.dumps(webhook)


def test_a_game_without_a_webhook_tells_nobody(anyone: Client, friend: Receiver) -> None:
    with_one, without = create(anyone, game=CASK), create(anyone, game=CASK)
    made(with_one.host, friend.url, with_one.id)
    turns(without, 2)
    expected = turns(with_one, 1)
    assert friend.wait(1) == expected


class Counted(MemoryStore):
    """A store that notes which of its methods a client's change has called."""

    def __init__(self) -> None:
        super().__init__()
        self.called: list[str] = []

    async def load(self, *given: Any, **named: Any) -> Any:
        self.called.append("load")
        return await super().load(*given, **named)

    async def commit(self, *given: Any) -> Any:
        self.called.append("commit")
        return await super().commit(*given)

    async def items(self, *given: Any) -> Any:
        self.called.append("items")
        return await super().items(*given)

    async def remind(self, *given: Any) -> Any:
        self.called.append(f"remind {given[2] if len(given) > 2 else BOTS}")
        return await super().remind(*given)


def test_a_move_costs_no_call_of_the_store_more(friend: Receiver, issuer: Issuer) -> None:
    store = Counted()
    with Server(store=store, webhooks="any", **issuer.settings) as server, http(server) as client:
        ann = Client(client, issuer.token(ANN))
        plain, watched = create(Client(client), game=CASK), create(Client(client), game=CASK)
        made(watched.host, friend.url, watched.id)
        player, move = plain.decider, plain.moves()[0]["input"]
        store.called.clear()
        player.done("play", gameId=plain.id, moves=[move])
        assert store.called == ["commit"]
        store.called.clear()
        told = turns(watched, 1)
        assert friend.wait(1) == told
        assert store.called.count("remind notices") == 1, "only a turn that passes is noted"
        until(lambda: log(watched.host, watched.id)[0]["status"] == "DELIVERED", "nothing more is done")
        store.called.clear()
        ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE]))
        assert store.called == ["load", "items", "items", "commit"], "of the account, its profile and its webhooks"


def test_a_game_that_a_new_webhook_did_not_find_hears_of_it_by_its_next_snapshot(
    on_memory: Client, issuer: Issuer, friend: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = on_memory.with_token(issuer.token("zoe"))
    table = table_of(on_memory, ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE])))
    with monkeypatch.context() as failover:
        failover.setattr(managing, "of_player", lambda _: "a list that has lost it")
        made(ann, friend.url, events=["YOUR_TURN"])
    expected = [one for one in turns(table, 18) if one[1] >= SNAPSHOT_EVERY and one[2] == 1]
    assert len(expected) > 1
    assert sorted(friend.wait(len(expected))) == expected


async def test_a_turn_that_was_lost_and_made_again_is_another_delivery() -> None:
    house = House()
    table, begun = await house.table(), list[DeliveryPlace]()

    class Queue:
        async def begin(self, place: DeliveryPlace, owner: str) -> None:
            begun.append(place)

    owner, hook = game_owner(table.id), Hook("https://a.example", ("YOUR_TURN",), "", 0, "")
    await house.store.put_item(hooks_name(owner), "a", pack(hook), None, 60_000)
    notices, record = Notices(house.reader, Queue()), (await table.loaded()).record
    for epochs in ("1f3a9c27:1", "1f3a9c27:1", "1f3a9c27:1,77aa0e1d:2"):
        now = msgspec.structs.replace(record, epochs=epochs)
        await notices._deliver(table.id, now, [Notice("YOUR_TURN", record.version, 0, 1)])
    first, again, other = begun
    assert first == again != other
    (stored,) = await house.store.items([log_name(owner, "a")])
    known = {id_: unpack(Delivery, source) for id_, source in stored.items()}
    assert {id_: one.epoch for id_, one in known.items()} == {first.delivery: "1f3a9c27", other.delivery: "77aa0e1d"}
