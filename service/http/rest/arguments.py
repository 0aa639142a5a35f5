"""What a request brings with it, read into what its operation takes."""

from __future__ import annotations

from typing import Any, Never

import msgspec
from graphql import GraphQLError
from starlette.requests import Request

from taphouse.schema.execution.limits import LIMITS, check_variables
from taphouse.schema.failures import Refused
from taphouse.schema.input_faults import fault, place
from taphouse.schema.problems import BadJson, InputRefused, UnsupportedMediaType
from taphouse.schema.rest.operations import Operation
from taphouse.service.http.graphql_http import JSON, sends_json
from taphouse.service.http.json_bodies import Incoming
from taphouse.service.runtime import telemetry

_LONGEST_NAME = 40


def _number(number: float) -> int | float:
    """A number with a point or an exponent: for JSON Schema 7.0 is an integer."""
    return int(number) if number.is_integer() else number


_decoder = Incoming(Any, _number)


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


async def body(wanted: Any, request: Request) -> Any:
    """The body, of the type that is wanted; nothing at all is an object without members.

    Raises:
        Refused: it is no JSON, or not what the operation takes.
        ClientDisconnect: the client went away in the middle of it.
    """
    sent = await request.body()
    if sent and not sends_json(request):
        raise Refused(UnsupportedMediaType(message=f"Send {JSON}, encoded as UTF-8."))
    found: Any = None
    try:
        found = _decoder.decode(sent or b"{}")
        telemetry.brought(found)
        if isinstance(found, dict):
            check_variables(found, LIMITS)
        return msgspec.convert(found, wanted)
    except GraphQLError:
        message = (
            f"A body has at most {LIMITS.values} values, and at most {LIMITS.nesting} within each other: send less."
        )
        _refuse("body", message)
    except msgspec.ValidationError as error:
        message = f"The body cannot be understood: {fault(error, wanted, found)}. GET /openapi.json describes it."
        _refuse(place(error) or "body", message)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused(BadJson(message="The body cannot be read as JSON.")) from None


def idempotency_key(request: Request) -> str | None:
    """The client's key, as it is or in quotes, as the IETF's draft of that header has it."""
    given = request.headers.get("idempotency-key")
    return given[1:-1] if given is not None and len(given) > 1 and given[0] == given[-1] == '"' else given


def _refuse(argument: str, message: str) -> Never:
    raise Refused(InputRefused(message=message, argument=argument[:_LONGEST_NAME])) from None
