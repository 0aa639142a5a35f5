"""Reminders: an email when a slow game waits for somebody, at most one of a game in a day, whatever happens in between."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import msgspec
import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.texts import words_in
from taphouse.service.access.accounts import account_id
from taphouse.service.mail.sending import _access
from taphouse.service.store.protocol import DELIVERIES, Store
from taphouse.service.store.redis import RedisStore
from taphouse.service.webhooks import emails
from taphouse.service.webhooks.deliveries import Deliveries, judged
from taphouse.service.webhooks.emails import DAY, Mail, planned
from taphouse.service.webhooks.emails import begun as attempted
from taphouse.service.webhooks.sending import DeliveryResult
from taphouse.service.webhooks.stored import (
    ACTIVE,
    DELIVERED,
    FAILED,
    MAIL,
    PENDING,
    Delivery,
    DeliveryPlace,
    Hook,
    Notice,
    hooks_name,
    mail_id,
    pack,
    unpack,
)
from tests import servers
from tests.access.issuer import ANN, BOB, ISSUER, Issuer
from tests.api.client import MINE, OPEN, Client, seats_of
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.effort import BOUND
from tests.mail.post_office import PUBLIC, TAKEN, PostOffice, address_of, reminded

CASK = "caskRace"
ADDRESS = "ann@example.org"
OWNER = f"player:{account_id(ISSUER, ANN)}"
LOG = DeliveryPlace(OWNER, mail_id(OWNER), "").name
AT = 1_700_000_000_000
NOTICE = Notice("YOUR_TURN", 7, AT, 1)


@pytest.fixture
def ann(anyone: Client, issuer: Issuer, office: PostOffice) -> Client:
    somebody = anyone.with_token(issuer.token(ANN))
    reminded(somebody, office, ADDRESS)
    return somebody


@pytest.fixture
def bob(anyone: Client, issuer: Issuer) -> Client:
    return anyone.with_token(issuer.token(BOB))


def begun(ann: Client, bob: Client, **given: Any) -> str:
    """A game of Ann and Bob in which Ann must decide."""
    made = ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), **given)
    game: str = made["game"]["gameId"]
    bob.done("joinGame", gameId=game)
    while not ann.legal_moves(game):
        move(bob, game)
    return game


def move(by: Client, game: str) -> None:
    by.done("play", gameId=game, moves=[{"notation": by.legal_moves(game)[0]["notation"]}])


def around(ann: Client, bob: Client, game: str) -> None:
    """Ann decides, then Bob, until it is Ann's turn again."""
    while ann.legal_moves(game):
        move(ann, game)
    while not ann.legal_moves(game):
        move(bob, game)


def log(store: Store) -> dict[str, Delivery]:
    """The emails of games to Ann, by id, as they are stored."""
    (found,) = asyncio.run(store.items([LOG]))
    read = {id_: unpack(Delivery, source) for id_, source in found.items()}
    return {id_: one for id_, one in read.items() if one.game}


def look(store: Store) -> None:
    """Have all emails looked at now."""
    for id_ in log(store):
        asyncio.run(store.remind(f"{OWNER} {mail_id(OWNER)} {id_}", 0, DELIVERIES))


def statuses(store: Store) -> list[str]:
    return sorted(one.status for one in log(store).values())


