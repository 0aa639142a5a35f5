"""A ticket in a URL opens one stream, once, within a minute, for reading; and is worth nothing anywhere else."""

from __future__ import annotations

import datetime
import json
from typing import Any
from urllib.parse import quote

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.access.tokens import Claims, TokenIssuer
from taphouse.service.games.streams.tickets import LIFE, TicketClaims, Tickets
from taphouse.service.store.protocol import Hold
from tests.access.issuer import ANN, BOB
from tests.api.client import Client
from tests.api.server import SIGNING_KEY, Server
from tests.http.rest_events.shared import STREAM
from tests.log_lines import log_lines
from tests.streams.conftest import Player
from tests.streams.shared import PATH, began, passes, refused, told

Json = dict[str, Any]
CREATE = """mutation ($game: ID) { createTicket(gameId: $game) {
  ... on TicketCreated { ticket gameId until } ... on Problem { code message } } }"""
EVENTS = "subscription ($game: ID!) { events(gameId: $game) { ... on LogEntry { version } ... on Problem { code } } }"
DECISIONS = "subscription { decisions { ... on PendingDecision { game { gameId } } ... on Problem { code } } }"
NEWS = (
    "subscription { accountEvents { ... on AccountEvent { gameId game { viewer { seat } } } ... on Problem { code } } }"
)


def create(by: Client, game: str | None = None) -> Json:
    found: Json = by.ask(CREATE, game=game)["createTicket"]
    return found


def ticket(by: Client, game: str | None = None) -> str:
    made = create(by, game)
    assert made["gameId"] == game, made
    found: str = made["ticket"]
    assert quote(found, safe="") == found, "it needs no escapes in a URL"
    return found


def follows(game: str) -> str:
    return f"/v1/games/{game}/events"


def over_graphql(anyone: Client, query: str, ticket: str, **variables: Any) -> list[Json]:
    """The first answers of a subscription by GET, as an EventSource asks."""
    params = {"query": query, "variables": json.dumps(variables), "ticket": ticket}
    with anyone.http.stream("GET", "/graphql", params=params, headers={"accept": STREAM}) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["referrer-policy"] == "no-referrer"
        for line in response.iter_lines():
            if line.startswith("data: {"):
                found: Json = json.loads(line.removeprefix("data: "))["data"]
                return list(found.values())
    return []


def test_it_opens_the_stream_of_a_seat_with_what_the_seat_sees(anyone: Client, player: Player) -> None:
    ann, bob = player(ANN, anyone), player(BOB, anyone)
    game = began(ann, bob)
    nobody = anyone.with_token(None)
    with told(nobody, path=follows(game), ticket=ticket(ann, game), after=2) as events:
        headers = events.response.headers
        assert (headers["referrer-policy"], headers["cache-control"]) == ("no-referrer", "no-store")
        assert events.ids(1) == [3]
        ann.done("play", gameId=game, moves=[{"notation": "look"}])
        looked = json.loads(events.next().data)
        assert looked["events"][0]["grains"], "what only the seat sees"
    with told(nobody, path=follows(game), ticket=ticket(bob, game), after=3) as events:
        assert json.loads(events.next().data)["events"] == []


def test_it_opens_the_stream_of_an_account(anyone: Client, player: Player) -> None:
    ann, bob = player(ANN, anyone), player(BOB, anyone)
    game = began(ann, bob)
    with told(anyone.with_token(None), ticket=ticket(ann)) as events:
        assert events.news()["yourTurn"] is True
        assert events.until(game, passes(ann, game))[-1]["yourTurn"] is False


def test_it_opens_subscriptions_over_server_sent_events(anyone: Client, player: Player) -> None:
    ann, bob = player(ANN, anyone), player(BOB, anyone)
    game = began(ann, bob)
    nobody = anyone.with_token(None)
    assert over_graphql(nobody, EVENTS, ticket(ann, game), game=game) == [{"version": 1}]
    assert over_graphql(nobody, DECISIONS, ticket(ann, game)) == [{"game": {"gameId": game}}]
    assert over_graphql(nobody, DECISIONS, ticket(ann)) == [{"game": {"gameId": game}}]
    assert over_graphql(nobody, NEWS, ticket(bob)) == [{"gameId": game, "game": {"viewer": {"seat": 2}}}]
    used = ticket(ann, game)
    for code in ({"version": 1}, {"code": "TICKET_REJECTED"}):
        assert over_graphql(nobody, EVENTS, used, game=game) == [code]
    assert over_graphql(nobody, NEWS, ticket(ann, game)) == [{"code": "TICKET_REJECTED"}]


