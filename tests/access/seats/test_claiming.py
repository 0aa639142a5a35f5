"""Accounts keep the seats that their players took as guests."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.access.issuer import BOB, CID, DEB, Issuer
from tests.access.seats.shared import Waiting, code, only
from tests.api.client import MINE, NAMES, OPEN, Client, create, seats_of
from tests.api.waiting.shared import sentences

SIX = (*NAMES, "Fay")
GAMES = "{ account { ... on Account { games { edges { node { gameId } } } } } }"
FINISHED = "{ account { ... on Account { finishedGames { edges { node { gameId } } } } } }"


def test_a_guest_becomes_an_account_and_the_token_stays(instances: tuple[Client, Client], issuer: Issuer) -> None:
    here, there = instances
    table = Waiting(here)
    token = here.done("joinGame", gameId=table.id, seat=2, name="Ben")["seat"]["token"]
    bob = there.with_token(issuer.token(BOB))
    claimed = bob.done("claimSeat", gameId=table.id, token=token)
    (entry,) = claimed["entries"]
    assert (entry["seat"], [event["__typename"] for event in entry["events"]]) == (2, ["SeatTaken"])
    assert claimed["game"]["viewer"]["seat"] == 2
    assert here.with_token(token).look(table.id)["viewer"]["seat"] == 2
    assert table.id in str(only(bob.ask(GAMES)))
    assert sentences(here, table.id, "en")[-1] == "Ben keeps the seat with an account."
    assert sentences(here, table.id, "de")[-1] == "Ben behält den Platz mit einem Konto."
    assert code(bob, "claimSeat", gameId=table.id, token=token) == "ALREADY_SEATED"
    assert code(there.with_token(issuer.token(DEB)), "claimSeat", gameId=table.id, token=token) == "SEAT_CLAIMED"


def test_it_is_claimed_with_a_whole_token_of_this_game_only(anyone: Client, issuer: Issuer) -> None:
    table, other = Waiting(anyone), Waiting(anyone)
    bob = anyone.with_token(issuer.token(BOB))
    reading = table.first.done("narrowToken", gameId=table.id, readOnly=True)["token"]
    hour = table.first.done("narrowToken", gameId=table.id, until="2035-01-01T00:00:00Z")["token"]
    replaced = table.first.token
    fresh = table.host.done("reissueToken", gameId=table.id, seat=1)["token"]
    for token in ("none", reading, hour, replaced, other.first.token, table.host.token, bob.token):
        assert code(bob, "claimSeat", gameId=table.id, token=token) == "CLAIM_REJECTED"
    for nobody in (anyone, table.first):
        assert code(nobody, "claimSeat", gameId=table.id, token=fresh) == "NO_ACCOUNT"
    assert bob.done("claimSeat", gameId=table.id, token=fresh)["game"]["viewer"]["seat"] == 1


def test_a_finished_game_is_claimed_and_its_open_rematch_goes_on(anyone: Client, issuer: Issuer) -> None:
    table = create(Client(anyone.http), options={"turnCap": 1})
    table.finish()
    table.seat(1).done("propose", gameId=table.id, proposal={"rematch": True})
    ended = table.look()
    bob, token = anyone.with_token(issuer.token(BOB)), table.seat(2).token
    bob.done("claimSeat", gameId=table.id, token=token)
    claimed = bob.look(table.id)
    assert (claimed["status"], claimed["outcome"]) == ("OVER", ended["outcome"])
    assert claimed["proposals"] == ended["proposals"] != []
    assert table.id in str(only(bob.ask(FINISHED)))
    bob.done("propose", gameId=table.id, proposal={"rematch": True})
    assert bob.look(table.id)["rematch"]


def test_nothing_of_play_changes(anyone: Client, issuer: Issuer) -> None:
    table = create(anyone, clock={"bank": 900})
    before = table.seat(1).look(table.id)
    table.seat(1).done("propose", gameId=table.id, proposal={"pause": True})
    proposed, token, cid = table.look()["proposals"], table.seat(1).token, anyone.with_token(issuer.token(CID))
    cid.done("claimSeat", gameId=table.id, token=token)
    claimed = cid.look(table.id)
    assert claimed["proposals"] == proposed != []
    assert (claimed["table"], claimed["decision"]) == (before["table"], before["decision"])
    assert claimed["clock"]["running"] == before["clock"]["running"]


def test_rest_answers_alike(anyone: Client, issuer: Issuer) -> None:
    table = Waiting(anyone)
    path, body = f"/v1/games/{table.id}/claim", {"token": table.first.token}
    login = {"authorization": f"Bearer {issuer.token(BOB)}"}
    assert anyone.http.post(path, json=body).json()["code"] == "NO_ACCOUNT"
    assert anyone.http.post(path, json={"token": "x"}, headers=login).status_code == 403
    answer = anyone.http.post(path, json=body, headers=login)
    assert (answer.status_code, answer.json()["game"]["viewer"]["seat"]) == (200, 1), answer.text


def test_of_two_accounts_at_once_one_has_it(instances: tuple[Client, Client], issuer: Issuer) -> None:
    here, there = instances
    made = here.done("createGame", game={"pintCraft": {}}, seats=seats_of([MINE] * 5 + [OPEN], SIX))
    id_, token = made["game"]["gameId"], made["seats"][4]["token"]
    accounts = [here.with_token(issuer.token(BOB)), there.with_token(issuer.token(DEB))]
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(one.do, "claimSeat", gameId=id_, token=token) for one in accounts]
        found = sorted(one.result()["__typename"] for one in both)
    assert found == ["GameChanged", "SeatClaimed"]


def test_the_names_of_a_deleted_account_go_from_before_its_claim_too(anyone: Client, issuer: Issuer) -> None:
    table = Waiting(anyone)
    token = anyone.done("joinGame", gameId=table.id, seat=2, name="Quixote")["seat"]["token"]
    eve = anyone.with_token(issuer.token("claims-and-goes"))
    eve.done("claimSeat", gameId=table.id, token=token)
    id_ = only(eve.ask("{ account { ... on Account { id } } }"))["id"]
    anyone.http.delete(f"/v1/account?account={id_}", headers={"authorization": f"Bearer {eve.token}"})
    assert "Quixote" not in anyone.http.get(f"/v1/games/{table.id}/events").text
    assert "Quixote" not in str(table.first.look(table.id))
