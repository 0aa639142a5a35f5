"""The JSON schemas of REST's requests and responses, under the names that GraphQL has for the same types.

msgspec generates them from the types that it encodes and decodes. This module adds what msgspec cannot know: unique names
(games have types of the same name), that responses always have all members, the alternatives of abstract types, and
descriptions.

Responses can grow: a choice in them has a general member with what all others share, and enums are strings with known values.
See docs/decisions/0046-rest-choices-carry-a-discriminator.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect

from taphouse.engine.contract import EndReason, Event, Move, Options, sealed_fields
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import Amounts, Word
from taphouse.schema.descriptions import documented, enums_of, type_name
from taphouse.schema.game_view import GameView
from taphouse.schema.move_inputs import NOTATION
from taphouse.schema.problems.base import Problem
from taphouse.schema.registry import LIFECYCLE, PROBLEMS
from taphouse.schema.request_problems import MEMBERS, TYPE
from taphouse.schema.values.games import Game as ShownGame
from taphouse.schema.values.games import GameKind, LegalMove
from taphouse.schema.values.kinds import shown_event, union
from taphouse.schema.values.seats import Replacement

Json = dict[str, Any]

REF = "#/components/schemas/"
_TAGS = {"verb": "The verb of the move in notation.", "event": "The type of the event.", "kind": "The kind of game."}
"""The descriptions of the members that discriminate unions."""
_SENT = "Input"
"""The end of the names of types whose requests differ from their responses."""
_GENERAL = "Unknown"
"""The beginning of the names of general members: behind those of others, since some generators sort the members of a choice."""
_UNREAD = ("input",)
"""Shared members that general members leave out: a client does not know the moves of another kind of game."""
_TRUE: Json = {"type": "boolean", "not": {"const": False}}
"""The value of a move without fields. As a constant, generators for Swift and Kotlin would make an enum of it."""


class Components:
    """The named schemas of a document.

    Args:
        games: the games of the document.
        forms: the concrete types of each abstract base, one for each game.
        between: constraints between the members of a type, by its name.
    """

    def __init__(
        self, games: Sequence[Game], forms: Mapping[type, tuple[type, ...]], between: Mapping[str, Json]
    ) -> None:
        self.schemas: dict[str, Json] = {}
        abouts = [game.about for game in games]
        self._packages, self._forms, self._between = {about.package: about.name for about in abouts}, forms, between
        self._unions: dict[frozenset[str], str] = {}
        enums = enums_of(games, PROBLEMS)
        self._collected = {hint: enums[hint] for hint in (GameKind, EndReason)}  # a problem has its code as a constant
        for named in self._collected.values():
            self.schemas[named.__name__] = _open(named)
        self.schemas[f"GameKind{_SENT}"] = _enum(enums[GameKind])
        self._moved = {cls for about in abouts for cls in _named(union(about.moves)).values() if issubclass(cls, Word)}
        for about in abouts:
            self._add_union(f"{about.name}Move", Move, about.moves, f"A move of {about.title}.")
            text = f"A gameplay or lifecycle event of {about.title}."
            self._add_union(f"{about.name}Event", Event, tuple(map(shown_event, (*about.events, *LIFECYCLE))), text)
        members = {NOTATION: {"type": "string", "description": "The move as one line of text, such as `draft row-1`."}}
        for game in games:
            name, text = f"{game.about.name}MoveInput", f"A move of {game.about.title}."
            moves = {
                verb: {"description": documented(move), **(self.sent(move) if move.__struct_fields__ else _TRUE)}
                for verb, move in game.inputs.items()
            }
            self.schemas[name] = _one_member(f"{text} Give exactly one member. A move without fields is `true`.", moves)
            members[game.field] = {"description": text, **reference(name)}
        self.schemas["MoveInput"] = _one_member("A move: in notation, or typed. Give exactly one member.", members)

    def answered(self, type_: Any) -> Json:
        """The schema of a response of this type."""
        return self._add(type_, sent=False)

    def sent(self, type_: Any) -> Json:
        """The schema of a request body or parameter of this type."""
        return self._add(type_, sent=True)

    def problem(self, type_: type[Problem]) -> Json:
        """The schema of a problem's RFC 9457 problem details."""
        name = type_.__name__
        if name not in self.schemas:
            self.answered(type_)
            schema = self.schemas[name]
            schema["properties"] = {
                "type": {**always(TYPE + type_.code), "description": "The URI of the problem type."},
                "title": {"type": "string", "description": "The reason phrase of the HTTP status."},
                "status": {"type": "integer", "description": "The HTTP status of the response."},
                "code": {**always(type_.code), "description": "The problem's code, for programs."},
                **{MEMBERS.get(member, member): part for member, part in schema["properties"].items()},
            }
            schema["required"] = list(schema["properties"])
        return reference(name)

    def problems(self, types: Sequence[type[Problem]], name: str) -> Json:
        """The schema of one of some problems.

        Args:
            types: the types of the problems.
            name: the name for a choice of more than three; fewer are named after themselves.
        """
        parts: dict[str, Json] = {type_.code: self.problem(type_) for type_ in types}
        names = sorted(type_.__name__ for type_ in types)
        if len(names) <= 3:
            name = "Or".join(names) if len(names) > 1 else f"{names[0]}OrAnother"
        choice = self._growing(Problem, "code", parts)
        self.schemas[name] = {"description": f"A problem: {', '.join(sorted(parts))}.", **choice}
        return reference(name)

    def _add(self, type_: Any, sent: bool) -> Json:
        """Add the components that a type refers to, and return the schema of the type."""
        named = _named(type_)
        names = {given: self._name(cls, sent) for given, cls in named.items()}
        if sent:
            names["GameKind"] = f"GameKind{_SENT}"
        if GameView in named.values() and ShownGame.__name__ not in self.schemas:
            self.schemas[ShownGame.__name__] = {}
            self.schemas[ShownGame.__name__] = self._any_form(ShownGame, sent)
        (schema,), found = msgspec.json.schema_components([type_], schema_hook=_custom, ref_template="{name}")
        for given, part in found.items():
            if names[given] not in self.schemas:
                self.schemas[names[given]] = {}
                self.schemas[names[given]] = self._component(named[given], part, names, sent)
        return self._ours(schema, names, sent)

    def _name(self, cls: type, sent: bool) -> str:
        """The name of a type in GraphQL. Types of a game are named `...Input` in requests, where members can be omitted, and
        so are enums, which are closed there, and what has one."""
        suffix = _SENT if sent and issubclass(cls, Options | Amounts | Move | Word | Replacement) else ""
        return type_name(cls, self._packages) + suffix

    def _component(self, cls: Any, given: Json, names: Mapping[str, str], sent: bool) -> Json:
        if cls in self._forms:
            return self._any_form(cls, sent)
        if issubclass(cls, Word):
            if not sent:
                return _open(cls)
            # Legal moves are answers too. Generators of clients skip a negation, and read a word that they do not know.
            return _open(cls) | {"not": {"not": {"enum": _values(cls)}}} if cls in self._moved else _enum(cls)
        schema = self._ours(given, names, sent) | {"description": documented(cls)}
        if cls.__name__ in self._between:
            # Generators of clients skip a negation. A condition beside the properties would make the type of anything of it.
            schema["not"] = {"not": self._between[cls.__name__]}
        properties: Json = schema["properties"]
        tag = cls.__struct_config__.tag_field
        if tag is not None:
            properties[tag] = {**always(cls.__struct_config__.tag), "description": _TAGS[tag]}
            if sent and issubclass(cls, Move):  # its member name in the move input is the verb
                del properties[tag]
                schema["required"].remove(tag)
                for part in properties.values():
                    if "$ref" in part:  # an open string, whose default generators would take for the name of a constant
                        part.pop("default", None)
                for field in msgspec.structs.fields(cls):
                    if field.name in sealed_fields(cls):
                        properties[field.encode_name] = _without_null(properties[field.encode_name])
        if issubclass(cls, LegalMove):
            properties["input"] = {"description": properties["input"]["description"], **reference("MoveInput")}
        hints = get_type_hints(cls)
        for field in msgspec.structs.fields(cls):
            if hints[field.name] in self._collected:
                del properties[field.encode_name]["type"]
                properties[field.encode_name] |= reference(self._collected[hints[field.name]].__name__)
        for name, member in properties.items():
            if "description" not in member:
                raise TypeError(f"{cls.__name__}.{name} has no description")
        if not sent:
            schema["required"] = list(properties)
        return schema

    def _any_form(self, cls: type, sent: bool) -> Json:
        """The union of a base's concrete types, discriminated by their tag."""
        forms: tuple[Any, ...] = self._forms[cls]
        tagged = {form.__struct_config__.tag: self._add(form, sent) for form in forms}
        tag = forms[0].__struct_config__.tag_field
        choice = _discriminated(tag, tagged) if sent else self._growing(cls, tag, tagged)
        return {"description": documented(cls), **choice}

    def _add_union(self, name: str, base: type, members: tuple[Any, ...], text: str) -> None:
        tagged = {member.__struct_config__.tag: self.answered(member) for member in members}
        choice = self._growing(base, members[0].__struct_config__.tag_field, tagged)
        self.schemas[name] = {"description": text, **choice}
        self._unions[frozenset(choice["discriminator"]["mapping"].values())] = name

    def _growing(self, base: type, tag: str, parts: Mapping[str, Json]) -> Json:
        """A choice in a response: of references by the values of a member, or the general member for other values.

        The general member is the same for all choices of a base. It has what all their members share, and matches none of them.
        """
        name = f"{_GENERAL}{base.__name__}"
        members = [self.schemas[part["$ref"].removeprefix(REF)]["properties"] for part in parts.values()]
        if name not in self.schemas:
            text = f"The members that all have, for any other `{tag}`."
            shared = {member: _variable(part) for member, part in members[0].items() if member not in _UNREAD}
            self.schemas[name] = {"description": text, "type": "object", "properties": shared}
            shared[tag]["not"] = {"enum": []}
        shared = self.schemas[name]["properties"]
        for properties in members:
            for member in [*shared]:
                if member != tag and not _same(shared[member], _variable(properties.get(member, {}))):
                    del shared[member]
        known: list[str] = shared[tag]["not"]["enum"]
        known += [value for value in parts if value not in known]
        self.schemas[name]["required"] = list(shared)
        choice = _discriminated(tag, parts)
        choice["oneOf"].append(reference(name))
        return choice

    def _ours(self, given: Json, names: Mapping[str, str], sent: bool) -> Json:
        """A schema from msgspec with our names, and without defaults in responses."""
        schema: Json = {}
        for key, value in given.items():
            match key:
                case "title":
                    pass
                case "default" if not sent or value is None or isinstance(value, dict):
                    pass  # a member that may be null may be left out, and the members of an object have defaults of their own
                case "$ref":
                    schema[key] = REF + names.get(value, value)
                case "anyOf" | "prefixItems":
                    schema[key] = [self._ours(part, names, sent) for part in value]
                case "properties":
                    schema[key] = {name: self._ours(part, names, sent) for name, part in value.items()}
                case "items" | "additionalProperties" if isinstance(value, dict):
                    schema[key] = self._ours(value, names, sent)
                case "discriminator":
                    mapping = {tag: REF + names[name] for tag, name in value["mapping"].items()}
                    schema[key] = {**value, "mapping": mapping}
                case _:
                    schema[key] = value
        if "$ref" in schema:  # from the `extra_json_schema` of the type
            schema.pop("anyOf", None)
            schema.pop("type", None)
        if "discriminator" in schema:
            name = self._unions[frozenset(schema["discriminator"]["mapping"].values())]
            described = {"description": schema["description"]} if "description" in schema else {}
            return described | reference(name)
        return schema


