"""Rules of games with cards that lie in hands and piles: all that is secret follows from where they lie, and who sees them.

In a state, a card is a number from 1, and `UNKNOWN` if it is not known.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import islice
from math import comb
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from taphouse.engine.chance import Chance, settled, shuffled
from taphouse.engine.contract import SPECTATOR, WHOLE, Event, Rules, State, Transition, sealed, viewer_of
from taphouse.engine.worlds import PlayedWorld, Playout, SeatMove
from taphouse.engine.worlds.beliefs import Contradiction, check_viewer, hidden

UNKNOWN = 0
"""A card that is not known."""
SET_UP = 0
"""The number of the draw that deals."""
_WORLDS, _GUESSES, _MIXED = 50, 200, 64
"""The most tries to find another world, and to guess an order; and the size of the shuffle that stands for many draws."""
_COUNTED = 30_000
"""The most ways to deal a kind of cards that are looked at to count orders."""
_Split = tuple[int, tuple[int, ...]]
"""The number of ways to deal some cards to groups, and the room that they leave in each."""
_At = tuple[str, int]
"""A field, and the seat whose row it is; 0 for a pile."""


class Sight(Enum):
    """Those who see the cards of a place."""

    ALL = "all"
    OWNER = "owner"
    OTHERS = "others"
    """All seats but the owner's. Spectators see no more than any seat."""
    NOBODY = "nobody"

    def has(self, viewer: int, owner: int) -> bool:
        """True if a seat, or `SPECTATOR`, sees what belongs to the seat `owner`."""
        if self is Sight.OTHERS:
            return viewer not in (owner, SPECTATOR)
        return self is Sight.ALL or (self is Sight.OWNER and viewer == owner)


class Lies(NamedTuple):
    """The rule about cards that lie in a field of the state: a pile, or a row for each seat."""

    sight: Sight
    sorted: bool = False
    """True if each row is sorted, so that its order tells nothing."""


class Spot(NamedTuple):
    """The place of a card."""

    field: str
    owner: int
    """The seat; 0 in a pile."""
    place: int
    """From 0."""


class Deal(NamedTuple):
    """The places of the cards of a game, and the news of them."""

    lies: Mapping[str, Lies]
    """Each field of the state with cards, in the order in which they are dealt."""
    tells: Mapping[type[Event], Mapping[str, Sight]] = MappingProxyType({})
    """The fields of events that are null to some, each with those who see it. The owner is the event's `seat`."""


class DealtRules(Rules):
    """The rules of a game with one deck, in which nothing else is secret. Draws of its own have numbers above `SET_UP`.

    A game adds `deal` and `cards`, and passes `other_world` to its `Game`.
    """

    deal: ClassVar[Deal]

    @abstractmethod
    def cards(self, state: Any) -> Iterable[int]:
        """All cards of the game."""

    def excluded(self, state: Any, spot: Spot) -> Collection[int]:  # noqa: ARG002 -- games may override it
        """The cards that an unknown one cannot be by what was said of it."""
        return ()

    def dealt(self, state: Any, chance: Chance) -> Any:
        """The position with the cards that lie nowhere, shuffled, in place of the unknown ones: `new` begins with it.

        Raises:
            ValueError: the chance is blind.
            Contradiction: the position does not have the cards of the edition, or none that may be there.
        """
        rows = dict(_rows(self.deal.lies, state))
        spots = [Spot(*at, place) for at, row in rows.items() for place, card in enumerate(row) if card == UNKNOWN]
        left = hidden(self.cards(state), [card for row in rows.values() for card in row if card != UNKNOWN], len(spots))
        dealt = iter(self._fitting(state, spots, left, chance))
        new = {at: [next(dealt) if card == UNKNOWN else card for card in row] for at, row in rows.items()}
        return _laid(self.deal.lies, state, new)

    def _fitting(self, state: Any, spots: list[Spot], left: tuple[int, ...], chance: Chance) -> Iterable[int]:
        """The cards that are left in random order, each where it may be: every such order is as likely as any other."""
        excluded = [self.excluded(state, spot) for spot in spots]
        if not any(excluded):
            return shuffled(left, chance, SET_UP)
        every = [tuple(i for i, card in enumerate(left) if card not in cards) for cards in excluded]
        rng = random.Random(repr(settled(chance.order(SET_UP, _MIXED))))
        # A guess is as fair as counting, and cheap where little is known of few cards, as in Hanabi.
        places = next(filter(None, (_guessed(every, rng) for _ in range(_GUESSES))), None) or _counted(every, rng)
        return [left[place] for place in places]

    def known(self, state: Any, seat: int | None) -> Any:
        """The position with each card blanked that the seat does not see."""
        if self._over(state):
            return state
        viewer, blanked = viewer_of(state, seat), dict[str, Any]()
        for field, (sight, _) in self.deal.lies.items():
            if sight is Sight.ALL:
                continue
            whole = getattr(state, field)
            if _is_pile(whole):
                blanked[field] = whole if sight.has(viewer, 0) else (UNKNOWN,) * len(whole)
            else:
                rows = enumerate(whole, 1)
                blanked[field] = tuple([row if sight.has(viewer, at) else (UNKNOWN,) * len(row) for at, row in rows])
        return replace(self.with_decider(state, seat or SPECTATOR), **blanked, viewer=viewer)

    def reshuffled(self, state: Any, chance: Chance, without: Collection[int] = ()) -> Any:
        """The position with the cards that no seat sees, but for those in `without`, dealt anew."""
        if self._over(state):
            return state
        rows = dict(_rows(self.deal.lies, state))
        eyes = {SPECTATOR, *(owner for _, owner in rows)} - {*without}
        unseen = {
            at: (UNKNOWN,) * len(row)
            for at, row in rows.items()
            if not any(self.deal.lies[at[0]].sight.has(seat, at[1]) for seat in eyes)
        }
        return self.dealt(_laid(self.deal.lies, state, unseen), chance)

    def sample(self, known: Any, seat: int, chance: Chance, memory: Any = None) -> Any:  # noqa: ARG002 -- the position has it all
        """A position that the seat may be in: the cards that it does not see, in any order in which they may lie."""
        if self._over(known):
            return known
        check_viewer(known, seat)
        return replace(self.dealt(known, chance), viewer=WHOLE)

    def redact(self, event: Any, seat: int | None) -> Any:
        """The event, without the fields that the seat does not see."""
        sights = self.deal.tells.get(type(event), {})
        unseen = [name for name, sight in sights.items() if not sight.has(seat or SPECTATOR, event.seat)]
        return replace(event, **dict.fromkeys(unseen)) if unseen else event

    def _over(self, state: Any) -> bool:
        return self.decider(state) is None and self.outcome(state) is not None


