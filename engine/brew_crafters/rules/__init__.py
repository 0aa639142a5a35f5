"""The rules of Brew Crafters (rules.md, BC-01 to BC-30): one method per rule, under its own name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from msgspec.structs import replace

from taphouse.engine.brew_crafters.box import MONEY, Act, Box, Portion, Side
from taphouse.engine.brew_crafters.cards import (
    BASICS,
    INDEX,
    INGREDIENTS,
    NONE,
    POINTS,
    SEASONS,
    SPOKEN,
    STEPS,
    STYLES,
    EffectName,
    Ingredient,
    Stock,
    amounts,
    counts,
    covers,
    minus,
    one,
    plus,
    spoken,
)
from taphouse.engine.brew_crafters.edition import BrewCraftersEdition
from taphouse.engine.brew_crafters.effects import AT_ONCE, choose_basic, gain_at_market, plantable, points, start_season
from taphouse.engine.brew_crafters.events import (
    BatchBottled,
    BatchBrewed,
    BatchSold,
    BeerProcessed,
    CollaborationSold,
    CostsPaid,
    FarmPlanted,
    GoldLabelTaken,
    IngredientsDiscarded,
    MarketActionLost,
    PartnershipFormed,
    PhaseBegan,
    PortionGiven,
    SeasonBegan,
    ShiftHired,
    SpaceStock,
    SpaceTaken,
    StartingPlayerChanged,
    StepTaken,
    TileInstalled,
    WorkerHired,
)
from taphouse.engine.brew_crafters.moves import (
    MOVES,
    Annual,
    Brew,
    BrewCraftersOptions,
    Choose,
    Collaborate,
    Discard,
    EndAction,
    EndTrading,
    Form,
    Hire,
    Install,
    LeaveEmpty,
    Market,
    NoPlanting,
    NoSecondStep,
    Phase,
    Plant,
    Process,
    Research,
    SecondStep,
    Selection,
    Trade,
    Vessel,
)
from taphouse.engine.brew_crafters.state import (
    ADVANCED,
    MOST_SHIFTS,
    WINTER,
    YEARS,
    Batch,
    Beginning,
    Board,
    BrewCraftersState,
    Brewer,
    Choice,
    Closing,
    Ending,
    Extras,
    Opening,
    Paying,
    Pending,
    Starting,
    ToAct,
    ToBrew,
    ToChoose,
    ToDiscard,
    ToEnd,
    ToForm,
    ToHire,
    ToMarket,
    ToPlant,
    ToProcess,
    ToResearch,
    ToStep,
    ToTrade,
    due,
    excess,
    extra_actions,
    in_turn_order,
    loans_for,
    means_of,
    operating_costs,
    recipe_cost,
    tanks,
)
from taphouse.engine.brew_crafters.view import BrewCraftersTable, table
from taphouse.engine.chance import Chance, settled
from taphouse.engine.game import (
    Category,
    Decision,
    Event,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Rules,
    Step,
    standings,
    starting_seat,
    verb_of,
)

LAST_WINTER = "last-winter"
RULE_OF_END = {LAST_WINTER: "BC-28"}

_VERBS: dict[type[Move], str] = {move: verb_of(move) for move in MOVES}
_CHOICES = tuple(map(Choose, INGREDIENTS))
_PLANTS = tuple(map(Plant, INGREDIENTS))
_CHOSEN = (EffectName.CHOOSE_BASIC, EffectName.CHOOSE_ADVANCED)
_CHOICE_RULE = {"RESTOCK": "BC-09", "RESEARCH": "BC-25", "MARKET": "BC-11", "BREWERY": "BC-26"}

_Moves = Callable[[Any, Any], Iterable[Move]]
"""The legal moves of a kind, by position and decision."""
_TASKS: dict[type[Pending], tuple[str, tuple[str, ...]]] = {
    ToMarket: ("market", ("BC-10", "BC-11")),
    ToHire: ("hire", ("BC-17",)),
    ToForm: ("form", ("BC-16",)),
    ToChoose: ("choose", ()),  # by what asks for it
    ToDiscard: ("discard", ("BC-14",)),
    ToPlant: ("plant", ("BC-09",)),
    ToResearch: ("annual", ("BC-25",)),
    ToAct: ("act", ("BC-19",)),
    ToProcess: ("process", ("BC-23",)),
    ToBrew: ("brew", ("BC-20", "BC-21")),
    ToEnd: ("end-action", ("BC-23",)),
    ToStep: ("second-step", ("BC-25",)),
    ToTrade: ("trade", ("BC-16",)),
}
"""The task of each decision, and the rules that ask for it."""
_ACTIONS = (Process, Research, Install)
"""What a shift may begin with, apart from collaborating (BC-19)."""


class BrewCraftersRules(Rules):
    """The rules under one edition."""

    def __init__(self, edition: BrewCraftersEdition) -> None:
        figures = edition.figures
        box = self.box = Box(edition)
        self._money = figures.starting_money_first.value, figures.starting_money_others.value
        self._stock: Stock = (figures.starting_malt.value, figures.starting_hops.value, 0, 0, 0, 0)
        self._per_style = figures.advanced_per_style.value
        self._workers = figures.skilled_workers.value
        self._price = figures.sale_price.value
        self._label_points = figures.gold_label_points.value
        self._loan_points = figures.first_loan_points.value, figures.further_loan_points.value
        self._markets = {
            players: tuple(tuple(Market(space.name, side.name) for side in space.sides) for space in spaces)
            for players, spaces in box.spaces.items()
        }
        self._unhurried = {
            players: sorted(range(len(spaces)), key=lambda i, spaces=spaces: bool(spaces[i].amount))  # type: ignore[misc]
            for players, spaces in box.spaces.items()
        }
        self._hires = tuple(Hire(worker.name) for worker in box.workers)
        self._forms = tuple(Form(partnership.name) for partnership in box.partnerships)
        self._trades = tuple(Trade(partnership.name) for partnership in box.partnerships)
        self._installs = tuple(Install(tile.name) for tile in box.tiles)
        self._annuals = tuple(Annual(track.name) for track in box.tracks)
        self._researches = tuple(Research(track.name) for track in box.tracks)
        self._second_steps = tuple(SecondStep(track.name) for track in box.tracks)
        self._recipe_code = {beer.name: i for i, beer in enumerate(box.beers)}
        self._worker_code = {worker.name: i for i, worker in enumerate(box.workers)}
        self._partnership_code = {partnership.name: i for i, partnership in enumerate(box.partnerships)}
        self._tile_code = {tile.name: i for i, tile in enumerate(box.tiles)}
        self._track_code = {track.name: i for i, track in enumerate(box.tracks)}
        self._portion_code = {portion.name: i for i, portion in enumerate(box.portions)}
        self._space_code = {
            players: {space.name: i for i, space in enumerate(spaces)} for players, spaces in box.spaces.items()
        }
        self._answers: dict[type[Pending], dict[type[Move], _Moves]] = {
            ToMarket: {Market: self._marketing},
            ToHire: {Hire: self._hiring},
            ToForm: {Form: self._forming},
            ToChoose: {Choose: self._choosing},
            ToDiscard: {Discard: self._discarding},
            ToPlant: {NoPlanting: _always(NoPlanting()), Plant: self._planting},
            ToResearch: {Annual: self._annuals_left},
            ToAct: {
                Process: _always(Process()),
                Collaborate: self._collaborating,
                Research: self._researching,
                Install: self._installing,
            },
            ToProcess: {EndAction: _always(EndAction()), Process: _always(Process())},
            ToBrew: {LeaveEmpty: _always(LeaveEmpty()), Brew: self._brewing},
            ToEnd: {EndAction: _always(EndAction()), Collaborate: self._collaborating},
            ToStep: {NoSecondStep: _always(NoSecondStep()), SecondStep: self._stepping},
            ToTrade: {EndTrading: _always(EndTrading())},
        }
        """By decision: the kinds of moves that answer it, in the order of the legal moves, and the legal ones of each.

        Trades come after them.
        """
        self._refuse: dict[type[Move], Callable[[BrewCraftersState, Any, Any], Refusal | None]] = {
            Market: self._why_no_market,
            Hire: self._why_no_hire,
            Form: self._why_no_form,
            Choose: self._why_no_choice,
            Trade: self._why_no_trade,
            Discard: self._why_no_discard,
            Plant: self._why_no_plant,
            Annual: self._why_no_annual,
            Process: self._never,
            Brew: self._why_no_brew,
            LeaveEmpty: self._never,
            Collaborate: self._why_no_collaboration,
            Research: self._why_no_research,
            SecondStep: self._why_no_second_step,
            NoSecondStep: self._never,
            NoPlanting: self._never,
            Install: self._why_no_install,
            EndAction: self._never,
            EndTrading: self._never,
        }
        self._do: dict[type[Move], Callable[[Board, Any, Any], None]] = {
            Market: self._market,
            Hire: self._hire,
            Form: self._form,
            Choose: self._choose,
            Trade: self._trade,
            Discard: self._discard,
            Plant: self._plant,
            NoPlanting: self._leave,
            Annual: self._annual,
            Process: self._process,
            Brew: self._brew,
            LeaveEmpty: self._leave_empty,
            Collaborate: self._collaborate,
            Research: self._research,
            SecondStep: self._second_step,
            NoSecondStep: self._leave,
            Install: self._install,
            EndAction: self._leave,
            EndTrading: self._leave,
        }
        self._carry_on: dict[type[Pending], Callable[[Board, Any], bool]] = {
            Beginning: self._begin_season,
            Starting: self._start,
            Opening: self._open,
            Extras: self._give_extras,
            Closing: self._close,
            Paying: self._pay,
            Ending: self._end,
        }

    # --- setup ---------------------------------------------------------------------------------------------------------

    def why_not_new(self, options: BrewCraftersOptions, seats: int) -> Refusal | None:
        """BC-04, BC-05: named recipes and workers must exist, and be as many as are in play."""
        return self._why_not_these_recipes(options.named_recipes) or self._why_not_these_workers(
            options.named_workers, seats
        )

    def _why_not_these_recipes(self, names: tuple[str, ...] | None) -> Refusal | None:
        if names is None:
            return None
        advanced = {beer.name: beer for beer in self.box.beers if beer.advanced}
        for name in names:
            if name not in advanced:
                return Refusal("BC-04", f"There is no advanced recipe {name}; there are {', '.join(advanced)}.")
        if twice := _twice(names):
            return Refusal("BC-04", f"{twice} is named twice.")
        for i, style in enumerate(STYLES):
            of_style = [name for name in names if advanced[name].style == i]
            if len(of_style) != self._per_style:
                number = f"{self._per_style} different advanced recipes of each style"
                return Refusal("BC-04", f"Name {number}; of the style {style} there are {len(of_style)} here.")
        return None

    def _why_not_these_workers(self, names: tuple[str, ...] | None, seats: int) -> Refusal | None:
        if names is None:
            return None
        there = {self.box.workers[worker].name: worker for worker in self._workers_for(seats)}
        for name in names:
            if name not in there:
                return Refusal(
                    "BC-05", f"There is no skilled worker {name} for {seats} players; there are {', '.join(there)}."
                )
        if twice := _twice(names):
            return Refusal("BC-05", f"{twice} is named twice.")
        if len(names) != self._workers:
            return Refusal("BC-05", f"Name {self._workers} different skilled workers, not {len(names)}.")
        return None

    def new(self, options: BrewCraftersOptions, seats: int, chance: Chance) -> BrewCraftersState:
        """BC-01 to BC-07, up to the first market action.

        Raises:
            ValueError: the options do not fit, or a draw is needed and the chance is blind.
        """
        refusal = self.why_not_new(options, seats)
        if refusal is not None:
            raise ValueError(refusal.message)
        box = self.box
        first = starting_seat(options.first_seat, seats, 0, chance)
        nothing = (0,) * len(box.beers)
        brewers = [
            Brewer(
                stock=self._stock,
                money=self._money[seat != first],
                loans=0,
                shifts=1,
                tanks=(),
                bottled=(),
                pub=(),
                brewed=nothing,
                sold=nothing,
                beer=0,
                bonus=0,
                tiles=(),
                workers=(),
                partnerships=(),
                steps=(0,) * len(box.tracks),
                planted=-1,
                supplied=False,
            )
            for seat in range(1, seats + 1)
        ]
        state = BrewCraftersState(
            options=options,
            year=0,
            season=WINTER,
            phase=Phase.RESTOCK.name,
            first=first,
            recipes=self._recipes_in_play(options, chance),
            lying=(0,) * len(box.spaces[seats]),
            taken=(0,) * len(box.spaces[seats]),
            workers=self._workers_in_play(options, seats, chance),
            partnerships=tuple(i for i, one in enumerate(box.partnerships) if one.players <= seats),
            portions=(0,) * len(box.portions) if seats > 2 else (),
            labels=nothing,
            brewers=tuple(brewers),
            pending=(Beginning(),),
        )
        board = Board(state, box)
        self._go_on(board)
        return board.state()

    def _recipes_in_play(self, options: BrewCraftersOptions, chance: Chance) -> tuple[int, ...]:
        """BC-04."""
        chosen = list(self.box.basic)
        if options.named_recipes is not None:
            chosen += [self._recipe_code[name] for name in options.named_recipes]
        elif options.recipes is Selection.FIRST_GAME:
            chosen += [i for i, beer in enumerate(self.box.beers) if beer.first_game]
        else:
            for style in range(len(STYLES)):
                there = [i for i, beer in enumerate(self.box.beers) if beer.advanced and beer.style == style]
                chosen += _some(there, 1 + style, self._per_style, chance)
        return tuple(sorted(chosen))

    def _workers_for(self, seats: int) -> list[int]:
        return [i for i, worker in enumerate(self.box.workers) if worker.players <= seats]

    def _workers_in_play(self, options: BrewCraftersOptions, seats: int, chance: Chance) -> tuple[int, ...]:
        """BC-05."""
        if options.named_workers is not None:
            return tuple(sorted(self._worker_code[name] for name in options.named_workers))
        if options.workers is Selection.FIRST_GAME:
            return tuple(i for i, worker in enumerate(self.box.workers) if worker.first_game)
        return _some(self._workers_for(seats), 1 + len(STYLES), self._workers, chance)

    # --- what may be done ----------------------------------------------------------------------------------------------

    def decision(self, state: BrewCraftersState) -> Decision | None:
        """What is owed, by the seat at the top of the stack."""
        if not state.pending:
            return None
        top = _top(state)
        return Decision(
            top.seat, _TASKS[type(top)][0], self._prompt(state, top), self._asking(state, top), self._verbs(state, top)
        )

    def _asking(self, state: BrewCraftersState, top: Choice) -> tuple[str, ...]:
        """The rules that ask for a decision."""
        return (self._choice_rule(state, top),) if isinstance(top, ToChoose) else _TASKS[type(top)][1]

    def _choice_rule(self, state: BrewCraftersState, top: ToChoose) -> str:
        """The rule by which an ingredient is chosen."""
        return "BC-25" if top.source in self._track_code else _CHOICE_RULE[state.phase]

    def _verbs(self, state: BrewCraftersState, top: Choice) -> tuple[str, ...]:
        """The verbs of the legal moves. Where there are several kinds, one move of each is looked for: no list is made."""
        answers = self._answers[type(top)]
        single = len(answers) == 1  # there is such a move, or nothing would be asked
        kinds = [kind for kind, legal in answers.items() if single or next(iter(legal(state, top)), None) is not None]
        if self._trading(state, top):
            kinds.append(Trade)
        return tuple([_VERBS[kind] for kind in kinds])

    def _prompt(self, state: BrewCraftersState, top: Choice) -> str:
        match top:
            case ToMarket():
                return "Take a market action on an unoccupied space."
            case ToHire():
                return "Hire a skilled worker."
            case ToForm():
                return "Form a partnership."
            case ToChoose(_, advanced, source):
                kind = "an advanced" if advanced else "a basic"
                return f"{self.box.spoken[source]}: choose {kind} ingredient."
            case ToDiscard(seat):
                number, all_ = due(state.brewers[seat - 1], self.box), excess(state.brewers[seat - 1], self.box)
                more = f", and then {all_ - number} more" if all_ > number else ""
                return f"Discard {number} ingredient{'s' * (number > 1)}{more}: storage is full."
            case ToPlant():
                return "Plant an ingredient on your Farm, or nothing."
            case ToResearch():
                return "Choose the annual research that comes next."
            case ToAct():
                return f"Process beer{' and/or collaborate' if state.portions else ''}, research, or install."
            case ToProcess():
                return "You have collaborated: process beer, or end the action."
            case ToBrew(_, _, tanks, pub):
                vessels = [f"one of {tanks} tanks" if tanks > 1 else "a tank"] * bool(tanks) + ["the Brewpub"] * pub
                return f"Brew a batch in {' or in '.join(vessels)}, or brew no more."
            case ToEnd(_, collaborated):
                return "Collaborate, or end the action." if state.portions and not collaborated else "End the action."
            case ToStep(seat):
                return f"Pay ${self._step_price(state.brewers[seat - 1])} for a second step of research, or take none."
            case ToTrade():
                before = "the operating costs are paid" if Paying() in state.pending else "the score is counted"
                return f"Trade with your partnerships before {before}, or end trading."

    def moves(self, state: BrewCraftersState) -> Iterator[Move]:
        """Every legal move; processing, leaving and ending come first, trades last."""
        if not state.pending:
            return iter(())
        top = _top(state)
        return chain(self._answering(state, top), self._trading(state, top))

    def _answering(self, state: BrewCraftersState | Board, top: Choice) -> Iterator[Move]:
        """The legal moves, without trades."""
        return chain.from_iterable([legal(state, top) for legal in self._answers[type(top)].values()])

    def _marketing(self, state: BrewCraftersState | Board, top: ToMarket) -> Iterator[Market]:
        """BC-11, BC-13. What restocks comes last: a seat that has resigned leaves it to the others."""
        players, seat = len(state.brewers), top.seat
        spaces, moves = self.box.spaces[players], self._markets[players]
        for i in self._unhurried[players]:
            if not state.taken[i]:
                for side, move in zip(spaces[i].sides, moves[i], strict=True):
                    if self._why_no_side(state, seat, side) is None:
                        yield move

    def _hiring(self, state: BrewCraftersState | Board, _top: ToHire) -> list[Hire]:
        """BC-17."""
        return [self._hires[worker] for worker in state.workers]

    def _forming(self, state: BrewCraftersState | Board, _top: ToForm) -> list[Form]:
        """BC-16."""
        return [self._forms[partnership] for partnership in state.partnerships]

    def _choosing(self, _state: BrewCraftersState | Board, top: ToChoose) -> tuple[Choose, ...]:
        return _CHOICES[BASICS:] if top.advanced else _CHOICES[:BASICS]

    def _discarding(self, state: BrewCraftersState | Board, top: ToDiscard) -> Iterator[Discard]:
        """BC-14."""
        brewer = state.brewers[top.seat - 1]
        return (Discard(amounts(gone)) for gone in _parts(brewer.stock, due(brewer, self.box)))

    def _planting(self, state: BrewCraftersState | Board, top: ToPlant) -> list[Plant]:
        """BC-09, BC-26."""
        return [_PLANTS[i] for i in plantable(state.brewers[top.seat - 1], self.box)]

    def _annuals_left(self, _state: BrewCraftersState | Board, top: ToResearch) -> list[Annual]:
        """BC-25."""
        return [self._annuals[track] for track in top.tracks]

    def _researching(self, state: BrewCraftersState | Board, top: ToAct) -> Iterator[Move]:
        """BC-25."""
        return self._steps(state.brewers[top.seat - 1], self._researches)

    def _steps(self, brewer: Brewer, moves: tuple[Move, ...]) -> Iterator[Move]:
        """BC-25: of these moves, one for each track, those on whose track there is a step left."""
        return (move for move, done in zip(moves, brewer.steps, strict=True) if done < len(STEPS))

    def _installing(self, state: BrewCraftersState | Board, top: ToAct) -> Iterator[Install]:
        """BC-26."""
        installed = state.brewers[top.seat - 1].tiles
        for tile, move in enumerate(self._installs):
            if installed.count(tile) < self.box.tiles[tile].copies:
                yield move

    def _collaborating(self, state: BrewCraftersState | Board, top: ToAct | ToEnd) -> Iterator[Collaborate]:
        """BC-23, BC-24."""
        if isinstance(top, ToEnd) and top.collaborated:
            return
        stock = state.brewers[top.seat - 1].stock
        for i, giver in enumerate(state.portions):
            portion = self.box.portions[i]
            if giver or self._would_be_alone(state, top.seat):
                continue
            if not portion.advanced:
                if covers(stock, portion.cost):
                    yield Collaborate(portion.name)
            else:
                for kind in ADVANCED:
                    if stock[kind] >= portion.advanced:
                        yield Collaborate(portion.name, INGREDIENTS[kind])

    def _would_be_alone(self, state: BrewCraftersState | Board, seat: int) -> bool:
        """BC-24: whether nobody but this seat would have given a portion, were this the last one."""
        return state.portions.count(0) == 1 and not any(giver not in (0, seat) for giver in state.portions)

    def _brewing(self, state: BrewCraftersState | Board, top: ToBrew) -> Iterator[Brew]:
        """BC-20, BC-21, BC-26."""
        brewer, box = state.brewers[top.seat - 1], self.box
        vessels = (Vessel.TANK,) * bool(top.tanks) + (Vessel.BREWPUB,) * top.pub
        infused = means_of(brewer, box).sum(EffectName.INFUSE)
        for recipe in state.recipes:
            beer = box.beers[recipe]
            if beer.advanced and not brewer.brewed[box.basic[beer.style]]:
                continue
            cost = recipe_cost(brewer, box, recipe, not top.brewed)
            if covers(brewer.stock, cost):
                most = min(infused if beer.infuser else 0, brewer.stock[1] - cost[1])
                for vessel in vessels:
                    for added in range(most + 1):
                        yield Brew(beer.name, vessel, added)

    def _stepping(self, state: BrewCraftersState | Board, top: ToStep) -> Iterator[Move]:
        """BC-25."""
        brewer = state.brewers[top.seat - 1]
        if brewer.money >= self._step_price(brewer):
            yield from self._steps(brewer, self._second_steps)

    def _trading(self, state: BrewCraftersState | Board, top: Choice) -> list[Trade]:
        """BC-16: not while something must be discarded."""
        brewer = state.brewers[top.seat - 1]
        if not brewer.partnerships or type(top) is ToDiscard:
            return []
        partnerships = self.box.partnerships
        return [self._trades[i] for i in brewer.partnerships if partnerships[i].price <= brewer.money]

    def _step_price(self, brewer: Brewer) -> int:
        """What a second step costs this player."""
        return means_of(brewer, self.box).of(EffectName.SECOND_STEP)[0][1].amount

    # --- why a move is refused -----------------------------------------------------------------------------------------

    def why_not(self, state: BrewCraftersState, move: Move) -> Refusal | None:
        """The rule and the sentence by which a move is refused."""
        if not state.pending:
            return Refusal(RULE_OF_END[LAST_WINTER], "The game is over.")
        top, kind = _top(state), type(move)
        if kind in self._answers[type(top)] or (kind is Trade and type(top) is not ToDiscard):
            return self._refuse[kind](state, top, move)
        rule, why = self._why_not_now(state, top, kind)
        return Refusal(rule, f"{why} {self._prompt(state, top)}")

    def _why_not_now(self, state: BrewCraftersState, top: Choice, kind: type[Move]) -> tuple[str, str]:
        """The rule that closes the step to which such a move belongs, or the first one that asks for what is owed."""
        if kind is Market and state.phase != Phase.MARKET.name:
            return "BC-08", "It is not the Market phase."
        if kind in (*_ACTIONS, Collaborate) and state.phase != Phase.BREWERY.name:
            return "BC-08", "It is not the Brewery phase."
        if kind in _ACTIONS and isinstance(top, ToBrew | ToEnd):
            return "BC-19", "There is one action for each shift."
        if kind is Collaborate and isinstance(top, ToBrew):
            return "BC-23", "Collaborate before or after processing beer, not while you brew."
        return self._asking(state, top)[0], "Something else must be decided now."

    def _never(self, _state: BrewCraftersState, _top: Choice, _move: Move) -> Refusal | None:
        return None

    def _why_no_market(self, state: BrewCraftersState, top: ToMarket, move: Market) -> Refusal | None:
        players = len(state.brewers)
        space = self._space_code[players].get(move.space)
        if space is None:
            there = ", ".join(self._space_code[players])
            return Refusal("BC-01", f"There is no market space {move.space} for {players} players; there are {there}.")
        about = self.box.spaces[players][space]
        sides = {side.name: side for side in about.sides}
        if move.side not in sides:
            if len(sides) == 1:
                return Refusal("BC-11", f"{about.title} gives one thing; name the space alone.")
            return Refusal("BC-11", f"Name what you take from {about.title}: {' or '.join(map(str, sides))}.")
        if state.taken[space]:
            return Refusal("BC-11", f"{about.title} was taken by seat {state.taken[space]} this season.")
        return self._why_no_side(state, top.seat, sides[move.side])

    def _why_no_side(self, state: BrewCraftersState | Board, seat: int, side: Side) -> Refusal | None:
        """BC-13."""
        for act in side.acts:
            if act.effect is EffectName.WORKER and not state.workers:
                return Refusal("BC-13", "There is no skilled worker left to hire.")
            if act.effect is EffectName.PARTNERSHIP and not state.partnerships:
                return Refusal("BC-13", "There is no partnership left to form.")
            if act.effect is EffectName.SHIFT and (refusal := self._why_no_shift(state.brewers[seat - 1])):
                return refusal
        return None

    def _why_no_shift(self, brewer: Brewer) -> Refusal | None:
        """BC-18."""
        if brewer.shifts == MOST_SHIFTS:
            return Refusal("BC-18", f"You employ {MOST_SHIFTS} shifts; that is the most.")
        needed, brewed = self.box.shift_batches[brewer.shifts], sum(brewer.brewed)
        if brewed < needed:
            which = ("second", "third")[brewer.shifts - 1]
            return Refusal("BC-18", f"The {which} shift needs {needed} batches brewed; you have brewed {brewed}.")
        return None

    def _why_no_hire(self, state: BrewCraftersState, _top: ToHire, move: Hire) -> Refusal | None:
        worker = self._worker_code.get(move.worker)
        if worker in state.workers:
            return None
        if worker is None:
            return Refusal(
                "BC-17", f"There is no skilled worker {move.worker}; there are {', '.join(self._worker_code)}."
            )
        title = self.box.workers[worker].title
        for seat, brewer in enumerate(state.brewers, 1):
            if worker in brewer.workers:
                return Refusal("BC-17", f"{title} works for seat {seat}.")
        return Refusal("BC-05", f"{title} is not in this game.")

    def _why_no_form(self, state: BrewCraftersState, _top: ToForm, move: Form) -> Refusal | None:
        partnership = self._partnership_code.get(move.partnership)
        if partnership in state.partnerships:
            return None
        if partnership is None:
            return self._no_partnership(move.partnership)
        title = self.box.partnerships[partnership].title
        for seat, brewer in enumerate(state.brewers, 1):
            if partnership in brewer.partnerships:
                return Refusal("BC-16", f"{title} is the partner of seat {seat}.")
        return Refusal("BC-02", f"{title} is not in a game of {len(state.brewers)} players.")

    def _no_partnership(self, name: str) -> Refusal:
        return Refusal("BC-16", f"There is no partnership {name}; there are {', '.join(self._partnership_code)}.")

    def _why_no_choice(self, state: BrewCraftersState, top: ToChoose, move: Choose) -> Refusal | None:
        if (INDEX[move.ingredient] >= BASICS) == top.advanced:
            return None
        return Refusal(
            self._choice_rule(state, top),
            f"{str(move.ingredient).capitalize()} cannot be chosen here. {self._prompt(state, top)}",
        )

    def _why_no_trade(self, state: BrewCraftersState, top: Choice, move: Trade) -> Refusal | None:
        partnership, brewer = self._partnership_code.get(move.partnership), state.brewers[top.seat - 1]
        if partnership is None:
            return self._no_partnership(move.partnership)
        about = self.box.partnerships[partnership]
        if partnership not in brewer.partnerships:
            return Refusal("BC-16", f"{about.title} is not your partner.")
        if brewer.money < about.price:
            return Refusal("BC-16", f"{about.title} asks ${about.price}; you have ${brewer.money}.")
        return None

    def _why_no_discard(self, state: BrewCraftersState, top: ToDiscard, move: Discard) -> Refusal | None:
        gone, brewer = counts(move.ingredients), state.brewers[top.seat - 1]
        for i, count in enumerate(gone):
            if not 0 <= count <= brewer.stock[i]:
                return Refusal("BC-14", f"You have {brewer.stock[i]} {SPOKEN[i]}, not {count}.")
        number = due(brewer, self.box)
        if sum(gone) == number:
            return None
        much = "many" if sum(gone) > number else "few"
        return Refusal("BC-14", f"{sum(gone)} is too {much}: discard exactly {number}.")

    def _why_no_plant(self, state: BrewCraftersState, top: ToPlant, move: Plant) -> Refusal | None:
        brewer, kind = state.brewers[top.seat - 1], INDEX[move.ingredient]
        if kind in plantable(brewer, self.box):
            return None
        grown = means_of(brewer, self.box).of(EffectName.FARM)[0][1].stock
        if not grown[kind]:
            return Refusal("BC-26", f"A Farm grows {_any_of(grown)}, not {SPOKEN[kind]}.")
        return Refusal("BC-09", f"You have no {SPOKEN[kind]} in storage to plant.")

    def _why_no_annual(self, _state: BrewCraftersState, top: ToResearch, move: Annual) -> Refusal | None:
        track = self._track_code.get(move.track)
        if track in top.tracks:
            return None
        there = ", ".join(self.box.tracks[one].name for one in top.tracks)
        return Refusal("BC-25", f"{self._called(move.track)} has no annual research to come; choose {there}.")

    def _why_no_brew(self, state: BrewCraftersState, top: ToBrew, move: Brew) -> Refusal | None:
        brewer, box, recipe = state.brewers[top.seat - 1], self.box, self._recipe_code.get(move.recipe)
        if recipe not in state.recipes:
            names = ", ".join(box.beers[one].name for one in state.recipes)
            return Refusal("BC-04", f"{self._called(move.recipe)} is not in play; in play are {names}.")
        beer = box.beers[recipe]
        basic = box.basic[beer.style]
        if beer.advanced and not brewer.brewed[basic]:
            return Refusal("BC-21", f"Brew {box.beers[basic].title} before you brew {beer.title}.")
        if move.added_hops:
            infused = means_of(brewer, box).sum(EffectName.INFUSE) if beer.infuser else 0
            if not 0 < move.added_hops <= infused:
                most = f"At most {infused} hops can" if infused else "No hops can"
                return Refusal("BC-26", f"{most} be added to your {beer.title}.")
        cost = plus(recipe_cost(brewer, box, recipe, not top.brewed), one(1, move.added_hops))
        if not covers(brewer.stock, cost):
            short = [max(0, needed - has) for needed, has in zip(cost, brewer.stock, strict=True)]
            return Refusal("BC-21", f"{beer.title} takes {spoken(cost)}; you are short of {spoken(short)}.")
        return self._why_not_there(brewer, top, move.vessel)

    def _why_not_there(self, brewer: Brewer, top: ToBrew, vessel: Vessel) -> Refusal | None:
        """BC-20."""
        if vessel is Vessel.TANK and not top.tanks:
            return Refusal("BC-20", "No tank is empty; brew in the Brewpub, or brew no more.")
        if vessel is Vessel.BREWPUB and not top.pub:
            why = "There is a batch in your Brewpub" if brewer.pub else "You have no Brewpub"
            return Refusal("BC-20", f"{why}; brew in a tank, or brew no more.")
        return None

    def _why_no_collaboration(self, state: BrewCraftersState, top: ToAct | ToEnd, move: Collaborate) -> Refusal | None:
        if not state.portions:
            return Refusal("BC-06", "There is no collaboration in a game of two.")
        if isinstance(top, ToEnd) and top.collaborated:
            return Refusal("BC-23", "You have collaborated in this action; once is the most.")
        code = self._portion_code.get(move.portion)
        if code is None:
            there = ", ".join(self._portion_code)
            return Refusal("BC-23", f"There is no portion {move.portion}; there are {there}.")
        portion = self.box.portions[code]
        if state.portions[code]:
            return Refusal("BC-23", f"{portion.title} was given by seat {state.portions[code]}.")
        if self._would_be_alone(state, top.seat):
            return Refusal("BC-24", "You gave all the other portions; somebody else must give the last one.")
        return self._why_not_portion(state.brewers[top.seat - 1], portion, move.advanced)

    def _why_not_portion(self, brewer: Brewer, portion: Portion, ingredient: Ingredient | None) -> Refusal | None:
        if portion.advanced and (ingredient is None or INDEX[ingredient] < BASICS):
            return Refusal("BC-23", f"{portion.title}: name fruit, spices or coffee.")
        if not portion.advanced and ingredient is not None:
            return Refusal("BC-23", f"{portion.title}: name the portion alone.")
        cost = _cost(portion, ingredient)
        if not covers(brewer.stock, cost):
            short = [max(0, needed - has) for needed, has in zip(cost, brewer.stock, strict=True)]
            return Refusal("BC-23", f"{portion.title} takes {spoken(cost)}; you are short of {spoken(short)}.")
        return None

    def _why_no_research(self, state: BrewCraftersState, top: ToAct, move: Research) -> Refusal | None:
        return self._why_no_step(state.brewers[top.seat - 1], move.track)

    def _why_no_second_step(self, state: BrewCraftersState, top: ToStep, move: SecondStep) -> Refusal | None:
        brewer = state.brewers[top.seat - 1]
        price = self._step_price(brewer)
        if brewer.money < price:
            return Refusal("BC-25", f"A second step costs ${price}; you have ${brewer.money}.")
        return self._why_no_step(brewer, move.track)

    def _why_no_step(self, brewer: Brewer, name: str) -> Refusal | None:
        track = self._track_code.get(name)
        if track is None:
            return Refusal("BC-25", f"There is no research track {name}; there are {', '.join(self._track_code)}.")
        if brewer.steps[track] == len(STEPS):
            return Refusal("BC-25", f"You have taken all steps of {self.box.tracks[track].title}.")
        return None

    def _why_no_install(self, state: BrewCraftersState, top: ToAct, move: Install) -> Refusal | None:
        tile = self._tile_code.get(move.tile)
        if tile is None:
            return Refusal("BC-26", f"There is no tile {move.tile}; there are {', '.join(self._tile_code)}.")
        about = self.box.tiles[tile]
        if state.brewers[top.seat - 1].tiles.count(tile) == about.copies:
            number = f"all {about.copies}" if about.copies > 1 else "it"
            return Refusal("BC-26", f"{about.title}: you have installed {number}.")
        return None

    def _called(self, name: str) -> str:
        """The title of a component, or the name where there is none."""
        return self.box.spoken.get(name, name)

    # --- what a move does ----------------------------------------------------------------------------------------------

    def apply(self, state: BrewCraftersState, move: Move, _chance: Chance) -> Step:
        """The position after the move, and what happened, up to the next decision."""
        refusal = self.why_not(state, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        board = Board(state, self.box)
        self._do[type(move)](board, move, board.pending[-1])
        self._go_on(board)
        return Step(board.state(), tuple(board.events))

    def _go_on(self, board: Board) -> None:
        """What follows without a decision, or with one that has only one answer."""
        while board.pending:
            top = board.pending[-1]
            if not self._carry_on.get(type(top), self._forced)(board, top):
                return

    def _market(self, board: Board, move: Market, top: ToMarket) -> None:
        """BC-10 to BC-12."""
        board.pending.pop()
        seat, players = top.seat, len(board.brewers)
        number = self._space_code[players][move.space]
        space = self.box.spaces[players][number]
        side = next(side for side in space.sides if side.name == move.side)
        board.taken[number] = seat
        board.events.append(SpaceTaken(seat, move.space, move.side))
        taken = NONE
        for act in side.acts:
            match act.effect:
                case EffectName.TAKE:
                    taken = plus(taken, act.stock)
                case EffectName.TAKE_ALL if space.what == MONEY:
                    board.earn(seat, board.lying[number], space.name)
                    board.lying[number] = 0
                case EffectName.TAKE_ALL:
                    taken = plus(taken, one(space.what, board.lying[number]))
                    board.lying[number] = 0
                case EffectName.STARTING_PLAYER if board.first != seat:
                    board.first = seat
                    board.events.append(StartingPlayerChanged(seat))
                case EffectName.SHIFT:
                    shifts = board.change(seat, shifts=board.brewers[seat - 1].shifts + 1).shifts
                    board.events.append(ShiftHired(seat, shifts))
        gain_at_market(board, seat, taken, space.name)
        if any(taken) or any(act.effect in _CHOSEN for act in side.acts):
            self._choose_at_market(board, seat)
        for act in reversed(side.acts):  # a stack: what comes first is put there last
            if act.effect is EffectName.WORKER:
                board.pending.append(ToHire(seat))
            elif act.effect is EffectName.PARTNERSHIP:
                board.pending.append(ToForm(seat))
            elif act.effect is not EffectName.TAKE and act.effect in AT_ONCE:
                AT_ONCE[act.effect](board, seat, act, space.name)

    def _choose_at_market(self, board: Board, seat: int) -> None:
        """The first time in a season that ingredients are taken from a market space, what a worker adds."""
        brewer = board.brewers[seat - 1]
        more = means_of(brewer, self.box).of(EffectName.CHOOSE_AT_MARKET)
        if more and not brewer.supplied:
            board.change(seat, supplied=True)
            for source, act in more:
                choose_basic(board, seat, act, source)

    def _hire(self, board: Board, move: Hire, top: ToHire) -> None:
        """BC-17."""
        board.pending.pop()
        worker = self._worker_code[move.worker]
        board.workers = _without(board.workers, worker)
        board.change(top.seat, workers=(*board.brewers[top.seat - 1].workers, worker))
        board.events.append(WorkerHired(top.seat, move.worker))

    def _form(self, board: Board, move: Form, top: ToForm) -> None:
        """BC-16."""
        board.pending.pop()
        partnership = self._partnership_code[move.partnership]
        board.partnerships = _without(board.partnerships, partnership)
        board.change(top.seat, partnerships=(*board.brewers[top.seat - 1].partnerships, partnership))
        board.events.append(PartnershipFormed(top.seat, move.partnership))

    def _choose(self, board: Board, move: Choose, top: ToChoose) -> None:
        board.pending.pop()
        gain = gain_at_market if top.source in self._space_code[len(board.brewers)] else Board.gain
        gain(board, top.seat, one(INDEX[move.ingredient]), top.source)

    def _trade(self, board: Board, move: Trade, top: Choice) -> None:
        """BC-16."""
        partnership = self.box.partnerships[self._partnership_code[move.partnership]]
        board.pay(top.seat, partnership.price, partnership.name)
        board.gain(top.seat, partnership.gives, partnership.name)

    def _discard(self, board: Board, move: Discard, top: ToDiscard) -> None:
        """BC-14."""
        board.change(top.seat, stock=minus(board.brewers[top.seat - 1].stock, counts(move.ingredients)))
        board.events.append(IngredientsDiscarded(top.seat, move.ingredients))

    def _plant(self, board: Board, move: Plant, top: ToPlant) -> None:
        """BC-09."""
        board.pending.pop()
        kind = INDEX[move.ingredient]
        board.change(top.seat, stock=minus(board.brewers[top.seat - 1].stock, one(kind)), planted=kind)
        board.events.append(FarmPlanted(top.seat, move.ingredient))

    def _leave(self, board: Board, _move: Move, _top: Choice) -> None:
        """Something is left as it is."""
        board.pending.pop()

    def _annual(self, board: Board, move: Annual, top: ToResearch) -> None:
        """BC-25."""
        board.pending.pop()
        track = self._track_code[move.track]
        if len(top.tracks) > 1:
            board.pending.append(ToResearch(top.seat, _without(top.tracks, track)))
        self._at_once(board, top.seat, (self.box.tracks[track].acts[1],), move.track)

    def _at_once(self, board: Board, seat: int, acts: Iterable[Act], source: str) -> None:
        for act in acts:
            AT_ONCE[act.effect](board, seat, act, source)

    def _process(self, board: Board, _move: Process, top: ToAct | ToProcess) -> None:
        """BC-20: sell and bottle; then the player brews."""
        seat = top.seat
        board.events.append(BeerProcessed(seat))
        self._sell(board, seat)
        brewer = board.brewers[seat - 1]
        board.events += [BatchBottled(seat, self.box.beers[batch.recipe].name) for batch in brewer.tanks]
        board.change(seat, tanks=(), bottled=brewer.tanks, pub=())
        means, collaborated = means_of(brewer, self.box), isinstance(top, ToProcess)
        board.pending[-1] = ToBrew(seat, collaborated, tanks(means), bool(means.of(EffectName.BREWPUB)), 0)

    def _sell(self, board: Board, seat: int) -> None:
        """BC-20, BC-22: every batch in the bottling line, then the one in the Brewpub."""
        brewer = board.brewers[seat - 1]
        means, sold = means_of(brewer, self.box), list(brewer.sold)
        batches = [(batch, Vessel.TANK) for batch in brewer.bottled]
        batches += [(batch, Vessel.BREWPUB) for batch in brewer.pub]
        for i, (batch, vessel) in enumerate(batches):
            beer = self.box.beers[batch.recipe]
            sold[batch.recipe] += 1
            board.change(seat, money=board.brewers[seat - 1].money + self._price)
            board.events.append(BatchSold(seat, beer.name, vessel, self._price))
            extra = means.of(EffectName.MONEY_WHEN_SELLING) if not i else ()
            for source, act in (*extra, *(means.of(EffectName.MONEY_PER_ADVANCED) if beer.advanced else ())):
                board.earn(seat, act.amount, source)
            if beer.advanced and not board.labels[batch.recipe]:
                board.labels = (*board.labels[: batch.recipe], seat, *board.labels[batch.recipe + 1 :])
                board.events.append(GoldLabelTaken(seat, beer.name))
        board.change(seat, sold=tuple(sold))

    def _brew(self, board: Board, move: Brew, top: ToBrew) -> None:
        """BC-21, and what tiles and research add (BC-25, BC-26)."""
        seat, box, recipe = top.seat, self.box, self._recipe_code[move.recipe]
        brewer, beer = board.brewers[seat - 1], box.beers[recipe]
        means = means_of(brewer, box)
        cost = plus(recipe_cost(brewer, box, recipe, not top.brewed), one(1, move.added_hops))
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
        left = replace(top, tanks=top.tanks - in_tank, pub=top.pub and in_tank, brewed=top.brewed + 1)
        board.pending[-1] = left if left.tanks or left.pub else _brewed(left)
        if left.brewed == 2:
            for source, act in means.of(EffectName.MONEY_FOR_SECOND_BATCH):
                board.earn(seat, act.amount, source)

    def _leave_empty(self, board: Board, _move: LeaveEmpty, top: ToBrew) -> None:
        """BC-20."""
        board.pending[-1] = _brewed(top)

    def _collaborate(self, board: Board, move: Collaborate, top: ToAct | ToEnd) -> None:
        """BC-23; with the last portion the collaboration is sold (BC-24)."""
        seat, code = top.seat, self._portion_code[move.portion]
        board.pending[-1] = replace(top, collaborated=True) if isinstance(top, ToEnd) else ToProcess(seat)
        cost = _cost(self.box.portions[code], move.advanced)
        board.change(seat, stock=minus(board.brewers[seat - 1].stock, cost))
        board.portions = (*board.portions[:code], seat, *board.portions[code + 1 :])
        board.events.append(PortionGiven(seat, move.portion, amounts(cost)))
        if all(board.portions):
            self._sell_collaboration(board)

    def _sell_collaboration(self, board: Board) -> None:
        """BC-24."""
        givers, board.portions = board.portions, (0,) * len(board.portions)
        board.events.append(CollaborationSold(givers))
        for giver, portion in zip(givers, self.box.portions, strict=True):
            board.reward(giver, portion.points, portion.name)
            board.earn(giver, portion.money, portion.name)
            means = means_of(board.brewers[giver - 1], self.box)
            for source, act in means.of(EffectName.COLLABORATION_POINTS):
                board.reward(giver, act.amount, source)

    def _research(self, board: Board, move: Research, top: ToAct) -> None:
        """BC-25; a worker may give a second step."""
        board.pending.pop()
        if means_of(board.brewers[top.seat - 1], self.box).of(EffectName.SECOND_STEP):
            board.pending.append(ToStep(top.seat))
        self._step(board, top.seat, move.track)

    def _second_step(self, board: Board, move: SecondStep, top: ToStep) -> None:
        """BC-25."""
        board.pending.pop()
        brewer = board.brewers[top.seat - 1]
        board.pay(top.seat, self._step_price(brewer), means_of(brewer, self.box).of(EffectName.SECOND_STEP)[0][0])
        self._step(board, top.seat, move.track)

    def _step(self, board: Board, seat: int, name: str) -> None:
        """BC-25: the first step's benefit comes now."""
        track, steps = self._track_code[name], list(board.brewers[seat - 1].steps)
        kind = steps[track]
        steps[track] += 1
        board.change(seat, steps=tuple(steps))
        board.events.append(StepTaken(seat, name, STEPS[kind]))
        if kind == 0:
            self._at_once(board, seat, self.box.tracks[track].acts[:1], name)

    def _install(self, board: Board, move: Install, top: ToAct) -> None:
        """BC-26: its own benefits hold from now on, also for what comes on install."""
        board.pending.pop()
        seat, tile = top.seat, self._tile_code[move.tile]
        brewer = board.change(seat, tiles=(*board.brewers[seat - 1].tiles, tile))
        board.events.append(TileInstalled(seat, move.tile))
        self._at_once(board, seat, self.box.tiles[tile].on_install, move.tile)
        for source, act in means_of(brewer, self.box).of(EffectName.CHOOSE_ON_INSTALL):
            choose_basic(board, seat, act, source)

    # --- what follows without a decision ---------------------------------------------------------------------------------

    def _forced(self, board: Board, top: Choice) -> bool:
        """What can be decided in one way only is decided, and what not at all is left; False: there is a choice."""
        if type(top) is ToDiscard and not due(board.brewers[top.seat - 1], self.box):
            board.pending.pop()
            return True
        answers = list(islice(self._answering(board, top), 2))
        if not answers:
            board.pending.pop()
            board.events.append(MarketActionLost(top.seat))  # BC-13; nothing else can be without an answer
        elif len(answers) == 1 and not self._trading(board, top):
            self._do[type(answers[0])](board, answers[0], top)
        else:
            return False
        return True

    def _begin_season(self, board: Board, _top: Beginning) -> bool:
        """BC-08, BC-09."""
        board.season = (board.season + 1) % len(SEASONS)
        board.year += board.season == 0
        board.phase = Phase.RESTOCK.name
        spaces = self.box.spaces[len(board.brewers)]
        board.lying = [lies + space.amount for lies, space in zip(board.lying, spaces, strict=True)]
        restocked = [
            SpaceStock(space.name, space.amount, lies)
            for space, lies in zip(spaces, board.lying, strict=True)
            if space.amount
        ]
        board.events.append(SeasonBegan(board.year, SEASONS[board.season], tuple(restocked)))
        seats = in_turn_order(len(board.brewers), board.first)
        phases = [Phase.BREWERY, Phase.MARKET] + ([Phase.RESEARCH] if board.season == WINTER else [])
        board.pending = [Closing(), *[Opening(phase.name) for phase in phases], *map(Starting, reversed(seats))]
        return True

    def _start(self, board: Board, top: Starting) -> bool:
        """BC-09."""
        board.pending.pop()
        start_season(board, top.seat)
        return True

    def _open(self, board: Board, top: Opening) -> bool:
        """BC-08: the phase's decisions, in the order from the starting player."""
        board.pending.pop()
        board.phase = top.phase
        board.events.append(PhaseBegan(Phase[top.phase], board.first))
        seats = in_turn_order(len(board.brewers), board.first)
        decisions: list[Pending] = []
        if top.phase == Phase.RESEARCH.name:
            annuals = [(seat, self._annual_tracks(board.brewers[seat - 1])) for seat in seats]
            decisions = [ToResearch(seat, tracks) for seat, tracks in annuals if tracks]
        elif top.phase == Phase.MARKET.name:
            decisions = [*map(ToMarket, seats * self.box.market_tokens), Extras(board.first)]
        elif top.phase == Phase.COSTS.name:
            decisions = [*self._last_trades(board), Paying()]
        else:
            for action in range(MOST_SHIFTS):
                decisions += [ToAct(seat) for seat in seats if board.brewers[seat - 1].shifts > action]
        board.pending += reversed(decisions)
        return True

    def _annual_tracks(self, brewer: Brewer) -> tuple[int, ...]:
        """The tracks on which this player has taken the annual step."""
        return tuple([track for track, done in enumerate(brewer.steps) if done > 1])

    def _give_extras(self, board: Board, top: Extras) -> bool:
        """BC-10."""
        board.pending.pop()
        board.pending += map(ToMarket, reversed(extra_actions(board, self.box, top.first)))
        return True

    def _last_trades(self, board: Board) -> list[ToTrade]:
        """BC-16: a decision for each owner of a partnership, in the order from the starting player."""
        seats = in_turn_order(len(board.brewers), board.first)
        return [ToTrade(seat) for seat in seats if board.brewers[seat - 1].partnerships]

    def _close(self, board: Board, _top: Closing) -> bool:
        """BC-08: the tokens go back to their players; after Winter come the operating costs (BC-27)."""
        board.taken = [0] * len(board.taken)
        for seat, brewer in enumerate(board.brewers, 1):
            if brewer.supplied:
                board.change(seat, supplied=False)
        winter = board.season == WINTER
        board.pending[-1] = Ending() if winter and board.year == YEARS else Beginning()
        if winter:
            board.pending.append(Opening(Phase.COSTS.name))
        return True

    def _pay(self, board: Board, _top: Paying) -> bool:
        """BC-27; after the last costs the players may trade once more (BC-16)."""
        board.pending.pop()
        for seat in in_turn_order(len(board.brewers), board.first):
            self._pay_costs(board, seat)
        if board.year == YEARS:
            board.pending += reversed(self._last_trades(board))
        return True

    def _pay_costs(self, board: Board, seat: int) -> None:
        """BC-27."""
        brewer = board.brewers[seat - 1]
        costs = operating_costs(brewer, self.box)
        loans = loans_for(costs, brewer.money, self.box.loan)
        borrowed = loans * self.box.loan
        board.change(seat, money=brewer.money + borrowed - costs, loans=brewer.loans + loans)
        board.events.append(CostsPaid(seat, costs, loans, borrowed))

    def _end(self, board: Board, _top: Ending) -> bool:
        """BC-28."""
        board.phase, board.first = Phase.OVER.name, 0
        board.pending.pop()
        return False

    # --- what is seen, and how it ends ---------------------------------------------------------------------------------

    def known(self, state: BrewCraftersState, _seat: int | None) -> BrewCraftersState:
        """All of it: nothing is hidden but the seed, which no position holds."""
        return state

    def view(self, state: BrewCraftersState) -> BrewCraftersTable:
        """The table."""
        scores = [self.score(state, seat) for seat in range(1, len(state.brewers) + 1)]
        return table(state, self.box, scores)

    def redact(self, event: Event, _seat: int | None) -> Event | None:
        """The event as it is: nothing is hidden."""
        return event

    def score(self, state: BrewCraftersState, seat: int) -> tuple[Category, ...]:
        """BC-29."""
        brewer, box, labels = state.brewers[seat - 1], self.box, state.labels.count(seat)
        first, further = self._loan_points
        score = {
            "Beer": brewer.beer,
            "Research": 0,
            "Tasting Room": 0,
            "Bonus points": brewer.bonus,
            "Gold labels": self._label_points * labels,
            "Loans": -(first + further * (brewer.loans - 1)) if brewer.loans else 0,
        }
        sources = [("Research", box.tracks[i].acts[:done]) for i, done in enumerate(brewer.steps)]
        sources += [("Tasting Room", box.tiles[tile].acts) for tile in brewer.tiles]
        sources += [("Bonus points", box.workers[worker].acts) for worker in brewer.workers]
        for category, acts in sources:
            for act in acts:
                if act.effect in POINTS:
                    of = "Gold labels" if act.effect is EffectName.POINTS_PER_LABEL else category
                    score[of] += points(brewer, box, labels, act)
        return tuple([Category(name, n) for name, n in score.items()])

    def outcome(self, state: BrewCraftersState) -> Outcome | None:
        """BC-28 to BC-30: the most points win, then the most money; equals share the place."""
        if state.pending:
            return None
        scores = {seat: self.score(state, seat) for seat in range(1, len(state.brewers) + 1)}
        ranked = standings(scores, lambda seat, points: (-points, -state.brewers[seat - 1].money))
        return Outcome(LAST_WINTER, RULE_OF_END[LAST_WINTER], ranked)


