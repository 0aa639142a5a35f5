"""Players get up before the start."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.access.issuer import BOB, Issuer
from tests.access.seats.shared import SEATS, Waiting, code, only, streaming
from tests.api.client import CASK, MINE, NAMES, OPEN, Client, create, seats_of
from tests.api.waiting.shared import sentences

SIX = (*NAMES, "Fay")
KEY = "3e5a1c7d9b2f4a6c8e0d1f3b"


def test_a_seat_is_free_again_and_its_token_ends(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = Waiting(here)
    joined = there.done("joinGame", gameId=table.id, seat=2, name="Ben", brewery="Bens")
    ben = here.with_token(joined["seat"]["token"])
    left = ben.done("leaveSeat", gameId=table.id, idempotencyKey=KEY)
    (entry,) = left["entries"]
    assert (entry["seat"], [event["__typename"] for event in entry["events"]]) == (2, ["SeatEnded", "SeatOpened"])
    assert left["game"]["viewer"] == {"role": "SPECTATOR", "seat": None, "host": False, "readOnly": False}
    shown = table.at(there)
    assert (shown["openSeats"], shown["status"], shown["version"]) == ([2, 3], "WAITING", 3)
    assert shown["seats"][1] == {"seat": 2, "name": None, "taken": False, "closed": False, "bot": None}
    assert there.with_token(ben.token).look(table.id)["code"] == "TOKEN_REJECTED"
    again = there.with_token(ben.token).done("leaveSeat", gameId=table.id, idempotencyKey=KEY)
    assert (again["entries"], again["game"]["version"]) == (left["entries"], 3)
    assert code(there.with_token(ben.token), "leaveSeat", gameId=table.id) == "TOKEN_REJECTED"
    assert sentences(here, table.id, "en")[-1] == "The player of seat 2 leaves. Seat 2 is opened. Anyone can join."
    assert (
        sentences(here, table.id, "de")[-1]
        == "Platz 2 wird verlassen. Platz 2 wird freigegeben. Alle können beitreten."
    )
    after = there.done("joinGame", gameId=table.id, seat=2)["seat"]["token"]
    assert after != ben.token
    assert here.with_token(after).look(table.id)["viewer"]["seat"] == 2


def test_a_closed_seat_stays_closed_and_its_next_player_needs_an_invite(anyone: Client) -> None:
    table = Waiting(anyone)
    table.host.done("closeSeat", gameId=table.id, seat=2)
    invite = table.host.done("createInvite", gameId=table.id, seat=2)["invite"]
    ben = anyone.with_token(anyone.done("joinGame", gameId=table.id, invite=invite)["seat"]["token"])
    ben.done("leaveSeat", gameId=table.id)
    assert table.at(anyone)["openSeats"] == [3]
    assert code(anyone, "joinGame", gameId=table.id, invite=invite) == "INVITE_REJECTED"
    another = table.host.done("createInvite", gameId=table.id, seat=2)["invite"]
    assert anyone.done("joinGame", gameId=table.id, invite=another)["seat"]["seat"] == 2


def test_a_host_who_gets_up_stays_the_host_and_can_sit_down_again(anyone: Client, issuer: Issuer) -> None:
    bob = anyone.with_token(issuer.token(BOB))
    made = bob.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))
    id_ = made["game"]["gameId"]
    left = bob.done("leaveSeat", gameId=id_)
    assert (left["game"]["viewer"]["role"], left["game"]["viewer"]["seat"]) == ("HOST", None)
    assert code(bob, "leaveSeat", gameId=id_) == "NOT_SEATED"
    assert bob.done("joinGame", gameId=id_, seat=2)["game"]["viewer"] == {
        "role": "SEAT",
        "seat": 2,
        "host": True,
        "readOnly": False,
    }


def test_only_a_player_leaves_and_only_before_the_start(anyone: Client) -> None:
    table = Waiting(anyone)
    for nobody in (anyone, table.host):
        assert code(nobody, "leaveSeat", gameId=table.id) == "NOT_SEATED"
    reading = table.first.done("narrowToken", gameId=table.id, readOnly=True)["token"]
    assert code(anyone.with_token(reading), "leaveSeat", gameId=table.id) == "TOKEN_READ_ONLY"
    assert code(table.first, "leaveSeat", gameId=table.id, expectedVersion=7) == "VERSION_CONFLICT"
    running = create(anyone)
    assert code(running.seat(1), "leaveSeat", gameId=running.id) == "ALREADY_STARTED"
    running.host.done("abandon", gameId=running.id)
    assert code(running.seat(1), "leaveSeat", gameId=running.id) == "GAME_OVER"


def test_of_six_seats_all_can_be_left_and_taken_again(anyone: Client) -> None:
    made = anyone.done("createGame", game={"pintCraft": {}}, seats=seats_of([MINE] * 5 + [OPEN], SIX))
    id_ = made["game"]["gameId"]
    for seat in made["seats"]:
        anyone.with_token(seat["token"]).done("leaveSeat", gameId=id_)
    assert anyone.within(id_, SEATS)["openSeats"] == [1, 2, 3, 4, 5, 6]
    for _ in range(6):
        joined = anyone.done("joinGame", gameId=id_)
    assert joined["game"]["status"] == "RUNNING"


def test_rest_answers_alike(anyone: Client) -> None:
    table = Waiting(anyone)
    sent = {"authorization": f"Bearer {table.first.token}"}
    answer = anyone.http.post(f"/v1/games/{table.id}/leave", headers={**sent, "if-match": '"v7"'})
    assert answer.status_code in (400, 412), answer.text
    answer = anyone.http.post(f"/v1/games/{table.id}/leave", headers=sent)
    assert answer.status_code == 200, answer.text
    assert answer.json()["game"]["openSeats"] == [1, 2, 3]
    assert answer.json()["game"]["viewer"]["role"] == "SPECTATOR"
    refused = anyone.http.post(f"/v1/games/{table.id}/leave", headers=sent)
    assert (refused.status_code, refused.json()["code"]) == (401, "TOKEN_REJECTED")


def test_a_stream_of_who_got_up_ends_and_others_see_it(anyone: Client) -> None:
    table = Waiting(anyone)
    ben = anyone.with_token(anyone.done("joinGame", gameId=table.id, seat=2)["seat"]["token"])
    news = 'subscription { events(gameId: "%s", after: 2) { ... on LogEntry { version } ... on Problem { code } } }'
    with streaming(ben, news % table.id) as of_ben, streaming(table.first, news % table.id) as of_first:
        ben.done("leaveSeat", gameId=table.id)
        assert next(of_first) == {"version": 3}
        assert next(of_ben) == {"code": "TOKEN_REJECTED"}
        assert next(of_ben, None) is None


@pytest.mark.parametrize("_", range(4))
def test_one_leaves_while_the_last_one_joins_and_the_game_has_both_or_waits(
    instances: tuple[Client, Client], _: int
) -> None:
    here, there = instances
    made = here.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))
    id_, first = made["game"]["gameId"], here.with_token(made["seats"][0]["token"])
    with ThreadPoolExecutor(2) as pool:
        leaving = pool.submit(first.do, "leaveSeat", gameId=id_)
        joining = pool.submit(there.do, "joinGame", gameId=id_, seat=2)
        left, joined = leaving.result(), joining.result()
    assert joined["__typename"] == "GameJoined"
    shown = there.within(id_, SEATS)
    if left["__typename"] == "GameChanged":
        assert (shown["status"], shown["openSeats"]) == ("WAITING", [1])
    else:
        assert (left["code"], shown["status"]) == ("ALREADY_STARTED", "RUNNING")


def test_two_devices_leave_at_once_and_the_seat_is_left_once(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = Waiting(here)
    token = there.done("joinGame", gameId=table.id, seat=2)["seat"]["token"]
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(one.with_token(token).do, "leaveSeat", gameId=table.id) for one in (here, there)]
        found = sorted(one.result()["__typename"] for one in both)
    assert found == ["GameChanged", "TokenRejected"]
    assert table.at(here)["version"] == 3


def test_another_gets_the_seat_by_an_account_while_the_first_account_leaves(anyone: Client, issuer: Issuer) -> None:
    table, bob = Waiting(anyone), anyone.with_token(issuer.token(BOB))
    bob.done("joinGame", gameId=table.id, seat=3)
    mine = "{ account { ... on Account { games { edges { node { gameId } } } } } }"
    assert table.id in str(only(bob.ask(mine)))
    assert bob.done("leaveSeat", gameId=table.id)["game"]["viewer"]["role"] == "SPECTATOR"
    assert table.id not in str(only(bob.ask(mine)))
