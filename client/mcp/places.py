"""The places at games that language models hold, under short names."""

from __future__ import annotations

import secrets
from collections import OrderedDict

from mcp.server.mcpserver.exceptions import ToolError

from taphouse.client.values import Access

MOST_PLACES = 10_000
"""The places that a server remembers; those used longest ago are forgotten."""
_BYTES = 9


class HeldPlace:
    """A place at a game, and the version up to which its holder was told what happened."""

    def __init__(self, access: Access, seen: int = 0) -> None:
        self.access, self.seen = access, seen
        self.epoch: str | None = None
        """The epoch of that version, once something was told."""


class Places:
    """Places by name. A name cannot be guessed, so clients of one server cannot use each other's places.

    A model copies a name of 12 characters into every call; a token would be ten times as long.
    """

    def __init__(self) -> None:
        self._places: OrderedDict[str, HeldPlace] = OrderedDict()

    def add(self, access: Access, seen: int = 0) -> str:
        """Remember a place, and return its name."""
        name = secrets.token_urlsafe(_BYTES)
        self._places[name] = HeldPlace(access, seen)
        if len(self._places) > MOST_PLACES:
            self._places.popitem(last=False)
        return name

    def get(self, name: str) -> HeldPlace:
        """A place by its name.

        Raises:
            ToolError: There is none.
        """
        if name not in self._places:
            raise ToolError(
                f"There is no place {name[:40]!r} here. create_game and join_game give you one, use_token brings one back; a "
                "game id is not a place."
            )
        self._places.move_to_end(name)
        return self._places[name]
