"""The stored values of operators. Each begins with a byte, its format. `tests/stores` has a digest of these types."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import Struct

from taphouse.service.store.failures import check_format, reads

FORMAT = 1
"""The format of values. A change of these types takes the next number; a format that was released stays readable.
tests/stores/test_types.py says what to do."""
T = TypeVar("T", bound=Struct)


class Use(Struct, frozen=True, array_like=True):
    """A use of an operator's token. The name of its item has the time."""

    operator: str
    scope: str
    action: str
    subject: str
    note: str | None = None


_encoder = msgspec.msgpack.Encoder()


def pack(value: Use) -> bytes:
    """Encode a value."""
    return bytes([FORMAT]) + _encoder.encode(value)


@reads("what operators have done")
def unpack(type_: type[T], source: bytes) -> T:
    """Decode a value of this type.

    Raises:
        StoredByOtherRelease: It is of another format.
        Damaged: It is not such a value.
    """
    check_format(source, FORMAT, 1, "what operators have done")
    return msgspec.msgpack.decode(memoryview(source)[1:], type=type_)
