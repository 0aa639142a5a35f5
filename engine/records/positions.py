"""Positions that games begin from, as records hold them: with what nobody knows in order, so that they reveal nothing of it."""

from __future__ import annotations

from typing import Any

import msgspec

from taphouse.engine.chance import IN_ORDER
from taphouse.engine.contract import Options, Rules
from taphouse.engine.game import Game
from taphouse.engine.records.record import Begins, RecordError


def written(game: Game, state: Any) -> Begins:
    """A position for a record."""
    return Begins(game.format, msgspec.json.decode(msgspec.json.encode(state)))


def read(begins: Begins, game: Game, rules: Rules, options: Options) -> Any:
    """The position of a record.

    Args:
        begins: the position as the record holds it.
        game: the kind of game.
        rules: the rules of the record.
        options: the options of the record.

    Raises:
        RecordError: it is not a position of a running game with these options, or not in order.
    """
    if begins.format > game.format:
        raise RecordError(f"This release reads positions up to format {game.format}.", "position.format")
    value: Any = begins.state
    for upgrade in game.upgrades[begins.format - 1 :]:
        value = upgrade.state(value)
    try:
        state: Any = msgspec.convert(value, game.about.state)
    except msgspec.ValidationError as error:
        raise RecordError(f"The position is not valid: {error}.", "position.state") from None
    if getattr(state, "options", options) != options:
        raise RecordError("The position has other options than the record.", "position.state")
    if rules.decision(state) is None:
        raise RecordError("The game was over at the position.", "position.state")
    if rules.reshuffled(state, IN_ORDER) != state:
        raise RecordError("What nobody knows is not in order.", "position.state")
    return state
