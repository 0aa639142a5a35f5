"""Builds the ASGI application: `create_app(settings)`. Importing this module has no side effects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.errors import ServerErrorMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from taphouse.engine import GAMES
from taphouse.engine.editions import EditionError
from taphouse.engine.game import Game
from taphouse.schema.catalogue import Catalogue
from taphouse.schema.execution.executor import Executable
from taphouse.schema.execution.persisted_documents import PersistedDocuments, trusted_documents
from taphouse.schema.execution.work import Turns
from taphouse.schema.graphql.build import Api
from taphouse.schema.operations.table import collected
from taphouse.schema.problems import InputRefused, Problem
from taphouse.schema.request_problems import BodyTooLarge, MethodNotAllowed, NotFound
from taphouse.schema.values.words import OWN
from taphouse.service.access import origins
from taphouse.service.access.accounts import Accounts
from taphouse.service.access.purses import BotMoves
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.rate_limits import Rates
from taphouse.service.access.tokens import Access
from taphouse.service.bots.bot_seats import Bots, Pay
from taphouse.service.bots.process_pool import Thinks
from taphouse.service.http import rest
from taphouse.service.http.front import Front, RouteTable
from taphouse.service.http.graphql_http import GraphQLEndpoint
from taphouse.service.http.graphql_ws import GraphQLSocket
from taphouse.service.http.metered import Metered
from taphouse.service.http.pages import Pages
from taphouse.service.http.refusals import error_response
from taphouse.service.observing.observed import Listens, Observed
from taphouse.service.runtime import interpreter, telemetry
from taphouse.service.runtime.settings import BadSettings, Settings, variable
from taphouse.service.runtime.shutdown import stopping
from taphouse.service.services import Services
from taphouse.service.store import Store, StoreUnavailable, data_directory
from taphouse.service.store.condition import Health
from taphouse.service.tables.catalogue import catalogues
from taphouse.service.tables.clocks.alarms import Alarms
from taphouse.service.tables.editions import Editions
from taphouse.service.tables.encoding import kept, wall_clock
from taphouse.service.tables.game_lists import Lists
from taphouse.service.tables.loading import Opened, Reader
from taphouse.service.tables.lobby import Lobby
from taphouse.service.tables.streams.streaming import Live
from taphouse.service.tables.streams.tickets import Tickets
from taphouse.service.webhooks.managing import Managing
from taphouse.service.webhooks.sending import Sends
from taphouse.service.webhooks.telling import Telling

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer


def create_app(
    settings: Settings,
    games: Mapping[str, Game] | None = None,
    store: Store | None = None,
    *,
    now: Callable[[], int] = wall_clock,
    thinkers: Thinks | None = None,
    sender: Sends | None = None,
    tracer: Tracer | None = None,
) -> Starlette:
    """The whole service as an ASGI application.

    Args:
        settings: The operator's settings.
        games: The games to serve, by kind. If None, all games of the engine.
        store: The store, which the caller closes. If None, the application opens one at `settings.redis_url` while it runs.
        now: Returns the current time in milliseconds since the epoch.
        thinkers: Chooses the moves of bots. If None, processes that the application starts.
        sender: Sends deliveries to webhooks. If None, one that connects to what the settings allow.
        tracer: Makes spans of OpenTelemetry. If None, one that exports them, if the settings want traces.

    Raises:
        BadSettings: An edition file in `settings.editions_dir` is invalid, or packages are missing.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        opened = observed.store(bare := _open(settings) if store is None else store)
        reader = Reader(served, api.game_types, editions, access, accounts, opened, kept(settings), now)
        rates, quotas, pay = _limits(settings, opened, access, accounts)
        bots = Bots(reader, editions, settings.bot_processes, now, thinkers, pay)
        told = Telling.of(reader, settings, sender)
        tables = observed.tables(reader, editions, shown, access, bots, settings, quotas, told.notices)
        await _greet(opened, settings)
        alarms = Alarms(reader, told.notices, tables.time_left)
        runs = bots.run(tables.make), told.run(), alarms.run(), interpreter.tend()
        running = [asyncio.create_task(one) for one in runs]
        try:
            with stopping() as stop:
                running.append(asyncio.create_task(_attend(bare, stop)))
                lists, tickets = Lists(opened, settings), Tickets(settings.signing_keys, opened, now)

                def noticed(opened: Opened) -> None:
                    """Repair what the store may have lost of a game, or could not be set while a server was away."""
                    tables.notice(opened)
                    alarms.notice(opened)

                live = Live(reader, settings.long_poll_max, noticed, stop, lists, tickets)
                lobby = Lobby(reader, lists)
                webhooks = Managing(reader, told.deliveries, settings.webhooks, quotas)
                use_cases = observed.use_cases(collected(tables, live, lobby, webhooks))
                app.state.services = Services(
                    settings=settings,
                    store=opened,
                    rates=rates,
                    turns=Turns(),
                    reader=reader,
                    tables=tables,
                    live=live,
                    webhooks=webhooks,
                    use_cases=use_cases,
                    observed=observed,
                    stopping=stop,
                    context=observed.context(use_cases),
                )
                async with observed.running(opened, live, bots, told.deliveries, served, _listener):
                    yield
        finally:
            for task in running:
                task.cancel()
            await asyncio.wait(running)
            bots.close()
            await told.close()
            if store is None:
                await opened.close()
            observed.close()

    served = GAMES if games is None else games
    api = Api.of(*served.values())
    try:
        editions = Editions(served, settings.editions_dir)
    except EditionError as error:
        raise BadSettings((f"{variable('editions_dir')}: {error}",)) from None
    if not settings.signing_keys:
        raise RuntimeError("create_app needs a signing key; `taphouse serve` generates one for its embedded server")
    access = Access(settings.signing_keys)
    accounts = _accounts(settings)
    observed = Observed(settings, tracer)
    shown = catalogues(served, editions.offered, OWN.languages)

    served_at = routes(settings, api, shown, observed)
    return _Application(
        routes=served_at,
        middleware=middleware(settings, observed, served_at),
        exception_handlers={HTTPException: _http_error},
        lifespan=lifespan,
    )


