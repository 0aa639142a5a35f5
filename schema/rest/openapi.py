"""The OpenAPI document of REST, derived from its operations and the types of the games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from taphouse.engine.game import Game, verb_of
from taphouse.schema.graphql.build import Api
from taphouse.schema.graphql.derive import documented
from taphouse.schema.input_bounds import IF_MATCH, KEY, KEY_TEXT
from taphouse.schema.problems import NEED_TOKEN, Problem
from taphouse.schema.rest.json_schema import Components, Json
from taphouse.schema.rest.operations import (
    BETWEEN,
    JUDGED,
    OPERATIONS,
    TAGS,
    Joining,
    Judgement,
    Moves,
    Narrowing,
    NewGame,
    Nothing,
    OneMove,
    Operation,
    Parameter,
    Reissuing,
    forms,
)

JSON = "application/json"
PROBLEM = "application/problem+json"
STREAM = "text/event-stream"

_INTRODUCTION = """\
Taphouse plays board games. A frontend or a bot asks for a table and gets what its seat may see, together with every legal
move, ready to be sent. The types and the use cases are those of the GraphQL API.

Send a seat's or the host's token as `Authorization: Bearer ...`; without one you are a spectator. What is refused is a problem
of RFC 9457, with a `code` for programs, a `detail` for people, and the ids of the `rules` it follows from. Members and
parameters that an operation does not know are refused."""
_KEY: Json = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": KEY_TEXT,
    "schema": {"type": "string", "pattern": f'^({KEY}|"{KEY}")$'},
}
_IF_MATCH: Json = {
    "name": "If-Match",
    "in": "header",
    "description": "An `ETag` of the game: with another version of it than this one says nothing is changed, and the answer is "
    "412. May be left out, since one seat decides at a time.",
    "schema": {"type": "string", "pattern": f"^({IF_MATCH})$"},
}
_LAST_EVENT_ID: Json = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "As a stream: the id of the last event you got. It goes before `after`.",
    "schema": {"type": "string"},
}
_IF_NONE_MATCH: Json = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The `ETag` of what you have: where it is current, the answer is 304 without content.",
    "schema": {"type": "string"},
}
_ETAG: Json = {
    "description": "Which version this is, for whom; for `If-None-Match` and, of a game, for `If-Match`.",
    "schema": {"type": "string"},
}
_HEADERS: dict[int, Json] = {
    401: {"WWW-Authenticate": {"description": "`Bearer`.", "schema": {"const": "Bearer"}}},
    429: {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}}},
    503: {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}}},
}


def openapi(api: Api) -> Json:
    """The OpenAPI document of the API of some games."""
    games = list(api.games.values())
    components = Components(games, forms(api), BETWEEN)
    paths: dict[str, Json] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, components, games)
    judged = [components.problem(problem) for problem in JUDGED]
    components.schemas[Judgement.__name__]["properties"]["problem"] |= {"anyOf": [*judged, {"type": "null"}]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Taphouse", "version": "1", "description": _INTRODUCTION},
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "security": [{}, {"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.schemas.items())),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer", "description": "A seat's token, or the host's."}
            },
        },
    }


def exported(api: Api) -> str:
    """The document as text, for people to review."""
    return json.dumps(openapi(api), indent=2, ensure_ascii=False) + "\n"


def _operation(operation: Operation, components: Components, games: Sequence[Game]) -> Json:
    reads = operation.method == "GET"
    parameters = [_parameter(one, components) for one in operation.parameters]
    parameters += [_KEY] * operation.takes_key + [_IF_MATCH] * operation.takes_condition
    parameters += [_IF_NONE_MATCH] * (reads and operation.etag) + [_LAST_EVENT_ID] * (operation.stream is not None)
    summary, _, _ = operation.text.partition("\n")
    made: Json = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": summary.partition(". ")[0].removesuffix("."),
        "description": operation.text,
        "parameters": parameters,
    }
    if operation.body is not Nothing:
        fields = msgspec.structs.fields(operation.body)
        required = any(field.required for field in fields) or operation.body in BETWEEN  # of these one must be there
        body = {"schema": components.sent(operation.body), "examples": _examples(operation.body, games)}
        made["requestBody"] = {"required": required, "content": {JSON: body}}
    if operation.needs_token:
        made["security"] = [{"bearer": []}]
    return {**made, "responses": {**_successes(operation, components), **_refusals(operation, components)}}


def _parameter(parameter: Parameter, components: Components) -> Json:
    schema = components.sent(parameter.type)
    schema.pop("description", None)
    if parameter.default is not None and not parameter.required:
        schema["default"] = parameter.default
    named = {"name": parameter.name, "in": parameter.where, "required": parameter.required}
    return {**named, "description": parameter.text, "schema": schema}


def _successes(operation: Operation, components: Components) -> Json:
    content: Json = {JSON: {"schema": components.answered(operation.answer)}}
    if operation.stream is not None:
        content[STREAM] = {"schema": {"type": "string", "description": "Server-sent events."}}
    answers: Json = {str(operation.status): {"description": documented(operation.answer), "content": content}}
    headers = {"ETag": _ETAG} if operation.etag else {}
    if operation.status == HTTPStatus.CREATED:
        headers["Location"] = {"description": "Where the game is.", "schema": {"type": "string"}}
    if headers:
        answers[str(operation.status)]["headers"] = headers
    if operation.stream is not None:
        answers["204"] = {"description": "As a stream: the game has ended, and nothing comes after `Last-Event-ID`."}
    if operation.method == "GET" and operation.etag:
        answers["304"] = {"description": "You have it already.", "headers": {"ETag": _ETAG}}
    return answers


def _refusals(operation: Operation, components: Components) -> Json:
    """The problems of an operation by their status."""
    by_status: dict[int, list[type[Problem]]] = {}
    for problem in operation.problems:
        by_status.setdefault(problem.http_status, []).append(problem)
        if problem in NEED_TOKEN:
            by_status.setdefault(HTTPStatus.UNAUTHORIZED, []).append(problem)
    answers: Json = {}
    for status, problems in sorted(by_status.items()):
        parts = [components.problem(problem) for problem in problems]
        mapping = {problem.code: part["$ref"] for problem, part in zip(problems, parts, strict=True)}
        several = {"oneOf": parts, "discriminator": {"propertyName": "code", "mapping": mapping}}
        answers[str(int(status))] = {
            "description": "\n".join(f"- `{problem.code}`: {documented(problem)}" for problem in problems),
            "content": {PROBLEM: {"schema": parts[0] if len(parts) == 1 else several}},
            **({"headers": _HEADERS[status]} if status in _HEADERS else {}),
        }
    return answers


def _examples(body: type, games: Sequence[Game]) -> Json:
    """Bodies to begin with."""
    values: dict[str, Any] = {}
    for game in games:
        about = game.about
        simple = [name for name, move in game.inputs.items() if not move.__struct_fields__]
        if body is NewGame:
            seats = [{"kind": "MINE", "name": "Anna"}, *[{"kind": "OPEN"}] * (about.seats[0] - 1)]
            values[about.title] = {"kind": about.kind, "options": {}, "seats": seats}
        elif body is Moves and simple:
            values[about.title] = {"moves": [{simple[0]: True}]}
            values[f"{about.title}, as notation"] = {"moves": [verb_of(game.inputs[simple[0]])]}
        elif body is OneMove and simple:
            values[about.title] = {"move": {simple[0]: True}}
    for plain, title, value in (
        (Joining, "The first open seat", {"name": "Ben"}),
        (Reissuing, "Of a seat", {"seat": 2}),
        (Narrowing, "To look on", {"readOnly": True}),
    ):
        if body is plain:
            values[title] = value
    return {title: {"value": value} for title, value in values.items()}
