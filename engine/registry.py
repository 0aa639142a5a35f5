"""The installed games. A package offers a game as an entry point of `taphouse.games`, named by its kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points

from msgspec import Struct

from taphouse.engine.game import Game

GROUP = "taphouse.games"
OWN = "taphouse"
"""The package that has the engine, and the first games."""


class BadGame(Exception):
    """An installed game that cannot be used. The message names its package, and says what to do."""


class Offer(Struct, frozen=True):
    """A game that an installed package offers."""

    kind: str
    package: str
    """The name of the package, such as `taphouse-goofspiel`."""
    version: str
    entry: EntryPoint

    def __str__(self) -> str:
        return f"{self.package} {self.version}"

    def load(self) -> Game:
        """The game.

        Raises:
            BadGame: it cannot be loaded, or is no game of this kind.
        """
        try:
            game = self.entry.load()
        except Exception as error:  # a package may raise anything
            raise BadGame(f"{self._cannot_be_used} {type(error).__name__}: {error}") from error
        if not isinstance(game, Game) or game.about.kind != self.kind:
            raise BadGame(f"{self._cannot_be_used} {self.entry.value} is no Game whose kind is {self.kind!r}.")
        return game

    @property
    def _cannot_be_used(self) -> str:
        return (
            f"The game {self.kind} of the package {self} cannot be used: install another version, uninstall the package, or "
            "name the games to serve in TAPHOUSE_GAMES."
        )


def offered() -> list[Offer]:
    """The games that the installed packages offer, in order of their kinds."""
    found = [(entry, entry.dist) for entry in entry_points(group=GROUP)]
    return [Offer(entry.name, dist.name, dist.version, entry) for entry, dist in found if dist is not None]


class Games(Mapping[str, Game]):
    """The installed games by kind. Each is loaded when it is first asked for.

    The games of this package come first, the shortest one before the others; then those of all other packages, likewise.

    Args:
        offers: what packages offer; None for all that is installed.

    Raises:
        BadGame: a game that is asked for cannot be used, or several packages offer it. To iterate is to ask for all games.
    """

    def __init__(self, offers: Iterable[Offer] | None = None) -> None:
        self._given = offers
        self._loaded: dict[str, Game] = {}

    @cached_property
    def offers(self) -> dict[str, list[Offer]]:
        """The packages that offer a game, by kind: one for each, unless packages clash."""
        found: dict[str, list[Offer]] = {}
        for offer in offered() if self._given is None else self._given:
            found.setdefault(offer.kind, []).append(offer)
        return found

    def own(self) -> dict[str, Game]:
        """The games of this package."""
        return {kind: self[kind] for kind in self._by_length(own=True)}

    def __getitem__(self, kind: str) -> Game:
        if kind not in self._loaded:
            first, *others = self.offers[kind]
            if others:
                packages = ", ".join(map(str, (first, *others)))
                raise BadGame(f"Several packages offer the game {kind}: {packages}. Uninstall all but one of them.")
            self._loaded[kind] = first.load()
        return self._loaded[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sorted)

    def __len__(self) -> int:
        return len(self.offers)

    def __contains__(self, kind: object) -> bool:
        return kind in self.offers

    @cached_property
    def _sorted(self) -> list[str]:
        return [*self._by_length(own=True), *self._by_length(own=False)]

    def _by_length(self, *, own: bool) -> list[str]:
        kinds = [kind for kind, (first, *_) in self.offers.items() if (first.package == OWN) is own]
        return sorted(kinds, key=lambda kind: (self[kind].about.minutes, kind))
