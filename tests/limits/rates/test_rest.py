"""The costs of requests by REST."""

from __future__ import annotations

from functools import cache

import pytest

from taphouse.engine.records.text import write
from taphouse.schema.prices import CREATE as NEW_GAME
from taphouse.schema.prices import JUDGED, LISTED, THINK, VALUE
from taphouse.schema.prices import LOOK as LOOKED
from taphouse.schema.rest.operations import OPERATIONS, Operation
from taphouse.service.access.rate_limits import UNPRICED
from tests.access.operations import WEBHOOK
from tests.api.client import in_notation
from tests.conformance.tables import default_table
from tests.limits.build import House
from tests.limits.rates.shared import ADDRESS_BURST, BURST, cost, left
from tests.records import recorded

PROBLEM = "application/problem+json"


@cache
def a_record() -> str:
    return write(recorded(default_table("cask-race"), "paid"))


@pytest.mark.parametrize("operation", [one for one in OPERATIONS if one.offered], ids=lambda one: one.id)
async def test_each_operation_of_rest_is_paid_for_once_and_refused_as_a_problem(
    here: House, operation: Operation
) -> None:
    game, (ada, _) = await here.table()
    path = operation.path.format(
        id=game,
        seat=1,
        kind="CASK_RACE",
        handle="nobody",
        account="nobody",
        webhook="a" * 24,
        report="a" * 24,
        proposal=f"{game}-1",
    )
    bodies = {
        "createGame": {"kind": "CASK_RACE", "seats": [{"kind": "MINE"}] * 2},
        "play": {"moves": in_notation("pass")},
        "importRecord": {"record": a_record()},
        "whyNot": {"move": {"notation": "pass"}},
        "preview": {"moves": in_notation("pass")},
        "narrowToken": {"readOnly": True},
        "takeHandover": {"handover": "none"},
        "nameSeat": {"name": "Zoe"},
        "claimSeat": {"token": "none"},
        "quickPlay": {"kind": "CASK_RACE"},
        "replacePlayer": {"with": {"bot": "RANDOM"}},
        "addTime": {"seconds": 60},
        "saveProfile": {"handle": "Zoe"},
        "markPlayer": {"player": "Zoe"},
        "remindByEmail": {"address": "zoe@example.org"},
        "verifyEmail": {"code": "none"},
        "say": {"phrase": "HELLO"},
        "setTalk": {"mode": "PHRASES"},
        "muteSeat": {"seat": 2},
        "report": {"category": "OTHER"},
        "leaveOrders": {"orders": []},
        "propose": {"kind": "DRAW"},
        **dict.fromkeys(("createWebhook", "createAccountWebhook", "createOperatorWebhook"), WEBHOOK),
    }
    sent = None if operation.method == "GET" else bodies.get(operation.id, {})
    token = None if operation.id in ("createGame", "quickPlay", "openGames", "finishedGames") else ada
    params = {
        "suggestion": {"bot": "RANDOM"},
        "analysis": {"bot": "RANDOM"},
        "botLine": {"bot": "RANDOM"},
        "deleteAccount": {"account": "none"},
        "operatorAccounts": {"begins": "a"},
    }
    asked = {"params": params.get(operation.id, {}), "json": sent}
    async with here.client(token=token) as client:
        if operation.id == "quickPlay":  # which nobody without an account may ask for without a key
            client.headers["idempotency-key"] = "k" * 22
        paid = await client.request(operation.method, path, **asked)
        assert paid.status_code in (200, 201, 401, 403, 404, 409), paid.text
        (taken,) = {take.cost for take in here.store.taken if take.capacity == ADDRESS_BURST}
        assert taken == cost(paid)
        assert len(here.store.taken) == (token is not None) + 1
        assert cost(paid) >= {"createGame": NEW_GAME, "suggestion": THINK, "now": 1}.get(operation.id, LOOKED)
        here.store.empty()
        here.reset()
        for accept in ("application/json", "text/html", "text/event-stream"):
            refused = await client.request(operation.method, path, headers={"accept": accept}, **asked)
            assert (refused.status_code, refused.headers["content-type"]) == (429, PROBLEM)
            told = refused.json()
            assert (told["code"], told["retryAfter"]) == ("RATE_LIMITED", int(refused.headers["retry-after"]))
            assert "ratelimit-policy" in refused.headers
        assert here.store.trips["commit"] == 0
        assert here.store.trips.total() == 3 + 2 * (operation.id == "play")  # the reserves


async def test_the_document_of_rest_is_paid_for_as_any_request(here: House) -> None:
    async with here.client() as client:
        for method in ("GET", "HEAD", "OPTIONS", "POST"):
            here.store.fill()
            assert cost(await client.request(method, "/openapi.json")) == UNPRICED
            here.store.empty()
            refused = await client.request(method, "/openapi.json")
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
            assert method == "HEAD" or refused.json()["code"] == "RATE_LIMITED"


@pytest.mark.parametrize("what", ["moves", "moves/preview"])
async def test_each_move_that_is_sent_by_rest_is_paid_for(here: House, what: str) -> None:
    game, (ada, _) = await here.table()
    async with here.client(token=ada) as client:
        one, many = [
            cost(await client.post(f"/v1/games/{game}/{what}", json={"moves": in_notation("pass") * count}))
            for count in (1, 64)
        ]
    assert many - one == 63 * JUDGED


@pytest.mark.parametrize("path", ["events", "history", "moves/legal"])
async def test_a_page_of_rest_costs_what_it_asks_for(here: House, path: str) -> None:
    game, (ada, _) = await here.table()
    path = f"/v1/games/{game}/{path}"
    one, more, default = [await here.get(path + first, ada) for first in ("?first=1", "?first=200", "")]
    for page, size in ((more, 200), (default, 100)):
        assert cost(page) - cost(one) == pytest.approx((2 * LISTED + VALUE) * (size - 1), abs=1)
    assert left(default)["token"] == BURST - cost(one) - cost(more) - cost(default)


async def test_a_stream_is_paid_for_at_its_start(here: House) -> None:
    game, _ = await here.table()
    path = f"/v1/games/{game}/events"
    assert (await here.get(path)).status_code == 200
    here.store.empty()
    assert (await here.get(path, accept="text/event-stream")).status_code == 429
