"""GraphQL documents that select every field about one kind of game, derived from the schema so that none is forgotten."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property, lru_cache

from graphql import (
    GraphQLField,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
)
from msgspec import Struct

from taphouse.engine.vocabulary import lower_first
from taphouse.lab.secrecy.question import NotCovered
from taphouse.lab.secrecy.shared_documents import ROOM
from taphouse.schema.execution.limits import LIMITS
from taphouse.schema.registry import DECLARATIONS
from taphouse.schema.values.games import Game, LegalMove, LogEntry, Preview, World

OPERATIONS = ("query", "subscription", "mutation")
ARGUMENTS = frozenset(
    {
        ("first", "Int!"),
        ("after", "String"),
        ("bot", "BotKind!"),
        ("seed", "String"),
        ("move", "MoveInput!"),
        ("moves", "[MoveInput!]!"),
        ("allSeats", "Boolean!"),
        ("kinds", "[GameKind!]"),
        ("peopleOnly", "Boolean!"),
        ("pace", "Pace"),
        ("freeSeats", "Int!"),
        ("rated", "Boolean"),
        ("friends", "Boolean!"),
        ("language", "String"),
        ("since", "DateTime"),
        ("until", "DateTime"),
    }
)
"""The name and type of the arguments of nested fields that the audit supplies."""
_ALIKE = frozenset({("Account", "challenges")})
"""Fields that show games as others do beside them, and with which a document costs too much. REST is asked for them."""
_DEAR = "analysis"
"""A field of a game that is asked for where a document shows a single one: with those of two, and in an event, it would cost too
much."""
ALONE = "alone"
"""The variable that is true for such a document."""
_OF_A_KIND = (Game, LegalMove, LogEntry, Preview, World)
"""The bases of types that each kind of game has."""
_DECLARED = frozenset(one.name for one in DECLARATIONS)
MOST_TOKENS = ROOM * LIMITS.tokens * 97 // 100
"""The most tokens of a document, with a margin, since they are counted slightly differently than by the service."""
_TOKEN = re.compile(r"[\w$]+|[^\s\w,]")


class QuestionDocument(Struct, frozen=True):
    """A document, one of its operations, and the names of that operation's variables."""

    text: str
    operation: str
    variables: frozenset[str]


class _Operation(Struct):
    text: str
    name: str
    variables: frozenset[str]
    fragments: dict[str, str]

    def __len__(self) -> int:
        return _length(self.text)


def inner(field: str, argument: str) -> str:
    """The name of the variable for an argument of a nested field."""
    return field + argument[0].upper() + argument[1:]


