"""A service to play at, a bad connection to it, and the command."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]
Answer = subprocess.CompletedProcess[str]


def environment(**variables: str) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TAPHOUSE_")}
    return clean | {"PYTHONPATH": str(ROOT), "COLUMNS": "100", **variables}


def demo(*arguments: str) -> Answer:
    command = [sys.executable, "-m", "taphouse", "demo", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    """The URL of a service that knows the tiny game too."""
    command = [sys.executable, "-m", "tests.demo.server"]
    with subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


class Line:
    """A connection to the service on which things happen to requests and replies."""

    def __init__(self, service: str) -> None:
        self.service = service
        self.client = httpx.Client(trust_env=False, timeout=30)
        self.asked = 0
        self.request: Callable[[int, str], str] = lambda _, body: body
        """From the number of a request and its body to the body that arrives."""
        self.reply: Callable[[int, str], str | None] = lambda _, body: body
        """From the number of a request and the reply to the reply that arrives; None where it is lost."""
        line = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                line.asked += 1
                number = line.asked
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                headers = {"content-type": "application/json"}
                if "authorization" in self.headers:
                    headers["authorization"] = self.headers["authorization"]
                sent = line.client.post(line.service + self.path, content=line.request(number, body), headers=headers)
                text = line.reply(number, sent.text)
                if text is not None:
                    self.send_response(sent.status_code)
                    self.send_header("content-type", "application/json")
                    self.end_headers()
                    self.wfile.write(text.encode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def line(service: str) -> Iterator[Line]:
    made = Line(service)
    thread = threading.Thread(target=made.server.serve_forever, args=(0.01,))
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()
    made.client.close()
