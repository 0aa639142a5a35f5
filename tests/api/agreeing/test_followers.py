"""Followers of a game with undos are told what its log says."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.api.agreeing.shared import answer, propose, table
from tests.api.client import Client, Json


def followed(who: Client, game: str) -> list[Json]:
    """All that a stream tells, until the game ends."""
    headers = {"accept": "text/event-stream", "authorization": f"Bearer {who.token}"}
    with who.http.stream("GET", f"/v1/games/{game}/events", headers=headers) as stream:
        return [json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: ")]


def test_a_stream_goes_on_with_the_draws_after_an_undo(anyone: Client) -> None:
    game, rng = table(anyone, 2, "pintCraft", seed="followed"), random.Random(4)
    with ThreadPoolExecutor(2) as both:
        streams = [both.submit(followed, seat, game.id) for seat in game.seats]
        stands = []
        for step in range(1, 25):
            stands.append(game.version)
            game.play(rng.choice(game.moves())["notation"])
            if step % 8 == 0:
                propose(game.seat(1), game, undo=stands[-4])
                answer("accept", game.seat(2), game)
                del stands[-4:]
        undone = [entry["events"][-1] for entry in read(game.spectator, game.id) if "movesUndone" in str(entry)]
        assert [event["drawnAnew"] for event in undone].count(True) >= 1
        game.host.done("abandon", gameId=game.id)
        for seat, stream in zip(game.seats, streams, strict=True):
            assert stream.result() == read(seat, game.id)


def read(who: Client, game: str) -> list[Json]:
    """The log as it is read."""
    headers = {} if who.token is None else {"authorization": f"Bearer {who.token}"}
    found: Any = who.http.get(f"/v1/games/{game}/events", params={"first": 500}, headers=headers).json()["entries"]
    return list(found)
