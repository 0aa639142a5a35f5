"""A move after the deadline that a player was shown stands if a failover took the time. The log has the time given back."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from taphouse.service.games.clocks import timekeeping
from taphouse.service.store.absences import GAP
from tests.api.client import MINE, in_notation, new_key
from tests.api.server import Server
from tests.clocks.shared import moment
from tests.effort import BOUND
from tests.faults.groups import pair
from tests.faults.test_lost_versions import PLAY, Http, caught_up, parted, started, word_of
from tests.live.build import GAMES

PER_MOVE = 4
LATE = 2.7
"""Seconds after the deadline at which a new master takes over."""


async def test_a_move_after_its_deadline_stands_with_the_time_that_a_failover_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeping, "LEAST_TIME", PER_MOVE)
    with pair(tmp_path) as (one, two):
        async with AsyncExitStack() as stack:
            (word,), url = await stack.enter_async_context(word_of(one))
            http = await stack.enter_async_context(httpx.AsyncClient(timeout=BOUND, trust_env=False))
            here = await started(stack, Server(url=url, games=GAMES, store_timeout=1.0))
            body = {"kind": "CASK_RACE", "seats": [{"kind": MINE}] * 2, "clock": {"perMove": PER_MOVE}}
            made = (await http.post(f"{here.url}/v1/games", json=body)).json()
            clock, game = made["game"]["clock"], made["game"]["gameId"]
            until = moment(clock["deadline"])
            await asyncio.to_thread(caught_up, one)
            one.kill()
            await asyncio.sleep(until + LATE - time.time())
            parted(two)
            word.names(two)
            first = Http(http, here.url, made["seats"][0]["token"])
            moved = await stands(first, game)
            log = (await first.get(f"/v1/games/{game}/events", after=0)).json()["entries"]
            kinds = [[event["event"] for event in entry["events"]] for entry in log]
            assert ["timed-out"] not in kinds
            assert kinds[2] == ["time-added"], kinds
            move = log[moved - 1]
            assert move["notation"] == "pass"
            assert moment(move["at"]) > until + LATE
            then = (await first.get(f"/v1/games/{game}", at=moved - 1)).json()["clock"]
            assert moment(move["at"]) < moment(then["deadline"])
            given = sum(
                event["seconds"] for entry in log for event in entry["events"] if event["event"] == "time-added"
            )
            assert given >= GAP / 1000


async def stands(player: Http, game: str) -> int:
    """Pass, again and again until the store takes it; returns its version."""
    key = new_key()
    for _ in itertools.count():
        body: Any = {"query": PLAY, "variables": {"id": game, "moves": in_notation("pass"), "key": key}}
        answer = await player.http.post(f"{player.url}/graphql", json=body, headers=player.headers)
        if answer.status_code == 200:
            return int(answer.json()["data"]["play"]["game"]["version"])
        assert answer.status_code == 503, answer.text
        await asyncio.sleep(0.05)
    raise AssertionError("it is tried for ever")
