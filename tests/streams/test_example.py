"""examples/follow-games.mjs follows an account by tickets, with an EventSource as browsers have it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.access.issuer import ANN, BOB
from tests.api.client import Client
from tests.api.server import Server
from tests.streams.conftest import Player
from tests.streams.shared import began, passes

EXAMPLE = Path(__file__).parents[2] / "examples" / "follow-games.mjs"
EVENT_SOURCE = """
// What the example needs of EventSource (https://html.spec.whatwg.org/multipage/server-sent-events.html). Node.js 20 has none.
// Each connection breaks after two events.
let opened = 0
globalThis.EventSource = class {
  constructor(url) {
    opened += 1
    this.stop = new AbortController()
    this.read(url).catch(() => this.stop.signal.aborted || this.onerror())
  }
  async read(url) {
    const answer = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: this.stop.signal })
    if (answer.status !== 200) throw new Error(await answer.text())
    let text = '', count = 0
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      text += part
      for (let end; (end = text.indexOf('\\n\\n')) >= 0; text = text.slice(end + 2)) {
        const fields = Object.fromEntries(text.slice(0, end).split('\\n').map((line) => line.split(/: (.*)/s)))
        if (!fields.data) continue
        this.onmessage({ data: fields.data, lastEventId: fields.id })
        if (++count === 2) throw new Error('the connection breaks')
      }
    }
    throw new Error('the stream has ended')
  }
  close() {
    this.stop.abort()
  }
}
"""


def test_the_example_in_javascript(service: Server, anyone: Client, player: Player, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node.js")
    ann, bob = player(ANN, anyone), player(BOB, anyone)
    game, other = began(ann, bob), began(ann, bob)
    file = tmp_path / "follow.mjs"
    file.write_text(
        EVENT_SOURCE
        + EXAMPLE.read_text(encoding="utf-8").replace("pause = 1000", "pause = 50")
        + f"const stop = followGames({json.dumps(service.url)}, () => {json.dumps(bob.token)}, (event) => {{\n"
        + "  console.log(JSON.stringify([event.gameId, event.version, event.yourTurn, opened]))\n"
        + "  if (event.status === 'ABANDONED') stop()\n"
        + "})\n"
    )
    told = []
    with subprocess.Popen([node, file], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            told.append(json.loads(line))
            if len(told) == 2:
                passes(ann, game)
            elif len(told) == 3:
                passes(ann, other)
            elif len(told) == 4:
                passes(bob, other)
            elif len(told) == 5:
                ann.done("abandon", gameId=game)
        assert process.wait(20) == 0
    assert [one[:3] for one in told] == [
        [game, 3, False],
        [other, 3, False],
        [game, 4, True],
        [other, 4, True],
        [other, 5, False],
        [game, 5, False],
    ]
    assert told[-1][3] == 3, "each break took another ticket"
