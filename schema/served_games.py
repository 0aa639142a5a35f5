"""The games that are served, and the API types derived for each: all that REST needs, and the beginning of GraphQL's schema."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from taphouse.engine.game import Game
from taphouse.engine.vocabulary import Public, hints
from taphouse.schema.registry import LIFECYCLE
from taphouse.schema.shared_classes import check_classes, check_names, classes_of
from taphouse.schema.values.kinds import GameTypes, game_types


class ServedGames:
    """The games that are served, by kind, with their types.

    Args:
        games: the games by kind.

    Raises:
        TypeError: a type of a game cannot be in the API.
    """

    def __init__(self, games: Mapping[str, Game]) -> None:
        check_classes(games.values())
        check_names(games.values())
        self.games = dict(games)
        self.game_types: dict[str, GameTypes] = {
            kind: game_types(game, [other for other in games.values() if other is not game], LIFECYCLE)
            for kind, game in games.items()
        }

    @staticmethod
    def of(*games: Game) -> ServedGames:
        """These games. Cached: one set of games has one set of types."""
        return _served(games)

    @cached_property
    def digest(self) -> bytes:
        """A digest of all that the types of answers follow from: the contract's modules, and the classes of the games."""
        found = hashlib.sha256()
        for source in _sources(files("taphouse.schema")):
            found.update(source)
        for kind, game in self.games.items():
            for cls in classes_of(game.about):
                members = hints(cls) if issubclass(cls, Public) else words_of(cls)
                found.update(repr((kind, cls.__name__, cls.__doc__, members)).encode())
        return found.digest()


def words_of(word: Any) -> list[tuple[str, str]]:
    """The names and descriptions of the members of a `Word`."""
    return [(one.name, one.description) for one in word]


@lru_cache(maxsize=8)
def _served(games: tuple[Game, ...]) -> ServedGames:
    return ServedGames({game.about.kind: game for game in games})


def _sources(folder: Traversable) -> Iterator[bytes]:
    """The modules in a folder, in an order that does not depend on the machine."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith(".py"):
            yield entry.read_bytes()
