"""The checks of Pig."""

from __future__ import annotations

from taphouse.engine.checks import Checks

CHECKS = Checks(conserved=lambda _: None)
