"""Editions: the figures and names of a game's components, in a TOML file with the provenance of every figure.

Packaged editions are in the folder `editions/` of a game. Owners of the physical game can add their own in a directory that the
settings name. A game keeps the edition that it was created with, identified by the SHA-256 digest of the file.

An edition's titles and texts are in English. Beside `mine.toml`, `mine.de.toml` has them in German; what it lacks is English.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from operator import is_
from typing import Annotated, Any, ClassVar, Self, TypeVar, cast

from msgspec import Meta
from msgspec.structs import force_setattr
from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError
from pydantic_core import ErrorDetails

from taphouse.engine.bounded_toml import NotToml, read_toml
from taphouse.engine.resources import files_of
from taphouse.engine.vocabulary import Public, Word, kebab

SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$"
MOST_SLUG = 64
"""The name of an edition or of one of its entries: a regular expression, and the most characters."""


_NEITHER = re.compile("[^a-z0-9.]+")
"""The characters that become hyphens in the id of an entry."""
_TRANSLATION = re.compile(r"(.+)\.([a-z]{2,3}(?:-[a-zA-Z0-9]+)*)\.toml")
"""The name of a translation: that of the edition's file, and the language."""
MOST_FIGURE = 100_000
"""No figure is above it, or below its negative, so that every client can read it and every score."""
MOST_TITLE, MOST_TEXT = 60, 500
"""The most characters of an edition's title, and of its other texts."""
_MOST_TOLD = 500
"""The most characters of the entry and of the reason of an error, which may quote the file."""
_MOST_TYPES = 10
"""No value of an edition may be of more types: each type that it is not is an error of its own."""
_NO_KEY = "there is no such key"
_HEAD = {"name", "provenance", "note"}
"""The fields of an entry that are no figures."""


class Provenance(Word):
    """The source of a figure."""

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
        self.file, self.entry, self.reason = file, _briefly(entry), _briefly(reason)
        super().__init__(f"{file}: {self.entry}: {self.reason}")


def _briefly(text: str) -> str:
    """A text on one line, cut to a sane length."""
    line = " ".join(text.split())
    return line if len(line) <= _MOST_TOLD else f"{line[:_MOST_TOLD]}..."


