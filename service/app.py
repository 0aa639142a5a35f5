"""Builds the ASGI application: `create_app(settings)`. Importing this module has no side effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from taphouse.engine import GAMES
from taphouse.engine.editions import EditionError
from taphouse.engine.game import Game
from taphouse.engine.messages import MessagesError
from taphouse.engine.registry import BadGame
from taphouse.schema.catalogue import Catalogue
from taphouse.schema.served_games import ServedGames
from taphouse.schema.texts import OWN
from taphouse.service.access import origins
from taphouse.service.access.accounts import Accounts
from taphouse.service.access.tokens import TokenIssuer
from taphouse.service.bots.process_pool import BotRunner
from taphouse.service.games.catalogue import catalogues
from taphouse.service.games.kernel.committing import wall_clock
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.loading import kept
from taphouse.service.games.records.signing import WELL_KNOWN, PublicKey, RecordKeys, keys_in
from taphouse.service.http import mail_pages, rest
from taphouse.service.http.graphql_on_demand import GraphQLOnDemand
from taphouse.service.http.health import healthz, readyz
from taphouse.service.http.pages import INSTALLED, Pages, SignIn, offers_of
from taphouse.service.http.request_middleware import RequestMiddleware
from taphouse.service.lifespan import Lifespan
from taphouse.service.mail.sending import Post, check_installed
from taphouse.service.observing.observers import Observers
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import BadSettings, Settings, variable
from taphouse.service.store.protocol import Store
from taphouse.service.webhooks.sending import Sender

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

    from taphouse.schema.execution.executor import Executable


def create_app(
    settings: Settings,
    games: Mapping[str, Game] | None = None,
    store: Store | None = None,
    *,
    now: Callable[[], int] = wall_clock,
    bot_runner: BotRunner | None = None,
    sender: Sender | None = None,
    tracer: Tracer | None = None,
    hand_over: Post | None = None,
) -> Starlette:
    """The whole service as an ASGI application.

    Args:
        settings: The operator's settings.
        games: The games to serve, by kind. If None, those of the settings.
        store: The store, which the caller closes. If None, the application opens one at `settings.redis_url` while it runs.
        now: Returns the current time in milliseconds since the epoch.
        bot_runner: Chooses the moves of bots. If None, processes that the application starts.
        sender: Sends deliveries to webhooks. If None, one that connects to the addresses that the settings allow.
        tracer: Makes spans of OpenTelemetry. If None, one that exports them, if the settings want traces.
        hand_over: Hands emails over. If None, they go to the SMTP server of the settings.

    Raises:
        BadGame: An installed game cannot be used, or its types clash with those of others.
        BadSettings: The settings name a game that is not installed, an edition file in `settings.editions_dir` or
            `settings.former_record_keys` is invalid, the root path begins like a path of the service, or packages are missing.
    """
    games = served_games(settings) if games is None else games
    editions = offered_editions(games, settings)
    if not settings.signing_keys:
        raise RuntimeError("create_app needs a signing key; `taphouse serve` generates one for its embedded server")
    observers = Observers(settings, tracer)
    if hand_over is None:
        check_installed(settings)
    record_keys = RecordKeys(settings.signing_keys, _former_keys(settings.former_record_keys))
    lifespan = Lifespan(
        settings=settings,
        served=_served(games),
        catalogues=catalogues(games, editions.offered, OWN.languages),
        editions=editions,
        access=TokenIssuer(settings.signing_keys),
        record_keys=record_keys,
        accounts=_accounts(settings),
        observers=observers,
        now=now,
        store=store,
        bot_runner=bot_runner,
        sender=sender,
        hand_over=hand_over,
    )
    found = [*routes(settings, lifespan.served, lifespan.catalogues, observers), _key_route(record_keys)]
    if (first := _first(settings.root_path)) and first in {_first(one.path) for one in found if isinstance(one, Route)}:
        raise BadSettings(
            (f"{variable('root_path')} must not begin with /{first}, where the service has paths of its own.",)
        )
    app = _Application(routes=found, middleware=middleware(settings, observers), lifespan=lifespan)
    app.router.redirect_slashes = False  # only documented paths exist
    return app


class _Application(Starlette):
    """Starlette without middleware of its own: `RequestMiddleware` answers exceptions."""

    def build_middleware_stack(self) -> ASGIApp:
        """The routes in the middleware."""
        app: ASGIApp = self.router
        for made, given, named in reversed(self.user_middleware):
            app = made(app, *given, **named)
        return app


def served_games(settings: Settings) -> Mapping[str, Game]:
    """The games to serve, by kind, in the order of the setting.

    Raises:
        BadSettings: The setting names a game that is not installed.
        BadGame: One of the games cannot be used.
    """
    for kind in settings.kinds:
        if kind not in GAMES:
            installed = ", ".join(sorted(GAMES.offers))
            raise BadSettings((f"{variable('games')} names {kind!r}, but the installed games are {installed}.",))
    return {kind: GAMES[kind] for kind in settings.kinds or GAMES}


def offered_editions(games: Mapping[str, Game], settings: Settings) -> Editions:
    """The editions of the games to serve.

    Raises:
        BadSettings: An edition file of the operator is invalid.
        BadGame: A file of a game is missing or invalid, or its rules cannot be made.
    """
    for game in games.values():
        try:
            game.check()
        except Exception as error:  # a package may raise anything
            raise _unusable(game, error) from error
    try:
        return Editions(
            games, settings.editions_dir, imports=settings.import_editions, kept=max(kept(settings).values())
        )
    except EditionError as error:
        raise BadSettings((f"{variable('editions_dir')}: {error}",)) from None


def _served(games: Mapping[str, Game]) -> ServedGames:
    try:
        return ServedGames.of(*games.values())
    except Exception as together:  # a package may declare anything
        for game in games.values():
            try:
                ServedGames.of(game)
            except Exception as error:
                raise _unusable(game, error) from error
        raise BadGame(f"The games cannot be served together: {together}.") from together


def _unusable(game: Game, error: Exception) -> BadGame:
    known = isinstance(error, OSError | EditionError | MessagesError | TypeError)
    told = str(error) if known else f"{type(error).__name__}: {error}"
    return BadGame(f"The game {game.about.kind} of the package {game.about.package} cannot be served: {told}.")


def _first(path: str) -> str:
    """The first segment of a path, with which no root path may begin: else it is not clear whether a proxy has removed it."""
    return path[1:].partition("/")[0]


def _former_keys(file: Path | None) -> tuple[PublicKey, ...]:
    try:
        return () if file is None else keys_in(file.read_bytes())
    except (OSError, ValueError) as error:
        raise BadSettings((f"{variable('former_record_keys')}: {file}: {error}",)) from None


def _key_route(keys: RecordKeys) -> Route:
    """The route of the public keys of records, which hardly ever change."""

    async def published(_: Request) -> Response:
        return Response(keys.published, media_type="application/json", headers={"cache-control": "max-age=3600"})

    return Route(WELL_KNOWN, published)


def _accounts(settings: Settings) -> Accounts | None:
    if settings.accounts_issuer is None:
        return None
    keys = settings.accounts_keys.get_secret_value() if settings.accounts_keys is not None else ""
    audience, claims = settings.accounts_audience or "", (settings.accounts_name, settings.accounts_program)
    return Accounts(settings.accounts_issuer, audience, keys, *claims)


def middleware(settings: Settings, observers: Observers) -> list[Middleware]:
    """The middleware, outermost first. CORS wraps everything that answers, so that web pages can read refusals too."""
    around_requests = Middleware(
        RequestMiddleware,
        most_body=settings.max_body,
        most_open=settings.connections_per_address,
        proxies=settings.proxies,
        root_path=settings.root_path,
        hosts=settings.hosts,
        varies=bool(settings.origins),
        metrics=observers.metrics,
    )
    return [*origins.cors(settings.origins), around_requests, *observers.middleware()]


def routes(
    settings: Settings, served: ServedGames, shown: Mapping[str, Catalogue], observers: Observers
) -> list[BaseRoute]:
    """Every route of the service. Starlette tries them in turn, so those that are used most come first."""

    def executable() -> Executable:
        from taphouse.schema.graphql.build import Api

        schema = Api.to(served, settings.federation).core
        return observers.executable(schema, telemetry.bug, introspection=settings.introspection)

    graphql = GraphQLOnDemand(executable, settings, _trusted(settings.trusted_documents))
    if settings.workers > 1:
        graphql.make()  # workers share what was made before they were forked
    pages = Pages(sign_in=SignIn.of(settings), catalogues=shown, offers=offers_of(settings))
    posts, sockets, *others = graphql_routes(graphql, settings, pages)
    return [
        posts,
        sockets,
        *rest.routes(served, shown, described=settings.introspection),
        *others,
        *page_routes(settings, pages),
        *mail_pages.routes(settings),
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
    from taphouse.schema.execution.persisted_documents import trusted_documents

    try:
        return trusted_documents(manifest.read_bytes())
    except (OSError, ValueError) as error:
        raise BadSettings((f"{variable('trusted_documents')}: {manifest}: {error}",)) from None


def graphql_routes(graphql: GraphQLOnDemand, settings: Settings, pages: Pages) -> list[BaseRoute]:
    """The routes of GraphQL: that of `POST`, that of WebSockets, then GraphiQL, and that of all other methods."""
    page = [Route("/graphql", pages.graphiql(graphql), methods=["GET"])] if settings.graphiql else []
    graphql.most_used = Route("/graphql", graphql, methods=["POST"])
    return [graphql.most_used, WebSocketRoute("/graphql", graphql), *page, Route("/graphql", graphql)]


def page_routes(settings: Settings, pages: Pages) -> list[BaseRoute]:
    """The routes of the web table, of the reference, and of the assets of the pages. The reference shows `/openapi.json`."""
    app = [Route(f"/{name}", pages.installed, methods=["GET"]) for name in INSTALLED]
    web = [Route("/", pages.index, methods=["GET"]), Route("/offline", pages.offline, methods=["GET"]), *app]
    table = web if settings.web else []
    docs = [Route("/docs", pages.docs, methods=["GET"])] if settings.docs and settings.introspection else []
    loaded = [Route("/assets/{name}", pages.asset, methods=["GET"])] if table or docs or settings.graphiql else []
    return [*table, *docs, *loaded]
