"""The use cases of webhooks, which `schema.concepts.webhooks` declares."""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
from collections.abc import Mapping, Sequence

import msgspec

from taphouse.schema.concepts.operators import OperatorScope
from taphouse.schema.concepts.webhooks import (
    MOST_LOGGED,
    MOST_WEBHOOKS,
    WEBHOOK_ID,
    WHSEC,
    DeliveryStatus,
    TooManyWebhooks,
    Webhook,
    WebhookCreated,
    WebhookDeleted,
    WebhookDelivery,
    WebhookEvent,
    WebhookList,
    WebhookNotFound,
    WebhooksOff,
    WebhookStatus,
    WebhookTested,
)
from taphouse.schema.failures import Busy, Damaged, Refused
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.prices import FORGOTTEN_DELIVERY, FORGOTTEN_WEBHOOK
from taphouse.schema.problems.callers import NoAccount, NotHost
from taphouse.schema.problems.games import GameOver
from taphouse.schema.problems.reasons import NeedsLastingToken
from taphouse.schema.values.versions import moment
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.tokens import Claims
from taphouse.service.games.deleting.deletions import Pay, unpaid
from taphouse.service.games.kernel.checks import check_not_lost, refuse, refuse_read_only
from taphouse.service.games.kernel.committing import MOST_TRIES, checked_key, request_digest
from taphouse.service.games.kernel.game_lists import listed_game, of_player
from taphouse.service.games.kernel.loaded_game import ENDED
from taphouse.service.games.kernel.loading import Reader, key_reused
from taphouse.service.operating.admitting import Operators
from taphouse.service.runtime.settings import Settings, Webhooks
from taphouse.service.store.protocol import CLOCKS, DELIVERIES
from taphouse.service.webhooks.addresses import why_not_url
from taphouse.service.webhooks.notices import KEPT, Queued, make_room
from taphouse.service.webhooks.stored import (
    ACTIVE,
    DELETED,
    OPERATORS,
    PENDING,
    STOPPED,
    TEST,
    Delivery,
    DeliveryPlace,
    Hook,
    game_owner,
    hooks_name,
    log_name,
    owner_of,
    pack,
    short_id,
    unpack,
    unpack_all,
)

REMEMBERED = 86_400_000
"""Milliseconds for which a deleted webhook is remembered, so that a repeated request does not create it again."""
MOST_REMEMBERED = 50
"""The most webhooks of an owner with those that were deleted within that time."""
OF_ALL_GAMES = (WebhookEvent.GAME_STARTED.value, WebhookEvent.GAME_OVER.value)
"""The events of the webhooks of all games."""
_PAGE = 500
"""The games of an account that are marked at a time."""
_SECRET, _ID = re.compile(WHSEC), re.compile(WEBHOOK_ID)
_LEAST_SECRET, _MOST_SECRET = 24, 64


