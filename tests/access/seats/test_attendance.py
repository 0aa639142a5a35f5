"""Tables at which somebody is away: the start asks them, and an absent host is no obstacle."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import redis

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.kernel import presence
from tests import servers
from tests.access.issuer import BOB, CID, DEB, Issuer
from tests.access.seats.shared import code, only, streaming
from tests.api.client import CASK, MINE, OPEN, Client, Json, seats_of
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.api.waiting.shared import sentences
from tests.clocks.shared import Clock

LONG = 601
SIX = (None,) * 6
EVENTS = 'subscription { events(gameId: "%s", after: 1) { ... on LogEntry { version } ... on Problem { code } } }'


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def store(clock: Clock) -> MemoryStore:
    return MemoryStore(clock)


@pytest.fixture(scope="module")
def anyone(clock: Clock, store: MemoryStore, issuer: Issuer) -> Iterator[Client]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(presence, "monotonic", clock)
        patch.setattr(presence, "_RENEWED", 12_000)
        with Server(store=store, webhooks="any", **issuer.settings) as server, http(server) as client:
            yield Client(client)


class Opened:
    """A game that waits: its host's seats come first, then open ones."""

    def __init__(self, client: Client, mine: int, open_: int, game: str = CASK, **more: str) -> None:
        seats = seats_of([MINE] * mine + [OPEN] * open_, SIX)
        made = client.done("createGame", game={game: {}}, seats=seats, **more)
        self.anyone, self.id = client.with_token(None), made["game"]["gameId"]
        self.host = client.with_token(made["hostToken"])
        self.mine = [client.with_token(seat["token"]) for seat in made["seats"]]

    def joined(self, who: Client | None = None) -> Client:
        """Somebody who takes the next open seat."""
        answer = (who or self.anyone).done("joinGame", gameId=self.id)
        return who or self.anyone.with_token(answer["seat"]["token"])

    def away(self, who: Client | None = None) -> tuple[bool, list[int]]:
        """True if the host is away, and the seats that are."""
        asked = "query ($g: ID!) { attendance(gameId: $g) { ... on Attendance { awayAfter hostAway seatsAway } } }"
        found = only((who or self.anyone).ask(asked, g=self.id))
        assert found["awayAfter"] == 600
        return found["hostAway"], found["seatsAway"]

    def seen(self) -> Json:
        return self.anyone.look(self.id)

    def asked(self) -> list[int]:
        return [seat["seat"] for seat in self.seen()["seats"] if seat["asked"]]


def events(answer: Json) -> list[str]:
    return [event["__typename"] for entry in answer["entries"] for event in entry["events"]]


def test_a_table_fills_while_a_player_is_away_and_starts_once_they_agree(anyone: Client, clock: Clock) -> None:
    table = Opened(anyone, 1, 2)
    second = table.joined()
    clock += LONG
    table.mine[0].look(table.id)
    until(lambda: table.away() == (False, [2]), "seat 2 alone is away")
    third = table.joined()
    shown = table.seen()
    assert (shown["status"], shown["openSeats"], table.asked()) == ("WAITING", [], [2])
    assert sentences(anyone, table.id, "en")[-1] == "All seats are taken. The start needs the consent of Seat 2."
    assert sentences(anyone, table.id, "de")[-1].endswith("fehlt noch die Zustimmung von Platz 2.")
    assert (code(table.host, "startGame", gameId=table.id), code(third, "startGame", gameId=table.id)) == (
        "START_AWAITED",
        "HOST_PRESENT",
    )
    second.look(table.id)
    assert table.seen()["status"] == "WAITING", "to come back is not to agree"
    started = second.done("startGame", gameId=table.id)
    assert (started["game"]["status"], events(started), table.asked()) == ("RUNNING", ["GameStarted"], [])
    assert table.away() == (False, [])


def test_who_is_there_is_not_asked(anyone: Client, clock: Clock) -> None:
    table = Opened(anyone, 1, 2)
    second = table.joined()
    for _ in range(3):
        clock += LONG / 2
        second.look(table.id)
        table.host.look(table.id)  # who vouches for the host's own seat
        until(lambda: table.away() == (False, []), "nobody is away")
    table.joined()
    assert table.seen()["status"] == "RUNNING"


@pytest.mark.parametrize("query", [EVENTS])
def test_who_follows_a_stream_is_at_the_table(anyone: Client, clock: Clock, store: MemoryStore, query: str) -> None:
    table = Opened(anyone, 1, 2)
    second = table.joined()
    with streaming(second, query % table.id) as news:
        assert next(news) == {"version": 2}
        for _ in range(3):
            clock += LONG / 2
            lease = f"here:{table.id}:2.1"
            until(lambda: store._held[lease]["here"] > clock.now + 590, "the lease is renewed")  # noqa: B023
        assert table.away() == (True, [1])
    reading = second.done("narrowToken", gameId=table.id, readOnly=True)["token"]
    clock += LONG
    anyone.with_token(reading).look(table.id)
    assert table.away() == (True, [1, 2]), "who may only see cannot play"


