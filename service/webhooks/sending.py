"""Sends a delivery once: the payload, its signature, and one bounded request. See docs/api.md, "Webhooks"."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import ssl
from functools import cached_property
from typing import Any, Protocol

import httpcore
import httpx
import msgspec
from msgspec import Struct

from taphouse.schema.values import moment
from taphouse.service.runtime.settings import Webhooks
from taphouse.service.webhooks.addresses import AddressRefused, CheckedBackend, Resolve, why_not_url
from taphouse.service.webhooks.stored import Delivery, Hook

PATIENCE = 10.0
"""Seconds for a whole request, from resolving the name to the head of the answer."""
CONNECT = 5.0
"""Seconds to connect to an address."""
AT_ONCE = 16
"""The most requests at once."""
GONE = 410
"""The status by which a receiver asks for no more deliveries."""


class Sent(Struct, frozen=True):
    """What came of sending a delivery."""

    failure: str | None
    """Why it failed; None if it succeeded."""
    gone: bool = False
    """Whether the receiver wants no more deliveries."""


class Sends(Protocol):
    """Sends deliveries; implemented by `Sender`."""

    async def send(self, hook: Hook, id_: str, delivery: Delivery, now: int) -> Sent:
        """Send a delivery once."""

    async def close(self) -> None:
        """Close all connections."""


class Sender:
    """Sends deliveries over the network.

    Args:
        allowed: The URLs that the operator allows.
        resolve: Resolves host names.
        backend: Makes the connections to checked addresses. If None, sockets.
        trusted: How TLS is verified. If None, by the usual authorities.
    """

    def __init__(
        self,
        allowed: Webhooks,
        resolve: Resolve,
        backend: httpcore.AsyncNetworkBackend | None = None,
        trusted: ssl.SSLContext | None = None,
    ) -> None:
        self._allowed, self._trusted = allowed, trusted
        self._backend = CheckedBackend(allowed, resolve, backend)

    @cached_property
    def _pool(self) -> httpcore.AsyncConnectionPool:
        """The connections. None is kept, so that each delivery is checked by the address that it goes to."""
        return httpcore.AsyncConnectionPool(
            ssl_context=self._trusted or httpx.create_ssl_context(trust_env=False),
            max_connections=AT_ONCE,
            max_keepalive_connections=0,
            network_backend=self._backend,
        )

    async def send(self, hook: Hook, id_: str, delivery: Delivery, now: int) -> Sent:
        """Send a delivery once. The body of the answer is not read, and redirects are not followed.

        Args:
            hook: The webhook.
            id_: The delivery's id.
            delivery: The delivery.
            now: Milliseconds since the epoch.
        """
        if (refused := why_not_url(hook.url, self._allowed)) is not None:  # the operator may allow less than before
            return Sent(refused)
        body = payload(delivery)
        timestamp = str(now // 1000)
        headers = {
            "content-type": "application/json",
            "user-agent": "Taphouse",
            "webhook-id": id_,
            "webhook-timestamp": timestamp,
            "webhook-signature": signature(hook.secret, id_, timestamp, body),
        }
        try:
            async with asyncio.timeout(PATIENCE):
                status = await self._post(hook.url, headers, body)
        except (TimeoutError, httpcore.TimeoutException):
            return Sent(f"There was no answer within {PATIENCE:.0f} s.")
        except AddressRefused:
            return Sent("The host has a private, local or reserved address.")
        except httpcore.ConnectError as error:
            tls = isinstance(error.__cause__ or error.__context__, ssl.SSLError)
            return Sent(
                "TLS failed: the certificate or the protocol is not valid." if tls else "The connection failed."
            )
        except (httpcore.NetworkError, httpcore.ProtocolError):
            return Sent("The connection broke, or the answer was not HTTP.")
        except (OSError, UnicodeError):
            return Sent("The name of the host does not resolve.")
        if 200 <= status < 300:
            return Sent(None)
        hint = " Redirects are not followed." if 300 <= status < 400 else ""
        return Sent(f"The receiver answered with status {status}.{hint}", gone=status == GONE)

    async def close(self) -> None:
        """Close all connections."""
        if "_pool" in vars(self):
            await self._pool.aclose()

    async def _post(self, url: str, headers: dict[str, str], body: bytes) -> int:
        limits = {"connect": CONNECT, "read": PATIENCE, "write": PATIENCE, "pool": PATIENCE}
        async with self._pool.stream(
            "POST", url, headers=list(headers.items()), content=body, extensions={"timeout": limits}
        ) as answer:
            return answer.status


def payload(delivery: Delivery) -> bytes:
    """What a webhook is told: nothing that a spectator of the game does not know."""
    given = {"gameId": delivery.game, "version": delivery.version, "seat": delivery.seat}
    data: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    return msgspec.json.encode({"type": delivery.event, "timestamp": moment(delivery.created), "data": data})


def signature(secret: str, id_: str, timestamp: str, body: bytes) -> str:
    """The signature of a delivery by Standard Webhooks, from the secret in base64."""
    signed = f"{id_}.{timestamp}.".encode() + body
    digest = hmac.digest(base64.b64decode(secret), signed, hashlib.sha256)
    return "v1," + base64.b64encode(digest).decode()
