"""Builds selections from the service's own schema: every field of a type, recursively."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taphouse.service.cli.demo.graphql_client import Client, DemoFailed

DEEPEST = 7
"""The most levels of nested objects; types may be recursive."""

_REFERENCE = (
    "kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }"
)
_SCHEMA = f"""query Schema {{ __schema {{ types {{
  kind name
  fields {{ name args {{ name defaultValue type {{ {_REFERENCE} }} }} type {{ {_REFERENCE} }} }}
  inputFields {{ name }}
  possibleTypes {{ name }}
}} }} }}"""

Type = Mapping[str, Any]


class Schema:
    """The types of a service, as introspection shows them."""

    def __init__(self, types: Mapping[str, Type]) -> None:
        self._types = types

    def has_input(self, type_name: str, field: str) -> bool:
        """Whether an input type has this field."""
        type_ = self._types.get(type_name, {})
        return any(one["name"] == field for one in type_.get("inputFields") or ())

    def field(self, type_name: str, field: str) -> str:
        """A field with everything below it, such as `table { turn players { seat } }`; empty if there is no such field."""
        found = self._fields(type_name).get(field)
        return "" if found is None else self._select({field: found})

    def _fields(self, type_name: str) -> dict[str, Type]:
        return {one["name"]: one for one in self._types.get(type_name, {}).get("fields") or ()}

    def _select(self, fields: Mapping[str, Type], depth: int = 0) -> str:
        """A selection of these fields, without those that require an argument or are nested too deeply."""
        parts = []
        for name, field in fields.items():
            if any(one["type"]["kind"] == "NON_NULL" and one["defaultValue"] is None for one in field["args"]):
                continue
            below = self._below(_innermost(field["type"]), depth)
            if below is not None:
                parts.append(f"{name}{below}")
        return " ".join(parts)

    def _below(self, name: str, depth: int) -> str | None:
        """The selection that a field of this type needs: empty for a leaf; None if it is nested too deeply."""
        type_ = self._types[name]
        if type_["kind"] in {"SCALAR", "ENUM"}:
            return ""
        if depth == DEEPEST:
            return None
        if type_["kind"] == "OBJECT":
            inner = self._select(self._fields(name), depth + 1)
            return f" {{ {inner} }}" if inner else None
        parts = ["__typename"]
        for member in type_["possibleTypes"]:
            inner = self._select(self._fields(member["name"]), depth + 1)
            if inner:
                parts.append(f"... on {member['name']} {{ {inner} }}")
        return f" {{ {' '.join(parts)} }}"


def fetch(client: Client) -> Schema:
    """Fetch a service's schema by introspection.

    Raises:
        DemoFailed: Introspection is disabled, or the service does not answer.
    """
    try:
        data = client.ask(_SCHEMA)
    except DemoFailed as error:
        if "introspection" not in str(error).lower():
            raise
        raise DemoFailed(
            f"The service at {client.url} runs with TAPHOUSE_INTROSPECTION=false, but this command needs introspection of "
            "its schema."
        ) from None
    return Schema({one["name"]: one for one in data["__schema"]["types"]})


def _innermost(type_: Type) -> str:
    while type_.get("ofType"):  # absent at the deepest level queried
        type_ = type_["ofType"]
    return str(type_["name"])
