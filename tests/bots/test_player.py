"""`taphouse bot` plays a seat to the end, goes on by itself where something breaks, and says why it cannot."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner

from taphouse.client import BotMove, Refused, exchange
from taphouse.client import Client as PythonClient
from taphouse.client import Table as Seen
from taphouse.command_line import main
from taphouse.engine import GAMES
from taphouse.engine.vocabulary import constant
from taphouse.lab import bot_player
from taphouse.lab.bot_player import BotStopped, document, play
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.problems.callers import QuotaReached
from taphouse.service.access.tokens import Claims, TokenIssuer
from taphouse.service.store.failures import StoreUnavailable
from tests import servers
from tests.access.issuer import Issuer
from tests.api.client import CASK, MINE, OPEN, Client, Json, Table, seats_of, table_of
from tests.api.conftest import http
from tests.api.server import BOTH, SIGNING_KEY, Server, until
from tests.effort import BOUND
from tests.short_games import SHORT
from tests.store.proxy import Proxy, proxy_before

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore()) as made:
        yield made


@pytest.fixture(scope="module")
def anyone(server: Server) -> Iterator[Client]:
    with http(server) as client:
        yield Client(client)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as made:
        yield made


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "LONGEST_PAUSE", 0.2)


class Playing:
    """A bot that plays a seat, in a thread."""

    def __init__(self, pool: ThreadPoolExecutor, url: str, token: str | None, kind: str = "random") -> None:
        assert token is not None
        self.moves: list[tuple[int, str]] = []
        self._done: Future[Seen] = pool.submit(play, url, token, kind, self._made)

    def _made(self, made: BotMove) -> None:
        self.moves.append((made.before.version + 1, made.move.label))

    @property
    def stopped(self) -> bool:
        return self._done.done()

    @property
    def game(self) -> Json:
        """The game as the bot saw it last; waits for its end."""
        return cast(Json, json.loads(json.dumps(document(self._done.result(BOUND * 3)))))


def new_table(client: Client, kind: str = "cask-race", **options: Any) -> Table:
    """A game of two seats of mine."""
    field = BOTH[kind].field
    return table_of(
        client,
        client.done("createGame", game={field: SHORT[kind] | options}, seats=seats_of([MINE, MINE])),
    )


def play_second(table: Table, after_each: Callable[[], object] = lambda: None, seed: int = 1) -> None:
    """Play the second seat by chance, until the game has ended."""
    rng = random.Random(seed)
    while True:
        until(lambda: table.to_move in (2, None), "the bot's move")
        if table.to_move is None:
            return
        table.play(rng.choice(table.seat(2).legal_moves(table.id))["notation"])
        after_each()


def made_by(table: Table, seat: int) -> list[int]:
    """The versions that a seat's moves made."""
    log = table.spectator.events(gameId=table.id, after=0, first=500)["entries"]
    assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
    return [entry["version"] for entry in log if entry["notation"] and entry["seat"] == seat]


def _as_rest(shown: Any) -> Any:
    """An answer of GraphQL with the names of REST."""
    if isinstance(shown, list):
        return [_as_rest(one) for one in shown]
    return (
        {"id" if name == "key" else name: _as_rest(one) for name, one in shown.items()}
        if isinstance(shown, dict)
        else shown
    )


def check_end(table: Table, *bots: Playing) -> None:
    """Each bot saw the game's end as it is, and every move of its seat is one of its own."""
    assert {bot.game["status"] for bot in bots} == {"OVER"}
    look = table.look()
    for seat, bot in enumerate(bots, 1):
        game = bot.game
        assert (game["gameId"], game["viewer"]) == (table.id, {"seat": seat})
        for mine, shown in zip(game["outcome"]["standings"], look["outcome"]["standings"], strict=True):
            assert mine.items() <= _as_rest(shown).items()
        made = made_by(table, seat)
        assert sorted({version for version, _ in bot.moves}) == sorted(version for version, _ in bot.moves)
        assert {version for version, _ in bot.moves} <= set(made)
        assert all(label for _, label in bot.moves)


# --- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tail", ["", "/", "/graphql"])
def test_a_bot_plays_a_seat_against_a_player_to_the_end(
    server: Server, anyone: Client, pool: ThreadPoolExecutor, tail: str
) -> None:
    table = new_table(anyone)
    bot = Playing(pool, server.url + tail, table.seat(1).token)
    play_second(table)
    check_end(table, bot)
    assert [version for version, _ in bot.moves] == made_by(table, 1)


