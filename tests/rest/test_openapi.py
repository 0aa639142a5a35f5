"""The OpenAPI document: it is valid and current, and the service takes and refuses what it says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from starlette.routing import Route

from taphouse import __version__, schema
from taphouse.engine import GAMES
from taphouse.schema.catalogue import Catalogue
from taphouse.schema.graphql.build import Api
from taphouse.schema.request_problems import PREFIX
from taphouse.schema.rest.json_schema import REF
from taphouse.schema.rest.openapi import exported, openapi
from taphouse.schema.rest.operations import OPERATIONS
from taphouse.schema.served_games import ServedGames
from taphouse.service.http import rest
from taphouse.service.http.charged_endpoint import ChargedEndpoint
from taphouse.service.http.rest import routes
from taphouse.service.http.rest.endpoint import RestEndpoint
from tests.api.server import BOTH
from tests.rest.client import PASS, Document, Json, Rest, create
from tests.rest.examples import recorded

EXAMPLE = "#/components/examples/"
STORED = Path(schema.__file__).with_name("openapi.json")


def nodes(value: Any) -> Iterator[Json]:
    """Every object in a document."""
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes(one)


def test_the_stored_document_is_current() -> None:
    assert STORED.read_text(encoding="utf-8") == exported(ServedGames.of(*GAMES.own().values())), "run `make sdl`"


def test_it_is_valid_openapi(document: Document, schemas: Json) -> None:
    schemathesis.openapi.from_dict(document.document).validate()
    for schema_ in schemas.values():
        jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema_})
    operations = [one for path in document.document["paths"].values() for one in path.values()]
    assert len(document.operations) == len(operations) == len(OPERATIONS)
    tags = [tag["name"] for tag in document.document["tags"]]
    assert {tag for one in operations for tag in one["tags"]} == {*tags}
    for path, item in document.document["paths"].items():
        for operation in item.values():
            named = [one["name"] for one in operation["parameters"] if one["in"] == "path"]
            assert [f"{{{name}}}" for name in named] == [part for part in path.split("/") if part.startswith("{")]
            assert operation["summary"]
            assert operation["description"].endswith(".")


def test_every_reference_leads_to_a_schema_and_every_schema_is_referred_to(document: Document, schemas: Json) -> None:
    references = {node["$ref"] for node in nodes(document.document) if "$ref" in node}
    shown = {name for name in references if name.startswith(EXAMPLE)}
    assert shown == {EXAMPLE + name for name in document.document["components"]["examples"]}
    used = {name.removeprefix(REF) for name in references - shown}
    mapped = [node["discriminator"]["mapping"] for node in nodes(document.document) if "discriminator" in node]
    used |= {name.removeprefix(REF) for mapping in mapped for name in mapping.values()}
    assert used == schemas.keys()
    assert all(name.isidentifier() for name in schemas)


def test_every_member_and_every_parameter_has_a_description(document: Document, schemas: Json) -> None:
    for name, one in schemas.items():
        assert one["description"], name
        for member in one.get("properties", {}).values():
            assert member["description"].strip(), name
    for operation in document.operations.values():
        assert all(parameter["description"] for parameter in operation["parameters"])


def test_what_is_routed_is_documented_and_the_reverse(api: Api, document: Document) -> None:
    routed = {
        (route.path, method.lower())
        for route in routes(api.served, Catalogue((), ()))
        if isinstance(route, Route)
        and isinstance(route.app, ChargedEndpoint)
        and isinstance(route.app.endpoint, RestEndpoint)
        for method in route.app.endpoint.methods
    }
    documented = {(path, method) for path, item in document.document["paths"].items() for method in item}
    assert routed == documented
    assert all(path.startswith(f"{PREFIX}/") for path in document.document["paths"])


def test_examples_are_what_they_are_examples_of(document: Document) -> None:
    count = 0
    for operation in document.operations.values():
        for content in operation.get("requestBody", {"content": {}})["content"].values():
            for example in content["examples"].values():
                document.check(content["schema"], example["value"])
                count += 1
    assert count > 3 * len(BOTH)


def test_answers_have_examples_that_the_service_gave(document: Document, schemas: Json) -> None:
    constants = {name: one.get("properties", {}).get("code", {}).get("const") for name, one in schemas.items()}
    codes = {code: name for name, code in constants.items() if code}
    shown = {name: one["value"] for name, one in document.document["components"]["examples"].items()}
    for name, value in shown.items():
        document.check({"$ref": REF + codes.get(name, name)}, value)
    assert shown == recorded(), "schema/rest/examples.json is stale: run `python -m tests.rest.examples`"


def test_generators_of_clients_accept_it(document: Document, schemas: Json) -> None:
    """Check the causes of warnings of generators, and of what they merge or name by number. See `tests/clients/generated`."""
    for node in nodes(schemas):
        assert not {"$ref", "type"} <= node.keys()
        assert not {"if", "allOf"} & node.keys() or "properties" not in node
        if "oneOf" in node:
            assert "properties" not in node
            parts = [schemas[part["$ref"].removeprefix(REF)] for part in node["oneOf"]]
            if "discriminator" not in node:  # the one member of each tells them apart
                assert {len(one["required"]) for one in parts} == {1}
                assert len({one["required"][0] for one in parts}) == len(parts)
        choices = [part for part in node.get("anyOf", ()) if part != {"type": "null"}]
        assert len(choices) < 2, node
        assert "$ref" not in node or not isinstance(node.get("default"), dict)
        if any("$ref" in part for part in choices):
            assert "default" not in node
    for one in schemas.values():
        assert all("type" in member for member in one.get("properties", {}).values() if "const" in member)
    for operation in document.operations.values():
        answers = [answer.get("content", {}) for answer in operation["responses"].values()]
        inline = [one["schema"] for content in answers for one in content.values()]
        inline += [parameter["schema"] for parameter in operation["parameters"]]
        assert not any({"oneOf", "anyOf"} & schema_.keys() for schema_ in inline)
    about = document.document["info"]
    assert (about["version"], about["license"]["identifier"]) == (__version__, "MIT")
    assert document.document["servers"][0]["url"] == "/"


SEATS = [{"kind": "MINE"}, {"kind": "MINE"}]
BOT = {"kind": "BOT", "bot": "GREEDY"}


@pytest.mark.parametrize(
    ("operation", "right", "wrong"),
    [
        ("createGame", [{"seed": "x"}, {"seed": "ü" * 200}, {"seed": None}], [{"seed": ""}, {"seed": "x" * 201}]),
        ("createGame", [{"seats": SEATS[:1] * n} for n in (2, 3)], [{"seats": SEATS[:1] * n} for n in (0, 1, 4)]),
        (
            "createGame",
            [{"seats": [*SEATS, one]} for one in (BOT, {"kind": "OPEN", "bot": None}, {"kind": "OPEN", "name": "A b"})],
            [
                {"seats": [*SEATS, one]}
                for one in (
                    BOT | {"kind": "MINE"},
                    {"kind": "BOT"},
                    BOT | {"bot": None},
                    {"kind": "OPEN", "name": " A"},
                )
            ],
        ),
        ("createGame", [{"edition": "nightcap"}, {"edition": None}], [{"edition": "a b"}, {"edition": "x" * 65}]),
        (
            "createGame",
            [{}],
            [{"kind": "chess"}, {"kind": "cask-race"}, {"kind": None}, {"seats": None}, {"visibility": "SECRET"}],
        ),
        (
            "joinGame",
            [{"name": "A"}, {"name": "x" * 40}, {"name": "👩\u200d👩\u200d👧\u200d👦" * 20}],
            [{"name": one} for one in ("", "x" * 161, " ", " x", "x ")],
        ),
        ("joinGame", [{"seat": 1}, {"seat": 2.0}, {"seat": None}], [{"seat": 0}, {"seat": 17}, {"seat": 1.5}]),
        (
            "narrowToken",
            [{"readOnly": True}, {"until": "2999-01-01T00:00:00+01:00"}, {"readOnly": True, "until": None}],
            [{}, {"readOnly": False}, {"until": None}, {"until": "2999-01-01"}, {"until": "2999-01-01T00:00:00"}],
        ),
        ("play", [{"moves": [PASS] * n} for n in (1, 64)], [{"moves": [PASS] * n} for n in (0, 65)]),
        (
            "play",
            [{"moves": [{"caskRace": {"pass": True}}]}],
            [{"moves": [wrong]} for wrong in ("pass", None, 1, [PASS])],
        ),
    ],
)
def test_what_the_document_allows_is_taken_and_what_it_does_not_is_refused(
    document: Document, anyone: Rest, operation: str, right: list[Json], wrong: list[Json]
) -> None:
    content = document.operations[operation]["requestBody"]["content"]["application/json"]["schema"]
    for given, may in [(one, True) for one in right] + [(one, False) for one in wrong]:
        table, body = create(anyone, "CASK_RACE"), given
        if operation == "createGame":
            body, who, path = {"kind": "CASK_RACE", "seats": SEATS, **given}, anyone, "/games"
        elif operation == "joinGame":
            made = anyone.post("/games", {"kind": "CASK_RACE", "seats": [{"kind": "OPEN"}] * 2})
            who, path = anyone, f"/games/{made['game']['gameId']}/seats"
        else:
            who = table.decider
            path = table.path + {"narrowToken": "/tokens/narrow", "play": "/moves"}[operation]
        answer = who.send(path, body)
        assert (answer.status_code != 400) is may, (body, answer.text)
        try:
            document.check(content, body)
        except jsonschema_rs.ValidationError:
            assert not may, body
        else:
            assert may, body


@pytest.mark.parametrize(
    ("operation", "name", "right", "wrong"),
    [
        ("openGames", "kinds", ["CASK_RACE"], ["chess", "cask-race"]),
        ("openGames", "after", [], ["", "a+b", "x" * 65]),
        ("openGames", "first", ["1", "50"], ["0", "51", "1.5"]),
        ("events", "wait", ["0"], ["-1", "26"]),
        ("play", "Idempotency-Key", ["x" * 22, "x" * 64, f'"{"x" * 23}"'], ["x" * 21, "x" * 65, f'"{"x" * 30}', "ü"]),
        ("play", "If-Match", ["*", '"a"', 'W/"a" ,, "ü"', ""], ["a", '"a', '"a" b', "*, *"]),
    ],
)
def test_so_it_is_with_parameters(
    document: Document, anyone: Rest, operation: str, name: str, right: list[str], wrong: list[str]
) -> None:
    (parameter,) = [one for one in document.operations[operation]["parameters"] if one["name"] == name]
    for text in right + wrong:
        table = create(anyone, "CASK_RACE")
        if operation == "play":
            body = {"moves": [PASS]}
            answer = table.decider.send(f"{table.path}/moves", body, {name: text.encode("latin-1")})
        else:
            path = "/games" if operation == "openGames" else f"{table.path}/events"
            answer = anyone.ask("GET", path, params={name: text})
        assert (answer.status_code != 400) is (text in right), (text, answer.text)
        type_ = parameter["schema"].get("type")
        value = json.loads(text) if type_ == "integer" else [text] if type_ == "array" else text
        try:
            document.check(parameter["schema"], value)
        except jsonschema_rs.ValidationError:
            assert text in wrong, text
        else:
            assert text in right, text


def test_each_operation_names_its_problems_by_their_status(document: Document, schemas: Json) -> None:
    def codes(operation: str) -> dict[str, set[str]]:
        found = {}
        for status, answer in document.operations[operation]["responses"].items():
            if int(status) >= 400:
                ref = answer["content"]["application/problem+json"]["schema"]["$ref"]
                found[status] = {*schemas[ref.removeprefix(REF)]["discriminator"]["mapping"]}
        return found

    assert codes("play") == {
        "400": {"BAD_JSON", "INPUT_REFUSED", "MALFORMED"},
        "401": {"TOKEN_REJECTED", "NOT_SEATED"},
        "403": {"NOT_SEATED", "TOKEN_READ_ONLY"},
        "404": {"GAME_NOT_FOUND"},
        "406": {"NOT_ACCEPTABLE"},
        "408": {"TOO_SLOW"},
        "409": {"NOT_YOUR_TURN", "GAME_OVER", "GAME_NOT_STARTED", "PAUSED"},
        "412": {"VERSION_CONFLICT", "PRECONDITION_FAILED"},
        "421": {"HOST_REFUSED"},
        "429": {"RATE_LIMITED", "TOO_MANY_CONNECTIONS"},
        "431": {"HEAD_TOO_LARGE"},
        "413": {"BODY_TOO_LARGE"},
        "415": {"UNSUPPORTED_MEDIA_TYPE"},
        "422": {"MOVE_REFUSED", "MOVE_NOT_UNDERSTOOD", "BATCH_TELLS_NEWS", "KEY_REUSED", "WRONG_GAME"},
        "500": {"INTERNAL"},
        "503": {"UNAVAILABLE", "STOPPING"},
    }
    assert codes("game").keys() == {"400", "401", "404", "406", "408", "421", "429", "431", "500", "503"}
    assert document.operations["play"]["security"] == [{"bearer": []}]
    assert "security" not in document.operations["game"]


async def test_the_document_is_derived_once_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    games, times = ServedGames.of(GAMES["dank-and-draft"]), []
    monkeypatch.setattr(
        "taphouse.service.http.rest.openapi_document.openapi", lambda _: times.append(1) or openapi(games)
    )
    served = rest.openapi_document.OpenApiDocument(games)
    first = asyncio.create_task(served.encoded())
    await asyncio.sleep(0)
    first.cancel()
    assert len(set(await asyncio.gather(*(served.encoded() for _ in range(5))))) == 1
    assert len(times) == 1


def test_the_document_that_is_served_is_of_the_games_that_are_served(document: Document, anyone: Rest) -> None:
    answer = anyone.http.get("/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == json.loads(json.dumps(document.document))