def test_it_works_once_at_any_instance_and_only_for_its_stream(
    two_instances: tuple[Client, Client], player: Player
) -> None:
    one, two = two_instances
    ann = player(ANN, one)
    game, other = began(ann), began(ann)
    headers = {"accept": STREAM}
    mine = ticket(ann, game)
    for path in (follows(other), PATH):
        refused(two.http.get(path, params={"ticket": mine}, headers=headers), 401, "TICKET_REJECTED")
    with told(two.with_token(None), path=follows(game), ticket=mine) as events:
        assert events.ids(1) == [1]
        for at in (one, two):
            body = refused(at.http.get(follows(game), params={"ticket": mine}, headers=headers), 401, "TICKET_REJECTED")
            assert "used already" in body["detail"]
            assert body["detail"].endswith("Create a new ticket with your token.")
            assert mine not in str(body)
    for wrong in ("", "x", mine + "x", mine[:-2], "x" * 600, str(ann.token), "ä"):
        refused(one.http.get(follows(game), params={"ticket": wrong}, headers=headers), 401, "TICKET_REJECTED")
    several = f"{follows(game)}?ticket={ticket(ann, game)}&ticket={ticket(ann, game)}"
    assert one.http.get(several, headers=headers).status_code in (400, 401)


def test_it_is_refused_wherever_no_stream_is_opened(anyone: Client, player: Player) -> None:
    ann = player(ANN, anyone)
    game = began(ann)
    mine = ticket(ann, game)
    params = {"ticket": mine}
    for path in (follows(game), PATH, f"/v1/games/{game}", f"/v1/games/{game}/history", "/v1/account", "/openapi.json"):
        response = anyone.http.get(path, params=params, headers={"accept": "application/json"})
        assert refused(response, 400, "INPUT_REFUSED")["argument"] == "ticket"
        assert response.headers["referrer-policy"] == "no-referrer"
    for path in (f"/v1/games/{game}/abandon", "/v1/tickets", "/v1/games"):
        refused(anyone.http.post(path, params=params, json={}), 400, "INPUT_REFUSED")
    both = {"accept": STREAM, "authorization": f"Bearer {ann.token}"}
    assert (
        "not both"
        in refused(anyone.http.get(follows(game), params=params, headers=both), 400, "INPUT_REFUSED")["detail"]
    )
    look = '{ game(id: "%s") { ... on Game { version } } }' % game  # noqa: UP031 -- braces
    for query in (look, 'mutation { abandon(gameId: "x") { __typename } }'):
        asked = anyone.http.get("/graphql", params={**params, "query": query}, headers={"accept": STREAM})
        assert (asked.status_code, asked.json()["errors"][0]["extensions"]["code"]) == (400, "INPUT_REFUSED")
    for method in ("GET", "POST"):
        asked = anyone.http.request(method, "/graphql", params={**params, "query": look}, json={"query": look})
        assert (asked.status_code, asked.json()["errors"][0]["extensions"]["code"]) == (400, "INPUT_REFUSED")
    upgrade = {
        "upgrade": "websocket",
        "connection": "upgrade",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    socket = anyone.http.get(
        "/graphql", params=params, headers=upgrade | {"sec-websocket-protocol": "graphql-transport-ws"}
    )
    assert (socket.status_code, socket.json()["errors"][0]["extensions"]["code"]) == (400, "INPUT_REFUSED")
    with told(anyone.with_token(None), path=follows(game), **params) as events:  # none of this has used it up
        assert events.ids(1) == [1]


def test_a_token_is_needed_and_a_part_in_the_game(anyone: Client, player: Player) -> None:
    ann, stranger = player(ANN, anyone), player("stranger", anyone)
    game = began(ann)
    for by, of, code in (
        (anyone.with_token(None), None, "NO_ACCOUNT"),
        (anyone.with_token(None), game, "NOT_SEATED"),
        (stranger, game, "NOT_SEATED"),
        (anyone.with_token("forged"), game, "TOKEN_REJECTED"),
        (ann, "a" * 24, "GAME_NOT_FOUND"),
    ):
        assert create(by, of)["code"] == code
    response = anyone.http.post("/v1/tickets", json={}, headers={"authorization": f"Bearer {ann.token}"})
    assert (response.status_code, response.headers["cache-control"]) == (200, "no-store")
    assert response.json().keys() == {"ticket", "gameId", "until"}
    left = datetime.datetime.fromisoformat(response.json()["until"]) - datetime.datetime.now(datetime.UTC)
    assert 50 < left.total_seconds() <= 60


def test_it_ends_with_the_token_that_it_was_made_from(anyone: Client, player: Player) -> None:
    ann = player(ANN, anyone)
    game = began(ann)
    host = anyone.with_token(ann.done("reissueToken", gameId=game)["token"])
    unused = ticket(host, game)
    with told(anyone.with_token(None), path=follows(game), ticket=ticket(host, game), after=2) as events:
        host.done("reissueToken", gameId=game)
        name, problem = events.end()
        assert (name, problem["code"]) == ("problem", "TOKEN_REJECTED")
    response = anyone.http.get(follows(game), params={"ticket": unused}, headers={"accept": STREAM})
    refused(response, 401, "TOKEN_REJECTED")


def test_it_is_in_no_log(service: Server, anyone: Client, player: Player) -> None:
    ann = player(ANN, anyone)
    game = began(ann)
    mine = ticket(ann, game)
    with log_lines() as lines:
        for path in (follows(game), "/v1/account", "/graphql", "/nowhere"):
            anyone.http.get(path, params={"ticket": mine}, headers={"accept": "application/json"})
        with told(anyone.with_token(None), path=follows(game), ticket=mine):
            pass
        service.check_free()
    logged = lines.getvalue()
    assert follows(game) in logged
    assert mine not in logged
    assert mine[:20] not in logged


class TestTickets:
    """The tickets themselves, by a clock that a test sets."""

    async def test_it_must_be_used_within_a_minute(self) -> None:
        now = 1_000_000_000_000
        tickets = Tickets([SIGNING_KEY], MemoryStore(), lambda: now)
        claims = Claims("a" * 24, "seat:1", 1, read_only=True)
        first, second = (tickets.issue(claims).ticket for _ in range(2))
        now += LIFE - 1
        assert await tickets.take(first, claims.game) == claims
        now += 1
        with pytest.raises(Exception, match="too old"):
            await tickets.take(second, claims.game)

    async def test_it_is_no_token_and_a_token_is_no_ticket(self) -> None:
        tickets, access = Tickets([SIGNING_KEY], MemoryStore(), lambda: 0), TokenIssuer([SIGNING_KEY])
        claims = Claims("a" * 24, "seat:1", 1, read_only=True)
        assert access.read(tickets.issue(claims).ticket) is None
        assert tickets.read(access.token(claims)) is None
        assert Tickets(["another key"], MemoryStore(), lambda: 0).read(tickets.issue(claims).ticket) is None
        rotated = Tickets(["a newer key", SIGNING_KEY], MemoryStore(), lambda: 0)
        assert isinstance(rotated.read(tickets.issue(claims).ticket), TicketClaims)

    async def test_the_store_forgets_its_use_with_it(self) -> None:
        seconds = 0.0
        store = MemoryStore(lambda: seconds)
        tickets = Tickets([SIGNING_KEY], store, lambda: int(seconds * 1000))
        made = tickets.issue(Claims("a" * 24, "seat:1", 1, read_only=True)).ticket
        await tickets.take(made, "a" * 24)
        found = tickets.read(made)
        assert found is not None
        name = f"ticket:{found.nonce}"
        assert await store.hold([Hold(name, "another", 1, 1)]) != (0.0,)
        seconds = LIFE / 1000
        assert await store.hold([Hold(name, "another", 1, 1)]) == (0.0,)
