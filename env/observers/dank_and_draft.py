"""Observations of Dank & Draft."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from taphouse.engine.dank_and_draft.cards import ACTION, ACTIONS, GAP, PLAYED, TYPES
from taphouse.engine.dank_and_draft.moves import EmptiedType
from taphouse.engine.dank_and_draft.rules.offer import closed_types
from taphouse.engine.dank_and_draft.state import (
    DankAndDraftState,
    InPlay,
    Taproom,
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
_BITS = [[bits >> i & 1 for i in range(len(TYPES))] for bits in range(1 << len(TYPES))]
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
    """Types are counted in the order of `TYPES`, actions in that of `ACTIONS`; a tap is 0 for a gap, else its type from 1."""

    def __init__(self, rules: Any, seats: int) -> None:
        super().__init__(_TABLE, _PLAYER, seats)
        self._deck = rules.deck
        self._tap = [0 if type_ < 0 else type_ + 1 for type_ in rules.deck.type_of]
        self._seats = seats
        self._player = lru_cache(maxsize=8192)(self._of_player)
        self._discards = lru_cache(maxsize=8192)(self._of_discards)

    def observe(self, known: DankAndDraftState, seat: int) -> list[int]:
        """The numbers."""
        top, tap = known.pending[-1] if known.pending else None, self._tap
        row = [
            known.turn,
            relative(known.seat, seat, self._seats),
            _STEPS[type(top)] if top is not None else 0,
            known.extra,
            known.extra_owed,
            len(known.pile),
            top.card & ACTION if isinstance(top, InPlay) else 0,
        ]
        row += [0 if card == GAP else tap[card >> 4] for card in known.taps]
        row += self._discards(known.discards)
        hands, rooms, player = known.hands, known.taprooms, self._player
        opens = known.options.emptied_type is EmptiedType.OPENS
        for i in self._rounds[seat - 1]:
            row += player(hands[i], rooms[i], closed_types(known, i + 1) if opens else known.opened[i])
        return row

    def _of_discards(self, discards: tuple[int, ...]) -> list[int]:
        return [*self._deck.counts(discards), *_backs([card for card in discards if card & PLAYED])]

    def _of_player(self, hand: tuple[int, ...], room: Taproom, closed: int) -> list[int]:
        return [len(hand), *self._deck.counts(hand), *_backs(hand), *map(len, room), *_BITS[closed]]


def _backs(cards: Sequence[int]) -> list[int]:
    """How many of each action."""
    actions = [card & ACTION for card in cards]
    return [actions.count(number) for number in range(1, len(ACTIONS) + 1)]
