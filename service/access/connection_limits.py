"""Connection limits: how many are open, for how long, and how fast a WebSocket may send messages.

The TCP connections of this process are counted when they are accepted, and closed when they take too long. Those of trusted
proxies carry many clients and are not counted by address; their requests are, by the forwarded address. Some files stay free
for the store, and some connections for health checks. See docs/decisions/0023-connections-are-counted-when-accepted.md.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from taphouse.service.access.proxies import Proxies, network
from taphouse.service.runtime.settings import IDLE_SECONDS

HEAD_SECONDS, BODY_SECONDS = 10.0, 30.0
"""The most seconds that the head of a request may take, and its body."""
BUSY_IDLE_SECONDS = 5
"""The most seconds of the pause between two requests when an address or the process has half of its allowed connections open."""
LEAST_NEW = 256
"""The connections that an address may open within a second, however few it may have at once."""
SPARE = 16
"""Connections beyond each limit that are answered, but only with a refusal or the state of health."""
KEPT_FILES = 256
"""Open files that are kept for the store, deliveries to webhooks, bots and logs."""
DRAINED = 16 << 20
"""The bytes of a body that are read beyond its limit: closing a connection with unread bytes would lose the answer."""
FULL = "taphouse.full"
"""The ASGI extension of a request whose connection exceeds a limit. It is refused, unless it asks for health."""
FRAME_SECONDS = 5.0
"""The frames that an address may send at once, in seconds' worth."""
RESTS = 5.0
"""The seconds for which an open stream need not be checked: no time that is checked is shorter when it ends."""
_SWEEP = 1.0


class Full(Enum):
    """The limit that a connection exceeds."""

    ADDRESS = "address"
    PROCESS = "process"


class Open(Protocol):
    """An open connection."""

    rests: float
    """The time of the event loop until which it need not be checked."""

    def check(self, now: float, idle: float) -> None:
        """Close the connection if it takes too long.

        Args:
            now: The time of the event loop.
            idle: The most seconds between two requests.
        """


class TcpConnections:
    """Counts the connections of a process.

    Args:
        per_address: The most connections of an address, and about as many as it may open within a second; 0 for no limit.
        proxies: See `Proxies`.
        frames: The frames of WebSockets that an address may send per second; 0 for no limit.
        most: The most connections of the process; None for the number that its limit of open files allows.
        idle: The most seconds between two requests on a connection.
    """

    def __init__(
        self,
        per_address: int,
        proxies: Sequence[str] = (),
        frames: int = 0,
        most: int | None = None,
        idle: int = IDLE_SECONDS,
    ) -> None:
        self.idle = idle
        self._per_address, self._per_second, self._most = per_address, max(per_address, LEAST_NEW), most
        self._proxies = Proxies(proxies)
        self._open: dict[Open, str | None] = {}  # with its address, if that is counted
        self._of: Counter[str] = Counter()
        self._new: Counter[str] = Counter()  # accepted since the last check
        self._frames, self._paces = frames, dict[str, Pace]()
        self._sweep: asyncio.TimerHandle | None = None
        self.now = 0.0
        """The time of the event loop, to a second, while there are connections."""

    def __len__(self) -> int:
        return len(self._open)

    def of(self, address: str) -> int:
        """The connections of an address."""
        return self._of[network(address)]

    def join(self, connection: Open, peer: str) -> Full | None:
        """Count a connection, and return the limit that it exceeds.

        Raises:
            ConnectionRefusedError: There are too many beyond the limit: this one must be closed.
        """
        if self._most is None:
            self._most = _most_open()
        address = None if self._proxies.trusts(peer) else network(peer)
        full = None
        if address is not None and self._per_address:
            self._new[address] += 1
            beyond = max(self._of[address] - self._per_address, (self._new[address] - self._per_second - 1) // SPARE)
            if beyond >= SPARE:
                raise ConnectionRefusedError
            full = Full.ADDRESS if beyond >= 0 else None
        if len(self._open) >= self._most:
            if len(self._open) >= self._most + SPARE:
                raise ConnectionRefusedError
            full = Full.PROCESS
        self._open[connection] = address
        if address is not None:
            self._of[address] += 1
        if self._sweep is None:
            self._later()
        return full

    def crowd(self, connection: Open, most: int) -> str | None:
        """The address of a connection, if it has more than `most` of them."""
        address = self._open.get(connection)
        return address if address is not None and self._of[address] > most else None

    def pace(self, connection: Open) -> Pace:
        """Counts the frames of WebSockets: those of an address together, and of each connection of a proxy alone."""
        address = self._open[connection]
        if address is None:
            return Pace(self._frames, FRAME_SECONDS)
        return self._paces.setdefault(address, Pace(self._frames, FRAME_SECONDS))

    def replace(self, before: Open, after: Open) -> None:
        """Note that a connection continues as another object."""
        self._open[after] = self._open.pop(before)

    def leave(self, connection: Open) -> str | None:
        """Stop counting a connection that was closed, and return its address, if that was counted."""
        address = self._open.pop(connection)
        if address is not None:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]
        return address

    def _later(self) -> None:
        """Check in a second, as long as there are connections: a timer for each would cost more than most requests."""
        loop = asyncio.get_running_loop()
        self.now = loop.time()
        self._sweep = loop.call_later(_SWEEP, self._check) if self._open else None

    def _check(self) -> None:
        self._new.clear()
        for rested in [one for one, pace in self._paces.items() if one not in self._of and pace.rested]:
            del self._paces[rested]
        busy, now = self._most is not None and len(self._open) > self._most // 2, self.now
        for connection, address in list(self._open.items()):
            if connection.rests > now:
                continue
            crowded = busy or (address is not None and 0 < self._per_address < 2 * self._of[address])
            connection.check(now, min(BUSY_IDLE_SECONDS, self.idle) if crowded else self.idle)
        self._later()


class Pace:
    """A token bucket for messages: `rate` per second on average, and the worth of some seconds at once; 0 for no limit."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: int, seconds: float = 10.0) -> None:
        self._rate, self._most = rate, rate * seconds
        self._left, self._at = self._most, time.monotonic()

    def exceeded(self, count: int = 1) -> bool:
        """Count messages, and return whether they exceed the limit."""
        if not self._rate:
            return False
        now = time.monotonic()
        self._left = max(-1.0, min(self._most, self._left + (now - self._at) * self._rate) - count)
        self._at = now
        return self._left < 0

    @property
    def rested(self) -> bool:
        """True if nothing was counted for so long that the bucket is full again."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most

    @property
    def spent(self) -> bool:
        """True if the next message would exceed the limit."""
        return bool(self._rate) and self._left + (time.monotonic() - self._at) * self._rate < 1


def _most_open() -> int:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return 1 << 30
    return files - min(KEPT_FILES, files // 4) - SPARE
