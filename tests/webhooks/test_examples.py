"""The programs of examples/webhooks verify deliveries, and refuse what is forged, changed or old."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from taphouse.service.webhooks.sending import payload, signature
from taphouse.service.webhooks.stored import Delivery
from tests.webhooks.receiver import SECRET

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "webhooks"
BODY = payload(Delivery("YOUR_TURN", "a" * 24, 7, 2, 1_700_000_000_000, epoch="1f3a9c27"))

ODD = (
    "",
    "v1",
    "v1,",
    "v1,x",
    "v1,\u00e9",
    "\u0661",
    "\udc80",
    "nan",
    "1e400",
    "-1",
    "9" * 5000,
    "v1,a,b",
    " ",
    "\x00",
)
"""Values of headers that no delivery has."""


def cases() -> list[tuple[bool, dict[str, str], str]]:
    """Deliveries, each with True if it is genuine."""

    def headers(at: float, body: bytes = BODY, secret: str = SECRET) -> dict[str, str]:
        timestamp = str(int(at))
        signed = signature(secret.removeprefix("whsec_"), "an-id", timestamp, body)
        return {"webhook-id": "an-id", "webhook-timestamp": timestamp, "webhook-signature": signed}

    now, text = time.time(), BODY.decode()
    good = headers(now)
    return [
        (True, good, text),
        (True, {**good, "webhook-signature": f"v1,b3RoZXI= {good['webhook-signature']}"}, text),
        (False, good, text.replace("7", "8")),
        (False, {**good, "webhook-id": "another"}, text),
        (False, {**good, "webhook-timestamp": str(int(now) + 1)}, text),
        (False, headers(now - 400), text),
        (False, headers(now, secret="whsec_" + "A" * 32), text),
        *((False, {**good, name: odd}, text) for name in good for odd in ODD),
        *((False, {other: one for other, one in good.items() if other != name}, text) for name in good),
        (False, {}, text),
    ]


def test_the_payload_in_the_documents_has_the_members_of_one() -> None:
    section = (ROOT / "docs" / "api" / "accounts.md").read_text(encoding="utf-8").partition("## Webhooks")[2]
    (block,) = re.findall(r"^```json\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    shown, real = json.loads(block), json.loads(BODY)
    assert (shown.keys(), shown["data"].keys()) == (real.keys(), real["data"].keys())
    assert real["timestamp"].endswith("Z")


def test_the_example_in_python() -> None:
    names = runpy.run_path(str(EXAMPLES / "verify.py"))
    assert [names["is_genuine"](SECRET, headers, body.encode()) for _, headers, body in cases()] == [
        genuine for genuine, _, _ in cases()
    ]


def test_the_example_in_javascript(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node.js")
    asked = [[headers, body] for _, headers, body in cases()]
    file = tmp_path / "verify.mjs"
    file.write_text(
        (EXAMPLES / "verify.mjs").read_text(encoding="utf-8")
        + f"const asked = {json.dumps(asked)}\n"
        + f"const found = asked.map(([headers, body]) => isGenuine({json.dumps(SECRET)}, headers, Buffer.from(body)))\n"
        + "console.log(JSON.stringify(found))\n"
    )
    done = subprocess.run([node, file], capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == [genuine for genuine, _, _ in cases()]
