"""GraphQL over WebSocket with the protocol `graphql-transport-ws`, for one schema at one path."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any

import msgspec
from graphql import GraphQLError
from msgspec.structs import replace
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from taphouse.schema.execution.executor import MUTATION, QUERY, REQUEST_ERROR, SUBSCRIPTION, Executable, Stream
from taphouse.schema.execution.persisted_documents import PersistedDocuments
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.execution.shared_values import Taking
from taphouse.schema.failures import RateLimited, Refused, Unavailable
from taphouse.schema.ports import Caller
from taphouse.schema.request_problems import OriginRefused
from taphouse.service.access import origins
from taphouse.service.access.connection_limits import Pace
from taphouse.service.access.proxies import network
from taphouse.service.http import graphql_ws_protocol as protocol
from taphouse.service.http.charged_endpoint import bearer, query_in, ticket_in, why_no_ticket
from taphouse.service.http.connections.pushing import PUSH, Pushes
from taphouse.service.http.graphql_http import Parameters
from taphouse.service.http.negotiation import language
from taphouse.service.http.refusals import error_response, refuse
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import Settings
from taphouse.service.services import Services

_PAYLOAD = b',"payload":%b}'
"""The end of a message with a payload."""


class GraphQLSocket:
    """An ASGI application that speaks the protocol on each WebSocket.

    Args:
        executable: The schema.
        persisted: The documents that clients name by a digest.
        settings: The limits.
    """

    def __init__(self, executable: Executable, persisted: PersistedDocuments, settings: Settings) -> None:
        self.executable, self.persisted, self.settings = executable, persisted, settings
        self.running: Counter[str] = Counter()
        """The operations that run for each address."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one WebSocket."""
        socket = WebSocket(scope, receive, send)
        if not origins.allowed(socket, self.settings.origins):
            message = "Web pages of this origin may not use the API. Ask the operator to allow it."
            telemetry.note(outcome="ORIGIN_REFUSED")
            await refuse(error_response(scope, OriginRefused(message=message)), scope, receive, send)
            return
        ticket = ticket_in(query_in(scope))
        if ticket is not None and (refused := why_no_ticket(Caller(ticket=ticket), streams=False)) is not None:
            telemetry.note(outcome=refused.code)
            await refuse(error_response(scope, refused), scope, receive, send)
            return
        try:
            if protocol.PROTOCOL not in socket.scope["subprotocols"]:
                await socket.accept()
                await socket.close(protocol.SUBPROTOCOL_NOT_ACCEPTABLE, "Subprotocol not acceptable")
                return
            await socket.accept(protocol.PROTOCOL)
        except (OSError, WebSocketDisconnect):
            telemetry.note(outcome="disconnected")
            return
        connection = _Connection(socket, self)
        closed = None
        try:
            await connection.serve()
        except protocol.Closed as reason:
            closed = reason.code, reason.reason  # the exception would refer to this frame
        except WebSocketDisconnect:
            pass
        finally:
            connection.close()
        if closed is not None:
            telemetry.note(outcome=closed[0])
            with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):  # it may be closed already
                async with asyncio.timeout(self.settings.send_timeout):
                    await socket.close(*closed)