def _enum(words: type[Word]) -> Json:
    """The schema of an enum in requests."""
    return {**_described(words), "enum": _values(words)}


def _open(words: type[Word]) -> Json:
    """The schema of an enum in responses: a string, since values may be added."""
    return {**_described(words), "x-extensible-enum": _values(words)}


def _described(words: type[Word]) -> Json:
    values = "\n".join(f"- `{word.value}`: {word.description}" for word in words)
    return {"description": f"{documented(words)}\n\n{values}", "type": "string"}


def _values(words: type[Word]) -> list[str]:
    return [word.value for word in words]


def _variable(schema: Json) -> Json:
    """The schema of a member that need not be a constant."""
    return {key: value for key, value in schema.items() if key != "const"}


def _same(one: Json, other: Json) -> bool:
    """Return whether two schemas differ in nothing but their descriptions."""
    return {**one, "description": ""} == {**other, "description": ""}


def _custom(type_: type) -> Json:
    """The schema of a type that msgspec does not know. `GameView` is encoded as a game."""
    if type_ is not GameView:
        raise TypeError(f"a response cannot have a field of type {type_}")
    return {"$ref": ShownGame.__name__}


def _without_null(schema: Json) -> Json:
    """The schema of a member that cannot be null."""
    parts = [part for part in schema["anyOf"] if part != {"type": "null"}]
    others = {key: value for key, value in schema.items() if key != "anyOf"}
    return others | (parts[0] if len(parts) == 1 else {"anyOf": parts})


