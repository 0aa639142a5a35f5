"""The Lua scripts of the store, which a server runs atomically."""

from __future__ import annotations

import hashlib
from importlib import resources


class Script:
    """A Lua script, which the server runs atomically; of several files, the first ones define functions."""

    def __init__(self, *files: str) -> None:
        folder = resources.files("taphouse.service.store")
        self.text = b"\n".join([folder.joinpath(file).read_bytes() for file in files])
        self.digest = hashlib.sha1(self.text, usedforsecurity=False).hexdigest()


COMMIT, TAKE = Script("buckets.lua", "commit.lua"), Script("buckets.lua", "take.lua")
AMEND, DUE, HOLD, WATCH, ITEM, DROP, ATTEND, SAY, FORGET, ORDERS, FEED = [
    Script(f"{name}.lua")
    for name in ("amend", "due", "hold", "watch", "item", "drop", "attend", "say", "forget", "orders", "feed")
]
ALL = [COMMIT, TAKE, AMEND, DUE, HOLD, WATCH, ITEM, DROP, ATTEND, SAY, FORGET, ORDERS, FEED]
SCRIPTS = {script.digest: script.text for script in ALL}