class _Application(Starlette):
    """Starlette without its outermost layer, which answers bugs: `Front` does. Only documented paths exist."""

    def build_middleware_stack(self) -> ASGIApp:
        """See `Starlette`."""
        self.router.redirect_slashes = False
        stack = cast(ServerErrorMiddleware, super().build_middleware_stack())
        return stack.app


def middleware(settings: Settings, observed: Observed, routes: Sequence[BaseRoute]) -> list[Middleware]:
    """The middleware, outermost first. CORS wraps all that answers, so that web pages can read refusals too.

    Args:
        settings: The operator's settings.
        observed: The observers.
        routes: The routes.
    """
    front = Middleware(
        Front,
        most_body=settings.max_body,
        most_open=settings.connections_per_address,
        proxies=settings.proxies,
        hosts=settings.hosts,
        metrics=observed.metrics,
    )
    return [*origins.cors(settings.origins), front, *observed.middleware(), Middleware(RouteTable, routes=routes)]


def routes(settings: Settings, api: Api, shown: Mapping[str, Catalogue], observed: Observed) -> list[BaseRoute]:
    """Every route of the service."""
    executable = observed.executable(api.schema._schema, telemetry.bug, introspection=settings.introspection)
    persisted = PersistedDocuments(_trusted(settings.trusted_documents))
    pages = Pages()
    return [
        *graphql_routes(executable, persisted, settings, pages),
        WebSocketRoute("/graphql", GraphQLSocket(executable, persisted, settings)),
        *rest.routes(api, shown, described=settings.introspection),
        *page_routes(settings, pages),
        Route("/healthz", healthz),
        Route("/readyz", readyz),
    ]


def _trusted(manifest: Path | None) -> Mapping[str, str] | None:
    """The documents that the operator trusts; None for all.

    Raises:
        BadSettings: The manifest is missing or invalid.
    """
    if manifest is None:
        return None
    try:
        return trusted_documents(manifest.read_bytes())
    except (OSError, ValueError) as error:
        raise BadSettings((f"{variable('trusted_documents')}: {manifest}: {error}",)) from None


def graphql_routes(
    executable: Executable, persisted: PersistedDocuments, settings: Settings, pages: Pages
) -> list[BaseRoute]:
    """The routes of GraphQL over HTTP: first that of `POST`, then GraphiQL, then that of all other methods."""
    endpoint = Metered(GraphQLEndpoint(executable, persisted, settings.send_timeout))
    page = [Route("/graphql", pages.graphiql(endpoint), methods=["GET"])] if settings.graphiql else []
    return [Route("/graphql", endpoint, methods=["POST"]), *page, Route("/graphql", endpoint)]


