"""The web table: the page that `clients/build.py` builds from `clients/web`, or why there is none.

Everything that the page needs is served from here; its policy keeps the browser from loading or contacting anything else.
"""

from __future__ import annotations

import gzip
import mimetypes
from hashlib import sha256
from html import escape
from pathlib import Path

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from taphouse.service.http.compression import accepts_gzip, compressed_tag

FOLDER = Path(__file__).parent / "web"
"""Where the page is built."""
INDEX, WHY_NOT = "index.html", "why-not.txt"
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
_NEVER_CHANGES = "public, max-age=31536000, immutable"
_SECONDS = "3"
_MISSING = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Taphouse</title></head>
<body>
<h1>The web table is not here yet</h1>
<p>{reason}</p>
<p>The API does not need it: <a href="graphql">/graphql</a>, <a href="openapi.json">/openapi.json</a>.</p>
</body>
</html>
"""
_NOT_BUILT = (
    "It is built by <code>make serve</code> and <code>make web</code>. This page loads again until it is there."
)


class _File(Struct, frozen=True):
    """A file of the page, as it is sent."""

    body: bytes
    zipped: bytes
    media: str
    tag: str


class WebTable:
    """The endpoints of the page: `index` at `/`, `asset` below `/assets/`.

    The files are kept in memory, and read again when the page has been built again.

    Args:
        folder: Where the page is built.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._built = 0
        self._files: dict[str, _File] = {}

    async def index(self, request: Request) -> Response:
        """The page. Status 503 with the reason while it is not built."""
        if (file := self._read().get(INDEX)) is not None:
            return _response(request, file, "no-cache")
        why = self._folder / WHY_NOT
        reason = f"It could not be built: {escape(why.read_text())}" if why.exists() else _NOT_BUILT
        headers = HEADERS | {"cache-control": "no-store", "retry-after": _SECONDS, "refresh": _SECONDS}
        return HTMLResponse(_MISSING.format(reason=reason), 503, headers)

    async def asset(self, request: Request) -> Response:
        """A file of the page. Its name holds a digest, so it never changes."""
        file = self._read().get(f"assets/{request.path_params['name']}")
        if file is None:
            raise HTTPException(404)
        return _response(request, file, _NEVER_CHANGES)

    def _read(self) -> dict[str, _File]:
        try:
            built = (self._folder / INDEX).stat().st_mtime_ns
        except FileNotFoundError:
            built = 0
        if built != self._built:
            found = [self._folder / INDEX, *(self._folder / "assets").glob("*")] if built else []
            self._files = {file.relative_to(self._folder).as_posix(): _file(file) for file in found}
            self._built = built
        return self._files


def _file(path: Path) -> _File:
    body = path.read_bytes()
    media = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _File(body, gzip.compress(body, mtime=0), media, f'"{sha256(body).hexdigest()[:32]}"')


def _response(request: Request, file: _File, caching: str) -> Response:
    zipped = accepts_gzip(request)
    tag = compressed_tag(file.tag) if zipped else file.tag
    headers = HEADERS | {"cache-control": caching, "etag": tag, "vary": "accept-encoding"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    if zipped:
        headers["content-encoding"] = "gzip"
    return Response(file.zipped if zipped else file.body, 200, headers, file.media)
