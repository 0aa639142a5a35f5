"""The parts of a running application that its routes use: `app.state.services`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from taphouse.schema.execution.scheduler import Scheduler
from taphouse.schema.ports import Caller, UseCase
from taphouse.service.access.operators import OperatorTokens
from taphouse.service.access.rate_limits import Rates
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.streams.game_streams import GameStreams
from taphouse.service.games.streams.tickets import Tickets
from taphouse.service.mail.managing import Mailing
from taphouse.service.observing.metrics import Metrics
from taphouse.service.observing.observers import Observers
from taphouse.service.runtime.settings import Settings
from taphouse.service.runtime.shutdown import Stopping
from taphouse.service.store.protocol import Store
from taphouse.service.webhooks.managing import Managing


class Services(Struct, frozen=True):
    """The parts of a running application that requests use."""

    settings: Settings
    store: Store
    rates: Rates | None
    """None if requests have no limits."""
    scheduler: Scheduler
    """The scheduler of long work on the event loop."""
    reader: Reader
    streams: GameStreams
    tickets: Tickets
    operators: OperatorTokens
    """Verifies operators' tokens."""
    webhooks: Managing
    mailing: Mailing
    use_cases: Mapping[str, UseCase]
    """The use cases by name."""
    observers: Observers
    stopping: Stopping
    """Set when the service is stopping: streams and long polls then end."""
    context: Callable[[Caller], Any]
    """Makes the context of GraphQL's resolvers."""

    @property
    def metrics(self) -> Metrics | None:
        """The metrics in which streams are counted; None if there are none."""
        return self.observers.metrics
