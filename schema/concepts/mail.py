"""Reminders by email: an account gives an address, confirms it by a code, and gets an email when a slow game waits for it.

The words of the emails are in `emails.<language>.toml`.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.operations.declaration import MUTATION, QUERY, declare, get, post
from taphouse.schema.prices import LOOK, MAIL, Price
from taphouse.schema.problems.base import PlayerProblem, Problem, ProblemCode
from taphouse.schema.problems.callers import QuotaReached
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.sets import ACCOUNT as ACCOUNT_REFUSED
from taphouse.schema.problems.sets import Problems

MOST_ADDRESS = 254
"""The most characters of an address (RFC 5321)."""
_ATOM, _LABEL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+", r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = rf"{_ATOM}(\.{_ATOM})*@{_LABEL}(\.{_LABEL})+"
"""An address, as a regular expression: a dot-atom of RFC 5322 at a name of a host."""
MOST_CODE = 512
"""The most characters of a code."""


class EmailStatus(Word):
    """The status of an address."""

    UNVERIFIED = "UNVERIFIED", "An email with a code was sent to it. It gets no reminders until the code is confirmed."
    ACTIVE = "ACTIVE", "It gets reminders."
    REFUSED = (
        "REFUSED",
        "A mail server has refused it for good, so it gets no more emails. `remindByEmail` tries it again.",
    )


class EmailReminders(Public, frozen=True):
    """The address to which your account gets reminders. All is null if it gets none."""

    address: Annotated[str | None, Meta(description="The address.")]
    status: Annotated[EmailStatus | None, Meta(description="The status of the address.")]
    language: Annotated[str | None, Meta(description="The language of the emails, such as `de`.")]
    failure: Annotated[str | None, Meta(description="The reason why the address was refused. Null unless it was.")]


class EmailOff(Problem, frozen=True, kw_only=True):
    """The operator has not set up email. Use a webhook, or follow your games."""

    code = ProblemCode("EMAIL_OFF")
    http_status = 403


class EmailCodeRejected(PlayerProblem, frozen=True, kw_only=True):
    """The code confirms nothing: it is damaged, older than a day, or not for the newest address of your account."""

    code = ProblemCode("EMAIL_CODE_REJECTED")
    http_status = 403


class EmailNotVerified(PlayerProblem, frozen=True, kw_only=True):
    """Your account has no verified address. Give one by `remindByEmail`, and confirm the code that is sent to it."""

    code = ProblemCode("EMAIL_NOT_VERIFIED")


_OWN: Problems = (*ACCOUNT_REFUSED, EmailOff)
_ASKED = Price(once=LOOK + MAIL)


@declare(
    QUERY,
    ACCOUNT_REFUSED,
    get("/account/email", "account", etag=False),
    outcome="Where you get reminders, or why it is not shown.",
)
def email_reminders() -> EmailReminders:
    """The address to which your account gets reminders by email."""


@declare(
    MUTATION,
    (*_OWN, InputRefused, QuotaReached),
    post("/account/email", "account", etag=False, body=("NewEmail", "An address to remind.")),
    outcome="The address, or why it gets no email.",
    price=_ASKED,
)
def remind_by_email(
    address: Annotated[
        str,
        Meta(
            description=f"Your email address, in ASCII, with at most {MOST_ADDRESS} characters.",
            extra_json_schema={"pattern": f"^{ADDRESS}$", "maxLength": MOST_ADDRESS},
        ),
    ],
) -> EmailReminders:
    """Get an email when a game waits for you: when it is your turn, or you are challenged.

    It replaces an earlier address. A code is sent to it, which confirms it within a day: by the link in the email, or by
    `verifyEmail`. Emails are in the language of this request. Games in which a move has at most 5 minutes, or a bank at most
    2 hours, send none. A game sends at most one email in 24 hours, and only after 10 minutes without a change.
    """


@declare(
    MUTATION,
    (*_OWN, EmailCodeRejected),
    post("/account/email/verify", "account", etag=False, body=("EmailCode", "A code from an email.")),
    outcome="The address, or why it is not verified.",
)
def verify_email(
    code: Annotated[
        str, Meta(description="The code from the email.", extra_json_schema={"minLength": 1, "maxLength": MOST_CODE})
    ],
) -> EmailReminders:
    """Confirm your address by the code that was sent to it. Reminders begin with the next event."""


@declare(
    MUTATION,
    (*_OWN, EmailNotVerified, QuotaReached),
    post("/account/email/test", "account", etag=False),
    outcome="The address, or why it gets no email.",
    price=_ASKED,
    name="testEmail",
    use="test_email",
)
def try_email() -> EmailReminders:
    """Send an email to your verified address, to see whether it arrives. It is tried once."""


@declare(
    MUTATION,
    ACCOUNT_REFUSED,
    post("/account/email/stop", "account", etag=False),
    outcome="That you get no emails, or why nothing has changed.",
)
def stop_email() -> EmailReminders:
    """Get no more emails, and have your address deleted. The link in each email does the same, without a login."""
