"""A change of a stored type is a new format: what is stored outlives the code that wrote it."""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from taphouse.engine import GAMES
from taphouse.service.games.encoding import codec
from taphouse.service.store.upkeep import archive
from taphouse.service.webhooks import stored

TYPES = Path(__file__).with_name("types.toml")


def described(type_: Any) -> Any:
    """A type as builtin values: all that decides how it is encoded, and no descriptions."""
    open_: set[type] = set()

    def describe(info: Any) -> Any:
        match info:
            case inspect.Metadata():
                return describe(info.type)
            case inspect.StructType(cls=cls):
                if cls in open_:
                    return cls.__name__
                open_.add(cls)
                fields = [[f.encode_name, _default(f), describe(f.type)] for f in info.fields]
                open_.discard(cls)
                return ["struct", info.array_like, info.tag_field, info.tag, *fields]
            case inspect.EnumType(cls=cls):
                return ["enum", *(one.value for one in cls)]
            case inspect.CustomType(cls=cls):
                return [cls.__name__]
            case msgspec.Struct():
                parts = (getattr(info, name) for name in info.__struct_fields__)
                return [
                    type(info).__name__,
                    *(describe(part) for part in parts if isinstance(part, msgspec.Struct | tuple)),
                ]
            case tuple():
                return [describe(part) for part in info]
        raise AssertionError(info)

    return describe(inspect.type_info(type_))


def _default(field: inspect.Field) -> str:
    return (
        "required"
        if field.required
        else repr(field.default if field.default is not msgspec.NODEFAULT else field.default_factory)
    )


def digest(*types: Any) -> str:
    return hashlib.sha256(json.dumps([described(type_) for type_ in types]).encode()).hexdigest()[:16]


STORED = {
    f"webhooks format {stored.FORMAT}": digest(stored.Notice, stored.Hook, stored.Delivery),
    f"export format {archive.FORMAT}": digest(archive.Header | archive.Record | archive.End),
    f"service format {codec.FORMAT}": digest(codec.Setup, codec.Position, codec.Body, *codec.STORED_EVENTS),
    **{
        f"{kind} format {game.format}": digest(game.about.options, game.about.state, *game.about.moves)
        for kind, game in GAMES.items()
    },
}


@pytest.mark.parametrize("name", STORED)
def test_a_stored_type_changes_only_with_a_new_format(name: str) -> None:
    known = tomllib.loads(TYPES.read_text(encoding="utf-8"))
    assert known.get(name) == STORED[name], (
        f"The types of {name} have changed. Stored games have the old ones. Give them a new format: an `Upgrade` in the game's "
        f"`upgrades`, or a new `FORMAT` of the service, whose fields come last and have defaults. Then add to {TYPES.name}: "
        f'"{name}" = "{STORED[name]}", under the number of the new format, and write its store: python -m tests.stores.'
    )


def test_a_change_is_noticed() -> None:
    def changed(**fields: Any) -> Any:
        return msgspec.defstruct("One", list(fields.items()), array_like=True)

    assert digest(changed(a=int, b=str)) == digest(changed(a=int, b=str))
    assert (
        len({digest(changed(**f)) for f in ({"a": int}, {"a": int, "b": int}, {"b": int, "a": int}, {"a": str})}) == 4
    )
