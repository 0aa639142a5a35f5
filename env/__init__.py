"""The games as environments for learning agents: PettingZoo and Gymnasium. See docs/environments.md."""

from __future__ import annotations

try:
    from taphouse.env.aec import TaphouseAEC
    from taphouse.env.datasets import dataset
    from taphouse.env.policies import PolicyBot
    from taphouse.env.single import TaphouseEnv, vector
except ModuleNotFoundError as missing:
    if missing.name is None or missing.name.startswith("taphouse"):
        raise
    raise ModuleNotFoundError(
        f"{missing.name} is missing. Install the environments: pip install 'taphouse[env]'", name=missing.name
    ) from missing

__all__ = ["PolicyBot", "TaphouseAEC", "TaphouseEnv", "dataset", "vector"]
