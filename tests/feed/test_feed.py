"""The feed over the API: every game that begins and ends, by pages, long polls, streams and webhooks."""

from __future__ import annotations

import json
import secrets
from typing import Any

import pytest

import taphouse.client
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.concepts.feed import FeedEventKind
from tests.api.client import CASK, MINE, OPEN, Client, Json, Table, create, new_key
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.http.rest_events.shared import STREAM, Streamed
from tests.operating.shared import TOKENS, Office, setting
from tests.webhooks.receiver import SECRET, receiver

Offices = tuple[Office, Office]
HISTORY = """query { ratingHistory(kind: CASK_RACE, first: 1) { ... on RatingPointConnection { edges { node {
  rating gameId } } } } }"""


def newest(office: Office) -> str | None:
    """The cursor of the newest event."""
    after: dict[str, Any] = {}
    while True:
        page = office.got("/feed", "games", first=500, **after)
        after = {} if page["cursor"] is None else {"after": page["cursor"]}
        if not page["hasMore"]:
            cursor: str | None = page["cursor"]
            return cursor


def since(office: Office, cursor: str | None, count: int) -> list[Json]:
    """The next events after a cursor, as soon as there are so many."""
    found: list[Json] = []
    while len(found) < count:
        after = {} if cursor is None else {"after": cursor}
        page = office.got("/feed", "games", wait=10, **after)
        assert page["events"], f"{count - len(found)} events are missing"
        found += page["events"]
        cursor = page["cursor"]
    return found


def told(events: list[Json], game: str) -> list[str]:
    return [one["event"] for one in events if one["gameId"] == game]


def test_a_game_that_begins_and_ends_is_told_at_every_instance(offices: Offices) -> None:
    one, other = offices
    cursor = newest(other)
    table = create(one.anyone, game=CASK, options={"turnCap": 2})
    begun = since(other, cursor, 1)
    assert told(begun, table.id) == ["BEGUN"]
    assert (begun[0]["results"], begun[0]["kind"], begun[0]["rated"], begun[0]["gap"]) == (
        [],
        "CASK_RACE",
        False,
        False,
    )
    while table.to_move is not None:
        table.play(table.moves()[0]["notation"])
    (ended,) = since(one, begun[0]["cursor"], 1)
    assert (ended["event"], ended["gameId"], ended["version"]) == ("ENDED", table.id, table.version)
    shown = table.spectator.http.get(f"/v1/games/{table.id}").json()
    places = {one["seat"]: (one["place"], one["points"], None) for one in shown["outcome"]["standings"]}
    assert {one["seat"]: (one["place"], one["points"], one["rating"]) for one in ended["results"]} == places
    assert ended["at"] == shown["updatedAt"]


def test_a_game_that_waits_is_told_when_it_begins_and_when_it_is_abandoned(offices: Offices) -> None:
    one, other = offices
    cursor, seats = newest(one), [{"kind": MINE}, {"kind": OPEN}]
    waits, gone = (one.anyone.done("createGame", game={CASK: {}}, seats=seats, powers="FULL") for _ in range(2))
    one.anyone.with_token(gone["hostToken"]).done("abandon", gameId=gone["game"]["gameId"])
    other.anyone.done("joinGame", gameId=waits["game"]["gameId"])
    found = since(one, cursor, 2)
    assert told(found, gone["game"]["gameId"]) == ["ABANDONED"]
    assert told(found, waits["game"]["gameId"]) == ["BEGUN"]


def test_a_rated_game_ends_with_its_ratings(offices: Offices) -> None:
    test = secrets.token_hex(4)
    ann, bob = (office.player(f"{name} of {test}") for office, name in zip(offices, ("Ann", "Bob"), strict=True))
    cursor, seats = newest(offices[0]), [{"kind": MINE}, {"kind": OPEN}]
    made = ann.done("createGame", game={CASK: {}}, seats=seats, undo="CONSENT", rated=True)
    game = made["game"]["gameId"]
    bob.done("joinGame", gameId=game)
    bob.done("resign", gameId=game)
    found = since(offices[0], cursor, 2)
    assert told(found, game) == ["BEGUN", "ENDED"]
    assert found[1]["rated"]
    ratings = [player.ask(HISTORY)["ratingHistory"]["edges"][0]["node"]["rating"] for player in (ann, bob)]
    assert [one["rating"] for one in found[1]["results"]] == ratings
    assert [one["place"] for one in found[1]["results"]] == [1, 2]


def test_an_imported_game_is_not_told(offices: Offices) -> None:
    one = offices[0]
    table = create(one.anyone, game=CASK)
    table.seats[0].done("resign", gameId=table.id)
    record = one.anyone.http.get(f"/v1/games/{table.id}/record").text
    cursor = since(one, None, 2)[-1]["cursor"]
    until(lambda: told(one.got("/feed", "games", first=500)["events"], table.id) == ["BEGUN", "ENDED"], "the end")
    cursor = newest(one)
    one.anyone.done("importRecord", record=record)
    next_ = create(one.anyone, game=CASK)
    assert [found["gameId"] for found in since(one, cursor, 1)] == [next_.id]


class Followed(Streamed):
    """The events of a stream, one by one."""

    def event(self) -> Json:
        event = self.next()
        found: Json = json.loads(event.data)
        assert event.id == found["cursor"]
        return found


