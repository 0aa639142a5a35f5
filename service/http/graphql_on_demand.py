"""GraphQL over HTTP and WebSocket, made when somebody first asks: REST needs neither graphql-core nor the schema."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from taphouse.service.http.charged_endpoint import ChargedEndpoint
from taphouse.service.runtime import interpreter
from taphouse.service.runtime.settings import Settings

if TYPE_CHECKING:
    from taphouse.schema.execution.executor import Executable


class GraphQLOnDemand:
    """An ASGI application that makes another for each protocol, in a thread, while its first requests wait.

    Args:
        executable: Makes the schema.
        settings: The limits.
        trusted: The only documents to execute, by their digests. None for all.
    """

    def __init__(
        self, executable: Callable[[], Executable], settings: Settings, trusted: Mapping[str, str] | None
    ) -> None:
        self._executable, self._settings, self._trusted = executable, settings, trusted
        self.made: Mapping[str, ASGIApp] | None = None
        """The applications by protocol. None until they are made."""
        self.most_used: Route | None = None
        """The route that leads straight to the application of HTTP once it is made."""
        self._making: asyncio.Task[Mapping[str, ASGIApp]] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        if (made := self.made) is None:
            if self._making is None or self._making.done():  # it failed before: with too little memory, for example
                self._making = asyncio.create_task(asyncio.to_thread(self.make))
            made = await asyncio.shield(self._making)  # others wait for it even if the first is cancelled
        await made[scope["type"]](scope, receive, send)

    def make(self) -> Mapping[str, ASGIApp]:
        """The applications by protocol, made."""
        from taphouse.schema.execution.persisted_documents import PersistedDocuments
        from taphouse.service.http.graphql_http import GraphQLEndpoint
        from taphouse.service.http.graphql_ws import GraphQLSocket

        executable, persisted = self._executable(), PersistedDocuments(self._trusted)
        endpoint = GraphQLEndpoint(executable, persisted, self._settings.send_timeout)
        interpreter.keep()
        socket = GraphQLSocket(executable, persisted, self._settings)
        self.made = {"http": ChargedEndpoint(endpoint), "websocket": socket}
        if self.most_used is not None:
            self.most_used.app = self.made["http"]
        return self.made
