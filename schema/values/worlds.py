"""Worlds in which a seat may be."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.vocabulary import Public

SEED_TEXT = (
    "Any text of up to 100 characters: at the same version, the same text gives the same world. Random if left out."
)
MOST_SEED = 100


class World(Public, frozen=True):
    """A world in which your seat may be: a whole position that agrees with all that it knows, and saw since the start.
    Each has its probability, as in a fair shuffle of the cards that the seat does not see. It tells nothing about the real one
    beyond that.
    """

    position: Annotated[
        str,
        Meta(
            description="The position as JSON, with everything in it: the engine reads it as the state of this kind of game."
        ),
    ]
