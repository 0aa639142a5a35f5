"""Hidden cards of Cask Race laid out anew, for a new game or as one seat can imagine them; and what a seat remembers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import WHOLE, Seen
from taphouse.engine.worlds.beliefs import (
    FREE,
    Holding,
    Holdings,
    Learns,
    Weighted,
    check_viewer,
    chosen,
    draws,
    followed,
    gains,
    hidden,
    passes,
    reveals,
)
from tests.tiny.cards import CODE, UNKNOWN
from tests.tiny.moves import Brew, GiftAnswered, GiftGiven, GrainLookedAt, Keep, Look
from tests.tiny.state import Cards, CaskRaceState, Pending, ToAnswer, ToKeep


class Memory(NamedTuple):
    """The knowledge of a seat about hidden cards. After the hands, the last place is a gift that lies there."""

    cards: Weighted[Holdings]
    pile: Cards
    """The draw pile, its top at the end; 0 for a card that is not known."""
    looked_at: Cards


def reshuffled(state: CaskRaceState, chance: Chance, without: Collection[int]) -> CaskRaceState:
    """TF-02: the draw pile, which nobody sees, and what only seats in `without` know."""
    if state.ended:
        return state
    looked, gift = _lying(state)
    if state.seat not in without:
        looked = ()
    if gift and not {state.seat, _giver(state)} <= {*without}:
        gift = ()
    owned = [card for seat in without for card in state.hands[seat - 1]]
    places = [Holding((), (len(h),)) if i in without else Holding(h, (0,)) for i, h in enumerate(state.hands, 1)]
    pool = tuple(sorted((*state.pile, *owned, *looked, *gift)))
    held = Holdings((pool,), (Holding((), (len(state.pile) + len(looked),)), *places, Holding((), (len(gift),))))
    return _laid(state, held, (UNKNOWN,) * len(state.pile), (UNKNOWN,) * len(looked), chance)


def sample(known: CaskRaceState, seat: int, memory: Memory | None, deck: Cards, chance: Chance) -> CaskRaceState:
    """A whole position as a seat can imagine it."""
    if known.ended:
        return known
    check_viewer(known, seat)
    memory = memory or _begun(known, seat, deck)
    held = chosen(memory.cards, chance, FREE)
    held = held.moved(seat, Holding(known.hands[seat - 1], (0,) * len(held.pools)))
    return _laid(known, held, memory.pile, () if seat == known.seat else memory.looked_at, chance)


def _laid(state: CaskRaceState, held: Holdings, pile: Cards, looked: Cards, chance: Chance) -> CaskRaceState:
    """The position with these cards; where one of the pile or of those looked at is not known, one is dealt."""
    kept, dealt = held.dealt(chance, 0)
    left, gift = iter(dealt[0]), (*kept[-1], *dealt[-1])

    def laid(frame: Pending) -> Pending:
        if isinstance(frame, ToKeep) and looked:
            return ToKeep(_filled(looked, left))
        return ToAnswer(frame.giver, gift[0]) if isinstance(frame, ToAnswer) and gift else frame

    return replace(
        state,
        pending=tuple(map(laid, state.pending)),
        pile=_filled(pile, left),
        hands=tuple(tuple(sorted((*a, *b))) for a, b in zip(kept[1:-1], dealt[1:-1], strict=True)),
        viewer=WHOLE,
    )


def _filled(cards: Cards, left: Iterable[int]) -> Cards:
    more = iter(left)
    return tuple(next(more) if card == UNKNOWN else card for card in cards)


def _lying(state: CaskRaceState) -> tuple[Cards, Cards]:
    """The cards that are looked at, and the gift that lies there, as far as they are known."""
    match state.pending[-1]:
        case ToKeep(cards):
            return cards, ()
        case ToAnswer(_, card):
            return (), (card,)
    return (), ()


def _giver(state: CaskRaceState) -> int:
    return next(frame.giver for frame in state.pending if isinstance(frame, ToAnswer))


# --- what a seat remembers ---------------------------------------------------------------------------------------------


def _begun(known: CaskRaceState, seat: int, deck: Cards) -> Memory:
    """The knowledge that a position alone gives a seat."""
    looked, gift = _lying(known)
    seen = [*known.discards, *known.hands[seat - 1], *[card for card in (*looked, *gift) if card != UNKNOWN]]
    unknown = looked.count(UNKNOWN), gift.count(UNKNOWN)
    sizes = [0 if owner == seat else len(hand) for owner, hand in enumerate(known.hands, 1)]
    sizes = [len(known.pile) + unknown[0], *sizes, unknown[1]]
    held = Holdings((hidden(deck, seen, sum(sizes)),), tuple(Holding((), (size,)) for size in sizes))
    held = held.gained(len(sizes) - 1, [card for card in gift if card != UNKNOWN])
    return Memory({held: 1.0}, (UNKNOWN,) * len(known.pile), looked)


def remembered(seen: Sequence[Seen], seat: int, deck: Cards, looked_at: int) -> Memory:
    """The memory of a seat of all that it saw."""
    begins = _begun(seen[0].known, seat, deck)
    course = _Course(seat, begins, len(seen[0].known.hands), looked_at)
    for one in seen:
        course.follow(one)
    return Memory(followed(begins.cards, course.lessons), course.pile, course.looked)


class _Course:
    """The course of a game, as lessons on the cards."""

    def __init__(self, seat: int, begins: Memory, seats: int, looked_at: int) -> None:
        self._seat, self._gift_place, self._most = seat, seats + 1, looked_at
        self.lessons: list[Learns[Holdings]] = []
        self.pile, self.looked = begins.pile, begins.looked_at

    def follow(self, seen: Seen) -> None:
        """The cards that a move and its events show."""
        player, move = seen.known.seat, seen.move
        match move:
            case Look():
                self._look(player, seen)
            case Keep(places):
                self._keep(player, places)
            case Brew(_, mash, spice):
                used = [
                    grain
                    for grain, n in zip((1, 2, 3), (mash.barley, mash.wheat, mash.rye), strict=True)
                    for _ in range(n)
                ]
                self._left(player, [*used, *([] if spice is None else [CODE[spice]])])
        for event in seen.events:
            match event:
                case GiftGiven(giver, _, None):
                    self.lessons.append(passes(giver, self._gift_place))
                case GiftGiven(giver, _, grain) if grain is not None:
                    self._left(giver, [CODE[grain]])
                    self._came(self._gift_place, [CODE[grain]])
                case GiftAnswered(asker, _, True, None):
                    self.lessons.append(passes(self._gift_place, asker))
                case GiftAnswered(asker, _, accepted, grain) if grain is not None:
                    self.lessons.append(reveals(self._gift_place, CODE[grain]))
                    if accepted:
                        self._came(asker, [CODE[grain]])

    def _look(self, player: int, seen: Seen) -> None:
        """TF-04: the uppermost cards; only the player sees them."""
        shown = [event.grains for event in seen.events if isinstance(event, GrainLookedAt)]
        if player != self._seat:
            count = min(self._most, len(self.pile))
            self.looked, self.pile = self.pile[: -count - 1 : -1], self.pile[:-count]
            return
        cards = tuple(CODE[grain] for grain in shown[0] or ())
        top, self.pile = self.pile[: -len(cards) - 1 : -1], self.pile[: -len(cards)]
        self.lessons += [reveals(0, card) for card, known in zip(cards, top, strict=True) if known == UNKNOWN]
        self.looked = cards

    def _keep(self, player: int, places: Cards) -> None:
        """TF-04: into the hand, or under the draw pile."""
        for place in places if player != self._seat else ():
            card = self.looked[place - 1]
            self.lessons.append(draws(player, 1) if card == UNKNOWN else gains(player, [card]))
        self.pile = tuple(card for place, card in enumerate(self.looked, 1) if place not in places) + self.pile
        self.looked = ()

    def _left(self, seat: int, cards: Iterable[int]) -> None:
        if seat != self._seat:
            self.lessons += [reveals(seat, card) for card in cards]

    def _came(self, seat: int, cards: Sequence[int]) -> None:
        if seat != self._seat:
            self.lessons.append(gains(seat, cards))
