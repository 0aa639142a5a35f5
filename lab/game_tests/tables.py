"""The tables that the suite plays at: every game, edition, version of the rules, number of seats, and value of an option.

Editions for tests alone are played with the default options.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, lru_cache
from importlib import import_module
from itertools import cycle
from typing import Any, NamedTuple

import taphouse.engine.worlds
from taphouse.engine import GAMES as INSTALLED
from taphouse.engine.chance import BLIND
from taphouse.engine.checks import Checks, found
from taphouse.engine.contract import Move, Options, Rules
from taphouse.engine.editions import Edition, load
from taphouse.engine.game import About, Game
from taphouse.lab.secrecy import random_inputs
from taphouse.lab.secrecy.random_inputs import option_sets

GAMES: dict[str, Game] = {}
"""The games that are tested, by kind. It is filled before the tests are collected."""
SECOND = "second"
"""The second edition among the editions of a game."""
_fast = False


def use(games: Iterable[Game], fast: bool = False) -> None:
    """Test these games; if `fast`, at one table each."""
    global _fast  # noqa: PLW0603 -- set once, before the tests are collected
    GAMES.update((game.about.kind, game) for game in games)
    _fast = fast


def one_table() -> bool:
    """True if each game is tested at one table, which need not reach everything."""
    return _fast


def named(name: str) -> Game:
    """A game by its kind, or by the place where it is declared, such as `my_game.about:GAME`.

    Raises:
        LookupError: there is no such game; the message says which there are.
    """
    module, _, attribute = name.partition(":")
    if not attribute and name not in INSTALLED:
        raise LookupError(
            f"There is no game {name!r}; the games are {', '.join(INSTALLED)}. Name one that is not installed by its module, "
            "such as my_game.about:GAME."
        )
    try:
        game = getattr(import_module(module), attribute, None) if attribute else INSTALLED[name]
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
            raise
        raise LookupError(
            f"There is no module {missing.name} here. Run this where `python -c 'import {module}'` works."
        ) from None
    if not isinstance(game, Game):
        raise LookupError(f"{name} is no Game.")
    return game


def checks(kind: str) -> Checks:
    """The checks that the author of a game declares."""
    return found(GAMES[kind]).checks


@cache
def _editions(game: Game) -> dict[str, Edition]:
    more = {path.stem: load(game.edition, path.read_bytes(), path.name) for path in found(game).editions}
    return random_inputs.editions(game) | more


def editions(kind: str) -> dict[str, Edition]:
    """The packaged editions of a game by name, the default first; then those for tests alone."""
    return _editions(GAMES[kind])


@cache
def _rules(game: Game, kind: str, edition: str, version: int) -> Rules:
    return game.rules(editions(kind)[edition], version)


class GameTerms(NamedTuple):
    """The terms of a game, but for the seed."""

    kind: str
    edition: str
    seats: int
    options: Options
    version: int
    """The version of the rules."""

    @property
    def game(self) -> Game:
        return GAMES[self.kind]

    @property
    def rules(self) -> Rules:
        return _rules(self.game, self.kind, self.edition, self.version)

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Every seat, and a spectator."""
        return (*range(1, self.seats + 1), None)

    def __str__(self) -> str:
        changed = (f"{name}={getattr(self.options, name)}" for name in changes(self.options))
        old = [f"rules-{self.version}"] if self.version < self.game.newest else []
        return " ".join((self.kind, self.edition, *old, f"{self.seats}-seats", *changed))


def changes(options: Options) -> dict[str, Any]:
    """The options that are not the default, by name."""
    default = type(options)()
    names = options.__struct_fields__
    return {name: getattr(options, name) for name in names if getattr(options, name) != getattr(default, name)}


@cache
def tables(kind: str | None = None) -> tuple[GameTerms, ...]:
    """Every table the suite plays at, of one game or of all."""
    every = (
        GameTerms(kind_, edition, seats, options, version)
        for kind_, game in GAMES.items()
        if kind in (None, kind_)
        for version in range(game.newest, 0, -1)
        for edition in editions(kind_)
        for seats, options in settings(game.about)
        if edition in random_inputs.editions(game) or options == game.about.options()
    )
    if not one_table():
        return tuple(every)
    first = dict[str, GameTerms]()
    for table in every:
        first.setdefault(table.kind, table)
    return tuple(first.values())


def settings(about: About) -> Iterator[tuple[int, Options]]:
    """The default options with each number of seats; then each other value of an option, with the numbers in turn."""
    default, *others = option_sets(about.options)
    for seats in about.seats:
        yield seats, default
    yield from zip(cycle(about.seats), others, strict=False)


def default_table(kind: str, seats: int | None = None) -> GameTerms:
    """The first edition, the newest rules and the default options; as few seats as may be, unless given."""
    game = GAMES[kind]
    about, edition = game.about, next(iter(editions(kind)))
    return GameTerms(kind, edition, seats or about.seats[0], about.options(), game.newest)


def hiding() -> list[str]:
    """The games in which something is hidden."""
    return [kind for kind in GAMES if default_table(kind).rules.hides]


def drawing() -> list[str]:
    """The games in which something is dealt that is hidden."""
    return [kind for kind in hiding() if _deals(default_table(kind))]


def _deals(table: GameTerms) -> bool:
    try:
        table.rules.new(table.options, table.seats, BLIND)
    except ValueError:
        return True
    return False


class TablePlayout(taphouse.engine.worlds.Playout):
    """A game from its seed, at a table."""

    def __init__(self, table: GameTerms, seed: str, choose: Callable[[list[Move]], Move]) -> None:
        super().__init__(table.rules, table.options, table.seats, seed, choose)
        self.table = table

    @cached_property
    def pool(self) -> list[Move]:
        """Moves that were legal somewhere in this game, in their order."""
        return list(dict.fromkeys(move for state in self.states for move in self.table.rules.moves(state)))


@lru_cache(maxsize=32)
def playout(table: GameTerms, seed: str) -> TablePlayout:
    """A game of random moves: the same table and seed, the same game."""
    return TablePlayout(table, seed, random.Random(seed).choice)


def any_move(kind: str, names: tuple[str, ...], rng: random.Random) -> Move:
    """A move of this game with any content that its types allow; rarely a legal one."""
    return random_inputs.any_move(GAMES[kind], names, rng)


def names_of(kind: str) -> tuple[str, ...]:
    """Names that a `Slug` field may have: every name of the editions, and one that is none."""
    return random_inputs.names_of(GAMES[kind])
