"""A hunt for secrets in all that leaves the service: names of hidden cards, the seed, tokens of other seats.

All viewers query and follow a game at the same time. The names are canaries: an edition in which hidden things have names that
are nowhere else. A game without canaries is searched for the seed and the tokens.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from taphouse.engine.checks import Canaries, found
from taphouse.engine.editions import Edition, load
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.engine.worlds import Playout
from taphouse.lab.secrecy.audited_requests import INNER, AuditedRequests
from taphouse.lab.secrecy.hidden import as_it_went
from taphouse.lab.secrecy.in_process_service import (
    STARTED,
    InProcessConnection,
    InProcessRequest,
    InProcessService,
    house,
    settle,
)
from taphouse.lab.secrecy.paired_worlds import NO_DELAY, StartedGame, WorldWriter, begin
from taphouse.lab.secrecy.question import bearer
from taphouse.lab.secrecy.random_inputs import editions
from taphouse.schema.graphql.build import Api
from taphouse.schema.results import Analysis
from taphouse.service.games.advising.advising import Advising
from taphouse.service.games.encoding.codec import Codec
from taphouse.service.http import server_sent_events

SEATS = 3
"""The number of seats, if the game can have so many."""
SEED = "a-seed-of-canaries"


def with_canaries(game: Game, canaries: Canaries, folder: Path) -> Edition:
    """The edition with canaries, in a folder of the service's owner."""
    packaged = next(iter(editions(game).values()))
    text = canaries.edition(packaged.source.decode())
    file = folder / "canaries.toml"
    file.write_text(text.replace(f'name = "{packaged.name}"', 'name = "canaries"', 1))
    return load(game.edition, file.read_bytes(), file.name)


