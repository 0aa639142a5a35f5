"""The parts of reminders by email that the settings decide about."""

from __future__ import annotations

from collections.abc import Mapping

from taphouse.schema.catalogue import Catalogue
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.mail.links import Links
from taphouse.service.mail.sending import Post, SmtpMailer, post
from taphouse.service.runtime.settings import Settings


def mailer(
    settings: Settings, reader: Reader, catalogues: Mapping[str, Catalogue], hand_over: Post | None
) -> SmtpMailer | None:
    """The sender of emails under these settings; None if they name no server. They can be handed over in another way."""
    if (links := links_of(settings)) is None:
        return None
    titles = {language: {str(one.kind): one.title for one in each.games} for language, each in catalogues.items()}
    return SmtpMailer(reader, settings, links, titles, hand_over or post)


def links_of(settings: Settings) -> Links | None:
    """The links and codes of emails under these settings; None if there are no emails."""
    return None if settings.mail_server is None else Links(settings.signing_keys, settings)
