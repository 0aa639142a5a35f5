"""The two clients: the same methods, one that blocks and one for asyncio. All network access is here."""

from __future__ import annotations

import asyncio
import inspect
import re
import time
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import aclosing, closing
from importlib.metadata import version
from ipaddress import ip_address
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import httpx
import httpx_sse

from taphouse.client.actions import (
    Action,
    Awaiting,
    Blocking,
    Call,
    Close,
    Compute,
    HttpReply,
    Item,
    Items,
    Lost,
    Pause,
    Receive,
    Send,
    Steps,
    StreamEvent,
    T,
)
from taphouse.client.documents import Documents, standard
from taphouse.client.errors import RequestFailed
from taphouse.client.exchange import Service
from taphouse.client.playing import PlayingMethods
from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH
from taphouse.schema.problems.callers import TokenRejected

PATIENCE = 60.0
TIMEOUT = 30.0
"""Seconds to wait for the next bytes of an answer."""
SILENCE = 20.0
"""Seconds without a byte after which a stream is lost, and opened again: the service sends a comment every 15 seconds."""
_STREAM = "text/event-stream"
_TOKEN = re.compile(r"[!-~]+")
_HOST = re.compile(r"[\w.-]+|[0-9a-fA-F:.]+")
_HEADERS = {
    "content-type": "application/json",
    "accept": "application/graphql-response+json",
    "user-agent": f"taphouse/{version('taphouse')}",
}


class _Client(PlayingMethods):
    """The common base of both clients."""

    def __init__(
        self,
        url: str,
        token: str | None,
        patience: float,
        language: str | None,
        games: Mapping[str, Game],
        program: bool,
    ) -> None:
        self._service = Service(_address(url), patience)
        self._documents = standard() if games is GAMES else Documents(games)
        self._token, self._program = token, program
        self._kinds, self._editions = {}, {}
        self._language = language or ENGLISH
        self._headers = _HEADERS | ({"accept-language": language} if language else {})

    @property
    def url(self) -> str:
        """The service's URL."""
        return self._service.url

    def _request_of(self, wanted: Send) -> dict[str, Any]:
        """The arguments of a request."""
        headers = self._headers
        if wanted.token is not None:
            if not _TOKEN.fullmatch(wanted.token):
                raise RequestFailed("This is no token: a token has visible ASCII characters only.", TokenRejected.code)
            headers = headers | {"authorization": f"Bearer {wanted.token}"}
        if wanted.streams:
            headers = headers | {"accept": _STREAM}
        return {
            "method": "POST",
            "url": f"{self._service.url}/graphql",
            "content": wanted.body,
            "headers": headers,
            "timeout": SILENCE if wanted.streams else httpx.USE_CLIENT_DEFAULT,
        }


