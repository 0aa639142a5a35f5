"""Expected refusals about webhooks."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.problems.base import Problem, ProblemCode


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
