"""The games from which others may begin: a copy of a running one must not give the advice that the game itself refuses."""

from __future__ import annotations

from taphouse.engine.records.record import Record
from taphouse.schema.failures import Refused
from taphouse.schema.problems.games import AdviceRefused
from taphouse.schema.problems.reasons import RunsStill
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.games import Status
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader


def check_source(loaded: LoadedGame) -> None:
    """Refuse to begin a game from one that is running without advice.

    Raises:
        Refused: It is.
    """
    if loaded.status is Status.RUNNING and loaded.terms.advice is not Advice.ALL:
        raise Refused(AdviceRefused(advice=loaded.terms.advice), RunsStill())


async def check_recorded(record: Record, reader: Reader) -> None:
    """Check the game that a record names, if this service has it. See `check_source`."""
    if record.game is None:
        return
    stored = (await reader.load(record.game)).record
    loaded = None if stored is None else await reader.readable(record.game, stored)
    if loaded is not None:
        check_source(loaded)
