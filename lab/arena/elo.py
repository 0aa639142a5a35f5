"""Ratings of bots that do not change, with intervals that have the coverage they name."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from taphouse.engine.contract import Victory
from taphouse.lab.matches.playing import MatchResult
from taphouse.lab.matches.report import Estimate, student

POINTS = 400 / math.log(10)
"""The points of Elo of one unit of the logistic scale."""
EXACT = 1e-9
"""The last step of a fit, at most."""

_TEAM = Victory.TEAM.name

_Array = NDArray[np.float64]


def elo(bots: int, results: Iterable[MatchResult]) -> list[Estimate]:
    """The strengths of bots by the model of Bradley and Terry, fitted to all pairs that met, in points of Elo around their mean.

    Each bot begins with one game that it has drawn with a bot of mean strength, so that one that wins every game, or met no
    other, has a rating. Intervals are those of the clustered (sandwich) error, by shuffles; for a bot that has lost all or
    none of its games, the error of the model if that is larger.
    """
    won = _won(bots, results)
    shuffles, total = len(won), won.sum(axis=0)
    strength, chance, data, prior = _fitted(total)
    inverse = np.linalg.inv(data + prior)
    scores = (won - (won + won.transpose(0, 2, 1)) * chance).sum(axis=2)
    # As for a share, one more shuffle is counted, whose games are independent.
    spread = scores.T @ scores * (shuffles / max(1, shuffles - 1)) + data / shuffles
    centre = np.eye(bots) - 1 / bots
    variance = np.diag(centre @ inverse @ spread @ inverse @ centre)
    one_sided = (total.sum(axis=1) == 0) | (total.sum(axis=0) == 0)
    variance = np.where(one_sided, np.maximum(variance, np.diag(centre @ inverse @ centre)), variance)
    values, halves = POINTS * centre @ strength, POINTS * student(shuffles) * np.sqrt(variance)
    return [
        Estimate(value, value - half, value + half)
        for value, half in zip(values.tolist(), halves.tolist(), strict=True)
    ]


def _won(bots: int, results: Iterable[MatchResult]) -> _Array:
    """For each shuffle, how often each bot came before each other; a shared place counts half for both.

    A game in which a bot has several seats says nothing about it against itself: its best place counts. Neither does a game about
    bots of one team.
    """
    shuffles: dict[str, _Array] = {}
    for result in results:
        won = shuffles.setdefault(result.shuffle, np.zeros((bots, bots)))
        best: dict[int, int] = {}
        for bot, place in zip(result.seats, result.places, strict=True):
            best[bot] = min(place, best.get(bot, place))
        for bot, place in best.items():
            for other, theirs in best.items():
                if bot != other and not (result.won == _TEAM and place == theirs):
                    won[bot, other] += 0.5 + (theirs > place) / 2 - (theirs < place) / 2
    return np.stack([*shuffles.values()])


def _fitted(won: _Array) -> tuple[_Array, _Array, _Array, _Array]:
    """The strengths that are likeliest (Newton's method), the chance of each bot against each other, and the information of the
    games and of those with which bots begin.
    """
    games, strength = won + won.T, np.zeros(len(won))
    while True:
        chance = 1 / (1 + np.exp(strength - strength[:, None]))
        own = 1 / (1 + np.exp(-strength))
        information = games * chance * (1 - chance)
        slope = (won - games * chance).sum(axis=1) + 0.5 - own
        data, prior = np.diag(information.sum(axis=1)) - information, np.diag(own * (1 - own))
        step = np.linalg.solve(data + prior, slope).clip(-1, 1)
        if np.abs(step).max() < EXACT:
            return strength, chance, data, prior
        strength = strength + step