class Client(_Client, Blocking):
    """A client of one service. Its methods return when they are done.

    A request that gets no answer is sent again, unchanged, for `patience` seconds. Every method can raise
    `Unavailable` and `Incompatible`, and `RequestFailed` if the service refuses to execute the request at all.

    Args:
        url: The service's URL, with or without `/graphql`.
        token: The token for requests that do not belong to a game, such as a login token.
        patience: The seconds to wait for an answer, all pauses included. A rate limit counts too.
        language: The language of labels and sentences, such as `de`.
        games: The kinds of games that the client knows, by name.
        http: The `httpx.Client` to use; the client does not close it. None to make one.
        program: True if a program plays the seats that this client takes: everybody then sees it.

    Raises:
        ValueError: The URL is not that of a service.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        patience: float = PATIENCE,
        language: str | None = None,
        games: Mapping[str, Game] = GAMES,
        http: httpx.Client | None = None,
        program: bool = False,
    ) -> None:
        super().__init__(url, token, patience, language, games, program)
        self._own = http is None
        self._http = http or httpx.Client(timeout=TIMEOUT, trust_env=not _is_here(self.url))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        if self._own:
            self._http.close()

    def run(self, steps: Steps[T]) -> T:
        """Perform the actions, and return the result."""
        with closing(self.each(_only(steps))) as results:
            return next(results)

    def each(self, steps: Items[T]) -> Generator[T, None, None]:
        """Perform the actions, and yield the items."""
        opened: set[_Stream] = set()
        try:
            wanted = next(steps)
            while True:
                try:
                    got = (yield wanted.value) if isinstance(wanted, Item) else self._do(wanted, opened)
                except (Lost, httpx.RequestError, httpx.StreamError) as lost:
                    wanted = steps.throw(Lost(str(lost) or type(lost).__name__))
                else:
                    wanted = steps.send(got)
        except StopIteration:
            return
        finally:
            steps.close()
            for stream in opened:
                stream.response.close()

    def _do(self, wanted: Action, opened: set[_Stream]) -> Any:
        match wanted:
            case Send():
                response = self._http.send(self._http.build_request(**self._request_of(wanted)), stream=wanted.streams)
                if not wanted.streams:
                    return _reply(response)
                if not _is_stream(response):
                    response.read()
                    response.close()
                    return _reply(response)
                stream = _Stream(response, httpx_sse.EventSource(response).iter_sse())
                opened.add(stream)
                return _reply(response, stream)
            case Receive(stream):
                return _event(next(stream.events, None))
            case Close(stream):
                opened.discard(stream)
                stream.response.close()
            case Pause(seconds):
                time.sleep(seconds)
            case Call(function, arguments) | Compute(function, arguments):
                return function(*arguments)
        return None


class AsyncClient(_Client, Awaiting):
    """A client of one service for asyncio. It has the methods of `Client` as coroutines and asynchronous iterators.

    Args:
        url: The service's URL, with or without `/graphql`.
        token: The token for requests that do not belong to a game.
        patience: The seconds to wait for an answer, all pauses included.
        language: The language of labels and sentences.
        games: The kinds of games that the client knows, by name.
        http: The `httpx.AsyncClient` to use; the client does not close it. None to make one.
        program: True if a program plays the seats that this client takes: everybody then sees it.

    Raises:
        ValueError: The URL is not that of a service.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        patience: float = PATIENCE,
        language: str | None = None,
        games: Mapping[str, Game] = GAMES,
        http: httpx.AsyncClient | None = None,
        program: bool = False,
    ) -> None:
        super().__init__(url, token, patience, language, games, program)
        self._own = http is None
        self._http = http or httpx.AsyncClient(timeout=TIMEOUT, trust_env=not _is_here(self.url))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        if self._own:
            await self._http.aclose()

    async def run(self, steps: Steps[T]) -> T:
        """Perform the actions, and return the result."""
        async with aclosing(self.each(_only(steps))) as results:
            return await anext(results)

    async def each(self, steps: Items[T]) -> AsyncGenerator[T, None]:
        """Perform the actions, and yield the items."""
        opened: set[_Stream] = set()
        try:
            wanted = next(steps)
            while True:
                try:
                    got = (yield wanted.value) if isinstance(wanted, Item) else await self._do(wanted, opened)
                except (Lost, httpx.RequestError, httpx.StreamError) as lost:
                    wanted = steps.throw(Lost(str(lost) or type(lost).__name__))
                else:
                    wanted = steps.send(got)
        except StopIteration:
            return
        finally:
            steps.close()
            for stream in opened:
                await stream.response.aclose()

    async def _do(self, wanted: Action, opened: set[_Stream]) -> Any:
        match wanted:
            case Send():
                request = self._http.build_request(**self._request_of(wanted))
                response = await self._http.send(request, stream=wanted.streams)
                if not wanted.streams:
                    return _reply(response)
                if not _is_stream(response):
                    await response.aread()
                    await response.aclose()
                    return _reply(response)
                stream = _Stream(response, httpx_sse.EventSource(response).aiter_sse())
                opened.add(stream)
                return _reply(response, stream)
            case Receive(stream):
                return _event(await anext(stream.events, None))
            case Close(stream):
                opened.discard(stream)
                await stream.response.aclose()
            case Pause(seconds):
                await asyncio.sleep(seconds)
            case Call(function, arguments):
                answer = function(*arguments)
                return (await answer) if inspect.isawaitable(answer) else answer
            case Compute(function, arguments):
                return await asyncio.to_thread(function, *arguments)
        return None


class _Stream:
    """An open stream."""

    def __init__(self, response: httpx.Response, events: Any) -> None:
        self.response, self.events = response, events


def _only(steps: Steps[T]) -> Items[T]:
    """A result as the only item."""
    yield Item((yield from steps))


def _reply(response: httpx.Response, stream: _Stream | None = None) -> HttpReply:
    content = response.content if stream is None else b""
    return HttpReply(response.status_code, content, response.headers.get("retry-after"), stream)


def _event(event: httpx_sse.ServerSentEvent | None) -> StreamEvent | None:
    return None if event is None else StreamEvent(event.event, event.data)


def _is_stream(response: httpx.Response) -> bool:
    return str(response.headers.get("content-type", "")).startswith(_STREAM)


def _address(url: str) -> str:
    """The URL of a service without `/graphql`."""
    short = url.strip().rstrip("/").removesuffix("/graphql")
    try:
        scheme, host, _ = httpx.URL(short).scheme, httpx.URL(short).host, urlsplit(short).port
        known = scheme in {"http", "https"} and _HOST.fullmatch(host) and host.encode("idna")
    except (ValueError, httpx.InvalidURL):
        known = False
    if not known:
        raise ValueError(f"{url} is not the URL of a service. Give one such as http://127.0.0.1:8000.")
    return short


def _is_here(url: str) -> bool:
    """True if a URL is of this machine, which a proxy from the environment cannot reach."""
    host = httpx.URL(url).host
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
