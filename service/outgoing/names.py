"""Resolves host names without threads: a name server that does not answer keeps no other name waiting."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aiodns import DNSResolver

PATIENCE = 5.0
"""Seconds within which a name must resolve."""
_FIRST, _TRIES = 0.5, 4
"""Seconds until a server is asked again, doubled each time; and the number of tries."""
MOST_ADDRESSES = 64
"""The most addresses of a name: each is judged, and a name server may send thousands."""

Resolve = Callable[[str], Awaitable[Sequence[str]]]
"""Returns the addresses of a host name. Raises OSError if it has none."""


class Resolver:
    """Resolves host names by /etc/hosts and the machine's name servers.

    Args:
        search: True if a name may lack the machine's search domains (`search` and `ndots` in /etc/resolv.conf). The name of a
            public host never does, and searching for it asks for many names that do not exist.
        options: More options of the library.
    """

    def __init__(self, *, search: bool, **options: Any) -> None:
        self._search, self._options = search, options

    @cached_property
    def _library(self) -> DNSResolver:
        from aiodns import DNSResolver
        from pycares import ARES_FLAG_EDNS, ARES_FLAG_NOSEARCH

        flags = ARES_FLAG_EDNS | (0 if self._search else ARES_FLAG_NOSEARCH)
        return DNSResolver(**{"timeout": _FIRST, "tries": _TRIES, "flags": flags} | self._options)

    async def __call__(self, host: str) -> Sequence[str]:
        """The addresses of a host, the best first.

        Raises:
            OSError: The name does not resolve, or not in time, or has too many addresses.
        """
        from aiodns.error import DNSError

        try:
            async with asyncio.timeout(PATIENCE):
                found = await self._library.getaddrinfo(host, type=socket.SOCK_STREAM)
        except DNSError as error:
            raise OSError("the name does not resolve") from error
        if len(found.nodes) > MOST_ADDRESSES:
            raise OSError("the name has too many addresses")
        return list(dict.fromkeys(node.addr[0].decode() for node in found.nodes))

    async def __aenter__(self) -> Resolver:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Give up all names."""
        if "_library" in vars(self):
            await self._library.close()
