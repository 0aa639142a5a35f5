"""The files of the pages, shared by instances of different releases.

A browser loads a page from one instance and the page's files from others. While a release is rolled out, some of them have other
builds; and a tab that is open over it loads further files of the earlier one. So each instance keeps its files in the store.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from taphouse.service.runtime.backoff import around
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Store

FOLDER = Path(__file__).parent / "web"
"""The folder in which the pages are built."""
INDEX = "index.html"
ZIPPED = ".gz"
"""The suffix of files that were compressed when they were built."""
KEPT = 7 * 86_400_000
"""Milliseconds for which a file is kept after the last instance that has it."""
RENEWED = 86_400.0
"""Seconds after which an instance renews that time."""
LOOKED = 20.0
"""Seconds after which an instance looks for a new build, and tries again if the store was unavailable."""
_NAME = re.compile(r"[\w.-]{1,80}-[\w-]{8}\.[a-z0-9]{2,5}", re.ASCII)
"""A name that holds a digest."""
_SIGNATURE = 32


class SharedFiles:
    """The files of the pages in the store. They are signed, because the store must not be able to bring code into a page.

    Args:
        store: The store.
        keys: The signing keys. The first signs; all are accepted.
        folder: The folder in which the pages are built.
    """

    def __init__(self, store: Store, keys: Sequence[str], folder: Path = FOLDER) -> None:
        self._store, self._folder = store, folder
        self._keys = [key.encode() for key in keys]

    async def run(self) -> None:
        """Keep the files of this instance in the store until cancelled."""
        shared, renewed = 0, 0.0
        while True:
            with suppress(OSError, StoreUnavailable):  # the pages may not be built, or be built anew meanwhile
                built = (self._folder / INDEX).stat().st_mtime_ns
                if built != shared or time.monotonic() > renewed:
                    await self.share()
                    shared, renewed = built, time.monotonic() + RENEWED
            await asyncio.sleep(around(LOOKED))

    async def share(self) -> None:
        """Keep the files of this instance in the store.

        Raises:
            StoreUnavailable: Some of them are not kept.
        """
        for path in sorted((self._folder / "assets").glob(f"*{ZIPPED}")):
            name, zipped = path.name.removesuffix(ZIPPED), path.read_bytes()
            await self._store.put_file(name, _sign(self._keys[0], name, zipped) + zipped, KEPT)

    async def find(self, name: str) -> bytes | None:
        """The file with this name, compressed, of any instance; None if there is none or the store does not answer."""
        if not _NAME.fullmatch(name):
            return None
        try:
            found = await self._store.file(name)
        except StoreUnavailable:
            return None
        signature, zipped = (found or b"")[:_SIGNATURE], (found or b"")[_SIGNATURE:]
        if not any(hmac.compare_digest(signature, _sign(key, name, zipped)) for key in self._keys):
            return None
        return zipped


def _sign(key: bytes, name: str, zipped: bytes) -> bytes:
    return hmac.digest(hmac.digest(key, b"taphouse-page", "sha256"), name.encode() + b"\0" + zipped, "sha256")
