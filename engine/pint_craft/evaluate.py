"""A rough estimate of a position of Pint Craft for a seat, in Pints, for bots that look one move ahead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from typing import Any

from msgspec import Struct

from taphouse.engine.pint_craft.cards import BASICS, SEASONS, EffectName, Pot
from taphouse.engine.pint_craft.deck import Act, Beer, Deck, Title
from taphouse.engine.pint_craft.rules import PintCraftRules
from taphouse.engine.pint_craft.rules.choose import holding
from taphouse.engine.pint_craft.rules.rounds import drawn
from taphouse.engine.pint_craft.rules.swap import swaps
from taphouse.engine.pint_craft.state import (
    FACE_OFF,
    ROUNDS,
    Acting,
    Beginning,
    Catching,
    PintCraftState,
    ToBrew,
    ToChoose,
    ToGive,
    ToPlay,
    ToReturn,
    ToSwap,
    ToVote,
    offered,
)

WON = 1000.0
TOKEN = (0.22, 0.26, 0.26, 0.8)
"""A token that no plan needs yet."""
CHOSEN = 0.46
"""An ingredient that may still be chosen: more than one that lies there by chance."""
AVERAGE = 3.0
"""A card that is not known, in ingredients."""
KEPT = 0.6
"""A card kept for the next turn, against one that is played."""
LEAST = 0.25
"""An ingredient that its owner chooses to give up."""
LATER = 0.3
"""An ingredient that a later Season may bring."""
PLANNED = 0.93
"""A Recipe that the ingredients pay for, against one on tap."""
UNHURRIED = 2.5
"""Not having ended the turn yet: what the next round brings comes anyway, and must not keep from brewing."""
ROUNDS_IN_GAME = 7.5
MOST_PLANS = 4_096
"""The most worths of ingredients that are cached; when there are more, all are forgotten."""
_OWN_STEPS = frozenset({ToPlay, ToBrew})
"""The decisions with which a turn goes on."""
_FREE = frozenset({ToPlay, ToBrew, ToVote, Beginning, Catching})
"""Items on the stack that bring and cost nothing."""


def evaluate(rules: PintCraftRules, known: PintCraftState, seat: int) -> float:
    """The worth of a position to a seat, in Pints: higher is better. It looks only at what the seat knows."""
    if known.ended or seat not in known.left:
        return _result(rules, known, seat)
    ingredients, shared = known.ingredients, _values(rules.deck).shared(rules, known, seat)
    return shared.worth(ingredients[seat - 1], ingredients[: seat - 1] + ingredients[seat:])


def weigh(rules: PintCraftRules, known: PintCraftState, moves: Sequence[Any], seat: int) -> list[float] | None:
    """The worths of the answers to a choice of ingredients: what they lead to mostly differs in the seat's ingredients alone."""
    owed = known.pending[-1]
    if type(owed) is not ToChoose or owed.seat != seat:
        return None
    reached = rules.choose.reached(rules, known, owed, moves)
    if reached is None:
        return None
    worths, last = [], None
    for position, has, pot in reached:
        if position is not last:
            last, (shared, theirs) = position, _but_for_own_ingredients(rules, position, seat)
        if shared is None:
            worths.append(evaluate(rules, holding(position, seat, has, pot), seat))
        else:
            worths.append(shared.worth(has, theirs))
    return worths


def _but_for_own_ingredients(
    rules: PintCraftRules, known: PintCraftState, seat: int
) -> tuple[_Shared | None, tuple[Pot, ...]]:
    """The figures that positions share which differ in a seat's ingredients alone, and those of the others. None at the end, and
    where the worth of what is given depends on them."""
    if known.ended or seat not in known.left or ToGive in map(type, known.pending):
        return None, ()
    theirs = known.ingredients[: seat - 1] + known.ingredients[seat:]
    return _values(rules.deck).shared(rules, known, seat), theirs


def _result(rules: PintCraftRules, known: PintCraftState, seat: int) -> float:
    """The worth of the end to a seat, its own or that of the game."""
    outcome = rules.outcome(known)
    if outcome is None:
        return -WON
    place = next(standing.place for standing in outcome.standings if standing.seat == seat)
    tied = sum(standing.place == 1 for standing in outcome.standings)
    return WON / tied if place == 1 else -WON


