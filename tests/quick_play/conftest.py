from __future__ import annotations

import pytest

from tests.quick_play.build import Quick


@pytest.fixture
def quick() -> Quick:
    return Quick()
