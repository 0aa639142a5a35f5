"""The spaces of observations and actions."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from taphouse.env.observers.layout import Layout
from taphouse.env.table import GameTable


def observation_space(table: GameTable) -> spaces.Dict:
    """The space of observations: arrays under `observation`, with the bounds of each number, and under `action_mask`."""
    floats = table.floats
    observed = box_of(table.layout) if floats is None else spaces.Box(0, 1, (floats.size,), np.float32)
    return spaces.Dict({"observation": observed, "action_mask": spaces.Box(0, 1, (table.size,), np.int8)})


def box_of(layout: Layout) -> spaces.Box:
    """The space of rows of integers."""
    return spaces.Box(layout.least, layout.most, dtype=np.int16)
