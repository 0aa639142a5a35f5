"""Experts think for seconds, in processes of their own, and remember what their seat saw and nothing else."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from taphouse.engine.bots.search import Considered
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move, Seen
from taphouse.engine.editions import packaged
from taphouse.engine.worlds import Playout, other_world
from taphouse.lab.game_tests.tables import hiding
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.failures import Busy
from taphouse.schema.prices import ITERATION, iterations_of
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.lifecycle import Happening
from taphouse.service.bots import bot_seats, thinking_process
from taphouse.service.bots.bot_queue import BotQueue
from taphouse.service.bots.process_pool import BotProcesses, BotTask
from taphouse.service.games.advising import memories
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Due
from tests.api.client import MINE, Client, Json, table_of
from tests.api.conftest import http
from tests.api.server import BOTH, Server, until
from tests.bots.house.shared import SEED, bot, check_log, ended
from tests.bots.house.test_suggestions import suggested
from tests.effort import BOUND
from tests.short_games import SHORT

EXPERT = "SEARCH_EXPERT"
KIND = "dank-and-draft"


class Oracles:
    """Experts that make the first legal move at once, and note what they were given; held while `hold` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.given: list[tuple[BotProcesses, BotKind, int, Any, list[Seen]]] = []
        self.hold = threading.Event()
        oracles = self

        async def choose(self: BotProcesses, task: BotTask, kind: BotKind, owner: str) -> Move:
            oracles.given.append((self, kind, task.seat, task.known, [*task.seen]))
            while kind is BotKind.SEARCH_EXPERT and oracles.hold.is_set():  # noqa: ASYNC110 -- cleared by another thread
                await asyncio.sleep(0.005)
            rules = task.game.rules(task.edition, task.rules)
            return next(iter(rules.moves(task.known)))  # type: ignore[no-any-return]

        async def advise(self: BotProcesses, task: BotTask, kind: BotKind, owner: str) -> list[Considered]:
            return [Considered(await choose(self, task, kind, owner), 0, 0.0)]

        monkeypatch.setattr(BotProcesses, "choose", choose)
        monkeypatch.setattr(BotProcesses, "advise", advise)


@pytest.fixture
def oracles(monkeypatch: pytest.MonkeyPatch) -> Iterator[Oracles]:
    made = Oracles(monkeypatch)
    yield made
    made.hold.clear()


def created(client: Client, *kinds: str, kind: str = KIND) -> Json:
    asked = [{"kind": MINE, "name": None} if one == MINE else bot(one) for one in kinds]
    return client.done("createGame", game={BOTH[kind].field: SHORT[kind]}, seats=asked, seed=SEED)


