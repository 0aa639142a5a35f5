"""The games as environments for learning agents: PettingZoo and Gymnasium. See docs/environments.md.

Importing this package registers each game with Gymnasium, such as `Taphouse/DankAndDraft-v0`.
"""

from __future__ import annotations

try:
    import gymnasium

    from taphouse.env.aec import TaphouseAEC
    from taphouse.env.batch import TaphouseBatch
    from taphouse.env.datasets import dataset
    from taphouse.env.policies import PolicyBot
    from taphouse.env.single import TaphouseEnv, vector
except ModuleNotFoundError as missing:
    if missing.name is None or missing.name.startswith("taphouse"):
        raise
    raise ModuleNotFoundError(
        f"{missing.name} is missing. Install the environments: pip install 'taphouse[env]'", name=missing.name
    ) from missing

from taphouse.engine import GAMES
from taphouse.engine.vocabulary import pascal

__all__ = ["PolicyBot", "TaphouseAEC", "TaphouseBatch", "TaphouseEnv", "dataset", "vector"]

for _kind in GAMES.offers:
    gymnasium.register(
        id=f"Taphouse/{pascal(_kind)}-v0",
        entry_point="taphouse.env.single:TaphouseEnv",
        vector_entry_point="taphouse.env.batch:TaphouseBatch",
        kwargs={"kind": _kind},
    )
