"""Games of strangers stand beside each other and beside ours, whatever their fields are called."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from graphql import specified_rules
from mcp import Client as Model

from taphouse.client import Client
from taphouse.client.documents import _FIELDS, Documents
from taphouse.client.mcp.server import GameServer
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import constant
from taphouse.lab.memory_store import MemoryStore
from taphouse.lab.secrecy.documents import QuestionDocuments
from taphouse.lab.secrecy.shared_documents import LongDocuments
from taphouse.schema.execution.documents import Document, DocumentCache
from taphouse.schema.execution.limits import LIMITS
from taphouse.schema.graphql.build import Api
from taphouse.schema.operations.declaration import MUTATION
from taphouse.schema.registry import declared
from taphouse.schema.rest.openapi import exported
from taphouse.schema.shared_classes import check_classes
from tests.api.server import Server
from tests.client.models import place_in, told
from tests.effort import BOUND
from tests.packages.strangers import OTHER_TYPES, grain_of, library, stranger
from tests.schema.mergeable import check_mergeable

SHORT = {"turnCap": 6}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Game]]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("strangers")
        grain = grain_of(library(folder, "grain_cards"))
        made = [stranger(patch, folder, "Malt Rush", grain), stranger(patch, folder, "Tak", OTHER_TYPES | grain)]
        yield {game.about.kind: game for game in made}


@pytest.fixture(scope="module")
def api(games: dict[str, Game]) -> Api:
    return Api.of(*games.values())


@pytest.fixture(scope="module")
def read(api: Api) -> DocumentCache:
    return DocumentCache(api.core, specified_rules, 100, LIMITS)


@pytest.fixture(scope="module")
def server(games: dict[str, Game]) -> Iterator[Server]:
    with Server(store=MemoryStore(), games=games) as running:
        yield running


def documents(games: dict[str, Game], kind: str) -> list[str]:
    """The documents of a client about a kind of game."""
    made, name = Documents(games), constant(kind)
    fields = [made.field(field, name) for field in _FIELDS]
    streams = [made.subscription(field, name) for field in ("gameUpdated", "events", "decisions")]
    of_games = [
        made.query("game", name),
        made.more_moves(name),
        made.mutation("play", name),
        made.mutation("createGame"),
    ]
    return [one.document for one in (*of_games, *streams, *fields)]


def test_their_types_differ(api: Api) -> None:
    with pytest.raises(TypeError, match="cannot be selected together"):
        check_mergeable(api.core)


def test_a_class_of_a_library_is_one_type_of_both(api: Api) -> None:
    grains = {name for name in api.core.type_map if name.endswith("Grain")}
    assert grains == {"Grain"}
    schemas = json.loads(exported(api.served))["components"]["schemas"]
    assert {name for name in schemas if name.endswith("Grain")} == grains
    for name in ("MaltRush", "Tak"):
        assert api.core.type_map[f"{name}Brew"].fields["spice"].type == api.core.type_map["Grain"]  # type: ignore[attr-defined]
        assert "#/components/schemas/Grain" in str(schemas[f"{name}Brew"]["properties"]["spice"])


def test_classes_that_would_share_a_name_are_refused_with_both_games(
    games: dict[str, Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = stranger(monkeypatch, tmp_path, "Hop Rush", grain_of(library(tmp_path, "more_grain")))
    clash = "grain_cards.Grain of the game malt-rush and more_grain.Grain of the game hop-rush would both be called Grain in"
    with pytest.raises(TypeError, match=clash):
        Api.of(games["malt-rush"], other)


def test_a_class_of_another_game_is_refused_since_its_name_would_depend_on_what_is_served(
    games: dict[str, Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lender = stranger(monkeypatch, tmp_path, "Rye Rush", {})
    borrower = stranger(monkeypatch, tmp_path, "Oat Rush", grain_of("rye_rush.cards"))
    with pytest.raises(TypeError, match=r"the game oat-rush uses rye_rush\.cards\.Grain, a class of the game rye-rush"):
        Api.of(*games.values(), borrower, lender)
    check_classes([borrower])


@pytest.mark.parametrize("kind", ["malt-rush", "tak"])
def test_each_is_played_by_the_python_client(server: Server, games: dict[str, Game], kind: str) -> None:
    game, rng = games[kind], random.Random(1)
    with Client(server.url, patience=BOUND, games=games) as client:
        made = client.create(kind, ["Anna", "Ben"], SHORT, seed="1")
        first = next(table for table in map(client.look, made.seats) if table.your_turn)
        place = made.seats[(first.seat or 0) - 1]
        ahead = client.preview(place, first.moves[:1])
        assert type(ahead.view) is type(first.view) is game.about.view
        assert client.sample_world(place).state.seat == first.seat  # type: ignore[union-attr]
        end = client.play(made, lambda table: rng.choice(table.moves))
    with Client(server.url, patience=BOUND, games=games) as another:  # it learns the kind by the id alone
        entries = list(another.events(made.game_id))
        assert another.look(made.game_id).view == end.view
    turns = [event for entry in entries for event in entry.events if type(event).__name__ == "TurnBegan"]
    assert turns
    assert {event.seat is None for event in turns} == {kind == "tak"}  # type: ignore[attr-defined]
    assert {type(entry.move) for entry in entries if entry.notation} <= {*game.about.moves}
    assert isinstance(end.view.players[0].score, tuple) is (kind == "tak")
    with httpx.Client(base_url=server.url, trust_env=False) as http:
        shown = http.get(f"/v1/games/{made.game_id}").json()
        log = http.get(f"/v1/games/{made.game_id}/events?first=500").json()["entries"]
    assert msgspec.convert(shown["table"], game.about.view) == end.view
    assert [entry["notation"] for entry in log] == [entry.notation for entry in entries]


def test_documents_are_written_for_the_kind_that_is_asked_for(games: dict[str, Game], read: DocumentCache) -> None:
    many = {f"kind-{number}": game_called(games["tak"], f"kind-{number}") for number in range(12)} | games
    for kind, game in games.items():
        alone = documents({kind: game}, kind)
        assert documents(many, kind) == alone, "however many kinds there are"
        for document in alone:
            assert isinstance(read.get(document), Document)


def game_called(game: Game, kind: str) -> Game:
    """The same game as another kind."""
    return Game(msgspec.structs.replace(game.about, kind=kind), game.edition, game._make)


def test_the_secrecy_check_asks_for_all_of_one_kind_and_nothing_of_another(api: Api) -> None:
    read, asked = LongDocuments(api.core, specified_rules, 100, LIMITS), {}
    for name, other in (("MaltRush", "Tak"), ("Tak", "MaltRush")):
        found = QuestionDocuments(api.core, name, ["MaltRush", "Tak"])
        assert isinstance(read.get(found.of["query game"].text), Document)
        assert not any(f" on {other}Game " in one.text for one in found.of.values())
        asked[name] = {*found.of}
    assert asked["MaltRush"] & asked["Tak"] >= {f"mutation {one.name}" for one in declared(MUTATION)}
    assert {"mutation takBrew", "mutation maltRushBrew"} <= asked["MaltRush"] ^ asked["Tak"]


async def test_a_language_model_is_told_that_a_table_cannot_be_shown(server: Server) -> None:
    async with Model(GameServer(server.url).mcp) as model:
        text = await told(model, "create_game", kind="TAK", others=["random"], options=SHORT)
        assert "Table: not shown. The game tak is not installed beside this MCP server." in text
        place = place_in(text)
        assert "The table is not shown." in await told(model, "preview", place=place, moves=["pass"])
        assert "It is turn 2." in await told(model, "play", place=place, moves=["pass"], wait=False)
