"""Records are paid by their length before they are read, verified in slices, and counted by quotas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from taphouse.engine.records.text import write
from taphouse.schema.execution.scheduler import Scheduler
from taphouse.schema.prices import CREATE, REPLAYED, SHOWN
from tests.conformance.tables import default_table
from tests.forks.test_importing import cut
from tests.limits.build import HERE, House, house
from tests.limits.rates.shared import cost
from tests.records import recorded

IMPORT = "mutation($r: String!) {{ importRecord(record: {}) {{ __typename ... on Problem {{ code }} }} }}"
WHOLE = write(recorded(default_table("pint-craft"), "priced"))


async def post(here: House, path: str, body: Any) -> Any:
    async with here.client(HERE) as client:
        return await client.post(f"/v1{path}", json=body)


async def test_a_record_is_paid_by_the_character_over_graphql_and_rest() -> None:
    async with house() as here:
        text = "x" * 9_000
        sent: list[tuple[str, dict[str, str]]] = [
            (IMPORT.format("$r"), {"r": text}),
            (IMPORT.format(f'"{text}"').replace("($r: String!)", ""), {}),
        ]
        for query, given in sent:
            await here.ask(query, **given)
            answer = await here.ask(query, **given)
            assert cost(answer) == pytest.approx(CREATE + REPLAYED * len(text), abs=2), answer.text
        answer = await post(here, "/records", {"record": text})
        assert cost(answer) == pytest.approx(CREATE + SHOWN + REPLAYED * len(text), abs=2)
        body = {"kind": "DANK_AND_DRAFT", "seats": [{"kind": "MINE"}] * 2}
        answers = [await post(here, "/games", {**body, **more}) for more in ({}, {"position": text})]
        assert cost(answers[1]) - cost(answers[0]) == pytest.approx(REPLAYED * len(text), abs=2)


@pytest.mark.parametrize("path", ["/records", "/games"])
async def test_a_record_is_verified_in_slices(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(rate_token=0, rate_address=0) as here:
        taken: list[str] = []
        right: Callable[..., Any] = Scheduler.take

        async def counted(self: Scheduler, owner: str, *more: Any, **named: Any) -> Any:
            taken.append(owner)
            return await right(self, owner, *more, **named)

        monkeypatch.setattr(Scheduler, "take", counted)
        here.app.state.services.scheduler.slice = 0
        begun = cut(recorded(default_table("pint-craft"), "priced"), 20)
        seats = [{"kind": "MINE"}] * len(begun.seats)
        body = {"record": WHOLE} if path == "/records" else {"kind": "PINT_CRAFT", "seats": seats}
        answer = await post(here, path, body if path == "/records" else {**body, "position": write(begun)})
        assert answer.status_code == 201, answer.text
        assert len(taken) >= 20


async def test_imports_and_forks_count_for_quotas() -> None:
    async with house(quota_games=2) as here:
        begun = cut(recorded(default_table("dank-and-draft"), "counted"), 6)
        made = [await post(here, "/records", {"record": write(begun)}) for _ in range(3)]
        assert [one.status_code for one in made] == [201, 201, 429]
        game = made[0].json()
        path = f"/games/{game['game']['gameId']}/forks"
        tokens = [seat["token"] for seat in game["seats"]]
        assert (await post(here, path, {"seatTokens": tokens})).json()["code"] == "QUOTA_REACHED"
        assert (await post(here, "/records", {"record": WHOLE})).status_code == 201, "it has ended"
