"""Sends a delivery once: the payload, its signature, and one bounded request. See docs/api/accounts.md, "Webhooks"."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import ssl
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from taphouse.schema.values.versions import moment
from taphouse.service.outgoing.names import Resolve
from taphouse.service.outgoing.requests import Connect, NotConnected, NotHttp, OutgoingRequest, ask
from taphouse.service.runtime.settings import Webhooks
from taphouse.service.webhooks.addresses import is_allowed, is_public, literal, why_not_url
from taphouse.service.webhooks.stored import Delivery, Hook

PATIENCE = 10.0
"""Seconds for a whole request, from resolving the name to the head of the answer."""
UNREACHED = "No receiver could be reached at this URL."
"""The reason for every failed delivery whose receiver is not at public addresses. The owner must not learn from it which names
and addresses exist in the operator's network."""
GONE = 410
"""The status by which a receiver asks for no more deliveries."""


class DeliveryResult(Struct, frozen=True):
    """The result of sending a delivery."""

    failure: str | None
    """The reason why it failed; None if it succeeded."""
    gone: bool = False
    """True if the receiver wants no more deliveries."""


class Sender(Protocol):
    """Sends deliveries; implemented by `HttpSender`."""

    async def send(self, hook: Hook, id_: str, delivery: Delivery, now: int) -> DeliveryResult:
        """Send a delivery once."""


class HttpSender:
    """Sends deliveries over the network.

    Args:
        allowed: The URLs that the operator allows.
        resolve: Resolves host names.
        connect: Makes the connections to checked addresses. If None, sockets.
        trusted: Verifies TLS. If None, `authorities`.
    """

    def __init__(
        self,
        allowed: Webhooks,
        resolve: Resolve,
        connect: Connect | None = None,
        trusted: ssl.SSLContext | None = None,
    ) -> None:
        self._allowed, self._resolve, self._connect, self._trusted = allowed, resolve, connect, trusted

    async def send(self, hook: Hook, id_: str, delivery: Delivery, now: int) -> DeliveryResult:
        """Send a delivery once. The body of the answer is not read, and redirects are not followed.

        The name is resolved once, and the connection is made to one of the addresses that were checked. So a name that resolves
        differently the next time (DNS rebinding) leads nowhere.

        Args:
            hook: The webhook.
            id_: The delivery's id.
            delivery: The delivery.
            now: Milliseconds since the epoch.
        """
        if (refused := why_not_url(hook.url, self._allowed)) is not None:  # the operator may allow less than before
            return DeliveryResult(refused)
        body = payload(delivery)
        timestamp = str(now // 1000)
        headers = {
            "content-type": "application/json",
            "user-agent": "Taphouse",
            "webhook-id": id_,
            "webhook-timestamp": timestamp,
            "webhook-signature": signature(hook.secret, id_, timestamp, body),
        }
        request = OutgoingRequest("POST", hook.url, headers, body)
        deadline, public = asyncio.get_running_loop().time() + PATIENCE, False
        try:
            async with asyncio.timeout_at(deadline):
                addresses = await self._addresses(request.host)
                public = all(is_public(ip_address(address)) for address in addresses)
                answer = await ask(request, addresses, trusted=self._trusted, connect=self._connect)
        except (OSError, NotHttp) as error:
            if public:
                return DeliveryResult(_why(error))
            await _until(deadline)  # the time would reveal what the sentence does not
            return DeliveryResult(UNREACHED)
        if 200 <= answer.status < 300:
            return DeliveryResult(None)
        hint = " Redirects are not followed." if 300 <= answer.status < 400 else ""
        return DeliveryResult(f"The receiver answered with status {answer.status}.{hint}", gone=answer.status == GONE)

    async def _addresses(self, host: str) -> Sequence[str]:
        """The addresses of a host.

        Raises:
            OSError: It has none, or one that deliveries must not go to.
        """
        address = literal(host)
        found = await self._resolve(host) if address is None else [str(address)]
        if not found or not all(is_allowed(ip_address(one), self._allowed) for one in found):
            raise NotConnected
        return found


async def _until(deadline: float) -> None:
    await asyncio.sleep(deadline - asyncio.get_running_loop().time())


def _why(error: Exception) -> str:
    """The reason why a delivery to a public receiver failed, for its owner."""
    if isinstance(error, ssl.SSLError):
        return "TLS failed: the certificate or the protocol is not valid."
    if isinstance(error, TimeoutError):
        return f"There was no answer within {PATIENCE:.0f} s."
    if isinstance(error, NotConnected):
        return "The connection failed."
    return "The connection broke, or the answer was not HTTP."


def payload(delivery: Delivery) -> bytes:
    """The body of a delivery. It has nothing that a spectator of the game does not know."""
    given = {"gameId": delivery.game, "version": delivery.version, "epoch": delivery.epoch, "seat": delivery.seat}
    data: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    data |= {} if delivery.more is None else msgspec.json.decode(delivery.more)
    return msgspec.json.encode({"type": delivery.event, "timestamp": moment(delivery.created).shown(), "data": data})


def signature(secret: str, id_: str, timestamp: str, body: bytes) -> str:
    """The signature of a delivery by Standard Webhooks, from the secret in base64."""
    signed = f"{id_}.{timestamp}.".encode() + body
    digest = hmac.digest(base64.b64decode(secret), signed, hashlib.sha256)
    return "v1," + base64.b64encode(digest).decode()
