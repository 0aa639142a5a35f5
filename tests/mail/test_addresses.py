"""Addresses: confirmed by a code from an email, and deleted by one click, without a login."""

from __future__ import annotations

import time
from typing import Any

import pytest
from pydantic import ValidationError

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.texts import words_in
from taphouse.service.access.accounts import account_id
from taphouse.service.mail import managing
from taphouse.service.mail.links import Links
from taphouse.service.runtime.settings import Settings
from taphouse.service.webhooks.stored import hooks_name, log_name, mail_id
from tests.access.issuer import ANN, BOB, ISSUER, Issuer
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import SIGNING_KEY, Server, until
from tests.mail.post_office import PUBLIC, PostOffice, address_of, code_in, got, link_in, reminded
from tests.store.build import confirmed_drops

NONE = {"address": None, "status": None, "language": None, "failure": None}
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def test_a_link_confirms_an_address_when_its_button_is_pressed(
    anyone: Client, issuer: Issuer, office: PostOffice
) -> None:
    ann = anyone.with_token(issuer.token(ANN))
    assert address_of(ann) == NONE
    asked = got(ann, "remindByEmail", address="Ann@Example.ORG")
    assert (asked["address"], asked["status"], asked["language"]) == ("Ann@example.org", "UNVERIFIED", "en")
    mail = office.wait("Ann@example.org", 1)
    assert (mail["From"], mail["Subject"]) == ("Taphouse <games@example.org>", "Confirm your address")
    assert mail["List-Unsubscribe"] is None, "nothing has begun"
    link = link_in(mail, "verify")
    for _ in range(2):  # a mail program looks at it
        page = anyone.http.get(link)
        assert page.status_code == 200
        assert '<form method="post">' in page.text
    assert address_of(ann)["status"] == "UNVERIFIED"
    assert "confirmed" in anyone.http.post(link).text
    assert address_of(ann)["status"] == "ACTIVE"
    assert anyone.http.post(link).status_code == 200, "it is pressed twice"


def test_pages_keep_their_codes_to_themselves(anyone: Client) -> None:
    for page in ("verify", "unsubscribe"):
        shown = anyone.http.get(f"/email/{page}?code=x", headers={"accept-language": "de"})
        assert shown.headers["referrer-policy"] == "no-referrer"
        assert shown.headers["cache-control"] == "no-store"
        assert "default-src 'none'" in shown.headers["content-security-policy"]
        assert '<html lang="de">' in shown.text
        assert anyone.http.post(f"/email/{page}?code=x").status_code == 403


