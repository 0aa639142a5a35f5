"""A position of Brew Crafters, what is owed in it, and the board on which a move is carried out."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.brew_crafters.box import Box, PlayerEffects
from taphouse.engine.brew_crafters.cards import EffectName, Stock, amounts, plus
from taphouse.engine.brew_crafters.events import BonusPointsTaken, IngredientsTaken, MoneyPaid, MoneyTaken
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions
from taphouse.engine.contract import Event, Owed, State

YEARS = 3
SPRING, SUMMER, FALL, WINTER = range(4)
MOST_SHIFTS = 3
DISCARDED_AT_ONCE = 5
"""The most ingredients discarded by one move: there are 252 ways to discard so many of six kinds, and thousands for more."""


class ToMarket(Owed, frozen=True):
    """A market action: a token is placed, or what a worker gives is done (BC-10)."""

    seat: int


class ToHire(Owed, frozen=True):
    """The choice of a skilled worker (BC-17)."""

    seat: int


class ToForm(Owed, frozen=True):
    """The choice of a partnership (BC-16)."""

    seat: int


class ToChoose(Owed, frozen=True):
    """The choice of an ingredient."""

    seat: int
    advanced: bool
    """True for a place among the advanced ingredients, False for the basic ones."""
    source: str


class ToDiscard(Owed, frozen=True):
    """The choice of what does not fit into storage (BC-14)."""

    seat: int


class ToPlant(Owed, frozen=True):
    """The choice of what is planted on the Farm in Spring (BC-09)."""

    seat: int


class ToResearch(Owed, frozen=True):
    """The choice of the annual benefit that comes next (BC-25)."""

    seat: int
    tracks: tuple[int, ...]
    """The tracks that are to come."""


class ToAct(Owed, frozen=True):
    """A brewery action (BC-19)."""

    seat: int


class ToProcess(Owed, frozen=True):
    """The choice to process beer or not, in an action that began with a portion for the collaboration (BC-23)."""

    seat: int


class ToBrew(Owed, frozen=True):
    """The choice of what is brewed, and in which vessel (BC-20). At least one vessel is empty."""

    seat: int
    collaborated: bool
    """True if a portion was given in this action."""
    tanks: int
    """The number of empty tanks."""
    pub: bool
    """True if the Brewpub is still empty."""
    brewed: int
    """The number of batches brewed in this action so far."""


class ToEnd(Owed, frozen=True):
    """The steps still open in an action in which beer was processed (BC-23)."""

    seat: int
    collaborated: bool
    brewed: int


class ToStep(Owed, frozen=True):
    """The choice of a second step after Lab Research (BC-25)."""

    seat: int


class ToTrade(Owed, frozen=True):
    """The last chance to trade before the operating costs, or before the score (BC-16)."""

    seat: int


class Beginning(Owed, frozen=True):
    """The start of the next season (BC-08, BC-09). No decision."""


class Starting(Owed, frozen=True):
    """A player's benefits at the season's start (BC-09). No decision."""

    seat: int


class Opening(Owed, frozen=True):
    """The start of a phase (BC-08). No decision."""

    phase: str


class Extras(Owed, frozen=True):
    """The extra market actions that workers give (BC-10). No decision."""

    first: int
    """The seat from which it goes round."""


class Closing(Owed, frozen=True):
    """The end of the Brewery phase (BC-08). No decision."""


class Paying(Owed, frozen=True):
    """The payment of the operating costs (BC-27). No decision."""


class Ending(Owed, frozen=True):
    """The end of the game (BC-28). No decision."""


Choice = (
    ToMarket
    | ToHire
    | ToForm
    | ToChoose
    | ToDiscard
    | ToPlant
    | ToResearch
    | ToAct
    | ToProcess
    | ToBrew
    | ToEnd
    | ToStep
    | ToTrade
)
"""The decisions that a seat makes."""
Pending = Choice | Beginning | Starting | Opening | Extras | Closing | Paying | Ending


_BEFORE_DISCARDING = (ToHire, ToForm, ToChoose, ToPlant)


AS_PRINTED = -1
"""The points of a batch that format 1 stored as sold: those of its recipe, since it kept no others."""


class Batch(NamedTuple):
    """A batch of beer."""

    recipe: int
    points: int


class Brewer(Struct, frozen=True, gc=False, array_like=True):
    """The possessions of a player."""

    stock: Stock
    money: int
    loans: int
    shifts: int
    tanks: tuple[Batch, ...]
    bottled: tuple[Batch, ...]
    pub: tuple[Batch, ...]
    """The batch in the Brewpub, if there is one."""
    shipped: tuple[Batch, ...]
    """The batches that are sold, in this order."""
    brewed: tuple[int, ...]
    """The number of batches of each recipe of the edition that the player has brewed."""
    beer: int
    """The worth of all these batches."""
    bonus: int
    """The bonus points."""
    tiles: tuple[int, ...]
    workers: tuple[int, ...]
    partnerships: tuple[int, ...]
    """The partnerships in the order in which the player got them, as are tiles and workers."""
    steps: tuple[int, ...]
    """The number of steps taken on each track."""
    planted: int
    """The index of the ingredient on the Farm, or -1."""
    supplied: bool
    """In the Market phase: whether `CHOOSE_AT_MARKET` has come to the player in it."""

    @property
    def sold(self) -> tuple[int, ...]:
        """The number of batches of each recipe that are sold."""
        recipes = [batch.recipe for batch in self.shipped]
        return tuple([recipes.count(recipe) for recipe in range(len(self.brewed))])


class BrewCraftersState(State, frozen=True):
    """A position. Components are coded as `engine.brew_crafters.cards` says."""

    options: BrewCraftersOptions
    year: int
    season: int
    """Its index."""
    phase: str
    """The name of the `Phase`."""
    first: int
    """The starting player; 0 when the game is over."""
    recipes: tuple[int, ...]
    """The recipes in play, ascending."""
    lying: tuple[int, ...]
    """The contents of each market space in play."""
    taken: tuple[int, ...]
    """The seat that has taken each of them in this season; 0 for none."""
    workers: tuple[int, ...]
    """The workers who can still be hired."""
    partnerships: tuple[int, ...]
    """The partnerships that can still be formed."""
    portions: tuple[int, ...]
    """The giver of each portion of the collaboration; 0 for none. Empty where there is no collaboration."""
    labels: tuple[int, ...]
    """The owner of the gold label of each recipe of the edition; 0 for none."""
    brewers: tuple[Brewer, ...]
    pending: tuple[Pending, ...]
    """The stack of what is owed, the next at the end; empty when the game is over. The last one is a `Choice`."""


class Board:
    """A position under way: a move is carried out on it, and what happens is noted.

    It has the fields of a state, with lists where something changes; nothing but `new` and `apply` ever holds one.
    """

    def __init__(self, state: BrewCraftersState, box: Box) -> None:
        self.options = state.options
        self.year = state.year
        self.season = state.season
        self.phase = state.phase
        self.first = state.first
        self.recipes = state.recipes
        self.lying = list(state.lying)
        self.taken = list(state.taken)
        self.workers = state.workers
        self.partnerships = state.partnerships
        self.portions = state.portions
        self.labels = state.labels
        self.brewers = list(state.brewers)
        self.pending = list(state.pending)
        self.events: list[Event] = []
        self.box = box

    def state(self) -> BrewCraftersState:
        """The position reached."""
        return BrewCraftersState(
            self.options,
            self.year,
            self.season,
            self.phase,
            self.first,
            self.recipes,
            tuple(self.lying),
            tuple(self.taken),
            self.workers,
            self.partnerships,
            self.portions,
            self.labels,
            tuple(self.brewers),
            tuple(self.pending),
        )

    def change(self, seat: int, **fields: object) -> Brewer:
        """Replace fields of a player."""
        self.brewers[seat - 1] = changed = replace(self.brewers[seat - 1], **fields)
        return changed

    def gain(self, seat: int, gained: Stock, source: str) -> None:
        """A player takes ingredients; if they do not all fit, the player must discard before anybody else acts (BC-14).

        What else the player may choose at the same moment comes before that.
        """
        if not any(gained):
            return
        brewer = self.change(seat, stock=plus(self.brewers[seat - 1].stock, gained))
        self.events.append(IngredientsTaken(seat, amounts(gained), source))
        if due(brewer, self.box):
            place = len(self.pending)
            while place and isinstance(frame := self.pending[place - 1], _BEFORE_DISCARDING) and frame.seat == seat:
                place -= 1
            if not place or self.pending[place - 1] != ToDiscard(seat):
                self.pending.insert(place, ToDiscard(seat))

    def earn(self, seat: int, money: int, source: str, *, for_portion: bool = False) -> None:
        """A player takes money."""
        if money:
            self.change(seat, money=self.brewers[seat - 1].money + money)
            self.events.append(MoneyTaken(seat, money, source, for_portion))

    def pay(self, seat: int, money: int, source: str) -> None:
        """A player pays money, and has it."""
        if money:
            self.change(seat, money=self.brewers[seat - 1].money - money)
            self.events.append(MoneyPaid(seat, money, source))

    def reward(self, seat: int, points: int, source: str, *, for_portion: bool = False) -> None:
        """A player takes bonus points."""
        if points:
            self.change(seat, bonus=self.brewers[seat - 1].bonus + points)
            self.events.append(BonusPointsTaken(seat, points, source, for_portion))


Position = BrewCraftersState | Board
"""The position that legal moves are listed from: one that is reached, or one under way."""


def in_turn_order(seats: int, first: int) -> list[int]:
    """The seats from the starting player round."""
    return [*range(first, seats + 1), *range(1, first)]


def means_of(brewer: Brewer, box: Box) -> PlayerEffects:
    """The effects of a player's tiles, workers and research."""
    return box.means(brewer.tiles, brewer.workers, brewer.steps)