class QuestionDocuments:
    """The documents about one kind of game.

    Args:
        schema: The service's schema.
        name: The prefix of the game's types.
        others: The prefixes of other games' types, which are left out.

    Raises:
        NotCovered: A field has an argument that the audit does not supply.
    """

    def __init__(self, schema: GraphQLSchema, name: str, others: Collection[str]) -> None:
        self.schema, self.name, self._kinds = schema, name, (name, *others)
        self._others = {f"{other}{of.__name__}" for other in others if other != name for of in _OF_A_KIND}
        self.of: dict[str, QuestionDocument] = {}
        """One operation per root field, by names such as `query game`; its arguments are variables of the same names."""
        # Parsing and validating the fragments is slow, so operations share documents.
        batches: list[list[_Operation]] = []
        for kind in OPERATIONS:
            for field, of in self.root(kind).items():
                operation = self._operation(kind, field, of)
                fits = (batch for batch in batches if _tokens([*batch, operation]) <= MOST_TOKENS)
                if (batch := next(fits, None)) is None:
                    batches.append([operation])
                else:
                    batch.append(operation)
        for batch in batches:
            self._add(batch)

    def root(self, operation: str) -> Mapping[str, GraphQLField]:
        """The fields of `query`, `mutation` or `subscription`, without those of other games."""
        root: GraphQLObjectType | None = getattr(self.schema, f"{operation}_type")
        fields = root.fields if root else {}
        return {field: of for field, of in fields.items() if field in _DECLARED or self._kind_of(field) == self.name}

    def key(self, owner: str, field: str) -> str:
        """The response name of a field of a type."""
        return f"{field}_{owner}" if (owner, field) in self._renamed else field

    def _add(self, batch: list[_Operation]) -> None:
        text = "\n".join([*(one.text for one in batch), *_fragments(batch)])
        self.of |= {one.name.replace("_", " ", 1): QuestionDocument(text, one.name, one.variables) for one in batch}

    def _operation(self, kind: str, field: str, of: GraphQLField) -> _Operation:
        made: dict[str, str] = {}
        used: dict[str, str] = {}
        below = self._below(get_named_type(of.type), made, used)
        used |= {name: str(argument.type) for name, argument in of.args.items()}
        given = ", ".join(f"{name}: ${name}" for name in of.args)
        declared = ", ".join(f"${name}: {type_}" for name, type_ in used.items())
        name = f"{kind}_{field}"
        head = f"{kind} {name}({declared})" if declared else f"{kind} {name}"
        call = f"{field}({given})" if given else field
        return _Operation(f"{head} {{ {call}{below} }}", name, frozenset(used), made)

    def _kind_of(self, field: str) -> str:
        """The kind of game whose moves a mutation makes, by its name; this one if it has that of no kind."""
        return max((kind for kind in self._kinds if field.startswith(lower_first(kind))), key=len, default=self.name)

    def _members(self, type_: GraphQLNamedType) -> list[GraphQLObjectType]:
        members = self.schema.get_possible_types(type_) if is_abstract_type(type_) else ()
        return [member for member in members if member.name not in self._others]

    @cached_property
    def _renamed(self) -> frozenset[tuple[str, str]]:
        """The types and fields that need an alias: members of an abstract type have the same field with different types."""
        renamed = set()
        for type_ in self.schema.type_map.values():
            types: dict[str, set[str]] = {}
            members = self._members(type_)
            for member in members:
                for field, of in member.fields.items():
                    types.setdefault(field, set()).add(str(of.type))
            renamed |= {(m.name, field) for m in members for field in m.fields if len(types[field]) > 1}
        return frozenset(renamed)

    def _below(self, type_: GraphQLNamedType, made: dict[str, str], used: dict[str, str]) -> str:
        """The selection that a field of this type needs; adds fragments to `made`, and types of variables to `used`."""
        if is_leaf_type(type_):
            return ""
        name = f"All_{type_.name}"
        if name not in made:
            made[name] = ""  # reserves its place, and ends the recursion
            if isinstance(type_, GraphQLObjectType):
                fields = {field: of for field, of in type_.fields.items() if (type_.name, field) not in _ALIKE}
                body = " ".join(self._field(type_.name, field, of, made, used) for field, of in fields.items())
            else:
                members = [self._below(member, made, used).strip(" {}") for member in self._members(type_)]
                body = " ".join(["__typename", *members])
            made[name] = f"fragment {name} on {type_.name} {{ {body} }}"
        return f" {{ ...{name} }}"

    def _field(self, owner: str, name: str, of: GraphQLField, made: dict[str, str], used: dict[str, str]) -> str:
        given = []
        for argument, what in of.args.items():
            if (argument, str(what.type)) not in ARGUMENTS:
                raise NotCovered(
                    f"{owner}.{name} has the argument {argument}: {what.type}; add it to ARGUMENTS in "
                    "lab/secrecy/documents.py, and its values to audited_requests.py."
                )
            variable = inner(name, argument)
            used[variable] = str(what.type)
            given.append(f"{argument}: ${variable}")
        key = self.key(owner, name)
        alias = "" if key == name else f"{key}: "
        call = f"({', '.join(given)})" if given else ""
        if name == _DEAR:
            used[ALONE] = "Boolean!"
            call += f" @include(if: ${ALONE})"
        return f"{alias}{name}{call}{self._below(get_named_type(of.type), made, used)}"


@lru_cache(maxsize=8)
def documents_of(schema: GraphQLSchema, name: str, others: tuple[str, ...]) -> QuestionDocuments:
    """The documents about a kind of game, which take long to write."""
    return QuestionDocuments(schema, name, others)


def _fragments(batch: Iterable[_Operation]) -> list[str]:
    return list(dict.fromkeys(text for one in batch for text in one.fragments.values()))


def _tokens(batch: Iterable[_Operation]) -> int:
    batch = list(batch)
    return sum(map(len, batch)) + sum(map(_length, _fragments(batch)))


@lru_cache(maxsize=4096)
def _length(text: str) -> int:
    return len(_TOKEN.findall(text))
