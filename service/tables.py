"""The use cases: create, join, play, resign, abandon and see. Fulfils `schema.context.Tables`.

Every change is one load and one commit. A commit that finds another version than it built on is judged anew from the start,
unless the client said which version it expects. Where a client sends no idempotency key one is made, because the store's
client resends a command whose reply was lost. See docs/design.md, sections 4 and 5.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Never

import msgspec
from msgspec import Struct

from engine.chance import SEED_BYTES, commitment, seed_from
from engine.game import Event, Game, Move
from schema.context import Caller, Changed, Created, Joined, SeatAsked
from schema.problems import (
    GameOver,
    InputRefused,
    NoOpenSeat,
    NotHost,
    NotSeated,
    Refused,
    VersionConflict,
    VersionNotFound,
)
from schema.sight import Happening, Sent, Sight
from schema.values import (
    SPECTATOR,
    BotKind,
    Catalogue,
    GameAbandoned,
    GameEnded,
    GameStarted,
    LegalMove,
    LogEntry,
    Role,
    SeatKind,
    SeatResigned,
    SeatTaken,
    SeatToken,
    Status,
    TableOpened,
    Viewer,
)
from service.access import HOST, Access
from service.bots.house import Bots, bot_to_decide
from service.editions import Editions
from service.reader import Opened, Reader, key_reused
from service.settings import Settings
from service.store import (
    Commit,
    Committed,
    Conflict,
    Entry,
    Key,
    Record,
    Repeated,
)
from service.store import KeyReused as StoreKeyReused
from service.stored import SNAPSHOT_EVERY, Sitting, seat_of

ANYONE = "anyone"
MOST_TRIES = 16
"""How often a change is judged anew because another one was faster."""
MOST_NAME = 40
MOST_SEED = 200
MOST_SHOWN = 100
"""The entries that a version conflict tells at most."""
_KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")
_DAY = 86_400_000
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that show nothing."""


class Step(Struct, frozen=True):
    """A version to be written."""

    who: str
    events: tuple[Event, ...]
    status: Status
    seats: tuple[Sitting, ...]
    state: Any
    move: Move | None = None
    automatic: bool = False

    def happening(self, version: int, at: int) -> Happening:
        """As it is read from the log again."""
        return Happening(version, at, seat_of(self.who), self.move, self.automatic, self.events)


