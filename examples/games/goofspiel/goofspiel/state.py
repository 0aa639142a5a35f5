"""A position of Goofspiel, what each viewer knows of it, and the worlds in which a seat may be."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from goofspiel.cards import UNKNOWN
from goofspiel.moves import GoofspielOptions
from taphouse.engine.chance import Chance, settled, shuffled
from taphouse.engine.contract import WHOLE, Owed, State, viewer_of
from taphouse.engine.worlds.beliefs import check_viewer

NONE = 0
"""No bid."""
PILE, BIDS = 0, 1
"""The numbers of draws: the order of the prizes; and from this number on, for each seat, a bid that is not known."""


class ToBid(Owed, frozen=True):
    """A bid of a seat (GS-03)."""

    seat: int


class ToReveal(Owed, frozen=True):
    """The end of a round, once all have bid (GS-04)."""


class GoofspielState(State, frozen=True):
    """A position."""

    options: GoofspielOptions
    draws: int
    pending: tuple[ToBid | ToReveal, ...]
    """The end of the round, and on it the bids that are missing; empty when the game is over."""
    pile: tuple[int, ...]
    """The prizes face down, the next one at the end."""
    prizes: tuple[int, ...]
    """The prizes on the table, in the order in which they were turned up."""
    hands: tuple[tuple[int, ...], ...]
    """The cards that each player has left, with the one that they bid in this round. Everybody knows them."""
    bids: tuple[int, ...]
    """The bid of each player in this round."""
    won: tuple[tuple[int, ...], ...]
    """The prizes of each player."""
    lost: tuple[int, ...] = ()
    """The prizes that nobody gets."""
    ended: bool = False
    viewer: int = WHOLE


def known(state: GoofspielState, seat: int | None) -> GoofspielState:
    """GS-01, GS-03: nobody knows the prizes face down, and only their player knows a bid that is not revealed."""
    viewer = viewer_of(state, seat)
    bids = [bid if owner == viewer or bid == NONE else UNKNOWN for owner, bid in enumerate(state.bids, 1)]
    return replace(state, pile=(UNKNOWN,) * len(state.pile), bids=tuple(bids), viewer=viewer)


def reshuffled(state: GoofspielState, chance: Chance, without: Collection[int]) -> GoofspielState:
    """GS-01, GS-03: the prizes face down, and bids that only players in `without` know."""
    bids = [UNKNOWN if seat in without and bid != NONE else bid for seat, bid in enumerate(state.bids, 1)]
    return replace(state, bids=_drawn(bids, state, chance), pile=shuffled(state.pile, chance, PILE))


def sample(known: GoofspielState, seat: int, chance: Chance) -> GoofspielState:
    """Any order of the prizes face down, and any bid of the others that their hands allow."""
    check_viewer(known, seat)
    seen = {*known.prizes, *known.lost, *[prize for prizes in known.won for prize in prizes]}
    size = len(known.pile) + len(seen)
    pile = shuffled({*range(1, size + 1)} - seen, chance, PILE)
    return replace(known, pile=pile, bids=_drawn(known.bids, known, chance), viewer=WHOLE)


def _drawn(bids: Iterable[int], state: GoofspielState, chance: Chance) -> tuple[int, ...]:
    """Bids, of which the unknown ones are any cards of the hands."""
    drawn = [
        hand[settled(chance.pick(BIDS + owner, len(hand), 1))[0]] if bid == UNKNOWN else bid
        for owner, (bid, hand) in enumerate(zip(bids, state.hands, strict=True))
    ]
    return tuple(drawn)
