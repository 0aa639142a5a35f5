"""Refusals of what takes agreement: proposals, undos and rematches."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.problems.base import PlayerProblem, ProblemCode
from taphouse.schema.values.agreements import ProposalReason, UndoReason


class UndoRefused(PlayerProblem, frozen=True, kw_only=True):
    """The moves cannot be taken back, or not without the consent of the other seats. See `undoReason`."""

    code = ProblemCode("UNDO_REFUSED")
    undo_reason: Annotated[UndoReason, Meta(description="The reason.")]


class ProposalRefused(PlayerProblem, frozen=True, kw_only=True):
    """This cannot be proposed here, or not be answered by you. See `proposalReason`."""

    code = ProblemCode("PROPOSAL_REFUSED")
    proposal_reason: Annotated[ProposalReason, Meta(description="The reason.")]


class ProposalOpen(PlayerProblem, frozen=True, kw_only=True):
    """A proposal of this kind is open already. Accept or decline it, or withdraw it if it is yours."""

    code = ProblemCode("PROPOSAL_OPEN")
    proposal_id: Annotated[str, Meta(description="The id of the open proposal.")]


class ProposalNotFound(PlayerProblem, frozen=True, kw_only=True):
    """The game has no such proposal: it has ended or expired."""

    code = ProblemCode("PROPOSAL_NOT_FOUND")
    http_status = 404


class NoRematch(PlayerProblem, frozen=True, kw_only=True):
    """The game has no rematch yet. Propose one once the game has ended."""

    code = ProblemCode("NO_REMATCH")
