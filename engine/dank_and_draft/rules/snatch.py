"""The choice of a Snatch: of which type to take a beer from every other player (DD-13, DD-15, DD-19)."""

from __future__ import annotations

from taphouse.engine.contract import Move, Refusal
from taphouse.engine.dank_and_draft.cards import TYPE_INDEX, TYPES
from taphouse.engine.dank_and_draft.moves import BeersSnatched, Decline, Snatch, Snatched
from taphouse.engine.dank_and_draft.reasons import NothingToSnatch, SnatchDeclined
from taphouse.engine.dank_and_draft.rules.in_play import ActionChoice
from taphouse.engine.dank_and_draft.rules.turns import clockwise
from taphouse.engine.dank_and_draft.state import Board, DankAndDraftState, ToSnatch

_SNATCHES = tuple(map(Snatch, TYPES))


class AsksToSnatch(ActionChoice):
    """The choice of a type to snatch. It cannot be declined."""

    entry = ToSnatch
    task = "snatch"
    rules = ("DD-13",)
    answers = (Snatch,)

    def moves(self, state: DankAndDraftState, _owed: ToSnatch) -> list[Snatch]:
        """DD-13: the types that another player has."""
        others = [state.taprooms[seat - 1] for seat in clockwise(state.seat, len(state.taprooms))]
        return [snatch for snatch, *stacks in zip(_SNATCHES, *others, strict=True) if any(stacks)]

    def why_not(self, state: DankAndDraftState, _owed: ToSnatch, move: Snatch) -> Refusal | None:
        """DD-09, DD-13."""
        t = TYPE_INDEX[move.type]
        for seat in clockwise(state.seat, len(state.taprooms)):
            if state.taprooms[seat - 1][t]:
                return None
        return Refusal("DD-09", NothingToSnatch(move.type))

    def why_not_now(self, state: DankAndDraftState, owed: ToSnatch, move: Move) -> Refusal:
        """DD-13: other actions can be declined."""
        if isinstance(move, Decline):
            return self.refused(state, owed, "DD-13", SnatchDeclined())
        return super().why_not_now(state, owed, move)

    def perform(self, board: Board, move: Snatch) -> None:
        """DD-13, DD-15, DD-19: clockwise from the player's left."""
        t, rooms = TYPE_INDEX[move.type], board.taprooms
        owners = [seat for seat in clockwise(board.seat, len(rooms)) if rooms[seat - 1][t]]
        beers = tuple([beer for seat in owners for beer in board.lift(seat, t, 1)])
        board.gain(t, beers)
        if board.events is not None:
            snatched = tuple([Snatched(seat, board.deck.beer(beer)) for seat, beer in zip(owners, beers, strict=True)])
            board.events.append(BeersSnatched(board.seat, move.type, snatched))
