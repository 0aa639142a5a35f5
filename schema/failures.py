"""Exceptions of use cases: refusals, which become data in the response, and temporary failures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from taphouse.engine.messages import Why
from taphouse.engine.messages.templates import Names
from taphouse.schema.problems.base import PlayerProblem, Problem
from taphouse.schema.request_problems import TooMuchAsked
from taphouse.schema.texts import sentence

if TYPE_CHECKING:
    from graphql import GraphQLFormattedError


class Refused(Exception):
    """A use case was refused. The transport returns the problem as data.

    Args:
        problem: the problem.
        why: the reason that its message gives, if it is not the problem itself.
        because: returns a further sentence in a language.
    """

    def __init__(self, problem: Problem, why: Why | None = None, because: Callable[[str], str] | None = None) -> None:
        super().__init__(problem.message or problem.code)
        self.problem, self._why, self._because = problem, why, because

    @property
    def for_player(self) -> bool:
        """True if a player can cause the problem, so that its message is in their language."""
        return isinstance(self.problem, PlayerProblem) or self._why is not None or bool(self.problem.rules)

    def told(self, language: str) -> Problem:
        """The problem with its message. One for players is in the language."""
        problem = told(self.problem, language, self._why)
        if self._because is None:
            return problem
        return msgspec.structs.replace(problem, message=f"{problem.message} {self._because(language)}")


def told(problem: Problem, language: str, why: Why | None = None, names: Names = ()) -> Problem:
    """The problem with its message. One that has a message is returned as it is.

    Args:
        problem: the problem.
        language: the language of messages for players.
        why: the reason that the message gives, if it is not the problem itself.
        names: what to call the players, in seat order. By default they are called `Seat 2`.
    """
    if problem.message:
        return problem
    return msgspec.structs.replace(problem, message=sentence(why or problem, language, names))


async def or_problem(answer: Awaitable[Any], language: str) -> Any:
    """The result of a use case, or the problem if it was refused: a union member either way."""
    try:
        return await answer
    except Refused as refused:
        return refused.told(language)


class RateLimited(Exception):
    """The client is over its rate limit. The whole request is refused.

    Args:
        policies: the exceeded policies, such as `address`.
        retry: the seconds after which the request would succeed, if the client sent nothing else.
    """

    def __init__(self, policies: tuple[str, ...], retry: int) -> None:
        self.problem = TooMuchAsked(retry_after=retry, policies=policies)
        super().__init__(self.problem)

    def formatted(self, language: str) -> GraphQLFormattedError:
        """The failure as a GraphQL error in a language."""
        extensions = {
            "code": self.problem.code,
            "retryAfter": self.problem.retry_after,
            "policies": self.problem.policies,
        }
        return {"message": told(self.problem, language).message, "extensions": extensions}

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the response."""
        return {"retry-after": str(self.problem.retry_after)}


class Unavailable(Exception):
    """A dependency is temporarily unavailable. Not a refusal: the same request, with the same key, may succeed later."""

    why = "The store does not respond."


class ClientGone(Exception):
    """The client has disconnected while its request waited. Nobody reads an answer."""


class Busy(Unavailable):
    """Too many concurrent requests."""

    why = "The service is busy: too many concurrent requests."


class Unreadable(Exception):
    """Something that is stored cannot be read here. It harms nothing else: lists leave it out."""


class Damaged(Unreadable):
    """Something that is stored is damaged. Transports report it as a bug with an id, since a retry does not help."""

    why = "What the service has stored of this is damaged."


def unexpected(error: BaseException) -> str:
    """The sentence with which an unexpected exception is reported to a client."""
    return error.why if isinstance(error, Damaged) else "An internal error occurred."
