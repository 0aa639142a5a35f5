"""A game as it lies in the store, opened: who looks at it by a token, and what he sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Never

import msgspec
from msgspec import Struct

from taphouse.engine.chance import Chance
from taphouse.engine.game import Game, Rules
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameTypes, Sight
from taphouse.schema.input_bounds import GAME_ID
from taphouse.schema.ports import Caller, Player
from taphouse.schema.problems import GameNotFound, KeyReused, TokenRejected
from taphouse.schema.values import HOSTING, SPECTATOR, LogEntry, Role, Status, Viewer, Visibility
from taphouse.service.access import accounts, rate_limits
from taphouse.service.access.accounts import Accounts
from taphouse.service.access.tokens import Access, Claims
from taphouse.service.store import Key, Loaded, Record, Store
from taphouse.service.store import KeyReused as StoreKeyReused
from taphouse.service.tables.editions import Editions
from taphouse.service.tables.encoding import Codec, Host, Setup, Sitting

Identity = Claims | Player | None
"""What a bearer token proves; None: no token was sent."""

_GAME_ID = re.compile(GAME_ID)


class Opened(Struct, frozen=True):
    """A game as it was loaded."""

    id: str
    game: Game
    codec: Codec
    rules: Rules
    record: Record
    setup: Setup
    status: Status
    host: Host
    seats: tuple[Sitting, ...]
    state: Any

    @property
    def version(self) -> int:
        """The version that this is."""
        return self.record.version

    @property
    def chance(self) -> Chance:
        """The game's draws."""
        return Chance(self.setup.seed)

    def bot_to_decide(self) -> int | None:
        """The seat that must decide, if a bot plays it."""
        if self.status is not Status.RUNNING or not any(sitting.bot for sitting in self.seats):
            return None  # most games have no bots, and every move asks this
        decision = self.rules.decision(self.state)
        return decision.seat if decision is not None and self.seats[decision.seat - 1].bot else None

    def viewer(self, identity: Identity) -> Viewer:
        """Who somebody is here.

        Raises:
            Refused: his token was replaced.
        """
        match identity:
            case None:
                return SPECTATOR
            case Player(id=player):
                host = player == self.host.player
                for number, sitting in enumerate(self.seats, 1):
                    if sitting.player == player:
                        return Viewer(Role.SEAT, number, host)
                return HOSTING if host else SPECTATOR
            case Claims(seat=int(seat)):
                generation, viewer = self.seats[seat - 1].generation, Viewer(Role.SEAT, seat)
            case Claims():
                generation, viewer = self.host.generation, HOSTING
        if identity.generation != generation:
            raise Refused(TokenRejected(message="The bearer token was replaced by a newer one."))
        return msgspec.structs.replace(viewer, read_only=True) if identity.read_only else viewer


