"""A rough estimate of a position of Brew Crafters for a seat, in points, for bots that look one move ahead.

A player's future is the batches that they will still brew: as many as their vessels and actions allow and the market supplies.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache, partial
from math import ceil
from typing import Any

from msgspec import Struct

from taphouse.engine.brew_crafters.box import Act, Box
from taphouse.engine.brew_crafters.cards import SEASONS, STEPS, EffectName, Stock, covers
from taphouse.engine.brew_crafters.effects import COUNTED, at_once, lines, points
from taphouse.engine.brew_crafters.moves import Phase, Trade
from taphouse.engine.brew_crafters.rules import BrewCraftersRules
from taphouse.engine.brew_crafters.rules.brew import recipe_cost
from taphouse.engine.brew_crafters.state import (
    FALL,
    SPRING,
    YEARS,
    Board,
    BrewCraftersState,
    Brewer,
    ToAct,
    ToBrew,
    ToChoose,
    ToDiscard,
    ToForm,
    ToHire,
    ToPlant,
    ToProcess,
    ToResearch,
    ToStep,
    ToTrade,
    excess,
    means_of,
    operating_costs,
    vessels,
)
from taphouse.engine.chance import BLIND
from taphouse.engine.contract import Move
from taphouse.engine.game import Gift, Gifts

WON = 1000.0
GRAIN = 0.4
"""Finer differences mean nothing: moves that are so near to each other are chosen among by chance."""
TOKEN = 0.08
"""An ingredient that no batch is planned with."""
PLANNED = 3
"""The number of batches that are planned ahead."""
AT_ONCE, READY, UNREADY = 0.95, 0.2, 0.65
"""A batch against one that is brewed: with all ingredients, in this season and in a later one; with some of them."""
CURVE = 1.3
"""The ratio of the worth of a batch's last ingredients to that of its first ones."""
CHOSEN = 0.5
"""An ingredient that may still be chosen."""
LEAD = 1.2
"""Being starting player in the seasons to come, against being last."""
SHORT, DOLLAR, SPARE = 1.2, 0.3, 0.08
"""A dollar that will be lacking, one of the next few, and one more."""
FEW = 4
INCOME = 2.2
"""The dollars that a season brings."""
NEARER = 0.4
"""The next step of a track, against one that is taken."""
PER_SEASON = 0.4
"""The batches that a player brews in a season."""
ROOM, WASTED = 5, 0.6
"""The room in storage that a season's ingredients take, and what one of them is worth that will not fit."""
_ACTIONS = frozenset({ToAct, ToProcess})
"""The decisions with which a brewery action begins."""
_GAINS = frozenset({ToHire, ToForm, ToChoose, ToDiscard, ToStep, ToPlant, ToResearch})
"""The decisions that bring or cost something."""


def evaluate(rules: BrewCraftersRules, known: BrewCraftersState, seat: int) -> float:
    """The worth of a position to a seat, in points: higher is better."""
    while known.phase == Phase.COSTS.name:  # nobody trades any more
        known = rules.make(known, next(rules.moves(known)), BLIND).state
    outcome = rules.outcome(known)
    if outcome is not None:
        return next(WON * (2 - one.place) + one.points for one in outcome.standings if one.seat == seat)
    others = [
        brewer.beer + brewer.bonus + 3 * known.labels.count(other)
        for other, brewer in enumerate(known.brewers, 1)
        if other != seat
    ]
    return round((_worth(rules, known, seat) - 0.3 * max(others)) / GRAIN) * GRAIN


