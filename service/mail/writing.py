"""The text of emails. An email names a kind of game and its id, and nothing of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from taphouse.schema.texts import words_in
from taphouse.schema.values.versions import moment

if TYPE_CHECKING:
    from email.headerregistry import Address

_LONGEST_LINE = 900
"""A link must stay on one line: a header that is folded is encoded, and mail programs do not find the link in it."""


class Letter(Struct, frozen=True, kw_only=True):
    """The content of an email."""

    about: str
    """The name of its words: `verify`, `turn`, `challenge` or `test`."""
    language: str
    to: str
    id: str
    """An id that each attempt to send it has."""
    at: int
    """Its time, in milliseconds since the epoch."""
    game: str = ""
    """The title of the game."""
    link: str
    """The link of the email: to the game, or to confirm."""
    code: str = ""
    unsubscribe: str = ""
    """The link that stops emails; empty if there is none, since nothing was begun."""


def sender_of(mail_from: str) -> Address:
    """The address in a sender, such as `Taphouse <games@example.org>`.

    Raises:
        ValueError: It is none.
    """
    from email.headerregistry import Address

    name, bracket, rest = mail_from.rpartition("<")
    spec = rest.removesuffix(">") if bracket else mail_from
    address = Address(name.strip().strip('"'), addr_spec=spec.strip())
    if not address.domain or not spec.isascii():
        raise ValueError("there is no address in it")
    return address


def written(letter: Letter, sender: Address) -> bytes:
    """An email as it is sent, with the headers of RFC 8058 for one click to stop them."""
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import format_datetime

    words = words_in("emails", letter.language)
    mail = EmailMessage(SMTP.clone(max_line_length=_LONGEST_LINE))
    mail["From"], mail["To"] = sender, letter.to
    mail["Subject"] = words[f"{letter.about}-subject"].format(game=letter.game)
    mail["Date"] = format_datetime(moment(letter.at))
    mail["Message-ID"] = f"<{letter.id}@{sender.domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    text = words[letter.about].format(game=letter.game, link=letter.link, code=letter.code).strip()
    if letter.unsubscribe:
        mail["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        text += f"\n\n{letter.link}" * bool(letter.link) + f"\n\n--\n{words['footer']} {letter.unsubscribe}"
    mail.set_content(text + "\n", cte="quoted-printable")
    return mail.as_bytes()
