"""The sentences of the events that every kind of game has."""

from __future__ import annotations

import pytest

from taphouse.engine import GAMES
from taphouse.engine.contract import Event, Outcome, ScoreCategory, Standing
from taphouse.engine.editions import packaged
from taphouse.engine.messages.wording import Wording
from taphouse.schema.concepts.advice import ProgramDeclared
from taphouse.schema.concepts.agreements import (
    GameAgreed,
    MovesUndone,
    ProposalAccepted,
    ProposalDeclined,
    ProposalMade,
    ProposalWithdrawn,
    RematchAgreed,
    RematchBegun,
)
from taphouse.schema.concepts.challenges import ChallengeDeclined
from taphouse.schema.concepts.sitting import StartAsked
from taphouse.schema.registry import LIFECYCLE
from taphouse.schema.values.agreements import AgreedEnd, ProposalKind
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.lifecycle import (
    BotStandsIn,
    BotTakesOver,
    FirstSeatChosen,
    GameAbandoned,
    GameEnded,
    GameForked,
    GameImported,
    GamePaused,
    GameResumed,
    GameStarted,
    HostTokenReplaced,
    InvitesRevoked,
    PlayerReturned,
    PositionTaken,
    RulesUpgraded,
    SeatClosed,
    SeatEnded,
    SeatNamed,
    SeatOpened,
    SeatResigned,
    SeatTaken,
    SeatTokenReplaced,
    TableOpened,
    TimeAdded,
    TimedOut,
)
from taphouse.schema.values.seats import SeatEnder, SeatEndReason
from taphouse.schema.words import wording

ROW = (ScoreCategory("casks", "casks", 3),)


def ended(*places: int) -> GameEnded:
    return GameEnded(Outcome("taps", "DD-21", tuple(Standing(i, place, 3, ROW) for i, place in enumerate(places, 1))))


SPOKEN: dict[Event, str] = {
    TableOpened("0" * 64): "The game is created.",
    GameForked("a" * 24, 12): "The game begins from version 12 of another game.",
    PositionTaken(7): "The game begins from the position after 7 moves of a record.",
    GameImported(1): "The game is imported from a record of 1 move.",
    SeatTaken(2, "Ben"): "Ben takes seat 2.",
    SeatTaken(2, "ipa", "merch"): "ipa takes seat 2 with the brewery merch.",
    SeatTaken(2, None): "A player takes seat 2.",
    SeatTaken(2, "Otto", program=True): "Otto takes seat 2; a program plays it.",
    ProgramDeclared(2): "A program plays seat 2.",
    SeatOpened(2): "Seat 2 is opened. Anyone can join.",
    SeatTaken(1, "Ann", claimed=True): "Ann keeps the seat with an account.",
    StartAsked((1, 2)): "All seats are taken. The start needs the consent of Ann and Ben.",
    SeatClosed(2): "Seat 2 is closed. Only the host and players with an invite can join.",
    ChallengeDeclined(2): "The player who was challenged to seat 2 declines.",
    SeatEnded(2, SeatEnder.HOST, SeatEndReason.REMOVED): "The host removes the player of seat 2.",
    SeatEnded(2, SeatEnder.HOST, SeatEndReason.REPLACED): "The host gives seat 2 to somebody else.",
    SeatEnded(2, SeatEnder.SEATS, SeatEndReason.ABSENT): (
        "The player of seat 2 was absent and loses the seat: the other players decided that."
    ),
    SeatEnded(2, SeatEnder.SEATS, SeatEndReason.AGREED): "The players agree on a new player for seat 2.",
    SeatEnded(2, SeatEnder.SELF, SeatEndReason.LEFT): "The player of seat 2 leaves.",
    SeatTokenReplaced(2, SeatEnder.HOST): "The host replaces Ben's token.",
    SeatTokenReplaced(3, SeatEnder.SELF): "Seat 3 replaces their own token.",
    HostTokenReplaced(): "The host replaces their own token.",
    HostTokenReplaced(by_seat=1): "Ann is the host now, because the host was away.",
    SeatNamed(2, "Benno", "Hops & Co"): "Seat 2 is now Benno, with the brewery Hops & Co.",
    SeatNamed(2, "Benno", None): "Seat 2 is now Benno.",
    SeatNamed(2, None, "Hops & Co"): "Seat 2 now has the brewery Hops & Co.",
    FirstSeatChosen(1): "The host gives Ann the first turn.",
    FirstSeatChosen(None): "The host lets the seed choose who has the first turn.",
    GameStarted(2): "The game starts with 2 players.",
    SeatResigned(1): "Ann resigns.",
    BotStandsIn(1, BotKind.GREEDY): "A bot plays for Ann until they return.",
    BotTakesOver(3, BotKind.RANDOM): "A bot takes over seat 3.",
    PlayerReturned(1): "Ann is back.",
    InvitesRevoked(2): "The invites to seat 2 are revoked.",
    TimedOut(1): "Ann runs out of time.",
    TimeAdded(2, 1, True): "Ben gets 1 second more.",
    TimeAdded(2, 90, False): "Ben gets 90 seconds more.",
    GamePaused(False): "The game is paused.",
    GameResumed(1): "The game goes on.",
    RulesUpgraded(2): "The game moves to version 2 of the rules.",
    ProposalMade(1, "9", ProposalKind.UNDO, 4): "Ann proposes an undo, back to version 4.",
    ProposalMade(1, "9", ProposalKind.ADD_TIME, None, 2, 60): "Ann proposes more time for Ben, 60 seconds.",
    ProposalMade(1, "9", ProposalKind.UPGRADE_RULES): "Ann proposes the newest rules.",
    ProposalMade(2, "9", ProposalKind.DRAW): "Ben proposes a draw.",
    ProposalAccepted(2, "9", ProposalKind.UNDO): "Ben accepts an undo.",
    ProposalDeclined(3, "9", ProposalKind.REMATCH): "Seat 3 declines a rematch.",
    ProposalWithdrawn(1, "9", ProposalKind.UNSCORED): "Ann withdraws a proposal: an end without a result.",
    MovesUndone(4, 1, False): "1 move is taken back. The game is where it was at version 4.",
    MovesUndone(4, 3, True): (
        "3 moves are taken back. The game is where it was at version 4; what nobody knows there is drawn anew."
    ),
    GameAgreed(AgreedEnd.DRAW): "The players end the game early. They agree on a draw.",
    RematchAgreed("a" * 24): "The players agree to play again. The next game has begun.",
    RematchBegun("a" * 24): "The game is a rematch.",
    GameAbandoned(): "The host ends the game early.",
    GameAbandoned("service", by_operator=True): "An operator ends the game.",
    ended(2, 1, 3): "The game is over. Victory goes to Ben.",
    ended(1, 1, 3): "The game is over. Victory goes to Ann and Ben.",
}


def of(kind: str) -> Wording:
    game = GAMES[kind]
    return wording(game, packaged(game.edition, game.about.package)[0])


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("event", SPOKEN, ids=lambda event: type(event).__name__)
def test_it_reads(kind: str, event: Event) -> None:
    assert of(kind).sentence(event, of(kind).names(("Ann", "Ben", None))) == SPOKEN[event]


def test_every_event_is_here() -> None:
    new = {event.__name__ for event in LIFECYCLE} - {type(event).__name__ for event in SPOKEN}
    assert not new, f"add to SPOKEN how these events read: {', '.join(sorted(new))}"


@pytest.mark.parametrize("kind", GAMES)
def test_it_is_made_once_for_an_edition(kind: str) -> None:
    assert of(kind) is of(kind)
