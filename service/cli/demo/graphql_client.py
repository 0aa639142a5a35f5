"""The client of the demo, whose failures are sentences that end it."""

from __future__ import annotations

from typing import Any

from taphouse import client
from taphouse.client import TaphouseError

PATIENCE = 5.0
"""Seconds to wait for a service that does not answer."""

Json = dict[str, Any]


class DemoFailed(Exception):
    """The game did not end; the message says why."""


class Client:
    """A client of one service. The demo builds its documents itself, from the service's own schema.

    Args:
        url: The service's URL, with or without `/graphql`.

    Raises:
        DemoFailed: The URL is invalid.
    """

    def __init__(self, url: str) -> None:
        try:
            self._client = client.Client(url, patience=PATIENCE)
        except ValueError as error:
            raise DemoFailed(str(error)) from None

    @property
    def url(self) -> str:
        """The service's URL."""
        return self._client.url

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def ask(self, query: str, variables: Json | None = None, token: str | None = None) -> Json:
        """Send an operation until it is answered, and return its data.

        Only send operations that may arrive twice: queries, and mutations with an idempotency key.

        Raises:
            DemoFailed: There is no answer, or it holds errors.
        """
        try:
            return self._client.execute(query, variables, token)
        except TaphouseError as error:
            raise DemoFailed(str(error)) from None
