"""The words that games are described in: enums and structs that carry their descriptions into the public API."""

from __future__ import annotations

import enum
import re
from typing import Self

from msgspec import Struct


def kebab(name: str) -> str:
    """`TakeAction` and `TAKE_ACTION` become `take-action`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).replace("_", "-").lower()


def lower_first(name: str) -> str:
    """`TakeAction` becomes `takeAction`."""
    return name[:1].lower() + name[1:]


class Word(enum.Enum):
    """An enum of the public API. A member is declared as `NAME = "NAME", "what it means"`; its value is its name.

    Files and notation write it in kebab case, `stock-up` for `STOCK_UP`; calling the class understands both.
    """

    description: str

    def __new__(cls, value: str, description: str) -> Self:
        member = object.__new__(cls)
        member._value_ = value
        member.description = description
        return member

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        name = str(value).replace("-", "_").upper()
        return cls.__members__.get(name) if str(value) == kebab(name) else None

    def __str__(self) -> str:
        return kebab(self.name)

    __hash__ = (
        object.__hash__
    )  # members are compared by identity; Enum's own hash goes through the name, and rules look words up a lot


class Public(Struct, frozen=True, rename="camel"):
    """A value of the public API: every class and every field of it carries a description."""
