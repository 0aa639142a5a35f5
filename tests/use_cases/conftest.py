from __future__ import annotations

import pytest

from tests.use_cases.build import Parts


@pytest.fixture
def parts() -> Parts:
    return Parts()
