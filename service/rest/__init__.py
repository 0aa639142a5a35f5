"""REST: the use cases for clients that want no GraphQL. Everything that it answers is in `schema.operations`."""

from __future__ import annotations

import asyncio
import hashlib
from functools import lru_cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from schema.build import Api
from schema.openapi import openapi
from schema.operations import OPERATIONS, Operation, forms
from schema.values import Catalogue
from service.rest.conditions import is_known
from service.rest.endpoint import Endpoint


def routes(api: Api, shown: Catalogue) -> list[BaseRoute]:
    """The paths of REST, and that of the OpenAPI document.

    Args:
        api: of the games that are played.
        shown: what is played.
    """
    contract = hashlib.sha256(_sdl(api) + msgspec.json.encode(shown)).hexdigest()[:16]
    by_path: dict[str, list[Operation]] = {}
    for operation in OPERATIONS:
        by_path.setdefault(operation.path, []).append(operation)
    made = forms(api)

    async def document(request: Request) -> Response:
        """`GET /openapi.json`."""
        headers = {"etag": f'"{contract}"', "cache-control": "no-cache"}
        if is_known(request.headers.getlist("if-none-match"), headers["etag"]):
            return Response(status_code=304, headers=headers)
        # Deriving it takes a while, and few ask for it.
        return Response(await asyncio.to_thread(_document, api), 200, headers, "application/json")

    endpoints = [Route(path, Endpoint(operations, made, contract)) for path, operations in by_path.items()]
    return [*endpoints, Route("/openapi.json", document)]


@lru_cache(maxsize=8)
def _document(api: Api) -> bytes:
    return msgspec.json.encode(openapi(api))


@lru_cache(maxsize=8)
def _sdl(api: Api) -> bytes:
    return api.sdl().encode()