def candidates(rules: BrewCraftersRules, known: BrewCraftersState, moves: list[Move]) -> list[Move]:
    """The moves that are worth a look: all but trades that lead neither to a batch now nor to points for ingredients.

    After a trade the same is to be decided. A bot that looks one move ahead would trade on and on, only to put off the end.
    """
    seat, top = known.pending[-1].seat, known.pending[-1]  # type: ignore[union-attr]  # a decision
    brewer, box = known.brewers[seat - 1], rules.box
    useful: set[str] = set()
    if isinstance(top, ToBrew):
        sold = [box.partnerships[code] for code in brewer.partnerships]
        for recipe in known.recipes:
            beer, cost = box.beers[recipe], recipe_cost(brewer, box, recipe, not top.brewed)
            lacking = [max(0, needed - n) for needed, n in zip(cost, brewer.stock, strict=True)]
            helping = [one for one in sold if any(n and given for n, given in zip(lacking, one.gives, strict=True))]
            brought = sum(
                [ceil(n / given) for one in helping for n, given in zip(lacking, one.gives, strict=True) if given]
            )
            open_ = not beer.advanced or brewer.brewed[box.basic[beer.style]]
            if (
                open_
                and helping
                and brought <= brewer.money
                and all(any(one.gives[i] for one in helping) for i, n in enumerate(lacking) if n)
            ):
                useful |= {one.name for one in helping}
    if isinstance(top, ToTrade) and means_of(brewer, box).of(EffectName.POINTS_PER_INGREDIENTS):
        useful = {box.partnerships[code].name for code in brewer.partnerships}
    return [move for move in moves if not isinstance(move, Trade) or move.partnership in useful]


def _worth(rules: BrewCraftersRules, known: BrewCraftersState, seat: int) -> float:
    brewer, box = known.brewers[seat - 1], rules.box
    means = means_of(brewer, box)
    starts = _starts(known.year, known.season)
    seasons = sum(starts)  # that are to begin
    acting = now = 0
    for frame in known.pending:
        kind = type(frame)
        if kind in _ACTIONS:
            acting += frame.seat == seat  # type: ignore[union-attr]  # a decision
        elif isinstance(frame, ToBrew) and frame.seat == seat:
            now += frame.tanks + frame.pub
    if known.phase != "BREWERY":
        acting = brewer.shifts
    actions = acting + seasons * brewer.shifts
    at_once = vessels(means)
    menu = _menu(box, known.recipes, known.labels, brewer.brewed, brewer.tiles, brewer.workers, brewer.steps)
    worth = _plan(brewer.stock, menu, now + at_once * acting, at_once * (actions - acting))
    worth += sum(lines(brewer, box, known.labels.count(seat)).values())
    worth += _cellar(known, seat, box, actions)
    worth += _means(brewer, box, starts)
    worth += _money(known, brewer, box, acting, seasons)
    if seasons:
        worth -= WASTED * min(ROOM, max(0, ROOM + excess(brewer, box)))
    place = (seat - known.first) % len(known.brewers)
    worth += LEAD * min(3, seasons) / 3 * (1 - place / (len(known.brewers) - 1))
    worth += (0.3 + 0.08 * seasons) * len(brewer.partnerships)
    return worth + _owed(known, seat, box, seasons)


# Positions that are compared share most of what these look at.


Starts = tuple[int, int, int, int]


@cache
def _starts(year: int, season: int) -> Starts:
    """The number of times that each season is still to begin."""
    years = YEARS - year
    starts = [years + (one > season) for one in range(len(SEASONS))]
    return starts[0], starts[1], starts[2], starts[3]


class _Menu(Struct, frozen=True, eq=False, gc=False):
    """The recipes as a player could brew them. Each is itself alone, so that it is found at once."""

    rows: tuple[tuple[float, Stock, tuple[float, ...]], ...]
    """The worth of each batch, its cost, and its worth by the part of the cost that is paid."""


