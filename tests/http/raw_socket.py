"""A WebSocket client of a few lines over a plain socket, so that tests may also send what no library would."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import socket
import struct
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from tests.effort import BOUND

PROTOCOL = "graphql-transport-ws"
MORE, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
_ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

Json = dict[str, Any]


class Closed(Exception):
    """The service closed the WebSocket."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class Refused(Exception):
    """The service did not accept the WebSocket; the message is the status line."""


class RawSocket:
    """A WebSocket to `/graphql` of a service, as a context manager.

    Args:
        url: where the service answers, `http://...`.
        protocols: the subprotocols that are offered; None for no such header.
        token: a bearer token for the upgrade request.
        headers: more of its headers.
        window: bytes that the kernel takes in while nobody reads.

    Raises:
        Refused: the service does not accept it.
    """

    def __init__(
        self,
        url: str,
        *,
        protocols: str | None = PROTOCOL,
        token: str | None = None,
        headers: dict[str, str] | None = None,
        window: int | None = None,
    ) -> None:
        parts = urlsplit(url)
        self.line = socket.socket()
        if window is not None:
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.line.settimeout(BOUND)
        self.line.connect((parts.hostname, parts.port))
        self._got = b""
        key = base64.b64encode(os.urandom(16)).decode()
        given = {
            "Host": parts.netloc,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Version": "13",
            **({} if protocols is None else {"Sec-WebSocket-Protocol": protocols}),
            **({} if token is None else {"Authorization": f"Bearer {token}"}),
            **(headers or {}),
        }
        lines = ["GET /graphql HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "", ""]
        self.line.sendall("\r\n".join(lines).encode())
        status, *answered = self._until(b"\r\n\r\n").decode().strip().split("\r\n")
        if status.split()[1] != "101":
            self.line.close()
            raise Refused(status)
        self.headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in answered)}
        accepted = base64.b64encode(hashlib.sha1(f"{key}{_ACCEPT}".encode()).digest()).decode()  # noqa: S324
        assert self.headers["sec-websocket-accept"] == accepted

    def __enter__(self) -> RawSocket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.line.close()

    def frame(self, payload: bytes, opcode: int = TEXT, last: bool = True) -> bytes:
        """A frame, masked as a client's must be; not the `last` one of its message, where it goes on."""
        size, first = len(payload), opcode | (0x80 if last else 0)
        if size < 126:
            head = struct.pack("!BB", first, 0x80 | size)
        elif size < 1 << 16:
            head = struct.pack("!BBH", first, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", first, 0x80 | 127, size)
        mask = os.urandom(4)
        masked = int.from_bytes(payload, "big") ^ int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        return head + mask + masked.to_bytes(size, "big")

    def send(self, *messages: Json | str) -> None:
        """Messages, as values or as text, all at once."""
        texts = [message if isinstance(message, str) else json.dumps(message) for message in messages]
        self.line.sendall(b"".join(self.frame(text.encode()) for text in texts))

    def init(self, payload: Json | None = None) -> RawSocket:
        """Begin, and be acknowledged."""
        self.send({"type": "connection_init", **({} if payload is None else {"payload": payload})})
        assert self.receive() == {"type": "connection_ack"}
        return self

    def subscribe(self, id_: str, query: str, variables: Json | None = None) -> None:
        """Start an operation."""
        self.send(subscribe(id_, query, variables))

    def next(self, id_: str) -> Json:
        """The data of the next message, which must be a `next` of this operation without errors."""
        message = self.receive()
        assert (message["type"], message["id"]) == ("next", id_), message
        payload: Json = message["payload"]
        assert "errors" not in payload, payload
        data: Json = payload["data"]
        return data

    def receive(self) -> Json:
        """The next message.

        Raises:
            Closed: there are none any more.
            ConnectionError: nor is there a close frame.
        """
        while True:
            opcode, payload = self.read_frame()
            if opcode == CLOSE:
                raise Closed(int.from_bytes(payload[:2], "big"), payload[2:].decode())
            if opcode == PING:
                self.line.sendall(self.frame(payload, PONG))
            elif opcode == TEXT:
                message: Json = json.loads(payload)
                return message

    def closed(self) -> Closed:
        """The `Closed` with which it ended, whatever came before."""
        while True:
            try:
                self.receive()
            except Closed as closed:
                return closed

    def quiet(self) -> None:
        """Nothing came that has not been read: a ping is answered by the next message."""
        self.send({"type": "ping"})
        assert self.receive() == {"type": "pong"}

    def vanish(self) -> None:
        """Be gone without a close frame, as a program that is killed."""
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.line.close()

    def read_frame(self) -> tuple[int, bytes]:
        """The opcode and the payload of the next frame."""
        first, second = self._exactly(2)
        assert first & 0x80, "the service sends each message in one frame"
        assert not second & 0x80, "only a client masks"
        size = second & 0x7F
        if size >= 126:
            size = int.from_bytes(self._exactly(2 if size == 126 else 8), "big")
        return first & 0x0F, self._exactly(size)

    def _until(self, end: bytes) -> bytes:
        while end not in self._got:
            self._more()
        head, _, self._got = self._got.partition(end)
        return head

    def _exactly(self, size: int) -> bytes:
        while len(self._got) < size:
            self._more()
        data, self._got = self._got[:size], self._got[size:]
        return data

    def _more(self) -> None:
        data = self.line.recv(65536)
        if not data:
            raise ConnectionError("the service is gone without a close frame")
        self._got += data


def subscribe(id_: str, query: str, variables: Json | None = None) -> Json:
    """The message that starts an operation."""
    return {"id": id_, "type": "subscribe", "payload": {"query": query, "variables": variables}}
