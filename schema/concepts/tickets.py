"""Tickets: each opens one stream where a token cannot be sent."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.vocabulary import Public
from taphouse.schema.inputs import GAME_ID_TEXT, GameId
from taphouse.schema.operations.declaration import MUTATION, ArgumentForm, declare, post
from taphouse.schema.problems.callers import NoAccount, NotSeated, TokenRejected
from taphouse.schema.problems.games import GameNotFound
from taphouse.schema.values.versions import Moment

TICKET_TEXT = (
    "A ticket, in place of a token, for a client that cannot set headers, such as a browser's EventSource. Only for a stream "
    "(`text/event-stream`)."
)


class TicketCreated(Public, frozen=True):
    """A ticket: it opens one stream, once, for reading. Put it into the URL of the stream as `ticket`."""

    ticket: Annotated[str, Meta(description="The ticket.")]
    game_id: Annotated[str | None, Meta(description="The game whose stream it opens. Null: a stream of your account.")]
    until: Annotated[Moment, Meta(description="The time by which it must be used: a minute after it was created.")]


@declare(
    MUTATION,
    (GameNotFound, TokenRejected, NotSeated, NoAccount),
    post("/tickets", "log", etag=False, body=("NewTicket", "A ticket to create.")),
    use="ticket",
    outcome="The ticket, or why there is none.",
)
def create_ticket(
    game: Annotated[
        GameId | None,
        Meta(description=f"{GAME_ID_TEXT} Without it, the ticket is for the events of your account."),
        ArgumentForm("gameId", "gameId", id=True),
    ] = None,
) -> TicketCreated:
    """Get a ticket for one stream of a game or of your account.

    It goes into the URL of the stream, as `ticket`, where a browser's EventSource cannot send your token. It works once, within
    a minute, and only for reading. Changes nothing.
    """
