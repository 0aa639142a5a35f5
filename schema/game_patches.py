"""Games as JSON documents, and the JSON Patches (RFC 6902) between them."""

from __future__ import annotations

from collections.abc import Sequence
from operator import methodcaller
from typing import Any

import msgspec
from patchdiff.diff import diff

from taphouse.schema.execution.shared_values import SharedValue
from taphouse.schema.game_view import GameView
from taphouse.schema.partial_answers import part_of_game
from taphouse.schema.results import GamePatch

_ENCODER = msgspec.json.Encoder(enc_hook=methodcaller("shown"))


class GameDocument:
    """A game at one version as a JSON document for one viewer, with some or all members.

    Args:
        game_view: the game, as the viewer sees it.
        fields: the members; None for all.
    """

    __slots__ = ("_since", "_text", "document", "epochs", "version", "viewer")

    def __init__(self, game_view: GameView, fields: Sequence[str] | None) -> None:
        self.version, self.viewer, self.epochs = game_view.version, game_view.viewer, game_view.epochs
        self._text = _ENCODER.encode(game_view if fields is None else part_of_game(game_view, fields))
        self.document = msgspec.json.decode(self._text)
        self._since: dict[int | None, SharedValue] = {}

    def since(self, before: GameDocument | None, epoch: str | None) -> SharedValue:
        """The `GamePatch` that leads to it from the document that a follower has, or the whole game if that is shorter.

        Args:
            before: an earlier document of this viewer with the same members; None if the follower has none.
            epoch: the epoch of this version.
        """
        key = None if before is None else before.version
        if key not in self._since:
            patch = None if before is None else patched(before.document, self.document)
            if patch is not None and len(msgspec.json.encode(patch)) >= len(self._text):
                patch = None
            game = self.document if patch is None else None
            self._since[key] = SharedValue(GamePatch(self.version, epoch, game, patch))
        return self._since[key]


def patched(before: Any, after: Any) -> tuple[dict[str, Any], ...]:
    """The operations `add`, `remove` and `replace` that make one JSON document into another."""
    operations, _ = diff(before, after)
    return tuple([{**one, "path": str(one["path"])} for one in operations])
