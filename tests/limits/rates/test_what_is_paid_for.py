"""Each request takes what it costs once, with its load; who has nothing left is told so, and a player may still move."""

from __future__ import annotations

import json
import math
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    get_named_type,
    is_composite_type,
    is_required_argument,
    is_required_input_field,
)

from taphouse.engine import GAMES
from taphouse.schema.graphql.build import Api
from taphouse.schema.ports import Player
from taphouse.schema.prices import CREATE as NEW_GAME
from taphouse.schema.prices import JUDGED, READ, THINK
from taphouse.schema.prices import LOOK as LOOKED
from taphouse.schema.rest.operations import OPERATIONS, Operation
from taphouse.service.access.rate_limits import OF_ADDRESS, OF_SEAT, RESERVED, UNPRICED
from taphouse.service.store.memory import MemoryStore
from taphouse.service.tables.use_cases import Tables
from tests.api.client import in_notation
from tests.api.selections import everything, operation
from tests.api.server import BOTH, Server
from tests.http.raw_socket import RawSocket, subscribe
from tests.limits.build import CREATE, HERE, LOOK, PLAY, House, house

SCHEMA = Api.of(*BOTH.values()).schema._schema
NOBODY = "a" * 24
STREAM = {"accept": "text/event-stream"}
PROBLEM = "application/problem+json"
BURST, ADDRESS_BURST = 1000, 3000
FLOW, ADDRESS_FLOW = 10, 20


@pytest.fixture
async def here() -> AsyncIterator[House]:
    settings = {"rate_token": FLOW, "rate_token_burst": BURST}
    async with house(**settings, rate_address=ADDRESS_FLOW, rate_address_burst=ADDRESS_BURST) as one:
        yield one


def code(response: httpx.Response) -> str:
    (error,) = response.json()["errors"]
    assert "data" not in response.json()
    return str(error["extensions"]["code"])


def left(response: httpx.Response) -> dict[str, int]:
    """What is left by the header, by policy."""
    found = re.findall(r'"(\w+)";r=(\d+)', response.headers["ratelimit"])
    return {name: int(amount) for name, amount in found}


def cost(response: httpx.Response) -> int:
    """What it cost by the header."""
    (found,) = set(re.findall(r"taphouse-cost=(\d+)", response.headers["ratelimit"]))
    return int(found)


def value(type_: Any) -> Any:
    """A value of an input type, as small as can be."""
    match type_:
        case GraphQLNonNull():
            return value(type_.of_type)
        case GraphQLList():
            return [value(type_.of_type)]
        case GraphQLEnumType():
            return next(iter(type_.values))
        case GraphQLInputObjectType():
            fields = [name for name, field in type_.fields.items() if is_required_input_field(field)]
            fields = fields or list(type_.fields)[: type_.is_one_of]
            return {name: value(type_.fields[name].type) for name in fields}
    return {"ID": NOBODY, "Int": 1, "Boolean": True}.get(type_.name, "end-turn")


def operation_of(kind: str, name: str, field: GraphQLField) -> tuple[str, dict[str, Any]]:
    """A document that asks for a root field, and its variables."""
    required = {one: argument for one, argument in field.args.items() if is_required_argument(argument)}
    declared = ", ".join(f"${one}: {argument.type}" for one, argument in required.items())
    given = ", ".join(f"{one}: ${one}" for one in required)
    selection = "{ __typename }" if is_composite_type(get_named_type(field.type)) else ""
    head = f"{kind}({declared})" if required else kind
    return f"{head} {{ {name}{f'({given})' if given else ''} {selection} }}", {
        one: value(argument.type) for one, argument in required.items()
    }


