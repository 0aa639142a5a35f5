"""The problems of clocks and pauses."""

from __future__ import annotations

from taphouse.schema.problems.base import PlayerProblem, ProblemCode


class Paused(PlayerProblem, frozen=True, kw_only=True):
    """The game is paused. Resume it to go on."""

    code = ProblemCode("PAUSED")


class NotPaused(PlayerProblem, frozen=True, kw_only=True):
    """The game is not paused."""

    code = ProblemCode("NOT_PAUSED")


class NoClock(PlayerProblem, frozen=True, kw_only=True):
    """The game was created without clocks."""

    code = ProblemCode("NO_CLOCK")
