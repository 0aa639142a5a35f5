"""GraphiQL, a page to try the API.

The user's browser loads its scripts and styles from a CDN, pinned by hash; an operator can disable the page with the setting
`graphiql`.
"""

from __future__ import annotations

import base64
import hashlib

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from taphouse.service.http.negotiation import OFFERED, negotiate

HTML = "text/html"

_CDN = "https://cdn.jsdelivr.net/npm/"
_START = """
document.getElementById("failed").hidden = "GraphiQL" in window;
const socket = location.origin.replace(/^http/, "ws") + location.pathname;
const fetcher = GraphiQL.createFetcher({url: location.pathname, subscriptionUrl: socket});
const defaultQuery = `# Ctrl-Space completes, Ctrl-Enter runs. Put a seat's token into the headers below:
# {"Authorization": "Bearer ..."}
{
  catalogue { kinds { id title minSeats maxSeats text } }
}
`;
ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, {fetcher, defaultQuery, defaultHeaders: "{}", isHeadersEditorEnabled: true,
    shouldPersistHeaders: false}));
"""
PAGE = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>GraphiQL</title>
<style>html, body, #graphiql {{ height: 100%; margin: 0 }}</style>
<link rel="stylesheet" href="{_CDN}graphiql@3.9.0/graphiql.min.css" crossorigin
 integrity="sha384-QMux00XgRtwRLSYIY3kw2rj1ovk5AuuliAchk+HSQbqdbGFnz9GYuqIlOqxhwCE2">
</head>
<body>
<div id="graphiql">
<noscript>GraphiQL needs JavaScript.</noscript>
<p id="failed" hidden>GraphiQL could not be loaded: this page needs scripts from cdn.jsdelivr.net.
The API still works; send POST requests to this URL.</p>
</div>
<script src="{_CDN}react@18.3.1/umd/react.production.min.js" crossorigin
 integrity="sha384-DGyLxAyjq0f9SPpVevD6IgztCFlnMF6oW/XQGmfe+IsZ8TqEiDrcHkMLKI6fiB/Z"></script>
<script src="{_CDN}react-dom@18.3.1/umd/react-dom.production.min.js" crossorigin
 integrity="sha384-gTGxhz21lVGYNMcdJOyq01Edg0jhn/c22nsx0kyqP0TxaV5WVdsSH1fSDUf5YJj1"></script>
<script src="{_CDN}graphiql@3.9.0/graphiql.min.js" crossorigin
 integrity="sha384-8NGfVj4CVlqHajlZj+bPJT4thxPMHMJYn7DWK2CvtopLd02E7qsPHazniBYvVjOO"></script>
<script>{_START}</script>
</body>
</html>
"""
HEADERS = {
    "cache-control": "no-store",
    "vary": "accept",
    # A token typed into the page can only be sent to this service.
    "content-security-policy": f"default-src 'none'; connect-src 'self'; img-src data:; font-src {_CDN} data:; "
    f"style-src {_CDN} 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; script-src {_CDN} "
    f"'sha256-{base64.b64encode(hashlib.sha256(_START.encode()).digest()).decode()}'",
}


class GraphiQL:
    """An ASGI application that serves the page to browsers that open the path, and passes on other requests.

    Args:
        app: Answers the other requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one GET or HEAD request."""
        request = Request(scope, receive)
        wanted = negotiate(request.headers.getlist("accept"), (*OFFERED, HTML))
        page = wanted == HTML and "query" not in request.query_params
        await (HTMLResponse(PAGE, headers=HEADERS) if page else self._app)(scope, receive, send)
