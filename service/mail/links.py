"""The codes and links in emails. They are signed, so nothing is stored of them."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, urlencode

from msgspec import Struct

from taphouse.service.access.tokens import Signatures
from taphouse.service.runtime.settings import Settings
from taphouse.service.webhooks.emails import DAY
from taphouse.service.webhooks.stored import short_id

VERIFY, UNSUBSCRIBE = "/email/verify", "/email/unsubscribe"
"""The paths of the pages that emails link to."""
CODE = "code"
"""The parameter of both with the code."""


class Confirming(Struct, frozen=True, array_like=True):
    """The content of a code that confirms an address, and of one that stops emails to it."""

    account: str
    address: str
    """The digest of the address."""
    until: int | None = None
    """The time until which it confirms, in milliseconds since the epoch. None if it only stops emails, which does not expire."""


def digest(address: str) -> str:
    """The digest of an address in codes."""
    return short_id("address", address)


class Links:
    """Writes the codes and links of emails, and reads the codes.

    Args:
        keys: The signing keys. The first signs; all are accepted.
        settings: The settings, with the addresses to which links lead.
    """

    def __init__(self, keys: Sequence[str], settings: Settings) -> None:
        self._base = settings.public_url or ""
        self._game = settings.game_link or f"{self._base}/?table={{game}}"
        self._confirms, self._stops = (Signatures(keys, f"taphouse-mail-{one}") for one in ("verify", "unsubscribe"))

    def code(self, account: str, address: str, now: int) -> str:
        """The code that confirms an address of an account, for a day from now on."""
        return self._confirms.write(Confirming(account, digest(address), now + DAY))

    def confirmed(self, code: str, now: int) -> Confirming | None:
        """The content of a code; None if it confirms nothing now."""
        read = self._confirms.read(code, Confirming)
        return read if read is not None and read.until is not None and now < read.until else None

    def stopped(self, code: str) -> Confirming | None:
        """The content of a code that stops emails; None if it is none."""
        return self._stops.read(code, Confirming)

    def verify(self, code: str) -> str:
        """The link with a code that confirms."""
        return f"{self._base}{VERIFY}?{urlencode({CODE: code})}"

    def unsubscribe(self, account: str, address: str) -> str:
        """The link that stops emails to an address."""
        code = self._stops.write(Confirming(account, digest(address)))
        return f"{self._base}{UNSUBSCRIBE}?{urlencode({CODE: code})}"

    def game(self, game: str) -> str:
        """The link to a game."""
        return self._game.replace("{game}", quote(game))
