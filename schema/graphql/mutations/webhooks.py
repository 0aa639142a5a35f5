"""The mutations of webhooks: create, delete and test them."""

from typing import Annotated, Any

import strawberry

from taphouse.schema.failures import or_problem
from taphouse.schema.graphql.arguments import INFO, IdempotencyKey, WebhooksGameId
from taphouse.schema.graphql.game_types import InPlay
from taphouse.schema.prices import LOOK, WEBHOOK, Price, priced
from taphouse.schema.problems import WEBHOOK_CREATING, WEBHOOK_DELETING, WEBHOOK_TESTING
from taphouse.schema.webhooks import (
    EVENTS_TEXT,
    URL_TEXT,
    WEBHOOK_ID_TEXT,
    WHSEC_TEXT,
    WebhookCreated,
    WebhookDeleted,
    WebhookEvent,
    WebhookTested,
)

WebhookId = Annotated[strawberry.ID, strawberry.argument(description=WEBHOOK_ID_TEXT)]
_ASKED = priced(Price(once=LOOK + WEBHOOK))


def webhook_mutations(play: InPlay) -> dict[str, Any]:
    """The fields of these mutations, by name."""
    types = play.types
    event = types.enum(WebhookEvent)
    created = types.union(
        "CreateWebhookResult",
        [types.output(WebhookCreated), *play.problems(WEBHOOK_CREATING)],
        "The new webhook, or why there is none.",
    )
    deleted = types.union(
        "DeleteWebhookResult",
        [types.output(WebhookDeleted), *play.problems(WEBHOOK_DELETING)],
        "That the webhook is deleted, or why it is not.",
    )
    tested = types.union(
        "TestWebhookResult",
        [types.output(WebhookTested), *play.problems(WEBHOOK_TESTING)],
        "The test delivery, or why there is none.",
    )

    async def create_webhook(
        info: INFO,
        url: Annotated[str, strawberry.argument(description=URL_TEXT)],
        events: Annotated[list[event], strawberry.argument(description=EVENTS_TEXT)],
        secret: Annotated[str, strawberry.argument(description=WHSEC_TEXT)],
        game_id: WebhooksGameId = None,
        idempotency_key: IdempotencyKey = None,
    ) -> created:
        context = info.context
        return await or_problem(context.webhooks.create(context.caller, game_id, url, events, secret, idempotency_key))

    async def delete_webhook(info: INFO, webhook_id: WebhookId, game_id: WebhooksGameId = None) -> deleted:
        context = info.context
        return await or_problem(context.webhooks.delete(context.caller, game_id, webhook_id))

    async def test_webhook(info: INFO, webhook_id: WebhookId, game_id: WebhooksGameId = None) -> tested:
        context = info.context
        return await or_problem(context.webhooks.test(context.caller, game_id, webhook_id))

    return {
        "create_webhook": strawberry.field(
            resolver=create_webhook,
            description="Have a URL told of events: of one game if you are its host, or of all games of your account. "
            "Deliveries are signed as in Standard Webhooks, and tried again for a day.",
            metadata=_ASKED,
        ),
        "delete_webhook": strawberry.field(
            resolver=delete_webhook,
            description="Delete a webhook. A delivery that is being sent may still arrive.",
            metadata=priced(Price(once=LOOK)),
        ),
        "test_webhook": strawberry.field(
            resolver=test_webhook,
            description="Send a test delivery to a webhook, unless one is pending. If it succeeds, a stopped webhook is "
            "started again.",
            metadata=_ASKED,
        ),
    }
