"""The words about games, in each language."""

from __future__ import annotations

from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH
from taphouse.engine.messages.wording import Wording
from taphouse.schema.registry import TEXTS


def wording(game: Game, edition: Edition, language: str = ENGLISH) -> Wording:
    """The labels of a game's moves, the prompts of its decisions, and the sentences of its events and of all games'.

    Args:
        game: the game.
        edition: the edition that gives the titles.
        language: one of the languages of `texts.OWN`. What a catalogue lacks is English.

    Raises:
        MessagesError: a catalogue is invalid.
    """
    return game.wording(edition, language, *[one.get(language) for one in TEXTS])


class Wordings(dict[str, Wording]):
    """The wordings of a game under one edition by language, each made when it is first needed."""

    def __init__(self, game: Game, edition: Edition) -> None:
        self._game, self._edition = game, edition

    def __missing__(self, language: str) -> Wording:
        made = self[language] = wording(self._game, self._edition, language)
        return made
