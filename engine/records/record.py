"""A record: all it takes to play a game again, and what became of it. See docs/records.md."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from taphouse.engine.bounded_toml import MOST_BYTES
from taphouse.engine.contract import Options, Outcome, Rules, Victory
from taphouse.engine.editions import MOST_SLUG, SLUG, Edition
from taphouse.engine.game import Game
from taphouse.engine.resigning import SERVICE_RULES
from taphouse.engine.vocabulary import MOST_SEATS

FORMAT: Literal[1] = 1
"""The format of records that this code writes and reads."""
MOST_TEXT = 500
"""The most characters of a name, a move or a comment."""
_COMMENT = r"^[^{}\x00-\x1f\x7f-\x9f]*$"
_NOTATION = r"^[a-z0-9][a-z0-9:, ?-]*$"
_PLAIN = re.compile(_COMMENT), re.compile(_NOTATION)

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal."""
Slug = Annotated[str, Meta(pattern=SLUG, max_length=MOST_SLUG)]
Name = Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]
Bot = Annotated[str, Meta(pattern="^[A-Z][A-Z_]{0,39}$")]
"""The kind of a bot, such as `GREEDY`."""
Seat = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Comment = Annotated[str, Meta(pattern=_COMMENT, max_length=MOST_TEXT)]
Number = Annotated[int, Meta(ge=0, le=10**9)]
Seconds = Annotated[int, Meta(ge=0, le=10**8)]
Time = Annotated[int, Meta(ge=0, le=10**13)]
"""The time of a line, in milliseconds since the game was created. In games with clocks."""
Version = Annotated[int, Meta(ge=1, le=10**6)]
"""A version of the rules."""
GameId = Annotated[str, Meta(pattern="^[a-z2-7]{24}$")]
Moment = Annotated[str, Meta(pattern=r"^[0-9-]{10}[Tt ][0-9:]{8}([.][0-9]{1,9})?([Zz]|[+-][0-9]{2}:?[0-9]{2})$")]
"""A time as in RFC 3339 with an offset from UTC, as it was written: the signature covers its text."""


