"""The rules of Cask Race (rules.md, TF-01 to TF-12): one method per rule, under its own name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from typing import TypeVar

from msgspec.structs import replace

from taphouse.engine.chance import Chance, settled
from taphouse.engine.contract import (
    WHOLE,
    Decision,
    EndReason,
    Event,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Rules,
    ScoreCategory,
    Seen,
    Standing,
    Transition,
)
from taphouse.engine.messages import NO_DETAILS, Details
from taphouse.engine.messages.reasons import DecidedByOther, GameIsOver, NoSuchName, SomethingElse
from taphouse.engine.upgrades import Fixes
from tests.tiny.cards import CODE, GRAINS, SCORE, UNKNOWN, CaskRaceEdition, Grain
from tests.tiny.fixes import FAVOUR_FOR_EVERY_GIFT, LAST_CARD_IS_KEPT
from tests.tiny.moves import (
    Answer,
    Ask,
    Brew,
    CaskBrewed,
    CaskRaceOptions,
    GiftAnswered,
    GiftAsked,
    GiftChoice,
    GiftGiven,
    Give,
    GrainAmounts,
    GrainKept,
    GrainLookedAt,
    Keep,
    Look,
    Pass,
    TurnBegan,
)
from tests.tiny.reasons import (
    CannotBeAsked,
    KeepsOther,
    LacksGrain,
    MashDoesNotFit,
    NoSpices,
    NotInHand,
    OwesLastCard,
    PileIsEmpty,
)
from tests.tiny.sampling import Memory, remembered, reshuffled, sample
from tests.tiny.state import Cards, CaskRaceState, Pending, ToAct, ToAnswer, ToGive, ToKeep
from tests.tiny.view import CaskRaceTable, counts, face, faces, hide, known, table

T = TypeVar("T")

RACE, DRY, CLOSING_TIME = "race", "dry", "closing-time"
RULE_OF_END = {RACE: "TF-08", DRY: "TF-09", CLOSING_TIME: "TF-10"}

_ANSWERED_BY: dict[type[Move], type[Pending]] = {Keep: ToKeep, Give: ToGive, Answer: ToAnswer}  # the others: ToAct

# What is asked for: the task, the rules, the verbs that may answer.
_DECISIONS: dict[type[Pending], tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    ToAct: ("act", ("TF-03",), ("pass", "look", "brew", "ask")),
    ToKeep: ("keep", ("TF-04",), ("keep",)),
    ToGive: ("give", ("TF-06",), ("give",)),
    ToAnswer: ("answer", ("TF-07",), ("answer",)),
}
PROMPTS = {task: Details for task, _, _ in _DECISIONS.values()}


class CaskRaceRules(Rules):
    """The rules under one edition, in one version."""

    def __init__(self, edition: CaskRaceEdition, fixes: Fixes) -> None:
        self._fixes = fixes
        self._figures = edition.figures
        self._recipes = edition.recipes
        self._categories = edition.titled("score", SCORE)
        self._names = tuple(recipe.name for recipe in edition.recipes)
        self._deck = tuple(CODE[row.grain] for row in edition.grains for _ in range(row.count))

    def new(self, options: CaskRaceOptions, seats: int, chance: Chance) -> CaskRaceState:
        """TF-01: shuffle and deal."""
        cards = tuple(self._deck[i] for i in settled(chance.order(0, len(self._deck))))
        dealt, none = self._figures.starting_hand.value, (0,) * seats
        hands = tuple(tuple(sorted(cards[i * dealt : (i + 1) * dealt])) for i in range(seats))
        pile = cards[dealt * seats :]
        return CaskRaceState(options, 1, 1, 1, (ToAct(),), pile, hands, (), ((),) * seats, none, none, "")

    # --- what may be done ----------------------------------------------------------------------------------------------

    def decision(self, state: CaskRaceState) -> Decision | None:
        """The decision: of the seat that is asked for a gift, or else of the one whose turn it is."""
        if not state.pending:
            return None
        task, rules, verbs = _DECISIONS[type(state.pending[-1])]
        return Decision(_decider(state), task, NO_DETAILS, rules, self._possible(state) if task == "act" else verbs)

    def turn(self, state: CaskRaceState) -> int | None:
        """The seat whose turn it is, also while another seat is asked for a gift."""
        return state.seat if state.pending else None

    def _possible(self, state: CaskRaceState) -> tuple[str, ...]:
        """The moves that everybody can tell to be possible in a turn; those that depend on a hand are hidden."""
        possible = {"look": state.pile, "ask": self._asked(state), "brew": state.hands[state.seat - 1]}
        return tuple(verb for verb in _DECISIONS[ToAct][2] if possible.get(verb, True))

    def moves(self, state: CaskRaceState) -> Iterator[Move]:
        """Every legal move; passing and declining come first."""
        if state.pending and state.viewer not in (WHOLE, _decider(state)):
            return
        match state.pending:
            case (*_, ToAct()):
                yield Pass()
                if state.pile:
                    yield Look()
                yield from map(Ask, self._asked(state))
                yield from self._brews(state)
            case (*_, ToKeep(cards)):
                yield from map(Keep, combinations(range(1, len(cards) + 1), self._kept(cards)))
            case (*_, ToGive(seat)):
                yield from (Give(GRAINS[card - 1]) for card in sorted({*state.hands[seat - 1]} - {UNKNOWN}))
            case (*_, ToAnswer()):
                yield from (Answer(False), Answer(True))

    def _brews(self, state: CaskRaceState) -> Iterator[Brew]:
        """TF-05: every mash that a recipe allows, with every spice."""
        held = counts(state.hands[state.seat - 1])
        spices = (None, *GRAINS) if state.options.spices else (None,)
        for recipe, mash in product(self._recipes, product(*(range(n + 1) for n in held))):
            for spice in spices if sum(mash) == recipe.grains else ():
                brew = Brew(recipe.name, GrainAmounts(*mash), spice)
                if self._why_no_brew(state, brew) is None:
                    yield brew

    def _asked(self, state: CaskRaceState) -> list[int]:
        """TF-06: the players who can be asked for a gift."""
        least = 2 if LAST_CARD_IS_KEPT in self._fixes else 1
        return [seat for seat, hand in enumerate(state.hands, 1) if seat != state.seat and len(hand) >= least]

    def _kept(self, cards: Cards) -> int:
        return min(self._figures.kept.value, len(cards))

    # --- why a move is refused -----------------------------------------------------------------------------------------

    def why_not(self, state: CaskRaceState, move: Move) -> Refusal | None:
        """The rule and the sentence by which a move is refused."""
        if not state.pending:
            return Refusal("TF-12", GameIsOver())
        top = state.pending[-1]
        if state.viewer not in (WHOLE, decider := _decider(state)):
            return Refusal("TF-12", DecidedByOther(decider))
        if not isinstance(top, _ANSWERED_BY.get(type(move), ToAct)):
            task, (rule, *_), _ = _DECISIONS[type(top)]
            return Refusal(rule, SomethingElse(), task)
        match move, top:
            case Look(), _ if not state.pile:
                return Refusal("TF-04", PileIsEmpty())
            case Brew(), _:
                return self._why_no_brew(state, move)
            case Ask(seat), _ if seat not in self._asked(state):
                return Refusal("TF-06", CannotBeAsked(seat))
            case Keep(places), ToKeep(cards):
                fit = len(set(places)) == len(places) == self._kept(cards) and all(1 <= p <= len(cards) for p in places)
                return None if fit else Refusal("TF-04", KeepsOther(self._kept(cards), len(cards)))
            case Give(grain), ToGive(seat) if grain is None or CODE[grain] not in state.hands[seat - 1]:
                return Refusal("TF-06", NotInHand(grain))
        return None

    def _why_no_brew(self, state: CaskRaceState, move: Brew) -> Refusal | None:
        if move.recipe not in self._names:
            return Refusal("TF-05", NoSuchName(move.recipe, self._names))
        recipe, mash = self._recipes[self._names.index(move.recipe)], _amounts(move.mash)
        if sum(mash) != recipe.grains or 2 * mash[GRAINS.index(recipe.main)] < recipe.grains:
            return Refusal("TF-05", MashDoesNotFit(recipe.name, recipe.grains, recipe.main))
        if move.spice is not None and not state.options.spices:
            return Refusal("TF-05", NoSpices())
        held = counts(state.hands[state.seat - 1])
        if any(used > has for used, has in zip(counts(_used(move)), held, strict=True)):
            return Refusal("TF-05", LacksGrain())
        return None

    # --- what a move does ----------------------------------------------------------------------------------------------

    def apply(self, state: CaskRaceState, move: Move, chance: Chance) -> Transition:
        """The position after the move, and what happened."""
        refusal = self.why_not(state, move)
        if refusal is not None:
            raise IllegalMove(refusal, self)
        top, after = state.pending[-1], replace(state, pending=state.pending[:-1])
        match move, top:
            case Look(), _:
                return self._look(after)
            case Keep(), ToKeep(cards):
                return self._keep(after, move, cards)
            case Brew(), _:
                return self._brew(after, move)
            case Ask(), _:
                return self._ask(after, move, chance)
            case Give(grain), ToGive(seat) if grain is not None:
                return self._give(after, seat, CODE[grain], ())
            case Answer(), ToAnswer(giver, card):
                return self._answer(after, move, giver, card)
        return self._next_turn(after, ())

    def _look(self, state: CaskRaceState) -> Transition:
        """TF-04: the choice of what to keep comes next."""
        seen = state.pile[: -self._figures.looked_at.value - 1 : -1]
        after = replace(state, pile=state.pile[: -len(seen)], pending=(ToKeep(seen),))
        return Transition(after, (GrainLookedAt(state.seat, faces(seen)),))

    def _keep(self, state: CaskRaceState, move: Keep, cards: Cards) -> Transition:
        """TF-04."""
        kept = tuple(cards[place - 1] for place in move.places)
        under = tuple(card for place, card in enumerate(cards, 1) if place not in move.places)
        after = replace(state, pile=under + state.pile, hands=_gained(state.hands, state.seat, kept))
        return self._next_turn(after, (GrainKept(state.seat, len(kept), len(under), faces(kept)),))

    def _brew(self, state: CaskRaceState, move: Brew) -> Transition:
        """TF-05, TF-08."""
        seat, used = state.seat, _used(move)
        after = replace(
            state,
            hands=_lost(state.hands, seat, used),
            discards=tuple(sorted(state.discards + used)),
            casks=_changed(state.casks, seat, (*state.casks[seat - 1], self._names.index(move.recipe))),
            spices=_changed(state.spices, seat, state.spices[seat - 1] + (move.spice is not None)),
        )
        brewed = (CaskBrewed(seat, move.recipe, move.mash, move.spice),)
        if len(after.casks[seat - 1]) >= self._figures.casks_to_win.value:
            return Transition(_over(after, RACE), brewed)
        return self._next_turn(after, brewed)

    def _ask(self, state: CaskRaceState, move: Ask, chance: Chance) -> Transition:
        """TF-06: the other seat owes a gift, and on it rests the answer; or chance draws the gift."""
        after = replace(state, pending=(*state.pending, ToAnswer(move.from_seat, UNKNOWN)))
        asked = (GiftAsked(state.seat, move.from_seat),)
        if state.options.gift is GiftChoice.GIVER:
            return Transition(replace(after, pending=(*after.pending, ToGive(move.from_seat))), asked)
        hand = state.hands[move.from_seat - 1]
        picked = chance.pick(state.draws, len(hand), 1)
        after = replace(after, draws=state.draws + 1)
        if picked is None:  # what stays in the hand is as unknown as what leaves it
            after, picked = replace(after, hands=_changed(after.hands, move.from_seat, (UNKNOWN,) * len(hand))), (0,)
        return self._give(after, move.from_seat, after.hands[move.from_seat - 1][picked[0]], asked)

    def _give(self, state: CaskRaceState, seat: int, card: int, events: tuple[Event, ...]) -> Transition:
        """TF-06: the gift is laid down, and the one who asked owes the answer."""
        after = replace(state, hands=_lost(state.hands, seat, (card,)), pending=(ToAnswer(seat, card),))
        return Transition(after, (*events, GiftGiven(seat, state.seat, face(card))))

    def _answer(self, state: CaskRaceState, move: Answer, giver: int, card: int) -> Transition:
        """TF-07."""
        events = (GiftAnswered(state.seat, giver, move.accept, face(card)),)
        if not move.accept:
            if FAVOUR_FOR_EVERY_GIFT in self._fixes:
                state = _owing(state, giver)
            return self._next_turn(replace(state, discards=tuple(sorted((*state.discards, card)))), events)
        return self._next_turn(replace(_owing(state, giver), hands=_gained(state.hands, state.seat, (card,))), events)

    def _next_turn(self, state: CaskRaceState, events: tuple[Event, ...]) -> Transition:
        """TF-03, and the ends that are looked at between turns (TF-09, TF-10)."""
        if not state.pile:
            return Transition(_over(state, DRY), events)
        if state.turn >= state.options.turn_cap:
            return Transition(_over(state, CLOSING_TIME), events)
        seat = state.seat % len(state.hands) + 1
        after = replace(state, turn=state.turn + 1, seat=seat, pending=(ToAct(),))
        return Transition(after, (*events, TurnBegan(seat, after.turn)))

    def why_not_from(self, state: CaskRaceState) -> Refusal | None:
        """TF-06: nobody owes a gift who could not be asked for it."""
        match state.pending:
            case (*_, ToGive(seat)) if seat not in self._asked(state):
                return Refusal("TF-06", OwesLastCard(seat))
        return None

    # --- what is seen, and how it ends ---------------------------------------------------------------------------------

    def known(self, state: CaskRaceState, seat: int | None) -> CaskRaceState:
        """TF-02."""
        return known(state, seat)

    def reshuffled(self, state: CaskRaceState, chance: Chance, without: Collection[int] = ()) -> CaskRaceState:
        """TF-02: the draw pile, which nobody sees."""
        return reshuffled(state, chance, without)

    def remembered(self, seen: Sequence[Seen], seat: int) -> Memory | None:
        """Cards that were looked at and went under the draw pile, and gifts."""
        return remembered(seen, seat, self._deck, self._figures.looked_at.value) if seen else None

    def sample(self, known: CaskRaceState, seat: int, chance: Chance, memory: Memory | None = None) -> CaskRaceState:
        """TF-02: the draw pile, the other hands, and what others look at or give."""
        return sample(known, seat, memory, self._deck, chance)

    def view(self, state: CaskRaceState) -> CaskRaceTable:
        """The table as the state holds it."""
        scores = tuple(sum(c.points for c in self._score(state, i)) for i in range(len(state.hands)))
        return table(state, self._names, scores)

    def redact(self, event: Event, seat: int | None) -> Event | None:
        """TF-02."""
        return hide(event, seat)

    def _score(self, state: CaskRaceState, i: int) -> tuple[ScoreCategory, ...]:
        """TF-11."""
        points = (
            sum(self._recipes[cask].points for cask in state.casks[i]),
            self._figures.points_per_spice.value * state.spices[i],
            self._figures.points_per_favour.value * state.favours[i],
        )
        return tuple(ScoreCategory(id_, name, n) for (id_, name), n in zip(self._categories, points, strict=True))

    def outcome(self, state: CaskRaceState) -> Outcome | None:
        """TF-11: the highest score; equals share the place."""
        if not state.ended:
            return None
        scores = [self._score(state, i) for i in range(len(state.hands))]
        points = [sum(category.points for category in score) for score in scores]
        standings = [
            Standing(i + 1, 1 + sum(other > points[i] for other in points), points[i], score)
            for i, score in enumerate(scores)
        ]
        standings.sort(key=lambda standing: (standing.place, standing.seat))
        return Outcome(EndReason(state.ended), RULE_OF_END[state.ended], tuple(standings))


def _over(state: CaskRaceState, reason: str) -> CaskRaceState:
    return replace(state, seat=0, ended=reason)


def _owing(state: CaskRaceState, giver: int) -> CaskRaceState:
    return replace(state, favours=_changed(state.favours, giver, state.favours[giver - 1] + 1))


def _decider(state: CaskRaceState) -> int:
    top = state.pending[-1]
    return top.seat if isinstance(top, ToGive) else state.seat


def _amounts(amounts: GrainAmounts) -> tuple[int, ...]:
    return amounts.barley, amounts.wheat, amounts.rye


def _used(move: Brew) -> Cards:
    spice: tuple[Grain, ...] = () if move.spice is None else (move.spice,)
    mash = tuple(i + 1 for i, count in enumerate(_amounts(move.mash)) for _ in range(count))
    return mash + tuple(CODE[grain] for grain in spice)


def _changed(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The row, with another value for this seat."""
    return (*row[: seat - 1], value, *row[seat:])


def _gained(hands: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    return _changed(hands, seat, tuple(sorted(hands[seat - 1] + cards)))


def _lost(hands: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    left = list(hands[seat - 1])
    for card in cards:
        left.remove(card)
    return _changed(hands, seat, tuple(left))