def whatever_can_be_asked() -> Iterator[tuple[str, dict[str, Any]]]:
    """An operation for each field of the schema's roots, and some that ask for no field of these."""
    roots = {"query": SCHEMA.query_type, "mutation": SCHEMA.mutation_type, "subscription": SCHEMA.subscription_type}
    for kind, root in roots.items():
        assert root is not None
        for name, field in root.fields.items():
            yield operation_of(kind, name, field)
    yield "{ __schema { types { name } } }", {}
    yield 'query { ...A } fragment A on Query { __type(name: "Game") { name } }', {}
    yield "{ __typename }", {}


@pytest.mark.parametrize("who", ["nobody", "forged", "of another game"])
async def test_whatever_is_asked_is_paid_for_once_and_refused_before_anything_is_done(here: House, who: str) -> None:
    _, (ada, _) = await here.table()
    token = {"nobody": None, "forged": ada[:-2] + "xx", "of another game": ada}[who]
    for query, variables in whatever_can_be_asked():
        if token == ada and "decisions" in query:
            continue  # there the token is of the right game, and the stream does not end
        headers = STREAM if query.startswith("subscription") else {}
        here.store.fill()
        await here.ask(query, token, headers=headers, **variables)  # and its document is known
        here.store.fill()
        here.reset()
        paid = await here.ask(query, token, headers=headers, **variables)
        assert paid.status_code == 200, (query, paid.text)
        assert [take.cost for take in here.store.taken] == [cost(paid)] * (2 if token == ada else 1), query
        here.store.empty()
        here.reset()
        refused = await here.ask(query, token, headers=headers, **variables)
        assert (refused.status_code, code(refused)) == (429, "RATE_LIMITED"), query
        assert here.store.trips.total() == 1, query
        assert here.store.trips["commit"] == 0, query


async def test_a_document_is_paid_for_before_it_is_read_where_it_is_not_known(here: House) -> None:
    game, (ada, _) = await here.table()
    documents, query = here.documents, LOOK + " # anew"
    reading = documents.price(query)
    assert reading == math.ceil(READ * 38)
    new = cost(await here.ask(query, ada, g=game))
    assert documents.price(query) == 0
    assert new == reading + cost(await here.ask(query, ada, g=game))
    amounts = [take.cost for take in here.store.taken]
    assert amounts == [reading, reading, *[new - reading] * 4]
    here.store.empty()
    here.reset()
    size = len(documents)
    for number in range(3):
        refused = await here.ask(f"{query} {number}", g=game)
        assert (refused.status_code, code(refused)) == (429, "RATE_LIMITED")
        assert cost(refused) > UNPRICED
    assert (len(documents), here.store.trips) == (size, {"take": 3})


async def test_what_is_too_long_to_be_read_is_only_refused(here: House) -> None:
    answer = await here.ask("{ __typename }" + " # what is it" * 5000)
    assert (code(answer), cost(answer)) == ("DOCUMENT_TOO_LONG", UNPRICED)
    assert here.store.trips == {"take": 1}


