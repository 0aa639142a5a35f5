"""The named effects: those that come at once or with ingredients of the market, and those of the game's end."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from taphouse.engine.brew_crafters.box import Act, Box
from taphouse.engine.brew_crafters.cards import POINTS, EffectName, Stock
from taphouse.engine.brew_crafters.edition import BEER, BONUS_POINTS, GOLD_LABELS, LOANS, RESEARCH, TASTING_ROOM
from taphouse.engine.brew_crafters.state import Board, Brewer, ToChoose, means_of
from taphouse.engine.contract import ScoreCategory


def take(board: Board, seat: int, act: Act, source: str) -> None:
    """`TAKE`."""
    board.gain(seat, act.stock, source)


def choose_basic(board: Board, seat: int, act: Act, source: str) -> None:
    """`CHOOSE_BASIC`."""
    board.pending += [ToChoose(seat, False, source)] * act.amount


def choose_advanced(board: Board, seat: int, act: Act, source: str) -> None:
    """`CHOOSE_ADVANCED`."""
    board.pending += [ToChoose(seat, True, source)] * act.amount


def money(board: Board, seat: int, act: Act, source: str) -> None:
    """`MONEY`."""
    board.earn(seat, act.amount, source)


ImmediateEffect = Callable[[Board, int, Act, str], None]
"""(board, seat, effect, source): carries the effect out at once."""
AT_ONCE: dict[EffectName, ImmediateEffect] = {
    EffectName.TAKE: take,
    EffectName.CHOOSE_BASIC: choose_basic,
    EffectName.CHOOSE_ADVANCED: choose_advanced,
    EffectName.MONEY: money,
}
"""Effects that happen once, when a tile is installed, a step taken or a market space used."""


def at_once(board: Board, seat: int, acts: Iterable[Act], source: str) -> None:
    """Apply effects that come at once."""
    for act in acts:
        AT_ONCE[act.effect](board, seat, act, source)


def gain_at_market(board: Board, seat: int, taken: Stock, space: str) -> None:
    """Ingredients that a player takes from a market space, and what `MORE_FROM_MARKET` adds to them."""
    board.gain(seat, taken, space)
    for source, act in means_of(board.brewers[seat - 1], board.box).of(EffectName.MORE_FROM_MARKET):
        a, b, c, d, e, f = [n if there else 0 for n, there in zip(act.stock, taken, strict=True)]
        board.gain(seat, (a, b, c, d, e, f), source)


def advanced(numbers: tuple[int, ...], box: Box) -> int:
    """The number of different advanced recipes that were brewed, given the batches of each recipe."""
    return sum([1 for beer, count in zip(box.beers, numbers, strict=True) if count and beer.advanced])


COUNTED: dict[EffectName, Callable[[Brewer, Box, int], int]] = {
    EffectName.POINTS_PER_BATCHES: lambda brewer, _box, _labels: sum(brewer.brewed),
    EffectName.POINTS_PER_INGREDIENTS: lambda brewer, _box, _labels: sum(brewer.stock),
    EffectName.POINTS_PER_MONEY: lambda brewer, _box, _labels: brewer.money,
    EffectName.POINTS_PER_ADVANCED_BREWED: lambda brewer, box, _labels: advanced(brewer.brewed, box),
    EffectName.POINTS_PER_ADVANCED_SOLD: lambda brewer, box, _labels: advanced(brewer.sold, box),
    EffectName.POINTS_PER_LABEL: lambda _brewer, _box, labels: labels,
}
"""The scores of the effects of the game's end, for a player who has so many gold labels."""


def points(brewer: Brewer, box: Box, labels: int, act: Act) -> int:
    """The score of an effect of the game's end (BC-29)."""
    return min(act.most, act.amount * (COUNTED[act.effect](brewer, box, labels) // act.per))


def lines(brewer: Brewer, box: Box, labels: int) -> dict[str, int]:
    """The points of each category for a player who has so many gold labels (BC-29)."""
    first, further = box.loan_points
    scored = {
        BEER: brewer.beer,
        RESEARCH: 0,
        TASTING_ROOM: 0,
        BONUS_POINTS: brewer.bonus,
        GOLD_LABELS: box.label_points * labels,
        LOANS: -(first + further * (brewer.loans - 1)) if brewer.loans else 0,
    }
    for effect, sources in means_of(brewer, box).acts.items():
        if effect in POINTS:
            for source, act in sources:
                line = GOLD_LABELS if effect is EffectName.POINTS_PER_LABEL else box.scored_as[source]
                scored[line] += points(brewer, box, labels, act)
    return scored


def score(brewer: Brewer, box: Box, labels: int) -> tuple[ScoreCategory, ...]:
    """The score of a player who has so many gold labels (BC-29)."""
    return tuple([ScoreCategory(line, box.categories[line], n) for line, n in lines(brewer, box, labels).items()])
