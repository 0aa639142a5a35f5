"""Serves the OpenAPI document, which is derived once."""

from __future__ import annotations

import asyncio
import hashlib
from functools import lru_cache

import msgspec
from starlette.responses import Response

from taphouse.schema.request_problems import MethodNotAllowed
from taphouse.schema.rest.openapi import openapi
from taphouse.schema.served_games import ServedGames
from taphouse.service.access.proxies import root_path
from taphouse.service.http.charged_endpoint import ChargedRequest, Endpoint, EndpointResponse, why_no_ticket
from taphouse.service.http.negotiation import JSON
from taphouse.service.http.refusals import error_response
from taphouse.service.http.rest.conditions import known_tag
from taphouse.service.http.rest.endpoint import allow

PATH = "/openapi.json"
_ALLOW = allow(["GET"])
_SERVER = b'"servers":[{"url":"/"'
"""The place in the encoded document for the root path."""


class OpenApiDocument(Endpoint):
    """Serves the OpenAPI document. Each request costs the default `UNPRICED`.

    Args:
        served: The games.
    """

    def __init__(self, served: ServedGames) -> None:
        self._served = served
        self._deriving: asyncio.Task[tuple[bytes, str]] | None = None

    async def answer(self, asked: ChargedRequest) -> EndpointResponse:
        """The document."""
        await asked.caller.admit()
        request = asked.request
        if (refused := why_no_ticket(asked.caller, streams=False)) is not None:
            return error_response(request.scope, refused)
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=_ALLOW)
        if request.method not in ("GET", "HEAD"):
            problem = MethodNotAllowed(message=f"This path does not support the method {request.method[:40]!r}.")
            return error_response(request.scope, problem, headers=_ALLOW)
        content, tag = await self.encoded()
        if root := root_path(request.scope):
            content = content.replace(_SERVER, f'{_SERVER[:-2].decode()}{root}"'.encode(), 1)
            tag = _tag(f"{root} {tag}".encode())
        current = known_tag(request.headers.getlist("if-none-match"), tag)
        headers = {"etag": current or tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if current is not None:
            return Response(status_code=304, headers=headers)
        return Response(content, 200, headers, JSON)

    async def encoded(self) -> tuple[bytes, str]:
        """The document and its ETag. Deriving it is slow, and few clients need it, so it is derived on the first request."""
        if self._deriving is None:
            self._deriving = asyncio.create_task(asyncio.to_thread(_encoded, self._served))
        return await asyncio.shield(self._deriving)  # other requests wait for it even if the first is cancelled


@lru_cache(maxsize=8)
def _encoded(served: ServedGames) -> tuple[bytes, str]:
    content = msgspec.json.encode(openapi(served))
    return content, _tag(content)


def _tag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:16]}"'
