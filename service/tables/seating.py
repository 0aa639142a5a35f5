"""Use cases that begin a game: create it, and take its open seats."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence
from typing import Any

import msgspec

from taphouse.engine.chance import SALT_BYTES, SEED_BYTES, commitment, seed_from
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import kebab
from taphouse.schema.failures import Busy, Refused
from taphouse.schema.inputs import MOST_NAME, MOST_SEED
from taphouse.schema.ports import Caller, Player, SeatAsked
from taphouse.schema.problems import (
    AlreadySeated,
    InputRefused,
    NoOpenSeat,
)
from taphouse.schema.results import GameCreated, GameJoined
from taphouse.schema.values import HOSTING, SPECTATOR, GameKind, Role, SeatKind, Status, Viewer, Visibility, wording
from taphouse.schema.values.lifecycle import GameStarted, SeatTaken, TableOpened
from taphouse.service.access.tokens import ANYONE, HOST, Claims
from taphouse.service.store import Key, Record, Repeated
from taphouse.service.store import KeyReused as StoreKeyReused
from taphouse.service.tables.committing import (
    MOST_TRIES,
    Committing,
    Step,
    check_not_ended,
    checked_key,
    refuse,
    refuse_read_only,
    request_digest,
    with_seat,
)
from taphouse.service.tables.encoding import Host, Sitting, shown
from taphouse.service.tables.loading import Identity, Opened, key_reused
from taphouse.service.tables.replaying import Versions

_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are invisible."""


class Seating(Committing):
    """Creates games and seats players."""

    async def create(
        self,
        caller: Caller,
        kind: GameKind,
        options: dict[str, Any],
        seats: Sequence[SeatAsked],
        edition: str | None,
        seed: str | None,
        visibility: Visibility,
        key: str | None,
    ) -> GameCreated:
        """Create a game. Its id derives from the idempotency key, so a repeated request finds the same game."""
        player = _account(await self._reader.identify(caller))
        slug = kebab(kind)
        game, codec = self._reader.games[slug], self._reader.codecs[slug]
        chosen = _options(options, game)
        _check_seats(seats, game)
        offered = self._editions.offered[slug]
        if edition is not None and edition not in offered:
            refuse(
                "edition", f"{game.about.title} has no edition {edition[:40]!r}; its editions are {', '.join(offered)}."
            )
        if seed is not None and not 1 <= len(seed) <= MOST_SEED:
            refuse("seed", f"A seed must have 1 to {MOST_SEED} characters.")
        used = offered[edition] if edition is not None else next(iter(offered.values()))
        versions = Versions(game, used)
        rules = versions[game.newest]
        refusal = rules.why_not_new(chosen, len(seats))
        if refusal is not None:
            raise Refused(InputRefused(message=refusal.message, rules=(refusal.rule,), argument="game"))
        key = checked_key(key)
        sent_seats = [msgspec.to_builtins(seat) for seat in seats]
        whole = request_digest("create", kind, options, sent_seats, edition, seed, visibility.value, player)
        store_key = Key(ANYONE, key, whole)
        mine = [i for i, seat in enumerate(seats, 1) if seat.kind is SeatKind.MINE]
        id_, *older = self._access.game_ids(key)
        for candidate in (id_, *older):  # the older ids are from before the signing key was rotated
            earlier = (await self._reader.load(candidate, store_key, caller)).earlier
            if isinstance(earlier, Repeated):
                return await self._recreated(candidate, earlier, mine)
        secret = seed_from(seed) if seed is not None else secrets.token_bytes(SEED_BYTES)
        salt = secrets.token_bytes(SALT_BYTES)
        published = commitment(secret, salt)
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
        now, creators = self._now(), self._owners(caller, player)
        record = Record(
            version=0,
            kind=slug,
            status=Status.WAITING.value,
            created=now,
            updated=now,
            setup=codec.new_setup(used.digest, chosen, secret, seed is not None, published, visibility, salt, creators),
            snapshot=b"",
        )
        host = Host(player=player)
        opened = Opened(
            id_,
            game,
            codec,
            rules,
            versions,
            wording(game, used),
            record,
            *codec.setup(record.setup),
            Status.WAITING,
            host,
            sittings,
            shown(sittings),
            False,  # no move was made
            now,
            any(seat.bot for seat in seats),
            None,
        )
        steps = [Step(HOST, (TableOpened(published),), Status.WAITING, sittings, None)]
        steps += _start_if_full(opened, sittings)
        if self._quotas is not None and creators:
            listed = visibility is Visibility.OPEN
            await self._quotas.create(creators, id_, waits=steps[-1].status is Status.WAITING, listed=listed)
        await self._editions.keep(used, self._store)
        written = await self._write(opened, steps, store_key)
        if isinstance(written, Repeated):
            return await self._recreated(id_, written, mine)
        if not isinstance(written, Opened):
            key_reused()
        return self._created(written, mine)

    async def _recreated(self, game: str, earlier: Repeated, mine: Sequence[int]) -> GameCreated:
        """Repeat the first answer to a request to create a game."""
        record = (await self._reader.load(game)).record
        if record is None:
            refuse("idempotencyKey", "The game created with this key has expired; use a new key.")
        return self._created(await self._reader.as_of(await self._reader.open(game, record), earlier.last), mine)

    def _created(self, after: Opened, mine: Sequence[int]) -> GameCreated:
        tokens = tuple([self._seat_token(after, seat) for seat in mine])
        return GameCreated(self._reader.sight(after, HOSTING), self._host_token(after), tokens)

    async def join(
        self,
        caller: Caller,
        game: str,
        name: str | None,
        brewery: str | None,
        seat: int | None,
        expected: int | None,
        key: str | None,
    ) -> GameJoined:
        """Take an open seat; taking the last one starts the game."""
        _check_name(name, "name")
        _check_name(brewery, "brewery")
        identity = await self._reader.identify(caller, game)
        player = _account(identity)
        store_key = Key(ANYONE, checked_key(key), request_digest("join", game, name, brewery, seat, expected, player))
        for _ in range(MOST_TRIES):
            loaded = await self._reader.load(game, store_key, caller)
            if isinstance(loaded.earlier, Repeated):
                if isinstance(identity, Claims) and identity.read_only:
                    refuse_read_only()
                return await self._joined(game, loaded.earlier, player)
            opened = await self._reader.open(game, loaded.record)
            if expected is not None and expected != opened.version:
                await self._conflict(opened, SPECTATOR, expected)
            viewer = self._reader.viewer(opened, identity)
            check_not_ended(opened)
            if viewer.read_only:
                refuse_read_only()
            if player is not None and viewer.seat is not None:
                raise Refused(
                    AlreadySeated(message=f"You already have seat {viewer.seat} in this game.", your_seat=viewer.seat)
                )
            # Seat tokens do not expire, so an expiring host token may not take a closed seat.
            lasting = not isinstance(identity, Claims) or identity.until is None
            taken = _free_seat(opened, seat, closed=viewer.host and lasting)
            sitting = opened.seats[taken - 1]
            newer = msgspec.structs.replace(
                sitting, name=name or sitting.name, brewery=brewery or sitting.brewery, taken=True, player=player
            )
            sittings = with_seat(opened.seats, taken, newer)
            if self._quotas is not None and (owners := self._owners(caller, player)):
                await self._quotas.join(opened.setup.creators, game, owners)
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

    def _owners(self, caller: Caller, player: str | None) -> tuple[str, ...]:
        """The owners of what the caller creates, for quotas and bots; empty if the caller has no limits."""
        if self._quotas is None or caller.charge is None:
            return ()
        return self._quotas.creators(caller.address, player)

    async def _joined(self, game: str, earlier: Repeated, player: str | None) -> GameJoined:
        """Repeat the first answer to a request to join."""
        after = await self._reader.as_of(await self._reader.now(game), earlier.last)
        (joined,) = await self._reader.happenings(after, earlier.first - 1, 1)
        return self._seated(after, joined.seat or 0, player)

    def _seated(self, after: Opened, seat: int, player: str | None) -> GameJoined:
        host = player is not None and player == after.host.player
        return GameJoined(self._reader.sight(after, Viewer(Role.SEAT, seat, host)), self._seat_token(after, seat))


