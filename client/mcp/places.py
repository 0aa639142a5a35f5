"""The places at games that language models hold, under short names."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Collection, Iterator

from taphouse.client.mcp.tool import ToolError
from taphouse.client.values import Access
from taphouse.engine.words.telling import Told

MOST_PLACES = 10_000
"""The places that a server remembers; those used longest ago are forgotten."""
_BYTES = 9


class HeldPlace:
    """A place at a game, and what its holder has seen."""

    def __init__(self, access: Access, host: Access | None) -> None:
        self.access = access
        self.host = host
        """The host's place at the same game, if the holder is the host too."""
        self.seen = 0
        """The version up to which the holder has seen the events."""
        self.epoch: str | None = None
        """The epoch of that version, once the holder has seen something."""
        self.told = Told()
        """The table as it was shown last, and the components that were described."""
        self.legal: Collection[str] = ()
        """The legal moves as they were shown last."""
        self.heard: str | None = None
        """The cursor of the last line of talk that was read."""
        self.declared = False
        """True if its seat is marked as a program's."""


class Places:
    """Places by name. A name cannot be guessed, so clients of one server cannot use each other's places.

    A model copies a name of 12 characters into every call; a token would be ten times as long.

    Args:
        shared: True if the server has clients that it cannot tell apart.
    """

    def __init__(self, *, shared: bool) -> None:
        self.shared = shared
        self._places: OrderedDict[str, HeldPlace] = OrderedDict()

    def add(self, access: Access, host: Access | None = None) -> str:
        """Remember a place, and return its name."""
        name = secrets.token_urlsafe(_BYTES)
        self._places[name] = HeldPlace(access, host)
        if len(self._places) > MOST_PLACES:
            self._places.popitem(last=False)
        return name

    def get(self, name: str) -> HeldPlace:
        """A place by its name. A client that has the server to itself can name it by the game's id, too.

        Raises:
            ToolError: There is none.
        """
        found = self.find(name)
        if found is None:
            raise ToolError(
                f"There is no place {name[:40]!r} here. create_game and join_game give you one; a game id is not a place."
            )
        return found

    def find(self, name: str) -> HeldPlace | None:
        """A place by its name, as above; None if there is none."""
        name = name.strip(" `'\"")
        same = [key for key, one in self.mine() if one.access.game_id == name]
        name = same[0] if len(same) == 1 else name
        if name in self._places:
            self._places.move_to_end(name)
        return self._places.get(name)

    def drop(self, name: str) -> None:
        """Forget a place."""
        found = self.find(name)
        self._places = OrderedDict((key, one) for key, one in self._places.items() if one is not found)

    def mine(self) -> Iterator[tuple[str, HeldPlace]]:
        """The places of a client that has the server to itself, the one used last first; none of a shared server."""
        yield from () if self.shared else list(reversed(self._places.items()))

    def deciding(self, game_id: str, seats: Collection[int]) -> str | None:
        """The name of the place, if the only client of the server has one of these seats."""
        held = (name for name, one in self.mine() if one.access.game_id == game_id and one.access.seat in seats)
        return next(held, None)