@lru_cache(maxsize=4096)
def _menu(
    box: Box,
    recipes: tuple[int, ...],
    labels: tuple[int, ...],
    brewed: tuple[int, ...],
    tiles: tuple[int, ...],
    workers: tuple[int, ...],
    steps: tuple[int, ...],
) -> _Menu:
    """The recipes in play for a player who has these."""
    rows = []
    means = box.means(tiles, workers, steps)
    less = means.sum(EffectName.ADVANCED_LESS_MALT)
    barrel, infused = means.sum(EffectName.BARREL_POINTS), means.sum(EffectName.INFUSE)
    different = means.sum(EffectName.POINTS_PER_ADVANCED_BREWED) + means.sum(EffectName.POINTS_PER_ADVANCED_SOLD)
    for recipe in recipes:
        beer, cost = box.beers[recipe], box.beers[recipe].cost
        worth = beer.points + (barrel if beer.barrel else 0) + (0.5 * infused if beer.infuser else 0) + 0.8
        if beer.advanced:
            cost = (max(0, cost[0] - less), *cost[1:])
            if not brewed[recipe]:
                worth += different + (0.0 if labels[recipe] else 1.8)
            if not brewed[box.basic[beer.style]]:
                worth *= 0.12
        elif not brewed[recipe]:
            worth += 2.2
        whole = sum(cost) + sum(cost[3:]) or 1  # advanced ingredients count double
        rows.append((worth, cost, tuple([worth * (paid / whole) ** CURVE for paid in range(whole + 1)])))
    return _Menu(tuple(rows))


def _plan(has: Stock, menu: _Menu, now: int, later: int) -> float:
    """The worth of ingredients: the batches that they pay for now and in later actions, wholly or in part, and the rest."""
    worth = 0.0
    for number in range(min(now + later, now + PLANNED)):
        ready, value, left = _batch(has, menu)
        if ready:
            worth += (AT_ONCE if number < now else READY) * value
        elif later:
            worth += UNREADY * value
        else:
            break
        has = left
    return worth + (TOKEN * sum(has) if later else 0.0)


@lru_cache(maxsize=65_536)
def _batch(has: Stock, menu: _Menu) -> tuple[bool, float, Stock]:
    """The batch for which these ingredients are worth most: whether they pay for it, their worth, and those that are left."""
    h0, h1, h2, h3, h4, h5 = has
    most, best = -1.0, menu.rows[0]
    for row in menu.rows:
        c0, c1, c2, c3, c4, c5 = row[1]
        paid = (h0 if h0 < c0 else c0) + (h1 if h1 < c1 else c1) + (h2 if h2 < c2 else c2)
        paid += 2 * ((h3 if h3 < c3 else c3) + (h4 if h4 < c4 else c4) + (h5 if h5 < c5 else c5))
        share = row[2][paid]
        if share > most or (share == most and row > best):
            most, best = share, row
    value, cost, _ = best
    left = tuple([max(0, n - c) for n, c in zip(has, cost, strict=True)])
    ready = covers(has, cost)
    return ready, value if ready else most, left  # type: ignore[return-value]  # six stay six


def _cellar(known: BrewCraftersState, seat: int, box: Box, actions: int) -> float:
    """The gold labels that batches may bring that are not sold yet."""
    brewer, worth = known.brewers[seat - 1], 0.0
    hoped: dict[int, float] = {}
    for batches, needed, hope in ((brewer.bottled + brewer.pub, 1, 0.95), (brewer.tanks, 2, 0.75)):
        for recipe, _ in batches:
            if box.beers[recipe].advanced and not known.labels[recipe] and actions >= needed:
                hoped.setdefault(recipe, hope)
    if hoped:
        others = [one for other, one in enumerate(known.brewers, 1) if other != seat]
        ahead = {batch.recipe for one in others for batch in (*one.bottled, *one.pub)}
        for recipe, hope in hoped.items():
            worth += 3 * hope * (0.5 if recipe in ahead else 1.0)
    return worth


def _means(brewer: Brewer, box: Box, starts: Starts) -> float:
    """The future gain from tiles, workers and research, apart from more batches."""
    worth, seasons = 0.0, sum(starts)
    for gain, act in _gains(box, brewer.tiles, brewer.workers, brewer.steps, brewer.planted >= 0, starts):
        worth += gain if act is None else gain * _counted(act, brewer, box, seasons)
    return worth


