"""Message catalogues: what people read about moves and events, in one TOML file for each game and language.

A catalogue is the file `messages/<language>.toml` of a game's folder. `[moves]` has a template for each verb, `[events]` one for
each event, `[prompts]` one for each task, `[refusals]` one for each reason of a refusal, `[merits]` one for each reason for a
move, and `[values]` one for each other struct that these speak, such as a card. `[words]` has enum values, amounts, and nouns to
count. `[names]` has titles for names that are no entries of an edition (`Edition.other_names`), such as categories of a score.

English is complete. What another language lacks is spoken in English, message by message. The texts of kinds of moves, of
options and their choices, and of reasons of ending are in English the descriptions of their types. Other languages have them in
`[descriptions]`, `[options]`, `[choices.<option>]` and `[reasons]`, and at the top `about`, which says what players do in the
game.

`[table]` has a short title for each field of the table, and `[words]` the words that these hold. In English, what has none is
called by its name.

A template names fields of its struct in braces:

- `{line}` speaks a field: a seat by its player's name, an entry of the edition by its title, amounts and lists with "and".
  What is equal is counted in a list: words and structs as `2 Stouts`, titles as `Mug Club (2)`. `{card.action}` is a field of a
  field. Of a field that holds a name, as in `{space.side}`, it is the entry that the edition titles by both names; without a
  title it is no value.
- `{count:card}` speaks a number with a noun: `1 card`, `3 cards`. The number of a list is its length. The noun is a key of
  `[words]`, or a field with an enum value; one that can be null must be in brackets. A word with a plural is an array,
  `card = ["card", "cards"]`: the form for 1, and the form for all other numbers.
- `{#seat}` speaks a seat's number instead of its player's name, and `{#name}` a name as notation has it instead of its title.
- `[ with {added_hops:hops}]` is spoken only if it has all its values. Null, which stands for a hidden value, false, 0 and an
  empty list are no values. `[{taken}|a card]` speaks the first alternative that has all its values. A field that can be null
  must be in brackets.
- `{?extra}` and `{?vessel=brewpub}` speak nothing. They are conditions of their alternative.

Labels of moves have no full stop: in English they are imperative, in German infinitive, so that they can be read on a button.
The template of a move that has a `Label` speaks that, with the move as `{move.line}`. `[reports]` has, for moves that may come
without an event, the words after the player's name in a log: `end-turn = "ends the turn"`. Without one, the log has the label.
Events, prompts, refusals and merits have whole sentences.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, get_type_hints

from msgspec import Struct
from pydantic import Field, ValidationError

from taphouse.engine.bounded_toml import NotToml, read_toml
from taphouse.engine.editions import Strict, plainly
from taphouse.engine.messages.templates import MessageFault, Say, Says, Speaker
from taphouse.engine.resources import files_of
from taphouse.engine.vocabulary import Word, capital, kebab

ENGLISH = "en"
PATTERN = "messages/{}.toml"
"""The files of catalogues in their package, unless they are others."""
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
    reports: dict[str, str] = Field(default_factory=dict)
    events: dict[str, str] = Field(default_factory=dict)
    prompts: dict[str, str] = Field(default_factory=dict)
    refusals: dict[str, str] = Field(default_factory=dict)
    merits: dict[str, str] = Field(default_factory=dict)
    values: dict[str, str] = Field(default_factory=dict)
    words: dict[str, str | tuple[str, str]] = Field(default_factory=dict)
    names: dict[str, str] = Field(default_factory=dict)
    descriptions: dict[str, str] = Field(default_factory=dict)
    options: dict[str, str] = Field(default_factory=dict)
    choices: dict[str, dict[str, str]] = Field(default_factory=dict)
    reasons: dict[str, str] = Field(default_factory=dict)
    table: dict[str, str] = Field(default_factory=dict)


class Details(Struct, frozen=True):
    """The details of a decision's prompt, besides its task. They are public: they hold only what all viewers know."""


NO_DETAILS = Details()


class Label(Struct, frozen=True):
    """A legal move as its label speaks it: the field `move`, and more that the player knows, in fields with a default."""


class Why(Struct, frozen=True):
    """A reason of a refusal: its facts, from which a template makes a sentence. It has only what the refused player knows."""


class Merit(Struct, frozen=True):
    """A reason for a move: its facts, from which a template makes a sentence. It has only what the player knows.

    Its code is its name in kebab case. It has at most these fields, in this order: `seat`, another player that it concerns;
    `name`, a word, or the name of an entry of the edition; and the `number` of whatever it speaks of. More fields are for the
    sentence alone.
    """


class Spoken(NamedTuple):
    """The types that the catalogues of a game put into words."""

    moves: Iterable[type[Struct]] = ()
    labels: Iterable[type[Label]] = ()
    """Those of moves whose labels speak more than the move."""
    events: Iterable[type[Struct]] = ()
    prompts: Mapping[str, type[Details]] = {}
    """The details of the decisions, by task."""
    refusals: Iterable[type[Struct]] = ()
    """The reasons of refusals. Their keys are their names in kebab case."""
    names: Iterable[str] = ()
    """The names that are no entries of an edition."""
    options: Mapping[str, Iterable[Word]] = {}
    """The names of the options, each with its choices; none if it takes other values."""
    reasons: Iterable[str] = ()
    """The names of the reasons of ending."""
    fields: Collection[str] = ()
    """The names of the fields of the table, apart from amounts."""
    words: Collection[str] = ()
    """The names of the words and amounts that these hold."""
    merits: Iterable[type[Merit]] = ()
    """The reasons for moves. Their keys are their names in kebab case."""


