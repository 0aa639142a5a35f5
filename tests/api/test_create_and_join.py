"""Creating a game, taking its seats, and how its status goes from WAITING to the end."""

from __future__ import annotations

import re

import pytest

from taphouse.engine.chance import commitment
from tests.api.client import ADA, BEN, CASK, DANK, MINE, OPEN, Client, Table, create, seats_of

USUAL = {
    "firstSeat": "SEED",
    "pairing": "SHUFFLED",
    "recycle": "END_OF_TURN",
    "offers": "ANY",
    "emptiedType": "CLOSED",
    "turnCap": 100,
}


def test_a_game_whose_seats_are_all_mine_runs_at_once_and_gives_a_token_for_each_seat(anyone: Client) -> None:
    made = anyone.done("createGame", game={DANK: {}}, seats=seats_of([MINE] * 3))
    game = made["game"]
    assert re.fullmatch("[a-z2-7]{24}", game["gameId"])
    assert (game["kind"], game["status"], game["version"], game["latest"]) == ("DANK_AND_DRAFT", "RUNNING", 2, 2)
    assert [(seat["seat"], seat["name"]) for seat in made["seats"]] == [(1, "Ada"), (2, "Ben"), (3, "Cleo")]
    assert len({made["hostToken"], *(seat["token"] for seat in made["seats"])}) == 4
    assert game["viewer"] == {
        "role": "HOST",
        "seat": None,
        "host": True,
        "readOnly": False,
        "lost": None,
        "challenged": None,
    }
    assert all(seat["taken"] and not seat["resigned"] for seat in game["seats"])
    assert game["table"]["turn"] == 1
    assert game["options"] == USUAL


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_can_play(on_memory: Client, seats: int) -> None:
    assert len(create(on_memory, seats).look()["table"]["players"]) == seats


def test_a_game_with_open_seats_waits_until_the_last_one_is_taken(anyone: Client) -> None:
    made = anyone.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN, OPEN], ["Ada", None, "a guest"]))
    game = made["game"]
    assert (game["status"], game["version"], game["table"], game["decision"]) == ("WAITING", 1, None, None)
    assert [(seat["name"], seat["taken"]) for seat in game["seats"]] == [
        ("Ada", True),
        (None, False),
        ("a guest", False),
    ]
    assert [seat["seat"] for seat in made["seats"]] == [1]

    first = anyone.done("joinGame", gameId=game["gameId"], name=BEN)
    assert first["seat"]["seat"] == 2
    assert first["game"]["viewer"] == {
        "role": "SEAT",
        "seat": 2,
        "host": False,
        "readOnly": False,
        "lost": None,
        "challenged": None,
    }
    assert (first["game"]["status"], first["game"]["version"]) == ("WAITING", 2)

    second = anyone.done("joinGame", gameId=game["gameId"])
    assert (second["seat"]["seat"], second["seat"]["name"]) == (3, "a guest")
    assert (second["game"]["status"], second["game"]["version"]) == ("RUNNING", 4)
    assert second["game"]["table"]["turn"] == 1

    happened = anyone.events(gameId=game["gameId"])["entries"]
    assert [event["__typename"] for entry in happened for event in entry["events"]] == [
        "TableOpened",
        "SeatTaken",
        "SeatTaken",
        "GameStarted",
    ]
    assert [entry["seat"] for entry in happened] == [None, 2, 3, None]


def test_each_seat_can_name_its_brewery(anyone: Client) -> None:
    seats = seats_of([MINE, OPEN], ["Ada", None])
    seats[0]["brewery"], seats[1]["brewery"] = "Mash & Mirth", "to be renamed"
    game = anyone.done("createGame", game={DANK: {}}, seats=seats)["game"]
    assert [seat["brewery"] for seat in game["seats"]] == ["Mash & Mirth", "to be renamed"]

    joined = anyone.done("joinGame", gameId=game["gameId"], name=BEN, brewery="Hop Along")
    assert [seat["brewery"] for seat in joined["game"]["seats"]] == ["Mash & Mirth", "Hop Along"]
    (taken,) = [
        event
        for entry in anyone.events(gameId=game["gameId"])["entries"]
        for event in entry["events"]
        if event["__typename"] == "SeatTaken"
    ]
    assert (taken["name"], taken["brewery"]) == (BEN, "Hop Along")


