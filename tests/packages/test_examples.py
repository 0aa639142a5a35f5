"""Games that know the public contract alone follow from their rules: those of examples/games, and the one of `new-game`."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from taphouse.client import Client as PythonClient
from taphouse.client.mcp import brief
from taphouse.engine import GAMES as OURS
from taphouse.engine.chance import BLIND, Chance
from taphouse.engine.contract import IllegalMove, Rules, Slug, View
from taphouse.engine.editions import load, packaged
from taphouse.engine.game import Game
from taphouse.engine.notation import parse
from taphouse.engine.play import play, text
from taphouse.engine.vocabulary import Public, constant
from taphouse.engine.words.tables import lying
from taphouse.env import PolicyBot, TaphouseEnv
from taphouse.env.table import GameTable
from taphouse.lab.memory_store import MemoryStore
from taphouse.lab.new_game.template.card_hoard.about import GAME as CARD_HOARD
from taphouse.lab.simulate import simulate
from taphouse.schema.values.games import Status
from tests.api.server import Server
from tests.effort import BOUND
from tests.tiny.installed import install

MORRIS: Game = import_module("nine_mens_morris.about").GAME
Point = import_module("nine_mens_morris.board").Point
EDITION = packaged(MORRIS.edition, MORRIS.about.package)[0]
IN_ONE_FILE = ("hanabi", "backgammon", "whist")
GAMES = {game.about.kind: game for game in (MORRIS, import_module("goofspiel.about").GAME, CARD_HOARD)}
GAMES |= {kind: import_module(kind).GAME for kind in IN_ONE_FILE}
EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
SERVED = {**OURS, **GAMES}
"""They stand beside our own."""
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore(), games=SERVED) as running:
        yield running


def test_a_board_is_told_row_by_row() -> None:
    rules = MORRIS.rules(EDITION)
    state = rules.new(MORRIS.about.options(), 2, BLIND)
    for move in ("place d6", "place d5"):
        state = rules.apply(state, parse(move, MORRIS.verbs), BLIND).state
    assert text(rules, state).splitlines()[1:4] == ["board:", "  A7; D7; G7", "  B6; D6, man 1; F6"]


@every_game
def test_it_is_played_to_its_end_by_the_python_client(server: Server, game: Game) -> None:
    with PythonClient(server.url, patience=BOUND, games=SERVED) as client:
        made = client.create(game.about.kind, ["Anna", "Ben", "Cleo", "Dora"][: game.about.seats[0]], seed="3")
        table = client.look(made.seats[0])
        assert table.options == game.about.options()
        assert type(table.view) is game.about.view
        rng = random.Random(3)
        while table.decision is not None:
            place = made.seats[table.decision.seat - 1]
            table = client.move(place, rng.choice(client.look(place).moves))
    assert table.status is Status.OVER
    assert table.outcome is not None
    assert table.outcome.reason in {constant(reason.name) for reason in game.about.reasons}


@every_game
def test_its_parts_can_be_sent_to_another_process(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, game)
    edition, options = packaged(game.edition, game.about.package)[0], game.about.options()
    sent = pickle.loads(pickle.dumps((game, edition, game.rules(edition), options)))  # noqa: S301 -- our own
    assert sent[0] is game
    assert sent[1::2] == (edition, options)
    first, other = (
        rules.new(options, game.about.seats[0], Chance(bytes(32))) for rules in (sent[2], game.rules(edition))
    )
    assert first == other


def test_a_model_is_told_all_seats_that_must_decide(server: Server) -> None:
    with PythonClient(server.url, patience=BOUND, games=SERVED) as client:
        anna, *_ = client.create("goofspiel", ["Anna", "Ben", "Cleo"]).seats
        client.move(anna, "bid 1")
        assert brief.decision(client.look(anna)) == ["Seats 2 and 3 must decide. Use wait_for_turn."]


class Square(Public, frozen=True):
    """A square, with what lies there."""

    colour: Annotated[Slug, msgspec.Meta(description="Its colour.")]


class Board(View, frozen=True):
    """Squares without names, of which some are empty."""

    squares: Annotated[tuple[Square | None, ...], msgspec.Meta(description="The squares.")]
    steps: Annotated[tuple[int | None, ...], msgspec.Meta(description="The steps.")]


def test_a_model_is_told_where_a_list_is_empty() -> None:
    red = Square("red")
    told = lying(Board((None, red, None, red), (None, 3, None, 3)))
    assert told == {"Table": {"steps": "steps -, 3, -, 3"}, "squares": {"2": "2 colour red", "4": "4 colour red"}}
    assert lying(Board((None, None), ())) == {"Table": {"squares": "squares -, -"}}


def test_numbers_of_seats_are_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = Game(msgspec.structs.replace(MORRIS.about, seats=range(1, 2)), MORRIS.edition, MORRIS._make)
    for game, told in ((MORRIS, "2 seats"), (CARD_HOARD, "2 to 4 seats"), (alone, "1 seat")):
        with pytest.raises(ValueError, match=f"has {told}, not 5"):
            play(install(monkeypatch, game), ["random"] * 5, "too many")


def test_an_edition_lists_its_figures_and_its_named_entries() -> None:
    (edition,) = packaged(CARD_HOARD.edition, CARD_HOARD.about.package)
    listed = {entry.id: entry.figures for entry in edition.listed()}
    assert [*listed] == ["figures/hand", "cards/copper", "cards/silver", "cards/gold", "cards/crown"]
    assert listed["figures/hand"] == {"value": 3, "rule": "CH-01"}
    assert listed["cards/gold"] == {"title": "Gold", "points": 3, "count": 5}


@every_game
def test_it_is_an_environment_with_arena_bots(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = install(monkeypatch, game)
    others = game.about.seats[0] - 1
    env = TaphouseEnv(kind, ["greedy"] * others)
    for seed in range(3):
        observation, _ = env.reset(seed=seed)
        over, rng = False, random.Random(seed)
        while not over:
            assert env.observation_space.contains(observation)
            observation, _, over, _, info = env.step(rng.choice(env.table.legal))
            assert not info["illegal"]
    bot = PolicyBot(lambda _, mask: int(mask.argmax()), env.table)
    played = play(kind, [bot, *["random"] * others], "a seed")
    assert played.outcome.reason in {reason.name for reason in game.about.reasons}


def test_an_environment_shows_who_is_where(monkeypatch: pytest.MonkeyPatch) -> None:
    table = GameTable(install(monkeypatch, MORRIS))
    board = table.layout.where["board"]
    table.play(table.actions.number[parse("place d5", MORRIS.verbs)])
    own, others = (table.observe(seat)[board].reshape(24, 3) for seat in (1, 2))
    place = [str(point) for point in Point].index("d5")
    assert (own[place].tolist(), others[place].tolist()) == ([1, 1, 0], [1, 0, 1])
    assert own.sum() == 24 + 1


def test_a_search_finds_its_way_without_the_evaluation() -> None:
    """With four men each and few quiet turns, so that games are short."""
    game = Game(MORRIS.about, MORRIS.edition, type(MORRIS.rules(EDITION)))
    short = EDITION.source.replace(b"value = 9", b"value = 4").replace(b"value = 50", b"value = 8")
    edition = load(game.edition, short, "short")
    report = simulate(game, edition, game.about.options(), 2, 12, ("search", "random"), "morris")
    assert report.by_seat[0].value > 0.65


def after(*moves: str) -> tuple[Rules, Any]:
    """The rules of Nine Men's Morris, and the position after some moves."""
    rules = MORRIS.rules(EDITION)
    state = rules.new(MORRIS.about.options(), 2, BLIND)
    for move in moves:
        state = rules.apply(state, parse(move, MORRIS.verbs), BLIND).state
    return rules, state


