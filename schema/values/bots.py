"""The kinds of bots, which the events of every kind of game name too."""

from __future__ import annotations

from taphouse.engine.bots import EXPERT, MOST_SECONDS, STRENGTHS
from taphouse.engine.vocabulary import Word

_ITERATIONS = {name: f"{iterations} iterations a decision" for name, iterations in STRENGTHS.items() if name != EXPERT}


class BotKind(Word):
    """A kind of bot of the service, by the way it chooses moves."""

    RANDOM = "RANDOM", "Chooses a random legal move."
    GREEDY = (
        "GREEDY",
        (
            "Looks one move ahead, using only what its seat knows. In a game without an evaluation for bots, it plays at random."
        ),
    )
    SEARCH_QUICK = (
        "SEARCH_QUICK",
        "Looks several moves ahead, in worlds that agree with what its seat knows: "
        + _ITERATIONS["search-quick"]
        + ".",
    )
    SEARCH = "SEARCH", f"Searches like SEARCH_QUICK, with {_ITERATIONS['search']}."
    SEARCH_STRONG = "SEARCH_STRONG", f"Searches like SEARCH_QUICK, with {_ITERATIONS['search-strong']}."
    SEARCH_EXPERT = (
        "SEARCH_EXPERT",
        f"Searches for up to {MOST_SECONDS:g} seconds a decision, and remembers what its seat saw. Only so many experts think at "
        "once; the others wait in line.",
    )
