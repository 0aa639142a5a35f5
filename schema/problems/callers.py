"""Refusals of callers: by their tokens, their rights, or what they have used up."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.problems.base import PlayerProblem, Problem, ProblemCode
from taphouse.schema.values.versions import Moment


class TokenRejected(PlayerProblem, frozen=True, kw_only=True):
    """The bearer token is not valid here: it is forged, damaged, expired, replaced, or belongs to another game."""

    code = ProblemCode("TOKEN_REJECTED")
    http_status = 401


class TicketRejected(Problem, frozen=True, kw_only=True):
    """The ticket opens nothing: it is not valid, for another stream, too old, or was used. Create a new one."""

    code = ProblemCode("TICKET_REJECTED")
    http_status = 401


class NotSeated(PlayerProblem, frozen=True, kw_only=True):
    """Only a player at a seat of this game can do this. Send the seat's token."""

    code = ProblemCode("NOT_SEATED")
    http_status = 403


class NotHost(PlayerProblem, frozen=True, kw_only=True):
    """Only the host of this game can do this. Send the host's token."""

    code = ProblemCode("NOT_HOST")
    http_status = 403


class TokenReadOnly(PlayerProblem, frozen=True, kw_only=True):
    """The bearer token is read-only. To make changes, send the token it was made from."""

    code = ProblemCode("TOKEN_READ_ONLY")
    http_status = 403


class NoAccount(PlayerProblem, frozen=True, kw_only=True):
    """This requires an account. Send the token of your login as bearer token."""

    code = ProblemCode("NO_ACCOUNT")
    http_status = 403


class Banned(PlayerProblem, frozen=True, kw_only=True):
    """An operator has banned the account: it cannot take seats, open tables, challenge or talk. Games in which it sits go on."""

    code = ProblemCode("BANNED")
    http_status = 403
    until: Annotated[Moment | None, Meta(description="The time when the ban ends. Null if an operator must lift it.")]


class NotOperator(Problem, frozen=True, kw_only=True):
    """Only an operator can do this. Send an operator's token. The answer is the same if the service has no operators."""

    code = ProblemCode("NOT_OPERATOR")
    http_status = 403


class TooManyChanges(PlayerProblem, frozen=True, kw_only=True):
    """You have made all the changes besides moves that your seat, or the host, may make in a game. Go on with moves."""

    code = ProblemCode("TOO_MANY_CHANGES")
    limit: Annotated[
        int, Meta(description="The most changes besides moves. An undo counts as the moves it takes back.")
    ]


class QuotaReached(PlayerProblem, frozen=True, kw_only=True):
    """Your address or your account has as many games, or has taken as many seats, as one client may. See `message`."""

    code = ProblemCode("QUOTA_REACHED")
    http_status = 429
    quota: Annotated[
        str,
        Meta(
            description="The quota: `games`, `waiting`, `listed`, `seats`, `webhooks`, `reports`, `emails` or `megabytes`, as in "
            "docs/api/limits.md."
        ),
    ]
    limit: Annotated[int, Meta(description="The most that one client may have.")]
    retry_after: Annotated[int, Meta(description="The seconds after which the request can succeed at the latest.")]
