"""Before the start, players name their seats, and the host those of nobody."""

from __future__ import annotations

from tests.api.client import CASK, MINE, OPEN, Client, seats_of
from tests.api.waiting.shared import BOT, by_host, code, names, sentences


def test_players_name_their_seats_and_the_host_those_of_nobody(instances: tuple[Client, Client]) -> None:
    here, there = instances
    made = here.done("createGame", game={CASK: {}}, seats=[*seats_of([MINE, OPEN]), BOT])
    game, host = made["game"]["gameId"], there.with_token(made["hostToken"])
    player = there.with_token(made["seats"][0]["token"])
    (invite,) = [host.done("createInvite", gameId=game, seat=2)["invite"]]
    (entry,) = player.done("nameSeat", gameId=game, brewery="Hop House")["entries"]
    assert (entry["seat"], entry["events"][0]["__typename"]) == (1, "SeatNamed")
    player.done("nameSeat", gameId=game, seat=1, name="Ann")
    (entry,) = host.done("nameSeat", gameId=game, seat=3, name="Robot", brewery="Tin Pot")["entries"]
    assert entry["seat"] is None
    host.done("nameSeat", gameId=game, seat=2, brewery="Free House")
    assert names(here, game) == [("Ann", "Hop House"), ("Ben", "Free House"), ("Robot", "Tin Pot")]
    assert sentences(there, game, "en") == [
        "Seat 1 is now Ada, with the brewery Hop House.",
        "Seat 1 is now Ann, with the brewery Hop House.",
        "Seat 3 is now Robot, with the brewery Tin Pot.",
        "Seat 2 is now Ben, with the brewery Free House.",
    ]
    assert sentences(there, game, "de")[2] == "Auf Platz 3 sitzt nun Robot und führt die Brauerei Tin Pot."
    joined = here.done("joinGame", gameId=game, invite=invite)
    assert joined["game"]["status"] == "RUNNING", "the invite is still valid"
    assert names(there, game)[1] == ("Ben", "Free House")


def test_a_name_alone_and_a_brewery_alone_are_told(anyone: Client) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=[{"kind": MINE}, {"kind": OPEN}])
    game, host = made["game"]["gameId"], anyone.with_token(made["hostToken"])
    anyone.with_token(made["seats"][0]["token"]).done("nameSeat", gameId=game, name="Ann")
    host.done("nameSeat", gameId=game, seat=2, brewery="Free House")
    assert sentences(anyone, game, "en") == ["Seat 1 is now Ann.", "Seat 2 now has the brewery Free House."]
    assert sentences(anyone, game, "de") == ["Auf Platz 1 sitzt nun Ann.", "Platz 2 führt nun die Brauerei Free House."]


def test_a_name_is_removed_by_an_empty_text(anyone: Client) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))
    game, player = made["game"]["gameId"], anyone.with_token(made["seats"][0]["token"])
    player.done("nameSeat", gameId=game, brewery="Hop House")
    player.done("nameSeat", gameId=game, name="")
    assert names(anyone, game)[0] == (None, "Hop House"), "what is left out stays"
    player.done("nameSeat", gameId=game, brewery="")
    assert names(anyone, game)[0] == (None, None)
    assert code(player, "nameSeat", gameId=game, name="") == "SEAT_UNCHANGED"
    assert sentences(anyone, game, "en")[-2:] == ["Seat 1 now has the brewery Hop House.", "Seat 1 has no name now."]
    assert sentences(anyone, game, "de")[-1] == "Platz 1 hat nun keinen Namen."


def test_who_may_not_name_a_seat_is_told_why(anyone: Client) -> None:
    table = by_host(anyone, [MINE, OPEN, OPEN], game=CASK)
    second = anyone.with_token(anyone.done("joinGame", gameId=table.id, seat=2, name="Ben")["seat"]["token"])
    narrow = table.seat(1).done("narrowToken", gameId=table.id, readOnly=True)["token"]
    given = {"gameId": table.id, "name": "Mine"}
    assert code(anyone, "nameSeat", **given) == "NOT_SEATED"
    assert code(table.host, "nameSeat", **given) == "NOT_SEATED"
    assert code(table.host, "nameSeat", seat=2, **given) == "NOT_SEATED", "a player holds it"
    assert code(second, "nameSeat", seat=1, **given) == "NOT_HOST"
    assert code(second, "nameSeat", seat=3, **given) == "NOT_HOST"
    assert code(anyone.with_token(narrow), "nameSeat", **given) == "TOKEN_READ_ONLY"
    assert table.host.refused("nameSeat", seat=4, **given)["argument"] == "seat"
    assert second.refused("nameSeat", gameId=table.id)["argument"] == "name"
    assert second.refused("nameSeat", gameId=table.id, brewery=" x")["argument"] == "brewery"
    assert code(second, "nameSeat", gameId=table.id, name="Ben") == "SEAT_UNCHANGED"
    assert table.version == 2
    table.host.done("openSeat", gameId=table.id, seat=2)
    assert code(second, "nameSeat", **given) == "TOKEN_REJECTED"
    table.host.done("abandon", gameId=table.id)
    assert code(table.seat(1), "nameSeat", **given) == "GAME_OVER"
