"""Estimates the cost of operations before execution: the sum of their fields, multiplied by the sizes of lists.

Points are those of `schema.prices`. Every value counts, compiled or not, because the first request with a document is always
interpreted. `priced` declares the further price of a field, and the size of a list that no argument limits, if it is far from
`TYPICAL`.

The estimate is an upper bound if lists are not longer than declared. For a union, the most expensive member counts. A field
that is selected twice counts twice, even if the response merges the two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLCompositeType,
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLSkipDirective,
    InlineFragmentNode,
    NullValueNode,
    OperationDefinitionNode,
    OperationType,
    SelectionNode,
    SelectionSetNode,
    StringValueNode,
    VariableNode,
    get_named_type,
    get_nullable_type,
    is_abstract_type,
    is_introspection_type,
    is_list_type,
)
from graphql.language import BooleanValueNode, EnumValueNode, IntValueNode, ListValueNode
from msgspec import Struct, structs

from taphouse.schema.libraries.strawberry import DEFINITION
from taphouse.schema.prices import MOST_POINTS, ROOT, TYPICAL, Price, number_in


def declared(field: GraphQLField) -> Price | None:
    """The price that a field declares. None if it declares none."""
    definition = field.extensions.get(DEFINITION)
    price: Price | None = definition.metadata.get(Price) if definition is not None else None
    return price


def check_priced(schema: GraphQLSchema) -> None:
    """Check that all root fields and all fields with arguments declare a price.

    Raises:
        TypeError: a field does not.
    """
    roots = {schema.query_type, schema.mutation_type, schema.subscription_type}
    for type_ in schema.type_map.values():
        if isinstance(type_, GraphQLObjectType | GraphQLInterfaceType) and not is_introspection_type(type_):
            for name, field in type_.fields.items():
                if (type_ in roots or field.args) and declared(field) is None:
                    raise TypeError(f"{type_.name}.{name} has no price; declare it by metadata=priced(...)")


class Prices:
    """The prices of the fields of a schema, including introspection."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self._introspection = _introspection(schema)
        self._roots = [schema.get_root_type(operation) for operation in OperationType]
        self._known: dict[tuple[str, str], tuple[GraphQLField, Price]] = {}

    def of(self, parent: GraphQLCompositeType, name: str) -> tuple[GraphQLField, Price]:
        """A field and its price."""
        key = parent.name, name
        if key not in self._known:
            field = cast(GraphQLField, self.schema.get_field(parent, name))  # the document is valid
            price = self._introspection.get(key) or declared(field) or Price()
            if price.size is None and not price.listed and is_list_type(get_nullable_type(field.type)):
                price = structs.replace(price, size=TYPICAL)
            if parent in self._roots:
                price = structs.replace(price, once=max(price.once, ROOT))
            self._known[key] = field, price
        return self._known[key]


def _introspection(schema: GraphQLSchema) -> dict[tuple[str, str], Price]:
    """The prices of introspection fields. List sizes are averages of the schema, so full introspection is priced right."""
    types = schema.type_map.values()
    owners = [type_ for type_ in types if isinstance(type_, GraphQLObjectType | GraphQLInterfaceType)]
    fields = [len(type_.fields) for type_ in owners]
    shown = [field for type_ in owners for field in type_.fields.values()]
    references = [one.type for field in shown for one in (field, *field.args.values())]
    wrapped = sum(str(type_).count("!") + str(type_).count("[") for type_ in references)

    def mean(counts: Iterable[int], among: int) -> Price:
        return Price(size=sum(counts) / among)

    # A query by name can choose the type with the most fields.
    chosen = Price(size=max(fields) * len(types) / sum(fields))
    inputs = (len(type_.fields) for type_ in types if isinstance(type_, GraphQLInputObjectType))
    words = (len(type_.values) for type_ in types if isinstance(type_, GraphQLEnumType))
    members = (len(schema.get_possible_types(type_)) for type_ in types if is_abstract_type(type_))
    prices = {
        ("__Schema", "types"): Price(size=len(types)),
        ("__Schema", "directives"): Price(size=len(schema.directives)),
        ("__Type", "fields"): mean(fields, len(types)),
        ("__Type", "inputFields"): mean(inputs, len(types)),
        ("__Type", "enumValues"): mean(words, len(types)),
        ("__Type", "possibleTypes"): mean(members, len(types)),
        ("__Type", "ofType"): Price(size=wrapped / (wrapped + len(references))),
        ("__Type", "interfaces"): mean((len(type_.interfaces) for type_ in owners), len(types)),
        ("__Field", "args"): mean((len(field.args) for field in shown), len(shown)),
    }
    prices |= {("__Schema", f"{root}Type"): chosen for root in ("query", "mutation", "subscription")}
    if schema.query_type is not None:
        prices[schema.query_type.name, "__type"] = chosen
    return prices


class _Varying(Struct, frozen=True, eq=False):
    """A cost that depends on variables."""

    def of(self, variables: Mapping[str, Any], known: dict[int, float]) -> float:
        """The points with these variables. `known` caches the points of shared parts."""
        raise NotImplementedError


Cost = float | _Varying


class _Sum(_Varying, frozen=True, eq=False):
    """A sum of costs. Of the branches, one for each member of an abstract type, only the most expensive counts."""

    fixed: float
    parts: Sequence[_Varying]
    branches: Sequence[Cost]

    def of(self, variables: Mapping[str, Any], known: dict[int, float]) -> float:
        if id(self) not in known:
            total = self.fixed + sum(part.of(variables, known) for part in self.parts)
            total += max((_points(branch, variables, known) for branch in self.branches), default=0)
            known[id(self)] = min(total, MOST_POINTS)
        return known[id(self)]


