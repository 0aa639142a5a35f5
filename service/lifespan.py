"""The parts that run while the server runs: the store, bots, webhooks, clocks and use cases."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

from msgspec import Struct
from starlette.applications import Starlette

from taphouse.schema.catalogue import Catalogue
from taphouse.schema.execution.scheduler import Scheduler
from taphouse.schema.registry import collected
from taphouse.schema.served_games import ServedGames
from taphouse.service.access.accounts import Accounts
from taphouse.service.access.operators import OperatorTokens, report_days
from taphouse.service.access.prepaid_points import BotMoves
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.rate_limits import Rates
from taphouse.service.access.tokens import TokenIssuer
from taphouse.service.bots.bot_seats import Bots, Pay
from taphouse.service.bots.process_pool import BotRunner
from taphouse.service.feed.following import Feed
from taphouse.service.feed.telling import Telling
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
from taphouse.service.games.quick.waiting_tables import WaitingTables
from taphouse.service.games.records.signing import RecordKeys
from taphouse.service.games.standing.ordering import Ordered, Ordering
from taphouse.service.games.streams.account_streams import AccountStreams
from taphouse.service.games.streams.admission import Admission
from taphouse.service.games.streams.attending import Attending
from taphouse.service.games.streams.channel import Channel
from taphouse.service.games.streams.game_streams import GameStreams
from taphouse.service.games.streams.open_games import OpenGameStreams
from taphouse.service.games.streams.tickets import Tickets
from taphouse.service.games.use_cases import use_cases
from taphouse.service.http.health import health
from taphouse.service.http.shared_files import SharedFiles
from taphouse.service.mail.building import links_of, mailer
from taphouse.service.mail.managing import Mailing
from taphouse.service.mail.sending import Post
from taphouse.service.observing.observers import MetricsServer, Observers
from taphouse.service.operating.admitting import Operators
from taphouse.service.operating.use_cases import operating
from taphouse.service.persons.closing import Closing
from taphouse.service.persons.profiles import Profiles
from taphouse.service.persons.rating_games import RatingGames
from taphouse.service.persons.ratings import Ratings
from taphouse.service.persons.sanctions import Sanctions
from taphouse.service.reports.filing import Filing
from taphouse.service.reports.queue import Queue
from taphouse.service.runtime import interpreter, telemetry
from taphouse.service.runtime.settings import Settings
from taphouse.service.runtime.shutdown import Stopping, background, stopping
from taphouse.service.services import Services
from taphouse.service.store.protocol import Store
from taphouse.service.talk.use_cases import talk
from taphouse.service.webhooks.dispatching import WebhookDispatcher
from taphouse.service.webhooks.managing import Managing
from taphouse.service.webhooks.sending import Sender


class Lifespan(Struct, frozen=True):
    """Starlette's `lifespan`: makes and starts the parts of an application, and ends them."""

    settings: Settings
    served: ServedGames
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
    hand_over: Post | None = None
    """Hands emails over; None for the server of the settings."""

    @asynccontextmanager
    async def __call__(self, app: Starlette) -> AsyncIterator[None]:
        """Run the parts. Requests find them in `app.state.services`."""
        settings, observers = self.settings, self.observers
        async with AsyncExitStack() as ending:
            ending.callback(observers.close)
            unobserved, store = await self._stores(ending)
            reader, scheduler = self._reader(store), Scheduler()
            rates, quotas, pay = _limits(settings, store, self.access, self.accounts)
            emails = mailer(settings, reader, self.catalogues, self.hand_over)
            webhooks = WebhookDispatcher.of(reader, settings, self.sender, emails)
            ending.push_async_callback(webhooks.close)
            bots = Bots(reader, self.editions, settings.bot_processes, settings.bot_experts, self.bot_runner, pay)
            ending.push_async_callback(bots.close)
            stop = ending.enter_context(stopping())
            lists, counted, channels = Lists(store, settings), observers.commits(self.now), dict[str, Channel]()
            ratings, rating = Ratings(reader, settings.ratings and self.accounts is not None), RatingGames(reader)
            rates_games, ordered = rating if ratings.on else None, Ordered(reader) if settings.standing_orders else None
            telling = Telling(reader, rates_games, webhooks.announce) if settings.feed else None
            reminded = rates_games, ordered, telling
            committer = Committer(reader, lists, bots, quotas, webhooks.notices, counted, channels, *reminded)
            alarms = Alarms(reader, webhooks.notices, committer.time_left)
            plays = bots.run(partial(play_for_bot, committer, reader))
            operators = Operators(reader, tokens := OperatorTokens(settings.operators))
            managing = Managing(reader, webhooks.deliveries, settings, quotas, operators)
            mailing = Mailing(reader, webhooks.deliveries, managing, quotas, links_of(settings))
            presence = Presence(reader, settings.away_seconds)
            sanctions = Sanctions(reader, tokens.on)
            profiles, waiting = Profiles(reader, settings.profiles, ratings), WaitingTables(reader, committer, presence)
            filing = Filing(reader, quotas, report_days(settings))
            closing = Closing(reader, committer, profiles, scheduler)
            forgetting = closing.forget, profiles.forget, filing.forget
            deletions = Deletions(reader, committer, quotas, managing.forget, forgetting, scheduler)
            tasks = [plays, webhooks.run(), alarms.run(), deletions.run(), waiting.run(), _attend(unobserved, stop)]
            tasks += [one.run() for one in (*reminded, closing) if one is not None]
            await ending.enter_async_context(background(*tasks, interpreter.tend(), *_sharing(unobserved, settings)))
            repair = _repairing(bots.notice, lists.notice)
            challenged = profiles.challenged if settings.profiles and settings.challenges else None
            games = use_cases(
                *(committer, reader, lists, self.editions, self.catalogues, self.access, bots, quotas, repair),
                *(self.record_keys, presence, managing.forget, sanctions.checking(profiles.introduce), waiting),
                profiles.may_meet,
                settings.quick_play,
                challenged,
                ratings.rating_of if ratings.on else None,
                sanctions.check if tokens.on else None,
            )
            repairs = _repairing(repair, alarms.notice)
            tickets, attending, streams, live = self._streams(
                reader, lists, profiles, presence, channels, repairs, stop, sanctions
            )
            await ending.enter_async_context(background(attending.run()))
            feed = Feed(reader, operators, settings.long_poll_max, stop, on=settings.feed)
            operated = *operating(operators, reader, committer, sanctions, ratings, rating, telling, deletions), feed
            others = Ordering(reader, committer, ordered), Queue(reader, operators, settings.report_days), *operated
            people = deletions, managing, mailing, profiles, closing, ratings, filing
            found = observers.use_cases(collected(*games, *live, *people, *others))
            app.state.services = Services(
                settings=settings,
                store=store,
                rates=rates,
                scheduler=scheduler,
                reader=reader,
                streams=streams,
                tickets=tickets,
                operators=tokens,
                webhooks=managing,
                mailing=mailing,
                use_cases=found,
                observers=observers,
                stopping=stop,
                context=observers.context(found),
            )
            gauges = observers.running(store, streams, bots, webhooks.deliveries, self.served.games, _listener)
            await ending.enter_async_context(gauges)
            yield

    async def _stores(self, ending: AsyncExitStack) -> tuple[Store, Store]:
        """The store, and the same with its calls observed. If it is opened here, it is closed at the end."""
        unobserved = _open(self.settings) if self.store is None else self.store
        store = self.observers.store(unobserved)
        if self.store is None:
            ending.push_async_callback(store.close)
        await _log_store_problems(store, self.settings)
        return unobserved, store

    def _streams(
        self,
        reader: Reader,
        lists: Lists,
        profiles: Profiles,
        presence: Presence,
        channels: dict[str, Channel],
        repair: Callable[[LoadedGame], None],
        stop: Stopping,
        sanctions: Sanctions,
    ) -> tuple[Tickets, Attending, GameStreams, tuple[object, ...]]:
        """The parts that stream, and all of them as use cases."""
        settings, tickets = self.settings, Tickets(self.settings.signing_keys, reader.store, self.now)
        admission = Admission(reader, tickets)
        shared = reader, settings.long_poll_max, repair, stop, admission
        attending = Attending(reader, admission, profiles.hiding_presence, on=settings.presence)
        streams = GameStreams(*shared, presence, channels, attending.there)
        accounts, lobby = AccountStreams(*shared, lists, tickets, streams), Lobby(reader, lists, profiles.friends_of)
        said = None if self.observers.metrics is None else self.observers.metrics.lines
        attended = attending, admission, stop, lists.longest, sanctions.check_talk, said
        talking = talk(settings, reader, profiles, *attended)
        return (
            tickets,
            attending,
            streams,
            (streams, accounts, lobby, OpenGameStreams(reader, lists, lobby), attending, *talking),
        )

    def _reader(self, store: Store) -> Reader:
        games, types = self.served.games, self.served.game_types
        return Reader(games, types, self.editions, self.access, self.accounts, store, kept(self.settings), self.now)


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


def _sharing(store: Store, settings: Settings) -> list[Coroutine[Any, Any, None]]:
    """The work that shares the files of pages among instances, if there are pages."""
    pages = settings.web or settings.docs or settings.graphiql
    return [SharedFiles(store, settings.signing_keys).run()] if pages else []


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
