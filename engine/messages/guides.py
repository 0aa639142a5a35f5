"""Guides: how to play a game, for people who have never played it, in one TOML file for each language.

A guide is the file `guide/<language>.toml` of a game's folder. A language without one gets the English guide. Each statement
names the rules behind it, each with a digest of the rule's text: `rules = {DD-07 = "a05861cd"}`. When a rule changes, a test
names the statements that rest on it. Read each of them again, mend it if it is false, and write the digest that the test gives.
In a new statement the digest is empty until `taphouse test-game NAME --write` fills it in. `[unneeded]` of the English guide
says why players need not know the other rules.

A text names entries of the edition by their ids in braces:

- `{figures/hand-limit}` speaks the entry's title or value. `{bonuses/saison:season}` speaks another of its figures.
- `{stock-up}` speaks a word of the message catalogue.
- In the lines of components, `*` is the name of the entry: `{workerCosts/*}`. If only parts of it have entries, such as
  `spaceSides/maltster.malt.1`, it speaks those with `between` between them. `{text}` speaks a figure of the entry itself, or
  its text in `[components.texts]`, and `{amounts}` those of its figures that are amounts of something, as
  `{restocks/*:amounts}` does for another entry. `{tradable}` speaks nothing if it is true; if it is false, the line is left out.

Lines and examples are left out if the edition lacks what they name, and so are entries without a line. All other texts may name
only entries that each edition has.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta
from pydantic import Field, ValidationError

from taphouse.engine.bounded_toml import NotToml, read_toml
from taphouse.engine.editions import Edition, EditionEntry, Strict, plainly
from taphouse.engine.messages import ENGLISH, Messages, MessagesError
from taphouse.engine.messages.templates import MessageFault
from taphouse.engine.resources import files_of
from taphouse.engine.vocabulary import Public, kebab

EMPTY: Mapping[str, Any] = {}
_NAMED = re.compile(r"\{([^{}]+)\}")
Rules = Annotated[tuple[str, ...], Meta(description="The ids of the rules behind it.", extra={"size": 3})]


class GuideLine(Public, frozen=True):
    """A statement of a guide."""

    text: Annotated[str, Meta(description="The statement, in one or more sentences.")]
    rules: Rules


class GuideStep(Public, frozen=True):
    """A step of a turn."""

    title: Annotated[str, Meta(description="The step's title.")]
    text: Annotated[str, Meta(description="The players' moves in the step.")]
    example: Annotated[
        str, Meta(description="An example. Empty if the edition lacks what the guide's example is about.")
    ]
    tasks: Annotated[
        tuple[str, ...], Meta(description="The kinds of decisions that belong to the step, as in `Decision.task`.")
    ]
    rules: Rules


class GuideLesson(Public, frozen=True):
    """A comment for a player in their first game."""

    text: Annotated[str, Meta(description="The comment, in a few sentences.")]
    tasks: Annotated[
        tuple[str, ...],
        Meta(
            description="The kinds of decisions at which it helps, as in `Decision.task`. None if it is for the beginning."
        ),
    ]
    rules: Rules


class GuideEntry(Public, frozen=True):
    """A component of a game: a card, a space, a worker."""

    id: Annotated[str, Meta(description="The id of the edition's entry.")]
    title: Annotated[str, Meta(description="The component's title.")]
    text: Annotated[str, Meta(description="The effect of the component.")]


class GuideComponents(Public, frozen=True):
    """The components of one kind."""

    section: Annotated[str, Meta(description="The section of the edition.")]
    title: Annotated[str, Meta(description="A heading.")]
    text: Annotated[str, Meta(description="The purpose of these components.")]
    entries: Annotated[tuple[GuideEntry, ...], Meta(description="The components.", extra={"size": 15})]
    rules: Rules


class GuideQuestion(Public, frozen=True):
    """A question that players ask, and its answer."""

    question: Annotated[str, Meta(description="The question.")]
    answer: Annotated[str, Meta(description="The answer.")]
    rules: Rules


class Guide(Public, frozen=True):
    """A guide to playing a game with an edition, for people who have never played it."""

    goal: Annotated[tuple[GuideLine, ...], Meta(description="The subject of the game, and the way to win it.")]
    setup: Annotated[tuple[GuideLine, ...], Meta(description="The set-up, step by step.")]
    turn: Annotated[tuple[GuideStep, ...], Meta(description="A turn or a round, step by step.")]
    components: Annotated[tuple[GuideComponents, ...], Meta(description="All components, by kind.")]
    end: Annotated[tuple[GuideLine, ...], Meta(description="The end of the game.")]
    scoring: Annotated[tuple[GuideLine, ...], Meta(description="The count of points, and the winner.")]
    tips: Annotated[tuple[GuideLine, ...], Meta(description="Tips for a first game.")]
    questions: Annotated[tuple[GuideQuestion, ...], Meta(description="Questions that players ask.", extra={"size": 10})]
    lessons: Annotated[
        tuple[GuideLesson, ...],
        Meta(
            description="Comments for a first game: one for each kind of decision, and those for the beginning.",
            extra={"size": 10},
        ),
    ]


class Statement(Strict):
    """A statement as a file has it."""

    text: str = Field(min_length=1)
    rules: dict[str, str] = Field(min_length=1)
    """The ids of the rules behind it, each with the digest of the rule's text when the statement was last read; empty before."""


