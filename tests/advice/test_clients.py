"""The Python client, `taphouse bot` and MCP: they show the setting, mark their seats, and think in their own process."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from taphouse.client import OPEN_SEAT, Advice, AsyncClient, BotKind, Client, Refused, Visibility
from taphouse.client import Table as Seen
from taphouse.engine import GAMES
from taphouse.engine.bots import GreedyBot
from taphouse.lab.bot_player import BotStopped, play
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.advising.advising import Advising
from tests.api.server import BOTH, Server
from tests.client.models import place_in, refused, told
from tests.client.test_mcp import connected
from tests.short_games import SHORT


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore(), games=BOTH) as made:
        yield made


@pytest.fixture
def program(server: Server) -> Iterator[Client]:
    with Client(server.url, games=BOTH, program=True) as made:
        yield made


@pytest.fixture
def person(server: Server) -> Iterator[Client]:
    with Client(server.url, games=BOTH) as made:
        yield made


@pytest.fixture
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service thinks for nobody."""

    async def fail(*_: Any) -> Any:
        raise AssertionError("the service was asked for a move")

    for name in ("suggestion", "analysis"):
        monkeypatch.setattr(Advising, name, fail)


def marks(table: Seen) -> list[bool]:
    return [seat.program for seat in table.seats]


def test_the_client_shows_the_setting_and_marks_its_seats(program: Client, person: Client) -> None:
    game = program.create("dank-and-draft", ["Otto", OPEN_SEAT], visibility=Visibility.OPEN)
    table = person.look(game.game_id)
    assert (table.advice, table.people_only, marks(table)) == (Advice.NONE, False, [True, False])
    (listed,) = [one for one in person.open_games() if one.game_id == game.game_id]
    assert (listed.advice, listed.people_only, [seat.program for seat in listed.seats]) == (
        Advice.NONE,
        False,
        [True, False],
    )
    guest = person.join(game.game_id, "Ann")
    assert marks(person.look(guest)) == [True, False]
    for ask in (person.suggestion, person.analysis, person.sample_world, program.suggestion):
        with pytest.raises(Refused) as refusal:
            ask(game.seats[0] if ask == program.suggestion else guest)
        assert refusal.value.code == "ADVICE_REFUSED"
        assert refusal.value.problem.advice is Advice.NONE  # type: ignore[attr-defined]
    assert program.sample_world(game.seats[0]) is not None
    assert person.create("dank-and-draft", ["Ann", OPEN_SEAT], advice=Advice.ALL).seats
    ours = person.create("dank-and-draft", ["Ann", OPEN_SEAT], people_only=True, visibility=Visibility.OPEN)
    assert person.look(ours.host).people_only
    assert [one.game_id for one in person.open_games(people_only=True)] == [ours.game_id]
    assert next(person.follow_open_games(people_only=True))[0].game_id == ours.game_id
    with pytest.raises(Refused) as refusal:
        program.join(ours.game_id)
    assert refusal.value.code == "PEOPLE_ONLY"


def test_a_seat_is_declared_once(person: Client) -> None:
    game = person.create("dank-and-draft", ["Ann", OPEN_SEAT])
    table = person.declare_program(game.seats[0])
    assert marks(table) == [True, False]
    assert person.declare_program(game.seats[0]).version == table.version


@pytest.mark.usefixtures("_alone")
@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("bot", [BotKind.RANDOM, "greedy", "search-quick"])
def test_a_bot_thinks_in_the_process_of_its_client(program: Client, kind: str, bot: BotKind | str) -> None:
    game = program.create(kind, ["Otto", OPEN_SEAT], SHORT[kind])
    other = program.join(game.game_id)
    table = program.look(game.seats[0])
    mine, waiting = (game.seats[0], other) if table.your_turn else (other, game.seats[0])
    for _ in range(2):
        move = program.think(mine, bot)
        assert move in program.look(mine).moves
        assert program.think(waiting, bot) is None
    with pytest.raises(ValueError, match="is no bot; the bots are random"):
        program.think(mine, "oracle")