_Cards = tuple[tuple[int, ...], ...]
"""Cards or Recipes in several places."""
_Row = tuple[int, int, int, int, float, tuple[float, ...]]
"""The cost of a Recipe, its worth, and the worth of progress to it by what is paid, in which an Adjunct counts as four."""


class _Menu(Struct, frozen=True, eq=False, gc=False):
    """The Recipes on offer, those for most Pints first. Each is itself alone, so that it is found at once."""

    rows: tuple[_Row, ...]


_Key = tuple[int, int, _Cards, dict[int, float], tuple[int, ...]]
"""The seat that rivals are not, the stage, their hands, the worth of what is owed to them, and the players who are left."""


class _Rivals(Struct, eq=False, gc=False):
    """All that counts in a position for the other players who are left but their ingredients."""

    key: _Key | None
    """The things that distinguish it from others of one setting."""
    players: tuple[tuple[int, int, float, float, float, float], ...]
    """The place of each among the others, the Pints, guesses at the pay of Seasons and at cheaper Adjuncts, the expected gain
    from pending decisions, and the worth of the hand."""
    against: tuple[Any, float, float] = (None, 0.0, 0.0)
    """Their ingredients in the last position, with half the worth to the best of them, and half the mean."""


class _Setting(Struct, eq=False, gc=False):
    """All that counts in a position for all players but hands, ingredients and pending decisions."""

    menu: _Menu
    shown: tuple[tuple[int, float, float], ...]
    """For each player the Pints, and guesses at the pay of Seasons and at cheaper Adjuncts."""
    rivals: _Rivals
    """Those of the last position."""


class _Shared(Struct, frozen=True, eq=False, gc=False):
    """All that counts in a position for one seat but the ingredients."""

    menu: _Menu
    own: tuple[int, float, float, float, float, float]
    """The figures of the seat, as in `_Rivals`, but the last for not having ended the turn yet."""
    rivals: _Rivals

    def worth(self, has: Pot, theirs: tuple[Pot, ...]) -> float:
        """The worth to the seat with these ingredients, while the others have theirs."""
        pints, growth, discount, owed, held, unhurried = self.own
        own = pints + _plan(has, self.menu) + growth + discount + owed + held + unhurried
        against = self.rivals.against
        if against[0] != theirs:
            against = self.rivals.against = _against(self.rivals, self.menu, theirs)
        return own - against[1] - against[2]


def _rivals(key: _Key, shown: tuple[tuple[int, float, float], ...]) -> _Rivals:
    """The figures of the other players, from those that all see."""
    seat, stage, hands, owed, left = key
    rate = CHOSEN * KEPT * AVERAGE if stage == ROUNDS else 0.0
    players = []
    for one in left:
        if one != seat:
            place = one - 1 if one < seat else one - 2
            held = rate * min(3, 0.5 * len(hands[place]))
            players.append((place, *shown[one - 1], owed.get(one, 0.0), held))
    return _Rivals(key, tuple(players))


def _against(rivals: _Rivals, menu: _Menu, theirs: tuple[Pot, ...]) -> tuple[tuple[Pot, ...], float, float]:
    """The ingredients of the others, half the worth to the best of them, and half the mean."""
    worths = [
        pints + _plan(theirs[place], menu) + growth + discount + owed + held
        for place, pints, growth, discount, owed, held in rivals.players
    ]
    return theirs, 0.5 * max(worths), 0.5 * (fsum(worths) / len(worths))


