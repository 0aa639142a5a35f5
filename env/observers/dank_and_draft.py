"""Observations of Dank & Draft."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from struct import Struct
from typing import Any

from taphouse.engine.dank_and_draft.cards import ACTION, ACTIONS, GAP, PLAYED, TYPES
from taphouse.engine.dank_and_draft.moves import EmptiedType
from taphouse.engine.dank_and_draft.rules.offer import closed_types
from taphouse.engine.dank_and_draft.state import (
    DankAndDraftState,
    InPlay,
    ToAct,
    ToDiscard,
    ToDraft,
    ToEnd,
    ToOffer,
    ToSnatch,
    ToSpoil,
    ToStockUp,
)
from taphouse.env.observers.base import Observer, relative

_STEPS = {
    step: i for i, step in enumerate((ToDraft, ToAct, ToSpoil, ToSnatch, ToStockUp, ToOffer, ToEnd, ToDiscard), 1)
}
_BITS = [array("h", [bits >> i & 1 for i in range(len(TYPES))]).tobytes() for bits in range(1 << len(TYPES))]
_HEAD, _ROOM = Struct("=7h").pack, Struct(f"={len(TYPES)}h").pack
_MOST_PARTS = 1 << 16
_TABLE = {
    "turn": 1,
    "player-to-move": 1,
    "step": 1,
    "extra-turn": 1,
    "extra-turn-owed": 1,
    "draw-pile": 1,
    "action-in-play": 1,
    "taps": 9,
    "discards-by-type": len(TYPES),
    "played-by-action": len(ACTIONS),
}
_PLAYER = {
    "hand": 1,
    "hand-by-type": len(TYPES),
    "hand-by-action": len(ACTIONS),
    "taproom-by-type": len(TYPES),
    "closed-types": len(TYPES),
}


class DankAndDraftObserver(Observer):
    """Types are counted in the order of `TYPES`, actions in that of `ACTIONS`; a tap is 0 for a gap, else its type from 1.

    Most of a table stays as it was from one move to the next, so the parts of a row are cached as bytes.
    """

    def __init__(self, rules: Any, seats: int) -> None:
        super().__init__(_TABLE, _PLAYER, seats)
        self._deck = rules.deck
        self._tap = [0 if type_ < 0 else type_ + 1 for type_ in rules.deck.type_of]
        self._seats = seats
        self._parts: dict[Any, bytes] = {}
        """Of taps, hands, discards, and what is open to a player; by what they show."""

    def observe(self, known: DankAndDraftState, seat: int) -> list[int]:
        """The numbers."""
        return [*array("h", self.packed(known, seat))]

    def packed(self, known: DankAndDraftState, seat: int) -> bytes:
        """The numbers, as bytes."""
        top, parts = known.pending[-1] if known.pending else None, self._parts
        if len(parts) > _MOST_PARTS:
            parts.clear()
        discards = known.discards
        row = [
            _HEAD(
                known.turn,
                relative(known.seat, seat, self._seats),
                _STEPS[type(top)] if top is not None else 0,
                known.extra,
                known.extra_owed,
                len(known.pile),
                top.card & ACTION if isinstance(top, InPlay) else 0,
            ),
            parts.get(known.taps) or self._of_taps(known.taps),
            parts.get((-1, discards)) or self._of_discards(discards),
        ]
        hands, rooms = known.hands, known.taprooms
        opens = known.options.emptied_type is EmptiedType.OPENS
        for i in self._rounds[seat - 1]:
            hand, room = hands[i], rooms[i]
            row.append(parts.get((-2, hand)) or self._of_hand(hand))
            row.append(_ROOM(*map(len, room)))
            row.append(_BITS[closed_types(known, i + 1) if opens else known.opened[i]])
        return b"".join(row)

    def _of_taps(self, taps: tuple[int, ...]) -> bytes:
        tap = self._tap
        made = self._parts[taps] = array("h", [0 if card == GAP else tap[card >> 4] for card in taps]).tobytes()
        return made

    def _of_discards(self, discards: tuple[int, ...]) -> bytes:
        played = [card for card in discards if card & PLAYED]
        made = self._parts[-1, discards] = array("h", self._deck.counts(discards) + _backs(played)).tobytes()
        return made

    def _of_hand(self, hand: tuple[int, ...]) -> bytes:
        made = array("h", [len(hand), *self._deck.counts(hand), *_backs(hand)]).tobytes()
        self._parts[-2, hand] = made
        return made


def _backs(cards: Sequence[int]) -> list[int]:
    """How many of each action."""
    counts = [0] * (len(ACTIONS) + 1)
    for card in cards:
        counts[card & ACTION] += 1
    return counts[1:]