@pytest.mark.parametrize("media", ["application/json", "application/graphql-response+json", "text/event-stream"])
async def test_who_has_nothing_left_is_told_when_to_come_again(here: House, media: str) -> None:
    game, _ = await here.table()
    await here.ask(LOOK, g=game)
    here.store.empty()
    refused = await here.ask(LOOK, headers={"accept": media}, g=game)
    assert refused.status_code == 429
    assert refused.headers["content-type"].startswith("application/json" if "stream" in media else media)
    (error,) = refused.json()["errors"]
    amount = cost(refused)
    assert error["extensions"] == {
        "code": "RATE_LIMITED",
        "retryAfter": -(-amount // ADDRESS_FLOW),
        "policies": ["address"],
    }
    seconds = int(refused.headers["retry-after"])
    assert seconds == error["extensions"]["retryAfter"]
    assert refused.headers["ratelimit"] == f'"address";r=0;t={seconds};taphouse-cost={amount}'
    here.store.clock.now += seconds
    assert (await here.ask(LOOK, g=game)).status_code == 200


async def test_every_answer_says_what_it_cost_and_what_is_left(here: House) -> None:
    game, (ada, _) = await here.table()
    first = await here.ask(LOOK, ada, g=game)
    second = await here.ask(LOOK, ada, g=game)
    amount = cost(first)
    assert amount >= LOOKED
    assert first.headers["ratelimit-policy"] == f'"token";q={BURST};w=100, "address";q={ADDRESS_BURST};w=150'
    assert left(first) == {"token": BURST - amount, "address": ADDRESS_BURST - amount}
    assert left(second) == {"token": BURST - 2 * amount, "address": ADDRESS_BURST - 2 * amount}
    assert second.json()["extensions"] == {
        "cost": amount,
        "rateLimit": {
            "token": {"limit": BURST, "perSecond": FLOW, "remaining": BURST - 2 * amount},
            "address": {"limit": ADDRESS_BURST, "perSecond": ADDRESS_FLOW, "remaining": ADDRESS_BURST - 2 * amount},
        },
    }


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"query": "{"}', b'{"query": "{ nothing }"}', b'{"query": ""}'])
async def test_what_cannot_be_executed_is_paid_for_too(here: House, body: bytes) -> None:
    async with here.client() as client:
        headers = {"content-type": "application/json"}
        answer = await client.post("/graphql", content=body, headers=headers)
        assert answer.status_code in (200, 400)
        assert UNPRICED <= cost(answer) <= UNPRICED + 2
        here.store.empty()
        assert (await client.post("/graphql", content=body, headers=headers)).status_code == 429
        assert (await client.put("/graphql")).status_code == 429


@pytest.mark.parametrize("reads", ["http.rest.arguments.body", "http.graphql_http._parameters"])
async def test_what_breaks_here_is_paid_for_too(here: House, monkeypatch: pytest.MonkeyPatch, reads: str) -> None:
    async def broken(*_: object) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr(f"taphouse.service.{reads}", broken)
    async with here.client() as client:
        path = "/graphql" if "graphql" in reads else "/v1/games"
        answer = await client.post(path, json={})
    assert (answer.status_code, [take.cost for take in here.store.taken]) == (500, [UNPRICED])


async def test_a_game_and_a_seat_cost_more_than_a_look(here: House) -> None:
    assert cost(await here.ask(CREATE)) >= NEW_GAME
    joined = "mutation($g: ID!) { joinGame(gameId: $g) { __typename } }"
    assert NEW_GAME > cost(await here.ask(joined, g=NOBODY)) > 3 * LOOKED


async def test_a_request_that_costs_more_than_a_bucket_holds_takes_all_of_it(here: House) -> None:
    game, _ = await here.table()
    looks = " ".join(f"a{i}: game(id: $g) {{ __typename }}" for i in range(200))
    await here.ask(f"query($g: ID!) {{ {looks} }}", g=game)  # to read it costs more than nothing too
    here.store.fill()
    answer = await here.ask(f"query($g: ID!) {{ {looks} }}", g=game)
    assert (answer.status_code, left(answer)) == (200, {"address": 0})


async def test_the_hot_path_is_one_load_and_one_commit(here: House) -> None:
    game, (ada, _) = await here.table()
    answer = await here.ask(PLAY, ada, g=game, m=in_notation("pass"))
    assert answer.json()["data"]["play"]["__typename"] == "GameChanged"
    assert here.store.trips == {"load": 1, "commit": 1}
    assert len({take.bucket for take in here.store.taken}) == 2


async def test_fields_of_one_request_are_paid_for_together(here: House) -> None:
    game, _ = await here.table()
    query = "query($g: ID!) { a: game(id: $g) { ...V } b: game(id: $g) { ...V } events(gameId: $g) { __typename } }"
    await here.ask(query + " fragment V on Game { version }", g=game)
    here.store.fill()
    here.reset()
    answer = await here.ask(query + " fragment V on Game { version }", g=game)
    assert len(answer.json()["data"]) == 3
    assert len(here.store.taken) == 1
    assert left(answer)["address"] == ADDRESS_BURST - cost(answer)
    here.store.empty()
    here.reset()
    assert code(await here.ask(query + " fragment V on Game { version }", g=game)) == "RATE_LIMITED"
    assert here.store.trips == {"take": 1}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.id)
