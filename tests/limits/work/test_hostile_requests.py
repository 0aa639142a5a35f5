"""The work of the store for hostile requests, and their answers, by counts."""

from __future__ import annotations

from typing import Any

import pytest

from bench.hostile.attacks.resigning import IMPORT, played_to_its_end
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.execution.documents import DocumentCache
from taphouse.schema.execution.scheduler import MOST_READS
from taphouse.schema.inputs import MOST_MOVES
from taphouse.schema.prices import LISTED
from taphouse.service.store.protocol import StoredEntry
from tests.limits.build import HERE, House, house
from tests.limits.rates.shared import cost, left

GAME = "query($g: ID!) {{ {} }}"
RESIGN = (
    "mutation($g: ID!, $k: String) { resign(gameId: $g, idempotencyKey: $k) { ... on GameChanged { entries { version } "
    "game { latest status } } ... on Problem { code } } }"
)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The ranges that were read of logs."""
    found: list[tuple[int, int]] = []
    entries = MemoryStore.entries

    async def counted(self: MemoryStore, game: str, after: int, count: int) -> tuple[StoredEntry, ...]:
        found.append((after, count))
        return await entries(self, game, after, count)

    monkeypatch.setattr(MemoryStore, "entries", counted)
    return found


async def test_a_request_reads_each_game_and_range_once(reads: list[tuple[int, int]]) -> None:
    async with house() as here:
        game, _ = await here.table()
        fields = " ".join(f"a{n}: history(first: 1) {{ edges {{ cursor }} }}" for n in range(50))
        games = " ".join(f"g{n}: game(id: $g) {{ ...F }}" for n in range(5))
        answer = await here.ask(f"query($g: ID!) {{ {games} }} fragment F on Game {{ {fields} }}", g=game)
        data = answer.json()["data"]
        assert {edge["cursor"] for g in data.values() for a in g.values() for edge in a["edges"]} == {"1"}
        assert (here.store.trips["load"], len(reads)) == (1, 1)


async def test_a_request_has_a_bound_of_different_reads() -> None:
    async with house() as here:
        game, _ = await here.table()
        fields = " ".join(f'a{n}: history(first: 1, after: "{n}") {{ edges {{ cursor }} }}' for n in range(200))
        answer = (await here.ask(GAME.format(f"game(id: $g) {{ ... on Game {{ {fields} }} }}"), g=game)).json()
        assert answer["data"] is None
        ((code, limit),) = {(error["extensions"]["code"], error["extensions"]["limit"]) for error in answer["errors"]}
        assert (code, limit) == ("TOO_MANY_READS", MOST_READS)


async def test_legal_moves_are_generated_once_in_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house() as here:
        game, (ada, _) = await here.table()
        loaded = await here.app.state.services.reader.now(game)
        made: list[Any] = []
        rules = type(loaded.rules)
        moves = rules.moves
        monkeypatch.setattr(rules, "moves", lambda self, known: made.append(known) or moves(self, known))
        one = "game(id: $g) { ... on Game { " + " ".join(
            f'a{n}: legalMoves(first: 1, after: "84") {{ edges {{ cursor }} }}' for n in range(100)
        )
        assert "errors" not in (await here.ask(GAME.format(one + " } }"), ada, g=game)).json()
        assert len(made) == 1


async def test_a_page_costs_what_it_asks_for_or_others_would_learn_how_much_is_listed() -> None:
    async with house() as here:
        game, seats = await here.table()
        query = GAME.format("game(id: $g) { ... on Game { legalMoves(first: 500) { edges { cursor } } } }")
        await here.ask(query, seats[0], g=game)  # and its document is known
        decides, waits = [await here.ask(query, seat, g=game) for seat in seats]
        lists = [len(answer.json()["data"]["game"]["legalMoves"]["edges"]) for answer in (decides, waits)]
        assert lists[0] > lists[1] == 0
        assert cost(decides) == cost(waits) > 500 * LISTED
        assert left(decides)["address"] - left(waits)["address"] == cost(waits)


async def test_an_answer_to_a_change_has_a_bound_of_entries_and_so_has_its_repetition(
    reads: list[tuple[int, int]],
) -> None:
    async with house(rate_token=0, rate_address=0) as here:
        made = (await here.ask(IMPORT, r=played_to_its_end())).json()["data"]["importRecord"]
        game, tokens = made["game"]["gameId"], [seat["token"] for seat in made["seats"]]
        key = "k" * 22
        for token in tokens:
            answer = (await here.ask(RESIGN, token, g=game, k=key)).json()["data"]["resign"]
        assert answer["game"]["status"] == "OVER"
        assert answer["game"]["latest"] > 5 * MOST_MOVES
        assert len(answer["entries"]) == MOST_MOVES
        reads.clear()
        assert (await here.ask(RESIGN, tokens[-1], g=game, k=key)).json()["data"]["resign"] == answer
        assert max(count for _, count in reads) < 2 * MOST_MOVES


@pytest.mark.parametrize("text", ["# {}\n{{ __typename }}", '{{ game(id: "{}") {{ __typename }} }}', '{{ game(id: "{}'])
async def test_a_document_is_priced_by_its_characters_too(text: str) -> None:
    async with house() as here:
        documents: DocumentCache = here.documents
        assert documents.price(text.format("x" * 40_000)) - documents.price(text.format("x")) == pytest.approx(
            120, abs=1
        )


async def test_a_large_body_is_paid_for_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house() as here:
        await _sends(here, 200_000)
        assert here.store.taken[0].cost >= 100
        here.store.empty()
        here.reset()
        monkeypatch.setattr("taphouse.service.http.graphql_http._parameters", None)  # is not reached
        assert (await _sends(here, 200_000)) == 429
        assert here.store.trips == {"take": 1}


async def test_the_values_of_a_large_body_are_counted_before_they_are_made() -> None:
    async with house() as here, here.client(HERE) as client:

        async def told(value: Any) -> Any:
            body = {"query": "query ($v: Int) { __typename }", "variables": {"v": value}}
            return (await client.post("/graphql", json=body)).json()["errors"][0]

        for many in ([[]] * 80_000, [""] * 50_000, {str(n): "" for n in range(9_000)}):
            error = await told(many)
            assert error["extensions"] == {"code": "TOO_MANY_VALUES", "limit": 5000, "figure": 5001}
            assert error["message"].startswith("The request has at least 5,001 values.")
        for few in (', "' * 60_000, {str(n): "x" * 20 for n in range(4_900)}):
            assert "extensions" not in await told(few)


async def _sends(here: House, size: int) -> int:
    async with here.client(HERE) as client:
        return (
            await client.post("/graphql", json={"query": "{ __typename }", "variables": {"v": "x" * size}})
        ).status_code
