"""The part of the tests of Goofspiel that only its author knows: `taphouse test-game goofspiel` runs them."""

from __future__ import annotations

from typing import Any

from taphouse.engine.checks import Checks


def _prizes(state: Any) -> int:
    """All prizes are somewhere (GS-01)."""
    return sum(map(len, (state.pile, state.prizes, state.lost, *state.won)))


CHECKS = Checks(conserved=_prizes)
