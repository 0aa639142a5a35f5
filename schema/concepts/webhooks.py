"""Webhooks: URLs to which events are sent. docs/api/accounts.md has the payloads."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.concepts.operators import OPERATING
from taphouse.schema.inputs import GAME_ID_TEXT, GameId
from taphouse.schema.operations.arguments import Key
from taphouse.schema.operations.declaration import MUTATION, QUERY, ArgumentForm, RestPath, declare
from taphouse.schema.prices import LOOK, WEBHOOK, WEBHOOKS, Price
from taphouse.schema.problems.base import Problem, ProblemCode
from taphouse.schema.problems.callers import NoAccount, NotHost, QuotaReached, TokenReadOnly, TokenRejected
from taphouse.schema.problems.games import GameNotFound, GameOver
from taphouse.schema.problems.inputs import InputRefused, KeyReused
from taphouse.schema.problems.sets import Problems
from taphouse.schema.values.versions import UNIQUE, Epoch, Moment

MOST_WEBHOOKS = 10
"""The most webhooks of a game, and of an account."""
MOST_LOGGED = 20
"""The most deliveries in the log of a webhook, besides those that are pending."""
MOST_PENDING = 100
"""The most deliveries that wait for a webhook."""
MOST_URL = 1000
"""The most characters of a webhook's URL."""
URL = r"https?://[!-~]{1,990}"
"""A webhook's URL, as a regular expression. The use case checks the rest."""
URL_TEXT = (
    "The URL to which deliveries are sent by POST: https, in ASCII, without user, password and fragment, at most "
    f"{MOST_URL} characters, at port 443 or 8443 of a public address. The operator can allow more."
)
EVENTS_TEXT = "The events to deliver."
WHSEC = r"whsec_[A-Za-z0-9+/]{32,86}={0,2}"
"""A webhook's secret, as a regular expression."""
WHSEC_TEXT = (
    "The secret that signs deliveries, as in Standard Webhooks: `whsec_` and 24 to 64 random bytes in base64. No response "
    "shows it."
)
WEBHOOK_ID = "[a-z2-7]{24}"
"""A webhook's id, as a regular expression."""
WEBHOOK_ID_TEXT = "The webhook's id."


class WebhookEvent(Word):
    """An event that webhooks report. A later release may add values."""

    SEATS_TAKEN = (
        "SEATS_TAKEN",
        "All seats are taken, and the host has to start the game, or a player who was away has to agree. Sent to accounts that "
        "are the host, or are asked: then with their `seat`.",
    )
    GAME_STARTED = "GAME_STARTED", "The game has started."
    YOUR_TURN = (
        "YOUR_TURN",
        "A player must decide. A game's webhook reports every seat, an account's its own. Seats of bots and resigned seats "
        "do not count.",
    )
    TIME_SHORT = (
        "TIME_SHORT",
        "A tenth of the time for a move, or of the bank, is left. Sent once, unless the seat gets more time, to those who get "
        "`YOUR_TURN`. Not sent if the whole time is less than 10 minutes.",
    )
    SEAT_LOST = (
        "SEAT_LOST",
        "A player lost their seat, and can watch on. A game's webhook reports every seat, also one that its player left, "
        "an account's those that somebody else took from it.",
    )
    GAME_OVER = "GAME_OVER", "The game was played to its end, or was abandoned."
    CHALLENGED = "CHALLENGED", "A host has challenged a player, to `seat`. Sent to the player's account."
    CHALLENGE_DECLINED = "CHALLENGE_DECLINED", "A challenged player has declined. Sent to the host."


class WebhookStatus(Word):
    """The status of a webhook."""

    ACTIVE = "ACTIVE", "It gets deliveries."
    STOPPED = (
        "STOPPED",
        "It gets none, because no delivery succeeded for about a day, or it answered 410. A test delivery that succeeds "
        "starts it again.",
    )


class DeliveryStatus(Word):
    """The status of a delivery."""

    PENDING = "PENDING", "It has not succeeded yet, and will be tried again."
    DELIVERED = "DELIVERED", "The receiver answered with a status from 200 to 299."
    FAILED = "FAILED", "It will not be tried again."


