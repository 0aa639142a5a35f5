"""A proxy that can be shut, so that connections break and new ones are refused, or fall silent without a word."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType


class Gate:
    """Passes bytes to a service on the loopback, as long as it is open. A context manager.

    Args:
        port: The service's, also later by `upstream`.
        rewrite: Changes what is passed to the service. A browser sends the head of a request at once.
    """

    def __init__(self, port: int, rewrite: Callable[[bytes], bytes] = bytes) -> None:
        self.upstream, self._rewrite = port, rewrite
        self._silent = False
        self._dead: set[socket.socket] = set()
        self._sockets: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listening: socket.socket | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Take connections, at the same port as before."""
        listening = socket.create_server(("127.0.0.1", self.port))
        self.port = listening.getsockname()[1]
        self._listening = listening
        threading.Thread(target=self._accept, args=(listening,), daemon=True).start()

    def shut(self) -> None:
        """Break every connection, and take no more."""
        assert self._listening is not None
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        with self._lock:
            for one in self._sockets:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def fall_silent(self) -> None:
        """Swallow what is sent from now on, in connections that stay open and in new ones."""
        with self._lock:
            self._silent = True
            self._dead |= self._sockets

    def speak(self) -> None:
        """Break the connections that fell silent, and pass on what is sent in new ones."""
        with self._lock:
            self._silent = False
            for one in self._dead:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Gate:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shut()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):  # shut
            while True:
                near, _ = listening.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self.upstream))
                except OSError:  # nobody serves
                    near.close()
                    continue
                with self._lock:
                    self._sockets |= {near, far}
                    if self._silent:
                        self._dead |= {near, far}
                for one, other, change in ((near, far, self._rewrite), (far, near, bytes)):
                    threading.Thread(target=self._pass_on, args=(one, other, change), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket, change: Callable[[bytes], bytes]) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if one not in self._dead:
                    other.sendall(change(data))
        if one not in self._dead:
            with suppress(OSError):
                other.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._sockets.discard(one)
        one.close()
