"""A line of moves of all seats costs what the rules of its game take for it, and is refused where they take too much."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from taphouse.engine.worlds.lines import WORLDS
from taphouse.schema.execution import scheduler
from taphouse.schema.ports import MORE
from taphouse.schema.prices import POINT, TRIED, TRIED_AT_MOST
from tests.api.client import in_notation
from tests.limits.build import House, house
from tests.limits.rates.shared import BURST, code, cost
from tests.tiny.rules import CaskRaceRules

LINE = """query ($g: ID!, $m: [MoveInput!]!) { game(id: $g) { ... on Game {
  preview(moves: $m, allSeats: true) { __typename ... on Problem { code } ... on InputRefused { argument message } } } } }"""
MOVES = 4
RICH = dict.fromkeys(("rate_token", "rate_token_burst", "rate_address", "rate_address_burst"), 10 * TRIED_AT_MOST)


class Slow:
    """Rules that take some points of CPU time for each move that they make."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.points, self.made = 0, 0
        self._now = 0.0
        patch.setattr(scheduler, "thread_time", lambda: self._now)
        make = CaskRaceRules.make

        def slowly(rules: CaskRaceRules, *given: Any) -> Any:
            self.made += 1
            self._now += self.points * POINT
            return make(rules, *given)

        patch.setattr(CaskRaceRules, "make", slowly)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    return Slow(monkeypatch)


async def tried(here: House) -> httpx.Response:
    game, tokens = await here.table()
    await here.ask(LINE, tokens[0], g=game, m=[])  # the document is known
    here.store.fill()
    return await here.ask(LINE, tokens[0], g=game, m=in_notation(*["pass"] * MOVES))


def preview(answer: httpx.Response) -> Any:
    return answer.json()["data"]["game"]["preview"]


async def test_slow_rules_are_paid_for_as_they_go_on(slow: Slow) -> None:
    async with house(**RICH) as here:
        usual = cost(await tried(here))
        slow.made, slow.points = 0, 10
        answer = await tried(here)
    assert preview(answer) == {"__typename": "CaskRacePreview"}
    assert slow.made == MOVES * WORLDS
    took = slow.made * slow.points
    assert took <= cost(answer) - usual + TRIED <= took + MORE


async def test_a_line_is_refused_where_the_rules_take_too_much(slow: Slow) -> None:
    async with house(**RICH) as here:
        usual = cost(await tried(here))
        slow.made, slow.points = 0, TRIED_AT_MOST // 10
        answer = await tried(here)
    refused = preview(answer)
    assert (refused["code"], refused["argument"]) == ("INPUT_REFUSED", "moves")
    assert refused["message"] == "These moves take too long to try in this game. Send fewer."
    assert slow.made == 10
    assert cost(answer) - usual + TRIED >= TRIED_AT_MOST


async def test_a_client_who_has_spent_its_points_tries_no_further(here: House, slow: Slow) -> None:
    slow.points = BURST // 10
    answer = await tried(here)
    assert (answer.status_code, code(answer)) == (429, "RATE_LIMITED")
    assert slow.made <= 10
