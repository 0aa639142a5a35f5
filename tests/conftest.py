"""Who runs the tests in the background of a shell has SIGINT ignored, by them and by all that they start. Some send it."""

import signal

import pytest
from hypothesis import HealthCheck, settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Slow generation is no fault of a strategy where other work shares the machine.
settings.register_profile("taphouse", suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("taphouse")

SLOW = ("web", "secrecy", "fuzzing", "tutorials", "house")
"""The folders whose tests take longest. They come first, so that no process is left with them alone at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the slow folders to the front."""
    items.sort(key=lambda item: next((n for n, name in enumerate(SLOW) if f"tests/{name}/" in item.nodeid), len(SLOW)))
