"""The problems of clocks and pauses."""

from __future__ import annotations

from taphouse.schema.problems.base import Problem, ProblemCode


class Paused(Problem, frozen=True, kw_only=True):
    """The game is paused. Resume it to go on."""

    code = ProblemCode("PAUSED")


class NotPaused(Problem, frozen=True, kw_only=True):
    """The game is not paused."""

    code = ProblemCode("NOT_PAUSED")


class NoClock(Problem, frozen=True, kw_only=True):
    """The game was created without clocks."""

    code = ProblemCode("NO_CLOCK")
