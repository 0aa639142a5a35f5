"""Derives GraphQL types from engine types: objects, enums, unions and inputs. Independent of any one game.

The docstring of a struct becomes the description of its type, and the `Meta` of a field the description of the field. A type
or field without one is an error. Derived fields are plain attributes without resolvers, so `compiled_selections` can compile
them.
"""

from __future__ import annotations

import datetime
import inspect
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
import strawberry
from msgspec import NODEFAULT, Meta
from strawberry.scalars import JSON

from taphouse.engine.contract import Move, Options
from taphouse.engine.vocabulary import SEALED, Public, Word, hints, lower_first, without_null
from taphouse.schema.descriptions import described, documented, graphql_name, type_name
from taphouse.schema.execution.fields.plain_fields import STRUCT
from taphouse.schema.execution.operations import as_given
from taphouse.schema.prices import Price, priced
from taphouse.schema.problems.base import Problem, ProblemCode
from taphouse.schema.shared_classes import Names
from taphouse.schema.values.games import MoveInputObject

_SCALARS: Mapping[Any, Any] = {
    int: int,
    float: float,
    str: str,
    bool: bool,
    datetime.datetime: datetime.datetime,
    Any: JSON,
    dict: JSON,
    MoveInputObject: MoveInputObject,
}
_CONSTANTS: Mapping[type, tuple[str, Any, str]] = {
    Move: ("verb", str, "The verb of the move in notation."),
    Problem: ("code", ProblemCode, "The problem's code, for programs."),
}
"""Constant fields that subclasses of a base have besides their struct fields: name, type and description."""


_NOTHING = "Always null: a type of GraphQL must have a field, and this one has nothing to say."


