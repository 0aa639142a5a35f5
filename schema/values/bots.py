"""The kinds of bots, which the events of every kind of game name too."""

from __future__ import annotations

from taphouse.engine.vocabulary import Word


class BotKind(Word):
    """How a bot of the service chooses its moves."""

    RANDOM = "RANDOM", "Chooses a random legal move."
    GREEDY = "GREEDY", "Looks one move ahead, using only what its seat knows."
