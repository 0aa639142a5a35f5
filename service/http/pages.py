"""The pages that `clients/build.py` builds from `clients/web`: the web table, GraphiQL and the reference.

Everything that a page needs is served from here; its policy keeps the browser from loading or contacting anything else.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from taphouse.schema.catalogue import Catalogue
from taphouse.service.access.operators import report_days
from taphouse.service.http.compression import accepts_gzip, compressed_tag
from taphouse.service.http.negotiation import OFFERED, language, negotiate
from taphouse.service.http.shared_files import FOLDER, INDEX, ZIPPED, SharedFiles
from taphouse.service.runtime.settings import Settings
from taphouse.service.services import Services
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Store, StoredGame

OFFLINE, DOCS, GRAPHIQL, WHY_NOT = "offline.html", "docs.html", "graphiql.html", "why-not.txt"
HTML = "text/html"
_POLICY = (
    "default-src 'none'; script-src 'self'{inline}; style-src 'self'; img-src 'self'{data}; font-src 'self'{data}; "
    "connect-src 'self'{more}; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
INSTALLED = ("manifest.webmanifest", "service-worker.js")
"""The files that make the web table an app."""
_MEDIA = {".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}
"""Media types that not every machine knows."""
_DATA = {DOCS, GRAPHIQL}
"""The pages whose styles hold pictures and fonts as data URLs, because the libraries that they are made of do."""
_SIGN_IN = b'name="sign-in" content="'
"""The place in the web table for what it must know to sign players in. It is empty when it is built."""
_OFFERS = re.compile(rb'(?<=name="offers" content=")[a-z ]*')
"""The place in the web table for what the operator offers. It names all when it is built."""
_TITLE, _TEXT, _PICTURE = (f'"og:{name}" content="'.encode() for name in ("title", "description", "image"))
"""The places for what chats show of a link."""
_ID = re.compile(r"[a-z2-7]{24}")
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
"""The script in each page that loads it anew if its files are gone."""
HEADERS = {
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
}
_NEVER_CHANGES = "public, max-age=31536000, immutable"
_SECONDS = "3"
_MISSING = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Taphouse</title></head>
<body>
<h1>This page is not here yet</h1>
<p>{reason}</p>
<p>The API works without it: <a href="graphql">/graphql</a>, <a href="openapi.json">/openapi.json</a>.</p>
</body>
</html>
"""
_NOT_BUILT = (
    "<code>make serve</code> and <code>make web</code> build it, in about a minute the first time. "
    "This page loads again until it is there."
)


class _File(Struct, frozen=True):
    """A built file, as it is sent."""

    body: bytes
    zipped: bytes
    media: str
    tag: str

    @classmethod
    def of(cls, name: str, body: bytes, zipped: bytes) -> _File:
        """The file with this name."""
        media = _MEDIA.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return cls(body, zipped, media, f'"{sha256(body).hexdigest()[:32]}"')


@lru_cache(maxsize=64)
def _packed(name: str, body: bytes) -> _File:
    return _File.of(name, body, gzip.compress(body, mtime=0))


class SignIn(Struct, frozen=True):
    """The identity provider at which the web table signs players in, and what the page must know of it."""

    issuer: str
    client: str
    """The page's client id at the issuer."""
    scopes: str
    audience: str
    """The audience of the tokens that the service takes."""
    ratings: bool
    """True if the service rates games."""
    email: bool
    """True if it sends emails."""
    origins: tuple[str, ...]
    """The origins that the page asks: the issuer's, and those of its endpoints."""

    @classmethod
    def of(cls, settings: Settings) -> SignIn | None:
        """The one of the settings, if there is one."""
        issuer, client = settings.accounts_issuer, settings.accounts_client
        if issuer is None or client is None:
            return None
        url = urlsplit(issuer)
        origins = (f"{url.scheme}://{url.netloc}", *settings.issuer_origins)
        offers = settings.ratings, settings.mail_server is not None
        return cls(issuer, client, settings.accounts_scopes, settings.accounts_audience or "", *offers, origins)


def offers_of(settings: Settings) -> list[str]:
    """The names of what the settings offer to players, as the web table knows them."""
    on = {
        "orders": settings.standing_orders,
        "quick": settings.quick_play,
        "reports": report_days(settings) > 0,
        "talk": settings.talk != "off",
    }
    return [name for name, offered in on.items() if offered]


