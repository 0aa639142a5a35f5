"""What people read about a game: the wording of its kind, with the events that every kind of game has."""

from __future__ import annotations

from functools import cache

from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.messages import Messages, Wording, load
from taphouse.schema.values import LIFECYCLE


def wording(game: Game, edition: Edition, language: str = "en") -> Wording:
    """The labels of a game's moves, and the sentences of its events and of those in `LIFECYCLE`.

    Args:
        game: the game.
        edition: the edition that gives the titles.
        language: the name of a catalogue, `messages/<language>.toml`, here and in the folder of the game.

    Raises:
        MessagesError: there is no catalogue in this language, or it is invalid.
    """
    return game.wording(edition, language, _lifecycle(language))


@cache
def _lifecycle(language: str) -> Messages:
    return load("taphouse.schema", language, (), LIFECYCLE)
