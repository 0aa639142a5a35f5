"""The proof of a record's draws: a commitment to the seed, published before the first draw, that seed and salt open."""

from __future__ import annotations

import enum

from taphouse.engine.records.record import Record


class Proof(enum.Enum):
    """The degree to which a right record proves that its draws were random. docs/records.md explains each."""

    PROVEN = "proven"
    """The seed is the one that was committed to before the game."""
    CHOSEN = "chosen seed"
    """So it is, but a client knew the seed: it chose the seed, or imported the game."""
    UNPROVEN = "unproven draws"
    """Nothing proves the draws: there is no commitment or no seed, or draws fell at a real table."""


def proof_of(record: Record) -> Proof:
    """The proof of a record that was verified."""
    if record.seed is None or record.commitment is None or any(draw.fell for draw in record.draws):
        return Proof.UNPROVEN
    return Proof.CHOSEN if record.seeded else Proof.PROVEN