def _guessed(every: Sequence[tuple[int, ...]], rng: random.Random) -> list[int] | None:
    """An order of the cards, one for each spot from those that it may have. None if two spots would have the same one."""
    taken: dict[int, int] = {}
    for spot, may in enumerate(every):
        if len(may) < len(every):
            card = may[int(rng.random() * len(may))] if may else None
            if card is None or card in taken:
                return None
            taken[card] = spot
    others = iter(sorted({*range(len(every))} - taken.keys(), key=lambda _: rng.random()))
    known = {spot: card for card, spot in taken.items()}
    return [known[spot] if spot in known else next(others) for spot in range(len(every))]


def _counted(every: Sequence[tuple[int, ...]], rng: random.Random) -> list[int]:
    """An order as in `_guessed`, where most guesses fail: every order is as likely as any other.

    Spots that may have the same cards are one group, and cards that may be in the same groups are one kind. Kind by kind, the
    cards are dealt to the groups, weighted by the number of ways to go on.

    Raises:
        Contradiction: there is no such order, or there are too many ways to count.
    """
    groups, kinds = _grouped(every)
    order, left = sorted(kinds, key=len), iter(range(_COUNTED))

    @cache
    def ways(number: int, room: tuple[int, ...]) -> int:
        return sum(many for many, _ in splits(number, room)) if number < len(order) else 1

    @cache
    def splits(number: int, room: tuple[int, ...]) -> list[_Split]:
        ways_of_kind = _at_most(left, _splits(len(kinds[order[number]]), order[number], room))
        found = ((many * ways(number + 1, after), after) for many, after in ways_of_kind)
        return [(many, after) for many, after in found if many]

    room = tuple(map(len, groups))
    if not ways(0, room):
        raise Contradiction("no cards are left that may be there")
    dealt: list[list[int]] = [[] for _ in groups]
    for number, kind in enumerate(order):
        many, afters = zip(*splits(number, room), strict=True)
        (after,) = rng.choices(afters, many)
        cards = iter(sorted(kinds[kind], key=lambda _: rng.random()))
        for group in kind:
            dealt[group] += islice(cards, room[group] - after[group])
        room = after
    placed = [0] * len(every)
    for at, there in zip(groups, dealt, strict=True):
        for spot, card in zip(at, sorted(there, key=lambda _: rng.random()), strict=True):
            placed[spot] = card
    return placed


