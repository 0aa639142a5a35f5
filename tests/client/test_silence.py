"""A stream whose connection is gone without a word is opened again."""

from __future__ import annotations

import socket
import threading

import pytest

from taphouse.client import Client, clients
from tests.effort import BOUND


def test_a_silent_stream_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "SILENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(BOUND)
        client = Client(f"http://127.0.0.1:{listening.getsockname()[1]}", token="any", patience=BOUND)  # noqa: S106
        stream = client.account_events()
        threading.Thread(target=lambda: next(stream, None), daemon=True).start()
        lines = []
        for _ in range(2):
            line, _ = listening.accept()
            lines.append(line)
            line.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n")
        lines[1].sendall(b"event: complete\ndata: \n\n")
        for line in lines:
            line.close()
