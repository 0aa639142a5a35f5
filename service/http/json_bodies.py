"""Decoding JSON from clients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from taphouse.schema.execution.limits import LIMITS, beyond


class Incoming:
    """A JSON decoder for untrusted input.

    msgspec takes up to 25 us to parse a number such as 1e308, and thus a second for a body full of them. So Python parses
    numbers with a point or an exponent, and only as many as a request may have values.

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
            GraphQLError: It has too many numbers.
        """
        self._read = 0
        return self._decoder.decode(text)

    def _counted(self, digits: str) -> Any:
        self._read += 1
        if self._read > LIMITS.values:
            message = "The request has {figure} or more numbers, but at most {limit} values are allowed. Send fewer."
            raise beyond("TOO_MANY_VALUES", LIMITS.values, self._read, message)
        return self._number(float(digits))
