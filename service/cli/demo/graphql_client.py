"""A small GraphQL client that reports failures as sentences."""

from __future__ import annotations

import time
from ipaddress import ip_address
from typing import Any

import httpx

TIMEOUT = 30.0
PAUSES = (0.1, 0.3, 1.0, 2.0)
"""Seconds to wait before each retry when the connection breaks or the service is unavailable."""
_AWAY = (502, 503, 504)
MOST_WAITED = 120.0
"""Seconds to wait in total while rate-limited."""

Json = dict[str, Any]


class DemoFailed(Exception):
    """The game did not end; the message says why. `status` is the exit status."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


class Client:
    """A client of one service.

    Args:
        url: The service's URL, with or without `/graphql`.

    Raises:
        DemoFailed: The URL is invalid.
    """

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/").removesuffix("/graphql")
        try:
            parsed = httpx.URL(self.url)
        except httpx.InvalidURL:
            parsed = httpx.URL("")
        if parsed.scheme not in {"http", "https"} or not parsed.host:
            raise DemoFailed(f"{url} is not the URL of a service. Give one such as http://127.0.0.1:8000.", 2)
        # A proxy named by the environment cannot reach this machine's own addresses.
        self._http = httpx.Client(timeout=TIMEOUT, trust_env=not is_here(parsed.host))

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def ask(
        self, query: str, variables: Json | None = None, token: str | None = None, tries: int | None = None
    ) -> Json:
        """Send an operation and return its data. Retries when the connection breaks or the service is unavailable.

        Only send operations that may arrive twice: queries, and mutations with an idempotency key.

        Raises:
            DemoFailed: There is no answer, or it holds errors.
        """
        tries = len(PAUSES) + 1 if tries is None else tries
        for pause in (*PAUSES[: tries - 1], None):
            try:
                response = self._post(query, variables, token)
            except httpx.TransportError as error:
                if pause is None:
                    why = str(error).rstrip(".") or type(error).__name__
                    raise DemoFailed(f"The service at {self.url} does not answer: {why}.") from None
            else:
                if pause is None or response.status_code not in _AWAY:
                    return self._data(response)
            time.sleep(pause)
        raise AssertionError("the last try returns or raises")

    def _post(self, query: str, variables: Json | None, token: str | None) -> httpx.Response:
        """The answer, after waiting while rate-limited."""
        waited = 0.0
        while True:
            response = self._http.post(
                f"{self.url}/graphql",
                json={"query": query, "variables": variables or {}},
                headers={"authorization": f"Bearer {token}"} if token else {},
            )
            wait = retry_after(response.headers.get("retry-after"))
            if response.status_code != 429 or waited + wait > MOST_WAITED:
                return response
            time.sleep(wait)
            waited += wait

    def _data(self, response: httpx.Response) -> Json:
        try:
            body = response.json()
        except ValueError:
            body = None
        if isinstance(body, dict) and body.get("errors"):
            messages = " ".join(_message(error) for error in body["errors"])
            raise DemoFailed(f"The service at {self.url} answers {response.status_code}: {messages}")
        if response.status_code != 200 or not isinstance(body, dict) or not isinstance(body.get("data"), dict):
            raise DemoFailed(f"The server at {self.url}/graphql is not Taphouse: status {response.status_code}.")
        data: Json = body["data"]
        return data


def retry_after(header: str | None) -> float:
    """The seconds to wait before a rate-limited request may be sent again, from the answer's `Retry-After`."""
    return max(1.0, float(header)) if header is not None and header.isdecimal() else 1.0


def _message(error: Json) -> str:
    number = error.get("extensions", {}).get("id")
    return f"{error.get('message')} (id {number})" if number else str(error.get("message"))


def is_here(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
