"""The installed games: where they are found, what cannot be used, and stored games whose package is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta
from pydantic import SecretStr
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.engine import GAMES
from taphouse.engine.contract import Event, Move, Options, Slug, View
from taphouse.engine.game import Game
from taphouse.engine.notation import parse, write
from taphouse.engine.registry import GROUP, OWN, BadGame, Games, Offer, offered
from taphouse.engine.vocabulary import SEALED, Symbol, Word, kebab, pascal
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.graphql.build import Api
from taphouse.schema.values.kinds import shown_event
from taphouse.service.app import create_app, served_games
from taphouse.service.cli.serve import CannotServe, serve
from taphouse.service.runtime.settings import BadSettings, Settings
from tests.api.client import Client, create
from tests.api.conftest import http
from tests.api.server import BOTH, Server
from tests.log_lines import log_lines
from tests.tiny.about import ABOUT as TINY_ABOUT
from tests.tiny.cards import CaskRaceEdition
from tests.tiny.rules import CaskRaceRules
from tests.tiny.view import CaskRaceTable, Player

DANK = "taphouse.engine.dank_and_draft.about:GAME"
TINY = "tests.tiny.about:GAME"
KEY = SecretStr("k" * 40)


def offer(kind: str, value: str, package: str = "others", version: str = "1.2", group: str = GROUP) -> Offer:
    return Offer(kind, package, version, EntryPoint(kind, value, group))


def test_games_are_found_by_their_entry_points_our_own_first() -> None:
    own = ["dank-and-draft", "pint-craft", "brew-crafters"]
    assert [*GAMES][:3] == [*GAMES.own()] == own
    found = Games([offer("cask-race", TINY), offer("dank-and-draft", DANK, OWN)])
    assert {**found} == {"dank-and-draft": GAMES["dank-and-draft"], "cask-race": BOTH["cask-race"]}
    assert [*found] == ["dank-and-draft", "cask-race"]
    assert [*found.own()] == ["dank-and-draft"]
    assert len(found) == 2


@pytest.mark.parametrize(
    ("offers", "told"),
    [
        ([offer("goofspiel", "no_such_module:GAME")], ["others 1.2", "goofspiel", "No module named 'no_such_module'"]),
        ([offer("goofspiel", "taphouse.engine.game:Nothing")], ["others 1.2", "no attribute 'Nothing'"]),
        ([offer("goofspiel", TINY)], ["others 1.2", "no Game whose kind is 'goofspiel'"]),
        ([offer("goofspiel", "taphouse.engine.game:Game")], ["others 1.2", "no Game whose kind is 'goofspiel'"]),
        ([offer("cask-race", TINY), offer("cask-race", TINY, "mine", "3")], ["cask-race", "others 1.2, mine 3"]),
        (
            [offer("goofspiel", "no_such_module:GAME", group=f"{GROUP}.2")],
            ["goofspiel", "others 1.2", "It needs version 2 of the contract of games; this Taphouse has 1."],
        ),
    ],
)
def test_a_game_that_cannot_be_used_is_refused_in_a_sentence_that_names_its_package(
    offers: Sequence[Offer], told: Sequence[str]
) -> None:
    found = Games([*offers, offer("dank-and-draft", DANK, OWN)])
    with pytest.raises(BadGame) as refused:
        dict(found)
    assert all(part in str(refused.value) for part in told), refused.value
    assert found["dank-and-draft"] is GAMES["dank-and-draft"], "others can be used"


def test_of_a_package_for_several_versions_of_the_contract_this_one_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package, groups in (("both", (GROUP, f"{GROUP}.2")), ("later", (f"{GROUP}.2",)), ("strange", (f"{GROUP}.x",))):
        (folder := tmp_path / f"{package}-1.dist-info").mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        entries = "".join(f"[{group}]\n{package}-game = {package}.about:GAME\n" for group in groups)
        (folder / "entry_points.txt").write_text(entries)
    monkeypatch.syspath_prepend(str(tmp_path))
    found = [(one.kind, one.contract) for one in offered() if one.package in ("both", "later", "strange")]
    assert found == [("both-game", 1), ("later-game", 2)]


def test_a_package_that_ends_the_program_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ends_the_program.py").write_text("raise SystemExit(3)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(BadGame, match=r"others 1\.2 cannot be used"):
        Games([offer("goofspiel", "ends_the_program:GAME")])["goofspiel"]


@pytest.mark.parametrize(
    "kind", ["Goofspiel", "über-spiel", "3-men", "with space", "with_underscore", "", "a--b", "x" * 65]
)
def test_a_kind_is_a_name_that_every_api_can_use(kind: str) -> None:
    with pytest.raises(ValueError, match="is no name of a game"):
        msgspec.structs.replace(TINY_ABOUT, kind=kind)


@pytest.mark.parametrize("seats", [range(2, 2), range(3), range(2, 18), range(2, 7, 2)])
def test_a_game_is_for_numbers_of_seats_that_tables_have(seats: range) -> None:
    with pytest.raises(ValueError, match="seats is range"):
        msgspec.structs.replace(TINY_ABOUT, seats=seats)


class InTheOpen(Move, frozen=True):
    """A move that is sealed in a place where nobody looks."""

    card: Annotated[int, SEALED] | None


class NeverNull(Move, frozen=True):
    """A move of which others would have to see what they may not."""

    card: Annotated[int, SEALED]


@pytest.mark.parametrize("move", [InTheOpen, NeverNull])
def test_a_field_is_sealed_as_a_whole(move: type[Move]) -> None:
    with pytest.raises(ValueError, match=f"{move.__name__}.card is no Annotated"):
        msgspec.structs.replace(TINY_ABOUT, moves=(move,))


class AtNumber(Move, frozen=True):
    """A move that names a card where numbers lie."""

    grain: Annotated[Slug, Meta(extra={"at": "drawPileSize"})]


class AtNothing(Move, frozen=True):
    """A move that names a number where nothing lies."""

    count: Annotated[int, Meta(extra={"at": "drawPile"})]


@pytest.mark.parametrize("move", [AtNumber, AtNothing])
def test_what_a_move_names_is_of_the_kind_that_lies_there(move: type[Move]) -> None:
    with pytest.raises(
        ValueError, match=f"{move.__name__}.* is at 'drawPile.*', where the table has no such value; it has "
    ):
        msgspec.structs.replace(TINY_ABOUT, moves=(move,))


class Point(Symbol):
    """A point, with a letter behind a digit."""

    X1Y1 = "X1Y1"


class Colour(Word):
    """A colour, or none of them."""

    NONE = "NONE", "None."


class Mark(Move, frozen=True):
    """Mark a point. XX-01."""

    point: Point


def test_a_letter_may_stand_behind_a_digit() -> None:
    assert write(Mark(Point.X1Y1)) == "mark x1y1"
    assert parse("mark x1y1", {"mark": Mark}) == Mark(Point.X1Y1)
    game = Game(msgspec.structs.replace(TINY_ABOUT, kind="mission-2b"), CaskRaceEdition, CaskRaceRules)
    assert (game.field, kebab("MISSION_2B"), pascal("MISSION_2B")) == ("mission2b", "mission-2b", "Mission2b")


@pytest.mark.parametrize(
    ("hint", "told"),
    [
        (float, "a move cannot have a field of type <class 'float'>"),
        (tuple[Colour, ...], "a move cannot have a field of type tuple"),
        (Colour | None, "notation writes null as none, which means another value"),
        (tuple[int, ...] | None, "notation writes null as none, which means another value"),
    ],
)
def test_a_field_of_a_move_can_be_written(hint: Any, told: str) -> None:
    move = msgspec.defstruct("Pass", [("thing", hint)], bases=(Move,), frozen=True)
    with pytest.raises(TypeError, match=told):
        Game(msgspec.structs.replace(TINY_ABOUT, moves=(move,)), CaskRaceEdition, CaskRaceRules).check()


def test_what_clients_cannot_read_is_refused() -> None:
    bounds = Annotated[int | None, msgspec.Meta(ge=0, description="The bid; null before it is made.")]
    event = msgspec.defstruct("Asked", [("bid", bounds)], bases=(Event,), frozen=True)
    game = Game(msgspec.structs.replace(TINY_ABOUT, events=(event,)), CaskRaceEdition, CaskRaceRules)
    with pytest.raises(
        TypeError, match=r"clients cannot read Asked: .*The bid; .* within, as in Annotated\[int, Meta\("
    ):
        game.check()


def with_field(name: str) -> Game:
    field = name, Annotated[int, msgspec.Meta(description="A number.")]
    move = msgspec.defstruct(
        "Pass",
        [field],
        bases=(Move,),
        frozen=True,
        rename="camel",
        module="tests.tiny.x",
        namespace={"__doc__": "Pass. XX-01."},
    )
    moves = (move, *TINY_ABOUT.moves[1:])
    return Game(msgspec.structs.replace(TINY_ABOUT, moves=moves), CaskRaceEdition, CaskRaceRules)


@pytest.mark.parametrize("name", ["self", "info", "root", "game", "from_"])
def test_a_field_of_a_move_is_an_argument_whatever_its_name(name: str) -> None:
    mutations = Api.of(with_field(name)).core.mutation_type
    assert mutations is not None
    assert name.rstrip("_") in mutations.fields["caskRacePass"].args


def test_a_field_of_a_move_has_no_name_of_an_argument_that_all_have() -> None:
    with pytest.raises(TypeError, match=r"Pass\.game_id: each mutation has such an argument; rename it"):
        Api.of(with_field("game_id"))


@pytest.mark.parametrize(
    "hint",
    [float, bytes, dict[str, int], list[int], tuple[int, str], tuple[tuple[int, ...], ...], CaskRaceTable | Player],
)
def test_a_field_of_a_table_can_be_shown(hint: Any) -> None:
    view = msgspec.defstruct("Table", [("thing", hint)], bases=(View,), frozen=True)
    with pytest.raises(TypeError, match=r"\.Table\.thing is .*, which no table can show"):
        Game(msgspec.structs.replace(TINY_ABOUT, view=view), CaskRaceEdition, CaskRaceRules)


@pytest.mark.parametrize("field", ["moves", "events"])
def test_classes_of_one_tag_are_refused(field: str) -> None:
    first, *others = getattr(TINY_ABOUT, field)
    same = msgspec.defstruct("Same", [], bases=(first.__base__,), frozen=True, tag=first.__struct_config__.tag)
    with pytest.raises(ValueError, match=f"{first.__name__} and Same have the tag"):
        msgspec.structs.replace(TINY_ABOUT, **{field: (first, *others, same)})


class Told(Event, frozen=True):
    """An event with a sentence of its own."""

    sentence: str


def test_an_event_has_no_field_that_the_api_adds() -> None:
    with pytest.raises(TypeError, match=r"Told has a field sentence, which the API adds; rename it"):
        shown_event(Told)


class Costly(Options, frozen=True, kw_only=True):
    """Options without a default."""

    cost: int


def no_rules(*_: object) -> CaskRaceRules:
    raise ZeroDivisionError("no rules")


@pytest.mark.parametrize(
    ("about", "rules", "told"),
    [
        ({}, no_rules, "ZeroDivisionError: no rules"),
        ({"options": Costly}, CaskRaceRules, "Missing required argument 'cost'"),
        ({"package": "no_such_package"}, CaskRaceRules, "No module named 'no_such_package'"),
        ({"kind": "notation"}, CaskRaceRules, "moves are called notation in the API already; rename the game notation"),
    ],
)
def test_a_game_that_cannot_be_served_is_refused_in_a_sentence_that_names_its_package(
    about: dict[str, Any], rules: Callable[..., CaskRaceRules], told: str
) -> None:
    game = Game(msgspec.structs.replace(TINY_ABOUT, **about), CaskRaceEdition, rules)
    settings = Settings(signing_key=KEY)
    with pytest.raises(BadGame, match=f"The game .* of the package {game.about.package} cannot be served: .*{told}"):
        create_app(settings, games={game.about.kind: game}, store=MemoryStore())


def test_a_game_whose_texts_are_wrong_is_refused_when_the_service_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Game(msgspec.structs.replace(TINY_ABOUT, view=Player), CaskRaceEdition, CaskRaceRules)
    monkeypatch.setattr("taphouse.service.app.GAMES", {"cask-race": wrong})
    monkeypatch.setattr("taphouse.service.cli.serve.telemetry.configure", lambda _: None)
    told = r"The game cask-race of the package tests\.tiny cannot be served: tests/tiny/messages/en\.toml: table\."
    with pytest.raises(CannotServe, match=told):
        serve(Settings(signing_key=KEY), with_parent=False)


def test_the_setting_chooses_what_is_served_and_leaves_out_what_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Games([offer("goofspiel", "no_such_module:GAME"), offer("dank-and-draft", DANK, OWN)])
    monkeypatch.setattr("taphouse.service.app.GAMES", found)
    monkeypatch.setattr("taphouse.service.cli.serve.telemetry.configure", lambda _: None)
    assert [*served_games(Settings(signing_key=KEY, games="dank-and-draft"))] == ["dank-and-draft"]
    with pytest.raises(CannotServe, match=r"others 1\.2"):
        serve(Settings(signing_key=KEY), with_parent=False)
    with pytest.raises(BadSettings, match="TAPHOUSE_GAMES names 'chess', but the installed games are dank-and-draft"):
        served_games(Settings(signing_key=KEY, games="dank-and-draft, chess"))


def test_a_game_that_the_setting_names_and_nobody_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPHOUSE_GAMES", "pint-craft,Chess")
    listed = CliRunner().invoke(main, ["games"])
    assert (listed.exit_code, "pint-craft  Pint Craft  (taphouse" in listed.stdout) == (1, True)
    assert listed.stderr == "TAPHOUSE_GAMES names 'Chess', which is not installed.\n"


def test_a_stored_game_waits_for_its_package() -> None:
    store = MemoryStore()
    with Server(store=store) as server, http(server) as client:
        path, ours = (f"/v1/games/{create(Client(client), game=game).id}" for game in ("caskRace", "dankAndDraft"))
        before = client.get(path).json()
    with log_lines() as lines, Server(store=store, games=dict(GAMES)) as server, http(server) as client:
        for asked in (path, f"{path}/events", f"{path}/record"):
            answer = client.get(asked)
            assert (answer.status_code, answer.json()["code"]) == (503, "UNAVAILABLE"), answer.text
            assert "not served at the moment" in answer.json()["detail"]
        assert client.get(ours).status_code == 200, "the others are not harmed"
        warning = client.get("/readyz").json()["warnings"][-1]
        assert "of the kind cask-race, which is not served here: install its package" in warning
        assert lines.getvalue().count(warning) == 1, "the log warns once"
    with Server(store=store) as server, http(server) as client:
        assert client.get(path).json() == before
        assert warning not in client.get("/readyz").json()["warnings"]
