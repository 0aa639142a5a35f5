"""One stream tells an account of all its games, and goes on where it stopped, at any instance."""

from __future__ import annotations

import secrets
import time
from concurrent.futures import ThreadPoolExecutor

from taphouse.schema.inputs import MOST_NAMED
from tests.access.issuer import ANN, BOB
from tests.api.client import CASK, MINE, OPEN, Client, seats_of
from tests.api.server import Server
from tests.streams.conftest import Player
from tests.streams.shared import PATH, TURNS, began, page, passes, refused, told

Two = tuple[Client, Client]


def test_it_begins_with_the_games_that_have_not_ended_and_with_those_that_ended_lately(
    at_two: Two, player: Player
) -> None:
    ann, bob = player(ANN, at_two[0]), player(BOB, at_two[1])
    over, running, waiting = began(ann, bob), began(ann, bob), began(bob)
    ann.done("abandon", gameId=over)
    with told(bob) as events:
        first, second, third = events.news(), events.news(), events.news()
        passes(ann, running)
        assert events.news()["version"] == 4
    assert (first["gameId"], first["status"], first["version"]) == (running, "RUNNING", 3)
    assert first["viewer"] == {
        "role": "SEAT",
        "seat": 2,
        "host": False,
        "readOnly": False,
        "lost": None,
        "challenged": None,
    }
    assert (first["decidingSeat"], first["yourTurn"]) == (1, False)
    assert (second["gameId"], second["status"], second["decidingSeat"]) == (waiting, "WAITING", None)
    assert second["viewer"]["host"] is True
    assert (third["gameId"], third["status"], third["version"]) == (over, "ABANDONED", 4)
    with told(bob, third["cursor"]) as events:
        assert events.news()["gameId"] == running


def test_it_tells_of_moves_new_games_and_ends(at_two: Two, player: Player) -> None:
    ann, bob = player(ANN, at_two[0]), player(BOB, at_two[1])
    game = began(ann, bob)
    with told(bob) as events:
        assert events.news()["gameId"] == game
        version = passes(ann, game)
        (event,) = events.until(game, version)
        assert (event["yourTurn"], event["decidingSeat"]) == (True, 2)
        other = began(ann, bob)  # created by somebody else, and then joined
        assert [event["status"] for event in events.until(other, 3)][-1] == "RUNNING"
        own = began(bob)
        assert events.until(own, 1)[-1]["status"] == "WAITING"
        passes(ann, other)
        assert events.until(other, 4)[-1]["yourTurn"] is True
        passes(bob, game)
        events.until(game, version + 1)
        ann.done("abandon", gameId=game)
        assert events.until(game, version + 2)[-1]["status"] == "ABANDONED"
        passes(bob, other)
        assert events.until(other, 5)[-1]["yourTurn"] is False


def test_it_goes_on_at_another_instance_and_tells_nothing_twice(at_two: Two, player: Player) -> None:
    ann, bob = player(ANN, at_two[0]), player(BOB, at_two[1])
    games = [began(ann, bob) for _ in range(3)]
    with told(ann) as events:
        cursor = [events.news() for _ in games][-1]["cursor"]
    passes(ann, games[0])
    passes(bob, games[0])
    new = began(ann)
    ann.done("abandon", gameId=games[2])
    with told(player(ANN, at_two[1]), cursor) as events:
        found = [events.news() for _ in range(3)]
        assert [(event["gameId"], event["version"]) for event in found] == [(games[0], 5), (new, 1), (games[2], 4)]
        passes(ann, games[0])
        assert events.news()["version"] == 6
    for position, event in enumerate(found):  # each cursor continues after its event
        with told(ann, after=event["cursor"]) as events:
            rest = [(one["gameId"], one["version"]) for one in found[position + 1 :] if one["gameId"] != games[0]]
            expected = [*rest, (games[0], 6)]
            assert [(one["gameId"], one["version"]) for one in (events.news() for _ in expected)] == expected


def test_a_stream_that_breaks_in_the_beginning_goes_on(at_two: Two, player: Player) -> None:
    ann = player(ANN, at_two[0])
    games = [began(ann) for _ in range(30)]
    seen: list[str] = []
    cursor = None
    for most in (8, 9, 10, 30):
        with told(ann, cursor) as events:
            for _ in range(most):
                event = events.news()
                seen.append(event["gameId"])
                if len({*seen}) == len(games):
                    break
                cursor = event["cursor"]
    assert {*seen} == {*games}
    assert len(seen) - len(games) <= len(games) - MOST_NAMED, "only what a cursor has no room for comes again"


