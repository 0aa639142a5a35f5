"""Operations of a document, prepared once, so that graphql-core and Strawberry need not prepare them again for each request.

A direct operation calls its resolvers without their machinery. Everything that is not simple, and every invalid value, is left
to graphql-core, so errors have one source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, cast

from graphql import (
    FieldNode,
    GraphQLArgument,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLObjectType,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    Undefined,
    VariableDefinitionNode,
    VariableNode,
    coerce_input_value,
    get_named_type,
    get_nullable_type,
    is_enum_type,
    is_leaf_type,
    is_non_null_type,
    is_required_argument,
)
from graphql.language import ListValueNode, ObjectValueNode, ValueNode

from taphouse.schema.execution.cost import OperationCost
from taphouse.schema.execution.fields.compiled_selections import CompiledSelection
from taphouse.schema.libraries.graphql_core import (
    FieldDetailsList,
    FragmentDetails,
    GraphQLVariableSignature,
    Path,
    VariableValues,
    VariableValueSource,
    coerce_default_value,
    coerce_input_literal,
    collect_fields,
    get_variable_signature,
)
from taphouse.schema.libraries.strawberry import (
    DEFINITION,
    StrawberryField,
    StrawberryMaybe,
    StrawberryObjectDefinition,
)

_NONE = VariableValues({}, {})


class Indirect(Exception):
    """A field is not simple enough to be called directly."""


class SelectedField:
    """A field of a root type, in a document without directives. As the field of a subscription, its values are the events.

    Raises:
        Indirect: it is selected more than once.
    """

    def __init__(self, parent: GraphQLObjectType, name: str, details: FieldDetailsList) -> None:
        node = details[0].node
        field = parent.fields.get(node.name.value)
        if field is None or len(details) > 1:
            raise Indirect
        self.name, self.details, self.definition = name, details, field
        self.path = Path(None, name, parent.name)
        self.type = get_nullable_type(field.type)
        self.selects = node.selection_set is not None
        self.place: tuple[Any, ...] = node.name.value, [node], field.type, parent, self.path
        """The first arguments of `GraphQLResolveInfo`."""
        self.selection: CompiledSelection | None = None
        """Its compiled selection, once there is one. No variables decide what is selected."""


class RootField(SelectedField):
    """A field of a direct operation: `call` is its resolver, `info` the name of the parameter for Strawberry's `Info`.

    Raises:
        Indirect: the field cannot be called directly.
    """

    def __init__(self, parent: GraphQLObjectType, name: str, details: FieldDetailsList) -> None:
        super().__init__(parent, name, details)
        node, field = details[0].node, self.definition
        self.strawberry, self.call, self.info = _resolver(field)
        self._fixed: dict[str, Any] = {}
        self._variables: list[tuple[str, str, GraphQLArgument, Any]] = []
        self._literals: list[tuple[str, ValueNode, GraphQLArgument]] = []
        given = {argument.name.value: argument.value for argument in node.arguments or ()}
        for (argument_name, argument), strawberry in zip(field.args.items(), self.strawberry.arguments, strict=True):
            if not _is_kept(argument) or isinstance(strawberry.type, StrawberryMaybe):
                raise Indirect
            self._add(strawberry.python_name, argument, given.get(argument_name))

    def _add(self, name: str, argument: GraphQLArgument, node: ValueNode | None) -> None:
        default = coerce_default_value(argument)
        if isinstance(default, dict | list):  # a resolver might change it
            raise Indirect
        if isinstance(node, VariableNode):
            self._variables.append((name, node.name.value, argument, default))
        elif isinstance(node, ListValueNode | ObjectValueNode):
            self._literals.append((name, node, argument))
        else:
            value = default if node is None else coerce_input_literal(node, argument.type)
            if node is not None and value is Undefined:
                raise Indirect
            if value is not Undefined:
                self._fixed[name] = value

    def arguments(self, variables: VariableValues) -> dict[str, Any] | None:
        """The resolver's arguments. None if graphql-core must report that they are invalid."""
        given = dict(self._fixed)
        for name, variable, argument, default in self._variables:
            value = variables.coerced.get(variable, Undefined)
            if (value is Undefined and is_required_argument(argument)) or (
                value is None and is_non_null_type(argument.type)
            ):
                return None
            value = default if value is Undefined else value
            if value is not Undefined:
                given[name] = value
        for name, node, argument in self._literals:
            given[name] = coerce_input_literal(node, argument.type, variables)
            if given[name] is Undefined:
                return None
        return given