class Templates(NamedTuple):
    """The templates of a catalogue as functions."""

    moves: Says[type[Struct]]
    reports: Says[type[Struct]]
    events: Says[type[Struct]]
    prompts: Says[str]
    refusals: Says[type[Struct]]
    merits: Says[type[Struct]]


class Messages:
    """A valid catalogue. `wording.Wording` speaks it.

    Args:
        file: the name of the file in errors.
        source: the bytes of the TOML file.
        spoken: what it speaks.
        english: the English catalogue of the same things, for what this one lacks; None if this is it.
        shared: the catalogue in this language whose words it uses besides its own. None if there is none.

    Raises:
        MessagesError: a message is unknown or wrong, or missing in English. Names the first error.
    """

    def __init__(
        self,
        file: str,
        source: bytes,
        spoken: Spoken,
        english: Messages | None = None,
        shared: Messages | None = None,
    ) -> None:
        self._file, self._english, self._shared = file, english, shared
        try:
            self._content = Content.model_validate(read_toml(source))
        except NotToml as error:
            raise MessagesError(file, "the file", str(error)) from None
        except ValidationError as error:
            key = error.errors()[0]["loc"][:2]
            reasons = [plainly(one) for one in error.errors() if one["loc"][:2] == key]
            raise MessagesError(file, ".".join(map(str, key)), ", or: ".join(reasons)) from None
        content, translated = self._content, english is not None
        self._moves, self._events, self._prompts = _by_tag(spoken.moves), _by_tag(spoken.events), spoken.prompts
        self._labels = {get_type_hints(label)["move"]: label for label in spoken.labels}
        self._refusals = {kebab(type_.__name__): type_ for type_ in spoken.refusals}
        self._merits = {kebab(type_.__name__): type_ for type_ in spoken.merits}
        self._held = spoken.words
        missing = ["about"] if spoken.moves and translated and not content.about else []
        missing += self._lacks("moves", content.moves, self._moves)
        missing += self._lacks(
            "reports", content.reports, *((english._content.reports,) if english else ((), self._moves))
        )
        missing += self._lacks("descriptions", content.descriptions, self._moves if translated else ())
        missing += self._lacks("events", content.events, self._events)
        missing += self._lacks("prompts", content.prompts, self._prompts)
        missing += self._lacks("refusals", content.refusals, self._refusals)
        missing += self._lacks("merits", content.merits, self._merits)
        missing += self._lacks("names", content.names, spoken.names)
        options = {kebab(name): list(map(str, words)) for name, words in spoken.options.items() if translated}
        missing += self._lacks("options", content.options, options)
        missing += self._lacks("choices", content.choices, filter(options.get, options))
        for option, texts in content.choices.items():
            missing += self._lacks(f"choices.{option}", texts, options[option])
        missing += self._lacks("reasons", content.reasons, spoken.reasons if translated else ())
        try:
            speaker = self.speaker({})
            for says in self._own(speaker):
                says.check()
        except MessageFault as fault:
            raise MessagesError(file, fault.key, fault.reason) from None
        used = {*speaker.words_used, SEAT_WORD}
        if shared is not None:
            used -= shared._words().keys() - content.words.keys()
        missing += self._lacks("words", content.words, used, {*spoken.words} - used)
        missing += self._lacks("table", content.table, (), spoken.fields)
        missing += self._lacks("values", content.values, speaker.values_used)
        self.missing = tuple(missing)
        """The keys of the messages that are spoken in English, because this catalogue lacks them."""

    def speaker(self, titles: Mapping[str, str]) -> Speaker:
        """Speaks the words, with these titles by name. Those that are missing are the English ones."""
        values = self._content.values
        if self._english is not None:
            values = self._english._content.values | values
        return Speaker(self._words(), values, titles, AND, NOTHING)

    def _words(self) -> dict[str, str | tuple[str, str]]:
        """All words that it can use: its own, the English ones for those that it lacks, and those of the shared catalogue."""
        others = [one._words() for one in (self._english, self._shared) if one is not None]
        return {word: forms for words in (*others, self._content.words) for word, forms in words.items()}

    def compiled(self, titles: Mapping[str, str]) -> Templates:
        """The templates as functions, with these titles by name. Those that are missing are the English ones."""
        return self._untitled if not titles else self._with_english(titles)

    @cached_property
    def _untitled(self) -> Templates:
        """The templates without titles: all games share those of catalogues that they share."""
        return self._with_english({})

    def _with_english(self, titles: Mapping[str, str]) -> Templates:
        own = self._own(self.speaker(titles))
        if self._english is None:
            return own
        pairs: Iterable[tuple[Any, Any]] = zip(self._english.compiled(titles), own, strict=True)
        return Templates._make(map(Says.joined, pairs))

    def _own(self, speaker: Speaker) -> Templates:
        """The templates of this catalogue alone."""

        def of_moves(section: str, templates: Mapping[str, str]) -> Says[Any]:
            says = speaker.says(
                section, templates, {tag: self._labels.get(move, move) for tag, move in self._moves.items()}
            )
            alone = {move: label for move, label in self._labels.items() if label in says}
            by_move: Says[Any] = Says(alone, lambda move: _of_move_alone(says[alone[move]], alone[move]))
            return Says.joined([says, by_move])

        content = self._content
        prompts = {task: type_ for task, type_ in self._prompts.items() if task in content.prompts}
        return Templates(
            of_moves("moves", content.moves),
            of_moves("reports", content.reports),
            speaker.says("events", content.events, self._events),
            Says(prompts, lambda task: speaker.message(f"prompts.{task}", content.prompts[task], prompts[task])),
            speaker.says("refusals", content.refusals, self._refusals),
            speaker.says("merits", content.merits, self._merits),
        )

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

    def field(self, name: str) -> str:
        """The title of a field of the table, with a capital letter."""
        title = self._content.table.get(name)
        if title is None:
            return self._english.field(name) if self._english else capital(name.replace("-", " "))
        return capital(title)

    def word(self, name: str) -> tuple[str, str]:
        """A word for a value or an amount, given its name in kebab case: the forms for one and for many."""
        forms = self._content.words.get(name)
        if forms is None:
            return self._english.word(name) if self._english else (name.replace("-", " "),) * 2
        return (forms, forms) if isinstance(forms, str) else (forms[0], forms[1])

    def words(self) -> list[str]:
        """The names of the words for values and amounts."""
        return sorted({*(self._english or self)._content.words, *self._held} - {AND, NOTHING, SEAT_WORD})

    def _lacks(
        self, section: str, found: Iterable[str], wanted: Iterable[str], named: Collection[str] = ()
    ) -> list[str]:
        """The keys that a section lacks. English may lack those that are `named`: it calls them by their names.

        Raises:
            MessagesError: it has a key that nothing uses, or this is the English catalogue and lacks a key.
        """
        found, wanted, english = sorted(found), sorted({*wanted, *named}), self._english is None
        for key in found:
            if key not in wanted:
                raise MessagesError(self._file, f"{section}.{key}", "unknown: nothing uses it")
        lacking = [f"{section}.{key}" for key in wanted if key not in found and not (english and key in named)]
        if lacking and english:
            raise MessagesError(self._file, lacking[0], "missing")
        return lacking


