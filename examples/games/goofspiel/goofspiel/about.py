"""The description of Goofspiel, and other worlds of a game."""

from __future__ import annotations

import random

from msgspec.structs import replace

from goofspiel.cards import GoofspielEdition
from goofspiel.moves import EVENTS, MOVES, REFUSALS, Bid, GoofspielOptions
from goofspiel.rules import OUT_OF_CARDS, PROMPTS, RULE_OF_END, GoofspielRules, GoofspielTable
from goofspiel.state import GoofspielState
from taphouse.engine.contract import Reason
from taphouse.engine.game import About, Game
from taphouse.engine.worlds import PlayedWorld, Playout, SeatMove, replay

ABOUT = About(
    kind="goofspiel",
    title="Goofspiel",
    designer="",
    publisher="",
    text="All players bid a card for each prize at the same time. The highest bid takes it, and every card can be bid once.",
    seats=range(2, 5),
    minutes=10,
    options=GoofspielOptions,
    moves=MOVES,
    events=EVENTS,
    prompts=PROMPTS,
    refusals=REFUSALS,
    view=GoofspielTable,
    state=GoofspielState,
    reasons=(Reason(OUT_OF_CARDS, RULE_OF_END, "All cards have been bid."),),
    package="goofspiel",
)


def other_world(game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:
    """GS-01, GS-03: the prizes that are still face down lie in another order, and others bid other cards in this round."""
    seats, first = game.seats, game.states[0]
    face_down = len(first.pile) - k // seats  # a prize was turned up after each whole round
    if face_down < 0:
        return None
    hidden = rng.sample(first.pile[:face_down], face_down)
    since = k - k % seats
    made = list(game.first(k))
    for place in range(since, k):
        seat = made[place].seat
        if seat != viewer:
            made[place] = SeatMove(seat, Bid(rng.choice(game.states[since].hands[seat - 1])))
    begins = replace(first, pile=(*hidden, *first.pile[face_down:]))
    same = begins == first and tuple(made) == game.first(k)
    return None if same else replay(game.rules, begins, game.secret, tuple(made))


GAME = Game(ABOUT, GoofspielEdition, GoofspielRules, other_world=other_world)
