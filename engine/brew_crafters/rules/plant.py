"""The Farm is planted in Spring, from storage (BC-09, BC-26)."""

from __future__ import annotations

from collections.abc import Sequence

from taphouse.engine.brew_crafters.cards import INDEX, INGREDIENTS, NONE, EffectName, Stock, amounts, minus, one
from taphouse.engine.brew_crafters.events import FarmPlanted
from taphouse.engine.brew_crafters.moves import NoPlanting, Plant, Trade
from taphouse.engine.brew_crafters.reasons import NotGrown, NotSoMuchInStorage
from taphouse.engine.brew_crafters.rules.trade import Deciding, Possible
from taphouse.engine.brew_crafters.state import Board, BrewCraftersState, Brewer, Position, ToPlant, means_of
from taphouse.engine.contract import Move, Refusal

_PLANTS = tuple(map(Plant, INGREDIENTS))
_NOTHING = (NoPlanting(),)


class PlantDetails(Possible, frozen=True):
    """The moves that are possible besides planting nothing."""

    plant: bool = False


class Planting(Deciding):
    """The choice of what is planted on the Farm."""

    entry = ToPlant
    task = "plant"
    rules = ("BC-09",)
    answers = (NoPlanting, Plant, Trade)
    told = PlantDetails

    def rows(self, state: Position, owed: ToPlant) -> tuple[Sequence[Move], ...]:
        return _NOTHING, [_PLANTS[i] for i in self._plantable(state.brewers[owed.seat - 1])]

    def _plantable(self, brewer: Brewer) -> list[int]:
        """The ingredients of a kind that the player's Farm grows, and in storage."""
        return [i for i, grows in enumerate(self._grown(brewer)) if grows and brewer.stock[i]]

    def _grown(self, brewer: Brewer) -> Stock:
        """The crop of the player's Farm: the amount of each kind."""
        return means_of(brewer, self.box).of(EffectName.FARM)[0][1].stock

    def why_not_own(self, state: BrewCraftersState, owed: ToPlant, move: NoPlanting | Plant) -> Refusal | None:
        if isinstance(move, NoPlanting):
            return None
        brewer, kind = state.brewers[owed.seat - 1], INDEX[move.ingredient]
        grown = self._grown(brewer)
        if not grown[kind]:
            kinds = tuple([one for one, n in zip(INGREDIENTS, grown, strict=True) if n])
            return Refusal("BC-26", NotGrown(move.ingredient, kinds))
        if not brewer.stock[kind]:
            return Refusal("BC-09", NotSoMuchInStorage(amounts(NONE), move.ingredient, 1))
        return None

    def make_own(self, board: Board, owed: ToPlant, move: NoPlanting | Plant) -> None:
        board.pending.pop()
        if isinstance(move, Plant):
            kind = INDEX[move.ingredient]
            board.change(owed.seat, stock=minus(board.brewers[owed.seat - 1].stock, one(kind)), planted=kind)
            board.events.append(FarmPlanted(owed.seat, move.ingredient))

    def trades_matter(self, board: Board, owed: ToPlant) -> bool:
        grown = self._grown(board.brewers[owed.seat - 1])
        return self.could_have(board, owed.seat, (one(i) for i, grows in enumerate(grown) if grows))
