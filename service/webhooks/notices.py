"""Notices: stored with the version that they are about, and passed on to webhooks as deliveries.

A commit writes the notices of a watched game together with its versions; a reminder is set before. After the commit, the instance
that made it passes them on. If it dies, another instance claims the reminder. The ids of deliveries derive from their notices, so
passing a notice on twice makes one delivery.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from taphouse.schema.concepts.challenges import ChallengeDeclined
from taphouse.schema.concepts.webhooks import MOST_LOGGED, MOST_PENDING, WebhookEvent
from taphouse.schema.failures import Busy, Damaged, Unavailable, Unreadable
from taphouse.schema.values.clocks import Pace
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import SeatEnded
from taphouse.schema.values.seats import SeatEnder
from taphouse.schema.values.versions import epoch_at
from taphouse.service.games.encoding.seats import seat_of
from taphouse.service.games.kernel.committing import MOST_TRIES
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.running_clocks import with_clock
from taphouse.service.games.kernel.steps import Step
from taphouse.service.games.lobby import pace_of
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.backoff import around
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import NOTICE_LEASE, NOTICES, Commit, Due, Store, StoredGame
from taphouse.service.webhooks.emails import outdated, planned
from taphouse.service.webhooks.stored import (
    ACTIVE,
    FAILED,
    OPERATORS,
    PENDING,
    Delivery,
    DeliveryPlace,
    Hook,
    Notice,
    Unpacked,
    game_owner,
    hooks_name,
    log_name,
    owner_of,
    pack,
    short_id,
    unpack_all,
)

KEPT = 400 * 86_400_000
"""Milliseconds without a delivery after which webhooks and their logs expire."""
POLL = 2.0
"""Seconds between two polls for notices that another instance did not pass on."""
MOST_CLAIMED = 64
"""The most games whose notices wait in this instance; beyond that it claims no reminders."""


_TO_HOST = (WebhookEvent.SEATS_TAKEN.value, WebhookEvent.CHALLENGE_DECLINED.value)
"""The events without a seat that are for the host alone."""


Announce = Callable[[str, Delivery], Awaitable[None]]
"""Makes deliveries of an event with an id to the operators' webhooks."""


class Queued(Protocol):
    """Takes deliveries to make them; implemented by `service.webhooks.deliveries`."""

    async def begin(self, place: DeliveryPlace, owner: str, after: float = 0.0) -> None:
        """Make a stored delivery soon, or after so many seconds."""


