"""What the service tells its operator, and what a client gets when something breaks.

One structured line per request or WebSocket: what was asked of which route, how it went and how long it took. Never the query
string, a header, a body or a token: of these, nothing is read here but the request id.
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

from taphouse.schema.problems import PREFIX, Broken, Problem, Stopping, detailed
from taphouse.service.runtime.settings import Settings

PROBLEM = "application/problem+json"
VARY = "authorization, accept"
"""What an answer of REST depends on."""
_ID = re.compile(rb"[A-Za-z0-9-]{1,64}")
_LONGEST_PATH = 200
_LITERAL = re.compile(r'"([^"\n]+)"')
_SHORTEST = 6
_LONGEST_MEMBER = 20  # that means anything here
"""The characters of what is hidden in a traceback; shorter texts are in every other word."""

_notes: ContextVar[dict[str, Any] | None] = ContextVar("taphouse_notes", default=None)
_id: ContextVar[str] = ContextVar("taphouse_request_id", default="")
_scope: ContextVar[Scope | None] = ContextVar("taphouse_scope", default=None)
_brought: ContextVar[tuple[Any, ...]] = ContextVar("taphouse_brought", default=())

log: FilteringBoundLogger = structlog.get_logger()


def configure(settings: Settings, stream: TextIO | None = None) -> None:
    """Send this process's log lines, uvicorn's among them, to `stream` (standard error) as the settings say."""
    stream = sys.stderr if stream is None else stream
    console = settings.log_format == "console" or (settings.log_format == "auto" and stream.isatty())
    stamp: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks come without local variables: these hold tokens, hands and draw piles.
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
    # Of the libraries only what is wrong: their other lines quote headers and URLs.
    root.setLevel(max(level, logging.WARNING))
    logging.getLogger("taphouse").setLevel(level)
    logging.getLogger("uvicorn.error").addFilter(_tells_news)


def _json(line: dict[str, Any], **_: Any) -> str:
    return msgspec.json.encode(line, enc_hook=repr).decode()


def _tells_news(record: logging.LogRecord) -> bool:
    """A request that is cancelled when the service stops has its line, and so has a WebSocket that is refused: no errors."""
    cancelled = record.exc_info and record.exc_info[0] is asyncio.CancelledError
    return not cancelled and record.msg != "ASGI callable returned without completing handshake."


def note(**fields: Any) -> None:
    """Add fields to the log line of the request at hand, such as `operation="play"`; nothing outside a request.

    Only what may be read by an operator: names and codes, never what a player sent or sees.
    """
    notes = _notes.get()
    if notes is not None:
        notes.update(fields)


def brought(*values: Any) -> None:
    """Say what the request at hand came with, besides its headers: of its texts no bug's line will tell any."""
    _brought.set(values)


def bug(error: BaseException, **fields: Any) -> str:
    """Log an exception that a client is not shown, and return the id that it may be given."""
    number = request_id() or secrets.token_hex(8)
    log.error("bug", request_id=number, **fields, exception=_traceback(error))
    return number


def request_id() -> str:
    """The id of the request at hand, which its client also gets; empty outside a request."""
    return _id.get()


def error_response(
    scope: Scope, problem: Problem, *, status: int | None = None, headers: dict[str, str] | None = None
) -> Response:
    """A refusal: of REST as RFC 9457 has it, elsewhere as `{"error": {"code", "message", ...}}`.

    Args:
        scope: of the request.
        problem: why it is refused.
        status: another status than the problem's own.
        headers: what else is said.
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
    """ASGI middleware, the outermost: the request's id, its log line, and an answer when a bug comes up.

    The id is returned as `X-Request-Id`. A client's own is taken when it is at most 64 letters, digits and dashes.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or a WebSocket from its beginning to its end."""
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
            # The service stops and has waited long enough. A long poll is told so, and asks the next instance.
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
    """The path with everything quoted that could break a log line."""
    return quote(scope["path"], safe="/-._~", errors="replace")[:_LONGEST_PATH]


def _traceback(error: BaseException) -> str:
    """The traceback without what the request came with, should an exception's message quote it."""
    text = "".join(traceback.format_exception(error))
    words = {*_head(), *_texts(_brought.get())}
    for word in sorted(words, key=len, reverse=True):  # a longer one may hold a shorter one
        text = text.replace(word, "[hidden]").replace(repr(word)[1:-1], "[hidden]")
    return text


def _head() -> Iterator[str]:
    """What may be secret of the request's headers and URL."""
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
    """What may be secret of a document and its variables: every text that is long enough, and names that no member has."""
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
    message = "Something broke here. Tell the operator this id: the log says more."
    return error_response(scope, Broken(message=message, id=request))


def _stopping(scope: Scope) -> Response:
    message = "This instance is stopping. Ask again."
    return error_response(scope, Stopping(message=message), headers={"connection": "close"})
