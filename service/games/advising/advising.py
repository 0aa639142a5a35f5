"""The use cases of advice: suggestions of bots for a decision, and worlds that are consistent with what a seat knows."""

from __future__ import annotations

import secrets
from typing import Protocol

from taphouse.engine.bots.search import Considered
from taphouse.engine.chance import SEED_BYTES, Chance, seed_from
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameView
from taphouse.schema.ports import Caller
from taphouse.schema.problems.games import AdviceRefused
from taphouse.schema.results import MOST_EXPLAINED, Analysis, BotLine, ConsideredMove
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import MOST_SEED, LegalMove, World
from taphouse.service.games.advising.worlds import imagined
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.loading import Reader


class Adviser(Protocol):
    """Thinks about a viewer's decision, and knows only what the viewer's seat knows."""

    async def advice(self, caller: Caller, game_view: GameView, bot: BotKind) -> list[Considered]:
        """The move that a bot would make, and the others that it considers, the better ones first."""

    def line(self, caller: Caller, game_view: GameView, bot: BotKind) -> BotLine:
        """The places of a game and of a client in the line for a bot."""


def check_advice(game_view: GameView) -> None:
    """Refuse advice that the game was created without.

    Raises:
        Refused: It was.
    """
    advice = game_view.advice
    if advice is Advice.NONE or (advice is Advice.AFTER_THE_END and not game_view.open_to_all):
        raise Refused(AdviceRefused(advice=advice))


class Advising:
    """Has bots think for a viewer, and samples worlds.

    Args:
        adviser: The bots of the service.
        reader: Reads logs.
    """

    def __init__(self, adviser: Adviser, reader: Reader) -> None:
        self._adviser, self._reader = adviser, reader

    async def suggestion(self, caller: Caller, game_view: GameView, bot: BotKind) -> LegalMove | None:
        """The move that a bot would make; None if the viewer has no decision."""
        considered = await self._considered(caller, game_view, bot)
        return game_view.legal(considered[0].move) if considered else None

    def bot_line(self, caller: Caller, game_view: GameView, bot: BotKind) -> BotLine:
        """The places of the game and of the caller in the line for a bot."""
        return self._adviser.line(caller, game_view, bot)

    async def analysis(self, caller: Caller, game_view: GameView, bot: BotKind) -> Analysis:
        """The moves that a bot considers for the viewer, with reasons; none if the viewer has no decision."""
        considered = await self._considered(caller, game_view, bot)
        return Analysis(tuple([_shown(one, game_view, number) for number, one in enumerate(considered)]))

    async def _considered(self, caller: Caller, game_view: GameView, bot: BotKind) -> list[Considered]:
        check_advice(game_view)
        return await self._adviser.advice(caller, game_view, bot) if game_view.decides else []

    async def sample_world(self, caller: Caller, game_view: GameView, seed: str | None) -> World | None:
        """A world that is consistent with what the viewer's seat knows; None unless the viewer has a seat in a running game.

        Raises:
            Refused: The seed is too long, or the game was created without advice and the seat is not marked as a program's.
        """
        seat = game_view.viewer.seat
        if seat is None or not game_view.seats[seat - 1].program:
            check_advice(game_view)
        if seed is not None and len(seed) > MOST_SEED:
            refuse("seed", f"A seed has at most {MOST_SEED} characters.")
        luck = secrets.token_bytes(SEED_BYTES) if seed is None else seed_from(f"world {seed}")
        return await imagined(game_view, Chance(luck), self._reader, caller)


def _shown(one: Considered, game_view: GameView, number: int) -> ConsideredMove:
    result = None if one.result is None else round(one.result, 2)
    reasons = game_view.reasons(one.move, best=number == 0) if number < MOST_EXPLAINED else ()
    return ConsideredMove(game_view.legal(one.move), one.visits, round(one.points, 2), result, reasons)