def test_a_seat_that_is_lost_is_told_and_one_that_is_taken_back(at_two: Two, player: Player) -> None:
    ann, bob = player(ANN, at_two[0]), player(BOB, at_two[1])
    game = ann.done("createGame", game=TURNS, seats=seats_of([MINE, OPEN, OPEN]))["game"]["gameId"]
    bob.done("joinGame", gameId=game)
    with told(bob) as events:
        assert events.news()["viewer"]["seat"] == 2
        ann.done("openSeat", gameId=game, seat=2)
        viewer = events.news()["viewer"]
        assert (viewer["role"], viewer["seat"], viewer["lost"]["reason"]) == ("SPECTATOR", None, "REMOVED")
        ann.done("closeSeat", gameId=game, seat=3)
        bob.done("joinGame", gameId=game)
        event = events.news()
        assert (event["version"], event["viewer"]["seat"]) == (5, 2)
        bob.done("nameSeat", gameId=game, brewery="Hop House")
        assert events.news()["version"] == 6


def test_a_page_has_what_a_stream_would_tell(anyone: Client, player: Player) -> None:
    ann, bob = player(ANN, anyone), player(BOB, anyone)
    games = [began(ann, bob) for _ in range(3)]
    first = page(bob, first=2)
    assert [event["gameId"] for event in first["events"]] == games[:2]
    second = page(bob, first=2, after=first["cursor"])
    assert [event["gameId"] for event in second["events"]] == games[2:]
    nothing = page(bob, after=second["cursor"])
    assert nothing["events"] == []
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(page, bob, after=nothing["cursor"], wait=20)
        passes(ann, games[1])
        assert [event["gameId"] for event in waiting.result()["events"]] == [games[1]]
    began_at = time.monotonic()
    assert page(player("new", anyone), wait=1)["events"] == []
    assert time.monotonic() - began_at >= 1


def test_what_is_no_cursor_is_refused(anyone: Client, player: Player) -> None:
    ann = player(ANN, anyone)
    headers = {"authorization": f"Bearer {ann.token}"}
    for wrong in ("", "1", "x", "1" * 14, "1" * 13 + ".abc-1", "1" * 13 + ".abcdefghij-1" * 25):
        for accept in ("application/json", "text/event-stream"):
            response = anyone.http.get(PATH, params={"after": wrong}, headers=headers | {"accept": accept})
            assert refused(response, 400, "INPUT_REFUSED")["argument"] == "after"
    response = anyone.http.get(PATH, headers=headers | {"accept": "text/event-stream", "last-event-id": "no cursor"})
    assert refused(response, 400, "INPUT_REFUSED")["argument"] == "Last-Event-ID"


def test_only_an_account_has_games(anyone: Client, player: Player) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))
    for token, status in ((None, 401), (made["hostToken"], 403), (made["seats"][0]["token"], 403)):
        for accept in ("application/json", "text/event-stream"):
            headers = {"accept": accept, **({} if token is None else {"authorization": f"Bearer {token}"})}
            refused(anyone.http.get(PATH, headers=headers), status, "NO_ACCOUNT")


def test_streams_that_end_leave_nothing_behind(service: Server, anyone: Client, player: Player) -> None:
    ann = player(ANN, anyone)
    game = began(ann)
    with told(ann) as one, told(ann) as other:
        assert one.news()["gameId"] == other.news()["gameId"] == game
    service.check_free()
    assert not service.app.state.services.store._waiters


def test_a_challenge_is_told_and_its_end(at_two: Two, player: Player) -> None:
    ann, bob = player(ANN, at_two[0]), player(BOB, at_two[1])
    handles = [f"{name}-{secrets.token_hex(4)}" for name in ("ann", "bob")]
    for one, handle in zip((ann, bob), handles, strict=True):
        assert one.do("saveProfile", handle=handle)["__typename"] == "ProfileSaved"
    seats = [{"kind": MINE}, {"kind": OPEN, "challenge": handles[1]}]

    def challenge() -> str:
        made: str = ann.done("createGame", game=TURNS, seats=seats)["game"]["gameId"]
        return made

    first = challenge()
    with told(bob) as events:
        assert events.news()["gameId"] == first
        second = challenge()
        news = events.news()
        assert (news["gameId"], news["viewer"]["role"], news["viewer"]["challenged"]) == (second, "SPECTATOR", 2)
        ann.done("closeSeat", gameId=first, seat=2)
        assert events.until(first, 2)[-1]["viewer"]["challenged"] is None
        bob.done("joinGame", gameId=second)
        assert events.until(second, 3)[-1]["viewer"]["seat"] == 2
    third = challenge()
    with told(bob, news["cursor"]) as events:
        events.until(third, 1)
