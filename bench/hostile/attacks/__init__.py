"""The attacks, by name. Each runs until it is cancelled, and expects to be refused, limited or disconnected at any time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bench.hostile.attacks import reading
from bench.hostile.target import Target

Attack = Callable[[Target], Awaitable[None]]

ATTACKS: Mapping[str, Attack] = {
    "dear-documents": reading.dear_documents,
}
