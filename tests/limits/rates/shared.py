"""The costs of requests, and the budgets that are left."""

from __future__ import annotations

import re

import httpx

NOBODY = "a" * 24

BURST, ADDRESS_BURST = 1000, 3000
FLOW, ADDRESS_FLOW = 10, 20


def code(response: httpx.Response) -> str:
    (error,) = response.json()["errors"]
    assert "data" not in response.json()
    return str(error["extensions"]["code"])


def left(response: httpx.Response) -> dict[str, int]:
    """The points that are left, as the header says, by policy."""
    found = re.findall(r'"(\w+)";r=(\d+)', response.headers["ratelimit"])
    return {name: int(amount) for name, amount in found}


def cost(response: httpx.Response) -> int:
    """The cost, as the header says."""
    (found,) = set(re.findall(r"taphouse-cost=(\d+)", response.headers["ratelimit"]))
    return int(found)
