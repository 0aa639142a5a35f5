"""The types of the API that are derived for each kind of game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from taphouse.engine import contract
from taphouse.engine import game as engine
from taphouse.engine.vocabulary import constant, hints
from taphouse.schema.values.games import Game, GameKind, LegalMove, LogEntry, Preview, World


class Event(contract.Event, frozen=True):
    """An event of any kind of game."""

    sentence: Annotated[str, Meta(description="The event as a sentence for people.")]


class Move(contract.Move, frozen=True):
    """A move of any kind of game."""


class GameTypes(Struct, frozen=True):
    """The API types that are derived for one kind of game."""

    kind: GameKind
    game: type[Game]
    legal_move: type[LegalMove]
    log_entry: type[LogEntry]
    preview: type[Preview]
    world: type[World]
    events: Mapping[type[contract.Event], type[contract.Event]]
    """The events as the API shows them, with a sentence, by the events of the engine."""
    other_games: frozenset[str]
    """The fields of a `MoveInput` for moves of other games."""


def game_types(game: engine.Game, others: Iterable[engine.Game], shared: Iterable[type[contract.Event]]) -> GameTypes:
    """Derive the API types of a game. Call it once for each game of a schema.

    Args:
        game: the game.
        others: the other games of the schema.
        shared: the events of every kind of game.
    """
    about = game.about
    move: Any = union(about.moves)
    events = {event: shown_event(event) for event in (*about.events, *shared)}
    event: Any = union(events.values())

    kind = GameKind(constant(about.kind))

    def make(base: type, **fields: tuple[Any, str]) -> Any:
        typed = [
            (name, Annotated[hint, Meta(description=text, extra={"size": 1.5} if name == "events" else None)])
            for name, (hint, text) in fields.items()
        ]
        name = about.name + base.__name__
        made = msgspec.defstruct(name, typed, bases=(base,), frozen=True, rename="camel", tag_field="kind", tag=kind)
        made.__doc__ = base.__doc__
        return made

    return GameTypes(
        kind,
        make(
            Game,
            options=(about.options, "The options that the game was created with."),
            table=(about.view | None, "The table as you see it. Null before the game starts."),
        ),
        make(LegalMove, move=(move, "The move as a typed value.")),
        make(
            LogEntry,
            move=(move | None, "The move as a typed value. Null if the entry is not a move."),
            events=(tuple[event, ...], "The events of this version, in order, with what you may see."),
        ),
        make(
            Preview,
            table=(about.view, "The table after the moves."),
            events=(tuple[event, ...], "The events of the moves, in order."),
        ),
        make(World, table=(about.view, "The table, with nothing hidden.")),
        events,
        frozenset(other.field for other in others),
    )


@cache
def shown_event(event: type[contract.Event]) -> type[contract.Event]:
    """An event as the API shows it: with a sentence.

    Raises:
        TypeError: it has a field of that name.
    """
    if "sentence" in event.__struct_fields__:
        raise TypeError(f"{event.__module__}.{event.__name__} has a field sentence, which the API adds; rename it")
    tag = event.__struct_config__.tag
    made: Any = msgspec.defstruct(
        event.__name__,
        [("sentence", hints(Event)["sentence"])],
        bases=(event,),
        module=event.__module__,
        frozen=True,
        kw_only=True,
        rename="camel",
        tag_field="event",
        tag=tag,
    )
    made.__doc__ = event.__doc__
    return made  # type: ignore[no-any-return]


def union(types: Iterable[type]) -> Any:
    """The union of some types, as an annotation."""
    result: Any = None
    for type_ in types:
        result = type_ if result is None else result | type_
    return result
