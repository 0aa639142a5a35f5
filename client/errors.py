"""Errors between a client and the service. Every message is a sentence that says what to do."""

from __future__ import annotations

from taphouse.schema.problems.base import Problem


class TaphouseError(Exception):
    """The base of all errors of the client."""


class Refused(TaphouseError):
    """The service refused the request, and nothing was changed.

    Attributes:
        problem: The refusal as the contract types it, such as `taphouse.schema.problems.MoveRefused` with its `index`.
        code: Its code, such as `MOVE_REFUSED`. `ProblemCode` in the SDL lists them.
        rules: The ids of the rules behind it, such as `DD-07`.
        sentence: A sentence that says what is wrong and what to do.
    """

    def __init__(self, problem: Problem, code: str) -> None:
        self.problem, self.code = problem, code
        self.rules, self.sentence = problem.rules, problem.message
        super().__init__(f"{self.sentence} ({', '.join(self.rules) or code})")


class RequestFailed(TaphouseError):
    """The service did not execute the request: it is malformed, over a limit, or the service has a fault.

    Attributes:
        code: Its code, such as `TOO_COSTLY` or `INTERNAL`; empty if it has none.
    """

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


class Unavailable(TaphouseError):
    """The service did not answer within the client's patience. A change may or may not have been made."""


class Incompatible(TaphouseError):
    """The server is not Taphouse, or its contract does not match this client."""


class BotFailed(TaphouseError):
    """A bot returned something that is not a move."""
