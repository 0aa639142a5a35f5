"""The first step of a turn: play Brewery cards, or trade them in (PC-05 to PC-07, PC-10, PC-14, PC-15)."""

from __future__ import annotations

from taphouse.engine.contract import Move, Refusal
from taphouse.engine.decisions import Asks
from taphouse.engine.messages import Details
from taphouse.engine.messages.reasons import NoSuchName
from taphouse.engine.pint_craft.cards import UNKNOWN
from taphouse.engine.pint_craft.deck import Deck
from taphouse.engine.pint_craft.moves import (
    Brew,
    CardPlayed,
    CardTradedIn,
    EmptyHand,
    EndTurn,
    PlayCard,
    StopPlaying,
    TradeIn,
)
from taphouse.engine.pint_craft.reasons import (
    MustPlayInFaceOff,
    NeedsOtherCard,
    NotInHand,
    NotTradable,
    PlayingComesFirst,
)
from taphouse.engine.pint_craft.rules.rounds import end_turn
from taphouse.engine.pint_craft.state import ALL, FACE_OFF, Acting, Board, PintCraftState, ToBrew, ToChoose, ToPlay, put

_STOP, _TO_BREW = StopPlaying(), ToBrew()


class PlayDetails(Details, frozen=True):
    """The number of cards played in this turn, and the most that can be."""

    face_off: bool = False
    played: int = 0
    most: int = 0


class AsksToPlay(Asks):
    """The choice of a Brewery card to play, or of none."""

    entry = ToPlay
    task = "play"
    rules = ("PC-05", "PC-06", "PC-14")
    answers = (StopPlaying, PlayCard, TradeIn)
    told = PlayDetails

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck
        self._plays = tuple(PlayCard(title.name) for title in deck.titles)
        self._trades = tuple(TradeIn(title.name) if title.tradable else None for title in deck.titles)
        self._needs = tuple(title.expands for title in deck.titles)
        """The card that must lie in front of the player, by the code of the card; 0 for none."""

    # --- what is asked -------------------------------------------------------------------------------------------------

    def asked_by(self, state: PintCraftState, _owed: ToPlay) -> tuple[str, ...]:
        """In a Face Off also PC-25."""
        return (*self.rules, "PC-25") if state.stage == FACE_OFF else self.rules

    def possible(self, state: PintCraftState, _owed: ToPlay) -> tuple[str, ...]:
        """In a Face Off a player does not stop (PC-25)."""
        return self.verbs[1:] if state.stage == FACE_OFF else self.verbs

    def details(self, state: PintCraftState, _owed: ToPlay) -> PlayDetails:
        """The number of cards played so far."""
        return PlayDetails(state.stage == FACE_OFF, state.played, self.deck.most_played)

    def moves(self, state: PintCraftState, _owed: ToPlay) -> list[Move]:
        """PC-06, PC-14, PC-15; in a Face Off a card must be played (PC-25). Trade-ins come first: they touch nobody else."""
        plays, trades, needs, there = self._plays, self._trades, self._needs, (0, *state.fronts[state.seat - 1])
        cards = dict.fromkeys(state.hands[state.seat - 1])
        if UNKNOWN in cards:
            del cards[UNKNOWN]
        moves: list[Move] = [] if state.stage == FACE_OFF else [_STOP]
        moves += [trade for card in cards if (trade := trades[card])]
        moves += [plays[card] for card in cards if needs[card] in there]
        return moves

    # --- why a move is refused -----------------------------------------------------------------------------------------

    def why_not(self, state: PintCraftState, _owed: ToPlay, move: PlayCard | TradeIn | StopPlaying) -> Refusal | None:
        """PC-06, PC-14, PC-15, PC-25."""
        if isinstance(move, StopPlaying):
            return Refusal("PC-25", MustPlayInFaceOff()) if state.stage == FACE_OFF else None
        code = self.deck.code.get(move.card)
        if code is None:
            return Refusal("PC-06", NoSuchName(move.card))
        title = self.deck.titles[code]
        if code not in state.hands[state.seat - 1]:
            return Refusal("PC-06", NotInHand(move.card))
        if type(move) is TradeIn:
            if not title.tradable:
                return Refusal("PC-14", NotTradable(move.card))
        elif title.expands and title.expands not in state.fronts[state.seat - 1]:
            return Refusal("PC-15", NeedsOtherCard(move.card, self.deck.titles[title.expands].name))
        return None

    def why_not_now(self, state: PintCraftState, owed: ToPlay, move: Move) -> Refusal:
        """PC-05: brewing and the end of the turn are steps that are not reached yet."""
        if not isinstance(move, Brew | EndTurn):
            return super().why_not_now(state, owed, move)
        return Refusal("PC-05", PlayingComesFirst(state.stage == FACE_OFF))

    # --- what a move does ----------------------------------------------------------------------------------------------

    def make(self, board: Board, _owed: ToPlay, move: PlayCard | TradeIn | StopPlaying) -> None:
        """PC-05: a player who stops goes on to brewing."""
        if type(move) is PlayCard:
            self._play(board, move)
        elif type(move) is TradeIn:
            self._trade_in(board, move)
        else:
            board.pending[-1] = _TO_BREW

    def _play(self, board: Board, move: PlayCard) -> None:
        """PC-10: an orange card lies in front of the player before it pays, a green one is discarded after it has acted."""
        card = self.deck.code[move.card]
        board.leave(board.seat, card)
        board.played += 1
        if board.events is not None:
            board.events.append(CardPlayed(board.seat, move.card))
        if self.deck.titles[card].stays:
            board.fronts = put(board.fronts, board.seat, (*board.fronts[board.seat - 1], card))
        else:
            board.in_play = card
        board.pending.append(Acting(card, 0))

    def _trade_in(self, board: Board, move: TradeIn) -> None:
        """PC-14."""
        card = self.deck.code[move.card]
        board.leave(board.seat, card)
        board.discards += (card,)
        board.played += 1
        if board.events is not None:
            board.events.append(CardTradedIn(board.seat, move.card))
        board.pending.append(ToChoose(board.seat, self.deck.traded_for, ALL, move.card))

    def carry_on(self, board: Board, _owed: ToPlay) -> bool:
        """PC-06, PC-07, PC-25: whether the step of playing cards is over."""
        if not board.hands[board.seat - 1]:
            if board.options.empty_hand is EmptyHand.ENDS_TURN and board.stage != FACE_OFF:
                end_turn(board)
                return True
        elif board.played < (1 if board.stage == FACE_OFF else self.deck.most_played):
            return False
        board.pending[-1] = _TO_BREW
        return True
