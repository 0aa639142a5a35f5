"""The changes from one file of the project to another on the path of a typed move: `python -m bench.hops`.

A hop is a call whose function lies in another file of the project than the function entered before it, as `sys.setprofile`
reports them in a steady state. Functions of libraries and generated functions do not count.
"""

from __future__ import annotations

import asyncio
import io
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
from pydantic import SecretStr

import taphouse
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.app import create_app
from taphouse.service.runtime.settings import Settings

ROOT = Path(taphouse.__file__).resolve().parents[1]
FLOORS = tuple(str(ROOT / part / floor) for part in ("", "taphouse") for floor in ("engine", "schema", "service"))
CREATE = (
    'mutation { createGame(seed: "hops", game: {dankAndDraft: {firstSeat: SEAT_1}}, seats: [{kind: MINE}, {kind: MINE}]) '
    "{ ... on GameCreated { game { gameId } seats { token } } } }"
)
DRAFT = (
    "mutation ($game: ID!) { dankAndDraftDraft(gameId: $game, line: ROW_1) "
    "{ ... on GameChanged { game { ... on DankAndDraftGame { version table { turn taps { card { type } } } } } } } }"
)
WARM_UP = 3


def files_called(frames: list[str]) -> list[str]:
    """The files of the project in the order in which they were entered, without repetitions."""
    return [file for file, before in zip(frames, ["", *frames], strict=False) if file != before]


async def _play() -> list[str]:
    settings = Settings(signing_key=SecretStr("x" * 32), rate_token=0, rate_address=0)
    app = create_app(settings, store=MemoryStore(lambda: 0))
    frames: list[str] = []

    def profile(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(FLOORS):
            frames.append(str(Path(frame.f_code.co_filename).resolve()))

    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://hops") as client,
    ):
        for number in range(WARM_UP + 1):
            made = (await client.post("/graphql", json={"query": CREATE})).json()["data"]["createGame"]
            variables = {"game": made["game"]["gameId"]}
            headers = {"authorization": "Bearer " + made["seats"][0]["token"]}
            await client.get(f"/v1/games/{variables['game']}")  # what never changes in the game is then cached
            if number == WARM_UP:
                sys.setprofile(profile)
            answer = await client.post("/graphql", json={"query": DRAFT, "variables": variables}, headers=headers)
            sys.setprofile(None)
            assert "errors" not in answer.json(), answer.text
    return files_called(frames)


def _called() -> list[str]:
    with redirect_stdout(io.StringIO()):  # log lines
        return asyncio.run(_play())


def measure() -> dict[str, float]:
    """`hops.files` and `hops.between_files` of one typed move of Dank & Draft."""
    called = _called()
    return {"hops.files": len(set(called)), "hops.between_files": len(called) - 1}


if __name__ == "__main__":
    called = _called()
    print(*(str(Path(file).relative_to(ROOT)) for file in called), sep="\n")
    print(f"{len(set(called))} files, {len(called) - 1} hops")
