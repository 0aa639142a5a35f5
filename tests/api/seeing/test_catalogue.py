"""The catalogue, and which requests `GET` answers."""

from __future__ import annotations

from taphouse.engine import GAMES
from taphouse.engine.editions import packaged
from tests.api.client import Client, create
from tests.api.selections import everything


def test_the_catalogue_shows_kinds_options_moves_rules_and_editions_with_every_figure(on_memory: Client) -> None:
    query = f"{{ catalogue {{ ...All_Catalogue }} }} {everything('Catalogue')}"
    shown = {game["kind"]: game for game in on_memory.ask(query)["catalogue"]["games"]}["DANK_AND_DRAFT"]
    assert (shown["title"], shown["minSeats"], shown["maxSeats"]) == ("Dank & Draft", 2, 4)
    ids = [rule["key"] for rule in shown["rules"]]
    assert {f"DD-{n:02}" for n in range(1, 25)} <= {*ids}
    assert {option["name"] for option in shown["options"]} == {
        "firstSeat",
        "pairing",
        "recycle",
        "offers",
        "emptiedType",
        "turnCap",
    }
    assert [move["verb"] for move in shown["moves"]] == list(GAMES["dank-and-draft"].verbs)
    assert {reason["rule"] for reason in shown["reasons"]} <= {*ids, "TH-1"}
    assert [reason["reason"] for reason in shown["reasons"]] == ["FIVE_TYPES", "TAPS", "TURN_CAP", "OTHERS_RESIGNED"]
    assert all(rule["source"] for rule in shown["rules"])
    game = GAMES["dank-and-draft"]
    for edition, packed in zip(shown["editions"], packaged(game.edition, game.about.package), strict=True):
        assert len(edition["entries"]) == len(list(packed.listed())) > 30
        assert all(entry["provenance"] for entry in edition["entries"])


def test_what_an_option_defaults_to_is_among_its_choices(on_memory: Client) -> None:
    query = "{ catalogue { games { options { name default choices nullable } } } }"
    for game in on_memory.ask(query)["catalogue"]["games"]:
        for option in game["options"]:
            possible = [*option["choices"], *["none"] * option["nullable"]]
            assert not option["choices"] or option["default"] in possible


def test_queries_are_answered_by_get_too_and_mutations_are_not(on_memory: Client) -> None:
    table = create(on_memory)
    query = f'{{ game(id: "{table.id}") {{ ... on Game {{ version }} }} }}'
    assert on_memory.http.get("/graphql", params={"query": query}).json() == {"data": {"game": {"version": 2}}}
    change = f'mutation {{ abandon(gameId: "{table.id}") {{ __typename }} }}'
    assert on_memory.http.get("/graphql", params={"query": change}).status_code == 405
    assert table.look()["status"] == "RUNNING"
