"""A position of Dank & Draft, what is owed in it, and the board on which a move is carried out."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from taphouse.engine.chance import Chance
from taphouse.engine.contract import WHOLE, Owed, State
from taphouse.engine.dank_and_draft.cards import GAP, UNKNOWN, Deck
from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions, EmptiedType

_OPENS = EmptiedType.OPENS
T = TypeVar("T")
Hand = tuple[int, ...]
Stack = tuple[int, ...]
"""Beers of one type, the one placed last at the end."""
Taproom = tuple[Stack, Stack, Stack, Stack, Stack]
"""A stack for each type, in the order of `TYPES`."""


class ToDraft(Owed, frozen=True):
    """The mandatory first phase (DD-07)."""


class ToAct(Owed, frozen=True):
    """The optional phases: an action may be taken, stacks offered, the turn ended (DD-08, DD-16, DD-17)."""


class ToOffer(Owed, frozen=True):
    """The action was taken or given up: stacks may be offered, the turn ended."""


class ToEnd(Owed, frozen=True):
    """The one stack of the turn was offered: nothing is left but to end the turn (DD-16, option `one-a-turn`)."""


class InPlay(Owed, frozen=True):
    """The choice of an action. Its card lies in play; only the player from whose hand it came knows its beer (DD-08)."""

    card: int
    source: int


class ToSpoil(InPlay, frozen=True):
    """The choice of a Spoil (DD-10)."""


class ToSnatch(InPlay, frozen=True):
    """The choice of a Snatch (DD-13)."""


class ToStockUp(InPlay, frozen=True):
    """The choice of a Stock Up (DD-14)."""


class ToDiscard(Owed, frozen=True):
    """A discard down to the hand limit (DD-17)."""


Pending = ToDraft | ToAct | ToOffer | ToEnd | ToSpoil | ToSnatch | ToStockUp | ToDiscard


class DankAndDraftState(State, frozen=True):
    """A position. Cards are coded as `engine.dank_and_draft.cards` says."""

    options: DankAndDraftOptions
    draws: int
    """The number of the next draw."""
    turn: int
    """The number of the turn; when the game is over, of the last one."""
    seat: int
    """The seat whose turn it is. It makes every decision of the turn. 0 when the game is over."""
    extra: bool
    """True in the extra turn of a Recycle."""
    extra_owed: bool
    """True if an extra turn follows this one."""
    pending: tuple[Pending, ...]
    """The stack of decisions, the next one at the end; empty when the game is over."""
    pile: tuple[int, ...]
    """The draw pile, its top at the end."""
    taps: tuple[int, ...]
    """Nine cards or gaps, row by row."""
    hands: tuple[Hand, ...]
    taprooms: tuple[Taproom, ...]
    opened: tuple[int, ...]
    """For each seat the types of which it ever had a stack, or has one where an emptied type opens again: a bit for each index
    in `TYPES`."""
    discards: tuple[int, ...]
    """The discard pile, its top at the end."""
    ended: str
    """The reason of the end, empty while the game runs."""
    viewer: int = WHOLE
    """The viewer whose knowledge this is: a seat, `SPECTATOR`, or `WHOLE`."""


class Board(Struct, gc=False):
    """A position under way: a move is carried out on it, and what happens is noted.

    Its last fields are those of a state, in the same order; nothing but `apply` ever holds one.
    """

    deck: Deck
    chance: Chance
    events: Any
    """The events so far; None where they are not asked for."""
    options: DankAndDraftOptions
    draws: int
    turn: int
    seat: int
    extra: bool
    extra_owed: bool
    pending: tuple[Pending, ...]
    pile: tuple[int, ...]
    taps: tuple[int, ...]
    hands: tuple[Hand, ...]
    taprooms: tuple[Taproom, ...]
    opened: tuple[int, ...]
    discards: tuple[int, ...]
    ended: str
    viewer: int

    def state(self) -> DankAndDraftState:
        """The position reached."""
        return DankAndDraftState(*astuple(self)[3:])

    # --- the taps and the taprooms -------------------------------------------------------------------------------------

    def take_from_taps(self, indexes: tuple[int, ...]) -> tuple[int, ...]:
        """The cards at these taps leave them, and gaps stay."""
        taps, cards = list(self.taps), []
        for i in indexes:
            cards.append(taps[i])
            taps[i] = GAP
        self.taps = tuple(taps)
        return tuple(cards)

    def gain(self, t: int, cards: tuple[int, ...]) -> None:
        """DD-15, DD-16: beers join the stack of type `t` in the player's taproom, or start it."""
        room, opened = self.taprooms[self.seat - 1], self.opened[self.seat - 1]
        self.taprooms = changed(self.taprooms, self.seat, _with_stack(room, t, room[t] + cards))
        self.opened = changed(self.opened, self.seat, opened | 1 << t)

    def lift(self, seat: int, t: int, count: int) -> tuple[int, ...]:
        """DD-19: the `count` beers of type `t` placed last leave a taproom, last placed first. DD-16: the type may open again."""
        room = self.taprooms[seat - 1]
        stack = room[t]
        left = stack[:-count]
        self.taprooms = changed(self.taprooms, seat, _with_stack(room, t, left))
        if not left and self.options.emptied_type is _OPENS:
            self.opened = changed(self.opened, seat, self.opened[seat - 1] & ~(1 << t))
        return stack[: -count - 1 : -1]

    # --- hands and the draw pile ---------------------------------------------------------------------------------------

    def leave_by_type(self, t: int, count: int) -> tuple[int, ...]:
        """`count` cards of type `t` leave the player's hand; they are sorted by brewery."""
        places = self.deck.places_of(self.hands[self.seat - 1], t)
        gone = self.leave(self.seat, places, count, (t + 1) << 4)
        return tuple(sorted(gone, key=_beer_of)) if len({*gone}) > 1 else gone

    def leave(self, seat: int, places: tuple[int, ...], count: int, shown: int) -> tuple[int, ...]:
        """DD-04a: `count` of the cards at these places leave a hand, drawn by chance.

        Where the draw is not known, all the cards at these places become what they have in common. A card of which nothing is
        known may be a candidate as well: then they become no more than `shown`, what any candidate shows.
        """
        hand = self.hands[seat - 1]
        picked = None if UNKNOWN in hand else self.chance.pick(self.draws, len(places), count)
        self.draws += 1
        if picked is None:
            gone, left = self.deck.blurred(hand, places, count, shown)
        else:
            gone = tuple([hand[places[i]] for i in picked])
            stay = list(hand)
            for i in reversed(picked):
                del stay[places[i]]
            left = tuple(stay)
        self.hands = changed(self.hands, seat, left)
        return gone

    def shuffle_into_pile(self, cards: tuple[int, ...]) -> None:
        """Make these cards the draw pile, in the order of the next draw; unknown ones where the chance is blind."""
        order = self.chance.order(self.draws, len(cards))
        self.draws += 1
        self.pile = (UNKNOWN,) * len(cards) if order is None else tuple([cards[i] for i in order])


def changed(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The row, with another value for this seat."""
    values = list(row)
    values[seat - 1] = value
    return tuple(values)


def _with_stack(room: Taproom, t: int, stack: Stack) -> Taproom:
    """The taproom with another stack of type `t`."""
    stacks = list(room)
    stacks[t] = stack
    return tuple(stacks)  # type: ignore[return-value]  # one for each type, as before


def _beer_of(card: int) -> int:
    return card >> 4