def test_a_code_confirms_only_the_newest_address_of_its_account(
    anyone: Client, issuer: Issuer, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = (anyone.with_token(issuer.token(player)) for player in (ANN, BOB))
    assert ann.refused("testEmail")["code"] == "EMAIL_NOT_VERIFIED"
    got(ann, "remindByEmail", address="ann@example.org")
    code = code_in(office.wait("ann@example.org", 1))
    assert ann.refused("testEmail")["code"] == "EMAIL_NOT_VERIFIED"
    assert bob.refused("verifyEmail", code=code)["code"] == "EMAIL_CODE_REJECTED"
    assert ann.refused("verifyEmail", code=code[:-2])["code"] == "EMAIL_CODE_REJECTED"
    got(ann, "remindByEmail", address="anna@example.org")
    assert ann.refused("verifyEmail", code=code)["code"] == "EMAIL_CODE_REJECTED"
    newer = code_in(office.wait("anna@example.org", 1))
    assert got(ann, "verifyEmail", code=newer)["status"] == "ACTIVE"
    got(ann, "testEmail")
    assert office.wait("anna@example.org", 2)["Subject"] == "Test"


def test_a_code_is_valid_for_a_day() -> None:
    links = Links((SIGNING_KEY,), Settings())
    now = int(time.time() * 1000)
    code = links.code("an account", "ann@example.org", now)
    assert links.confirmed(code, now + 86_399_999)
    assert links.confirmed(code, now + 86_400_000) is None
    assert links.stopped(code) is None, "it only confirms"
    stops = links.unsubscribe("an account", "ann@example.org").partition("=")[2]
    assert links.stopped(stops)
    assert links.confirmed(stops, now) is None


@pytest.mark.parametrize(
    "address",
    [
        *("", "ann", "ann@localhost", "a b@example.org", "ann@example.org\r\nBcc: bob@example.org", "änn@example.org"),
        *("ann@-example.org", ".ann@example.org", "ann@example..org", "<ann@example.org>", "a" * 250 + "@example.org"),
    ],
)
def test_what_is_no_address_is_refused(anyone: Client, issuer: Issuer, office: PostOffice, address: str) -> None:
    refused = anyone.with_token(issuer.token(ANN)).refused("remindByEmail", address=address)
    assert (refused["code"], refused["argument"]) == ("INPUT_REFUSED", "address")
    assert not office.asked


def test_one_click_stops_emails_without_a_login(
    anyone: Client, issuer: Issuer, office: PostOffice, store: MemoryStore
) -> None:
    ann = anyone.with_token(issuer.token(ANN))
    reminded(ann, office, "ann@example.org")
    got(ann, "testEmail")
    mail = office.wait("ann@example.org", 2)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail["List-Unsubscribe"].strip("<>").removeprefix(PUBLIC)
    assert f"{PUBLIC}{link}" in mail.get_content(), "for people, too"
    assert '<form method="post">' in anyone.http.get(link).text
    assert address_of(ann)["status"] == "ACTIVE"
    for _ in range(2):
        assert anyone.http.post(link, data=ONE_CLICK).status_code == 200
    assert address_of(ann) == NONE
    assert "ann@example.org" not in repr(store._items)
    reminded(ann, office, "other@example.org")
    assert anyone.http.post(link, data=ONE_CLICK).status_code == 200
    assert address_of(ann)["address"] == "other@example.org", "the link is about another address"


def test_an_address_is_gone_with_its_account(
    anyone: Client, issuer: Issuer, office: PostOffice, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, gone = anyone.with_token(issuer.token(ANN)), confirmed_drops(store, monkeypatch)
    reminded(ann, office, "ann@example.org")
    assert "ann@example.org" in repr(store._items)
    account = account_id(ISSUER, ANN)
    assert account in repr(store._items)
    assert ann.do("deleteAccount", account=account)["finished"]
    assert "ann@example.org" not in repr((store._items, store._due))
    owner = f"player:{account}"
    assert {hooks_name(owner), log_name(owner, mail_id(owner))} <= gone
    assert account not in repr([held for name, held in store._items.items() if not name.startswith("deletion:")])


def test_an_address_is_no_webhook(anyone: Client, issuer: Issuer, office: PostOffice) -> None:
    ann = anyone.with_token(issuer.token(ANN))
    reminded(ann, office, "ann@example.org")
    assert ann.ask("{ webhooks { ... on WebhookList { webhooks { id } } } }")["webhooks"] == {"webhooks": []}
    stopped = got(ann, "stopEmail")
    assert {name: stopped[name] for name in NONE} == NONE
    assert address_of(ann) == NONE


def test_nobody_floods_an_address_with_codes(anyone: Client, issuer: Issuer, office: PostOffice) -> None:
    spellings = ("bob@example.org", "Bob@example.org", "bob+1@example.org", "bob+2@example.org")
    for number, address in enumerate(spellings):
        somebody = anyone.with_token(issuer.token(f"somebody {number}"))
        if number < managing.MOST_CODES:
            got(somebody, "remindByEmail", address=address)
        else:
            refused = somebody.refused("remindByEmail", address=address)
            assert (refused["code"], refused["quota"], refused["limit"]) == ("QUOTA_REACHED", "emails", 3)
            assert 86_000 < refused["retryAfter"] <= 86_400
            assert address_of(somebody) == NONE
    until(lambda: len(office.got) == managing.MOST_CODES, "the codes arrive")


def test_an_account_sends_codes_to_few_addresses(issuer: Issuer, office: PostOffice) -> None:
    settings: dict[str, Any] = {**office.settings, **issuer.settings, "rate_address": 5000, "quota_emails": 2}
    with Server(store=MemoryStore(), **settings) as server, http(server) as client:
        ann = Client(client, issuer.token(ANN))
        for number in range(2):
            got(ann, "remindByEmail", address=f"victim{number}@example.org")
        assert ann.refused("remindByEmail", address="victim2@example.org")["limit"] == 2


def test_without_a_mail_server_there_are_no_emails(issuer: Issuer) -> None:
    with Server(store=MemoryStore(), **issuer.settings) as server, http(server) as client:
        ann = Client(client, issuer.token(ANN))
        assert ann.refused("remindByEmail", address="ann@example.org")["code"] == "EMAIL_OFF"
        assert ann.refused("verifyEmail", code="x")["code"] == "EMAIL_OFF"
        assert address_of(ann) == NONE
        assert client.get("/email/verify").status_code == 404


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"mail_server": "http://mail.example.org"}, "must be a URL like smtp://"),
        ({"mail_server": "smtp://mail.example.org"}, "TAPHOUSE_MAIL_FROM and TAPHOUSE_PUBLIC_URL must be set too"),
        ({"mail_from": "games"}, "must be an address"),
        ({"mail_from": "Games\r\nBcc: b@c.de <games@example.org>"}, "must be an address"),
        ({"public_url": "http://play.example.org"}, "must be an https URL"),
        ({"public_url": "https://user:password@play.example.org"}, "must be an https URL"),
        ({"public_url": "https://play.example.org?x=1"}, "must be an https URL"),
        ({"game_link": "https://play.example.org/games"}, "must be an https URL with {game}"),
    ],
)
def test_settings_that_cannot_work_are_refused(given: dict[str, str], named: str) -> None:
    with pytest.raises(ValidationError, match=named.replace("{", r"\{").replace("}", r"\}")):
        Settings(**given)  # type: ignore[arg-type]


def test_emails_and_pages_are_translated() -> None:
    english, german = words_in("emails", "en"), words_in("emails", "de")
    assert english.keys() == german.keys()
    assert {name for name in english if english[name] == german[name]} == {"test-subject"}
