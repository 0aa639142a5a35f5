"""The stored text of a line. It begins with a byte, its format. `tests/stores` has a digest of this type."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from taphouse.service.store.failures import check_format, reads

FORMAT = 1
"""The format of lines. A change of this type takes the next number; a format that was released stays readable.
tests/stores/test_types.py says what to do."""


class Body(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The contents of a line. One without text and phrase is of an account that was deleted: nothing is stored of it."""

    text: str | None = None
    phrase: str | None = None
    handle: str | None = None
    """The handle of a spectator."""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Body)


def pack(body: Body) -> bytes:
    """Encode the text of a line."""
    return bytes([FORMAT]) + _encoder.encode(body)


@reads("a line")
def unpack(source: bytes) -> Body:
    """Decode the text of a line.

    Raises:
        StoredByOtherRelease: It is of another format.
        Damaged: It is none.
    """
    if not source:
        return Body()
    check_format(source, FORMAT, 1, "a line")
    return _decoder.decode(memoryview(source)[1:])