def test_a_turn_is_mailed_once_a_day_and_shows_nothing_of_the_game(
    ann: Client, bob: Client, office: PostOffice, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(ann, bob)
    mail = office.wait(ADDRESS, 2)
    assert mail["Subject"] == "It is your turn: Cask Race"
    stops = mail["List-Unsubscribe"].strip("<>")
    assert mail.get_content().splitlines() == [
        "A game of Cask Race waits for you. It is your turn.",
        "",
        f"{PUBLIC}/?table={game}",
        "",
        "--",
        f"To get no more emails: {stops}",
    ]
    assert mail["Message-ID"].endswith("@example.org>")
    until(lambda: statuses(store) == [DELIVERED], "it is noted")
    around(ann, bob, game)
    until(lambda: statuses(store) == [DELIVERED, PENDING], "the next one is planned")
    (sent,) = [one for one in log(store).values() if one.status == DELIVERED]
    (next_,) = [one for one in log(store).values() if one.status == PENDING]
    assert next_.created == (sent.tried or 0) + DAY
    around(ann, bob, game)
    assert len(office.to(ADDRESS)) == 2
    look(store)  # a day later
    assert office.wait(ADDRESS, 3)["Message-ID"] != mail["Message-ID"]


def test_mails_are_in_the_language_in_which_they_were_asked_for(
    anyone: Client, bob: Client, issuer: Issuer, office: PostOffice
) -> None:
    german = {"accept-language": "de"}
    with httpx.Client(base_url=anyone.http.base_url, headers=german, trust_env=False) as client:
        ann = Client(client, issuer.token(ANN))
        reminded(ann, office, ADDRESS)
        assert address_of(ann)["language"] == "de"
        assert office.wait(ADDRESS, 1)["Subject"] == words_in("emails", "de")["verify-subject"]
    begun(ann=anyone.with_token(issuer.token(ANN)), bob=bob)
    mail = office.wait(ADDRESS, 2)
    assert mail["Subject"] == "Du bist am Zug: Cask Race"
    assert words_in("emails", "de")["turn"].format(game="Cask Race") in mail.get_content()


def test_a_challenge_is_mailed(ann: Client, bob: Client, office: PostOffice) -> None:
    for player, handle in ((ann, "Mail-Ann"), (bob, "Mail-Bob")):
        assert player.do("saveProfile", handle=handle)["__typename"] == "ProfileSaved"
    seats = [{"kind": MINE}, {"kind": OPEN, "challenge": "Mail-Ann"}]
    bob.done("createGame", game={CASK: {}}, seats=seats)
    assert office.wait(ADDRESS, 2)["Subject"] == "You are challenged: Cask Race"


def test_a_game_in_one_sitting_sends_none(ann: Client, bob: Client, office: PostOffice, store: MemoryStore) -> None:
    begun(ann, bob, clock={"perMove": 300})
    begun(ann, bob, clock={"perMove": 301})
    office.wait(ADDRESS, 2)
    until(lambda: not store._notices or not any(store._notices.values()), "all notices are passed on")
    assert len(log(store)) == 1


def test_an_email_waits_until_the_game_is_quiet_and_is_not_sent_if_nothing_waits(
    ann: Client, bob: Client, office: PostOffice, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emails, "QUIET", DAY)
    game = begun(ann, bob)
    until(lambda: statuses(store) == [PENDING], "it is planned")
    (id_,) = log(store)
    member = f"{OWNER} {mail_id(OWNER)} {id_}"
    look(store)
    until(lambda: float(store._due[DELIVERIES][member][0]) > store._clock() + 3600, "it is put off")
    assert len(office.to(ADDRESS)) == 1
    while ann.legal_moves(game):
        move(ann, game)
    monkeypatch.setattr(emails, "QUIET", 0)
    look(store)
    until(lambda: statuses(store) == [FAILED], "Ann has decided already")
    assert len(office.to(ADDRESS)) == 1


def test_an_address_that_is_refused_for_good_gets_no_more(
    ann: Client, bob: Client, office: PostOffice, store: MemoryStore
) -> None:
    office.answers = ["550 5.1.1 There is nobody of this name."]
    begun(ann, bob)
    until(lambda: address_of(ann)["status"] == "REFUSED", "it is refused")
    assert address_of(ann)["failure"] == "A mail server has refused the address for good (status 550)."
    assert ann.refused("testEmail")["code"] == "EMAIL_NOT_VERIFIED"
    asked, office.answers = len(office.asked), [TAKEN]
    begun(ann, bob)
    until(lambda: not any(store._notices.values()), "all notices are passed on")
    assert len(office.asked) == asked
    reminded(ann, office, ADDRESS)
    begun(ann, bob)
    office.wait(ADDRESS, 3)


@pytest.mark.parametrize("answer", ["451 4.3.0 Try again later.", "550 5.7.1 Your host is on a list."])
def test_an_email_that_is_not_taken_is_tried_again(ann: Client, bob: Client, office: PostOffice, answer: str) -> None:
    office.answers = [answer, answer, TAKEN]
    begun(ann, bob)
    office.wait(ADDRESS, 2)
    assert len(office.asked) == 4
    assert address_of(ann)["status"] == "ACTIVE"


def test_another_instance_sends_what_a_dead_one_owed_and_several_send_it_once(
    issuer: Issuer, office: PostOffice, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emails, "QUIET", DAY)
    settings = {**office.settings, **issuer.settings}

    def looked() -> list[str]:
        """The statuses of the emails of games, all of which are looked at now."""

        async def read() -> list[str]:
            store = RedisStore.connect(url, timeout=BOUND)
            (found,) = await store.items([LOG])
            for id_ in found:
                await store.remind(f"{OWNER} {mail_id(OWNER)} {id_}", 0, DELIVERIES)
            await store.close()
            return [one.status for one in (unpack(Delivery, source) for source in found.values()) if one.game]

        return asyncio.run(read())

    with servers.valkey_server(tmp_path_factory.mktemp("valkey")) as url:
        with Server(url=url, **settings) as server, http(server) as client:
            ann, bob = Client(client, issuer.token(ANN)), Client(client, issuer.token(BOB))
            reminded(ann, office, ADDRESS)
            begun(ann, bob)
            until(lambda: looked() == [PENDING], "it is planned")
        assert len(office.to(ADDRESS)) == 1
        monkeypatch.setattr(emails, "QUIET", 0)
        with Server(url=url, **settings), Server(url=url, **settings):
            until(lambda: looked() == [DELIVERED], "it is sent")
        assert len(office.to(ADDRESS)) == 2


# --- when one is due --------------------------------------------------------------------------------------------------


def test_the_next_email_of_a_game_comes_a_day_after_the_last() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(emails, "QUIET", 600_000)
        id_, first = planned({}, "g", NOTICE, None)
        assert (first.created, first.again, first.status) == (AT + 600_000, AT + 600_000, PENDING)
        renewed, second = planned({id_: first}, "g", msgspec.structs.replace(NOTICE, version=9, at=AT + 5), None)
        assert (renewed, second.version, second.created) == (id_, 9, AT + 600_005)
        sent = msgspec.structs.replace(first, status=DELIVERED, tried=AT + 600_000, again=None)
        other, third = planned({id_: sent}, "g", msgspec.structs.replace(NOTICE, version=9), None)
        assert other != id_
        assert third.created == AT + 600_000 + DAY
        assert planned({id_: sent}, "another game", NOTICE, None)[1].created == AT + 600_000
        failed = msgspec.structs.replace(first, again=AT + 3_600_000, attempts=4, tried=AT)
        assert planned({id_: failed}, "g", NOTICE, None)[1].created == AT + 3_600_000, "the pauses go on"


class Slow:
    """Sends one email, while a notice renews it."""

    def __init__(self, store: MemoryStore, place: DeliveryPlace) -> None:
        self.store, self.place, self.sent = store, place, 0

    async def due(self, place: DeliveryPlace, hook: Hook, delivery: Delivery) -> Mail:
        return Mail(content=b"an email")

    async def send(self, hook: Hook, content: bytes) -> DeliveryResult:
        self.sent += 1
        (found,) = await self.store.items([self.place.name])
        was = found[self.place.delivery]
        id_, newer = planned({self.place.delivery: unpack(Delivery, was)}, "g", NOTICE, None)
        assert id_ == self.place.delivery
        assert await self.store.put_item(self.place.name, id_, pack(newer), was, DAY)
        await self.store.remind(str(self.place), 3600, DELIVERIES)
        return DeliveryResult(None)


async def test_a_notice_that_comes_while_an_email_is_sent_waits_for_a_day() -> None:
    store, place = MemoryStore(), DeliveryPlace("o", "h", "d")
    mailer = Slow(store, place)
    hook = Hook(f"{MAIL}a@b.example", ("YOUR_TURN",), "", AT, "", ACTIVE)
    await store.put_item(hooks_name("o"), "h", pack(hook), None, DAY)
    await store.put_item(place.name, "d", pack(Delivery("YOUR_TURN", "g", 3, 1, AT)), None, DAY)
    made_here = Deliveries(store, mailer, lambda: AT, mailer=mailer)  # type: ignore[arg-type]
    due = await store.remind(str(place), 0, DELIVERIES)
    await made_here._make(due, place)
    (found,) = await store.items([place.name])
    left = unpack(Delivery, found["d"])
    assert (mailer.sent, left.status, left.again) == (1, PENDING, AT + DAY)
    assert [*store._due[DELIVERIES]] == [str(place)], "with its reminder"


async def test_what_one_instance_sends_no_other_sends_unless_it_died() -> None:
    store, place, clock = MemoryStore(), DeliveryPlace("o", "h", "d"), [AT]
    hook = Hook(f"{MAIL}a@b.example", ("YOUR_TURN",), "", AT, "", ACTIVE)
    await store.put_item(hooks_name("o"), "h", pack(hook), None, DAY)
    await store.put_item(place.name, "d", pack(attempted(Delivery("YOUR_TURN", "g", 3, 1, AT), AT)), None, DAY)
    mailer = Slow(store, place)
    other = Deliveries(store, mailer, lambda: clock[0], mailer=mailer)  # type: ignore[arg-type]
    for later, sent in ((29_999, 0), (30_000, 1)):
        clock[0] = AT + later
        await other._make(await store.remind(str(place), 0, DELIVERIES), place)
        assert mailer.sent == sent


def test_an_address_that_gets_emails_does_not_expire() -> None:
    hook, delivery = Hook(f"{MAIL}a@b.example", (), "", AT, "", ACTIVE), Delivery("YOUR_TURN", "g", 3, 1, AT)
    used = judged(hook, delivery, delivery, DeliveryResult(None), AT)
    assert (used.succeeded, used.status) == (AT, ACTIVE), "it is stored again"
    assert judged(used, delivery, delivery, DeliveryResult(None), AT + 3_600_000) is used


def test_only_its_owner_starts_an_address_again() -> None:
    hook, delivery = Hook(f"{MAIL}a@b.example", (), "", AT, "", ACTIVE), Delivery("YOUR_TURN", "g", 3, 1, AT)
    after = msgspec.structs.replace(delivery, status=FAILED)
    assert judged(hook, delivery, after, DeliveryResult("Not now."), AT + 9 * DAY) is hook
    stopped = judged(hook, delivery, after, DeliveryResult("Never.", gone=True), AT)
    assert (stopped.status, stopped.failure) == ("STOPPED", "Never.")
    assert judged(stopped, delivery, after, DeliveryResult(None), AT).status == "STOPPED"


@pytest.mark.parametrize(
    ("server", "port", "use_tls", "start_tls"),
    [
        ("smtp://u:p%40x@mail.example.org", 587, False, True),
        ("smtps://mail.example.org", 465, True, False),
        ("smtp://127.0.0.1:25", 25, False, False),
    ],
)
def test_over_a_network_everything_is_encrypted(server: str, port: int, use_tls: bool, start_tls: bool) -> None:
    access = _access(server)
    assert (access["port"], access["use_tls"], access["start_tls"]) == (port, use_tls, start_tls)
    assert access["password"] == ("p@x" if "u:" in server else None)
