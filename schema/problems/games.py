"""Refusals that the state of a game, or of a stream of it, gives a reason for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.prices import LISTED, SHOWN
from taphouse.schema.problems.base import PlayerProblem, Problem, ProblemCode
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.games import LogEntry, Status

MOST_ENTRIES = SHOWN // (2 * LISTED)
"""The most entries in a refusal. They cost no more than the game that a success shows."""


class VersionConflict(PlayerProblem, frozen=True, kw_only=True):
    """The game has changed since the expected version."""

    code = ProblemCode("VERSION_CONFLICT")
    http_status = 412
    version: Annotated[int, Meta(description="The game's current version.")]
    entries: Annotated[
        tuple[LogEntry, ...],
        Meta(
            description=f"The log entries since the expected version, at most {MOST_ENTRIES}. Use `events` to get more.",
            extra={"size": MOST_ENTRIES},
        ),
    ]


class GameOver(PlayerProblem, frozen=True, kw_only=True):
    """The game is over or abandoned. It accepts no more changes."""

    code = ProblemCode("GAME_OVER")
    status: Annotated[Status, Meta(description="The game's status: OVER or ABANDONED.")]


class GameNotStarted(PlayerProblem, frozen=True, kw_only=True):
    """The game has not started. Its seats must be taken, and its `start` says whether its host must then start it."""

    code = ProblemCode("GAME_NOT_STARTED")
    open_seats: Annotated[tuple[int, ...], Meta(description="The seats that anyone can join, in turn order.")]


class GameNotFound(PlayerProblem, frozen=True, kw_only=True):
    """No game has this id, or the game has expired."""

    code = ProblemCode("GAME_NOT_FOUND")
    http_status = 404


class VersionNotFound(PlayerProblem, frozen=True, kw_only=True):
    """The game has no such version."""

    code = ProblemCode("VERSION_NOT_FOUND")
    http_status = 404
    version: Annotated[int, Meta(description="The game's newest version.")]


class AdviceRefused(PlayerProblem, frozen=True, kw_only=True):
    """The game was created without this advice: see its `advice`. A program thinks in its own process, on sampled worlds."""

    code = ProblemCode("ADVICE_REFUSED")
    http_status = 403
    advice: Annotated[Advice, Meta(description="The advice that the service gives in this game.")]


class FellBehind(Problem, frozen=True, kw_only=True):
    """The client read the stream too slowly, so it ended. Subscribe again after `version`."""

    code = ProblemCode("FELL_BEHIND")
    version: Annotated[
        int, Meta(description="The version of the last entry sent: the `after` of the next subscription.")
    ]


class RulesNewest(PlayerProblem, frozen=True, kw_only=True):
    """The game has the newest version of its rules already."""

    code = ProblemCode("RULES_NEWEST")
    version: Annotated[int, Meta(description="The newest version of the rules.")]


class RulesDoNotFit(PlayerProblem, frozen=True, kw_only=True):
    """The newest rules do not allow the game's options or its position. A position may be allowed some moves later."""

    code = ProblemCode("RULES_DO_NOT_FIT")
    version: Annotated[int, Meta(description="The newest version of the rules.")]
