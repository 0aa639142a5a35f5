"""Signals to a process in which the application runs: they act as before, and streams are told."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from taphouse.service.runtime.shutdown import stopping
from tests.api.server import until
from tests.effort import BOUND

SIGNALS = [signal.SIGTERM, signal.SIGINT]


@pytest.fixture
def handled() -> Iterator[Callable[[int, object], None]]:
    """Sets what the process does at a signal, until the test is over."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    yield signal.signal
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", SIGNALS)
async def test_a_signal_that_somebody_handles_is_told_to_streams_and_then_handled(handled, number):
    heard: list[int] = []

    def handler(number: int, _frame: object) -> None:
        heard.append(number)

    handled(number, handler)
    with stopping() as event:
        signal.raise_signal(number)
        async with asyncio.timeout(BOUND):
            await event.wait()
    assert heard == [number]
    assert signal.getsignal(number) is handler


@pytest.mark.parametrize("number", SIGNALS)
async def test_a_signal_that_is_ignored_stops_nothing(handled, number):
    handled(number, signal.SIG_IGN)
    with stopping() as event:
        assert signal.getsignal(number) is signal.SIG_IGN, "nothing hears it"
        signal.raise_signal(number)
        assert not event.is_set()
    assert signal.getsignal(number) is signal.SIG_IGN


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_that_ends_a_process_ends_it_while_the_application_runs(number):
    script = (
        "import asyncio, signal, sys\n"
        "from taphouse.service.runtime.shutdown import stopping\n"
        "async def main():\n"
        "    signal.signal(int(sys.argv[1]), signal.SIG_DFL)\n"
        "    with stopping():\n"
        "        signal.raise_signal(int(sys.argv[1]))\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(int(number))], timeout=BOUND, check=False)
    assert done.returncode == -number


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)])
def test_a_signal_ends_a_check_of_secrecy(tmp_path: Path, number: signal.Signals, status: int):
    command = [sys.executable, "-m", "taphouse", "check-secrecy", "--game", "brew-crafters", "--pairs", "1000000"]
    env = os.environ | {"TMPDIR": str(tmp_path)}
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        # The second of its two applications begins, so the first one runs.
        until(lambda: len(list(tmp_path.rglob("keys.json"))) == 2, "a check", 120)
        process.send_signal(number)
        out, err = process.communicate(timeout=BOUND)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, out) == (status, "")
    assert "Traceback" not in err
