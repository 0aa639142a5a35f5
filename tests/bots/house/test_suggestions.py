"""A bot suggests a move to the seat that must decide, with reasons."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from taphouse.engine import GAMES
from taphouse.engine.bots import STRENGTHS
from taphouse.engine.bots.reasons import MOST_REASONS
from taphouse.engine.bots.search import Considered
from taphouse.engine.editions import packaged
from taphouse.engine.vocabulary import constant, kebab
from taphouse.schema.execution.limits import LIMITS
from taphouse.schema.prices import ANALYSE, ITERATION, LOOK, THINK
from taphouse.schema.values.bots import BotKind
from taphouse.service.bots.process_pool import BotProcesses, BotTask, NoBotMove
from taphouse.service.bots.thinking_process import Request
from tests.api.client import MINE, OPEN, Client, Json, table_of
from tests.api.server import BOTH, until
from tests.bots.house.shared import GREEDY, RANDOM, against, created, my_turn
from tests.tiny.cards import UNKNOWN

QUICK = "SEARCH_QUICK"
MOVE = "move { notation label input }"
REASONS = "reasons { key sentence seat name number }"
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


def analysed(client: Client, game: str, kind: str = QUICK, at: int | None = None) -> list[Json]:
    asked = f"analysis(bot: {kind}) {{ ... on Analysis {{ moves {{ visits expectedPoints expectedResult {REASONS} {MOVE} }} }} }}"
    found: list[Json] = client.within(game, asked, at)["analysis"]["moves"]
    return found


@pytest.mark.parametrize("kind", [*GAMES, "cask-race"])
def test_an_analysis_tells_what_a_search_considered(on_memory: Client, kind: str) -> None:
    table = table_of(on_memory, created(on_memory, MINE, MINE, kind=kind))
    considered = analysed(table.decider, table.id)
    assert 0 < sum(one["visits"] for one in considered) <= STRENGTHS["search-quick"]
    assert all(one["move"] in table.moves() for one in considered)
    assert all(isinstance(one["expectedPoints"], float) for one in considered)
    evaluated = BOTH[kind].evaluate is not None
    assert any(one["expectedPoints"] for one in considered) == evaluated
    assert all((one["expectedResult"] is None) == (evaluated or not one["visits"]) for one in considered)
    assert analysed(table.waiting, table.id) == []


@pytest.mark.parametrize("kind", [*GAMES, "cask-race"])
def test_a_finished_game_is_analysed_with_what_the_seat_knew(on_memory: Client, kind: str) -> None:
    table = table_of(on_memory, created(on_memory, MINE, MINE, kind=kind))
    decider, version = table.decider, table.version
    legal = [move["notation"] for move in decider.legal_moves(table.id)]
    before = analysed(decider, table.id)
    table.seat(1).done("resign", gameId=table.id)
    assert {one["move"]["notation"] for one in before} <= {*legal}
    assert analysed(decider, table.id, at=version) == before


@pytest.mark.parametrize("kind", [*GAMES, "cask-race"])
def test_suggestion_and_analysis_are_one_answer_with_reasons(on_memory: Client, kind: str) -> None:
    """In many positions, for each kind of bot, whichever is asked first."""
    table = table_of(on_memory, created(on_memory, MINE, MINE, kind=kind))
    for number, bot in enumerate([RANDOM, GREEDY, QUICK, "SEARCH"] * 5):
        if table.to_move is None:
            break
        move = suggested(table.decider, table.id, bot) if number % 2 else None
        considered = analysed(table.decider, table.id, bot)
        assert considered[0]["move"] == (move or suggested(table.decider, table.id, bot))
        assert 1 <= len(considered[0]["reasons"]) <= MOST_REASONS
        for one in considered:
            assert len(one["reasons"]) <= MOST_REASONS
            for reason in one["reasons"]:
                assert reason["key"] == kebab(reason["key"])
                assert reason["sentence"].endswith((".", "!", "?"))
        table.play(considered[0]["move"]["notation"])


def test_who_asks_while_a_bot_thinks_gets_the_same_answer(on_memory: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(on_memory, created(on_memory, MINE, MINE))
    thought: list[BotKind] = []
    advise = BotProcesses.advise

    async def count(self: BotProcesses, task: BotTask, kind: BotKind, owner: str) -> list[Considered]:
        thought.append(kind)
        return await advise(self, task, kind, owner)

    monkeypatch.setattr(BotProcesses, "advise", count)
    with ThreadPoolExecutor() as threads:
        answers = [*threads.map(lambda _: suggested(table.decider, table.id, QUICK), range(4))]
    assert answers == [analysed(table.decider, table.id)[0]["move"]] * 4
    assert thought == [BotKind.SEARCH_QUICK]


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
    assert cost("analysis(bot: SEARCH_QUICK)") - cost("suggestion(bot: SEARCH_QUICK)") == 100 * ANALYSE


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
    request = BotTask.request

    def look(self: BotTask, bot: str, most: int = 0) -> Request:
        seen.append((BotKind[constant(bot)], self.seat, self.known))
        return request(self, bot, most)

    monkeypatch.setattr(BotTask, "request", look)
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
    async def fail(*_: Any) -> list[Considered]:
        raise NoBotMove("its process died")

    table = table_of(on_memory, created(on_memory, MINE, MINE))
    with monkeypatch.context() as failing:
        failing.setattr(BotProcesses, "advise", fail)
        query = f'{{ game(id: "{table.id}") {{ ... on Game {{ suggestion(bot: RANDOM) {{ __typename }} }} }} }}'
        body = table.decider.post(query).json()
        assert body["errors"]
        assert "died" not in str(body)
    assert suggested(table.decider, table.id) is not None
