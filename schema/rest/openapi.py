"""The OpenAPI 3.1 document of REST, derived from its operations and the types of the games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from http import HTTPStatus
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from taphouse.engine.contract import verb_of
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import constant
from taphouse.schema.descriptions import documented
from taphouse.schema.game_view import GameView
from taphouse.schema.inputs import IF_MATCH, KEY, KEY_TEXT
from taphouse.schema.move_inputs import NOTATION
from taphouse.schema.operations.answers import Judgement
from taphouse.schema.operations.declaration import EVENTS, JSON, PLAIN
from taphouse.schema.problems.base import Problem
from taphouse.schema.problems.sets import JUDGING
from taphouse.schema.request_problems import NEED_TOKEN
from taphouse.schema.rest.bodies import BETWEEN, Nothing
from taphouse.schema.rest.json_schema import Components, Json, always
from taphouse.schema.rest.operations import OPERATIONS, STREAM, TAGS, Operation, Parameter, forms
from taphouse.schema.served_games import ServedGames
from taphouse.schema.values.games import Game as ShownGame

EXAMPLES = Path(__file__).with_name("examples.json")
"""Answers of the service to a game of Dank & Draft, by the names of their types and by the codes of problems."""
EXAMPLE_OF = "dank-and-draft"
PROBLEM = "application/problem+json"

_INTRODUCTION = """\
Taphouse is a game-state API for board games. A frontend or a bot reads a table and gets what its seat can see, with every
legal move, ready to send. The types and use cases are the same as in the GraphQL API.

