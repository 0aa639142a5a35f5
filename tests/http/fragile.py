"""A store that can be away."""

from __future__ import annotations

from typing import Any

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Loaded, StoredNews


class Fragile(MemoryStore):
    """A store whose reads can be made to fail."""

    away = False

    async def load(self, *given: Any) -> Loaded:
        self._try()
        return await super().load(*given)

    async def news(self, *given: Any) -> StoredNews:
        self._try()
        return await super().news(*given)

    def _try(self) -> None:
        if self.away:
            raise StoreUnavailable("away")
