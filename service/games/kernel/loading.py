"""Loads games from the store, identifies callers by their tokens, and builds what viewers see."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Never

import msgspec
from msgspec import Struct

from taphouse.engine.game import Game
from taphouse.engine.vocabulary import constant
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import Damaged, Refused, Unavailable, Unreadable
from taphouse.schema.game_view import GameView, game_view_type
from taphouse.schema.inputs import GAME_ID
from taphouse.schema.paging import Connection, number_of, numbered
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.callers import TokenRejected
from taphouse.schema.problems.games import GameNotFound
from taphouse.schema.problems.inputs import InputRefused, KeyReused
from taphouse.schema.problems.reasons import SeatLost, TokenExpired, TokenOfOtherGame
from taphouse.schema.texts import sentence
from taphouse.schema.values.agreements import NOTHING_AGREED
from taphouse.schema.values.games import ABANDONED, OVER, RUNNING, WAITING, GameKind, LogEntry, Status
from taphouse.schema.values.kinds import GameTypes
from taphouse.schema.values.lifecycle import Happening
from taphouse.schema.values.seats import Viewer
from taphouse.schema.values.terms import Terms
from taphouse.schema.values.versions import epoch_at
from taphouse.service.access.accounts import Accounts, is_one
from taphouse.service.access.rate_limits import RequestBuckets
from taphouse.service.access.tokens import Claims, Identity, TokenIssuer
from taphouse.service.games.encoding import agreements
from taphouse.service.games.encoding.agreements import NONE
from taphouse.service.games.encoding.codec import SNAPSHOT_EVERY, Codec
from taphouse.service.games.encoding.seats import by_player
from taphouse.service.games.kernel import running_clocks
from taphouse.service.games.kernel.editions import Editions, InUse
from taphouse.service.games.kernel.loaded_game import LoadedGame, delayed_to
from taphouse.service.games.kernel.replaying import LogReplay, known, snapshot_before
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.failures import Failure, LogIncomplete, LogShortened, NotServed, StoredByOtherRelease
from taphouse.service.store.protocol import (
    PUT_OFF,
    Due,
    Key,
    KeyTaken,
    Loaded,
    Store,
    StoredEntry,
    StoredGame,
    StoredNews,
    Take,
)

MOST_KEPT = 512
"""The most games of which the constant part is cached, and the most that are kept as they were opened or changed last. Hardly
two games have the same constant part, because of the seed in it."""
_GAME_ID = re.compile(GAME_ID)
Foreign = StoredByOtherRelease | NotServed
"""The reasons why a sound game cannot be read here."""


ANYONE = "anyone"
"""The owner of the idempotency keys of clients without a token."""
_HOUR = 3_600_000
_DAY = 24 * _HOUR

Kept = Mapping[tuple[Status, bool], int]
"""The milliseconds that a game is kept after its last change, by its status and whether a move was ever made."""


def kept(settings: Settings) -> Kept:
    """The time for which games are kept under these settings."""
    usual = {
        WAITING: settings.waiting_days * _DAY,
        RUNNING: settings.idle_days * _DAY,
        OVER: settings.over_days * _DAY,
        ABANDONED: settings.over_days * _DAY,
    }
    unplayed = settings.unplayed_hours * _HOUR
    return {
        (status, played): time if played or status is WAITING else min(time, unplayed)
        for status, time in usual.items()
        for played in (False, True)
    }


class _Fixed(Struct):
    """The decoded constant part of a game."""

    terms: Terms
    in_use: InUse
    timed: Terms | None = None
    """The terms with the time control on which players of quick play agreed."""


class _Kept(Struct):
    """A game as it was opened or changed last."""

    game: LoadedGame
    alone: bool = True
    """False once another process has changed it."""


class Reader:
    """Identifies callers, loads games, and builds what viewers see.

    Args:
        games: The games by kind.
        types: Their types in the GraphQL schema, by kind.
        editions: The editions of all games.
        access: Verifies the tokens of games.
        accounts: Verifies the tokens of accounts; None without accounts.
        store: The store of the games.
        kept: The time for which games are kept.
        now: Returns the current time in milliseconds since the epoch.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        types: Mapping[str, GameTypes],
        editions: Editions,
        access: TokenIssuer,
        accounts: Accounts | None,
        store: Store,
        kept: Kept,
        now: Callable[[], int],
    ) -> None:
        self._access, self._accounts, self.now_ms = access, accounts, now
        self.games, self.store, self.kept = games, store, kept
        self.foreign: dict[str, Foreign] = {}
        """The errors of games that cannot be read here though nothing is wrong with them, by message; readiness reports them."""
        self.codecs = {kind: Codec(game) for kind, game in games.items()}
        self._types, self._editions = types, editions
        self._game_views = {kind: game_view_type(game) for kind, game in games.items()}
        self._fixed: dict[bytes, _Fixed] = {}
        self._kept: dict[str, _Kept] = {}

    def kinds(self, named: Iterable[GameKind] | None) -> tuple[str, ...]:
        """The kinds of games with these names in the API, each once, in the order of the games; all for None.

        Raises:
            Refused: There is no such kind, or none is named.
        """
        served = {constant(kind): kind for kind in self.games}
        wanted = served.keys() if named is None else {*named}
        if not wanted <= served.keys() or not wanted:
            wrong = f"There is no kind {min(wanted - served.keys())[:40]!r}." if wanted else "Name at least one kind."
            message = f"{wrong} The kinds are {', '.join(served)}."
            raise Refused(InputRefused(message=message, argument="kinds"))
        return tuple([kind for name, kind in served.items() if name in wanted])

    async def identify(self, caller: Caller, game: str | None = None) -> Identity:
        """The identity that the caller's token proves. If a game is given, tokens of other games are refused.

        Raises:
            Refused: The token is invalid, has expired, or belongs to another game.
            KeysAway: The keys to verify accounts are unavailable.
        """
        token = caller.token
        if caller.ticket is not None:
            raise Refused(TokenRejected(message="A ticket only opens a stream of events; send a token."))
        if token is None:
            return None
        logins = self._accounts if self._accounts is not None and is_one(token) else None
        found: Identity = self._access.read(token) if logins is None else await logins.read(token)
        if found is None:
            raise Refused(TokenRejected())
        if found.until is not None:
            self.check_time(found)
        if game is not None and isinstance(found, Claims) and found.game != game:
            raise Refused(TokenRejected(), TokenOfOtherGame())
        return found

    def check_time(self, identity: Identity) -> None:
        """Refuse a token that has expired, perhaps since it was verified."""
        if identity is not None and identity.until is not None and identity.until <= self.now_ms():
            raise Refused(TokenRejected(), TokenExpired())

    def in_time(self, identity: Identity, wait: Callable[[], Awaitable[None]]) -> Awaitable[None]:
        """Wait for something, but no longer than the token is valid that proved this identity.

        Raises:
            Refused: The token has expired.
        """
        return wait() if identity is None or identity.until is None else self._until(identity, identity.until, wait)

    async def _until(self, identity: Identity, until: int, wait: Callable[[], Awaitable[None]]) -> None:
        while True:
            self.check_time(identity)
            with suppress(TimeoutError):
                async with asyncio.timeout((until - self.now_ms()) / 1000):
                    await wait()
                return

    def viewer(self, loaded: LoadedGame, identity: Identity) -> Viewer:
        """The viewer for an identity, now.

        Raises:
            Refused: The token was replaced, or has expired.
        """
        self.check_time(identity)
        return loaded.viewer(identity)

    def check(self, game: str) -> None:
        """Refuse a malformed game id without asking the store."""
        if not _GAME_ID.fullmatch(game):
            not_found()

    async def load(
        self, game: str, key: Key | None = None, caller: Caller | None = None, *, moves: bool = False
    ) -> Loaded:
        """Load a game and an idempotency key from the store; the cost of the caller's request is taken in the same round trip.

        Args:
            game: The game's id.
            key: The idempotency key.
            caller: The client that is charged; None if the service loads the game for itself.
            moves: True if the request is about to make a move, which may use the reserves.

        Raises:
            Refused: The game id is malformed, or the key was used for another request.
            RateLimited: The caller is over a limit.
        """
        self.check(game)
        budget = None if caller is None else caller.budget
        try:
            if not isinstance(budget, RequestBuckets):
                loaded = await self.store.load(game, key)
            else:
                loaded = await self.store.load(game, key, budget.due())
                await budget.settle(loaded.taken, moves=moves)
        except StoredByOtherRelease as error:
            raise self._noted(error) from None
        if isinstance(loaded.earlier, KeyTaken):
            key_reused()
        return loaded

    async def with_log(self, game: str, after: int, count: int, takes: Sequence[Take]) -> StoredNews:
        """The record of a game, and what the versions `after + 1` to `after + count` are replayed from, as far as it can be read.

        The takes are made in the same round trip.
        """
        before = snapshot_before(after)
        try:
            return await self.store.news(game, before, after + count - before if count else 0, takes)
        except StoredByOtherRelease as error:
            raise self._noted(error) from None
        except Damaged:  # perhaps only the log, which others than this follower need not
            return StoredNews((await self.load(game)).record, ())

    async def now(self, game: str, caller: Caller | None = None) -> LoadedGame:
        """The current game, loaded for a caller, or for the service itself.

        Raises:
            Refused: There is no such game.
            RateLimited: The caller is over a limit.
        """
        return await self.open(game, (await self.load(game, None, caller)).record)

    async def open(
        self, id_: str, record: StoredGame | None, before: LoadedGame | None = None, state: Any = None
    ) -> LoadedGame:
        """The game of a record.

        Args:
            id_: The game's id.
            record: Its record; None if there is none.
            before: The game at an earlier version, if the entries since were replayed.
            state: The position that replaying them has made.

        Raises:
            Refused: There is no record.
            NotServed: Its kind is not served here.
            StoredByOtherRelease: A part of it is of another format.
            Damaged: A part of it is damaged.
        """
        if record is None:
            not_found()
        last = self._kept.get(id_)
        if last is not None and last.game.record == record:
            return last.game
        if record.kind not in self.games:
            raise self._noted(NotServed(record.kind))
        try:
            moved = None if before is None else self._after_moves(before, record, state)
            loaded = moved or await self._open(id_, record)
        except StoredByOtherRelease as error:
            raise self._noted(error) from None
        except Unavailable:
            raise
        except Exception as error:  # what decodes may still be no game
            raise Damaged(f"Game {id_} is damaged: {error}") from error
        self.keep(loaded)
        return loaded

    def keep(self, loaded: LoadedGame, before: LoadedGame | None = None) -> None:
        """Keep a game as it is, so that it is not decoded again while its record is the same.

        Args:
            loaded: The game.
            before: The game before the change that has made it; None if it was decoded.
        """
        last = self._kept.get(loaded.id)
        if before is not None and (loaded.seats is not before.seats or loaded.agreements is not before.agreements):
            self._kept.pop(loaded.id, None)  # with others, the terms can change
        elif last is not None:
            # Not one that was read before the last change of this process.
            if loaded.record.version >= last.game.record.version:
                last.game, last.alone = loaded, last.alone and before is not None
        elif loaded.record.setup in self._fixed and not loaded.terms.spectator_delay_minutes:
            self._kept[loaded.id] = _Kept(loaded)  # with such a delay, the time decides too
            if len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]

    def ahead(self, game: str) -> LoadedGame | None:
        """A game on which a move can be judged before it is loaded: as it is kept, if only this process has changed it since, and
        its next version needs no other call of the store. None if it must be loaded."""
        last = self._kept.get(game)
        if last is None or not last.alone or last.game.status is not RUNNING or not self.store.takes_with_commits():
            return None
        kept, terms = last.game, last.game.terms
        asks = terms.timing is not None or terms.spectator_delay or kept.has_bots or kept.record.watched
        refreshes = (kept.record.version + 1) % SNAPSHOT_EVERY == 0
        return None if asks or refreshes or kept.record.orders or any(one.resigned for one in kept.seats) else kept

    async def readable(self, id_: str, record: StoredGame | Failure) -> LoadedGame | None:
        """The game of one of several records. None if it cannot be read here, which must not harm the others.

        A game that is damaged, or of a newer release, is logged and counted once in this process.

        Raises:
            StoreUnavailable: Its server, or that of its edition, is away.
        """
        try:
            if isinstance(record, Exception):
                raise record
            return await self.open(id_, record)
        except Unreadable as error:
            self._leave_out(id_, error)
        except Refused:  # there is no record any more
            pass
        return None

    def _noted(self, error: Foreign) -> Foreign:
        if str(error) not in self.foreign:
            telemetry.log.warning("store", warning=str(error))
        self.foreign[str(error)] = error
        return error

    async def put_off(self, due: Due, error: Unreadable) -> None:
        """Note that the game of a reminder cannot be read here. If it is damaged, no instance looks at it again for a while."""
        self._leave_out(due.member, error)
        if isinstance(error, Damaged):
            await self.store.postpone(due, PUT_OFF)

    def _leave_out(self, id_: str, error: Unreadable) -> None:
        if isinstance(error, Foreign):
            self._noted(error)
        telemetry.left_out(f"game {id_}", error)

    def _after_moves(self, before: LoadedGame, record: StoredGame, state: Any) -> LoadedGame | None:
        """The game of a record if moves have only changed its state: its snapshot need not be decoded. None if more changed."""
        if before.clock is not None or before.delayed_to is not None or before.record.setup != record.setup:
            return None
        status, options = before.status, None if before.options == before.terms.options else before.options
        place = status, before.seats, state, before.host, before.rules.version, True
        if before.codec.snapshot(*place, None, before.agreements, options) != record.snapshot:
            return None
        expires = record.updated + self.kept[status, True]
        return msgspec.structs.replace(before, record=record, state=state, played=True, expires=expires)

    async def _open(self, id_: str, record: StoredGame) -> LoadedGame:
        codec = self.codecs[record.kind]
        fixed = self._fixed.get(record.setup) or await self._decoded(record)
        position, state = codec.position(record.snapshot)
        options = codec.options(position, record.snapshot) or fixed.terms.options
        agreed, terms, versions = position.agreements or NONE, fixed.terms, fixed.in_use.versions
        timing = agreed.timing if agreed.quick is None else agreed.quick.timing(position.seats)
        if timing is not None:
            if fixed.timed is None or fixed.timed.timing != timing:
                fixed.timed = msgspec.structs.replace(terms, timing=timing)
            terms = fixed.timed
        status, rules = Status[position.status], versions[position.rules]
        if status is RUNNING and max((0, *rules.deciders(state))) > len(position.seats):
            raise ValueError("a seat must decide that is not there")
        delayed, now = terms.spectator_delay, 0
        if terms.spectator_delay_minutes:
            delayed, now = terms.spectator_delay_minutes, await self.store.now(id_)
        loaded = LoadedGame(
            id_,
            self.games[record.kind],
            codec,
            rules,
            versions,
            fixed.in_use.wordings,
            record,
            terms,
            options,
            status,
            position.host,
            position.seats,
            position.played,
            record.updated + self.kept[status, position.played],
            any(sitting.bot for sitting in position.seats),
            state,
            position.clock,
            agreed,
            delayed_to(terms, status, agreed, record.version, now) if delayed else None,
        )
        return loaded if position.clock is None else running_clocks.lasting(loaded)

    async def _decoded(self, record: StoredGame) -> _Fixed:
        """The constant part of a game; cached, because every request about the game needs it."""
        terms = self.codecs[record.kind].terms(record.setup)
        game, edition = self.games[record.kind], await self._editions.by_digest(record.kind, terms.edition, self.store)
        made = _Fixed(terms, self._editions.in_use(game, edition))
        if self._editions.offers(terms.edition):  # of the others, the store must hear that they are in use
            self._fixed[record.setup] = made
            if len(self._fixed) > MOST_KEPT:
                del self._fixed[next(iter(self._fixed))]
        return made

    async def as_of(self, loaded: LoadedGame, at: int) -> LoadedGame:
        """The game at an earlier version: the newest snapshot up to it, with the later moves replayed."""
        before = snapshot_before(at)
        entries = await self.store.entries(loaded.id, before, at - before)
        if len(entries) < at - before:
            await self.explain_gap(loaded.id, loaded.version, loaded.record.epochs)
        return self.replayed(loaded, at, entries)

    def replayed(self, loaded: LoadedGame, at: int, entries: Sequence[StoredEntry], state: Any = None) -> LoadedGame:
        """The game at an earlier version.

        Args:
            loaded: The game.
            at: The version.
            entries: The entries of the log from its newest certain snapshot up to the version, or more before.
            state: The position at that version, if it is known.

        Raises:
            LogIncomplete: There is no such snapshot.
        """
        found = [entry for entry in entries if entry.snapshot is not None]
        if not found or entries[-1].version != at:
            raise LogIncomplete(f"The log of game {loaded.id} lacks a snapshot before version {at}.")
        snapshot = found[-1].snapshot or b""
        position, _ = loaded.codec.position(snapshot)
        replay = LogReplay(loaded.codec, loaded.versions, loaded.terms)
        deque(replay.read(entries, at), maxlen=0)
        record = msgspec.structs.replace(loaded.record, version=at, updated=entries[-1].at)
        # Only moves follow a snapshot without one of their own.
        moved, status = found[-1].version < at, Status[position.status]
        played, agreements = position.played or moved, position.agreements or NONE
        then = msgspec.structs.replace(
            loaded,
            options=loaded.codec.options(position, snapshot) or loaded.terms.options,
            rules=replay.rules,
            record=record,
            status=status,
            played=played,
            expires=record.updated + self.kept[status, played],
            host=position.host,
            seats=position.seats,
            state=replay.state if state is None else state,
            clock=position.clock,
            agreements=agreements,
        )
        later = [entry for entry in entries if entry.version > found[-1].version]
        for entry in later if agreements.proposals else ():
            automatic = loaded.codec.body(entry.body)[1]
            agreements = agreements.after(moved=True, ended=False, by=by_player(entry.who, automatic, position.seats))
        then = msgspec.structs.replace(then, agreements=agreements)

        def states() -> Iterator[Any]:
            replay = LogReplay(loaded.codec, loaded.versions, loaded.terms)
            for entry in entries[entries.index(found[-1]) :]:
                deque(replay.read([entry], at), maxlen=0)
                yield replay.state

        return running_clocks.replayed(then, later, states)

    async def happenings(
        self, game: LoadedGame | GameView, after: int, count: int, read: Sequence[StoredEntry] = ()
    ) -> Iterator[Happening]:
        """The log entries of the versions `after + 1` to `after + count`, or of those of them that exist.

        Entries of the log that were read before are not read again, if all that are needed are among them.

        Raises:
            Refused: The game does not exist any more.
            LogShortened: Versions that the game had were lost with a server of the store.
            LogIncomplete: The log lacks versions.
        """
        if isinstance(game, LoadedGame):
            id_, version, epochs = game.id, game.version, game.record.epochs
        else:
            id_, version, epochs = game.game_id, game.version, game.epochs
        before, after = snapshot_before(max(0, after)), max(0, after)
        most = after + count - before
        entries = tuple([entry for entry in read if before < entry.version <= before + most])
        if count > 0 and len(entries) < most:
            entries = await self.store.entries(id_, before, most)
        if count > 0 and len(entries) < min(after + count, version) - before:
            await self.explain_gap(id_, version, epochs)
        return LogReplay(self.codecs[game.game.about.kind], game.versions, game.terms).read(entries, after)

    async def explain_gap(self, game: str, version: int, epochs: str) -> Never:
        """Raise the reason why the log lacks versions of a game that was read at a version, with these epochs.

        Raises:
            Refused: The game does not exist any more.
            LogShortened: Versions were lost with a server of the store, and the game lives.
            LogIncomplete: Nothing explains it.
        """
        now = (await self.store.load(game)).record
        if now is None:
            not_found()
        if known(now, version, epoch_at(epochs, version)) < version:
            raise LogShortened(f"A server of the store was lost, and with it versions up to {version} of game {game}.")
        raise LogIncomplete(f"The log of game {game} lacks versions up to {version}.")

    async def seen(self, loaded: LoadedGame, viewer: Viewer) -> LoadedGame:
        """The game at the newest version that a viewer sees: an earlier one if the game shows spectators its moves later."""
        newest = loaded.newest(viewer)
        return loaded if loaded.version <= newest else await self.as_of(loaded, newest)

    def game_view(
        self,
        loaded: LoadedGame,
        viewer: Viewer,
        language: str,
        latest: int | None = None,
        open_to_all: bool | None = None,
        *,
        pinned: bool = False,
    ) -> GameView:
        """The game as a viewer sees it.

        Args:
            loaded: The game.
            viewer: The viewer.
            language: The language of the texts for people.
            latest: The game's newest version, if `loaded` is an earlier one.
            open_to_all: True if the game is over and hides nothing, if `loaded` is an earlier version.
            pinned: True if the client asked for this version.

        Raises:
            RuntimeError: The viewer must not see this version yet. So nothing can show it, whatever forgets the delay.
        """
        record, agreed, newest = loaded.record, NOTHING_AGREED, loaded.delayed_to
        if newest is not None and viewer.seat is None:
            if record.version > newest:
                raise RuntimeError("a viewer without a seat must not see this version yet; call `seen` before")
            latest = newest
        if (lost := viewer.lost) is not None:
            message = sentence(SeatLost(lost.seat, lost.by, lost.reason), language)
            viewer = msgspec.structs.replace(viewer, lost=msgspec.structs.replace(lost, message=message))
        if loaded.agreements is not NONE:
            at, apart = record.updated if latest else self.now_ms(), pinned or latest not in (None, record.version)
            mark = f"@{record.version}" if apart else ""  # as in the id of the view
            agreed = agreements.shown(loaded.agreements, loaded.seats, at, loaded.id, mark)
        return self._game_views[record.kind](
            loaded,
            self._types[record.kind],
            language,
            record.version if latest is None else latest,
            loaded.status is OVER if open_to_all is None else open_to_all,
            viewer,
            None if loaded.terms.timing is None else running_clocks.shown(loaded, loaded.terms.timing),
            pinned,
            agreed,
        )

    async def history(
        self, game_view: GameView, after: str | None, first: int, scheduler: RequestScheduler
    ) -> Connection:
        """At most `first` entries after a cursor, up to the version of the view.

        Raises:
            Refused: The cursor is invalid.
        """
        entries = await self.entries(game_view, number_of(after), first, scheduler)
        more = bool(entries) and entries[-1].version < game_view.version
        return numbered([(entry.version, entry) for entry in entries], after, more=more)

    async def entries(
        self, game_view: GameView, after: int, first: int, scheduler: RequestScheduler
    ) -> tuple[LogEntry, ...]:
        """At most `first` entries after a version, up to the version of the view."""
        found = await self.happenings(game_view, after, min(first, game_view.version - after))
        return tuple(await scheduler.collect(game_view.entries(found)))


def not_found() -> Never:
    """Refuse a request for a game that does not exist."""
    raise Refused(GameNotFound())


def key_reused() -> Never:
    """Refuse a request whose idempotency key was used for another request."""
    raise Refused(KeyReused(message="This idempotency key was used for another request; use a new one."))


def owner(identity: Claims | AccountHolder | None) -> str:
    """The owner of an identity's idempotency keys."""
    match identity:
        case Claims():
            return identity.who
        case AccountHolder():
            return f"player:{identity.id}"
    return ANYONE
