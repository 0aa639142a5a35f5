"""The operations on proposals, undos and rematches."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.inputs import (
    LONGEST_PROPOSAL,
    PROPOSAL_ID,
    PROPOSAL_ID_TEXT,
    PROPOSAL_SECONDS_TEXT,
    SHORTEST_PROPOSAL,
    UNDO_TEXT,
    USUAL_PROPOSAL,
)
from taphouse.schema.operations.arguments import Expected, GameOf, Key
from taphouse.schema.operations.declaration import MUTATION, In, declare, post
from taphouse.schema.prices import AGREE, LOOK, SHOWN, Price
from taphouse.schema.problems.agreements import NoRematch
from taphouse.schema.problems.callers import NotSeated, TokenRejected
from taphouse.schema.problems.games import GameNotFound
from taphouse.schema.problems.sets import ANSWERING, PROPOSING, UNDOING
from taphouse.schema.results import GameChanged, RematchTaken
from taphouse.schema.values.asked import ProposalAsked, Version

_AGREED = Price(once=LOOK + AGREE)
_ANSWER = "AnswerProposalResult"

ProposalId = Annotated[
    str,
    Meta(description=PROPOSAL_ID_TEXT, extra_json_schema={"pattern": f"^{PROPOSAL_ID}$"}),
    In("proposalId", id=True),
]


@declare(
    MUTATION,
    UNDOING,
    post("/games/{id}/undo", "agreements", body=("Undoing", "The version to go back to.")),
    price=_AGREED,
)
def undo(
    game: GameOf,
    to: Annotated[Version | None, Meta(description=UNDO_TEXT)] = None,
    expected: Expected = None,
    key: Key = None,
) -> GameChanged:
    """Take back your last moves by yourself.

    Possible in a game with the option FREE, while the moves told nobody anything, and no other seat has decided since.
    Otherwise propose an undo.
    """


@declare(
    MUTATION,
    PROPOSING,
    post("/games/{id}/proposals", "agreements", body=("NewProposal", "Something to propose.")),
    price=_AGREED,
)
def propose(
    game: GameOf,
    proposal: Annotated[ProposalAsked, Meta(description="The proposal.")],
    seconds: Annotated[
        int,
        Meta(
            description=PROPOSAL_SECONDS_TEXT,
            extra_json_schema={"minimum": SHORTEST_PROPOSAL, "maximum": LONGEST_PROPOSAL},
        ),
    ] = USUAL_PROPOSAL,
    expected: Expected = None,
    key: Key = None,
) -> GameChanged:
    """Propose something to the other seats.

    It can be an undo, an early end, a pause, a rematch, or a new player for the seat of a player who ran out of time and is not
    asked. It is done once all have accepted, at once if nobody else must. Seats that have resigned are asked only for a rematch.
    Bots answer at once: they accept an undo of moves that told nobody anything, a draw if two players or more agree on it, and
    everything else. A game has at most one open proposal of each kind. A resignation ends all of them, and a move ends that of
    an undo.
    """


@declare(
    MUTATION,
    ANSWERING,
    post("/games/{id}/proposals/{proposal}/accept", "agreements"),
    union=_ANSWER,
    price=_AGREED,
)
def accept_proposal(game: GameOf, proposal: ProposalId, expected: Expected = None, key: Key = None) -> GameChanged:
    """Accept a proposal. It is done once all seats that are asked have accepted."""


@declare(MUTATION, ANSWERING, post("/games/{id}/proposals/{proposal}/decline", "agreements"), union=_ANSWER)
def decline_proposal(game: GameOf, proposal: ProposalId, expected: Expected = None, key: Key = None) -> GameChanged:
    """Decline a proposal of another seat, which ends it."""


@declare(MUTATION, ANSWERING, post("/games/{id}/proposals/{proposal}/withdraw", "agreements"), union=_ANSWER)
def withdraw_proposal(game: GameOf, proposal: ProposalId, expected: Expected = None, key: Key = None) -> GameChanged:
    """Withdraw a proposal of your seat."""


@declare(
    MUTATION,
    (GameNotFound, TokenRejected, NotSeated, NoRematch),
    post("/games/{id}/rematch", "agreements", etag=False, price=Price(once=LOOK + SHOWN)),
    outcome="Your tokens, or why there are none.",
    price=Price(once=2 * LOOK),
)
def take_rematch(game: GameOf) -> RematchTaken:
    """Take your tokens of the rematch, with your seat's or the host's token of this game, or your account's login token.

    The new tokens have the same restrictions. A repeated request gets the same tokens. Changes nothing in either game.
    """