class Managing:
    """The webhooks of all games and accounts.

    Args:
        reader: Loads games, and identifies callers.
        deliveries: Makes test deliveries.
        settings: The URLs that the operator allows, and whether there is a feed, from which webhooks of all games are sent.
        quotas: Counts webhooks; None without limits.
        operators: Admits operators to the webhooks of all games.
    """

    def __init__(
        self, reader: Reader, deliveries: Queued, settings: Settings, quotas: Quotas | None, operators: Operators
    ) -> None:
        self._reader, self._store, self._now = reader, reader.store, reader.now_ms
        self._deliveries, self._allowed, self._quotas = deliveries, settings.webhooks, quotas
        self._operators, self._feed = operators, settings.feed

    async def create_webhook(
        self,
        caller: Caller,
        game: str | None,
        all_games: bool,
        url: str,
        events: Sequence[WebhookEvent],
        secret: str,
        key: str | None,
    ) -> WebhookCreated:
        """Create a webhook. Its id derives from the idempotency key, so a repeated request finds it."""
        owner, player = await self._owner(caller, game, all_games, "createWebhook", lasting=True)
        self._check_on(owner)
        wanted = tuple(dict.fromkeys(event.value for event in events))
        _check(url, wanted, secret, self._allowed, owner)
        digest = request_digest("webhook", url, wanted, secret)
        id_, name = short_id(owner, checked_key(key)), hooks_name(owner)
        hook = Hook(url, wanted, secret.removeprefix("whsec_"), self._now(), digest)
        for _ in range(MOST_TRIES):
            (stored,) = await self._store.items([name])
            if id_ in stored:
                hook = unpack(Hook, stored[id_])
                if hook.digest != digest:
                    key_reused()
                if hook.deleted is not None:  # the first answer again, although it is gone
                    hook = msgspec.structs.replace(hook, url=url, events=wanted, status=ACTIVE)
                # What an earlier attempt has stored may not be safe yet: a write waits until it is.
                if await self._store.put_item(name, id_, stored[id_], stored[id_], KEPT):
                    break
                continue
            await self._make_room(name, stored)
            if self._quotas is not None and caller.budget is not None and owner != OPERATORS:
                await self._quotas.webhook(self._quotas.creators(caller.address, player), id_)
            if await self._store.put_item(name, id_, pack(hook), None, KEPT):
                break
        else:
            raise Busy
        await self.mark(game, player, short=WebhookEvent.TIME_SHORT.value in wanted)
        (log,) = await self._store.items([log_name(owner, id_)])
        return WebhookCreated(_shown(id_, game, hook, log))

    async def delete_webhook(self, caller: Caller, game: str | None, all_games: bool, webhook: str) -> WebhookDeleted:
        """Delete a webhook and its log. Deleting it again is the same."""
        owner, _ = await self._owner(caller, game, all_games, "deleteWebhook")
        name = hooks_name(owner)
        for _ in range(MOST_TRIES):
            (stored,) = await self._store.items([name])
            now = self._now()
            try:
                hook = _found(webhook, stored, deleted=True)
            except Damaged:  # it goes all the same
                hook = Hook("", (), "", now, "", DELETED)
            gone = Hook("", (), "", hook.created, hook.digest, DELETED, deleted=hook.deleted or now)
            if await self._store.put_item(name, webhook, pack(gone), stored[webhook], KEPT):
                (log,) = await self._store.items([log_name(owner, webhook)])
                await self._store.drop_items(log_name(owner, webhook), list(log))
                return WebhookDeleted(webhook)
        raise Busy

    async def forget(self, *, player: str | None = None, game: str | None = None, pay: Pay = unpaid) -> None:
        """Remove the webhooks of an account or of a game for good, with their logs. A delivery that is being sent may arrive."""
        owner = owner_of(str(player)) if game is None else game_owner(game)
        (stored,) = await self._store.items([hooks_name(owner)])
        for webhook in stored:
            await self.remove(owner, webhook, pay)

    async def remove(self, owner: str, webhook: str, pay: Pay = unpaid) -> None:
        """Remove a webhook of an owner for good, with its log."""
        name = log_name(owner, webhook)
        (log,) = await self._store.items([name])
        pending = [id_ for id_, one in unpack_all(Delivery, log).readable.items() if one.status == PENDING]
        await pay(FORGOTTEN_WEBHOOK + FORGOTTEN_DELIVERY * len(pending))
        places = [str(DeliveryPlace(owner, webhook, id_)) for id_ in pending]
        # Their reminders go when they are due.
        await asyncio.gather(*[self._store.remind(place, 0, DELIVERIES) for place in places])
        await self._store.drop_items(name, list(log), told=True)
        await self._store.drop_items(hooks_name(owner), [webhook], told=True)

    async def test_webhook(self, caller: Caller, game: str | None, all_games: bool, webhook: str) -> WebhookTested:
        """Send a test delivery, unless one is pending."""
        owner, _ = await self._owner(caller, game, all_games, "testWebhook")
        self._check_on(owner)
        stored, log = await self._store.items([hooks_name(owner), log_name(owner, webhook)])
        _found(webhook, stored)
        tests = [
            one
            for one in unpack_all(Delivery, log).readable.items()
            if one[1].event == TEST and one[1].status == PENDING
        ]
        if tests:
            id_, delivery = tests[0]
        else:
            await make_room(self._store, log_name(owner, webhook), log)
            now = self._now()
            id_, delivery = short_id(webhook, TEST, now), Delivery(TEST, game, None, None, now)
        # Written again if it is pending: no replica may have it yet.
        await self._store.put_item(log_name(owner, webhook), id_, pack(delivery), log.get(id_), KEPT)
        await self._deliveries.begin(DeliveryPlace(owner, webhook, id_), owner)
        return WebhookTested(_shown_delivery(id_, delivery))

    async def webhooks(self, caller: Caller, game: str | None, all_games: bool) -> WebhookList:
        """All webhooks, oldest first."""
        owner, _ = await self._owner(caller, game, all_games, "webhooks")
        (stored,) = await self._store.items([hooks_name(owner)])
        known = unpack_all(Hook, stored).readable.items()
        hooks = sorted((one for one in known if _is_webhook(one[1])), key=lambda one: (one[1].created, one[0]))
        logs = await self._store.items([log_name(owner, id_) for id_, _ in hooks])
        return WebhookList(tuple([_shown(id_, game, hook, log) for (id_, hook), log in zip(hooks, logs, strict=True)]))

    async def _owner(
        self, caller: Caller, game: str | None, all_games: bool, action: str, *, lasting: bool = False
    ) -> tuple[str, str | None]:
        """The owner of the webhooks of a request, and the caller's account.

        Args:
            caller: The client.
            game: The game whose host they are; None for their account.
            all_games: True if they are an operator, and all games are meant.
            action: The name of the operation, for the log of what operators do.
            lasting: True if the request leaves something that lasts: it needs an unfinished game and a lasting token.
        """
        if all_games:
            if game is not None:
                refuse("allGames", "Give either `gameId` or `allGames`.")
            await self._operators.admit(caller, OperatorScope.GAMES, action)
            return OPERATORS, None
        identity = await self._reader.identify(caller, game)
        if game is None:
            await caller.admit()
            if not isinstance(identity, AccountHolder):
                raise Refused(NoAccount())
            return owner_of(identity), identity.id
        loaded = await self._reader.now(game, caller)
        viewer = self._reader.viewer(loaded, identity)
        check_not_lost(viewer, identity)
        if viewer.read_only:
            refuse_read_only()
        if not viewer.host:
            raise Refused(NotHost())
        if lasting and isinstance(identity, Claims) and identity.until is not None:
            raise Refused(NotHost(), NeedsLastingToken())
        if lasting and loaded.status in ENDED:
            raise Refused(GameOver(status=loaded.status))
        return game_owner(game), identity.id if isinstance(identity, AccountHolder) else None

    def _check_on(self, owner: str) -> None:
        if self._allowed == "off":
            raise Refused(WebhooksOff(message="This service sends no webhooks; follow the game by its events."))
        if owner == OPERATORS and not self._feed:
            raise Refused(WebhooksOff(message="This service keeps no feed of its games, so it cannot send it."))

    async def _make_room(self, name: str, stored: Mapping[str, bytes]) -> None:
        """Forget webhooks that were deleted long ago, and refuse another webhook beyond the limit."""
        unpacked = unpack_all(Hook, stored)
        hooks = unpacked.readable
        long_ago = self._now() - REMEMBERED
        old = [id_ for id_, hook in hooks.items() if hook.deleted is not None and hook.deleted < long_ago]
        await self._store.drop_items(name, old)
        kept = [hook for id_, hook in hooks.items() if id_ not in old]
        if sum(map(_is_webhook, kept)) + len(unpacked.foreign) >= MOST_WEBHOOKS:
            message = f"A game or an account may have {MOST_WEBHOOKS} webhooks; delete one first."
            raise Refused(TooManyWebhooks(message=message, limit=MOST_WEBHOOKS))
        if len(kept) >= MOST_REMEMBERED:
            message = f"A game or an account may create {MOST_REMEMBERED} webhooks within a day; try again tomorrow."
            raise Refused(TooManyWebhooks(message=message, limit=MOST_REMEMBERED))

    async def mark(self, game: str | None, player: str | None, *, short: bool) -> None:
        """Mark the game, or all games of the account, as watched. Games that begin later find the webhook by themselves.

        With `short`, look at their clocks soon: the alarms of games that were not watched are due later than time is short.
        """
        if game is not None:
            await self._watch([game], short)
        if game is not None or player is None:
            return
        below: str | None = None
        while page := await self._store.listed([of_player(player)], below, _PAGE):
            await self._watch([game for _, game in map(listed_game, page) if game], short)
            below = page[-1]

    async def _watch(self, games: Sequence[str], short: bool) -> None:
        await self._store.watch(games)
        if short:
            await asyncio.gather(*[self._store.remind(game, 0, CLOCKS) for game in games])


