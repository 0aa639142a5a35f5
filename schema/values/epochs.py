"""Epochs: in which history of the store a version was made. After a failover there is a new one, and a version that was lost with
a server can only be made again in it. See docs/decisions/0037-a-replica-has-it-before-it-is-acknowledged.md.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Epoch = Annotated[
    str | None,
    Meta(
        description="The history of the store in which the version was made. If a version that you have is read with another "
        "epoch, it was lost and made again: drop what you have of the game, and read it again. Null if the store has none."
    ),
]


def epoch_at(epochs: str, version: int) -> str | None:
    """The epoch of a version.

    Args:
        epochs: the names of the epochs of a game, each with the first version made in it, such as `1f3a9c27:1,77aa0e1d:16`. The
            earliest may have been forgotten.
        version: the version.
    """
    found = None
    for one in epochs.split(",") if epochs else ():
        name, _, first = one.partition(":")
        if int(first) > version:
            break
        found = name
    return found
