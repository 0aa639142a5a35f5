"""The catalogue of what can be played: kinds of games with their options, moves, rules and editions."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import EndReason, Victory
from taphouse.engine.editions import EditionEntry
from taphouse.engine.messages.guides import Guide
from taphouse.engine.messages.table_fields import Holds
from taphouse.engine.vocabulary import Public
from taphouse.schema.values.games import GameKind


class RuleInfo(Public, frozen=True):
    """A rule of a kind of game."""

    id: Annotated[str, Meta(description="The rule's id, such as `DD-07`.")]
    text: Annotated[str, Meta(description="The text of the rule, in English.")]
    source: Annotated[
        str,
        Meta(
            description="The source of the rule, in English: `rulebook`, `ruling` (the rule book leaves it open), "
            "`reconstructed`, or which part comes from which."
        ),
    ]


class FixInfo(Public, frozen=True):
    """A fix of the rules of a kind of game."""

    name: Annotated[str, Meta(description="The fix's name, such as `last-card-is-kept`.")]
    rules: Annotated[tuple[str, ...], Meta(description="The ids of the rules that it changes.")]
    text: Annotated[str, Meta(description="A description of the change, in English.")]


class RulesVersionInfo(Public, frozen=True):
    """A version of the rules of a kind of game."""

    version: Annotated[int, Meta(description="The number of the version, from 1.")]
    fixes: Annotated[tuple[FixInfo, ...], Meta(description="The fixes that it brought. Empty for version 1.")]


class ChoiceInfo(Public, frozen=True):
    """A possible value of an option."""

    value: Annotated[str, Meta(description="The value, as in the options input.")]
    text: Annotated[str, Meta(description="The meaning of the value.")]


class OptionInfo(Public, frozen=True):
    """An option for a new game."""

    name: Annotated[str, Meta(description="The option's name, as in the options input.")]
    text: Annotated[str, Meta(description="A description of the option.")]
    default: Annotated[str, Meta(description="The default value.")]
    choices: Annotated[
        tuple[str, ...],
        Meta(description="The possible values. Empty if the option is a number, a flag or a list of names."),
    ]
    choice_texts: Annotated[tuple[ChoiceInfo, ...], Meta(description="The meanings of the possible values.")]
    minimum: Annotated[int | None, Meta(description="The least number. Null if the option is no number.")]
    maximum: Annotated[int | None, Meta(description="The greatest number. Null if the option is no number.")]
    max_items: Annotated[
        int | None, Meta(description="The most names in the list. Null if the option is no list of names.")
    ]
    nullable: Annotated[bool, Meta(description="True if the option may be null.")]
    flag: Annotated[bool, Meta(description="True if the option is true or false.")]


class WordInfo(Public, frozen=True):
    """A word for a value, such as a season, or for amounts of something, such as hops."""

    value: Annotated[str, Meta(description="The value in kebab case, such as `stock-up` for `STOCK_UP`.")]
    one: Annotated[str, Meta(description="The word for one of it.")]
    many: Annotated[str, Meta(description="The word for any other number.")]


class EndReasonInfo(Public, frozen=True):
    """A way in which a game of this kind can end."""

    reason: Annotated[EndReason, Meta(description="The reason, as in `outcome`.")]
    rule: Annotated[
        str, Meta(description="The id of the rule that ends the game. TH-1 holds in every game: see `resign`.")
    ]
    text: Annotated[str, Meta(description="The condition under which the game ends for this reason.")]
    victory: Annotated[Victory, Meta(description="Who has won then.")]


class MoveInfo(Public, frozen=True):
    """A kind of move."""

    verb: Annotated[str, Meta(description="The verb of the move in notation.")]
    usage: Annotated[str, Meta(description="The syntax of the move in notation, in English.")]
    text: Annotated[str, Meta(description="A description of the move, with its rule ids.")]


class EditionInfo(Public, frozen=True):
    """An edition of a kind of game: its figures and names, each with its provenance."""

    name: Annotated[str, Meta(description="The edition's name, as `createGame` takes it.")]
    title: Annotated[str, Meta(description="The edition's title.")]
    text: Annotated[str, Meta(description="A description of the edition.")]
    digest: Annotated[str, Meta(description="The SHA-256 digest of the edition's file. It identifies the edition.")]
    entries: Annotated[tuple[EditionEntry, ...], Meta(description="All entries of the edition.", extra={"size": 160})]
    guide: Annotated[
        Guide, Meta(description="How to play with this edition, for people who have never played the game.")
    ]


class TableField(Public, frozen=True):
    """A field of the table."""

    path: Annotated[
        str,
        Meta(description="The names that lead to it, such as `players.handSize`. A list has the path of its items."),
    ]
    title: Annotated[str, Meta(description="The field in a few words.")]
    text: Annotated[str, Meta(description="A description of the field, in English.")]
    holds: Annotated[Holds, Meta(description="The kind of its value.")]
    many: Annotated[bool, Meta(description="True for a list of such values.")]
    named_by: Annotated[
        tuple[str, ...],
        Meta(
            description="The fields of moves that name one of its values, such as `lay.card`: a client makes the move by a click "
            "there. It is in the area of the seat that the move names, or else of the one that moves.",
            extra={"size": 1},
        ),
    ]


class GameInfo(Public, frozen=True):
    """A kind of game."""

    kind: Annotated[GameKind, Meta(description="The kind of game.")]
    title: Annotated[str, Meta(description="The title of the board game.")]
    designer: Annotated[str, Meta(description="The designer of the board game; empty for a traditional game.")]
    publisher: Annotated[
        str, Meta(description="The publisher of the board game, and the year; empty for a traditional game.")
    ]
    text: Annotated[str, Meta(description="A description of the game.")]
    min_seats: Annotated[int, Meta(description="The minimum number of seats.")]
    max_seats: Annotated[int, Meta(description="The maximum number of seats.")]
    minutes: Annotated[int, Meta(description="The approximate playing time of the board game, in minutes.")]
    options: Annotated[tuple[OptionInfo, ...], Meta(description="The options for a new game.")]
    moves: Annotated[tuple[MoveInfo, ...], Meta(description="The kinds of moves.", extra={"size": 15})]
    reasons: Annotated[tuple[EndReasonInfo, ...], Meta(description="The ways in which the game can end.")]
    words: Annotated[
        tuple[WordInfo, ...],
        Meta(description="The words for values and amounts, as labels and sentences have them.", extra={"size": 40}),
    ]
    rules: Annotated[
        tuple[RuleInfo, ...], Meta(description="The rules, in the order of their ids.", extra={"size": 30})
    ]
    rules_versions: Annotated[
        tuple[RulesVersionInfo, ...],
        Meta(
            description="The versions of the rules, from the first. New games get the last one, which `rules` describes.",
            extra={"size": 2},
        ),
    ]
    table: Annotated[
        tuple[TableField, ...],
        Meta(description="The fields of the table, for clients that show any kind of game.", extra={"size": 140}),
    ]
    editions: Annotated[
        tuple[EditionInfo, ...],
        Meta(description="The available editions, the default first.", extra={"size": 1}),
    ]

    @property
    def seats(self) -> range:
        """The numbers of seats that it can have."""
        return range(self.min_seats, self.max_seats + 1)


class Catalogue(Public, frozen=True):
    """The catalogue of what can be played here."""

    games: Annotated[tuple[GameInfo, ...], Meta(description="The kinds of games.")]
    languages: Annotated[
        tuple[str, ...],
        Meta(
            description="The languages, as `Accept-Language` names them, in which nothing that the service says is left in "
            "English, nor of at least one game. English is the first."
        ),
    ]
