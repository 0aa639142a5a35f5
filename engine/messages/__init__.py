"""Message catalogues: what people read about moves and events, in one TOML file for each game and language.

A catalogue is the file `messages/<language>.toml` of a game's folder. `[moves]` has a template for each verb, `[events]` one for
each event, `[prompts]` one for each task, and `[values]` one for each other struct that these speak, such as a card. `[words]`
has enum values, amounts, and nouns to count. `[names]` has titles for names that are no entries of an edition
(`Edition.other_names`), such as the categories of a score.

English is complete. What another language lacks is spoken in English, message by message. The texts of kinds of moves, of
options and their choices, and of reasons of ending are in English the descriptions of their types. Other languages have them in
`[descriptions]`, `[options]`, `[choices.<option>]` and `[reasons]`, and at the top `about`, which says what players do in the
game.

A template names fields of its struct in braces:

- `{line}` speaks a field: a seat by its player's name, an entry of the edition by its title, amounts and lists with "and".
  Words and structs that are equal are counted in a list: `2 Stouts`. `{card.action}` is a field of a field. Of a field that
  holds a name, as in `{space.side}`, it is the entry that the edition titles by both names; without a title it is no value.
- `{count:card}` speaks a number with a noun: `1 card`, `3 cards`. The number of a list is its length. The noun is a key of
  `[words]`, or a field with an enum value. A word with a plural is an array, `card = ["card", "cards"]`: the form for 1, and
  the form for all other numbers.
- `{#seat}` speaks a seat's number instead of its player's name.
- `[ with {added_hops:hops}]` is spoken only if it has all its values. Null, which stands for a hidden value, false, 0 and an
  empty list are no values. `[{taken}|a card]` speaks the first alternative that has all its values. A field that can be null
  must be in brackets.
- `{?extra}` and `{?vessel=brewpub}` speak nothing. They are conditions of their alternative.

Labels of moves are imperative and have no full stop. Events and prompts have whole sentences.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from typing import NamedTuple

from msgspec import Struct
from pydantic import Field, ValidationError

from taphouse.engine.editions import Strict, plainly
from taphouse.engine.messages.templates import MessageFault, Names, Say, Speaker
from taphouse.engine.vocabulary import MOST_SEATS, Word, kebab

ENGLISH = "en"
AND, NOTHING, SEAT_WORD = "and", "nothing", "seat"
"""The words that every catalogue has: before the last item of a list, for an empty list, and for a seat without a name."""


class MessagesError(ValueError):
    """A catalogue is invalid. The message names the file, the key and the reason."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file, self.key, self.reason = file, key, reason


class Content(Strict):
    """A catalogue as its file has it."""

    about: str = ""
    moves: dict[str, str] = Field(default_factory=dict)
    events: dict[str, str] = Field(default_factory=dict)
    prompts: dict[str, str] = Field(default_factory=dict)
    values: dict[str, str] = Field(default_factory=dict)
    words: dict[str, str | tuple[str, str]] = Field(default_factory=dict)
    names: dict[str, str] = Field(default_factory=dict)
    descriptions: dict[str, str] = Field(default_factory=dict)
    options: dict[str, str] = Field(default_factory=dict)
    choices: dict[str, dict[str, str]] = Field(default_factory=dict)
    reasons: dict[str, str] = Field(default_factory=dict)


class Details(Struct, frozen=True):
    """The details of a decision's prompt, besides its task. They are public: they hold only what all viewers know."""


NO_DETAILS = Details()


class Spoken(NamedTuple):
    """The types that the catalogues of a game put into words."""

    moves: Iterable[type[Struct]] = ()
    events: Iterable[type[Struct]] = ()
    prompts: Mapping[str, type[Details]] = {}
    """The details of the decisions, by task."""
    names: Iterable[str] = ()
    """The names that are no entries of an edition."""
    options: Mapping[str, Iterable[Word]] = {}
    """The names of the options, each with its choices; none if it takes other values."""
    reasons: Iterable[str] = ()
    """The names of the reasons of ending."""
    labels: Iterable[type[Struct]] = ()
    """The types that stand for moves in labels, and have no descriptions."""