def _top(state: BrewCraftersState) -> Any:
    """What must be decided now: the end of the stack is a `Choice` whenever anybody looks."""
    return state.pending[-1]


def _always(move: Move) -> _Moves:
    """The legal moves of a kind of which there is one, in every position."""
    return lambda _state, _top: (move,)


def _brewed(top: ToBrew) -> ToEnd:
    """What is owed once no more is brewed."""
    return ToEnd(top.seat, top.collaborated, top.brewed)


def _some(there: list[int], draw: int, number: int, chance: Chance) -> tuple[int, ...]:
    """So many of these, by a draw."""
    return tuple(there[i] for i in settled(chance.pick(draw, len(there), number)))


def _twice(names: tuple[str, ...]) -> str:
    """The first of these names that comes again, or nothing."""
    return next((name for i, name in enumerate(names) if name in names[:i]), "")


def _without(codes: tuple[int, ...], code: int) -> tuple[int, ...]:
    return tuple([one for one in codes if one != code])


def _cost(portion: Portion, ingredient: Ingredient | None) -> Stock:
    """What a portion takes, of this ingredient where it takes any advanced one."""
    return portion.cost if ingredient is None else one(INDEX[ingredient], portion.advanced)


def _parts(stock: tuple[int, ...], number: int) -> Iterator[tuple[int, ...]]:
    """The ways to take so many ingredients out of a stock."""
    if len(stock) == 1:
        yield (number,)
        return
    first, rest = stock[0], stock[1:]
    left = sum(rest)
    for n in range(max(0, number - left), min(first, number) + 1):
        for part in _parts(rest, number - n):
            yield (n, *part)


def _any_of(stock: Stock) -> str:
    """The kinds of these ingredients, in a sentence."""
    *names, last = [name for name, n in zip(SPOKEN, stock, strict=True) if n]
    return f"{', '.join(names)} or {last}" if names else last
