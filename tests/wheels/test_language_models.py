"""The examples for training language models run with the libraries that they are for, against a stand-in for a model."""

from __future__ import annotations

import json
import random
import re
import threading
import venv
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.wheels.environments import ROOT, Environment, once

pytestmark = pytest.mark.ecosystem

EXAMPLES = ROOT / "examples" / "language-models"


@pytest.fixture(scope="session")
def trainer(shared: Path, wheel: Path) -> Environment:
    """An environment with the wheel and what the examples need. It has other versions than the locked ones."""

    def make(home: Path) -> None:
        venv.create(home, with_pip=True)
        made = Environment(home)
        made.folder.mkdir()
        made.pip(
            "install", "--no-compile", f"taphouse[env] @ {wheel.as_uri()}", "-r", str(EXAMPLES / "requirements.txt")
        )
        for program in EXAMPLES.glob("*.py"):
            (made.folder / program.name).write_text(program.read_text(encoding="utf-8"))

    return Environment(once(shared / "trainer", make))


class Model(BaseHTTPRequestHandler):
    """A stand-in for a model behind Chat Completions. It chooses one of the legal moves that it was told last."""

    rng = random.Random(1)

    def log_message(self, *_: Any) -> None:
        """Print nothing."""

    def do_POST(self) -> None:
        """Answer a request, as a stream if it asks for one."""
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        told = re.findall(r"Legal moves: (.*?)(?: \| and \d+ more)?(?:\\n|\")", json.dumps(asked["messages"]))[-1]
        message = {"role": "assistant", "content": f"I choose [{self.rng.choice(told.split(' | '))}]."}
        streams = bool(asked.get("stream"))
        choice = {"index": 0, "finish_reason": "stop", "delta" if streams else "message": message}
        kind = "chat.completion.chunk" if streams else "chat.completion"
        body = json.dumps({"id": "1", "object": kind, "created": 0, "model": "stand-in", "choices": [choice]})
        self.send_response(200)
        self.send_header("content-type", "text/event-stream" if streams else "application/json")
        self.end_headers()
        self.wfile.write((f"data: {body}\n\ndata: [DONE]\n\n" if streams else body).encode())


@pytest.fixture
def model() -> Iterator[str]:
    """The URL of the stand-in."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


def test_whole_games_are_played_in_textarena(trainer: Environment) -> None:
    lines = trainer.run("python", "textarena_games.py").splitlines()
    assert lines == [f"{kind} [-1.0, 1.0]" for kind in ("dank-and-draft", "pint-craft", "brew-crafters")]


def test_verifiers_evaluates_a_model(trainer: Environment, model: str) -> None:
    given = {
        "--model": "stand-in",
        "--client.base-url": model,
        "--push": "False",
        "--env.player.runtime.type": "subprocess",
        "--env.taskset.options": '{"turnCap": 3}',
        "--env.taskset.games": "1",
    }
    words = [word for pair in given.items() for word in pair]
    code = "from verifiers.v1.cli.eval.main import main; main()"
    trainer.run("python", "-c", code, "taphouse-games", *words)
    (traces,) = trainer.folder.glob("outputs/*/traces.jsonl")
    episode = json.loads(traces.read_text(encoding="utf-8"))
    (trace,) = episode["traces"]
    assert episode["ok"], episode
    assert trace["rewards"]["place"]["score"] in (-1, 1)
    assert trace["metrics"] == {"wrong_answers": 0}
    assert len(trace["nodes"]) > 4
