"""Keyed draws: the only source of randomness in a game, derived from one secret seed.

Every draw has a number, which the state counts. A draw depends only on the seed and its number (BLAKE2b, RFC 7693, keyed with
the seed). So the same seed gives the same game on every machine, and no draw reveals another. The seed is published when the
game is over, so that anyone can verify every shuffle. See docs/design.md, section 2.
"""

from __future__ import annotations

import copyreg
import hashlib
import struct
from collections.abc import Iterable, Sequence

SEED_BYTES = 32
SALT_BYTES = 32
STRETCH = 1_000_000
"""The numbers of draws from one undo to the next; more than any game has."""
MOST_UNDOS = 999
"""The most undos of a game."""

_PLACE = struct.Struct(">QI")  # the number of the draw, and of the block within it
_BLOCK = struct.Struct(">8Q")  # a BLAKE2b digest of 64 bytes as eight numbers


def commitment(seed: bytes, salt: bytes = b"") -> str:
    """The commitment to a seed, published when the game is created: 64 hexadecimal digits.

    The secret salt keeps anyone from trying seeds that a client chose; it is published with the seed when the game is over.
    """
    return hashlib.blake2b(salt + seed, digest_size=32, person=b"taphouse-commit").hexdigest()


def seed_from(text: str) -> bytes:
    """The seed of a reproducible game, derived from a text. It is only as hard to guess as the text."""
    return hashlib.blake2b(text.encode(), digest_size=SEED_BYTES, person=b"taphouse-seed").digest()


class Chance:
    """The draws of one seed."""

    __slots__ = ("_keyed", "_seed")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._keyed = hashlib.blake2b(key=seed, person=b"taphouse-draw")

    def order(self, draw: int, n: int) -> tuple[int, ...] | None:
        """A shuffle: the positions 0 to n-1 in random order, uniform over all orders. None if the result is unknown.

        Args:
            draw: the number of the draw.
            n: the number of positions.
        """
        return tuple(self._first(draw, n, n))

    def pick(self, draw: int, n: int, k: int) -> tuple[int, ...] | None:
        """A sample: k of the positions 0 to n-1, ascending, uniform over all choices. None if the result is unknown.

        Args:
            draw: the number of the draw.
            n: the number of positions.
            k: the size of the sample.
        """
        if k == n or not k:
            return tuple(range(k))
        if k == 1:  # the first of a shuffle, without the shuffle
            return (self._words(draw, 1)[0] % n,)
        return tuple(sorted(self._first(draw, n, k)))

    def weighted(self, draw: int, weights: Sequence[float]) -> tuple[int] | None:
        """A pick of one of several places, with probabilities in proportion to their weights. None if the result is unknown.

        Args:
            draw: the number of the draw.
            weights: the weights; their sum is positive.
        """
        if len(weights) == 1:
            return (0,)
        left = self._words(draw, 1)[0] / 2**64 * sum(weights)
        for place, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return (place,)
        return (max(place for place, weight in enumerate(weights) if weight),)  # what rounding left over

    def _first(self, draw: int, n: int, k: int) -> list[int]:
        """The first k of a shuffle of n (Fisher-Yates). The modulo bias is below n / 2**64, which is negligible."""
        places = list(range(n))
        for i, word in enumerate(self._words(draw, min(k, n - 1))):
            j = i + word % (n - i)
            places[i], places[j] = places[j], places[i]
        return places[:k]

    def _words(self, draw: int, count: int) -> list[int]:
        """The first `count` 64-bit numbers of this draw."""
        words: list[int] = []
        for block in range((count + 7) // 8):
            keyed = self._keyed.copy()
            keyed.update(_PLACE.pack(draw, block))
            words += _BLOCK.unpack(keyed.digest())
        return words[:count]


copyreg.pickle(Chance, lambda chance: (Chance, (chance._seed,)))


class Blind(Chance):
    """Chance without knowledge of the seed: every draw with more than one possible result is unknown."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(bytes(SEED_BYTES))

    def order(self, draw: int, n: int) -> tuple[int, ...] | None:  # noqa: ARG002 - the draw does not matter here
        """None unless only one order is possible."""
        return tuple(range(n)) if n < 2 else None

    def pick(self, draw: int, n: int, k: int) -> tuple[int, ...] | None:  # noqa: ARG002 - the draw does not matter here
        """None unless only one choice is possible."""
        return tuple(range(k)) if k in (0, n) else None

    def weighted(self, draw: int, weights: Sequence[float]) -> tuple[int] | None:  # noqa: ARG002 - the draw does not matter here
        """None unless only one place is possible."""
        possible = [place for place, weight in enumerate(weights) if weight]
        return (possible[0],) if len(possible) == 1 else None


BLIND = Blind()


class Later(Chance):
    """The draws after some undos. They have numbers of their own, so none of them was seen before.

    Args:
        source: the chance of the game.
        undos: how many undos there were.
    """

    __slots__ = ("_offset", "_source")

    def __init__(self, source: Chance, undos: int) -> None:
        self._source, self._offset = source, undos * STRETCH

    def order(self, draw: int, n: int) -> tuple[int, ...] | None:
        """The order of the game's chance, under the later number."""
        return self._source.order(self._offset + draw, n)

    def pick(self, draw: int, n: int, k: int) -> tuple[int, ...] | None:
        """The sample of the game's chance, under the later number."""
        return self._source.pick(self._offset + draw, n, k)


def after_undos(chance: Chance, undos: int) -> Chance:
    """The draws of a game after some undos."""
    return Later(chance, undos) if undos else chance


class InOrder(Chance):
    """Chance that leaves everything in its order. With it, `reshuffled` gives a position that holds nothing hidden."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(bytes(SEED_BYTES))

    def order(self, draw: int, n: int) -> tuple[int, ...]:  # noqa: ARG002 - the draw does not matter here
        """The positions in ascending order."""
        return tuple(range(n))

    def pick(self, draw: int, n: int, k: int) -> tuple[int, ...]:  # noqa: ARG002 - the draw does not matter here
        """The first positions."""
        return tuple(range(k))


IN_ORDER = InOrder()

for _seedless in (Blind, InOrder):
    copyreg.pickle(_seedless, lambda chance: (type(chance), ()))


def settled(drawn: tuple[int, ...] | None) -> tuple[int, ...]:
    """The result of a draw that must be known, such as one that sets up a game.

    Raises:
        ValueError: the result is unknown, because the chance is blind.
    """
    if drawn is None:
        raise ValueError("this draw needs a seed; blind chance does not know the result")
    return drawn


def shuffled(cards: Iterable[int], chance: Chance, draw: int) -> tuple[int, ...]:
    """Cards that were sorted and then shuffled, so that the result does not depend on their order before.

    Raises:
        ValueError: the chance is blind.
    """
    ordered = sorted(cards)
    return tuple([ordered[i] for i in settled(chance.order(draw, len(ordered)))])
