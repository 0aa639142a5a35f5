"""The contract as a client uses it: types that decode answers for each kind of game, and a document for each operation.

Documents are written from the types that decode their answers. `tests/client/test_contract.py` checks both against the SDL.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import Struct, defstruct

from taphouse.client.selections import TYPENAME, alias, selection
from taphouse.client.values import PAGED, Ahead, Entry, LegalMove, LegalMoveEdge, LegalMoves, Table, UnknownEvent, World
from taphouse.engine.contract import Event
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import constant, pascal
from taphouse.schema.problems.base import Problem
from taphouse.schema.registry import LIFECYCLE
from taphouse.schema.results import Analysis, ConsideredMove
from taphouse.schema.values.kinds import union

_FRAGMENT = re.compile(r"\.\.\. on (\w+)")


class ResponseError(Struct, frozen=True):
    """One of the `errors` of an answer."""

    message: str
    extensions: dict[str, Any] = {}


class ClientOperation(Struct, frozen=True):
    """An operation of the contract, ready to be sent.

    Its answer is decoded to `{data: {result: ...}, errors: [...]}`.
    """

    type: str
    field: str
    """The root field, which is sent under the alias `result`."""
    variables: Mapping[str, str]
    """The names of its variables with their types."""
    document: str
    decoder: msgspec.json.Decoder[Any]
    known: frozenset[str]
    """The names of the types that the document distinguishes."""
    head: bytes
    """The beginning of a body, up to the values of the variables."""

    def body(self, variables: Mapping[str, Any]) -> bytes:
        """The body of a request."""
        return self.head + msgspec.json.encode(variables) + b"}"


class ClientGameTypes(Struct, frozen=True):
    """The types of one kind of game; or what the types of all kinds have in common."""

    name: str
    """The name of the game in the contract."""
    table: Any
    entry: Any
    ahead: Any
    world: Any
    suggested: Any
    """A legal move as a member of a union."""
    legal_move: Any
    legal_moves: Any


class Contract:
    """The operations of a service with these games.

    Args:
        games: The games by kind.
    """

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = {constant(kind): game for kind, game in games.items()}
        """The games by kind, such as `DANK_AND_DRAFT`."""

    @cache  # noqa: B019 -- an instance lives as long as the games that it knows
    def types(self, kind: str) -> ClientGameTypes:
        """The types of a kind of game. Those of a kind that the client does not know have what all kinds have.

        Args:
            kind: The kind, such as `DANK_AND_DRAFT`; empty for the interfaces of all kinds.
        """
        return _types(pascal(kind), self.games.get(kind))

    def operation(
        self,
        type_: str,
        field: str,
        result: Any,
        expected: tuple[type[Problem], ...] = (),
        /,
        inside: Collection[str] = (),
        **variables: str,
    ) -> ClientOperation:
        """An operation.

        Args:
            type_: `query`, `mutation` or `subscription`.
            field: The root field.
            result: The type of a success, or a union of such types.
            expected: The problems that the result can be.
            inside: The variables that are arguments of nested fields, not of the root field.
            variables: The types of the variables, each passed as the argument of the same name.
        """
        whole = union((result, *map(_problem, expected)))
        declared = ", ".join(f"${name}: {hint}" for name, hint in variables.items())
        arguments = ", ".join(f"{name}: ${name}" for name in variables if name not in inside)
        name = field[0].upper() + field[1:]
        document = " ".join(
            f"{type_} {name}{f'({declared})' if declared else ''} "
            f"{{ result: {field}{f'({arguments})' if arguments else ''} {selection(whole)} }}".split()
        )
        data = defstruct("Data", [("result", whole)])
        answer = defstruct("Answer", [("data", data | None, None), ("errors", tuple[ResponseError, ...], ())])
        head = b'{"query":' + msgspec.json.encode(document) + b',"variables":'
        known = frozenset(_FRAGMENT.findall(document))
        return ClientOperation(type_, field, variables, document, msgspec.json.Decoder(answer), known, head)


@cache
def _problem(problem: type[Problem]) -> type[Problem]:
    """A problem as answers have it."""
    return _derived(problem, tag=problem.__name__)  # type: ignore[no-any-return]


def problems(expected: Iterable[type[Problem]]) -> Any:
    """The union of some problems, as answers have them."""
    return union(map(_problem, expected))


def success(name: str, /, **fields: Any) -> Any:
    """The struct of a result that is not a problem.

    Args:
        name: Its name in the contract.
        fields: The types of its fields.
    """
    return defstruct(name, list(fields.items()), frozen=True, rename="camel", tag_field=TYPENAME, tag=name)


def named(base: type, name: str, *fields: Any) -> Any:
    """A struct as the result of this name in the contract, with more precise fields."""
    return _derived(base, *fields, tag=name)


def analysis_of(move: Any) -> Any:
    """An analysis of legal moves of this type."""
    return _derived(Analysis, ("moves", _list_of(_derived(ConsideredMove, ("move", move)))), tag="Analysis")


def _types(name: str, game: Game | None) -> ClientGameTypes:
    """The types of a game, whose types in the contract have this prefix; None for a game that the client does not know."""
    legal = _derived(LegalMove, namespace={"game": game})
    edge: Any = _derived(LegalMoveEdge, ("node", legal))
    moves = _derived(LegalMoves, ("edges", _list_of(edge)))
    table: list[Any] = [("legal_moves", Annotated[moves, PAGED])]
    entry, ahead = list[Any](), list[Any]([("legal_moves", _list_of(legal) | None)])
    if game is not None:
        about, view = game.about, msgspec.field(name="table")
        events = ("events", _list_of(_event(game) | UnknownEvent))
        table += [("options", about.options, about.options()), ("view", about.view | None, view)]
        entry.append(events)
        ahead += [("view", about.view, view), events]
    return ClientGameTypes(
        f"{name}Game",
        _derived(Table, *table, tag=f"{name}Game", namespace={"game": game}),
        _derived(Entry, *entry, tag=f"{name}LogEntry", namespace={"game": game}),
        _derived(Ahead, *ahead, tag=f"{name}Preview"),
        _derived(World, tag=f"{name}World", namespace={"game": game}),
        _derived(LegalMove, tag=f"{name}LegalMove", namespace={"game": game}),
        legal,
        moves,
    )


def _event(game: Game) -> Any:
    """The union of a game's events. Fields of one name and different types have aliases: they cannot be selected together."""
    events = (*game.about.events, *LIFECYCLE)
    found: dict[str, set[Any]] = {}
    for event in events:
        types = get_type_hints(event)
        for name in event.__struct_fields__:
            found.setdefault(name, set()).add(types[name])

    def told(event: type[Event]) -> Any:
        types, owner = get_type_hints(event, include_extras=True), _name(event, game)
        keys = zip(event.__struct_fields__, event.__struct_encode_fields__, strict=True)
        apart = ((name, key) for name, key in keys if len(found[name]) > 1)
        fields = ((name, types[name], msgspec.field(name=alias(key, owner))) for name, key in apart)
        return _derived(event, *fields, ("sentence", str), tag=owner)

    return union(map(told, events))


def _list_of(hint: Any) -> Any:
    return tuple[hint, ...]


def _derived(base: type, *fields: Any, tag: str | None = None, namespace: dict[str, Any] | None = None) -> Any:
    """A struct with more precise fields than its base. With a tag, it is a member of a union."""
    return defstruct(
        base.__name__,
        fields,
        bases=(base,),
        namespace=namespace,
        frozen=True,
        kw_only=True,
        rename="camel",
        tag_field=tag and TYPENAME,
        tag=tag,
    )


def _name(struct: type, game: Game) -> str:
    """The name of a type of the engine in the contract: with the game's prefix, unless the name begins with it."""
    about = game.about
    own = f"{struct.__module__}.".startswith(f"{about.package}.") and not struct.__name__.startswith(about.name)
    return about.name + struct.__name__ if own else struct.__name__
