"""Decoding JSON from clients."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import Any

import msgspec

from taphouse.schema.execution.limits import LIMITS, beyond
from taphouse.schema.prices import LARGE

_PART = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|,', re.DOTALL)
"""A string, which may lack its end, or a comma outside of strings."""
_MOST_PARTS = 3 * LIMITS.values + 100
"""More commas and strings than in any request with as many values as are allowed. Some are not in its variables."""


class Incoming:
    """A JSON decoder for untrusted input.

    - msgspec takes up to 25 us to parse a number such as 1e308, and thus a second for a body full of them. So Python parses
      numbers with a point or an exponent, and only as many as a request may have values.
    - A large body full of empty lists takes tens of milliseconds, most of them for the garbage collector. So the values of a
      large body are counted before they are made.

    Args:
        wanted: The type to decode.
        number: Converts each number with a point or an exponent.
    """

    def __init__(self, wanted: Any, number: Callable[[float], Any] = float) -> None:
        self._decoder = msgspec.json.Decoder(wanted, float_hook=self._counted)
        self._number, self._read = number, 0

    def decode(self, text: bytes | str) -> Any:
        """Decode a body or message.

        Raises:
            msgspec.DecodeError: It is not JSON, or not of the type.
            UnicodeError: It is not UTF-8.
            RecursionError: It is nested too deeply.
            GraphQLError: It has too many values.
        """
        self._read = 0
        if len(text) > LARGE:
            _count(text.encode() if isinstance(text, str) else text)
        return self._decoder.decode(text)

    def _counted(self, digits: str) -> Any:
        self._read += 1
        if self._read > LIMITS.values:
            message = "The request has {figure} or more numbers, but at most {limit} values are allowed. Send fewer."
            raise beyond("TOO_MANY_VALUES", LIMITS.values, self._read, message)
        return self._number(float(digits))


def _count(text: bytes) -> None:
    """Refuse what has more values than a request may have, by its commas and strings.

    Each comma precedes a value or a name, and each value has at most two strings, with its name.
    """
    if sum(1 for _ in islice(_PART.finditer(text), _MOST_PARTS + 1)) > _MOST_PARTS:
        message = "The request has at least {figure} values. The limit is {limit}. Send less in one request."
        raise beyond("TOO_MANY_VALUES", LIMITS.values, LIMITS.values + 1, message)
