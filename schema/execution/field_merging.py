"""Whether fields with the same name in the response can be merged: the specification's "Field Selection Merging".

graphql-core compares such fields pair by pair, and fragments side by side too: its time grows by the square of both, so that a
document of all event types took longer for this one rule than for all others together, and 200 equal fields took seconds.
Being mergeable is an equivalence, though, once fields are grouped by their parents: each field is compared with the first of
its group, and what is selected below a group is looked at as a whole, once for each set of selections.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLCompositeType,
    GraphQLError,
    GraphQLField,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    get_named_type,
    is_leaf_type,
    print_ast,
)
from graphql.utilities.sort_value_node import sort_value_node

from taphouse.schema.execution.limits import beyond

_Set = tuple[GraphQLCompositeType, SelectionSetNode]


class _Selected(NamedTuple):
    parent: GraphQLCompositeType
    node: FieldNode
    type: GraphQLOutputType


class Merging:
    """Looks at the operations of a document that keeps all other rules: its fields and fragments exist, and end somewhere.

    Args:
        schema: what the document was validated against.
        fragments: the document's fragments, by name.
        most: how many fields and fragments may be looked at, counted anew for each selection that they are part of.
    """

    def __init__(self, schema: GraphQLSchema, fragments: Mapping[str, FragmentDefinitionNode], most: int) -> None:
        self._schema = schema
        self._fragments = fragments
        self._most, self._left = most, most
        self._alike: set[frozenset[tuple[str, int]]] = set()
        self._same: set[frozenset[tuple[str, int]]] = set()
        self._written: dict[int, dict[str, str]] = {}

    def check(self, operation: OperationDefinitionNode) -> None:
        """Look at everything that an operation selects.

        Raises:
            GraphQLError: two fields cannot be merged, or there is too much to look at.
        """
        root = cast(GraphQLObjectType, self._schema.get_root_type(operation.operation))
        self._check_shapes([(root, operation.selection_set)])
        self._check_meaning([(root, operation.selection_set)])

    def _check_shapes(self, sets: Sequence[_Set]) -> None:
        """Whatever is there, a client finds values of one shape under one name."""
        if _seen(self._alike, sets):
            return
        for name, fields in self._collected(sets).items():
            first, *others = fields
            for other in others:
                if other.type is not first.type and _shape(other.type) != _shape(first.type):
                    raise _conflict(name, f"one is {first.type}, the other {other.type}", first, other)
            self._check_shapes(_below(fields))

    def _check_meaning(self, sets: Sequence[_Set]) -> None:
        """Where an object can have both, the fields are the same with the same arguments."""
        if _seen(self._same, sets):
            return
        for name, fields in self._collected(sets).items():
            anywhere = [field for field in fields if not isinstance(field.parent, GraphQLObjectType)]
            members: dict[str, list[_Selected]] = {}
            for field in fields:
                if isinstance(field.parent, GraphQLObjectType):
                    members.setdefault(field.parent.name, []).append(field)
            for member in members.values() or [[]]:
                first, *others = group = anywhere + member
                self._spend(len(group))
                for other in others:
                    if other.node.name.value != first.node.name.value:
                        names = f"{first.node.name.value!r} and {other.node.name.value!r} are different fields"
                        raise _conflict(name, names, first, other)
                    if self._arguments(other.node) != self._arguments(first.node):
                        raise _conflict(name, "they have different arguments", first, other)
                self._check_meaning(_below(group))

    def _collected(self, sets: Iterable[_Set]) -> dict[str, list[_Selected]]:
        """The fields of some selections and of the fragments in them, by their names in the response."""
        fields: dict[str, list[_Selected]] = {}
        spread: set[str] = set()
        ahead = list(sets)
        for parent, selections in ahead:  # it grows meanwhile
            self._spend(len(selections.selections))
            for node in selections.selections:
                if isinstance(node, FieldNode):
                    field = cast(GraphQLField, self._schema.get_field(parent, node.name.value))
                    name = (node.alias or node.name).value
                    fields.setdefault(name, []).append(_Selected(parent, node, field.type))
                elif isinstance(node, FragmentSpreadNode):
                    if node.name.value not in spread:
                        spread.add(node.name.value)
                        fragment = self._fragments[node.name.value]
                        ahead.append((self._type(fragment.type_condition.name.value), fragment.selection_set))
                else:
                    inline = cast(InlineFragmentNode, node)
                    condition = inline.type_condition
                    type_ = self._type(condition.name.value) if condition else parent
                    ahead.append((type_, inline.selection_set))
        return fields

    def _arguments(self, node: FieldNode) -> dict[str, str]:
        if id(node) not in self._written:
            self._written[id(node)] = {
                argument.name.value: print_ast(sort_value_node(argument.value)) for argument in node.arguments or ()
            }
        return self._written[id(node)]

    def _type(self, name: str) -> GraphQLCompositeType:
        return cast(GraphQLCompositeType, self._schema.type_map[name])

    def _spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            message = (
                "The document merges {figure} fields or more where selections overlap, and {limit} are allowed: spread fewer "
                "fragments into each other, or select each field once."
            )
            raise beyond("TOO_MANY_FIELDS", self._most, self._most - self._left, message)


def _below(fields: Iterable[_Selected]) -> list[_Set]:
    """The selections of these fields, which are merged with each other."""
    return [
        (cast(GraphQLCompositeType, get_named_type(field.type)), field.node.selection_set)
        for field in fields
        if field.node.selection_set
    ]


def _seen(known: set[frozenset[tuple[str, int]]], sets: Sequence[_Set]) -> bool:
    """Whether these selections have been looked at together; from now on they have."""
    key = frozenset([(type_.name, id(selections)) for type_, selections in sets])
    if key in known:
        return True
    known.add(key)
    return False


def _shape(type_: Any) -> str:
    """Lists and non-null as they are within each other, around what is an object or else around the type's name."""
    named = get_named_type(type_)
    return str(type_) if is_leaf_type(named) else str(type_).replace(named.name, "{}")


def _conflict(name: str, why: str, first: _Selected, other: _Selected) -> GraphQLError:
    message = f"Fields {name!r} conflict because {why}. Use different aliases to fetch both if this was intentional."
    return GraphQLError(message, [first.node, other.node])
