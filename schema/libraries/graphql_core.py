"""The internals of graphql-core that the executor is built on. `tests/house/test_libraries.py` knows their signatures."""

from graphql.execution import Executor
from graphql.execution.collect_fields import (
    FieldDetailsList,
    FragmentDetails,
    GroupedFieldSet,
    collect_fields,
    collect_subfields,
)
from graphql.execution.get_variable_signature import GraphQLVariableSignature, get_variable_signature
from graphql.execution.values import VariableValues, VariableValueSource, get_variable_values
from graphql.language.parser import MAX_NESTING_DEPTH, Parser
from graphql.pyutils import Path, gather_with_cancel, is_awaitable
from graphql.type import GraphQLResolveInfoHelpers
from graphql.utilities.coerce_input_value import coerce_default_value, coerce_input_literal
from graphql.utilities.sort_value_node import sort_value_node
from graphql.validation.validate import ValidationAbortedError
from graphql.validation.validation_context import MAX_FRAGMENT_WORK

__all__ = [
    "MAX_FRAGMENT_WORK",
    "MAX_NESTING_DEPTH",
    "Executor",
    "FieldDetailsList",
    "FragmentDetails",
    "GraphQLResolveInfoHelpers",
    "GraphQLVariableSignature",
    "GroupedFieldSet",
    "Parser",
    "Path",
    "ValidationAbortedError",
    "VariableValueSource",
    "VariableValues",
    "coerce_default_value",
    "coerce_input_literal",
    "collect_fields",
    "collect_subfields",
    "gather_with_cancel",
    "get_variable_signature",
    "get_variable_values",
    "is_awaitable",
    "sort_value_node",
]
