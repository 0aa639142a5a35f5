"""Which requests come as far as a use case: counted at the service, so that no answer has to be understood."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import pytest

from taphouse.schema.operations.table import DECLARATIONS
from taphouse.service.runtime import telemetry
from taphouse.service.tables.streams.streaming import Live
from taphouse.service.tables.use_cases import Tables
from taphouse.service.webhooks.managing import Managing

USE_CASES = {of: {one.use for one in DECLARATIONS if hasattr(of, one.use)} for of in (Tables, Live, Managing)}


@contextmanager
def counted(patch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The ids of these requests, as they come, at services of this process."""
    found: set[str] = set()

    def watched(method: Any) -> Any:
        @wraps(method)
        def use(*arguments: Any, **named: Any) -> Any:
            found.add(str(telemetry.request_id()))
            return method(*arguments, **named)

        return use

    for of, names in USE_CASES.items():
        for name in names:
            patch.setattr(of, name, watched(getattr(of, name)))
    yield found
