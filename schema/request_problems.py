"""Problems as RFC 9457 problem details, and the problems of requests that reach no use case. REST only."""

from __future__ import annotations

from http import HTTPStatus
from operator import methodcaller
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from taphouse.schema.problems.base import PlayerProblem, Problem, ProblemCode
from taphouse.schema.problems.callers import NoAccount, NotHost, NotOperator, NotSeated


class NotFound(Problem, frozen=True, kw_only=True):
    """Nothing exists at this path."""

    code = ProblemCode("NOT_FOUND")
    http_status = 404


class MethodNotAllowed(Problem, frozen=True, kw_only=True):
    """The path does not support this method. `Allow` lists the methods that it supports."""

    code = ProblemCode("METHOD_NOT_ALLOWED")
    http_status = 405


class NotAcceptable(Problem, frozen=True, kw_only=True):
    """The response is not available in any media type that `Accept` lists."""

    code = ProblemCode("NOT_ACCEPTABLE")
    http_status = 406


class UnsupportedMediaType(Problem, frozen=True, kw_only=True):
    """The request body is not `application/json` in UTF-8."""

    code = ProblemCode("UNSUPPORTED_MEDIA_TYPE")
    http_status = 415


class BodyTooLarge(Problem, frozen=True, kw_only=True):
    """The request body is larger than the limit."""

    code = ProblemCode("BODY_TOO_LARGE")
    http_status = 413


class HeadTooLarge(Problem, frozen=True, kw_only=True):
    """The head of the request, or the chunk extensions or trailers of its body, are larger than the limit."""

    code = ProblemCode("HEAD_TOO_LARGE")
    http_status = 431


class TooSlow(Problem, frozen=True, kw_only=True):
    """The head or the body of the request did not arrive in time."""

    code = ProblemCode("TOO_SLOW")
    http_status = 408


class Malformed(Problem, frozen=True, kw_only=True):
    """The request is not valid HTTP, or does not have exactly one `Host`."""

    code = ProblemCode("MALFORMED")
    http_status = 400


class HostRefused(Problem, frozen=True, kw_only=True):
    """The service does not answer under the name in `Host`."""

    code = ProblemCode("HOST_REFUSED")
    http_status = 421


class BadJson(Problem, frozen=True, kw_only=True):
    """The request body is not valid JSON."""

    code = ProblemCode("BAD_JSON")
    http_status = 400


class PreconditionFailed(Problem, frozen=True, kw_only=True):
    """`If-Match` lists no ETag of this game."""

    code = ProblemCode("PRECONDITION_FAILED")
    http_status = 412


class Away(Problem, frozen=True, kw_only=True):
    """The service is temporarily unavailable. Retry the same request, with the same key, after `Retry-After` seconds."""

    code = ProblemCode("UNAVAILABLE")
    http_status = 503


class TooMuchAsked(PlayerProblem, frozen=True, kw_only=True):
    """You are over the rate limit. Retry the same request, with the same key, after `Retry-After` seconds."""

    code = ProblemCode("RATE_LIMITED")
    http_status = 429
    retry_after: Annotated[int, Meta(description="The seconds to wait before the request can succeed.")]
    policies: Annotated[tuple[str, ...], Meta(description="The policies that were exceeded, as in `RateLimit-Policy`.")]


class TooManyConnections(PlayerProblem, frozen=True, kw_only=True):
    """Your address has too many requests, streams and WebSockets open at once. Close one."""

    code = ProblemCode("TOO_MANY_CONNECTIONS")
    http_status = 429


class OriginRefused(Problem, frozen=True, kw_only=True):
    """The origin of this web page is not allowed to open a WebSocket."""

    code = ProblemCode("ORIGIN_REFUSED")
    http_status = 403


class Stopping(Problem, frozen=True, kw_only=True):
    """This instance is shutting down. Retry the same request, with the same key: another instance will answer."""

    code = ProblemCode("STOPPING")
    http_status = 503


class Broken(Problem, frozen=True, kw_only=True):
    """The service failed with an internal error."""

    code = ProblemCode("INTERNAL")
    http_status = 500
    id: Annotated[
        str, Meta(description="An id that the service chose. The operator finds the error under it in the log.")
    ]


PREFIX = "/v1"
"""The path prefix of REST."""
TYPE = "urn:taphouse:problem:"
"""The prefix of a problem's `type` (RFC 9457); the code follows."""
MEMBERS = {"message": "detail", "status": "gameStatus"}
"""Fields whose RFC 9457 member has another name: `message` is its `detail`, and its `status` is the HTTP status."""


def detailed(problem: Problem, status: int | None = None) -> dict[str, Any]:
    """The RFC 9457 problem details of a problem. Its own fields are extension members.

    Args:
        problem: the problem.
        status: overrides the problem's HTTP status.
    """
    fields = {
        MEMBERS.get(name, name): value
        for name, value in msgspec.to_builtins(problem, enc_hook=methodcaller("shown")).items()
    }
    status = status or problem.http_status
    title = HTTPStatus(status).phrase
    return {"type": TYPE + problem.code, "title": title, "status": status, "code": problem.code, **fields}


NEED_TOKEN: tuple[type[Problem], ...] = (NotSeated, NotHost, NoAccount, NotOperator)
"""Problems that REST answers with 401 if the request has no token at all."""
