"""Logging.

There is one structured log line per request or WebSocket: route, operation, outcome and duration. It never holds a query
string, a body, a token or any header except the request id.
"""

from __future__ import annotations

import asyncio
import datetime
import logging
import os
import re
import secrets
import sys
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import partial
from typing import Any, TextIO
from urllib.parse import parse_qsl, unquote

import msgspec
from msgspec import Struct
from pydantic import SecretStr
from starlette.types import Scope

from taphouse.schema.failures import Damaged
from taphouse.service.runtime.settings import Settings

_LITERAL = re.compile(r'"([^"\n]+)"')
_SHORTEST = 6
"""The characters of the shortest text that is hidden in tracebacks: shorter ones occur in ordinary words."""
_HEADERS, _ENDPOINT = re.compile("OTEL_.*_HEADERS"), re.compile("OTEL_.*_ENDPOINT")
"""The variables of OpenTelemetry whose values may be secret. Its packages quote them in their warnings."""
_BETWEEN = re.compile(r"[\s,;=:/@?#&]+")
"""The separators between the parts of secret settings."""
_URL = re.compile(r"\w[\w+.-]*://(?P<server>[^/?#]*)[^?#]*(?P<query>.*)", re.DOTALL)
_ENCODER = msgspec.json.Encoder(enc_hook=repr)
_LONGEST_MEMBER = 20
"""The characters of the longest member name of the API; longer names are hidden like values."""


class LogLine(Struct):
    """The log line of a request or WebSocket."""

    request_id: str
    scope: Scope
    notes: dict[str, Any] = {}
    """Fields of the line. Only names and codes, never what a player sent or sees."""
    error_id: str = ""
    """The id of its unexpected exceptions. The service chose it; the client may have chosen the id of the request."""
    pushed: int = 0
    """The number of messages that were sent besides those that the application sent by ASGI."""
    size: int = 0
    """Their bytes, or characters on a WebSocket."""


line: ContextVar[LogLine | None] = ContextVar("taphouse_line", default=None)
"""The log line of the request or WebSocket that is being handled."""
brought: ContextVar[tuple[Any, ...]] = ContextVar("taphouse_brought", default=())
"""The values to hide in logged tracebacks: those that the current request sent besides its headers, or secrets of a webhook."""

secret: frozenset[str] = frozenset()
"""The parts of secret settings, to be hidden in tracebacks and in the lines of libraries. Set by `configure`."""


class Log:
    """Writes lines: a name with fields.

    Args:
        stream: where they are written.
        least: the lowest level that is written.
        render: makes a line of its fields.
    """

    def __init__(self, stream: TextIO, least: int, render: Callable[[Any, str, Any], Any]) -> None:
        self._write, self._flush, self.least, self._render = stream.write, stream.flush, least, render
        self.debug, self.info = partial(self._line, logging.DEBUG, "debug"), partial(self._line, logging.INFO, "info")
        self.warning = partial(self._line, logging.WARNING, "warning")
        self.error = partial(self._line, logging.ERROR, "error")

    def _line(self, number: int, level: str, event: str, fields: Mapping[str, Any] = {}, **more: Any) -> None:
        if number >= self.least:
            line = _stamp(level, {**fields, **more, "event": event})
            self._write(f"{self._render(None, level, line)}\n")
            self._flush()


class Bugs:
    """The unexpected exceptions of this process."""

    count = 0


bugs = Bugs()


class LeftOut:
    """Counts the stored things that this process left out because it cannot read them. Each counts once."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys((DAMAGED, NEWER), 0)
        """The number of things by reason."""
        self.logged: OrderedDict[str, None] = OrderedDict()


DAMAGED, NEWER = "damaged", "newer"
"""The reasons why something cannot be read: it is damaged, or only another release reads it."""
MOST_LOGGED = 8192
"""The most things that are remembered to have been left out."""
leaves_out = LeftOut()


def configure(settings: Settings, stream: TextIO | None = None) -> None:
    """Log to `stream` (default: standard error) in the format and level of the settings; uvicorn's lines too."""
    global log, secret  # noqa: PLW0603 -- a logger is bound once, and not for every line
    secret = frozenset(_parts(settings))
    stream = sys.stderr if stream is None else stream
    console = settings.log_format == "console" or (settings.log_format == "auto" and stream.isatty())
    # Tracebacks are logged without local variables, which hold tokens, hands and draw piles. Lines of the service bring them.
    render: Callable[[Any, str, Any], Any] = _json
    if console:
        from taphouse.service.libraries.structlog import structlog

        plain = structlog.dev.plain_traceback
        render = structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=plain)
    level = logging.getLevelNamesMapping()[_level(settings, stream).upper()]
    log = Log(stream, level, render)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_LibraryLines(render))
    root = logging.getLogger()
    root.handlers = [handler]
    # Log only warnings of libraries: their other lines quote headers and URLs.
    root.setLevel(max(level, logging.WARNING))
    logging.getLogger("taphouse").setLevel(level)
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.setLevel(root.level)  # without a level of its own, it would make lines for every connection
    uvicorn.addFilter(_is_not_logged_yet)


