"""The request bodies of REST."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import Public, constant
from taphouse.schema.inputs import (
    BREWERY_TEXT,
    EDITION_TEXT,
    FORK_AT_TEXT,
    FORK_SEATS_TEXT,
    INVITE_TEXT,
    INVITED_UNTIL_TEXT,
    LONGEST_PROPOSAL,
    MOST_MOVES,
    NAME_TEXT,
    POSITION_TEXT,
    PROPOSAL_SECONDS_TEXT,
    PROPOSED_UNDO_TEXT,
    RECORD_TEXT,
    SEAT_TOKENS_TEXT,
    SEED_TEXT,
    SHORTEST_PROPOSAL,
    SHOW_NAME_TEXT,
    TICKET_GAME_TEXT,
    UNDO_OPTION_TEXT,
    UNDO_TEXT,
    UNTIL_TEXT,
    USUAL_PROPOSAL,
    EditionName,
    GameId,
    Name,
    RecordText,
    Seed,
)
from taphouse.schema.ports import SeatAsked
from taphouse.schema.values import Moment, MoveInputObject, SeatKind, Visibility
from taphouse.schema.values.agreements import ProposalKind, UndoOption
from taphouse.schema.values.clocks import ADDED_TEXT, CLOCK_TEXT, MOST_TIME, NewClock
from taphouse.schema.values.seats import MAY_RETURN_TEXT, Replacement, Substitute
from taphouse.schema.webhooks import EVENTS_TEXT, MOST_URL, URL, URL_TEXT, WHSEC, WHSEC_TEXT, WebhookEvent

Version = Annotated[int, Meta(extra_json_schema={"minimum": 1})]
"""A version of a game. Use cases refuse those that it does not have."""
Move = Annotated[MoveInputObject, Meta(extra_json_schema={"$ref": "MoveInput"})]


class NewGame(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to create."""

    seats: Annotated[tuple[SeatAsked, ...], Meta(description="The seats, in turn order.")]
    edition: Annotated[EditionName | None, Meta(description=EDITION_TEXT)] = None
    seed: Annotated[Seed | None, Meta(description=SEED_TEXT)] = None
    visibility: Annotated[Visibility, Meta(description="Who can find the game.")] = Visibility.UNLISTED
    undo: Annotated[UndoOption, Meta(description=UNDO_OPTION_TEXT)] = UndoOption.FREE
    position: Annotated[RecordText | None, Meta(description=POSITION_TEXT)] = None
    clock: Annotated[NewClock | None, Meta(description=CLOCK_TEXT)] = None