def test_the_last_player_who_was_asked_starts_the_game_of_six(anyone: Client, clock: Clock) -> None:
    table = Opened(anyone, 1, 5, "pintCraft")
    players = [table.joined() for _ in range(4)]
    clock += LONG
    table.mine[0].look(table.id)
    players[0].look(table.id)
    until(lambda: table.away() == (False, [3, 4, 5]), "three are away")
    table.joined()
    assert table.asked() == [3, 4, 5]
    for seat, player in ((5, players[3]), (3, players[1])):
        agreed = player.done("startGame", gameId=table.id)
        assert (events(agreed), agreed["entries"][0]["seat"]) == (["StartAsked"], seat)
    assert table.asked() == [4]
    assert code(players[1], "startGame", gameId=table.id) == "HOST_PRESENT"
    assert players[2].done("startGame", gameId=table.id)["game"]["status"] == "RUNNING"


def test_who_is_asked_can_get_up_and_the_host_can_open_the_seat(anyone: Client, clock: Clock) -> None:
    table = Opened(anyone, 1, 2)
    second = table.joined()
    clock += LONG
    table.mine[0].look(table.id)
    until(lambda: table.away() == (False, [2]), "seat 2 is away")
    third = table.joined()
    second.done("leaveSeat", gameId=table.id)
    assert (table.asked(), table.seen()["openSeats"]) == ([], [2])
    clock += LONG
    table.mine[0].look(table.id)
    until(lambda: table.away() == (False, [3]), "seat 3 is away")
    table.joined()
    assert table.asked() == [3]
    table.host.done("openSeat", gameId=table.id, seat=3)
    assert third.look(table.id)["viewer"]["lost"]["reason"] == "REMOVED"
    table.joined()
    assert table.seen()["status"] == "RUNNING"


def test_a_start_by_the_host_asks_who_is_away_but_for_the_hosts_own_seats(anyone: Client, clock: Clock) -> None:
    table = Opened(anyone, 2, 1, start="BY_HOST")
    third = table.joined()
    clock += LONG
    assert events(table.host.done("startGame", gameId=table.id)) == ["StartAsked"]
    assert (table.seen()["status"], table.asked()) == ("WAITING", [3])
    started = third.done("startGame", gameId=table.id)
    assert (started["game"]["status"], started["entries"][0]["seat"]) == ("RUNNING", 3)


def test_without_a_host_any_player_starts_a_full_table(anyone: Client, clock: Clock) -> None:
    table = Opened(anyone, 1, 2, start="BY_HOST")
    second, third = table.joined(), table.joined()
    assert (code(second, "startGame", gameId=table.id), code(second, "takeHost", gameId=table.id)) == (
        "HOST_PRESENT",
    ) * 2
    clock += LONG
    second.look(table.id)
    until(lambda: table.away() == (True, [1, 3]), "the host is away")
    assert code(anyone, "startGame", gameId=table.id) == "NOT_HOST"
    assert code(anyone, "takeHost", gameId=table.id) == "NOT_SEATED"
    assert events(second.done("startGame", gameId=table.id)) == ["StartAsked"]
    assert table.asked() == [3], "the host is not asked, for the table said that it can start without them"
    assert third.done("startGame", gameId=table.id)["game"]["status"] == "RUNNING"
    assert table.mine[0].look(table.id)["viewer"]["seat"] == 1


def test_a_player_takes_the_part_of_an_absent_host(anyone: Client, clock: Clock, issuer: Issuer) -> None:
    cid, deb = anyone.with_token(issuer.token(CID)), anyone.with_token(issuer.token(DEB))
    table = Opened(cid, 1, 2)
    hook = {"url": "http://127.0.0.1:9/", "events": ["GAME_OVER"], "secret": "whsec_" + "A" * 32}
    table.host.do("createWebhook", gameId=table.id, **hook)
    invite = table.host.done("createInvite", gameId=table.id, seat=3)["invite"]
    table.joined(deb)
    clock += LONG
    assert table.away(deb) == (True, [1])
    taken = deb.done("takeHost", gameId=table.id, idempotencyKey="2f1d7c5b9a8e4f60a1b2c3d4")
    host = anyone.with_token(taken["token"])
    assert (taken["seat"], taken["game"]["viewer"]["host"]) == (None, True)
    assert deb.done("takeHost", gameId=table.id, idempotencyKey="2f1d7c5b9a8e4f60a1b2c3d4")["token"] == taken["token"]
    assert code(deb, "takeHost", gameId=table.id) == "HOST_PRESENT"
    assert table.host.look(table.id)["code"] == "TOKEN_REJECTED"
    assert cid.look(table.id)["viewer"] == {
        "role": "SEAT",
        "seat": 1,
        "host": False,
        "readOnly": False,
        "lost": None,
        "challenged": None,
    }
    assert code(anyone, "joinGame", gameId=table.id, invite=invite) == "INVITE_REJECTED"
    listed = only(
        host.ask("query ($g: ID) { webhooks(gameId: $g) { ... on WebhookList { webhooks { url } } } }", g=table.id)
    )
    assert listed == {"webhooks": []}
    assert sentences(anyone, table.id, "en")[-1] == "Seat 2 is the host now, because the host was away."
    assert sentences(anyone, table.id, "de")[-1] == "Platz 2 hat jetzt die Spielleitung, weil sie nicht da war."
    host.done("openSeat", gameId=table.id, seat=1)
    assert table.seen()["openSeats"] == [1, 3]


