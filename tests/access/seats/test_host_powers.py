"""A host whose powers are by agreement does alone only what concerns no player who is there."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.schema.values.games import ABSENT_AFTER
from taphouse.service.games.kernel import absent as kernel_absent
from tests.access.issuer import BOB, Issuer
from tests.access.seats.shared import streaming
from tests.api.client import CASK, MINE, OPEN, Client, Json, new_key, seats_of
from tests.api.server import Server
from tests.clocks.shared import moment

BOT, ANYONE = {"with": {"bot": "RANDOM"}}, {"with": {"open": "ANYONE"}}
NEEDING = [
    ("replacePlayer", {"seat": 2, **BOT}, "REPLACE_PLAYER"),
    ("replacePlayer", {"seat": 2, **BOT, "mayReturn": True}, "REPLACE_PLAYER"),
    ("replacePlayer", {"seat": 2, **ANYONE}, "REPLACE_PLAYER"),
    ("reissueToken", {"seat": 2}, "REPLACE_PLAYER"),
    ("addTime", {"seat": 1, "seconds": 60}, "ADD_TIME"),
    ("abandon", {}, "UNSCORED"),
]
"""Requests that the host may not make alone, and the kind of proposal by which a player asks for each."""


class Strangers:
    """A running game: its host has seat 1, and others have taken the other seats."""

    def __init__(self, anyone: Client, seats: int = 2, **more: Any) -> None:
        made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, *[OPEN] * (seats - 1)]), **more)
        self.id: str = made["game"]["gameId"]
        anyone = Client(anyone.http, None, "CaskRace")  # selects all there is
        self.host = anyone.with_token(made["hostToken"])
        joined = [anyone.done("joinGame", gameId=self.id)["seat"]["token"] for _ in range(1, seats)]
        self.seats = [anyone.with_token(token) for token in (made["seats"][0]["token"], *joined)]

    def propose(self, seat: int, **proposal: Any) -> Json:
        return self.seats[seat - 1].do("propose", gameId=self.id, proposal=proposal)

    def accept(self, seat: int) -> Json:
        (one,) = self.host.look(self.id)["proposals"]
        return self.seats[seat - 1].done("acceptProposal", gameId=self.id, proposalId=one["id"])


@pytest.mark.parametrize(
    ("seats", "asked", "powers"),
    [
        ([MINE, OPEN], {}, "AGREED"),
        ([MINE, MINE], {}, "FULL"),
        ([MINE, OPEN], {"powers": "FULL"}, "FULL"),
        ([MINE, MINE], {"powers": "AGREED"}, "AGREED"),
    ],
)
def test_everybody_sees_the_powers_before_they_sit_down(
    anyone: Client, seats: list[str], asked: Json, powers: str
) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=seats_of(seats), visibility="OPEN", **asked)
    id_ = made["game"]["gameId"]
    assert anyone.within(id_, "powers") == {"powers": powers}
    assert anyone.http.get(f"/v1/games/{id_}").json()["powers"] == powers
    found = anyone.ask("{ openGames(first: 50) { ... on GameConnection { edges { node { gameId powers } } } } }")
    listed = [edge["node"] for edge in found["openGames"]["edges"]]
    assert [one["powers"] for one in listed if one["gameId"] == id_] == [powers] * (OPEN in seats)


@pytest.mark.parametrize(("field", "arguments", "kind"), NEEDING)
def test_what_concerns_a_player_needs_consent(anyone: Client, field: str, arguments: Json, kind: str) -> None:
    table = Strangers(anyone, clock={"perMove": 3600})
    version = table.host.look(table.id)["version"]
    refused = table.host.refused(field, gameId=table.id, **arguments)
    assert (refused["code"], refused["proposal"], refused["seats"]) == ("CONSENT_NEEDED", kind, [1, 2])
    assert "can propose" in refused["message"]
    headers = {"authorization": f"Bearer {table.host.token}", "accept-language": "de"}
    told = anyone.http.post(f"/v1/games/{table.id}/abandon", headers=headers)
    assert (told.status_code, told.json()["code"]) == (403, "CONSENT_NEEDED")
    assert "ohne Wertung vorschlagen" in told.json()["detail"]
    assert table.host.look(table.id)["version"] == version


def test_with_full_powers_the_host_needs_nobody(anyone: Client) -> None:
    for field, arguments, _ in NEEDING:
        table = Strangers(anyone, clock={"perMove": 3600}, powers="FULL")
        table.host.done(field, gameId=table.id, **arguments)


def test_what_concerns_nobody_stays_the_hosts(anyone: Client) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN, OPEN]), start="BY_HOST")
    host, id_ = anyone.with_token(made["hostToken"]), made["game"]["gameId"]
    guest = anyone.with_token(anyone.done("joinGame", gameId=id_, seat=2)["seat"]["token"])
    host.done("closeSeat", gameId=id_, seat=2)
    lost = guest.look(id_)["viewer"]["lost"]
    assert (lost["by"], lost["reason"]) == ("HOST", "REMOVED")
    assert lost["message"] == "The host removed you from seat 2. You can go on watching."
    assert guest.refused("nameSeat", gameId=id_, name="Zoe")["message"] == lost["message"]
    host.done("createInvite", gameId=id_, seat=2)
    host.done("reissueToken", gameId=id_)


def test_the_powers_end_with_the_consent_of_all_and_bind_again_in_the_rematch(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = Strangers(here, clock={"bank": 600})
    made = table.propose(1, addTime={"seat": 1, "seconds": 60})
    (told,) = made["entries"][0]["events"]
    assert (told["about"], told["moreSeconds"]) == (1, 60)
    assert told["sentence"] == "Ada proposes more time for Ada, 60 seconds."
    assert table.host.look(table.id)["proposals"][0]["time"] == {"seat": 1, "seconds": 60}
    changed = table.accept(2)
    assert [event["__typename"] for event in changed["entries"][0]["events"]] == ["ProposalAccepted", "TimeAdded"]
    assert table.propose(1, addTime={"seat": 9, "seconds": 60})["argument"] == "seat"
    assert table.propose(1, upgradeRules=True)["code"] == "RULES_NEWEST"
    table.propose(1, unscored=True)
    assert table.accept(2)["game"]["status"] == "ABANDONED"
    table.propose(1, rematch=True)
    rematch = table.accept(2)["game"]["rematch"]
    assert there.look(rematch)["powers"] == "AGREED"


@pytest.mark.parametrize(("seats", "by"), [(2, 1), (3, 3)])
def test_a_seat_that_is_there_changes_hands_only_with_its_own_consent(anyone: Client, seats: int, by: int) -> None:
    table = Strangers(anyone, seats)
    table.propose(by, replacePlayer={"seat": 2, "bot": "RANDOM"})
    (asked,) = table.host.look(table.id)["proposals"]
    assert 2 in asked["awaited"]
    for seat in [one for one in asked["awaited"] if one != 2]:
        table.accept(seat)
    assert table.seats[1].look(table.id)["viewer"]["seat"] == 2
    changed = table.accept(2)
    events = changed["entries"][0]["events"]
    assert [event["__typename"] for event in events] == ["ProposalAccepted", "SeatEnded", "BotTakesOver"]
    assert (events[1]["endedBy"], events[1]["reason"]) == ("SEATS", "AGREED")
    assert table.seats[1].look(table.id)["viewer"]["lost"]["reason"] == "AGREED"


def test_a_player_who_lets_a_game_without_clocks_wait_is_absent(
    service: Server, anyone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Strangers(anyone, 3)
    shown = table.host.look(table.id)
    (waited,), reader = shown["decision"]["seats"], service.app.state.services.reader
    other = waited % 3 + 1
    refused = table.host.refused("replacePlayer", **{"gameId": table.id, "seat": waited, **BOT})
    assert (shown["absentAfter"], ABSENT_AFTER) == (259_200, 3 * 86_400)
    assert moment(refused["absentAt"]) == moment(shown["updatedAt"]) + ABSENT_AFTER
    assert table.host.refused("replacePlayer", **{"gameId": table.id, "seat": other, **BOT})["absentAt"] is None
    late = reader.now_ms() + ABSENT_AFTER * 1000
    monkeypatch.setattr(reader, "now_ms", lambda: late)
    assert table.host.refused("replacePlayer", **{"gameId": table.id, "seat": other, **BOT})["code"] == "CONSENT_NEEDED"
    assert table.propose(waited, replacePlayer={"seat": waited, "bot": "RANDOM"})["game"]["proposals"]
    assert (
        table.host.refused("replacePlayer", **{"gameId": table.id, "seat": waited, **BOT})["code"] == "CONSENT_NEEDED"
    )
    late += 2 * ABSENT_AFTER * 1000
    changed = table.host.done("replacePlayer", **{"gameId": table.id, "seat": waited, **ANYONE})
    assert changed["entries"][0]["events"][0]["reason"] == "ABSENT"
    lost = table.seats[waited - 1].look(table.id)["viewer"]["lost"]
    assert lost["message"].startswith(f"You were absent, so you lost seat {waited}: the host decided that.")


def test_a_player_who_is_absent_need_not_agree(anyone: Client, issuer: Issuer, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Client(anyone.http, issuer.token(BOB), "CaskRace")  # selects all there is
    id_ = anyone.with_token(host.token).done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))["game"][
        "gameId"
    ]
    anyone.done("joinGame", gameId=id_)
    if host.look(id_)["decision"]["seat"] == 1:
        host.done("play", gameId=id_, moves=[{"notation": "pass"}])
    assert host.refused("abandon", gameId=id_)["seats"] == [2]
    monkeypatch.setattr(kernel_absent, "ABSENT_AFTER", 0)
    assert host.done("abandon", gameId=id_)["game"]["status"] == "ABANDONED"


def test_who_loses_a_seat_is_told_by_every_way_and_watches_on(anyone: Client) -> None:
    table = Strangers(anyone, powers="FULL")
    former = table.seats[1]
    query = 'subscription { gameUpdated(gameId: "%s") { ... on Game { version viewer { role lost { message } } } } }'
    with streaming(former, query % table.id) as told:
        assert next(told)["viewer"] == {"role": "SEAT", "lost": None}
        table.host.done("replacePlayer", **{"gameId": table.id, "seat": 2, **BOT})
        message = "The host gave your seat 2 to somebody else. You can go on watching."
        assert next(told)["viewer"] == {"role": "SPECTATOR", "lost": {"message": message}}
    german = {"authorization": f"Bearer {former.token}", "accept-language": "de"}
    seen = anyone.http.get(f"/v1/games/{table.id}", headers=german)
    assert seen.json()["viewer"]["lost"]["message"].startswith("Die Spielleitung hat deinen Platz 2 neu vergeben.")
    for path, body in (("moves", {"moves": [{"notation": "pass"}]}), ("handovers", None)):
        refused = anyone.http.post(f"/v1/games/{table.id}/{path}", json=body, headers=german)
        assert (refused.status_code, refused.json()["code"]) == (401, "TOKEN_REJECTED"), path
        assert refused.json()["detail"] == seen.json()["viewer"]["lost"]["message"]
    entry = former.events(gameId=table.id, after=2)["entries"][-1]
    assert entry["sentences"][0] == "The host gives seat 2 to somebody else."


def test_the_end_of_each_of_several_players_of_a_seat_is_remembered(anyone: Client, issuer: Issuer) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), start="BY_HOST", powers="FULL")
    host, id_ = anyone.with_token(made["hostToken"]), made["game"]["gameId"]
    first = anyone.with_token(anyone.done("joinGame", gameId=id_)["seat"]["token"])
    host.done("openSeat", gameId=id_, seat=2)
    bob = anyone.with_token(issuer.token(BOB))
    bob.done("joinGame", gameId=id_)
    host.done("startGame", gameId=id_)
    host.done("replacePlayer", **{"gameId": id_, "seat": 2, **BOT, "idempotencyKey": new_key()})
    assert first.look(id_)["viewer"]["lost"]["reason"] == "REMOVED"
    assert bob.look(id_)["viewer"]["lost"]["reason"] == "REPLACED"
    assert bob.refused("resign", gameId=id_)["code"] == "NOT_SEATED"