class Pages:
    """The endpoints of the pages: `index` at `/`, `offline` at `/offline`, `docs` at `/docs`, `graphiql` at `/graphql`, and
    their assets; and of the files of the app.

    The files are kept in memory, and read again when the pages have been built again.

    Args:
        folder: The folder in which the pages are built.
        sign_in: How players sign in; None if they do not.
        catalogues: The catalogue of the games in each language.
        offers: The names of what the operator offers; None for all.
    """

    def __init__(
        self,
        folder: Path = FOLDER,
        sign_in: SignIn | None = None,
        catalogues: Mapping[str, Catalogue] | None = None,
        offers: Sequence[str] | None = None,
    ) -> None:
        self._offers = offers
        self._sign_in, self._folder, self._catalogues = sign_in, folder, catalogues or {}
        self._built = 0
        self._files: dict[str, _File] = {}

    async def index(self, request: Request) -> Response:
        """The web table, with a preview of the game of the link by which it is opened."""
        told = await self._told(request)
        return self.page(request, INDEX, lambda body: _previewed(body, request, told))

    async def offline(self, request: Request) -> Response:
        """The page that the service worker keeps for when there is no network."""
        return self.page(request, OFFLINE)

    async def installed(self, request: Request) -> Response:
        """A file of the app, whose name stays when it changes."""
        if (file := self._read().get(request.url.path.rpartition("/")[2])) is None:
            raise HTTPException(404)
        return _response(request, file, "no-cache", {})

    async def docs(self, request: Request) -> Response:
        """The reference."""
        return self.page(request, DOCS)

    def graphiql(self, app: ASGIApp) -> ASGIApp:
        """GraphiQL for browsers that open the path of an application, which answers all other requests."""
        return _Browsed(self, app)

    def page(self, request: Request, name: str, change: Callable[[bytes], bytes] | None = None) -> Response:
        """A page. Status 503 with the reason while it is not built."""
        more = f" {' '.join(self._sign_in.origins)}" if self._sign_in and name == INDEX else ""
        file = self._read().get(name)
        if file is not None and change is not None:
            file = _packed(name, change(file.body))
        inline = "" if file is None else "".join(map(_hashed, _INLINE.findall(file.body)))
        data = " data:" if name in _DATA else ""
        policy = {"content-security-policy": _POLICY.format(inline=inline, data=data, more=more)}
        if file is not None:
            return _response(request, file, "no-cache", policy)
        why = self._folder / WHY_NOT
        reason = f"It could not be built: {escape(why.read_text())}" if why.exists() else _NOT_BUILT
        headers = HEADERS | policy | {"cache-control": "no-store", "retry-after": _SECONDS, "refresh": _SECONDS}
        return HTMLResponse(_MISSING.format(reason=reason), 503, headers)

    async def asset(self, request: Request) -> Response:
        """A file of a page, of this or another instance. Its name holds a digest, so it never changes."""
        name = request.path_params["name"]
        file = self._read().get(f"assets/{name}")
        if file is None:
            services: Services = request.app.state.services
            if (zipped := await SharedFiles(services.store, services.settings.signing_keys).find(name)) is None:
                raise HTTPException(404)
            file = _File.of(name, gzip.decompress(zipped), zipped)
        return _response(request, file, _NEVER_CHANGES, {})

    async def _told(self, request: Request) -> tuple[str, str] | None:
        """The title and the text of the game that a link names; None if it names none, or the store does not answer."""
        if (named := _ID.match(request.query_params.get("table", "").strip().lower())) is None:
            return None
        store: Store = request.app.state.services.store
        try:
            (found,) = await store.records([named[0]])
        except StoreUnavailable:
            return None
        if not isinstance(found, StoredGame):
            return None
        kind = found.kind.upper().replace("-", "_")
        games = self._catalogues[language(request.headers.getlist("accept-language"))].games
        return next(((one.title, one.text) for one in games if one.kind == kind), None)

    def _read(self) -> dict[str, _File]:
        try:
            built = (self._folder / INDEX).stat().st_mtime_ns
        except FileNotFoundError:
            built = 0
        if built != self._built:
            found = [*self._folder.glob("*.*"), *(self._folder / "assets").glob("*")] if built else []
            plain = [file for file in found if file.suffix != ZIPPED]
            self._files = {file.relative_to(self._folder).as_posix(): self._file(file) for file in plain}
            self._built = built
        return self._files

    def _file(self, path: Path) -> _File:
        body, zipped = path.read_bytes(), path.with_name(path.name + ZIPPED)
        built = body
        if self._sign_in and path.name == INDEX:
            body = body.replace(_SIGN_IN, _SIGN_IN + escape(msgspec.json.encode(self._sign_in).decode()).encode())
        if self._offers is not None and path.name == INDEX:
            body = _OFFERS.sub(" ".join(self._offers).encode(), body)
        if body != built:
            small = gzip.compress(body, mtime=0)
        else:
            small = zipped.read_bytes() if zipped.exists() else gzip.compress(body, mtime=0)
        return _File.of(path.name, body, small)


class _Browsed:
    """An ASGI application that serves GraphiQL to browsers, and passes on other requests."""

    def __init__(self, pages: Pages, app: ASGIApp) -> None:
        self._pages, self._app = pages, app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one GET or HEAD request."""
        request = Request(scope, receive)
        wanted = negotiate(request.headers.getlist("accept"), (*OFFERED, HTML))
        browsed = wanted == HTML and "query" not in request.query_params
        await (self._pages.page(request, GRAPHIQL) if browsed else self._app)(scope, receive, send)


def _previewed(body: bytes, request: Request, told: tuple[str, str] | None) -> bytes:
    """The web table with what chats show of a link to it: the address of its picture, and the title and text of a game."""
    body = body.replace(_PICTURE + b"./", _PICTURE + escape(str(request.base_url)).encode())
    for tag, text in zip((_TITLE, _TEXT), told or ()):  # noqa: B905 -- none, or both
        before, _, after = body.partition(tag)
        body = before + tag + escape(text).encode() + after[after.index(b'"') :]
    return body


def _hashed(script: bytes) -> str:
    """A script as a source of the policy."""
    return f" 'sha256-{b64encode(sha256(script).digest()).decode()}'"


def _response(request: Request, file: _File, caching: str, policy: Mapping[str, str]) -> Response:
    zipped = accepts_gzip(request.headers.get("accept-encoding", ""))
    tag = compressed_tag(file.tag) if zipped else file.tag
    varies = "accept, accept-encoding" if policy else "accept-encoding"
    headers = {**(policy and HEADERS), **policy, "cache-control": caching, "etag": tag, "vary": varies}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    if zipped:
        headers["content-encoding"] = "gzip"
    return Response(file.zipped if zipped else file.body, 200, headers, file.media)