def tanks(means: PlayerEffects) -> int:
    """The number of a player's fermentation tanks (BC-20)."""
    return 1 + means.sum(EffectName.TANKS)


def vessels(means: PlayerEffects) -> int:
    """The number of batches that a player can brew at once: in the tanks and the Brewpub (BC-20)."""
    return tanks(means) + len(means.of(EffectName.BREWPUB))


def capacity(brewer: Brewer, box: Box) -> int:
    """The number of ingredients that a player can store (BC-14)."""
    return box.storage + means_of(brewer, box).storage


def excess(brewer: Brewer, box: Box) -> int:
    """The number of a player's ingredients beyond their storage; 0 or less where all fit (BC-14)."""
    return sum(brewer.stock) - capacity(brewer, box)


def due(brewer: Brewer, box: Box) -> int:
    """The number of ingredients that a player must discard by their next move; 0 where all fit (BC-14)."""
    over = sum(brewer.stock) - box.storage
    if over <= 0:  # whatever else the player has
        return 0
    return max(0, min(DISCARDED_AT_ONCE, over - means_of(brewer, box).storage))


def extra_actions(state: Position, box: Box, first: int) -> list[int]:
    """The seats that have market actions in this season apart from those of their tokens, in their order (BC-10)."""
    actions: list[tuple[int, int, int]] = []
    for place, seat in enumerate(in_turn_order(len(state.brewers), first)):
        sources = means_of(state.brewers[seat - 1], box).of(EffectName.MARKET_ACTION)
        if sources:
            there = [act for _, act in sources if state.season in act.seasons]
            actions += [(turn, place, seat) for turn in range(len(there))]
    return [seat for _, _, seat in sorted(actions)]


def operating_costs(brewer: Brewer, box: Box) -> int:
    """The cost of the next winter for a player, in $, if nothing changes (BC-27)."""
    return max(0, means_of(brewer, box).costs + sum(box.shift_costs[: brewer.shifts]))


def loans_for(costs: int, money: int, loan: int) -> int:
    """The number of loans needed to pay (BC-27)."""
    return max(0, -((money - costs) // loan))
