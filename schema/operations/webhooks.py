"""The operations on webhooks, of a game and of an account."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from taphouse.schema.inputs import GAME_ID_TEXT, GameId
from taphouse.schema.operations.arguments import Key
from taphouse.schema.operations.declaration import MUTATION, QUERY, In, Problems, Rest, declare
from taphouse.schema.prices import LOOK, WEBHOOK, WEBHOOKS, Price
from taphouse.schema.problems.callers import NoAccount, NotHost
from taphouse.schema.problems.games import GameNotFound, GameOver
from taphouse.schema.problems.sets import OWNING_WEBHOOKS, WEBHOOK_CREATING, WEBHOOK_DELETING, WEBHOOK_TESTING
from taphouse.schema.webhooks import (
    EVENTS_TEXT,
    MOST_URL,
    URL,
    URL_TEXT,
    WEBHOOK_ID,
    WEBHOOK_ID_TEXT,
    WHSEC,
    WHSEC_TEXT,
    WebhookCreated,
    WebhookDeleted,
    WebhookEvent,
    WebhookList,
    WebhookTested,
)

_ASKED = Price(once=LOOK + WEBHOOK)
_WORDS = {
    "{owner}": "a game, for its host, or of your account",
    "{games}": "a game, for its host, or of all games of your account",
}
_OF_GAME = {"{owner}": "a game", "{games}": "a game"}
_OF_ACCOUNT = {"{owner}": "your account", "{games}": "all games of your account"}

Owner = Annotated[
    GameId | None,
    Meta(description=f"{GAME_ID_TEXT} Without it, the webhooks of your account are meant."),
    In("gameId", "id", id=True, text=GAME_ID_TEXT),
]
WebhookId = Annotated[
    str,
    Meta(description=WEBHOOK_ID_TEXT, extra_json_schema={"pattern": f"^{WEBHOOK_ID}$"}),
    In("webhookId", id=True),
]


def _paths(method: str, below: str, ids: tuple[str, str], refuses: Problems, **shared: Any) -> tuple[Rest, Rest]:
    """The path of the webhooks of a game, and that of an account's, with the ids of the operations."""

    def path(under: str, tag: str, id_: str, never: Problems, **own: Any) -> Rest:
        fits = tuple([problem for problem in refuses if problem not in never])
        return Rest(method=method, path=under + below, tag=tag, id=id_, refuses=fits, etag=False, **own, **shared)

    of_game = {"words": _OF_GAME, "more": "Only for the host."}
    of_account = {"words": _OF_ACCOUNT, "fixed": {"game": None}}
    return (
        path("/games/{id}/webhooks", "webhooks", ids[0], (NoAccount,), **of_game),
        path("/account/webhooks", "account", ids[1], (GameNotFound, NotHost, GameOver), **of_account),
    )


@declare(
    QUERY,
    OWNING_WEBHOOKS,
    _paths("GET", "", ("webhooks", "accountWebhooks"), OWNING_WEBHOOKS),
    outcome="The webhooks, or why they are not shown.",
    price=Price(once=LOOK + WEBHOOKS),
    words=_WORDS,
)
def webhooks(game: Owner = None) -> WebhookList:
    """The webhooks of {owner} with their last deliveries."""


@declare(
    MUTATION,
    WEBHOOK_CREATING,
    _paths(
        "POST",
        "",
        ("createWebhook", "createAccountWebhook"),
        WEBHOOK_CREATING,
        body=("NewWebhook", "A webhook to create."),
    ),
    outcome="The new webhook, or why there is none.",
    price=_ASKED,
    words=_WORDS,
)
def create_webhook(
    url: Annotated[str, Meta(description=URL_TEXT, extra_json_schema={"pattern": f"^{URL}$", "maxLength": MOST_URL})],
    events: Annotated[tuple[WebhookEvent, ...], Meta(description=EVENTS_TEXT, extra_json_schema={"minItems": 1})],
    secret: Annotated[str, Meta(description=WHSEC_TEXT, extra_json_schema={"pattern": f"^{WHSEC}$"})],
    game: Owner = None,
    key: Key = None,
) -> WebhookCreated:
    """Have a URL told of events of {games}.

    Deliveries are signed as in Standard Webhooks, and tried again for a day.
    """


@declare(
    MUTATION,
    WEBHOOK_DELETING,
    _paths("POST", "/{webhook}/delete", ("deleteWebhook", "deleteAccountWebhook"), WEBHOOK_DELETING),
    outcome="That the webhook is deleted, or why it is not.",
    words=_WORDS,
)
def delete_webhook(webhook: WebhookId, game: Owner = None) -> WebhookDeleted:
    """Delete a webhook of {owner}. A delivery that is being sent may still arrive."""


@declare(
    MUTATION,
    WEBHOOK_TESTING,
    _paths("POST", "/{webhook}/test", ("testWebhook", "testAccountWebhook"), WEBHOOK_TESTING),
    outcome="The test delivery, or why there is none.",
    price=_ASKED,
    words=_WORDS,
    name="testWebhook",
    use="test_webhook",
)
def try_webhook(webhook: WebhookId, game: Owner = None) -> WebhookTested:
    """Send a test delivery to a webhook of {owner}, unless one is pending.

    If it succeeds, a stopped webhook is started again.
    """