def page_routes(settings: Settings, pages: Pages) -> list[BaseRoute]:
    """The routes of the web table, of the reference, and of what the pages load. The reference shows `/openapi.json`."""
    table = [Route("/", pages.index, methods=["GET"])] if settings.web else []
    docs = [Route("/docs", pages.docs, methods=["GET"])] if settings.docs and settings.introspection else []
    loaded = [Route("/assets/{name}", pages.asset, methods=["GET"])] if table or docs or settings.graphiql else []
    return [*table, *docs, *loaded]


async def healthz(_: Request) -> Response:
    """Liveness. Does not check the store, so that a store outage does not restart the process."""
    return JSONResponse({"alive": True})


async def readyz(request: Request) -> Response:
    """Readiness: 503 with the reason if the store is not ready. Answers within twice the store's timeout."""
    here: Services = request.app.state.services
    state = await health(here.store, here.settings)
    newer = here.reader.newer
    warnings = [*state.warnings, *([f"{newer} Upgrade this instance."] if newer is not None else [])]
    body = {"ready": state.ready, "reason": state.reason, "reachable": state.reachable, "warnings": warnings}
    return JSONResponse(body, 200 if state.ready else 503, {"cache-control": "no-store"})


async def health(store: Store, settings: Settings) -> Health:
    """The store's health; not ready if it does not answer."""
    try:
        async with asyncio.timeout(settings.store_timeout * 2):
            state = await store.health()
    except (StoreUnavailable, TimeoutError):
        return Health(ready=False, reason="the store does not answer", reachable=0.0)
    return msgspec.structs.replace(state, warnings=(*state.warnings, *_disk_filling(settings)))


def _disk_filling(settings: Settings) -> Sequence[str]:
    """A warning if the disk of the embedded server is nearly full. Other servers' disks cannot be seen from here."""
    url = settings.redis_url
    if url is None or not url.get_secret_value().startswith("unix:") or not (settings.data_dir / "lock").exists():
        return ()
    warning = data_directory.filling(settings.data_dir)
    return () if warning is None else (warning,)


def _listener(*given: Any) -> Listens:
    from taphouse.service.observing.listener import Listener

    return Listener(*given)


def _accounts(settings: Settings) -> Accounts | None:
    if settings.accounts_issuer is None:
        return None
    keys = settings.accounts_keys.get_secret_value() if settings.accounts_keys is not None else ""
    return Accounts(settings.accounts_issuer, settings.accounts_audience or "", keys, settings.accounts_name)


def _limits(
    settings: Settings, store: Store, access: Access, accounts: Accounts | None
) -> tuple[Rates | None, Quotas | None, Pay | None]:
    """The rates, the quotas, and what charges bots' moves, as far as there are any."""
    rates = Rates.of(settings, store, access.read, accounts)
    if rates is None or not settings.rate_address:
        return rates, None, None
    moves = BotMoves(store, rates.digest, settings.rate_address_burst, settings.rate_address)
    return rates, Quotas(settings, store, rates.digest), moves.pay


def _open(settings: Settings) -> Store:
    from taphouse.service.store.redis import RedisStore
    from taphouse.service.store.servers.replication import Replicas

    if settings.redis_url is None:
        raise RuntimeError("create_app needs a store or a redis_url; `taphouse serve` starts an embedded server")
    url = settings.redis_url.get_secret_value()
    return RedisStore.connect(url, timeout=settings.store_timeout, replicas=Replicas.of(settings))


async def _greet(store: Store, settings: Settings) -> None:
    """Log what the operator should change about the store. Being unavailable is no reason to stop: it may come back."""
    state = await health(store, settings)
    if not state.ready:
        telemetry.log.warning("not ready", reason=state.reason)
    for warning in state.warnings:
        telemetry.log.warning("store", warning=warning)


async def _attend(store: Store, stop: asyncio.Event) -> None:
    """Let the store know that this instance can take moves, until it stops."""
    attending = asyncio.create_task(store.attend())
    try:
        await stop.wait()
    finally:
        attending.cancel()
        await asyncio.wait([attending])


async def _http_error(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):  # Starlette's handler type allows any exception
        raise error
    problem: Problem
    match error.status_code:
        case 404:
            problem = NotFound(message="There is nothing at this path.")
        case 405:
            problem = MethodNotAllowed(message=f"This path does not support the method {request.method[:40]!r}.")
        case 413:
            problem = BodyTooLarge(message="The request body is too large.")
        case status if 400 <= status < 500:
            problem = InputRefused(message=f"The request is invalid: {error.detail}.", argument="request")
        case _:
            raise error  # never raised on purpose
    return error_response(request.scope, problem, status=error.status_code, headers=dict(error.headers or {}))
