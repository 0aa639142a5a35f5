"""The use cases: create, join, play, resign, abandon and see. Fulfils `schema.ports.Tables`.

Every change is one load and one commit. A commit that finds another version than it built on is judged anew from the start,
unless the client said which version it expects. Where a client sends no idempotency key one is made, because the store's
client resends a command whose reply was lost. See docs/design.md, sections 4 and 5.
"""

from __future__ import annotations

import datetime
import hashlib
import re
import secrets
import unicodedata
from collections.abc import Sequence
from typing import Any, Never, Protocol

import msgspec

from taphouse.engine.chance import SEED_BYTES, commitment, seed_from
from taphouse.engine.game import Event, Game, Move
from taphouse.schema.failures import Busy, Refused
from taphouse.schema.game_view import Happening, Sent, Sight, moment
from taphouse.schema.input_bounds import KEY, MOST_NAME, MOST_SEED
from taphouse.schema.ports import Caller, Changed, Created, Joined, Player, Reissued, SeatAsked
from taphouse.schema.problems import (
    MOST_ENTRIES,
    AlreadyResigned,
    AlreadySeated,
    InputRefused,
    NoOpenSeat,
    NotHost,
    NotSeated,
    TokenReadOnly,
    VersionConflict,
    VersionNotFound,
)
from taphouse.schema.values import (
    HOSTING,
    SPECTATOR,
    BotKind,
    Catalogue,
    GameAbandoned,
    GameEnded,
    GameStarted,
    HostTokenReplaced,
    LegalMove,
    LogEntry,
    NarrowToken,
    Role,
    SeatKind,
    SeatResigned,
    SeatTaken,
    SeatToken,
    Status,
    TableOpened,
    Viewer,
    Visibility,
)
from taphouse.service.access import rate_limits
from taphouse.service.access.tokens import HOST, Access, Claims
from taphouse.service.runtime.settings import Settings
from taphouse.service.store import Commit, Committed, Conflict, Due, Entry, Key, Record, Repeated
from taphouse.service.store import KeyReused as StoreKeyReused
from taphouse.service.tables.editions import Editions
from taphouse.service.tables.encoding import SNAPSHOT_EVERY, Host, Sitting, seat_of
from taphouse.service.tables.game_lists import Lists
from taphouse.service.tables.hosting import Change, Step, check_host, check_not_ended, emptied, reissued, with_seat
from taphouse.service.tables.loading import Identity, Opened, Reader, key_reused

ANYONE = "anyone"
MOST_TRIES = 16
"""How often a change is judged anew because another one was faster."""
_KEY = re.compile(KEY)
_DAY = 86_400_000
_LATEST = 253_402_300_799_999
"""The end of the year 9999, in milliseconds since the epoch: the last that can be shown."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that show nothing."""


class BotSeats(Protocol):
    """Plays the seats of bots; `service.bots.bot_seats` does."""

    def notice(self, opened: Opened) -> None:
        """Somebody looks at a game: a bot may have been forgotten there."""

    async def remind(self, game: str) -> Due:
        """Set a reminder before a version is written after which a bot must decide."""

    def expect(self, due: Due) -> None:
        """The version is written: have the bot move."""

    async def suggestion(self, sight: Sight, bot: BotKind) -> Move:
        """What a bot would do as the viewer of a sight, who must decide."""


