"""A position of Dank & Draft, and what is owed in it."""

from __future__ import annotations

from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions
from taphouse.engine.game import WHOLE, Owed, State

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
    """Whether this is the extra turn of a Recycle."""
    extra_owed: bool
    """Whether an extra turn follows this one."""
    pending: tuple[Pending, ...]
    """The stack of decisions, the next one at the end; empty when the game is over."""
    pile: tuple[int, ...]
    """The draw pile, its top at the end."""
    taps: tuple[int, ...]
    """Nine cards or gaps, row by row."""
    hands: tuple[Hand, ...]
    taprooms: tuple[Taproom, ...]
    opened: tuple[int, ...]
    """For each seat the types of which it ever had a stack: a bit for each index in `TYPES`."""
    discards: tuple[int, ...]
    """The discard pile, its top at the end."""
    ended: str
    """The reason of the end, empty while the game runs."""
    viewer: int = WHOLE
    """Whose knowledge this is: a seat, `SPECTATOR`, or `WHOLE`."""
