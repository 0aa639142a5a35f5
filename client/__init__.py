"""A client of the service: games, tables and moves as typed values, refusals as exceptions. See docs/client.md.

Install it with `pip install 'taphouse[client]'`.
"""

from __future__ import annotations

from taphouse.client.clients import AsyncClient, Client
from taphouse.client.errors import BotFailed, Incompatible, Refused, RequestFailed, TaphouseError, Unavailable
from taphouse.client.playing import Bot, BotMove
from taphouse.client.values import (
    OPEN_SEAT,
    Access,
    Ahead,
    Created,
    Decided,
    Entry,
    LegalMove,
    MoveLike,
    News,
    NewSeat,
    QuickTerms,
    Summary,
    Table,
    Ticket,
    UnknownEvent,
    World,
)
from taphouse.schema.concepts.persons import MarkedPlayer, PlayerMark, Profile
from taphouse.schema.concepts.reports import ReportCategory
from taphouse.schema.concepts.standing_orders import StandingOrder
from taphouse.schema.concepts.talk import TalkLine, TalkMode, TalkRoom
from taphouse.schema.concepts.webhooks import WebhookEvent
from taphouse.schema.results import ConsideredMove
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import NewClock, Pace
from taphouse.schema.values.games import HostPowers, StartOption, Status, Visibility
from taphouse.schema.values.seats import Opening, SeatKind

__all__ = [
    "OPEN_SEAT",
    "Access",
    "Advice",
    "Ahead",
    "AsyncClient",
    "Bot",
    "BotFailed",
    "BotKind",
    "BotMove",
    "Client",
    "ConsideredMove",
    "Created",
    "Decided",
    "Entry",
    "HostPowers",
    "Incompatible",
    "LegalMove",
    "MarkedPlayer",
    "MoveLike",
    "NewClock",
    "NewSeat",
    "News",
    "Opening",
    "Pace",
    "PlayerMark",
    "Profile",
    "QuickTerms",
    "Refused",
    "ReportCategory",
    "RequestFailed",
    "SeatKind",
    "StandingOrder",
    "StartOption",
    "Status",
    "Summary",
    "Table",
    "TalkLine",
    "TalkMode",
    "TalkRoom",
    "TaphouseError",
    "Ticket",
    "Unavailable",
    "UndoOption",
    "UnknownEvent",
    "Visibility",
    "WebhookEvent",
    "World",
]
