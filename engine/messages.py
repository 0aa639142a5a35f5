"""Message catalogues: what people read about moves and events, in one TOML file for each game and language.

A catalogue is the file `messages/<language>.toml` of a game's folder. `[moves]` has a template for each verb, `[events]` one for
each event, and `[values]` one for each other struct that these speak, such as a card. `[words]` has enum values, amounts, and
nouns to count. `[names]` has titles for names that are no entries of an edition (`Edition.other_names`).

A template names fields of its struct in braces:

- `{line}` speaks a field: a seat by its player's name, an entry of the edition by its title, amounts and lists with "and".
  Words and structs that are equal are counted in a list: `2 Stouts`. `{card.action}` is a field of a field. Of a field that
  holds a name, as in `{space.side}`, it is the entry that the edition titles by both names.
- `{count:card}` speaks a number with a noun: `1 card`, `3 cards`. The number of a list is its length. The noun is a key of
  `[words]`, or a field with an enum value. A word with a plural is an array, `card = ["card", "cards"]`: the form for 1, and
  the form for all other numbers.
- `{#seat}` speaks a seat's number instead of its player's name.
- `[ with {added_hops:hops}]` is spoken only if it has all its values. Null, which stands for a hidden value, false, 0 and an
  empty list are no values. `[{taken}|a card]` speaks the first alternative that has all its values. A field that can be null
  must be in brackets.
- `{?extra}` and `{?vessel=brewpub}` speak nothing. They are conditions of their alternative.

Labels of moves are imperative and have no full stop. Events have whole sentences.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files

from msgspec import Struct
from pydantic import Field, ValidationError

from taphouse.engine.editions import Strict
from taphouse.engine.templates import Fault, Names, Say, Speaker
from taphouse.engine.vocabulary import MOST_SEATS

AND, NOTHING, SEAT_WORD = "and", "nothing", "seat"
"""The words that every catalogue has: before the last item of a list, for an empty list, and for a seat without a name."""


class MessagesError(ValueError):
    """A catalogue is invalid. The message names the file, the key and the reason."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file, self.key, self.reason = file, key, reason


class Content(Strict):
    """A catalogue as its file has it."""

    moves: dict[str, str] = Field(default_factory=dict)
    events: dict[str, str] = Field(default_factory=dict)
    values: dict[str, str] = Field(default_factory=dict)
    words: dict[str, str | tuple[str, str]] = Field(default_factory=dict)
    names: dict[str, str] = Field(default_factory=dict)


class Messages:
    """A valid catalogue. `Wording` speaks it.

    Args:
        file: the name of the file in errors.
        source: the bytes of the TOML file.
        moves: the types of moves that it speaks.
        events: the types of events that it speaks.
        other_names: the names that it gives titles to.

    Raises:
        MessagesError: a message is missing, unknown or wrong. Names the first error.
    """

    def __init__(
        self,
        file: str,
        source: bytes,
        moves: Iterable[type[Struct]],
        events: Iterable[type[Struct]],
        other_names: Iterable[str] = (),
    ) -> None:
        self._file = file
        try:
            self._content = Content.model_validate(tomllib.loads(source.decode()))
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise MessagesError(file, "the file", f"not TOML: {error}") from None
        except ValidationError as error:
            key = error.errors()[0]["loc"][:2]
            reasons = [one["msg"] for one in error.errors() if one["loc"][:2] == key]
            raise MessagesError(file, ".".join(map(str, key)), ", or: ".join(reasons)) from None
        self._moves, self._events = _by_tag(moves), _by_tag(events)
        self._check_keys("moves", self._content.moves, self._moves)
        self._check_keys("events", self._content.events, self._events)
        self._check_keys("names", self._content.names, other_names)
        try:
            speaker, _, _ = self.compiled({})
        except Fault as fault:
            raise MessagesError(file, fault.key, fault.reason) from None
        self._check_keys("words", self._content.words, {*speaker.words_used, SEAT_WORD})
        self._check_keys("values", self._content.values, speaker.values_used)

    def compiled(self, titles: Mapping[str, str]) -> tuple[Speaker, dict[type[Struct], Say], dict[type[Struct], Say]]:
        """The templates of moves and of events as functions, with these titles of an edition's entries."""
        content = self._content
        speaker = Speaker(content.words, content.values, {**content.names, **titles}, AND, NOTHING)
        moves = {
            type_: speaker.message(f"moves.{tag}", content.moves[tag], type_) for tag, type_ in self._moves.items()
        }
        events = {
            type_: speaker.message(f"events.{tag}", content.events[tag], type_) for tag, type_ in self._events.items()
        }
        return speaker, moves, events

    def _check_keys(self, section: str, found: Iterable[str], wanted: Iterable[str]) -> None:
        found, wanted = sorted(found), sorted(wanted)
        for key in found:
            if key not in wanted:
                raise MessagesError(self._file, f"{section}.{key}", "unknown: nothing uses it")
        for key in wanted:
            if key not in found:
                raise MessagesError(self._file, f"{section}.{key}", "missing")