class Notices:
    """The notices of this instance.

    Args:
        reader: Loads games.
        deliveries: Takes the deliveries.
        webhooks: False if the operator has turned webhooks off, and has only emails sent.
    """

    def __init__(self, reader: Reader, deliveries: Queued, webhooks: bool = True) -> None:
        self._reader, self._store, self._deliveries, self._webhooks = reader, reader.store, deliveries, webhooks
        self._due: dict[str, Due] = {}
        self._waiting: asyncio.Queue[str] = asyncio.Queue()

    async def noted(self, commit: Commit, before: LoadedGame, after: LoadedGame, steps: Sequence[Step]) -> Commit:
        """A commit with its notices. Seats that change hands may bring an account with webhooks."""
        watched = before.record.watched
        players = [] if watched else _players(after)
        for sitting in () if watched else after.seats:
            if sitting.reserved is not None and sitting.reserved.delivered:
                players.append(sitting.reserved.account)
        if players:
            try:
                watched = any(await self._store.items([hooks_name(owner_of(player)) for player in players]))
            except StoreUnavailable:
                watched = True  # if there are none after all, the notices are dropped
        if not watched:
            return commit
        record = msgspec.structs.replace(commit.record, watched=True)
        notices = tuple(map(pack, _happened(before, after, steps)))
        return msgspec.structs.replace(commit, record=record, notices=notices)

    async def time_short(self, loaded: LoadedGame, seat: int) -> None:
        """Tell webhooks that the time of the seat that must decide is short. Doing it twice makes one delivery."""
        notice = Notice(WebhookEvent.TIME_SHORT.value, loaded.version, await self._store.now(loaded.id), seat)
        await self._deliver(loaded.id, loaded.record, [notice])

    def expect(self, due: Due) -> None:
        """Pass the notices of a game on soon. Call it after the commit that wrote them."""
        if due.member not in self._due:
            self._waiting.put_nowait(due.member)
        self._due[due.member] = due

    async def run(self) -> None:
        """Pass notices on until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._poll())
            group.create_task(self._work())

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(around(POLL))
            try:
                if room := max(0, MOST_CLAIMED - len(self._due)):
                    for due in await self._store.claim(NOTICE_LEASE, room, NOTICES):
                        self.expect(due)
            except StoreUnavailable:
                continue
            except Exception as error:
                telemetry.bug(error)

    async def _work(self) -> None:
        while True:
            due = self._due.pop(await self._waiting.get())
            try:
                try:
                    await self.pass_on(due)
                except Unreadable as error:
                    await self._reader.put_off(due, error)
            except Unavailable:
                continue  # the reminder remains
            except Exception as error:
                telemetry.bug(error, game=due.member)

    async def pass_on(self, due: Due) -> None:
        """Make deliveries of all notices of a game, and then remove the notices and the reminder.

        Raises:
            StoredByOtherRelease: A notice, or a webhook, is of another format. The others were passed on, and nothing is removed.
            NotServed: The kind of the game is not served here. Nothing is removed.
            Damaged: The game is damaged.
        """
        stored = await self._store.notices(due.member)
        record = (await self._store.records([due.member]))[0] if stored else None
        if isinstance(record, Exception):
            raise record
        if record is not None:
            known = unpack_all(Notice, {f"{due.member}, number {i}": one for i, one in enumerate(stored)})
            await self._deliver(due.member, record, list(known.readable.values()))
            known.check()
        await self._store.drop_notices(due.member, stored)
        await self._store.settle(due)

    async def _hooks(self, owner: str) -> Unpacked[Hook]:
        try:
            (items,) = await self._store.items([hooks_name(owner)])
        except Damaged as error:  # another application wrote there
            telemetry.left_out(hooks_name(owner), error)
            items = {}
        return unpack_all(Hook, items)

    async def _deliver(self, game: str, record: StoredGame, notices: Sequence[Notice]) -> None:
        loaded = await self._reader.open(game, record)
        addressed = [player for notice in notices if (player := _addressed(notice, loaded)) is not None]
        owners = [game_owner(game), *map(owner_of, dict.fromkeys([*_players(loaded), *addressed]))]
        found = await asyncio.gather(*map(self._hooks, owners))
        hooks = [
            (owner, id_, hook)
            for owner, known in zip(owners, found, strict=True)
            for id_, hook in known.readable.items()
            if hook.status == ACTIVE and (self._webhooks or hook.address)
        ]
        addresses = {id_ for _, id_, hook in hooks if hook.address}
        wanted = [(owner, id_, [n for n in notices if _wants(owner, hook, n, loaded)]) for owner, id_, hook in hooks]
        wanted = [one for one in wanted if one[2]]
        if pace_of(loaded.terms.timing) is not Pace.LIVE:
            for owner, id_, asked in [one for one in wanted if one[1] in addresses]:
                await self._plan_mail(owner, id_, game, asked[-1], epoch_at(record.epochs, asked[-1].version))
        wanted = [one for one in wanted if one[1] not in addresses]
        logs = await self._store.items([log_name(owner, id_) for owner, id_, _ in wanted])
        for (owner, id_, asked), log in zip(wanted, logs, strict=True):
            made = dict[str, Delivery]()
            for notice in asked:
                epoch = epoch_at(record.epochs, notice.version)  # one that was lost and made again is reported again
                name = short_id(id_, game, notice.version, notice.event, notice.seat, epoch)
                made[name] = Delivery(notice.event, game, notice.version, notice.seat, notice.at, epoch=epoch)
            await self._begin(owner, id_, log, made)
        for known in found:
            known.check()

    async def announce(self, id_: str, announced: Delivery) -> None:
        """Make deliveries of an event with an id to the operators' webhooks. Doing it twice makes one each."""
        known = await self._hooks(OPERATORS)
        wanted = [
            webhook
            for webhook, hook in known.readable.items()
            if hook.status == ACTIVE and announced.event in hook.events
        ]
        logs = await self._store.items([log_name(OPERATORS, webhook) for webhook in wanted])
        for webhook, log in zip(wanted, logs, strict=True):
            await self._begin(OPERATORS, webhook, log, {short_id(webhook, id_): announced})
        known.check()

    async def _plan_mail(self, owner: str, address: str, game: str, notice: Notice, epoch: str | None) -> None:
        """Make the email of a notice, or renew the one of its game that waits. It is not sent if too many wait."""
        name = log_name(owner, address)
        for _ in range(MOST_TRIES):
            (stored,) = await self._store.items([name])
            unpacked = unpack_all(Delivery, stored)
            log = unpacked.readable
            id_, made = planned(log, game, notice, epoch)
            waiting = sum(one.status == PENDING for one in log.values())
            if (log[id_].status != PENDING) if id_ in log else waiting >= MOST_PENDING:
                return
            await self._store.drop_items(name, [*outdated(log, notice.at), *unpacked.damaged])
            if await self._store.put_item(name, id_, pack(made), stored.get(id_), KEPT):
                after = max(0, made.created - self._reader.now_ms()) / 1000
                await self._deliveries.begin(DeliveryPlace(owner, address, id_), owner, after)
                return
        raise Busy

    async def _begin(self, owner: str, webhook: str, log: Mapping[str, bytes], made: Mapping[str, Delivery]) -> None:
        """Store deliveries to a webhook by their ids, and make them soon. Those beyond what may wait have failed."""
        pending = await make_room(self._store, log_name(owner, webhook), log)
        for id_, one in made.items():
            place, delivery = DeliveryPlace(owner, webhook, id_), one
            if pending >= MOST_PENDING:
                failure = f"{MOST_PENDING} deliveries were pending already."
                delivery = msgspec.structs.replace(one, status=FAILED, failure=failure)
            pending += 1
            await self._store.put_item(place.name, place.delivery, pack(delivery), None, KEPT)
            if delivery.status == PENDING:
                await self._deliveries.begin(place, owner)


