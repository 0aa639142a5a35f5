"""The tables that the suite plays at: every game, packaged edition, some numbers of seats, and options one change at a time."""

from __future__ import annotations

import random
import re
import types
from collections.abc import Callable, Iterator
from functools import cache, cached_property, lru_cache
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Meta

from engine import GAMES as REAL_GAMES
from engine.chance import Chance, seed_from
from engine.edition import Edition, packaged
from engine.game import Amounts, Event, Game, Move, Options, Rules, State
from engine.words import Word, kebab
from tests.tiny import about as tiny

GAMES: dict[str, Game] = {**REAL_GAMES, tiny.GAME.about.kind: tiny.GAME}
"""Every game by its kind."""

AnyRules = Rules[Any, Any, Any, Any, Any]
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_MOVES = 5_000
"""No game takes longer, however it is played."""


@cache
def editions(kind: str) -> dict[str, Edition]:
    """The packaged editions of a game by name; the first is the default."""
    game = GAMES[kind]
    return {edition.name: edition for edition in packaged(game.edition, game.about.package)}


@cache
def _rules(game: Game, kind: str, edition: str) -> AnyRules:
    return game.rules(editions(kind)[edition])


class Table(NamedTuple):
    """What a game is created with, but for the seed."""

    kind: str
    edition: str
    seats: int
    options: Options

    @property
    def game(self) -> Game:
        return GAMES[self.kind]

    @property
    def rules(self) -> AnyRules:
        return _rules(self.game, self.kind, self.edition)

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Every seat, and a spectator."""
        return (*range(1, self.seats + 1), None)

    def __str__(self) -> str:
        changed = (f"{name}={getattr(self.options, name)}" for name in changes(self.options))
        return " ".join((self.kind, self.edition, f"{self.seats}-seats", *changed))


def changes(options: Options) -> dict[str, Any]:
    """The options that are not the default, by name."""
    default = type(options)()
    names = options.__struct_fields__
    return {name: getattr(options, name) for name in names if getattr(options, name) != getattr(default, name)}


def option_sets(options: type[Options]) -> Iterator[Options]:
    """The defaults, then every other value of every field, one field at a time; of a number only the least one."""
    yield options()
    for name, hint in get_type_hints(options, include_extras=True).items():
        for value in values_of(hint):
            if value != getattr(options(), name):
                yield options(**{name: value})


def values_of(hint: Any) -> tuple[Any, ...]:
    """The values of an option of this type that are tried; of a number only the least one."""
    if get_origin(hint) is Annotated:
        inner, *metas = get_args(hint)
        if inner is int:
            return tuple(meta.ge for meta in metas if isinstance(meta, Meta) and meta.ge is not None)
        return values_of(inner)
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(value for part in get_args(hint) for value in values_of(part))
    if hint is type(None):
        return (None,)
    if get_origin(hint) is tuple:
        return ()  # names of an edition's entries: a game's own tests try them
    if hint is bool:
        return (False, True)
    if isinstance(hint, type) and issubclass(hint, Word):
        return tuple(hint)
    raise TypeError(f"the suite does not know which values an option of type {hint} has; teach it here")


@cache
def tables(kind: str | None = None) -> tuple[Table, ...]:
    """Every table the suite plays at, of one game or of all."""
    return tuple(
        Table(kind_, edition, seats, options)
        for kind_, game in GAMES.items()
        if kind in (None, kind_)
        for edition in editions(kind_)
        for seats in sorted({game.about.seats[0], game.about.seats[len(game.about.seats) // 2], game.about.seats[-1]})
        for options in option_sets(game.about.options)
    )


def default_table(kind: str, seats: int | None = None) -> Table:
    """The first edition and the default options; as few seats as may be, unless told."""
    return next(table for table in tables(kind) if seats in (None, table.seats))


class Playout:
    """A game from its seed: the positions, the moves that lead from each to the next, and their events."""

    def __init__(self, table: Table, seed: str, choose: Callable[[list[Move]], Move]) -> None:
        self.table, self.seed = table, seed
        rules, self.chance = table.rules, Chance(seed_from(seed))
        self.states: list[State] = [rules.new(table.options, table.seats, self.chance)]
        self.moves: list[Move] = []
        self.events: list[tuple[Event, ...]] = []
        while legal := list(rules.moves(self.states[-1])):
            if len(self.moves) == MOST_MOVES:
                raise AssertionError(f"{table}, seed {seed}: no end after {MOST_MOVES} moves")
            move = choose(legal)
            step = rules.apply(self.states[-1], move, self.chance)
            self.states.append(step.state)
            self.moves.append(move)
            self.events.append(step.events)

    @cached_property
    def pool(self) -> list[Move]:
        """Moves that were legal somewhere in this game, in their order."""
        return list(dict.fromkeys(move for state in self.states for move in self.table.rules.moves(state)))


@lru_cache(maxsize=32)
def playout(table: Table, seed: str) -> Playout:
    """A game of random moves: the same table and seed, the same game."""
    return Playout(table, seed, random.Random(seed).choice)


def any_move(kind: str, names: tuple[str, ...], rng: random.Random) -> Move:
    """A move of this game with any content that its types allow; rarely a legal one."""
    move = rng.choice(GAMES[kind].about.moves)
    return move(**{name: _any(hint, (), names, rng) for name, hint in _hints(move).items()})


@cache
def _hints(struct: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(struct, include_extras=True)
    return {name: hints[name] for name in struct.__struct_fields__}


def _any(
    hint: Any, metas: tuple[Any, ...], names: tuple[str, ...], rng: random.Random
) -> Any:  # one line per kind of field
    if get_origin(hint) is Annotated:
        inner, *more = get_args(hint)
        return _any(inner, (*metas, *more), names, rng)
    if get_origin(hint) in (Union, types.UnionType):
        return _any(rng.choice(get_args(hint)), metas, names, rng)
    if get_origin(hint) is tuple:
        most = min((meta.max_length for meta in metas if meta.max_length is not None), default=4)
        return tuple(_any(get_args(hint)[0], (), names, rng) for _ in range(rng.randint(0, min(most, 4))))
    if hint is type(None):
        return None
    if hint is bool:
        return rng.random() < 0.5
    if hint is int:
        least = max((meta.ge for meta in metas if meta.ge is not None), default=-2)
        most = min((meta.le for meta in metas if meta.le is not None), default=least + 12)
        return rng.choice((rng.randint(least, min(most, least + 5)), rng.randint(least, most)))
    if hint is str:
        return rng.choice(names)
    if issubclass(hint, Word):
        return rng.choice(list(hint))
    if issubclass(hint, Amounts):
        return hint(**{name: rng.choice((0, 0, 1, 2)) for name in hint.__struct_fields__})
    raise TypeError(f"a move cannot have a field of type {hint}")


@cache
def names_of(kind: str) -> tuple[str, ...]:
    """Names that a `Slug` field may have: every name of the editions, and one that is none."""
    entries = [kebab(entry.name) for edition in editions(kind).values() for entry in edition.listed()]
    return (*(name for name in dict.fromkeys(entries) if _NAME.fullmatch(name)), "no-such-entry")
