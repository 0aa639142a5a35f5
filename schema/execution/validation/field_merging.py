"""Checks that fields with the same response name can be merged (GraphQL specification, "Field Selection Merging").

graphql-core compares all pairs of fields, and all pairs of fragments, in quadratic time. A document of all event types took
longer for this rule than for all others together, and 200 equal fields took seconds. But within a group of fields with the
same parent type, being mergeable is an equivalence relation. So this module compares each field with the first of its group,
and visits the selections below a group together, once for each set of selections.
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

from taphouse.schema.execution.limits import beyond
from taphouse.schema.libraries.graphql_core import sort_value_node

_Set = tuple[GraphQLCompositeType, SelectionSetNode]


class _Selected(NamedTuple):
    parent: GraphQLCompositeType
    node: FieldNode
    type: GraphQLOutputType


class Merging:
    """Checks the operations of a document that satisfies all other validation rules.

    Args:
        schema: the schema that the document was validated against.
        fragments: the document's fragments by name.
        most: the most visits to fields and fragments. Each set of merged selections counts its own visits.
    """

    def __init__(self, schema: GraphQLSchema, fragments: Mapping[str, FragmentDefinitionNode], most: int) -> None:
        self._schema = schema
        self._fragments = fragments
        self._most, self._left = most, most
        self._alike: set[frozenset[tuple[str, int]]] = set()
        self._same: set[frozenset[tuple[str, int]]] = set()
        self._written: dict[int, dict[str, str]] = {}

    def check(self, operation: OperationDefinitionNode) -> None:
        """Check an operation.

        Raises:
            GraphQLError: two fields cannot be merged, or the limit of visits is exceeded.
        """
        root = cast(GraphQLObjectType, self._schema.get_root_type(operation.operation))
        self._check_shapes([(root, operation.selection_set)])
        self._check_meaning([(root, operation.selection_set)])

    def _check_shapes(self, sets: Sequence[_Set]) -> None:
        """Check that fields with the same name have the same shape, whatever object is there (SameResponseShape)."""
        if _seen(self._alike, sets):
            return
        for name, fields in self._collected(sets).items():
            first, *others = fields
            for other in others:
                if other.type is not first.type and _shape(other.type) != _shape(first.type):
                    raise _conflict(name, f"one is {first.type}, the other {other.type}", first, other)
            self._check_shapes(_below(fields))

    def _check_meaning(self, sets: Sequence[_Set]) -> None:
        """Check that fields of the same object are equal, with equal arguments (FieldsInSetCanMerge)."""
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
        """The fields of some selections and their fragments, by response name."""
        fields: dict[str, list[_Selected]] = {}
        spread: set[str] = set()
        ahead = list(sets)
        for parent, selections in ahead:  # the loop appends fragments
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
                "The document merges at least {figure} fields of overlapping selections. The limit is {limit}. Nest fewer "
                "fragments, or select each field once."
            )
            raise beyond("TOO_MANY_FIELDS", self._most, self._most - self._left, message)


def _below(fields: Iterable[_Selected]) -> list[_Set]:
    """The selection sets of fields that are merged."""
    return [
        (cast(GraphQLCompositeType, get_named_type(field.type)), field.node.selection_set)
        for field in fields
        if field.node.selection_set
    ]


def _seen(known: set[frozenset[tuple[str, int]]], sets: Sequence[_Set]) -> bool:
    """True if these selections were checked together before. Marks them as checked."""
    key = frozenset([(type_.name, id(selections)) for type_, selections in sets])
    if key in known:
        return True
    known.add(key)
    return False


def _shape(type_: Any) -> str:
    """The list and non-null wrappers of a type, around the name of a leaf type or a placeholder for a composite type."""
    named = get_named_type(type_)
    return str(type_) if is_leaf_type(named) else str(type_).replace(named.name, "{}")


def _conflict(name: str, why: str, first: _Selected, other: _Selected) -> GraphQLError:
    message = f"Fields {name!r} conflict because {why}. Use different aliases to fetch both if this was intentional."
    return GraphQLError(message, [first.node, other.node])
