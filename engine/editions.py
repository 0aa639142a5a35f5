"""Editions: the figures and names of a game's components, in a TOML file with the provenance of every figure.

Packaged editions are in the folder `editions/` of a game. Owners of the physical game can add their own in a directory that the
settings name. A game keeps the edition that it was created with, identified by the SHA-256 digest of the file.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cached_property
from importlib.resources import files
from typing import Annotated, Any, ClassVar, TypeVar

from msgspec import Meta
from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError
from pydantic_core import ErrorDetails

from taphouse.engine.vocabulary import Public, Word, kebab

SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$"
MOST_SLUG = 64
"""The name of an edition or of one of its entries: a regular expression, and the most characters."""


class Provenance(Word):
    """Where a figure comes from."""

    RULEBOOK = "RULEBOOK", "Stated in the published rule book."
    PUBLIC_SOURCE = "PUBLIC_SOURCE", "Shown by a public source."
    INFERRED = "INFERRED", "Inferred from public sources."
    RECONSTRUCTED = (
        "RECONSTRUCTED",
        "Designed by this project, because no public source gives it. Not the publisher's figure.",
    )


class EditionError(ValueError):
    """An edition is invalid. The message names the file, the entry as the file spells it, and the reason."""

    def __init__(self, file: str, entry: str, reason: str) -> None:
        super().__init__(f"{file}: {entry}: {reason}")
        self.file, self.entry, self.reason = file, entry, reason


class Strict(BaseModel):
    """The base of all parts of an edition: frozen, without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Entry(Strict):
    """An entry of an edition, with its provenance."""

    provenance: Provenance
    note: str = ""


class Figure(Entry):
    """A single number, and the rule that uses it."""

    value: StrictInt
    rule: str = ""


class EditionEntry(Public, frozen=True):
    """An entry of an edition, as the catalogue shows it."""

    section: Annotated[str, Meta(description="The section of the edition, such as `figures`.")]
    name: Annotated[str, Meta(description="The entry's name, unique within its section.")]
    figures: Annotated[dict[str, Any], Meta(description="The entry's figures and texts, by name.")]
    provenance: Annotated[Provenance, Meta(description="Where the figures come from.")]
    note: Annotated[str, Meta(description="A note on the provenance. Empty if there is none.")]


class Edition(Strict):
    """The base of every game's edition: the head of the file."""

    other_names: ClassVar[tuple[str, ...]] = ()
    """The names in moves and events that are no entries. The message catalogues give their titles."""

    game: str
    name: str = Field(pattern=SLUG, max_length=MOST_SLUG)
    title: str
    text: str
    source: bytes = Field(exclude=True, repr=False)
    """The bytes of the file."""

    @cached_property
    def digest(self) -> str:
        """The SHA-256 digest of the file, in 64 hexadecimal digits. It identifies the edition."""
        return hashlib.sha256(self.source).hexdigest()

    def listed(self) -> Iterator[EditionEntry]:
        """All entries with their figures and provenance, for the catalogue."""
        raise NotImplementedError

    def titles(self) -> dict[str, str]:
        """The titles of the entries that have one, by name."""
        return {entry.name: entry.figures["title"] for entry in self.listed() if "title" in entry.figures}


AnEdition = TypeVar("AnEdition", bound=Edition)


def load(model: type[AnEdition], source: bytes, file: str) -> AnEdition:
    """Parse and validate an edition.

    Args:
        model: the edition model of the game.
        source: the bytes of the TOML file.
        file: the name of the file in errors.

    Raises:
        EditionError: the bytes are not TOML, or not a valid edition of this game. Names the first error.
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
        found = error.errors()
        # a key with a typo is also missing where it belongs; the typo is what the author sees
        first = next((one for one in found if one["type"] == "extra_forbidden"), found[0])
        place = _place(table, first["loc"])
        same = [one for one in found if _place(table, one["loc"]) == place]
        beside = [
            str(one["loc"][-1]) for one in found if one["type"] == "missing" and one["loc"][:-1] == first["loc"][:-1]
        ]
        raise EditionError(file, place or "the file", _reason(same, beside)) from None


def _place(table: Any, loc: tuple[int | str, ...]) -> str:
    """A place as the file spells it: keys, names of entries, and numbers of entries without a name. Empty for the file."""
    place = []
    for depth, part in enumerate(loc):
        if isinstance(table, list) and isinstance(part, int):
            table = table[part]
            place.append(_called(table, depth) or str(part + 1))
        elif isinstance(table, dict):
            table = table.get(str(part))
            place.append(str(part))
        # any other part is the name that pydantic gives to one of several types
    return ".".join(place)


def _called(entry: Any, depth: int) -> str:
    """What names an entry: its `name`, or in a section without names its first word, such as `beer`. Empty if nothing does."""
    if not isinstance(entry, dict):
        return ""
    words = [value for value in entry.values() if isinstance(value, str)]
    return str(entry.get("name", "")) or (words[0] if depth == 1 and words else "")


def _reason(errors: list[ErrorDetails], missing: list[str]) -> str:
    """What is wrong at a place, in the words of the file. `missing` are the keys that lack beside it."""
    first = errors[0]
    match first["type"]:
        case "extra_forbidden":
            meant = get_close_matches(str(first["loc"][-1]), missing, 1)
            return first["msg"] + (f"; did you mean {meant[0]}?" if meant else "")
        case "enum" | "literal_error":
            words = [
                kebab(word)
                for one in errors
                for word in re.findall("'([^']+)'", one.get("ctx", {}).get("expected", ""))
            ]
            return (
                f"Input should be {' or '.join(filter(None, (', '.join(words[:-1]), words[-1])))}, not {first['input']}"
            )
        case "model_type":
            return f"Input should be a table, not {first['input']}"
        case "tuple_type":
            return f"Input should be an array, not {first['input']}"
    return first["msg"].removeprefix("Value error, ")


def packaged(model: type[AnEdition], package: str) -> tuple[AnEdition, ...]:
    """The packaged editions of a game, in order of file names. The first is the default.

    Args:
        model: the edition model of the game.
        package: the import name of the game's folder.

    Raises:
        EditionError: an edition is invalid.
    """
    folder = sorted(files(package).joinpath("editions").iterdir(), key=lambda file: file.name)
    return tuple(load(model, file.read_bytes(), file.name) for file in folder if file.name.endswith(".toml"))