def _level(settings: Settings, stream: TextIO) -> str:
    """The lowest level that is logged. Lines of requests would push the addresses off a terminal."""
    if settings.log_level != "auto":
        return settings.log_level
    return "warning" if stream.isatty() else "info"


def _stamp(level: str, line: dict[str, Any]) -> dict[str, Any]:
    """The line with its level and its time."""
    line["level"], line["timestamp"] = level, datetime.datetime.now(datetime.UTC)
    return line


def _parts(settings: Settings) -> Iterator[str]:
    """The secret settings and those of OpenTelemetry, whole and in parts."""
    values = [value.get_secret_value() for value in dict(settings).values() if isinstance(value, SecretStr)]
    for name, value in os.environ.items():
        if _HEADERS.fullmatch(name):
            values.append(value)
        elif _ENDPOINT.fullmatch(name):  # a user with a password, and a query
            values += [value.rpartition("@")[0].rpartition("/")[2], value.partition("?")[2]]
    for value in values:
        url = _URL.fullmatch(value)
        # The words of a path are no secret, and occur in every traceback.
        parts = url["server"] + url["query"] if url else "" if value.startswith("/") else value
        for part in (value, *_BETWEEN.split(parts)):
            yield from (text for text in (part, unquote(part)) if len(text) >= _SHORTEST)


def _without(text: str, words: Iterable[str]) -> str:
    for word in sorted(words, key=len, reverse=True):  # longest first: one may contain another
        text = text.replace(word, "[hidden]").replace(repr(word)[1:-1], "[hidden]")
    return text


def _json(_logger: Any, _level: str, line: Mapping[str, Any]) -> str:
    return _ENCODER.encode(line).decode()


log = Log(sys.stderr, logging.ERROR, _json)
"""The logger until `configure` sets it: a service inside another program reports only what failed."""


class _LibraryLines(logging.Formatter):
    """Renders lines of libraries like those of the service, with secret settings hidden.

    Args:
        render: makes a line of its fields.
    """

    def __init__(self, render: Callable[[Any, str, Any], str]) -> None:
        super().__init__()
        self._render = render

    def format(self, record: logging.LogRecord) -> str:
        level = record.levelname.lower()
        line = _stamp(level, {"event": _without(record.getMessage(), secret)})
        if record.exc_info:
            line["exception"] = _without(self.formatException(record.exc_info), secret)
        if record.stack_info:
            line["stack_info"] = _without(record.stack_info, secret)
        return self._render(None, level, line)


def _is_not_logged_yet(record: logging.LogRecord) -> bool:
    """False for lines of uvicorn about requests cancelled at shutdown and refused WebSockets, which have a line of their own."""
    cancelled = record.exc_info and record.exc_info[0] is asyncio.CancelledError
    return not cancelled and record.msg != "ASGI callable returned without completing handshake."


def note(**fields: Any) -> None:
    """Add fields to the log line of the current request, such as `operation="play"`; does nothing outside a request.

    Pass only names and codes, never what a player sent or sees.
    """
    current = line.get()
    if current is not None:
        current.notes.update(fields)


def bug(error: BaseException, **fields: Any) -> str:
    """Log and count an unexpected exception, and return the id to show the client instead."""
    bugs.count += 1
    current = line.get()
    number = (current is not None and current.error_id) or secrets.token_hex(8)
    log.error("bug", id=number, request_id=request_id() or number, **fields, exception=_traceback(error))
    return number


def left_out(what: str, error: BaseException) -> None:
    """Log and count something stored that cannot be read here and is left out, such as `game 5`; once in this process."""
    if what in leaves_out.logged:
        return
    leaves_out.logged[what] = None
    if len(leaves_out.logged) > MOST_LOGGED:
        leaves_out.logged.popitem(last=False)
    damaged = isinstance(error, Damaged)
    leaves_out.counts[DAMAGED if damaged else NEWER] += 1
    if damaged:
        log.error("damaged", what=what, exception=_traceback(error))
    else:
        log.warning("not readable here", what=what, why=str(error))


def request_id() -> str:
    """The id of the current request, also sent to the client; empty outside a request."""
    current = line.get()
    return "" if current is None else current.request_id


def _traceback(error: BaseException) -> str:
    """The traceback, with what the request sent hidden: exception messages may quote it."""
    text = "".join(traceback.format_exception(error))
    current = line.get()
    return _without(text, {*(() if current is None else _head(current.scope)), *_texts(brought.get()), *secret})


def _head(scope: Scope) -> Iterator[str]:
    """Texts of the request's headers and URL that may be secret."""
    query = scope.get("query_string", b"").decode("latin-1")
    secret = [query, *(value for _, value in parse_qsl(query))]
    named = {b"authorization", b"cookie", b"idempotency-key"}
    secret += [word for name, value in scope["headers"] if name in named for word in value.decode("latin-1").split()]
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
