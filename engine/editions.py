"""Editions: the figures and names of a game's components, as a TOML file with the provenance of every figure.

An edition is parsed and validated from bytes. The packaged ones lie in `editions/` of a game's folder; owners of the physical
game add theirs by a directory in the settings. A game keeps the edition it was created with, named by the digest of its bytes.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from functools import cached_property
from importlib.resources import files
from typing import Annotated, Any, TypeVar

from msgspec import Meta
from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from taphouse.engine.vocabulary import Public, Word

SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$"
MOST_SLUG = 64
"""The name of an edition, or of an entry in one, as a regular expression, and its characters."""


class Provenance(Word):
    """Where a figure comes from."""

    RULEBOOK = "RULEBOOK", "The published rule book says so."
    PUBLIC_SOURCE = "PUBLIC_SOURCE", "A public source shows it."
    INFERRED = "INFERRED", "It follows from what public sources show."
    RECONSTRUCTED = (
        "RECONSTRUCTED",
        "Designed by this project, because no public source gives it. Not the publisher's figure.",
    )


class EditionError(ValueError):
    """An edition was refused. Says the file, the entry and the reason."""

    def __init__(self, file: str, entry: str, reason: str) -> None:
        super().__init__(f"{file}: {entry}: {reason}")
        self.file, self.entry, self.reason = file, entry, reason


class Strict(BaseModel):
    """Part of an edition: frozen, and nothing in it goes unread."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Entry(Strict):
    """Something in an edition that has a provenance."""

    provenance: Provenance
    note: str = ""


class Figure(Entry):
    """A single number, and the rule that uses it."""

    value: StrictInt
    rule: str = ""


class Listed(Public, frozen=True):
    """An entry of an edition, as the catalogue shows it."""

    section: Annotated[str, Meta(description="The part of the edition, such as `figures`.")]
    name: Annotated[str, Meta(description="The entry's name within its section.")]
    figures: Annotated[dict[str, Any], Meta(description="Its figures and texts, by their names.")]
    provenance: Annotated[Provenance, Meta(description="Where they come from.")]
    note: Annotated[str, Meta(description="What else is to be said of where they come from.")]


class Edition(Strict):
    """The base of every game's edition: what heads each file."""

    game: str
    name: str = Field(pattern=SLUG, max_length=MOST_SLUG)
    title: str
    text: str
    source: bytes = Field(exclude=True, repr=False)
    """The bytes of the file."""

    @cached_property
    def digest(self) -> str:
        """The edition's identity: 64 hexadecimal digits of its bytes."""
        return hashlib.sha256(self.source).hexdigest()

    def listed(self) -> Iterator[Listed]:
        """Every entry with its figures and provenance, for the catalogue."""
        raise NotImplementedError


AnEdition = TypeVar("AnEdition", bound=Edition)


def load(model: type[AnEdition], source: bytes, file: str) -> AnEdition:
    """Parse and validate an edition. `file` is how errors name it.

    Raises:
        EditionError: the bytes are not TOML, or not an edition of this game; the first fault is named.
    """
    try:
        table = tomllib.loads(source.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise EditionError(file, "the file", f"not TOML: {error}") from None
    if "source" in table:
        raise EditionError(file, "source", "Extra inputs are not permitted")
    try:
        return model.model_validate({**table, "source": source})
    except ValidationError as error:
        first = error.errors()[0]
        entry = ".".join(str(part + 1) if isinstance(part, int) else part for part in first["loc"])
        raise EditionError(file, entry or "the file", first["msg"].removeprefix("Value error, ")) from None


def packaged(model: type[AnEdition], package: str) -> tuple[AnEdition, ...]:
    """The editions that lie in a game's folder, by file name; the first is the default.

    Raises:
        EditionError: one of them is bad.
    """
    folder = sorted(files(package).joinpath("editions").iterdir(), key=lambda file: file.name)
    return tuple(load(model, file.read_bytes(), file.name) for file in folder if file.name.endswith(".toml"))
