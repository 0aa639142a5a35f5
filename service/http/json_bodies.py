"""JSON that clients send."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from taphouse.schema.execution.limits import LIMITS, beyond


class Incoming:
    """Reads what clients send.

    msgspec takes up to 25 us for a number such as 1e308, a second for a body full of them. So Python reads these, and no more
    than a request may have values.

    Args:
        wanted: the type that is read.
        number: made of each number with a point or an exponent.
    """

    def __init__(self, wanted: Any, number: Callable[[float], Any] = float) -> None:
        self._decoder = msgspec.json.Decoder(wanted, float_hook=self._counted)
        self._number, self._read = number, 0

    def decode(self, text: bytes | str) -> Any:
        """What was sent.

        Raises:
            msgspec.DecodeError: it is no JSON, or not of the type.
            UnicodeError: it is no text.
            RecursionError: it is nested too deeply.
            GraphQLError: it has too many numbers.
        """
        self._read = 0
        return self._decoder.decode(text)

    def _counted(self, digits: str) -> Any:
        self._read += 1
        if self._read > LIMITS.values:
            message = "The request has {figure} numbers or more, and {limit} values are allowed: send less at once."
            raise beyond("TOO_MANY_VALUES", LIMITS.values, self._read, message)
        return self._number(float(digits))
