"""ETags and what requests make of them, idempotency keys, and the methods of HTTP."""

from __future__ import annotations

import uuid
from typing import Any

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.conftest import http
from tests.api.server import BOTH, Server
from tests.rest.client import PASS, Json, Rest, Table, create, problem, table_of

CASK = "CASK_RACE"


@pytest.fixture
def table(anyone: Rest) -> Table:
    return create(anyone, CASK, seed="conditions")


def tag_of(viewer: Rest, path: str, **query: Any) -> str:
    tag = viewer.ask("GET", path, params=query).headers["etag"]
    assert tag[0] == tag[-1] == '"'
    return tag


def if_none_match(viewer: Rest, path: str, given: str, **query: Any) -> httpx.Response:
    answer = viewer.ask("GET", path, {"if-none-match": given}, params=query)
    assert (answer.headers["vary"], answer.headers["cache-control"]) == (
        "authorization, accept, accept-language, accept-encoding",
        "private, no-cache",
    )
    return answer


def test_what_one_has_is_not_sent_again_until_it_changes(table: Table) -> None:
    for path in (table.path, f"{table.path}/history", f"{table.path}/moves/legal"):
        tag = tag_of(table.seat(1), path)
        for given in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            answer = if_none_match(table.seat(1), path, given)
            told = tag.replace("-gzip", "") if given == "*" else tag
            assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", told)
        for given in ('"other"', "", tag.strip('"'), f'"{tag[1:-2]}"'):
            assert if_none_match(table.seat(1), path, given).status_code == 200
    tag = tag_of(table.seat(1), table.path)
    table.play("pass")
    assert if_none_match(table.seat(1), table.path, tag).status_code == 200


def test_each_viewer_and_each_version_has_a_tag_of_its_own(anyone: Rest, table: Table) -> None:
    table.play("pass")
    tags = {tag_of(viewer, table.path) for viewer in table.everybody}
    assert len(tags) == 4
    assert {tag_of(viewer, table.path) for viewer in table.everybody} == tags
    assert len({tag_of(table.seat(1), table.path, at=at) for at in (1, 2, 3)} | tags) == 7  # `id` is another
    before = tag_of(table.seat(1), table.path, at=2)
    table.play("pass")
    assert tag_of(table.seat(1), table.path, at=2) != before  # `latest` is another
    assert not tags & {tag_of(viewer, create(anyone, CASK, seed="conditions").path) for viewer in (anyone,)}


def test_a_tag_does_not_tell_what_is_hidden(anyone: Rest) -> None:
    """It is made before the view is, of what the viewer is told anyway. The two games have one id: they have one key."""
    key, body = {"idempotency-key": str(uuid.uuid4())}, {"kind": CASK, "seats": [{"kind": "MINE"}] * 2}
    tags, hands = [], []
    for seed in ("a", "b"):
        with Server(store=MemoryStore()) as server, http(server) as client:
            rest = Rest(client, anyone.document)
            table = table_of(rest, rest.post("/games", {**body, "seed": seed}, key))
            tags.append([tag_of(viewer, table.path) for viewer in table.everybody])
            hands.append(table.look(table.seat(1))["table"])
    assert hands[0] != hands[1]
    assert tags[0] == tags[1]


def test_a_token_is_looked_at_before_a_tag(anyone: Rest, table: Table) -> None:
    tag = tag_of(table.spectator, table.path)
    for token in ("forged", create(anyone, CASK).seat(1).token):
        answer = anyone.with_token(token).ask("GET", table.path, {"if-none-match": tag})
        problem(answer, 401, "TOKEN_REJECTED")
        assert answer.headers["www-authenticate"] == "Bearer"
    problem(anyone.ask("GET", f"/games/{'a' * 24}", {"if-none-match": "*"}), 404, "GAME_NOT_FOUND")
    problem(anyone.ask("GET", table.path, {"if-none-match": "*"}, params={"at": 9}), 404, "VERSION_NOT_FOUND")


