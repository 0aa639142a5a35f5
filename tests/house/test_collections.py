"""Garbage is collected in slices, and everything is walked only when there is a reason. In a process of its own: it is frozen."""

from __future__ import annotations

import subprocess
import sys

from tests.effort import BOUND

SCRIPT = f"""
import asyncio, gc, weakref
from taphouse.service.runtime import interpreter

class Cycle:
    def __init__(self):
        self.me = self

async def until(true):
    async with asyncio.timeout({BOUND}):
        while not true():
            await asyncio.sleep(0.01)

async def slices(count):
    seen = gc.get_stats()[0]["collections"]
    await until(lambda: gc.get_stats()[0]["collections"] >= seen + count)

async def main():
    gc.freeze()  # as another program may
    await interpreter.tend()  # nobody settled
    gc.unfreeze()
    interpreter.settle()
    interpreter.SLICE = 0.01
    tending = asyncio.create_task(interpreter.tend())
    young = weakref.ref(Cycle())
    await until(lambda: young() is None)
    walked = Cycle()
    twice = weakref.ref(walked)
    gc.collect(0)  # as Python's own collections
    del walked
    Cycle()  # there is garbage in this slice
    await until(lambda: twice() is None)
    old = Cycle()
    alive, plain = weakref.ref(old), [[object()]]
    await slices(2)
    assert not any(each is plain for each in gc.get_objects())  # what lives is left out
    del old
    await slices(3)
    assert alive() is not None
    interpreter.MUCH_GARBAGE = interpreter.MOST_GARBAGE = 100
    for _ in range(200):
        Cycle()
    await until(lambda: alive() is None)
    tending.cancel()

asyncio.run(main())
"""


def test_a_slice_leaves_out_what_lives_and_much_garbage_has_everything_walked() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
