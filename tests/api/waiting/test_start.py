"""A host starts a game whose seats are all taken."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.access.seats.shared import later
from tests.api.client import CASK, MINE, OPEN, Client, Json, new_key, seats_of, table_of
from tests.api.waiting.shared import BOT, by_host, code, names


def test_a_full_game_waits_for_its_host(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = by_host(here, [MINE, OPEN], visibility="OPEN", powers="FULL")
    host = there.with_token(table.host.token)
    refused = host.refused("startGame", gameId=table.id)
    assert (refused["code"], refused["freeSeats"]) == ("SEATS_NOT_TAKEN", [2])
    joined = there.done("joinGame", gameId=table.id)
    assert (joined["game"]["status"], joined["game"]["openSeats"]) == ("WAITING", [])
    assert open_game(here, table.id) == {"gameId": table.id, "status": "WAITING", "start": "BY_HOST", "openSeats": []}
    assert code(there, "startGame", gameId=table.id) == "NOT_HOST"
    for who in (table.seat(1), there.with_token(joined["seat"]["token"])):
        assert code(who, "startGame", gameId=table.id) == "HOST_PRESENT"
    assert (
        "host may then have to start it"
        in table.seat(1).refused("play", gameId=table.id, moves=[{"notation": "draft row-1"}])["message"]
    )
    key = new_key()
    assert code(host, "startGame", gameId=table.id, expectedVersion=1) == "VERSION_CONFLICT"
    started = host.done("startGame", gameId=table.id, expectedVersion=2, idempotencyKey=key)
    assert [event["__typename"] for event in started["entries"][0]["events"]] == ["GameStarted"]
    assert host.done("startGame", gameId=table.id, expectedVersion=2, idempotencyKey=key) == started
    assert open_game(there, table.id) is None
    assert code(table.host, "startGame", gameId=table.id) == "ALREADY_STARTED"
    table.host.done("abandon", gameId=table.id)
    assert code(table.host, "startGame", gameId=table.id) == "GAME_OVER"


def open_game(client: Client, game: str) -> Json | None:
    query = "{ openGames { ... on GameConnection { edges { node { gameId status start openSeats } } } } }"
    found: list[Json] = [edge["node"] for edge in client.ask(query)["openGames"]["edges"]]
    return next((one for one in found if one["gameId"] == game), None)


def test_a_closed_seat_is_free_and_an_opened_one_again(anyone: Client) -> None:
    table = by_host(anyone, [MINE, MINE, MINE], game=CASK)
    table.host.done("closeSeat", gameId=table.id, seat=2)
    table.host.done("openSeat", gameId=table.id, seat=3)
    assert table.host.refused("startGame", gameId=table.id)["freeSeats"] == [2, 3]
    assert names(anyone, table.id) == [("Ada", None), (None, None), (None, None)]


def test_a_game_of_bots_starts_when_its_host_starts_it(anyone: Client) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=[BOT, BOT], start="BY_HOST")
    assert made["game"]["status"] == "WAITING"
    host = anyone.with_token(made["hostToken"])
    assert host.done("startGame", gameId=made["game"]["gameId"])["game"]["status"] == "RUNNING"


def test_clocks_run_from_the_start_and_invites_end_as_ever(anyone: Client) -> None:
    clock = {"bank": 600, "onTimeOut": "PASSIVE_MOVE"}
    table = by_host(anyone, [MINE, OPEN], game=CASK, clock=clock)
    invite = table.host.done("createInvite", gameId=table.id, seat=2, until=later(1))["invite"]
    waiting = anyone.done("joinGame", gameId=table.id, invite=invite)["game"]
    assert (waiting["clock"]["running"], waiting["clock"]["deadline"]) == (None, None)
    started = table.host.done("startGame", gameId=table.id)["game"]
    assert started["clock"]["running"] == started["decision"]["seat"]
    assert started["clock"]["deadline"] is not None


def test_a_host_who_gave_their_token_away_starts_nothing(anyone: Client) -> None:
    table = by_host(anyone, [MINE, MINE], game=CASK)
    newer = table.host.done("reissueToken", gameId=table.id)["token"]
    assert code(table.host, "startGame", gameId=table.id) == "TOKEN_REJECTED"
    anyone.with_token(newer).done("startGame", gameId=table.id)


def test_no_undo_goes_back_to_before_the_start(anyone: Client) -> None:
    table = by_host(anyone, [MINE, MINE], game=CASK)
    started = table.host.done("startGame", gameId=table.id)["game"]["version"]
    player = table.decider
    table.play("pass")
    player.do("undo", gameId=table.id, to=started - 1)
    shown = table.look()
    assert shown["status"] == "RUNNING"
    assert shown["decision"] is not None


def test_the_last_player_and_the_start_may_come_at_once(two_instances: tuple[Client, Client]) -> None:
    """Whichever is first, the game starts once: by itself, or by its host if all seats were taken."""
    here, there = two_instances
    for start in ("WHEN_FULL", "BY_HOST") * 3:
        asked = {"game": {CASK: {}}, "seats": seats_of([MINE, OPEN]), "start": start}
        table = table_of(here, here.done("createGame", **asked))
        host = there.with_token(table.host.token)
        with ThreadPoolExecutor(2) as pool:
            joined = pool.submit(here.do, "joinGame", gameId=table.id)
            begun = pool.submit(host.do, "startGame", gameId=table.id)
        assert joined.result()["__typename"] == "GameJoined"
        result = begun.result()
        if start == "WHEN_FULL":
            assert result["code"] in ("SEATS_NOT_TAKEN", "ALREADY_STARTED")
        elif result["__typename"] != "GameChanged":
            assert result["code"] == "SEATS_NOT_TAKEN"
            host.done("startGame", gameId=table.id)
        shown = table.look()
        assert (shown["status"], shown["version"]) == ("RUNNING", 3)