def _account(identity: Identity) -> str | None:
    return identity.id if isinstance(identity, Player) else None


def _free_seat(opened: Opened, seat: int | None, *, closed: bool) -> int:
    """The requested seat, which may be a closed one if `closed`; without a request, the first open seat."""
    free = [i for i, sitting in enumerate(opened.seats, 1) if sitting.open]
    if seat is not None and 1 <= seat <= len(opened.seats):
        sitting = opened.seats[seat - 1]
        if sitting.open or (closed and not sitting.taken):
            return seat
    if seat is None and free:
        return free[0]
    raise Refused(
        NoOpenSeat(
            message=f"This seat is not open; the open seats are {', '.join(map(str, free))}."
            if free
            else "No seat is open."
        )
    )


def _start_if_full(opened: Opened, seats: tuple[Sitting, ...]) -> list[Step]:
    """The start of the game, once all seats are taken."""
    if not all(sitting.taken for sitting in seats):
        return []
    state = opened.rules.new(opened.options, len(seats), opened.chance)
    return [Step("house", (GameStarted(len(seats)),), Status.RUNNING, seats, state)]


def _options(options: dict[str, Any], game: Game) -> Any:
    try:
        return msgspec.convert(options, game.about.options)
    except msgspec.ValidationError as error:
        return refuse("game", f"Invalid options for {game.about.title}: {error}.")


def _check_seats(seats: Sequence[SeatAsked], game: Game) -> None:
    bounds = game.about.seats
    if len(seats) not in bounds:
        refuse("seats", f"{game.about.title} is for {bounds[0]} to {bounds[-1]} players, not {len(seats)}.")
    for seat in seats:
        _check_name(seat.name, "seats")
        _check_name(seat.brewery, "seats")
        if (seat.kind is SeatKind.BOT) != (seat.bot is not None):
            refuse(
                "seats", "A seat of kind BOT needs a bot, as in {kind: BOT, bot: GREEDY}; other seats must have none."
            )


def _check_name(name: str | None, argument: str) -> None:
    """Refuse names that are too long, invisible or hold control characters: other players see them."""
    if name is None:
        return
    if not 1 <= len(name) <= MOST_NAME or name != name.strip():
        refuse(argument, f"A name must have 1 to {MOST_NAME} characters, without spaces at the ends.")
    if any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or c in _BLANK for c in name):
        refuse(argument, "A name must not have control characters or invisible characters.")
