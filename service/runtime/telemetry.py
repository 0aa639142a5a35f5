"""Logging, and the answers to requests that fail with an internal error.

There is one structured log line per request or WebSocket: route, operation, outcome and duration. It never holds a query
string, a body, a token or any header except the request id.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from typing import Any, TextIO
from urllib.parse import parse_qsl, quote

import msgspec
import structlog
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import FilteringBoundLogger, Processor

from taphouse.schema.problems import Problem
from taphouse.schema.request_problems import PREFIX, Broken, Stopping, detailed
from taphouse.service.runtime.settings import Settings

PROBLEM = "application/problem+json"
VARY = "authorization, accept"
"""The `Vary` header of REST answers."""
_ID = re.compile(rb"[A-Za-z0-9-]{1,64}")
_LONGEST_PATH = 200
_LITERAL = re.compile(r'"([^"\n]+)"')
_SHORTEST = 6
"""The characters of the shortest text that is hidden in tracebacks: shorter ones occur in ordinary words."""
_LONGEST_MEMBER = 20
"""The characters of the longest member name of the API; longer names are hidden like values."""

_notes: ContextVar[dict[str, Any] | None] = ContextVar("taphouse_notes", default=None)
_id: ContextVar[str] = ContextVar("taphouse_request_id", default="")
_scope: ContextVar[Scope | None] = ContextVar("taphouse_scope", default=None)
_brought: ContextVar[tuple[Any, ...]] = ContextVar("taphouse_brought", default=())

log: FilteringBoundLogger = structlog.get_logger()


def configure(settings: Settings, stream: TextIO | None = None) -> None:
    """Log to `stream` (default: standard error) in the format and level of the settings; uvicorn's lines too."""
    stream = sys.stderr if stream is None else stream
    console = settings.log_format == "console" or (settings.log_format == "auto" and stream.isatty())
    stamp: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks are logged without local variables, which hold tokens, hands and draw piles.
    render: list[Processor] = [structlog.processors.format_exc_info]
    if console:
        plain = structlog.dev.plain_traceback
        render.append(structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=plain))
    else:
        render.append(structlog.processors.JSONRenderer(serializer=_json))
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=[*stamp, *render],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    formatter = structlog.stdlib.ProcessorFormatter
    handler.setFormatter(
        formatter(foreign_pre_chain=stamp, processors=[formatter.remove_processors_meta, *render]),
    )
    root = logging.getLogger()
    root.handlers = [handler]
    # Log only warnings of libraries: their other lines quote headers and URLs.
    root.setLevel(max(level, logging.WARNING))
    logging.getLogger("taphouse").setLevel(level)
    logging.getLogger("uvicorn.error").addFilter(_is_not_logged_yet)


def _json(line: dict[str, Any], **_: Any) -> str:
    return msgspec.json.encode(line, enc_hook=repr).decode()


def _is_not_logged_yet(record: logging.LogRecord) -> bool:
    """Whether to keep a line of uvicorn: requests cancelled at shutdown and refused WebSockets have a line of their own."""
    cancelled = record.exc_info and record.exc_info[0] is asyncio.CancelledError
    return not cancelled and record.msg != "ASGI callable returned without completing handshake."


def note(**fields: Any) -> None:
    """Add fields to the log line of the current request, such as `operation="play"`; does nothing outside a request.

    Pass only names and codes, never what a player sent or sees.
    """
    notes = _notes.get()
    if notes is not None:
        notes.update(fields)


def brought(*values: Any) -> None:
    """Register what the current request sent besides its headers, to be hidden in logged tracebacks."""
    _brought.set(values)


def bug(error: BaseException, **fields: Any) -> str:
    """Log an unexpected exception, and return the id to show the client instead."""
    number = request_id() or secrets.token_hex(8)
    log.error("bug", request_id=number, **fields, exception=_traceback(error))
    return number


def request_id() -> str:
    """The id of the current request, also sent to the client; empty outside a request."""
    return _id.get()


