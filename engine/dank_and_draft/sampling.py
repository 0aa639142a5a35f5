"""A position with its hidden sides laid out anew: for a new game that begins from it, or as one seat can imagine it.

Beers are dealt to the places where a beer is hidden, and actions to those where an action is: which is on which back was
shuffled (DD-01a). The actions of a hand are seen by the other players, and lie in any order on its beers. If the edition pairs
the sides, whole cards are dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import count
from math import perm, prod

from msgspec.structs import replace

from taphouse.engine.chance import Chance, settled, shuffled
from taphouse.engine.contract import WHOLE
from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP, PLAYED, Deck
from taphouse.engine.dank_and_draft.memory import Memory, begun, counts, on_backs, pairs, same_sides
from taphouse.engine.dank_and_draft.moves import Pairing
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay
from taphouse.engine.worlds.beliefs import FREE, Contradiction, Holdings, check_viewer, chosen, followed

BACKS, PILE, HANDS = 0, 1, 2
"""The numbers of the draws."""
MIXED = BACKS
"""The number of the one that orders the draw pile, if whole cards are dealt."""
BEERS, BELIEF, MIXED_BEERS, TAKEN, COPIES = FREE, FREE + 1, FREE + 2, FREE + 3, FREE + 64
"""The numbers of those that only a sample needs."""

Group = tuple[list[tuple[int, int]], list[int]]
"""Cards, each as the seat that holds it, or 0, and its beer; and the actions that lie on their backs in any order."""


def reshuffled(state: DankAndDraftState, chance: Chance, without: Collection[int]) -> DankAndDraftState:
    """The draw pile and all actions that lie face down, drawn anew; the position itself once the game is over.

    A hand keeps its beers, which its owner sees, and its actions, which the others see (DD-04); nobody sees both. If the
    edition pairs the sides (DD-01a), a beer tells its action, and only the order of the draw pile is unknown. Seats in
    `without` see nothing.

    Raises:
        ValueError: the chance is blind.
    """
    if state.ended:
        return state
    seers = {*range(1, len(state.hands) + 1)} - {*without}
    top = state.pending[-1]
    in_play = top.source if isinstance(top, InPlay) and top.source not in seers else 0
    held = [[top.card, *hand] if seat == in_play else [*hand] for seat, hand in enumerate(state.hands, 1)]  # type: ignore[union-attr]
    anew = [card for seat, cards in enumerate(held, 1) if seat not in seers for card in cards]
    if state.options.pairing is Pairing.PRINTED:
        left = [*shuffled([card & ~PLAYED for card in (*state.pile, *anew)], chance, PILE)]
        hands = [
            cards if seat in seers else _fitting(left, cards, len(cards) if seers else int(seat == in_play))
            for seat, cards in enumerate(held, 1)
        ]
        pile = shuffled(left, chance, MIXED) if anew else left
        return _with_whole_cards(state, hands, pile, in_play, 0)
    beers = iter(shuffled([card & BEER for card in (*state.pile, *anew)], chance, PILE))
    hands = [[card & BEER if seat in seers else next(beers) for card in cards] for seat, cards in enumerate(held, 1)]
    groups: list[Group] = []
    backs = [card & ACTION for card in (*state.pile, *_face_down(state))]
    for seat, cards in enumerate(held, 1):
        shown = len(cards) if seers - {seat} else int(seat == in_play)  # nobody saw the others
        groups.append(([(seat, beer) for beer in hands[seat - 1][:shown]], [card & ACTION for card in cards[:shown]]))
        backs += [card & ACTION for card in cards[shown:]]
    return _with_backs(state, hands, [*beers], groups, backs, in_play, chance)


def sample(known: DankAndDraftState, seat: int, memory: Memory | None, deck: Deck, chance: Chance) -> DankAndDraftState:
    """A whole position as a seat can imagine it.

    Args:
        known: what the seat knows.
        seat: the seat.
        memory: what it has learnt; None for what the position shows.
        deck: the edition's cards.
        chance: the source of the draws.

    Raises:
        Contradiction: the position does not have the cards of the edition.
    """
    if known.ended:
        return known
    check_viewer(known, seat)
    held = begun(known, seat, deck) if memory is None else chosen(memory.beers, chance, BEERS)
    top = known.pending[-1]
    in_play = top.source if isinstance(top, InPlay) and top.source != seat else 0
    shown = [[card & ACTION for card in hand] for hand in known.hands]
    if isinstance(top, InPlay) and in_play:
        shown[in_play - 1].insert(0, top.card & ACTION)
    if known.options.pairing is Pairing.PRINTED:
        return _sample_of_whole_cards(known, seat, held, deck, shown, in_play, chance)

    kept, unseen = held.dealt(chance, PILE)
    hands = [[*kept[owner], *unseen[owner]] for owner in range(1, len(kept))]
    hands[seat - 1] = [*known.hands[seat - 1]]
    left = [0, *deck.actions]
    groups: list[Group] = []
    if memory is None or memory.backs is None:
        for owner, hand in enumerate(hands, 1):
            if owner != seat:
                groups.append(([(owner, beer) for beer in hand], shown[owner - 1]))
        for _, back in pairs(known):
            left[back] -= 1
    else:
        lessons = []
        if isinstance(top, InPlay) and not in_play:
            lessons.append(on_backs((top.card & BEER,), counts([top.card & ACTION]), deck.actions))
        where = {beer: owner for owner, hand in enumerate(hands, 1) for beer in hand}
        strangers = [iter(cards) for cards in unseen]
        for cards, actions in chosen(followed(memory.backs, lessons), chance, BELIEF):
            keys = [(where.get(card, 0), card) if card > 0 else (-card, next(strangers[-card])) for card in cards]
            groups.append((keys, [number for number, n in enumerate(actions, 1) for _ in range(n)]))
    for _, actions_there in groups:
        for number in actions_there:
            left[number] -= 1
    others = [number for number, n in enumerate(left) for _ in range(n)]
    pile = shuffled([*kept[0], *unseen[0]], chance, MIXED_BEERS) if kept[0] else unseen[0]
    return _with_backs(known, hands, pile, groups, others, in_play, chance)


def _face_down(state: DankAndDraftState) -> list[int]:
    """The cards outside hands and the draw pile whose actions nobody sees."""
    stacks = [stack for room in state.taprooms for stack in room]
    return [card for row in (state.taps, state.discards, *stacks) for card in row if card != GAP and not card & PLAYED]


def _with_backs(
    state: DankAndDraftState,
    hands: list[list[int]],
    pile: Sequence[int],
    groups: list[Group],
    backs: list[int],
    in_play: int,
    chance: Chance,
) -> DankAndDraftState:
    """The position with these beers, and actions on their backs.

    Args:
        state: the position.
        hands: the beers of each hand; with them that of the card in play, if it came from `in_play`.
        pile: those of the draw pile.
        groups: of which cards the actions are known, in any order.
        backs: the actions of all others.
        in_play: from whose hand the card in play is dealt anew; 0 for none.
        chance: the source of the draws.
    """
    top = state.pending[-1]
    if in_play and isinstance(top, InPlay):
        _mark(groups, in_play, top.card & ACTION, chance)
    ranks = iter(settled(chance.order(HANDS, sum([len(actions) for _, actions in groups]))))
    found: dict[int, dict[int, list[int]]] = {}
    for keys, actions in groups:
        ordered = sorted([(next(ranks), action) for action in sorted(actions)])
        for (seat, beer), (_, action) in zip(sorted(keys), ordered, strict=True):
            found.setdefault(seat, {}).setdefault(beer, []).append(action)
    others = iter(shuffled(backs, chance, BACKS))

    def whole(cards: Iterable[int], seat: int = 0) -> tuple[int, ...]:
        there, dealt = found.get(seat), []
        if there is None:
            return tuple([card if card == GAP or card & PLAYED else card & BEER | next(others) for card in cards])
        for card in cards:
            if card == GAP or card & PLAYED:
                dealt.append(card)
            else:
                beer = card & BEER
                dealt.append(beer | (there[beer].pop() if there.get(beer) else next(others)))
        return tuple(dealt)

    pile, taps = whole(pile), whole(state.taps)
    taprooms = tuple([tuple(map(whole, room)) for room in state.taprooms])
    discards = whole(state.discards)
    cards = [whole(sorted(beers), seat) for seat, beers in enumerate(hands, 1)]
    at = next((i for i, card in enumerate(cards[in_play - 1]) if card & PLAYED), 0) if in_play else 0
    table = replace(state, taps=taps, taprooms=taprooms, discards=discards)
    return _with_whole_cards(table, cards, pile, in_play, at)


def _mark(groups: list[Group], seat: int, action: int, chance: Chance) -> None:
    """Mark one of the actions of a hand as that of the card in play: it gets `PLAYED`, wherever it comes to lie."""
    there = [
        (actions, i)
        for keys, actions in groups
        if keys and keys[0][0] == seat
        for i, one in enumerate(actions)
        if one == action
    ]
    several = len({id(actions) for actions, _ in there}) > 1
    actions, i = there[settled(chance.pick(TAKEN, len(there), 1))[0] if several else 0]
    actions[i] |= PLAYED


def _with_whole_cards(
    state: DankAndDraftState, hands: Sequence[Sequence[int]], pile: Sequence[int], in_play: int, at: int
) -> DankAndDraftState:
    """The whole position with these cards. If one in play came from `in_play`, it is that hand's card at the place `at`."""
    pending, dealt = state.pending, [[*hand] for hand in hands]
    if in_play and isinstance(top := pending[-1], InPlay):
        pending = (*pending[:-1], replace(top, card=dealt[in_play - 1].pop(at) & ~PLAYED))
    return replace(
        state,
        pile=tuple(pile),
        hands=tuple([tuple(sorted(hand)) for hand in dealt]),
        pending=pending,
        viewer=WHOLE,
    )


