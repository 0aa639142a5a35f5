"""The arithmetic of ratings: they find the order of players of known strength, and leaderboards stay sorted as time passes."""

from __future__ import annotations

import random
from itertools import pairwise

from bench.simulated_ratings import looks, svg
from taphouse.service.persons.rating import DOUBT, after, doubt, new, order, points_in, shown, split
from taphouse.service.persons.stored import Rated, Rival

NOW, DAY, GAME = 1_800_000_000_000, 86_400_000, "a" * 24


def test_ratings_find_the_order_of_players() -> None:
    found = [one for seats in (2, 4) for one in looks(seats, 400, (1, 30))]
    for once, often in (found[:2], found[2:]):
        assert 0.55 < once.ordered < 0.75 < often.ordered
        assert often.doubt < once.doubt < DOUBT
    assert found[1].within > 0.95
    assert found[2].ordered > found[0].ordered  # at a table of four, a game tells more
    assert svg(found).count("<circle") == len(found)


def test_a_leaderboard_stays_sorted_while_its_players_are_away() -> None:
    rng = random.Random(3)
    players = [
        Rated(
            rng.randint(10_000, 40_000), rng.randint(1_000, 4_000), 20, NOW // 1000 - rng.randint(0, 90 * 86_400), b""
        )
        for _ in range(200)
    ]
    for days in (0, 30, 60):
        now = NOW + days * DAY
        assert all(doubt(one, now) < DOUBT for one in players)
        ratings = [shown("cask-race", one, now).rating for one in sorted(players, key=order)]
        assert all(later > earlier - 2 for earlier, later in pairwise(ratings))  # but for rounding


def test_the_worst_and_the_best_results_are_equal_but_for_their_sign_and_a_draw_changes_no_equal() -> None:
    rivals = [Rival("", place, 25.0, DOUBT) for place in (1, 2)]
    won, lost = (after(new(NOW), GAME, rivals, number, NOW) for number in (0, 1))
    assert won.strength - 25_000 == 25_000 - lost.strength > 2_000
    drawn = [Rival("", 1, 25.0, DOUBT)] * 2
    assert after(new(NOW), GAME, drawn, 0, NOW).strength == 25_000


def test_a_history_is_packed_and_split() -> None:
    rivals = [Rival("", place, 25.0, DOUBT) for place in (1, 2, 3)]
    rated = new(NOW)
    for number in range(5):
        rated = after(rated, f"{'a' * 23}{'bcdef'[number]}", rivals, number % 3, NOW + 1000 * number)
    first, others = split(rated.recent, 2)
    points = [*points_in(first), *points_in(others)]
    assert [(one.game[-1], one.at - NOW, one.place, one.players) for one in points] == [
        ("b", 0, 1, 3),
        ("c", 1000, 2, 3),
        ("d", 2000, 3, 3),
        ("e", 3000, 1, 3),
        ("f", 4000, 2, 3),
    ]
    assert points[-1].rating == shown("cask-race", rated, NOW + 4000).rating
    assert len(rated.recent) / 5 <= 24
