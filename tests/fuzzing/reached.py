"""The requests that come as far as a use case: counted at the service, so that no answer has to be understood."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import pytest

from taphouse.schema.registry import collected
from taphouse.service import lifespan
from taphouse.service.runtime import telemetry


@contextmanager
def counted(patch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The ids of these requests, as they come, at services that this process starts from now on."""
    found: set[str] = set()

    def watched(method: Any) -> Any:
        @wraps(method)
        def use(*arguments: Any, **named: Any) -> Any:
            found.add(str(telemetry.request_id()))
            return method(*arguments, **named)

        return use

    def registered(*objects: object) -> dict[str, Any]:
        return {name: watched(use_case) for name, use_case in collected(*objects).items()}

    patch.setattr(lifespan, "collected", registered)
    yield found
