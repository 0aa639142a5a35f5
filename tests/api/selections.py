"""GraphQL documents that select everything, made from the schema, so that no field escapes the tests."""

from __future__ import annotations

from functools import cache

from graphql import (
    GraphQLInterfaceType,
    GraphQLNamedOutputType,
    GraphQLObjectType,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
)

from taphouse.schema.graphql.build import Api
from tests.api.server import BOTH

SCHEMA = Api.of(*BOTH.values()).core

_PROBLEM = SCHEMA.get_type("Problem")
assert isinstance(_PROBLEM, GraphQLInterfaceType)


@cache
def fragments(name: str, game: str = "") -> tuple[str, ...]:
    """The fragments that select everything of a type but what takes arguments; the first is `...All_Type`'s own.

    With a game, such as `DankAndDraft`, the types of other games are left out.
    """
    made: dict[str, str] = {}
    _make(name, made, game)
    return tuple(made.values())


def everything(name: str, *more: str, game: str = "") -> str:
    """The fragments of some types, each once."""
    return "\n".join(dict.fromkeys(text for one in (name, *more) for text in fragments(one, game)))


def _make(name: str, made: dict[str, str], game: str) -> None:
    if name in made:
        return
    made[name] = ""  # its place, and the end of the recursion
    type_ = SCHEMA.get_type(name)
    assert type_ is not None
    if is_abstract_type(type_):
        others = tuple(one.about.name for one in BOTH.values() if game and one.about.name != game)
        members = [member for member in SCHEMA.get_possible_types(type_) if not member.name.startswith(others)]
        plain = [member for member in members if _is_plain_problem(member)]
        members = [member for member in members if member not in plain]
        spread = [*(f"...All_{member.name}" for member in members), *(["...All_Problem"] if plain else [])]
        body = "__typename " + " ".join(spread)
        if plain and "Problem" not in made:
            made["Problem"] = f"fragment All_Problem on Problem {{ {' '.join(_PROBLEM.fields)} }}"
        for member in members:
            _make(member.name, made, game)
    else:
        assert isinstance(type_, GraphQLObjectType)
        body = " ".join(
            _field(field, get_named_type(of.type), made, game) for field, of in type_.fields.items() if not of.args
        )
    made[name] = f"fragment All_{name} on {name} {{ {body} }}"


def _is_plain_problem(member: GraphQLObjectType) -> bool:
    """True for a problem that has only what all problems have: a document has room for a few thousand tokens."""
    return _PROBLEM in member.interfaces and member.fields.keys() == _PROBLEM.fields.keys()


def _field(name: str, type_: GraphQLNamedOutputType, made: dict[str, str], game: str) -> str:
    if is_leaf_type(type_):
        return name
    _make(type_.name, made, game)
    return f"{name} {{ ...All_{type_.name} }}"


def operation(kind: str, field: str, given: tuple[str, ...], selection: str = "", game: str = "") -> str:
    """An operation of one field with these arguments as variables, selecting everything or what is said."""
    root = SCHEMA.mutation_type if kind == "mutation" else SCHEMA.query_type
    assert root is not None
    of = root.fields[field]
    variables = ", ".join(f"${name}: {of.args[name].type}" for name in given)
    arguments = ", ".join(f"{name}: ${name}" for name in given)
    result = get_named_type(of.type).name
    head = f"{kind} Do({variables})" if given else f"{kind} Do"
    call = f"{field}({arguments})" if given else field
    body = selection or f"...All_{result}"
    return f"{head} {{ {call} {{ {body} }} }}\n{'' if selection else everything(result, game=game)}"
