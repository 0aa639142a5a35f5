"""Every refused move, and every refused game."""

from __future__ import annotations

from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import BrewCraftersState
from tests.brew_crafters.build import BOX, position
from tests.brew_crafters.refusals.at_the_market import AT_THE_MARKET
from tests.brew_crafters.refusals.in_the_brewery import IN_THE_BREWERY
from tests.brew_crafters.refusals.positions import (
    ADVANCED,
    GOOD_RECIPES,
    GOOD_WORKERS,
    MOVES,
    PER_STYLE,
    WORKERS,
    listed,
)

OVER: list[tuple[str, BrewCraftersState, str, str, str]] = [
    *(
        (
            f"{line} when the game is over",
            position(phase=Phase.OVER, year=3, season="winter"),
            line,
            "BC-28",
            "The game is over.",
        )
        for line in (*MOVES, "trade coffee-roaster")
    ),
]

REFUSALS = {row[0]: row[1:] for row in (*AT_THE_MARKET, *IN_THE_BREWERY, *OVER)}

OF_EACH = f"Name {PER_STYLE} different advanced recipes of each style; of the style "
THERE = listed(beer.name for beer in ADVANCED)
FOR_TWO = listed(worker.name for worker in BOX.workers if worker.players == 2)
MORE = next(beer.name for beer in ADVANCED if not beer.style and beer.name not in GOOD_RECIPES)
OTHER = next(worker.name for worker in BOX.workers if worker.players == 2 and worker.name not in GOOD_WORKERS)


def title(name: str) -> str:
    """The title of a recipe or worker."""
    return next(one.title for one in (*BOX.beers, *BOX.workers) if one.name == name)


NAMED = {
    "an unknown recipe": (
        {"named_recipes": (*GOOD_RECIPES[1:], "kolsh")},
        2,
        "BC-04",
        f"There is no kolsh here; there are {THERE}.",
    ),
    "a basic recipe": (
        {"named_recipes": (*GOOD_RECIPES[1:], "ale")},
        3,
        "BC-04",
        f"There is no ale here; there are {THERE}.",
    ),
    "no recipes": ({"named_recipes": ()}, 2, "BC-04", f"{OF_EACH}Ale there are 0 here."),
    "a recipe too few": (
        {"named_recipes": GOOD_RECIPES[:-1]},
        2,
        "BC-04",
        f"{OF_EACH}Stout there are {PER_STYLE - 1} here.",
    ),
    "a recipe too many": (
        {"named_recipes": (*GOOD_RECIPES, MORE)},
        2,
        "BC-04",
        f"{OF_EACH}Ale there are {PER_STYLE + 1} here.",
    ),
    "a recipe of another style": (
        {"named_recipes": (*GOOD_RECIPES[:-1], MORE)},
        2,
        "BC-04",
        f"{OF_EACH}Ale there are {PER_STYLE + 1} here.",
    ),
    "a recipe twice": (
        {"named_recipes": (GOOD_RECIPES[1], *GOOD_RECIPES[1:])},
        2,
        "BC-04",
        f"{title(GOOD_RECIPES[1])} is named twice.",
    ),
    "a recipe once more": (
        {"named_recipes": (*GOOD_RECIPES, GOOD_RECIPES[0])},
        2,
        "BC-04",
        f"{title(GOOD_RECIPES[0])} is named twice.",
    ),
    "two recipes twice": (
        {"named_recipes": (*GOOD_RECIPES, GOOD_RECIPES[2], GOOD_RECIPES[1])},
        2,
        "BC-04",
        f"{title(GOOD_RECIPES[2])} is named twice.",
    ),
    "two workers twice": (
        {"named_workers": (*GOOD_WORKERS[:2], *GOOD_WORKERS[:2][::-1])},
        2,
        "BC-05",
        f"{title(GOOD_WORKERS[1])} is named twice.",
    ),
    "an unknown worker": (
        {"named_workers": (*GOOD_WORKERS[1:], "brewer")},
        2,
        "BC-05",
        f"There is no brewer here; there are {FOR_TWO}.",
    ),
    "a worker for more players": (
        {"named_workers": (*GOOD_WORKERS[1:], "festival-host")},
        2,
        "BC-05",
        f"There is no festival-host here; there are {FOR_TWO}.",
    ),
    "no workers": ({"named_workers": ()}, 2, "BC-05", f"Name {WORKERS} different skilled workers, not 0."),
    "a worker too few": (
        {"named_workers": GOOD_WORKERS[1:]},
        4,
        "BC-05",
        f"Name {WORKERS} different skilled workers, not {WORKERS - 1}.",
    ),
    "a worker too many": (
        {"named_workers": (*GOOD_WORKERS, OTHER)},
        5,
        "BC-05",
        f"Name {WORKERS} different skilled workers, not {WORKERS + 1}.",
    ),
    "a worker twice": (
        {"named_workers": (GOOD_WORKERS[1], *GOOD_WORKERS[1:])},
        2,
        "BC-05",
        f"{title(GOOD_WORKERS[1])} is named twice.",
    ),
    "a worker once more": (
        {"named_workers": (*GOOD_WORKERS, GOOD_WORKERS[0])},
        2,
        "BC-05",
        f"{title(GOOD_WORKERS[0])} is named twice.",
    ),
    "bad recipes before bad workers": (
        {"named_recipes": (), "named_workers": ()},
        2,
        "BC-04",
        f"{OF_EACH}Ale there are 0 here.",
    ),
    "bad workers after good recipes": (
        {"named_recipes": GOOD_RECIPES, "named_workers": ()},
        2,
        "BC-05",
        f"Name {WORKERS} different skilled workers, not 0.",
    ),
}
