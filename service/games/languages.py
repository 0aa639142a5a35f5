"""The languages of texts for people: what each of them lacks, and which are whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from taphouse.engine.editions import Edition, packaged
from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH, guides
from taphouse.schema.values.words import OWN


def lacking(game: Game, editions: Iterable[Edition], language: str) -> Iterator[str]:
    """The texts of a game that are still English in a language, such as `pint-craft: reasons.vote`.

    Args:
        game: the game.
        editions: its editions.
        language: the language.

    Raises:
        MessagesError: a catalogue is invalid.
    """
    kind = game.about.kind
    if language in game.catalogues.languages:
        yield from (f"{kind}: {key}" for key in game.catalogues.get(language).missing)
    else:
        yield f"{kind}: messages/{language}.toml"
    if language not in guides.languages(game.about.package):
        yield f"{kind}: guide/{language}.toml"
    for edition in editions:
        yield from (f"{kind}, edition {edition.name}: {key}" for key in edition.untranslated(language))


def whole(games: Mapping[str, Game]) -> tuple[str, ...]:
    """The languages in which nothing is left in English, English first. Editions of an operator's own do not count."""
    return tuple(language for language in OWN.languages if language == ENGLISH or _is_whole(games, language))


def _is_whole(games: Mapping[str, Game], language: str) -> bool:
    missing = (lacking(game, packaged(game.edition, game.about.package), language) for game in games.values())
    return not OWN.get(language).missing and not any(True for texts in missing for _ in texts)