class Reader:
    """Opens games, and shows them.

    Args:
        games: the games by kind.
        types: their derived types, of the schema that shows them.
        editions: what they can be played with.
        access: reads tokens.
        accounts: reads those of an app's own login, where there is one.
        store: where games are kept.
        now: milliseconds since the epoch.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        types: Mapping[str, GameTypes],
        editions: Editions,
        access: Access,
        accounts: Accounts | None,
        store: Store,
        now: Callable[[], int],
    ) -> None:
        self.games, self.store, self.now_ms = games, store, now
        self.codecs = {kind: Codec(game) for kind, game in games.items()}
        self._types, self._editions, self._access, self._accounts = types, editions, access, accounts

    async def identify(self, caller: Caller, game: str | None = None) -> Identity:
        """What the caller's token proves; where a game is given, a token of another game does not do.

        Raises:
            Refused: nothing, for it was not made here, or has ended, or belongs to another game.
            KeysAway: the keys of the accounts cannot be had.
        """
        token = caller.token
        if token is None:
            return None
        found: Identity
        if self._accounts is not None and accounts.is_one(token):
            found = await self._accounts.read(token)
        else:
            found = self._access.read(token)
        if found is None:
            _reject("The bearer token was not made here, or has ended; send it exactly as you got it, or none.")
        self.check_time(found)
        if game is not None and isinstance(found, Claims) and found.game != game:
            _reject("The bearer token belongs to another game; send this game's, or none.")
        return found

    def check_time(self, identity: Identity) -> None:
        """Refuse a token that has ended since it was looked at."""
        if identity is not None and identity.until is not None and identity.until <= self.now_ms():
            _reject("The bearer token has ended; send a newer one, or none.")

    def viewer(self, opened: Opened, identity: Identity) -> Viewer:
        """Who somebody is in a game now.

        Raises:
            Refused: his token was replaced, or has ended.
        """
        self.check_time(identity)
        return opened.viewer(identity)

    def check(self, game: str) -> None:
        """Refuse what cannot be a game's id, before it costs anything."""
        if not _GAME_ID.fullmatch(game):
            not_found()

    async def load(self, game: str, key: Key | None = None, caller: Caller | None = None) -> Loaded:
        """What the store has of a game and of an idempotency key; what the caller's request costs is taken with it.

        Raises:
            Refused: there can be no such game, or the key stands for another request.
            RateLimited: the caller has asked for too much lately.
        """
        self.check(game)
        meter = None if caller is None else rate_limits.meter_of(caller)
        loaded = await (self.store.load(game, key) if meter is None else meter.load(game, key))
        if isinstance(loaded.earlier, StoreKeyReused):
            key_reused()
        return loaded

    async def now(self, game: str, caller: Caller | None = None) -> Opened:
        """The game as it is now, loaded for somebody or for the house.

        Raises:
            Refused: there is none.
            RateLimited: the caller has asked for too much lately.
        """
        return await self.open(game, (await self.load(game, None, caller)).record)

    async def open(self, id_: str, record: Record | None) -> Opened:
        """A game from its record.

        Raises:
            Refused: there is none.
        """
        if record is None or record.kind not in self.games:
            not_found()
        game, codec = self.games[record.kind], self.codecs[record.kind]
        setup = codec.setup(record.setup)
        edition = await self._editions.by_digest(record.kind, setup.edition, self.store)
        position, state = codec.position(record.snapshot)
        return Opened(
            id_,
            game,
            codec,
            game.rules(edition),
            record,
            setup,
            Status[position.status],
            position.host,
            position.seats,
            state,
        )

    async def as_of(self, opened: Opened, at: int) -> Opened:
        """The game as it was at a version: the newest snapshot up to it, and the moves after that once more."""
        entries = await self.store.since_snapshot(opened.id, at)
        if not entries or entries[0].snapshot is None:
            not_found()
        position, state = opened.codec.position(entries[0].snapshot)
        status = Status[position.status]
        for entry in entries[1:]:
            happening = opened.codec.happening(entry)
            if happening.move is not None:
                state = opened.rules.apply(state, happening.move, opened.chance).state
        record = msgspec.structs.replace(opened.record, version=at, updated=entries[-1].at)
        return msgspec.structs.replace(
            opened, record=record, status=status, host=position.host, seats=position.seats, state=state
        )

    def sight(
        self, opened: Opened, viewer: Viewer, latest: int | None = None, open_to_all: bool | None = None
    ) -> Sight:
        """The game as somebody sees it. `latest` and `open_to_all` are given for an earlier version."""
        record, setup = opened.record, opened.setup
        return Sight(
            id=opened.id,
            game=opened.game,
            types=self._types[record.kind],
            rules=opened.rules,
            edition=setup.edition,
            options=opened.codec.options(setup),
            seeded=setup.seeded,
            commitment=setup.commitment,
            seed=setup.seed,
            visibility=Visibility[setup.visibility],
            version=record.version,
            latest=record.version if latest is None else latest,
            status=opened.status,
            seats=tuple([sitting.info(i) for i, sitting in enumerate(opened.seats, 1)]),
            created=record.created,
            updated=record.updated,
            state=opened.state,
            open_to_all=opened.status is Status.OVER if open_to_all is None else open_to_all,
            viewer=viewer,
        )

    async def history(self, sight: Sight, after: int, first: int) -> tuple[LogEntry, ...]:
        """What happened after a version, up to the version of the sight."""
        entries = await self.store.entries(sight.id, after, min(first, max(0, sight.version - after)))
        return tuple(sight.entries(map(self.codecs[sight.kind].happening, entries)))


def _reject(message: str) -> Never:
    raise Refused(TokenRejected(message=message))


def not_found() -> Never:
    """Refuse what is asked of a game that is not there."""
    raise Refused(GameNotFound(message="There is no game with this id, or it has expired."))


def key_reused() -> Never:
    """Refuse a request whose idempotency key stands for another one."""
    raise Refused(KeyReused(message="This idempotency key was used before, for another request; use a new one."))
