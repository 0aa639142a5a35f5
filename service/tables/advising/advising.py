"""The use cases of advice: what bots think of a decision."""

from __future__ import annotations

from taphouse.engine.bots.search import Considered
from taphouse.schema.game_view import Sight
from taphouse.schema.results import MOST_CONSIDERED, Analysis, ConsideredMove
from taphouse.schema.values import BotKind, LegalMove
from taphouse.service.tables.committing import Committing


class Advising(Committing):
    """Has bots think for the viewer of a sight."""

    async def suggestion(self, sight: Sight, bot: BotKind) -> LegalMove | None:
        """The move that a bot suggests; None if the viewer of the sight has no decision."""
        return sight.legal(await self._bots.suggestion(sight, bot)) if sight.decides else None

    async def analysis(self, sight: Sight, iterations: int) -> Analysis:
        """What a search considers for the viewer of the sight; nothing if the viewer has no decision."""
        considered = await self._bots.analysis(sight, iterations) if sight.decides else []
        return Analysis(tuple([_shown(one, sight) for one in considered[:MOST_CONSIDERED]]))


def _shown(one: Considered, sight: Sight) -> ConsideredMove:
    return ConsideredMove(sight.legal(one.move), one.visits, round(one.points, 2))
