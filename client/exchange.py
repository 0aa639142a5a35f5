"""Sends a request until it has an answer, and reads a stream until it has ended. Decides when to retry and when to fail.

A request is sent again unchanged, with its idempotency key, so a change is made once. A stream goes on after a lost connection.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from taphouse.client.actions import Close, HttpReply, Lost, Pause, Receive, Send, Steps, StreamEvent
from taphouse.client.contract import ClientOperation
from taphouse.client.errors import Incompatible, Refused, RequestFailed, Unavailable
from taphouse.client.selections import TYPENAME
from taphouse.client.values import UnknownEvent
from taphouse.engine.vocabulary import unknown_words
from taphouse.schema.problems.base import Problem
from taphouse.schema.problems.games import VersionNotFound

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""The seconds before a request is sent again: they double, and vary so that clients do not all come back at once."""
MOST_LIMITED = 120.0
"""The seconds to wait while over a rate limit, for one request."""
_LIMITED, _AWAY = 429, (502, 503, 504)
_GONE = {"UNAVAILABLE", "STOPPING"}
"""Codes in a stream after which it can be opened again."""
_NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_jitter = random.Random()
_log = logging.getLogger(__name__)


class Service(Struct, frozen=True):
    """The address of the service, and the time to wait for it."""

    url: str
    patience: float
    """The seconds to wait for an answer, in all pauses together."""


