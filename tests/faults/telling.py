"""Webhooks that are tested or deleted, and reminders by email, while masters die."""

from __future__ import annotations

import asyncio
from collections import Counter

from standardwebhooks import Webhook

from tests.access.issuer import Issuer
from tests.api.client import MINE, Json, in_notation, new_key
from tests.faults.failovers import PATIENCE, Cluster
from tests.mail.post_office import PostOffice, code_in
from tests.webhooks.receiver import SECRET, Receiver

CREATE = """mutation ($seats: [SeatInput!]!, $key: String) {
  createGame(game: {caskRace: {}}, seats: $seats, idempotencyKey: $key) {
    ... on GameCreated { game { gameId } hostToken seats { token } }
  }
}"""
HOOK = """mutation ($id: ID!, $url: String!, $secret: String!, $key: String) {
  createWebhook(gameId: $id, url: $url, events: [YOUR_TURN], secret: $secret, idempotencyKey: $key) {
    ... on WebhookCreated { webhook { id } }
  }
}"""
TEST = """mutation ($id: ID!, $hook: ID!) {
  testWebhook(gameId: $id, webhookId: $hook) { ... on WebhookTested { delivery { id } } }
}"""
UNHOOK = "mutation ($id: ID!, $hook: ID!) { deleteWebhook(gameId: $id, webhookId: $hook) { __typename } }"
HOOKS = "query ($id: ID!) { webhooks(gameId: $id) { ... on WebhookList { webhooks { id } } } }"
MOVE = """mutation ($id: ID!, $moves: [MoveInput!]!, $key: String) {
  play(gameId: $id, moves: $moves, idempotencyKey: $key) { ... on GameChanged { game { version } } }
}"""
REMIND = "mutation ($address: String!) { remindByEmail(address: $address) { ... on EmailReminders { address } } }"
VERIFY = "mutation ($code: String!) { verifyEmail(code: $code) { ... on EmailReminders { status } } }"
SEATS = [{"kind": MINE}, {"kind": MINE}]


class Telling:
    """Has people told, and counts who was not, who was told twice, and who was told though they did not want it.

    Args:
        at: The services.
        told: The receiver of webhooks.
        office: The receiver of emails.
        accounts: Gives tokens.
        events: The events that the feed must have.
    """

    def __init__(
        self, at: Cluster, told: Receiver, office: PostOffice, accounts: Issuer, events: set[tuple[str, str]]
    ) -> None:
        self._at, self._told, self._office = at, told, office
        self._accounts, self._events = accounts, events
        self._verified: list[Json] = []
        self._tests: set[str] = set()
        """The ids of test deliveries."""
        self._hooks: list[tuple[str, str, list[str]]] = []
        """Games with the tokens of their hosts, and their webhooks."""
        self._addresses: list[str] = []
        """The addresses of players who must decide."""

    async def webhook(self, number: int) -> None:
        """A webhook that is tested. Every other one is deleted instead, before the first event."""
        made = await self._at.ask(CREATE, seats=SEATS, key=new_key())
        game, host = made["game"]["gameId"], made["hostToken"]
        self._events.add((game, "BEGUN"))
        given = {"url": self._told.url, "secret": SECRET, "key": new_key()}
        hook = (await self._at.ask(HOOK, host, id=game, **given))["webhook"]["id"]
        self._hooks.append((game, host, [] if number % 2 else [hook]))
        if number % 2:
            assert await self._at.ask(UNHOOK, host, id=game, hook=hook) == {"__typename": "WebhookDeleted"}
            await self._at.ask(MOVE, made["seats"][0]["token"], id=game, moves=in_notation("pass"), key=new_key())
        else:
            self._tests.add((await self._at.ask(TEST, host, id=game, hook=hook))["delivery"]["id"])

    async def mail(self, number: int) -> None:
        """A player who confirms an address, and then must decide."""
        address, token = f"player-{number}@example.org", self._accounts.token(f"reader {number}")
        assert await self._at.ask(REMIND, token, address=address) == {"address": address}
        async with asyncio.timeout(PATIENCE):
            while not self._office.to(address):  # noqa: ASYNC110 nothing tells when
                await asyncio.sleep(0.1)
        code = code_in(self._office.to(address)[0])
        assert await self._at.ask(VERIFY, token, code=code) == {"status": "ACTIVE"}
        made = await self._at.ask(CREATE, token, seats=SEATS, key=new_key())
        self._events.add((made["game"]["gameId"], "BEGUN"))
        self._addresses.append(address)

    def payloads(self) -> list[Json]:
        """The deliveries to webhooks. Call it again and again: one that is five minutes old is not verified any more."""
        for headers, body in self._told.got[len(self._verified) :]:
            self._verified.append(Webhook(SECRET).verify(body, headers))
        return self._verified

    def untold(self) -> list[str]:
        """The tests of webhooks, and the reminders, that have not come or came twice."""
        found = [f"test {one}" for one in sorted(self._tests - {*self._told.ids()})]
        for address in self._addresses:
            turns = [mail for mail in self._office.to(address) if mail["Subject"] == "It is your turn: Cask Race"]
            # One whose end is unknown is sent again with its id, which mail programs show once.
            if len(ids := {mail["Message-ID"] for mail in turns}) != 1:
                found.append(f"a reminder to {address}: there are {len(ids)}")
        return found

    async def wrong(self) -> list[str]:
        """Tests and reminders that have not come, webhooks that are not as their hosts left them, and what came unwanted."""
        found, payloads = self.untold(), self.payloads()
        told = {one["data"]["gameId"] for one in payloads}
        ids = {(str(one), id_) for one, id_ in zip(payloads, self._told.ids(), strict=True) if one["type"] != "TEST"}
        found += [
            f"one id of {one}: there are {count}" for one, count in Counter(one for one, _ in ids).items() if count > 1
        ]
        for game, host, wanted in self._hooks:
            hooks = (await self._at.ask(HOOKS, host, id=game))["webhooks"]
            if [one["id"] for one in hooks] != wanted:
                found.append(f"the webhooks {wanted} of {game}: there are {hooks}")
            if not wanted and game in told:
                found.append(f"no event of {game}, whose webhook was deleted")
        return found
