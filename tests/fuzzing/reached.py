"""Which requests come as far as a use case: counted at the service, so that no answer has to be understood."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from taphouse.schema import ports
from taphouse.service import app
from taphouse.service.runtime import telemetry
from taphouse.service.tables.streams.live import Live
from taphouse.service.tables.use_cases import by_name
from taphouse.service.webhooks.managing import Managing


def names(port: Any) -> list[str]:
    """The use cases of a port."""
    return [name for name in vars(port) if not name.startswith("_")]


@contextmanager
def counted(patch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The ids of these requests, as they come, at services that this process starts from now on."""
    found: set[str] = set()

    def watched(method: Any) -> Any:
        def use(*arguments: Any, **named: Any) -> Any:
            found.add(str(telemetry.request_id()))
            return method(*arguments, **named)

        return use

    def watch(of: Any, port: Any) -> None:
        for name in names(port):
            patch.setattr(of, name, watched(getattr(of, name)))

    def tables(objects: Any) -> ports.Tables:
        made = by_name(objects)
        watch(made, ports.Tables)
        return made

    patch.setattr(app, "by_name", tables)
    watch(Live, ports.Live)
    watch(Managing, ports.Webhooks)
    yield found
