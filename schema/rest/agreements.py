"""The operations of REST on proposals, undos and rematches."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.inputs import PROPOSAL_ID, PROPOSAL_ID_TEXT, GameId
from taphouse.schema.ports import ProposalAsked
from taphouse.schema.rest.bodies import NewProposal, Undoing
from taphouse.schema.rest.operation import Call, changed
from taphouse.schema.results import GameChanged, RematchTaken

ProposalId = Annotated[str, Meta(description=PROPOSAL_ID_TEXT, extra_json_schema={"pattern": f"^{PROPOSAL_ID}$"})]


async def undo(call: Call, id: GameId, body: Undoing) -> GameChanged:
    """Take back your last moves by yourself.

    Possible in a game with the option FREE, while the moves told nobody anything, and no other seat has decided since.
    Otherwise propose an undo.
    """
    return changed(call, await call.tables.undo(call.caller, id, body.to, call.expected, call.key))


async def propose(call: Call, id: GameId, body: NewProposal) -> GameChanged:
    """Propose something to the other seats.

    An undo, an early end, a pause, a rematch, or a new player for the seat of a player who ran out of time and is not asked. It
    is done once all have accepted, at once if nobody else must. Seats that have resigned are asked only for a rematch. Bots
    answer at once: they accept an undo of moves that told nobody anything, a draw if two players or more agree on it, and
    everything else. A game has at most one open proposal of each kind. A resignation ends all of them, and a move ends that of
    an undo.
    """
    asked = ProposalAsked(body.kind, body.to, body.replacement)
    return changed(call, await call.tables.propose(call.caller, id, asked, body.seconds, call.expected, call.key))


async def accept_proposal(call: Call, id: GameId, proposal: ProposalId) -> GameChanged:
    """Accept a proposal. It is done once all seats that are asked have accepted."""
    return changed(call, await call.tables.accept_proposal(call.caller, id, proposal, call.expected, call.key))


async def decline_proposal(call: Call, id: GameId, proposal: ProposalId) -> GameChanged:
    """Decline a proposal of another seat, which ends it."""
    return changed(call, await call.tables.decline_proposal(call.caller, id, proposal, call.expected, call.key))


async def withdraw_proposal(call: Call, id: GameId, proposal: ProposalId) -> GameChanged:
    """Withdraw a proposal of your seat."""
    return changed(call, await call.tables.withdraw_proposal(call.caller, id, proposal, call.expected, call.key))


async def take_rematch(call: Call, id: GameId) -> RematchTaken:
    """Take your tokens of the rematch, with your seat's or the host's token of this game, or your account's login token.

    The new tokens have the same restrictions. A repeated request gets the same tokens. Changes nothing in either game.
    """
    return await call.tables.take_rematch(call.caller, id)
