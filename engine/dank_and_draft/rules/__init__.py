"""The rules of Dank & Draft (rules.md, DD-01 to DD-26): one method per rule, under its own name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from taphouse.engine.chance import Chance, settled
from taphouse.engine.dank_and_draft.cards import (
    ACTION,
    ACTION_NUMBER,
    ACTIONS,
    BEER,
    GAP,
    LINES,
    PLAYED,
    TYPE_INDEX,
    TYPES,
    UNKNOWN,
    Action,
    BeerType,
    DankAndDraftEdition,
    Deck,
    Line,
)
from taphouse.engine.dank_and_draft.effects import clockwise, lift, place, snatches, spoils, stock_ups
from taphouse.engine.dank_and_draft.moves import (
    ActionCardDiscarded,
    ActionTaken,
    BeerAmounts,
    BeersDiscarded,
    BeersDrafted,
    BeersOffered,
    BeersSnatched,
    BeersSpoiled,
    BeersStockedUp,
    DankAndDraftOptions,
    Decline,
    Discard,
    Draft,
    DrawPileRecycled,
    EmptiedType,
    EndTurn,
    Offer,
    Offers,
    Pairing,
    RecycleTiming,
    Snatch,
    Snatched,
    Spoil,
    StockUp,
    TakeAction,
    TapCard,
    TapsRefilled,
    TurnBegan,
)
from taphouse.engine.dank_and_draft.state import (
    DankAndDraftState,
    Hand,
    InPlay,
    Pending,
    ToAct,
    ToDiscard,
    ToDraft,
    ToEnd,
    ToOffer,
    ToSnatch,
    ToSpoil,
    ToStockUp,
)
from taphouse.engine.dank_and_draft.view import DankAndDraftTable, hide_actions, known, table
from taphouse.engine.game import (
    WHOLE,
    Category,
    Decision,
    Event,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Rules,
    Step,
    standings,
    starting_seat,
    verb_of,
)

FIVE_TYPES, TAPS, TURN_CAP = "five-types", "taps", "turn-cap"
RULE_OF_END = {FIVE_TYPES: "DD-20", TAPS: "DD-21", TURN_CAP: "DD-24"}

_END_TURN, _DECLINE = EndTurn(), Decline()
_OPENS = EmptiedType.OPENS
_ALL_TYPES = (1 << len(TYPES)) - 1
_DRAFTS = tuple((Draft(line), taps) for line, taps in LINES.items())
_ALL_DRAFTS = tuple(draft for draft, _ in _DRAFTS)
_TAKES = {(seat, number): TakeAction(seat, action) for seat in range(1, 5) for action, number in ACTION_NUMBER.items()}
_OFFERS = tuple(tuple(Offer(type_, n) for n in range(1, 501)) for type_ in TYPES)
_DRAFT, _ACT, _OFFER, _END, _DISCARD = (ToDraft(),), (ToAct(),), (ToOffer(),), (ToEnd(),), (ToDiscard(),)
_CHOICES = {Action.SPOIL: ToSpoil, Action.SNATCH: ToSnatch, Action.STOCK_UP: ToStockUp}  # a Recycle owes none

# What is owed: the task, the rules that ask for it, the moves that answer it.
_DECISIONS: dict[type[Pending], tuple[str, tuple[str, ...], tuple[type[Move], ...]]] = {
    ToDraft: ("draft", ("DD-07",), (Draft,)),
    ToAct: ("act", ("DD-08", "DD-16", "DD-17"), (TakeAction, Offer, EndTurn)),
    ToOffer: ("offer", ("DD-16", "DD-17"), (Offer, EndTurn)),
    ToEnd: ("end", ("DD-17",), (EndTurn,)),
    ToSpoil: ("spoil", ("DD-10",), (Decline, Spoil)),
    ToSnatch: ("snatch", ("DD-13",), (Snatch,)),
    ToStockUp: ("stock-up", ("DD-14",), (Decline, StockUp)),
    ToDiscard: ("discard", ("DD-17",), (Discard,)),
}
_PROMPTS = {
    "draft": "Draft the three beers of a complete row or column.",
    "spoil": "Choose beers of one type to spoil in another player's taproom, or decline.",
    "snatch": "Choose the type of which you take one beer from every other player.",
    "stock-up": "Choose beers of one type to take from the taps, or decline.",
    "discard": "Discard down to the hand limit.",
}
_MAY = {
    "take-action": "take an action from an opponent's hand",
    "offer": "offer a stack of beers",
    "end-turn": "end the turn",
}

# Why nothing else may be done while one of these is owed.
_FIRST: dict[type[Pending], str] = {
    ToDraft: "The draft is mandatory and comes first; draft a complete row or column.",
    ToSpoil: "A Spoil is being performed; choose the beers to spoil, or decline.",
    ToSnatch: "A Snatch is being performed; choose the type.",
    ToStockUp: "A Stock Up is being performed; choose the taps, or decline.",
    ToDiscard: "The turn is ended; discard down to the hand limit.",
}


@lru_cache(maxsize=256)
def _decision(owed: type[Pending], seat: int, take: bool, offer: bool) -> Decision:
    """The decision that is owed; `take` and `offer` say whether an action may be taken, and a stack offered."""
    task, rules, answers = _DECISIONS[owed]
    verbs = tuple(verb_of(answer) for answer in answers if {TakeAction: take, Offer: offer}.get(answer, True))
    return Decision(seat, task, _PROMPTS.get(task) or _any_of(verbs), rules, verbs)


def _any_of(verbs: tuple[str, ...]) -> str:
    """The prompt of the optional phases: what may be done of them."""
    *others, last = [_MAY[verb] for verb in verbs]
    sentence = f"{', '.join(others)}, or {last}" if others else last
    return f"{sentence[0].upper()}{sentence[1:]}."


class DankAndDraftRules(Rules):
    """The rules under one edition."""

    def __init__(self, edition: DankAndDraftEdition) -> None:
        figures = edition.figures
        self.deck = Deck(edition)
        self._card, self._beer, self._type_of = self.deck.card, self.deck.beer, self.deck.type_of
        self._starting_hand = figures.starting_hand.value
        self._hand_limit = figures.hand_limit.value
        self._most_spoiled = figures.most_spoiled.value
        self._most_stocked_up = figures.most_stocked_up.value
        self._per_beer = figures.points_per_beer.value
        self._all_types = figures.points_for_all_types.value
        self._per_hand_card = figures.points_per_card_in_hand.value
        self._moves: dict[type[Pending], Callable[[DankAndDraftState], Iterable[Move]]] = {
            ToDraft: self._drafts,
            ToAct: self._acts,
            ToOffer: self._offers_or_end,
            ToEnd: self._only_end,
            ToSpoil: self._spoils,
            ToSnatch: self._snatches,
            ToStockUp: self._stock_ups,
            ToDiscard: self._discards,
        }
        self._apply: dict[type[Move], Callable[[DankAndDraftState, Any, Chance], Step]] = {
            Draft: self._draft,
            TakeAction: self._take_action,
            Spoil: self._spoil,
            Snatch: self._snatch,
            StockUp: self._stock_up,
            Decline: self._decline,
            Offer: self._offer,
            EndTurn: self._end_turn,
            Discard: self._discard,
        }
        self._refuse: dict[type[Move], Callable[[DankAndDraftState, Any], Refusal | None]] = {
            Draft: self._why_no_draft,
            TakeAction: self._why_no_take_action,
            Spoil: self._why_no_spoil,
            Snatch: self._why_no_snatch,
            StockUp: self._why_no_stock_up,
            Offer: self._why_no_offer,
            Discard: self._why_no_discard,
        }

    # --- setup ---------------------------------------------------------------------------------------------------------

    def new(self, options: DankAndDraftOptions, seats: int, chance: Chance) -> DankAndDraftState:
        """DD-01, DD-01a, DD-02: shuffle, deal the hands, fill the taps."""
        cards = self.deck.printed
        if options.pairing is Pairing.SHUFFLED:
            order = settled(chance.order(0, len(cards)))
            cards = tuple([card & BEER | cards[i] & ACTION for card, i in zip(cards, order, strict=True)])
        cards = tuple([cards[i] for i in settled(chance.order(1, len(cards)))])
        dealt = self._starting_hand
        at = dealt * seats
        return DankAndDraftState(
            options=options,
            draws=3,
            turn=1,
            seat=starting_seat(options.first_seat, seats, 2, chance),
            extra=False,
            extra_owed=False,
            pending=_DRAFT,
            pile=cards[: at + 8 : -1],
            taps=cards[at : at + 9],
            hands=tuple([cards[i * dealt : (i + 1) * dealt] for i in range(seats)]),
            taprooms=(((),) * 5,) * seats,
            opened=(0,) * seats,
            discards=(),
            ended="",
        )

    # --- what may be done ----------------------------------------------------------------------------------------------

    def decision(self, state: DankAndDraftState) -> Decision | None:
        """What the player whose turn it is must decide.

        The verbs tell of taking an action and of offering what the public sizes of hands and the closed types tell (DD-04).
        """
        if not state.pending:
            return None
        owed, seat, hands = type(state.pending[-1]), state.seat, state.hands
        take = owed is ToAct and any(hands[: seat - 1] + hands[seat:])
        offer = bool(hands[seat - 1]) and self.closed(state, seat) != _ALL_TYPES
        return _decision(owed, seat, take, offer)

    def moves(self, state: DankAndDraftState) -> Iterator[Move]:
        """Every legal move: ending the turn and declining come first; none where `viewer` is not the decider (DD-26)."""
        if not state.pending or state.viewer not in (WHOLE, state.seat):
            return iter(())
        return iter(self._moves[type(state.pending[-1])](state))

    def _drafts(self, state: DankAndDraftState) -> Sequence[Draft]:
        """DD-07: the complete lines."""
        return _complete(state.taps)

    def _acts(self, state: DankAndDraftState) -> list[Move]:
        """DD-08, DD-16, DD-17."""
        moves: list[Move] = [_END_TURN]
        for seat in clockwise(state.seat, len(state.hands)):
            for number in sorted({card & ACTION for card in state.hands[seat - 1]} - {UNKNOWN}):
                moves.append(_TAKES[seat, number])
        return moves + self._offers(state)

    def _offers_or_end(self, state: DankAndDraftState) -> list[Move]:
        """DD-16, DD-17."""
        return [_END_TURN, *self._offers(state)]

    def _only_end(self, state: DankAndDraftState) -> tuple[Move, ...]:  # noqa: ARG002
        """DD-17."""
        return (_END_TURN,)

    def _spoils(self, state: DankAndDraftState) -> list[Move]:
        """DD-10."""
        return [_DECLINE, *spoils(state, self._most_spoiled)]

    def _snatches(self, state: DankAndDraftState) -> Iterator[Snatch]:
        """DD-13."""
        return snatches(state)

    def _stock_ups(self, state: DankAndDraftState) -> list[Move]:
        """DD-14."""
        return [_DECLINE, *stock_ups(state, self._most_stocked_up, self.deck)]

    def _discards(self, state: DankAndDraftState) -> tuple[Discard, ...]:
        """DD-17: every way down to the hand limit."""
        hand = state.hands[state.seat - 1]
        return _discards(tuple(self.counts(hand)), len(hand) - self._hand_limit)

    def _offers(self, state: DankAndDraftState) -> list[Move]:
        """DD-16: every number of every type in the hand that is not closed."""
        closed = self.closed(state, state.seat)
        offers: list[Move] = []
        for t, count in enumerate(self.counts(state.hands[state.seat - 1])):
            if count and not closed >> t & 1:
                offers += _OFFERS[t][:count]
        return offers

    def counts(self, hand: Hand) -> list[int]:
        """How many cards of each type, by the index of the type; cards of unknown type are not counted."""
        counts = [0] * (len(TYPES) + 1)
        type_of = self._type_of
        for card in hand:
            counts[type_of[card >> 4]] += 1
        counts.pop()  # the unknown ones: their type is -1
        return counts

    def closed(self, state: DankAndDraftState, seat: int) -> int:
        """DD-16: the types this seat can no longer offer, as bits."""
        if state.options.emptied_type is _OPENS:
            return sum(1 << t for t, stack in enumerate(state.taprooms[seat - 1]) if stack)
        return state.opened[seat - 1]

    # --- why a move is refused -----------------------------------------------------------------------------------------

    def why_not(self, state: DankAndDraftState, move: Move) -> Refusal | None:
        """The rule and the sentence by which a move is refused."""
        if not state.pending:
            return Refusal("DD-26", "The game is over.")
        if state.viewer not in (WHOLE, state.seat):
            return Refusal("DD-26", f"Seat {state.seat} decides now, and only that player moves.")
        owed = state.pending[-1]
        if type(move) not in _DECISIONS[type(owed)][2]:
            return _not_now(owed, move)
        refuse = self._refuse.get(type(move))
        return refuse(state, move) if refuse else None

    def _why_no_draft(self, state: DankAndDraftState, move: Draft) -> Refusal | None:
        a, b, c = LINES[move.line]
        if GAP in (state.taps[a], state.taps[b], state.taps[c]):
            return Refusal(
                "DD-07", f"{_say(move.line)} has a gap; a line can be drafted only if all three taps hold a card."
            )
        return None

    def _why_no_take_action(self, state: DankAndDraftState, move: TakeAction) -> Refusal | None:
        if move.from_seat == state.seat:
            return Refusal("DD-08", "Actions are taken from an opponent's hand, never from your own.")
        if not 1 <= move.from_seat <= len(state.hands):
            return _no_seat("DD-08", move.from_seat, state)
        hand = state.hands[move.from_seat - 1]
        if not hand:
            return Refusal("DD-09", f"The hand of seat {move.from_seat} is empty; choose another opponent.")
        if ACTION_NUMBER[move.action] not in [card & ACTION for card in hand]:
            return Refusal("DD-08", f"There is no {_say(move.action)} in the hand of seat {move.from_seat}.")
        return None

    def _why_no_spoil(self, state: DankAndDraftState, move: Spoil) -> Refusal | None:
        if move.seat == state.seat:
            return Refusal("DD-10", "A Spoil destroys beers of another player, not your own.")
        if not 1 <= move.seat <= len(state.hands):
            return _no_seat("DD-10", move.seat, state)
        held = len(state.taprooms[move.seat - 1][TYPE_INDEX[move.type]])
        if not held:
            return Refusal("DD-10", f"Seat {move.seat} has no {_say(move.type)}; decline to spoil nothing.")
        most = min(self._most_spoiled, held)
        if not 1 <= move.count <= most:
            return Refusal("DD-10", f"1 to {most} beers of this stack can be spoiled, not {move.count}.")
        return None

    def _why_no_snatch(self, state: DankAndDraftState, move: Snatch) -> Refusal | None:
        if move not in snatches(state):
            return Refusal("DD-09", f"No other player has {_say(move.type)}; choose a type that another player has.")
        return None

    def _why_no_stock_up(self, state: DankAndDraftState, move: StockUp) -> Refusal | None:
        if not move.taps:
            return Refusal("DD-14", f"Name 1 to {self._most_stocked_up} taps, or decline.")
        if len(move.taps) > self._most_stocked_up:
            return Refusal("DD-14", f"At most {self._most_stocked_up} beers can be stocked up, not {len(move.taps)}.")
        if len(set(move.taps)) < len(move.taps) or not all(1 <= tap <= 9 for tap in move.taps):
            return Refusal("DD-14", "Name different taps from 1 to 9, each once.")
        cards = [state.taps[tap - 1] for tap in move.taps]
        if GAP in cards:
            return Refusal(
                "DD-14", f"Tap {move.taps[cards.index(GAP)]} is a gap; gaps are filled at the end of the turn."
            )
        types = [self._type_of[card >> 4] for card in cards]
        if -1 in types:
            return Refusal("DD-14", f"The beer at tap {move.taps[types.index(-1)]} is not known yet.")
        if len(set(types)) > 1:
            return Refusal("DD-14", "The beers must all be of one type.")
        return None

    def _why_no_offer(self, state: DankAndDraftState, move: Offer) -> Refusal | None:
        t = TYPE_INDEX[move.type]
        if self.closed(state, state.seat) >> t & 1:
            return Refusal("DD-16", f"{_say(move.type)} is closed to you: you have or had a stack of it.")
        held = self.counts(state.hands[state.seat - 1])[t]
        if not 1 <= move.count <= held:
            have = f"you have {held}" if held else "you have none"
            return Refusal("DD-16", f"You cannot offer {move.count} of {_say(move.type)}; {have} in your hand.")
        return None

    def _why_no_discard(self, state: DankAndDraftState, move: Discard) -> Refusal | None:
        hand, wanted = state.hands[state.seat - 1], _amounts(move.beers)
        for type_, held, count in zip(TYPES, self.counts(hand), wanted, strict=True):
            if not 0 <= count <= held:
                return Refusal("DD-17", f"You have {held} of {_say(type_)}, not {count}.")
        over = len(hand) - self._hand_limit
        if sum(wanted) != over:
            return Refusal("DD-17", f"Discard exactly {over}, down to {self._hand_limit}; not {sum(wanted)}.")
        return None

    # --- what a move does ----------------------------------------------------------------------------------------------

    def apply(self, state: DankAndDraftState, move: Move, chance: Chance) -> Step:
        """The position after the move, and what happened."""
        refusal = self.why_not(state, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        return self._apply[type(move)](state, move, chance)

    def _draft(self, state: DankAndDraftState, move: Draft, chance: Chance) -> Step:  # noqa: ARG002
        """DD-07."""
        taps, cards = _without(state.taps, LINES[move.line])
        hands = _changed(state.hands, state.seat, state.hands[state.seat - 1] + cards)
        event = BeersDrafted(state.seat, move.line, self._beers(cards), _backs(cards))
        return Step(replace(state, taps=taps, hands=hands, pending=_ACT), (event,))

    def _take_action(self, state: DankAndDraftState, move: TakeAction, chance: Chance) -> Step:
        """DD-08, DD-09: the choice that the action owes comes next; one that can affect nothing is simply done."""
        number = ACTION_NUMBER[move.action]
        hand = state.hands[move.from_seat - 1]
        places = [i for i, card in enumerate(hand) if card & ACTION == number]
        (card,), hand = self._leave(hand, places, 1, state.draws, chance)
        after = replace(state, hands=_changed(state.hands, move.from_seat, hand), draws=state.draws + 1, pending=_OFFER)
        taken = ActionTaken(state.seat, move.from_seat, move.action)
        if move.action not in _CHOICES:
            return self._recycle(after, card, (taken,), chance)
        if _affects_nothing(after, move.action):
            return self._performed(after, card, (taken,))
        return Step(replace(after, pending=(*_OFFER, _CHOICES[move.action](card, move.from_seat))), (taken,))

    def _spoil(self, state: DankAndDraftState, move: Spoil, chance: Chance) -> Step:  # noqa: ARG002
        """DD-10, DD-19."""
        room, beers = lift(state.taprooms[move.seat - 1], TYPE_INDEX[move.type], move.count)
        after = replace(
            state,
            taprooms=_changed(state.taprooms, move.seat, room),
            discards=state.discards + beers,
            pending=state.pending[:-1],
        )
        event = BeersSpoiled(state.seat, move.seat, move.type, self._beers(beers))
        return self._performed(after, _in_play(state), (event,))

    def _recycle(self, state: DankAndDraftState, card: int, events: tuple[Event, ...], chance: Chance) -> Step:
        """DD-11, DD-12: the card itself starts the new discard pile."""
        cards = state.pile + tuple([card & ~PLAYED for card in state.discards])
        after = replace(
            state,
            pile=_shuffled(cards, state.draws, chance),
            draws=state.draws + 1,
            discards=(card | PLAYED,),
            extra_owed=True,
        )
        events = (
            *events,
            DrawPileRecycled(state.seat, len(cards)),
            ActionCardDiscarded(state.seat, self._card(card)),
        )
        if state.options.recycle is RecycleTiming.AT_ONCE:
            step = self._discard_or_refill(after)
            return Step(step.state, events + step.events)
        return Step(after, events)

    def _snatch(self, state: DankAndDraftState, move: Snatch, chance: Chance) -> Step:  # noqa: ARG002
        """DD-13, DD-15, DD-19: clockwise from the player's left."""
        t, rooms, taken = TYPE_INDEX[move.type], state.taprooms, []
        for seat in clockwise(state.seat, len(rooms)):
            if rooms[seat - 1][t]:
                room, (beer,) = lift(rooms[seat - 1], t, 1)
                rooms = _changed(rooms, seat, room)
                taken.append((seat, beer))
        after = self._gain(replace(state, taprooms=rooms, pending=state.pending[:-1]), t, tuple([b for _, b in taken]))
        beers = tuple([Snatched(seat, self._beer(beer)) for seat, beer in taken])
        return self._performed(after, _in_play(state), (BeersSnatched(state.seat, move.type, beers),))

    def _stock_up(self, state: DankAndDraftState, move: StockUp, chance: Chance) -> Step:  # noqa: ARG002
        """DD-14, DD-15, DD-19: row by row from the left."""
        taps, cards = _without(state.taps, [tap - 1 for tap in move.taps])
        t = self._type_of[cards[0] >> 4]
        after = self._gain(replace(state, taps=taps, pending=state.pending[:-1]), t, cards)
        beers = tuple([TapCard(tap, self._beer(c)) for tap, c in zip(move.taps, cards, strict=True)])
        return self._performed(after, _in_play(state), (BeersStockedUp(state.seat, TYPES[t], beers),))

    def _decline(self, state: DankAndDraftState, move: Decline, chance: Chance) -> Step:  # noqa: ARG002
        """DD-10, DD-14: up to three beers may be none."""
        return self._performed(replace(state, pending=state.pending[:-1]), _in_play(state), ())

    def _performed(self, state: DankAndDraftState, card: int, events: tuple[Event, ...]) -> Step:
        """DD-08: the action is performed; its card is discarded, and only then DD-20 is looked at."""
        after = replace(state, discards=(*state.discards, card | PLAYED))
        return Step(self._ended_by_five_types(after), (*events, ActionCardDiscarded(state.seat, self._card(card))))

    def _offer(self, state: DankAndDraftState, move: Offer, chance: Chance) -> Step:
        """DD-16."""
        t = TYPE_INDEX[move.type]
        cards, hand = self._of_type(state.hands[state.seat - 1], t, move.count, state.draws, chance)
        after = replace(
            state,
            hands=_changed(state.hands, state.seat, hand),
            draws=state.draws + 1,
            pending=_OFFER if state.options.offers is Offers.ANY else _END,
        )
        after = self._gain(after, t, cards)
        event = BeersOffered(state.seat, move.type, self._beers(cards), _backs(cards))
        return Step(self._ended_by_five_types(after), (event,))

    def _end_turn(self, state: DankAndDraftState, move: EndTurn, chance: Chance) -> Step:  # noqa: ARG002
        """DD-17."""
        return self._discard_or_refill(state)

    def _discard_or_refill(self, state: DankAndDraftState) -> Step:
        """DD-17: with more cards than the hand limit a discard is owed first."""
        if len(state.hands[state.seat - 1]) > self._hand_limit:
            return Step(replace(state, pending=_DISCARD), ())
        return self._refill(state, ())

    def _discard(self, state: DankAndDraftState, move: Discard, chance: Chance) -> Step:
        """DD-17: down to the hand limit; it ends the turn."""
        gone: tuple[int, ...] = ()
        hand = state.hands[state.seat - 1]
        for t, count in enumerate(_amounts(move.beers)):
            if count:
                cards, hand = self._of_type(hand, t, count, state.draws + t, chance)
                gone += cards
        after = replace(
            state,
            hands=_changed(state.hands, state.seat, hand),
            draws=state.draws + len(TYPES),
            discards=state.discards + gone,
        )
        return self._refill(after, (BeersDiscarded(state.seat, self._beers(gone), _backs(gone)),))

    def _refill(self, state: DankAndDraftState, events: tuple[Event, ...]) -> Step:
        """DD-18, then the ends that are looked at only now (DD-21, DD-24), then the next turn (DD-11)."""
        taps, pile, new = list(state.taps), state.pile, []
        for i, card in enumerate(taps):
            if card == GAP and pile:
                drawn, pile = pile[-1], pile[:-1]
                taps[i] = drawn
                new.append(TapCard(i + 1, self._beer(drawn)))
        if new:
            events = (*events, TapsRefilled(tuple(new)))
        after = replace(state, taps=tuple(taps), pile=pile)
        if not _complete(after.taps):
            return Step(_over(after, TAPS), events)
        if state.turn >= state.options.turn_cap:
            return Step(_over(after, TURN_CAP), events)
        seat = state.seat if state.extra_owed else state.seat % len(state.hands) + 1
        after = replace(after, turn=state.turn + 1, seat=seat, extra=state.extra_owed, extra_owed=False, pending=_DRAFT)
        return Step(after, (*events, TurnBegan(seat, after.turn, after.extra)))

    def _gain(self, state: DankAndDraftState, t: int, cards: tuple[int, ...]) -> DankAndDraftState:
        """DD-15, DD-16: beers join the stack of their type in the player's taproom, or start it."""
        room = place(state.taprooms[state.seat - 1], t, cards)
        return replace(
            state,
            taprooms=_changed(state.taprooms, state.seat, room),
            opened=_changed(state.opened, state.seat, state.opened[state.seat - 1] | 1 << t),
        )

    def _ended_by_five_types(self, state: DankAndDraftState) -> DankAndDraftState:
        """DD-20: nothing else of the turn happens."""
        return _over(state, FIVE_TYPES) if all(state.taprooms[state.seat - 1]) else state

    def _of_type(self, hand: Hand, t: int, count: int, draw: int, chance: Chance) -> tuple[tuple[int, ...], Hand]:
        """`count` cards of type `t` of the hand, by brewery, and the hand without them."""
        type_of = self._type_of
        places = [i for i, card in enumerate(hand) if type_of[card >> 4] == t]
        cards, left = self._leave(hand, places, count, draw, chance)
        return tuple(sorted(cards, key=_beer_of)), left

    def _leave(
        self, hand: Hand, places: list[int], count: int, draw: int, chance: Chance
    ) -> tuple[tuple[int, ...], Hand]:
        """DD-04a: `count` of the cards at these places leave the hand, drawn by chance, and the cards that stay.

        Where the draw is not known, all the cards at these places become what they have in common.
        """
        picked = chance.pick(draw, len(places), count)
        if picked is None:
            blurred = self._in_common([hand[i] for i in places])
            hand = tuple([blurred if i in places else card for i, card in enumerate(hand)])
            picked = tuple(range(count))
        left = list(hand)
        gone = [left.pop(places[i]) for i in reversed(picked)]
        return tuple(reversed(gone)), tuple(left)

    def _in_common(self, cards: list[int]) -> int:
        """A card that shows what all of these show: the beer or at least its type, and the action."""
        beers, backs = {card >> 4 for card in cards}, {card & ACTION for card in cards}
        types = {self._type_of[beer] for beer in beers}
        beer = beers.pop() if len(beers) == 1 else types.pop() + 1 if len(types) == 1 else 0
        return beer << 4 | (backs.pop() if len(backs) == 1 else 0)

    def _beers(self, cards: tuple[int, ...]) -> tuple[Any, ...]:
        return tuple(map(self._beer, cards))

    # --- what is seen, and how it ends ---------------------------------------------------------------------------------

    def known(self, state: DankAndDraftState, seat: int | None) -> DankAndDraftState:
        """DD-03 to DD-06."""
        return known(state, seat)

    def view(self, state: DankAndDraftState) -> DankAndDraftTable:
        """The table as the state holds it."""
        seats = range(1, len(state.hands) + 1)
        points = tuple([sum(c.points for c in self.score(state, seat)) for seat in seats])
        return table(state, self.deck, points, tuple([self.closed(state, seat) for seat in seats]))

    def redact(self, event: Event, seat: int | None) -> Event | None:
        """DD-03, DD-06: actions in a hand are for the other players only."""
        return hide_actions(event, seat)

    def score(self, state: DankAndDraftState, seat: int) -> tuple[Category, ...]:
        """DD-22."""
        room = state.taprooms[seat - 1]
        return (
            Category("beers in the taproom", self._per_beer * sum(map(len, room))),
            Category("all five types", self._all_types if all(room) else 0),
            Category("cards left in hand", self._per_hand_card * len(state.hands[seat - 1])),
        )

    def outcome(self, state: DankAndDraftState) -> Outcome | None:
        """DD-23: the highest score, then the smaller hand; equals share the place."""
        if not state.ended:
            return None
        scores = {seat: self.score(state, seat) for seat in range(1, len(state.hands) + 1)}
        ranked = standings(scores, lambda seat, points: (-points, len(state.hands[seat - 1])))
        return Outcome(state.ended, RULE_OF_END[state.ended], ranked)


