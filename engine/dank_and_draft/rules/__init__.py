"""The rules of Dank & Draft (rules.md, DD-01 to DD-26): a file for each decision, and `turns` for what comes between turns."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import astuple

from taphouse.engine.chance import Chance, settled
from taphouse.engine.contract import EndReason, Event, Outcome, Refusal, ScoreCategory, Seen, standings
from taphouse.engine.dank_and_draft.cards import ACTION, BEER, SCORE, DankAndDraftEdition, Deck
from taphouse.engine.dank_and_draft.memory import Memory, remembered
from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions, Pairing
from taphouse.engine.dank_and_draft.rules.discard import AsksToDiscard
from taphouse.engine.dank_and_draft.rules.draft import AsksToDraft
from taphouse.engine.dank_and_draft.rules.end_turn import AsksToEnd
from taphouse.engine.dank_and_draft.rules.offer import AsksToOffer, closed_types
from taphouse.engine.dank_and_draft.rules.snatch import AsksToSnatch
from taphouse.engine.dank_and_draft.rules.spoil import AsksToSpoil
from taphouse.engine.dank_and_draft.rules.stock_up import AsksToStockUp
from taphouse.engine.dank_and_draft.rules.take_action import AsksToAct
from taphouse.engine.dank_and_draft.rules.turns import RULE_OF_END, TO_DRAFT
from taphouse.engine.dank_and_draft.sampling import reshuffled, sample
from taphouse.engine.dank_and_draft.state import Board, DankAndDraftState
from taphouse.engine.dank_and_draft.view import DankAndDraftTable, Showing, hide_actions, known
from taphouse.engine.decisions import StackedRules, prompts
from taphouse.engine.first_seat import starting_seat, why_not_first_seat
from taphouse.engine.messages.reasons import GameIsOver
from taphouse.engine.upgrades import Fixes

_DECISIONS = (
    AsksToDraft,
    AsksToAct,
    AsksToSpoil,
    AsksToSnatch,
    AsksToStockUp,
    AsksToOffer,
    AsksToEnd,
    AsksToDiscard,
)
PROMPTS = prompts(_DECISIONS)


class DankAndDraftRules(StackedRules):
    """The rules under one edition, in one version."""

    def __init__(self, edition: DankAndDraftEdition, _fixes: Fixes) -> None:
        deck = self.deck = Deck(edition)
        self._showing = Showing(deck)
        self._categories = edition.titled("score", SCORE)
        asks = [
            AsksToDraft(),
            AsksToAct(deck),
            AsksToSpoil(deck),
            AsksToSnatch(),
            AsksToStockUp(deck),
            AsksToOffer(deck),
            AsksToEnd(),
            AsksToDiscard(deck),
        ]
        super().__init__(asks, {}, "DD-26")

    def why_not_new(self, options: DankAndDraftOptions, seats: int) -> Refusal | None:
        """DD-02."""
        return why_not_first_seat(options.first_seat, seats, "DD-02")

    def new(self, options: DankAndDraftOptions, seats: int, chance: Chance) -> DankAndDraftState:
        """DD-01, DD-01a, DD-02: shuffle, deal the hands, fill the taps."""
        cards, dealt = self.deck.printed, self.deck.starting_hand
        pairing = settled(chance.order(0, len(cards))) if options.pairing is Pairing.SHUFFLED else None
        order, at = settled(chance.order(1, len(cards))), dealt * seats
        first = starting_seat(options.first_seat, seats, 2, chance)
        if pairing is not None:
            cards = tuple([card & BEER | cards[i] & ACTION for card, i in zip(cards, pairing, strict=True)])
        cards = tuple([cards[i] for i in order])
        return DankAndDraftState(
            options=options,
            draws=3,
            turn=1,
            seat=first,
            extra=False,
            extra_owed=False,
            pending=TO_DRAFT,
            pile=cards[: at + 8 : -1],
            taps=cards[at : at + 9],
            hands=tuple([cards[i * dealt : (i + 1) * dealt] for i in range(seats)]),
            taprooms=(((),) * 5,) * seats,
            opened=(0,) * seats,
            discards=(),
            ended="",
        )

    def board(self, state: DankAndDraftState, chance: Chance) -> Board:
        """The position, to carry out a move on."""
        return Board(self.deck, chance, [], *astuple(state))

    def board_without_events(self, state: DankAndDraftState, chance: Chance) -> Board:
        """The same, on which nothing is noted."""
        return Board(self.deck, chance, None, *astuple(state))

    def decider(self, state: DankAndDraftState) -> int | None:
        """The seat whose turn it is."""
        return state.seat or None

    def why_over(self, _state: DankAndDraftState) -> Refusal:
        """DD-26."""
        return Refusal("DD-26", GameIsOver())

    known = staticmethod(known)

    def reshuffled(self, state: DankAndDraftState, chance: Chance, without: Collection[int] = ()) -> DankAndDraftState:
        """DD-03, DD-04, DD-06: the draw pile, and the actions that lie face down, unless the edition pairs them."""
        return reshuffled(state, chance, without)

    def remembered(self, seen: Sequence[Seen], seat: int) -> Memory | None:
        """DD-05: which beers lie in which hands, and what is known of their actions."""
        return remembered(seen, seat, self.deck) if seen else None

    def remembered_on(self, memory: Memory, seen: Sequence[Seen], seat: int) -> Memory:
        """The same, from a memory."""
        return remembered(seen, seat, self.deck, memory) if seen else memory

    def sample(
        self, known: DankAndDraftState, seat: int, chance: Chance, memory: Memory | None = None
    ) -> DankAndDraftState:
        """DD-03, DD-04, DD-06: the beers of other hands, the draw pile, and the actions that lie face down."""
        return sample(known, seat, memory, self.deck, chance)

    def view(self, state: DankAndDraftState) -> DankAndDraftTable:
        """The table as the state holds it."""
        seats = range(1, len(state.hands) + 1)
        points = tuple([sum(self._points(state, seat)) for seat in seats])
        return self._showing.table(state, points, tuple([closed_types(state, seat) for seat in seats]))

    def redact(self, event: Event, seat: int | None) -> Event | None:
        """DD-03, DD-06: actions in a hand are for the other players only."""
        return hide_actions(event, seat)

    def score(self, state: DankAndDraftState, seat: int) -> tuple[ScoreCategory, ...]:
        """DD-22."""
        points = zip(self._categories, self._points(state, seat), strict=True)
        return tuple([ScoreCategory(category, name, n) for (category, name), n in points])

    def _points(self, state: DankAndDraftState, seat: int) -> tuple[int, int, int]:
        """The points of each category."""
        deck, room = self.deck, state.taprooms[seat - 1]
        return (
            deck.points_per_beer * sum(map(len, room)),
            deck.points_for_all_types if all(room) else 0,
            deck.points_per_card_in_hand * len(state.hands[seat - 1]),
        )

    def outcome(self, state: DankAndDraftState) -> Outcome | None:
        """DD-23: the highest score, then the smaller hand; equals share the place."""
        if not state.ended:
            return None
        scores = {seat: self.score(state, seat) for seat in range(1, len(state.hands) + 1)}
        ranked = standings(scores, lambda seat, points: (-points, len(state.hands[seat - 1])))
        return Outcome(EndReason(state.ended), RULE_OF_END[state.ended], ranked)
