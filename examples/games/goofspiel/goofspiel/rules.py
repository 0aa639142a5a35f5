"""The rules of Goofspiel (rules.md, GS-01 to GS-07)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from goofspiel import state as positions
from goofspiel.cards import UNKNOWN, GoofspielEdition
from goofspiel.moves import (
    Bid,
    BidsRevealed,
    BidsTied,
    Card,
    CardLaid,
    Cards,
    GoofspielOptions,
    NotInHand,
    PlayersBid,
    PrizesWon,
    PrizeTurnedUp,
    Rank,
    TiedRound,
)
from goofspiel.state import BIDS, NONE, PILE, GoofspielState, ToBid, ToReveal
from taphouse.engine.chance import Chance, shuffled
from taphouse.engine.contract import EndReason, Event, Outcome, Refusal, ScoreCategory, Seat, View, standings
from taphouse.engine.decisions import Asks, StackedRules, prompts
from taphouse.engine.messages.reasons import GameIsOver
from taphouse.engine.upgrades import Fixes
from taphouse.engine.vocabulary import Public

OUT_OF_CARDS, RULE_OF_END = "out-of-cards", "GS-08"


class Player(Public, frozen=True):
    """The cards and prizes of a player; null in a preview that depends on the bids of others."""

    seat: Seat
    score: Annotated[int | None, Meta(description="The sum of the prizes (GS-09).")] = None
    hand: Annotated[
        tuple[Rank, ...] | None, Meta(description="The cards left, with the one that is bid in this round.")
    ] = None
    has_bid: Annotated[bool | None, Meta(description="True if the player has bid in this round.")] = None
    bid: Annotated[
        Card | None, Meta(description="The card that is bid; null if there is none, or you cannot see it.")
    ] = None
    won: Annotated[tuple[Rank, ...] | None, Meta(description="The prizes of the player.")] = None


class GoofspielTable(View, frozen=True):
    """The table of Goofspiel as the viewer sees it."""

    prizes: Annotated[
        Cards | None, Meta(description="The prizes of this round; null if one is not known, in a preview.")
    ]
    prizes_left: Annotated[int | None, Meta(description="The prizes that are face down; null as for `Player`.")]
    players: Annotated[tuple[Player, ...], Meta(description="The players, in seat order.")]


class GoofspielRound:
    """A position on which a bid is carried out."""

    def __init__(self, before: GoofspielState) -> None:
        self.events: list[Event] = []
        self.now = before

    @property
    def pending(self) -> tuple[ToBid | ToReveal, ...]:
        """The bids that are missing in the round, on its end."""
        return self.now.pending

    def state(self) -> GoofspielState:
        """The current position."""
        return self.now

    def become(self, *events: Event, **changes: Any) -> None:
        """Change the position, and tell of it."""
        self.now = replace(self.now, **changes)
        self.events += events


class AsksForBid(Asks):
    """GS-03: all players bid at the same time."""

    entry, task, rules, answers, together = ToBid, "bid", ("GS-03",), (Bid,), True

    def moves(self, state: GoofspielState, owed: ToBid) -> Iterator[Bid]:
        """The lowest card first."""
        return map(Bid, state.hands[owed.seat - 1])

    def why_not(self, state: GoofspielState, owed: ToBid, move: Bid) -> Refusal | None:
        """GS-03, GS-06."""
        if move.card in state.hands[owed.seat - 1]:
            return None
        return self.refused(state, owed, "GS-03", NotInHand(move.card or NONE))

    def make(self, board: GoofspielRound, owed: ToBid, move: Bid) -> None:
        """The card lies face down until all have bid."""
        bids = [move.card if seat == owed.seat else bid for seat, bid in enumerate(board.now.bids, 1)]
        board.become(CardLaid(owed.seat), pending=board.pending[:-1], bids=tuple(bids))


class GoofspielRules(StackedRules):
    """The rules under one edition."""

    def __init__(self, edition: GoofspielEdition, _fixes: Fixes) -> None:
        super().__init__((AsksForBid(),), {ToReveal: _reveal}, "GS-07")
        self._suit = tuple(range(1, edition.figures.cards.value + 1))
        ((self._score_id, self._score_name),) = edition.titled("score", ("prizes",))

    def new(self, options: GoofspielOptions, seats: int, chance: Chance) -> GoofspielState:
        """GS-01, GS-02."""
        none = (NONE,) * seats
        pile = shuffled(self._suit, chance, PILE)
        begun = GoofspielState(options, BIDS + seats, (), pile, (), (self._suit,) * seats, none, ((),) * seats)
        board = self.board(begun, chance)
        _begin_round(board)
        return board.state()

    def board(self, state: GoofspielState, _chance: Chance) -> GoofspielRound:  # type: ignore[override]
        """Nothing is drawn after the set-up."""
        return GoofspielRound(state)

    def why_over(self, _state: GoofspielState) -> Refusal:
        """GS-07."""
        return Refusal("GS-07", GameIsOver())

    def known(self, state: GoofspielState, seat: int | None) -> GoofspielState:
        """GS-01, GS-03."""
        return state if state.ended else positions.known(self.with_decider(state, seat or 0), seat)

    def reshuffled(self, state: GoofspielState, chance: Chance, without: Collection[int] = ()) -> GoofspielState:
        """GS-01."""
        return state if state.ended else positions.reshuffled(state, chance, without)

    def sample(
        self,
        known: GoofspielState,
        seat: int,
        chance: Chance,
        memory: None = None,  # noqa: ARG002 -- the table repeats all that was seen
    ) -> GoofspielState:
        """GS-01, GS-03."""
        return known if known.ended else positions.sample(known, seat, chance)

    def view(self, state: GoofspielState) -> GoofspielTable:
        """The table as the state holds it. If all have bid, and the bids are not known, so is what follows."""
        if not state.pending and not state.ended:
            return GoofspielTable(None, None, tuple([Player(seat) for seat in range(1, len(state.hands) + 1)]))
        players = [
            Player(seat, sum(won), hand, bid != NONE, None if bid in (NONE, UNKNOWN) else bid, won)
            for seat, (hand, bid, won) in enumerate(zip(state.hands, state.bids, state.won, strict=True), 1)
        ]
        return GoofspielTable(None if UNKNOWN in state.prizes else state.prizes, len(state.pile), tuple(players))

    def redact(self, event: Event, seat: int | None) -> Event:  # noqa: ARG002 -- it is the same for all
        """No event tells a secret: bids are revealed before one names them."""
        return event

    def outcome(self, state: GoofspielState) -> Outcome | None:
        """GS-08, GS-09."""
        if not state.ended:
            return None
        scores = {
            seat: (ScoreCategory(self._score_id, self._score_name, sum(won)),) for seat, won in enumerate(state.won, 1)
        }
        return Outcome(EndReason(OUT_OF_CARDS), RULE_OF_END, standings(scores, lambda _, points: -points))


PROMPTS = prompts((AsksForBid,))


def _begin_round(board: GoofspielRound) -> None:
    """GS-02."""
    *pile, prize = board.now.pile
    turns = range(len(board.now.hands), 0, -1)
    board.become(
        PrizeTurnedUp(None if prize == UNKNOWN else prize),
        pile=tuple(pile),
        prizes=(*board.now.prizes, prize),
        pending=(ToReveal(), *map(ToBid, turns)),
    )


def _reveal(board: GoofspielRound, _owed: ToReveal) -> bool:
    """GS-04 to GS-08. If a bid is not known, as to one of the players, nobody can tell what comes of the round."""
    before = board.now
    board.become(pending=())
    if UNKNOWN in before.bids:
        return True
    highest = max(before.bids)
    winners = [seat for seat, bid in enumerate(before.bids, 1) if bid == highest]
    hands = [tuple([card for card in hand if card != bid]) for hand, bid in zip(before.hands, before.bids, strict=True)]
    revealed = BidsRevealed(tuple([PlayersBid(seat, bid) for seat, bid in enumerate(before.bids, 1)]))
    board.become(revealed, hands=tuple(hands), bids=(NONE,) * len(hands))
    if len(winners) == 1:
        seat = winners[0]
        won = [(*mine, *before.prizes) if owner == seat else mine for owner, mine in enumerate(before.won, 1)]
        board.become(PrizesWon(seat, before.prizes), prizes=(), won=tuple(won))
    elif before.options.tied_round is TiedRound.CARRIED:
        board.become(BidsTied(carried=True))
    else:
        board.become(BidsTied(carried=False), prizes=(), lost=(*before.lost, *before.prizes))
    if before.pile:
        _begin_round(board)
    else:
        board.become(ended=True)
    return True
