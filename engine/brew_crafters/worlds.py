"""Other worlds of Brew Crafters: nothing is hidden but what the seed would draw, so they have another seed."""

from __future__ import annotations

import random

from taphouse.engine.chance import SEED_BYTES
from taphouse.engine.worlds import PlayedWorld, Playout, replay


def other_world(game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:  # noqa: ARG001 -- all see all
    """The same position, played on with another seed. It will do if nothing that was drawn came out otherwise."""
    world = replay(game.rules, game.states[0], rng.randbytes(SEED_BYTES), game.moves[:k])
    same = world is not None and [step.state for step in world.steps] == game.states[: k + 1]
    return world if same else None