class Templates(NamedTuple):
    """The templates of a catalogue as functions."""

    speaker: Speaker
    moves: dict[type[Struct], Say]
    events: dict[type[Struct], Say]
    prompts: dict[str, Say]


class Messages:
    """A valid catalogue. `Wording` speaks it.

    Args:
        file: the name of the file in errors.
        source: the bytes of the TOML file.
        spoken: what it speaks.
        english: the English catalogue of the same things, for what this one lacks; None if this is it.

    Raises:
        MessagesError: a message is unknown or wrong, or missing in English. Names the first error.
    """

    def __init__(self, file: str, source: bytes, spoken: Spoken, english: Messages | None = None) -> None:
        self._file, self._english = file, english
        try:
            self._content = Content.model_validate(tomllib.loads(source.decode()))
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise MessagesError(file, "the file", f"not TOML: {error}") from None
        except ValidationError as error:
            key = error.errors()[0]["loc"][:2]
            reasons = [plainly(one) for one in error.errors() if one["loc"][:2] == key]
            raise MessagesError(file, ".".join(map(str, key)), ", or: ".join(reasons)) from None
        content, translated = self._content, english is not None
        self._moves, self._events = _by_tag((*spoken.moves, *spoken.labels)), _by_tag(spoken.events)
        self._prompts = spoken.prompts
        missing = ["about"] if spoken.reasons and translated and not content.about else []
        missing += self._lacks("moves", content.moves, self._moves)
        missing += self._lacks("descriptions", content.descriptions, _by_tag(spoken.moves) if translated else ())
        missing += self._lacks("events", content.events, self._events)
        missing += self._lacks("prompts", content.prompts, self._prompts)
        missing += self._lacks("names", content.names, spoken.names)
        options = {kebab(name): list(map(str, words)) for name, words in spoken.options.items() if translated}
        missing += self._lacks("options", content.options, options)
        missing += self._lacks("choices", content.choices, filter(options.get, options))
        for option, texts in content.choices.items():
            missing += self._lacks(f"choices.{option}", texts, options[option])
        missing += self._lacks("reasons", content.reasons, spoken.reasons if translated else ())
        try:
            speaker = self.compiled({}).speaker
        except MessageFault as fault:
            raise MessagesError(file, fault.key, fault.reason) from None
        missing += self._lacks("words", content.words, {*speaker.words_used, SEAT_WORD})
        missing += self._lacks("values", content.values, speaker.values_used)
        self.missing = tuple(missing)
        """The keys of the messages that are spoken in English, because this catalogue lacks them."""

    def compiled(self, titles: Mapping[str, str]) -> Templates:
        """The templates as functions, with these titles by name. Those that are missing are the English ones."""
        content, english = self._content, self._english
        if english is None:
            words, values, other = content.words, content.values, None
        else:
            words, values = english._content.words | content.words, english._content.values | content.values
            other = english.compiled(titles)
        speaker = Speaker(words, values, titles, AND, NOTHING)
        moves = {
            type_: speaker.message(f"moves.{tag}", content.moves[tag], type_)
            for tag, type_ in self._moves.items()
            if tag in content.moves
        }
        events = {
            type_: speaker.message(f"events.{tag}", content.events[tag], type_)
            for tag, type_ in self._events.items()
            if tag in content.events
        }
        prompts = {
            task: speaker.message(f"prompts.{task}", content.prompts[task], type_)
            for task, type_ in self._prompts.items()
            if task in content.prompts
        }
        if other is None:
            return Templates(speaker, moves, events, prompts)
        return Templates(speaker, other.moves | moves, other.events | events, other.prompts | prompts)

    @property
    def names(self) -> dict[str, str]:
        """The titles of the names that are no entries of an edition."""
        return ({} if self._english is None else self._english.names) | self._content.names

    def about(self, text: str) -> str:
        """The summary of the play, given the English text."""
        return self._content.about or text

    def description(self, verb: str, text: str) -> str:
        """The text of a kind of move, given the English one."""
        return self._content.descriptions.get(verb, text)

    def option(self, name: str, text: str) -> str:
        """The text of an option, given the English one."""
        return self._content.options.get(name, text)

    def choice(self, option: str, name: str, text: str) -> str:
        """The text of a choice of an option, given the English one."""
        return self._content.choices.get(option, {}).get(name, text)

    def reason(self, name: str, text: str) -> str:
        """The text of a reason of ending, given the English one."""
        return self._content.reasons.get(name, text)

    def _lacks(self, section: str, found: Iterable[str], wanted: Iterable[str]) -> list[str]:
        """The keys that a section lacks.

        Raises:
            MessagesError: it has a key that nothing uses, or this is the English catalogue and lacks a key.
        """
        found, wanted = sorted(found), sorted(wanted)
        for key in found:
            if key not in wanted:
                raise MessagesError(self._file, f"{section}.{key}", "unknown: nothing uses it")
        lacking = [f"{section}.{key}" for key in wanted if key not in found]
        if lacking and self._english is None:
            raise MessagesError(self._file, lacking[0], "missing")
        return lacking


