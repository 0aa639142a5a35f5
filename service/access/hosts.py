"""The names under which the service answers: the values that a request's `Host` may have."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from taphouse.schema.problems.base import Problem
from taphouse.schema.request_problems import HostRefused, Malformed
from taphouse.service.runtime.setting_values import ANY, LOOPBACK, is_loopback
from taphouse.service.runtime.settings import variable

_HOST = re.compile(rb"(?:[A-Za-z0-9._~!$&'()*+;=%-]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]{0,5})?")
LONGEST = 260
"""The characters of the longest `Host` that is judged: a name has at most 253."""
_SHOWN = 80
NEEDS_HOST = Malformed(message="The request needs one Host header, with the name of the service.")


class Hosts:
    """Judges the `Host` of requests.

    Args:
        allowed: The names that are answered, with or without a port; `loopback` for all of this machine. Empty, or `*`: all.
        addresses: True if every IP address is answered too. Such a `Host` is not the name of a page elsewhere (DNS rebinding).
    """

    def __init__(self, allowed: Sequence[str], *, addresses: bool = False) -> None:
        names = set(allowed)
        every, loopback = not names or ANY in names, LOOPBACK in names

        @lru_cache(maxsize=1024)
        def why_not(host: bytes) -> Problem | None:
            if not _HOST.fullmatch(host):
                return NEEDS_HOST
            if every:
                return None
            given = host.decode("ascii").lower()
            try:
                name = (urlsplit(f"//{given}").hostname or "").removesuffix(".")
            except ValueError:
                return NEEDS_HOST
            bare = f"[{name}]" if ":" in name else name
            if given in names or bare in names or (loopback and is_loopback(name)) or (addresses and _is_address(name)):
                return None
            message = (
                f"This service does not answer to the name {given[:_SHOWN]!r}. "
                f"The operator can allow it with {variable('allowed_hosts')}."
            )
            return HostRefused(message=message)

        self.why_not = why_not
        """Returns the reason to refuse a value of `Host`; None if it is allowed. The values are cached, so they must be short."""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def why_not_count(count: int, http_version: str) -> Problem | None:
    """The reason to refuse a request with this many `Host` headers, or an overlong one (RFC 9112, section 3.2); else None."""
    return None if count == 0 and http_version != "1.1" else NEEDS_HOST