class Strict(BaseModel):
    """The base of all parts of an edition: frozen, without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class SourcedEntry(Strict):
    """An entry of an edition, with its provenance."""

    provenance: Provenance
    note: Annotated[str, Field(max_length=MOST_TEXT)] = ""


class Figure(SourcedEntry):
    """A single number, and the rule that uses it."""

    value: Annotated[StrictInt, Field(ge=-MOST_FIGURE, le=MOST_FIGURE)]
    rule: Annotated[str, Field(max_length=MOST_TITLE)] = ""


class EditionEntry(Public, frozen=True):
    """An entry of an edition, as the catalogue shows it."""

    section: Annotated[str, Meta(description="The section of the edition, such as `figures`.")]
    name: Annotated[str, Meta(description="The entry's name, unique within its section.")]
    figures: Annotated[dict[str, Any], Meta(description="The entry's figures and texts, by name.")]
    provenance: Annotated[Provenance, Meta(description="The source of the figures.")]
    note: Annotated[str, Meta(description="A note on the provenance, in English. Empty if there is none.")]
    id: Annotated[
        str,
        Meta(
            description="The entry's id, unique within its edition, for pictures of your own: its section and its name in lower "
            "case with hyphens, such as `tiles/storehouse` or `actions/stock-up`."
        ),
    ] = ""

    def __post_init__(self) -> None:
        """Derive the id, so that editions need not give one."""
        force_setattr(self, "id", f"{self.section}/{_NEITHER.sub('-', self.name.lower())}")


class Translation(Strict):
    """The titles and texts of an edition in another language."""

    title: str = ""
    text: str = ""
    titles: dict[str, str] = Field(default_factory=dict)
    """The titles of entries, by name."""
    texts: dict[str, str] = Field(default_factory=dict)
    """The texts of entries, by name."""


_UNTRANSLATED = Translation()


class Edition(Strict):
    """The base of every game's edition: the head of the file."""

    other_names: ClassVar[tuple[str, ...]] = ()
    """The names in moves, events and views that are no entries, such as `score.beer`. Message catalogues give their titles."""

    game: str
    name: str = Field(pattern=SLUG, max_length=MOST_SLUG)
    title: Annotated[str, Field(max_length=MOST_TITLE)]
    text: Annotated[str, Field(max_length=MOST_TEXT)]
    source: bytes = Field(exclude=True, repr=False)
    """The bytes of the file."""
    translations: dict[str, Translation] = Field(default_factory=dict, exclude=True, repr=False)
    """The translations by language. They are no part of what the digest identifies."""
    other_titles: Mapping[str, str] = Field(default_factory=dict, exclude=True, repr=False)
    """The titles of `other_names`. `in_language` gives them."""

    @cached_property
    def digest(self) -> str:
        """The SHA-256 digest of the file, in 64 hexadecimal digits. It identifies the edition."""
        return hashlib.sha256(self.source).hexdigest()

    def listed(self) -> Iterator[EditionEntry]:
        """All entries with their figures and provenance, for the catalogue.

        These are the figures of each part, and the entries of each list by their `name`. A game overrides it if its entries have
        no names, or are made of parts.
        """
        for section in type(self).model_fields:
            match getattr(self, section):
                case Strict() as part:
                    entries = [(kebab(name), figure) for name, figure in part]
                case tuple() as rows:
                    entries = [(row.name, row) for row in rows]
                case _:
                    continue
            for name, entry in entries:
                figures = {key: str(one) if isinstance(one, Word) else one for key, one in entry if key not in _HEAD}
                yield EditionEntry(section, name, figures, entry.provenance, entry.note)

    def titles(self) -> dict[str, str]:
        """The titles of the entries that have one, and of the other names, by name."""
        titled = (entry for entry in self.listed() if "title" in entry.figures)
        return {_owner(entry.name): entry.figures["title"] for entry in titled} | dict(self.other_titles)

    def in_language(self, language: str, other_titles: Mapping[str, str]) -> Self:
        """The same edition, with its titles and texts in a language. What is not translated stays English.

        Args:
            language: the language.
            other_titles: the titles of `other_names` in the language.
        """
        words = self.translation(language)
        head = {key: text for key in ("title", "text") if (text := getattr(words, key))}
        edition = self if words is _UNTRANSLATED else _translated(self, "", words)
        return edition.model_copy(update={**head, "other_titles": other_titles})

    def titled(self, kind: str, ids: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """These ids, each with the title of the other name `kind.id`; with that name where it has no title."""
        return tuple((one, self.other_titles.get(name := f"{kind}.{one}", name)) for one in ids)

    def translation(self, language: str) -> Translation:
        """The translations into a language."""
        return self.translations.get(language, _UNTRANSLATED)

    def untranslated(self, language: str) -> list[str]:
        """The texts without a translation into a language: `title`, `text`, and entries such as `titles.merch`."""
        translation = self.translation(language)
        missing = [key for key in ("title", "text") if not getattr(translation, key)]
        for key, texts in (("title", translation.titles), ("text", translation.texts)):
            missing += [f"{key}s.{name}" for name in self._spoken(key) if name not in texts]
        return missing

    def _spoken(self, key: str) -> list[str]:
        """The names of the entries with a title, or with a text."""
        return list(dict.fromkeys(_owner(entry.name) for entry in self.listed() if key in entry.figures))

    def add_translation(self, language: str, source: bytes, file: str) -> None:
        """Add a translation of the titles and texts.

        Raises:
            EditionError: the bytes are not a translation of this edition. Names the first error.
        """
        try:
            added = Translation.model_validate(read_toml(source))
        except NotToml as error:
            raise EditionError(file, "the file", str(error)) from None
        except ValidationError as error:
            first = error.errors()[0]
            raise EditionError(file, ".".join(map(str, first["loc"])), plainly(first)) from None
        for key, texts in (("title", added.titles), ("text", added.texts)):
            known = self._spoken(key)
            for name in texts:
                if name not in known:
                    raise EditionError(file, f"{key}s.{name}", f"the edition has no entry of this name with a {key}")
        self.translations[language] = added


_NUMBERED = re.compile(r"\.\d+$")


def _owner(name: str) -> str:
    """The name by which an entry is translated: several effects of one component share its title and text."""
    return _NUMBERED.sub("", name)


AnEdition = TypeVar("AnEdition", bound=Edition)
APart = TypeVar("APart", bound=Strict)


def _translated(part: APart, name: str, words: Translation) -> APart:
    """A part of an edition with the titles and texts of a translation; the part itself if none is of it.

    Args:
        part: an entry, or something within it.
        name: the name by which it is translated, such as `coffee-importer.money`; empty for the edition.
        words: the translation.
    """
    fields = type(part).model_fields
    said = {key: texts[name] for key, texts in (("title", words.titles), ("text", words.texts)) if name in texts}
    within = {field: value for field in fields if isinstance(value := getattr(part, field), Strict | tuple)}
    changed: dict[str, Any] = {key: text for key, text in said.items() if key in fields}
    for field, value in within.items():
        if isinstance(value, Strict):
            made: Any = _translated(value, _named(name, kebab(field)), words)
        else:
            made = tuple(
                _translated(one, _named(name, getattr(one, "name", "")), words) if isinstance(one, Strict) else one
                for one in value
            )
            if all(map(is_, made, value)):
                continue
        if made is not value:
            changed[field] = made
    return part.model_copy(update=changed) if changed else part


def _named(outer: str, inner: str) -> str:
    return f"{outer}.{inner}" if outer and inner else outer or inner


def load(model: type[AnEdition], source: bytes, file: str) -> AnEdition:
    """Parse and validate an edition.

    Args:
        model: the edition model of the game.
        source: the bytes of the TOML file.
        file: the name of the file in errors.

    Raises:
        EditionError: the bytes are not TOML, above a bound of `bounded_toml`, or not a valid edition of this game. Names the
            first error.
    """
    try:
        table = read_toml(source)
    except NotToml as error:
        raise EditionError(file, "the file", str(error)) from None
    for key in table.keys() & {"source", "translations", "other_titles"}:
        raise EditionError(file, key, _NO_KEY)
    try:
        return model.model_validate({**table, "source": source})
    except ValidationError as error:
        found = error.errors()
        # a key with a typo is also missing where it belongs; the typo is what the author sees
        at = next((at for at, one in enumerate(found) if one["type"] == "extra_forbidden"), 0)
        first = found[at]
        place = _place(table, first["loc"])
        same = [one for one in found[at : at + _MOST_TYPES] if _place(table, one["loc"]) == place]
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
    """The name of an entry: its `name`, or in a section without names its first word, such as `beer`. Empty if it has neither."""
    if not isinstance(entry, dict):
        return ""
    words = [value for value in entry.values() if isinstance(value, str)]
    return str(entry.get("name", "")) or (words[0] if depth == 1 and words else "")


def _reason(errors: list[ErrorDetails], missing: list[str]) -> str:
    """The errors at a place, in the words of the file. `missing` are the keys that lack beside it."""
    first = errors[0]
    match first["type"]:
        case "extra_forbidden":
            from difflib import get_close_matches  # most processes meet no invalid edition

            meant = get_close_matches(str(first["loc"][-1]), missing, 1)
            return plainly(first) + (f"; did you mean {meant[0]}?" if meant else "")
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
    return plainly(first)


def plainly(error: ErrorDetails) -> str:
    """The reason of an error of pydantic, in the words of a file."""
    return _NO_KEY if error["type"] == "extra_forbidden" else error["msg"].removeprefix("Value error, ")


def packaged(model: type[AnEdition], package: str) -> tuple[AnEdition, ...]:
    """The packaged editions of a game, in order of file names. The first is the default.

    Args:
        model: the edition model of the game.
        package: the import name of the game's folder.

    Raises:
        EditionError: an edition or a translation is invalid.
    """
    return cast(tuple[AnEdition, ...], _packaged(model, package))


@cache
def _packaged(model: type[Edition], package: str) -> tuple[Edition, ...]:
    """See `packaged`. The files of a package do not change while it runs."""
    there = {file.name: file.read_bytes() for file in files_of(package).joinpath("editions").iterdir()}
    return tuple(translated(load(model, there[name], name), name, there) for name in editions_among(there))


def editions_among(names: Iterable[str]) -> list[str]:
    """The files that are editions, not translations of those beside them, in order of their names."""
    there = {name for name in names if name.endswith(".toml")}
    return sorted(
        name for name in there if not (match := _TRANSLATION.fullmatch(name)) or f"{match[1]}.toml" not in there
    )


def translated(edition: AnEdition, file: str, beside: Mapping[str, bytes]) -> AnEdition:
    """The edition with its translations.

    Args:
        edition: the edition.
        file: the name of its file.
        beside: the files of the same folder, by name.

    Raises:
        EditionError: a translation is invalid.
    """
    for name, source in sorted(beside.items()):
        match = _TRANSLATION.fullmatch(name)
        if match is not None and f"{match[1]}.toml" == file:
            edition.add_translation(match[2], source, name)
    return edition