async def test_each_operation_of_rest_is_paid_for_once_and_refused_as_a_problem(
    here: House, operation: Operation
) -> None:
    game, (ada, _) = await here.table()
    path = operation.path.format(id=game, seat=1, kind="CASK_RACE")
    bodies = {
        "createGame": {"kind": "CASK_RACE", "seats": [{"kind": "MINE"}] * 2},
        "play": {"moves": in_notation("pass")},
    }
    bodies |= {
        "whyNot": {"move": {"notation": "pass"}},
        "preview": {"moves": in_notation("pass")},
        "narrowToken": {"readOnly": True},
    }
    sent = None if operation.method == "GET" else bodies.get(operation.id, {})
    token = None if operation.id in ("createGame", "openGames") else ada
    asked = {"params": {"bot": "RANDOM"} if operation.id == "suggestion" else {}, "json": sent}
    async with here.client(token=token) as client:
        paid = await client.request(operation.method, path, **asked)
        assert paid.status_code in (200, 201, 401, 403, 404, 409), paid.text
        assert {take.cost for take in here.store.taken if take.capacity == ADDRESS_BURST} == {cost(paid)}
        assert len(here.store.taken) == (token is not None) + 1
        assert cost(paid) >= {"createGame": NEW_GAME, "suggestion": THINK}.get(operation.id, LOOKED)
        here.store.empty()
        here.reset()
        for accept in ("application/json", "text/html", "text/event-stream"):
            refused = await client.request(operation.method, path, headers={"accept": accept}, **asked)
            assert (refused.status_code, refused.headers["content-type"]) == (429, PROBLEM)
            told = refused.json()
            assert (told["code"], told["retryAfter"]) == ("RATE_LIMITED", int(refused.headers["retry-after"]))
            assert "ratelimit-policy" in refused.headers
        assert here.store.trips["commit"] == 0
        assert here.store.trips.total() == 3 + 2 * (operation.id == "play")  # the reserves


async def test_nothing_is_written_down_for_who_has_nothing_left(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tables, "catalogue", lambda _: object())  # which cannot be encoded
    async with here.client() as client:
        await client.get("/v1/account")
        here.store.empty()
        assert (await client.get("/v1/catalogue")).status_code == 429


async def test_the_document_of_rest_is_paid_for_as_any_request(here: House) -> None:
    async with here.client() as client:
        for method in ("GET", "HEAD", "OPTIONS", "POST"):
            here.store.fill()
            assert cost(await client.request(method, "/openapi.json")) == UNPRICED
            here.store.empty()
            refused = await client.request(method, "/openapi.json")
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
            assert method == "HEAD" or refused.json()["error"]["code"] == "RATE_LIMITED"


@pytest.mark.parametrize("what", ["moves", "moves/preview"])
async def test_each_move_that_is_sent_by_rest_is_paid_for(here: House, what: str) -> None:
    game, (ada, _) = await here.table()
    async with here.client(token=ada) as client:
        one, many = [
            cost(await client.post(f"/v1/games/{game}/{what}", json={"moves": in_notation("pass") * count}))
            for count in (1, 64)
        ]
    assert many - one == 63 * JUDGED


async def test_a_page_of_rest_costs_what_it_may_hold_and_a_stream_is_paid_for_at_its_start(here: House) -> None:
    game, _ = await here.table()
    path = f"/v1/games/{game}/events"
    few, many = [cost(await here.get(f"{path}?first={first}")) for first in (1, 500)]
    assert few < 2 * LOOKED < 500 < many
    here.store.empty()
    assert (await here.get(path, accept="text/event-stream")).status_code == 429