class _Connection:
    def __init__(self, socket: WebSocket, owner: GraphQLSocket) -> None:
        self._socket, self._owner, self._settings = socket, owner, owner.settings
        self._here: Services = socket.app.state.services
        address = socket.client.host if socket.client else ""
        self._address = network(address)
        headers, scheduler = socket.headers, RequestScheduler(self._here.scheduler, self._address)
        spoken = language(headers.getlist("accept-language"))
        self._caller = Caller(bearer(headers.get("authorization")), address, None, scheduler, spoken)
        self._pushes: Pushes | None = socket.scope.get("extensions", {}).get(PUSH)
        self._line = telemetry.line.get()
        self._ready, self._serving = False, True
        self._pace = Pace(self._settings.ws_messages)
        self._operations: dict[str, asyncio.Task[None]] = {}
        self._deadline = asyncio.timeout(self._settings.ws_init_timeout)
        self._end = protocol.INIT_TIMEOUT, "Connection initialisation timeout"
        self._clock = asyncio.get_running_loop()
        self._sending, self._since = 0, 0.0
        self._watch = self._clock.call_later(self._settings.send_timeout, self._check_reading)

    async def serve(self) -> None:
        """Handle messages until the client disconnects.

        Raises:
            protocol.Closed: The connection must be closed.
        """
        try:
            async with self._deadline:
                while True:
                    message = await self._socket.receive()
                    if message["type"] == "websocket.disconnect":
                        return
                    if self._pace.exceeded():
                        raise protocol.Closed(
                            protocol.TOO_MANY,
                            f"Too many messages: the limit is {self._settings.ws_messages} per second",
                        )
                    await self._take(protocol.read(message.get("text")))
        except TimeoutError:
            raise protocol.Closed(*self._end) from None
        finally:
            self._serving = False

    def close(self) -> None:
        """Cancel all operations."""
        self._watch.cancel()
        for task in self._operations.values():
            task.cancel()

    async def _take(self, message: protocol.Sent) -> None:
        match message:
            case protocol.Init():
                await self._init(message.payload or {})
            case protocol.Ping():
                await self._send(b'{"type":"pong"}')
            case protocol.Subscribe():
                await self._subscribe(message)
            case protocol.Complete():
                if task := self._operations.get(message.id):
                    task.cancel()
                    await asyncio.wait([task])  # so that it sends nothing more
                    await asyncio.sleep(0)  # so that its callback frees the id

    async def _init(self, payload: dict[str, Any]) -> None:
        if self._ready:
            raise protocol.Closed(protocol.TOO_MANY, "Too many initialisation requests")
        given = {name.lower(): value for name, value in payload.items()}
        if (token := given.get("authorization")) is not None:
            self._caller = replace(self._caller, token=bearer(token) if isinstance(token, str) else "")
        if isinstance(accepted := given.get("accept-language"), str):
            self._caller = replace(self._caller, language=language([accepted]))
        try:
            if self._caller.token is None or self._here.operators.read(self._caller.token) is None:
                await self._here.reader.identify(self._caller)
        except Refused as refused:
            raise protocol.Closed(
                protocol.FORBIDDEN, f"Forbidden: {refused.told(self._caller.language).message}"
            ) from None
        except Unavailable as error:
            raise protocol.Closed(protocol.AGAIN, f"Try again later: {error.why}") from None
        self._ready = True
        await self._send(b'{"type":"connection_ack"}')
        self._rest()

    async def _subscribe(self, message: protocol.Subscribe) -> None:
        if not self._ready:
            raise protocol.Closed(protocol.UNAUTHORIZED, "Unauthorized: send connection_init first")
        await self._here.scheduler.take(self._address)
        if message.id in self._operations:
            raise protocol.Closed(protocol.SUBSCRIBER_EXISTS, f"Subscriber for {message.id} already exists")
        most, of_address = self._settings.ws_max_operations, self._settings.ws_operations_per_address
        if len(self._operations) >= most:
            await self._refuse(message.id, most, "This WebSocket runs", "complete one, or open another WebSocket")
            return
        if of_address and self._owner.running[self._address] >= of_address:
            await self._refuse(message.id, of_address, "The WebSockets of your address run", "complete one")
            return
        self._deadline.reschedule(None)
        task = asyncio.create_task(self._operate(message.id, message.payload))
        self._operations[message.id] = task
        self._owner.running[self._address] += 1
        task.add_done_callback(lambda _: self._ended(message.id))

    async def _refuse(self, id_: str, limit: int, runs: str, remedy: str) -> None:
        text = f"{runs} {limit} operations, which is the limit; {remedy}."
        error = {"message": text, "extensions": {"code": "TOO_MANY_OPERATIONS", "limit": limit}}
        await self._tell(id_, "error", msgspec.json.encode([error]))

    async def _operate(self, id_: str, parameters: Parameters) -> None:
        """Run an operation; an internal error closes the connection."""
        try:
            await self._answer(id_, parameters)
        except WebSocketDisconnect:
            pass
        except Exception as error:
            telemetry.bug(error)
            self._stop(protocol.BROKEN, "Internal error")

    def _ended(self, id_: str) -> None:
        del self._operations[id_]
        self._owner.running[self._address] -= 1
        if not self._owner.running[self._address]:
            del self._owner.running[self._address]
        self._rest()

    async def _answer(self, id_: str, parameters: Parameters) -> None:
        try:
            query = self._owner.persisted.text(parameters.query, parameters.extensions, self._address)
        except GraphQLError as error:
            await self._tell(id_, "error", msgspec.json.encode([error.formatted]))
            return
        telemetry.brought.set((query, parameters.variables, self._caller.token))
        token, address = self._caller.token, self._caller.address
        budget = None if self._here.rates is None else await self._here.rates.budget(token, address)
        caller = replace(self._caller, budget=budget, scheduler=RequestScheduler(self._here.scheduler, self._address))
        try:
            result = await self._owner.executable.execute(
                query,
                parameters.variables,
                parameters.operationName or None,
                self._here.context(caller),
                allow=(QUERY, MUTATION, SUBSCRIPTION),
                budget=budget,
                scheduler=caller.scheduler,
                language=caller.language,
            )
            await caller.admit()
            if result.executed:
                self._owner.persisted.executed(parameters.query, parameters.extensions, self._address)
        except RateLimited as limited:
            if self._here.metrics is not None:
                self._here.metrics.refused(limited.problem.code)
            await self._tell(id_, "error", msgspec.json.encode([limited.formatted(caller.language)]))
            return
        finally:
            if budget is not None:
                budget.leave()
        if isinstance(result, Stream):
            metrics = self._here.metrics
            with nullcontext() if metrics is None else metrics.streaming("websocket"):
                try:
                    async for body in Taking(result.bodies, partial(self._push, _told(id_, "next"))):
                        await self._tell(id_, "next", body)
                finally:
                    await result.aclose()
        elif result.status is REQUEST_ERROR:
            await self._tell(id_, "error", msgspec.json.encode(result.errors))
            return
        else:
            await self._tell(id_, "next", result.encoded(None if budget is None else budget.extensions))
        await self._tell(id_, "complete")

    def _rest(self) -> None:
        """Start the idle timeout if no operation is running."""
        if self._serving and not self._operations:
            self._end = protocol.IDLE, "Idle"
            self._deadline.reschedule(self._clock.time() + self._settings.ws_idle_timeout)

    def _stop(self, code: int, reason: str) -> None:
        """Make `serve` raise `Closed`."""
        if self._serving:
            self._serving = False
            self._end = code, reason
            self._deadline.reschedule(self._clock.time())

    async def _tell(self, id_: str, type_: str, payload: bytes | None = None) -> None:
        await self._send(_told(id_, type_) + (b"}" if payload is None else _PAYLOAD % payload))

    def _push(self, told: bytes, payload: bytes) -> bool:
        """Send a message of an operation at once, given its beginning, if the client reads."""
        data = told + _PAYLOAD % payload
        if self._pushes is None or not self._pushes.push(data):
            return False
        if self._line is not None:
            self._line.pushed += 1
            self._line.size += len(data) if data.isascii() else len(data.decode())
        return True

    async def _send(self, text: bytes) -> None:
        if not self._sending:
            self._since = self._clock.time()
        self._sending += 1
        try:
            await self._socket.send_text(text.decode())
        except RuntimeError as error:  # Starlette and servers raise this if it is closed already
            raise WebSocketDisconnect from error
        finally:
            self._sending -= 1
            self._since = self._clock.time()

    def _check_reading(self) -> None:
        """Check periodically that the client reads: a timeout for each message would cost more than the message."""
        patience = self._settings.send_timeout
        if self._sending and self._clock.time() - self._since >= patience:
            self._stop(protocol.UNREAD, "The client does not read")
        else:
            self._watch = self._clock.call_later(patience, self._check_reading)


def _told(id_: str, type_: str) -> bytes:
    """The beginning of a message about an operation."""
    return b'{"id":' + msgspec.json.encode(id_) + b',"type":"' + type_.encode() + b'"'
