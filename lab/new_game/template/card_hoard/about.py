"""All that Taphouse must know of Card Hoard to serve it."""

from __future__ import annotations

from taphouse.engine.contract import Reason
from taphouse.engine.deals import other_world
from taphouse.engine.game import About, Game

from .cards import MOST_SEATS, CardHoardEdition
from .moves import EVENTS, MOVES, REFUSALS, CardHoardOptions
from .rules import EMPTY_PILE, PROMPTS, CardHoardRules
from .state import CardHoardState
from .view import CardHoardTable

ABOUT = About(
    kind="card-hoard",
    title="Card Hoard",
    text="Players draw treasures, or take the open one, and lay them in ascending order. The most points win.",
    seats=range(2, MOST_SEATS + 1),
    minutes=5,
    options=CardHoardOptions,
    moves=MOVES,
    events=EVENTS,
    prompts=PROMPTS,
    refusals=REFUSALS,
    view=CardHoardTable,
    state=CardHoardState,
    reasons=(Reason(EMPTY_PILE, "CH-07", "The pile is empty at the end of a turn."),),
    package=__name__.removesuffix(".about"),
)

GAME = Game(
    ABOUT,
    CardHoardEdition,
    CardHoardRules,
    evaluate=lambda rules, known, seat: rules.points(known, seat),
    other_world=other_world,
)
