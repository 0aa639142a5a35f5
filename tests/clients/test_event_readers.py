"""Readers of server-sent events that others wrote follow a game by REST: each event has data, and comes once, over a restart."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import sseclient
from httpx_sse import connect_sse

from taphouse.service.http import server_sent_events
from tests.api.client import Client, create
from tests.api.server import Server
from tests.clients.conftest import Run
from tests.clients.proxy import breaking_before
from tests.clients.test_generated import DOCUMENT

pytestmark = pytest.mark.ecosystem

END = "The host ends the game early."
AWAY = 502, 429, 503
"""The answers of a proxy while the service restarts."""
RESTARTS = 3
SILENCE = 0.2
"""Seconds until a heartbeat."""
PATIENCE = 60

Read = list[tuple[str, str]]


def with_httpx_sse(url: str) -> Iterator[tuple[str, str]]:
    """As its users write it: each event is decoded."""
    last = "0"
    with httpx.Client(trust_env=False, timeout=PATIENCE) as http:
        while True:
            try:
                with connect_sse(http, "GET", url, headers={"last-event-id": last}) as source:
                    if source.response.status_code != 200:
                        continue
                    for event in source.iter_sse():
                        event.json()
                        last = event.id
                        yield event.id, event.data
            except httpx.TransportError:
                continue


def with_sseclient(url: str) -> Iterator[tuple[str, str]]:
    """It delivers an event that is cut off too, which is no JSON."""
    last = "0"
    with httpx.Client(trust_env=False, timeout=PATIENCE) as http:
        while True:
            headers = {"last-event-id": last, "accept": "text/event-stream"}
            try:
                with http.stream("GET", url, headers=headers) as answer:
                    if answer.status_code != 200:
                        continue
                    for event in sseclient.SSEClient(answer.iter_bytes()).events():
                        json.loads(event.data)
                        last = event.id
                        yield event.id, event.data
            except (httpx.TransportError, json.JSONDecodeError):
                continue


def to_the_end(read: Callable[[str], Iterator[tuple[str, str]]], url: str) -> Read:
    found: Read = []
    for event in read(url):
        found.append(event)
        if json.loads(event[1])["sentence"] == END:
            break
    return found


NPM = "readers.mjs"
HEY_API = "generated/follow.mjs"
READERS: dict[str, str | Callable[[str], Iterator[tuple[str, str]]]] = {
    "eventsource": NPM,
    "eventsource-client": NPM,
    "@microsoft/fetch-event-source": NPM,
    "hey-api": HEY_API,
    "httpx-sse": with_httpx_sse,
    "sseclient-py": with_sseclient,
}


@pytest.mark.parametrize("reader", READERS)
async def test_a_reader_gets_each_event_once(
    somebody: Client,
    server: Server,
    run: Run,
    modules: Path,
    tmp_path: Path,
    reader: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_sent_events, "HEARTBEAT", SILENCE)
    table = create(somebody, seed="the readers")
    async with breaking_before(int(server.url.rpartition(":")[2]), RESTARTS, AWAY) as proxy:
        origin = f"http://127.0.0.1:{proxy.port}"
        url = f"{origin}/v1/games/{table.id}/events"
        read_by = READERS[reader]
        if not isinstance(read_by, str):
            following = asyncio.ensure_future(asyncio.to_thread(to_the_end, read_by, url))
        elif read_by == NPM:
            following = asyncio.ensure_future(run(NPM, reader=reader, url=url, end=END))
        else:
            given = {"document": str(DOCUMENT), "folder": str(tmp_path), "url": origin, "game": table.id, "end": END}
            following = asyncio.ensure_future(run(HEY_API, **given))
        steps = table.steps()
        for _ in range(12):
            await asyncio.sleep(SILENCE * 1.5)  # so that there is a heartbeat
            await asyncio.to_thread(next, steps)
        await asyncio.to_thread(table.host.done, "abandon", gameId=table.id)
        async with asyncio.timeout(PATIENCE):
            found = await following
    read: Read = [(id_, data) for id_, data in (found["read"] if isinstance(found, dict) else found)]
    assert [id_ for id_, data in read if not data] == []
    versions = list(range(1, table.version + 1))
    assert [json.loads(data)["version"] for _, data in read] == versions
    assert [id_.partition("-")[0] for id_, _ in read] == list(map(str, versions))
    assert proxy.broken == RESTARTS