def test_the_catalogue_and_the_document_are_kept_until_they_change(anyone: Rest) -> None:
    for path in ("/catalogue", f"/catalogue/{CASK}"):
        assert if_none_match(anyone, path, tag_of(anyone, path)).status_code == 304
    first = anyone.http.get("/openapi.json")
    again = anyone.http.get("/openapi.json", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    problem(anyone.ask("GET", "/catalogue/chess", {"if-none-match": first.headers["etag"]}), 404, "NOT_FOUND")


@pytest.mark.parametrize("path", ["moves", "resign", "abandon"])
def test_a_change_on_a_condition_is_made_at_that_version_only(anyone: Rest, path: str) -> None:
    table = create(anyone, CASK)
    body = {"moves": [PASS]} if path == "moves" else None
    player = table.host if path == "abandon" else table.decider
    old = tag_of(table.spectator, table.path)
    table.play("pass")
    player = table.host if path == "abandon" else table.decider
    refused = player.refused(f"{table.path}/{path}", body, 412, "VERSION_CONFLICT", {"if-match": old})
    assert refused["version"] == 3
    assert [entry["version"] for entry in refused["entries"]] == [3]
    assert table.look()["version"] == 3
    now = tag_of(player, table.path)
    answer = player.send(f"{table.path}/{path}", body, {"if-match": now})
    assert answer.json()["game"]["version"] > 3
    assert answer.headers["etag"] == tag_of(player, table.path)
    assert answer.headers["cache-control"] == "no-store"


def test_joining_may_be_on_a_condition(anyone: Rest) -> None:
    made = anyone.post("/games", {"kind": CASK, "seats": [{"kind": "OPEN"}, {"kind": "OPEN"}]})
    path = f"/games/{made['game']['gameId']}"
    tag = tag_of(anyone, path)
    anyone.post(f"{path}/seats", {}, {"if-match": tag})
    anyone.refused(f"{path}/seats", {}, 412, "VERSION_CONFLICT", {"if-match": tag})


def test_a_condition_is_read_as_http_has_it(anyone: Rest, table: Table) -> None:
    path, body = f"{table.path}/moves", {"moves": [PASS]}
    other = tag_of(create(anyone, CASK).spectator, create(anyone, CASK).path)
    now = tag_of(table.spectator, table.path)
    for given in ('"other"', 'W/"other"', f'"x", W/{other}', other):
        refused = table.decider.refused(path, body, 412, "PRECONDITION_FAILED", {"if-match": given})
        assert table.path in refused["detail"]
    for given in ("2", now.strip('"'), f"{now} x", '"'):
        refused = table.decider.refused(path, body, 400, "INPUT_REFUSED", {"if-match": given})
        assert refused["argument"] == "If-Match"
    two = f"{tag_of(table.spectator, table.path, at=1)}, {now}"
    assert table.decider.refused(path, body, 400, "INPUT_REFUSED", {"if-match": two})["argument"] == "If-Match"
    assert table.look()["version"] == 2
    for given in ("*", "", '"other", NOW', 'W/"x" ,, NOW,'):
        now = tag_of(table.spectator, table.path)
        table.decider.post(path, body, {"if-match": given.replace("NOW", now)})
    gone = f"/games/{'a' * 24}/moves"
    anyone.refused(gone, body, 404, "GAME_NOT_FOUND", {"if-match": "*"})


def test_a_request_sent_again_with_its_key_gets_the_first_answer(anyone: Rest, table: Table) -> None:
    key = {"idempotency-key": str(uuid.uuid4())}
    condition = {"if-match": tag_of(table.decider, table.path)}
    player, path = table.decider, f"{table.path}/moves"
    first = player.send(path, {"moves": [PASS]}, key | condition)
    table.play("pass")
    again = player.send(path, {"moves": [PASS]}, key | condition)
    assert (again.status_code, again.json()["entries"]) == (200, first.json()["entries"])
    assert again.json()["game"]["version"] == 3
    quoted = {"idempotency-key": f'"{key["idempotency-key"]}"'}
    assert player.send(path, {"moves": [PASS]}, quoted | condition).content == again.content
    player.refused(path, {"moves": [{"notation": "look"}]}, 422, "KEY_REUSED", key | condition)
    player.refused(path, {"moves": [PASS]}, 422, "KEY_REUSED", key)
    assert table.look()["version"] == 4


def test_a_game_is_created_and_a_seat_taken_once_for_each_key(anyone: Rest) -> None:
    key = {"idempotency-key": str(uuid.uuid4())}
    body: Json = {"kind": CASK, "seats": [{"kind": "MINE"}, {"kind": "OPEN"}]}
    made = [anyone.send("/games", body, key) for _ in range(2)]
    assert made[0].content == made[1].content
    assert made[0].headers["location"] == made[1].headers["location"]
    anyone.refused("/games", body | {"seed": "x"}, 422, "KEY_REUSED", key)
    path = f"/games/{made[0].json()['game']['gameId']}/seats"
    key = {"idempotency-key": str(uuid.uuid4())}
    joined = [anyone.send(path, {"name": "Ben"}, key) for _ in range(2)]
    assert joined[0].json()["seat"] == joined[1].json()["seat"]
    anyone.refused(path, {"name": "Cleo"}, 422, "KEY_REUSED", key)


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with space" * 3, '"', f'"{"x" * 30}', f'{"x" * 30}"'])
def test_a_bad_key_is_refused_by_the_name_of_its_header(anyone: Rest, table: Table, key: str) -> None:
    given = {"idempotency-key": key}
    for player, path, body in (
        (anyone, "/games", {"kind": CASK, "seats": [{"kind": "MINE"}] * 2}),
        (table.decider, f"{table.path}/moves", {"moves": [PASS]}),
        (table.decider, f"{table.path}/resign", None),
    ):
        refused = player.refused(path, body, 400, "INPUT_REFUSED", given)
        assert refused["argument"] == "Idempotency-Key"
    assert table.look()["version"] == 2


def test_what_can_be_read_can_be_asked_for_its_headers_only(anyone: Rest, table: Table) -> None:
    for path in (
        table.path,
        f"{table.path}/history",
        f"{table.path}/events",
        f"{table.path}/moves/legal",
        "/catalogue",
    ):
        read = anyone.ask("GET", path)
        head = anyone.ask("HEAD", path)
        assert (head.status_code, head.content) == (200, b"")
        for name in ("content-type", "content-length", "etag", "cache-control", "vary"):
            assert head.headers.get(name) == read.headers.get(name)
    url, accept = f"/v1{table.path}/events", {"accept": "text/event-stream"}
    head = anyone.http.head(url, headers=accept)
    with anyone.http.stream("GET", url, headers=accept) as read:
        for name in ("content-type", "cache-control", "vary", "x-accel-buffering"):
            assert head.headers[name] == read.headers[name]
    missing = anyone.ask("HEAD", f"/games/{'a' * 24}")
    assert (missing.status_code, missing.content) == (404, b"")


def test_each_path_says_which_methods_it_answers(anyone: Rest, table: Table) -> None:
    for path, item in {**anyone.document.document["paths"], "/openapi.json": {"get": {}}}.items():
        methods = [method.upper() for method in item]
        allow = [*methods, *(["HEAD"] if "GET" in methods else []), "OPTIONS"]
        real = path.replace("{id}", table.id).replace("{kind}", CASK).replace("{seat}", "1")
        options = anyone.http.options(real)
        assert (options.status_code, options.content) == (204, b"")
        assert options.headers["allow"].split(", ") == allow
        for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - {*allow}:
            answer = anyone.http.request(method, real)
            assert answer.headers["allow"].split(", ") == allow
            assert answer.status_code == 405
            if method != "HEAD" and path != "/openapi.json":
                problem(answer, 405, "METHOD_NOT_ALLOWED")


def test_a_new_catalogue_has_a_new_tag(anyone: Rest) -> None:
    """The answers of two releases differ, even at the same version of a game."""
    store, tags, path = MemoryStore(), [], ""
    for games in (BOTH, {"cask-race": BOTH["cask-race"]}):
        with Server(store=store, games=games) as server, http(server) as client:
            rest = Rest(client, anyone.document)
            path = path or create(rest, CASK).path
            tags.append(tag_of(rest, path))
    assert tags[0] != tags[1]