class _Field(_Varying, frozen=True, eq=False):
    price: Price
    inner: Cost
    given: Mapping[str, int]
    from_variables: Mapping[str, tuple[str, int]]
    """The arguments that are variables: the variable's name, and the default of the argument."""

    def of(self, variables: Mapping[str, Any], known: dict[int, float]) -> float:
        from_variables = {
            name: self.price.number(name, variables.get(variable, default))
            for name, (variable, default) in self.from_variables.items()
        }
        return self.price.of(_points(self.inner, variables, known), {**self.given, **from_variables})


class _Where(_Varying, frozen=True, eq=False):
    """A cost behind @include and @skip: the variables, with the values that include it."""

    flags: Sequence[tuple[str, bool]]
    inner: Cost

    def of(self, variables: Mapping[str, Any], known: dict[int, float]) -> float:
        if any(variables.get(name) is not wanted for name, wanted in self.flags):
            return 0
        return _points(self.inner, variables, known)


def _points(cost: Cost, variables: Mapping[str, Any], known: dict[int, float]) -> float:
    return cost.of(variables, known) if isinstance(cost, _Varying) else cost


class OperationCost:
    """The cost of an operation."""

    def __init__(self, cost: Cost) -> None:
        self._cost = cost
        self.fixed = None if isinstance(cost, _Varying) else _rounded_up(cost)
        """The points if they depend on no variable; else None."""

    def of(self, variables: Mapping[str, Any]) -> int:
        """The points with these coerced variables."""
        return _rounded_up(_points(self._cost, variables, {}))


def _rounded_up(points: float) -> int:
    return math.ceil(round(points, 6))  # sums of tenths are inexact


class Costs:
    """The costs of the operations of a valid document. Selections are analysed once; a request only adds its variables."""

    def __init__(self, prices: Prices, fragments: Mapping[str, FragmentDefinitionNode]) -> None:
        self._prices = prices
        self._fragments = fragments
        self._spread: dict[str, Cost] = {}

    def of(self, operation: OperationDefinitionNode) -> OperationCost:
        """The cost of an operation."""
        root = cast(GraphQLObjectType, self._prices.schema.get_root_type(operation.operation))
        return OperationCost(self._selected(operation.selection_set, root))

    def _selected(self, selections: SelectionSetNode, parent: GraphQLCompositeType) -> Cost:
        costs: list[Cost] = []
        members: dict[str, list[Cost]] = {}
        for node in selections.selections:
            flags = _flags(node)
            if flags is None:
                continue
            if isinstance(node, FieldNode):
                cost, of = self._field(node, parent), costs
            else:
                type_, cost = self._fragment(cast(FragmentSpreadNode | InlineFragmentNode, node), parent)
                alone = is_abstract_type(parent) and isinstance(type_, GraphQLObjectType)
                of = members.setdefault(type_.name, []) if alone else costs
            of.append(_Where(flags, cost) if flags else cost)
        return _sum(costs, [_sum(member) for member in members.values()])

    def _fragment(
        self, node: FragmentSpreadNode | InlineFragmentNode, parent: GraphQLCompositeType
    ) -> tuple[GraphQLCompositeType, Cost]:
        if isinstance(node, FragmentSpreadNode):
            name = node.name.value
            fragment = self._fragments[name]
            type_ = self._type(fragment.type_condition.name.value)
            if name not in self._spread:
                self._spread[name] = self._selected(fragment.selection_set, type_)
            return type_, self._spread[name]
        type_ = self._type(node.type_condition.name.value) if node.type_condition else parent
        return type_, self._selected(node.selection_set, type_)

    def _type(self, name: str) -> GraphQLCompositeType:
        return cast(GraphQLCompositeType, self._prices.schema.type_map[name])

    def _field(self, node: FieldNode, parent: GraphQLCompositeType) -> Cost:
        field, price = self._prices.of(parent, node.name.value)
        type_ = cast(GraphQLCompositeType, get_named_type(field.type))
        inner = self._selected(node.selection_set, type_) if node.selection_set else 0.0
        written = {argument.name.value: argument.value for argument in node.arguments or ()}
        given, from_variables = {}, {}
        for name in price.counted:
            value = written.get(name)
            default = number_in(field.args[name].default_value)
            if isinstance(value, VariableNode):
                from_variables[name] = value.name.value, default
            elif isinstance(value, IntValueNode | BooleanValueNode):
                given[name] = int(value.value)
            elif isinstance(value, StringValueNode | EnumValueNode):
                given[name] = price.number(name, value.value)
            elif value is None or isinstance(value, NullValueNode):
                given[name] = default
            else:
                given[name] = len(value.values) if isinstance(value, ListValueNode) else 1
        if from_variables or isinstance(inner, _Varying):
            return _Field(price, inner, given, from_variables)
        return price.of(inner, given)


def _sum(costs: Sequence[Cost], branches: Sequence[Cost] = ()) -> Cost:
    fixed = sum(cost for cost in costs if not isinstance(cost, _Varying))
    parts = [cost for cost in costs if isinstance(cost, _Varying)]
    if not any(isinstance(branch, _Varying) for branch in branches):
        fixed, branches = fixed + max(cast(Sequence[float], branches), default=0), ()
    return _Sum(fixed, parts, branches) if parts or branches else min(fixed, MOST_POINTS)


def _flags(node: SelectionNode) -> list[tuple[str, bool]] | None:
    """The variables of @include and @skip, with the values that include the node. None if it is never included."""
    flags = []
    for directive in node.directives or ():
        wanted = directive.name.value != GraphQLSkipDirective.name
        for argument in directive.arguments or ():
            if isinstance(argument.value, VariableNode):
                flags.append((argument.value.name.value, wanted))
            elif isinstance(argument.value, BooleanValueNode) and argument.value.value is not wanted:
                return None
    return flags
