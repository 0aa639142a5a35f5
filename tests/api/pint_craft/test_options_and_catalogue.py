"""The options of Pint Craft, its numbers of players, and its catalogue."""

from __future__ import annotations

from taphouse.engine.pint_craft.about import ABOUT
from taphouse.engine.vocabulary import constant
from tests.api.client import MINE, Client, seats_of
from tests.api.pint_craft.shared import INPUTS, PINT
from tests.pint_craft.build import EDITION

# --- options ----------------------------------------------------------------------------------------------------------


def test_its_options_and_numbers_of_players_are_its_own(anyone: Client) -> None:
    options = {
        "season": "FALL",
        "firstSeat": "SEAT_1",
        "emptyHand": "ENDS_TURN",
        "pot": "UNLIMITED",
        "threshold": 7,
        "roundCap": 3,
    }
    made = anyone.done("createGame", game={PINT: options}, seats=[{"kind": MINE}] * 6)
    game = anyone.look(made["game"]["gameId"])
    assert game["options"] == options
    assert (game["table"]["season"], game["table"]["threshold"], game["table"]["pot"]) == ("FALL", 7, None)
    assert len(game["table"]["stacks"]) == 7
    for seats in (1, 7):
        problem = anyone.refused("createGame", game={PINT: {}}, seats=seats_of([MINE] * seats, ["X"] * seats))
        assert problem["message"] == f"Pint Craft is for 2 to 6 players, not {seats}."
    for bad in ({"threshold": 0}, {"threshold": 201}, {"roundCap": 0}):
        assert anyone.refused("createGame", game={PINT: bad}, seats=[])["argument"] == "game"


# --- the catalogue ----------------------------------------------------------------------------------------------------


def test_the_catalogue_shows_every_figure_with_where_it_comes_from(anyone: Client) -> None:
    query = "{ catalogue { games { kind title designer rules { key } moves { verb } "
    query += "editions { name digest entries { section name figures provenance note } } } } }"
    shown = anyone.ask(query)["catalogue"]["games"]
    (game,) = (game for game in shown if game["kind"] == constant(ABOUT.kind))
    assert (game["title"], game["designer"]) == ("Pint Craft", "Nick Helmholdt")
    numbered = [f"PC-{n:02}" for n in range(1, 29)]
    assert [rule["key"] for rule in game["rules"]] == [*numbered[:4], "PC-04a", *numbered[4:]]
    assert [move["verb"] for move in game["moves"]] == [*INPUTS]
    (edition,) = game["editions"]
    assert (edition["name"], edition["digest"]) == (EDITION.name, EDITION.digest)
    assert edition["entries"] == [
        {
            "section": one.section,
            "name": one.name,
            "figures": one.figures,
            "provenance": one.provenance.name,
            "note": one.note,
        }
        for one in EDITION.listed()
    ]
    sources = {(one["section"], one["name"]): one["provenance"] for one in edition["entries"]}
    assert sources["effects", "smash-hit.1"] == sources["tokens", "hops"] == "RULEBOOK"
    assert sources["recipes", "kolsh"] == sources["copies", "smash-hit"] == "RECONSTRUCTED"
