"""Process Beer (BC-20 to BC-22, BC-26): batches are sold and bottled, and then the player brews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from taphouse.engine.brew_crafters.box import Beer, Box
from taphouse.engine.brew_crafters.cards import EffectName, Stock, amounts, covers, minus, one, plus
from taphouse.engine.brew_crafters.events import BatchBottled, BatchBrewed, BatchSold, BeerProcessed, GoldLabelTaken
from taphouse.engine.brew_crafters.moves import Brew, Collaborate, EndAction, LeaveEmpty, Process, Trade, Vessel
from taphouse.engine.brew_crafters.reasons import (
    BasicComesFirst,
    BrewpubIsFull,
    NoBrewpub,
    NoTankIsEmpty,
    NotWhileBrewing,
    ProcessingComesFirst,
    RecipeNotInPlay,
    TooManyAddedHops,
)
from taphouse.engine.brew_crafters.rules.collaborate import END, WithinAction, short_of, why_not_collaborate
from taphouse.engine.brew_crafters.rules.trade import BREWING, Deciding, Possible
from taphouse.engine.brew_crafters.state import (
    Batch,
    Board,
    BrewCraftersState,
    Brewer,
    Position,
    ToAct,
    ToBrew,
    ToEnd,
    ToProcess,
    means_of,
    tanks,
)
from taphouse.engine.contract import Move, Refusal
from taphouse.engine.messages import Details
from taphouse.engine.messages.reasons import NoSuchName

PROCESS = (Process(),)
_BREW_NO_MORE = (LeaveEmpty(),)


def why_not_brew_yet(asks: Deciding, state: BrewCraftersState, owed: ToAct | ToProcess, move: Move) -> Refusal | None:
    """BC-20: the refusal of brewing before beer is processed; None for any other move."""
    if not isinstance(move, BREWING):
        return None
    return asks.refused(state, owed, "BC-20", ProcessingComesFirst())


class Processing(WithinAction):
    """The choice to process beer or not, in an action that began with a portion for the collaboration (BC-23)."""

    entry = ToProcess
    task = "process"
    rules = ("BC-23",)
    answers = (EndAction, Process, Trade)

    def rows(self, _state: Position, _owed: ToProcess) -> tuple[Sequence[Move], ...]:
        return END, PROCESS

    def why_not_own(self, _state: BrewCraftersState, _owed: ToProcess, _move: EndAction | Process) -> None:
        return None

    def why_not_now(self, state: BrewCraftersState, owed: ToProcess, move: Move) -> Refusal:
        refused = why_not_collaborate(state, True) if isinstance(move, Collaborate) else None
        refused = refused or why_not_brew_yet(self, state, owed, move)
        return refused or super().why_not_now(state, owed, move)

    def make_own(self, board: Board, owed: ToProcess, move: EndAction | Process) -> None:
        board.pending.pop()
        if isinstance(move, Process):
            process(board, owed.seat, True)


def process(board: Board, seat: int, collaborated: bool) -> None:
    """BC-20: sell and bottle; then the player brews."""
    board.events.append(BeerProcessed(seat))
    _sell(board, seat)
    brewer = board.brewers[seat - 1]
    board.events += [BatchBottled(seat, board.box.beers[batch.recipe].name) for batch in brewer.tanks]
    board.change(seat, tanks=(), bottled=brewer.tanks, pub=())
    means = means_of(brewer, board.box)
    board.pending.append(ToBrew(seat, collaborated, tanks(means), bool(means.of(EffectName.BREWPUB)), 0))


def _sell(board: Board, seat: int) -> None:
    """BC-20, BC-22: every batch in the bottling line, then the one in the Brewpub."""
    brewer, box = board.brewers[seat - 1], board.box
    means = means_of(brewer, box)
    batches = [(batch, Vessel.TANK) for batch in brewer.bottled]
    batches += [(batch, Vessel.BREWPUB) for batch in brewer.pub]
    for i, (batch, vessel) in enumerate(batches):
        beer = box.beers[batch.recipe]
        board.change(seat, money=board.brewers[seat - 1].money + box.sale_price)
        board.events.append(BatchSold(seat, beer.name, vessel, box.sale_price))
        extra = means.of(EffectName.MONEY_WHEN_SELLING) if not i else ()
        for source, act in (*extra, *(means.of(EffectName.MONEY_PER_ADVANCED) if beer.advanced else ())):
            board.earn(seat, act.amount, source)
        if beer.advanced and not board.labels[batch.recipe]:
            board.labels = (*board.labels[: batch.recipe], seat, *board.labels[batch.recipe + 1 :])
            board.events.append(GoldLabelTaken(seat, beer.name))
    board.change(seat, shipped=(*brewer.shipped, *[batch for batch, _ in batches]))


def recipe_cost(brewer: Brewer, box: Box, recipe: int, first: bool) -> Stock:
    """The ingredients that a batch takes from this player, as the first one of an action or a later one (BC-21)."""
    beer, means = box.beers[recipe], means_of(brewer, box)
    less = means.sum(EffectName.FIRST_LESS_MALT) if first else 0
    if beer.advanced:
        less += means.sum(EffectName.ADVANCED_LESS_MALT)
    return (max(0, beer.cost[0] - less), *beer.cost[1:]) if less else beer.cost


class BrewDetails(Possible, frozen=True):
    """The places where the player may brew, if there is a recipe to brew."""

    brew: bool = False
    tanks: int = 0
    one_tank: bool = False
    brewpub: bool = False


class Brewing(WithinAction):
    """The choice of what is brewed, and in which vessel."""

    entry = ToBrew
    task = "brew"
    rules = ("BC-20", "BC-21")
    answers = (LeaveEmpty, Brew, Trade)
    told = BrewDetails

    def details(self, state: BrewCraftersState, owed: ToBrew) -> Details:
        possible = super().details(state, owed)
        return replace(possible, tanks=owed.tanks, one_tank=owed.tanks == 1, brewpub=bool(owed.pub))

    def rows(self, state: Position, owed: ToBrew) -> tuple[Sequence[Move], ...]:
        return _BREW_NO_MORE, self._brews(state, owed)

    def _brews(self, state: Position, owed: ToBrew) -> list[Brew]:
        """BC-20, BC-21, BC-26."""
        brewer, box = state.brewers[owed.seat - 1], self.box
        vessels = (Vessel.TANK,) * bool(owed.tanks) + (Vessel.BREWPUB,) * owed.pub
        infused = means_of(brewer, box).sum(EffectName.INFUSE)
        listed = []
        for beer, cost in self._open(state, owed):
            if covers(brewer.stock, cost):
                most = min(infused if beer.infuser else 0, brewer.stock[1] - cost[1])
                listed += [Brew(beer.name, vessel, added) for vessel in vessels for added in range(most + 1)]
        return listed

    def _open(self, state: Position, owed: ToBrew) -> Iterator[tuple[Beer, Stock]]:
        """BC-21: the recipes that the player may brew, and what a batch takes."""
        brewer, box = state.brewers[owed.seat - 1], self.box
        for recipe in state.recipes:
            beer = box.beers[recipe]
            if not beer.advanced or brewer.brewed[box.basic[beer.style]]:
                yield beer, recipe_cost(brewer, box, recipe, not owed.brewed)

    def trades_matter(self, board: Board, owed: ToBrew) -> bool:
        return self.could_have(board, owed.seat, (cost for _, cost in self._open(board, owed)))

    def why_not_own(self, state: BrewCraftersState, owed: ToBrew, move: LeaveEmpty | Brew) -> Refusal | None:
        if isinstance(move, LeaveEmpty):
            return None
        recipe = self.box.beer_code.get(move.recipe)
        if recipe not in state.recipes:
            names = tuple([self.box.beers[code].name for code in state.recipes])
            why = NoSuchName if recipe is None else RecipeNotInPlay
            return Refusal("BC-04", why(move.recipe, names))
        brewer = state.brewers[owed.seat - 1]
        refused = self._why_not_of(brewer, owed, recipe, move.added_hops)
        return refused or self._why_not_in(state, owed, move.vessel)

    def _why_not_of(self, brewer: Brewer, owed: ToBrew, recipe: int, added_hops: int) -> Refusal | None:
        """BC-21, BC-26."""
        box, beer = self.box, self.box.beers[recipe]
        basic = box.basic[beer.style]
        if beer.advanced and not brewer.brewed[basic]:
            return Refusal("BC-21", BasicComesFirst(box.beers[basic].name, beer.name))
        if added_hops:
            infused = means_of(brewer, box).sum(EffectName.INFUSE) if beer.infuser else 0
            if not 0 < added_hops <= infused:
                return Refusal("BC-26", TooManyAddedHops(beer.name, infused))
        cost = plus(recipe_cost(brewer, box, recipe, not owed.brewed), one(1, added_hops))
        if not covers(brewer.stock, cost):
            return Refusal("BC-21", short_of(cost, brewer.stock))
        return None

    def _why_not_in(self, state: BrewCraftersState, owed: ToBrew, vessel: Vessel) -> Refusal | None:
        """BC-20."""
        if vessel is Vessel.TANK and not owed.tanks:
            return self.refused(state, owed, "BC-20", NoTankIsEmpty())
        if vessel is Vessel.BREWPUB and not owed.pub:
            why = BrewpubIsFull() if state.brewers[owed.seat - 1].pub else NoBrewpub()
            return self.refused(state, owed, "BC-20", why)
        return None

    def why_not_now(self, state: BrewCraftersState, owed: ToBrew, move: Move) -> Refusal:
        if isinstance(move, Collaborate):
            refused = why_not_collaborate(state, owed.collaborated)
            return refused or self.refused(state, owed, "BC-23", NotWhileBrewing())
        return super().why_not_now(state, owed, move)

    def make_own(self, board: Board, owed: ToBrew, move: LeaveEmpty | Brew) -> None:
        if isinstance(move, Brew):
            self._brew(board, owed, move)
        else:
            board.pending[-1] = _no_more(owed)

    def _brew(self, board: Board, owed: ToBrew, move: Brew) -> None:
        """BC-21, and what tiles and research add (BC-25, BC-26)."""
        seat, box, recipe = owed.seat, self.box, self.box.beer_code[move.recipe]
        brewer, beer = board.brewers[seat - 1], box.beers[recipe]
        means = means_of(brewer, box)
        cost = plus(recipe_cost(brewer, box, recipe, not owed.brewed), one(1, move.added_hops))
        worth = beer.points + move.added_hops + (means.sum(EffectName.BARREL_POINTS) if beer.barrel else 0)
        batch, brewed = Batch(recipe, worth), list(brewer.brewed)
        brewed[recipe] += 1
        in_tank = move.vessel is Vessel.TANK
        filled = "tanks" if in_tank else "pub"
        board.change(
            seat,
            stock=minus(brewer.stock, cost),
            brewed=tuple(brewed),
            beer=brewer.beer + worth,
            **{filled: (*getattr(brewer, filled), batch)},
        )
        board.events.append(BatchBrewed(seat, beer.name, move.vessel, amounts(cost), worth))
        left = replace(owed, tanks=owed.tanks - in_tank, pub=owed.pub and in_tank, brewed=owed.brewed + 1)
        board.pending[-1] = left if left.tanks or left.pub else _no_more(left)
        if left.brewed == 2:
            for source, act in means.of(EffectName.MONEY_FOR_SECOND_BATCH):
                board.earn(seat, act.amount, source)


def _no_more(owed: ToBrew) -> ToEnd:
    """The steps owed once no more is brewed."""
    return ToEnd(owed.seat, owed.collaborated, owed.brewed)
