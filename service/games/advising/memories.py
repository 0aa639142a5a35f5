"""The moves that seats saw of their games, read from the logs. Worlds are imagined from them, and searches remember them."""

from __future__ import annotations

from taphouse.engine.contract import Rules, Seen
from taphouse.schema.concepts.agreements import MovesUndone
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.game_view import GameView
from taphouse.schema.prices import world_price
from taphouse.schema.values.lifecycle import Happening, LifecycleEvent, RulesUpgraded
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.replaying import LogReplay, snapshot_before

MOST_SEEN = 500
"""The newest versions that are remembered: more than most games have."""
AT_ONCE = 100
"""The entries that are read from the store at once."""


def reading_price(game_view: GameView) -> int:
    """The price of reading what a seat saw, in points."""
    return world_price(min(game_view.version, MOST_SEEN))


class Course:
    """The moves that led to a position, as a seat saw them, since the last undo: redrawn things must be forgotten.

    A later version is read from where the last one ended. It is nobody else's while it is read.

    Args:
        seat: The seat.
        game_view: The game as the seat sees it.
    """

    def __init__(self, seat: int, game_view: GameView) -> None:
        self._seat, self._epochs, self._seen = seat, game_view.epochs, list[Seen]()
        self._version = snapshot_before(max(0, game_view.version - MOST_SEEN))
        self._skipped = self._version + 1 if self._version else 0  # read only for its snapshot
        self._replay: LogReplay | None = None

    def leads_to(self, game_view: GameView) -> bool:
        """True if it can be read on to this version: it is no earlier one, and no server of the store was lost since."""
        return self._version <= game_view.version and self._epochs == game_view.epochs

    async def read(self, game_view: GameView, reader: Reader, scheduler: RequestScheduler) -> list[Seen]:
        """The newest `MOST_SEEN` moves up to the version of the view."""
        replay = self._replay = self._replay or LogReplay(
            reader.codecs[game_view.game.about.kind], game_view.versions, game_view.terms
        )
        while (after := self._version) < game_view.version:
            count = min(AT_ONCE, game_view.version - after)
            entries = await reader.store.entries(game_view.game_id, after, count)
            if len(entries) < count:
                await reader.explain_gap(game_view.game_id, game_view.version, game_view.epochs)
            for entry in entries:
                before = replay.state
                for happening in replay.read([entry], self._skipped):
                    if happening.move is not None and before is not None:
                        self._seen.append(_as_seen(happening, before, self._seat))
                    elif any(isinstance(event, MovesUndone | RulesUpgraded) for event in happening.events):
                        self._seen.clear()
                self._version = entry.version
                if scheduler.late:
                    await scheduler.turn()
        del self._seen[:-MOST_SEEN]
        return self._seen.copy()


def remembers(rules: Rules) -> bool:
    """True if a game has memories: its positions do not show all that was seen."""
    return type(rules).remembered is not Rules.remembered


def _as_seen(happening: Happening, before: object, seat: int) -> Seen:
    """A move as a seat saw it, filtered as everything that the seat is shown."""
    events = [event for event in happening.events if not isinstance(event, LifecycleEvent)]
    return happening.rules.seen(before, happening.seat, happening.move, events, seat)
