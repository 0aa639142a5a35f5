"""Bots in processes of their own choose what they choose in this one, and whatever becomes of one, nobody waits for ever."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from taphouse.engine import GAMES
from taphouse.engine.bots import BOTS
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move
from taphouse.engine.editions import Edition, packaged
from taphouse.engine.game import Game
from taphouse.schema.values.bots import BotKind
from taphouse.service.bots import process_pool as module
from taphouse.service.bots import thinking_process
from taphouse.service.bots.process_pool import BotProcesses, BotTask, NoBotMove
from tests.effort import BOUND
from tests.tiny.about import GAME as TINY

PLAYED = (*GAMES.values(), TINY)
DECISIONS = 16
"""So many of each game are looked at."""


class Position:
    """The position as the seat that must decide knows it."""

    def __init__(self, game: Game, seat: int, known: Any) -> None:
        self.game, self.seat, self.known = game, seat, known
        self.edition: Edition = packaged(game.edition, game.about.package)[0]
        self.rules = game.rules(self.edition)

    def here(self, bot: BotKind, luck: int) -> Move:
        """The move that a bot chooses in this process."""
        return BOTS[str(bot)](self.game, random.Random(luck)).choose(self.rules, self.known, self.seat)

    async def there(self, bot_runner: BotProcesses, bot: BotKind, luck: int) -> Move:
        """The one that it chooses in another."""
        async with asyncio.timeout(BOUND * 2):
            task = BotTask(self.game, self.edition, self.rules.version, self.seat, self.known, luck)
            return await bot_runner.choose(task, bot)


def positions(game: Game) -> Iterator[Position]:
    """The first positions of a game, played by chance."""
    rules, chance, rng = (
        game.rules(packaged(game.edition, game.about.package)[0]),
        Chance(seed_from("p")),
        random.Random(1),
    )
    state = rules.new(game.about.options(), game.about.seats[0], chance)
    for _ in range(DECISIONS):
        decision = rules.decision(state)
        if decision is None:
            return
        known = rules.known(state, decision.seat)
        yield Position(game, decision.seat, known)
        state = rules.apply(state, rng.choice(list(rules.moves(known))), chance).state


FIRST = next(positions(TINY))
BROKEN = Position(TINY, 1, FIRST.rules.known(FIRST.known, 1))
BROKEN.known = "no position at all"


@pytest.fixture
async def bot_runner() -> AsyncIterator[BotProcesses]:
    """One process."""
    made = BotProcesses(1)
    yield made
    await made.close()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """The processes that the bot runner starts."""
    found: list[Process] = []
    start = asyncio.create_subprocess_exec

    async def note(*command: Any, **given: Any) -> Process:
        found.append(await start(*command, **given))
        return found[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", note)
    return found


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> asyncio.Semaphore:
    """Is released when a process is asked something."""
    found, framed = asyncio.Semaphore(0), module.framed

    def note(request: Any) -> bytes:
        found.release()
        return framed(request)

    monkeypatch.setattr(module, "framed", note)
    return found


async def taken(asked: asyncio.Semaphore) -> None:
    """Wait until something has been asked."""
    async with asyncio.timeout(BOUND):
        await asked.acquire()


async def think_for_ever(
    bot_runner: BotProcesses, started: list[Process], asked: asyncio.Semaphore, decisions: int = 1
) -> list[asyncio.Task[Move]]:
    """Decisions, for the first of which a process has been asked that gives no answer."""
    await FIRST.there(bot_runner, BotKind.RANDOM, 1)
    await taken(asked)
    started[0].send_signal(signal.SIGSTOP)
    thinking = [asyncio.create_task(FIRST.there(bot_runner, BotKind.RANDOM, luck)) for luck in range(decisions)]
    await taken(asked)
    return thinking


async def test_a_bot_chooses_the_same_move_in_a_process_of_its_own(bot_runner: BotProcesses) -> None:
    for game in PLAYED:
        for position in islice(positions(game), 1, None, 5):
            for bot in (BotKind.RANDOM, BotKind.GREEDY):  # those that search have a limit of time
                luck = random.getrandbits(64)
                assert await position.there(bot_runner, bot, luck) == position.here(bot, luck)


async def test_its_random_choices_follow_from_its_luck(bot_runner: BotProcesses) -> None:
    position = next(positions(GAMES["dank-and-draft"]))
    chosen = [await position.there(bot_runner, BotKind.RANDOM, luck) for luck in (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6)]
    assert chosen[:6] == chosen[6:]
    assert len(set(chosen)) > 1


async def test_one_process_thinks_for_many_decisions_and_is_started_when_it_is_first_needed(
    bot_runner: BotProcesses, started: list[Process]
) -> None:
    assert started == []
    for luck in range(5):
        await FIRST.there(bot_runner, BotKind.GREEDY, luck)
    assert len(started) == 1


async def test_a_process_that_is_killed_between_two_decisions_is_started_again(
    bot_runner: BotProcesses, started: list[Process]
) -> None:
    await FIRST.there(bot_runner, BotKind.RANDOM, 1)
    started[0].send_signal(signal.SIGKILL)
    assert await FIRST.there(bot_runner, BotKind.RANDOM, 1) == FIRST.here(BotKind.RANDOM, 1)
    assert len(started) == 2


async def test_when_a_process_is_killed_while_it_thinks_another_one_makes_the_move(
    bot_runner: BotProcesses, started: list[Process], asked: asyncio.Semaphore
) -> None:
    (thinking,) = await think_for_ever(bot_runner, started, asked)
    started[0].send_signal(signal.SIGKILL)
    assert await thinking == FIRST.here(BotKind.RANDOM, 0)
    assert len(started) == 2


async def test_a_bot_whose_process_is_killed_twice_has_no_move_and_the_next_one_has(
    bot_runner: BotProcesses, started: list[Process], asked: asyncio.Semaphore
) -> None:
    (thinking,) = await think_for_ever(bot_runner, started, asked)
    started[0].send_signal(signal.SIGKILL)
    await taken(asked)  # by another process, which has not even begun to read
    started[1].send_signal(signal.SIGKILL)
    with pytest.raises(NoBotMove, match="died"):
        await thinking
    assert await FIRST.there(bot_runner, BotKind.RANDOM, 1) == FIRST.here(BotKind.RANDOM, 1)
    assert len(started) == 3


async def test_a_bot_that_thinks_for_too_long_has_no_move(
    bot_runner: BotProcesses,
    started: list[Process],
    asked: asyncio.Semaphore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await FIRST.there(bot_runner, BotKind.RANDOM, 1)
    monkeypatch.setattr(module, "LONGEST_THOUGHT", 0.001)  # in which no process begins to read
    started[0].send_signal(signal.SIGSTOP)
    with pytest.raises(NoBotMove):
        await FIRST.there(bot_runner, BotKind.RANDOM, 1)
    monkeypatch.undo()
    assert await FIRST.there(bot_runner, BotKind.RANDOM, 1) == FIRST.here(BotKind.RANDOM, 1)


async def test_an_exception_of_a_bot_is_told_with_its_traceback_and_the_process_goes_on(
    bot_runner: BotProcesses, started: list[Process]
) -> None:
    for _ in range(3):
        with pytest.raises(NoBotMove) as failed:
            await BROKEN.there(bot_runner, BotKind.GREEDY, 1)
        assert "Traceback (most recent call last)" in str(failed.value)
        assert "ValidationError" in str(failed.value)
    assert await FIRST.there(bot_runner, BotKind.RANDOM, 1) == FIRST.here(BotKind.RANDOM, 1)
    assert len(started) == 1


async def test_several_think_side_by_side_and_each_answers_what_it_was_asked(
    started: list[Process],
) -> None:
    bot_runner = BotProcesses(3)
    try:
        asked = [(position, luck) for luck, position in enumerate(positions(TINY))] * 3
        asked.insert(5, (BROKEN, 0))
        asked.insert(9, (BROKEN, 0))
        answers = await asyncio.gather(
            *(position.there(bot_runner, BotKind.RANDOM, luck) for position, luck in asked), return_exceptions=True
        )
        for (position, luck), answer in zip(asked, answers, strict=True):
            if position is BROKEN:
                assert isinstance(answer, NoBotMove)
            else:
                assert answer == position.here(BotKind.RANDOM, luck)
        assert len(started) == 3
    finally:
        await bot_runner.close()
    assert all(process.returncode is not None for process in started)


@pytest.mark.parametrize("decisions", [1, 20])
async def test_closing_ends_every_process_while_one_thinks_and_others_are_to(
    started: list[Process], asked: asyncio.Semaphore, decisions: int
) -> None:
    bot_runner = BotProcesses(1)
    waiting = await think_for_ever(bot_runner, started, asked, decisions)
    await bot_runner.close()
    for answer in await asyncio.gather(*waiting, return_exceptions=True):
        assert isinstance(answer, NoBotMove | asyncio.CancelledError)
    assert [process.returncode for process in started] == [-signal.SIGKILL]


async def test_closing_thinkers_that_never_thought_starts_nothing(started: list[Process]) -> None:
    await BotProcesses(2).close()
    assert started == []


async def test_what_lies_in_the_working_directory_does_not_stand_in_for_the_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot_runner: BotProcesses
) -> None:
    for name in ("taphouse", "random"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not me')\n")
    monkeypatch.chdir(tmp_path)
    position = next(positions(GAMES["dank-and-draft"]))
    assert await position.there(bot_runner, BotKind.RANDOM, 1) == position.here(BotKind.RANDOM, 1)


async def test_a_caller_that_is_cancelled_leaves_its_process_to_the_next_one(
    bot_runner: BotProcesses, started: list[Process], asked: asyncio.Semaphore
) -> None:
    (thinking,) = await think_for_ever(bot_runner, started, asked)
    thinking.cancel()
    await asyncio.wait([thinking])
    started[0].send_signal(signal.SIGCONT)
    assert await FIRST.there(bot_runner, BotKind.RANDOM, 1) == FIRST.here(BotKind.RANDOM, 1)
    assert len(started) == 1


def asking(process: subprocess.Popen[bytes], bot: str) -> None:
    """Ask a process for a move."""
    known = msgspec.msgpack.encode(FIRST.known)
    request = module.Request("tests.tiny", FIRST.edition.source, 1, bot, 1, FIRST.seat, known)
    assert process.stdin is not None
    process.stdin.write(module.framed(request))
    process.stdin.flush()


def test_a_process_ends_with_its_input_and_an_interrupt_is_left_to_its_parent() -> None:
    command = [sys.executable, "-m", "taphouse.service.bots.thinking_process"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1) as process:
        asking(process, "random")
        assert process.stdout is not None
        assert thinking_process.receive(process.stdout)  # it has begun to read
        process.send_signal(signal.SIGINT)  # as a terminal sends it to all that run in it
        _, errors = process.communicate(timeout=BOUND)
    assert errors == b""
    assert process.returncode == 0


def test_a_process_whose_bot_never_answers_does_not_outlive_the_service() -> None:
    program = """
import itertools
from taphouse.service.bots import thinking_process

thinking_process.LONGEST_THOUGHT = 1
thinking_process.answer = lambda request: print("thinking", flush=True) or sum(itertools.count())  # no signal reaches Python
thinking_process.main()
"""
    with subprocess.Popen([sys.executable, "-c", program], stdin=-1, stdout=-1, stderr=-1) as process:
        asking(process, "random")
        assert process.stderr is not None
        assert process.stderr.readline() == b"thinking\n"
        process.communicate(timeout=BOUND)  # its input ends, as when the service is killed
    assert process.returncode == -signal.SIGALRM
