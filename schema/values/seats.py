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
MAY_RETURN_TEXT = (
    "Whether the player may return: their token and their account stay valid, and the bot plays until they make a move or "
    "return. Only with a bot."
)


class Substitute(Public, frozen=True, forbid_unknown_fields=True):
    """Who plays a seat from now on. Give exactly one field."""

    bot: Annotated[BotKind | None, Meta(description=BOT_TEXT)] = None
    open: Annotated[Opening | None, Meta(description=OPENING_TEXT)] = None


class Replacement(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who plays the seat of an absent player from now on. Either `bot` or `open` is given."""

    seat: Annotated[
        Seat, Meta(description="The seat of a player who ran out of time and has not moved or returned since.")
    ]
    bot: Annotated[BotKind | None, Meta(description=BOT_TEXT)] = None
    open: Annotated[Opening | None, Meta(description=OPENING_TEXT)] = None
    may_return: Annotated[bool, Meta(description=MAY_RETURN_TEXT)] = False


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