class Tables:
    """The use cases over a store.

    Args:
        reader: opens games in their store.
        editions: what they can be played with.
        catalogue: what is played here.
        access: makes tokens.
        bots: play the seats that are theirs.
        settings: expiry times.
        now: milliseconds since the epoch.
    """

    def __init__(
        self,
        reader: Reader,
        editions: Editions,
        catalogue: Catalogue,
        access: Access,
        bots: Bots,
        settings: Settings,
        now: Callable[[], int],
    ) -> None:
        self._reader, self._store, self._editions, self._catalogue = reader, reader.store, editions, catalogue
        self._access, self._bots, self._settings, self._now = access, bots, settings, now

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
        key: str | None,
    ) -> Created:
        """Set up a game; its id follows from the idempotency key, so a retry finds the same game."""
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
        asked = [[seat.name, seat.kind.value, *([seat.bot.value] if seat.bot else [])] for seat in seats]
        store_key = Key(ANYONE, key, _digest("create", kind, options, asked, edition, seed))
        id_ = self._access.game_id(key)
        secret = seed_from(seed) if seed is not None else secrets.token_bytes(SEED_BYTES)
        published = commitment(secret)
        sittings = tuple(
            [
                Sitting(seat.name, seat.kind is not SeatKind.OPEN, bot=seat.bot.value if seat.bot else None)
                for seat in seats
            ]
        )
        now = self._now()
        record = Record(
            version=0,
            kind=kind,
            status=Status.WAITING.value,
            created=now,
            updated=now,
            setup=codec.new_setup(used.digest, chosen, secret, seed is not None, published),
            snapshot=b"",
        )
        opened = Opened(
            id_, game, codec, game.rules(used), record, codec.setup(record.setup), Status.WAITING, sittings, None
        )
        steps = [Step(HOST, (TableOpened(published),), Status.WAITING, sittings, None)]
        steps += _start_if_full(opened, sittings)
        await self._editions.keep(used, self._store)
        match await self._write(opened, steps, store_key):
            case Opened() as after:
                pass
            case Repeated(last=last):
                after = await self._reader.as_of(await self._reader.now(id_), last)
            case _:
                key_reused()
        mine = [i for i, seat in enumerate(seats, 1) if seat.kind is SeatKind.MINE]
        tokens = tuple([self._seat_token(after, seat) for seat in mine])
        sight = self._reader.sight(after, Viewer(Role.HOST))
        return Created(sight, self._access.token(id_, HOST, after.setup.generation), tokens)

    async def join(
        self, caller: Caller, game: str, name: str | None, seat: int | None, expected: int | None, key: str | None
    ) -> Joined:
        """Take an open seat; the last one starts the game."""
        _check_name(name, "name")
        store_key = Key(ANYONE, _checked_key(key), _digest("join", game, name, seat, expected))
        for _ in range(MOST_TRIES):
            loaded = await self._reader.load(game, store_key)
            if isinstance(loaded.earlier, Repeated):
                return await self._joined(game, loaded.earlier)
            opened = await self._reader.open(game, loaded.record)
            if expected is not None and expected != opened.version:
                await self._conflict(opened, SPECTATOR, expected)
            free = [i for i, sitting in enumerate(opened.seats, 1) if not sitting.taken]
            if opened.status in (Status.OVER, Status.ABANDONED):
                raise Refused(GameOver(message="The game has ended; create a new one.", status=opened.status))
            if not free or (seat is not None and seat not in free):
                which = f"The open seats are {', '.join(map(str, free))}." if free else "All seats are taken."
                raise Refused(NoOpenSeat(message=which))
            taken = seat or free[0]
            sitting = opened.seats[taken - 1]
            sittings = _with(opened.seats, taken, Sitting(name or sitting.name, True))
            event = SeatTaken(taken, sittings[taken - 1].name)
            steps = [Step(f"seat:{taken}", (event,), Status.WAITING, sittings, None)]
            steps += _start_if_full(opened, sittings)
            match await self._write(opened, steps, store_key):
                case Opened() as after:
                    sight = self._reader.sight(after, Viewer(Role.SEAT, taken))
                    return Joined(sight, self._seat_token(after, taken))
                case Repeated() as earlier:
                    return await self._joined(game, earlier)
                case StoreKeyReused():
                    key_reused()
        raise RuntimeError("every try to take a seat met another change")

    async def _joined(self, game: str, earlier: Repeated) -> Joined:
        """The first answer to a join that is asked again."""
        after = await self._reader.as_of(await self._reader.now(game), earlier.last)
        (entry,) = await self._store.entries(game, earlier.first - 1, 1)
        seat = seat_of(entry.who) or 0
        return Joined(self._reader.sight(after, Viewer(Role.SEAT, seat)), self._seat_token(after, seat))

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

        return await self._change(caller, game, expected, key, _digest("play", game, asked, expected), change)

    async def resign(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """The seat's remaining decisions are made by the first legal move."""

        def change(opened: Opened, viewer: Viewer) -> list[Step]:
            seat = viewer.seat
            if seat is None:
                raise Refused(NotSeated(message="Only a seat can resign; send a seat's token as bearer token."))
            self._reader.sight(opened, viewer).check_running()
            if opened.seats[seat - 1].resigned:
                raise Refused(InputRefused(message=f"Seat {seat} has resigned already.", argument="gameId"))
            sittings = _with(opened.seats, seat, msgspec.structs.replace(opened.seats[seat - 1], resigned=True))
            step = Step(f"seat:{seat}", (SeatResigned(seat),), Status.RUNNING, sittings, opened.state)
            return [step, *_automatic(opened, step)]

        return await self._change(caller, game, expected, key, _digest("resign", game, expected), change)

    async def abandon(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """End the game before its end."""

        def change(opened: Opened, viewer: Viewer) -> list[Step]:
            if viewer.role is not Role.HOST:
                raise Refused(NotHost(message="Only the host can abandon the game; send the host's token."))
            if opened.status in (Status.OVER, Status.ABANDONED):
                raise Refused(GameOver(message="The game has ended already.", status=opened.status))
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
        change: Callable[[Opened, Viewer], list[Step]],
    ) -> Changed:
        """One load, one commit; anew where another change was faster and the client expects no version."""
        claims = self._reader.claims(caller, game)
        store_key = Key(claims.who if claims else ANYONE, _checked_key(key), digest)
        for _ in range(MOST_TRIES):
            loaded = await self._reader.load(game, store_key)
            opened = await self._reader.open(game, loaded.record)
            viewer = opened.viewer(claims)
            if isinstance(loaded.earlier, Repeated):
                return await self._changed(opened, viewer, loaded.earlier)
            if expected is not None and expected != opened.version:
                await self._conflict(opened, viewer, expected)
            steps = change(opened, viewer)
            match await self._write(opened, steps, store_key):
                case Opened() as after:
                    sight = self._reader.sight(after, viewer)
                    at, first = after.record.updated, opened.version + 1
                    made = (step.happening(number, at) for number, step in enumerate(steps, first))
                    return Changed(sight, tuple(sight.entries(made)))
                case Repeated() as earlier:
                    return await self._changed(opened, viewer, earlier)
                case StoreKeyReused():
                    key_reused()
                case Conflict() if expected is not None:
                    opened = await self._reader.now(game)
                    await self._conflict(opened, viewer, expected)
        raise RuntimeError("every try to change the game met another change")

    async def _changed(self, opened: Opened, viewer: Viewer, earlier: Repeated) -> Changed:
        """The first answer to a request that is asked again."""
        sight = self._reader.sight(await self._reader.as_of(opened, earlier.last), viewer)
        entries = await self._store.entries(opened.id, earlier.first - 1, earlier.last - earlier.first + 1)
        return Changed(sight, tuple(sight.entries(map(opened.codec.happening, entries))))

    async def _conflict(self, opened: Opened, viewer: Viewer, expected: int) -> Never:
        entries = await self._store.entries(opened.id, max(0, expected), MOST_SHOWN)
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
        claims = self._reader.claims(caller, game)
        opened = await self._reader.now(game)
        self._bots.notice(opened)
        viewer = opened.viewer(claims)
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
        """Write these versions; the game after them, or why nothing was written. A bot that must decide then is told."""
        commit, last = self._commit(opened, steps, key), steps[-1]
        after = msgspec.structs.replace(
            opened, record=commit.record, status=last.status, seats=last.seats, state=last.state
        )
        due = await self._bots.remind(opened.id) if bot_to_decide(after) else None
        result = await self._store.commit(commit)
        if due is not None:
            self._bots.expect(due)
        return after if isinstance(result, Committed) else result

    def _commit(self, opened: Opened, steps: Sequence[Step], key: Key) -> Commit:
        codec, version = opened.codec, opened.version
        now = self._now() if version else opened.record.created
        entries = []
        for number, step in enumerate(steps, version + 1):
            # Whatever changes more than the state by a move carries a snapshot, so that moves alone lead from one to the next.
            full = step.move is None or step.status is not Status.RUNNING or number % SNAPSHOT_EVERY == 0
            snapshot = codec.snapshot(step.status, step.seats, step.state) if full else None
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
            snapshot=entries[-1].snapshot or codec.snapshot(last.status, last.seats, last.state),
        )
        expires = days.get(last.status, self._settings.over_days) * _DAY
        return Commit(opened.id, version, record, tuple(entries), key, expires)

    def _seat_token(self, opened: Opened, seat: int) -> SeatToken:
        sitting = opened.seats[seat - 1]
        return SeatToken(seat, sitting.name, self._access.token(opened.id, f"seat:{seat}", sitting.generation))


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


def _with(seats: tuple[Sitting, ...], seat: int, sitting: Sitting) -> tuple[Sitting, ...]:
    return (*seats[: seat - 1], sitting, *seats[seat:])


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
