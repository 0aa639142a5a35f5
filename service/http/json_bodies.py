"""JSON of requests and answers: decoding what clients send, and encoding the answers of REST."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable
from itertools import islice
from operator import methodcaller
from typing import Any

import msgspec

from taphouse.schema.execution.limits import LIMITS, beyond
from taphouse.schema.prices import LARGE

_BOM = "\ufeff"
_PART = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|,', re.DOTALL)
"""A string, which may lack its end, or a comma outside of strings."""
_HALF = re.compile(
    r"(?:[^\\]++|\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\(?!u[dD][89a-fA-F]).)*+\\u[dD][89a-fA-F]\w\w", re.DOTALL
)
"""A text up to an escaped half of a surrogate pair without the other one, which is no character."""
_MOST_PARTS = 3 * LIMITS.values + 100
"""More commas and strings than any request with the allowed number of values has, in its variables and besides them."""


class NotJSON(msgspec.DecodeError):
    """A text is not JSON. The message is a clause that says why, such as `it is empty`, and quotes nothing."""


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
        """Decode a body or message. A byte order mark is skipped (RFC 8259, section 8.1).

        Raises:
            NotJSON: It is not JSON in UTF-8.
            msgspec.ValidationError: It is not of the type.
            RecursionError: It is nested too deeply.
            GraphQLError: It has too many values.
        """
        self._read = 0
        text = text.removeprefix(BOM_UTF8) if isinstance(text, bytes) else text.removeprefix(_BOM)
        if len(text) > LARGE:
            _count(text.encode() if isinstance(text, str) else text)
        try:
            if isinstance(text, bytes) and not text.isascii():
                str(text, "utf-8")  # msgspec does not look at members that it leaves out
            return self._decoder.decode(text)
        except msgspec.ValidationError:
            raise
        except (msgspec.DecodeError, UnicodeError) as error:
            raise NotJSON(_why_not(text, error)) from None

    def _counted(self, digits: str) -> Any:
        self._read += 1
        if self._read > LIMITS.values:
            message = "The request has {figure} or more numbers, but at most {limit} values are allowed. Send fewer."
            raise beyond("TOO_MANY_VALUES", LIMITS.values, self._read, message)
        return self._number(float(digits))


def _why_not(text: bytes | str, error: Exception) -> str:
    if isinstance(text, bytes):
        try:
            text = str(text, "utf-8")
        except UnicodeDecodeError:
            return "it is not UTF-8"
    if not text.strip():
        return "it is empty"
    if _HALF.match(text):
        return "it has half of a surrogate pair, which is no character"
    said = str(error).removeprefix("JSON is malformed: ")
    return "it ends too early" if said == "Input data was truncated" else said


def _count(text: bytes) -> None:
    """Refuse a text with more values than a request may have, by its commas and strings.

    Each comma precedes a value or a name, and each value has at most two strings, with its name.
    """
    if text.count(b",") + text.count(b'"') <= _MOST_PARTS:  # a sixth of the time, for documents that are long
        return
    if sum(1 for _ in islice(_PART.finditer(text), _MOST_PARTS + 1)) > _MOST_PARTS:
        message = "The request has at least {figure} values. The limit is {limit}. Send less in one request."
        raise beyond("TOO_MANY_VALUES", LIMITS.values, LIMITS.values + 1, message)


ENCODER = msgspec.json.Encoder(enc_hook=methodcaller("shown"))
"""Encodes the answers and events of REST, with views of games and times as they are shown."""
