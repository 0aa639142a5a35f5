"""Proposals, undos, early ends and rematches: changes that seats make alone or agree on."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.messages import Why
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.game_view import GameView
from taphouse.schema.inputs import GAME_ID, Version
from taphouse.schema.operations.arguments import Expected, GameOf, Key
from taphouse.schema.operations.declaration import MUTATION, ArgumentForm, declare, post
from taphouse.schema.prices import AGREE, LOOK, SHOWN, Price
from taphouse.schema.problems.base import PlayerProblem, ProblemCode
from taphouse.schema.problems.callers import NotSeated, QuotaReached, TokenRejected, TooManyChanges
from taphouse.schema.problems.clocks import NoClock, Paused
from taphouse.schema.problems.games import (
    GameNotFound,
    GameNotStarted,
    GameOver,
    RulesDoNotFit,
    RulesNewest,
    VersionConflict,
)
from taphouse.schema.problems.inputs import InputRefused, KeyReused
from taphouse.schema.problems.seats import AlreadyResigned
from taphouse.schema.problems.sets import WRITING, Problems
from taphouse.schema.results import GameChanged
from taphouse.schema.values.agreements import AddedTime, AgreedEnd, ProposalKind
from taphouse.schema.values.lifecycle import LifecycleEvent
from taphouse.schema.values.seats import Replacement, SeatToken

MOST_UNDONE = 64
"""The most versions that an undo goes back."""
PROPOSED_UNDO_TEXT = (
    f"An undo: the version to go back to, one that the game has come from, at most {MOST_UNDONE} versions ago."
)
SHORTEST_PROPOSAL, USUAL_PROPOSAL, LONGEST_PROPOSAL = 10, 86_400, 30 * 86_400
"""The seconds for which a proposal can be open."""
PROPOSAL_SECONDS_TEXT = (
    f"The seconds until the proposal expires, {SHORTEST_PROPOSAL} to {LONGEST_PROPOSAL}. A day if left out."
)
PROPOSAL_ID = rf"{GAME_ID}-[1-9][0-9]{{0,14}}(?:@[1-9][0-9]{{0,14}})?"
"""A proposal's id, as a regular expression."""
PROPOSAL_ID_TEXT = "The id of the proposal, as `proposals` has it."


class UndoReason(Word):
    """A reason why moves cannot be taken back."""

    NEVER = "NEVER", "The game does not allow it."
    NO_CONSENT = "NO_CONSENT", "The game allows it with the consent of the other seats only. Propose it."
    NOTHING = "NOTHING", "There is no move to take back, or the version is not one that the game has come from."
    TOO_FAR = "TOO_FAR", "The version lies too far back, or the game has had too many undos."
    NOT_YOURS = (
        "NOT_YOURS",
        "Another seat has decided since, or the first move to take back is another seat's. Propose it.",
    )
    REVEALED = "REVEALED", "The moves revealed something. Propose it, in a game without bots."
    RULES = "RULES", "The rules have changed since, and the newer ones cannot go on from there."
    NO_TIME = (
        "NO_TIME",
        "A seat has used what time it had then, or more. It can get some first, from the host or by a proposal.",
    )


class ProposalReason(Word):
    """A reason why a proposal, or an answer to one, is refused."""

    BOTS = "BOTS", "The bots in the game decline it."
    NOT_ENDED = "NOT_ENDED", "It is possible only once the game has ended."
    NOT_STARTED = "NOT_STARTED", "The game ended before it started."
    REMATCH_MADE = "REMATCH_MADE", "The next game has begun already."
    ANSWERED = "ANSWERED", "Your seat has accepted it already, or made it. To take that back, withdraw or decline it."
    NOT_YOURS = "NOT_YOURS", "Another seat made it. Decline it instead."
    AWAY = "AWAY", "A bot stands in for you, so you are not asked. Return first, which ends all proposals."
    ABOUT_YOU = "ABOUT_YOU", "It is about your seat, whose player was absent. Decline it, move, or return."