class RecordError(ValueError):
    """A record is malformed, or does not replay.

    Args:
        reason: what is wrong, as a sentence.
        place: the part of the record, as a path such as `lines[3]`. Empty for the whole record.
        line: the number of the line in its file, from 1. None if it is not known.
    """

    def __init__(self, reason: str, place: str = "", line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason, self.place, self.line = reason, place, line


class _Part(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """The base of all parts of a record."""


class RecordedEdition(_Part, frozen=True):
    """The edition of a game."""

    name: Slug
    digest: Hex
    """The SHA-256 digest of the edition's file. It identifies the edition; the name is for people."""


class RecordedPlayer(_Part, frozen=True):
    """The player of a seat."""

    name: Name | None = None
    brewery: Name | None = None
    bot: Name | None = None
    """The kind of bot, such as `GREEDY`."""
    program: bool = False
    """True if the player was a program that played over the API, and said so."""


class Draw(_Part, frozen=True):
    """A draw as it fell: an order of all positions, or fewer of them, ascending."""

    number: Number
    """The number of the draw in its game."""
    of: Number
    """The number of positions that were drawn from."""
    drawn: tuple[Number, ...]
    """The positions, counted from 0."""
    fell: bool = False
    """True if it fell at a real table, in a game that has a seed for later draws."""
    assumed: tuple[Number, ...] = ()
    """The places in `drawn`, counted from 0, of what nobody saw at a real table and is assumed, so that all moves fit."""


class RecordedOrigin(_Part, frozen=True):
    """The game that a fork was made from."""

    game: GameId
    version: Annotated[int, Meta(ge=1, le=10**15)]
    """Its version at which the fork begins."""


class Begins(_Part, frozen=True):
    """The position that a game begins from, with what nobody knows in order. See `engine.records.positions`."""

    format: Annotated[int, Meta(ge=1, le=10**6)]
    """The format of the state in its game, `Game.format`."""
    state: list[Any]


class Signature(_Part, frozen=True):
    """The signature of a service over all the rest of a record."""

    key: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43}$")]
    """The id of the key: its thumbprint (RFC 7638)."""
    value: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{86}$")]
    """The Ed25519 signature in base64url."""


class TimeAgreement(_Part, frozen=True):
    """An agreement about time, in seconds: a time per move, or a bank."""

    time_out: Slug
    """The effect of a time-out: `passive-move`, `bot` or `resign`."""
    per_move: Seconds | None = None
    bank: Seconds | None = None
    increment: Seconds = 0
    """The time added to a bank when the decision passes to another seat."""


class Played(_Part, frozen=True, tag_field="what", tag="move"):
    """A move of a seat."""

    seat: Seat
    move: Annotated[str, Meta(pattern=_NOTATION, max_length=MOST_TEXT)]
    """The move in notation."""
    automatic: bool = False
    """True if the service made the move for a seat that had resigned, or whose time was over."""
    comment: Comment = ""
    at: Time | None = None


class Joined(_Part, frozen=True, tag_field="what", tag="joined"):
    """A player took a seat: before the first move, or one that was opened."""

    seat: Seat
    comment: Comment = ""
    at: Time | None = None


class Resigned(_Part, frozen=True, tag_field="what", tag="resigned"):
    """A player resigned."""

    seat: Seat
    comment: Comment = ""
    at: Time | None = None


class TimedOut(_Part, frozen=True, tag_field="what", tag="timed-out"):
    """The time of the seat that had to decide was over."""

    seat: Seat
    comment: Comment = ""
    at: Time | None = None


class TimeAdded(_Part, frozen=True, tag_field="what", tag="time-added"):
    """A seat got more time."""

    seat: Seat
    seconds: Seconds
    comment: Comment = ""
    at: Time | None = None


class Paused(_Part, frozen=True, tag_field="what", tag="paused"):
    """The game was paused."""

    comment: Comment = ""
    at: Time | None = None


class Resumed(_Part, frozen=True, tag_field="what", tag="resumed"):
    """The game went on after a pause."""

    comment: Comment = ""
    at: Time | None = None


class Covered(_Part, frozen=True, tag_field="what", tag="covered"):
    """A bot plays for an absent player until they return."""

    seat: Seat
    bot: Bot
    comment: Comment = ""
    at: Time | None = None


class Returned(_Part, frozen=True, tag_field="what", tag="returned"):
    """A player returned to their seat, which a bot had covered."""

    seat: Seat
    comment: Comment = ""
    at: Time | None = None


class Replaced(_Part, frozen=True, tag_field="what", tag="replaced"):
    """A bot took over a seat."""

    seat: Seat
    bot: Bot
    comment: Comment = ""
    at: Time | None = None


class Opened(_Part, frozen=True, tag_field="what", tag="opened"):
    """The player of a seat was removed. Nobody plays it until somebody joins, or a bot takes it over."""

    seat: Seat
    comment: Comment = ""
    at: Time | None = None


class Upgraded(_Part, frozen=True, tag_field="what", tag="upgraded"):
    """The host moved the game to newer rules."""

    rules: Version
    """The version of the rules from here on."""
    comment: Comment = ""
    at: Time | None = None


class Undone(_Part, frozen=True, tag_field="what", tag="undone"):
    """Moves were taken back. The draws from here on have later numbers."""

    moves: Annotated[int, Meta(ge=1, le=10**6)]
    """The number of moves taken back, the last ones that stood."""
    anew: bool = False
    """True if what no seat knows in the position was drawn anew."""
    comment: Comment = ""
    at: Time | None = None


class Drawn(_Part, frozen=True, tag_field="what", tag="drawn"):
    """The players agreed on a draw."""

    comment: Comment = ""
    at: Time | None = None


class Abandoned(_Part, frozen=True, tag_field="what", tag="abandoned"):
    """The host, or all players together, ended the game early."""

    comment: Comment = ""
    at: Time | None = None


Line = (
    Played
    | Joined
    | Resigned
    | TimedOut
    | TimeAdded
    | Paused
    | Resumed
    | Covered
    | Returned
    | Replaced
    | Opened
    | Upgraded
    | Undone
    | Drawn
    | Abandoned
)


class Placed(_Part, frozen=True):
    """The result of one seat."""

    seat: Seat
    place: Seat
    points: int


class Finished(_Part, frozen=True):
    """The end of a game that has an outcome."""

    reason: Slug
    standings: tuple[Placed, ...]
    """All seats, in order of place, then of seat."""
    victory: Slug | None = None
    """A `Victory` in kebab case. None in a record that states only the places, as all do where the first wins."""
    stake: Annotated[int, Meta(ge=1, le=10**6)] = 1
    """The number of games that the result counts as."""


class Record(_Part, frozen=True, kw_only=True):
    """A game: its headers, its moves, and its result."""

    taphouse: Literal[1]
    """The format of the record."""
    kind: Slug
    """The kind of game, such as `dank-and-draft`."""
    edition: RecordedEdition
    rules: Version
    """The version of the rules that the game began under."""
    service_rules: Version = 1
    """The version of the rules of the service; see `engine.resigning`."""
    options: dict[str, Any]
    """All options by name, also those with their default."""
    seats: Annotated[tuple[RecordedPlayer, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    """The players, in turn order."""
    game: GameId | None = None
    """The id of the game in the service that it was played in."""
    origin: RecordedOrigin | None = None
    """The game that it was forked from."""
    position: Begins | None = None
    """The position that it begins from, if that is no set-up. Only once the game is over."""
    created: Moment | None = None
    """The time of the game's creation."""
    updated: Moment | None = None
    """The time of its last version."""
    clock: TimeAgreement | None = None
    """The agreement about time. None if time was not limited."""
    seeded: bool = False
    """True if a client knows the seed or the draws: it chose the seed, or imported the game."""
    commitment: Hex | None = None
    """The commitment to the seed."""
    salt: Hex | None = None
    """The salt of the commitment. Only once the game is over."""
    seed: Hex | None = None
    """The seed of all draws. Only once the game is over, and not of a game at a real table."""
    draws: tuple[Draw, ...] = ()
    """The draws as they fell. A game at a real table needs all; with a seed they are for readers without the rules."""
    edition_file: Annotated[str, Meta(max_length=MOST_BYTES)] | None = None
    """The file of the edition, for readers who do not have it."""
    signature: Signature | None = None
    """The signature of the service that issued the record."""
    lines: tuple[Line, ...] = ()
    """The moves, and what else happened between them."""
    result: Literal["unfinished", "abandoned", "draw"] | Finished

    @property
    def lasted(self) -> datetime.timedelta | None:
        """The time from its creation to its last version. None if one of them is not known.

        Raises:
            RecordError: one is not a time.
        """
        created, updated = [_time(text, name) for name, text in (("created", self.created), ("updated", self.updated))]
        return None if created is None or updated is None else updated - created

    @property
    def moves(self) -> int:
        """The number of moves, with those that were taken back."""
        return sum(isinstance(line, Played) for line in self.lines)


def _time(text: str | None, place: str) -> datetime.datetime | None:
    try:
        return None if text is None else msgspec.convert(text, datetime.datetime)
    except msgspec.ValidationError:
        raise RecordError("This is not a time.", place) from None


def why_not_plain(line: Line) -> str | None:
    """The reason why a line cannot be written as text: a comment with braces or control characters. None if it can."""
    comment, notation = _PLAIN
    if not comment.search(line.comment):
        return "a comment cannot have braces, line breaks or other control characters"
    if isinstance(line, Played) and not notation.search(line.move):
        return "a move is one line of notation"
    return None


def rules_of(version: int, game: Game, edition: Edition, place: str = "rules") -> Rules:
    """The rules of a version that a record names, at `place`.

    Raises:
        RecordError: this release does not have that version of the rules.
    """
    if version > game.newest:
        reason = f"This release has versions 1 to {game.newest} of the rules of {game.about.title}, not {version}."
        raise RecordError(reason, place)
    return game.rules(edition, version)


def heading(game: Game, edition: Edition, rules: int, options: Options, seats: Sequence[RecordedPlayer]) -> Record:
    """The record of a game before its first move, under a version of the rules; without times, seed and commitment."""
    return Record(
        taphouse=FORMAT,
        kind=game.about.kind,
        edition=RecordedEdition(edition.name, edition.digest),
        rules=rules,
        service_rules=SERVICE_RULES,
        options=msgspec.to_builtins(options),
        seats=tuple(seats),
        result="unfinished",
    )


def result_of(outcome: Outcome | None) -> Literal["unfinished"] | Finished:
    """The result of a game that was not abandoned, from the outcome by the rules."""
    if outcome is None:
        return "unfinished"
    placed = tuple(Placed(one.seat, one.place, one.points) for one in outcome.standings)
    victory = None if outcome.victory is Victory.FIRST else str(outcome.victory)
    return Finished(str(outcome.reason), placed, victory, outcome.stake)
