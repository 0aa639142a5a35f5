"""The service plays the seats of bots: each decision once, on whichever instance, and nobody waits for it."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import packaged
from taphouse.engine.game import Move
from taphouse.engine.notation import parse
from taphouse.engine.vocabulary import kebab
from taphouse.schema.execution.limits import LIMITS
from taphouse.schema.prices import LOOK, THINK
from taphouse.schema.values import BotKind
from taphouse.service.bots import bot_seats
from taphouse.service.bots.bot_seats import Bots
from taphouse.service.bots.process_pool import BotFailed, Thinkers
from taphouse.service.runtime import telemetry
from taphouse.service.store.memory import MemoryStore
from taphouse.service.store.redis import RedisStore
from tests import servers
from tests.api.client import CASK, MINE, OPEN, Client, Json, Table, in_notation, new_key, table_of
from tests.api.conftest import http
from tests.api.server import BOTH, BOUND, Server, until
from tests.short_games import SHORT
from tests.tiny.cards import UNKNOWN

BOT, GREEDY, RANDOM = "BOT", "GREEDY", "RANDOM"
SEED = "known to the test"


@pytest.fixture(scope="module", autouse=True)
def _asked_often() -> Iterator[None]:
    """What is due is looked at again and again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_seats, "POLL", 0.05)
        yield


@pytest.fixture(scope="module")
def on_memory() -> Iterator[Client]:
    with Server(store=MemoryStore()) as server, http(server) as client:
        yield Client(client)


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with servers.valkey_server(tmp_path_factory.mktemp("valkey")) as url:
        yield url


@pytest.fixture(scope="module")
def two_instances(valkey: str) -> Iterator[tuple[Client, Client]]:
    with (
        Server(url=valkey, bot_processes=2) as one,
        Server(url=valkey) as two,
        http(one) as first,
        http(two) as second,
    ):
        yield Client(first), Client(second)


@pytest.fixture(params=["memory", "valkey"])
def anyone(request: pytest.FixtureRequest) -> Client:
    if request.param == "memory":
        client: Client = request.getfixturevalue("on_memory")
        return client
    first, _ = request.getfixturevalue("two_instances")
    return first


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who dies is missed soon."""
    monkeypatch.setattr(bot_seats, "LEASE", 0.3)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the operator is told of what is wrong."""
    lines: list[dict[str, Any]] = []
    for level in ("error", "exception"):
        monkeypatch.setattr(telemetry.log, level, lambda _, **fields: lines.append(fields), raising=False)
    return lines


