"""Makes schema/rest/examples.json, the answers that the OpenAPI document shows: `python -m tests.rest.examples`.

They are those of the service to a game with a seed. Only what is drawn anew each time is replaced: ids, tokens, times and the
commitment.
"""

from __future__ import annotations

import json
import re
import sys
import time
from typing import Any

import httpx

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.rest.openapi import EXAMPLES
from tests.api.conftest import http
from tests.api.server import Server
from tests.rest.client import Document, Json, Rest, Table, table_of

ID = re.compile(r"\b[a-z2-7]{24}\b")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
COMMITMENT = re.compile(r"\b[0-9a-f]{64}\b")
SECRET = re.compile("token|ticket|invite", re.IGNORECASE)
ANY_ID, ANY_TIME, ANY_COMMITMENT, ANY_TOKEN = (
    "e3ss5vq4w2k7j6n3bx2mzq5a",
    "2026-01-31T12:00:00.000Z",
    8 * "5f0c2a97",
    "eyJzIjoxfQ.c2ln",
)
NEW: Json = {
    "kind": "DANK_AND_DRAFT",
    "options": {"firstSeat": "SEAT_1"},
    "seats": [{"kind": "MINE", "name": "Anna"}, {"kind": "MINE", "name": "Ben"}],
    "seed": "an example",
    "clock": {"perMove": 86400},
}


class Recorder(Document):
    """Keeps the first answer of each type, and the first of each problem."""

    def __init__(self, document: Json) -> None:
        super().__init__(document)
        self.kept: Json = {}

    def check_answer(self, answer: httpx.Response) -> None:
        """See `Document`."""
        super().check_answer(answer)
        if not answer.headers.get("content-type", "").endswith("json"):
            return
        operation = self.operation(answer.request.method, answer.request.url.path)
        body = answer.json()
        media = answer.headers["content-type"]
        schema = operation["responses"][str(answer.status_code)]["content"][media]["schema"]
        name = body["code"] if answer.status_code >= 400 else schema["$ref"].rpartition("/")[2]
        self.kept.setdefault(name, plain(body))


def plain(value: Any, name: str = "") -> Any:
    """A value without what is drawn anew each time."""
    if isinstance(value, dict):
        return {member: plain(one, member) for member, one in value.items()}
    if isinstance(value, list):
        return [plain(one, name) for one in value]
    if not isinstance(value, str):
        return value
    if SECRET.search(name):
        return ANY_TOKEN
    return COMMITMENT.sub(ANY_COMMITMENT, TIME.sub(ANY_TIME, ID.sub(ANY_ID, value)))


def ask(anyone: Rest) -> None:
    """Ask for an answer of each type that is worth an example, the most telling one first."""
    waiting = anyone.post("/games", {**NEW, "seats": [NEW["seats"][0], {"kind": "OPEN"}]})
    there = f"/games/{waiting['game']['gameId']}"
    host = anyone.with_token(waiting["hostToken"])
    invite = host.post(f"{there}/seats/2/invites", {})
    anyone.post(f"{there}/seats", {"name": "Ben", "invite": invite["invite"]})
    anyone.refused(f"{there}/seats", {"name": "Carl"}, 409, "NO_OPEN_SEAT")
    anyone.get("/now")
    play(table_of(anyone, anyone.post("/games", NEW)), anyone)


def play(table: Table, anyone: Rest) -> None:
    """A few moves and what surrounds them."""
    anna, ben = table.seats
    anna.get(table.path)
    anna.get(f"{table.path}/moves/legal", first=2)
    moves = {"moves": [{"notation": "draft row-1"}]}
    anna.post(f"{table.path}/moves/preview", moves)
    ben.refused(f"{table.path}/moves", moves, 409, "NOT_YOUR_TURN")
    anna.refused(f"{table.path}/moves", {"moves": [{"notation": "end-turn"}]}, 422, "MOVE_REFUSED")
    anna.post(f"{table.path}/moves/why-not", {"move": {"notation": "end-turn"}})
    etag = anna.ask("GET", table.path).headers["etag"]
    anna.post(f"{table.path}/moves", moves)
    anna.refused(f"{table.path}/moves", moves, 412, "VERSION_CONFLICT", {"if-match": etag})
    anna.refused(f"{table.path}/undo", {}, 409, "UNDO_REFUSED")
    table.host.post(f"{table.path}/tokens/reissue", {"seat": 2})
    anna.post(f"{table.path}/tokens/narrow", {"readOnly": True})
    anna.post("/tickets", {"gameId": table.id})
    anyone.get("/games")
    anyone.refused(f"{table.path}/resign", {}, 401, "NOT_SEATED")
    anyone.with_token("forged").refused(f"{table.path}/resign", {}, 401, "TOKEN_REJECTED")
    assert anyone.ask("GET", f"/games/{'a' * 24}").status_code == 404
    assert anyone.ask("GET", table.path, params={"at": 99}).status_code == 404


def recorded() -> Json:
    """The examples by the names of their types, and by the codes of problems. Clocks stand still meanwhile."""
    now = time.time()
    with Server(store=MemoryStore(lambda: now)) as server, http(server) as client:
        document = Recorder(client.get("/openapi.json").json())
        ask(Rest(client, document))
        return document.kept


def written(examples: Json) -> str:
    """The examples as they are stored."""
    return json.dumps(examples, indent=1, ensure_ascii=False, sort_keys=False) + "\n"


def main() -> int:
    """Rewrite the file."""
    EXAMPLES.write_text(written(recorded()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
