"""The identity of a client on a WebSocket, by which token, and that no token is logged."""

from __future__ import annotations

import io
from typing import Any

import pytest

from tests.api.client import Client, create
from tests.api.server import Server, until
from tests.http.raw_socket import Closed, Json, RawSocket, subscribe
from tests.http.websocket.shared import EVENTS, INIT, UPDATED, WHO, event, logged


@pytest.mark.parametrize(
    "given", ["Bearer forged", "forged", "", "Basic eDp5", "Bearer " + "x" * 5000, 1, ["Bearer x"], {}]
)
def test_a_token_that_was_not_made_here_ends_the_connection(server: Server, given: Any) -> None:
    with RawSocket(server.url) as wire:
        wire.send({**INIT, "payload": {"authorization": given}})
        closed = wire.closed()
        assert closed.code == 4403
        assert "forged" not in closed.reason


def test_so_does_one_of_the_upgrade_request(server: Server) -> None:
    with RawSocket(server.url, headers={"Authorization": "Bearer forged"}) as wire:
        wire.send(INIT)
        assert wire.closed().code == 4403


@pytest.mark.parametrize("payload", [None, {}, {"authorization": None}, {"x": 1}])
def test_without_a_token_one_is_a_spectator(server: Server, anyone: Client, payload: Json | None) -> None:
    table = create(anyone)
    with RawSocket(server.url).init(payload) as wire:
        wire.subscribe("a", WHO, {"g": table.id})
        assert wire.next("a") == {"game": {"viewer": {"role": "SPECTATOR", "seat": None}}}


def test_the_token_comes_by_the_header_or_the_beginning_which_wins(server: Server, anyone: Client) -> None:
    table = create(anyone)
    one, two = (seat.token for seat in table.seats)
    begun: list[tuple[str | None, Json | None, int]] = [
        (one, None, 1),
        (one, {"authorization": None}, 1),
        (None, {"authorization": f"Bearer {one}"}, 1),
        (None, {"Authorization": f"bearer {two}"}, 2),
        (None, {"AUTHORIZATION": f"BEARER  {two}"}, 2),
        (one, {"authorization": f"Bearer {two}"}, 2),
        ("forged", {"authorization": f"Bearer {two}"}, 2),
    ]
    for header, payload, seat in begun:
        with RawSocket(server.url, token=header).init(payload) as wire:
            wire.send(subscribe("a", WHO, {"g": table.id}), subscribe("b", UPDATED, {"g": table.id}))
            viewer = {"role": "SEAT", "seat": seat}
            got = {
                message["id"]: message for message in (wire.receive() for _ in range(3)) if message["type"] == "next"
            }
            assert got["a"]["payload"]["data"]["game"] == {"viewer": viewer}
            assert got["b"]["payload"]["data"]["gameUpdated"] == {"version": 2, "viewer": viewer}


def test_the_token_of_another_game_is_a_problem(server: Server, anyone: Client) -> None:
    table, other = create(anyone), create(anyone)
    with RawSocket(server.url, token=other.host.token).init() as wire:
        wire.subscribe("a", EVENTS, {"g": table.id})
        assert event(wire, "a") == {"__typename": "TokenRejected", "code": "TOKEN_REJECTED"}
        assert wire.receive() == {"id": "a", "type": "complete"}


def test_a_socket_is_one_line_in_the_log_without_a_token(server: Server, anyone: Client, lines: io.StringIO) -> None:
    table = create(anyone)
    one, two = (str(seat.token) for seat in table.seats)
    given = {"x-request-id": "Trace-0042"}
    with RawSocket(server.url, token=one, headers=given).init({"authorization": f"Bearer {two}"}) as wire:
        wire.subscribe("a", WHO, {"g": table.id})
        wire.next("a")
        assert wire.receive() == {"id": "a", "type": "complete"}
    with RawSocket(server.url, token=one) as wire:
        wire.send({**INIT, "payload": {"authorization": "Bearer CANARY"}})
        with pytest.raises(Closed):
            wire.receive()

    def ours() -> list[Json]:
        """Without the lines of other tests' sockets, which may come late."""
        found = logged(lines, "socket")
        return [line for line in found if line["request_id"] == "Trace-0042" or line.get("outcome") == 4403]

    until(lambda: len(ours()) == 2, "two lines")
    ended, _ = ours()
    assert (ended["path"], ended["request_id"], ended["messages"]) == ("/graphql", "Trace-0042", 3)
    assert ended["characters"] > 100
    assert not logged(lines, "bug")
    for secret in (one, two, "CANARY", table.id, "viewer"):
        assert secret not in lines.getvalue()