class ProposalAsked(Public, frozen=True):
    """A proposal of a seat."""

    input_name: ClassVar[str] = "ProposalInput"

    kind: Annotated[ProposalKind, Meta(description="The kind of proposal.")]
    to: Annotated[Version | None, Meta(description=f"For the kind UNDO. {PROPOSED_UNDO_TEXT}")] = None
    replacement: Annotated[
        Replacement | None, Meta(description="For the kind REPLACE_PLAYER: whose seat, and who plays it from now on.")
    ] = None
    time: Annotated[AddedTime | None, Meta(description="For the kind ADD_TIME: how much, and for which seat.")] = None


class RematchTaken(Public, frozen=True):
    """The next game, and your tokens there. The seats have moved on by one, so that seat 2 is seat 1."""

    game: Annotated[GameView, Meta(description="The next game, as you see it.")]
    seat: Annotated[SeatToken | None, Meta(description="The token of your seat. Null if you had none.")]
    host_token: Annotated[str | None, Meta(description="The host's token. Null unless you are the host.")]


class UndoRefused(PlayerProblem, frozen=True, kw_only=True):
    """The moves cannot be taken back, or not without the consent of the other seats. See `undoReason`."""

    code = ProblemCode("UNDO_REFUSED")
    undo_reason: Annotated[UndoReason, Meta(description="The reason.")]


class ProposalRefused(PlayerProblem, frozen=True, kw_only=True):
    """This cannot be proposed here, or not be answered by you. See `proposalReason`."""

    code = ProblemCode("PROPOSAL_REFUSED")
    proposal_reason: Annotated[ProposalReason, Meta(description="The reason.")]


class ProposalOpen(PlayerProblem, frozen=True, kw_only=True):
    """A proposal of this kind is open already: it proposes something else, or you have agreed to it. Answer or withdraw it."""

    code = ProblemCode("PROPOSAL_OPEN")
    proposal_id: Annotated[str, Meta(description="The id of the open proposal.")]


class ProposalNotFound(PlayerProblem, frozen=True, kw_only=True):
    """The game has no such proposal: it has ended or expired."""

    code = ProblemCode("PROPOSAL_NOT_FOUND")
    http_status = 404


class NoRematch(PlayerProblem, frozen=True, kw_only=True):
    """The game has no rematch yet. Propose one once the game has ended."""

    code = ProblemCode("NO_REMATCH")


class RematchMade(Why, frozen=True):
    """The next game has begun."""

    game: str
    """Its id."""


class RematchGivenAway(Why, frozen=True):
    """The caller's tokens of the rematch were replaced."""


ShownProposalId = Annotated[str, Meta(description="The id of the proposal.")]
ProposedKind = Annotated[ProposalKind, Meta(description="The kind of proposal.")]


class ProposalMade(LifecycleEvent, frozen=True):
    """A seat proposed something to the others."""

    seat: Seat
    proposal_id: ShownProposalId
    proposal: ProposedKind
    to_version: Annotated[
        int | None, Meta(description="Of an undo: the version to go back to. Null for other kinds.")
    ] = None
    about: Annotated[
        Seat | None, Meta(description="Of a new player or more time for a seat: the seat. Null for other kinds.")
    ] = None
    more_seconds: Annotated[int | None, Meta(description="Of more time: the seconds. Null for other kinds.")] = None


class ProposalAccepted(LifecycleEvent, frozen=True):
    """A seat accepted a proposal."""

    seat: Seat
    proposal_id: ShownProposalId
    proposal: ProposedKind


class ProposalDeclined(LifecycleEvent, frozen=True):
    """A seat declined a proposal, which ends it."""

    seat: Seat
    proposal_id: ShownProposalId
    proposal: ProposedKind


class ProposalWithdrawn(LifecycleEvent, frozen=True):
    """The seat that made a proposal withdrew it."""

    seat: Seat
    proposal_id: ShownProposalId
    proposal: ProposedKind