class NewFork(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A fork to create."""

    at: Annotated[Version | None, Meta(description=FORK_AT_TEXT)] = None
    seat_tokens: Annotated[tuple[str, ...], Meta(description=SEAT_TOKENS_TEXT, extra_json_schema={"maxItems": 16})] = ()
    seats: Annotated[tuple[SeatAsked, ...] | None, Meta(description=FORK_SEATS_TEXT)] = None
    visibility: Annotated[Visibility, Meta(description="Who can find the game.")] = Visibility.UNLISTED


class NewImport(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record to import."""

    record: Annotated[RecordText, Meta(description=RECORD_TEXT)]
    visibility: Annotated[Visibility, Meta(description="Who can find the game.")] = Visibility.UNLISTED


class NewTicket(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ticket to create."""

    game_id: Annotated[GameId | None, Meta(description=TICKET_GAME_TEXT)] = None


@cache
def new_game(game: Game) -> type[NewGame]:
    """The request body that creates a game of this kind."""
    about = game.about
    number = {"minItems": about.seats[0], "maxItems": about.seats[-1]}
    seats: Any = Annotated[
        tuple[SeatAsked, ...],
        Meta(description=f"The seats, in turn order: {about.seats[0]} to {about.seats[-1]}.", extra_json_schema=number),
    ]
    options: Any = Annotated[
        about.options, Meta(description="The options. Those that are left out have their defaults.")
    ]
    made: Any = msgspec.defstruct(
        f"{about.name}NewGame",
        [("seats", seats), ("options", options, about.options())],
        bases=(NewGame,),
        frozen=True,
        kw_only=True,
        rename="camel",
        forbid_unknown_fields=True,
        tag_field="kind",
        tag=constant(about.kind),
    )
    made.__doc__ = f"A game of {about.title} to create."
    return made  # type: ignore[no-any-return]


class Nothing(Public, frozen=True, forbid_unknown_fields=True):
    """An empty request body."""


class Joining(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player who joins, and the seat."""

    name: Annotated[Name | None, Meta(description=f"Your name: {NAME_TEXT}.")] = None
    brewery: Annotated[Name | None, Meta(description=BREWERY_TEXT)] = None
    seat: Annotated[
        Seat | None, Meta(description="The seat. Without it, you get that of the invite, or the first open seat.")
    ] = None
    invite: Annotated[str | None, Meta(description=INVITE_TEXT)] = None
    show_name: Annotated[bool, Meta(description=SHOW_NAME_TEXT)] = False


class Replacing(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who plays a seat from now on."""

    substitute: Annotated[Substitute, Meta(description="Who plays the seat from now on.")] = msgspec.field(name="with")
    may_return: Annotated[bool, Meta(description=MAY_RETURN_TEXT)] = False


class Inviting(Public, frozen=True, forbid_unknown_fields=True):
    """An invite to create."""

    until: Annotated[Moment | None, Meta(description=INVITED_UNTIL_TEXT)] = None


class Reissuing(Public, frozen=True, forbid_unknown_fields=True):
    """The token to replace."""

    seat: Annotated[Seat | None, Meta(description="The seat. Without it, the host's token is replaced.")] = None


class Narrowing(Public, frozen=True, forbid_unknown_fields=True):
    """The restrictions of a new token: read-only, an expiry time, or both."""

    read_only: Annotated[bool, Meta(description="Whether the new token is read-only.")] = False
    until: Annotated[Moment | None, Meta(description=UNTIL_TEXT)] = None


class NewWebhook(Public, frozen=True, forbid_unknown_fields=True):
    """A webhook to create."""

    url: Annotated[
        str,
        Meta(description=URL_TEXT, extra_json_schema={"pattern": f"^{URL}$", "maxLength": MOST_URL}),
    ]
    events: Annotated[tuple[WebhookEvent, ...], Meta(description=EVENTS_TEXT, extra_json_schema={"minItems": 1})]
    secret: Annotated[str, Meta(description=WHSEC_TEXT, extra_json_schema={"pattern": f"^{WHSEC}$"})]


class MoreTime(Public, frozen=True, forbid_unknown_fields=True):
    """Time to add."""

    seconds: Annotated[int, Meta(description=ADDED_TEXT, extra_json_schema={"minimum": 1, "maximum": MOST_TIME})]


class Undoing(Public, frozen=True, forbid_unknown_fields=True):
    """Where to go back to."""

    to: Annotated[Version | None, Meta(description=UNDO_TEXT)] = None


class NewProposal(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something to propose."""

    kind: Annotated[ProposalKind, Meta(description="What it is about.")]
    to: Annotated[Version | None, Meta(description=f"For the kind UNDO. {PROPOSED_UNDO_TEXT}")] = None
    replacement: Annotated[
        Replacement | None, Meta(description="For the kind REPLACE_PLAYER: whose seat, and who plays it from now on.")
    ] = None
    seconds: Annotated[
        int,
        Meta(
            description=PROPOSAL_SECONDS_TEXT,
            extra_json_schema={"minimum": SHORTEST_PROPOSAL, "maximum": LONGEST_PROPOSAL},
        ),
    ] = USUAL_PROPOSAL


class Moves(Public, frozen=True, forbid_unknown_fields=True):
    """Moves to make in order. Either all are made or none."""

    moves: Annotated[
        tuple[Move, ...],
        Meta(
            description=f"The moves in order, 1 to {MOST_MOVES}.",
            extra_json_schema={"minItems": 1, "maxItems": MOST_MOVES},
        ),
    ]


class OneMove(Public, frozen=True, forbid_unknown_fields=True):
    """A move."""

    move: Annotated[Move, Meta(description="The move.")]


_EITHER: dict[str, Any] = {
    "if": {"properties": {"open": {"type": "null"}}},
    "then": {"required": ["bot"], "properties": {"bot": {"not": {"type": "null"}}}},
    "else": {"properties": {"bot": {"type": "null"}}},
}
BETWEEN: Mapping[type, dict[str, Any]] = {
    SeatAsked: {
        "if": {"properties": {"kind": {"const": SeatKind.BOT.value}}},
        "then": {"required": ["bot"], "properties": {"bot": {"not": {"type": "null"}}}},
        "else": {"properties": {"bot": {"type": "null"}}},
    },
    NewClock: {
        "if": {"properties": {"bank": {"type": "null"}}},
        "then": {
            "required": ["perMove"],
            "properties": {"perMove": {"not": {"type": "null"}}, "increment": {"const": 0}},
        },
        "else": {"properties": {"perMove": {"type": "null"}}},
    },
    Substitute: _EITHER,
    Replacement: _EITHER,
    Narrowing: {
        "anyOf": [
            {"required": ["readOnly"], "properties": {"readOnly": {"const": True}}},
            {"required": ["until"], "properties": {"until": {"not": {"type": "null"}}}},
        ]
    },
    NewProposal: {
        "allOf": [
            {
                "if": {"properties": {"kind": {"const": kind.value}}},
                "then": {"required": [member], "properties": {member: {"not": {"type": "null"}}}},
                "else": {"properties": {member: {"type": "null"}}},
            }
            for kind, member in ((ProposalKind.UNDO, "to"), (ProposalKind.REPLACE_PLAYER, "replacement"))
        ]
    },
}
"""JSON Schema constraints between the members of a body, which types cannot express. Use cases enforce them."""