class PreparedOperation:
    """An operation of a valid document.

    Args:
        schema: the schema.
        node: the operation.
        fragments: the fragments of the document.
        cost: its cost.
        plain: whether the operation may be direct: the document has no directives, and no introspection.
    """

    def __init__(
        self,
        schema: GraphQLSchema,
        node: OperationDefinitionNode,
        fragments: Mapping[str, FragmentDetails],
        cost: OperationCost,
        *,
        plain: bool,
    ) -> None:
        self.node = node
        self.name = node.name.value if node.name else ""
        self.type = node.operation
        self.type_name = node.operation.value
        self._cost = cost
        self.root = schema.get_root_type(node.operation)
        self._variables = [_variable(schema, one) for one in node.variable_definitions or ()]
        selections = node.selection_set.selections
        only = selections[0] if len(selections) == 1 else None
        self.is_single = isinstance(only, FieldNode)
        """True if there is just one root field."""
        self.field = only.name.value if isinstance(only, FieldNode) else ""
        """The name of that field, as in the schema."""
        self.fields: Sequence[RootField] = ()
        """The root fields of a direct operation, in order. Empty if graphql-core must execute it, or begin the subscription."""
        self.event: SelectedField | None = None
        """The field of a subscription. None if graphql-core must complete its events."""
        if plain and (self.is_single or self.type is OperationType.MUTATION) and self.root is not None:
            collected = collect_fields(schema, dict(fragments), _NONE, self.root, node).grouped_field_set.items()
            with suppress(Indirect):
                if self.type is OperationType.SUBSCRIPTION:
                    (self.event,) = [SelectedField(self.root, *item) for item in collected]
                self.fields = [RootField(self.root, *item) for item in collected]

    def variables(self, given: Mapping[str, Any]) -> VariableValues | None:
        """The coerced variables. None if one is invalid, or has a default of several values: graphql-core must handle them."""
        sources: dict[str, VariableValueSource] = {}
        coerced: dict[str, Any] = {}
        for name, signature, coerce in self._variables:
            if name not in given:
                sources[name] = VariableValueSource(signature)
                if signature.default is not None:
                    coerced[name] = coerce_default_value(signature)  # which it remembers
                    if isinstance(coerced[name], dict | list):  # a resolver might change it
                        return None
                elif is_non_null_type(signature.type):
                    return None
                continue
            value = given[name]
            sources[name] = VariableValueSource(signature, value)
            if coerce is None or value is None:
                coerced[name] = coerce_input_value(value, signature.type)
            else:
                try:
                    coerced[name] = coerce(value)
                except Exception:  # a scalar may raise anything
                    return None
            if coerced[name] is Undefined:
                return None
        return VariableValues(sources, coerced)

    def cost(self, variables: Mapping[str, Any]) -> int:
        """The points of `schema.prices` with these coerced variables."""
        return self._cost.of(variables) if self._cost.fixed is None else self._cost.fixed

    def arguments(self, variables: VariableValues) -> list[dict[str, Any]] | None:
        """The arguments of the fields of a direct operation. None if graphql-core must execute the operation."""
        found = []
        for field in self.fields:
            given = field.arguments(variables)
            if given is None:
                return None
            found.append(given)
        return found or None


def _variable(
    schema: GraphQLSchema, node: VariableDefinitionNode
) -> tuple[str, GraphQLVariableSignature, Callable[[Any], Any] | None]:
    """The name and the signature of a variable of a valid document, and the function that coerces a scalar or an enum."""
    signature = cast(GraphQLVariableSignature, get_variable_signature(schema, node))
    type_ = get_nullable_type(signature.type)
    coerce = type_.coerce_input_value if is_leaf_type(type_) else None
    return signature.name, signature, cache(coerce) if coerce and is_enum_type(type_) else coerce


def as_given(_type: Any, value: Any, _context: Any) -> Any:
    """The `from_input` of an input type whose resolvers want the values of its fields as graphql-core made them."""
    return value


def _resolver(field: GraphQLField) -> tuple[StrawberryField, Callable[..., Any], str | None]:
    """Strawberry's field, its function, and the name of the function's parameter for `Info`."""
    definition = field.extensions.get(DEFINITION)
    if (
        not isinstance(definition, StrawberryField)
        or definition.base_resolver is None
        or definition.extensions
        or type(definition).get_result is not StrawberryField.get_result
    ):
        raise Indirect
    base = definition.base_resolver
    if base.parent_parameter or base.root_parameter or not callable(base.wrapped_func):
        raise Indirect
    call = partial(base.wrapped_func, None) if base.self_parameter else base.wrapped_func  # root fields have no source
    return definition, call, base.info_parameter.name if base.info_parameter else None


def _is_kept(argument: GraphQLArgument) -> bool:
    """True if Strawberry passes on the values of an argument unchanged."""
    type_ = get_named_type(argument.type)
    if not isinstance(type_, GraphQLInputObjectType):
        return True
    definition = type_.extensions.get(DEFINITION)
    return isinstance(definition, StrawberryObjectDefinition) and definition.from_input is as_given