class MovesUndone(LifecycleEvent, frozen=True):
    """Moves were taken back. The game goes on from an earlier position; what the moves showed stays in the log."""

    back_to: Annotated[int, Meta(description="The version whose position it is.")]
    moves_undone: Annotated[int, Meta(description="The number of moves that were taken back.")]
    drawn_anew: Annotated[
        bool,
        Meta(
            description="True if everything that no seat knows in that position was drawn anew, because a move since had "
            "revealed something."
        ),
    ]


class GameAgreed(LifecycleEvent, frozen=True):
    """The seats agreed to end the game early."""

    end: Annotated[AgreedEnd, Meta(description="The end that they agreed on.")]


class RematchAgreed(LifecycleEvent, frozen=True):
    """The seats agreed to play again. The next game has begun."""

    next_game_id: Annotated[str, Meta(description="The next game. `takeRematch` gives you its tokens.")]


class RematchBegun(LifecycleEvent, frozen=True):
    """The game is the rematch of another one."""

    from_game_id: Annotated[str, Meta(description="The other game.")]


_UNDOING: Problems = (
    *(UndoRefused, TooManyChanges, GameNotStarted, GameOver, NotSeated, VersionConflict),
    *WRITING,
    *(InputRefused, KeyReused),
)
_PROPOSING: Problems = (
    *_UNDOING,
    *(ProposalOpen, ProposalRefused, AlreadyResigned, RulesDoNotFit, RulesNewest, QuotaReached, NoClock, Paused),
)
"""They include those of undoing: a proposal is carried out at once if nobody else must agree."""
_ANSWERING: Problems = (*_PROPOSING, ProposalNotFound)

_AGREED = Price(once=LOOK + AGREE)
_ANSWER = "AnswerProposalResult"

ProposalId = Annotated[
    str,
    Meta(description=PROPOSAL_ID_TEXT, extra_json_schema={"pattern": f"^{PROPOSAL_ID}$"}),
    ArgumentForm("proposalId", id=True),
]


@declare(
    MUTATION,
    _UNDOING,
    post("/games/{id}/undo", "agreements", body=("Undoing", "The version to go back to.")),
    price=_AGREED,
)
def undo(
    game: GameOf,
    to: Annotated[
        Version | None,
        Meta(
            description="The version to go back to, one that the game has come from. Without it, that before your last move."
        ),
    ] = None,
    expected: Expected = None,
    key: Key = None,
) -> GameChanged:
    """Take back your last moves by yourself.

    Possible in a game with the option FREE, while the moves revealed nothing, and no other seat has decided since.
    Otherwise propose an undo.
    """


@declare(
    MUTATION,
    _PROPOSING,
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

    It can be an undo, an early end, a pause, a rematch, more time, newer rules, or a new player for a seat, who is asked too
    unless they are absent. It is done once all have accepted, at once if nobody else must. Seats that have resigned, and
    players for whom a bot stands in, are asked only for a rematch. A player for whom a bot stands in returns by proposing.
    Bots answer at once: they accept an undo of moves that revealed nothing, a draw if two players or more agree on it, and
    everything else. A game has at most one open proposal of each kind; proposing the same again accepts it, so that all can
    press a button at the same moment. A resignation ends all of them, and a move ends that of an undo.
    """


@declare(
    MUTATION,
    _ANSWERING,
    post("/games/{id}/proposals/{proposal}/accept", "agreements"),
    union=_ANSWER,
    price=_AGREED,
)
def accept_proposal(game: GameOf, proposal: ProposalId, expected: Expected = None, key: Key = None) -> GameChanged:
    """Accept a proposal. It is done once all seats that are asked have accepted."""


@declare(MUTATION, _ANSWERING, post("/games/{id}/proposals/{proposal}/decline", "agreements"), union=_ANSWER)
def decline_proposal(game: GameOf, proposal: ProposalId, expected: Expected = None, key: Key = None) -> GameChanged:
    """Decline a proposal of another seat, which ends it."""


@declare(MUTATION, _ANSWERING, post("/games/{id}/proposals/{proposal}/withdraw", "agreements"), union=_ANSWER)
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