def test_an_expert_is_told_all_that_its_seat_saw_and_reads_each_version_once(
    on_memory: Client, oracles: Oracles, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    entries = MemoryStore.entries

    async def counted(self: MemoryStore, game: str, after: int, count: int) -> Any:
        found = await entries(self, game, after, count)
        read.extend(entry.version for entry in found)
        return found

    monkeypatch.setattr(MemoryStore, "entries", counted)
    game = created(on_memory, EXPERT, "RANDOM")["game"]["gameId"]
    until(lambda: ended(on_memory, game), "the end")
    assert len(read) == len({*read})
    moves = [entry["notation"] for entry in check_log(on_memory, game) if entry["notation"]]
    rules = BOTH[KIND].rules(packaged(BOTH[KIND].edition, BOTH[KIND].about.package)[0])
    thought = [(seat, known, seen) for _, kind, seat, known, seen in oracles.given if kind is BotKind.SEARCH_EXPERT]
    assert len(thought) > 3
    for seat, known, seen in thought:
        assert known == rules.known(known, seat)
        for one in seen:
            assert one.known == rules.known(one.known, seat)
            assert one.events == tuple(rules.redact(event, seat) for event in one.events)
    numbers = [len(seen) for _, _, seen in thought]
    assert numbers == sorted({*numbers})
    assert numbers[-1] < len(moves)
    assert {kind for _, kind, _, _, seen in oracles.given if not seen} >= {BotKind.RANDOM}


def test_an_expert_in_another_process_gets_what_its_seat_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    game = BOTH[KIND]
    edition = packaged(game.edition, game.about.package)[0]
    rules, chance = game.rules(edition), Chance(seed_from("seen"))
    state, seen = rules.new(game.about.options(), 2, chance), list[Seen]()
    while len(seen) < 12 or rules.decider(state) != 1:
        move = next(iter(rules.moves(state)))
        step = rules.apply(state, move, chance)
        seen.append(rules.seen(state, rules.decider(state), move, step.events, 1))
        state = step.state
    asked: list[Any] = []

    class Remembering:
        remembers = True

        def __init__(self, *_: Any) -> None: ...

        def choose(self, rules: Any, known: Any, seat: int, memory: Any) -> Move:
            asked.append((known, seat, memory))
            return next(iter(rules.moves(known)))  # type: ignore[no-any-return]

    monkeypatch.setattr(thinking_process, "BOTS", {"search-expert": Remembering})
    known = rules.known(state, 1)
    request = BotTask(game, edition, rules.version, 1, known, 1, seen).request("search-expert")
    sent = msgspec.msgpack.decode(msgspec.msgpack.encode(request), type=thinking_process.Request)
    assert thinking_process.answer(sent).notation
    assert asked == [(known, 1, rules.remembered(seen, 1))]


@pytest.mark.parametrize("kind", hiding())
def test_an_expert_is_told_the_same_in_worlds_that_its_seat_cannot_tell_apart(kind: str) -> None:
    game, rng = BOTH[kind], random.Random(2)
    edition = packaged(game.edition, game.about.package)[0]
    rules = game.rules(edition)
    played = Playout(rules, game.about.options(), 2, "worlds", rng.choice)
    k = min(14, len(played.moves) - 1)
    for seat in (1, 2):
        world = other_world(game)(played, k, seat, rng)
        told = []
        for states, events in (
            (played.states, played.events),
            ([step.state for step in world.steps], [step.events for step in world.steps[1:]]),
        ):
            seen = [
                memories._as_seen(Happening(i + 2, 0, rules, None, played.moves[i], False, events[i]), states[i], seat)
                for i in range(k)
            ]
            known = rules.known(states[k], seat)
            told.append(BotTask(game, edition, rules.version, seat, known, 1, seen).request("search-expert"))
        assert played.states[k] != world.steps[k].state
        assert told[0] == told[1]
        assert len(told[0].seen) > 1000


def test_while_an_expert_thinks_the_other_bots_go_on(on_memory: Client, oracles: Oracles) -> None:
    oracles.hold.set()
    slow = created(on_memory, EXPERT, EXPERT)["game"]["gameId"]
    until(lambda: bool(oracles.given), "an expert's thought")
    quick = created(on_memory, "RANDOM", "RANDOM")["game"]["gameId"]
    until(lambda: ended(on_memory, quick), "the end of the game of others")
    mine = table_of(on_memory, created(on_memory, MINE, MINE))
    assert suggested(mine.decider, mine.id) is not None
    assert on_memory.look(slow)["version"] == 2
    oracles.hold.clear()
    until(lambda: ended(on_memory, slow), "the end of the game of experts")
    check_log(on_memory, slow)


def test_a_seat_is_given_to_an_expert_and_taken_back(on_memory: Client, oracles: Oracles) -> None:
    oracles.hold.set()
    made = created(on_memory, MINE, EXPERT)
    game, host = made["game"]["gameId"], on_memory.with_token(made["hostToken"])
    table = table_of(on_memory, made)
    while table.to_move == 1:
        table.play(table.seat(1).legal_moves(game)[0]["notation"])
    until(lambda: bool(oracles.given), "the expert's thought")
    host.done("replacePlayer", **{"gameId": game, "seat": 2, "with": {"bot": "RANDOM"}, "mayReturn": False})
    oracles.hold.clear()
    until(lambda: table.to_move in (1, None), "the other bot's move")
    check_log(on_memory, game)


def test_an_expert_goes_on_after_the_store_failed(
    on_memory: Client, oracles: Oracles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_seats, "LEASE", 0.3)
    entries, failed = MemoryStore.entries, []

    async def fail(self: MemoryStore, *given: Any) -> Any:
        if len(failed) < 3:
            failed.append(given)
            raise StoreUnavailable("away")
        return await entries(self, *given)

    with monkeypatch.context() as failing:
        failing.setattr(MemoryStore, "entries", fail)
        game = created(on_memory, EXPERT, "RANDOM")["game"]["gameId"]
        until(lambda: len(failed) == 3, "three failures")
        until(lambda: on_memory.look(game)["version"] > 4, "the next moves")
    until(lambda: ended(on_memory, game), "the end")
    check_log(on_memory, game)


def test_what_waits_for_an_expert_in_one_instance_is_left_alone_by_the_other(
    two_instances: tuple[Client, Client], oracles: Oracles
) -> None:
    oracles.hold.set()
    first, second = two_instances
    games = [created(first, EXPERT, EXPERT)["game"]["gameId"] for _ in range(4)]
    until(lambda: bool(oracles.given), "an expert's thought")
    oracles.hold.clear()
    for game in games:
        until(lambda game=game: ended(second, game), "the end")
        check_log(second, game)
    thought = [(seat, msgspec.msgpack.encode(known)) for _, _, seat, known, _ in oracles.given]
    assert len(thought) <= 4 * len({*thought}) + 4  # the games are equal: each decision was thought about once


def test_an_instance_that_stops_while_an_expert_thinks_leaves_the_move_to_another(
    valkey: str, two_instances: tuple[Client, Client], oracles: Oracles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_seats, "LEASE", 0.3)
    other, _ = two_instances
    oracles.hold.set()
    with Server(url=valkey) as server, http(server) as client:
        game = created(Client(client), EXPERT, EXPERT)["game"]["gameId"]
        until(lambda: bool(oracles.given), "an expert's thought")
    assert other.within(game, "version")["version"] == 2
    oracles.hold.clear()
    until(lambda: ended(other, game), "the end")
    check_log(other, game)


async def test_clients_wait_for_an_expert_in_turn_and_one_address_holds_few_places() -> None:
    line, order, release = BotQueue(1, None, 4, 2), list[str](), asyncio.Event()

    async def ask(address: str) -> None:
        async with line.turn(address):
            order.append(address)
            await release.wait()

    async with asyncio.timeout(BOUND), asyncio.TaskGroup() as group:
        for address in ("a", "a", "b"):
            group.create_task(ask(address))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await ask("a")
        group.create_task(ask("c"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await ask("d")
        release.set()
    assert order == ["a", "a", "b", "c"]
    await ask("a")


async def test_games_that_people_play_come_before_advice_and_advice_before_games_of_bots_alone() -> None:
    line, order, release = BotQueue(1, None, 8, 8), list[str](), asyncio.Semaphore(0)

    async def work() -> None:
        while True:
            async with line.game() as due:
                order.append(due.member)
                await release.acquire()

    async def ask(address: str) -> None:
        async with line.turn(address):
            order.append(address)
            await release.acquire()

    async with asyncio.timeout(BOUND):
        worker = asyncio.create_task(work())
        line.put(Due("alone", ""), "many", alone=True)
        await soon(lambda: order == ["alone"])
        askers = [asyncio.create_task(ask(f"asker {number}")) for number in range(3)]
        await asyncio.sleep(0)
        for number in (1, 2):
            line.put(Due(f"alone {number}", ""), "many", alone=True)
        for number in range(5):
            line.put(Due(f"played {number}", ""), "many", alone=False)
        line.put(Due("played by one", ""), "one", alone=False)
        for place in range(1, 12):
            release.release()
            await soon(lambda place=place: len(order) == place + 1)
        release.release()
        await asyncio.wait(askers)
        worker.cancel()
    # Many games of one creator starve neither the game of another nor advice.
    assert order[1:9] == [
        "played 0",
        "played by one",
        "played 1",
        "asker 0",
        "played 2",
        "played 3",
        "played 4",
        "asker 1",
    ]
    assert order[9:] == ["asker 2", "alone 1", "alone 2"]


async def test_a_place_in_the_line_ends_with_its_request() -> None:
    line = BotQueue(1, None, 2, 2)

    async def ask() -> None:
        async with line.turn("a"):
            await asyncio.Event().wait()

    async with asyncio.timeout(BOUND):
        for _ in range(3):
            askers = [asyncio.create_task(ask()) for _ in range(2)]
            await asyncio.sleep(0)
            for asker in askers:  # the first has been given the place in this turn, and has not noticed
                asker.cancel()
            await asyncio.wait(askers)
        waiting = asyncio.create_task(anext(aiter_of(line)))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        line.put(Due("game", ""), "one", alone=False)
        async with line.game() as due:
            assert due.member == "game"
        async with line.turn("b"):
            assert not line.due


async def aiter_of(line: BotQueue) -> AsyncIterator[Due]:
    async with line.game() as due:
        yield due


async def soon(there: Callable[[], bool]) -> None:
    while not there():  # noqa: ASYNC110 -- a few turns of the loop
        await asyncio.sleep(0)


async def test_a_client_who_is_refused_is_given_their_place_in_the_line() -> None:
    line, release = BotQueue(1, None, 4, 2), asyncio.Event()

    async def ask(address: str) -> None:
        async with line.turn(address):
            await release.wait()

    async with asyncio.timeout(BOUND), asyncio.TaskGroup() as group:
        for address in ("b", "a", "c", "c"):
            group.create_task(ask(address))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for address, place in (
            ("d", "4 answers of bots are awaited."),
            ("c", "4 answers of bots are awaited. You await 2 of them, and the next is at place 2 of the line."),
            ("b", "4 answers of bots are awaited. You await 1 of them, and all of them are being worked out."),
        ):
            with pytest.raises(Busy) as refused:
                await ask(address)
            assert refused.value.why == f"The service is busy: {place}"
        release.set()


LINE = "query ($id: ID!) { game(id: $id) { ... on Game { botLine(bot: SEARCH_EXPERT) { game advice } } } }"


def test_who_waits_for_an_expert_sees_the_place_in_the_line(oracles: Oracles) -> None:
    oracles.hold.set()
    with Server(store=MemoryStore(), bot_experts=1) as server, http(server) as client, ThreadPoolExecutor() as threads:
        anyone = Client(client)
        thinking, *others = [created(anyone, EXPERT, EXPERT)["game"]["gameId"] for _ in range(3)]

        def places(game: str) -> tuple[int, int]:
            line = anyone.ask(LINE, id=game)["game"]["botLine"]
            return line["game"], line["advice"]

        until(lambda: len(oracles.given) == 1, "an expert's thought")
        until(lambda: [places(game)[0] for game in (thinking, *others)] == [0, 1, 2], "two games wait")
        assert places(thinking) == (0, 0)
        table = table_of(anyone, created(anyone, MINE, MINE))
        asked = threads.submit(suggested, table.decider, table.id, EXPERT)
        until(lambda: places(thinking) == (0, 1), "a client waits")
        assert anyone.http.get(f"/v1/games/{others[0]}/bot-line?bot=SEARCH_EXPERT").json() == {"game": 1, "advice": 1}
        oracles.hold.clear()
        assert asked.result() is not None
        assert places(thinking)[1] == 0


def test_a_table_with_an_expert_is_played_within_an_ordinary_budget() -> None:
    assert iterations_of(BotKind.SEARCH_EXPERT) == iterations_of("SEARCH_STRONG") == iterations_of("SEARCH_EXPERT")
    assert 0 < ITERATION * iterations_of(BotKind.SEARCH_EXPERT) < 5000
