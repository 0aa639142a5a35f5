"""What a game was created with. It never changes."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from taphouse.engine.chance import Chance
from taphouse.engine.clocks import Timing
from taphouse.engine.records.record import Draw
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.games import Origin, Visibility


class Terms(Struct, frozen=True):
    """What never changes in a game. Some of it is secret until the game is over."""

    edition: str
    """The digest of the edition."""
    options: Any
    seeded: bool
    """Whether a client knows the seed or the draws."""
    commitment: str
    """The published commitment to the seed."""
    seed: bytes
    salt: bytes | None
    """What the commitment is salted with; None in games from before commitments were salted."""
    visibility: Visibility
    origin: Origin | None
    """What the game began from, if that was no set-up."""
    begins: Any
    """The position that it began from, with what nobody knows in order; None for a set-up."""
    creators: tuple[str, ...]
    """The digests of the address and of the account, if any, that created it. Empty if there were no limits."""
    fell: tuple[Draw, ...]
    """The draws that fell at a real table, before the game was imported."""
    chance: Chance
    """The source of all draws."""
    timing: Timing | None
    """What was agreed about time; None in a game without clocks."""
    undo: UndoOption
    """When moves can be taken back."""
