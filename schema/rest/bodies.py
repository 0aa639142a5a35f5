"""The request bodies of REST, made from the arguments of operations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta

from taphouse.engine.game import Game
from taphouse.engine.vocabulary import Public, constant, span
from taphouse.schema.concepts.agreements import ProposalAsked
from taphouse.schema.operations.declaration import Argument, bare
from taphouse.schema.values.agreements import ProposalKind
from taphouse.schema.values.games import GameKind
from taphouse.schema.values.new_games import GameAsked, SeatAsked
from taphouse.schema.values.seats import SeatKind


class Nothing(Public, frozen=True, forbid_unknown_fields=True):
    """An empty request body."""


_MADE: dict[str, type[Public]] = {}


def body_type(operation: str, about: tuple[str, str], arguments: Iterable[Argument]) -> type[Public]:
    """The type of a body with these arguments as members. Bodies of one name are one type.

    A proposal's fields are members themselves. The kind of a game that is asked for and its options are added by `of_a_kind`.

    Args:
        operation: the name of the operation, for errors.
        about: the name and the description of the type.
        arguments: the arguments.

    Raises:
        TypeError: The body has no name, or a body of this name has other members.
    """
    name, text = about
    if not name:
        members = ", ".join(one.name for one in arguments)
        raise TypeError(
            f"The operation {operation} has a body with {members}, which needs a name: "
            'pass body=("Ringing", "A bell to ring.") or the like to post(...), or name the arguments in its path.'
        )
    fields = [field for argument in arguments for field in _fields(argument)]
    if name not in _MADE:
        made = msgspec.defstruct(
            name,
            fields,
            bases=(Public,),
            module=__name__,
            namespace={"__doc__": text},
            frozen=True,
            kw_only=True,
            rename="camel",
            forbid_unknown_fields=True,
        )
        _MADE[name] = made  # type: ignore[assignment]
    elif _MADE[name].__struct_fields__ != tuple(field for field, *_ in fields):
        raise TypeError(f"two bodies of the name {name} have other members")
    return _MADE[name]


def _fields(argument: Argument) -> list[tuple[str, Any, Any]]:
    if bare(argument.hint) is GameAsked:
        return []
    if bare(argument.hint) is ProposalAsked:
        hints = get_type_hints(ProposalAsked, include_extras=True)
        return [
            (one.name, hints[one.name], _member(one.encode_name, one.default))
            for one in msgspec.structs.fields(ProposalAsked)
        ]
    return [(argument.name, argument.hint, _member(argument.rest, argument.default))]


def _member(name: str, default: Any) -> Any:
    return msgspec.field(name=name) if default is NODEFAULT else msgspec.field(name=name, default=default)


def read_body(body: Any, arguments: Iterable[Argument]) -> dict[str, Any]:
    """The arguments in a body."""
    return {argument.name: _read(body, argument) for argument in arguments}


def _read(body: Any, argument: Argument) -> Any:
    if bare(argument.hint) is GameAsked:
        return GameAsked(GameKind(body.__struct_config__.tag), msgspec.to_builtins(body.options))
    if bare(argument.hint) is ProposalAsked:
        return ProposalAsked(*(getattr(body, name) for name in ProposalAsked.__struct_fields__))
    return getattr(body, argument.name)


@cache
def of_a_kind(game: Game, base: type[Public]) -> type[Public]:
    """The request body that asks for a game of this kind, given the one with what all kinds have."""
    about = game.about
    number = {"minItems": about.seats[0], "maxItems": about.seats[-1]}
    seats: Any = Annotated[
        tuple[SeatAsked, ...],
        Meta(description=f"The seats, in turn order: {span(about.seats)}.", extra_json_schema=number),
    ]
    options: Any = Annotated[
        about.options, Meta(description="The options. Those that are left out have their defaults.")
    ]
    made: Any = msgspec.defstruct(
        f"{about.name}{base.__name__}",
        [*([("seats", seats)] if "seats" in base.__struct_fields__ else ()), ("options", options, about.options())],
        bases=(base,),
        frozen=True,
        kw_only=True,
        rename="camel",
        forbid_unknown_fields=True,
        tag_field="kind",
        tag=constant(about.kind),
    )
    made.__doc__ = str(base.__doc__).replace("A game", f"A game of {about.title}", 1)
    return made  # type: ignore[no-any-return]


def _given(member: str, *without: str) -> dict[str, Any]:
    """The constraint that a member is given, and others are not."""
    others = {key: {"type": "null"} for key in without}
    return {"required": [member], "properties": {member: {"not": {"type": "null"}}, **others}}


_EITHER: dict[str, Any] = {
    "if": {"properties": {"open": {"type": "null"}}},
    "then": _given("bot"),
    "else": {"properties": {"bot": {"type": "null"}}},
}
BETWEEN: Mapping[str, dict[str, Any]] = {
    "SeatAsked": {
        "if": {"properties": {"kind": {"const": SeatKind.BOT.value}}},
        "then": _given("bot"),
        "else": {"properties": {"bot": {"type": "null"}}},
    },
    "NewClock": {
        "if": {"properties": {"bank": {"type": "null"}}},
        "then": {
            "required": ["perMove"],
            "properties": {"perMove": {"not": {"type": "null"}}, "increment": {"const": 0}},
        },
        "else": {"properties": {"perMove": {"type": "null"}}},
    },
    "Substitute": _EITHER,
    "Replacement": _EITHER,
    "Narrowing": {
        "if": {"properties": {"until": {"type": "null"}}},
        "then": {"required": ["readOnly"], "properties": {"readOnly": {"const": True}}},
    },
    "NewProposal": {
        "if": {"properties": {"kind": {"const": ProposalKind.UNDO.value}}},
        "then": _given("to", "replacement", "time"),
        "else": {
            "if": {"properties": {"kind": {"const": ProposalKind.REPLACE_PLAYER.value}}},
            "then": _given("replacement", "to", "time"),
            "else": {
                "if": {"properties": {"kind": {"const": ProposalKind.ADD_TIME.value}}},
                "then": _given("time", "to", "replacement"),
                "else": {"properties": {key: {"type": "null"} for key in ("to", "replacement", "time")}},
            },
        },
    },
}
"""JSON Schema constraints between the members of a type, by its name, which types cannot express. Use cases enforce them."""