def _grouped(every: Sequence[tuple[int, ...]]) -> tuple[list[list[int]], dict[tuple[int, ...], list[int]]]:
    """The groups of spots that may have the same cards, and for some of these groups the cards that may be in just them."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for spot, may in enumerate(every):
        groups.setdefault(may, []).append(spot)
    may_have = [frozenset(may) for may in groups]
    kinds: dict[tuple[int, ...], list[int]] = {}
    for card in range(len(every)):
        kinds.setdefault(tuple(group for group, may in enumerate(may_have) if card in may), []).append(card)
    return [*groups.values()], kinds


def _at_most(left: Iterator[int], found: Iterable[_Split]) -> Iterator[_Split]:
    for split in found:
        if next(left, None) is None:
            raise Contradiction("the orders are too many to count: let `excluded` tell fewer places apart")
        yield split


def _splits(count: int, groups: tuple[int, ...], room: tuple[int, ...]) -> Iterator[_Split]:
    """The ways to deal a number of cards to some groups: how many there are, with the room that they leave."""
    if not groups:
        yield from [] if count else [(1, room)]
        return
    first, *rest = groups
    for here in range(max(0, count - sum(room[group] for group in rest)), min(count, room[first]) + 1):
        left = (*room[:first], room[first] - here, *room[first + 1 :])
        for many, after in _splits(count - here, tuple(rest), left):
            yield comb(count, here) * many, after


def other_world(game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:
    """A world in which hidden cards change places, or others seal other choices, if that shows the viewer nothing in k moves.

    It says anew what was shown, without `known` and `redact`, because they are what is checked.
    """
    rules: Any = game.rules
    begins, made, lies = game.states[0], game.first(k), rules.deal.lies
    eyes = viewer or SPECTATOR
    for _ in range(_WORLDS):
        rows = {at: [*row] for at, row in _rows(lies, begins) if not lies[at[0]].sight.has(eyes, at[1])}
        spots = [(row, place) for row in rows.values() for place in range(len(row))]
        if spots:
            (one, i), (other, j) = rng.choices(spots, k=2)
            one[i], other[j] = other[j], one[i]
        world = _played(game, _laid(lies, begins, rows), k, eyes, rng)
        if world is not None and (world.made != made or world.steps[0].state != begins):
            return world
    return None


def _played(game: Playout, begins: State, k: int, eyes: int, rng: random.Random) -> PlayedWorld | None:
    """The first k moves from another position, with other sealed choices at the end. None if the viewer sees a difference."""
    rules, chance, steps, made = game.rules, Chance(game.secret), [Transition(begins, ())], []
    anew = k - rng.randrange(game.seats + 1)
    for number, (seat, move) in enumerate(game.first(k)):
        state = rules.with_decider(steps[-1].state, seat)
        alike = [one for one in rules.moves(state) if one == move or (seat != eyes and sealed(one) == sealed(move))]
        if not alike or _shown(rules, steps[-1], eyes) != _shown(rules, _step(game, number), eyes):
            return None
        made.append(SeatMove(seat, move if move in alike and number < anew else rng.choice(alike)))
        steps.append(rules.apply(state, made[-1].move, chance))
    same = _shown(rules, steps[-1], eyes) == _shown(rules, _step(game, k), eyes)
    return PlayedWorld(game.secret, tuple(made), tuple(steps)) if same else None


def _step(game: Playout, number: int) -> Transition:
    return Transition(game.states[number], game.events[number - 1] if number else ())


def _shown(rules: Any, step: Transition, eyes: int) -> Any:
    """All that a viewer is shown of a position, and of the events that led to it."""
    if not rules.deciders(step.state):
        return step
    events = []
    for event in step.events:
        sights = rules.deal.tells.get(type(event), {})
        fields = [name for name in event.__struct_fields__ if name not in sights or sights[name].has(eyes, event.seat)]
        events.append((type(event), [(name, getattr(event, name)) for name in fields]))
    lies = rules.deal.lies
    rest = [getattr(step.state, name) for name in step.state.__struct_fields__ if name not in lies]
    rows = [row if lies[at[0]].sight.has(eyes, at[1]) else len(row) for at, row in _rows(lies, step.state)]
    return events, rest, rows


def _is_pile(cards: tuple[Any, ...]) -> bool:
    """True for a pile, false for a row of each seat."""
    return not cards or isinstance(cards[0], int)


def _rows(lies: Mapping[str, Lies], state: Any) -> Iterator[tuple[_At, tuple[int, ...]]]:
    """Every pile and row of cards."""
    for field in lies:
        value = getattr(state, field)
        if _is_pile(value):
            yield (field, 0), value
        else:
            yield from (((field, seat), row) for seat, row in enumerate(value, 1))


def _laid(lies: Mapping[str, Lies], state: Any, rows: Mapping[_At, Iterable[int]]) -> Any:
    """The position with other cards in some piles and rows."""
    changed: dict[str, Any] = {}
    for (field, owner), row in rows.items():
        cards = tuple(sorted(row) if lies[field].sorted else row)
        whole = changed.get(field, getattr(state, field))
        changed[field] = (*whole[: owner - 1], cards, *whole[owner:]) if owner else cards
    return replace(state, **changed)
