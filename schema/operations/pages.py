"""Pages of lists, by the type of their items, and what a page of games costs."""

from __future__ import annotations

from typing import Annotated

from taphouse.schema.game_view import Sight
from taphouse.schema.inputs import MOST_GAMES
from taphouse.schema.paging import Connection
from taphouse.schema.prices import BROWSED, LOOK, SHOWN, Price
from taphouse.schema.results import PendingDecision
from taphouse.schema.values import LegalMove, LogEntry

Games = Annotated[Connection, Sight]
PendingDecisions = Annotated[Connection, PendingDecision]
LegalMoves = Annotated[Connection, LegalMove]
LogEntries = Annotated[Connection, LogEntry]

GAMES_PRICE = Price(once=BROWSED, each=LOOK, listed="first", most=MOST_GAMES)
SHOWN_GAMES_PRICE = Price(once=BROWSED, each=LOOK + SHOWN, listed="first", most=MOST_GAMES)
"""The price in REST, which encodes whole games."""