# --- where the edition pairs the sides ---------------------------------------------------------------------------------


def _fitting(left: list[int], cards: Sequence[int], seen: int) -> list[int]:
    """Some of the cards that are left; the first ones with the actions that are seen."""
    return [
        left.pop(next(i for i, other in enumerate(left) if place >= seen or other & ACTION == card & ACTION))
        for place, card in enumerate(cards)
    ]


def _backs_of(deck: Deck, known: DankAndDraftState, attempt: int, chance: Chance) -> dict[int, list[int]]:
    """The actions of the cards that show a beer and not their action, by the beer; in a random order where they differ."""
    backs: dict[int, list[int]] = {}
    for card in deck.printed:
        backs.setdefault(card & BEER, []).append(card & ACTION)
    for beer, action in pairs(known):
        backs[beer].remove(action)
    for i, actions in enumerate(backs.values(), 1):
        if len({*actions}) > 1:
            actions[:] = shuffled(actions, chance, COPIES + attempt * len(deck.printed) + i)
    return backs


def _sample_of_whole_cards(
    known: DankAndDraftState,
    seat: int,
    held: Holdings,
    deck: Deck,
    shown: list[list[int]],
    in_play: int,
    chance: Chance,
) -> DankAndDraftState:
    """The sample, if a beer tells its action. Where several cards show one beer, which of them lies where is drawn."""
    every, certain = Counter([card & ACTION for card in deck.printed]), not same_sides(deck)
    for attempt in count():
        backs = _backs_of(deck, known, attempt, chance)

        def whole(card: int, backs: dict[int, list[int]] = backs) -> int:
            return card if card == GAP or card & ACTION else card & BEER | backs[card & BEER].pop()

        table = replace(
            known,
            taps=tuple(map(whole, known.taps)),
            taprooms=tuple([tuple([tuple(map(whole, stack)) for stack in room]) for room in known.taprooms]),
            discards=tuple(map(whole, known.discards)),
        )
        hands = [[whole(card) for card in place.known] for place in held.places[1:]]
        hands[seat - 1] = [whole(card) for card in known.hands[seat - 1]]
        kept = [whole(card) for card in held.places[0].known]
        left = [*shuffled([whole(card) for card in held.pools[0]], chance, PILE)]
        asked = [
            Counter(backs_) - Counter([card & ACTION for card in hand])
            for backs_, hand in zip(shown, hands, strict=True)
        ]
        asked[seat - 1] = Counter()
        there, wanted = Counter([card & ACTION for card in left]), sum(asked, Counter[int]())
        sizes = [sum(place.unseen) for place in held.places[1:]]
        ways = prod([perm(there[action], n) for action, n in wanted.items()])
        ways *= all(one.total() == size for one, size in zip(asked, sizes, strict=True))
        if certain and not ways:
            raise Contradiction("the position does not have the cards of the edition")
        most = prod([perm(every[action], n) for action, n in wanted.items()])
        if certain or settled(chance.weighted(COPIES + attempt * len(deck.printed), [most - ways, ways]))[0]:
            break
    for hand, actions in zip(hands, asked, strict=True):
        hand.extend(_fitting(left, [*actions.elements()], actions.total()))
    at = 0
    if in_play and isinstance(top := known.pending[-1], InPlay):
        fit = [i for i, card in enumerate(hands[in_play - 1]) if card & ACTION == top.card & ACTION]
        at = fit[settled(chance.pick(TAKEN, len(fit), 1))[0]]
    return _with_whole_cards(table, hands, shuffled([*kept, *left], chance, MIXED), in_play, at)
