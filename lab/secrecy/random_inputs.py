"""Random inputs that the types allow: options of games, and moves, which are rarely legal."""

from __future__ import annotations

import random
import re
import types
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from taphouse.engine.contract import Move, Options
from taphouse.engine.editions import Edition, packaged
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.engine.vocabulary import SEALED, Amounts, Word, kebab, without_null
from taphouse.schema.move_inputs import NOTATION, move_input
from taphouse.schema.operations.declaration import bare
from taphouse.schema.registry import DECLARATIONS
from taphouse.schema.values.games import MoveInputObject

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@cache
def editions(game: Game) -> dict[str, Edition]:
    """The packaged editions of a game by name; the first is the default."""
    return {edition.name: edition for edition in packaged(game.edition, game.about.package)}


def option_sets(options: type[Options]) -> Iterator[Options]:
    """The defaults, then each other value of each option, one at a time; for numbers only the minimum."""
    yield options()
    for name, hint in get_type_hints(options, include_extras=True).items():
        for value in values_of(hint):
            if value != getattr(options(), name):
                yield options(**{name: value})


def values_of(hint: Any) -> tuple[Any, ...]:
    """The values to try for an option of this type; for numbers only the minimum."""
    if get_origin(hint) is Annotated:
        inner, *metas = get_args(hint)
        if inner is int:
            return tuple(meta.ge for meta in metas if isinstance(meta, Meta) and meta.ge is not None)
        return values_of(inner)
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(value for part in get_args(hint) for value in values_of(part))
    if hint is type(None):
        return (None,)
    if get_origin(hint) is tuple or hint is str:
        return ()  # names of edition entries: the game's own tests cover them
    if hint is bool:
        return (False, True)
    if hint is FirstSeat:
        return FirstSeat.SEED, FirstSeat.SEAT_1  # all seats are alike, and a small game lacks the last ones
    if isinstance(hint, type) and issubclass(hint, Word):
        return tuple(hint)
    raise TypeError(f"unknown values of an option of type {hint}; add the type to values_of")


def any_move(game: Game, names: tuple[str, ...], rng: random.Random) -> Move:
    """A random move of this game that its types allow; rarely a legal one."""
    return any_of(rng.choice(game.about.moves), names, rng)


def any_of(move: type[Move], names: tuple[str, ...], rng: random.Random) -> Move:
    """A random move of this type."""
    return move(**{name: _any(hint, (), names, rng) for name, hint in _hints(move).items()})


@cache
def names_of(game: Game) -> tuple[str, ...]:
    """Values for `Slug` fields: every name in the editions, and one that does not exist."""
    entries = [kebab(entry.name) for edition in editions(game).values() for entry in edition.listed()]
    return (*(name for name in dict.fromkeys(entries) if _NAME.fullmatch(name)), "no-such-entry")


@cache
def _hints(struct: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(struct, include_extras=True)
    return {name: hints[name] for name in struct.__struct_fields__}


def _any(
    hint: Any, metas: tuple[Any, ...], names: tuple[str, ...], rng: random.Random
) -> Any:  # one line per kind of field
    if get_origin(hint) is Annotated:
        inner, *more = get_args(hint)
        metas = (*metas, *[meta for meta in more if isinstance(meta, Meta)])
        return _any(without_null(inner) if SEALED in more else inner, metas, names, rng)
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
    raise TypeError(f"unsupported type of a move's field: {hint}")


_USUAL: dict[Any, Any] = {int: 1, bool: False, str: "x"}


@cache
def usual_values() -> Mapping[str, Any]:
    """Values of the arguments of operations, by their names in the API: their defaults, or the least of their types."""
    found: dict[str, Any] = {}
    for argument in chain.from_iterable(one.arguments.values() for one in DECLARATIONS):
        value = _USUAL.get(bare(argument.hint)) if argument.required else msgspec.to_builtins(argument.default)
        if value is not None or not argument.required:
            found |= dict.fromkeys((argument.graphql, argument.rest), value)
    return found


NONSENSE = MoveInputObject({NOTATION: "nonsense"})
"""A move that no game understands."""


def sent(move: Move, game: Game, rng: random.Random) -> MoveInputObject:
    """A move as a client sends it: in notation, or typed."""
    return rng.choice((MoveInputObject({NOTATION: write(move)}), move_input(move, game)))
