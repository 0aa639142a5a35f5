"""Operations on a WebSocket: their ids, what each is told, and how many may go on."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from tests.api.client import CASK, Client, create, in_notation
from tests.api.selections import everything
from tests.api.server import Server, until
from tests.http.raw_socket import Json, RawSocket, subscribe
from tests.http.websocket.shared import DECISIONS, EVENTS, PLAY, STORE, UPDATED, WHO, event, versions


def test_queries_and_mutations_have_one_answer(server: Server, anyone: Client) -> None:
    table = create(anyone)
    move = table.moves()[0]["notation"]
    with RawSocket(server.url, token=table.decider.token).init() as wire:
        wire.subscribe("q", "query A { __typename } query B { b: __typename }")
        assert wire.receive()["type"] == "error"
        wire.send(
            {
                "id": "q",
                "type": "subscribe",
                "payload": {
                    "query": "query A { __typename } query B { b: __typename }",
                    "operationName": "B",
                    "extensions": {},
                },
            }
        )
        assert wire.next("q") == {"b": "Query"}
        assert wire.receive() == {"id": "q", "type": "complete"}
        wire.subscribe("m", PLAY, {"g": table.id, "m": in_notation(move)})
        assert wire.next("m") == {"play": {"__typename": "GameChanged"}}
        assert wire.receive() == {"id": "m", "type": "complete"}
        wire.quiet()
    assert table.version == 3


def test_a_document_that_is_wrong_is_an_error_and_the_connection_goes_on(wire: RawSocket, anyone: Client) -> None:
    table = create(anyone)
    for query, variables in (
        ("{", {}),
        ("{ nothing }", {}),
        (EVENTS, {}),
        (EVENTS, {"g": table.id, "a": "x"}),
        ("", {}),
    ):
        wire.subscribe("a", query, variables)
        message = wire.receive()
        assert (message["id"], message["type"]) == ("a", "error")
        assert all(error["message"] for error in message["payload"])
        wire.quiet()
    wire.subscribe("a", EVENTS, {"g": table.id})
    assert versions(wire, "a", 2) == [1, 2]


@pytest.mark.parametrize("id_", ["a", "Ä" * 200])
def test_an_operation_has_its_id_for_itself(wire: RawSocket, server: Server, anyone: Client, id_: str) -> None:
    table = create(anyone)
    wire.subscribe(id_, EVENTS, {"g": table.id, "a": 2})
    wire.subscribe(id_, "{ __typename }")
    closed = wire.closed()
    assert closed.code == 4409
    assert f"Subscriber for {id_} already exists".startswith(closed.reason)
    server.check_free()


@pytest.mark.parametrize("id_", ["", "Ä🏃", 'a"b\\\n', "x" * 1000])
def test_an_id_is_any_text(wire: RawSocket, id_: str) -> None:
    wire.subscribe(id_, "{ __typename }")
    assert wire.next(id_) == {"__typename": "Query"}
    assert wire.receive() == {"id": id_, "type": "complete"}


def test_an_id_is_free_again_when_either_side_has_completed(wire: RawSocket, anyone: Client) -> None:
    table = create(anyone)
    for _ in range(3):
        wire.subscribe("a", EVENTS, {"g": table.id})
        assert versions(wire, "a", 2) == [1, 2]
        wire.send({"id": "a", "type": "complete"})
        wire.subscribe("a", "{ __typename }")
        assert wire.next("a") == {"__typename": "Query"}
        assert wire.receive() == {"id": "a", "type": "complete"}


def test_an_id_is_free_again_though_it_was_completed_at_once(wire: RawSocket, anyone: Client) -> None:
    table = create(anyone)
    for _ in range(4):  # more than may go on at once
        wire.send(subscribe("a", EVENTS, {"g": table.id}), {"id": "a", "type": "complete"})
        wire.quiet()
    wire.subscribe("a", EVENTS, {"g": table.id})
    assert versions(wire, "a", 2) == [1, 2]


def test_nothing_comes_of_an_operation_after_it_was_completed(wire: RawSocket, server: Server, anyone: Client) -> None:
    table = create(anyone)
    wire.subscribe("a", EVENTS, {"g": table.id})
    assert versions(wire, "a", 2) == [1, 2]
    wire.subscribe("b", EVENTS, {"g": table.id, "a": 2})
    until(lambda: server.followed == {table.id: 2}, "two follow")
    table.play("draft row-1")
    assert sorted(wire.receive()["id"] for _ in range(2)) == ["a", "b"]
    wire.send({"id": "a", "type": "complete"}, {"id": "unknown", "type": "complete"})
    wire.quiet()
    assert server.followed == {table.id: 1}
    table.play("end-turn")
    assert versions(wire, "b", 1) == [4]
    wire.quiet()
    wire.send({"id": "b", "type": "complete"})
    until(lambda: not server.followed, "nobody follows")


def test_a_stream_is_complete_when_the_game_has_ended(server: Server, anyone: Client) -> None:
    table = create(anyone, 2, CASK, {"turnCap": 3}, seed="short")
    with RawSocket(server.url, token=table.seat(1).token).init() as wire:
        wire.send(
            subscribe("e", EVENTS, {"g": table.id}), subscribe("d", DECISIONS), subscribe("u", UPDATED, {"g": table.id})
        )
        until(lambda: server.followed == {table.id: 3}, "three follow")
        end = table.finish()
        got: dict[str, list[Json]] = {"e": [], "d": [], "u": []}
        completed: set[str] = set()
        while len(completed) < 3:
            message = wire.receive()
            assert message["id"] not in completed
            if message["type"] == "complete":
                completed.add(message["id"])
            else:
                got[message["id"]] += message["payload"]["data"].values()
    assert [entry["version"] for entry in got["e"]] == list(range(1, end["version"] + 1))
    assert got["u"][-1]["version"] == got["d"][-1]["version"] == end["version"]
    assert got["d"][-1]["decision"] is None
    assert {pending["decision"] and pending["decision"]["seat"] for pending in got["d"]} == {1, None}
    server.check_free()


@pytest.mark.parametrize("who", ["spectator", "host"])
def test_who_has_no_seat_has_no_decisions(server: Server, anyone: Client, who: str) -> None:
    with RawSocket(server.url, token=create(anyone).everybody[who].token).init() as wire:
        wire.subscribe("a", DECISIONS)
        assert wire.next("a") == {"decisions": {"__typename": "NotSeated", "code": "NOT_SEATED"}}
        assert wire.receive() == {"id": "a", "type": "complete"}
        wire.quiet()


def test_what_each_is_told_is_what_the_query_tells_them(server: Server, anyone: Client) -> None:
    table = create(anyone, 2, CASK, seed="secret")
    query = "subscription($g: ID!) { events(gameId: $g) { ...All_LogEntryResult } }" + everything("LogEntryResult")
    everybody = {name: viewer.token for name, viewer in table.everybody.items()}
    with ExitStack() as stack:
        wires = {name: stack.enter_context(RawSocket(server.url, token=t).init()) for name, t in everybody.items()}
        for wire in wires.values():
            wire.subscribe("a", query, {"g": table.id})
        until(lambda: server.followed == {table.id: len(wires)}, "all follow")
        table.play("look")
        for _ in range(3):
            table.play(table.moves()[-1]["notation"])
        told = {name: [event(wire, "a") for _ in range(6)] for name, wire in wires.items()}
    asked = {name: viewer.events(gameId=table.id)["entries"] for name, viewer in table.everybody.items()}
    assert told == asked
    assert told["seat 1"] != told["spectator"] == told["host"]


def test_only_so_many_operations_go_on_at_once(wire: RawSocket, server: Server, anyone: Client) -> None:
    table = create(anyone)
    for id_ in "abc":
        wire.subscribe(id_, EVENTS, {"g": table.id, "a": 2})
    for _ in range(2):
        wire.subscribe("d", EVENTS, {"g": table.id})
        message = wire.receive()
        assert (message["id"], message["type"]) == ("d", "error")
        (error,) = message["payload"]
        assert error["extensions"] == {"code": "TOO_MANY_OPERATIONS", "limit": 3}
        assert "3" in error["message"]
    until(lambda: server.followed == {table.id: 3}, "three follow")
    table.play("draft row-1")
    got = [wire.receive() for _ in range(3)]
    assert sorted(message["id"] for message in got) == ["a", "b", "c"]
    assert {message["payload"]["data"]["events"]["version"] for message in got} == {3}
    wire.send({"id": "b", "type": "complete"})
    wire.subscribe("d", EVENTS, {"g": table.id})
    assert versions(wire, "d", 3) == [1, 2, 3]


def test_while_the_store_is_away_that_is_the_answer_and_the_connection_goes_on(wire: RawSocket, anyone: Client) -> None:
    table = create(anyone)
    STORE.away = True
    try:
        for query in (WHO, EVENTS, UPDATED):
            wire.subscribe("a", query, {"g": table.id})
            message = wire.receive()
            assert (message["id"], message["type"]) == ("a", "next")
            (error,) = message["payload"]["errors"]
            assert error["extensions"] == {"code": "UNAVAILABLE"}
            assert wire.receive() == {"id": "a", "type": "complete"}
    finally:
        STORE.away = False
    wire.subscribe("a", EVENTS, {"g": table.id})
    assert versions(wire, "a", 2) == [1, 2]
