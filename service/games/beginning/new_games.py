"""The parts that all ways to create a game share: idempotency key, first versions, quotas, tokens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.clocks import Timing
from taphouse.engine.contract import Event, Options, Rules
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.records.record import Draw
from taphouse.engine.resigning import SERVICE_RULES
from taphouse.schema.concepts.sitting import StartAsked
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.results import GameCreated
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.games import HostPowers, Origin, StartOption, Status, Visibility
from taphouse.schema.values.lifecycle import GameStarted, TableOpened
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import HOSTING
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.tokens import HOST, SERVICE, TokenIssuer
from taphouse.service.games.beginning.seats import Introduce, introduced
from taphouse.service.games.encoding.agreements import NONE, Agreements
from taphouse.service.games.encoding.seats import Host, Sitting, with_asked
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.committing import Committer, checked_key
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.game_tokens import host_token, seat_token
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame
from taphouse.service.games.kernel.loading import ANYONE, Reader, key_reused
from taphouse.service.games.kernel.presence import Presence
from taphouse.service.games.kernel.steps import Step, played
from taphouse.service.games.seating.challenging import Challenges
from taphouse.service.store.failures import StoreBusy, StoreUnavailable
from taphouse.service.store.protocol import Key, Repeated, StoredGame


class NewGame(Struct, frozen=True, kw_only=True):
    """The properties of a game to create."""

    game: Game
    edition: Edition
    rules: Rules
    options: Options
    seats: tuple[Sitting, ...]
    visibility: Visibility
    seed: bytes
    seeded: bool
    salt: bytes | None
    commitment: str
    origin: Origin | None = None
    begins: Any = None
    """The position that it begins from, before its shuffle; None for a set-up or a whole record."""
    fell: tuple[Draw, ...] = ()
    timing: Timing | None = None
    """The time control; None if the game has no clocks."""
    events: tuple[Event, ...] = ()
    """The events of the first version, besides `TableOpened`."""
    undo: UndoOption = UndoOption.FREE
    start: StartOption = StartOption.WHEN_FULL
    service_rules: int = SERVICE_RULES
    """The version of the rules of the service."""
    own: tuple[tuple[int, int], ...] = ()
    """See `Host.own`."""
    advice: Advice
    people_only: bool = False
    powers: HostPowers = HostPowers.FULL
    agreements: Agreements = NONE
    """The agreements of its players."""
    rated: bool = False
    language: str | None = None
    spectator_delay: int = 0
    spectator_delay_minutes: int = 0
    asked: Sequence[SeatAsked] = ()
    """The seats as they were asked for, if that may challenge players."""


Log = Callable[[LoadedGame], Awaitable[list[Step]]]
"""Returns the versions after the first one."""


OTHERS = 12
"""The number of further ids that are tried if the server of one does not answer."""


class PlaceAway(StoreUnavailable):
    """The server that would hold a game whose id derives from a client's key does not answer."""

    why = (
        "The part of the store where this game belongs does not respond. Where it belongs follows from the idempotency key: send "
        "the same key again."
    )


