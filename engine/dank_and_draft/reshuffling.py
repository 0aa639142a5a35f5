"""A position with everything drawn anew that no player knows: the draw pile, and which actions are on the back of which beers."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from taphouse.engine.chance import Chance, settled, shuffled
from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP, PLAYED
from taphouse.engine.dank_and_draft.moves import Pairing
from taphouse.engine.dank_and_draft.state import DankAndDraftState, Hand, InPlay

BACKS, PILE, HANDS = 0, 1, 2
"""The numbers of the draws."""


def reshuffled(state: DankAndDraftState, chance: Chance, without: Collection[int]) -> DankAndDraftState:
    """The draw pile and all actions that lie face down, drawn anew; the position itself once the game is over.

    A hand keeps its beers, which its owner sees, and its actions, which the others see (DD-04); nobody sees both. If the
    edition pairs the sides (DD-01a), a beer tells its action, and only the order of the draw pile is unknown. Seats in
    `without` get other beers.

    Raises:
        ValueError: the chance is blind.
    """
    if state.ended:
        return state
    watched = len({*without}) < len(state.hands)  # somebody sees the actions in their hands
    if state.options.pairing is Pairing.PRINTED:
        state = _with_other_beers(state, chance, without, watched)
        return replace(state, hands=tuple([tuple(sorted(hand)) for hand in state.hands]))
    stacks = [stack for room in state.taprooms for stack in room]
    face_down = [*state.pile, *(card for row in (state.taps, state.discards, *stacks) for card in row if card != GAP)]
    face_down += () if watched else [card for hand in state.hands for card in hand]
    backs = iter(shuffled([card & ACTION for card in face_down if not card & PLAYED], chance, BACKS))

    state = _with_other_beers(state, chance, without, watched)

    def with_back(card: int) -> int:
        return card if card == GAP or card & PLAYED else card & BEER | next(backs)

    return replace(
        state,
        pile=tuple(map(with_back, state.pile)),
        taps=tuple(map(with_back, state.taps)),
        taprooms=tuple([tuple([tuple(map(with_back, stack)) for stack in room]) for room in state.taprooms]),
        discards=tuple(map(with_back, state.discards)),
        hands=_paired(state.hands, chance) if watched else tuple([tuple(map(with_back, hand)) for hand in state.hands]),
    )


def _with_other_beers(
    state: DankAndDraftState, chance: Chance, without: Collection[int], watched: bool
) -> DankAndDraftState:
    """The draw pile, the hands of some seats and their card in play, dealt anew. What others see of their backs stays.

    If the pairing is printed, whole cards are dealt, otherwise beers alone.
    """
    printed, top = state.options.pairing is Pairing.PRINTED, state.pending[-1]
    owned = [card for seat in sorted(without) for card in state.hands[seat - 1]]
    in_play = [top.card] if isinstance(top, InPlay) and top.source in without else []
    cards = [card & ~PLAYED if printed else card & BEER for card in (*state.pile, *owned, *in_play)]
    left = list(shuffled(cards, chance, PILE))

    def drawn(card: int, seen: bool) -> int:
        fits = [not (printed and seen) or one & ACTION == card & ACTION for one in left]
        return left.pop(fits.index(True)) & BEER | card & ~BEER if seen or not printed else left.pop(0)

    pending = state.pending
    if in_play:
        pending = (*pending[:-1], replace(top, card=drawn(in_play[0], True)))
    hands = [
        tuple([drawn(card, watched) for card in hand]) if seat in without else hand
        for seat, hand in enumerate(state.hands, 1)
    ]
    return replace(state, pile=tuple(left), hands=tuple(hands), pending=pending)


def _paired(hands: tuple[Hand, ...], chance: Chance) -> tuple[Hand, ...]:
    """The beers of each hand with its actions in another order; one draw orders the actions of all hands."""
    ranks = iter(settled(chance.order(HANDS, sum(map(len, hands)))))
    made = []
    for hand in hands:
        ordered = sorted((next(ranks), action) for action in sorted([card & ACTION for card in hand]))
        beers = sorted([card & BEER for card in hand])
        made.append(tuple([beer | action for beer, (_, action) in zip(beers, ordered, strict=True)]))
    return tuple(made)
