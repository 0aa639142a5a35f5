"""Gets the ids of finished games from the service, by webhook."""

import asyncio
import base64
import hashlib
import hmac
import json
import re
import secrets
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

KEY = secrets.token_bytes(32)
SECRET = "whsec_" + base64.b64encode(KEY).decode()


def is_genuine(headers: Mapping[str, str], body: bytes) -> bool:
    """Return whether the service has sent this body, in the last five minutes."""
    id_, sent, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    signed = f"{id_}.{sent}.".encode(errors="replace") + body
    expected = "v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
    fresh = re.fullmatch("[0-9]{10}", sent) is not None and abs(time.time() - int(sent)) < 300
    given = signatures.encode(errors="replace").split()
    return fresh and any(hmac.compare_digest(expected.encode(), one) for one in given)


class Results:
    """The ids of the games that are over, each once, in a queue."""

    def __init__(self) -> None:
        self.games: asyncio.Queue[str] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._known: set[str] = set()
        results = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                genuine = is_genuine(self.headers, body)
                self.send_response(204 if genuine else 401)
                self.end_headers()
                if genuine:
                    results.hear(json.loads(body)["data"]["gameId"])

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def hear(self, game: str) -> None:
        """A game is over. A delivery may come twice."""
        if game not in self._known:
            self._known.add(game)
            self._loop.call_soon_threadsafe(self.games.put_nowait, game)

    async def subscribe(self, url: str, token: str) -> None:
        """Register for the ends of all games of an account."""
        wanted = {"url": f"http://127.0.0.1:{self._server.server_port}/", "events": ["GAME_OVER"], "secret": SECRET}
        async with httpx.AsyncClient(base_url=url, headers={"authorization": f"Bearer {token}"}) as http:
            (await http.post("/v1/account/webhooks", json=wanted)).raise_for_status()
