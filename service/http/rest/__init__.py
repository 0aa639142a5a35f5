"""REST: the same use cases without GraphQL. `schema.rest.operations` declares all operations."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec
from starlette.routing import BaseRoute, Route

from taphouse.schema.catalogue import Catalogue
from taphouse.schema.rest.operations import OPERATIONS, Operation, forms
from taphouse.schema.served_games import ServedGames
from taphouse.service.http.charged_endpoint import ChargedEndpoint
from taphouse.service.http.rest.endpoint import RestEndpoint
from taphouse.service.http.rest.openapi_document import PATH, OpenApiDocument

_FIRST = ("/v1/games/{id}/moves", "/v1/games/{id}/events", "/v1/games/finished", "/v1/games/stream", "/v1/games/{id}")
"""The most requested paths, whose routes are tried first. `finished` and `stream` precede `{id}`, which matches them too."""


def routes(served: ServedGames, shown: Mapping[str, Catalogue], *, described: bool = True) -> list[BaseRoute]:
    """The routes of REST and of the OpenAPI document.

    Args:
        served: The games.
        shown: The catalogue in each language.
        described: True to serve the OpenAPI document.
    """
    contract = hashlib.sha256(served.digest + msgspec.json.encode(shown)).hexdigest()[:16]
    by_path: dict[str, list[Operation]] = {path: [] for path in _FIRST}
    for operation in OPERATIONS:
        by_path.setdefault(operation.path, []).append(operation)
    made = forms(served)
    endpoints = [
        Route(path, ChargedEndpoint(RestEndpoint(operations, made, contract))) for path, operations in by_path.items()
    ]
    return (
        [*endpoints, Route(PATH, ChargedEndpoint(OpenApiDocument(served)))] if described else list[BaseRoute](endpoints)
    )
