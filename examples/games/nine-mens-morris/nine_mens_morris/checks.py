"""The part of the tests of Nine Men's Morris that only its author knows: `taphouse test-game nine-mens-morris` runs them."""

from __future__ import annotations

from taphouse.engine.checks import Checks, Ending

CHECKS = Checks(endings={"blocked": Ending(tried=5_000)})