class Thoughts:
    """Bots that choose nothing before they are let."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = threading.Event()
        self.go = threading.Event()
        choose = Thinkers.choose

        async def wait(*given: Any) -> Move:
            self.asked.set()
            while not self.go.is_set():  # noqa: ASYNC110 -- it is set by another thread
                await asyncio.sleep(0.005)
            return await choose(*given)

        monkeypatch.setattr(Thinkers, "choose", wait)


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thoughts]:
    made = Thoughts(monkeypatch)
    yield made
    made.go.set()


def bot(kind: str = RANDOM, name: str | None = None) -> Json:
    return {"kind": BOT, "bot": kind, "name": name}


def seats(*asked: str) -> list[Json]:
    """`GREEDY` and `RANDOM` are bots."""
    return [bot(one) if one in (GREEDY, RANDOM) else {"kind": one, "name": None} for one in asked]


def created(client: Client, *asked: str, kind: str = "cask-race", **more: Any) -> Json:
    options = more.pop("options", SHORT[kind])
    return client.done("createGame", game={BOTH[kind].field: options}, seats=seats(*asked), seed=SEED, **more)


def against(client: Client, opponent: str = RANDOM, kind: str = "cask-race", **more: Any) -> Table:
    """A game of one seat of mine, the first, against a bot."""
    return table_of(client, created(client, MINE, opponent, kind=kind, **more))


def ended(client: Client, game: str) -> bool:
    return bool(client.within(game, "status")["status"] == "OVER")


def my_turn(table: Table) -> bool:
    """Whether the first seat must decide, or nobody."""
    return table.to_move in (1, None)


def play_mine(table: Table, rng: random.Random) -> bool:
    """Wait for the bot, and make a move; False when the game has ended."""
    until(lambda: my_turn(table), "the bot's move")
    if table.to_move is None:
        return False
    table.play(rng.choice(table.seat(1).legal_moves(table.id))["notation"])
    return True


def check_log(client: Client, game: str) -> list[Json]:
    """Each version is there once, and the moves, by the rules, lead to how the game ended."""
    look = client.look(game)
    page = client.events(gameId=game, after=0, first=500)
    entries: list[Json] = page["entries"]
    while page["version"] < look["version"]:
        page = client.events(gameId=game, after=page["version"], first=500)
        entries += page["entries"]
    assert [entry["version"] for entry in entries] == list(range(1, look["version"] + 1))
    kind = kebab(look["kind"])
    played = BOTH[kind]
    about, chance = played.about, Chance(seed_from(SEED))
    rules = played.rules(packaged(played.edition, about.package)[0])
    options = msgspec.convert(SHORT[kind], about.options)
    state = rules.new(options, len(look["seats"]), chance)
    for entry in entries:
        if entry["notation"] is not None:
            decision = rules.decision(state)
            assert decision is not None
            assert entry["seat"] == decision.seat
            move = parse(entry["notation"], played.verbs)
            assert rules.why_not(rules.known(state, decision.seat), move) is None
            state = rules.apply(state, move, chance).state
    outcome = rules.outcome(state)
    shown = look["outcome"]
    assert (outcome is None) == (shown is None)
    if outcome is not None:
        assert [(one.place, one.seat, one.points) for one in outcome.standings] == [
            (one["place"], one["seat"], one["points"]) for one in shown["standings"]
        ]
    return entries


# --- games -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*GAMES, "cask-race"])
def test_a_game_of_bots_plays_itself_to_the_end(anyone: Client, kind: str) -> None:
    both = (RANDOM, RANDOM) if kind == "brew-crafters" else (GREEDY, RANDOM)
    made = created(anyone, *both, kind=kind)
    game = made["game"]["gameId"]
    assert made["seats"] == []
    assert made["game"]["status"] == "RUNNING"
    until(lambda: ended(anyone, game), "the end")
    entries = check_log(anyone, game)
    assert not any(entry["automatic"] for entry in entries)


def test_a_seat_of_a_bot_is_shown_as_one_and_has_no_token(anyone: Client) -> None:
    asked = [{"kind": MINE, "name": "Ada"}, bot(GREEDY, "Robert"), bot(RANDOM)]
    made = anyone.done("createGame", game={CASK: {}}, seats=asked)
    assert [seat["seat"] for seat in made["seats"]] == [1]
    for seen in (made["game"], anyone.look(made["game"]["gameId"])):
        assert [(seat["name"], seat["taken"], seat["bot"]) for seat in seen["seats"]] == [
            ("Ada", True, None),
            ("Robert", True, GREEDY),
            (None, True, RANDOM),
        ]


def test_who_joins_starts_the_game_and_the_bot_begins(anyone: Client) -> None:
    game = created(anyone, RANDOM, OPEN)["game"]["gameId"]
    assert anyone.within(game, "status decision { seat }") == {"status": "WAITING", "decision": None}
    assert anyone.refused("joinGame", gameId=game, seat=1)["code"] == "NO_OPEN_SEAT"
    joined = anyone.done("joinGame", gameId=game)
    assert joined["seat"]["seat"] == 2
    until(lambda: anyone.within(game, "decision { seat }")["decision"]["seat"] == 2, "the bot's moves")


@pytest.mark.parametrize("asked", [{"kind": BOT}, *({"kind": kind, "bot": GREEDY} for kind in (MINE, OPEN))])
def test_a_bot_without_its_name_and_a_name_without_a_bot_are_refused(on_memory: Client, asked: Json) -> None:
    problem = on_memory.refused("createGame", game={CASK: {}}, seats=[{"kind": MINE}, asked])
    assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", "seats")
    assert "bot: GREEDY" in problem["message"]


def test_a_bot_answers_each_of_a_players_moves(anyone: Client) -> None:
    table, rng = against(anyone, GREEDY), random.Random(3)
    while play_mine(table, rng):
        pass
    entries = check_log(anyone, table.id)
    assert {entry["seat"] for entry in entries if entry["notation"]} == {1, 2}


def test_the_same_request_creates_a_game_of_bots_once(two_instances: tuple[Client, Client]) -> None:
    here, there = two_instances
    request = {"game": {CASK: {}}, "seats": seats(MINE, GREEDY), "idempotencyKey": new_key()}
    first = here.send("createGame", **request)
    assert there.send("createGame", **request).content == first.content
    for other in (seats(MINE, RANDOM), seats(MINE, MINE)):
        assert there.refused("createGame", **{**request, "seats": other})["code"] == "KEY_REUSED"
    game = first.json()["data"]["createGame"]["game"]["gameId"]
    assert here.look(game)["version"] == there.look(game)["version"]


def test_when_a_player_resigns_the_bots_play_on_to_the_end(anyone: Client) -> None:
    table = against(anyone)
    until(lambda: my_turn(table), "the bot's move")
    table.seat(1).done("resign", gameId=table.id)
    until(lambda: ended(anyone, table.id), "the end")
    entries = check_log(anyone, table.id)
    assert {entry["automatic"] for entry in entries if entry["notation"] and entry["seat"] == 2} == {False}
    assert {entry["automatic"] for entry in entries if entry["notation"] and entry["seat"] == 1} == {True}


def test_in_an_abandoned_game_no_bot_moves(on_memory: Client, thoughts: Thoughts) -> None:
    made = created(on_memory, RANDOM, MINE)
    assert thoughts.asked.wait(BOUND)
    on_memory.with_token(made["hostToken"]).done("abandon", gameId=made["game"]["gameId"])
    thoughts.go.set()
    other = created(on_memory, RANDOM, RANDOM)["game"]["gameId"]
    until(lambda: ended(on_memory, other), "another game's end")
    look = on_memory.look(made["game"]["gameId"])
    assert (look["status"], look["version"]) == ("ABANDONED", 3)


# --- who makes the move ------------------------------------------------------------------------------------------------


def test_each_decision_is_made_once_where_two_instances_are_reminded_of_it_again_and_again(
    valkey: str, two_instances: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]
) -> None:
    monkeypatch.setattr(bot_seats, "LEASE", 0.0)  # what is claimed is due again at once
    monkeypatch.setattr(bot_seats, "POLL", 0.005)
    choosing, choose = 0, Thinkers.choose

    async def slowly(*given: Any) -> Move:
        nonlocal choosing
        choosing += 1
        move = await choose(*given)
        await asyncio.sleep(random.choice((0, 0.02)))
        return move

    monkeypatch.setattr(Thinkers, "choose", slowly)

    async def remind(game: str, over: threading.Event) -> None:
        store = RedisStore.connect(valkey)
        while not over.is_set():
            await store.remind(game, 0)
            await asyncio.sleep(0.002)
        await store.close()

    first, second = two_instances
    with ThreadPoolExecutor(1) as pool:
        game, over = created(first, RANDOM, RANDOM, RANDOM)["game"]["gameId"], threading.Event()
        reminding = pool.submit(asyncio.run, remind(game, over))
        try:
            until(lambda: ended(second, game), "the end")
        finally:
            over.set()
            reminding.result()
    entries = check_log(first, game)
    assert check_log(second, game) == entries
    assert choosing > len(entries) - 2
    assert told == []


def test_every_instance_chooses_the_same(two_instances: tuple[Client, Client]) -> None:
    logs = []
    for client in two_instances:
        game = created(client, RANDOM, GREEDY)["game"]["gameId"]
        until(lambda client=client, game=game: ended(client, game), "the end")
        logs.append([entry["notation"] for entry in check_log(client, game)])
    assert logs[0] == logs[1]


def test_when_an_instance_dies_right_after_a_commit_another_one_makes_the_bots_move(
    valkey: str, two_instances: tuple[Client, Client], quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as dying:
        dying.setattr(Bots, "expect", lambda *_: None)
        with Server(url=valkey) as server, http(server) as client:
            game = created(Client(client), RANDOM, RANDOM)["game"]["gameId"]
        other, _ = two_instances
        assert other.within(game, "version")["version"] == 2
    until(lambda: ended(other, game), "the end")
    check_log(other, game)


def test_when_an_instance_stops_while_a_bot_thinks_another_one_makes_the_move(
    valkey: str, two_instances: tuple[Client, Client], quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, _ = two_instances
    with monkeypatch.context() as stopping:
        thoughts = Thoughts(stopping)
        with Server(url=valkey) as server, http(server) as client:
            game = created(Client(client), RANDOM, RANDOM)["game"]["gameId"]
            assert thoughts.asked.wait(BOUND)
    assert other.within(game, "version")["version"] == 2
    thoughts.go.set()  # another one may have begun to think
    until(lambda: ended(other, game), "the end")
    check_log(other, game)


def test_a_game_whose_reminder_was_lost_goes_on_when_somebody_looks_at_it(
    on_memory: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: Any) -> tuple[()]:
        return ()

    monkeypatch.setattr(MemoryStore, "claim", nothing)
    with monkeypatch.context() as losing:
        losing.setattr(Bots, "expect", lambda *_: None)
        game = created(on_memory, RANDOM, RANDOM)["game"]["gameId"]
    for _ in range(3):
        assert on_memory.within(game, "version")["version"] == 2  # it may still be thought about
    monkeypatch.setattr(bot_seats, "OVERDUE", -1)
    until(lambda: ended(on_memory, game), "the end")
    check_log(on_memory, game)


# --- while bots think --------------------------------------------------------------------------------------------------


def test_while_bots_think_everything_is_answered(on_memory: Client, thoughts: Thoughts) -> None:
    made = created(on_memory, RANDOM, MINE)
    game, mine = made["game"]["gameId"], on_memory.with_token(made["seats"][0]["token"])
    assert thoughts.asked.wait(BOUND)
    assert on_memory.http.get("/healthz").status_code == 200
    assert on_memory.look(game)["version"] == 2
    assert mine.refused("play", gameId=game, moves=in_notation("pass"))["code"] == "NOT_YOUR_TURN"
    other = table_of(on_memory, created(on_memory, MINE, MINE))
    other.play("pass")
    assert on_memory.look(game)["version"] == 2
    thoughts.go.set()
    until(lambda: on_memory.look(game)["version"] > 2, "the bot's move")


def test_a_bot_that_fails_makes_the_first_legal_move_and_the_operator_is_told_without_the_position(
    on_memory: Client, monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]
) -> None:
    async def fail(*_: Any) -> Move:
        raise BotFailed("Traceback: it fell over")

    monkeypatch.setattr(Thinkers, "choose", fail)
    game = created(on_memory, GREEDY, GREEDY)["game"]["gameId"]
    until(lambda: ended(on_memory, game), "the end")
    moves = [entry for entry in check_log(on_memory, game) if entry["notation"]]
    assert {move["notation"] for move in moves} == {"pass"}
    lines = [line for line in told if line["game"] == game]
    assert lines == [
        {"game": game, "version": version, "exception": "Traceback: it fell over"}
        for version in range(2, 2 + len(moves))
    ]


def test_a_bots_move_that_is_not_legal_is_replaced_by_the_first_that_is(
    on_memory: Client, monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]
) -> None:
    async def cheat(*_: Any) -> Move:
        return parse("keep 1", BOTH["cask-race"].verbs)

    monkeypatch.setattr(Thinkers, "choose", cheat)
    game = created(on_memory, RANDOM, RANDOM)["game"]["gameId"]
    until(lambda: ended(on_memory, game), "the end")
    moves = [entry["notation"] for entry in check_log(on_memory, game) if entry["notation"]]
    assert set(moves) == {"pass"}
    assert len([line for line in told if line["game"] == game]) == len(moves)


# --- suggestions -------------------------------------------------------------------------------------------------------

SUGGESTED = "suggestion(bot: $bot) { notation label input }"


def suggested(client: Client, game: str, kind: str = GREEDY, at: int | None = None) -> Json | None:
    found: Json | None = client.within(game, SUGGESTED, at, bot=("BotKind!", kind))["suggestion"]
    return found


@pytest.mark.parametrize("kind", [*GAMES, "cask-race"])
@pytest.mark.parametrize("name", [GREEDY, RANDOM])
def test_a_suggestion_is_a_legal_move_of_whose_turn_it_is(on_memory: Client, kind: str, name: str) -> None:
    table = table_of(on_memory, created(on_memory, MINE, MINE, kind=kind))
    for _ in range(2):
        version = table.version
        move = suggested(table.decider, table.id, name)
        assert move in table.moves()
        for viewer in (table.waiting, table.spectator, table.host):
            assert suggested(viewer, table.id, name) is None
        assert table.version == version
        assert move is not None
        table.play(move["notation"])


def test_nothing_is_suggested_before_the_start_and_after_the_end(anyone: Client) -> None:
    made = created(anyone, MINE, OPEN)
    assert suggested(anyone.with_token(made["seats"][0]["token"]), made["game"]["gameId"]) is None
    table = table_of(anyone, created(anyone, MINE, MINE, options={"turnCap": 1}))
    decider = table.decider
    table.finish()
    assert suggested(decider, table.id) is None
    assert suggested(decider, table.id, at=2) in decider.legal_moves(table.id, at=2)


def test_suggestions_are_counted_by_what_they_cost(on_memory: Client) -> None:
    table = table_of(on_memory, created(on_memory, MINE, MINE))
    most = (LIMITS.cost - LOOK) // THINK

    def many(count: int) -> str:
        fields = " ".join(f"s{i}: suggestion(bot: RANDOM) {{ notation }}" for i in range(count))
        return f'{{ game(id: "{table.id}") {{ ... on Game {{ {fields} }} }} }}'

    assert len(table.decider.ask(many(most))["game"]) == most
    body = table.decider.post(many(most + 1)).json()
    assert {error["extensions"]["code"] for error in body["errors"]} == {"TOO_COSTLY"}


def test_bots_are_told_only_what_their_seat_knows(on_memory: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[BotKind, int, Any]] = []
    choose = Thinkers.choose

    async def look(self: Thinkers, game: Any, edition: Any, kind: BotKind, luck: int, seat: int, known: Any) -> Move:
        seen.append((kind, seat, known))
        return await choose(self, game, edition, kind, luck, seat, known)

    monkeypatch.setattr(Thinkers, "choose", look)
    table = against(on_memory)
    until(lambda: my_turn(table), "my turn")
    while not {kind for kind, _, _ in seen} >= {BotKind.GREEDY, BotKind.RANDOM}:  # a move may leave the turn with me
        move = suggested(table.seat(1), table.id)
        assert move is not None
        table.play(move["notation"])
        until(lambda: my_turn(table), "the bot's move")
    tiny = BOTH["cask-race"]
    rules = tiny.rules(packaged(tiny.edition, tiny.about.package)[0])
    assert {(kind, seat) for kind, seat, _ in seen} == {(BotKind.GREEDY, 1), (BotKind.RANDOM, 2)}
    for _, seat, known in seen:
        assert known == rules.known(known, seat)
        assert any(rules.known(known, other) != known for other in (1, 2))
        assert UNKNOWN in known.pile


def test_a_suggestion_that_fails_is_an_error_and_the_next_one_is_answered(
    on_memory: Client, monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]
) -> None:
    async def fail(*_: Any) -> Move:
        raise BotFailed("its process died")

    table = table_of(on_memory, created(on_memory, MINE, MINE))
    with monkeypatch.context() as failing:
        failing.setattr(Thinkers, "choose", fail)
        query = f'{{ game(id: "{table.id}") {{ ... on Game {{ suggestion(bot: RANDOM) {{ notation }} }} }} }}'
        body = table.decider.post(query).json()
        assert body["errors"]
        assert "died" not in str(body)
    assert suggested(table.decider, table.id) is not None
