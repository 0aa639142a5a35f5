"""A game as JSON and its patches, as server-sent events: a client that applies them has the game as it is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import jsonpatch
import pytest

from tests.api.client import CASK, DANK, Client, Table, create
from tests.http.rest_events.shared import STREAM, Event, Streamed, headers_of, problem


class Mirror:
    """The game that a client has, which it follows."""

    def __init__(self, told: Streamed) -> None:
        self._told, self.game = told, None
        self.sent: list[str] = []
        """The members of the events that brought something."""

    def take(self) -> Any:
        """The game after the next event."""
        return self.apply(self._told.next())

    def rest(self) -> Any:
        """The game after all events."""
        for event in self._told.rest():
            self.apply(event)
        return self.game

    def apply(self, event: Event) -> Any:
        assert event.name is None
        data = json.loads(event.data)
        assert list(data) == ["version", "epoch", "game", "patch"]
        (brought,) = [name for name in ("game", "patch") if data[name] is not None]
        self.sent.append(brought)
        self.game = data["game"] if brought == "game" else jsonpatch.apply_patch(self.game, data["patch"])
        assert event.id == str(data["version"])
        return self.game


@contextmanager
def mirror(client: Client, game: str, last: str | None = None, **params: Any) -> Iterator[Mirror]:
    path, headers = f"/v1/games/{game}/patches", headers_of(client, STREAM, last)
    with client.http.stream("GET", path, params=params, headers=headers) as response:
        assert response.status_code == 200, response.read()
        yield Mirror(Streamed(response))


def look(client: Client, game: str) -> Any:
    return client.http.get(f"/v1/games/{game}", headers=headers_of(client, "application/json")).json()


@pytest.mark.parametrize("game", [CASK, DANK, "pintCraft", "brewCrafters"])
def test_patches_keep_the_game_as_each_viewer_sees_it(anyone: Client, game: str) -> None:
    table = create(anyone, 2, game, seed="patched")
    viewers = [*table.everybody.values()]
    with ExitStack() as opened:
        mirrors = [opened.enter_context(mirror(viewer, table.id)) for viewer in viewers]
        for number in range(8):
            if number:
                table.play(table.moves()[-number % 3]["notation"])
            for viewer, one in zip(viewers, mirrors, strict=True):
                assert one.take() == look(viewer, table.id)
        table.host.done("abandon", gameId=table.id)
        for viewer, one in zip(viewers, mirrors, strict=True):
            assert one.rest() == look(viewer, table.id)
            assert one.sent == ["game", *["patch"] * 8]


def test_only_the_members_that_a_client_asks_for_are_kept(anyone: Client, table: Table) -> None:
    with (
        mirror(anyone, table.id, fields="version,decision") as one,
        mirror(anyone, table.id, fields="decision") as other,
    ):
        for _ in range(4):
            seen = look(anyone, table.id)
            assert one.take() == {name: seen[name] for name in ("version", "decision")}
            assert other.take() == {"decision": seen["decision"]}
            table.play("pass")


def test_graphql_sends_the_same_patches(anyone: Client, table: Table) -> None:
    document = "subscription ($game: ID!, $fields: [String!]) { gamePatches(gameId: $game, fields: $fields) { ... on GamePatch "
    document += "{ version epoch game patch } ... on Problem { code } } }"
    table.play("pass")
    table.host.done("abandon", gameId=table.id)
    for fields in (None, ["version", "table"]):
        body = {"query": document, "variables": {"game": table.id, "fields": fields}}
        answer = anyone.http.post("/graphql", json=body, headers={"accept": STREAM})
        (line,) = [line for line in answer.text.splitlines() if line.startswith("data: {")]
        sent = json.loads(line[6:])["data"]["gamePatches"]
        with mirror(anyone, table.id, **({} if fields is None else {"fields": ",".join(fields)})) as one:
            assert sent == {"version": 4, "epoch": None, "game": one.rest(), "patch": None}
    wrong = anyone.http.post(
        "/graphql",
        json={"query": document, "variables": {"game": table.id, "fields": ["x"]}},
        headers={"accept": STREAM},
    )
    assert '"INPUT_REFUSED"' in wrong.text


def test_a_player_who_loses_a_seat_gets_the_whole_game_anew(anyone: Client, table: Table) -> None:
    former = table.seat(2)
    with mirror(former, table.id) as one:
        one.take()
        table.play("pass")
        one.take()
        table.host.done("reissueToken", gameId=table.id, seat=2)
        assert one.take() == look(former, table.id)
        assert one.sent == ["game", "patch", "game"]


def test_a_game_that_is_over_is_shown_whole_to_all_by_patches(anyone: Client) -> None:
    table = create(anyone, 2, CASK, {"turnCap": 2})
    with mirror(table.seat(1), table.id) as one:
        ended = table.finish()
        assert one.rest() == look(table.seat(1), table.id)
        assert (one.game["status"], one.game["seed"] is not None) == ("OVER", True)
    path, end = f"/v1/games/{table.id}/patches", str(ended["version"])
    assert anyone.http.get(path, headers=headers_of(anyone, STREAM, end)).status_code == 204
    for last in (None, "2"):
        with mirror(anyone, table.id, last) as one:
            assert one.rest() == look(anyone, table.id)
            assert one.sent == ["game"]


def test_a_stream_that_cannot_begin_is_refused(anyone: Client, table: Table) -> None:
    path = f"/v1/games/{table.id}/patches"
    wrong = anyone.http.get(path, params={"fields": "version,cards"}, headers=headers_of(anyone, STREAM))
    assert problem(wrong, 400, "INPUT_REFUSED")["argument"] == "fields"
    wrong = anyone.http.get(path, headers=headers_of(anyone, STREAM, "no-version"))
    assert problem(wrong, 400, "INPUT_REFUSED")["argument"] == "Last-Event-ID"
    problem(anyone.http.get(path, headers=headers_of(anyone, "application/json")), 406, "NOT_ACCEPTABLE")
    problem(
        anyone.http.get("/v1/games/" + "a" * 24 + "/patches", headers=headers_of(anyone, STREAM)), 404, "GAME_NOT_FOUND"
    )
