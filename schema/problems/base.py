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
