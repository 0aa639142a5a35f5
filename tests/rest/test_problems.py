"""Refusals by REST: RFC 9457 everywhere below /v1."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from taphouse.engine.vocabulary import constant
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.app import create_app
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Commit, Conflict, Loaded, Result
from tests.api.conftest import http
from tests.api.server import BOTH, SIGNING_KEY, Server
from tests.rest.client import JSON, PASS, Rest, Table, create, problem

CASK = "CASK_RACE"
NOBODY = "a" * 24
SEATS = [{"kind": "MINE"}, {"kind": "MINE"}]
BOTS = ["RANDOM", "GREEDY", "SEARCH_QUICK", "SEARCH", "SEARCH_STRONG", "SEARCH_EXPERT"]
NUMBERED = ("/moves/legal", "/history")
"""The lists whose cursors are numbers."""
NO_CURSORS = ("-1", "1.0", "+1", "x", "", "%C2%B2", "%D9%A1", "1" * 16)
"""Cursors that no page gave; two have digits of other scripts."""


@pytest.fixture
def table(anyone: Rest) -> Table:
    return create(anyone, CASK, seed="problems")


@pytest.mark.parametrize(
    "path", ["", "/", "/nothing", "/games/", "/games/x/nothing", "/catalogue/CASK_RACE/rules", "/games//moves"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_where_there_is_nothing_a_problem_says_so(anyone: Rest, method: str, path: str) -> None:
    problem(anyone.http.request(method, f"/v1{path}"), 404, "NOT_FOUND")


def test_elsewhere_problems_are_the_same(anyone: Rest) -> None:
    for path in ("/nothing", "/v1x", "/v2/games", "/graphql/"):
        problem(anyone.http.get(path), 404, "NOT_FOUND")
    problem(anyone.http.post("/openapi.json"), 405, "METHOD_NOT_ALLOWED")


@pytest.mark.parametrize("path", ["", "/moves/legal", "/history", "/suggestion?bot=RANDOM", "/events"])
def test_a_game_that_is_not_there_is_not_found(anyone: Rest, path: str) -> None:
    for game in (NOBODY, "x", "%20", "A" * 24):
        problem(anyone.ask("GET", f"/games/{game}{path}"), 404, "GAME_NOT_FOUND")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/moves", {"moves": [PASS]}),
        ("/moves/preview", {"moves": [PASS]}),
        ("/moves/why-not", {"move": PASS}),
        ("/seats", {}),
        ("/resign", None),
        ("/abandon", None),
    ],
)
def test_nothing_is_done_with_a_game_that_is_not_there(anyone: Rest, path: str, body: Any) -> None:
    anyone.refused(f"/games/{NOBODY}{path}", body, 404, "GAME_NOT_FOUND")


def test_a_version_that_is_not_there_is_not_found(table: Table) -> None:
    for path in ("", "/moves/legal", "/history"):
        refused = problem(table.spectator.ask("GET", table.path + path, params={"at": 3}), 404, "VERSION_NOT_FOUND")
        assert refused["version"] == 2
    path = f"{table.path}/moves/preview?at=3"
    table.decider.refused(path, {"moves": [PASS]}, 404, "VERSION_NOT_FOUND")


def test_who_needs_a_token_is_told_to_send_one_and_who_has_another_that_it_is_not_theirs(table: Table) -> None:
    moves = {"moves": [PASS]}
    for path, body, code, other in (
        ("moves", moves, "NOT_SEATED", table.host),
        ("moves/preview", moves, "NOT_SEATED", table.host),
        ("resign", None, "NOT_SEATED", table.host),
        ("abandon", None, "NOT_HOST", table.seat(1)),
    ):
        answer = table.spectator.send(f"{table.path}/{path}", body)
        problem(answer, 401, code)
        assert answer.headers["www-authenticate"] == "Bearer"
        answer = other.send(f"{table.path}/{path}", body)
        problem(answer, 403, code)
        assert "www-authenticate" not in answer.headers


def test_a_token_of_elsewhere_is_rejected(anyone: Rest, table: Table) -> None:
    other = create(anyone, CASK).seat(1).token
    for given in ("Bearer forged", "Basic eDp5", "", f"Bearer {other}"):
        answer = anyone.send(f"{table.path}/moves", {"moves": [PASS]}, {"authorization": given})
        problem(answer, 401, "TOKEN_REJECTED")
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "forged" not in answer.text


def test_another_seat_waits_for_its_turn(table: Table) -> None:
    decides = table.look()["decision"]["seat"]
    refused = table.seat(3 - decides).refused(f"{table.path}/moves", {"moves": [PASS]}, 409, "NOT_YOUR_TURN")
    assert (refused["seat"], refused["index"]) == (decides, 1)


@pytest.mark.parametrize(
    ("content", "argument"),
    [
        ("[]", "body"),
        ('"pass"', "body"),
        ("{}", "body"),
        ('{"moves": "pass"}', "moves"),
        ('{"moves": [1]}', "moves[0]"),
        ('{"moves": ["pass"]}', "moves[0]"),
        ('{"moves": [{"notation": "pass"}, null]}', "moves[1]"),
        ('{"moves": []}', "moves"),
        ('{"moves": [{"notation": "pass"}], "expectedVersion": 2}', "body"),
        (json.dumps({"moves": [True]}), "moves[0]"),
        (json.dumps({"moves": [PASS] * 65}), "moves"),
        *((f'{{"moves": [{{"caskRace": {"[" * deep + "]" * deep}}}]}}', "body") for deep in (30, 600, 940, 955, 960)),
        (json.dumps({"moves": [{"caskRace": [1] * 5001}]}), "body"),
        ('{"moves": [' + "1e308," * 5000 + "1e308]}", "body"),
        ('{"moves": [{"notation": "pass"}], "x` - at `$.moves[99]": 1}', "moves[99]"),
        ('{"moves": [{"notation": "pass"}], "x` - at `$.moves[abc].draft": 1}', "moves[abc].draft"),
    ],
)
def test_a_body_that_is_not_what_is_asked_for_is_refused_with_its_place(
    table: Table, content: str, argument: str
) -> None:
    answer = table.decider.ask("POST", f"{table.path}/moves", {"content-type": JSON}, content=content)
    assert problem(answer, 400, "INPUT_REFUSED")["argument"] == argument
    assert table.look()["version"] == 2


@pytest.mark.parametrize(
    ("body", "argument", "said"),
    [
        ({"kind": "chess", "seats": SEATS}, "kind", "chess"),
        ({"seats": SEATS}, "body", "kind"),
        ({"kind": CASK}, "body", "seats"),
        ({"kind": CASK, "seats": SEATS, "sead": "x"}, "body", "sead"),
        ({"kind": CASK, "seats": [{"kind": "YOURS"}] * 2}, "seats[0].kind", "YOURS"),
        ({"kind": CASK, "seats": [*SEATS[1:], {"kind": "MINE", "nick": "x"}]}, "seats[1]", "nick"),
        ({"kind": CASK, "seats": SEATS[1:]}, "seats", "2 to 3"),
        ({"kind": CASK, "seats": [{"kind": "BOT"}] * 2}, "seats", "BOT"),
        ({"kind": CASK, "seats": SEATS, "options": {"turnCap": 0}}, "options.turnCap", "1"),
        ({"kind": CASK, "seats": SEATS, "options": {"turn_cap": 9}}, "options", "turn_cap"),
        ({"kind": CASK, "seats": SEATS, "options": None}, "options", "null"),
        ({"kind": CASK, "seats": SEATS, "edition": "x"}, "edition", "nightcap"),
        ({"kind": CASK, "seats": SEATS, "seed": ""}, "seed", "200"),
    ],
)
def test_what_a_game_cannot_be_created_with_is_said(anyone: Rest, body: Any, argument: str, said: str) -> None:
    refused = anyone.refused("/games", body, 400, "INPUT_REFUSED")
    assert refused["argument"] == argument
    assert said in refused["detail"]


@pytest.mark.parametrize(
    ("more", "choices"),
    [
        ({"kind": "chess"}, [constant(kind) for kind in BOTH]),
        ({"seats": [{"kind": "YOURS"}] * 2}, ["MINE", "OPEN", "BOT"]),
        ({"seats": [*SEATS[1:], {"kind": "BOT", "bot": "CLEVER"}]}, BOTS),
        ({"visibility": "SECRET"}, ["OPEN", "UNLISTED"]),
        ({"options": {"gift": "TAKER"}}, ["GIVER", "CHANCE"]),
    ],
)
def test_what_is_not_among_the_choices_is_told_them(anyone: Rest, more: Any, choices: list[str]) -> None:
    body = {"kind": CASK, "seats": SEATS, **more}
    refused = anyone.refused("/games", body, 400, "INPUT_REFUSED")
    assert f"; choose {' or '.join(choices)}. " in refused["detail"]


def test_a_move_with_what_is_not_among_the_choices_is_told_them(anyone: Rest) -> None:
    table = create(anyone, "DANK_AND_DRAFT")
    body = {"moves": [{"dankAndDraft": {"draft": {"line": "ROW_9"}}}]}
    refused = table.decider.refused(f"{table.path}/moves", body, 422, "MOVE_NOT_UNDERSTOOD")
    assert "; choose ROW_1 or ROW_2 or " in refused["detail"]


def test_a_whole_number_may_be_written_with_a_point(anyone: Rest) -> None:
    """For JSON Schema 7.0 is an integer."""
    made = anyone.post("/games", {"kind": CASK, "seats": [{"kind": "OPEN"}] * 2})
    path = f"/games/{made['game']['gameId']}/seats"
    headers = {"content-type": JSON}
    joined = anyone.ask("POST", path, headers, content='{"seat": 2.0}')
    assert joined.json()["seat"]["seat"] == 2
    for number in ("1.5", "1e300", "1e999", "1" * 40, '"1"', "true"):
        answer = anyone.ask("POST", path, headers, content=f'{{"seat": {number}}}')
        assert problem(answer, 400, "INPUT_REFUSED")["argument"] == "seat"


def test_options_that_a_game_refuses_by_rule_have_the_rule(anyone: Rest) -> None:
    options = {"namedRecipes": ["nothing"], "namedWorkers": ["nobody"]}
    refused = anyone.refused(
        "/games", {"kind": "BREW_CRAFTERS", "seats": SEATS, "options": options}, 400, "INPUT_REFUSED"
    )
    assert (refused["argument"], refused["rules"]) == ("options", ["BC-04"])


@pytest.mark.parametrize(
    "content",
    [b"{", b"nothing", b"\xff", b'{"moves": ["\\ud800"]}', b'{"moves": ' + b"[" * 50_000, b'{"moves": []} {}'],
)
def test_what_is_no_json_is_refused(table: Table, content: bytes) -> None:
    answer = table.decider.ask("POST", f"{table.path}/moves", {"content-type": JSON}, content=content)
    problem(answer, 400, "BAD_JSON")


def test_an_error_quotes_no_more_than_a_little_of_what_was_sent(anyone: Rest) -> None:
    for body in ({"kind": "x" * 10_000}, {"x" * 10_000: 1, "kind": CASK, "seats": SEATS}):
        assert len(anyone.send("/games", body).content) < 1000
    assert len(anyone.ask("GET", "/catalogue", params={"x" * 10_000: "y" * 10_000}).content) < 1000


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "", f"{JSON}; charset=latin-1"])
def test_a_body_in_another_media_type_is_not_read(table: Table, media: str) -> None:
    content = json.dumps({"moves": [PASS]})
    answer = table.decider.ask("POST", f"{table.path}/moves", {"content-type": media}, content=content)
    assert JSON in problem(answer, 415, "UNSUPPORTED_MEDIA_TYPE")["detail"]
    utf8 = {"content-type": f"{JSON}; charset=UTF-8"}
    assert table.decider.ask("POST", f"{table.path}/moves", utf8, content=content).status_code == 200


def test_an_answer_in_another_media_type_is_not_made(table: Table) -> None:
    for accept in ("text/html", f"{JSON};q=0", "text/event-stream"):
        problem(table.spectator.ask("GET", table.path, {"accept": accept}), 406, "NOT_ACCEPTABLE")
        answer = table.decider.send(f"{table.path}/moves", {"moves": [PASS]}, {"accept": accept})
        problem(answer, 406, "NOT_ACCEPTABLE")
    assert table.look()["version"] == 2


def test_a_body_that_is_too_large_is_not_read(anyone: Rest, table: Table) -> None:
    for content in (b" " * 300_000, (b" " * 1000 for _ in range(300))):
        answer = anyone.ask("POST", f"{table.path}/moves", {"content-type": JSON}, content=content)
        problem(answer, 413, "BODY_TOO_LARGE")


@pytest.mark.parametrize(
    ("path", "name", "said"),
    [
        ("?att=1", "att", "the parameters are at, fields."),
        ("?id=x", "id", "the parameters are at, fields."),
        ("?at=0", "at", "from 1"),
        ("?at=null", "at", "from 1"),
        ("?at=", "at", "from 1"),
        ("?at=1&at=2", "at", "once"),
        ("/moves/legal?first=501", "first", "1 to 500"),
        *((f"{path}?after={wrong}", "after", "cursor is not valid") for path in NUMBERED for wrong in NO_CURSORS),
        ("/history?first=1.0", "first", "1 to 500"),
        ("/history?first=1e1", "first", "1 to 500"),
        ("/history?wait=1", "wait", "the parameters are first, after, at, fields."),
        ("/suggestion", "bot", "RANDOM or GREEDY"),
        ("/suggestion?bot=CLEVER", "bot", "RANDOM or GREEDY"),
    ],
)
def test_a_parameter_that_is_unknown_repeated_missing_or_wrong_is_refused(
    table: Table, path: str, name: str, said: str
) -> None:
    refused = problem(table.spectator.ask("GET", table.path + path), 400, "INPUT_REFUSED")
    assert refused["argument"] == name
    assert said in refused["detail"]


@pytest.mark.parametrize("path", NUMBERED)
def test_a_wrong_cursor_is_refused_whatever_copy_one_has(table: Table, path: str) -> None:
    answer = table.spectator.ask("GET", f"{table.path}{path}?after=x", {"if-none-match": "*"})
    assert problem(answer, 400, "INPUT_REFUSED")["argument"] == "after"


@pytest.mark.parametrize("path", NUMBERED)
def test_behind_the_end_of_a_list_there_is_nothing(table: Table, path: str) -> None:
    for after in ("99", "150001", "9" * 15):
        page = table.decider.get(table.path + path, after=after)
        assert page.pop("next") is None
        assert [*page.values()] == [[]]


def test_where_there_are_no_parameters_none_is_taken(anyone: Rest) -> None:
    assert "takes no parameters" in problem(anyone.ask("GET", "/now?a=1"), 400, "INPUT_REFUSED")["detail"]
    assert problem(anyone.ask("POST", "/games?key=1"), 400, "INPUT_REFUSED")["argument"] == "key"


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, "INPUT_REFUSED"), (418, "INPUT_REFUSED"), (404, "NOT_FOUND"), (413, "BODY_TOO_LARGE"), (501, "INTERNAL")],
)
async def test_whatever_the_framework_raises_is_a_problem(status: int, code: str) -> None:
    def refuse(_: Request) -> Response:
        raise HTTPException(status, "Too early for a beer")

    app = create_app(Settings(signing_key=SecretStr(SIGNING_KEY)), games=BOTH, store=MemoryStore())
    app.router.routes.append(Route("/v1/refusing", refuse))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        problem(await client.get("/v1/refusing"), 500 if status == 501 else status, code)


class Away(MemoryStore):
    """A store that can be away, or broken, or always have another change before ours."""

    error: Exception | None = None
    overtaken = False

    async def commit(self, commit: Commit) -> Result:
        return Conflict(commit.expected + 1) if self.overtaken else await super().commit(commit)

    async def load(self, *given: Any) -> Loaded:
        if self.error is not None:
            raise self.error
        return await super().load(*given)


STORE = Away()


@pytest.fixture(scope="module")
def fragile(anyone: Rest) -> Iterator[Rest]:
    with Server(store=STORE) as server, http(server) as client:
        yield Rest(client, anyone.document)


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(StoreUnavailable("away"), 503, "UNAVAILABLE"), (RuntimeError("secret"), 500, "INTERNAL")],
)
def test_while_the_store_is_away_or_broken_that_is_the_answer(
    fragile: Rest, error: Exception, status: int, code: str
) -> None:
    table = create(fragile, CASK)
    answers: list[httpx.Response] = []
    STORE.error = error
    try:
        answers += [table.seat(1).ask("GET", table.path + path) for path in ("", "/history", "/moves/legal")]
        answers += [table.seat(1).send(f"{table.path}/moves", {"moves": [PASS]})]
    finally:
        STORE.error = None
    for answer in answers:
        refused = problem(answer, status, code)
        assert answer.headers.get("retry-after") == ("1" if status == 503 else None)
        assert "secret" not in answer.text
        assert (refused.get("id") == answer.headers["x-request-id"]) == (status == 500)
    assert table.look()["version"] == 2


@pytest.mark.parametrize(("path", "who"), [("/seats", 0), ("/tokens/reissue", "host"), ("/moves", 1)])
def test_who_is_overtaken_again_and_again_is_told_to_come_again(fragile: Rest, path: str, who: int | str) -> None:
    open_one = fragile.send("/games", {"kind": CASK, "seats": [*SEATS[:1], {"kind": "OPEN"}]}).json()
    table = create(fragile, CASK)
    STORE.overtaken = True
    try:
        if who == 0:
            answer = fragile.send(f"/games/{open_one['game']['gameId']}/seats", {})
        elif who == "host":
            answer = table.host.send(table.path + path, {})
        else:
            answer = table.decider.send(table.path + path, {"moves": [PASS]})
    finally:
        STORE.overtaken = False
    assert "too many concurrent requests" in problem(answer, 503, "UNAVAILABLE")["detail"]
    assert answer.headers["retry-after"] == "1"
