"""Operators' tokens: what they are needed for, what is wrong with them, and the log of their uses."""

from __future__ import annotations

import pytest

from taphouse.service.access.operators import OperatorTokens, digest_of, new_token
from taphouse.service.operating import admitting
from taphouse.service.runtime.setting_values import operator_entry
from tests.access.conftest import anyone, service  # noqa: F401
from tests.access.issuer import ANN
from tests.api.client import Client
from tests.api.server import Server
from tests.http.raw_socket import RawSocket
from tests.operating.shared import TOKENS, Office

LOG = "query { operatorLog(first: 1) { __typename ... on Problem { code message } } }"


@pytest.mark.parametrize("token", [None, "nonsense", f"operator-{'a' * 43}"])
def test_those_who_are_no_operators_get_the_same_answer(office: Office, token: str | None) -> None:
    answer = office.ask(token, "GET", "/log")
    assert (answer.status_code, answer.json()["code"]) == (401 if token is None else 403, "NOT_OPERATOR")


def test_a_player_is_no_operator(office: Office) -> None:
    assert office.player(ANN).ask(LOG)["operatorLog"]["code"] == "NOT_OPERATOR"


def test_without_operators_the_answer_is_the_same(anyone: Client, office: Office) -> None:  # noqa: F811
    token = new_token()
    assert anyone.with_token(token).ask(LOG) == office.anyone.with_token(token).ask(LOG)


def test_a_token_needs_the_scope(office: Office) -> None:
    answer = office.ask("games", "GET", "/log")
    assert (answer.status_code, answer.json()["code"], answer.json()["scope"]) == (403, "SCOPE_MISSING", "LOG")
    tried = office.got("/log", first=2)["uses"][1]
    assert (tried["operator"], tried["scope"], tried["action"]) == ("games", "LOG", "operatorLog, refused")


def test_an_operators_token_is_no_players(office: Office) -> None:
    assert office.anyone.with_token(TOKENS["all"]).ask("{ account { ... on Problem { code } } }") == {
        "account": {"code": "TOKEN_REJECTED"}
    }


def test_an_operators_token_opens_a_websocket(operated: Server) -> None:
    with RawSocket(operated.url) as wire:
        wire.init({"authorization": f"Bearer {TOKENS['log']}"})
        wire.subscribe("log", LOG, {})
        assert wire.next("log")["operatorLog"] == {"__typename": "OperatorUseConnection"}


def test_each_use_is_in_the_log_and_a_page_goes_on_where_the_last_one_ended(office: Office) -> None:
    for _ in range(3):
        office.got("/log", "log")
    office.got("/log", "rotated")
    newest = office.got("/log", first=3)
    shown = [(one["operator"], one["scope"], one["action"]) for one in newest["uses"]]
    assert shown == [("all", "LOG", "operatorLog"), ("games", "LOG", "operatorLog"), ("log", "LOG", "operatorLog")]
    older = office.got("/log", first=1, after=newest["next"])["uses"][0]
    assert older["operator"] == "log"
    assert older["at"] <= newest["uses"][-1]["at"]
    assert office.problem("GET", "/log", after="nonsense") == "INPUT_REFUSED"


def test_an_operator_cannot_fill_the_log(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    office.got("/log", "log")
    monkeypatch.setattr(admitting, "MOST_A_DAY", 1)
    answer = office.ask("log", "GET", "/log")
    assert (answer.status_code, answer.json()["policies"]) == (429, ["operator"])
    assert 86_000 < int(answer.headers["retry-after"]) <= 86_400


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("ada", "must be a list like"),
        (f"ada:games:{'0' * 63}", "must be a list like"),
        (f"ada:cellar:{'0' * 64}", "gives 'ada' a scope that there is not; the scopes are games, seats"),
        (f"ada:games+seats:{'0' * 64}", "gives 'ada' the scope seats, so it must name their account too"),
    ],
)
def test_a_setting_that_is_wrong_is_refused(entry: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        operator_entry(entry)


def test_a_token_is_known_by_its_digest() -> None:
    old, new = new_token(), new_token()
    tokens = OperatorTokens(f"ada:games:{digest_of(old)}, ada:log:{digest_of(new)}")
    scopes = [{one.name for one in found.scopes} for token in (old, new) if (found := tokens.read(token))]
    assert scopes == [{"GAMES"}, {"LOG"}]
    assert tokens.read(digest_of(old)) is None
    assert not OperatorTokens("").on
