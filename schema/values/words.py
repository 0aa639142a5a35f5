"""The words for people: of games, and of the service itself, in each language."""

from __future__ import annotations

from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH, Catalogues, Spoken
from taphouse.engine.messages.wording import Wording
from taphouse.engine.records.record import Undone
from taphouse.schema.values.lifecycle import LIFECYCLE

OWN = Catalogues("taphouse.schema", Spoken(events=(*LIFECYCLE, Undone)))
"""The catalogues of the service itself: for the events of every kind of game, and an undo in a record. Their languages are those
that clients can choose."""


def wording(game: Game, edition: Edition, language: str = ENGLISH) -> Wording:
    """The labels of a game's moves, the prompts of its decisions, and the sentences of its events and of those in `LIFECYCLE`.

    Args:
        game: the game.
        edition: the edition that gives the titles.
        language: one of the languages of `OWN`. What a catalogue lacks is English.

    Raises:
        MessagesError: a catalogue is invalid.
    """
    return game.wording(edition, language, OWN.get(language))


class Wordings(dict[str, Wording]):
    """The wordings of a game under one edition by language, each made when it is first needed."""

    def __init__(self, game: Game, edition: Edition) -> None:
        self._game, self._edition = game, edition

    def __missing__(self, language: str) -> Wording:
        made = self[language] = wording(self._game, self._edition, language)
        return made
