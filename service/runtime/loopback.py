"""Addresses that only this machine can reach, and the defaults of a service that listens there."""

from __future__ import annotations

import re
from typing import Any

from taphouse.service.runtime.setting_values import LOOPBACK, is_loopback
from taphouse.service.runtime.settings import Settings

ORIGINS = re.compile(r"https?://(([a-z0-9_-]+\.)*localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?")
"""The origins of pages that this machine serves."""


def for_developers(settings: Settings) -> bool:
    """Return whether only programs on this machine can reach a service with these settings."""
    return is_loopback(settings.host) and not settings.proxies


def completed(settings: Settings) -> Settings:
    """The settings with which `taphouse serve` runs: the defaults depend on the address that it listens on.

    On a loopback address without a proxy, there are no rate limits, and pages of this machine may use the API. Only its own names
    are answered, so that no page elsewhere can reach the service by a name that resolves to this machine (DNS rebinding).
    """
    if not for_developers(settings):
        return settings
    defaults: dict[str, Any] = {
        "rate_token": 0,
        "rate_address": 0,
        "ws_messages": 0,
        "cors_origins": LOOPBACK,
        "allowed_hosts": LOOPBACK,
    }
    unset = {name: value for name, value in defaults.items() if name not in settings.model_fields_set}
    return settings.model_copy(update=unset)