class NewGames:
    """Stores new games, whichever way they are created.

    Args:
        committer: Commits the first versions.
        reader: Loads games.
        editions: The editions of all games.
        access: Derives ids, and issues tokens.
        quotas: Counts games; None without limits.
        presence: Notes who is at the table of a game that waits.
        introduce: Finds the profile of an account.
        challenges: Reserves seats for challenged players.
    """

    def __init__(
        self,
        committer: Committer,
        reader: Reader,
        editions: Editions,
        access: TokenIssuer,
        quotas: Quotas | None,
        presence: Presence,
        introduce: Introduce,
        challenges: Challenges,
    ) -> None:
        self._committer, self._reader, self._store, self._editions = committer, reader, reader.store, editions
        self._access, self._quotas, self._presence, self._introduce = access, quotas, presence, introduce
        self._challenges = challenges

    async def begin(self, caller: Caller, key: str | None, digest: str) -> tuple[str, Key, tuple[str, Repeated] | None]:
        """The id of the new game, the key, and the game that the same request created before. Takes the cost of the request.

        Raises:
            PlaceAway: The server of the id that derives from the client's key does not answer, but others do.
        """
        try:
            return await self._begun(caller, checked_key(key), digest, fresh=key is None)
        except StoreUnavailable as error:
            if isinstance(error, StoreBusy) or not 0 < (await self._store.health()).reachable < 1:
                raise
            if key is not None:
                raise PlaceAway(str(error)) from error
        for _ in range(OTHERS - 1):
            with suppress(StoreUnavailable):
                return await self._begun(caller, checked_key(None), digest, fresh=True)
        return await self._begun(caller, checked_key(None), digest, fresh=True)

    async def _begun(
        self, caller: Caller, key: str, digest: str, *, fresh: bool
    ) -> tuple[str, Key, tuple[str, Repeated] | None]:
        store_key = Key(ANYONE, key, digest)
        id_, *older = self._access.game_ids(key)
        if fresh:
            older.clear()
        for candidate in (id_, *older):  # the older ids are from before the signing key was rotated
            earlier = (await self._reader.load(candidate, store_key, caller)).earlier
            if isinstance(earlier, Repeated):
                return id_, store_key, (candidate, earlier)
        return id_, store_key, None

    async def create(
        self, caller: Caller, player: str | None, id_: str, store_key: Key, new: NewGame, log: Log | None = None
    ) -> GameCreated:
        """Store a new game for the caller, whose account is `player`, if any. Returns it with its tokens."""
        for one in new.asked:
            if one.challenge is not None:
                new = replace(new, seats=await self._challenges.reserve(id_, player, new.asked, new.seats))
                break
        written = await self.write(caller, player, player, id_, store_key, new, log)
        if isinstance(written, Repeated):
            return await self.recreated(id_, written, caller.language)
        return self._created(written, caller.language)

    async def write(
        self,
        caller: Caller,
        player: str | None,
        host: str | None,
        id_: str,
        store_key: Key,
        new: NewGame,
        log: Log | None = None,
    ) -> LoadedGame | Repeated:
        """Store a new game: its first version, and those of a log; without one, its start if all seats are taken.

        Args:
            caller: The client whose quotas it counts against.
            player: The caller's account, if any.
            host: The host's account, if any.
            id_: Its id.
            store_key: The key of the request.
            new: The game.
            log: Makes the versions after the first one.
        """
        creators, slug = creators_of(self._quotas, caller, player), new.game.about.kind
        codec, waiting, seats = self._reader.codecs[slug], Status.WAITING, new.seats
        person = None
        if player is not None:
            person = await self._introduce(player)
            seats = introduced(seats, player, person, slug)
        if host != player:
            person = None if host is None else await self._introduce(host)
        now = self._reader.now_ms() if new.timing is None else await self._store.now(id_)
        in_use = self._editions.in_use(new.game, new.edition)
        setup = codec.new_setup(
            new.edition.digest,
            *(new.options, new.seed, new.seeded, new.commitment, new.visibility, new.salt, creators, new.origin),
            *(new.begins, new.fell, new.timing, new.undo, new.start, new.service_rules, new.advice, new.people_only),
            *(new.powers, new.rated, new.language, new.spectator_delay, new.spectator_delay_minutes),
        )
        terms, quick = codec.terms(setup), new.agreements.quick
        terms = terms if quick is None else replace(terms, timing=quick.timing(seats))
        record = StoredGame(0, slug, waiting.value, created=now, updated=now, setup=setup, snapshot=b"")
        loaded = LoadedGame(
            id_,
            new.game,
            codec,
            new.rules,
            in_use.versions,
            in_use.wordings,
            record,
            terms,
            new.options,
            waiting,
            Host(player=host, own=new.own, profile=None if person is None else person.at(slug)),
            seats,
            False,  # no move was made
            now,
            any(seat.bot for seat in seats),
            state=None,
            agreements=new.agreements,
        )
        opened = TableOpened(new.commitment), *new.events
        steps = [Step(HOST, opened, waiting, seats, None, agreements=new.agreements)]
        steps += start_if_full(loaded, seats) if log is None else await log(loaded)
        if self._quotas is not None and creators:
            listed, status = new.visibility is Visibility.OPEN, steps[-1].status
            try:
                await self._quotas.create(creators, id_, waits=status is waiting, listed=listed, ended=status in ENDED)
            except Refused:  # the game may be why: the request may have been sent twice
                earlier = (await self._reader.load(id_, store_key)).earlier
                if isinstance(earlier, Repeated):
                    return earlier
                raise
        await self._editions.keep(new.edition, self._store)
        if self._quotas is not None and creators and not self._editions.offers(new.edition.digest):
            self._quotas.brought(creators, len(new.edition.source))
        if steps[-1].status is waiting:
            await self._presence.began(loaded)
        written = await self._committer.write(loaded, steps, store_key)
        return written if isinstance(written, LoadedGame | Repeated) else key_reused()

    async def recreated(self, game: str, earlier: Repeated, language: str) -> GameCreated:
        """Repeat the first answer to a request to create a game."""
        record = (await self._reader.load(game)).record
        if record is None:
            refuse("idempotencyKey", "The game created with this key has expired; use a new key.")
        after = await self._reader.as_of(await self._reader.open(game, record), earlier.last)
        return self._created(after, language)

    def _created(self, after: LoadedGame, language: str) -> GameCreated:
        """The answer, with the tokens of the seats that the creator has; a game that is over has none."""
        mine = [n for n, one in enumerate(after.seats, 1) if one.held and after.status not in ENDED]
        tokens = tuple([seat_token(self._access, after, seat) for seat in mine])
        return GameCreated(self._reader.game_view(after, HOSTING, language), host_token(self._access, after), tokens)


def creators_of(quotas: Quotas | None, caller: Caller, player: str | None) -> tuple[str, ...]:
    """The creators to note in what a caller with this account creates, for quotas and bots; none if there are no limits."""
    return () if quotas is None or caller.budget is None else quotas.creators(caller.address, player)


def start_if_full(loaded: LoadedGame, seats: tuple[Sitting, ...]) -> list[Step]:
    """The start of the game if all seats are taken, unless its host starts it."""
    full = all(sitting.taken for sitting in seats)
    return [started(loaded, seats, SERVICE)] if full and loaded.terms.start is StartOption.WHEN_FULL else []


def start_or_ask(loaded: LoadedGame, seats: tuple[Sitting, ...], awaited: Collection[int], who: str) -> Step:
    """The start of a game whose seats are all taken, or the version that asks players who are away. `who` is as in `Step.who`."""
    asked = with_asked(seats, awaited)
    if awaited:
        return Step(who, (StartAsked(tuple(sorted(awaited))),), Status.WAITING, asked, None)
    return started(loaded, asked, who)


def started(loaded: LoadedGame, seats: tuple[Sitting, ...], who: str) -> Step:
    """The start of the game: with its set-up, or from the position that it begins from. `who` is as in `Step.who`."""
    begins, rules, chance = loaded.terms.begins, loaded.rules, loaded.terms.chance
    state = rules.new(loaded.options, len(seats), chance) if begins is None else rules.reshuffled(begins, chance)
    events, version = (GameStarted(len(seats)),), loaded.terms.service_rules
    return played(rules, seats, who, None, state, events, service_rules=version)