@lru_cache(maxsize=4096)
def _gains(
    box: Box,
    tiles: tuple[int, ...],
    workers: tuple[int, ...],
    steps: tuple[int, ...],
    planted: bool,
    starts: Starts,
) -> tuple[tuple[float, Act | None], ...]:
    """The parts of `_means`: each a gain, or a factor and the effect whose gain depends on what the player has."""
    gains: list[tuple[float, Act | None]] = []

    def add(factor: float, act: Act) -> None:
        gains.append((factor, act) if act.effect in _COUNTED else (factor * _lasting(act, planted, starts), None))

    for sources in box.means(tiles, workers, steps).acts.values():
        for _, act in sources:
            add(1.0, act)
    for track, done in enumerate(steps):
        _, annual, *others = box.tracks[track].acts
        if done > 1:
            gains.append((starts[3] * _immediate(annual), None))
        elif done:
            gains.append((NEARER * starts[3] * _immediate(annual), None))
        if 1 < done < len(STEPS):
            add(NEARER, others[done - 2])
    return tuple(gains)


def _immediate(act: Act) -> float:
    """The worth of an effect that comes at once."""
    match act.effect:
        case EffectName.TAKE:
            return 0.4 * sum(act.stock)
        case EffectName.MONEY:
            return DOLLAR * act.amount
    return CHOSEN * act.amount


def _lasting(act: Act, planted: bool, starts: Starts) -> float:
    """The gain from a lasting effect, apart from more batches, for a player who has planted something or not."""
    seasons = sum(starts)
    batches = PER_SEASON * seasons
    match act.effect:
        case EffectName.MARKET_ACTION:
            return 1.2 * sum([starts[season] for season in act.seasons])
        case EffectName.TAKE_AT_START:
            return 0.3 * sum([starts[season] for season in act.seasons]) * sum(act.stock)
        case EffectName.CHOOSE_AT_START:
            return 0.4 * sum([starts[season] for season in act.seasons]) * act.amount
        case EffectName.TANKS | EffectName.BREWPUB:
            return 0.3 * seasons
        case EffectName.FIRST_LESS_MALT:
            return 0.25 * batches * act.amount
        case EffectName.ADVANCED_LESS_MALT:
            return 0.2 * batches * act.amount
        case EffectName.BARREL_POINTS:
            return 0.45 * batches * act.amount
        case EffectName.INFUSE:
            return 0.2 * batches * act.amount
        case EffectName.STORE:
            return 0.024 * min(6, seasons) * act.amount
        case EffectName.FARM:
            growing = starts[FALL] if starts[SPRING] >= starts[FALL] or planted else starts[SPRING]
            return 1.4 * growing
        case EffectName.MONEY_WHEN_SELLING:
            return 1.2 * DOLLAR * 0.7 * batches * act.amount
        case EffectName.MONEY_PER_ADVANCED:
            return 1.2 * DOLLAR * 0.6 * batches * act.amount
        case EffectName.MONEY_FOR_SECOND_BATCH:
            return 1.2 * DOLLAR * 0.2 * batches * act.amount
        case EffectName.SECOND_STEP:
            return 0.15 * seasons
        case EffectName.MORE_FROM_MARKET:
            return 0.2 * seasons * sum(act.stock)
        case EffectName.CHOOSE_AT_MARKET:
            return 0.35 * seasons * act.amount
        case EffectName.CHOOSE_ON_INSTALL:
            return 0.12 * seasons * act.amount
        case EffectName.COLLABORATION_POINTS:
            return 0.25 * seasons * act.amount
        case EffectName.POINTS_PER_BATCHES:
            return act.amount * batches / act.per
        case EffectName.POINTS_PER_LABEL:
            return act.amount / act.per * min(2.0, 0.25 * batches)
    return 0.0


_COUNTED = frozenset(
    {
        EffectName.POINTS_PER_ADVANCED_BREWED,
        EffectName.POINTS_PER_ADVANCED_SOLD,
        EffectName.POINTS_PER_INGREDIENTS,
        EffectName.POINTS_PER_MONEY,
    }
)


def _counted(act: Act, brewer: Brewer, box: Box, seasons: int) -> float:
    """The gain from an effect of the game's end that depends on what the player has: one of `_COUNTED`."""
    if act.effect in (EffectName.POINTS_PER_ADVANCED_BREWED, EffectName.POINTS_PER_ADVANCED_SOLD):
        return act.amount / act.per * min(6 - COUNTED[act.effect](brewer, box, 0), 0.4 * (PER_SEASON * seasons))
    return 0.4 * (act.most - points(brewer, box, 0, act)) if seasons else 0.0


