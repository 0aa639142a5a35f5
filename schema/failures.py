"""Exceptions of use cases: refusals, which become data in the response, and temporary failures."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

from taphouse.schema.problems.base import Problem
from taphouse.schema.request_problems import TooMuchAsked

if TYPE_CHECKING:
    from graphql import GraphQLFormattedError


class Refused(Exception):
    """A use case was refused. The transport returns the problem as data."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


async def or_problem(answer: Awaitable[Any]) -> Any:
    """The result of a use case, or the problem if it was refused: a union member either way."""
    try:
        return await answer
    except Refused as refused:
        return refused.problem


class RateLimited(Exception):
    """The client is over its rate limit. The whole request is refused.

    Args:
        policies: the exceeded policies, such as `address`.
        retry: the seconds after which the request would succeed, if the client sent nothing else.
    """

    def __init__(self, policies: tuple[str, ...], retry: int) -> None:
        limited = " and ".join(f"this {name}" for name in policies)
        message = f"The rate limit of {limited} is exceeded. Retry the request in {retry} s, and send fewer requests."
        super().__init__(message)
        self.problem = TooMuchAsked(message=message, retry_after=retry, policies=policies)

    @property
    def formatted(self) -> GraphQLFormattedError:
        """The failure as a GraphQL error."""
        extensions = {
            "code": self.problem.code,
            "retryAfter": self.problem.retry_after,
            "policies": self.problem.policies,
        }
        return {"message": str(self), "extensions": extensions}

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the response."""
        return {"retry-after": str(self.problem.retry_after)}


class Unavailable(Exception):
    """A dependency is temporarily unavailable. Not a refusal: the same request, with the same key, may succeed later."""

    why = "The store does not respond."


class Busy(Unavailable):
    """Too many concurrent requests."""

    why = "The service is busy: too many concurrent requests."


class Unreadable(Exception):
    """Something that is stored cannot be read here. It harms nothing else: lists leave it out."""


class Damaged(Unreadable):
    """Something that is stored is damaged. Transports report it as a bug with an id, since a retry does not help."""

    why = "What the service has stored of this is damaged."


def unexpected(error: BaseException) -> str:
    """The sentence with which a client is told of an unexpected exception."""
    return error.why if isinstance(error, Damaged) else "An internal error occurred."