class WebhookDelivery(Public, frozen=True):
    """A delivery to a webhook, of an event or a test."""

    id: Annotated[
        str, UNIQUE, Meta(description="Its id: the header `webhook-id`, the same each time that it is tried.")
    ]
    event: Annotated[WebhookEvent | None, Meta(description="The event. Null for a test.")]
    game_id: Annotated[str | None, Meta(description="The game's id. Null for a test of an account's webhook.")]
    version: Annotated[int | None, Meta(description="The version of the game at which it happened. Null for a test.")]
    epoch: Epoch
    seat: Annotated[
        Seat | None, Meta(description="The seat that must decide, is asked, or is reserved. Null for other events.")
    ]
    created_at: Annotated[Moment, Meta(description="The time of the event or test.")]
    status: Annotated[DeliveryStatus, Meta(description="The status of the delivery.")]
    attempts: Annotated[int, Meta(description="The number of attempts.")]
    last_attempt_at: Annotated[Moment | None, Meta(description="The time of the last attempt. Null if there was none.")]
    next_attempt_at: Annotated[
        Moment | None, Meta(description="The earliest time of the next attempt. Null unless it is pending.")
    ]
    failure: Annotated[str | None, Meta(description="The reason why the last attempt failed. Null if it did not.")]


class Webhook(Public, frozen=True):
    """A URL to which events are sent. Its secret is never shown."""

    id: Annotated[str, UNIQUE, Meta(description=WEBHOOK_ID_TEXT)]
    game_id: Annotated[str | None, Meta(description="Its game. Null for the webhook of an account.")]
    url: Annotated[str, Meta(description="The URL to which deliveries are sent.")]
    events: Annotated[
        tuple[WebhookEvent, ...], Meta(description=EVENTS_TEXT, extra={"size": len(WebhookEvent.__members__)})
    ]
    status: Annotated[WebhookStatus, Meta(description="The status of the webhook.")]
    failure: Annotated[str | None, Meta(description="The reason why it was stopped. Null while it is active.")]
    created_at: Annotated[Moment, Meta(description="The time when it was created.")]
    last_deliveries: Annotated[
        tuple[WebhookDelivery, ...],
        Meta(
            description=f"Its last deliveries, newest first, at most {MOST_LOGGED}.",
            extra={"size": MOST_LOGGED},
        ),
    ]


class WebhookCreated(Public, frozen=True):
    """The new webhook."""

    webhook: Annotated[Webhook, Meta(description="The webhook. Deliveries begin with the next event.")]


class WebhookDeleted(Public, frozen=True):
    """The webhook is deleted, with its log and what was pending."""

    id: Annotated[str, Meta(description="The id that it had.")]


class WebhookTested(Public, frozen=True):
    """A test delivery is on its way."""

    delivery: Annotated[
        WebhookDelivery, Meta(description="The delivery. `lastDeliveries` of the webhook shows what comes of it.")
    ]


class WebhookList(Public, frozen=True):
    """All webhooks of a game, or of your account."""

    webhooks: Annotated[
        tuple[Webhook, ...], Meta(description="The webhooks, oldest first.", extra={"size": MOST_WEBHOOKS})
    ]


class WebhookNotFound(Problem, frozen=True, kw_only=True):
    """The game or account has no webhook with this id."""

    code = ProblemCode("WEBHOOK_NOT_FOUND")
    http_status = 404


class TooManyWebhooks(Problem, frozen=True, kw_only=True):
    """The game or account has as many webhooks as it may have. Delete one."""

    code = ProblemCode("TOO_MANY_WEBHOOKS")
    limit: Annotated[int, Meta(description="The most webhooks that it may have.")]


class WebhooksOff(Problem, frozen=True, kw_only=True):
    """The operator has turned webhooks off. Follow the game instead."""

    code = ProblemCode("WEBHOOKS_OFF")
    http_status = 403


_OWNING: Problems = (GameNotFound, NotHost, NoAccount, TokenRejected, TokenReadOnly, InputRefused, *OPERATING)
"""Problems of seeing the webhooks of a game, an account or the operators."""
_DELETING: Problems = (*_OWNING, WebhookNotFound)
_TESTING: Problems = (*_DELETING, WebhooksOff)
_CREATING: Problems = (*_OWNING, GameOver, KeyReused, QuotaReached, TooManyWebhooks, WebhooksOff)

