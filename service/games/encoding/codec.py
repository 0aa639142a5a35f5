"""The encoding of games in the store: the setup, which never changes, snapshots of positions, and bodies of entries.

Each begins with two bytes: `FORMAT`, and the format of the game's own types, `Game.format`. Values of earlier formats of the game
are upgraded when they are read (`Game.upgrades`). A value of a later format raises `StoredByNewerRelease`, one of an earlier
`FORMAT` `StoredBeforeFirstRelease`, and one of no format `Damaged`. Events of moves are not stored, because replaying the moves
yields them again (`replaying.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Raw, Struct

from taphouse.engine.chance import Chance
from taphouse.engine.clocks import Clock, Timing
from taphouse.engine.contract import Event, Move, Options, State
from taphouse.engine.game import Game
from taphouse.engine.records.chances import RecordedDraws
from taphouse.engine.records.record import Draw
from taphouse.engine.resigning import SERVICE_RULES
from taphouse.schema.failures import Unreadable
from taphouse.schema.registry import LIFECYCLE
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import AgreedEnd, ProposalKind, UndoOption
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import TimeOutAction
from taphouse.schema.values.games import HostPowers, Origin, OriginKind, StartOption, Status, Visibility
from taphouse.schema.values.kinds import union
from taphouse.schema.values.lifecycle import GameEnded
from taphouse.schema.values.seats import SeatEnder, SeatEndReason
from taphouse.schema.values.terms import Terms
from taphouse.service.games.encoding.agreements import NONE, Agreements
from taphouse.service.games.encoding.seats import Host, Sitting
from taphouse.service.store.failures import StoredByNewerRelease, check_format, damaged, reads

_NIL = Raw(msgspec.msgpack.encode(None))
FORMAT = 14
"""The format of values. A change of these types, or a new name in them, such as that of a bot, takes the next number. Until the
first release it also drops the format before; a format that was released stays readable. tests/stores/test_types.py says what to
do."""
_HEAD = 2
"""The bytes before the MessagePack."""
SNAPSHOT_EVERY = 16
"""The most versions from one snapshot in the log to the next."""


class Lineage(Struct, frozen=True, array_like=True):
    """The origin of a game."""

    kind: str
    """The name of an `OriginKind`."""
    game: str | None
    version: int | None


class Setup(Struct, frozen=True, array_like=True):
    """The constant part of a game."""

    edition: str
    """The digest of the edition."""
    options: Raw
    seed: bytes
    seeded: bool
    """True if the creator chose the seed."""
    commitment: str
    """The published commitment to the seed."""
    visibility: str
    salt: bytes | None
    """The salt that hides the seed in the commitment; None if the commitment has none."""
    creators: tuple[str, ...]
    """The digests of the address and of the account, if any, that created it. Empty if there were no limits."""
    origin: Lineage | None
    """The origin; None if it began from a set-up."""
    begins: Raw
    """The position that it begins from, before its shuffle; nil for a set-up."""
    draws: tuple[tuple[int, int, tuple[int, ...]], ...]
    """The number, size and result of the draws that fell at a real table."""
    timing: Timing | None
    """The time control; None if there are no clocks."""
    undo: str
    """The name of an `UndoOption`."""
    start: str
    """The name of a `StartOption`."""
    service_rules: int
    """The version of the rules of the service; see `engine.resigning`."""
    advice: str
    """The name of an `Advice`."""
    people_only: bool
    powers: str
    """The name of a `HostPowers`."""
    rated: bool
    language: str | None
    """The language in which the players want to talk."""
    spectator_delay: int
    """The versions by which viewers without a seat see the game later."""
    spectator_delay_minutes: int
    """The minutes by which they do."""


class Position(Struct, frozen=True, array_like=True):
    """A game at a version."""

    status: str
    seats: tuple[Sitting, ...]
    state: Raw
    """Nil before the game starts."""
    host: Host
    rules: int
    """The version of the rules from here on."""
    played: bool
    """True if a move was ever made."""
    clock: Clock | None
    """The clocks; None if there are none, and before the game starts."""
    agreements: Agreements | None
    """The proposals and agreements; None if there are none."""
    options: bytes | None
    """The options, as in the setup; None if they are those of the setup."""


def check_names(position: Position) -> None:
    """Check that the names in a position are known, since its users rely on that.

    Raises:
        LookupError: One of them is unknown.
    """
    Status[position.status]
    for one in position.seats:
        if one.bot:
            BotKind[one.bot]
        for end in one.ends:
            SeatEnder[end.by], SeatEndReason[end.reason]
    if (agreed := position.agreements) is not None:
        for made in agreed.proposals:
            ProposalKind[made.kind]
        if agreed.end is not None:
            AgreedEnd[agreed.end]
        for wanted in () if agreed.quick is None else agreed.quick.wanted:
            if wanted is not None and wanted.bot is not None:
                BotKind[wanted.bot]


STORED_EVENTS = tuple(event for event in LIFECYCLE if event is not GameEnded)
"""The events of every kind of game that are stored. The end of a game follows from its last move, or from its set-up."""


class Body(Struct, frozen=True, array_like=True):
    """The body of a log entry."""

    move: Raw
    """Nil if the version was not made by a move."""
    automatic: bool
    """True if the service made the move for a resigned seat."""
    events: Raw
    """Nil if they follow from the move."""


def check_head(source: bytes) -> None:
    """Check that a value is of today's format.

    Raises:
        StoredByNewerRelease: A newer release wrote it.
        StoredBeforeFirstRelease: It is of an earlier format.
        ValueError: It is of no format.
    """
    if source[0] != FORMAT:
        check_format(source, FORMAT, _HEAD, "a game")


class Codec:
    """Encodes and decodes games of one kind."""

    def __init__(self, game: Game) -> None:
        about = game.about
        self._game = game
        self._head = bytes((FORMAT, game.format))
        self._encoder = msgspec.msgpack.Encoder()
        self._setup = msgspec.msgpack.Decoder(Setup)
        self._position = msgspec.msgpack.Decoder(Position)
        self._body = msgspec.msgpack.Decoder(Body)
        self._state: Any = msgspec.msgpack.Decoder(about.state | None)
        self._options: Any = msgspec.msgpack.Decoder(about.options)
        self._move: Any = msgspec.msgpack.Decoder(union(about.moves) | None)
        event: Any = union((*about.events, *STORED_EVENTS))
        self._events: Any = msgspec.msgpack.Decoder(tuple[event, ...] | None)

    @reads("a setup")
    def setup(self, source: bytes) -> tuple[Setup, Any]:
        """Decode a setup and its options."""
        check_head(source)
        setup = self._setup.decode(source[_HEAD:])
        return setup, self._typed(self._options, setup.options, source, "options")

    @reads("a setup")
    def terms(self, source: bytes) -> Terms:
        """The terms of a game, from its setup."""
        setup, options = self.setup(source)
        fell = tuple([Draw(number, of, drawn, True) for number, of, drawn in setup.draws])
        seed, origin = Chance(setup.seed), setup.origin
        if setup.timing is not None:
            TimeOutAction[setup.timing.action]
        return Terms(
            setup.edition,
            options,
            setup.seeded,
            setup.commitment,
            setup.seed,
            setup.salt,
            Visibility[setup.visibility],
            None if origin is None else Origin(OriginKind[origin.kind], origin.game, origin.version),
            self._typed(self._state, setup.begins, source, "state"),
            setup.creators,
            fell,
            RecordedDraws(fell, seed) if fell else seed,
            setup.timing,
            UndoOption[setup.undo],
            StartOption[setup.start],
            setup.service_rules,
            Advice[setup.advice],
            setup.people_only,
            HostPowers[setup.powers],
            setup.rated,
            setup.language,
            setup.spectator_delay,
            setup.spectator_delay_minutes,
        )

    def position(self, source: bytes) -> tuple[Position, Any]:
        """Decode a position and its state; the state is None before the game starts.

        Raises:
            StoredByOtherRelease: It is of another format, or its rules are of a newer release.
            Damaged: It is no position.
        """
        try:
            check_head(source)
            position = self._position.decode(source[_HEAD:])
            if position.rules > self._game.newest:
                message = (
                    f"The store holds a game under version {position.rules} of the rules of {self._game.about.title}."
                )
                raise StoredByNewerRelease(message)
            if position.rules < 1:
                raise ValueError(f"there is no version {position.rules} of the rules")
            check_names(position)
            return position, self._typed(self._state, position.state, source, "state")
        except Unreadable:
            raise
        except Exception as error:
            raise damaged("a position", error) from error

    @reads("a position")
    def seated(self, source: bytes) -> Position:
        """Decode a position whose state stays as it is, of a game that this release can open."""
        check_head(source)
        return self._position.decode(source[_HEAD:])

    def reseated(self, source: bytes, position: Position) -> bytes:
        """Encode a position of which `seated` gave another one from this source, with the same state."""
        return bytes((FORMAT, source[1])) + self._encoder.encode(position)

    def options(self, position: Position, source: bytes) -> Any:
        """The options of a decoded position; None if they are those of the setup."""
        return None if position.options is None else self._other_options(position.options, source)

    @reads("options")
    def _other_options(self, options: bytes, source: bytes) -> Any:
        return self._typed(self._options, Raw(options), source, "options")

    @reads("an entry of a log")
    def body(self, source: bytes) -> tuple[Move | None, bool, tuple[Event, ...] | None]:
        """Decode the body of an entry: the move, whether it was automatic, and the events; None if they follow from the move."""
        check_head(source)
        body = self._body.decode(source[_HEAD:])
        move = self._typed(self._move, body.move, source, "tagged")
        return move, body.automatic, self._typed(self._events, body.events, source, "tagged")

    def _typed(self, decoder: Any, raw: Raw, source: bytes, what: str) -> Any:
        """A value of one of the game's types, upgraded if the source has an earlier format of them.

        Raises:
            StoredByNewerRelease: A newer release wrote it.
        """
        format_, newest = source[1], self._head[1]
        if format_ == newest:
            return decoder.decode(raw)
        if format_ > newest:
            raise StoredByNewerRelease(f"The store holds a game of format {format_} of {self._game.about.title}.")
        if not format_:
            raise ValueError("there is no format 0")
        value = msgspec.msgpack.decode(raw)
        for upgrade in self._game.upgrades[format_ - 1 :]:
            change = getattr(upgrade, what)
            if isinstance(value, list) and what == "tagged":
                value = [change(one) for one in value]
            elif value is not None:
                value = change(value)
        return msgspec.convert(value, decoder.type)

    def snapshot(
        self,
        status: Status,
        seats: tuple[Sitting, ...],
        state: State | None,
        host: Host,
        rules: int,
        played: bool,
        clock: Clock | None = None,
        agreements: Agreements = NONE,
        options: Options | None = None,
    ) -> bytes:
        """Encode a position, and the version of the rules from here on. `options` are None if they are those of the setup."""
        raw, agreed = Raw(self._encoder.encode(state)), None if agreements is NONE else agreements
        other = None if options is None else self._encoder.encode(options)
        position = Position(status.value, seats, raw, host, rules, played, clock, agreed, other)
        return self._head + self._encoder.encode(position)

    def new_setup(
        self,
        edition: str,
        options: Any,
        seed: bytes,
        seeded: bool,
        commitment: str,
        visibility: Visibility,
        salt: bytes | None,
        creators: tuple[str, ...] = (),
        origin: Origin | None = None,
        begins: State | None = None,
        fell: Iterable[Draw] = (),
        timing: Timing | None = None,
        undo: UndoOption = UndoOption.CONSENT,
        start: StartOption = StartOption.WHEN_FULL,
        service_rules: int = SERVICE_RULES,
        advice: Advice = Advice.ALL,
        people_only: bool = False,
        powers: HostPowers = HostPowers.FULL,
        rated: bool = False,
        language: str | None = None,
        spectator_delay: int = 0,
        spectator_delay_minutes: int = 0,
    ) -> bytes:
        """Encode a setup."""
        setup = Setup(
            edition,
            Raw(self._encoder.encode(options)),
            seed,
            seeded,
            commitment,
            visibility.value,
            salt,
            creators,
            None if origin is None else Lineage(origin.kind.value, origin.game_id, origin.version),
            Raw(self._encoder.encode(begins)),
            tuple([(draw.number, draw.of, draw.drawn) for draw in fell]),
            timing,
            undo.value,
            start.value,
            service_rules,
            advice.value,
            people_only,
            powers.value,
            rated,
            language,
            spectator_delay,
            spectator_delay_minutes,
        )
        return self._head + self._encoder.encode(setup)

    def without_creator(self, source: bytes, creator: str) -> bytes:
        """A setup without one of its creators."""
        setup, _ = self.setup(source)
        setup = msgspec.structs.replace(setup, creators=tuple([one for one in setup.creators if one != creator]))
        return bytes((FORMAT, source[1])) + self._encoder.encode(setup)

    def new_body(self, move: Move | None, automatic: bool, events: Iterable[Event]) -> bytes:
        """Encode the body of an entry."""
        told = _NIL
        if move is None:
            told = Raw(self._encoder.encode(tuple([event for event in events if not isinstance(event, GameEnded)])))
        return self._head + self._encoder.encode(Body(Raw(self._encoder.encode(move)), automatic, told))
