"""Counts the moves and games that commits make."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taphouse.service.games.encoding.seats import seat_of
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.steps import Step
from taphouse.service.observing.game_counts import GameCounts
from taphouse.service.observing.metrics import Metrics


class CountedCommits:
    """Counts commits; the `on_commit` of a `Committer`.

    Args:
        metrics: The metrics in which moves and games are counted.
        counts: The counts in which the status of games is noted.
        now: Returns the current time in milliseconds since the epoch.
    """

    def __init__(self, metrics: Metrics, counts: GameCounts, now: Callable[[], int]) -> None:
        self._metrics, self._counts, self._now = metrics, counts, now

    def __call__(self, before: LoadedGame, steps: Sequence[Step], after: LoadedGame) -> None:
        """Count a commit, given the game before it, the versions, and the game after it."""
        kind = before.record.kind
        for step in steps:
            if step.move is not None:
                self._metrics.moves[kind, _who(step)] += 1
        if not before.version or after.status is not before.status:
            self._metrics.games[kind, after.status.value] += 1
        self._counts.note(before, after, self._now())


def _who(step: Step) -> str:
    if step.automatic:
        return "service"
    seat = seat_of(step.who)
    return "bot" if seat is not None and step.seats[seat - 1].bot else "player"