async def test_each_address_has_its_own_bucket_and_one_of_ipv6_is_a_network(here: House) -> None:
    game, _ = await here.table()
    for address in (HERE, "::ffff:192.0.2.1", "2001:db8:1:2::3", "2001:db8:1:2:ffff::4", "2001:db8:1:3::3", "::1", ""):
        await here.ask(LOOK, address=address, g=game)
    buckets = [take.bucket for take in here.store.taken]
    assert buckets[0] == buckets[1]
    assert buckets[2] == buckets[3]
    assert len(set(buckets)) == 5


async def test_a_token_has_its_own_bucket_at_any_address_and_one_that_was_made_up_has_none(here: House) -> None:
    game, (ada, ben) = await here.table()
    for token in (ada, ben, ada):
        await here.ask(LOOK, token, f"198.51.100.{len(here.store.taken)}", g=game)
    tokens = [take.bucket for take in here.store.taken if take.capacity == BURST]
    assert tokens[0] == tokens[2] != tokens[1]
    here.reset()
    narrow = "mutation($g: ID!) { narrowToken(gameId: $g, readOnly: true) { ... on NarrowToken { token } } }"
    made = (await here.ask(narrow, ada, g=game)).json()["data"]["narrowToken"]["token"]
    here.reset()
    await here.ask(LOOK, made, g=game)
    assert not {take.bucket for take in here.store.taken if take.capacity == BURST} & set(tokens)
    here.reset()
    for forged in ("CANARY", ada[:-1], "", "x" * 5000):
        await here.ask(LOOK, forged, g=game)
    assert len({take.bucket for take in here.store.taken}) == 1


