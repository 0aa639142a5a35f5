"""The internals of Strawberry that the schema's build and the executor read. `tests/house/test_libraries.py` knows them."""

from typing import Any

from graphql import GraphQLSchema
from strawberry import Schema
from strawberry.federation.schema import FederationAny
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.base import StrawberryMaybe, StrawberryObjectDefinition
from strawberry.types.field import StrawberryField

__all__ = [
    "DEFINITION",
    "FederationAny",
    "StrawberryField",
    "StrawberryMaybe",
    "StrawberryObjectDefinition",
    "core_schema",
    "is_default_resolver",
]

DEFINITION = GraphQLCoreConverter.DEFINITION_BACKREF
"""The key in `extensions` of a type or field of graphql-core under which Strawberry keeps its own definition."""


def core_schema(schema: Schema) -> GraphQLSchema:
    """The schema of graphql-core that Strawberry has built."""
    return schema._schema


def is_default_resolver(resolve: Any) -> bool:
    """True if Strawberry made this function for a field without a resolver. It may check permissions."""
    return getattr(resolve, "_is_default", False)
