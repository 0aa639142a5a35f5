"""Replays the logs of games. A log holds moves; applying them yields their events again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from taphouse.engine.chance import Chance, after_undos
from taphouse.engine.contract import Event, Move, Rules, Transition
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH
from taphouse.engine.resigning import outcome_of
from taphouse.schema.failures import Refused
from taphouse.schema.problems.games import VersionNotFound
from taphouse.schema.values.games import Status, shown_outcome
from taphouse.schema.values.lifecycle import GameAbandoned, GameEnded, GameStarted, Happening, SeatResigned
from taphouse.schema.values.terms import Terms
from taphouse.schema.values.versions import kept as still
from taphouse.service.games.encoding.codec import SNAPSHOT_EVERY, Codec
from taphouse.service.games.encoding.seats import Sitting, in_order, seat_of
from taphouse.service.store.failures import reads
from taphouse.service.store.protocol import StoredEntry, StoredGame
from taphouse.service.store.servers.replication import kept


def ending(
    rules: Rules, state: Any, seats: tuple[Sitting, ...], service_rules: int
) -> tuple[Status, tuple[Event, ...]]:
    """The status of a game after a move, its start or a resignation, and the event of its end; no event if it goes on.

    Since version 2 of the rules of the service, a game between absent players has no outcome.

    Args:
        rules: The rules of the game.
        state: The position.
        seats: The seats after the change.
        service_rules: The version of the rules of the service.
    """
    found = outcome_of(rules, state, len(seats), in_order(seats), service_rules)
    if found is None:
        return Status.RUNNING, ()
    if service_rules > 1 and not any(one.stays for one in seats):
        return Status.ABANDONED, (GameAbandoned("service", deserted=True),)
    return Status.OVER, (GameEnded(shown_outcome(found)),)


def check_history(before: StoredGame, now: StoredGame) -> None:
    """Check that no version that a follower may know was lost with a server of the store.

    Raises:
        Refused: Versions were lost, and perhaps made again.
    """
    version = kept(before, now)
    if version < before.version:
        raise lost(version)


def known(now: StoredGame, version: int, epoch: str | None) -> int:
    """The version up to which a client's knowledge of a game is valid: it names a version and, perhaps, the epoch of that."""
    return min(now.version, still(now.epochs, version, epoch))


def check_known(now: StoredGame, version: int, epoch: str | None) -> None:
    """Check that a client can continue after a version.

    Raises:
        Refused: The version does not exist yet, or was lost.
    """
    if (found := known(now, version, epoch)) == version:
        return
    if epoch is not None:
        raise lost(found)
    raise Refused(VersionNotFound(version=found))


def lost(version: int) -> Refused:
    """The refusal if the versions that a client knows after this one were lost with a server of the store."""
    message = (
        f"A server of the store was lost, and with it what came after version {version}. Load the game again, and follow it from "
        f"version {version}."
    )
    return Refused(VersionNotFound(message=message, version=version))


def snapshot_before(version: int) -> int:
    """The version before the newest one up to `version` that certainly has a snapshot."""
    return max(1, version - version % SNAPSHOT_EVERY) - 1


class Versions(dict[int, Rules]):
    """The rules of a game under one edition in one language by their versions, each made when it is first needed."""

    def __init__(self, game: Game, edition: Edition, language: str = ENGLISH) -> None:
        self._game, self._edition, self._language = game, edition, language
        self.languages = _Languages(game, edition)
        """The same in each language."""

    def __missing__(self, version: int) -> Rules:
        rules = self[version] = self._game.rules(self._edition, version, self._language)
        return rules


class _Languages(dict[str, Versions]):
    """The rules of a game under one edition by language, each made when it is first needed."""

    def __init__(self, game: Game, edition: Edition) -> None:
        self._game, self._edition = game, edition

    def __missing__(self, language: str) -> Versions:
        versions = self[language] = Versions(self._game, self._edition, language)
        return versions


class LogReplay:
    """Reads a log in order, and keeps the position. Each move is applied under the rules that were in force then.

    Args:
        codec: Decodes the game.
        versions: The game's rules by their versions.
        terms: Its terms, with the random draws as they are before any undo.
        rules: The rules in force before the first entry; None if that entry has a snapshot.
        state: The position before the first entry; None if that entry has a snapshot, or the game has not started.
        undos: The number of undos before the first entry; any number if that entry has a snapshot.
    """

    def __init__(
        self,
        codec: Codec,
        versions: Mapping[int, Rules],
        terms: Terms,
        rules: Rules | None = None,
        state: Any = None,
        undos: int = 0,
    ) -> None:
        self._codec, self._versions, self._terms = codec, versions, terms
        self._chance: Chance = after_undos(terms.chance, undos) if undos else terms.chance
        self._rules: Any = rules
        self._state = state
        self._snapshot: bytes | None = None  # of the position, if it was not needed yet
        self._pending: list[tuple[int, Move]] = []  # by their seats; applied only if the position is needed

    @property
    @reads("a log")
    def rules(self) -> Any:
        """The rules in force after the last entry that was read."""
        self._decode()
        return self._rules

    @property
    @reads("a log")
    def state(self) -> Any:
        """The position after the last entry that was read."""
        self._decode()
        for seat, move in self._pending:
            self._state = self._applied(self._state, seat, move).state
        self._pending.clear()
        return self._state

    def _decode(self) -> None:
        if self._snapshot is None:
            return
        position, self._state = self._codec.position(self._snapshot)
        self._snapshot, self._rules = None, self._versions[position.rules]
        undos = position.agreements.undos if position.agreements is not None else 0
        self._chance = after_undos(self._terms.chance, undos) if undos else self._terms.chance

    def _applied(self, state: Any, seat: int, move: Move) -> Transition:
        rules: Rules = self.rules
        return rules.apply(rules.with_decider(state, seat), move, self._chance)

    def read(self, entries: Iterable[StoredEntry], after: int = 0) -> Iterator[Happening]:
        """Read consecutive entries. Yields what happened in those after version `after`."""
        for entry in entries:
            happening = self._read(entry, entry.version > after)
            if happening is not None:
                yield happening

    @reads("a log")
    def _read(self, entry: StoredEntry, new: bool) -> Happening | None:
        """Read an entry. Returns what happened in it if it is new. Of an earlier one with a position, only that is needed."""
        if not new and entry.snapshot is not None:
            self._pending.clear()
            self._snapshot = entry.snapshot
            return None
        move, automatic, events = self._codec.body(entry.body)
        seat = seat_of(entry.who)
        if new and events is None and move is not None:
            step = self._applied(self.state, seat or 0, move)
            self._state, events = step.state, step.events
            if self.rules.outcome(step.state) is not None:
                seats = self._codec.seated(entry.snapshot or b"").seats
                events = (*events, *ending(self.rules, step.state, seats, self._terms.service_rules)[1])
        elif entry.snapshot is not None:
            self._pending.clear()
            self._snapshot = entry.snapshot
            if new and any(isinstance(event, GameStarted | SeatResigned) for event in events or ()):
                seats = self._codec.seated(entry.snapshot).seats
                status, end = ending(self.rules, self.state, seats, self._terms.service_rules)
                if status is Status.OVER:  # other ends are stored
                    events = (*(events or ()), *end)
        elif move is not None:
            self._pending.append((seat or 0, move))
        if not new:
            return None
        return Happening(entry.version, entry.at, self.rules, seat, move, automatic, events or ())