class FileStep(Statement):
    """A step of a turn as a file has it."""

    title: str = Field(min_length=1)
    example: str = Field(min_length=1)
    tasks: tuple[str, ...] = ()


class FileLesson(Statement):
    """A comment for a first game as a file has it."""

    tasks: tuple[str, ...] = ()


class FileComponents(Statement):
    """The components of a section of the edition as a file has them."""

    section: str
    title: str = Field(min_length=1)
    lines: tuple[str, ...] = ("{text}",)
    between: str = " "
    """The words between the parts of an entry."""
    texts: dict[str, str] = Field(default_factory=dict)
    """The texts of entries that have none in the edition, by name."""


class FileQuestion(Statement):
    """A question as a file has it; the text is the answer."""

    question: str = Field(min_length=1)


class GuideFile(Strict):
    """A guide as its file has it."""

    goal: tuple[Statement, ...]
    setup: tuple[Statement, ...]
    turn: tuple[FileStep, ...]
    components: tuple[FileComponents, ...] = ()
    end: tuple[Statement, ...]
    scoring: tuple[Statement, ...]
    tips: tuple[Statement, ...]
    questions: tuple[FileQuestion, ...]
    lessons: tuple[FileLesson, ...]
    unneeded: dict[str, str] = Field(default_factory=dict)
    """The rules that players need not know, each with the reason."""

    def statements(self) -> Iterator[tuple[str, Statement]]:
        """All statements by their places, such as `turn.2`."""
        for part in ("goal", "setup", "turn", "components", "end", "scoring", "tips", "questions", "lessons"):
            for number, statement in enumerate(getattr(self, part), 1):
                yield f"{part}.{number}", statement


def digest(rule: str) -> str:
    """The digest of the text of a rule, as guides keep it."""
    return hashlib.sha256(rule.encode()).hexdigest()[:8]


def languages(package: str) -> list[str]:
    """The languages of a package's guides, in order of their names."""
    names = [file.name for file in files_of(package).joinpath("guide").iterdir()]
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


@lru_cache(1)  # the editions of a game are made one after the other
def load(package: str, language: str) -> GuideFile:
    """The guide of a package in a language; the English one if there is none.

    Raises:
        MessagesError: it is invalid. Names the first error.
    """
    used = language if language in languages(package) else ENGLISH
    name = f"{package.replace('.', '/')}/guide/{used}.toml"
    source = files_of(package).joinpath(f"guide/{used}.toml").read_bytes()
    try:
        return GuideFile.model_validate(read_toml(source))
    except NotToml as error:
        raise MessagesError(name, "the file", str(error)) from None
    except ValidationError as error:
        first = error.errors()[0]
        raise MessagesError(name, ".".join(map(str, first["loc"])), plainly(first)) from None


