"""Webhooks by the API, as its clients manage them."""

from __future__ import annotations

from typing import Any

from tests.api.client import Client, Json, Table, new_key
from tests.api.selections import operation
from tests.webhooks.receiver import EVERYTHING, SECRET

CASK = "caskRace"


def made(by: Client, url: str, game: str | None = None, **given: Any) -> Json:
    """A new webhook."""
    arguments = {"gameId": game, "url": url, "events": EVERYTHING, "secret": SECRET, "idempotencyKey": new_key()}
    result = by.do("createWebhook", **arguments | given)
    assert result["__typename"] == "WebhookCreated", result
    webhook: Json = result["webhook"]
    return webhook


def listed(by: Client, game: str | None = None) -> list[Json]:
    """All webhooks of a game, or of an account."""
    result = by.ask(operation("query", "webhooks", ("gameId",)), gameId=game)["webhooks"]
    assert result["__typename"] == "WebhookList", result
    found: list[Json] = result["webhooks"]
    return found


def log(by: Client, game: str | None = None) -> list[Json]:
    """The last deliveries of the only webhook."""
    (webhook,) = listed(by, game)
    found: list[Json] = webhook["lastDeliveries"]
    return found


def turns(table: Table, count: int) -> list[tuple[str, int, int]]:
    """Play until the turn has passed so often; what a webhook must have been told of it."""
    told: list[tuple[str, int, int]] = []
    while len(told) < count:
        before = table.to_move
        assert before is not None
        table.play(table.moves()[0]["notation"])
        after = table.to_move
        if after is not None and after != before:
            told.append(("YOUR_TURN", table.version, after))
    return told
