"""The GraphQL documents that the benchmarks over HTTP send, all of them, so that a change of the contract is made here."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from graphql import (
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    build_schema,
    get_named_type,
    is_leaf_type,
)

from taphouse.engine import GAMES
from taphouse.engine.contract import Move
from taphouse.engine.notation import write
from taphouse.schema.move_inputs import NOTATION, move_input

SDL = Path(__file__).parents[2] / "schema" / "taphouse.graphql"

Body = dict[str, Any]
"""The body of a request: a document and its variables."""


_SAY = """mutation ($game: ID!, $text: String) { say(gameId: $game, text: $text) {
  __typename ... on LineSaid { line { number cursor at } } ... on Problem { code message } } }"""


@cache
def schema() -> GraphQLSchema:
    """The schema of the service."""
    return build_schema(SDL.read_text(encoding="utf-8"))


def create(kind: str, seed: str) -> Body:
    """Creates a game of two players."""
    return {"query": _create(kind), "variables": {"seed": seed}}


def typed(kind: str, game: str, move: Move) -> Body:
    """Plays a move by the mutation of its type, such as `dankAndDraftDraft`."""
    ((_, fields),) = move_input(move, GAMES[kind])[_camel(kind)].items()
    return {
        "query": _typed(kind, type(move).__name__),
        "variables": {"gameId": game, **(fields if fields is not True else {})},
    }


def play(kind: str, game: str, move: Move) -> Body:
    """Plays a move as an input."""
    return {"query": _play(kind), "variables": {"game": game, "moves": [move_input(move, GAMES[kind])]}}


def say(game: str, text: str) -> Body:
    """Says a line beside a game."""
    return {"query": _SAY, "variables": {"game": game, "text": text}}


def notation(kind: str, game: str, move: Move) -> Body:
    """Plays a move by its notation."""
    return {"query": _play(kind), "variables": {"game": game, "moves": [{NOTATION: write(move)}]}}


def whole(kind: str, game: str, move: Move) -> Body:
    """Plays a move as an input, and asks for all that REST answers: the whole game, and its new entries."""
    return {"query": _play_whole(kind), "variables": {"game": game, "moves": [move_input(move, GAMES[kind])]}}


def game(kind: str, game: str) -> Body:
    """Asks for the whole table."""
    return {"query": _game(kind), "variables": {"game": game}}


def entries(kind: str) -> str:
    """Subscribes to the entries of a game's log, with everything of them selected."""
    entry = f"{GAMES[kind].about.name}LogEntry"
    return (
        "subscription ($game: ID!, $after: Int!) { events(gameId: $game, after: $after) { "
        f"__typename ... on {entry} {_whole(schema().type_map[entry])} ... on Problem {{ code message }} }} }}"
    )


def versions(kind: str) -> str:
    """Subscribes to the versions of a game: fields that older checkouts know too."""
    return (
        "subscription ($game: ID!, $after: Int!) { events(gameId: $game, after: $after) { "
        f"__typename ... on {GAMES[kind].about.name}LogEntry {{ version sentence }} ... on Problem {{ code message }} }} }}"
    )


@cache
def _create(kind: str) -> str:
    return (
        f"mutation ($seed: String) {{ createGame(seed: $seed, game: {{{_camel(kind)}: {{}}}}, "
        "seats: [{kind: MINE}, {kind: MINE}]) { ... on GameCreated { game { gameId } seats { token } } } }"
    )


@cache
def _typed(kind: str, move: str) -> str:
    name = _camel(kind) + move
    mutation = schema().mutation_type
    assert mutation
    arguments = mutation.fields[name].args.items()
    sent = {arg: f for arg, f in arguments if arg not in ("expectedVersion", "idempotencyKey")}
    declared = ", ".join(f"${arg}: {f.type}" for arg, f in sent.items())
    given = ", ".join(f"{arg}: ${arg}" for arg in sent)
    return f"mutation ({declared}) {{ {name}({given}) {_changed(kind)} }}"


@cache
def _play(kind: str) -> str:
    return f"mutation ($game: ID!, $moves: [MoveInput!]!) {{ play(gameId: $game, moves: $moves) {_changed(kind)} }}"


@cache
def _play_whole(kind: str) -> str:
    name = GAMES[kind].about.name
    game, entry = (f"... on {type_} {_whole(schema().type_map[type_])}" for type_ in (f"{name}Game", f"{name}LogEntry"))
    return (
        "mutation ($game: ID!, $moves: [MoveInput!]!) { play(gameId: $game, moves: $moves) { __typename "
        f"... on GameChanged {{ game {{ {game} }} entries {{ {entry} }} }} ... on Problem {{ code message }} }} }}"
    )


@cache
def _game(kind: str) -> str:
    return f"query ($game: ID!) {{ game(id: $game) {{ __typename {table(kind)} ... on Problem {{ code message }} }} }}"


def _changed(kind: str) -> str:
    """The answer to a move: the whole table."""
    return (
        f"{{ __typename ... on GameChanged {{ game {{ version {table(kind)} }} }} ... on Problem {{ code message }} }}"
    )


def table(kind: str) -> str:
    """A selection of the whole table, in a game of any kind."""
    name = GAMES[kind].about.name
    return f"... on {name}Game {{ table {_whole(schema().type_map[f'{name}Table'])} }}"


def _whole(type_: GraphQLNamedType) -> str:
    """A selection of everything of a type that takes no arguments."""
    if is_leaf_type(type_):
        return ""
    if isinstance(type_, GraphQLUnionType):
        return "{ " + " ".join(f"... on {member.name} {_whole(member)}" for member in type_.types) + " }"
    assert isinstance(type_, GraphQLObjectType)
    fields = [(name, get_named_type(field.type)) for name, field in type_.fields.items() if not field.args]
    return "{ " + " ".join(f"{name} {_whole(of)}" for name, of in fields) + " }"


def _camel(kind: str) -> str:
    return GAMES[kind].field
