"""The Lua scripts of the store, which a server runs atomically."""

from __future__ import annotations

import hashlib
from importlib import resources


class Script:
    """A Lua script, which the server runs atomically."""

    def __init__(self, file: str) -> None:
        self.text = resources.files("taphouse.service.store").joinpath(file).read_bytes()
        self.digest = hashlib.sha1(self.text, usedforsecurity=False).hexdigest()


COMMIT, AMEND, DUE, TAKE, HOLD, WATCH, ITEM, DROP, ATTEND, SAY, ORDERS, FEED = ALL = [
    Script(f"{name}.lua")
    for name in ("commit", "amend", "due", "take", "hold", "watch", "item", "drop", "attend", "say", "orders", "feed")
]
SCRIPTS = {script.digest: script.text for script in ALL}
