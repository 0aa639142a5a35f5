"""The protocol `graphql-transport-ws`: its messages from clients, and its close codes."""

from __future__ import annotations

from typing import Any

import msgspec
from graphql import GraphQLError
from msgspec import Struct

from taphouse.service.http.graphql_http import Parameters
from taphouse.service.http.json_bodies import Incoming

PROTOCOL = "graphql-transport-ws"

BAD_REQUEST, UNAUTHORIZED, FORBIDDEN = 4400, 4401, 4403
SUBPROTOCOL_NOT_ACCEPTABLE, INIT_TIMEOUT, SUBSCRIBER_EXISTS, TOO_MANY = 4406, 4408, 4409, 4429
"""Close codes of the protocol. `TOO_MANY` is for repeated initialisation, and here also for too many messages."""
IDLE, BROKEN, UNREAD, AGAIN = 1000, 1011, 1013, 1013
"""Close codes of WebSocket (RFC 6455): idle, internal error, client does not read, service unavailable."""
_LONGEST_REASON = 120  # bytes; a close frame holds 123


class Init(Struct, frozen=True, tag="connection_init"):
    """The first message. Its payload may have `authorization` and `accept-language`, since browsers cannot set
    headers on a WebSocket."""

    payload: dict[str, Any] | None = None


class Ping(Struct, frozen=True, tag="ping"):
    """Asks for a pong."""

    payload: dict[str, Any] | None = None


class Pong(Struct, frozen=True, tag="pong"):
    """Shows that the client is alive."""

    payload: dict[str, Any] | None = None


class Subscribe(Struct, frozen=True, tag="subscribe"):
    """Starts an operation."""

    id: str
    payload: Parameters


class Complete(Struct, frozen=True, tag="complete"):
    """Ends an operation."""

    id: str


Sent = Init | Ping | Pong | Subscribe | Complete
"""A message from a client."""
_decoder = Incoming(Sent)


class Closed(Exception):
    """The connection must be closed with this code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason.encode()[:_LONGEST_REASON].decode(errors="ignore")


def read(text: str | None) -> Sent:
    """Decode a message, sent as text; None for one that was sent as bytes.

    Raises:
        Closed: It is not valid.
    """
    if text is None:
        raise Closed(BAD_REQUEST, "Invalid message: send text frames, not binary ones")
    try:
        message: Sent = _decoder.decode(text)
        if isinstance(message, Subscribe) and message.payload.query is None and not message.payload.extensions:
            raise GraphQLError("the payload has no `query`")
    except (msgspec.DecodeError, RecursionError, GraphQLError) as error:
        raise Closed(BAD_REQUEST, f"Invalid message: {error}") from None
    return message