class _Waiting:
    """The pauses of one request, or between two events of a stream."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.begin()

    def begin(self) -> None:
        """Reset the pauses after an answer."""
        self._left, self._limited, self._next = self._service.patience, MOST_LIMITED, FIRST_PAUSE

    def pause(self, why: str) -> Steps[None]:
        """Wait before the next try.

        Raises:
            Unavailable: It was tried for too long.
        """
        if self._left <= 0:
            raise Unavailable(f"The service at {self._service.url} does not answer: {why.rstrip('.')}.")
        if self._next == 2 * FIRST_PAUSE:  # one lost answer is no news
            _log.warning("The service at %s does not answer (%s); trying again ...", self._service.url, why)
        seconds = min(self._left, _jitter.uniform(0.5, 1.0) * self._next)
        self._next = min(2 * self._next, LONGEST_PAUSE)
        self._left -= seconds
        yield Pause(seconds)

    def limited(self, reply: HttpReply) -> Steps[None]:
        """Wait for the time that the service names after too many requests.

        Raises:
            Unavailable: That would be too long.
        """
        told = reply.retry_after
        seconds = max(1.0, float(told)) if told is not None and told.isdecimal() else 1.0
        if seconds > self._limited:
            raise Unavailable(f"The service at {self._service.url} answers {reply.status}: {_sentence(reply)}")
        self._limited -= seconds
        yield Pause(seconds)


def request(
    service: Service, operation: ClientOperation, variables: Mapping[str, Any], token: str | None
) -> Steps[Any]:
    """Send an operation until it is answered, and return its result.

    Raises:
        Refused: The result is a problem.
        RequestFailed: The answer holds errors.
        Unavailable: There is no answer.
        Incompatible: The answer is not one of the contract.
    """
    reply = yield from _answered(Send(operation.body(variables), token), _Waiting(service))
    return _result(service, operation, reply)


def raw(service: Service, document: str, variables: Mapping[str, Any], token: str | None) -> Steps[dict[str, Any]]:
    """Send a document until it is answered, and return its data."""
    body = msgspec.json.encode({"query": document, "variables": variables})
    reply = yield from _answered(Send(body, token), _Waiting(service))
    try:
        answer = msgspec.json.decode(reply.content)
        if answer.get("errors"):
            _fail(answer["errors"][0]["message"], answer["errors"][0].get("extensions", {}))
        data: dict[str, Any] = answer["data"]
    except (*_NO_JSON, LookupError, TypeError, AttributeError):
        raise _not_taphouse(service, reply.status) from None
    return data


def _answered(wanted: Send, waiting: _Waiting) -> Steps[HttpReply]:
    """Retry until there is an answer that is not temporary, and return it."""
    while True:
        try:
            reply: HttpReply = yield wanted
        except Lost as lost:
            yield from waiting.pause(str(lost))
            continue
        if reply.status == _LIMITED:
            yield from waiting.limited(reply)
        elif reply.status in _AWAY:
            yield from waiting.pause(f"status {reply.status}")
        else:
            return reply


class ResumedStream:
    """A stream of an operation, which is opened again whenever it breaks.

    Args:
        service: The service.
        operation: A subscription.
        variables: Returns the variables with which the stream goes on from here.
        token: The bearer token.
        begins_now: True if the stream begins with what there is now. It is opened again after versions were lost, too.
    """

    def __init__(
        self,
        service: Service,
        operation: ClientOperation,
        variables: Callable[[], Mapping[str, Any]],
        token: str | None,
        *,
        begins_now: bool = False,
    ) -> None:
        self._service, self._operation, self._variables, self._token = service, operation, variables, token
        self._begins_now = begins_now
        self._waiting, self._stream = _Waiting(service), None

    def next(self) -> Steps[Any]:
        """The next result; None once the stream is complete.

        Raises:
            Refused: The stream ended with a problem.
            RequestFailed: The service does not execute the subscription.
            Unavailable: The connection was lost for too long.
            Incompatible: The server is not Taphouse, or its contract differs.
        """
        while True:
            if self._stream is None:
                yield from self._open()
            try:
                event: StreamEvent | None = yield Receive(self._stream)
            except Lost as lost:
                yield from self._again(str(lost))
                continue
            if event is None:
                yield from self._again("the stream ended")
            elif event.name == "complete":
                yield from self.close()
                return None
            elif event.name == "next":
                reply = HttpReply(200, event.data.encode(), None)
                try:
                    result = _result(self._service, self._operation, reply)
                except RequestFailed as failed:
                    if failed.code not in _GONE:
                        raise
                    yield from self._again(str(failed))
                    continue
                except Refused as refused:
                    if not (self._begins_now and isinstance(refused.problem, VersionNotFound)):
                        raise
                    yield from self._again(str(refused))
                    continue
                self._waiting.begin()
                return result

    def close(self) -> Steps[None]:
        """Close the connection."""
        if self._stream is not None:
            wanted, self._stream = Close(self._stream), None
            yield wanted

    def _open(self) -> Steps[None]:
        wanted = Send(self._operation.body(self._variables()), self._token, streams=True)
        reply = yield from _answered(wanted, self._waiting)
        if reply.stream is None:
            _result(self._service, self._operation, reply)
            raise _not_taphouse(self._service, reply.status)
        self._stream = reply.stream

    def _again(self, why: str) -> Steps[None]:
        yield from self.close()
        yield from self._waiting.pause(why)


def _result(service: Service, operation: ClientOperation, reply: HttpReply) -> Any:
    """The result in an answer."""
    try:
        answer = operation.decoder.decode(reply.content)
    except msgspec.ValidationError as error:
        answer = _lenient(service, operation, reply, error)
    except _NO_JSON:
        raise _not_taphouse(service, reply.status) from None
    if answer.errors:
        _fail(answer.errors[0].message, answer.errors[0].extensions)
    if answer.data is None:
        raise _not_taphouse(service, reply.status)
    result = answer.data.result
    if isinstance(result, Problem):
        raise Refused(result, result.code)
    return result


def _lenient(service: Service, operation: ClientOperation, reply: HttpReply, error: Exception) -> Any:
    """An answer of a service with events, problems or values of enums that this client does not know."""
    try:
        answer = msgspec.json.decode(reply.content)
        result = answer["data"].get("result")
    except (*_NO_JSON, LookupError, TypeError, AttributeError):
        raise _not_taphouse(service, reply.status) from None
    try:
        if isinstance(result, dict) and "code" in result:
            raise Refused(msgspec.convert(result, Problem), str(result["code"]))
        with unknown_words():
            return operation.decoder.decode(msgspec.json.encode(_general(answer, operation.known)))
    except (msgspec.ValidationError, RecursionError):
        raise Incompatible(
            f"The service at {service.url} has another contract than this client ({error}). Update the older of the two."
        ) from None


def _general(value: Any, known: frozenset[str]) -> Any:
    """A value with `UnknownEvent` in place of types that the client does not know."""
    if isinstance(value, list):
        return [_general(one, known) for one in value]
    if not isinstance(value, dict):
        return value
    general = {key: _general(one, known) for key, one in value.items()}
    if TYPENAME in value and value[TYPENAME] not in known:
        general[TYPENAME] = UnknownEvent.__name__
    return general


def _fail(sentence: str, extensions: Mapping[str, Any]) -> NoReturn:
    number = extensions.get("id")
    raise RequestFailed(f"{sentence} (id {number})" if number else sentence, str(extensions.get("code", "")))


def _sentence(reply: HttpReply) -> str:
    """The first error in an answer, as a sentence."""
    try:
        return str(msgspec.json.decode(reply.content)["errors"][0]["message"])
    except (*_NO_JSON, LookupError, TypeError):
        return f"status {reply.status}"


def _not_taphouse(service: Service, status: int) -> Incompatible:
    return Incompatible(f"The server at {service.url}/graphql is not Taphouse: status {status}.")
