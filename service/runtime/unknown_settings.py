"""Warnings about misspelt settings."""

from __future__ import annotations

import os
from collections.abc import Mapping

from taphouse.service.runtime.settings import PREFIX, Settings, variable


def unknown(environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """A warning for each unknown `TAPHOUSE_` variable; it is probably misspelt."""
    known = [variable(name) for name in Settings.model_fields]
    sentences = []
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known:
            import difflib  # most environments have no such variable

            close = difflib.get_close_matches(name, known, n=1)
            guess = f"; did you mean {close[0]}?" if close else "."
            sentences.append(f"{name} is not a setting and is ignored{guess}")
    return tuple(sentences)
