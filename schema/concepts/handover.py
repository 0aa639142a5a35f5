"""Handovers: they give the token of a game to another device."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.messages import Why
from taphouse.engine.vocabulary import Public
from taphouse.schema.game_view import GameView
from taphouse.schema.operations.arguments import GameOf, Key
from taphouse.schema.operations.declaration import MUTATION, declare, post
from taphouse.schema.prices import JOIN, LOOK, Price
from taphouse.schema.problems.base import PlayerProblem, ProblemCode
from taphouse.schema.problems.callers import NotSeated, TokenRejected
from taphouse.schema.problems.games import GameNotFound
from taphouse.schema.problems.inputs import InputRefused, KeyReused
from taphouse.schema.values.seats import SeatToken
from taphouse.schema.values.versions import Moment


class Handover(Public, frozen=True):
    """A text that gives your token to another device. It is no bearer token. The first client that takes it gets the token."""

    seat: Annotated[Seat | None, Meta(description="The token's seat. Null for the host's token.")]
    handover: Annotated[
        str,
        Meta(
            description="The `handover` of `takeHandover`. In a link or a QR code, put it into the fragment, as in "
            "`https://app.example/take#...`, which browsers do not send to servers."
        ),
    ]
    until: Annotated[Moment, Meta(description="The time by which it must be taken: ten minutes after it was created.")]


class HandoverTaken(Public, frozen=True):
    """The game of a handover, and its token. The device that created the handover has the same token."""

    game: Annotated[GameView, Meta(description="The game, as the token sees it.")]
    seat: Annotated[SeatToken | None, Meta(description="The seat's token. Null if the handover was of the host's.")]
    host_token: Annotated[str | None, Meta(description="The host's token. Null if the handover was of a seat's.")]


class HandoverRejected(PlayerProblem, frozen=True, kw_only=True):
    """The handover is not valid: it is forged, too old, used, or its token was replaced. Create one on the other device."""

    code = ProblemCode("HANDOVER_REJECTED")
    http_status = 403


class HandoverExpired(Why, frozen=True):
    """The handover was valid for some minutes, which have passed."""


class HandoverUsed(Why, frozen=True):
    """The handover was taken already."""


class HandoverRevoked(Why, frozen=True):
    """The token behind the handover was replaced, or has expired."""


@declare(
    MUTATION,
    (GameNotFound, TokenRejected, NotSeated),
    post("/games/{id}/handovers", "seats", etag=False, price=Price(once=LOOK)),
    outcome="The handover, or why there is none.",
)
def create_handover(game: GameOf) -> Handover:
    """Give your token of a game to another device, by a link or a QR code.

    The handover works once, within ten minutes, and gives a token with exactly your rights. Yours stays valid: both devices
    have the seat until its token is replaced. Changes nothing in the game.
    """


@declare(
    MUTATION,
    (GameNotFound, HandoverRejected, TokenRejected, InputRefused, KeyReused),
    post("/handovers/take", "seats", etag=False, body=("HandoverTaking", "A handover to take.")),
    outcome="The token, or why there is none.",
    price=Price(once=JOIN),
)
def take_handover(
    handover: Annotated[str, Meta(description="A handover, as `createHandover` returns it.")], key: Key = None
) -> HandoverTaken:
    """Get the token of a handover, without any other token.

    Only the first client gets it. The same request with the same key gets it again.
    """
