"""The newest answers of bots to clients: each question is thought about once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from weakref import WeakValueDictionary

from taphouse.engine.bots.search import Considered

MOST_ANSWERS = 256
"""The most answers that are kept. Each is a few KB, with the position that it is about."""


class Answers:
    """The newest answers, by their questions."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, list[Considered]] = {}
        self._asked: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    async def get(self, question: Hashable, think: Callable[[], Awaitable[list[Considered]]]) -> list[Considered]:
        """The answer to a question. Those who ask while somebody thinks wait; if the thought fails, the next one thinks.

        Args:
            question: All that the answer depends on, besides chance.
            think: Finds an answer.
        """
        lock = self._asked.setdefault(question, asyncio.Lock())
        async with lock:
            answer = self._kept.pop(question) if question in self._kept else await think()
            self._kept[question] = answer
        if len(self._kept) > MOST_ANSWERS:
            del self._kept[next(iter(self._kept))]
        return answer