Send the token of a seat, of the host or of your login as `Authorization: Bearer ...`. Without a token you are a spectator. A
refused request gets RFC 9457 problem details, with a `code` for programs, a `detail` for people, and the ids of the `rules`
behind the refusal. Unknown members and parameters are refused."""
_KEY: Json = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": KEY_TEXT,
    "schema": {"type": "string", "pattern": f'^({KEY}|"{KEY}")$'},
}
_IF_MATCH: Json = {
    "name": "If-Match",
    "in": "header",
    "description": "The `ETag` of the game at the version that you expect. If the game has changed, the response is 412 and "
    "nothing is changed. Optional, because a decision stays the same until its seat has made it.",
    "schema": {"type": "string", "pattern": f"^({IF_MATCH})$"},
}
_LAST_EVENT_ID: Json = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "For a stream: the id of the last event you received, in place of `after`.",
    "schema": {"type": "string"},
}
_PREFER: Json = {
    "name": "Prefer",
    "in": "header",
    "description": "With `return=minimal`, the response holds only what you need to go on: tokens, and of the game `gameId`, "
    "`version` and `epoch`. It has no `entries`. See RFC 7240.",
    "schema": {"type": "string", "examples": ["return=minimal"]},
}
_IF_NONE_MATCH: Json = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The `ETag` of your copy. If the copy is current, the response is 304 without content.",
    "schema": {"type": "string"},
}
_ACCEPT_LANGUAGE: Json = {
    "name": "Accept-Language",
    "in": "header",
    "description": "The languages in which you want labels, sentences, prompts, titles and texts. What a language lacks is "
    "English.",
    "schema": {"type": "string"},
}
_ETAG: Json = {
    "description": "Identifies the version, the viewer and the language. For `If-None-Match`, and if it is of a game, for "
    "`If-Match`.",
    "schema": {"type": "string"},
}
_HEADERS: dict[int, Json] = {
    401: {"WWW-Authenticate": {"description": "Always `Bearer`.", "schema": always("Bearer")}},
    429: {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}}},
    503: {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}}},
}


def openapi(served: ServedGames) -> Json:
    """The OpenAPI document of the API of some games."""
    games = list(served.games.values())
    components = Components(games, forms(served), BETWEEN)
    shown = examples() if EXAMPLE_OF in served.games else {}
    paths: dict[str, Json] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, components, games, shown)
    judged = components.problems(JUDGING, f"{Judgement.__name__}Problem")
    components.schemas[Judgement.__name__]["properties"]["problem"] |= {"anyOf": [judged, {"type": "null"}]}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Taphouse",
            "version": version("taphouse"),
            "description": _INTRODUCTION,
            "contact": {"name": "The Taphouse authors"},
            "license": {"name": "MIT License", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "The service that serves this document."}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "security": [{}, {"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.schemas.items())),
            "examples": {name: {"value": value} for name, value in sorted(shown.items())},
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat, of the host, or of your login.",
                }
            },
        },
    }


@cache
def examples() -> dict[str, Any]:
    """Examples of answers."""
    found: dict[str, Any] = json.loads(EXAMPLES.read_text())
    return found


def exported(served: ServedGames) -> str:
    """The document as indented JSON, for review."""
    return json.dumps(openapi(served), indent=2, ensure_ascii=False) + "\n"


def _operation(operation: Operation, components: Components, games: Sequence[Game], known: Json) -> Json:
    reads = operation.method == "GET"
    parameters = [_parameter(parameter, components) for parameter in operation.parameters.values()]
    parameters += [_KEY] * operation.takes_key + [_IF_MATCH] * operation.takes_condition
    parameters += [_PREFER] * operation.shortens
    parameters += [_ACCEPT_LANGUAGE] * (operation.media in (JSON, EVENTS))
    parameters += [_IF_NONE_MATCH] * (reads and operation.etag) + [_LAST_EVENT_ID] * operation.resumes
    summary, _, _ = operation.text.partition("\n")
    made: Json = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": summary.partition(". ")[0].removesuffix(".").replace("`", ""),
        "description": operation.text,
        "parameters": parameters,
    }
    if operation.body is not Nothing:
        name, fields = operation.body.__name__, msgspec.structs.fields(operation.body)
        body = {"schema": components.sent(operation.body), "examples": _examples(name, games)}
        # What is between members can require one, and so does the choice of a kind of game.
        chooses = name in BETWEEN or "oneOf" in components.schemas[name]
        required = chooses or any(field.required for field in fields)
        made["requestBody"] = {"required": required, "content": {JSON: body}}
        if operation.plain:
            member = components.schemas[name]["properties"][operation.plain]
            made["requestBody"]["content"][PLAIN] = {"schema": member, "examples": {}}
    if operation.without_token is not None:
        made["security"] = [{"bearer": []}]
    return {
        **made,
        "responses": {**_successes(operation, components, known), **_refusals(operation, components, known)},
    }


def _parameter(parameter: Parameter, components: Components) -> Json:
    schema = components.sent(parameter.type)
    schema.pop("description", None)
    if parameter.default is not None and not parameter.required:
        schema["default"] = parameter.default
    named = {"name": parameter.name, "in": parameter.where, "required": parameter.required}
    commas = {"explode": False} if schema.get("type") == "array" else {}
    return {**named, "description": parameter.text, "schema": schema, **commas}


def _successes(operation: Operation, components: Components, known: Json) -> Json:
    typed = operation.media == JSON or operation.path.endswith(STREAM)
    schema = components.answered(operation.answer) if typed else {"type": "string"}
    content: Json = {media: {"schema": schema} for media in operation.offered}
    name = schema.get("$ref", "").rpartition("/")[2]
    if JSON in content:
        content[JSON] |= _shown([name], known)
    if operation.streams:
        # Generated clients take the schema of a path that has nothing else for that of an event.
        plain = {**({"type": "string"} if content else {}), "description": "Server-sent events."}
        content[EVENTS] = {"schema": schema if typed and not content else plain}
    text = documented(ShownGame if operation.answer is GameView else operation.answer)
    answers: Json = {str(operation.status): {"description": text, "content": content}}
    headers = {"ETag": _ETAG} if operation.etag else {}
    headers["Content-Language"] = {"description": "The language of the words.", "schema": {"type": "string"}}
    if operation.status == HTTPStatus.CREATED:
        headers["Location"] = {"description": "The URL of the game.", "schema": {"type": "string"}}
    if operation.shortens:
        text = "`return=minimal` if the answer is minimal: it then lacks members that the schema requires."
        headers["Preference-Applied"] = {"description": text, "schema": {"type": "string"}}
    answers[str(operation.status)]["headers"] = headers
    if operation.streams and not operation.endless:
        text = "For a stream: the game is over or abandoned, and no entry follows `Last-Event-ID`."
        answers["204"] = {"description": text}
    if operation.method == "GET" and operation.etag:
        answers["304"] = {"description": "Your copy is current.", "headers": {"ETag": _ETAG}}
    return answers


def _shown(names: Sequence[str], known: Json) -> Json:
    """The examples of an answer among these."""
    found = {name: {"$ref": f"#/components/examples/{name}"} for name in names if name in known}
    return {"examples": found} if found else {}


def _refusals(operation: Operation, components: Components, known: Json) -> Json:
    """The responses with problems of an operation, by HTTP status."""
    by_status: dict[int, list[type[Problem]]] = {}
    for problem in operation.problems:
        by_status.setdefault(problem.http_status, []).append(problem)
        if problem in NEED_TOKEN:
            by_status.setdefault(HTTPStatus.UNAUTHORIZED, []).append(problem)
    answers: Json = {}
    for status, problems in sorted(by_status.items()):
        name = f"{operation.id[0].upper()}{operation.id[1:]}{HTTPStatus(status).name.partition('_')[0].title()}"
        answers[str(int(status))] = {
            "description": "\n".join(f"- `{problem.code}`: {documented(problem)}" for problem in problems),
            "content": {
                PROBLEM: {
                    "schema": components.problems(problems, name),
                    **_shown([problem.code for problem in problems], known),
                }
            },
            **({"headers": _HEADERS[status]} if status in _HEADERS else {}),
        }
    return answers


def _examples(body: str, games: Sequence[Game]) -> Json:
    """Examples of the bodies of this name, by title."""
    values: dict[str, Any] = {}
    for game in games:
        about = game.about
        simple = [name for name, move in game.inputs.items() if not move.__struct_fields__]
        if body == "NewGame":
            seats = [{"kind": "MINE", "name": "Anna"}, *[{"kind": "OPEN"}] * (about.seats[0] - 1)]
            values[about.title] = {"kind": constant(about.kind), "options": {}, "seats": seats}
        elif body == "QuickPlay":
            values[about.title] = {"kind": constant(about.kind), "options": {}, "name": "Anna"}
        elif body == "Moves" and simple:
            values[about.title] = {"moves": [{game.field: {simple[0]: True}}]}
            values[f"{about.title}, in notation"] = {"moves": [{NOTATION: verb_of(game.inputs[simple[0]])}]}
        elif body == "OneMove" and simple:
            values[about.title] = {"move": {game.field: {simple[0]: True}}}
    for plain, title, value in (
        ("Joining", "The first open seat", {"name": "Ben"}),
        ("Reissuing", "The token of a seat", {"seat": 2}),
        ("Narrowing", "A read-only token", {"readOnly": True}),
    ):
        if body == plain:
            values[title] = value
    return {title: {"value": value} for title, value in values.items()}