async def hunt(game: Game, games: Mapping[str, Game], folder: Path) -> None:
    """Play a game, and listen to everything that each viewer gets.

    Args:
        game: the game.
        games: all games of the service.
        folder: an empty folder.

    Raises:
        AssertionError: a viewer hears of something that they were never shown.
    """
    about, canaries = game.about, found(game).checks.canaries
    edition = next(iter(editions(game).values())) if canaries is None else with_canaries(game, canaries, folder)
    options = canaries.options if canaries and canaries.options else about.options()
    ways = AuditedRequests(Api.of(*games.values(), federated=True).core, game, games)
    playout = Playout(
        game.rules(edition), options, max(about.seats[0], min(SEATS, about.seats[-1])), SEED, Random(1).choice
    )
    hunted = told_of = 0
    with ExitStack() as stack:
        # Imagined worlds name cards that may be anywhere. Pairs of worlds show that they reveal nothing of the real one.
        stack.enter_context(patch.object(Advising, "sample_world", _no_world))
        stack.enter_context(patch.object(Advising, "analysis", _no_analysis))
        async with house(games, folder) as one:
            begun = await begin(ways, one, playout, edition, NO_DELAY)
            writer = WorldWriter(Codec(game), *one.store.log(begun.id), playout)
            secrets = spellings(playout.secret) | {*begun.seats, begun.host, begun.account}
            before = await heard_while_it_waits(one, ways, begun)
            assert not _canaries(canaries, before), "a canary is heard while the game waits"
            assert not _spelt(secrets, before), "the seed or a token is heard while the game waits"
            for k in dict.fromkeys((1, max(1, len(playout.moves) // 3), len(playout.moves) - 1)):
                for who, said in (await heard(one, ways, begun, playout, writer, k)).items():
                    at = f"{who} at version {STARTED + k}"
                    assert not _spelt(secrets, said), f"the seed or another's token is told to {at}"
                    if canaries:
                        seat = int(who[-1]) if who[-1].isdigit() else None
                        told, hidden = canaries.shown(playout, edition, k, seat)
                        names = _canaries(canaries, said)
                        assert len(hidden) >= canaries.hidden, f"only {len(hidden)} canaries are hidden from {at}"
                        assert not hidden & names, f"hidden from {at}, and told: {', '.join(hidden & names)}"
                        assert not told or told & names, f"nothing that was shown is told to {at}"
                        hunted, told_of = hunted + len(hidden), told_of + len(told)
    assert not canaries or (hunted and told_of), "no canary is ever hidden, or none is ever shown"


async def _no_world(*_: Any) -> None:
    """Instead of `sampleWorld`."""


async def _no_analysis(*_: Any) -> Analysis:
    """Instead of `analysis`, which imagines worlds."""
    return Analysis(())


def _canaries(canaries: Canaries | None, said: bytes) -> set[str]:
    found_there = re.findall(canaries.pattern.encode(), said, re.IGNORECASE) if canaries else ()
    return {canary.decode().lower() for canary in found_there}


def _spelt(secrets: set[str], said: bytes) -> bool:
    return any(secret.encode() in said for secret in secrets)


async def heard(
    one: InProcessService, ways: AuditedRequests, begun: StartedGame, game: Playout, writer: WorldWriter, k: int
) -> dict[str, bytes]:
    """Everything that each viewer gets who follows a game while its move k is made, and queries it then."""
    written = writer.write(as_it_went(game, k), live=True)
    one.rewrite(begun.id, written.record, written.log)
    tokens: dict[str, str | None] = {f"seat {i}": token for i, token in enumerate(begun.seats, 1)}
    tokens |= {"spectator": None, "host": begun.host, f"account {game.seats}": begun.account}
    lines: dict[str, list[InProcessConnection]] = {}
    values = INNER | {"gameId": begun.id, "id": begun.id, "after": 0, "first": 100, "wait": 0}
    for who, token in tokens.items():
        socket = await ways.socket(
            one, token, dict.fromkeys(("events", "gameUpdated", "gamePatches", "decisions"), values)
        )
        headers = ((b"accept", server_sent_events.MEDIA.encode()), *bearer(token))
        followed = ways.graphql("subscription", "events", values, bearer(token), server_sent_events.MEDIA)
        rest = InProcessRequest("GET", f"/v1/games/{begun.id}/events", "", headers)
        waits = ways.graphql("query", "events", values | {"after": STARTED + k - 1, "wait": 20}, bearer(token))
        lines[who] = [socket, *map(one.begin, (followed, rest, waits))]
    everybody = [line for some in lines.values() for line in some]
    await settle(*everybody)
    seat = game.movers[k - 1]
    move = {"moves": [{"notation": write(game.moves[k - 1])}], "idempotencyKey": f"a-key-for-canaries-at-{k}"}
    answers = {who: list[Any]() for who in tokens}
    answers[f"seat {seat}"].append(
        await one.ask(ways.graphql("mutation", "play", values | move, bearer(tokens[f"seat {seat}"])))
    )
    await settle(*everybody)
    for line in everybody:
        await line.leave()
    for who, token in tokens.items():
        for request in looks(ways, begun, values, token, STARTED + k):
            answers[who].append(await one.ask(request))
    said = {who: [*answers[who], *(line.answer() for line in lines[who])] for who in tokens}
    assert not [b for some in said.values() for a in some for b in a.frames if b'"errors":' in b], (
        "an answer is an error"
    )
    return {who: b"".join(frame for answer in some for frame in answer.frames) for who, some in said.items()}


def looks(
    ways: AuditedRequests, begun: StartedGame, values: dict[str, Any], token: str | None, version: int
) -> Iterator[InProcessRequest]:
    """Questions of a viewer about a game that stands at a version."""
    for at in {1, STARTED, version // 2 or 1, version}:
        yield ways.graphql("query", "game", values | {"at": at}, bearer(token))
    yield ways.graphql("query", "events", values, bearer(token))
    yield ways.graphql("mutation", "resign", values | {"expectedVersion": 1}, bearer(token))
    for path, query in (
        ("", ""),
        ("/history", ""),
        ("/events", ""),
        ("/moves/legal", ""),
        ("/suggestion", "bot=GREEDY"),
    ):
        yield InProcessRequest("GET", f"/v1/games/{begun.id}{path}", query, bearer(token))


async def heard_while_it_waits(one: InProcessService, ways: AuditedRequests, begun: StartedGame) -> bytes:
    """All that is to be seen of a game that waits for a player: of one with the same seed, of which nothing is drawn yet."""
    asked: Any = msgspec.json.decode(begun.created.body)
    asked["variables"]["idempotencyKey"] = "a-key-for-a-game-that-waits"
    made = await one.ask(msgspec.structs.replace(begun.created, body=msgspec.json.encode(asked)))
    created = msgspec.json.decode(made.frames[0])["data"]["createGame"]
    waits = msgspec.structs.replace(begun, id=created["game"]["gameId"])
    values = INNER | {"gameId": waits.id, "id": waits.id, "after": 0, "first": 100, "wait": 0}
    tokens = (None, created["hostToken"], *[seat["token"] for seat in created["seats"][:1]])
    answers = [await one.ask(request) for token in tokens for request in looks(ways, waits, values, token, 1)]
    return b"".join(frame for answer in answers for frame in answer.frames)


def spellings(seed: bytes) -> set[str]:
    """Forms in which a seed might be written."""
    return {SEED, seed.hex(), base64.b64encode(seed).decode(), base64.urlsafe_b64encode(seed).decode().rstrip("=")}
