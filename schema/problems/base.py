"""The base of all problems."""

from __future__ import annotations

from typing import Annotated, ClassVar, NewType

from msgspec import Meta

from taphouse.engine.vocabulary import Public

ProblemCode = NewType("ProblemCode", str)
"""A problem's code, such as `MOVE_REFUSED`. An enum in the API."""


class Problem(Public, frozen=True, kw_only=True):
    """A refusal of a request. Nothing was changed."""

    code: ClassVar[ProblemCode]
    http_status: ClassVar[int] = 409
    """The status of an HTTP response with this problem. 409: it conflicts with the state of the game."""
    message: Annotated[str, Meta(description="A sentence for people that says what is wrong and what to do.")]
    rules: Annotated[
        tuple[str, ...], Meta(description="The ids of the rules behind the refusal, as in the catalogue.")
    ] = ()


class PlayerProblem(Problem, frozen=True, kw_only=True):
    """A refusal that a player can cause. Its message is in the language of the request, from `schema.texts`.

    Without a message it is not told yet: `Refused.told` puts it into words. Messages of other problems are for developers, and
    in English.
    """

    message: Annotated[str, Meta(description="A sentence to the player that says what is wrong and what to do.")] = ""
