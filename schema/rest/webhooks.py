"""The operations of REST on webhooks, of a game and of an account."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.inputs import GameId
from taphouse.schema.rest.bodies import NewWebhook
from taphouse.schema.rest.operation import Call
from taphouse.schema.webhooks import (
    WEBHOOK_ID,
    WEBHOOK_ID_TEXT,
    WebhookCreated,
    WebhookDeleted,
    WebhookList,
    WebhookTested,
)

WebhookId = Annotated[str, Meta(description=WEBHOOK_ID_TEXT, extra_json_schema={"pattern": f"^{WEBHOOK_ID}$"})]


async def webhooks(call: Call, id: GameId) -> WebhookList:
    """The webhooks of a game with their last deliveries. Only for the host."""
    return await call.webhooks.listed(call.caller, id)


async def create_webhook(call: Call, id: GameId, body: NewWebhook) -> WebhookCreated:
    """Have a URL told of events of a game. Only for the host.

    Deliveries are signed as in Standard Webhooks, and tried again for a day.
    """
    return await call.webhooks.create(call.caller, id, body.url, body.events, body.secret, call.key)


async def delete_webhook(call: Call, id: GameId, webhook: WebhookId) -> WebhookDeleted:
    """Delete a webhook of a game. Only for the host. A delivery that is being sent may still arrive."""
    return await call.webhooks.delete(call.caller, id, webhook)


async def test_webhook(call: Call, id: GameId, webhook: WebhookId) -> WebhookTested:
    """Send a test delivery to a webhook of a game. Only for the host.

    If it succeeds, a stopped webhook is started again.
    """
    return await call.webhooks.test(call.caller, id, webhook)


async def account_webhooks(call: Call) -> WebhookList:
    """The webhooks of your account with their last deliveries."""
    return await call.webhooks.listed(call.caller, None)


async def create_account_webhook(call: Call, body: NewWebhook) -> WebhookCreated:
    """Have a URL told of events of all games of your account.

    Deliveries are signed as in Standard Webhooks, and tried again for a day.
    """
    return await call.webhooks.create(call.caller, None, body.url, body.events, body.secret, call.key)


async def delete_account_webhook(call: Call, webhook: WebhookId) -> WebhookDeleted:
    """Delete a webhook of your account. A delivery that is being sent may still arrive."""
    return await call.webhooks.delete(call.caller, None, webhook)


async def test_account_webhook(call: Call, webhook: WebhookId) -> WebhookTested:
    """Send a test delivery to a webhook of your account. If it succeeds, a stopped webhook is started again."""
    return await call.webhooks.test(call.caller, None, webhook)