def test_a_guest_who_takes_the_hosts_part_is_there_as_host_while_they_sit(anyone: Client, clock: Clock) -> None:
    table = Opened(anyone, 0, 3)
    first, second = table.joined(), table.joined()
    clock += LONG
    until(lambda: table.away() == (True, [1, 2]), "all are away")
    first.done("takeHost", gameId=table.id)
    clock += LONG
    first.look(table.id)
    until(lambda: table.away() == (False, [2]), "the host is there by the seat's token")
    first.done("leaveSeat", gameId=table.id)
    clock += LONG
    assert table.away() == (True, [2])
    assert second.done("takeHost", gameId=table.id)["token"]


def test_rest_answers_alike(anyone: Client, clock: Clock) -> None:
    table = Opened(anyone, 1, 1, start="BY_HOST")
    sent = {"authorization": f"Bearer {table.joined().token}"}
    there = f"/v1/games/{table.id}"
    assert anyone.http.get(f"{there}/attendance").json() == {"awayAfter": 600, "hostAway": False, "seatsAway": []}
    refused = anyone.http.post(f"{there}/host", headers=sent)
    assert (refused.status_code, refused.json()["code"], refused.json()["awayAfter"]) == (409, "HOST_PRESENT", 600)
    clock += LONG
    assert anyone.http.get(f"{there}/attendance").json() == {"awayAfter": 600, "hostAway": True, "seatsAway": [1, 2]}
    token = anyone.http.post(f"{there}/host", headers=sent).json()["token"]
    started = anyone.http.post(f"{there}/start", headers={"authorization": f"Bearer {token}"})
    assert (started.status_code, started.json()["game"]["status"]) == (200, "WAITING")
    assert [seat["asked"] for seat in started.json()["game"]["seats"]] == [True, False]


def test_an_account_that_is_asked_gets_a_delivery(anyone: Client, clock: Clock, issuer: Issuer) -> None:
    bob = anyone.with_token(issuer.token(BOB))
    secret = "whsec_" + "B" * 32
    made = bob.do("createWebhook", url="http://127.0.0.1:9/", events=["SEATS_TAKEN"], secret=secret)["webhook"]
    table = Opened(anyone, 1, 2)
    table.joined(bob)
    clock += LONG
    table.host.look(table.id)
    until(lambda: table.away() == (False, [2]), "the account is away")
    table.joined()
    listed = "{ webhooks { ... on WebhookList { webhooks { id lastDeliveries { event gameId seat } } } } }"

    def told() -> list[Json]:
        (hook,) = [one for one in only(bob.ask(listed))["webhooks"] if one["id"] == made["id"]]
        return [one for one in hook["lastDeliveries"] if one["gameId"] == table.id]

    until(told, "the webhook is told")
    assert told() == [{"event": "SEATS_TAKEN", "gameId": table.id, "seat": 2}]


def test_on_two_instances_and_after_a_restart(issuer: Issuer, tmp_path: Path) -> None:
    with servers.valkey_server(tmp_path) as url:
        with Server(url=url) as one, http(one) as here:
            table = Opened(Client(here), 1, 2, start="BY_HOST")
            players = [table.joined(), table.joined()]
        with Server(url=url) as one, Server(url=url) as two, http(one) as here, http(two) as there:
            first, second = (
                Client(each).with_token(player.token) for each, player in zip((here, there), players, strict=True)
            )
            table.anyone = Client(there)
            assert table.away() == (False, [])
            with redis.Redis.from_url(url) as client:  # as if their leases had ended
                for key in client.scan_iter("*here:*"):
                    client.delete(key)
            assert table.away() == (True, [1, 2, 3])
            for player in (first, second):
                player.look(table.id)
            until(lambda: table.away() == (True, [1]), "both players are there")
            with ThreadPoolExecutor(3) as pool:
                both = [pool.submit(one.do, "startGame", gameId=table.id) for one in (first, second)]
                both.append(pool.submit(second.do, "takeHost", gameId=table.id))
                found = [one.result() for one in both]
            # The first of them starts the game, or is its host from then on.
            kinds = [answer["__typename"] for answer in found]
            assert kinds.count("GameChanged") + kinds.count("TokenReissued") == 1, kinds
            assert {answer.get("code") for answer in found} <= {None, "ALREADY_STARTED", "HOST_PRESENT"}
            status = "RUNNING" if "GameChanged" in kinds else "WAITING"
            until(lambda: table.seen()["status"] == status, "it is seen on the other instance")
