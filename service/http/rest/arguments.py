"""Parses the parameters, body and idempotency key of a request for its operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Never

import msgspec

from taphouse.schema.execution.limits import LIMITS, check_variables, graphql_error
from taphouse.schema.failures import Refused
from taphouse.schema.inputs import fault, place
from taphouse.schema.operations.declaration import PLAIN
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.request_problems import BadJson, UnsupportedMediaType
from taphouse.schema.rest.operations import Operation
from taphouse.service.http.json_bodies import Incoming, NotJSON
from taphouse.service.http.negotiation import JSON, is_media
from taphouse.service.runtime import telemetry

_LONGEST_NAME = 40


def _number(number: float) -> int | float:
    """Convert a number with a point or an exponent: in JSON Schema, 7.0 is an integer."""
    return int(number) if number.is_integer() else number


_decoder = Incoming(Any, _number)


def parameters(operation: Operation, path: dict[str, str], query: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The path and query parameters of a request, converted.

    Raises:
        Refused: A parameter is unknown, repeated, missing or invalid.
    """
    takes = operation.parameters
    given: dict[str, Any] = dict(path)
    for name, text in query:
        if name not in takes or takes[name].where == "path":
            known = ", ".join(one.name for one in takes.values() if one.where == "query")
            choice = f"the parameters are {known}" if known else "this path takes no parameters"
            _refuse(name, f"There is no parameter {name[:_LONGEST_NAME]!r}; {choice}.")
        if takes[name].many:
            given.setdefault(name, []).extend(text.split(","))
        elif name in given:
            _refuse(name, f"Send {name} only once.")
        else:
            given[name] = text
    read: dict[str, Any] = {}
    for name, one in takes.items():
        if name in given:
            try:
                read[name] = one.read(given[name])
            except msgspec.ValidationError:
                _refuse(name, f"{name} must be {one.wanted}.")
        elif one.required:
            _refuse(name, f"{name} is missing; it must be {one.wanted}.")
    return read


def body(wanted: Any, sent: bytes, media: str, plain: str = "") -> Any:
    """The body of a request, converted to the type `wanted`; no body counts as an empty object.

    Args:
        wanted: The type.
        sent: The body.
        media: Its `Content-Type`.
        plain: The member that a body of `text/plain` is. Without one, it must be JSON.

    Raises:
        Refused: The body is neither JSON nor such a text, or not valid for the operation.
    """
    as_text = plain and is_media(media, PLAIN)
    if sent and not as_text and not is_media(media, JSON):
        raise Refused(
            UnsupportedMediaType(message=f"Send the body as {f'{JSON} or {PLAIN}' if plain else JSON} in UTF-8.")
        )
    found: Any = None
    try:
        found = {plain: sent.decode()} if as_text else _decoder.decode(sent or b"{}")
        telemetry.brought.set((found,))
        if isinstance(found, dict):
            check_variables(found, LIMITS)
        return msgspec.convert(found, wanted)
    except msgspec.ValidationError as error:
        message = f"The body is not valid: {fault(error, wanted, found)}. GET /openapi.json describes it."
        _refuse(place(error) or "body", message)
    except UnicodeDecodeError:
        _refuse(plain, "The body is not text in UTF-8.")
    except NotJSON as error:
        raise Refused(BadJson(message=f"The body is not valid JSON: {error}.")) from None
    except RecursionError:
        raise Refused(BadJson(message="The body is not valid JSON.")) from None
    except graphql_error():  # it is loaded only now
        message = (
            f"The body has too many values or levels: at most {LIMITS.values} in {LIMITS.nesting} levels are allowed."
        )
        _refuse("body", message)


def idempotency_key(given: str) -> str:
    """The idempotency key in its header, with or without the quotes of draft-ietf-httpapi-idempotency-key-header."""
    return given[1:-1] if len(given) > 1 and given[0] == given[-1] == '"' else given


def _refuse(argument: str, message: str) -> Never:
    raise Refused(InputRefused(message=message, argument=argument[:_LONGEST_NAME])) from None