class _Values:
    """The worths of what positions under one edition consist of. Positions that are compared share most of it."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._promises = [_promise(title) for title in deck.titles]
        """About how many ingredients each card is worth, by its code."""
        self._rows = [_row(beer) for beer in deck.beers]
        self._menu = lru_cache(maxsize=128)(self._menu_at)
        self._shown = lru_cache(maxsize=512)(self._worth_shown)
        self._hand = lru_cache(maxsize=512)(self._worth_of_hand)
        self._made = lru_cache(maxsize=64)(self._setting_of)
        self._last_setting: tuple[Any, _Setting] | None = None

    def shared(self, rules: PintCraftRules, known: PintCraftState, seat: int) -> _Shared:
        """All that counts in a position for a seat but the ingredients."""
        setting, stage, hands, first = self._setting(known), known.stage, known.hands, type(known.pending[0])
        owed = _owed(rules, known)
        own, acts = owed.pop(seat, 0.0), known.seat == seat and first in _OWN_STEPS
        rivals, others = setting.rivals, (seat, stage, hands[: seat - 1] + hands[seat:], owed, known.left)
        if rivals.key != others:
            rivals = setting.rivals = _rivals(others, setting.shown)
        held = self._hand(hands[seat - 1], stage, drawn(self._deck, known) if acts else 0)
        figures = (*setting.shown[seat - 1], own, held, UNHURRIED if acts else 0.0)
        return _Shared(setting.menu, figures, rivals)

    def _setting(self, known: PintCraftState) -> _Setting:
        """The figures of positions that differ only in hands, ingredients and what is owed, such as the plays of a turn."""
        key = (
            *(known.stacks, known.fronts, known.taps, known.season, known.round, known.stage),
            type(known.pending[0]) is Beginning,
        )
        last = self._last_setting
        if last is None or last[0] != key:
            made = self._made(known.season, *_seasons(known), known.stacks, known.fronts, known.taps)
            last = self._last_setting = key, made
        return last[1]

    def _setting_of(
        self, season: int, next_: int, later: float, stacks: _Cards, fronts: _Cards, taps: _Cards
    ) -> _Setting:
        shown = [self._shown(front, tap, season, next_, later) for front, tap in zip(fronts, taps, strict=True)]
        return _Setting(self._menu(tuple(offered(stacks))), tuple(shown), _Rivals(None, ()))

    def _worth_shown(
        self, front: tuple[int, ...], taps: tuple[int, ...], season: int, next_: int, later: float
    ) -> tuple[int, float, float]:
        """The worth of cards and Recipes in front of a player: Pints, and a guess at those of Seasons and cheaper Adjuncts."""
        deck = self._deck
        beers, improvements = [deck.beers[recipe] for recipe in taps], deck.improvements(front)
        coming = (season + 1) % len(SEASONS)
        growth = (
            next_ * CHOSEN * (improvements * len(taps) + sum([beer.bonus for beer in beers if beer.season == coming]))
        )
        growth += LATER * later * (improvements * (len(taps) + 0.4 * later) + sum([beer.bonus for beer in beers]) / 4)
        return deck.pints(front, taps), growth, LATER * later * (deck.price - deck.adjunct_price(front))

    def _menu_at(self, on_offer: tuple[int, ...]) -> _Menu:
        """These Recipes on offer."""
        beers, rows = self._deck.beers, self._rows
        return _Menu(tuple([rows[recipe] for recipe in sorted(on_offer, key=lambda recipe: -beers[recipe].pints)]))

    def _worth_of_hand(self, hand: tuple[int, ...], stage: int, coming: int) -> float:
        """The expected gain from a seat's own hand, with so many cards that it will draw at the end of this turn.

        Three cards can be played in the next turn; later ones come late, if ever.
        """
        promises = self._promises
        cards = sorted([promises[card] for card in hand], reverse=True)
        if stage == FACE_OFF:
            return 0.1 * sum(cards[:1])
        cards += [AVERAGE] * coming
        later = KEPT if stage == ROUNDS else 0.1
        return CHOSEN * later * (sum(cards[:3]) + 0.5 * sum(cards[3:6]) + 0.1 * sum(cards[6:]))


_values = lru_cache(maxsize=64)(_Values)


def _row(beer: Beer) -> _Row:
    """A Recipe on offer."""
    c0, c1, c2, c3 = beer.cost
    whole = c0 + c1 + c2 + 4 * c3 or 1
    progress = tuple([beer.pints * (paid / whole) ** 2 for paid in range(whole + 1)])
    return c0, c1, c2, c3, PLANNED * (beer.pints + 0.2 * beer.bonus), progress


def _seasons(known: PintCraftState) -> tuple[int, float]:
    """The number of Seasons that will surely pay, 0 or 1, and a guess at those after it. Pay already owed counts elsewhere."""
    if known.stage != ROUNDS:
        return 0, 0.0
    return 0 if type(known.pending[0]) is Beginning else 1, max(
        0.0, ROUNDS_IN_GAME - 0.6 * len(known.hands) - known.round
    )


_plans: dict[tuple[Pot, _Menu], float] = {}
"""Those that were made; a dictionary, since collecting garbage would look at every entry of an `lru_cache`."""


def _plan(has: Pot, menu: _Menu) -> float:
    """The worth of these ingredients: Recipes that they pay for, progress to the next one, and the rest."""
    found = _plans.get((has, menu))
    if found is None:
        if len(_plans) >= MOST_PLANS:
            _plans.clear()
        found = _plans[has, menu] = _worth_of_plan(has, menu)
    return found


def _worth_of_plan(has: Pot, menu: _Menu) -> float:
    h0, h1, h2, h3 = has
    worth, open_ = 0.0, []
    for row in menu.rows:
        c0, c1, c2, c3, gain, _ = row
        if h0 >= c0 and h1 >= c1 and h2 >= c2 and h3 >= c3:
            h0, h1, h2, h3 = h0 - c0, h1 - c1, h2 - c2, h3 - c3
            worth += gain
        else:
            open_.append(row)
    most = 0.0
    for c0, c1, c2, c3, _, progress in open_:
        paid = (h0 if h0 < c0 else c0) + (h1 if h1 < c1 else c1) + (h2 if h2 < c2 else c2)
        if (near := progress[paid + 4 * (h3 if h3 < c3 else c3)]) > most:
            most = near
    t0, t1, t2, t3 = TOKEN
    return worth + 0.45 * most + (h0 * t0 + h1 * t1 + h2 * t2 + h3 * t3)


def _promise(title: Title) -> float:
    """About how many ingredients a card is worth."""
    lasting = 4.0 if title.improvement else 2.0 if title.stays else 0.0
    return lasting + sum([_worth(act, 1, 2) for act in title.acts]) if title.name else AVERAGE


def _worth(act: Act, improvements: int, on_tap: int) -> float:
    """About how many ingredients an effect is worth to the player of the card."""
    match act.effect:
        case EffectName.CHOOSE_PER_IMPROVEMENT:
            return act.amount + improvements
        case EffectName.CHOOSE_PER_RECIPE:
            return min(act.amount, on_tap)
        case EffectName.PAY:
            return sum(act.pot[:BASICS]) + 3.0 * act.pot[BASICS]
        case EffectName.OTHERS_CHOOSE:
            return -act.amount
        case EffectName.DRAW | EffectName.REDRAW:
            return 1.5 * act.amount
        case EffectName.TAKE_BACK | EffectName.TAKE_CARD:
            return 3.0
        case EffectName.BURY:
            return 0.5
        case EffectName.PAY_FROM_RECIPE:
            return 3.5
        case EffectName.RETURN_RECIPE:
            return 3.0
        case EffectName.SWAP_RECIPES:
            return 3.0  # where there is a better Recipe than one's own
    return float(act.amount)


@lru_cache(maxsize=1024)
def _left_of_card(deck: Deck, card: int, at: int, acting: bool, front: tuple[int, ...], on_tap: int) -> float:
    """The expected gain from the effects of a card that are not carried out yet, or from the one that owes a choice."""
    acts, improvements = deck.titles[card].acts[at:], deck.improvements(front)
    return CHOSEN * sum([_worth(act, improvements, on_tap) for act in (acts if acting else acts[:1])])


def _best_swap(rules: PintCraftRules, known: PintCraftState, seat: int, difference: int) -> int:
    """The Pints that the best exchange of Recipes would bring."""
    theirs = [known.taps[other - 1] for other in known.left if other != seat]
    pints = [beer.pints for beer in rules.deck.beers]
    return max(
        [pints[b] - pints[a] for a, b in swaps(rules.deck.beers, known.taps[seat - 1], theirs, difference)], default=0
    )


def _owed(rules: PintCraftRules, known: PintCraftState) -> dict[int, float]:
    """The expected gains and losses of seats from pending decisions."""
    worths: dict[int, float] = {}
    frame: Any  # `match` would ask for each of its types in turn
    for frame in known.pending:
        kind = type(frame)
        if kind in _FREE:
            continue
        seat = known.seat
        if kind is ToChoose:
            seat, worth = frame.seat, CHOSEN * frame.amount
        elif kind is ToGive:
            giver, seat = frame.seat, frame.to
            worth = LEAST * min(frame.amount, sum(known.ingredients[giver - 1]))
            worths[giver] = worths.get(giver, 0.0) - worth
        elif kind is ToReturn:
            seat, worth = frame.seat, -1.5
        elif kind is ToSwap:
            worth = _best_swap(rules, known, seat, rules.deck.titles[frame.card].acts[frame.at].amount)
        else:
            front, taps = known.fronts[seat - 1], known.taps[seat - 1]
            worth = _left_of_card(rules.deck, frame.card, frame.at, kind is Acting, front, len(taps))
        worths[seat] = worths.get(seat, 0.0) + worth
    return worths
