"""The use cases of reminders by email, which `schema.concepts.mail` declares, and what the links in emails do."""

from __future__ import annotations

import math
import re

import msgspec

from taphouse.schema.concepts.mail import (
    ADDRESS,
    MOST_ADDRESS,
    EmailCodeRejected,
    EmailNotVerified,
    EmailOff,
    EmailReminders,
    EmailStatus,
)
from taphouse.schema.failures import Busy, Refused
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.callers import NoAccount, QuotaReached
from taphouse.service.access.quotas import EMAILS, Quotas
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.committing import MOST_TRIES
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.mail.links import Confirming, Links, digest
from taphouse.service.mail.sending import verify_id
from taphouse.service.store.protocol import Hold
from taphouse.service.webhooks.emails import DAY, MAILED
from taphouse.service.webhooks.managing import Managing
from taphouse.service.webhooks.notices import KEPT, Queued
from taphouse.service.webhooks.stored import (
    ACTIVE,
    MAIL,
    STOPPED,
    TEST,
    UNVERIFIED,
    VERIFY,
    Delivery,
    DeliveryPlace,
    Hook,
    hooks_name,
    mail_id,
    owner_of,
    pack,
    short_id,
    unpack,
)

MOST_CODES = 3
"""The most codes that are sent to an address within a day, from all accounts together."""
NONE = EmailReminders(None, None, None, None)
_ADDRESS = re.compile(ADDRESS)
_STATUSES = {UNVERIFIED: EmailStatus.UNVERIFIED, ACTIVE: EmailStatus.ACTIVE, STOPPED: EmailStatus.REFUSED}