def test_a_stream_goes_on_where_it_stopped(offices: Offices) -> None:
    one, other = offices
    cursor, seen = newest(one), list[str]()
    tables = [create(other.anyone, game=CASK) for _ in range(2)]
    for _ in range(2):
        headers = {"accept": STREAM, "authorization": f"Bearer {TOKENS['games']}"}
        headers |= {} if cursor is None else {"last-event-id": cursor}
        with one.anyone.http.stream("GET", "/v1/operator/feed", headers=headers) as response:
            assert response.status_code == 200, response.read()
            event = Followed(response).event()
        seen.append(event["gameId"])
        cursor = event["cursor"]
    assert sorted(seen) == sorted(table.id for table in tables)


def test_only_operators_with_the_scope_follow(offices: Offices) -> None:
    one = offices[0]
    assert one.problem("GET", "/feed", by=None) == "NOT_OPERATOR"
    assert one.problem("GET", "/feed", by="log") == "SCOPE_MISSING"
    assert one.problem("GET", "/feed", by="games", after="f-nonsense") == "INPUT_REFUSED"


def asked(url: str, **more: Any) -> Json:
    return {"url": url, "events": ["GAME_STARTED", "GAME_OVER"], "secret": SECRET, **more}


def test_webhooks_of_operators_get_what_the_feed_has(offices: Offices) -> None:
    one, other = offices
    with receiver() as here:
        made = one.ask("games", "POST", "/webhooks", asked(here.url)).json()["webhook"]
        try:
            cursor = newest(one)
            table = create(other.anyone, game=CASK)
            table.seats[0].done("resign", gameId=table.id)
            events = [found for found in since(one, cursor, 2) if found["gameId"] == table.id]
            here.wait(2)
            payloads = {data["data"]["event"]: data for data in here.verified()}
            assert {name: data["type"] for name, data in payloads.items()} == {
                "BEGUN": "GAME_STARTED",
                "ENDED": "GAME_OVER",
            }
            for event in events:
                data = payloads[event["event"]]["data"]
                assert {name: event[name] for name in data} == data
            assert other.got("/webhooks", "games")["webhooks"][0]["id"] == made["id"]
            tested = one.ask("games", "POST", f"/webhooks/{made['id']}/test")
            assert tested.status_code == 200
        finally:
            assert one.ask("games", "POST", f"/webhooks/{made['id']}/delete").status_code == 200


def test_webhooks_of_operators_are_for_them_and_for_two_events(offices: Offices) -> None:
    one = offices[0]
    assert one.problem("POST", "/webhooks", asked("http://127.0.0.1:9/"), by=None) == "NOT_OPERATOR"
    assert one.problem("POST", "/webhooks", asked("http://127.0.0.1:9/"), by="log") == "SCOPE_MISSING"
    wrong = asked("http://127.0.0.1:9/", events=["YOUR_TURN"])
    assert one.problem("POST", "/webhooks", wrong, by="games") == "INPUT_REFUSED"
    table = create(one.anyone, game=CASK)
    both = table.host.refused(
        "createWebhook", **asked("http://127.0.0.1:9/"), gameId=table.id, allGames=True, idempotencyKey=new_key()
    )
    assert (both["code"], both["argument"]) == ("INPUT_REFUSED", "allGames")


def test_without_a_feed_there_is_none_to_follow() -> None:
    with Server(store=MemoryStore(), operators=setting(), webhooks="any") as server, http(server) as client:
        headers = {"authorization": f"Bearer {TOKENS['games']}"}
        table: Table = create(Client(client), game=CASK)
        assert table.version == 2
        assert client.get("/v1/operator/feed", headers=headers).json()["code"] == "FEED_OFF"
        refused = client.post("/v1/operator/webhooks", headers=headers, json=asked("http://127.0.0.1:9/"))
        assert refused.json()["code"] == "WEBHOOKS_OFF"


@pytest.mark.parametrize("first", [1, 3])
def test_pages_of_the_feed_hold_every_event_once(offices: Offices, first: int) -> None:
    one = offices[0]
    cursor = newest(one)
    tables = {create(one.anyone, game=CASK).id for _ in range(5)}
    since(one, cursor, 5)
    seen, after = list[str](), cursor
    while True:
        page = one.got("/feed", "games", first=first, **({} if after is None else {"after": after}))
        seen += [event["gameId"] for event in page["events"]]
        after = page["cursor"]
        if not page["hasMore"]:
            break
    assert sorted(seen) == sorted(tables)


def test_the_python_client_follows_the_feed_and_closes_reports(offices: Offices) -> None:
    one, other = offices
    table = create(other.anyone, game=CASK)
    report = table.seats[0].done("report", gameId=table.id, category="BUG")["reportId"]
    with taphouse.client.Client(str(one.anyone.http.base_url), token=TOKENS["all"]) as client:
        cursor = None
        while (page := client.feed(cursor, wait=10)).events:
            cursor = page.events[-1].cursor
            if page.events[-1].game_id == table.id:
                break
        table.seats[0].done("resign", gameId=table.id)
        for event in client.follow_feed(cursor):
            assert (event.game_id, event.event) == (table.id, FeedEventKind.ENDED)
            break
        assert report in [one.id for one in client.reports()]
        assert client.close_report(report, "Mended.").word == "Mended."
        assert next(iter(client.reports(closed=True))).id == report
        made = client.create_webhook("http://127.0.0.1:9/", ["game-over"], SECRET, all_games=True)
        assert made.id in [known.id for known in client.webhooks(all_games=True)]
        client.delete_webhook(made.id, all_games=True)
        assert made.id not in [known.id for known in client.webhooks(all_games=True)]
