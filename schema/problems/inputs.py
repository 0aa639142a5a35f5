"""Refusals of what a client sent."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.problems.base import Problem, ProblemCode


class InputRefused(Problem, frozen=True, kw_only=True):
    """An argument has an invalid value."""

    code = ProblemCode("INPUT_REFUSED")
    http_status = 400
    argument: Annotated[str, Meta(description="The name of the argument, such as `seats`.")]


class RecordRefused(Problem, frozen=True, kw_only=True):
    """The record is malformed, does not verify, or is not complete enough to play on from."""

    code = ProblemCode("RECORD_REFUSED")
    http_status = 422
    fault: Annotated[str, Meta(description="The fault, as a sentence.")]
    line: Annotated[int | None, Meta(description="The line of the text, counted from 1. Null if it is not known.")]
    place: Annotated[
        str,
        Meta(
            description="The part of the record, such as `lines[3]`, as docs/records.md names it. Empty for all of it."
        ),
    ]


class KeyReused(Problem, frozen=True, kw_only=True):
    """The idempotency key was already used for another request. Use a new key."""

    code = ProblemCode("KEY_REUSED")
    http_status = 422
