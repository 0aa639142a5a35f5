"""An ingredient of choice: from a market space (BC-11), at a season's start (BC-09), by research (BC-25) or a tile (BC-26)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from taphouse.engine.brew_crafters.cards import BASICS, INDEX, INGREDIENTS, one
from taphouse.engine.brew_crafters.effects import gain_at_market
from taphouse.engine.brew_crafters.moves import Choose, Trade
from taphouse.engine.brew_crafters.reasons import CannotChoose
from taphouse.engine.brew_crafters.rules.trade import Deciding, Possible
from taphouse.engine.brew_crafters.state import Board, BrewCraftersState, Position, ToChoose
from taphouse.engine.contract import Refusal, Slug
from taphouse.engine.messages import Details

_BASIC, _ADVANCED = tuple(map(Choose, INGREDIENTS[:BASICS])), tuple(map(Choose, INGREDIENTS[BASICS:]))
_RULE = {"RESTOCK": "BC-09", "RESEARCH": "BC-25", "MARKET": "BC-11", "BREWERY": "BC-26"}
"""The rule by which an ingredient is chosen in each phase, apart from research."""


class ChooseDetails(Possible, frozen=True):
    """The source of the ingredient, and its kind."""

    source: Slug = ""
    advanced: bool = False


class Choosing(Deciding):
    """The choice of an ingredient."""

    entry = ToChoose
    task = "choose"
    rules = ()  # by what asks for it
    answers = (Choose, Trade)
    told = ChooseDetails

    def asked_by(self, state: BrewCraftersState, owed: ToChoose) -> tuple[str, ...]:
        return ("BC-25",) if owed.source in self.box.track_code else (_RULE[state.phase],)

    def details(self, state: BrewCraftersState, owed: ToChoose) -> Details:
        return replace(super().details(state, owed), source=owed.source, advanced=owed.advanced)

    def rows(self, _state: Position, owed: ToChoose) -> tuple[Sequence[Choose], ...]:
        return (_ADVANCED if owed.advanced else _BASIC,)

    def why_not_own(self, state: BrewCraftersState, owed: ToChoose, move: Choose) -> Refusal | None:
        if (INDEX[move.ingredient] >= BASICS) == owed.advanced:
            return None
        return self.refused(state, owed, self.asked_by(state, owed)[0], CannotChoose(move.ingredient))

    def make_own(self, board: Board, owed: ToChoose, move: Choose) -> None:
        """Take the ingredient: that of a market space as at the market."""
        board.pending.pop()
        gain = gain_at_market if owed.source in self.box.space_code[len(board.brewers)] else Board.gain
        gain(board, owed.seat, one(INDEX[move.ingredient]), owed.source)
