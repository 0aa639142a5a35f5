"""A position with everything drawn anew that no player knows: the draw pile, and which actions are on the back of which beers."""

from __future__ import annotations

from msgspec.structs import replace

from taphouse.engine.chance import Chance, settled, shuffled
from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP, PLAYED
from taphouse.engine.dank_and_draft.moves import Pairing
from taphouse.engine.dank_and_draft.state import DankAndDraftState, Hand

BACKS, PILE, HANDS = 0, 1, 2
"""The numbers of the draws."""


def reshuffled(state: DankAndDraftState, chance: Chance) -> DankAndDraftState:
    """The draw pile and all actions that lie face down, drawn anew; the position itself once the game is over.

    A hand keeps its beers, which its owner sees, and its actions, which the others see (DD-04); nobody sees both. If the
    edition pairs the sides (DD-01a), a beer tells its action, and only the order of the draw pile is unknown.

    Raises:
        ValueError: the chance is blind.
    """
    if state.ended:
        return state
    if state.options.pairing is Pairing.PRINTED:
        hands = tuple([tuple(sorted(hand)) for hand in state.hands])
        return replace(state, pile=shuffled(state.pile, chance, PILE), hands=hands)
    stacks = [stack for room in state.taprooms for stack in room]
    face_up = [card for row in (state.taps, state.discards, *stacks) for card in row if card != GAP]
    hidden = [card & ACTION for card in (*face_up, *state.pile) if not card & PLAYED]
    backs = iter(shuffled(hidden, chance, BACKS))

    def with_back(card: int) -> int:
        return card if card == GAP or card & PLAYED else card & BEER | next(backs)

    return replace(
        state,
        pile=tuple([with_back(card) for card in shuffled([card & BEER for card in state.pile], chance, PILE)]),
        taps=tuple(map(with_back, state.taps)),
        hands=_hands(state.hands, chance),
        taprooms=tuple([tuple([tuple(map(with_back, stack)) for stack in room]) for room in state.taprooms]),
        discards=tuple(map(with_back, state.discards)),
    )


def _hands(hands: tuple[Hand, ...], chance: Chance) -> tuple[Hand, ...]:
    """The beers of each hand with its actions in another order; one draw orders the actions of all hands."""
    ranks = iter(settled(chance.order(HANDS, sum(map(len, hands)))))
    made = []
    for hand in hands:
        ordered = sorted((next(ranks), action) for action in sorted([card & ACTION for card in hand]))
        beers = sorted([card & BEER for card in hand])
        made.append(tuple([beer | action for beer, (_, action) in zip(beers, ordered, strict=True)]))
    return tuple(made)
