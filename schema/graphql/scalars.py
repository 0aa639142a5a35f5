"""The scalars of the schema that are not those of Strawberry."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

import msgspec
import strawberry
from graphql import GraphQLError

from taphouse.schema.values.games import MoveInputObject
from taphouse.schema.values.versions import Instant, read_time


def _time(given: Any) -> datetime.datetime:
    try:
        return read_time(given)
    except msgspec.ValidationError:
        raise GraphQLError("A DateTime is a time as in RFC 3339, such as 2030-01-01T00:00:00Z.") from None


_MOVE_INPUT_OBJECT = strawberry.scalar(
    name="MoveInputObject",
    description="A value of the input type `MoveInput`, as an object: `{dankAndDraft: {draft: {line: ROW_1}}}`. It is a scalar "
    "because GraphQL has no input types in results. Send it as a variable of the type `MoveInput`.",
    serialize=lambda value: value,
)
_DATE_TIME = strawberry.scalar(
    name="DateTime",
    description="A point in time as in RFC 3339. Results have it in UTC with milliseconds, such as `2030-01-01T00:00:00.000Z`.",
    serialize=Instant.shown,
    parse_value=_time,
)
SCALARS: Mapping[Any, Any] = {MoveInputObject: _MOVE_INPUT_OBJECT, datetime.datetime: _DATE_TIME}
"""The definitions of scalars by the types of their values."""
