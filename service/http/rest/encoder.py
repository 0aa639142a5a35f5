"""Encodes answers of REST as JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from taphouse.schema.game_view import GameView


def _encoded(value: Any) -> Any:
    """The encodable form of a value that msgspec does not know."""
    if isinstance(value, GameView):
        return value.shown()
    raise TypeError(f"cannot encode {type(value)}")


ENCODER = msgspec.json.Encoder(enc_hook=_encoded)