def guide(package: str, language: str, edition: Edition, messages: Messages) -> Guide:
    """The guide to a game with an edition.

    Args:
        package: the import name of the game's folder.
        language: the language.
        edition: the edition in the language, which gives figures, titles and texts.
        messages: the game's catalogue in the language, which gives words.

    Raises:
        MessagesError: the guide is invalid, or names something that the edition lacks.
    """
    written = load(package, language)
    speaker = _Speaker(edition.listed(), edition.titles(), messages)

    def said(text: str) -> str:
        spoken = speaker.text(text)
        if spoken is None:
            raise MessagesError(f"guide/{language}.toml", text, f"the edition {edition.name} lacks what it names")
        return spoken

    def lines(statements: Iterable[Statement]) -> tuple[GuideLine, ...]:
        return tuple(GuideLine(said(one.text), tuple(one.rules)) for one in statements)

    return Guide(
        goal=lines(written.goal),
        setup=lines(written.setup),
        turn=tuple(
            GuideStep(one.title, said(one.text), speaker.text(one.example) or "", one.tasks, tuple(one.rules))
            for one in written.turn
        ),
        components=tuple(
            GuideComponents(one.section, one.title, said(one.text), tuple(speaker.entries(one)), tuple(one.rules))
            for one in written.components
        ),
        end=lines(written.end),
        scoring=lines(written.scoring),
        tips=lines(written.tips),
        questions=tuple(GuideQuestion(one.question, said(one.text), tuple(one.rules)) for one in written.questions),
        lessons=tuple(GuideLesson(said(one.text), one.tasks, tuple(one.rules)) for one in written.lessons),
    )


class _Speaker:
    """Speaks what texts name of an edition's entries."""

    def __init__(self, entries: Iterable[EditionEntry], titles: Mapping[str, str], messages: Messages) -> None:
        self._entries = {entry.id: entry for entry in entries}
        self._titles, self._words = titles, messages.speaker({})

    def entries(self, components: FileComponents) -> Iterator[GuideEntry]:
        """The entries of a section, each with its title and its lines."""
        for entry in self._entries.values():
            if entry.section == components.section:
                written = components.texts.get(entry.name)
                about = {"text": written and self.text(written), **entry.figures}
                name = entry.id.partition("/")[2]
                lines = [self.text(line, about, name, components.between) for line in components.lines]
                if text := " ".join(filter(None, lines)):
                    yield GuideEntry(entry.id, self._title(entry), text)

    def text(self, template: str, about: Mapping[str, Any] = EMPTY, name: str = "", between: str = "") -> str | None:
        """A template in words. None if there is nothing of something that it names.

        Args:
            template: the template.
            about: the figures of the entry that it is about.
            name: the last part of the id of this entry, which `*` stands for.
            between: the words between parts of an entry.
        """
        spoken = {
            named: self._named(named.replace("*", name), about, between) for named in set(_NAMED.findall(template))
        }
        return None if None in spoken.values() else _NAMED.sub(lambda match: str(spoken[match[1]]), template)

    def _named(self, named: str, about: Mapping[str, Any], between: str) -> str | None:
        if named == "amounts":
            return self._amounts(about)
        if "/" not in named:
            word = self._word(named) or (None,)
            return self._value(about[named]) if named in about else word[0]
        id_, _, figure = named.partition(":")
        if id_ in self._entries:
            entry = self._entries[id_]
            if figure == "amounts":
                return self._amounts(entry.figures)
            return self._value(entry.figures.get(figure)) if figure else self._title(entry)
        parts = [entry.figures.get(figure) for key, entry in self._entries.items() if key.startswith(f"{id_}.")]
        return between.join(dict.fromkeys(filter(None, map(self._value, parts)))) or None

    def _title(self, entry: EditionEntry) -> str:
        named = entry.figures.get("title", entry.figures.get("value"))
        return str(self._value(entry.name) if named is None else named)

    def _value(self, value: Any) -> str | None:
        """A figure in words: those of the catalogue, a title, or as it is. True has no words, and false is missing."""
        if isinstance(value, bool):
            return "" if value else None
        if isinstance(value, str):
            word = self._word(value)
            return word[0] if word else self._titles.get(value, value)
        return None if value is None else str(value)

    def _word(self, key: str) -> tuple[str, str] | None:
        try:
            return self._words.word(kebab(key))
        except MessageFault:
            return None

    def _amounts(self, figures: Mapping[str, Any]) -> str | None:
        amounts = [(value, self._word(key)) for key, value in figures.items() if type(value) is int and value]
        return ", ".join(f"{value} {word[value != 1]}" for value, word in amounts if word) or None
