"""Each request takes what it costs once, with its load; a client with nothing left is told so."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Iterator
from typing import Any

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

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema import prices
from taphouse.schema.graphql.build import Api
from taphouse.schema.prices import CREATE as NEW_GAME
from taphouse.schema.prices import LOOK as LOOKED
from taphouse.schema.prices import READ, READ_BYTE, READ_CHARACTER, READ_TOKEN
from taphouse.service.access.rate_limits import UNPRICED
from taphouse.service.store.protocol import Commit, Result
from tests.api.client import in_notation, new_key
from tests.api.server import BOTH, Server
from tests.http.raw_socket import RawSocket, subscribe
from tests.limits.build import CREATE, LOOK, PLAY, Counted, House
from tests.limits.rates.shared import ADDRESS_BURST, ADDRESS_FLOW, BURST, FLOW, NOBODY, code, cost, left

SCHEMA = Api.of(*BOTH.values()).core

STREAM = {"accept": "text/event-stream"}
LISTS = " ".join([f"a{i}: game {{ legalMoves(first: 100) {{ edges {{ node {{ label }} }} }} }}" for i in range(6)])
DEAR = PLAY.replace("__typename", f"... on GameChanged {{ {LISTS} }}", 1)
"""A move whose answer costs more than the reserves give."""


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
        if query.startswith("subscription { openGames") and who != "forged":
            continue  # anybody may follow them, and the stream does not end
        headers = STREAM if query.startswith("subscription") else {}
        here.store.fill()
        await here.ask(query, token, headers=headers, **variables)  # and its document is known
        here.store.fill()
        here.reset()
        paid = await here.ask(query, token, headers=headers, **variables)
        assert paid.status_code == 200, (query, paid.text)
        amounts = [take.cost for take in here.store.taken]
        assert len(amounts) == (2 if token == ada else 1), query
        paged = query.startswith("query") and any(one in query for one in ("events", "openGames", "finishedGames"))
        assert min(amounts) >= cost(paid) if paged else set(amounts) == {cost(paid)}, query
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
    assert reading == math.ceil(READ + READ_TOKEN * 37 + READ_CHARACTER * len(query))
    new = cost(await here.ask(query, ada, g=game))
    assert documents.kept(query) is not None
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
    body = len(answer.request.content)
    assert (code(answer), cost(answer)) == ("DOCUMENT_TOO_LONG", int(body * READ_BYTE) + UNPRICED)
    assert here.store.trips == {"take": 2}


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
        assert UNPRICED <= cost(answer) <= UNPRICED + READ + 3
        here.store.empty()
        assert (await client.post("/graphql", content=body, headers=headers)).status_code == 429
        assert (await client.put("/graphql")).status_code == 429


@pytest.mark.parametrize("reads", ["http.rest.arguments.body", "http.graphql_http._parameters"])
async def test_what_breaks_here_is_paid_for_too(here: House, monkeypatch: pytest.MonkeyPatch, reads: str) -> None:
    def broken(*_: object) -> None:
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


async def test_a_long_game_costs_more_to_record(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = await here.table()
    query = "query($g: ID!) { record(id: $g) { __typename } }"
    await here.ask(query, g=game)
    short = cost(await here.ask(query, g=game))
    monkeypatch.setattr(prices, "VERSIONS_RECORDED", 0)
    monkeypatch.setattr(prices, "RECORDED", 100)
    here.store.fill()
    answer = await here.ask(query, g=game)
    assert answer.json()["data"]["record"] == {"__typename": "GameRecord"}
    assert cost(answer) - short == ADDRESS_BURST - left(answer)["address"] - short > 100
    here.store.empty()
    assert code(await here.ask(query, g=game)) == "RATE_LIMITED"


async def test_a_request_that_costs_more_than_a_bucket_holds_takes_all_of_it(here: House) -> None:
    game, _ = await here.table()
    looks = " ".join(f"a{i}: game(id: $g) {{ __typename }}" for i in range(200))
    await here.ask(f"query($g: ID!) {{ {looks} }}", g=game)  # to read it costs more than nothing too
    here.store.fill()
    answer = await here.ask(f"query($g: ID!) {{ {looks} }}", g=game)
    assert (answer.status_code, left(answer)) == (200, {"address": 0})


async def test_the_hot_path_is_one_commit_and_one_load_if_others_change_the_game(here: House) -> None:
    game, (ada, ben) = await here.table()
    for trips, token in (({"commit": 1}, ada), ({"commit": 2, "load": 1}, ben), ({"commit": 1, "load": 1}, ada)):
        if token is ben:
            await here.store.watch([game])
        here.store.fill()
        here.reset()
        answer = await here.ask(PLAY, token, g=game, m=in_notation("pass"))
        assert answer.json()["data"]["play"]["__typename"] == "GameChanged"
        assert here.store.trips == trips
        assert [take.cost for take in here.store.taken] == [cost(answer)] * 2
        assert len({take.bucket for take in here.store.taken}) == 2
        assert left(answer)["address"] == ADDRESS_BURST - cost(answer)


async def test_a_move_on_a_game_that_is_kept_is_made_only_if_it_is_paid_for(here: House) -> None:
    game, seats = await here.table()
    await here.ask(DEAR, g=NOBODY, m=in_notation("pass"))  # it is known from now on
    here.store.fill()
    await here.ask(PLAY, seats[0], g=game, m=in_notation("pass"))
    await here.ask(PLAY, seats[1], g=game, m=in_notation("pass"))
    here.store.empty()
    here.reset()
    for _ in range(2):
        assert code(await here.ask(DEAR, seats[0], g=game, m=in_notation("pass"))) == "RATE_LIMITED"
    assert (await here.store.load(game)).record.version == 4
    assert here.store.trips == {"commit": 1, "load": 1 + 1}  # the second one must pay before it is judged


async def test_a_move_whose_reply_was_lost_is_paid_for_once(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game, (ada, ben) = await here.table()
    price = cost(await here.ask(PLAY, ada, g=game, m=in_notation("pass")))

    async def resent(commit: Commit) -> Result:
        await Counted.commit(here.store, commit)
        return await Counted.commit(here.store, commit)

    monkeypatch.setattr(here.store, "commit", resent)
    answer = await here.ask(PLAY, ben, g=game, m=in_notation("pass"))
    assert answer.json()["data"]["play"]["__typename"] == "GameChanged"
    assert (await here.store.load(game)).record.version == 4
    looked = await here.ask(LOOK, ben, g=game)
    assert left(looked)["token"] == BURST - price - cost(looked)


async def test_a_move_that_is_repeated_with_its_key_is_paid_for_each_time(here: House) -> None:
    game, (ada, _) = await here.table()
    repeated = PLAY.replace("moves: $m", f'moves: $m, idempotencyKey: "{new_key()}"')
    answers = [await here.ask(repeated, ada, g=game, m=in_notation("pass")) for _ in range(3)]
    assert [one.json()["data"]["play"]["__typename"] for one in answers] == ["GameChanged"] * 3
    assert (await here.store.load(game)).record.version == 3
    assert left(answers[2])["token"] == BURST - sum(map(cost, answers))


async def test_tokens_of_an_address_share_what_is_judged_before_it_is_paid_for(here: House) -> None:
    tables = [await here.table() for _ in range(4)]
    await here.ask(DEAR, g=NOBODY, m=in_notation("pass"))  # it is known from now on
    here.store.fill()
    for game, (ada, _) in tables:
        await here.ask(LOOK, ada, g=game)
    here.store.empty()
    here.reset()
    for game, (ada, _) in tables:
        assert code(await here.ask(DEAR, ada, g=game, m=in_notation("pass"))) == "RATE_LIMITED"
    here.store.clock.now += 10
    for game, (ada, _) in tables:
        assert (await here.ask(LOOK, ada, g=game)).status_code == 200  # what is cheap can be paid again
        assert code(await here.ask(DEAR, ada, g=game, m=in_notation("pass"))) == "RATE_LIMITED"
    assert here.store.trips["commit"] == 1


async def test_of_moves_at_once_as_many_are_judged_before_they_are_paid_for_as_can_be(here: House) -> None:
    tables = [await here.table() for _ in range(6)]
    price = cost(await here.ask(PLAY, tables[5][1][0], g=tables[5][0], m=in_notation("pass")))
    look = cost(await here.ask(LOOK, g=tables[5][0]))
    here.store.empty()
    here.store.clock.now += (look + 3 * price) / ADDRESS_FLOW
    assert left(await here.ask(LOOK, g=tables[5][0])) == {"address": 3 * price}
    here.reset()
    moves = [here.ask(PLAY, seats[0], g=game, m=in_notation("pass")) for game, seats in tables[:5]]
    assert {answer.status_code for answer in await asyncio.gather(*moves)} == {200}
    assert here.store.trips == {"commit": 5, "load": 2, "take": 2 * 2}  # two by the reserves


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


async def test_nothing_is_written_down_for_who_has_nothing_left(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unencodable(*_: object) -> object:
        return object()

    monkeypatch.setitem(here.app.state.services.use_cases, "catalogue", unencodable)
    async with here.client() as client:
        await client.get("/v1/account")
        here.store.empty()
        assert (await client.get("/v1/catalogue")).status_code == 429


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
