"""The options of Brew Crafters, its numbers of players, and its catalogue."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.about import ABOUT
from taphouse.engine.brew_crafters.cards import Ingredient, Style
from taphouse.engine.brew_crafters.moves import Market, Phase
from taphouse.engine.vocabulary import Season, constant
from tests.api.brew_crafters.shared import BREW, INPUTS, Beside, earliest, task_of
from tests.api.client import MINE, Client, Json, create, seats_of
from tests.brew_crafters.build import BOX, EDITION

# --- options ----------------------------------------------------------------------------------------------------------

PER_STYLE, WORKERS = EDITION.figures.advanced_per_style.value, EDITION.figures.skilled_workers.value
NAMED_RECIPES = [
    name
    for style in range(3)
    for name in [beer.name for beer in BOX.beers if beer.advanced and beer.style == style][-PER_STYLE:]
]
NAMED_WORKERS = [worker.name for worker in BOX.workers if worker.players == 2][-WORKERS:]


@pytest.mark.parametrize(
    ("options", "rule", "said"),
    [
        ({"namedRecipes": ["kolsh", *NAMED_RECIPES[1:]]}, "BC-04", "There is no kolsh here; there are "),
        ({"namedRecipes": ["ale", *NAMED_RECIPES[1:]]}, "BC-04", "There is no ale here; there are "),
        (
            {"namedRecipes": []},
            "BC-04",
            f"Name {PER_STYLE} different advanced recipes of each style; of the style Ale ",
        ),
        (
            {"namedRecipes": NAMED_RECIPES[:-1]},
            "BC-04",
            f"Name {PER_STYLE} different advanced recipes of each style; of the style Stout ",
        ),
        ({"namedWorkers": NAMED_WORKERS[1:]}, "BC-05", f"Name {WORKERS} different skilled workers, not {WORKERS - 1}."),
        (
            {"namedWorkers": ["festival-host", *NAMED_WORKERS[1:]]},
            "BC-05",
            "There is no festival-host here; there are ",
        ),
    ],
)
def test_a_game_with_bad_names_is_refused_with_the_rule(anyone: Client, options: Json, rule: str, said: str) -> None:
    problem = anyone.refused("createGame", game={BREW: options}, seats=seats_of([MINE] * 2))
    assert (problem["__typename"], problem["code"]) == ("InputRefused", "INPUT_REFUSED")
    assert (problem["rules"], problem["argument"]) == ([rule], "game")
    assert problem["message"].startswith(said)


def test_a_game_with_good_names_has_these_and_plays(anyone: Client) -> None:
    options = {"namedRecipes": NAMED_RECIPES[::-1], "namedWorkers": NAMED_WORKERS[::-1]}
    table = create(anyone, 3, BREW, options, seed="named")
    game = table.look()
    assert game["options"]["namedRecipes"] == options["namedRecipes"]
    assert game["options"]["namedWorkers"] == options["namedWorkers"]
    recipes = {one["recipe"]["name"] for one in game["table"]["recipes"]}
    assert recipes == {*NAMED_RECIPES, "ale", "porter", "stout"}
    assert {worker["name"] for worker in game["table"]["workers"]} == {*NAMED_WORKERS}
    for _, _ in zip(range(4), table.steps(seed=3), strict=False):
        pass
    assert table.version > 4


def test_its_options_and_numbers_of_players_are_its_own(anyone: Client) -> None:
    options = {
        "recipes": "RANDOM",
        "workers": "RANDOM",
        "firstSeat": "SEAT_1",
        "namedRecipes": None,
        "namedWorkers": None,
    }
    made = anyone.done("createGame", game={BREW: options}, seats=[{"kind": MINE}] * 5)
    game = anyone.look(made["game"]["gameId"])
    assert game["options"] == options
    assert (game["table"]["year"], game["table"]["season"], game["table"]["startingSeat"]) == (1, "SPRING", 1)
    assert len(game["table"]["spaces"]) == len(BOX.spaces[5])
    assert len(game["table"]["collaboration"]) == len(BOX.portions)
    for seats in (1, 6):
        problem = anyone.refused("createGame", game={BREW: {}}, seats=seats_of([MINE] * seats, ["X"] * seats))
        assert problem["message"] == f"Brew Crafters is for 2 to 5 players, not {seats}."
    for bad in ({"namedRecipes": ["Pale Ale"]}, {"namedRecipes": ["lambic"] * 21}, {"namedWorkers": ["intern"] * 41}):
        assert anyone.refused("createGame", game={BREW: bad}, seats=[])["argument"] == "game"


def test_two_players_have_no_collaboration_and_see_no_token_of_others_hidden(anyone: Client) -> None:
    beside = Beside(anyone)
    table = beside.table.look()["table"]
    assert table["collaboration"] is None
    tokens = EDITION.figures.market_tokens.value
    assert [player["marketTokens"] for player in table["players"]] == [tokens, tokens]
    assert table["marketSeats"] == [1, 2] * tokens
    first = beside.legal[0]
    assert isinstance(first, Market)
    beside.follow((first,))
    table = beside.table.look()["table"]
    assert [player["marketTokens"] for player in table["players"]] == [tokens - 1, tokens]
    takers = {space["name"]: space["takenBy"] for space in table["spaces"]}
    assert takers == dict.fromkeys(takers) | {first.space: 1}


def test_a_resigned_seat_does_as_little_as_possible_and_the_other_plays_on(anyone: Client) -> None:
    game, i = earliest(lambda s: task_of(s) == "act" and s.brewers[0].partnerships == () and len(s.brewers) == 3, "act")
    beside = game.beside(anyone, i)
    decision = beside.decision
    assert decision is not None
    made = beside.decider.done("resign", gameId=beside.table.id)
    answered = [entry for entry in made["entries"] if entry["automatic"]]
    assert (answered[0]["seat"], answered[0]["notation"]) == (decision["seat"], "process")
    assert made["game"]["decision"]["seat"] != decision["seat"]
    beside.table.play(beside.table.moves()[0]["notation"])
    assert beside.table.to_move != decision["seat"]


# --- the catalogue ----------------------------------------------------------------------------------------------------


def test_the_catalogue_shows_every_figure_with_where_it_comes_from(anyone: Client) -> None:
    query = "{ catalogue { games { kind title designer rules { key } moves { verb } reasons { reason rule } "
    query += "editions { name digest entries { section name figures provenance note } } } } }"
    shown = anyone.ask(query)["catalogue"]["games"]
    (game,) = (game for game in shown if game["kind"] == constant(ABOUT.kind))
    assert (game["title"], game["designer"]) == ("Brew Crafters", "Ben Rosset")
    assert [rule["key"] for rule in game["rules"]] == [f"BC-{n:02}" for n in range(1, 31)]
    assert [move["verb"] for move in game["moves"]] == [*INPUTS]
    assert game["reasons"] == [
        {"reason": "LAST_WINTER", "rule": "BC-28"},
        {"reason": "OTHERS_RESIGNED", "rule": "TH-1"},
    ]
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


def test_the_catalogue_has_the_words_for_values(anyone: Client) -> None:
    query = "{ catalogue { games { kind words { value one many } } } }"
    asked = anyone.http.post("/graphql", json={"query": query}, headers={"accept-language": "de"})
    games = asked.json()["data"]["catalogue"]["games"]
    (game,) = (game for game in games if game["kind"] == constant(ABOUT.kind))
    words = {word["value"]: word for word in game["words"]}
    assert {str(word) for enum in (Season, Phase, Style, Ingredient) for word in enum} <= words.keys()
    assert words["fruit"] == {"value": "fruit", "one": "Frucht", "many": "Früchte"}
    assert words["summer"]["one"] == "Sommer"