def _over(state: DankAndDraftState, reason: str) -> DankAndDraftState:
    """The game has ended: it is nobody's turn, and an extra turn that was owed does not follow (DD-11)."""
    return replace(state, seat=0, pending=(), extra=False, extra_owed=False, ended=reason)


def _in_play(state: DankAndDraftState) -> int:
    top = state.pending[-1]
    if not isinstance(top, InPlay):
        raise TypeError("no action is being performed")  # the refusals come first
    return top.card


def _changed(row: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """The row, with another value for this seat."""
    changed = list(row)
    changed[seat - 1] = value
    return tuple(changed)


def _without(taps: tuple[int, ...], indexes: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The taps with gaps at these indexes, and the cards from there."""
    left, cards = list(taps), []
    for i in indexes:
        cards.append(left[i])
        left[i] = GAP
    return tuple(left), tuple(cards)


def _complete(taps: tuple[int, ...]) -> Sequence[Draft]:
    """The lines whose three taps hold a card."""
    if GAP not in taps:
        return _ALL_DRAFTS
    return [draft for draft, (a, b, c) in _DRAFTS if taps[a] != GAP and taps[b] != GAP and taps[c] != GAP]


def _shuffled(cards: tuple[int, ...], draw: int, chance: Chance) -> tuple[int, ...]:
    order = chance.order(draw, len(cards))
    return (UNKNOWN,) * len(cards) if order is None else tuple([cards[i] for i in order])


def _beer_of(card: int) -> int:
    return card >> 4


def _backs(cards: tuple[int, ...]) -> tuple[Action, ...]:
    """The actions that are known of these cards, sorted, so that no order joins them to the beers (DD-04a)."""
    return tuple([ACTIONS[number - 1] for number in sorted([card & ACTION for card in cards]) if number])


def _amounts(beers: BeerAmounts) -> tuple[int, ...]:
    return beers.ipa, beers.pilsner, beers.amber, beers.sour, beers.stout


@lru_cache(maxsize=1024)
def _discards(counts: tuple[int, ...], over: int) -> tuple[Discard, ...]:
    """Every way to take `over` cards from these counts, the earlier types first."""
    return tuple([Discard(BeerAmounts(*amounts)) for amounts in _choices(counts, over)])


def _choices(counts: tuple[int, ...], total: int) -> tuple[tuple[int, ...], ...]:
    if not counts:
        return () if total else ((),)
    return tuple(
        (take, *rest) for take in range(min(counts[0], total), -1, -1) for rest in _choices(counts[1:], total - take)
    )


def _say(word: BeerType | Action | Line) -> str:
    """The word as a sentence has it."""
    return word.name if word is BeerType.IPA else word.name.replace("_", " ").capitalize()


def _no_seat(rule: str, seat: int, state: DankAndDraftState) -> Refusal:
    return Refusal(rule, f"There is no seat {seat}; the seats are 1 to {len(state.hands)}.")


def _not_now(owed: Pending, move: Move) -> Refusal:
    """Why a move is refused that does not answer what is owed: the rule that asks for it, or that closed the move's phase."""
    task, rules, _ = _DECISIONS[type(owed)]
    if type(owed) in _FIRST:
        return Refusal(rules[0], _FIRST[type(owed)])
    if isinstance(move, Draft):
        return Refusal("DD-25", "The draft of this turn is done; phases come in order.")
    if isinstance(move, Discard):
        return Refusal("DD-25", "Discarding is the last phase; end the turn first.")
    if isinstance(move, Offer):
        return Refusal("DD-16", "Only one new stack may be offered in a turn; end the turn.")
    if task == "act":
        return Refusal("DD-08", "No action is being performed; take one from an opponent's hand first.")
    return Refusal("DD-25", "The action of this turn was taken, or was given up by offering a stack.")


def _affects_nothing(state: DankAndDraftState, action: Action) -> bool:
    """DD-09: whether the taps are empty for a Stock Up, the other taprooms for a Spoil or Snatch."""
    if action is Action.STOCK_UP:
        return all(card == GAP for card in state.taps)
    rooms = state.taprooms
    return not any(map(any, rooms[: state.seat - 1] + rooms[state.seat :]))
