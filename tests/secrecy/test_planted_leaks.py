"""A leak would be found: each of these is planted in another way out of the service."""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from functools import cache, wraps
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taphouse.engine.dank_and_draft.rules import DankAndDraftRules
from taphouse.engine.game import Game
from taphouse.lab.secrecy import paired_worlds
from taphouse.lab.secrecy.check import Leak, check
from taphouse.lab.secrecy.report import summary
from taphouse.schema.concepts.standing_orders import StandingOrder, StandingOrders
from taphouse.schema.execution.shared_values import SharedValue
from taphouse.schema.game_view import GameView, LogEntry
from taphouse.schema.results import AccountEvent
from taphouse.schema.values.lifecycle import Happening
from taphouse.schema.values.seats import Role, Viewer
from taphouse.service import app
from taphouse.service.bots.bot_seats import Bots
from taphouse.service.bots.process_pool import BotTask
from taphouse.service.games.advising import advising
from taphouse.service.games.kernel import committing, loading
from taphouse.service.games.kernel.committing import Committer
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.lobby import Lobby
from taphouse.service.games.records import exporting
from taphouse.service.games.records.exporting import Exporting
from taphouse.service.games.standing.ordering import Ordering
from taphouse.service.games.standing.stored import orders_in
from taphouse.service.games.streams import account_streams
from taphouse.service.games.streams.channel import BufferedVersion
from taphouse.service.games.streams.game_streams import GameStreams
from taphouse.service.mail import sending
from taphouse.service.reports import filing
from taphouse.service.webhooks import notices
from taphouse.service.webhooks.stored import Notice
from tests.conformance.tables import GAMES
from tests.effort import EFFORT
from tests.tiny.rules import CaskRaceRules
from tests.tiny.state import CaskRaceState

ENOUGH = 100
"""The pairs of worlds within which each leak is found."""
Planted = Callable[[pytest.MonkeyPatch], Game]


async def find(planted: Planted, monkeypatch: pytest.MonkeyPatch, seed: str) -> tuple[Leak, str]:
    game = planted(monkeypatch)
    report = await check(game, {game.about.kind: game}, ENOUGH, seed)
    assert report.leak is not None, f"not found by {report.pairs} pairs"
    return report.leak, summary(report)


def mark(state: Any) -> str:
    """Something that depends on a whole position."""
    return hashlib.sha256(msgspec.msgpack.encode(state)).hexdigest()


@cache
def of(rules: Any, kind: str) -> Game:
    """The same game each time, so that its schema is built once."""
    honest = GAMES[kind]
    return Game(honest.about, honest.edition, rules, other_world=honest.other_world)


def cask_race() -> Game:
    """Without a leak."""
    return of(CaskRaceRules, "cask-race")


def dank_and_draft() -> Game:
    """Without a leak; its events tell of hidden cards, to some."""
    return of(DankAndDraftRules, "dank-and-draft")