def languages(package: str) -> tuple[str, ...]:
    """The languages of a package's catalogues, English first."""
    names = sorted(file.name for file in files(package).joinpath("messages").iterdir())
    found = [name.removesuffix(".toml") for name in names if name.endswith(".toml")]
    return (ENGLISH, *(language for language in found if language != ENGLISH))


def load(package: str, language: str, spoken: Spoken) -> Messages:
    """The catalogue of a package in a language.

    Args:
        package: the import name of the package, with its `messages/*.toml`.
        language: the name of the file, such as `en`.
        spoken: what it speaks.

    Raises:
        MessagesError: there is no such catalogue, or it or the English one is invalid.
    """
    there = languages(package)
    name = f"{package.replace('.', '/')}/messages/{language}.toml"
    if language not in there:
        raise MessagesError(name, "the file", f"missing; the languages are {', '.join(there)}")
    english = None if language == ENGLISH else load(package, ENGLISH, spoken)
    source = files(package).joinpath(f"messages/{language}.toml").read_bytes()
    return Messages(name, source, spoken, english)


class Catalogues:
    """The catalogues of a package. Each is loaded when it is first needed.

    Args:
        package: the import name of the package.
        spoken: what they speak.
    """

    def __init__(self, package: str, spoken: Spoken) -> None:
        self._package, self._spoken = package, spoken
        self._loaded: dict[str, Messages] = {}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages, English first."""
        return languages(self._package)

    def get(self, language: str) -> Messages:
        """The catalogue in a language; the English one if there is none.

        Raises:
            MessagesError: it is invalid.
        """
        used = language if language in self.languages else ENGLISH
        if used not in self._loaded:
            self._loaded[used] = load(self._package, used, self._spoken)
        return self._loaded[used]


class Wording:
    """Labels, prompts and sentences in one language, for games under one edition.

    They tell nothing but what the move, event or decision holds, titles of the edition, and what the players are called. For a
    viewer, pass the redacted event.

    Args:
        language: the language.
        messages: the game's catalogue.
        titles: the titles of the edition's entries, and of its other names, by name.
        shared: catalogues of events that the game does not know, such as those about its seats. They speak no titles.
    """

    def __init__(self, language: str, messages: Messages, titles: Mapping[str, str], *shared: Messages) -> None:
        self.language, self.titles = language, titles
        speaker, self._labels, self._sentences, self._prompts = messages.compiled(titles)
        for more in shared:
            self._sentences |= more.compiled({}).events
        self._seats = tuple(f"{speaker.word(SEAT_WORD)[0]} {seat}" for seat in range(1, MOST_SEATS + 1))

    def names(self, players: Iterable[str | None]) -> Names:
        """The names of the players, given in seat order: a player without a name is called `Seat 2`."""
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

    def prompt(self, task: str, details: Details, names: Names) -> str:
        """The task of a decision as a sentence to the player, such as `Draft a row.`, with a capital letter.

        Args:
            task: the kind of decision.
            details: the details of the decision.
            names: what to call the players, in seat order.
        """
        text = self._prompts[task](details, names)
        return text[:1].upper() + text[1:]


def _punctuated(text: str) -> str:
    """The text without the full stop after a title that ends like a sentence, such as `Beer Festival!`."""
    return text[:-1] if text.endswith(("!.", "?.", "..")) else text


def _by_tag(types: Iterable[type[Struct]]) -> dict[str, type[Struct]]:
    return {str(type_.__struct_config__.tag): type_ for type_ in types}
