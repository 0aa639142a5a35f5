"""The mutations of proposals, undos and rematches."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
import strawberry

from taphouse.schema.failures import Refused, or_problem
from taphouse.schema.graphql.arguments import INFO, Arguments, GameId, argument, changing
from taphouse.schema.graphql.derive import builtins
from taphouse.schema.graphql.game_types import InPlay
from taphouse.schema.inputs import (
    PROPOSAL_ID_TEXT,
    PROPOSAL_SECONDS_TEXT,
    PROPOSAL_TEXT,
    PROPOSED_UNDO_TEXT,
    REMATCH_TEXT,
    UNDO_TEXT,
    USUAL_PROPOSAL,
    fault,
    place,
)
from taphouse.schema.ports import ProposalAsked, Tables
from taphouse.schema.prices import AGREE, LOOK, Price, priced
from taphouse.schema.problems import ANSWERING, PROPOSING, TAKING_REMATCH, UNDOING, InputRefused
from taphouse.schema.results import RematchTaken
from taphouse.schema.values.agreements import ProposalKind
from taphouse.schema.values.seats import Replacement


def agreement_mutations(play: InPlay, game_changed: Any) -> dict[str, Any]:
    """The fields of these mutations, by name.

    Args:
        play: the types of games.
        game_changed: the result type of a change.
    """
    types, text = play.types, "The game after the change, or why it was refused."
    undone = types.union("UndoResult", [game_changed, *play.problems(UNDOING)], text)
    proposed = types.union("ProposeResult", [game_changed, *play.problems(PROPOSING)], text)
    answered = types.union("AnswerProposalResult", [game_changed, *play.problems(ANSWERING)], text)
    taken = types.union(
        "TakeRematchResult",
        [types.output(RematchTaken), *play.problems(TAKING_REMATCH)],
        "Your tokens, or why there are none.",
    )
    members: dict[str, tuple[Any, str]] = {
        "undo": (int, PROPOSED_UNDO_TEXT),
        "replacePlayer": (types.input(Replacement), ProposalKind.REPLACE_PLAYER.description),
    }
    members |= {
        kind.value.lower(): (bool, f"{kind.description} Always true.")
        for kind in ProposalKind
        if kind not in (ProposalKind.UNDO, ProposalKind.REPLACE_PLAYER)
    }
    proposal_input = types.one_of("ProposalInput", "What you propose. Give exactly one field.", members)
    answer: Arguments = {"proposal_id": argument(strawberry.ID, PROPOSAL_ID_TEXT)}

    async def propose(
        info: INFO,
        game_id: str,
        proposal: Any,
        seconds: int = USUAL_PROPOSAL,
        expected_version: int | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        context = info.context
        try:
            asked = _asked(builtins(proposal))
        except Refused as refused:
            return refused.problem
        return await or_problem(
            context.tables.propose(context.caller, game_id, asked, seconds, expected_version, idempotency_key)
        )

    async def undo(
        info: INFO,
        game_id: str,
        to: int | None = None,
        expected_version: int | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        context = info.context
        return await or_problem(context.tables.undo(context.caller, game_id, to, expected_version, idempotency_key))

    async def take_rematch(info: INFO, game_id: GameId) -> taken:
        return await or_problem(info.context.tables.take_rematch(info.context.caller, game_id))

    return {
        "undo": changing(
            undo,
            {"to": argument(int | None, UNDO_TEXT, None)},
            undone,
            "Take back your last moves by yourself. Possible in a game with the option FREE, while the moves told nobody "
            "anything, and no other seat has decided since. Otherwise propose an undo.",
            more=AGREE,
        ),
        "propose": changing(
            propose,
            {
                "proposal": argument(proposal_input, "What you propose."),
                "seconds": argument(int, PROPOSAL_SECONDS_TEXT, USUAL_PROPOSAL),
            },
            proposed,
            PROPOSAL_TEXT,
            more=AGREE,
        ),
        "accept_proposal": changing(
            _answering(lambda tables: tables.accept_proposal),
            answer,
            answered,
            "Accept a proposal. It is done once all seats that are asked have accepted.",
            more=AGREE,
        ),
        "decline_proposal": changing(
            _answering(lambda tables: tables.decline_proposal),
            answer,
            answered,
            "Decline a proposal of another seat, which ends it.",
        ),
        "withdraw_proposal": changing(
            _answering(lambda tables: tables.withdraw_proposal), answer, answered, "Withdraw a proposal of your seat."
        ),
        "take_rematch": strawberry.field(
            resolver=take_rematch, description=REMATCH_TEXT, metadata=priced(Price(once=2 * LOOK))
        ),
    }


def _asked(given: Mapping[str, Any]) -> ProposalAsked:
    """What an input proposes.

    Raises:
        Refused: a field that must be true is not, or no game has such a seat.
    """
    ((name, value),) = given.items()
    if name == "undo":
        return ProposalAsked(ProposalKind.UNDO, value)
    if name == "replacePlayer":
        return ProposalAsked(ProposalKind.REPLACE_PLAYER, replacement=_replacement(value))
    if value is not True:
        raise Refused(InputRefused(message=f"To propose this, give {name}: true.", argument="proposal"))
    return ProposalAsked(ProposalKind[name.upper()])


def _replacement(given: Mapping[str, Any]) -> Replacement:
    """Who shall play a seat.

    Raises:
        Refused: no game has such a seat.
    """
    try:
        return msgspec.convert(given, Replacement)
    except msgspec.ValidationError as error:  # the bounds of integers are not in the types of GraphQL
        message = f"The proposal is not valid: {fault(error, Replacement, given)}."
        raise Refused(InputRefused(message=message, argument=place(error) or "proposal")) from None


def _answering(of: Callable[[Tables], Callable[..., Awaitable[Any]]]) -> Any:
    """The resolver of a mutation that answers a proposal through a use case."""

    async def resolve(
        info: INFO,
        game_id: str,
        proposal_id: str,
        expected_version: int | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        context = info.context
        return await or_problem(
            of(context.tables)(context.caller, game_id, proposal_id, expected_version, idempotency_key)
        )

    return resolve
