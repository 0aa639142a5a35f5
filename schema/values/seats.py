"""Values about who plays a seat: substitutes for absent players, and invites."""

from __future__ import annotations

import datetime
from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.values.bots import BotKind


class Opening(Word):
    """Who can join an open seat."""

    ANYONE = "ANYONE", "Anyone. If the game has visibility OPEN, `openGames` lists it."
    INVITED = "INVITED", "Only the host, and players with an invite."


BOT_TEXT = "A bot of the service, which moves as soon as it must decide."
OPENING_TEXT = "Another player, who joins the seat and then sees all that it knows. Until then nobody plays it."


class Substitute(Public, frozen=True, forbid_unknown_fields=True):
    """Who plays a seat from now on. Give exactly one field."""

    bot: Annotated[BotKind | None, Meta(description=BOT_TEXT)] = None
    open: Annotated[Opening | None, Meta(description=OPENING_TEXT)] = None


class Invite(Public, frozen=True):
    """An invite to one seat. It only joins: it is no bearer token. Anyone who has it can take the seat, once."""

    seat: Seat
    invite: Annotated[
        str,
        Meta(
            description="The `invite` of `joinGame`. It begins with the game's id and a dot, so a link needs nothing else: put "
            "it into the fragment, as in `https://app.example/join#...`, which browsers do not send to servers."
        ),
    ]
    until: Annotated[
        datetime.datetime, Meta(description="When it expires, unless the seat is taken or changed before.")
    ]
