"""Keyed draws: everything that a game draws comes from here, from one secret seed.

Every draw has a number, which the state counts. A draw is a function of the seed and its number alone (BLAKE2b, keyed with the
seed), so the same seed gives the same game on every machine, and no draw tells anything about another. Whoever holds the
seed, which is published when a game is over, can verify every shuffle. See docs/design.md, section 2.
"""

from __future__ import annotations

import hashlib
import struct

SEED_BYTES = 32

_PLACE = struct.Struct(">QI")  # the number of a draw, and of a block of it
_BLOCK = struct.Struct(">8Q")  # the 64 bytes that BLAKE2b gives at once, as eight numbers


def commitment(seed: bytes) -> str:
    """What is published of a seed when the game is created: 64 hexadecimal digits that only this seed leads to."""
    return hashlib.blake2b(seed, digest_size=32, person=b"taphouse-commit").hexdigest()


def seed_from(text: str) -> bytes:
    """The seed for a game that is to be reproducible: the same text, the same game. The text may be guessed, so may the seed."""
    return hashlib.blake2b(text.encode(), digest_size=SEED_BYTES, person=b"taphouse-seed").digest()


class Chance:
    """The draws of one seed."""

    __slots__ = ("_keyed",)

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._keyed = hashlib.blake2b(key=seed, person=b"taphouse-draw")

    def order(self, draw: int, n: int) -> tuple[int, ...] | None:
        """Draw number `draw`: the positions 0 to n-1 in an order, all orders equally likely. None: this chance is blind."""
        return tuple(self._first(draw, n, n))

    def pick(self, draw: int, n: int, k: int) -> tuple[int, ...] | None:
        """Draw number `draw`: k of the positions 0 to n-1, ascending, all choices equally likely. None: this chance is blind."""
        if k == n or not k:
            return tuple(range(k))
        return tuple(sorted(self._first(draw, n, k)))

    def _first(self, draw: int, n: int, k: int) -> list[int]:
        """The first k of a shuffle of n. No place is favoured by more than n in 2**64, which no number of games would show."""
        places = list(range(n))
        for i, word in enumerate(self._words(draw, min(k, n - 1))):
            j = i + word % (n - i)
            places[i], places[j] = places[j], places[i]
        return places[:k]

    def _words(self, draw: int, count: int) -> list[int]:
        """The first `count` of the 64-bit numbers that belong to this draw."""
        words: list[int] = []
        for block in range((count + 7) // 8):
            keyed = self._keyed.copy()
            keyed.update(_PLACE.pack(draw, block))
            words += _BLOCK.unpack(keyed.digest())
        return words[:count]


class Blind(Chance):
    """Chance as seen by somebody who does not know the seed: nothing can be told of a draw that leaves a choice."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(bytes(SEED_BYTES))

    def order(self, draw: int, n: int) -> tuple[int, ...] | None:  # noqa: ARG002 - the draw does not matter here
        """None, but where there is only one order."""
        return tuple(range(n)) if n < 2 else None

    def pick(self, draw: int, n: int, k: int) -> tuple[int, ...] | None:  # noqa: ARG002 - the draw does not matter here
        """None, but where there is only one choice."""
        return tuple(range(k)) if k in (0, n) else None


BLIND = Blind()


def settled(drawn: tuple[int, ...] | None) -> tuple[int, ...]:
    """A draw that must not be blind, such as one that sets up a game.

    Raises:
        ValueError: the chance is blind; nothing may rest on a guess.
    """
    if drawn is None:
        raise ValueError("this draw needs a seed: blind chance does not know how it falls")
    return drawn