def reference(name: str) -> Json:
    """A reference to a component schema."""
    return {"$ref": REF + name}


def always(value: str) -> Json:
    """The schema of a constant. Without a type, generators of clients take it for anything."""
    return {"type": "string", "const": value}


def _discriminated(tag: str, parts: Mapping[str, Json]) -> Json:
    """A choice of references by the values of a member."""
    mapping = {value: part["$ref"] for value, part in parts.items()}
    return {"oneOf": [*parts.values()], "discriminator": {"propertyName": tag, "mapping": mapping}}


def _one_member(text: str, members: Json) -> Json:
    """The schema of the GraphQL `@oneOf` input of these members.

    It is no `oneOf`: its objects would have no member in common that tells them apart.
    """
    one = {"minProperties": 1, "maxProperties": 1, "additionalProperties": False}
    return {"description": text, "type": "object", "properties": members, **one}


def _named(type_: Any) -> dict[str, type]:
    """The classes that a type is composed of, by each name that msgspec can give their schemas."""
    found: dict[str, type] = {}
    seen: set[type] = set()
    todo: list[Any] = [inspect.type_info(type_)]
    while todo:
        info = todo.pop()
        cls = getattr(info, "cls", None)
        if cls is not None and cls not in seen:
            seen.add(cls)
            found |= {cls.__name__: cls, f"{cls.__module__}.{cls.__qualname__}": cls}
            todo += [field.type for field in getattr(info, "fields", ())]
        for parts in ("types", "item_types"):
            todo += getattr(info, parts, ())
        todo += [getattr(info, part) for part in ("type", "item_type", "key_type", "value_type") if hasattr(info, part)]
    return found
