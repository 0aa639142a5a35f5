"""Mutations without an idempotency key: an answer tells of nothing that a failover can still take back.

In a cluster, an attempt without an answer has written to a master whose replica hangs. The next one comes to another instance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from redis.crc import key_slot

from taphouse.service.mail import managing
from taphouse.service.operating import admitting
from taphouse.service.persons.stored import person_name
from taphouse.service.reports.stored import CLOSED, OPEN, report_name
from taphouse.service.store.layout import due_key, game_key, items_key, talk_key
from taphouse.service.store.protocol import ACCOUNTS, DELIVERIES, FEED, ORDERS, PROFILES, RATINGS
from taphouse.service.webhooks.stored import hooks_name, log_name, mail_id, owner_of
from tests.access.brief import Brief
from tests.access.conftest import issuer  # noqa: F401
from tests.access.issuer import Issuer
from tests.api.client import Client, Json
from tests.api.conftest import http
from tests.api.selections import SCHEMA
from tests.api.server import Server
from tests.faults.groups import cluster
from tests.live.build import GAMES
from tests.mail.post_office import PostOffice, code_in, got
from tests.operating.shared import TOKENS, Office, Person, setting
from tests.webhooks.receiver import SECRET

MASTERS = 3
WRITE_NOTHING = {"createInvite", "narrowToken", "createHandover", "createTicket", "takeRematch"}
LOG = "the log of what operators do"
TRIES = 60
"""The most requests until a replica has caught up. Each waits half a second for it."""


class Case(NamedTuple):
    """A request, and the keys that it writes."""

    field: str
    by: Brief
    key: str
    """The key that no replica has yet."""
    others: tuple[str, ...] = ()
    """Those that are to be on other masters, so that writing them again does not wait for it."""
    arguments: Mapping[str, Any] = MappingProxyType({})


def person(of: Person) -> str:
    return items_key(person_name(of.id))


def hooks(of: Person) -> str:
    return items_key(hooks_name(owner_of(of.id)))


class Cases:
    """Prepares cases, each about something new."""

    def __init__(self, office: Office, mails: PostOffice) -> None:
        self._office, self._mails, self._count = office, mails, 0
        self._operator = Brief(office.anyone.http, TOKENS["all"])

    def all(self) -> list[Callable[[], Case]]:
        people = [self.save, self.close, self.mark, self.unmark, self.delete]
        tables = [self.set_talk, self.mute_seat, self.leave_orders, self.take_orders_back]
        hooks = [self.delete_hook, self.test_hook, self.remind, self.verify, self.test_mail, self.stop_mail]
        operators = [self.end, self.annul, self.end_talk, self.mute, self.unmute, self.ban, self.unban, self.erase]
        return [*people, *tables, *hooks, *operators, self.close_report]

    def _player(self, *, known: bool = False) -> Person:
        return self._office.player("player", "player" if known else None)

    def _table(self, **terms: Any) -> tuple[Person, Person, str]:
        ann, bob = self._player(), self._player()
        return ann, bob, self._office.table(ann, bob, **terms)

    # --- people ---

    def save(self) -> Case:
        ann = self._player()
        return Case("saveProfile", ann, person(ann), arguments={"handle": f"h{ann.id[:15]}"})

    def close(self) -> Case:
        ann = self._player(known=True)
        return Case("closeProfile", ann, person(ann), (items_key(f"closing:{ann.id}"), due_key(PROFILES)))

    def mark(self) -> Case:
        ann, bob = self._player(), self._player(known=True)
        return Case("markPlayer", ann, person(ann), arguments={"player": bob.handle, "mark": "BLOCKED"})

    def unmark(self) -> Case:
        case = self.mark()
        case.by.do(case.field, **case.arguments)
        return case._replace(arguments={**case.arguments, "mark": None})

    def delete(self) -> Case:
        ann = self._player()
        return Case("deleteAccount", ann, items_key(f"deletion:{ann.id}"), (due_key(ACCOUNTS),), {"account": ann.id})

    # --- tables ---

    def set_talk(self) -> Case:
        ann, _, game = self._table()
        return Case("setTalk", ann, talk_key(game), arguments={"gameId": game, "mode": "OFF"})

    def mute_seat(self) -> Case:
        ann, _, game = self._table()
        return Case("muteSeat", ann, talk_key(game), arguments={"gameId": game, "seat": 2, "muted": True})

    def leave_orders(self) -> Case:
        _, bob, game = self._table()
        others, orders = (due_key(ORDERS), items_key(f"orders:{game}")), [{"after": ["pass"], "play": ["pass"]}]
        return Case("leaveOrders", bob, game_key(game), others, {"gameId": game, "orders": orders})

    def take_orders_back(self) -> Case:
        case = self.leave_orders()
        assert case.by.do(case.field, **case.arguments)["__typename"] == "StandingOrders"
        return case._replace(arguments={**case.arguments, "orders": []})

    # --- webhooks and emails ---

    def _hook(self) -> tuple[Person, str]:
        ann, hook = self._player(), {"url": "http://127.0.0.1:9/", "events": ["YOUR_TURN"], "secret": SECRET}
        query = """mutation ($url: String!, $events: [WebhookEvent!]!, $secret: String!) {
          createWebhook(url: $url, events: $events, secret: $secret) { ... on WebhookCreated { webhook { id } } }
        }"""
        made = ann.ask(query, **hook)["createWebhook"]["webhook"]["id"]
        return ann, made

    def delete_hook(self) -> Case:
        ann, hook = self._hook()
        log = items_key(log_name(owner_of(ann.id), hook))
        return Case("deleteWebhook", ann, hooks(ann), (log,), {"webhookId": hook})

    def test_hook(self) -> Case:
        ann, hook = self._hook()
        log = items_key(log_name(owner_of(ann.id), hook))
        return Case("testWebhook", ann, log, (hooks(ann), due_key(DELIVERIES)), {"webhookId": hook})

    def _address(self) -> tuple[Person, str, str, tuple[str, str]]:
        ann, self._count = self._player(), self._count + 1
        owner = owner_of(ann.id)
        others = items_key(log_name(owner, mail_id(owner))), due_key(DELIVERIES)
        return ann, f"player{self._count}@example.org", hooks(ann), others

    def remind(self) -> Case:
        ann, address, key, others = self._address()
        return Case("remindByEmail", ann, key, others, {"address": address})

    def verify(self) -> Case:
        ann, address, key, others = self._address()
        got(ann, "remindByEmail", address=address)
        return Case("verifyEmail", ann, key, others, {"code": code_in(self._mails.wait(address, 1))})

    def test_mail(self) -> Case:
        case = self.verify()
        got(case.by, case.field, **case.arguments)
        log, due = case.others
        return Case("testEmail", case.by, log, (case.key, due))

    def stop_mail(self) -> Case:
        case = self.verify()
        return Case("stopEmail", case.by, case.key, case.others)

    # --- operators ---

    def _operate(self, field: str, key: str, *others: str, **arguments: Any) -> Case:
        return Case(field, self._operator, key, (LOG, *others), arguments)

    def end(self) -> Case:
        _, _, game = self._table()
        return self._operate("operatorEnd", game_key(game), due_key(FEED), gameId=game)

    def annul(self) -> Case:
        _, bob, game = self._table(rated=True, undo="CONSENT")
        bob.ask("mutation ($game: ID!) { resign(gameId: $game) { __typename } }", game=game)
        return self._operate(
            "operatorAnnul", items_key(f"annulled:{game}"), due_key(RATINGS), due_key(FEED), gameId=game
        )

    def end_talk(self) -> Case:
        return self._operate("operatorEndTalk", talk_key(game := self._table()[2]), gameId=game)

    def _sanction(self, field: str, name: str) -> Case:
        account = self._player().id
        return self._operate(field, items_key(f"sanctions:{account}"), account=account, **{name: True})

    def mute(self) -> Case:
        return self._sanction("operatorMute", "muted")

    def ban(self) -> Case:
        return self._sanction("operatorBan", "banned")

    def unmute(self) -> Case:
        return self._lifted(self.mute(), "muted")

    def unban(self) -> Case:
        return self._lifted(self.ban(), "banned")

    def _lifted(self, case: Case, name: str) -> Case:
        case.by.do(case.field, **case.arguments)
        return case._replace(arguments={**case.arguments, name: False})

    def erase(self) -> Case:
        ann = self._player()
        key = items_key(f"deletion:{ann.id}")
        return self._operate("operatorDelete", key, due_key(ACCOUNTS), account=ann.id)

    def close_report(self) -> Case:
        ann, _, game = self._table()
        report = ann.done("report", gameId=game, category="BUG")["reportId"]
        return self._operate(
            "closeReport", items_key(report_name(report)), items_key(OPEN), items_key(CLOSED), reportId=report
        )


def patient(client: Client, query: str, **variables: Any) -> Json:
    """The data of a request, which is sent again while a replica has not caught up."""
    for _ in range(TRIES):
        answer = client.post(query, variables)
        if answer.status_code != 503:
            break
    data: Json = answer.json()["data"]
    return data


def test_what_has_no_key_is_acknowledged_when_a_replica_has_it_however_often_it_is_asked_for(
    tmp_path: Path,
    issuer: Issuer,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Client, "ask", patient)
    monkeypatch.setattr(managing, "MOST_CODES", 99)
    # The log of every day is where one of the queues of reports is, which leaves a master for the report.
    monkeypatch.setattr(admitting, "_day_name", lambda _: "operators:20788")
    with ExitStack() as stack:
        servers, mails = stack.enter_context(cluster(tmp_path, replicas=True)), stack.enter_context(PostOffice())
        given: dict[str, Any] = {
            "games": GAMES,
            "webhooks": "any",
            "operators": setting(),
            "feed": True,
            "store_timeout": 2.0,
        }
        given |= mails.settings | issuer.settings
        started = [
            stack.enter_context(Server(url=servers[0].url, **given, store_replicas=most)) for most in (0, "auto")
        ]
        first, second = [Brief(stack.enter_context(http(server))) for server in started]
        cases = Cases(Office(second, issuer), mails)

        def place(key: str) -> int:
            return min(key_slot(key.encode()) * MASTERS // 16384, MASTERS - 1)

        second.with_token(TOKENS["all"]).ask("{ operatorGames(first: 1) { __typename } }")
        (log,) = [key.decode() for one in servers[:MASTERS] for key in one.client().scan_iter("th:items:operators:*")]
        asked, wrong = set[str](), []
        for prepare in cases.all():
            case = prepare()
            while place(case.key) in {place(log if other is LOG else other) for other in case.others}:
                case = prepare()
            asked.add(case.field)
            with servers[MASTERS + place(case.key)].paused():
                lost = first.with_token(case.by.token).do(case.field, **case.arguments)["__typename"]
                early = case.by.send(case.field, **case.arguments)
            then = case.by.do(case.field, **case.arguments)["__typename"]
            if early.status_code != 503 or then != lost or "Problem" in str(lost):
                wrong.append((prepare.__name__, lost, early.status_code, early.text, then))
    assert wrong == []
    assert SCHEMA.mutation_type
    keyless = {name for name, one in SCHEMA.mutation_type.fields.items() if "idempotencyKey" not in one.args}
    assert asked == keyless - WRITE_NOTHING
