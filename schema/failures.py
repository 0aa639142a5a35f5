"""What use cases raise: refusals, which answers turn into data, and failures, which may pass."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from graphql import GraphQLFormattedError

from taphouse.schema.problems import Problem, TooMuchAsked


class Refused(Exception):
    """A use case was refused with a problem; whoever answers the request turns it into data."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


async def or_problem(answer: Awaitable[Any]) -> Any:
    """The answer of a use case, or the problem that it was refused with: a union's value either way."""
    try:
        return await answer
    except Refused as refused:
        return refused.problem


class RateLimited(Exception):
    """The sender of a request has asked for too much lately. The whole request is refused.

    Args:
        policies: by which rates, such as `address`.
        retry: the seconds after which the same request would pass, if nothing else were sent.
    """

    def __init__(self, policies: tuple[str, ...], retry: int) -> None:
        whose = " and ".join(f"this {name}" for name in policies)
        message = f"Too much was asked for by {whose}. Send the request again in {retry} s, and fewer of them."
        super().__init__(message)
        self.problem = TooMuchAsked(message=message, retry_after=retry, policies=policies)

    @property
    def formatted(self) -> GraphQLFormattedError:
        """As an error of GraphQL."""
        told = {"code": self.problem.code, "retryAfter": self.problem.retry_after, "policies": self.problem.policies}
        return {"message": str(self), "extensions": told}

    @property
    def headers(self) -> dict[str, str]:
        """What the answer says besides."""
        return {"retry-after": str(self.problem.retry_after)}


class Unavailable(Exception):
    """What is needed to answer is away for now. No refusal: the same request, with the same key, may succeed later."""

    why = "The store does not answer."


class Busy(Unavailable):
    """Too many ask for what takes long."""

    why = "Too many ask for the same at once."