async def make_room(store: Store, name: str, log: Mapping[str, bytes]) -> int:
    """Remove the oldest deliveries that have ended from a log, and those that are damaged. Returns how many are pending."""
    unpacked = unpack_all(Delivery, log)
    known = unpacked.readable
    ended = [id_ for id_, one in known.items() if one.status != PENDING]
    ended.sort(key=lambda id_: known[id_].created, reverse=True)
    await store.drop_items(name, [*ended[MOST_LOGGED - 1 :], *unpacked.damaged])
    return len(known) + len(unpacked.foreign) - len(ended)


def _happened(before: LoadedGame, after: LoadedGame, steps: Sequence[Step]) -> Iterator[Notice]:
    """The notices of some versions, for webhooks."""
    if not before.version and after.status in ENDED:  # a finished game was imported
        return
    at = after.record.updated
    for version, step in enumerate(steps, before.version + 1):
        for ended in [event for event in step.events if isinstance(event, SeatEnded)]:
            generation = before.seats[ended.seat - 1].generation
            yield Notice(WebhookEvent.SEAT_LOST.value, version, at, ended.seat, generation)
        if any(isinstance(event, ChallengeDeclined) for event in step.events):
            yield Notice(WebhookEvent.CHALLENGE_DECLINED.value, version, at)
    if not before.version:
        for seat in _challenged(after):
            yield Notice(WebhookEvent.CHALLENGED.value, after.version, at, seat)
    if before.status is Status.WAITING:
        for version, step in enumerate(steps, before.version + 1):
            if step.status is Status.RUNNING:
                yield Notice(WebhookEvent.GAME_STARTED.value, version, at)
                break
        else:
            if _is_full(after) and not _is_full(before):
                yield Notice(WebhookEvent.SEATS_TAKEN.value, after.version, at)
            for seat, (was, now) in enumerate(zip(before.seats, after.seats, strict=True), 1):
                if now.asked and not was.asked:
                    yield Notice(WebhookEvent.SEATS_TAKEN.value, after.version, at, seat)
    if after.status in ENDED and before.status not in ENDED:
        yield Notice(WebhookEvent.GAME_OVER.value, after.version, at)
    elif after.status is Status.RUNNING:
        decided = players_to_decide(before)
        # A seat also has a new turn after a move of its own if all others have resigned, and the service made their moves.
        again = {seat_of(step.who) for step in steps if step.move} if any(step.automatic for step in steps) else {}
        for seat in players_to_decide(after):
            if seat not in decided or seat in again:
                yield Notice(WebhookEvent.YOUR_TURN.value, after.version, at, seat)


def _is_full(loaded: LoadedGame) -> bool:
    return bool(loaded.version) and all(sitting.taken for sitting in loaded.seats)


def players_to_decide(loaded: LoadedGame) -> tuple[int, ...]:
    """The seats that must decide and that players hold who are present and have not resigned; none while the game is paused."""
    goes_on = loaded.status is Status.RUNNING and not (loaded.clock is not None and loaded.clock.paused)
    deciders = loaded.rules.deciders(loaded.state) if goes_on else ()
    return with_clock(loaded.seats, deciders)


def _players(loaded: LoadedGame) -> list[str]:
    """The accounts at a table."""
    players: Iterable[str | None] = (loaded.host.player, *(sitting.player for sitting in loaded.seats))
    return list(dict.fromkeys(player for player in players if player is not None))


def _challenged(loaded: LoadedGame) -> dict[int, str]:
    """The seats with a challenge that is delivered, each with the account of its player."""
    reserved = ((seat, sitting.reserved) for seat, sitting in enumerate(loaded.seats, 1))
    return {seat: one.account for seat, one in reserved if one is not None and one.delivered}


def _wants(owner: str, hook: Hook, notice: Notice, loaded: LoadedGame) -> bool:
    """Return whether a webhook gets a notice. An account gets only its own decisions."""
    if notice.event not in hook.events:
        return False
    to_host = notice.event in _TO_HOST
    if owner == game_owner(loaded.id):  # the host's, who sees as much as spectators
        return loaded.delayed_to is None or notice.version <= loaded.delayed_to
    if notice.seat is None and not to_host:
        return True
    player = _addressed(notice, loaded)
    return player is not None and owner == owner_of(player)


def _addressed(notice: Notice, loaded: LoadedGame) -> str | None:
    """The account that a notice is for, if it is for one: the host's, a seat's, or that which lost a seat to somebody else."""
    if notice.seat is None:
        return loaded.host.player
    if notice.event == WebhookEvent.CHALLENGED.value:
        return _challenged(loaded).get(notice.seat)
    sitting = loaded.seats[notice.seat - 1]
    if notice.generation is None:
        return sitting.player
    lost = [end for end in sitting.ends if end.generation == notice.generation and end.by != SeatEnder.SELF.value]
    return lost[-1].player if lost else None