def load(
    package: str,
    language: str,
    moves: Iterable[type[Struct]],
    events: Iterable[type[Struct]],
    other_names: Iterable[str] = (),
) -> Messages:
    """The catalogue of a package in a language.

    Args:
        package: the import name of the package, with its `messages/*.toml`.
        language: the name of the file, such as `en`.
        moves: the types of moves that it speaks.
        events: the types of events that it speaks.
        other_names: the names that it gives titles to.

    Raises:
        MessagesError: there is no such catalogue, or it is invalid.
    """
    folder = files(package).joinpath("messages")
    there = {file.name.removesuffix(".toml"): file for file in folder.iterdir()}
    name = f"{package.replace('.', '/')}/messages/{language}.toml"
    if language not in there:
        raise MessagesError(name, "the file", f"missing; the languages are {', '.join(sorted(there))}")
    return Messages(name, there[language].read_bytes(), moves, events, other_names)


class Wording:
    """Labels and sentences in one language, for games under one edition.

    They tell nothing but what the move or event holds, titles of the edition, and what the players are called. For a viewer,
    pass the redacted event.

    Args:
        messages: the game's catalogue.
        titles: the titles of the edition's entries by name.
        shared: catalogues of events that the game does not know, such as those about its seats. They speak no titles.
    """

    def __init__(self, messages: Messages, titles: Mapping[str, str], *shared: Messages) -> None:
        speaker, self._labels, self._sentences = messages.compiled(titles)
        for more in shared:
            self._sentences |= more.compiled({})[2]
        self._seats = tuple(f"{speaker.word(SEAT_WORD)[0]} {seat}" for seat in range(1, MOST_SEATS + 1))

    def names(self, players: Iterable[str | None]) -> Names:
        """What to call the players, given their names in seat order: a player without a name is called `Seat 2`."""
        return tuple([name or seat for name, seat in zip(players, self._seats, strict=False)])

    def label(self, move: Struct, names: Names = ()) -> str:
        """A move as a short imperative, such as `Draft row 1`.

        Args:
            move: a move of the game.
            names: what to call the players, in seat order. By default they are called `Seat 2`.
        """
        return self._labels[type(move)](move, names or self._seats)

    def made(self, move: Struct, seat: int, names: Names) -> str:
        """A move that a seat has made, as in `Ann: Draft row 1.` for a log."""
        return _punctuated(f"{names[seat - 1]}: {self.label(move, names)}.")

    def sentence(self, event: Struct, names: Names) -> str:
        """An event in one or two sentences, as in `Ann draws 3 cards.` for a log.

        Args:
            event: an event of the game, or of a shared catalogue.
            names: what to call the players, in seat order.
        """
        return _punctuated(self._sentences[type(event)](event, names))


def _punctuated(text: str) -> str:
    """The text without the full stop after a title that ends like a sentence, such as `Beer Festival!`."""
    return text[:-1] if text.endswith(("!.", "?.", "..")) else text


def _by_tag(types: Iterable[type[Struct]]) -> dict[str, type[Struct]]:
    return {str(type_.__struct_config__.tag): type_ for type_ in types}