PLACED = [f"place {point}" for point in "a7 a1 d7 d1 b4 c4 f4 g4 d6 b6 e5 c5 a4 f6 g7".split()]  # noqa: SIM905 -- as it is played
"""The last one makes the mill a7, d7, g7."""


def test_men_slide_to_neighbours_and_three_men_fly() -> None:
    rules, state = after(*PLACED, "remove a1", "place a1", "place c3", "place e3")
    assert rules.decision(state).task == "slide"  # type: ignore[union-attr]
    reached = [(str(move.from_point), str(move.to_point)) for move in rules.moves(state)]
    assert [to for point, to in reached if point in ("a7", "b4")] == ["b2"], "a7 is shut in"
    kept = [number for number, seat in enumerate(state.points) if seat == 1][:3]
    points = tuple(seat if seat != 1 or number in kept else 0 for number, seat in enumerate(state.points))
    few = msgspec.structs.replace(state, points=points)
    assert len([*rules.moves(few)]) == len(kept) * points.count(0), "three men fly"


@pytest.mark.parametrize(
    ("moves", "move", "told"),
    [
        ([], "slide a7 a4", "You have men in hand. Place a man on an empty point. (NM-03)"),
        (["place a7"], "place a7", "There is a man on a7. (NM-03)"),
        (
            PLACED,
            "place f2",
            "Another decision comes first. You made a mill: remove a man of the other player. (NM-06)",
        ),
        (PLACED, "remove d7", "The other player has no man on d7. (NM-06)"),
        (PLACED, "remove b2", "The other player has no man on b2. (NM-06)"),
    ],
)
def test_a_refusal_names_its_rule(moves: list[str], move: str, told: str) -> None:
    rules, state = after(*moves)
    with pytest.raises(IllegalMove) as refused:
        rules.apply(state, parse(move, MORRIS.verbs), BLIND)
    assert str(refused.value) == told


@pytest.mark.ecosystem
@pytest.mark.parametrize("kind", IN_ONE_FILE)
def test_an_example_in_one_file_passes_the_tests_of_games(kind: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", "from taphouse.command_line import main; main()", "test-game", f"{kind}:GAME"],
        cwd=EXAMPLES / kind,
        env=os.environ | {"PYTHONPATH": str(EXAMPLES / kind)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert " passed" in told.stdout