def _check(url: str, events: Sequence[str], secret: str, allowed: Webhooks, owner: str) -> None:
    if (why := why_not_url(url, allowed)) is not None:
        refuse("url", why)
    if not events:
        refuse("events", f"Name at least one event: {', '.join(WebhookEvent.__members__)}.")
    if owner == OPERATORS and not {*events} <= {*OF_ALL_GAMES}:
        refuse("events", f"The webhooks of all games have the events {' and '.join(OF_ALL_GAMES)}.")
    size = 0
    if _SECRET.fullmatch(secret):
        try:
            size = len(base64.b64decode(secret.removeprefix("whsec_"), validate=True))
        except binascii.Error:
            size = 0
    if not _LEAST_SECRET <= size <= _MOST_SECRET:
        message = f"A secret must be `whsec_` and {_LEAST_SECRET} to {_MOST_SECRET} random bytes in base64."
        refuse("secret", message)


def _is_webhook(hook: Hook) -> bool:
    """True unless it was deleted, or is an email address."""
    return hook.deleted is None and not hook.address


def _found(webhook: str, stored: Mapping[str, bytes], *, deleted: bool = False) -> Hook:
    """The webhook of this id; one that was deleted only if `deleted`."""
    if _ID.fullmatch(webhook) and webhook in stored:
        hook = unpack(Hook, stored[webhook])
        if deleted or hook.deleted is None:
            return hook
    raise Refused(WebhookNotFound(message="There is no webhook with this id here."))