class Types:
    """The GraphQL types of one schema. Each is created once.

    Args:
        packages: the name prefix for the types of each package. Types of other packages keep their names.
        enums: the enums of names that depend on the games, such as `GameKind`.
    """

    def __init__(self, packages: Mapping[str, str], enums: Mapping[Any, type[Word]] | None = None) -> None:
        self.packages = packages
        self._closed = enums or {}
        self._outputs: dict[type, Any] = {}
        self._inputs: dict[Any, Any] = {}
        self._enums: dict[type, Any] = {}
        self._unions: dict[frozenset[type], Any] = {}
        self.claim = Names().claim

    def output(
        self,
        struct: type[Public],
        *,
        implements: Iterable[type[Public]] = (),
        values: type[Any] | None = None,
    ) -> Any:
        """The object type of a struct. Its values are of another class if `values` is given."""
        if struct not in self._outputs:
            bases = tuple(self.interface(base) for base in implements)
            self._outputs[struct] = self._object(
                struct, self.claim(type_name(struct, self.packages), struct), bases, strawberry.type, values or struct
            )
        return self._outputs[struct]

    def interface(self, struct: type[Public]) -> Any:
        """The interface type of a struct that is the base of others."""
        if struct not in self._outputs:
            name = self.claim(struct.__name__, struct)
            self._outputs[struct] = self._object(struct, name, (), strawberry.interface, struct)
        return self._outputs[struct]

    def _object(
        self, struct: type[Public], name: str, bases: tuple[Any, ...], decorate: Callable[..., Any], values: type[Any]
    ) -> Any:
        body = _body(documented(struct)) | {STRUCT: struct if values is struct else None}
        names = _api_names(struct)
        for field, hint in hints(struct).items():
            if field in names:
                body["__annotations__"][field] = strawberry.ID if names[field] == "id" else self.annotation(hint)
                body[field] = strawberry.field(
                    name=names[field], description=described(struct, field), metadata=_sized(hint)
                )
        for base, (constant, hint, text) in _CONSTANTS.items():
            if issubclass(struct, base):
                body["__annotations__"][constant] = self.annotation(hint)
                body[constant] = strawberry.field(name=constant, description=text)
        if not body["__annotations__"] and issubclass(struct, Options):
            body["__annotations__"]["nothing"] = bool | None
            body["nothing"] = strawberry.field(description=_NOTHING)
        if decorate is strawberry.type:
            body["is_type_of"] = classmethod(lambda _, value, __: type(value) is values)
        return decorate(type(name, bases, body), name=name, description=body["__doc__"])

    def represent(self, values: type, type_: Any) -> None:
        """Let `annotation` resolve a class to a GraphQL type that was not derived from it."""
        self._outputs[values] = type_

    def represent_input(self, values: Any, type_: Any) -> None:
        """Let `annotation` resolve a type of arguments to an input type that was not derived from it."""
        self._inputs[values] = type_

    def union(self, name: str, members: Iterable[Any], text: str) -> Any:
        """A union of object types, as an annotation."""
        self.claim(name, f"the union {name}")
        return Annotated[Union[tuple(members)], strawberry.union(name, description=text)]  # noqa: UP007 -- made at run time

    def union_of(self, name: str, structs: Iterable[type[Public]], shared: type[Public], text: str) -> Any:
        """The union of some structs, which implement the interface `shared`. `annotation` then resolves these members to it."""
        members = tuple(structs)
        union = self.union(name, [self.output(struct, implements=(shared,)) for struct in members], text)
        self._unions[frozenset(members)] = union
        return union

    def enum(self, word: type[Word]) -> Any:
        """The enum type of a `Word`."""
        if word not in self._enums:
            name = self.claim(type_name(word, self.packages), word)
            made = strawberry.enum(word, name=name, description=documented(word))
            definition: Any = made.__strawberry_definition__  # type: ignore[attr-defined]
            for value in definition.values:
                value.description = word[value.name].description
            self._enums[word] = made
        return self._enums[word]

    def annotation(self, hint: Any, *, inputs: bool = False) -> Any:
        """The annotation for Strawberry of a field with this type hint.

        Raises:
            TypeError: the API does not support the type.
        """
        if get_origin(hint) is Annotated:
            sent = inputs and SEALED in hint.__metadata__
            return self.annotation(without_null(hint) if sent else get_args(hint)[0], inputs=inputs)
        if inputs and hint in self._inputs:
            return self._inputs[hint]
        if hint in _SCALARS or get_origin(hint) in _SCALARS:
            return _SCALARS[hint if hint in _SCALARS else get_origin(hint)]
        if hint in self._closed:
            return self.enum(self._closed[hint])
        if get_origin(hint) is tuple and get_args(hint)[1:] == (...,):
            return list[self.annotation(get_args(hint)[0], inputs=inputs)]  # type: ignore[misc]
        if get_origin(hint) in (Union, types.UnionType):
            members = [part for part in get_args(hint) if part is not type(None)]
            one = len(members) == 1
            whole = self.annotation(members[0], inputs=inputs) if one else self._unions.get(frozenset(members))
            if whole is None:
                raise TypeError(f"the API does not support the type {hint}")
            return whole | None if len(members) < len(get_args(hint)) else whole
        if inspect.isclass(hint) and issubclass(hint, Word):
            return self.enum(hint)
        if not inputs and hint in self._outputs:
            return self._outputs[hint]
        if inspect.isclass(hint) and issubclass(hint, Public):
            return self.input(hint) if inputs else self.output(hint)
        raise TypeError(f"the API does not support the type {hint}")

    def input(self, struct: type[Public]) -> Any:
        """The input type of a struct. Its defaults become GraphQL defaults."""
        if struct not in self._inputs:
            name = self.claim(getattr(struct, "input_name", type_name(struct, self.packages) + "Input"), struct)
            body = _body(documented(struct))
            for field in msgspec.structs.fields(struct):
                body["__annotations__"][field.name] = self.annotation(hints(struct)[field.name], inputs=True)
                text = described(struct, field.name)
                default = {} if field.default is NODEFAULT else {"default": field.default}
                body[field.name] = strawberry.field(name=field.encode_name, description=text, **default)
            if not struct.__struct_fields__ and issubclass(struct, Options):
                body["__annotations__"]["nothing"] = bool | None
                body["nothing"] = strawberry.field(description=_NOTHING, default=strawberry.UNSET)
            made = strawberry.input(type(name, (), body), name=name, description=body["__doc__"])
            self._inputs[struct] = _as_dict(made)
        return self._inputs[struct]

    def argument(self, struct: type[Public], field: str) -> tuple[Any, str]:
        """A field as an argument: its annotation for Strawberry and its description."""
        hint = hints(struct)[field]
        return self.annotation(hint, inputs=True), described(struct, field)

    def objects(self) -> list[Any]:
        """All object types and interfaces created so far."""
        return list(self._outputs.values())

    def one_of(self, name: str, text: str, members: Mapping[str, tuple[Any, str]]) -> Any:
        """A `@oneOf` input.

        Args:
            name: the name of the input type.
            text: its description.
            members: an annotation and a description for each member.
        """
        self.claim(name, f"the input {name}")
        body = _body(text)
        for member, (annotation, description) in members.items():
            attribute = f"{member}_"  # a verb such as `pass` is a keyword of Python
            body["__annotations__"][attribute] = annotation | None
            body[attribute] = strawberry.field(name=member, description=description, default=strawberry.UNSET)
        return _as_dict(strawberry.input(type(name, (), body), name=name, description=text, one_of=True))

    def move_input(self, moves: Iterable[type[Move]], name: str, title: str) -> Any:
        """The `@oneOf` input of a game's moves. A move without fields is `true`."""
        members = {
            lower_first(move.__name__): (self.input(move) if move.__struct_fields__ else bool, documented(move))
            for move in moves
        }
        return self.one_of(name, f"A move of {title}. Give exactly one field.", members)


def _body(text: str) -> dict[str, Any]:
    """The body of a class with this docstring.

    Strawberry makes dataclasses of the classes, but nothing makes instances. So they keep no methods of dataclasses, and no
    signature as their docstring: 8 kB for each.
    """
    unused = {"__init__": object.__init__, "__repr__": object.__repr__, "__eq__": object.__eq__}
    return {"__annotations__": {}, "__module__": __name__, "__doc__": text, **unused}


def _as_dict(made: Any) -> Any:
    """Make resolvers receive values of an input type as dicts, with API names and without omitted fields.

    Strawberry's instances are slow to create, and `builtins` would only take them apart again.
    """
    made.__strawberry_definition__.from_input = as_given
    return made


builtins = msgspec.to_builtins
"""Converts an input to builtin types, with API names and without omitted fields."""


def _sized(hint: Any) -> dict[Any, Any]:
    """The price metadata of a list field whose `Meta` declares its size in `extra`. Other lists count as `TYPICAL`."""
    for meta in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
        if isinstance(meta, Meta) and meta.extra and "size" in meta.extra:
            return priced(Price(size=meta.extra["size"]))
    return {}


def _api_names(struct: type[Public]) -> dict[str, str]:
    """The names of a struct's fields in GraphQL.

    Raises:
        TypeError: two fields would have the same.
    """
    types = hints(struct)
    encoded = zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True)
    names = {field: graphql_name(name, types[field]) for field, name in encoded}
    if len({*names.values()}) < len(names):
        raise TypeError(
            f"{struct.__module__}.{struct.__name__} has an id and a key, and GraphQL calls the id key; rename one"
        )
    return names