def error_response(
    scope: Scope, problem: Problem, *, status: int | None = None, headers: dict[str, str] | None = None
) -> Response:
    """The response to a refused request: problem details (RFC 9457) for REST, else `{"error": {"code", "message", ...}}`.

    Args:
        scope: The request's ASGI scope.
        problem: Why the request is refused.
        status: The HTTP status, if not the problem's own.
        headers: Further headers.
    """
    status = status or problem.http_status
    headers = dict(headers or {})
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    if status == 503:
        headers["retry-after"] = "1"
    if f"{scope['path']}/".startswith(f"{PREFIX}/"):
        headers |= {"content-type": PROBLEM, "vary": VARY, "cache-control": "no-store"}
        return Response(msgspec.json.encode(detailed(problem, status)), status, headers)
    fields: dict[str, Any] = msgspec.to_builtins(problem)
    del fields["rules"]
    return JSONResponse({"error": {"code": problem.code, **fields}}, status, headers)


class Telemetry:
    """ASGI middleware: gives each request an id and a log line, and answers unexpected exceptions with 500.

    The id is returned as `X-Request-Id`. A client's own id is used if it has at most 64 letters, digits and dashes.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        is_request = scope["type"] == "http"
        started = time.perf_counter()
        request = _request_id(scope["headers"])
        notes: dict[str, Any] = {}
        status, size, sent = 0, 0, 0
        _notes.set(notes)
        _id.set(request)
        _scope.set(scope)
        _brought.set(())

        async def counted(message: Message) -> None:
            nonlocal status, size, sent
            match message["type"]:
                case "http.response.start":
                    status = message["status"]
                    own = (b"x-request-id", request.encode())
                    message = {**message, "headers": [*message.get("headers", ()), own]}
                case "http.response.body":
                    size += len(message.get("body", b""))
                case "websocket.send":
                    size += len(message.get("text") or "")
                    sent += 1
            await send(message)

        try:
            await self.app(scope, receive, counted)
        except asyncio.CancelledError:
            # The service stops, and the grace period is over. Tell the client to retry at another instance.
            notes["cancelled"] = True
            if is_request and not status:
                await _stopping(scope)(scope, receive, counted)
            raise
        except Exception as error:
            bug(error, path=_path(scope))
            if is_request and not status:
                await _broken(scope, request)(scope, receive, counted)
        finally:
            duration = round((time.perf_counter() - started) * 1000, 2)
            line = {**notes, "request_id": request, "path": _path(scope), "duration_ms": duration}
            if is_request:
                log.info("request", **line | {"method": scope["method"], "status": status, "bytes": size})
            else:
                log.info("socket", **line | {"messages": sent, "characters": size})


def _request_id(headers: Iterable[tuple[bytes, bytes]]) -> str:
    for name, value in headers:
        if name == b"x-request-id" and _ID.fullmatch(value):
            return value.decode()
    return secrets.token_hex(8)


def _path(scope: Scope) -> str:
    """The path, percent-encoded so that it cannot break a log line."""
    return quote(scope["path"], safe="/-._~", errors="replace")[:_LONGEST_PATH]


def _traceback(error: BaseException) -> str:
    """The traceback, with what the request sent hidden: exception messages may quote it."""
    text = "".join(traceback.format_exception(error))
    words = {*_head(), *_texts(_brought.get())}
    for word in sorted(words, key=len, reverse=True):  # longest first: one may contain another
        text = text.replace(word, "[hidden]").replace(repr(word)[1:-1], "[hidden]")
    return text


def _head() -> Iterator[str]:
    """Texts of the request's headers and URL that may be secret."""
    scope = _scope.get()
    if scope is not None:
        query = scope.get("query_string", b"").decode("latin-1")
        secret = [query, *(value for _, value in parse_qsl(query))]
        named = {b"authorization", b"cookie", b"idempotency-key"}
        secret += [
            word for name, value in scope["headers"] if name in named for word in value.decode("latin-1").split()
        ]
        yield from (text for text in secret if len(text) >= _SHORTEST)


def _texts(value: Any) -> Iterator[str]:
    """Texts of a document and its variables that may be secret: long enough strings, and names too long to be the API's."""
    match value:
        case dict():
            yield from (name for name in value if len(name) > _LONGEST_MEMBER)
            for one in value.values():
                yield from _texts(one)
        case list() | tuple():
            for one in value:
                yield from _texts(one)
        case str():
            yield from (text for text in (value, *_LITERAL.findall(value)) if len(text) >= _SHORTEST)


def _broken(scope: Scope, request: str) -> Response:
    message = "An internal error occurred. Give the operator this id to find it in the log."
    return error_response(scope, Broken(message=message, id=request))


def _stopping(scope: Scope) -> Response:
    message = "This instance is stopping. Send the request again."
    return error_response(scope, Stopping(message=message), headers={"connection": "close"})