async def test_a_player_with_a_login_has_their_own_bucket_and_one_reserve_for_all_their_games(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Logins:
        async def read(self, token: str) -> Player | None:
            return Player(token, 0) if token.startswith("a.valid.") else None

    rates = here.app.state.services.rates
    monkeypatch.setattr(rates, "_accounts", Logins())
    for _ in range(2):
        await (await rates.charge("a.valid.login", HERE)).admit()
    policies = [(take.capacity, take.cost) for take in here.store.taken]
    assert policies == [(BURST, UNPRICED), (ADDRESS_BURST, UNPRICED)] * 2
    assert len({take.bucket for take in here.store.taken}) == 2
    here.reset()
    for token in ("a.wrong.login", "a.valid.login"):  # before the request is parsed, whatever it is
        await here.ask("{ __schema { __typename } }", token)
    assert [take.capacity for take in here.store.taken] == [
        *[ADDRESS_BURST] * 2,
        *(BURST, ADDRESS_BURST),
    ]


async def test_a_bucket_is_not_named_after_what_it_is_of(here: House) -> None:
    game, (ada, _) = await here.table()
    await here.ask(PLAY, ada, g=game, m=in_notation("pass"))
    names = " ".join(take.bucket for take in here.store.taken)
    assert re.fullmatch(r"[0-9a-f]{32}( [0-9a-f]{32})", names)
    for secret in (ada, HERE, game):
        assert secret not in names


class TestReserve:
    @pytest.fixture
    async def table(self, here: House) -> tuple[str, list[str]]:
        """A game whose players, and whose address, have nothing left; the first seat must decide."""
        game, tokens = await here.table()
        for token in tokens:
            await here.ask(LOOK, token, g=game)
        here.store.empty()
        here.reset()
        return game, tokens

    async def test_who_must_decide_may_move_although_nothing_is_left(self, here: House, table: Any) -> None:
        game, (ada, ben) = table
        for token in (ada, ben, ada, ben):
            answer = await here.ask(PLAY, token, g=game, m=in_notation("pass"))
            assert answer.json()["data"]["play"]["__typename"] == "GameChanged"
        assert code(await here.ask(LOOK, ada, g=game)) == "RATE_LIMITED"
        assert here.store.trips == {"load": 5, "commit": 4, "take": 8}  # from the reserves

    @pytest.mark.parametrize("move", ["no move", "pass"])
    async def test_there_is_no_reserve_for_what_is_no_move(self, here: House, table: Any, move: str) -> None:
        game, (ada, ben) = table
        refused = await here.ask(PLAY, ben if move == "pass" else ada, g=game, m=in_notation(move))
        assert (refused.status_code, code(refused)) == (429, "RATE_LIMITED")
        here.store.fill()
        answer = await here.ask(PLAY, ben if move == "pass" else ada, g=game, m=in_notation(move))
        assert answer.json()["data"]["play"]["code"] in ("NOT_YOUR_TURN", "MOVE_NOT_UNDERSTOOD")

    async def test_the_reserve_has_an_end_and_comes_back(self, here: House, table: Any) -> None:
        game, (ada, _) = table
        for _ in range(OF_SEAT.capacity):
            assert (await here.ask(PLAY, ada, g=game, m=in_notation("no move"))).status_code == 429
        assert code(await here.ask(PLAY, ada, g=game, m=in_notation("pass"))) == "RATE_LIMITED"
        here.store.clock.now += 1
        assert (await here.ask(PLAY, ada, g=game, m=in_notation("pass"))).status_code == 200

    async def test_a_move_is_made_by_the_reserve_in_a_document_that_is_not_known_and_nothing_else_is(
        self, here: House, table: Any
    ) -> None:
        game, (ada, _) = table
        assert code(await here.ask(LOOK + " # anew", ada, g=game)) == "RATE_LIMITED"
        answer = await here.ask(PLAY + " # anew", ada, g=game, m=in_notation("pass"))
        assert answer.json()["data"]["play"]["__typename"] == "GameChanged"
        long = PLAY + " #" + " anew" * 2 * RESERVED
        before = len(here.documents)
        assert code(await here.ask(long, ada, g=game, m=in_notation("pass"))) == "RATE_LIMITED"
        assert len(here.documents) == before

    async def test_the_seats_of_one_address_share_a_reserve_too_however_many_they_are(
        self, here: House, table: Any
    ) -> None:
        game, (ada, ben) = table
        here.store.fill()
        others = [await here.table() for _ in range(OF_ADDRESS.capacity // OF_SEAT.capacity)]
        while (await here.ask(LOOK, g=game)).status_code == 200:
            pass
        for other, (token, _) in others:
            for _ in range(OF_SEAT.capacity + 1):
                assert code(await here.ask(PLAY, token, g=other, m=in_notation("no move"))) == "RATE_LIMITED"
        assert code(await here.ask(PLAY, ada, g=game, m=in_notation("pass"))) == "RATE_LIMITED"
        assert (await here.ask(PLAY, ada, "198.51.100.7", g=game, m=in_notation("pass"))).status_code == 200
        here.store.clock.now += 1
        assert (await here.ask(PLAY, ben, g=game, m=in_notation("pass"))).status_code == 200

    async def test_one_seat_takes_no_more_from_the_reserve_of_its_address_than_it_has(
        self, here: House, table: Any
    ) -> None:
        game, (ada, ben) = table
        for number in range(OF_ADDRESS.capacity + 10):
            assert code(await here.ask(f"{LOOK} # {number}", ben, g=game)) == "RATE_LIMITED"
            assert code(await here.ask(PLAY, ben, g=game, m=in_notation("pass"))) == "RATE_LIMITED"
        assert (await here.ask(PLAY, ada, g=game, m=in_notation("pass"))).json()["data"]
        assert code(await here.ask(PLAY, ben, g=game, m=in_notation("pass"))) == "RATE_LIMITED"

    async def test_who_reads_documents_has_their_moves_all_the_same(self, here: House) -> None:
        game, (ada, _) = await here.table()
        for number in range(OF_SEAT.capacity + 1):
            assert (await here.ask(f"{{ a{number}: __typename }}", ada)).status_code == 200
        while (await here.ask(LOOK, ada, g=game)).status_code == 200:
            pass
        assert (await here.ask(PLAY, ada, g=game, m=in_notation("pass"))).json()["data"]

    async def test_a_move_that_was_made_is_answered_whatever_comes_of_another_in_the_request(
        self, here: House, table: Any
    ) -> None:
        game, (ada, _) = table
        two = "mutation($g: ID!, $m: [MoveInput!]!, $n: [MoveInput!]!) { play(gameId: $g, moves: $m) { __typename } "
        two += "again: play(gameId: $g, moves: $n) { __typename } }"
        answer = await here.ask(two, ada, g=game, m=in_notation("pass"), n=in_notation("no move"))
        assert answer.json()["data"] == {
            "play": {"__typename": "GameChanged"},
            "again": {"__typename": "NotYourTurn"},
        }
        assert code(await here.ask(two, ada, g=game, m=in_notation("no move"), n=in_notation("pass"))) == "RATE_LIMITED"

    async def test_who_only_looks_on_or_lost_their_token_takes_nothing_from_who_plays(self, here: House) -> None:
        await here.table()
        made = (await here.ask(CREATE)).json()["data"]["createGame"]
        game, ada = made["game"]["gameId"], made["seats"][0]["token"]
        narrow = "mutation($g: ID!) { narrowToken(gameId: $g, readOnly: true) { ... on NarrowToken { token } } }"
        reader = (await here.ask(narrow, ada, g=game)).json()["data"]["narrowToken"]["token"]
        renew = "mutation($g: ID!) { reissueToken(gameId: $g, seat: 1) { ... on TokenReissued { token } } }"
        newer = (await here.ask(renew, made["hostToken"], g=game)).json()["data"]["reissueToken"]["token"]
        here.reset()
        await here.ask(PLAY, newer, g=game, m=in_notation("no move"))
        here.store.empty()
        await here.ask(PLAY, newer, g=game, m=in_notation("no move"))
        here.store.fill()
        hers = {take.bucket for take in here.store.taken if take.capacity not in (ADDRESS_BURST, OF_ADDRESS.capacity)}
        assert len(hers) == 2
        here.reset()
        for other, why in ((reader, "TOKEN_REJECTED"), (ada, "TOKEN_REJECTED")):
            assert (await here.ask(PLAY, other, g=game, m=in_notation("pass"))).json()["data"]["play"]["code"] == why
        reader = (await here.ask(narrow, newer, g=game)).json()["data"]["narrowToken"]["token"]
        here.reset()
        assert (await here.ask(PLAY, reader, g=game, m=in_notation("pass"))).json()["data"]["play"][
            "code"
        ] == "TOKEN_READ_ONLY"
        assert not hers & {take.bucket for take in here.store.taken}
        assert OF_SEAT.capacity not in {take.capacity for take in here.store.taken}

    async def test_what_costs_more_than_a_move_and_the_table_does_not_pass_by_the_reserve(
        self, here: House, table: Any
    ) -> None:
        """Neither with the move nor by sending one again that was made."""
        game, (ada, _) = table
        dear = (
            "mutation($g: ID!, $m: [MoveInput!]!, $k: String!) { play(gameId: $g, moves: $m, idempotencyKey: $k) "
            "{ ... on GameChanged { game { suggestion(bot: RANDOM) { notation } } } } }"
        )
        key = {"k": "a-key-that-is-long-enough"}
        assert code(await here.ask(dear, ada, g=game, m=in_notation("pass"), **key)) == "RATE_LIMITED"
        here.store.fill()
        assert (await here.ask(dear, ada, g=game, m=in_notation("pass"), **key)).json()["data"]["play"]["game"]
        here.store.empty()
        assert code(await here.ask(dear, ada, g=game, m=in_notation("pass"), **key)) == "RATE_LIMITED"

    @pytest.mark.parametrize("kind", [game.about.name for game in GAMES.values()])
    async def test_a_move_with_the_whole_table_passes_by_the_reserve(self, here: House, kind: str) -> None:
        name = f"{kind}Game"
        body = f"... on GameChanged {{ game {{ ...All_{name} }} entries {{ version notation }} }}"
        query = operation("mutation", "play", ("gameId", "moves"), body) + everything(name)
        first, second = [await here.ask(query, gameId=NOBODY, moves=in_notation("pass")) for _ in range(2)]
        assert second.json().get("data"), second.text
        assert LOOKED < cost(second) <= RESERVED
        assert 0 < cost(first) - cost(second) <= RESERVED

    async def test_a_spectator_a_host_and_a_seat_of_another_game_have_none(self, here: House, table: Any) -> None:
        game, _ = table
        here.store.fill()
        _, (stranger, _) = await here.table()
        await here.ask(LOOK, stranger, g=game)
        here.store.empty()
        for token in (None, "forged", stranger):
            assert code(await here.ask(PLAY, token, g=game, m=in_notation("pass"))) == "RATE_LIMITED"


async def test_while_the_store_is_away_nothing_is_refused_for_the_rate(here: House) -> None:
    game, _ = await here.table()
    here.store.away = True
    assert (await here.ask("{ catalogue { games { kind } } }")).status_code == 200
    gone = await here.ask(LOOK, g=game)
    assert (gone.status_code, gone.json()["errors"][0]["extensions"]["code"]) == (503, "UNAVAILABLE")
    assert "ratelimit" not in gone.headers


async def test_without_rates_nothing_is_taken_or_told() -> None:
    async with house(rate_token=0, rate_address=0) as free:
        game, (ada, _) = await free.table()
        answer = await free.ask(LOOK, ada, g=game)
        assert answer.json() == {"data": {"game": {"version": 2}}}
        assert "ratelimit" not in answer.headers
        assert free.store.taken == []


async def test_only_a_tokens_rate_does_not_limit_who_has_none() -> None:
    async with house(rate_address=0, rate_token=FLOW, rate_token_burst=BURST) as free:
        game, (ada, _) = await free.table()
        assert list(left(await free.ask(LOOK, ada, g=game))) == ["token"]
        assert "ratelimit" not in (await free.ask(LOOK, g=game)).headers


def test_over_a_websocket_each_operation_is_paid_for_and_an_event_is_not() -> None:
    store = MemoryStore()
    given: dict[str, Any] = {"rate_token": 0, "rate_address": 1, "rate_address_burst": 700}
    with Server(store=store, **given) as server, RawSocket(server.url).init() as wire:
        wire.subscribe("new", CREATE)
        made = wire.receive()
        assert made["payload"]["extensions"]["cost"] >= NEW_GAME
        created = made["payload"]["data"]["createGame"]
        assert wire.receive() == {"id": "new", "type": "complete"}
        query = "subscription($g: ID!) { events(gameId: $g) { ... on LogEntry { version } } }"
        wire.subscribe("follow", query, {"g": created["game"]["gameId"]})
        assert [wire.next("follow")["events"]["version"] for _ in range(2)] == [1, 2]
        answers = []
        while not answers or answers[-1]["type"] != "error":
            wire.send(subscribe("look", LOOK, {"g": created["game"]["gameId"]}))
            answers.append(wire.receive())
            if answers[-1]["type"] == "next":
                assert wire.receive()["type"] == "complete"
        (error,) = answers[-1]["payload"]
        assert (answers[-1]["id"], error["extensions"]["code"]) == ("look", "RATE_LIMITED")
        assert error["extensions"]["retryAfter"] >= 1
        ada = created["seats"][0]["token"]
        with RawSocket(server.url, token=ada).init() as player:  # by the reserve
            player.subscribe("play", PLAY, {"g": created["game"]["gameId"], "m": in_notation("pass")})
            assert player.next("play")["play"]["__typename"] == "GameChanged"
        assert wire.next("follow")["events"]["version"] == 3
        assert json.dumps(answers).count("RATE_LIMITED") == 1