@pytest.mark.parametrize("kind", [*GAMES, "cask-race"])
def test_two_bots_play_a_game_to_the_end(server: Server, anyone: Client, pool: ThreadPoolExecutor, kind: str) -> None:
    table = new_table(anyone, kind)
    names = ("random", "random") if kind in ("brew-crafters", "cask-race") else ("greedy", "random")
    bots = [Playing(pool, server.url, seat.token, name) for seat, name in zip(table.seats, names, strict=True)]
    assert {bot.game["kind"] for bot in bots} == {constant(kind)}
    check_end(table, *bots)
    for seat, bot in enumerate(bots, 1):
        assert [version for version, _ in bot.moves] == made_by(table, seat)


def test_two_bots_on_one_seat_do_no_harm(server: Server, anyone: Client, pool: ThreadPoolExecutor) -> None:
    table = new_table(anyone, "dank-and-draft")
    one, other = (Playing(pool, server.url, table.seat(1).token) for _ in range(2))
    rest = Playing(pool, server.url, table.seat(2).token)
    check_end(table, one, rest)
    check_end(table, other, rest)
    versions = [version for bot in (one, other) for version, _ in bot.moves]
    assert sorted(versions) == made_by(table, 1)


def test_a_bot_waits_for_a_game_to_start(server: Server, anyone: Client, pool: ThreadPoolExecutor) -> None:
    made = anyone.done("createGame", game={CASK: SHORT["cask-race"]}, seats=seats_of([MINE, OPEN]))
    bot = Playing(pool, server.url, made["seats"][0]["token"])
    joined = anyone.done("joinGame", gameId=made["game"]["gameId"])
    assert not bot.stopped
    rest = Playing(pool, server.url, joined["seat"]["token"])
    assert bot.game["outcome"] == rest.game["outcome"]


# --- what breaks -------------------------------------------------------------------------------------------------------


async def through_proxy(
    server: Server, table: Table, pool: ThreadPoolExecutor, cut: Callable[[Proxy, Playing], None]
) -> Playing:
    """A bot plays through a proxy, which somebody may cut after each move of the other seat."""
    async with proxy_before(int(server.url.rsplit(":", 1)[1])) as proxy:
        loop = asyncio.get_running_loop()
        bot = Playing(pool, f"http://127.0.0.1:{proxy.port}", table.seat(1).token)

        def after_each() -> None:
            loop.call_soon_threadsafe(cut, proxy, bot)

        await asyncio.to_thread(play_second, table, after_each)
        await asyncio.to_thread(lambda: bot.game)
        assert proxy.connections > 1
        return bot


async def test_a_bot_goes_on_when_its_connection_is_cut_again_and_again(
    server: Server, anyone: Client, pool: ThreadPoolExecutor
) -> None:
    table = new_table(anyone)
    bot = await through_proxy(server, table, pool, lambda proxy, _: proxy.close())
    check_end(table, bot)


async def test_a_bot_whose_answers_are_lost_makes_each_move_once(
    server: Server, anyone: Client, pool: ThreadPoolExecutor
) -> None:
    """Frames of a client are masked, so a proxy cannot tell them apart; it loses what comes back soon after."""
    table, rng = new_table(anyone), random.Random(2)

    def cut(proxy: Proxy, _: Playing) -> None:
        asyncio.get_running_loop().call_later(rng.uniform(0, 0.05), proxy.close)

    check_end(table, await through_proxy(server, table, pool, cut))


def test_a_bot_goes_on_when_the_service_was_stopped_and_is_started_again(pool: ThreadPoolExecutor) -> None:
    store = MemoryStore()
    with Server(store=store) as first, http(first) as client:
        table, url = new_table(Client(client)), first.url
        bot = Playing(pool, url, table.seat(1).token)
        until(lambda: table.to_move == 2, "the bot's move")
    again = Server(store=store)
    again._server.config.port = int(url.rsplit(":", 1)[1])
    assert not bot.stopped
    with again, http(again) as client:
        seats = tuple(Client(client, seat.token) for seat in table.seats)
        table = Table(table.id, Client(client, table.host.token), seats, Client(client))
        play_second(table)
        check_end(table, bot)


