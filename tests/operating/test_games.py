"""Operators find games, see them, end them and their talk, and take them back."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.service.persons.rating_games import RatingGames
from taphouse.service.store.failures import StoreUnavailable
from tests.access.issuer import ANN, BOB, CID
from tests.api.server import until
from tests.operating.shared import OPERA, Office

RATED = {"rated": True, "undo": "CONSENT"}


def test_a_game_is_found_by_account_handle_beginning_and_state(office: Office) -> None:
    ann, bob = office.player(ANN, "Ann"), office.player(BOB)
    game, other = office.table(ann, bob), office.table(bob, office.player(CID))
    found = [office.got("/games", account=one)["games"] for one in (ann.id, ann.handle.upper(), bob.id)]
    assert [[one["gameId"] for one in games] for games in found] == [[game], [game], [other, game]]
    shown = found[0][0]
    assert (shown["kind"], shown["status"], shown["rated"], shown["host"]) == ("CASK_RACE", "RUNNING", False, ann.id)
    assert [(one["seat"], one["account"], one["handle"]) for one in shown["seats"]] == [
        (1, ann.id, ann.handle),
        (2, bob.id, None),
    ]
    assert [one["gameId"] for one in office.got("/games", begins=game[:12])["games"]] == [game]
    bob.done("resign", gameId=game)
    states = {status: office.got("/games", account=bob.id, status=status)["games"] for status in ("OVER", "RUNNING")}
    assert {status: [one["gameId"] for one in games] for status, games in states.items()} == {
        "OVER": [game],
        "RUNNING": [other],
    }
    first = office.got("/games", account=bob.id, first=1)
    assert [one["gameId"] for one in first["games"]] == [other]
    assert [one["gameId"] for one in office.got("/games", account=bob.id, first=1, after=first["next"])["games"]] == [
        game
    ]
    assert office.got("/games", kinds="DANK_AND_DRAFT", account=bob.id)["games"] == []


def test_what_is_wrong_with_a_search_is_told(office: Office) -> None:
    assert office.problem("GET", "/games", account="nobody-at-all") == "PLAYER_NOT_FOUND"
    assert office.problem("GET", "/games", begins="A game") == "INPUT_REFUSED"
    assert office.problem("GET", "/games", after="nonsense") == "INPUT_REFUSED"
    assert office.problem("GET", f"/games/{'a' * 24}") == "GAME_NOT_FOUND"
    assert office.problem("GET", "/games", by="log") == "SCOPE_MISSING"


def test_a_game_is_seen_as_a_spectator_sees_it_and_a_seat_by_a_scope_of_its_own(office: Office) -> None:
    ann, bob = office.player(ANN), office.player(BOB)
    seats = [{"kind": "MINE"}, {"kind": "OPEN"}]
    game = ann.done("createGame", game={"dankAndDraft": {}}, seats=seats)["game"]["gameId"]
    bob.done("joinGame", gameId=game)
    plain = office.anyone.http.get(f"/v1/games/{game}").json()
    shown = office.got(f"/games/{game}", "games")
    assert shown["game"] == plain
    assert (shown["annulled"], shown["managed"]["seats"][1]["account"]) == (False, bob.id)
    headers = {"authorization": f"Bearer {bob.token}"}
    as_bob = office.anyone.http.get(f"/v1/games/{game}", headers=headers).json()
    seat = office.got(f"/games/{game}/seats/2", note="Bob says that a card is gone")["game"]
    assert seat["table"] == as_bob["table"] != plain["table"]
    assert (seat["viewer"]["seat"], seat["viewer"]["readOnly"], seat["viewer"]["host"]) == (2, True, False)
    assert office.got(f"/games/{game}/seats/2", at=1)["game"]["version"] == 1
    assert office.problem("GET", f"/games/{game}/seats/2", by="games") == "SCOPE_MISSING"
    assert office.problem("GET", f"/games/{game}/seats/3") == "INPUT_REFUSED"
    assert office.problem("GET", f"/games/{game}/seats/1", at=99) == "VERSION_NOT_FOUND"
    assert office.problem("GET", f"/games/{game}/seats/1", note="x" * 281) == "INPUT_REFUSED"
    use = next(one for one in office.got("/log")["uses"] if one["note"])
    assert (use["scope"], use["action"], use["subject"]) == ("SEATS", "operatorSeat", f"{game}:2")
    assert use["note"] == "Bob says that a card is gone"


def test_a_game_that_spectators_see_later_does_not_tell_when_it_changed(office: Office) -> None:
    ann, bob = office.player(ANN), office.player(BOB)
    seats = [{"kind": "MINE"}, {"kind": "OPEN"}]
    game = ann.done("createGame", game={"caskRace": {}}, seats=seats, spectatorDelay=3)["game"]["gameId"]
    bob.done("joinGame", gameId=game)
    before = office.got(f"/games/{game}", "games"), office.got("/games", account=bob.id)
    ann.done("play", gameId=game, moves=[{"notation": "pass"}])
    assert (office.got(f"/games/{game}", "games"), office.got("/games", account=bob.id)) == before
    ann.done("resign", gameId=game)
    assert office.got(f"/games/{game}", "games")["managed"]["status"] == "OVER"


def test_nobody_sees_hands_or_decides_where_they_sit(office: Office) -> None:
    opera, ann = office.player(OPERA, known=True), office.player(ANN)
    game = office.table(ann, opera)
    assert office.problem("GET", f"/games/{game}/seats/1") == "OPERATOR_SITS"
    assert office.problem("POST", f"/games/{game}/end", {}) == "OPERATOR_SITS"
    opera.done("resign", gameId=game)
    assert office.problem("POST", f"/games/{game}/annul", {}) == "OPERATOR_SITS"
    assert office.got(f"/games/{game}")["game"]["gameId"] == game


def test_a_game_is_ended_and_says_by_whom(office: Office) -> None:
    ann, bob = office.player(ANN), office.player(BOB)
    game = office.table(ann, bob)
    ended = office.done(f"/games/{game}/end", {"note": "A bug"})
    assert (ended["game"]["status"], ended["managed"]["status"]) == ("ABANDONED", "ABANDONED")
    log = office.anyone.http.get(f"/v1/games/{game}/events").json()["entries"][-1]
    (event,) = log["events"]
    assert event["sentence"] == "An operator ends the game."
    assert (event["by"], event["byOperator"], event["deserted"]) == ("service", True, False)
    assert office.done(f"/games/{game}/end", {}) == ended, "asking again is the same"
    assert office.problem("POST", f"/games/{game}/end", {}, by="games") == "SCOPE_MISSING"
    ann.done("resign", gameId=(over := office.table(ann, bob)))
    assert office.problem("POST", f"/games/{over}/end", {}) == "GAME_OVER"
    assert "A bug" not in office.anyone.http.get(f"/v1/games/{game}/events").text


def test_a_talk_that_an_operator_ended_stays_off(office: Office) -> None:
    ann, bob, cid = office.player(ANN), office.player(BOB), office.player(CID)
    game = office.table(ann, bob, powers="FULL")
    assert ann.do("say", gameId=game, text="Hello!")["__typename"] == "LineSaid"
    path = f"/games/{game}/talk/end"
    assert office.problem("POST", path, {}, by="games") == "SCOPE_MISSING"
    assert office.problem("POST", path, {}, by=ann.token) == "NOT_OPERATOR"
    assert office.problem("POST", f"/games/{'a' * 24}/talk/end", {}) == "GAME_NOT_FOUND"
    assert bob.do("say", gameId=game, text="Still here.")["__typename"] == "LineSaid"
    for _ in range(2):
        assert office.done(path, {"note": "Insults"}) == {"mode": "OFF"}
    for one in (ann, bob, cid):
        assert one.refused("say", gameId=game, phrase="HELLO")["code"] == "TALK_OFF"
    for mode in ("FREE", "PHRASES"):
        assert ann.refused("setTalk", gameId=game, mode=mode)["code"] == "TALK_OFF"
    assert ann.do("setTalk", gameId=game, mode="OFF")["mode"] == "OFF"
    bob.done("resign", gameId=game)
    assert ann.refused("say", gameId=game, phrase="GOOD_GAME")["code"] == "TALK_OFF"
    page = office.anyone.http.get(f"/v1/games/{game}/talk", params={"room": "PLAYERS"}).json()
    assert (page["mode"], [one["text"] for one in page["lines"]]) == ("OFF", ["Hello!", "Still here."])
    use = next(one for one in office.got("/log")["uses"] if one["action"] == "operatorEndTalk")
    assert (use["scope"], use["subject"], use["note"]) == ("PEOPLE", game, "Insults")


def test_a_rated_game_is_taken_back(office: Office) -> None:
    ann, bob = office.player(ANN, "Ann"), office.player(BOB)
    game = office.table(ann, bob, **RATED)
    assert office.problem("POST", f"/games/{game}/annul", {}) == "NOT_RATED"
    bob.done("resign", gameId=game)
    until(lambda: office.got(f"/accounts/{ann.id}")["account"]["ratings"], "the rating")
    (rating,) = office.got(f"/accounts/{ann.id}")["account"]["ratings"]
    assert (rating["games"], rating["rating"]) > (0, 0)
    assert office.done(f"/games/{game}/annul", {"note": "Both were Bob"})["annulled"]
    for one in (ann, bob):
        (rating,) = office.got(f"/accounts/{one.id}")["account"]["ratings"]
        assert (rating["rating"], rating["strength"], rating["doubt"], rating["games"]) == (0, 1000, 333, 0)
    history = office.anyone.http.get("/v1/ratings/CASK_RACE/history", params={"handle": ann.handle}).json()["games"]
    assert [(one["number"], one["annulled"], one["place"]) for one in history] == [(2, True, 0), (1, False, 1)]
    assert office.got(f"/games/{game}")["annulled"]
    office.done(f"/games/{game}/annul", {})
    assert office.got(f"/accounts/{ann.id}")["account"]["ratings"][0]["games"] == 0


def test_a_game_is_taken_back_soon_if_the_store_fails_meanwhile(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = office.player(ANN), office.player(BOB)
    game = office.table(ann, bob, **RATED)
    bob.done("resign", gameId=game)
    until(lambda: office.got(f"/accounts/{ann.id}")["account"]["ratings"], "the rating")
    change, failed = RatingGames._change, list[str]()

    async def fails(self: RatingGames, loaded: Any, account: str, by: Any) -> None:
        if not failed:
            failed.append(account)
            raise StoreUnavailable
        await change(self, loaded, account, by)

    monkeypatch.setattr(RatingGames, "_change", fails)
    assert office.done(f"/games/{game}/annul", {})["annulled"]
    until(lambda: office.got(f"/accounts/{ann.id}")["account"]["ratings"][0]["games"] == 0, "the rating without it")
    assert len(failed) == 1
