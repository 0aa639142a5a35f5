"""Sends emails by the operator's SMTP server: those that are due, and still wanted."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from importlib.util import find_spec
from typing import Any
from urllib.parse import unquote, urlsplit

from taphouse.engine.messages import ENGLISH
from taphouse.engine.vocabulary import constant
from taphouse.schema.ports import AccountHolder
from taphouse.service.access.tokens import LATEST
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.mail.links import Links
from taphouse.service.mail.writing import Letter, sender_of, written
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.setting_values import is_loopback
from taphouse.service.runtime.settings import BadSettings, Settings, variable
from taphouse.service.webhooks import emails
from taphouse.service.webhooks.emails import Mail
from taphouse.service.webhooks.notices import players_to_decide
from taphouse.service.webhooks.sending import DeliveryResult
from taphouse.service.webhooks.stored import ACTIVE, TEST, UNVERIFIED, VERIFY, Delivery, DeliveryPlace, Hook, short_id

PATIENCE = 15.0
"""Seconds for one email: less than the lease of a delivery, so that no other instance sends it too."""
AT_ONCE = 8
"""The most emails that an instance sends at once. Others wait."""
BUSY = 2.0
"""Seconds that they wait."""
_POLICY = re.compile(r"\b5\.7\.\d")
"""The status of a refusal that is about the sender or the content (RFC 3463), and not about the address."""


Post = Callable[[str, str, str, bytes], Awaitable[DeliveryResult]]
"""Hands an email to a server, as `post` does."""


def check_installed(settings: Settings) -> None:
    """Check that emails can be sent, if the settings want them.

    Raises:
        BadSettings: A package is missing.
    """
    if settings.mail_server is not None and find_spec("aiosmtplib") is None:
        raise BadSettings((f"{variable('mail_server')} needs more packages: pip install 'taphouse[mail]'.",))


def verify_id(address: str) -> str:
    """The id of the delivery that has an address confirmed."""
    return short_id(VERIFY, address)


class SmtpMailer:
    """Writes and sends emails.

    Args:
        reader: Loads games.
        settings: The settings, which name a server.
        links: Writes the links.
        titles: The titles of the kinds of games in each language.
        hand_over: Hands emails to the server.
    """

    def __init__(
        self,
        reader: Reader,
        settings: Settings,
        links: Links,
        titles: Mapping[str, Mapping[str, str]],
        hand_over: Post,
    ) -> None:
        self._reader, self._links, self._titles, self._post = reader, links, titles, hand_over
        self._server = "" if settings.mail_server is None else settings.mail_server.get_secret_value()
        self._sender = sender_of(settings.mail_from or "")
        self._under_way = 0

    async def due(self, place: DeliveryPlace, hook: Hook, delivery: Delivery) -> Mail:
        """See `Mailer.due`."""
        account, game, now = place.owner.removeprefix("player:"), delivery.game, self._reader.now_ms()
        about, title, link, code, unsubscribe = "test", "", "", "", self._links.unsubscribe(account, hook.address)
        if delivery.event == VERIFY:
            if hook.status != UNVERIFIED or place.delivery != verify_id(hook.address):
                return Mail()
            code = self._links.code(account, hook.address, now)
            about, link, unsubscribe = "verify", self._links.verify(code), ""
        elif hook.status != ACTIVE or (game is None and delivery.event != TEST):
            return Mail()
        elif game is not None:
            waits, wait = await self._waits(account, game)
            if waits is None or wait > 0:
                return Mail(wait / 1000)
            about, kind = waits
            title = self._titles.get(hook.language, self._titles[ENGLISH])[constant(kind)]
            link = self._links.game(game)
        if self._under_way >= AT_ONCE:
            return Mail(BUSY)
        letter = Letter(
            about=about,
            language=hook.language,
            to=hook.address,
            id=f"{place.delivery}.{delivery.created}",
            at=now,
            game=title,
            link=link,
            code=code,
            unsubscribe=unsubscribe,
        )
        return Mail(content=written(letter, self._sender))

    async def _waits(self, account: str, game: str) -> tuple[tuple[str, str] | None, int]:
        """The reason why a game waits for an account, `turn` or `challenge`, with its kind, and the milliseconds to wait."""
        (record,) = await self._reader.store.records([game])
        if isinstance(record, Exception):
            raise record
        if record is None:
            return None, 0
        loaded = await self._reader.open(game, record)
        viewer = loaded.viewer(AccountHolder(account, LATEST))
        if viewer.seat in players_to_decide(loaded):
            about = "turn"
        elif viewer.challenged is not None:
            about = "challenge"
        else:
            return None, 0
        return (about, record.kind), record.updated + emails.QUIET - await self._reader.store.now(game)

    async def send(self, hook: Hook, content: bytes) -> DeliveryResult:
        """See `Mailer.send`."""
        self._under_way += 1
        try:
            return await self._post(self._server, self._sender.addr_spec, hook.address, content)
        finally:
            self._under_way -= 1


async def post(server: str, sender: str, address: str, content: bytes) -> DeliveryResult:
    """Hand an email to a server.

    Args:
        server: The server, as in the setting.
        sender: The address of the sender, which gets what bounces.
        address: The address of the recipient.
        content: The email.
    """
    import aiosmtplib

    refused: str
    try:
        async with asyncio.timeout(PATIENCE):
            await aiosmtplib.send(
                content,
                sender=sender,
                recipients=[address],
                local_hostname=sender.rpartition("@")[2],
                **_access(server),
            )
    except aiosmtplib.SMTPRecipientsRefused as error:
        one = error.recipients[0]
        if gone := 500 <= one.code < 600 and not _POLICY.search(one.message):
            return DeliveryResult(f"A mail server has refused the address for good (status {one.code}).", gone=gone)
        refused = f"status {one.code} for the recipient"
    except aiosmtplib.SMTPResponseException as error:
        refused = f"status {error.code}"
    except (OSError, aiosmtplib.SMTPException) as error:
        refused = f"{type(error).__name__}: {error}"  # such as a server without STARTTLS, which the operator must learn
    else:
        return DeliveryResult(None)
    telemetry.log.warning("email not sent", reason=refused)
    return DeliveryResult("The mail server does not take emails at the moment.")


def _access(server: str) -> dict[str, Any]:
    """The arguments that connect to a server. Over a network, its emails and its password are always encrypted."""
    url = urlsplit(server)
    host, secure = url.hostname or "", url.scheme == "smtps"
    return {
        "hostname": host,
        "port": url.port or (465 if secure else 587),
        "username": unquote(url.username) if url.username else None,
        "password": unquote(url.password) if url.password else None,
        "use_tls": secure,
        "start_tls": not (secure or is_loopback(host)),
        "timeout": PATIENCE,
    }