def _shown(id_: str, game: str | None, hook: Hook, log: Mapping[str, bytes]) -> Webhook:
    known = unpack_all(Delivery, log).readable.items()
    deliveries = [_shown_delivery(*one) for one in known if one[1].event in (TEST, *WebhookEvent.__members__)]
    deliveries.sort(key=lambda one: (one.created_at, one.version or 0, one.id), reverse=True)
    return Webhook(
        id_,
        game,
        hook.url,
        tuple([WebhookEvent[event] for event in hook.events if event in WebhookEvent.__members__]),
        WebhookStatus.STOPPED if hook.status == STOPPED else WebhookStatus.ACTIVE,
        hook.failure,
        moment(hook.created),
        tuple(deliveries[:MOST_LOGGED]),
    )


def _shown_delivery(id_: str, delivery: Delivery) -> WebhookDelivery:
    return WebhookDelivery(
        id_,
        None if delivery.event == TEST else WebhookEvent[delivery.event],
        delivery.game,
        delivery.version,
        delivery.epoch,
        delivery.seat,
        moment(delivery.created),
        DeliveryStatus[delivery.status],
        delivery.attempts,
        None if delivery.tried is None else moment(delivery.tried),
        None if delivery.again is None else moment(delivery.again),
        delivery.failure,
    )
