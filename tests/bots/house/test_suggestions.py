"""A bot suggests a move to who must decide."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.engine import GAMES
from taphouse.engine.bots import STRENGTHS
from taphouse.engine.contract import Move
from taphouse.engine.editions import packaged
from taphouse.schema.execution.limits import LIMITS
from taphouse.schema.prices import ITERATION, LOOK, THINK
from taphouse.schema.values.bots import BotKind
from taphouse.service.bots.process_pool import BotProcesses, BotTask, NoBotMove
from tests.api.client import MINE, OPEN, Client, Json, table_of
from tests.api.server import BOTH, until
from tests.bots.house.shared import GREEDY, RANDOM, against, created, my_turn
from tests.tiny.cards import UNKNOWN

SUGGESTED = "suggestion(bot: $bot) { ... on LegalMove { notation label input } }"


def suggested(client: Client, game: str, kind: str = GREEDY, at: int | None = None) -> Json | None:
    found: Json | None = client.within(game, SUGGESTED, at, bot=("BotKind!", kind))["suggestion"]
    return found


@pytest.mark.parametrize("kind", [*GAMES, "cask-race"])
@pytest.mark.parametrize("name", [GREEDY, RANDOM])
def test_a_suggestion_is_a_legal_move_of_whose_turn_it_is(on_memory: Client, kind: str, name: str) -> None:
    table = table_of(on_memory, created(on_memory, MINE, MINE, kind=kind))
    for _ in range(2):
        version = table.version
        move = suggested(table.decider, table.id, name)
        assert move in table.moves()
        for viewer in (table.waiting, table.spectator, table.host):
            assert suggested(viewer, table.id, name) is None
        assert table.version == version
        assert move is not None
        table.play(move["notation"])


@pytest.mark.parametrize("kind", [*GAMES, "cask-race"])
def test_an_analysis_tells_what_a_search_considered(on_memory: Client, kind: str) -> None:
    table = table_of(on_memory, created(on_memory, MINE, MINE, kind=kind))
    asked = """analysis(iterations: 7) { ... on Analysis {
      moves { visits expectedPoints expectedResult move { notation label input } } } }"""
    considered = table.decider.within(table.id, asked)["analysis"]["moves"]
    assert sum(one["visits"] for one in considered) == 7
    assert all(one["move"] in table.moves() for one in considered)
    assert all(isinstance(one["expectedPoints"], float) for one in considered)
    evaluated = BOTH[kind].evaluate is not None
    assert any(one["expectedPoints"] for one in considered) == evaluated
    assert all((one["expectedResult"] is None) == (evaluated or not one["visits"]) for one in considered)
    assert table.waiting.within(table.id, asked)["analysis"] == {"moves": []}


@pytest.mark.parametrize("kind", [*GAMES, "cask-race"])
def test_a_finished_game_is_analysed_with_what_the_seat_knew(on_memory: Client, kind: str) -> None:
    table = table_of(on_memory, created(on_memory, MINE, MINE, kind=kind))
    decider, version = table.decider, table.version
    legal = decider.legal_moves(table.id)
    table.seat(1).done("resign", gameId=table.id)
    asked = "analysis(iterations: 3) { ... on Analysis { moves { visits move { notation } } } }"
    considered = decider.within(table.id, asked, version)["analysis"]["moves"]
    assert sum(one["visits"] for one in considered) == 3
    assert {one["move"]["notation"] for one in considered} <= {move["notation"] for move in legal}
    assert suggested(decider, table.id, "SEARCH_QUICK", version) in legal


def test_a_search_costs_its_iterations(on_memory: Client) -> None:
    table = table_of(on_memory, created(on_memory, MINE, MINE))

    def cost(field: str) -> int:
        """The cost of so many of them that they are refused."""
        fields = " ".join(f"a{i}: {field} {{ __typename }}" for i in range(100))
        body = table.decider.post(f'{{ game(id: "{table.id}") {{ ... on Game {{ {fields} }} }} }}').json()
        found: int = body["errors"][0]["extensions"]["figure"]
        return found

    more = cost("suggestion(bot: SEARCH_QUICK)") - cost("suggestion(bot: GREEDY)")
    assert more == 100 * ITERATION * STRENGTHS["search-quick"]
    assert cost("analysis(iterations: 3)") - cost("analysis(iterations: 1)") == 100 * 2 * ITERATION


def test_nothing_is_suggested_before_the_start_and_after_the_end(anyone: Client) -> None:
    made = created(anyone, MINE, OPEN, advice="ALL")
    assert suggested(anyone.with_token(made["seats"][0]["token"]), made["game"]["gameId"]) is None
    table = table_of(anyone, created(anyone, MINE, MINE, options={"turnCap": 1}))
    decider = table.decider
    table.finish()
    assert suggested(decider, table.id) is None
    assert suggested(decider, table.id, at=2) in decider.legal_moves(table.id, at=2)


def test_suggestions_are_counted_by_what_they_cost(on_memory: Client) -> None:
    table = table_of(on_memory, created(on_memory, MINE, MINE))
    most = (LIMITS.cost - LOOK) // THINK

    def many(count: int) -> str:
        fields = " ".join(f"s{i}: suggestion(bot: RANDOM) {{ ... on LegalMove {{ notation }} }}" for i in range(count))
        return f'{{ game(id: "{table.id}") {{ ... on Game {{ {fields} }} }} }}'

    assert len(table.decider.ask(many(most))["game"]) == most
    body = table.decider.post(many(most + 1)).json()
    assert {error["extensions"]["code"] for error in body["errors"]} == {"TOO_COSTLY"}


def test_bots_are_told_only_what_their_seat_knows(on_memory: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[BotKind, int, Any]] = []
    choose = BotProcesses.choose

    async def look(self: BotProcesses, task: BotTask, kind: BotKind, owner: str) -> Move:
        seen.append((kind, task.seat, task.known))
        return await choose(self, task, kind, owner)

    monkeypatch.setattr(BotProcesses, "choose", look)
    table = against(on_memory)
    until(lambda: my_turn(table), "my turn")
    while not {kind for kind, _, _ in seen} >= {BotKind.GREEDY, BotKind.RANDOM}:  # a move may leave the turn with me
        move = suggested(table.seat(1), table.id)
        assert move is not None
        table.play(move["notation"])
        until(lambda: my_turn(table), "the bot's move")
    tiny = BOTH["cask-race"]
    rules = tiny.rules(packaged(tiny.edition, tiny.about.package)[0])
    assert {(kind, seat) for kind, seat, _ in seen} == {(BotKind.GREEDY, 1), (BotKind.RANDOM, 2)}
    for _, seat, known in seen:
        assert known == rules.known(known, seat)
        assert any(rules.known(known, other) != known for other in (1, 2))
        assert UNKNOWN in known.pile


def test_a_suggestion_that_fails_is_an_error_and_the_next_one_is_answered(
    on_memory: Client, monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]
) -> None:
    async def fail(*_: Any) -> Move:
        raise NoBotMove("its process died")

    table = table_of(on_memory, created(on_memory, MINE, MINE))
    with monkeypatch.context() as failing:
        failing.setattr(BotProcesses, "choose", fail)
        query = f'{{ game(id: "{table.id}") {{ ... on Game {{ suggestion(bot: RANDOM) {{ __typename }} }} }} }}'
        body = table.decider.post(query).json()
        assert body["errors"]
        assert "died" not in str(body)
    assert suggested(table.decider, table.id) is not None
