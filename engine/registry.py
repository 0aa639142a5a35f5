"""The installed games, and what their packages may use of Taphouse: the contract of games.

A package offers a game as an entry point of `taphouse.games`, named by its kind. One that uses only `NAMES` works with every
release that has the same first number of `CONTRACT`. `taphouse sdl` writes these names with their signatures and fields to
schema/games.txt, and `taphouse contract` compares that with the last release.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points

from msgspec import Struct

from taphouse.engine.game import Game

CONTRACT = (1, 2)
"""The version. The first number rises if games must be changed, the second one if there is more that they may use."""

NAMES = {
    "engine.contract": """
        Move Event Options View State Owed Seat Slug Decision Refusal IllegalMove Transition Seen Outcome Victory Reason EndReason
        ScoreCategory Standing standings Rules WHOLE SPECTATOR viewer_of sealed
    """,
    "engine.deals": "UNKNOWN SET_UP Sight Lies Deal Spot DealtRules other_world",
    "engine.decisions": "Asks Board Goes OpenRules RollingRules StackedRules prompts",
    "engine.game": "About Game Evaluate Candidates Merits Gift Gifts",
    "engine.vocabulary": "Public Printed Amounts Word Symbol Season REPEATS SEALED kebab",
    "engine.editions": "Edition EditionEntry Strict SourcedEntry Figure Provenance SLUG MOST_SLUG packaged",
    "engine.messages": "Why Details NO_DETAILS Label Merit",
    "engine.messages.merits": "WinsGame SharesVictory OnlyMove NothingBetter GainsPoints Raises",
    "engine.messages.reasons": "GameIsOver SomethingElse DecidedByOther NoSuchSeat NoSuchName NotListed WouldBeOver",
    "engine.chance": "Chance BLIND SEED_BYTES seed_from settled shuffled",
    "engine.first_seat": "FirstSeat starting_seat why_not_first_seat",
    "engine.upgrades": "Fix Fixes Upgrade",
    "engine.worlds": "Playout SeatMove PlayedWorld OtherWorld replay",
    "engine.worlds.beliefs": """
        Weighted Learns Contradiction followed chosen FREE Holding Holdings gains reveals passes draws shuffles check_viewer
        hidden
    """,
    "engine.worlds.hidden_cards": """
        PILE Departure Transfer Arrival Reshuffle Lesson DrawResult Shuffle Taken DeckHistory HiddenCards
    """,
    "engine.records.tracing": "CannotEnter CardQuestion Shown Draws TracedWorld Trace",
    "engine.notation": "parse write",
    "engine.play": "PlayedGame play text",
    "engine.small": "SmallRules small_game",
    "engine.checks": "Canaries Checks Ending canary",
}
"""The public names of each module of `taphouse`, between spaces. `GAMES` of `taphouse.engine` is public too."""
GROUP = "taphouse.games"
"""The group of entry points for version 1 of the contract of games. For a later version 2 it would be `taphouse.games.2`."""
_GROUPS = re.compile(re.escape(GROUP) + r"(\.\d+)?")
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
            BadGame: it is for another version of the contract of games, cannot be loaded, or is no game of this kind.
        """
        if self.contract != CONTRACT[0]:
            version = ".".join(map(str, CONTRACT))
            raise BadGame(
                f"{self._cannot_be_used} It needs version {self.contract} of the contract of games; this Taphouse has {version}."
            )
        try:
            game = self.entry.load()
        except (Exception, SystemExit) as error:  # a package may raise anything
            raise BadGame(f"{self._cannot_be_used} {type(error).__name__}: {error}") from error
        if not isinstance(game, Game) or game.about.kind != self.kind:
            raise BadGame(f"{self._cannot_be_used} {self.entry.value} is no Game whose kind is {self.kind!r}.")
        return game

    @property
    def contract(self) -> int:
        """The version of the contract of games that it needs, which its group names."""
        return int(self.entry.group.removeprefix(GROUP).removeprefix(".") or 1)

    @property
    def _cannot_be_used(self) -> str:
        return (
            f"The game {self.kind} of the package {self} cannot be used: install another version, or uninstall the package. "
            "Until then, a service serves the games that TAPHOUSE_GAMES names."
        )


def offered() -> list[Offer]:
    """The games that the installed packages offer; of a package for several versions of the contract, those for this one."""
    every = entry_points()
    groups = sorted(filter(_GROUPS.fullmatch, every.groups))
    found = [(entry, entry.dist) for group in groups for entry in every.select(group=group)]
    offers = [Offer(entry.name, dist.name, dist.version, entry) for entry, dist in found if dist is not None]
    ours = {(offer.kind, offer.package) for offer in offers if offer.contract == CONTRACT[0]}
    return [offer for offer in offers if offer.contract == CONTRACT[0] or (offer.kind, offer.package) not in ours]


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
