"""A small GraphQL client. What goes wrong between it and the service ends as a sentence."""

from __future__ import annotations

import time
from ipaddress import ip_address
from typing import Any

import httpx

TIMEOUT = 30.0
PAUSES = (0.1, 0.3, 1.0, 2.0)
"""Seconds to wait before each further try where the connection is lost or the service says that it is away for a moment."""
_AWAY = (502, 503, 504)
MOST_WAITED = 120.0
"""Seconds to wait in all where the service says that too much was asked for."""

Json = dict[str, Any]


class DemoFailed(Exception):
    """The game did not come to its end; the sentence says why. `status` is the exit status."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


class Client:
    """Asks one service.

    Args:
        url: where it is, with or without `/graphql`.

    Raises:
        DemoFailed: the URL is none.
    """

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/").removesuffix("/graphql")
        try:
            parsed = httpx.URL(self.url)
        except httpx.InvalidURL:
            parsed = httpx.URL("")
        if parsed.scheme not in {"http", "https"} or not parsed.host:
            raise DemoFailed(f"{url} is no URL of a service, such as http://127.0.0.1:8000.", 2)
        # A proxy that the environment names cannot know what is here.
        self._http = httpx.Client(timeout=TIMEOUT, trust_env=not is_here(parsed.host))

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def ask(
        self, query: str, variables: Json | None = None, token: str | None = None, tries: int | None = None
    ) -> Json:
        """The data of the answer. Where the connection is lost, the same request is sent again.

        Only send what may arrive twice: a query, or a mutation with an idempotency key.

        Raises:
            DemoFailed: there is no answer, or it holds errors.
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
        """The answer, once the service does not say any more that too much was asked for."""
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
            told = " ".join(_told(error) for error in body["errors"])
            raise DemoFailed(f"The service at {self.url} answers {response.status_code}: {told}")
        if response.status_code != 200 or not isinstance(body, dict) or not isinstance(body.get("data"), dict):
            raise DemoFailed(f"What answers at {self.url}/graphql is no Taphouse: status {response.status_code}.")
        data: Json = body["data"]
        return data


def retry_after(told: str | None) -> float:
    """The seconds to wait before a request that was refused for the rate may pass, from its answer's `Retry-After`."""
    return max(1.0, float(told)) if told is not None and told.isdecimal() else 1.0


def _told(error: Json) -> str:
    number = error.get("extensions", {}).get("id")
    return f"{error.get('message')} (id {number})" if number else str(error.get("message"))


def is_here(host: str) -> bool:
    """Whether a host is this machine, so that no proxy knows it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
