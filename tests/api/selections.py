"""GraphQL documents that select everything, made from the schema, so that no field escapes the tests."""

from __future__ import annotations

from functools import cache

from graphql import (
    GraphQLNamedOutputType,
    GraphQLObjectType,
    GraphQLOutputType,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
)

from taphouse.schema.graphql.build import Api
from tests.api.server import BOTH

SCHEMA = Api.of(*BOTH.values()).schema._schema


def _aliases() -> dict[str, str]:
    """What games call alike though it is different gets another name in all games but the first that has it."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    aliases = {}
    for name in [game.about.name for game in BOTH.values()]:
        for type_ in SCHEMA.type_map.values():
            if isinstance(type_, GraphQLObjectType) and type_.name.startswith(name):
                group = (
                    type_.name.removeprefix(name) if type_.interfaces else ""
                )  # a game, a log entry, or parts of one
                for field, of in type_.fields.items():
                    owner, shape = found.setdefault((group, field), (name, _shape(of.type)))
                    if owner != name and (shape != _shape(of.type) or (group and field in ("table", "options"))):
                        aliases[f"{type_.name}.{field}"] = f"{name[0].lower()}{name[1:]}{field[0].upper()}{field[1:]}: "
    return aliases


def _shape(type_: GraphQLOutputType) -> str:
    """Lists, what may be null, and what is there; of objects only that they are some."""
    named = get_named_type(type_)
    return str(type_) if is_leaf_type(named) else str(type_).replace(named.name, "{}")


_ALIASES = _aliases()


@cache
def fragments(name: str) -> tuple[str, ...]:
    """The fragments that select everything of a type but what takes arguments; the first is `...All_Type`'s own."""
    made: dict[str, str] = {}
    _make(name, made)
    return tuple(made.values())


def everything(name: str, *more: str) -> str:
    """The fragments of some types, each once."""
    return "\n".join(dict.fromkeys(text for one in (name, *more) for text in fragments(one)))


def _make(name: str, made: dict[str, str]) -> None:
    if name in made:
        return
    made[name] = ""  # its place, and the end of the recursion
    type_ = SCHEMA.get_type(name)
    assert type_ is not None
    if is_abstract_type(type_):
        members = SCHEMA.get_possible_types(type_)
        body = "__typename " + " ".join(f"...All_{member.name}" for member in members)
        for member in members:
            _make(member.name, made)
    else:
        assert isinstance(type_, GraphQLObjectType)
        body = " ".join(
            _ALIASES.get(f"{name}.{field}", "") + _field(field, get_named_type(of.type), made)
            for field, of in type_.fields.items()
            if not of.args
        )
    made[name] = f"fragment All_{name} on {name} {{ {body} }}"


def _field(name: str, type_: GraphQLNamedOutputType, made: dict[str, str]) -> str:
    if is_leaf_type(type_):
        return name
    _make(type_.name, made)
    return f"{name} {{ ...All_{type_.name} }}"


def operation(kind: str, field: str, given: tuple[str, ...], selection: str = "") -> str:
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
    return f"{head} {{ {call} {{ {body} }} }}\n{'' if selection else everything(result)}"