_ASKED = Price(once=LOOK + WEBHOOK)
_WORDS = {
    "{owner}": "a game, for its host, of your account, or, for operators, of all games",
    "{games}": "a game, for its host, of all games of your account, or, for operators, of all games",
}
_OF_GAME = {"{owner}": "a game", "{games}": "a game"}
_OF_ALL = {"{owner}": "all games", "{games}": "all games: `GAME_STARTED` and `GAME_OVER`, with what the feed has"}
_OF_ACCOUNT = {"{owner}": "your account", "{games}": "all games of your account"}

Owner = Annotated[
    GameId | None,
    Meta(description=f"{GAME_ID_TEXT} Without it, the webhooks of your account are meant."),
    ArgumentForm("gameId", "id", id=True, text=GAME_ID_TEXT),
]
AllGames = Annotated[
    bool,
    Meta(
        description="True for the webhooks of all games, with an operator's token that has the scope GAMES. Their events are "
        "`GAME_STARTED` and `GAME_OVER`."
    ),
]
WebhookId = Annotated[
    str,
    Meta(description=WEBHOOK_ID_TEXT, extra_json_schema={"pattern": f"^{WEBHOOK_ID}$"}),
    ArgumentForm("webhookId", id=True),
]


def _paths(
    method: str, below: str, ids: tuple[str, str, str], refuses: Problems, **shared: Any
) -> tuple[RestPath, ...]:
    """The path of the webhooks of a game, those of an account, and those of operators, with the ids of the operations."""

    def path(under: str, tag: str, id_: str, never: Problems, **own: Any) -> RestPath:
        fits = tuple([problem for problem in refuses if problem not in never])
        return RestPath(method=method, path=under + below, tag=tag, id=id_, refuses=fits, etag=False, **own, **shared)

    of_game = {"words": _OF_GAME, "more": "Only for the host.", "fixed": {"all_games": False}}
    of_account = {"words": _OF_ACCOUNT, "fixed": {"game": None, "all_games": False}}
    of_all = {"words": _OF_ALL, "more": "Needs the scope GAMES.", "fixed": {"game": None, "all_games": True}}
    never = GameNotFound, NotHost, GameOver
    tokens = NoAccount, TokenRejected, TokenReadOnly, QuotaReached
    return (
        path("/games/{id}/webhooks", "webhooks", ids[0], (NoAccount, *OPERATING), **of_game),
        path("/account/webhooks", "account", ids[1], (*never, *OPERATING), **of_account),
        path("/operator/webhooks", "operators", ids[2], (*never, *tokens), **of_all),
    )


@declare(
    QUERY,
    _OWNING,
    _paths("GET", "", ("webhooks", "accountWebhooks", "operatorWebhooks"), _OWNING),
    outcome="The webhooks, or why they are not shown.",
    price=Price(once=LOOK + WEBHOOKS),
    words=_WORDS,
)
def webhooks(game: Owner = None, all_games: AllGames = False) -> WebhookList:
    """The webhooks of {owner} with their last deliveries."""


@declare(
    MUTATION,
    _CREATING,
    _paths(
        "POST",
        "",
        ("createWebhook", "createAccountWebhook", "createOperatorWebhook"),
        _CREATING,
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
    all_games: AllGames = False,
    key: Key = None,
) -> WebhookCreated:
    """Have events of {games} sent to a URL.

    Deliveries are signed as in Standard Webhooks, and tried again for a day.
    """


@declare(
    MUTATION,
    _DELETING,
    _paths("POST", "/{webhook}/delete", ("deleteWebhook", "deleteAccountWebhook", "deleteOperatorWebhook"), _DELETING),
    outcome="That the webhook is deleted, or why it is not.",
    words=_WORDS,
)
def delete_webhook(webhook: WebhookId, game: Owner = None, all_games: AllGames = False) -> WebhookDeleted:
    """Delete a webhook of {owner}. A delivery that is being sent may still arrive."""


@declare(
    MUTATION,
    _TESTING,
    _paths("POST", "/{webhook}/test", ("testWebhook", "testAccountWebhook", "testOperatorWebhook"), _TESTING),
    outcome="The test delivery, or why there is none.",
    price=_ASKED,
    words=_WORDS,
    name="testWebhook",
    use="test_webhook",
)
def try_webhook(webhook: WebhookId, game: Owner = None, all_games: AllGames = False) -> WebhookTested:
    """Send a test delivery to a webhook of {owner}, unless one is pending.

    If it succeeds, a stopped webhook is started again.
    """
