"""Promises that two keys keep: what is due in a cluster that loses masters is done all the same, though nobody looks.

See docs/decisions/0068-two-keys-one-promise.md.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis.crc import key_slot

from taphouse.service.games.lobby import SETTLED
from taphouse.service.mail import managing
from taphouse.service.store import layout
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.health import Reminders
from taphouse.service.store.protocol import BOTS, CLOCKS, DELIVERIES, FEED, NOTICES, ORDERS, RATINGS
from taphouse.service.store.redis import RedisStore
from taphouse.service.webhooks import emails
from tests.access.conftest import issuer  # noqa: F401
from tests.access.issuer import Issuer
from tests.api.client import MINE, Json, in_notation, new_key
from tests.effort import BOUND, many
from tests.faults.failovers import PATIENCE, Cluster, cut, expire, failing
from tests.faults.groups import cluster
from tests.faults.meeting import JOIN, SAVE, START, Meetings
from tests.faults.telling import MOVE, Telling
from tests.mail.post_office import PostOffice
from tests.operating.shared import TOKENS, id_of, setting
from tests.store.build import until
from tests.webhooks.receiver import SECRET, Receiver, receiver

EACH = 34
"""The promises of each kind, and a tenth of deletions and of games that expire."""
WORKERS = 2
"""Of each kind."""
PER_MOVE = 10
CREATE = """mutation ($seats: [SeatInput!]!, $clock: NewClockInput, $key: String) {
  createGame(game: {caskRace: {}}, seats: $seats, clock: $clock, idempotencyKey: $key) {
    ... on GameCreated { game { gameId } hostToken seats { token } }
  }
}"""
HOOK = """mutation ($id: ID!, $url: String!, $secret: String!, $key: String) {
  createWebhook(gameId: $id, url: $url, events: [YOUR_TURN], secret: $secret, idempotencyKey: $key) { __typename }
}"""
RATED = """mutation ($key: String) {
  createGame(game: {caskRace: {}}, seats: [{kind: MINE}, {kind: OPEN}], undo: CONSENT, rated: true, idempotencyKey: $key) {
    ... on GameCreated { game { gameId } }
  }
}"""
RESIGN = """mutation ($id: ID!, $key: String) {
  resign(gameId: $id, idempotencyKey: $key) { ... on GameChanged { game { version } } }
}"""
FEED_AFTER = """query ($after: String) {
  feed(after: $after, first: 100) { ... on FeedPage { events { gameId event gap } cursor } }
}"""
RATING = "{ account { ... on Account { ratings { ratings { games strength } } } } }"
DELETE = "mutation ($id: ID!) { deleteAccount(account: $id) { ... on AccountDeleted { finished } } }"
OPERATOR_DELETE = "mutation ($id: String!) { operatorDelete(account: $id) { ... on AccountDeleted { finished } } }"
ORDER = """mutation ($id: ID!, $orders: [StandingOrderInput!]!) {
  leaveOrders(gameId: $id, orders: $orders) { ... on StandingOrders { since } }
}"""
CLOSE = "mutation { closeProfile { ... on ProfileClosed { finished } } }"
MARK = """mutation ($player: String!, $mark: PlayerMark) {
  markPlayer(player: $player, mark: $mark) { ... on PlayerFound { player { mark } } }
}"""
MARKS = "{ account { ... on Account { players { players { mark } } } } }"
SEATS = "query ($id: ID!) { game(id: $id) { ... on Game { seats { player { handle } } } } }"
PLAYER = "query ($handle: String!) { player(handle: $handle) { __typename } }"
SAY = """mutation ($id: ID!, $text: String!, $key: String) {
  say(gameId: $id, text: $text, idempotencyKey: $key) { ... on LineSaid { line { number } } }
}"""
SET_TALK = "mutation ($id: ID!) { setTalk(gameId: $id, mode: PHRASES) { ... on TalkSet { mode } } }"
END_TALK = "mutation ($id: ID!) { operatorEndTalk(gameId: $id) { ... on TalkSet { mode } } }"
MUTE_SEAT = "mutation ($id: ID!) { muteSeat(gameId: $id, seat: 1) { ... on SeatsMuted { muted } } }"
TALK = "query ($id: ID!) { talk(gameId: $id) { ... on TalkPage { mode lines { text } muted } } }"
REPORT = """mutation ($id: ID!, $key: String) {
  report(gameId: $id, category: BUG, idempotencyKey: $key) { ... on ReportFiled { reportId } }
}"""
CLOSE_REPORT = "mutation ($id: ID!) { closeReport(reportId: $id) { ... on ReportClosed { report { id } } } }"
REPORTS = """query ($after: String, $closed: Boolean) {
  reports(first: 100, after: $after, closed: $closed) {
    ... on ReportConnection { edges { node { id gameId } } pageInfo { endCursor hasNextPage } }
  }
}"""
END = """mutation ($game: ID!) {
  operatorEnd(gameId: $game) { ... on OperatorGame { managed { status } } }
}"""
ANNUL = "mutation ($game: ID!) { operatorAnnul(gameId: $game) { ... on OperatorGame { annulled } } }"
MUTE = """mutation ($account: String!, $holds: Boolean!) {
  operatorMute(account: $account, muted: $holds) { ... on OperatorAccount { account { muted { operator } } } }
}"""
BAN = """mutation ($account: String!, $holds: Boolean!) {
  operatorBan(account: $account, banned: $holds) { ... on OperatorAccount { account { banned { operator } } } }
}"""
SANCTIONS = """query ($account: String!) {
  operatorAccount(account: $account) { ... on OperatorAccount { account { muted { operator } banned { operator } } } }
}"""
USES = """query ($after: String) {
  operatorLog(first: 500, after: $after) {
    ... on OperatorUseConnection { edges { node { action subject } } pageInfo { endCursor hasNextPage } }
  }
}"""
WHO = "{ account { ... on Account { id } } }"


class Promises:
    """Makes promises of every kind, and counts those that were not kept."""

    def __init__(self, at: Cluster, store: RedisStore, told: Receiver, office: PostOffice, accounts: Issuer) -> None:
        self.at, self.store, self.told, self.accounts = at, store, told, accounts
        self.notices: set[tuple[str, int]] = set()
        self.games: list[str] = []
        """The games in which a bot or an alarm must make a version."""
        self.deleted: list[tuple[str, str]] = []
        self.rated: list[tuple[str, int]] = []
        """The tokens of accounts that have played one rated game each, with the games that must count."""
        self.ordered: list[tuple[str, int]] = []
        """The games in which a standing order must make the fourth version, or was taken back, with the last version."""
        self.people: list[tuple[str, str, str, bool]] = []
        """The tokens of players with their handles and games, and whether they have closed their profiles."""
        self.said: list[tuple[str, list[str], Json]] = []
        """The talk of each game as its first seat sees it, with the tokens of the seats."""
        self.reported: dict[bool, set[tuple[str, str]]] = {False: set(), True: set()}
        """The only report of each game: its id and the game, by whether it is closed."""
        self.sanctioned: list[tuple[str, bool, bool]] = []
        """The accounts that operators have muted and banned, or no longer have."""
        self.uses: set[tuple[str, str]] = set()
        """The acts of operators, with their subjects."""
        self.events: set[tuple[str, str]] = set()
        """The games that have begun, and those that have ended."""
        self.meetings = Meetings(at, store, accounts, self.events)
        self.telling = Telling(at, told, office, accounts, self.events)
        self.heard: set[tuple[str, str]] = set()
        """Those of which the feed had an event after the cursor before."""

    async def follow(self) -> None:
        """Follow the feed by its cursors until cancelled."""
        cursor = None
        while True:
            page = await self.at.ask(FEED_AFTER, TOKENS["games"], after=cursor)
            assert not any(event["gap"] for event in page["events"])
            self.heard |= {(event["gameId"], event["event"]) for event in page["events"]}
            cursor = page["cursor"]
            self.telling.payloads()
            await asyncio.sleep(0.5)

    async def notice(self, _: int) -> None:
        """A move, of which a webhook is to hear."""
        made = await self._made({"kind": MINE}, {"kind": MINE})
        game = made["game"]["gameId"]
        given = {"url": self.told.url, "secret": SECRET, "key": new_key()}
        assert await self.at.ask(HOOK, made["hostToken"], id=game, **given) == {"__typename": "WebhookCreated"}
        moved = await self.at.ask(MOVE, made["seats"][0]["token"], id=game, moves=in_notation("pass"), key=new_key())
        self.notices.add((game, moved["game"]["version"]))

    async def alarm(self, number: int) -> None:
        """A clock that runs out. A tenth of the games expires before."""
        made = await self._made({"kind": MINE}, {"kind": MINE}, clock={"perMove": PER_MOVE})
        if number % 10:
            self.games.append(made["game"]["gameId"])
            return
        self.events.discard((made["game"]["gameId"], "BEGUN"))  # it can expire before
        await expire(self.store, made["game"]["gameId"])

    async def bot(self, _: int) -> None:
        """A game that a bot begins."""
        made = await self._made({"kind": "BOT", "bot": "RANDOM"}, {"kind": MINE})
        self.games.append(made["game"]["gameId"])

    async def rating(self, number: int) -> None:
        """A rated game, which the one who joins loses. An operator takes every other one back, rated or not yet."""
        winner, loser = (self.accounts.token(f"{whose} of game {number}") for whose in ("winner", "loser"))
        game = (await self.at.ask(RATED, winner, key=new_key()))["game"]["gameId"]
        await self.at.ask(JOIN, loser, id=game, key=new_key())
        await self.at.ask(START, winner, id=game, key=new_key())  # a failover may have lost that the winner is there
        assert "game" in await self.at.ask(RESIGN, loser, id=game, key=new_key())
        self.events |= {(game, "BEGUN"), (game, "ENDED")}
        if number % 2:
            assert await self.at.ask(ANNUL, TOKENS["all"], game=game) == {"annulled": True}
            self.uses.add(("operatorAnnul", game))
            self.events.add((game, "ANNULLED"))
        self.rated += [(winner, 1 - number % 2), (loser, 1 - number % 2)]

    async def order(self, number: int) -> None:
        """A standing order, which is due at once. Every other one is taken back before."""
        made = await self._made({"kind": MINE}, {"kind": MINE})
        game, (first, second) = made["game"]["gameId"], [one["token"] for one in made["seats"]]
        orders = [{"after": ["pass"], "play": ["pass"]}]
        assert await self.at.ask(ORDER, second, id=game, orders=orders) == {"since": 2}
        if number % 2:
            assert await self.at.ask(ORDER, second, id=game, orders=[]) == {"since": None}
        await self.at.ask(MOVE, first, id=game, moves=in_notation("pass"), key=new_key())
        self.ordered.append((game, 4 - number % 2))

    async def person(self, number: int) -> None:
        """A player who blocks another one. Every other one takes that back, and closes their profile."""
        handles, closed = [f"{whose}-{number}" for whose in ("player", "other")], number % 2 == 1
        tokens = [self.accounts.token(handle) for handle in handles]
        for handle, token in zip(handles, tokens, strict=True):
            assert await self.at.ask(SAVE, token, handle=handle) == {"profile": {"handle": handle}}
        game = (await self._made({"kind": MINE}, {"kind": MINE}, token=tokens[0]))["game"]["gameId"]
        for mark in ("BLOCKED", None)[: 1 + closed]:
            assert await self.at.ask(MARK, tokens[0], player=handles[1], mark=mark) == {"player": {"mark": mark}}
        if closed:
            assert "finished" in await self.at.ask(CLOSE, tokens[0])
        self.people.append((tokens[0], handles[0], game, closed))

    async def table(self, number: int) -> None:
        """A game in which a line is said and a report is filed. Its host sets the talk, and an operator ends both."""
        made = await self._made({"kind": MINE}, {"kind": MINE})
        game, tokens, text = made["game"]["gameId"], [one["token"] for one in made["seats"]], f"Line {number}."
        assert await self.at.ask(SAY, tokens[0], id=game, text=text, key=new_key()) == {"line": {"number": 1}}
        assert await self.at.ask(MUTE_SEAT, tokens[1], id=game) == {"muted": [1]}
        assert await self.at.ask(SET_TALK, made["hostToken"], id=game) == {"mode": "PHRASES"}
        if number % 2:
            assert await self.at.ask(END_TALK, TOKENS["all"], id=game) == {"mode": "OFF"}
            self.uses.add(("operatorEndTalk", game))
        self.said.append(
            (game, tokens, {"mode": "OFF" if number % 2 else "PHRASES", "lines": [{"text": text}], "muted": []})
        )
        report = (await self.at.ask(REPORT, tokens[0], id=game, key=new_key()))["reportId"]
        if number % 2:
            assert await self.at.ask(CLOSE_REPORT, TOKENS["all"], id=report) == {"report": {"id": report}}
            self.uses.add(("closeReport", report))
        self.reported[number % 2 == 1].add((report, game))
        assert await self.at.ask(END, TOKENS["all"], game=game) == {"managed": {"status": "ABANDONED"}}
        self.events.add((game, "ABANDONED"))
        self.uses.add(("operatorEnd", game))

    async def sanction(self, number: int) -> None:
        """An account that an operator mutes and bans. One of both is lifted again."""
        account, muted = id_of(f"loud {number}"), number % 2 == 0
        for act, name, stays in ((MUTE, "muted", muted), (BAN, "banned", not muted)):
            for holds in (True, False)[: 2 - stays]:
                found = await self.at.ask(act, TOKENS["all"], account=account, holds=holds)
                assert (found["account"][name] is not None) is holds
        self.sanctioned.append((account, muted, not muted))
        self.uses |= {("operatorMute", account), ("operatorBan", account)}

    async def deletion(self, number: int) -> None:
        """An account that is deleted."""
        if number % 10:
            return
        token = self.accounts.token(f"player {number}")
        await self._made({"kind": MINE}, {"kind": MINE}, token=token)
        account = (await self.at.ask(WHO, token))["id"]
        await self.at.ask(*((DELETE, token) if number % 20 else (OPERATOR_DELETE, TOKENS["all"])), id=account)
        self.deleted.append((token, account))

    async def _made(self, *seats: Json, clock: Json | None = None, token: str | None = None) -> Any:
        made = await self.at.ask(CREATE, token, seats=seats, clock=clock, key=new_key())
        self.events.add((made["game"]["gameId"], "BEGUN"))
        return made

    async def missing(self) -> list[str]:
        """All that is missing when nothing comes any more, at the latest after `PATIENCE`."""
        async with asyncio.timeout(10 * PATIENCE):
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until and await self._pending():  # noqa: ASYNC110 nothing tells when
                await asyncio.sleep(0.5)
            found = [f"notice {one}" for one in sorted(self._unheard())]
            found += [f"{event} of {game}" for game, event in sorted(self.events - self.heard)]
            found += [f"reminders in {queue}" for queue in await self._waiting()]
            for game in self.games:
                if await self.at.version(game) < 3:
                    found.append(f"a version of {game}")
            for game, last in self.ordered:
                if (version := await self.at.version(game)) != last:
                    found.append(f"version {last} of {game} as the last one, which is {version}")
            found += await self._unrated()
            unclosed = time.monotonic() + 2 * SETTLED / 1000 + PATIENCE  # an owed entry of a list may have come late
            while (unknown := await self._unknown()) and time.monotonic() < unclosed:  # noqa: ASYNC110 nothing tells when
                await asyncio.sleep(0.5)
            found += unknown
            found += await self._around_tables()
            found += await self.meetings.wrong() + await self.telling.wrong()
            for token, account in self.deleted:
                if not (await self.at.ask(DELETE, token, id=account))["finished"]:
                    found.append(f"the deletion of {account}")
        return found

    async def _pending(self) -> bool:
        unheard = self._unheard() or self.telling.untold() or self.events - self.heard
        return bool(unheard or await self._waiting() or await self._unrated())

    async def _unrated(self) -> list[str]:
        """The accounts whose game does not count as it should. Looking at ratings changes nothing."""
        found = [((await self.at.ask(RATING, token))["ratings"]["ratings"], games) for token, games in self.rated]
        return [f"{games} games: there is {one}" for one, games in found if [each["games"] for each in one] != [games]]

    async def _unknown(self) -> list[str]:
        """Profiles and marks that are not as their players left them."""
        found = list[str]()
        for token, handle, game, closed in self.people:
            while closed and not (await self.at.ask(CLOSE, token))["finished"]:  # noqa: ASYNC110 nothing tells when
                await asyncio.sleep(0.5)
            there = (
                (await self.at.ask(PLAYER, handle=handle))["__typename"],
                [one["player"] for one in (await self.at.ask(SEATS, id=game))["seats"]],
                (await self.at.ask(MARKS, token))["players"]["players"],
            )
            open_ = ("Profile", [{"handle": handle}, None], [{"mark": "BLOCKED"}])
            if there != (wanted := ("PlayerNotFound", [None] * 2, []) if closed else open_):
                found.append(f"{wanted} of {handle}: there is {there}")
        return found

    async def _around_tables(self) -> list[str]:
        """Talk, reports and acts of operators that are missing or there twice."""
        found = list[str]()
        for game, tokens, talk in self.said:
            for token, wanted in zip(tokens, (talk, {**talk, "lines": [], "muted": [1]}), strict=True):
                if (heard := await self.at.ask(TALK, token, id=game)) != wanted:
                    found.append(f"only {wanted}: there is {heard}")
        for closed, reported in self.reported.items():
            filed = [(one["id"], one["gameId"]) for one in await self._listed(REPORTS, closed=closed)]
            if len(filed) != len(reported) or {*filed} != reported:
                found.append(f"the reports {reported} (closed: {closed}): there are {filed}")
        for account, *wanted in self.sanctioned:
            shown = (await self.at.ask(SANCTIONS, TOKENS["all"], account=account))["account"]
            if [shown[name] is not None for name in ("muted", "banned")] != wanted:
                found.append(f"{wanted} for the mute and the ban of {account}: there is {shown}")
        logged = {(one["action"], one["subject"]) for one in await self._listed(USES)}
        return found + [f"{action} of {subject} in the log" for action, subject in sorted(self.uses - logged)]

    async def _listed(self, query: str, **given: Any) -> list[Json]:
        """All items of a list for operators."""
        found, after, more = list[Json](), None, True
        while more:
            page = await self.at.ask(query, TOKENS["all"], after=after, **given)
            found += [edge["node"] for edge in page["edges"]]
            after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
        return found

    async def _waiting(self) -> list[str]:
        queues = BOTS, CLOCKS, NOTICES, DELIVERIES, RATINGS, FEED, ORDERS
        found = zip(queues, await self.store.reminders(queues), strict=True)
        return [queue for queue, one in found if not isinstance(one, Reminders) or one.count]

    def _unheard(self) -> set[tuple[str, int]]:
        heard = {(one["data"]["gameId"], one["data"].get("version")) for one in self.telling.payloads()}
        return self.notices - heard


@pytest.mark.ecosystem
async def test_nothing_that_is_due_is_missing_after_failovers(
    tmp_path: Path,
    issuer: Issuer,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(emails, "QUIET", 0)
    monkeypatch.setattr(managing, "MOST_CODES", 99)  # a request that is repeated counts each time
    with PostOffice() as office, receiver() as told:
        given = office.settings | issuer.settings
        async with failing(tmp_path, feed=True, operators=setting(), **given) as at:
            store = RedisStore.connect(at.servers[2].url)
            promises = Promises(at, store, told, office, issuer)
            count, fails = many(EACH), asyncio.create_task(at.fail())
            follows = asyncio.create_task(promises.follow())

            async def work(kind: Callable[[int], Awaitable[None]], numbers: range) -> None:
                for number in numbers:
                    await kind(number)

            kinds = (
                *(promises.notice, promises.alarm, promises.bot, promises.rating, promises.deletion),
                *(promises.order, promises.table, promises.person, promises.sanction),
                *(promises.meetings.quick, promises.meetings.challenge),
                *(promises.telling.webhook, promises.telling.mail),
            )
            await asyncio.gather(*[work(kind, range(one, count, WORKERS)) for kind in kinds for one in range(WORKERS)])
            async with asyncio.timeout(PATIENCE):
                while not at.failovers and not fails.done():  # noqa: ASYNC110 nothing tells when
                    await asyncio.sleep(0.1)
            assert not fails.done(), fails.exception()
            fails.cancel()
            missing = await promises.missing()
            assert not follows.done(), follows.exception()
            follows.cancel()
            await store.close()
    assert missing == []
    assert len(promises.notices) == count


@pytest.mark.ecosystem
async def test_an_entry_that_a_failover_took_is_added_again_though_nobody_waited_for_it(tmp_path: Path) -> None:
    with cluster(tmp_path, replicas=True) as servers:
        store = RedisStore.connect(
            servers[1].url, timeout=BOUND / 2
        )  # entries are best-effort: they have an eighth of it
        name = next(name for name in map(str, range(99)) if key_slot(layout.list_key(name).encode()) * 3 < 16384)
        try:
            await store.remind("a", 0.0)  # there is a connection
            await store.enlist(name, "had", "", 60_000)
            await asyncio.to_thread(cut, servers[0])
            for entry in ("struck", "owed"):
                await store.enlist(name, entry, "", 60_000)
            await store.strike(name, ["struck"])
            servers[0].kill()

            async def found() -> tuple[str, ...]:
                with suppress(StoreUnavailable):
                    return await store.listed([name], None, 9)
                return ()

            async def added_again() -> bool:
                return await found() == ("owed", "had")

            await until(added_again, BOUND)
            with servers[3].client() as client:
                assert client.pttl(layout.list_key(name)) > 0
        finally:
            await store.close()
