"""The log of a game as server-sent events and as a long poll: what is told, to whom, and until when."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from taphouse.schema.values.versions import mark_of
from tests.api.client import CASK, DANK, Client, Table, create
from tests.api.server import Server, until
from tests.http.rest_events.shared import JSON, STREAM, headers_of, page, path_of, poll, problem, stream
from tests.rest.same import check_same

GAMES = [CASK, DANK, "pintCraft", "brewCrafters"]


def test_versions_are_events_whose_ids_they_are(server: Server, anyone: Client, table: Table) -> None:
    with stream(anyone, table.id) as told:
        headers = told.response.headers
        assert headers["content-type"] == "text/event-stream; charset=utf-8"
        assert (headers["cache-control"], headers["vary"], headers["x-accel-buffering"]) == (
            "no-store",
            "accept, accept-language",
            "no",
        )
        assert told.ids(2) == [1, 2]
        for version in range(3, 6):
            table.play("pass")
            assert told.ids(1) == [version]
        until(lambda: server.followed == {table.id: 1}, "one follows")
    server.check_free()


@pytest.mark.parametrize("game", GAMES)
def test_events_pages_and_graphql_tell_the_same(anyone: Client, game: str) -> None:
    table = create(anyone, 2, game, seed="the same")
    with stream(table.seat(1), table.id) as told:
        for _ in range(6):
            table.play(table.moves()[-1]["notation"])
        heard = [told.next() for _ in range(8)]
    response = poll(table.seat(1), table.id)
    assert f'"entries":[{",".join(event.data for event in heard)}]' in response.text
    for viewer in table.everybody.values():
        plain = page(viewer, table.id)["entries"]
        graphql = viewer.events(gameId=table.id)["entries"]
        assert len(plain) == len(graphql) == 8
        for one, other in zip(plain, graphql, strict=True):
            check_same(one, other)


def test_what_a_seat_is_told_is_told_to_nobody_else(anyone: Client) -> None:
    table = create(anyone, 2, CASK, seed="secret")
    with (
        stream(table.seat(1), table.id, after=2) as mine,
        stream(table.seat(2), table.id, after=2) as others,
        stream(table.spectator, table.id, after=2) as seen,
        stream(table.host, table.id, after=2) as host,
    ):
        table.play("look")
        table.play(table.moves()[-1]["notation"])
        looked, kept = (mine.next().data for _ in range(2))
        for stranger in (others, seen, host):
            theirs_looked, theirs_kept = (json.loads(stranger.next().data) for _ in range(2))
            assert theirs_looked["events"] == []
            assert theirs_kept["events"][0]["grains"] is None
    (event,) = json.loads(looked)["events"]
    graphql = table.seat(1).events(gameId=table.id, after=2)["entries"]
    assert len(event["grains"]) == len(graphql[0]["events"][0]["grains"]) > 0
    assert json.loads(kept)["events"][0]["grains"] is not None
    assert page(table.spectator, table.id, after=2)["entries"][0]["events"] == []


def test_one_goes_on_after_a_break_without_a_gap_and_nothing_comes_twice(anyone: Client) -> None:
    table = create(anyone, 2, CASK)
    heard: list[int] = []
    last: int | None = None
    for _ in range(4):
        with stream(anyone, table.id, last) as told:
            heard += told.ids(1 if heard else 2)
            table.play("pass")
            heard += told.ids(1)
        table.play("pass")  # while nobody is there
        last = heard[-1]
    with stream(anyone, table.id, last) as told:
        heard += told.ids(1)
    assert heard == list(range(1, table.version + 1))


def test_the_last_event_id_goes_before_after(anyone: Client, table: Table) -> None:
    table.play("pass")
    for last, after, first in (
        (2, 0, 3),
        (0, 2, 1),
        (1, 99, 2),
        ("", 2, 3),
    ):
        with stream(anyone, table.id, last, after=after) as told:
            assert told.ids(1) == [first]
    for last in (4, 99):
        response = anyone.http.get(path_of(table.id), headers=headers_of(anyone, STREAM, last))
        assert problem(response, 404, "VERSION_NOT_FOUND")["version"] == 3
    for wrong in ("x", "-1", "9" * 30):
        response = anyone.http.get(path_of(table.id), headers=headers_of(anyone, STREAM, wrong))
        assert problem(response, 400, "INPUT_REFUSED")["argument"] == "Last-Event-ID"


@pytest.mark.parametrize("how", ["over", "abandoned"])
def test_a_finished_game_ends_the_stream_and_then_there_is_no_content(server: Server, anyone: Client, how: str) -> None:
    table = create(anyone, 2, CASK, {"turnCap": 2})
    with stream(anyone, table.id) as told:
        ended = table.finish() if how == "over" else table.host.done("abandon", gameId=table.id)["game"]
        end = ended["version"]
        assert [event.id for event in told.rest()] == [str(version) for version in range(1, end + 1)]
    with stream(anyone, table.id, end - 1) as told:
        assert [event.id for event in told.rest()] == [str(end)]
    response = anyone.http.get(path_of(table.id), headers=headers_of(anyone, STREAM, end))
    assert (response.status_code, response.content) == (204, b"")
    with stream(anyone, table.id, after=end) as told:  # with `after` the client is not a browser that reconnects
        assert told.rest() == []
    ended = {"version": end, "epoch": None, "latest": end, "entries": [], "ended": True}
    assert page(anyone, table.id, after=end, wait=25) == ended
    server.check_free()


def test_a_replaced_token_ends_the_stream_with_a_problem(server: Server, anyone: Client, table: Table) -> None:
    old = table.host
    with stream(old, table.id) as told, stream(anyone, table.id, after=2) as seen:
        assert told.ids(2) == [1, 2]
        old.done("reissueToken", gameId=table.id)
        (event,) = told.rest()
        assert (event.name, event.id) == ("problem", None)
        body = json.loads(event.data)
        assert (body["type"], body["code"]) == ("urn:taphouse:problem:TOKEN_REJECTED", "TOKEN_REJECTED")
        assert (body["status"], body["title"], body["rules"]) == (401, "Unauthorized", [])
        assert seen.ids(1) == [3]
    for accept in (STREAM, JSON):
        response = old.http.get(path_of(table.id), headers=headers_of(old, accept))
        problem(response, 401, "TOKEN_REJECTED")
        assert response.headers["www-authenticate"] == "Bearer"
    server.check_free()


def test_who_loses_a_seat_follows_on_as_a_spectator(anyone: Client, table: Table) -> None:
    former = table.seat(2)
    with stream(former, table.id, after=2) as told:
        table.host.done("reissueToken", gameId=table.id, seat=2)
        assert told.ids(1) == [3]
        table.host.done("abandon", gameId=table.id)
        assert [mark_of(event.id or "")[0] for event in told.rest()] == [4]
    assert page(former, table.id, after=2) == page(anyone, table.id, after=2)


def test_a_long_poll_that_waits_while_the_token_is_replaced_is_refused(server: Server, table: Table) -> None:
    old = table.host
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(poll, old, table.id, after=2, wait=25)
        until(lambda: server.followed == {table.id: 1}, "one waits")
        old.done("reissueToken", gameId=table.id)
        problem(waiting.result(), 401, "TOKEN_REJECTED")
    server.check_free()


def test_a_long_poll_waits_for_the_next_version(server: Server, anyone: Client, table: Table) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(page, anyone, table.id, after=2, wait=25)
        until(lambda: server.followed == {table.id: 1}, "one waits")
        table.play("pass")
        told = waiting.result()
    assert (told["version"], told["latest"], told["ended"]) == (3, 3, False)
    assert [entry["version"] for entry in told["entries"]] == [3]
    nothing = {"version": 3, "epoch": None, "latest": 3, "entries": [], "ended": False}
    assert page(anyone, table.id, after=3, wait=1) == nothing
    assert page(anyone, table.id, after=3, wait=25) == nothing  # after the operator's longest
    server.check_free()


def test_a_page_is_as_long_as_one_likes(anyone: Client, table: Table) -> None:
    for _ in range(3):
        table.play("pass")
    for after, first, versions in ((0, 2, [1, 2]), (2, 2, [3, 4]), (4, 500, [5]), (5, 1, [])):
        told = page(anyone, table.id, after=after, first=first)
        assert [entry["version"] for entry in told["entries"]] == versions
        assert (told["version"], told["latest"]) == (versions[-1] if versions else after, 5)
    assert [entry["version"] for entry in page(anyone, table.id)["entries"]] == [1, 2, 3, 4, 5]