@pytest.mark.usefixtures("_alone")
def test_bots_play_by_their_names(program: Client) -> None:
    game = program.create("dank-and-draft", ["Otto", OPEN_SEAT], {"turnCap": 4})
    seats = [game.seats[0], program.join(game.game_id)]
    assert program.play(seats, {1: "greedy", 2: BotKind.RANDOM}).ended
    for wrong in ("oracle", GreedyBot(GAMES["dank-and-draft"], random.Random(1))):
        with pytest.raises(ValueError, match=r"is no bot; the bots are random|is no name of a bot, and no function"):
            program.play(program.create("dank-and-draft", ["Otto", "Ann"]), wrong)  # type: ignore[arg-type]


def test_a_bot_gives_its_reasons_in_the_language_of_its_client(program: Client, server: Server) -> None:
    game = program.create("dank-and-draft", ["Otto", "Ann"], {"firstSeat": "SEAT_1"})
    _, english = program.think_aloud(game.seats[0])
    with Client(server.url, language="de", program=True) as german:
        _, reasons = german.think_aloud(game.seats[0])
    assert english
    assert reasons
    assert not {*english} & {*reasons}


async def test_a_bot_thinks_beside_the_loop(server: Server) -> None:
    async with AsyncClient(server.url, program=True) as client:
        game = await client.create("dank-and-draft", ["Otto", OPEN_SEAT], {"firstSeat": "SEAT_1"})
        await client.join(game.game_id)
        move = await client.think(game.seats[0])
        assert move is not None
        assert move.notation in {one.notation for one in (await client.look(game.seats[0])).moves}


@pytest.mark.usefixtures("_alone")
@pytest.mark.parametrize("kind", GAMES)
def test_taphouse_bot_plays_a_game_without_advice_and_says_what_it_is(person: Client, kind: str) -> None:
    game = person.create(kind, ["Ann", OPEN_SEAT], SHORT[kind])
    other = person.join(game.game_id)
    rng = random.Random(1)

    def two(table: Seen) -> Any:
        return rng.choice(table.moves)

    made: list[str] = []
    thread = threading.Thread(target=lambda: person.play(other, two))
    thread.start()
    end = play(person.url, game.seats[0].token or "", "greedy", lambda move: made.append(move.move.notation))
    thread.join()
    assert end.ended
    assert marks(end) == [True, False]
    assert made


def test_taphouse_bot_does_not_sit_among_people(person: Client) -> None:
    game = person.create("dank-and-draft", ["Ann", OPEN_SEAT], people_only=True)
    with pytest.raises(BotStopped, match="people only"):
        play(person.url, game.seats[0].token or "", "random", lambda _: None)
    kind = "cask-race"  # not installed beside the command
    unknown = person.create(kind, ["Ann", OPEN_SEAT], SHORT[kind])
    seats = (*unknown.seats, person.join(unknown.game_id))
    decider = seats[(person.look(unknown.game_id).deciding or 0) - 1]
    with pytest.raises(BotStopped, match="install its package"):
        play(person.url, decider.token or "", "greedy", lambda _: None)


@pytest.mark.usefixtures("_alone")
async def test_a_model_says_what_it_is_and_thinks_beside_the_service(server: Server, person: Client) -> None:
    hidden = person.create("dank-and-draft", ["Ann", OPEN_SEAT], people_only=True, visibility=Visibility.OPEN)
    async with connected(server) as model:
        text = await told(model, "create_game", kind="dank-and-draft", others=["OPEN"], options={"firstSeat": "SEAT_1"})
        place, game = place_in(text), text.split("DRAFT ")[1].split(",")[0]
        assert "advice NONE" in text
        assert "1 Model (you, program)" in text
        listed = await told(model, "find_games")
        assert f"{game}, open seats 2, advice NONE" in listed
        assert hidden.game_id not in listed
        assert "people only" in await refused(model, "join_game", game_id=hidden.game_id)
        person.join(game, "Ann")
        assert marks(person.look(game)) == [True, False]
        assert "GREEDY would play `draft" in await told(model, "suggest", place=place)
        given = person.create("dank-and-draft", ["Ann", "Ben"])
        await told(model, "join_game", game_id=given.seats[1].token)
        assert marks(person.look(given.game_id)) == [False, True]
