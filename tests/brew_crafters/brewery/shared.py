"""Helpers of the tests of the brewery."""

from __future__ import annotations

from taphouse.engine.brew_crafters.box import Act
from taphouse.engine.brew_crafters.cards import NONE, STEPS, EffectName, one, plus
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    PORTION,
    RECIPE,
    RULES,
    SPOKEN,
    TILE,
    TRACK,
    WORKER,
    after,
    asked,
    at_tank,
    at_work,
    legal,
)
from tests.brew_crafters.build import (
    prompt as spoken,
)

PLENTY = ",".join(f"{name}:40" for name in SPOKEN)


BASIC_OF = {beer.name: BOX.beers[BOX.basic[beer.style]].name for beer in BOX.beers}
"""By recipe, the basic one of its style."""


BASICS_BREWED = dict.fromkeys(("ale", "porter", "stout"), 1)


ADVANCED = [beer.name for beer in BOX.beers if beer.advanced]


ALL_ADVANCED = " ".join(ADVANCED)


INSTALLS = [tile.name for tile in BOX.tiles for _ in range(tile.copies)]


EVERY_STEP = {track.name: len(STEPS) for track in BOX.tracks}


FIGURES = EDITION.figures


SALE, LABEL, ROOM = FIGURES.sale_price.value, FIGURES.gold_label_points.value, FIGURES.storage.value
"""The income of a batch (BC-20), the worth of a gold label (BC-22), and the room of the first storehouse (BC-14)."""


def beer(name):
    return BOX.beers[RECIPE[name]]


def does(name) -> Act:
    """The effect of a tile or a worker; each has one."""
    owned = BOX.tiles[TILE[name]] if name in TILE else BOX.workers[WORKER[name]]
    (act,) = owned.acts
    return act


def research(track, kind) -> Act:
    """The effect of a step, by its number from 1."""
    return BOX.tracks[TRACK[track]].acts[kind - 1]


def worded(ingredients):
    return ",".join(f"{n}:{count}" for n, count in zip(SPOKEN, ingredients, strict=True) if count)


def together(*stocks):
    total = NONE
    for ingredients in stocks:
        total = plus(total, ingredients)
    return total


def less(ingredients, kind, number=1):
    """So many fewer of one kind; nothing is below 0."""
    return tuple(max(0, count - number) if i == kind else count for i, count in enumerate(ingredients))


def portion(name):
    """The ingredients of a portion of the collaboration."""
    return worded(BOX.portions[PORTION[name]].cost)


TANKS = 1 + does("double-batch-system").amount
"""The number of tanks with a Double Batch System."""


def held(state, seat=1):
    return state.brewers[seat - 1].stock


def of(events, *kinds):
    return [event for event in events if isinstance(event, kinds)]


def batches(state, seat=1):
    """The recipes in the tanks, in the bottling line and in the Brewpub."""
    brewer = state.brewers[seat - 1]
    return tuple(" ".join(BOX.beers[b.recipe].name for b in v) for v in (brewer.tanks, brewer.bottled, brewer.pub))


def sold(state, seat=1):
    """The number of batches sold, by recipe."""
    return {b.name: n for b, n in zip(BOX.beers, state.brewers[seat - 1].sold, strict=True) if n}


def prompt(state):
    return spoken(RULES.decision(state))


def settled(state):
    """The position after everything owed is chosen: the first ingredient of choice each time."""
    while asked(state)[1] == "choose":
        state = after(state, legal(state)[0])
    return state


def gained(acts, chosen):
    """The ingredients and the money that benefits bring, when this ingredient is chosen wherever one is."""
    ingredients, dollars = NONE, 0
    for act in acts:
        if act.effect is EffectName.TAKE:
            ingredients = plus(ingredients, act.stock)
        elif act.effect is EffectName.MONEY:
            dollars += act.amount
        else:
            assert act.effect in (EffectName.CHOOSE_BASIC, EffectName.CHOOSE_ADVANCED)
            ingredients = plus(ingredients, one(chosen, act.amount))
    return ingredients, dollars


def tank(recipe, ingredients, **words):
    """Seat 1 brews, in a game with this recipe in which they have brewed the basic one of its style."""
    words = {"ingredients": ingredients, "sold": {BASIC_OF[recipe]: 1}} | words
    return at_tank(recipes=recipe if beer(recipe).advanced else None, players={1: words})


TRACKS = list(TRACK)


def settle_with(state, chosen):
    """The position after this ingredient is chosen wherever one of choice is owed."""
    while asked(state)[1] == "choose":
        state = after(state, f"choose {chosen}")
    return state


def brewing(**words):
    words = {"ingredients": PLENTY, "tiles": "double-batch-system brewpub", "sold": BASICS_BREWED} | words
    return at_work(1, 1, 2, players={1: words})