class Mailing:
    """The addresses of all accounts.

    Args:
        reader: Identifies callers.
        deliveries: Makes deliveries.
        webhooks: The webhooks, among which addresses are kept.
        quotas: Counts the emails that clients have sent; None without limits.
        links: The codes in emails; None if the operator has not set up email.
    """

    def __init__(
        self, reader: Reader, deliveries: Queued, webhooks: Managing, quotas: Quotas | None, links: Links | None
    ) -> None:
        self._reader, self._store, self._now = reader, reader.store, reader.now_ms
        self._deliveries, self._webhooks, self._quotas, self._links = deliveries, webhooks, quotas, links

    async def email_reminders(self, caller: Caller) -> EmailReminders:
        """The address of the caller's account."""
        return _shown(await self._known((await self._account(caller)).id))

    async def remind_by_email(self, caller: Caller, address: str) -> EmailReminders:
        """Keep an address, and have it confirmed, unless it is confirmed already."""
        account, _ = await self._account(caller), self._on()
        address = _checked(address)
        owner = owner_of(account)
        name, id_ = hooks_name(owner), mail_id(owner)
        counted = verified = False
        for _ in range(MOST_TRIES):
            (stored,) = await self._store.items([name])
            hook = unpack(Hook, stored[id_]) if id_ in stored else None
            verified = hook is not None and hook.status == ACTIVE and hook.address == address
            if not verified and not counted:
                await self._count(caller, account.id, address)
                counted = True
            if hook is None or not verified:
                hook = Hook(MAIL + address, MAILED, "", self._now(), "", UNVERIFIED)
            hook = msgspec.structs.replace(hook, language=caller.language)
            if await self._store.put_item(name, id_, pack(hook), stored.get(id_), KEPT):
                break
        else:
            raise Busy
        if not verified:
            await self._send(owner, verify_id(address), VERIFY)
        return _shown(hook)

    async def verify_email(self, caller: Caller, code: str) -> EmailReminders:
        """Confirm the address of the caller's account."""
        account, links = await self._account(caller), self._on()
        read = links.confirmed(code, self._now())
        if read is None or read.account != account.id or not await self._confirm(read):
            raise Refused(EmailCodeRejected())
        return _shown(await self._known(account.id))

    async def test_email(self, caller: Caller) -> EmailReminders:
        """Send a test to the verified address of the caller's account."""
        account, _ = await self._account(caller), self._on()
        hook = await self._known(account.id)
        if hook is None or hook.status != ACTIVE:
            raise Refused(EmailNotVerified())
        await self._count(caller, account.id, hook.address)
        await self._send(owner_of(account), short_id(TEST), TEST)
        return _shown(hook)

    async def stop_email(self, caller: Caller) -> EmailReminders:
        """Delete the address of the caller's account, with its pending emails."""
        owner = owner_of(await self._account(caller))
        await self._webhooks.remove(owner, mail_id(owner))
        return NONE

    async def verify(self, code: str) -> bool:
        """Confirm an address by the link in an email. False if its code is not valid."""
        read = self._on().confirmed(code, self._now())
        return read is not None and await self._confirm(read)

    async def unsubscribe(self, code: str) -> bool:
        """Delete an address by the link in an email, if it is still the one of its account. False if its code is not valid."""
        read = self._on().stopped(code)
        if read is None:
            return False
        hook = await self._known(read.account)
        if hook is None or digest(hook.address) == read.address:
            owner = owner_of(read.account)
            await self._webhooks.remove(owner, mail_id(owner))
        return True

    async def _confirm(self, read: Confirming) -> bool:
        """Confirm the address of a code; False if the account has another one, or none."""
        owner = owner_of(read.account)
        name, id_ = hooks_name(owner), mail_id(owner)
        for _ in range(MOST_TRIES):
            (stored,) = await self._store.items([name])
            hook = unpack(Hook, stored[id_]) if id_ in stored else None
            if hook is None or hook.status == STOPPED or digest(hook.address) != read.address:
                return False
            active = msgspec.structs.replace(hook, status=ACTIVE)
            if await self._store.put_item(name, id_, pack(active), stored[id_], KEPT):
                await self._webhooks.mark(None, read.account, short=False)
                return True
        raise Busy

    async def _send(self, owner: str, id_: str, event: str) -> None:
        place = DeliveryPlace(owner, mail_id(owner), id_)
        for _ in range(MOST_TRIES):
            (log,) = await self._store.items([place.name])
            made = pack(Delivery(event, None, None, None, self._now()))
            if await self._store.put_item(place.name, id_, made, log.get(id_), KEPT):
                await self._deliveries.begin(place, owner)
                return
        raise Busy

    async def _count(self, caller: Caller, account: str, address: str) -> None:
        """Count an email that a client has sent, so that nobody can flood an address.

        Raises:
            Refused: There were too many within a day, by the client or to the address.
        """
        member = f"{self._now()}:{digest(address)}"
        if self._quotas is not None and caller.budget is not None:
            await self._quotas.mail(self._quotas.creators(caller.address, account), member)
        (wait,) = await self._store.hold([Hold(f"{EMAILS}:{digest(_mailbox(address))}", member, MOST_CODES, DAY)])
        if wait:
            raise Refused(QuotaReached(quota=EMAILS, limit=MOST_CODES, retry_after=max(1, math.ceil(wait))))

    async def _account(self, caller: Caller) -> AccountHolder:
        identity = await self._reader.identify(caller)
        await caller.admit()
        if not isinstance(identity, AccountHolder):
            raise Refused(NoAccount())
        return identity

    async def _known(self, account: str) -> Hook | None:
        owner = owner_of(account)
        (stored,) = await self._store.items([hooks_name(owner)])
        return unpack(Hook, stored[mail_id(owner)]) if mail_id(owner) in stored else None

    def _on(self) -> Links:
        if self._links is None:
            raise Refused(EmailOff(message="This service sends no emails; use a webhook, or follow your games."))
        return self._links


def _checked(address: str) -> str:
    """An address, with its host in lower case."""
    if len(address) > MOST_ADDRESS or not _ADDRESS.fullmatch(address):
        refuse("address", "This is no email address. It has a name, `@`, and the name of a host, in ASCII.")
    name, _, host = address.rpartition("@")
    return f"{name}@{host.lower()}"


def _mailbox(address: str) -> str:
    """About the mailbox behind an address: many hosts ignore case, and what follows a plus sign."""
    name, _, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


def _shown(hook: Hook | None) -> EmailReminders:
    if hook is None:
        return NONE
    return EmailReminders(hook.address, _STATUSES[hook.status], hook.language, hook.failure)
