"""A schema with every kind of type, and values of it."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import strawberry
from graphql import GraphQLError
from msgspec import Struct
from strawberry.permission import BasePermission
from strawberry.scalars import JSON


@strawberry.enum
class Malt(enum.Enum):
    PALE = "PALE"
    DARK = "DARK"


@strawberry.enum
class Size(enum.Enum):
    SMALL = 1
    LARGE = 2


class CardValue(Struct, frozen=True):
    id: Any
    name: Any = "Stout"
    malt: Any = Malt.DARK
    size: Any = Size.LARGE
    cost: Any = (1, 2)
    grid: Any = ((1,), (), (2, 3))
    text: Any = None
    weight: Any = 1.5
    fresh: Any = True
    more: Any = msgspec.field(default_factory=lambda: {"a": [1, None]})
    next: Any = None


class TapValue(Struct, frozen=True):
    id: Any
    card: Any
    barley: Any = None


class TableValue(Struct, frozen=True):
    first: Any
    taps: Any
    slots: Any
    pile: Any
    nodes: Any


class PrivateValue(Struct, frozen=True):
    hand: str = "SECRET"


class SlipValue(Struct, frozen=True):
    note: Any

    @property
    def notes(self) -> list[Any]:
        return [self.note]


class LaterNull:
    def __await__(self) -> Iterator[None]:
        return iter(())


class HouseValue:
    """Of which type it is, its class does not tell."""

    def __init__(self, kind: str, table: TableValue) -> None:
        self.kind, self.table = kind, table

    @property
    def name(self) -> str:
        return f"The {self.kind}"


@strawberry.interface
class Node:
    id: strawberry.ID


@strawberry.type
class Card(Node):
    name: str
    malt: Malt
    size: Size
    cost: list[int]
    grid: list[list[int] | None]
    text: str | None
    weight: float
    fresh: bool
    more: JSON
    next: Card | None

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, CardValue)


@strawberry.type
class Tap(Node):
    card: Card | None
    barley: Malt | None

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, TapValue)


Thing = Annotated[Card | Tap, strawberry.union("Thing")]


@strawberry.type
class Table:
    first: Thing
    taps: list[Tap]
    slots: list[Card | None]
    pile: list[Thing] | None
    nodes: list[Node]

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, TableValue)


@strawberry.interface
class House:
    name: str
    table: Table | None

    @strawberry.field
    async def served(self, count: int = 1) -> list[Card]:
        return list(CARDS[:count])  # type: ignore[arg-type]


@strawberry.type
class Pub(House):
    kind: str

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, HouseValue) and value.kind == "pub"


@strawberry.type
class Brewery(House):
    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, HouseValue) and value.kind == "brewery"


class Never(BasePermission):
    message = "no"

    def has_permission(self, source: Any, info: Any, **kwargs: Any) -> bool:
        return False


@strawberry.type
class Guarded:
    hand: str | None = strawberry.field(permission_classes=[Never])

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, PrivateValue)


@strawberry.type
class Note:
    """Any value is one: it has no `is_type_of`."""

    message: str | None


@strawberry.type
class Slip:
    note: Note | None
    notes: list[Note]

    @classmethod
    def is_type_of(cls, value: object, info: object) -> bool:
        return isinstance(value, SlipValue)


@strawberry.type
class Query:
    @strawberry.field
    def table(self, info: strawberry.Info) -> Table | None:
        return info.context  # type: ignore[no-any-return]

    @strawberry.field
    async def later(self, info: strawberry.Info) -> list[Table]:
        return [info.context] * 2

    @strawberry.field
    def thing(self, info: strawberry.Info) -> Thing:
        return info.context.first  # type: ignore[no-any-return]

    @strawberry.field
    def houses(self, info: strawberry.Info) -> list[House | None]:
        return [HouseValue(kind, info.context) for kind in ("pub", "brewery", "pub")]  # type: ignore[misc]

    @strawberry.field
    def house(self, info: strawberry.Info) -> House | None:
        return HouseValue("barn" if info.context.first == "barn" else "pub", info.context)  # type: ignore[return-value]

    @strawberry.field
    def slip(self, info: strawberry.Info) -> Slip | None:
        return info.context  # type: ignore[no-any-return]

    @strawberry.field
    def note(self, info: strawberry.Info) -> Note | None:
        return info.context.note  # type: ignore[no-any-return]

    @strawberry.field
    def guarded(self) -> Guarded:
        return PrivateValue()  # type: ignore[return-value]

    @strawberry.field
    def wrong(self) -> Card | None:
        return PrivateValue()  # type: ignore[return-value]

    @strawberry.field
    def bug(self, message: str = "a hidden hand") -> str | None:
        raise RuntimeError(message)

    @strawberry.field
    def sum(self, of: list[int]) -> int:
        return sum(of)

    @strawberry.field
    def meant(self) -> str | None:
        raise GraphQLError("you may see this", extensions={"code": "MEANT"})


@strawberry.type
class Mutation:
    @strawberry.mutation
    def play(self) -> str:
        return "played"


SCHEMA = strawberry.Schema(Query, Mutation, types=[Card, Tap, Pub, Brewery])._schema

CARDS = tuple(CardValue(id=str(n), name=f"Bräu {n}", text=None if n % 2 else "dry") for n in range(3))
CARD = CardValue(id="9", malt=Malt.PALE, next=CARDS[0], cost=[], more=3)
TAP = TapValue("t1", CARDS[1], Malt.PALE)
TABLE = TableValue(TAP, (TAP, TapValue("t2", None)), (CARD, None, CARDS[2]), (TAP, CARD), [CARD, TAP, CARDS[0]])