def test_the_name_of_a_brewery_is_bounded_like_any_name(anyone: Client) -> None:
    game = anyone.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN]))["game"]
    for brewery in ("", " Hop Along", "x" * 41, "Hop\u202eAlong"):
        refused = anyone.refused("joinGame", gameId=game["gameId"], brewery=brewery)
        assert (refused["code"], refused["argument"]) == ("INPUT_REFUSED", "brewery")
    seats = [{"kind": "MINE", "brewery": "\n"}, {"kind": "MINE"}]
    assert anyone.refused("createGame", game={DANK: {}}, seats=seats)["argument"] == "seats"


def test_a_given_seat_can_be_taken_before_the_others(on_memory: Client) -> None:
    made = on_memory.done("createGame", game={DANK: {}}, seats=seats_of([OPEN, OPEN, OPEN], [None] * 3))
    assert made["seats"] == []
    joined = on_memory.done("joinGame", gameId=made["game"]["gameId"], seat=3, name=ADA)
    assert joined["seat"]["seat"] == 3
    assert [seat["taken"] for seat in joined["game"]["seats"]] == [False, False, True]


def test_who_joins_plays_with_the_token_they_got(on_valkey: Client) -> None:
    made = on_valkey.done("createGame", game={DANK: {"firstSeat": "SEAT_1"}}, seats=seats_of([OPEN, MINE]))
    id_ = made["game"]["gameId"]
    token = on_valkey.done("joinGame", gameId=id_, name=ADA)["seat"]["token"]
    changed = on_valkey.with_token(token).done("dankAndDraftDraft", gameId=id_, line="ROW_1")
    assert changed["entries"][0]["seat"] == 1


def test_a_full_or_taken_seat_is_no_open_seat(anyone: Client) -> None:
    full = create(anyone)
    assert anyone.refused("joinGame", gameId=full.id)["code"] == "NO_OPEN_SEAT"
    half = anyone.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN]))["game"]["gameId"]
    for taken in (1, 3, 0, -1):
        problem = anyone.refused("joinGame", gameId=half, seat=taken)
        assert problem["__typename"] == "NoOpenSeat"
        assert "This seat is not open; open are 2." in problem["message"]


def test_nobody_joins_a_game_that_has_ended(on_memory: Client) -> None:
    made = on_memory.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN]))
    host = on_memory.with_token(made["hostToken"])
    host.done("abandon", gameId=made["game"]["gameId"])
    problem = on_memory.refused("joinGame", gameId=made["game"]["gameId"])
    assert (problem["code"], problem["status"]) == ("GAME_OVER", "ABANDONED")


def test_options_are_kept_and_hold(on_memory: Client) -> None:
    options = {"firstSeat": "SEAT_1", "pairing": "PRINTED", "recycle": "AT_ONCE", "offers": "ANY"}
    table = create(on_memory, options={**options, "emptiedType": "OPENS", "turnCap": 1})
    assert table.look()["options"] == {**USUAL, **options, "emptiedType": "OPENS", "turnCap": 1}
    assert table.to_move == 1
    assert table.finish()["outcome"]["reason"] == "TURN_CAP"


def test_an_edition_is_chosen_by_its_name_and_shown_by_its_digest(on_memory: Client) -> None:
    games = on_memory.ask("{ catalogue { games { kind editions { name digest } } } }")["catalogue"]["games"]
    editions = {game["kind"]: {one["name"]: one["digest"] for one in game["editions"]} for game in games}["CASK_RACE"]
    assert create(on_memory, game=CASK).look()["edition"] == editions["evening"]
    assert create(on_memory, game=CASK, edition="nightcap").look()["edition"] == editions["nightcap"]


def test_a_seed_makes_the_game_reproducible_and_marks_it(anyone: Client) -> None:
    games = [create(anyone, 3, options={"turnCap": 6}, seed=seed) for seed in ("stout", "stout", "porter")]
    assert all(game.look()["seeded"] for game in games)
    tables = [[seat.look(game.id)["table"] for seat in game.seats] for game in games]
    assert tables[0] == tables[1] != tables[2]
    assert games[0].look()["commitment"] != games[1].look()["commitment"]  # or anyone could try seeds against it
    assert games[0].id != games[1].id
    ends = [game.finish(seed=7) for game in games[:2]]
    assert ends[0]["table"] == ends[1]["table"]
    assert ends[0]["outcome"] == ends[1]["outcome"]


