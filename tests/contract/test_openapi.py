"""Changes of an OpenAPI document: what breaks who sends requests or reads answers is found, and has a name."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from taphouse.lab.contract import ContractChange, openapi

Json = dict[str, Any]
Edit = Callable[[Json], object]


def ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def json_of(schema: Json) -> Json:
    return {"content": {"application/json": {"schema": schema}}}


DOCUMENT: Json = {
    "openapi": "3.1.0",
    "paths": {
        "/pubs/{id}": {
            "parameters": [{"in": "path", "name": "id", "required": True, "schema": {"type": "string"}}],
            "get": {
                "operationId": "pub",
                "parameters": [
                    {"in": "query", "name": "first", "schema": {"type": "integer", "minimum": 1, "default": 9}},
                    {"$ref": "#/components/parameters/Trace"},
                ],
                "responses": {
                    "200": {**json_of(ref("Pub")), "headers": {"ETag": {"schema": {"type": "string"}}}},
                    "404": {"$ref": "#/components/responses/Problem"},
                },
            },
            "post": {
                "operationId": "order",
                "security": [{"bearer": []}],
                "requestBody": json_of(ref("Order")),
                "responses": {
                    "201": json_of(
                        {
                            "type": "object",
                            "required": ["pub", "paid"],
                            "properties": {
                                "pub": ref("Pub"),
                                "paid": {"type": "integer"},
                                "note": {"type": ["string", "null"]},
                                "news": {"oneOf": [ref("Pub"), ref("Problem")]},
                            },
                        }
                    )
                },
            },
        }
    },
    "components": {
        "parameters": {"Trace": {"in": "header", "name": "Trace", "schema": {"type": "string"}}},
        "responses": {"Problem": {"content": {"application/problem+json": {"schema": ref("Problem")}}}},
        "schemas": {
            "Named": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
            "Pub": {
                "allOf": [ref("Named")],
                "required": ["taps", "since", "status"],
                "properties": {
                    "taps": {"type": "array", "items": ref("Beer")},
                    "prices": {"type": "object", "additionalProperties": {"type": "number"}},
                    "since": {"type": "string", "format": "date-time"},
                    "status": ref("Status"),
                    "place": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "items": False},
                    "next": {"anyOf": [ref("Pub"), {"type": "null"}]},
                },
            },
            "Status": {"enum": ["OPEN", "CLOSED"]},
            "Beer": {"type": "string", "enum": ["ALE", "LAGER"]},
            "Ale": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "ale"}}},
            "Lager": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "lager"}}},
            "Order": {
                "type": "object",
                "required": ["beer"],
                "properties": {
                    "beer": ref("Beer"),
                    "glasses": {"type": "number"},
                    "note": {"type": ["string", "null"], "maxLength": 40},
                    "chosen": {"oneOf": [ref("Ale"), ref("Lager")]},
                    "extra": {},
                },
            },
            "Problem": {"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}},
        },
    },
}


def get(document: Json) -> Json:
    return document["paths"]["/pubs/{id}"]["get"]


def post(document: Json) -> Json:
    return document["paths"]["/pubs/{id}"]["post"]


def told(document: Json) -> Json:
    """The answer to an order."""
    return post(document)["responses"]["201"]["content"]["application/json"]["schema"]


def of(document: Json, name: str) -> Json:
    return document["components"]["schemas"][name]


def in_(document: Json, name: str) -> Json:
    """The properties of a component."""
    return of(document, name)["properties"]


def found(edit: Edit) -> list[ContractChange]:
    now = copy.deepcopy(DOCUMENT)
    edit(now)
    assert now != DOCUMENT
    return openapi.changes(DOCUMENT, now)


PUB, ORDER = "GET /pubs/{id}", "POST /pubs/{id}"
BREAKING: dict[str, tuple[Edit, set[str]]] = {
    "a path is gone": (lambda d: d["paths"].clear(), {PUB, ORDER}),
    "an operation is gone": (lambda d: d["paths"]["/pubs/{id}"].pop("get"), {PUB}),
    "a status is gone": (lambda d: get(d)["responses"].pop("404"), {f"{PUB} 404"}),
    "a header is gone": (lambda d: get(d)["responses"]["200"].pop("headers"), {f"{PUB} 200 header ETag"}),
    "a media type is gone": (
        lambda d: d["components"]["responses"]["Problem"].update(json_of(ref("Problem"))),
        {f"{PUB} 404 application/problem+json"},
    ),
    "credentials are asked for": (lambda d: get(d).update(security=[{"bearer": []}]), {f"{PUB} security"}),
    "other credentials are asked for": (lambda d: post(d).update(security=[{"key": []}]), {f"{ORDER} security"}),
    "a parameter is gone": (lambda d: get(d)["parameters"].pop(0), {f"{PUB} query first"}),
    "a parameter is needed": (lambda d: get(d)["parameters"][0].update(required=True), {f"{PUB} query first"}),
    "a parameter is new and needed": (
        lambda d: get(d)["parameters"].append({"in": "query", "name": "at", "required": True}),
        {f"{PUB} query at"},
    ),
    "a parameter takes less": (
        lambda d: get(d)["parameters"][0]["schema"].update(minimum=2, maximum=100),
        {f"{PUB} query first"},
    ),
    "a parameter is text that is no number": (
        lambda d: get(d)["parameters"][0].update(schema={"type": "string", "pattern": "^[a-z]+$"}),
        {f"{PUB} query first | integer"},
    ),
    "a body is gone": (lambda d: post(d).pop("requestBody"), {f"{ORDER} body"}),
    "a body is needed": (lambda d: post(d)["requestBody"].update(required=True), {f"{ORDER} body"}),
    "a property of a request is gone": (lambda d: in_(d, "Order").pop("note"), {"schemas/Order.note"}),
    "a property of a request is needed": (
        lambda d: of(d, "Order")["required"].append("note"),
        {"schemas/Order.note"},
    ),
    "a property of a request is new and needed": (
        lambda d: (in_(d, "Order").update(size={}), of(d, "Order")["required"].append("size")),
        {"schemas/Order.size"},
    ),
    "a request has no other properties": (
        lambda d: of(d, "Order").update(additionalProperties=False),
        {"schemas/Order.*"},
    ),
    "a value of a request is gone": (lambda d: of(d, "Beer").update(enum=["ALE"]), {"schemas/Beer.LAGER"}),
    "a request takes certain values": (
        lambda d: in_(d, "Order")["note"].update(enum=["please"]),
        {"schemas/Order.note"},
    ),
    "a request takes no null": (
        lambda d: in_(d, "Order")["note"].update(type="string"),
        {"schemas/Order.note | null"},
    ),
    "a request takes integers of all numbers": (
        lambda d: in_(d, "Order")["glasses"].update(type="integer"),
        {"schemas/Order.glasses"},
    ),
    "a request takes another type": (
        lambda d: in_(d, "Order")["glasses"].update(type="string"),
        {"schemas/Order.glasses | number"},
    ),
    "a request takes anything no more": (
        lambda d: in_(d, "Order").update(extra={"type": "string"}),
        {"schemas/Order.extra | anything"},
    ),
    "a request must be shorter": (lambda d: in_(d, "Order")["note"].update(maxLength=9), {"schemas/Order.note"}),
    "a request has a pattern": (lambda d: in_(d, "Order")["note"].update(pattern="^a"), {"schemas/Order.note"}),
    "an alternative of a request is gone": (
        lambda d: in_(d, "Order")["chosen"]["oneOf"].pop(),
        {"schemas/Order.chosen | schemas/Lager"},
    ),
    "an alternative of a request is another": (
        lambda d: in_(d, "Lager").update(kind={"const": "stout"}),
        {"schemas/Lager.kind.lager"},
    ),
    "a property of an answer is gone": (lambda d: in_(d, "Pub").pop("since"), {"schemas/Pub.since"}),
    "an inherited property of an answer is gone": (lambda d: in_(d, "Named").clear(), {"schemas/Pub.name"}),
    "a property of an answer may be missing": (
        lambda d: told(d).update(required=["pub"]),
        {f"{ORDER} 201.paid"},
    ),
    "an answer may be null": (
        lambda d: told(d)["properties"].update(paid={"type": ["integer", "null"]}),
        {f"{ORDER} 201.paid | null"},
    ),
    "an answer may be any number": (
        lambda d: told(d)["properties"].update(paid={"type": "number"}),
        {f"{ORDER} 201.paid"},
    ),
    "an answer may be anything": (
        lambda d: told(d)["properties"].update(paid={}),
        {f"{ORDER} 201.paid | anything"},
    ),
    "an answer is formatted otherwise": (
        lambda d: in_(d, "Pub")["since"].update(format="date"),
        {"schemas/Pub.since"},
    ),
    "an answer has other values": (lambda d: of(d, "Status").update(enum=["SHUT"]), {"schemas/Status"}),
    "what an answer maps to is another": (
        lambda d: in_(d, "Pub")["prices"].update(additionalProperties={"type": "string"}),
        {"schemas/Pub.prices.* | string"},
    ),
    "an answer maps no more": (
        lambda d: in_(d, "Pub")["prices"].update(additionalProperties=False),
        {"schemas/Pub.prices.*"},
    ),
    "what an answer lists is another": (
        lambda d: in_(d, "Pub")["taps"].update(items={"type": "integer"}),
        {"schemas/Pub.taps[] | integer"},
    ),
    "an answer has fewer places": (
        lambda d: in_(d, "Pub")["place"]["prefixItems"].pop(),
        {"schemas/Pub.place[]"},
    ),
    "a place of an answer is another": (
        lambda d: in_(d, "Pub")["place"]["prefixItems"][1].update(type="string"),
        {"schemas/Pub.place[1] | string"},
    ),
    "an answer is another component": (
        lambda d: get(d)["responses"]["200"].update(json_of(ref("Named"))),
        {f"{PUB} 200.{name}" for name in ("taps", "prices", "since", "status", "place", "next")},
    ),
}


@pytest.mark.parametrize("what", BREAKING)
def test_what_breaks_clients_is_found_and_named(what: str) -> None:
    edit, names = BREAKING[what]
    assert {change.thing for change in found(edit) if change.breaking} == names


def renamed(document: Json) -> None:
    schemas = document["components"]["schemas"]
    schemas["Failure"] = schemas.pop("Problem")
    document["components"]["responses"]["Problem"]["content"]["application/problem+json"]["schema"] = ref("Failure")
    told(document)["properties"]["news"]["oneOf"][1] = ref("Failure")


SURPRISING: dict[str, tuple[Edit, set[str]]] = {
    "a body has another name": (
        lambda d: (
            d["components"]["schemas"].update(Round=of(d, "Order")),
            post(d).update(requestBody=json_of(ref("Round"))),
        ),
        {f"{ORDER} body schema"},
    ),
    "a component has another name": (renamed, {f"{PUB} 404 schema"}),
    "an operation has another name": (lambda d: get(d).update(operationId="look"), {f"{PUB} operationId"}),
    "a parameter has another default": (
        lambda d: get(d)["parameters"][0]["schema"].update(default=99),
        {f"{PUB} query first"},
    ),
    "an answer has more values": (lambda d: of(d, "Status")["enum"].append("FULL"), {"schemas/Status.FULL"}),
    "an answer has any values": (
        lambda d: d["components"]["schemas"].update(Status={"type": "string"}),
        {"schemas/Status"},
    ),
    "an answer has more alternatives": (
        lambda d: told(d)["properties"]["news"]["oneOf"].append(ref("Order")),
        {f"{ORDER} 201.news | schemas/Order"},
    ),
}


@pytest.mark.parametrize("what", SURPRISING)
def test_what_may_surprise_clients_is_shown_and_breaks_nothing(what: str) -> None:
    edit, names = SURPRISING[what]
    assert {(change.thing, change.breaking) for change in found(edit)} == {(name, False) for name in names}


ADDITIVE: dict[str, Edit] = {
    "a path": lambda d: d["paths"].update({"/beers": {"get": {"responses": {}}}}),
    "a status": lambda d: get(d)["responses"].update({"429": {}}),
    "a parameter": lambda d: get(d)["parameters"].append({"in": "query", "name": "at"}),
    "a wider parameter": lambda d: get(d)["parameters"][0]["schema"].update(minimum=0),
    "a parameter without bounds": lambda d: get(d)["parameters"][0].update(schema={"type": "number", "default": 9}),
    "a parameter as the text that it is sent as": lambda d: get(d)["parameters"][0].update(
        schema={"type": "string", "pattern": "^[0-9]{1,9}(-[0-9a-f]{8})?$"}
    ),
    "a property of an answer": lambda d: in_(d, "Problem").update(rules={"type": "array"}),
    "a property of a request": lambda d: in_(d, "Order").update(size={"type": "integer"}),
    "a property of an answer that is always there": lambda d: of(d, "Pub")["required"].append("next"),
    "a property of a request that may be missing": lambda d: of(d, "Order").update(required=[]),
    "an alternative of a request": lambda d: in_(d, "Order")["chosen"]["oneOf"].append({"type": "null"}),
    "an answer that is never null": lambda d: told(d)["properties"].update(note={"type": "string"}),
    "an answer without one of its alternatives": lambda d: told(d)["properties"]["news"]["oneOf"].pop(),
    "a request of any kind": lambda d: in_(d, "Order").update(glasses=True),
    "a way to do without credentials": lambda d: post(d)["security"].append({}),
    "a body to an operation that had none": lambda d: get(d).update(requestBody=json_of({"type": "object"})),
    "an enum that says its type": lambda d: of(d, "Status").update(type="string"),
    "a description": lambda d: of(d, "Pub").update(description="Where beer is."),
}


@pytest.mark.parametrize("what", ADDITIVE)
def test_an_addition_is_no_change_to_anybody(what: str) -> None:
    assert found(ADDITIVE[what]) == []


def test_a_component_that_is_sent_and_told_is_judged_as_both() -> None:
    """A value more may be sent by everybody, and may surprise who is told it."""
    assert found(lambda d: of(d, "Beer")["enum"].append("STOUT")) == [
        ContractChange("schemas/Beer.STOUT", "schemas/Beer may also be STOUT now.", False)
    ]


def test_alternatives_of_an_object_may_become_one_that_takes_them() -> None:
    def ordered(schema: Json) -> Json:
        changed = copy.deepcopy(DOCUMENT)
        properties = {"glasses": {"type": "integer"}, "bottles": {"type": "integer"}}
        in_(changed, "Order")["chosen"] = {"type": "object", "properties": properties, **schema}
        return changed

    either = ordered({"anyOf": [{"required": ["glasses"]}, {"required": ["bottles"]}]})
    assert openapi.changes(either, ordered({})) == []
    assert [change.thing for change in openapi.changes(either, ordered({"required": ["glasses"]}))] == [
        "schemas/Order.chosen | object"
    ]


def test_an_object_of_one_member_is_a_choice_of_objects_with_this_member() -> None:
    def chosen(schema: Json) -> Json:
        changed = copy.deepcopy(DOCUMENT)
        in_(changed, "Order")["chosen"] = {"type": "object", "additionalProperties": False, **schema}
        return changed

    def one(*members: str) -> Json:
        return chosen({"minProperties": 1, "maxProperties": 1, "properties": {name: {} for name in members}})

    either = chosen({"oneOf": [{"required": [name], "properties": {name: {}}} for name in ("draft", "offer")]})
    assert [change for change in openapi.changes(either, one("draft", "offer")) if change.breaking] == []
    assert [change for change in openapi.changes(either, one("draft")) if change.breaking]
    assert [change for change in openapi.changes(one("draft", "offer"), one("offer")) if change.breaking]


def test_a_move_among_the_others_breaks_nothing() -> None:
    """Alternatives without names of their own are told apart by what they require, not by their order."""

    def moves(*verbs: str) -> Json:
        alternatives = [{"type": "object", "required": [verb], "properties": {verb: {}}} for verb in verbs]
        changed = copy.deepcopy(DOCUMENT)
        in_(changed, "Order")["chosen"] = {"oneOf": alternatives}
        return changed

    found = openapi.changes(moves("draft", "offer", "endTurn"), moves("draft", "decline", "offer", "endTurn"))
    assert [change for change in found if change.breaking] == []
    assert [change.thing for change in openapi.changes(moves("draft", "offer"), moves("offer")) if change.breaking]
