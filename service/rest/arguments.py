"""What a request brings with it, read into what its operation takes."""

from __future__ import annotations

import re
from typing import Any, Never

import msgspec
from graphql import GraphQLError
from starlette.requests import Request

from schema.limits import LIMITS, check_variables
from schema.operations import Operation
from schema.problems import BadJson, InputRefused, Refused, UnsupportedMediaType
from service.graphql_http import JSON, sends_json

_LONGEST_NAME, _LONGEST_ERROR = 40, 200
_PLACE = re.compile(r" - at `\$\.?(.*)`$")


def parameters(operation: Operation, request: Request) -> dict[str, Any]:
    """The parameters of the path and of the query.

    Raises:
        Refused: one is unknown, repeated, missing or not acceptable.
    """
    takes = {one.name: one for one in operation.parameters}
    given: dict[str, str] = dict(request.path_params)
    for name, text in request.query_params.multi_items():
        if name not in takes or takes[name].where == "path":
            known = ", ".join(one.name for one in takes.values() if one.where == "query")
            _refuse(name, f"There is no parameter {name[:_LONGEST_NAME]!r} here; there is {known or 'none'}.")
        if name in given:
            _refuse(name, f"Give {name} once.")
        given[name] = text
    read: dict[str, Any] = {}
    for name, one in takes.items():
        if name in given:
            text = given[name]
            try:  # leniently only where it has digits and nothing else: 1.0 would be a number too
                read[name] = msgspec.convert(text, one.type, strict=not text.isdecimal())
            except msgspec.ValidationError:
                _refuse(name, f"{name} is {one.wanted}.")
        elif one.required:
            _refuse(name, f"{name} is missing: it is {one.wanted}.")
    return read


async def body(decoder: msgspec.json.Decoder[Any], request: Request) -> Any:
    """The body; nothing at all is an object without members.

    Raises:
        Refused: it is no JSON, or not what the operation takes.
        ClientDisconnect: the client went away in the middle of it.
    """
    sent = await request.body()
    if sent and not sends_json(request):
        raise Refused(UnsupportedMediaType(message=f"Send {JSON}, encoded as UTF-8."))
    try:
        found = decoder.decode(sent or b"{}")
        check_variables(msgspec.to_builtins(found), LIMITS)  # a move may be anything yet
    except GraphQLError:
        message = (
            f"A body has at most {LIMITS.values} values, and at most {LIMITS.nesting} within each other: send less."
        )
        _refuse("body", message)
    except msgspec.ValidationError as error:
        place = _PLACE.search(str(error))
        message = f"The body cannot be understood: {str(error)[:_LONGEST_ERROR]}. GET /openapi.json describes it."
        _refuse(place[1] if place else "body", message)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused(BadJson(message="The body cannot be read as JSON.")) from None
    return found


def idempotency_key(request: Request) -> str | None:
    """The client's key, as it is or in quotes, as the IETF's draft of that header has it."""
    given = request.headers.get("idempotency-key")
    return None if given is None else given.removeprefix('"').removesuffix('"')


def _refuse(argument: str, message: str) -> Never:
    raise Refused(InputRefused(message=message, argument=argument[:_LONGEST_NAME])) from None
