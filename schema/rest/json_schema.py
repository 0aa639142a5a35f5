"""The JSON schemas of what REST takes and answers, under the names that GraphQL gives the same types.

They are msgspec's, made from the types that encode and decode. What it cannot know is put right here: names, since games have
types of the same name; that an answer always has all of its members; what stands for a type in all games; descriptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from taphouse.engine.game import Amounts, Game, Move, Options
from taphouse.engine.vocabulary import Word
from taphouse.schema.game_view import union
from taphouse.schema.graphql.derive import Types, documented
from taphouse.schema.problems import MEMBERS, TYPE, Problem
from taphouse.schema.values import LIFECYCLE, LegalMove

Json = dict[str, Any]

REF = "#/components/schemas/"
_TAGS = {"verb": "What notation calls the move.", "event": "What happened.", "kind": "The kind of game."}
"""What the members are that tell the types of a union apart."""


class Components:
    """The schemas that others refer to, by name.

    Args:
        games: the games whose types they are.
        forms: the types that stand for another one, one for each game.
        between: what is said of the members of types to each other.
    """

    def __init__(
        self, games: Iterable[Game], forms: Mapping[type, tuple[type, ...]], between: Mapping[type, Json]
    ) -> None:
        self.schemas: dict[str, Json] = {}
        about = [game.about for game in games]
        self._types, self._forms, self._between = Types({one.package: one.name for one in about}), forms, between
        self._unions: dict[frozenset[str], str] = {}
        for one in about:
            self._add_union(f"{one.name}Move", one.moves, f"A move of {one.title}.")
            self._add_union(f"{one.name}GameEvent", one.events, f"What happens at a table of {one.title}.")
            text = f"What happens in a game of {one.title}, at the table or around it."
            self._add_union(f"{one.name}Event", (*one.events, *LIFECYCLE), text)
        for game in games:
            self._add_move_input(game)
        notation = {"type": "string", "description": "The move as notation, as legal moves have it."}
        typed = [reference(f"{one.name}MoveInput") for one in about]
        text = "A move of any game: typed, exactly as the `input` of a legal move, or as notation."
        self.schemas["MoveInput"] = {"description": text, "anyOf": [*typed, notation]}
        kinds = [one.kind for one in about]
        self.schemas["KindId"] = {"description": "The id of a kind of game.", "type": "string", "enum": kinds}

    def answered(self, type_: Any) -> Json:
        """The schema of an answer of this type."""
        return self._add(type_, sent=False)

    def sent(self, type_: Any) -> Json:
        """The schema of a body or of a parameter of this type."""
        return self._add(type_, sent=True)

    def problem(self, type_: type[Problem]) -> Json:
        """The schema of a problem as RFC 9457 has it."""
        name = type_.__name__
        if name not in self.schemas:
            self.answered(type_)
            schema = self.schemas[name]
            schema["properties"] = {
                "type": {"const": TYPE + type_.code, "description": "The kind of problem."},
                "title": {"type": "string", "description": "What HTTP calls the status."},
                "status": {"type": "integer", "description": "The status of the answer."},
                "code": {"const": type_.code, "description": "The problem's code, for programs."},
                **{MEMBERS.get(member, member): part for member, part in schema["properties"].items()},
            }
            schema["required"] = list(schema["properties"])
        return reference(name)

    def _add(self, type_: Any, sent: bool) -> Json:
        """Add what a type refers to; the schema of the type itself."""
        named = _named(type_)
        names = {given: self._name(cls, sent) for given, cls in named.items()}
        (schema,), found = msgspec.json.schema_components([type_], ref_template="{name}")
        for given, part in found.items():
            if names[given] not in self.schemas:
                self.schemas[names[given]] = {}
                self.schemas[names[given]] = self._component(named[given], part, names, sent)
        return self._ours(schema, names, sent)

    def _name(self, cls: type, sent: bool) -> str:
        """What GraphQL calls it; what a game's own types are called when they are sent differs, as they may be incomplete."""
        suffix = "Input" if sent and issubclass(cls, Options | Amounts | Move) else ""
        return self._types.name(cls) + suffix

    def _component(self, cls: Any, given: Json, names: Mapping[str, str], sent: bool) -> Json:
        if cls in self._forms:
            return self._any_form(cls, sent)
        if issubclass(cls, Word):
            values = "\n".join(f"- `{word.value}`: {word.description}" for word in cls)
            return {"description": f"{documented(cls)}\n\n{values}", "type": "string", "enum": [w.value for w in cls]}
        schema = self._ours(given, names, sent) | {"description": documented(cls)} | self._between.get(cls, {})
        properties: Json = schema["properties"]
        tag = cls.__struct_config__.tag_field
        if tag is not None:
            properties[tag] = {"const": cls.__struct_config__.tag, "description": _TAGS[tag]}
            if sent and issubclass(cls, Move):  # the name of its member in the move input says it
                del properties[tag]
                schema["required"].remove(tag)
        if issubclass(cls, LegalMove):
            properties["input"] |= reference(f"{cls.__name__.removesuffix('LegalMove')}MoveInput")
        for name, one in properties.items():
            if "description" not in one:
                raise TypeError(f"{cls.__name__}.{name} has no description")
        if not sent:
            schema["required"] = list(properties)
        return schema

    def _any_form(self, cls: type, sent: bool) -> Json:
        """What stands for a type in all games, told apart by a tag where there is one."""
        forms: tuple[Any, ...] = self._forms[cls]
        parts = [self._add(form, sent) for form in forms]
        tag = forms[0].__struct_config__.tag_field
        if tag is None:
            return {"description": documented(cls), "anyOf": parts}
        mapping = {form.__struct_config__.tag: part["$ref"] for form, part in zip(forms, parts, strict=True)}
        return {
            "description": documented(cls),
            "oneOf": parts,
            "discriminator": {"propertyName": tag, "mapping": mapping},
        }

    def _add_union(self, name: str, members: tuple[type, ...], text: str) -> None:
        schema = self.answered(union(members))
        self.schemas[name] = {"description": text, **schema}
        if "discriminator" in schema:
            self._unions[frozenset(schema["discriminator"]["mapping"].values())] = name

    def _add_move_input(self, game: Game) -> None:
        """The value of GraphQL's `@oneOf` input: an object with one member, the verb."""
        moves = [
            {
                "type": "object",
                "description": documented(move),
                "properties": {name: self.sent(move) if move.__struct_fields__ else {"const": True}},
                "required": [name],
                "additionalProperties": False,
            }
            for name, move in game.inputs.items()
        ]
        text = f"A move of {game.about.title}: exactly one of these. `true` stands for a move without fields."
        self.schemas[f"{game.about.name}MoveInput"] = {"description": text, "oneOf": moves}

    def _ours(self, given: Json, names: Mapping[str, str], sent: bool) -> Json:
        """A schema of msgspec's with our names, and without what only a body may leave out."""
        schema: Json = {}
        for key, value in given.items():
            match key:
                case "title":
                    pass
                case "default" if not sent:
                    pass
                case "$ref":
                    schema[key] = REF + names.get(value, value)
                case "anyOf" | "prefixItems":
                    schema[key] = [self._ours(one, names, sent) for one in value]
                case "properties":
                    schema[key] = {name: self._ours(one, names, sent) for name, one in value.items()}
                case "items" | "additionalProperties" if isinstance(value, dict):
                    schema[key] = self._ours(value, names, sent)
                case "discriminator":
                    mapping = {tag: REF + names[name] for tag, name in value["mapping"].items()}
                    schema[key] = {**value, "mapping": mapping}
                case _:
                    schema[key] = value
        if "$ref" in schema:  # a schema that the type itself was annotated with
            schema.pop("anyOf", None)
        if "discriminator" in schema:
            name = self._unions.get(frozenset(schema["discriminator"]["mapping"].values()))
            if name is not None:
                return (
                    {"description": schema["description"], **reference(name)}
                    if "description" in schema
                    else reference(name)
                )
            schema["oneOf"] = schema.pop("anyOf")
        return schema


def reference(name: str) -> Json:
    """A reference to a schema."""
    return {"$ref": REF + name}


def _named(type_: Any) -> dict[str, type]:
    """The classes that a type is made of, by the names that msgspec may give their schemas."""
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