class Tables:
    """The use cases over a store.

    Args:
        reader: opens games in their store.
        editions: what they can be played with.
        catalogue: what is played here.
        access: makes tokens.
        bots: play the seats that are theirs.
        settings: expiry times.
    """

    def __init__(
        self,
        reader: Reader,
        editions: Editions,
        catalogue: Catalogue,
        access: Access,
        bots: BotSeats,
        settings: Settings,
    ) -> None:
        self._reader, self._store, self._editions, self._catalogue = reader, reader.store, editions, catalogue
        self._access, self._bots, self._settings, self._now = access, bots, settings, reader.now_ms
        self._lists = Lists(reader.store, settings)

    def catalogue(self) -> Catalogue:
        """What can be played."""
        return self._catalogue

    # --- creating and joining ------------------------------------------------------------------------------------------

    async def create(
        self,
        caller: Caller,
        kind: str,
        options: dict[str, Any],
        seats: Sequence[SeatAsked],
        edition: str | None,
        seed: str | None,
        visibility: Visibility,
        key: str | None,
    ) -> Created:
        """Set up a game; its id follows from the idempotency key, so a retry finds the same game."""
        player = _account(await self._reader.identify(caller))
        game, codec = self._reader.games[kind], self._reader.codecs[kind]
        chosen = _options(options, game)
        _check_seats(seats, game)
        offered = self._editions.offered[kind]
        if edition is not None and edition not in offered:
            _refuse(
                "edition", f"There is no edition {edition[:40]!r} of {game.about.title}; there is {', '.join(offered)}."
            )
        if seed is not None and not 1 <= len(seed) <= MOST_SEED:
            _refuse("seed", f"A seed has 1 to {MOST_SEED} characters.")
        used = offered[edition] if edition is not None else next(iter(offered.values()))
        refusal = game.rules(used).why_not_new(chosen, len(seats))
        if refusal is not None:
            raise Refused(InputRefused(message=refusal.message, rules=(refusal.rule,), argument="game"))
        key = _checked_key(key)
        asked = [msgspec.to_builtins(seat) for seat in seats]
        whole = _digest("create", kind, options, asked, edition, seed, visibility.value, player)
        store_key = Key(ANYONE, key, whole)
        mine = [i for i, seat in enumerate(seats, 1) if seat.kind is SeatKind.MINE]
        id_, *older = self._access.game_ids(key)
        for one in (id_, *older):  # signed for before the keys were rotated
            earlier = (await self._reader.load(one, store_key, caller)).earlier
            if isinstance(earlier, Repeated):
                return await self._recreated(one, earlier, mine)
        secret = seed_from(seed) if seed is not None else secrets.token_bytes(SEED_BYTES)
        published = commitment(secret)
        sittings = tuple(
            [
                Sitting(
                    seat.name,
                    seat.kind is not SeatKind.OPEN,
                    bot=seat.bot.value if seat.bot else None,
                    player=player if mine[:1] == [number] else None,
                    brewery=seat.brewery,
                )
                for number, seat in enumerate(seats, 1)
            ]
        )
        now = self._now()
        record = Record(
            version=0,
            kind=kind,
            status=Status.WAITING.value,
            created=now,
            updated=now,
            setup=codec.new_setup(used.digest, chosen, secret, seed is not None, published, visibility),
            snapshot=b"",
        )
        host = Host(player=player)
        opened = Opened(
            id_, game, codec, game.rules(used), record, codec.setup(record.setup), Status.WAITING, host, sittings, None
        )
        steps = [Step(HOST, (TableOpened(published),), Status.WAITING, sittings, None)]
        steps += _start_if_full(opened, sittings)
        await self._editions.keep(used, self._store)
        written = await self._write(opened, steps, store_key)
        if isinstance(written, Repeated):
            return await self._recreated(id_, written, mine)
        if not isinstance(written, Opened):
            key_reused()
        return self._created(written, mine)

    async def _recreated(self, game: str, earlier: Repeated, mine: Sequence[int]) -> Created:
        """The first answer to a creation that is asked again."""
        record = (await self._reader.load(game)).record
        if record is None:
            _refuse("idempotencyKey", "The game that was created with this key has expired; use a new key.")
        return self._created(await self._reader.as_of(await self._reader.open(game, record), earlier.last), mine)

    def _created(self, after: Opened, mine: Sequence[int]) -> Created:
        tokens = tuple([self._seat_token(after, seat) for seat in mine])
        return Created(self._reader.sight(after, HOSTING), self._host_token(after), tokens)

    async def join(
        self,
        caller: Caller,
        game: str,
        name: str | None,
        brewery: str | None,
        seat: int | None,
        expected: int | None,
        key: str | None,
    ) -> Joined:
        """Take an open seat; the last one starts the game."""
        _check_name(name, "name")
        _check_name(brewery, "brewery")
        identity = await self._reader.identify(caller, game)
        player = _account(identity)
        store_key = Key(ANYONE, _checked_key(key), _digest("join", game, name, brewery, seat, expected, player))
        for _ in range(MOST_TRIES):
            loaded = await self._reader.load(game, store_key, caller)
            if isinstance(loaded.earlier, Repeated):
                if isinstance(identity, Claims) and identity.read_only:
                    _read_only()
                return await self._joined(game, loaded.earlier, player)
            opened = await self._reader.open(game, loaded.record)
            if expected is not None and expected != opened.version:
                await self._conflict(opened, SPECTATOR, expected)
            viewer = self._reader.viewer(opened, identity)
            check_not_ended(opened)
            if viewer.read_only:
                _read_only()
            if player is not None and viewer.seat is not None:
                raise Refused(AlreadySeated(message=f"You sit at seat {viewer.seat} already.", your_seat=viewer.seat))
            # The seat's token lasts, so that of a host that ends is no host's here.
            lasting = not isinstance(identity, Claims) or identity.until is None
            taken = _free_seat(opened, seat, closed=viewer.host and lasting)
            sitting = opened.seats[taken - 1]
            newer = msgspec.structs.replace(
                sitting, name=name or sitting.name, brewery=brewery or sitting.brewery, taken=True, player=player
            )
            sittings = with_seat(opened.seats, taken, newer)
            event = SeatTaken(taken, newer.name, newer.brewery)
            steps = [Step(f"seat:{taken}", (event,), Status.WAITING, sittings, None)]
            steps += _start_if_full(opened, sittings)
            match await self._write(opened, steps, store_key):
                case Opened() as after:
                    return self._seated(after, taken, player)
                case Repeated() as earlier:
                    return await self._joined(game, earlier, player)
                case StoreKeyReused():
                    key_reused()
        raise Busy

    async def _joined(self, game: str, earlier: Repeated, player: str | None) -> Joined:
        """The first answer to a join that is asked again."""
        after = await self._reader.as_of(await self._reader.now(game), earlier.last)
        (entry,) = await self._store.entries(game, earlier.first - 1, 1)
        return self._seated(after, seat_of(entry.who) or 0, player)

    def _seated(self, after: Opened, seat: int, player: str | None) -> Joined:
        host = player is not None and player == after.host.player
        return Joined(self._reader.sight(after, Viewer(Role.SEAT, seat, host)), self._seat_token(after, seat))

    # --- the host's --------------------------------------------------------------------------------------------------------

    async def open_seat(self, caller: Caller, game: str, seat: int, expected: int | None, key: str | None) -> Changed:
        """Let anybody join at a seat."""
        digest = _digest("open", game, seat, expected)
        return await self._change(caller, game, expected, key, digest, emptied(seat, closed=False))

    async def close_seat(self, caller: Caller, game: str, seat: int, expected: int | None, key: str | None) -> Changed:
        """Let nobody but the host join at a seat."""
        digest = _digest("close", game, seat, expected)
        return await self._change(caller, game, expected, key, digest, emptied(seat, closed=True))

    async def reissue(
        self, caller: Caller, game: str, seat: int | None, expected: int | None, key: str | None
    ) -> Reissued:
        """Make the token of a seat, or the host's own, anew."""
        identity = await self._reader.identify(caller, game)

        def check_lasting() -> None:
            if isinstance(identity, Claims) and identity.until is not None:
                message = "A token that ends by itself makes none that lasts longer; send the one it was made from."
                raise Refused(NotHost(message=message))

        def change(opened: Opened, viewer: Viewer) -> list[Step]:
            steps = reissued(seat)(opened, viewer)
            check_lasting()
            return steps

        digest = _digest("reissue", game, seat, expected)
        after, viewer, _ = await self._changed(caller, identity, game, expected, key, digest, change)
        check_lasting()  # who asks again is not asked whether he may change anything
        token = self._host_token(after) if seat is None else self._seat_token(after, seat).token
        return Reissued(self._reader.sight(after, viewer), token, seat)

    async def narrow(self, caller: Caller, game: str, read_only: bool, until: datetime.datetime | None) -> NarrowToken:
        """A token that may do less than the caller's and ends with it."""
        identity = await self._reader.identify(caller, game)
        opened = await self._reader.now(game, caller)
        viewer = self._reader.viewer(opened, identity)
        if until is not None and until.tzinfo is None:
            _refuse("until", "Give the time with its offset from UTC, such as 2030-01-01T00:00:00Z.")
        ends = None if until is None else int(until.timestamp() * 1000)
        if not read_only and ends is None:
            _refuse("readOnly", "Say how the token is to be narrower: readOnly, until, or both.")
        if ends is not None and not self._now() < ends <= _LATEST:
            _refuse("until", "Give a time to come, before the year 10000.")
        claims = _as_claims(opened, viewer, identity).narrower(read_only, ends)
        end = None if claims.until is None else moment(claims.until)
        return NarrowToken(self._access.token(claims), claims.read_only, end)

    # --- changing ------------------------------------------------------------------------------------------------------

    async def play(
        self, caller: Caller, game: str, moves: Sequence[Sent], expected: int | None, key: str | None
    ) -> Changed:
        """Make moves, all or none; then the moves of seats that have resigned."""
        asked = [[sent.kind, sent.value] for sent in moves]

        def change(opened: Opened, viewer: Viewer) -> list[Step]:
            judged = self._reader.sight(opened, viewer).judge(moves, preview=False)
            steps = [
                _played(opened, opened.seats, f"seat:{viewer.seat}", one.move, one.state, one.events) for one in judged
            ]
            return steps + _automatic(opened, steps[-1])

        with rate_limits.moving(caller):
            return await self._change(caller, game, expected, key, _digest("play", game, asked, expected), change)

    async def resign(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """The seat's remaining decisions are made by the first legal move."""

        def change(opened: Opened, viewer: Viewer) -> list[Step]:
            seat = viewer.seat
            if seat is None:
                raise Refused(NotSeated(message="Only a seat can resign; send a seat's token as bearer token."))
            self._reader.sight(opened, viewer).check_running()
            if opened.seats[seat - 1].resigned:
                raise Refused(AlreadyResigned(message=f"Seat {seat} has resigned already."))
            sittings = with_seat(opened.seats, seat, msgspec.structs.replace(opened.seats[seat - 1], resigned=True))
            step = Step(f"seat:{seat}", (SeatResigned(seat),), Status.RUNNING, sittings, opened.state)
            return [step, *_automatic(opened, step)]

        return await self._change(caller, game, expected, key, _digest("resign", game, expected), change)

    async def abandon(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """End the game before its end."""

        def change(opened: Opened, viewer: Viewer) -> list[Step]:
            check_host(opened, viewer, "abandon the game")
            return [Step(HOST, (GameAbandoned(),), Status.ABANDONED, opened.seats, opened.state)]

        return await self._change(caller, game, expected, key, _digest("abandon", game, expected), change)

    async def make(self, opened: Opened, seat: int, move: Move) -> None:
        """A bot's move, at the version that it was chosen for; nothing where the game has moved on since."""
        step = opened.rules.apply(opened.state, move, opened.chance)
        steps = [_played(opened, opened.seats, f"seat:{seat}", move, step.state, step.events)]
        steps += _automatic(opened, steps[0])
        await self._write(opened, steps, Key("house", f"bot-{opened.version}", "bot"))

    async def _change(
        self,
        caller: Caller,
        game: str,
        expected: int | None,
        key: str | None,
        digest: str,
        change: Change,
    ) -> Changed:
        """Change the game, and tell what was made of it."""
        identity = await self._reader.identify(caller, game)
        after, viewer, happenings = await self._changed(caller, identity, game, expected, key, digest, change)
        sight = self._reader.sight(after, viewer)
        return Changed(sight, tuple(sight.entries(happenings)))

    async def _changed(
        self,
        caller: Caller,
        identity: Identity,
        game: str,
        expected: int | None,
        key: str | None,
        digest: str,
        change: Change,
    ) -> tuple[Opened, Viewer, list[Happening]]:
        """One load, one commit; anew where another change was faster and the client expects no version.

        Returns:
            The game after it, who changed it, and the versions that it made: those of the first time, if it is asked again.
        """
        store_key = Key(_name(identity), _checked_key(key), digest)
        for _ in range(MOST_TRIES):
            loaded = await self._reader.load(game, store_key, caller)
            opened = await self._reader.open(game, loaded.record)
            if isinstance(loaded.earlier, Repeated):
                return await self._repeated(opened, identity, loaded.earlier)
            viewer = self._writer(opened, identity)
            if expected is not None and expected != opened.version:
                await self._conflict(opened, viewer, expected)
            steps = change(opened, viewer)
            match await self._write(opened, steps, store_key):
                case Opened() as after:
                    at, first = after.record.updated, opened.version + 1
                    if isinstance(identity, Player):  # who may have given his own seat away
                        viewer = after.viewer(identity)
                    return after, viewer, [step.happening(number, at) for number, step in enumerate(steps, first)]
                case Repeated() as earlier:
                    return await self._repeated(await self._reader.now(game), identity, earlier)
                case StoreKeyReused():
                    key_reused()
                case Conflict() if expected is not None:
                    opened = await self._reader.now(game)
                    await self._conflict(opened, viewer, expected)
        raise Busy

    def _writer(self, opened: Opened, identity: Identity) -> Viewer:
        """Who somebody is that may change something."""
        viewer = self._reader.viewer(opened, identity)
        if viewer.read_only:
            _read_only()
        return viewer

    async def _repeated(
        self, opened: Opened, identity: Identity, earlier: Repeated
    ) -> tuple[Opened, Viewer, list[Happening]]:
        entries = await self._store.entries(opened.id, earlier.first - 1, earlier.last - earlier.first + 1)
        happenings = [opened.codec.happening(entry) for entry in entries]
        if happenings[0].events == (HostTokenReplaced(),):  # it ended the token that it was sent with
            opened = await self._reader.as_of(opened, earlier.first - 1)
        viewer = self._writer(opened, identity)
        return await self._reader.as_of(opened, earlier.last), viewer, happenings

    async def _conflict(self, opened: Opened, viewer: Viewer, expected: int) -> Never:
        entries = await self._store.entries(opened.id, max(0, expected), MOST_ENTRIES)
        sight = self._reader.sight(opened, viewer)
        version = opened.version
        raise Refused(
            VersionConflict(
                message=f"The game is at version {version}, not {expected}.",
                version=version,
                entries=tuple(sight.entries(map(opened.codec.happening, entries))),
            )
        )

    # --- seeing --------------------------------------------------------------------------------------------------------

    async def see(self, caller: Caller, game: str, at: int | None) -> Sight:
        """The game as the token's holder sees it, now or at a version."""
        identity = await self._reader.identify(caller, game)
        opened = await self._reader.now(game, caller)
        self._bots.notice(opened)
        viewer = self._reader.viewer(opened, identity)
        version = opened.version
        if at is None or at == version:
            return self._reader.sight(opened, viewer)
        if not 1 <= at < version:
            raise Refused(
                VersionNotFound(
                    message=f"The versions of this game are 1 to {version}; there is no {at}.", version=version
                )
            )
        then = await self._reader.as_of(opened, at)
        return self._reader.sight(then, viewer, latest=version, open_to_all=opened.status is Status.OVER)

    async def suggestion(self, sight: Sight, bot: BotKind) -> LegalMove | None:
        """What a bot would do; None where the viewer of the sight has nothing to decide."""
        return sight.legal(await self._bots.suggestion(sight, bot)) if sight.decides else None

    async def history(self, sight: Sight, after: int, first: int) -> tuple[LogEntry, ...]:
        """What happened after a version, up to the version of the sight."""
        return await self._reader.history(sight, after, first)

    # --- parts ---------------------------------------------------------------------------------------------------------

    async def _write(
        self, opened: Opened, steps: Sequence[Step], key: Key
    ) -> Opened | Repeated | StoreKeyReused | Conflict:
        """Write these versions; the game after them, or why nothing was written. A bot that must decide then is told.

        Versions that have the position put the game into its lists again, so most moves cost no round trip for it.
        """
        commit, last = self._commit(opened, steps, key), steps[-1]
        after = msgspec.structs.replace(
            opened,
            record=commit.record,
            status=last.status,
            host=last.host or opened.host,
            seats=last.seats,
            state=last.state,
        )
        if any(entry.snapshot is not None for entry in commit.entries):
            await self._lists.put(after)
        due = await self._bots.remind(opened.id) if after.bot_to_decide() else None
        result = await self._store.commit(commit)
        if due is not None:
            self._bots.expect(due)
        if isinstance(result, Committed) and opened.status is Status.WAITING and after.status is not Status.WAITING:
            await self._lists.drop_open(opened)
        return after if isinstance(result, Committed) else result

    def _commit(self, opened: Opened, steps: Sequence[Step], key: Key) -> Commit:
        codec, version = opened.codec, opened.version
        now = self._now() if version else opened.record.created
        entries = []
        for number, step in enumerate(steps, version + 1):
            # Whatever changes more than the state by a move carries a snapshot, so that moves alone lead from one to the next.
            full = step.move is None or step.status is not Status.RUNNING or number % SNAPSHOT_EVERY == 0
            snapshot = codec.snapshot(step.status, step.seats, step.state, step.host or opened.host) if full else None
            body = codec.body(step.move, step.automatic, step.events)
            entries.append(Entry(number, now, step.who, body, snapshot))
        last = steps[-1]
        days = {Status.WAITING: self._settings.waiting_days, Status.RUNNING: self._settings.idle_days}
        record = Record(
            version=version + len(steps),
            kind=opened.record.kind,
            status=last.status.value,
            created=opened.record.created,
            updated=now,
            setup=opened.record.setup,
            snapshot=entries[-1].snapshot
            or codec.snapshot(last.status, last.seats, last.state, last.host or opened.host),
        )
        expires = days.get(last.status, self._settings.over_days) * _DAY
        return Commit(opened.id, version, record, tuple(entries), key, expires)

    def _seat_token(self, opened: Opened, seat: int) -> SeatToken:
        sitting = opened.seats[seat - 1]
        return SeatToken(seat, sitting.name, self._access.token(_seat_claims(opened, seat)))

    def _host_token(self, opened: Opened) -> str:
        return self._access.token(Claims(opened.id, HOST, opened.host.generation))


def _seat_claims(opened: Opened, seat: int) -> Claims:
    return Claims(opened.id, f"seat:{seat}", opened.seats[seat - 1].generation)


def _as_claims(opened: Opened, viewer: Viewer, identity: Identity) -> Claims:
    """What a token says that is worth what somebody is here."""
    match identity:
        case Claims():
            return identity
        case Player() if viewer.seat is not None:
            return msgspec.structs.replace(_seat_claims(opened, viewer.seat), until=identity.until)
        case Player() if viewer.host:
            return Claims(opened.id, HOST, opened.host.generation, until=identity.until)
    raise Refused(NotSeated(message="There is no token to make narrower; send a seat's or the host's as bearer token."))


def _name(identity: Identity) -> str:
    """Whose idempotency keys these are."""
    match identity:
        case Claims():
            return identity.who
        case Player():
            return f"player:{identity.id}"
    return ANYONE


def _account(identity: Identity) -> str | None:
    return identity.id if isinstance(identity, Player) else None


def _free_seat(opened: Opened, seat: int | None, *, closed: bool) -> int:
    """The seat that is asked for, which may be a closed one if so allowed, or the first open one."""
    free = [i for i, sitting in enumerate(opened.seats, 1) if sitting.open]
    if seat is not None and 1 <= seat <= len(opened.seats):
        sitting = opened.seats[seat - 1]
        if sitting.open or (closed and not sitting.taken):
            return seat
    if seat is None and free:
        return free[0]
    raise Refused(
        NoOpenSeat(message=f"The open seats are {', '.join(map(str, free))}." if free else "No seat is open.")
    )


def _read_only() -> Never:
    raise Refused(TokenReadOnly(message="This token only lets see; send the one that it was made from."))


def _played(
    opened: Opened,
    seats: tuple[Sitting, ...],
    who: str,
    move: Move,
    state: Any,
    events: tuple[Event, ...],
    automatic: bool = False,
) -> Step:
    """The version that a move makes; the last of a game says how it ended."""
    outcome = opened.rules.outcome(state)
    if outcome is None:
        return Step(who, events, Status.RUNNING, seats, state, move, automatic)
    return Step(who, (*events, GameEnded(outcome)), Status.OVER, seats, state, move, automatic)


def _automatic(opened: Opened, last: Step) -> list[Step]:
    """The moves of seats that have resigned, until another seat must decide: the first legal one each time."""
    steps: list[Step] = []
    rules = opened.rules
    while last.status is Status.RUNNING:
        decision = rules.decision(last.state)
        if decision is None or not last.seats[decision.seat - 1].resigned:
            break
        move = next(rules.moves(rules.known(last.state, decision.seat)))
        step = rules.apply(last.state, move, opened.chance)
        last = _played(opened, last.seats, f"seat:{decision.seat}", move, step.state, step.events, automatic=True)
        steps.append(last)
    return steps


def _start_if_full(opened: Opened, seats: tuple[Sitting, ...]) -> list[Step]:
    """The start of the game, once all seats are taken."""
    if not all(sitting.taken for sitting in seats):
        return []
    state = opened.rules.new(opened.codec.options(opened.setup), len(seats), opened.chance)
    return [Step("house", (GameStarted(len(seats)),), Status.RUNNING, seats, state)]


def _options(options: dict[str, Any], game: Game) -> Any:
    try:
        return msgspec.convert(options, game.about.options)
    except msgspec.ValidationError as error:
        return _refuse("game", f"The options of {game.about.title}: {error}.")


def _check_seats(seats: Sequence[SeatAsked], game: Game) -> None:
    bounds = game.about.seats
    if len(seats) not in bounds:
        _refuse("seats", f"{game.about.title} is for {bounds[0]} to {bounds[-1]} players, not {len(seats)}.")
    for seat in seats:
        _check_name(seat.name, "seats")
        _check_name(seat.brewery, "seats")
        if (seat.kind is SeatKind.BOT) != (seat.bot is not None):
            _refuse("seats", "A seat of kind BOT names its bot, as in {kind: BOT, bot: GREEDY}; no other seat does.")


def _check_name(name: str | None, argument: str) -> None:
    """Names are shown to others, so they are short, visible, and without anything that steers text."""
    if name is None:
        return
    if not 1 <= len(name) <= MOST_NAME or name != name.strip():
        _refuse(argument, f"A name has 1 to {MOST_NAME} characters, and no space at either end.")
    if any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or c in _BLANK for c in name):
        _refuse(argument, "A name has no control characters and no invisible ones.")


def _checked_key(key: str | None) -> str:
    """The client's idempotency key, or a new one."""
    if key is None:
        return secrets.token_urlsafe(24)
    if not _KEY.fullmatch(key):
        _refuse("idempotencyKey", "An idempotency key has 22 to 64 random letters, digits, - or _, such as a UUID.")
    return key


def _digest(*request: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(request, order="sorted")).hexdigest()


def _refuse(argument: str, message: str) -> Never:
    raise Refused(InputRefused(message=message, argument=argument))