def test_a_bot_goes_on_when_the_store_was_away(
    server: Server, anyone: Client, pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    async def away(*_: Any) -> Any:
        nonlocal asked
        asked += 1
        raise StoreUnavailable("away")

    table = new_table(anyone)
    with monkeypatch.context() as broken:
        for method in ("load", "commit", "news"):
            broken.setattr(MemoryStore, method, away)
        bot = Playing(pool, server.url, table.seat(1).token)
        until(lambda: asked > 3, "a few tries")
        assert not bot.stopped
    with monkeypatch.context() as broken:
        asked = 0
        broken.setattr(MemoryStore, "commit", away)
        until(lambda: asked > 3, "a few more")
    play_second(table)
    check_end(table, bot)


# --- what it cannot do -------------------------------------------------------------------------------------------------


def stops(url: str, token: str) -> str:
    """The sentence with which a bot stops."""
    with pytest.raises(BotStopped) as stopped:
        play(url, token, "random", lambda *_: None)
    sentence = str(stopped.value)
    assert token not in sentence
    return sentence


def test_a_token_that_is_no_seats_of_this_service_stops_the_bot_with_a_sentence(server: Server, anyone: Client) -> None:
    table = new_table(anyone)
    mine = table.seat(1).token or ""
    for token, code in {
        mine[:-2] + "xx": "TOKEN_REJECTED",
        "nonsense": "TOKEN_REJECTED",
        table.host.token or "": "NOT_SEATED",
        TokenIssuer([SIGNING_KEY]).token(Claims(table.id, "seat:1", 2)): "TOKEN_REJECTED",
        TokenIssuer([SIGNING_KEY]).token(Claims("a" * 24, "seat:1", 1)): "GAME_NOT_FOUND",
    }.items():
        sentence = stops(server.url, token)
        assert sentence.endswith(f". ({code})"), sentence
    assert table.version == 2


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "ftp://127.0.0.1",
        "http://",
        "//x",
        "http://[",
        "http://a b",
        "http://127.0.0.1:99999",
    ],
)
def test_what_is_no_url_of_a_service_stops_the_bot_with_a_sentence(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_player, "PATIENCE", 0.0)
    assert stops(url, "token") == f"{url} is not the URL of a service. Give one such as http://127.0.0.1:8000."


def test_where_nobody_answers_for_long_the_bot_stops_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_player, "PATIENCE", 0.3)
    url = f"http://127.0.0.1:{servers.free_port()}"
    assert stops(url, "token").startswith(f"The service at {url} does not answer: ")


def test_what_is_no_taphouse_stops_the_bot_with_a_sentence(server: Server, anyone: Client) -> None:
    sentence = stops(server.url + "/elsewhere", new_table(anyone).seat(1).token or "")
    assert sentence.startswith(f"The server at {server.url}/elsewhere/graphql is not Taphouse")


# --- the command -------------------------------------------------------------------------------------------------------


def against_the_house(client: Client) -> tuple[str, str]:
    """A game of one seat of mine against a bot, and the seat's token."""
    seats = [{"kind": MINE, "name": None}, {"kind": "BOT", "bot": "RANDOM"}]
    made = client.done("createGame", game={CASK: SHORT["cask-race"]}, seats=seats)
    return made["game"]["gameId"], made["seats"][0]["token"]


def command(*arguments: str, token: str) -> Any:
    """Run `taphouse bot`, its token by standard input. It plays by chance: no package of Cask Race is installed."""
    return CliRunner().invoke(main, ["bot", "--kind", "random", *arguments, "--token", "-"], input=f"{token}\n")


def test_the_command_prints_each_move_and_how_the_game_ended(server: Server, anyone: Client) -> None:
    game, token = against_the_house(anyone)
    result = command("--url", server.url, token=token)
    *moves, last = result.stdout.splitlines()
    outcome = anyone.look(game)["outcome"]
    mine = next(one for one in outcome["standings"] if one["seat"] == 1)
    points = f"{mine['points']} point{'s' * (mine['points'] != 1)}"
    assert last == f"Game {game} ended ({outcome['reason']}): seat 1 has place {mine['place']}, {points}."
    log = anyone.events(gameId=game, after=0, first=500)["entries"]
    made = [entry["version"] for entry in log if entry["notation"] and entry["seat"] == 1]
    assert [int(line.split()[0]) for line in moves] == made
    assert all(len(line.split()) > 1 for line in moves)
    assert (result.exit_code, result.stderr) == (0, "")


