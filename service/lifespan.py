"""The parts that run while the server runs: the store, bots, webhooks, clocks and use cases."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

from msgspec import Struct
from starlette.applications import Starlette

from taphouse.engine.game import Game
from taphouse.schema.catalogue import Catalogue
from taphouse.schema.execution.scheduler import Scheduler
from taphouse.schema.graphql.build import Api
from taphouse.schema.registry import collected
from taphouse.service.access.accounts import Accounts
from taphouse.service.access.prepaid_points import BotMoves
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.rate_limits import Rates
from taphouse.service.access.tokens import TokenIssuer
from taphouse.service.bots.bot_seats import Bots, Pay
from taphouse.service.bots.process_pool import BotRunner
from taphouse.service.games.clocks.alarms import Alarms
from taphouse.service.games.deleting.deletions import Deletions
from taphouse.service.games.kernel.committing import Committer
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.game_lists import Lists
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader, kept
from taphouse.service.games.kernel.presence import Presence
from taphouse.service.games.lobby import Lobby
from taphouse.service.games.playing import play_for_bot
from taphouse.service.games.records.signing import RecordKeys
from taphouse.service.games.streams.account_streams import AccountStreams
from taphouse.service.games.streams.admission import Admission
from taphouse.service.games.streams.channel import Channel
from taphouse.service.games.streams.game_streams import GameStreams
from taphouse.service.games.streams.open_games import OpenGameStreams
from taphouse.service.games.streams.tickets import Tickets
from taphouse.service.games.use_cases import use_cases
from taphouse.service.http.health import health
from taphouse.service.http.shared_files import SharedFiles
from taphouse.service.observing.observers import MetricsServer, Observers
from taphouse.service.runtime import interpreter, telemetry
from taphouse.service.runtime.settings import Settings
from taphouse.service.runtime.shutdown import background, stopping
from taphouse.service.services import Services
from taphouse.service.store.protocol import Store
from taphouse.service.webhooks.dispatching import WebhookDispatcher
from taphouse.service.webhooks.managing import Managing
from taphouse.service.webhooks.sending import Sender


class Lifespan(Struct, frozen=True):
    """Starlette's `lifespan`: makes and starts the parts of an application, and ends them."""

    settings: Settings
    games: Mapping[str, Game]
    """The games to serve, by kind."""
    api: Api
    catalogues: Mapping[str, Catalogue]
    """The catalogue of the games in each language."""
    editions: Editions
    access: TokenIssuer
    record_keys: RecordKeys
    accounts: Accounts | None
    observers: Observers
    now: Callable[[], int]
    """Returns the current time in milliseconds since the epoch."""
    store: Store | None
    """None to open the store of the settings."""
    bot_runner: BotRunner | None
    """Chooses the moves of bots; None to start processes."""
    sender: Sender | None
    """Sends deliveries to webhooks; None for one that connects to the addresses that the settings allow."""

    @asynccontextmanager
    async def __call__(self, app: Starlette) -> AsyncIterator[None]:
        """Run the parts. Requests find them in `app.state.services`."""
        settings, observers = self.settings, self.observers
        async with AsyncExitStack() as ending:
            ending.callback(observers.close)
            unobserved = _open(settings) if self.store is None else self.store
            store = observers.store(unobserved)
            if self.store is None:
                ending.push_async_callback(store.close)
            await _log_store_problems(store, settings)
            reader, scheduler = self._reader(store), Scheduler()
            rates, quotas, pay = _limits(settings, store, self.access, self.accounts)
            webhooks = WebhookDispatcher.of(reader, settings, self.sender)
            ending.push_async_callback(webhooks.close)
            bots = Bots(reader, self.editions, settings.bot_processes, settings.bot_experts, self.bot_runner, pay)
            ending.push_async_callback(bots.close)
            stop = ending.enter_context(stopping())
            lists = Lists(store, settings)
            channels: dict[str, Channel] = {}
            counted = observers.commits(self.now)
            committer = Committer(reader, lists, bots, quotas, webhooks.notices, counted, channels)
            alarms = Alarms(reader, webhooks.notices, committer.time_left)
            plays = bots.run(partial(play_for_bot, committer, reader))
            managing = Managing(reader, webhooks.deliveries, settings.webhooks, quotas)
            deletions = Deletions(reader, committer, quotas, managing.forget, scheduler)
            files = SharedFiles(unobserved, settings.signing_keys)
            tasks = plays, webhooks.run(), alarms.run(), deletions.run(), interpreter.tend(), _attend(unobserved, stop)
            sharing = [files.run()] if settings.web or settings.docs or settings.graphiql else []
            await ending.enter_async_context(background(*tasks, *sharing))
            presence = Presence(store, settings.away_seconds)
            repair = _repairing(bots.notice, lists.notice)
            games = use_cases(
                committer,
                reader,
                lists,
                self.editions,
                self.catalogues,
                self.access,
                bots,
                quotas,
                repair,
                self.record_keys,
                presence,
                managing.forget,
            )
            tickets = Tickets(settings.signing_keys, store, self.now)
            admission, longest = Admission(reader, tickets), settings.long_poll_max
            shared = reader, longest, _repairing(repair, alarms.notice), stop, admission
            streams = GameStreams(*shared, presence, channels)
            accounts = AccountStreams(*shared, lists, tickets, streams)
            lobby = Lobby(reader, lists)
            open_games = OpenGameStreams(reader, lists, lobby)
            found = observers.use_cases(collected(*games, deletions, streams, accounts, lobby, open_games, managing))
            app.state.services = Services(
                settings=settings,
                store=store,
                rates=rates,
                scheduler=scheduler,
                reader=reader,
                streams=streams,
                tickets=tickets,
                webhooks=managing,
                use_cases=found,
                observers=observers,
                stopping=stop,
                context=observers.context(found),
            )
            gauges = observers.running(store, streams, bots, webhooks.deliveries, self.games, _listener)
            await ending.enter_async_context(gauges)
            yield

    def _reader(self, store: Store) -> Reader:
        types = self.api.game_types
        return Reader(
            self.games, types, self.editions, self.access, self.accounts, store, kept(self.settings), self.now
        )


def _repairing(*repairs: Callable[[LoadedGame], None]) -> Callable[[LoadedGame], None]:
    """A function that restores what the store may have lost of a game that was read: a reminder, its list entries, an alarm."""

    def repair(loaded: LoadedGame) -> None:
        for one in repairs:
            one(loaded)

    return repair


def _listener(*given: Any) -> MetricsServer:
    from taphouse.service.http.connections.metrics_port import MetricsListener

    return MetricsListener(*given)


def _limits(
    settings: Settings, store: Store, access: TokenIssuer, accounts: Accounts | None
) -> tuple[Rates | None, Quotas | None, Pay | None]:
    """The rate limits, the quotas, and the function that charges bots' moves, as far as there are any."""
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


async def _log_store_problems(store: Store, settings: Settings) -> None:
    """Log the problems of the store that its operator should fix. If it is unavailable, go on: it may come back."""
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
