"""Finds the passages of a rule book that answer a question, by the words that they share with it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from taphouse.engine.words.spelling import stems

_TITLE = 3
"""A word in a title counts as much as so many in a text."""
_FEW = 0.4
"""The least score of a passage, as a part of the best one."""


class Passage(Struct, frozen=True):
    """A passage of a rule book."""

    title: str
    text: str
    words: str = ""
    """Further words by which it is found."""
    weight: float = 1

    def __str__(self) -> str:
        return f"{self.title}: {self.text}"


class Index:
    """The passages of a rule book by their words. Rare words count more, and long passages less, as in BM25."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = [
            (one, Counter(stems(f"{one.title} {one.words}") * _TITLE + stems(one.text))) for one in passages
        ]
        self._common = Counter(word for _, words in self._passages for word in words)
        self._length = sum(words.total() for _, words in self._passages) / max(1, len(passages))

    def find(self, question: str, most: int) -> list[Passage]:
        """The passages that answer a question best, the best first."""
        asked = set(stems(question))
        scores = [(one.weight * sum(self._score(word, words) for word in asked), one) for one, words in self._passages]
        best = max((score for score, _ in scores), default=0)
        found = sorted((pair for pair in scores if pair[0] > _FEW * best), key=lambda pair: -pair[0])
        return [one for _, one in found[:most]]

    def _score(self, word: str, words: Counter[str]) -> float:
        if not words[word]:
            return 0
        rarity = math.log(1 + len(self._passages) / self._common[word])
        return rarity * words[word] / (words[word] + 0.5 + 0.5 * words.total() / self._length)