def known_forgets_hands(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = CaskRaceRules.known

    def known(self: CaskRaceRules, state: CaskRaceState, seat: int | None) -> CaskRaceState:
        return replace(honest(self, state, seat), hands=state.hands)

    monkeypatch.setattr(CaskRaceRules, "known", known)
    return cask_race()


# --- in the service ---------------------------------------------------------------------------------------------------------


def preview_shows_the_table_as_it_would_be(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = GameView.preview

    def preview(self: GameView, sent: Any) -> Any:
        return replace(honest(self, sent), table=self.rules.view(self._state))

    monkeypatch.setattr(GameView, "preview", preview)
    return cask_race()


def a_line_shows_the_table_as_it_would_be(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = GameView.line

    def line(self: GameView, sent: Any) -> Any:
        return replace((yield from honest(self, sent)), table=self.rules.view(self._state))

    monkeypatch.setattr(GameView, "line", line)
    return cask_race()


def why_not_says_more(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = GameView.why_not

    def why_not(self: GameView, sent: Any) -> Any:
        problem = honest(self, sent)
        return problem and replace(problem, message=problem.message + mark(self._state)[:1])

    monkeypatch.setattr(GameView, "why_not", why_not)
    return cask_race()


def bots_are_given_the_whole_position(monkeypatch: pytest.MonkeyPatch) -> Game:
    async def advice(self: Bots, _caller: Any, game_view: GameView, bot: Any) -> Any:
        edition = await self._edition(game_view)
        seat = game_view.viewer.seat or 0
        task = BotTask(game_view.game, edition, game_view.rules_version, seat, game_view._state, 0)
        return await self._quick.bot_runner.advise(task, bot)

    monkeypatch.setattr(Bots, "advice", advice)
    return cask_race()


def a_world_is_drawn_from_the_real_one(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = advising.imagined

    async def imagined(game_view: GameView, chance: Any, reader: Any, work: Any) -> Any:
        world = await honest(game_view, chance, reader, work)
        return world and replace(world, position=mark(game_view._state))

    monkeypatch.setattr(advising, "imagined", imagined)
    return cask_race()


def webhooks_are_told_a_little(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = notices._happened

    def happened(before: LoadedGame, after: LoadedGame, steps: Any) -> Iterator[Notice]:
        for notice in honest(before, after, steps):
            yield replace(notice, at=notice.at + int(mark(after.state)[0], 16))

    monkeypatch.setattr(notices, "_happened", happened)
    return cask_race()


def emails_tell_a_little(monkeypatch: pytest.MonkeyPatch) -> Game:
    decide, write, seen = sending.players_to_decide, sending.written, [""]

    def players_to_decide(loaded: LoadedGame) -> tuple[int, ...]:
        seen[0] = mark(loaded.state)
        return decide(loaded)

    monkeypatch.setattr(sending, "players_to_decide", players_to_decide)
    monkeypatch.setattr(sending, "written", lambda letter, sender: write(replace(letter, link=seen[0]), sender))
    return cask_race()


def earlier_versions_are_open_to_all(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = Reader.game_view

    def game_view(
        self: Reader,
        loaded: Any,
        viewer: Viewer,
        language: str,
        latest: Any = None,
        open_to_all: Any = None,
        **more: Any,
    ) -> GameView:
        return honest(self, loaded, viewer, language, latest, None if latest is None else True, **more)

    monkeypatch.setattr(Reader, "game_view", game_view)
    return cask_race()


def a_record_tells_a_little(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = Exporting.record

    async def record(self: Exporting, caller: Any, game_view: GameView, with_edition: bool) -> Any:
        made = await honest(self, caller, game_view, with_edition)
        return replace(made, text=made.text + mark(game_view._state)[:1])

    monkeypatch.setattr(Exporting, "record", record)
    return cask_race()


def an_export_tells_a_little(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = exporting._record

    async def record(listed: str, player: Any, reader: Reader, *more: Any) -> Any:
        made = await honest(listed, player, reader, *more)
        loaded = await reader.now(listed.partition(":")[2])
        return made if made is None or mark(loaded.state) < "8" else replace(made, seeded=not made.seeded)

    monkeypatch.setattr(exporting, "_record", record)
    return cask_race()


def a_list_tells_a_little(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = Lobby.finished_games

    @wraps(honest)
    async def finished_games(self: Lobby, *caller: Any, **arguments: Any) -> Any:
        made = await honest(self, *caller, **arguments)
        snapshots = [record.snapshot for _, record, _ in self._reader.store._games.values()]  # type: ignore[attr-defined]
        return replace(made, page_info=replace(made.page_info, has_next_page=mark(snapshots) < "8"))

    monkeypatch.setattr(Lobby, "finished_games", finished_games)
    return cask_race()


def a_conflict_tells_what_others_heard(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = Committer.refuse_conflict

    async def conflict(self: Committer, loaded: Any, viewer: Viewer, language: str, expected: int) -> Any:
        other = 1 + (viewer.seat or 0) % len(loaded.seats)
        await honest(self, loaded, Viewer(Role.SEAT, other), language, expected)

    monkeypatch.setattr(Committer, "refuse_conflict", conflict)
    return dank_and_draft()


def an_account_is_told_a_little(monkeypatch: pytest.MonkeyPatch) -> Game:
    told = account_streams.account_event

    def event(game_view: GameView, cursor: str) -> AccountEvent:
        return replace(told(game_view, cursor), deciding_seat=int(mark(game_view._state)[0], 16))

    monkeypatch.setattr(account_streams, "account_event", event)
    return cask_race()


def streams_by_ticket_are_not_redacted(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = Reader.game_view

    def game_view(self: Reader, loaded: LoadedGame, viewer: Viewer, *args: Any, **kwargs: Any) -> GameView:
        """Only tickets are read-only here."""
        return honest(self, loaded, viewer, *args, **kwargs | ({"open_to_all": True} if viewer.read_only else {}))

    monkeypatch.setattr(Reader, "game_view", game_view)
    return dank_and_draft()


def german_prompts_tell_more(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = GameView.decision.func

    def decision(self: GameView) -> Any:
        shown = honest(self)
        more = mark(self._state)[:1] if self.wording.language == "de" else ""
        return shown and replace(shown, prompt=shown.prompt + more)

    monkeypatch.setattr(GameView, "decision", property(decision))
    return cask_race()


def a_stream_tells_everybody_what_the_first_hears(monkeypatch: pytest.MonkeyPatch) -> Game:
    def entry_for_the_first(self: BufferedVersion, game_view: GameView) -> SharedValue:
        if None not in self._entries:
            (entry,) = game_view.entries([self.happening])
            self._entries[None] = SharedValue(entry)  # type: ignore[index]
        return self._entries[None]  # type: ignore[index]

    monkeypatch.setattr(BufferedVersion, "entry", entry_for_the_first)
    return dank_and_draft()


def pages_of_events_are_not_redacted(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = GameStreams.page
    in_a_page: ContextVar[bool] = ContextVar("in_a_page", default=False)  # pages wait side by side

    @wraps(honest)
    async def page(self: GameStreams, *caller: Any, **arguments: Any) -> Any:
        token = in_a_page.set(True)
        try:
            return await honest(self, *caller, **arguments)
        finally:
            in_a_page.reset(token)

    def entries(self: GameView, happenings: Any) -> Iterator[LogEntry]:
        return unredacted(self, happenings) if in_a_page.get() else ENTRIES(self, happenings)

    monkeypatch.setattr(GameStreams, "page", page)
    monkeypatch.setattr(GameView, "entries", entries)
    return dank_and_draft()


def unredacted(self: GameView, happenings: Any) -> Iterator[LogEntry]:
    for one in happenings:
        assert isinstance(one, Happening)
        whole = copy.copy(self)
        whole.open_to_all = True
        yield from ENTRIES(whole, [one])


ENTRIES = GameView.entries


class Around:
    """Changes what is sent, by the position that lies in the store."""

    def __init__(self, application: ASGIApp, change: Callable[[Message, str, str], Message]) -> None:
        self.app, self._change = application, change

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def changed(message: Message) -> None:
            games = scope["app"].state.services.store._games.values() if scope["type"] != "lifespan" else ()
            hidden = mark([record.snapshot for _, record, _ in games])
            await send(self._change(message, hidden, scope.get("path", "")))

        await self.app(scope, receive, changed)


def around(change: Callable[[Message, str, str], Message]) -> Planted:
    def planted(monkeypatch: pytest.MonkeyPatch) -> Game:
        honest = app.create_app

        def create_app(*arguments: Any, **more: Any) -> Starlette:
            made = honest(*arguments, **more)
            made.add_middleware(Around, change=change)
            return made

        monkeypatch.setattr(app, "create_app", create_app)
        return cask_race()

    return planted


def tagged(message: Message, hidden: str, path: str) -> Message:
    """An ETag of the whole position."""
    if message["type"] == "http.response.start" and path.startswith("/v1/"):
        return {**message, "headers": [*message["headers"], (b"etag", hidden.encode())]}
    return message


def padded(message: Message, hidden: str, path: str) -> Message:
    """An answer as long as the position has it."""
    if message["type"] == "http.response.body" and path == "/graphql" and message.get("body"):
        return {**message, "body": message["body"] + b" " * (int(hidden[0], 16) % 4)}
    return message


def teapot(message: Message, hidden: str, path: str) -> Message:
    """A status that depends on the position."""
    if message["type"] == "http.response.start" and path.startswith("/v1/") and hidden < "8":
        return {**message, "status": 203}
    return message


def orders_of_all_seats_are_shown(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = Ordering.standing_orders

    async def standing_orders(self: Ordering, caller: Any, game: str) -> StandingOrders:
        shown = await honest(self, caller, game)
        record = (await self._reader.load(game)).record
        left = [one for each in orders_in(record.orders if record else b"") for one in each.orders]
        return replace(shown, orders=tuple([StandingOrder(one.after, one.play) for one in left]))

    monkeypatch.setattr(Ordering, "standing_orders", standing_orders)
    return cask_race()


def spectators_see_the_newest_version(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(paired_worlds, "DELAYED", 1.0)
    for module in (loading, committing):
        monkeypatch.setattr(module, "delayed_to", lambda *_: None)
    return cask_race()


def hosts_hear_of_every_turn(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = notices._wants
    monkeypatch.setattr(paired_worlds, "DELAYED", 1.0)

    def wants(owner: str, hook: Any, notice: Notice, loaded: LoadedGame) -> bool:
        return honest(owner, hook, notice, replace(loaded, delayed_to=None))

    monkeypatch.setattr(notices, "_wants", wants)
    return cask_race()


def reports_count_the_versions(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = filing._version
    monkeypatch.setattr(paired_worlds, "DELAYED", 1.0)

    def version(loaded: LoadedGame, viewer: Any, *asked: Any) -> int:
        return honest(replace(loaded, delayed_to=None), viewer, *asked)

    monkeypatch.setattr(filing, "_version", version)
    return cask_race()


def changes_show_hosts_the_newest_version(monkeypatch: pytest.MonkeyPatch) -> Game:
    honest = Committer.changed_game
    monkeypatch.setattr(paired_worlds, "DELAYED", 1.0)

    async def changed_game(*asked: Any, **more: Any) -> Any:
        after, *others = await honest(*asked, **more)
        return replace(after, delayed_to=None), *others

    monkeypatch.setattr(Committer, "changed_game", changed_game)
    return cask_race()


def chatty(message: Message, hidden: str, path: str) -> Message:
    """A frame of a WebSocket that tells a little."""
    if message["type"] == "websocket.send" and '"connection_ack"' in message["text"]:
        return {**message, "text": f'{{"type":"connection_ack","payload":{{"load":{int(hidden[0], 16)}}}}}'}
    return message


LEAKS: list[tuple[Planted, str, str]] = [
    (known_forgets_hands, "query game", r"players\W\d\W+hand"),
    (preview_shows_the_table_as_it_would_be, "query game", "preview"),
    (a_line_shows_the_table_as_it_would_be, ".*", "preview"),
    (why_not_says_more, "query game", r"whyNot.message|problem.detail"),
    (bots_are_given_the_whole_position, "positions given to bots", "byte"),
    (
        a_world_is_drawn_from_the_real_one,
        r"query game.*|GET /v1/games/\{id\}/world",
        "sampleWorld.position|world.position",
    ),
    (webhooks_are_told_a_little, "deliveries to webhooks|.*webhooks.*", "timestamp|createdAt|byte"),
    (emails_tell_a_little, "emails", "byte"),
    (earlier_versions_are_open_to_all, r"query game at \d+|GET /v1/games/\{id\}", "seed"),
    (a_record_tells_a_little, "query record|GET /v1/games/{id}/record", "record.text|byte"),
    (an_export_tells_a_little, "GET /v1/account/records", "by     GET /v1/account/records"),
    (a_list_tells_a_little, "query finishedGames|GET /v1/games/finished", "hasNextPage|next|byte"),
    (a_conflict_tells_what_others_heard, "mutation .*, expecting another version", "entries"),
    (german_prompts_tell_more, "query .*|mutation .*|GET .*|POST .*|WebSocket", r"prompt|passe\."),
    (a_stream_tells_everybody_what_the_first_hears, "WebSocket", "events"),
    (pages_of_events_are_not_redacted, "query events|GET /v1/games/{id}/events, waiting", "events"),
    (an_account_is_told_a_little, ".*account/events.*|WebSocket|.*accountEvents.*", "decidingSeat|byte"),
    (streams_by_ticket_are_not_redacted, "GET /v1/games/{id}/events, by ticket", "events"),
    (orders_of_all_seats_are_shown, r"query standingOrders|GET /v1/games/\{id\}/orders", "after"),
    (spectators_see_the_newest_version, "query game|GET .*|query .*|WebSocket|.*", "."),
    (hosts_hear_of_every_turn, "deliveries to webhooks|.*webhooks.*", "."),
    (reports_count_the_versions, "mutation report.*|POST .*/reports.*", "."),
    (changes_show_hosts_the_newest_version, "mutation .*, made|POST .*, made", "."),
    (around(tagged), "GET /v1/.*", "header etag"),
    (around(padded), "query .*", "byte"),
    (around(teapot), "GET /v1/.*", "status"),
    (around(chatty), "WebSocket", "payload.load"),
]
SEED = "two"
SOON = {
    preview_shows_the_table_as_it_would_be: "thirteen",
    an_export_tells_a_little: "seven",
    a_list_tells_a_little: "eleven",
    a_conflict_tells_what_others_heard: "three",
    a_stream_tells_everybody_what_the_first_hears: "fifteen",
    pages_of_events_are_not_redacted: "fifteen",
    an_account_is_told_a_little: "seven",
    streams_by_ticket_are_not_redacted: "fifteen",
}
"""Seeds with which these are found by one or two pairs. `make soak` finds them with the seed of the others, by up to 100."""


@pytest.mark.parametrize(("planted", "way", "at"), LEAKS, ids=[re.sub(r"\W+", "-", way + at) for _, way, at in LEAKS])
async def test_a_planted_leak_is_found(planted: Planted, way: str, at: str, monkeypatch: pytest.MonkeyPatch):
    seed = SOON.get(planted, SEED) if EFFORT == 1 else SEED
    leak, text = await find(planted, monkeypatch, seed)
    assert any(re.fullmatch(way, one) for one in leak.ways), text
    assert re.search(at, text), text
    assert re.search(rf"again  taphouse check-secrecy --game [a-z-]+ --pairs \d+ --seed {seed}", text)


async def test_the_same_games_without_a_leak_are_the_same_to_everybody():
    game = cask_race()
    report = await check(game, {game.about.kind: game}, 12, SEED)
    assert report.leak is None, summary(report)