def test_the_command_prints_only_the_result_where_that_is_asked_for(server: Server, anyone: Client) -> None:
    game, token = against_the_house(anyone)
    result = command("--url", server.url, "--quiet", token=token)
    assert len(result.stdout.splitlines()) == 1
    result = CliRunner().invoke(main, ["bot", "--url", server.url, "--token", token, "--json"])  # it is over by now
    told = json.loads(result.stdout)
    assert (told["gameId"], told["status"], told["viewer"]) == (game, "OVER", {"seat": 1})
    assert [one["seat"] for one in told["outcome"]["standings"]] == [
        one["seat"] for one in anyone.look(game)["outcome"]["standings"]
    ]
    assert result.exit_code == 0


def test_the_command_prints_json_and_nothing_else(server: Server, anyone: Client) -> None:
    game, token = against_the_house(anyone)
    result = command("--url", server.url, "--json", token=token)
    assert json.loads(result.stdout)["gameId"] == game
    assert (result.exit_code, result.stderr) == (0, "")


def test_the_command_says_that_a_game_was_abandoned(server: Server, anyone: Client, pool: ThreadPoolExecutor) -> None:
    table = new_table(anyone)
    token = table.seat(1).token or ""
    running = pool.submit(command, "--url", server.url, token=token)
    until(lambda: table.to_move == 2, "the bot's move")
    table.host.done("abandon", gameId=table.id)
    for result in (running.result(BOUND), command("--url", server.url, token=token)):
        assert result.stdout.splitlines()[-1] == f"Game {table.id} is ABANDONED."
        assert result.exit_code == 0
    told = json.loads(command("--url", server.url, "--json", token=token).stdout)
    assert (told["status"], told["outcome"]) == ("ABANDONED", None)


def test_the_command_fails_with_a_sentence(server: Server, anyone: Client) -> None:
    for url, token in ((server.url, "forged"), (server.url, new_table(anyone).host.token or ""), ("nowhere", "any")):
        result = command("--url", url, token=token)
        assert (result.exit_code, result.stdout) == (2, "")
        (sentence,) = result.stderr.splitlines()
        assert sentence
        assert token not in sentence


# --- open games --------------------------------------------------------------------------------------------------------


def open_table(client: Client, *others: str, first: str = "SEAT_1", **given: Any) -> Table:
    """A listed game of two seats, of which the second is open, or of more."""
    game = {BOTH["dank-and-draft"].field: SHORT["dank-and-draft"] | {"firstSeat": first}}
    seats = seats_of([MINE, OPEN, *others])
    return table_of(
        client, client.done("createGame", game=game, seats=seats, visibility="OPEN", powers="FULL", **given)
    )


def offered(server: Server, *more: str) -> Any:
    """Run `taphouse bot --open-games`."""
    arguments = ["bot", "--url", server.url, "--open-games", "--game", "dank-and-draft", "--name", "Bridge", *more]
    return CliRunner().invoke(main, arguments)


def play_first(table: Table, rng: random.Random) -> None:
    """Play the first seat by chance, until the game has ended."""
    while True:
        until(lambda: table.to_move in (1, None) and table.look()["status"] != "WAITING", "the other's move")
        if table.to_move is None:
            return
        table.play(rng.choice(table.seat(1).legal_moves(table.id))["notation"])


@pytest.mark.parametrize(
    "bot", [("--program", f"{sys.executable} {ROOT / 'examples' / 'bot.py'}"), ("--kind", "trained")]
)
def test_a_program_plays_open_games_one_after_the_other(
    server: Server, anyone: Client, pool: ThreadPoolExecutor, bot: tuple[str, str]
) -> None:
    running = pool.submit(offered, server, *bot, "--games", "2", "--json")
    tables = []
    for _ in range(2):
        tables.append(open_table(anyone))
        play_first(tables[-1], random.Random(1))
    result = running.result(BOUND)
    assert (result.exit_code, result.stderr) == (0, "")
    ends = [json.loads(line) for line in result.stdout.splitlines()]
    assert {end["gameId"] for end in ends} == {table.id for table in tables}
    for table in tables:
        seat = table.look()["seats"][1]
        assert (seat["name"], seat["program"]) == ("Bridge", True)


