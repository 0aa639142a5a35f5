"""Somebody else's login: an issuer of JSON Web Tokens, with its keys in a file or behind HTTP on the loopback."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

ISSUER, AUDIENCE = "https://login.example", "taphouse"
HOUR = 3600
ANN, BOB, CID, DEB = "ann", "bob", "cid", "deb"

Json = dict[str, Any]


class Pair:
    """A key of an issuer."""

    def __init__(self, name: str, algorithm: str = "ES256") -> None:
        self.name, self.algorithm = name, algorithm
        self.private: Any
        if algorithm == "ES256":
            self.private, of = ec.generate_private_key(ec.SECP256R1()), ECAlgorithm
        elif algorithm == "EdDSA":
            self.private, of = ed25519.Ed25519PrivateKey.generate(), OKPAlgorithm
        else:
            self.private, of = rsa.generate_private_key(65537, 2048), RSAAlgorithm
        self.public: Json = json.loads(of.to_jwk(self.private.public_key()))
        self.public |= {"kid": name, "alg": algorithm, "use": "sig"}

    def sign(self, said: Json, **header: Any) -> str:
        return jwt.encode(said, self.private, self.algorithm, headers={"kid": self.name, **header})


def claims(subject: str, **other: Any) -> Json:
    """The claims of somebody's token for the next hour."""
    now = int(time.time())
    return {"iss": ISSUER, "aud": AUDIENCE, "sub": subject, "iat": now, "exp": now + HOUR} | other


class Issuer:
    """An issuer with one key in a file; settings for a service that trusts it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.key = Pair("first")
        self.publish(self.key)

    def publish(self, *keys: Pair) -> None:
        self.file.write_text(json.dumps(key_set(*keys)))

    def token(self, subject: str, **other: Any) -> str:
        return self.key.sign(claims(subject, **other))

    @property
    def settings(self) -> Json:
        return {"accounts_issuer": ISSUER, "accounts_audience": AUDIENCE, "accounts_keys": str(self.file)}


def key_set(*keys: Pair) -> Json:
    return {"keys": [key.public for key in keys]}


class Published:
    """A key set behind HTTP: what is answered can be changed and held back, and is counted."""

    def __init__(self) -> None:
        self.answer: tuple[int, bytes] = (200, b"")
        self.asked = 0
        self.let = threading.Event()
        self.let.set()
        self.url = ""

    def publish(self, *keys: Pair) -> None:
        self.answer = 200, json.dumps(key_set(*keys)).encode()


@contextmanager
def published() -> Iterator[Published]:
    """A server of key sets on the loopback."""
    state = Published()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.asked += 1
            state.let.wait(20)
            status, body = state.answer
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing is said."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        state.url = f"http://127.0.0.1:{server.server_port}/keys"
        try:
            yield state
        finally:
            state.let.set()
            server.shutdown()
            thread.join()
