"""The pages that emails link to: one confirms an address, the other stops emails to it.

A GET shows a button and changes nothing, because mail programs follow links to look at them. A POST without a login does it: by
the button, or by the mail program itself (RFC 8058).
"""

from __future__ import annotations

from html import escape

from starlette.responses import HTMLResponse
from starlette.routing import BaseRoute, Route

from taphouse.schema.failures import Unavailable
from taphouse.schema.request_problems import Away
from taphouse.schema.texts import words_in
from taphouse.service.http.charged_endpoint import ChargedEndpoint, ChargedRequest, Endpoint, EndpointResponse
from taphouse.service.http.pages import HEADERS
from taphouse.service.http.refusals import error_response
from taphouse.service.mail.links import CODE, UNSUBSCRIBE, VERIFY
from taphouse.service.runtime.settings import Settings

_HEADERS = HEADERS | {
    "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "vary": "accept-language",
}
_PAGE = """<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title></head>
<body>
<h1>{title}</h1>
<p>{text}</p>{form}
</body>
</html>
"""
_FORM = '\n<form method="post"><button>{button}</button></form>'


def routes(settings: Settings) -> list[BaseRoute]:
    """The routes of the pages; none without emails."""
    if settings.mail_server is None:
        return []
    names = ((VERIFY, "verify"), (UNSUBSCRIBE, "unsubscribe"))
    return [Route(path, ChargedEndpoint(_Page(name)), methods=["GET", "POST"]) for path, name in names]


class _Page(Endpoint):
    """A page that asks before it does something. `name` is the beginning of the names of its words."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def answer(self, asked: ChargedRequest) -> EndpointResponse:
        """Ask, or do it."""
        await asked.caller.admit()
        if asked.request.method != "POST":
            return self._shown(asked.caller.language, "ask", button=True)
        mailing, code = asked.here.mailing, asked.request.query_params.get(CODE, "")
        try:
            done = await (mailing.verify(code) if self._name == "verify" else mailing.unsubscribe(code))
        except Unavailable as error:
            return error_response(asked.request.scope, Away(message=f"{error.why} Send the same request again later."))
        return self._shown(asked.caller.language, "done" if done else "failed", status=200 if done else 403)

    def _shown(self, language: str, text: str, *, button: bool = False, status: int = 200) -> HTMLResponse:
        words = {name: escape(word) for name, word in words_in("emails", language).items()}
        form = _FORM.format(button=words[f"{self._name}-button"]) if button else ""
        title, said = words[f"{self._name}-title"], words[f"{self._name}-{text}"]
        return HTMLResponse(_PAGE.format(language=language, title=title, text=said, form=form), status, _HEADERS)