def test_a_program_that_answers_nonsense_makes_passive_moves(
    server: Server, anyone: Client, pool: ThreadPoolExecutor, tmp_path: Path
) -> None:
    liar = tmp_path / "liar.py"
    liar.write_text((ROOT / "examples" / "bot.py").read_text().replace('asked["moves"][-1]', '"snatch stout"'))
    running = pool.submit(offered, server, "--program", f"{sys.executable} {liar}")
    play_first(open_table(anyone), random.Random(1))
    result = running.result(BOUND)
    assert result.exit_code == 0
    assert re.match(r"Passive moves in place of \d+ answers?; the last: 'snatch stout' is not legal: ", result.stderr)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--kind", "oracle"), "'oracle' is no bot"),
        (("--kind", "nowhere.json"), "No such file"),
        (("--program", "python nowhere.py"), "cannot play"),
        (("--program", "greedy"), "'greedy' is no program; a URL is one, and a command such as"),
        (("--program", "search:0.3s"), "Is it a --kind?"),
        (("--program", "./mine.json"), "Is it a --kind?"),
        (("--program", "nowhere"), "Is it a --kind?"),
        (("--program", "node 'bot.mjs"), "No closing quotation"),
        (("--game", "chess"), "the kinds are"),
        (("--token", "any"), "either --token"),
    ],
)
def test_open_games_are_refused_before_a_seat_is_taken(
    server: Server, anyone: Client, arguments: tuple[str, ...], said: str
) -> None:
    table = open_table(anyone)
    result = offered(server, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert not table.look()["seats"][1]["taken"]
    table.host.done("abandon", gameId=table.id)


def test_a_seat_that_somebody_else_took_is_passed_over(
    server: Server, anyone: Client, pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost, joined, join = open_table(anyone), list[str](), PythonClient.join

    def late(client: PythonClient, game: str, *more: Any, **given: Any) -> Any:
        if not joined:
            anyone.done("joinGame", gameId=game, name="Faster")
        joined.append(game)
        return join.__get__(client, PythonClient)(game, *more, **given)

    monkeypatch.setattr(PythonClient, "join", late)
    running = pool.submit(offered, server)
    until(lambda: joined, "the attempt")
    table = open_table(anyone)
    play_first(table, random.Random(1))
    result = running.result(BOUND)
    assert (result.exit_code, result.stderr) == (0, "")
    assert joined == [lost.id, table.id]
    lost.host.done("abandon", gameId=lost.id)


def test_a_policy_leaves_out_games_of_other_seats_and_resigns_under_another_edition(
    server: Server, anyone: Client
) -> None:
    other = open_table(anyone, first="SEAT_2", edition="spoiling")
    larger = open_table(anyone, OPEN)  # the newest is listed first
    result = offered(server, "--kind", "trained")
    assert result.exit_code == 2
    left_out, stopped = result.stderr.splitlines()
    assert left_out.startswith(
        f"Game {larger.id} is left out: trained cannot play: the policy has learnt Dank & Draft with 2"
    )
    assert "the edition reconstructed" in stopped
    assert other.look()["status"] == "OVER"
    assert not larger.look()["seats"][1]["taken"]
    stopped = command("--url", server.url, "--kind", "trained", token=larger.seat(1).token or "").stderr
    assert "with 2 seats, not with 3" in stopped
    larger.host.done("abandon", gameId=larger.id)


def test_rated_games_which_are_for_accounts_are_left_out(pool: ThreadPoolExecutor, tmp_path: Path) -> None:
    issuer = Issuer(tmp_path / "keys.json")
    with Server(store=MemoryStore(), **issuer.settings) as server, http(server) as client:
        host, anyone = Client(client, issuer.token("Ann")), Client(client)
        plain = open_table(anyone)
        rated = {
            "game": {BOTH["dank-and-draft"].field: {}},
            "seats": seats_of([MINE, OPEN]),
            "undo": "CONSENT",
            "rated": True,
        }
        host.done("createGame", visibility="OPEN", **rated)
        running = pool.submit(offered, server)
        play_first(plain, random.Random(1))
        result = running.result(BOUND)
        assert (result.exit_code, result.stderr) == (0, "")


def test_a_quota_ends_the_program_with_its_reason(
    server: Server, anyone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any, **__: Any) -> Any:
        raise Refused(QuotaReached(quota="seats", limit=1, retry_after=60), "QUOTA_REACHED")

    monkeypatch.setattr(PythonClient, "join", refused)
    table = open_table(anyone)
    result = offered(server)
    assert result.exit_code == 2
    assert "QUOTA_REACHED" in result.stderr
    table.host.done("abandon", gameId=table.id)