def test_without_a_seed_each_game_is_another(on_memory: Client) -> None:
    one, two = create(on_memory), create(on_memory)
    assert not one.look()["seeded"]
    assert one.look()["commitment"] != two.look()["commitment"]
    assert one.look()["table"]["taps"] != two.look()["table"]["taps"]


@pytest.mark.parametrize("seed", [None, "a known one"])
def test_the_seed_that_is_shown_at_the_end_fits_the_commitment_made_at_the_beginning(
    on_valkey: Client, seed: str | None
) -> None:
    table = create(on_valkey, options={"turnCap": 4}, seed=seed)
    promised = table.look()["commitment"]
    opened = table.spectator.events(gameId=table.id, first=1)["entries"][0]["events"][0]
    assert opened == {"__typename": "TableOpened", "commitment": promised, "sentence": "The game is created."}
    for _ in table.steps():
        assert table.look()["seed"] is table.look()["salt"] is None
    shown = table.look()
    assert commitment(*map(bytes.fromhex, (shown["seed"], shown["salt"]))) == promised == shown["commitment"]


def test_a_game_is_over_when_its_rules_say_so(anyone: Client) -> None:
    table = create(anyone, options={"turnCap": 2})
    end = table.finish()
    assert (end["status"], end["decision"]) == ("OVER", None)
    assert end["outcome"]["rule"] in ("DD-20", "DD-24")
    last = table.spectator.events(gameId=table.id, after=end["version"] - 1)["entries"][-1]["events"][-1]
    assert last.pop("sentence").startswith("The game is over. Victory goes to ")
    assert last == {"__typename": "GameEnded", "outcome": end["outcome"]}
    assert end["outcome"]["standings"][0]["place"] == 1
    for standing in end["outcome"]["standings"]:
        assert standing["points"] == sum(category["points"] for category in standing["categories"])


def test_the_host_ends_a_waiting_or_a_running_game(anyone: Client) -> None:
    waiting = anyone.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN]))
    host = anyone.with_token(waiting["hostToken"])
    assert host.done("abandon", gameId=waiting["game"]["gameId"])["game"]["status"] == "ABANDONED"

    table = create(anyone)
    changed = table.host.done("abandon", gameId=table.id, expectedVersion=2)
    assert [entry["events"] for entry in changed["entries"]] == [
        [
            {
                "__typename": "GameAbandoned",
                "by": "host",
                "deserted": False,
                "byOperator": False,
                "sentence": "The host ends the game early.",
            }
        ]
    ]
    game = table.look()
    assert (game["status"], game["version"], game["decision"], game["outcome"]) == ("ABANDONED", 3, None, None)
    assert game["seed"] is None, "what was hidden stays hidden"
    assert table.look(at=2)["status"] == "RUNNING"


def test_only_the_host_may_abandon(on_memory: Client) -> None:
    table = create(on_memory)
    for other in (table.seat(1), table.spectator):
        assert other.refused("abandon", gameId=table.id)["code"] == "NOT_HOST"
    assert table.look()["status"] == "RUNNING"


def as_seen(table: Table, at: int) -> dict[str, object]:
    return {name: viewer.look(table.id, at) for name, viewer in table.everybody.items()}


def test_every_version_can_be_seen_again_as_it_was_then(on_valkey: Client) -> None:
    """Snapshots lie sixteen versions apart: what is between them is replayed."""
    table = create(on_valkey, options={"turnCap": 25}, seed="again")
    seen = [as_seen(table, 2)]
    for number, _ in enumerate(table.steps()):
        if number:
            seen.append(as_seen(table, table.version))
        if number == 24:
            break
    newest = table.version
    assert table.look()["status"] == "RUNNING"  # the end would show every version to all
    for then in seen:
        for name, viewer in table.everybody.items():
            before = then[name]
            assert isinstance(before, dict)
            assert viewer.look(table.id, before["version"]) == {**before, "latest": newest}


def test_who_joins_may_say_which_version_they_saw(anyone: Client) -> None:
    made = anyone.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN, OPEN], ["Ada", None, None]))
    game = made["game"]["gameId"]
    anyone.done("joinGame", gameId=game, name="Ben", expectedVersion=1)
    late = anyone.refused("joinGame", gameId=game, name="Cleo", expectedVersion=1)
    assert (late["code"], late["version"]) == ("VERSION_CONFLICT", 2)
    assert [entry["version"] for entry in late["entries"]] == [2]
    assert anyone.done("joinGame", gameId=game, name="Cleo", expectedVersion=2)["game"]["status"] == "RUNNING"
