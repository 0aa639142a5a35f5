"""The checks of Brew Crafters that only its author knows."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from taphouse.engine.brew_crafters.events import MarketActionLost
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Selection
from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.engine.checks import Canaries, Checks, Ending, canary


def conserved(state: BrewCraftersState) -> Any:
    """Skilled workers, partnerships, and whose gold labels there can be; and what there is never too little or too much of."""
    for brewer in state.brewers:
        assert brewer.money >= 0
        assert min(brewer.stock) >= 0
        assert all(brewed >= sold >= 0 for brewed, sold in zip(brewer.brewed, brewer.sold, strict=True))
        assert sum(brewer.brewed) - sum(brewer.sold) == len(brewer.tanks + brewer.bottled + brewer.pub)
    workers = [*state.workers, *(worker for brewer in state.brewers for worker in brewer.workers)]
    partners = [*state.partnerships, *(one for brewer in state.brewers for one in brewer.partnerships)]
    return Counter(workers), Counter(partners), state.recipes, len(state.labels), len(state.taken)


def with_canaries(text: str) -> str:
    """The recipes and workers that the seed draws have names that are nowhere else."""
    head, *blocks = re.split(r"(?m)^(?=\[\[)", text)
    for number, block in enumerate(blocks):
        if block.startswith("[[workers]]") or "advanced = true" in block:
            blocks[number] = re.sub(r'(?m)^(name|title) = ".*"$', rf'\1 = "{canary(number)}"', block)
    return head + "".join(blocks)


def drawn(game: Any, _edition: Any, _k: int, _seat: int | None) -> tuple[set[str], set[str]]:
    """The names of the recipes and workers that the seed drew when the game started, for all to see, and of the others."""
    box, first = game.rules.box, game.states[0]
    names = {one.name for one in (*box.beers, *box.workers) if one.name.startswith("canary")}
    told = {box.beers[i].name for i in first.recipes} | {box.workers[i].name for i in first.workers}
    return told & names, names - told


DRAWN = BrewCraftersOptions(recipes=Selection.RANDOM, workers=Selection.RANDOM)

CHECKS = Checks(
    conserved=conserved,
    endings={"last-winter": Ending(seats=3, options=DRAWN)},
    # The numbers of entries, which both editions have, and of tiles that nobody can have twice.
    unchanged=frozenset(
        {
            *(
                f"totals.{section}.value"
                for section in ("recipes", "spaces", "partnerships", "workers", "tracks", "portions")
            ),
            "tiles.brewpub.count.value",
            "tiles.farm.count.value",
        }
    ),
    out_of_reach=frozenset({MarketActionLost}),  # packaged editions have spaces for all; the game's own tests see it
    canaries=Canaries(edition=with_canaries, names=12 + 15, shown=drawn, hidden=6, options=DRAWN),
    pairs=220,
)
