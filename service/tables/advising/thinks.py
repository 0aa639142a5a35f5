"""What the use cases need from the bots of the service."""

from __future__ import annotations

from typing import Protocol

from taphouse.engine.bots.search import Considered
from taphouse.engine.contract import Move
from taphouse.schema.game_view import Sight
from taphouse.schema.values import BotKind


class Thinks(Protocol):
    """Thinks about the decision of the viewer of a sight, knowing what the viewer's seat knows."""

    async def suggestion(self, sight: Sight, bot: BotKind) -> Move:
        """The move that a bot suggests."""

    async def analysis(self, sight: Sight, iterations: int) -> list[Considered]:
        """What a search considers; the best move first."""
