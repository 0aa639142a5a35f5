"""The use cases of games, with their moves and games counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taphouse.service.observing.census import Census
from taphouse.service.observing.metrics import Metrics
from taphouse.service.store import Conflict, Key, KeyReused, Repeated, Untimely
from taphouse.service.tables.clocks.running import Overdue
from taphouse.service.tables.encoding import seat_of
from taphouse.service.tables.loading import Opened
from taphouse.service.tables.steps import Step
from taphouse.service.tables.use_cases import Tables


class CountedTables(Tables):
    """Use cases that count what they commit.

    Args:
        metrics: Where they count it.
        census: Where they note the status of games.
        given: The arguments of `Tables`.
    """

    def __init__(self, metrics: Metrics, census: Census, *given: Any) -> None:
        super().__init__(*given)
        self._metrics, self._census = metrics, census

    async def _write(
        self, opened: Opened, steps: Sequence[Step], key: Key, overdue: Overdue | None = None
    ) -> Opened | Repeated | KeyReused | Conflict | Untimely:
        written = await super()._write(opened, steps, key, overdue)
        if isinstance(written, Opened):
            kind = opened.record.kind
            for step in steps:
                if step.move is not None:
                    self._metrics.moves[kind, _who(step)] += 1
            if not opened.version or written.status is not opened.status:
                self._metrics.games[kind, written.status.value] += 1
            self._census.note(opened, written, self._now())
        return written


def _who(step: Step) -> str:
    if step.automatic:
        return "service"
    seat = seat_of(step.who)
    return "bot" if seat is not None and step.seats[seat - 1].bot else "player"
