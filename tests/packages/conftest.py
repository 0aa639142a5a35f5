"""The games in examples/games, as an installed package would offer them."""

from __future__ import annotations

import sys
from pathlib import Path

for folder in sorted((Path(__file__).parents[2] / "examples" / "games").iterdir()):
    sys.path.append(str(folder))