def _money(known: BrewCraftersState, brewer: Brewer, box: Box, acting: int, seasons: int) -> float:
    """The worth of money, less the costs of every winter. Money that will be lacking counts more."""
    costs, winters = operating_costs(brewer, box), YEARS - known.year + 1
    to_come = len(SEASONS) - 1 - known.season
    actions = acting + to_come * brewer.shifts
    sold = (len(brewer.bottled + brewer.pub) if actions else 0) + (len(brewer.tanks) if actions > 1 else 0)
    left = brewer.money + 2 * sold + INCOME * max(0, to_come - 1) - costs
    unsold = len(brewer.bottled + brewer.pub + brewer.tanks)
    last = brewer.money + 2 * unsold + INCOME * max(0, seasons - 1) - costs * winters
    return SHORT * min(0.0, left, last) + DOLLAR * min(FEW, max(0.0, last)) + SPARE * max(0.0, last - FEW)


def _hired(worker: int, known: BrewCraftersState, brewer: Brewer, box: Box) -> float:
    """The worth of a skilled worker to a player, less the worker's cost."""
    one, starts = box.workers[worker], _starts(known.year, known.season)
    brings = [
        _counted(act, brewer, box, sum(starts))
        if act.effect in _COUNTED
        else _lasting(act, brewer.planted >= 0, starts)
        for act in one.acts
    ]
    return sum(brings) - SHORT * one.cost * (YEARS - known.year + 1) * 0.7


def _owed(known: BrewCraftersState, seat: int, box: Box, seasons: int) -> float:
    """The expected gain from pending decisions of the seat."""
    worth, brewer = 0.0, known.brewers[seat - 1]
    for frame in known.pending:
        if type(frame) not in _GAINS or frame.seat != seat:  # type: ignore[union-attr]  # a decision
            continue
        match frame:
            case ToHire():
                worth += max([_hired(worker, known, brewer, box) for worker in known.workers])
            case ToForm():
                worth += 0.3 + 0.08 * seasons
            case ToChoose():
                worth += CHOSEN + 0.1 * (frame is not known.pending[-1])
            case ToDiscard():
                worth -= TOKEN * excess(brewer, box)
            case ToStep():
                worth += 0.12 * seasons
            case ToPlant():
                worth += 1.2
            case ToResearch(_, tracks):
                worth += sum([_immediate(box.tracks[track].acts[1]) for track in tracks])
    return worth


def gifts(rules: BrewCraftersRules) -> Gifts:
    """Each skilled worker, tile, partnership and second or third shift for free, and each track up to each of its steps.

    What a tile or step brings at once comes too.
    """
    box = rules.box
    made: dict[str, Gift] = {
        "second-shift": partial(_give, box, {"shifts": 2}, ()),
        "third-shift": partial(_give, box, {"shifts": 3}, ()),
    }
    for i, worker in enumerate(box.workers):
        made[worker.name] = partial(_give, box, {"workers": (i,)}, ())
    for i, tile in enumerate(box.tiles):
        made[tile.name] = partial(_give, box, {"tiles": (i,)}, tile.on_install)
    for i, partnership in enumerate(box.partnerships):
        made[partnership.name] = partial(_give, box, {"partnerships": (i,)}, ())
    for i, track in enumerate(box.tracks):
        for done, kind in enumerate(STEPS, 1):
            steps = tuple([done if i == other else 0 for other in range(len(box.tracks))])
            made[f"{track.name}.{kind}"] = partial(_give, box, {"steps": steps}, track.acts[:1])
    return made


def _give(
    box: Box, has: Mapping[str, Any], brings: tuple[Act, ...], state: BrewCraftersState, seat: int
) -> BrewCraftersState:
    board = Board(state, box)
    board.change(seat, **has)
    board.workers = tuple([one for one in state.workers if one not in has.get("workers", ())])
    board.partnerships = tuple([one for one in state.partnerships if one not in has.get("partnerships", ())])
    at_once(board, seat, brings, "gift")
    return board.state()
