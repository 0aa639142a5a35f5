"""`taphouse messages`: the texts that the message catalogues and editions lack in each language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH
from taphouse.schema.texts import OWN
from taphouse.service.games.catalogue import lacking_in_game, lacking_in_service
from taphouse.service.games.kernel.editions import Editions


def lacking(games: Mapping[str, Game], directory: Path | None, language: str) -> Iterator[str]:
    """The texts that are still English in a language, such as `pint-craft: reasons.vote`.

    Args:
        games: the games by kind.
        directory: the directory of the operator's editions.
        language: the language.

    Raises:
        EditionError: an edition or its translation is invalid.
        MessagesError: a catalogue is invalid.
    """
    yield from lacking_in_service(language)
    offered = Editions(games, directory).offered
    for kind, game in games.items():
        yield from lacking_in_game(game, offered[kind].values(), language)


def others() -> tuple[str, ...]:
    """The languages besides English."""
    return tuple(language for language in OWN.languages if language != ENGLISH)