class Catalogues:
    """The catalogues of the same things in all languages. Each is loaded when it is first needed.

    Args:
        package: the import name of the package that has the files.
        spoken: what they speak.
        pattern: the path of the files in the package, with `{}` for the language.
        shared: catalogues whose words they use besides their own. None if there are none.
    """

    def __init__(self, package: str, spoken: Spoken, pattern: str = PATTERN, shared: Catalogues | None = None) -> None:
        self._package, self._pattern, self._shared, self.spoken = package, pattern, shared, spoken
        self._loaded: dict[str, Messages] = {}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages, English first."""
        folder, _, name = self._pattern.rpartition("/")
        before, after = name.split("{}")
        names = sorted(file.name for file in files_of(self._package).joinpath(folder).iterdir())
        found = [one[len(before) : -len(after)] for one in names if one.startswith(before) and one.endswith(after)]
        return (ENGLISH, *(language for language in found if language != ENGLISH))

    def source(self, language: str) -> bytes:
        """The file of a language."""
        return files_of(self._package).joinpath(self._pattern.format(language)).read_bytes()

    def made(self, language: str, source: bytes) -> Messages:
        """The catalogue that a file makes.

        Raises:
            MessagesError: it or the English one is invalid.
        """
        english = None if language == ENGLISH else self.get(ENGLISH)
        shared = None if self._shared is None else self._shared.get(language)
        return Messages(self._file(language), source, self.spoken, english, shared)

    def get(self, language: str) -> Messages:
        """The catalogue in a language; the English one if there is none.

        Raises:
            MessagesError: it is invalid.
        """
        used = language if language in self.languages else ENGLISH
        if used not in self._loaded:
            self._loaded[used] = self.made(used, self.source(used))
        return self._loaded[used]

    def lacking(self, language: str) -> tuple[str, ...]:
        """The keys of the messages that are English in a language, or its file if that is missing."""
        return self.get(language).missing if language in self.languages else (self._file(language),)

    def _file(self, language: str) -> str:
        return f"{self._package.replace('.', '/')}/{self._pattern.format(language)}"


def _of_move_alone(say: Say, label: type[Label]) -> Say:
    """Speaks a move without what its label says besides."""
    return lambda move, names: say(label(move), names)


def _by_tag(types: Iterable[type[Struct]]) -> dict[str, type[Struct]]:
    return {str(type_.__struct_config__.tag): type_ for type_ in types}
