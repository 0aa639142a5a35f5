"""Games with bots, and what their logs must say."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import msgspec
import pytest

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move
from taphouse.engine.editions import packaged
from taphouse.engine.notation import parse
from taphouse.engine.resigning import SERVICE_RULES, outcome_of
from taphouse.engine.vocabulary import kebab
from taphouse.service.bots.process_pool import BotProcesses
from tests.api.client import MINE, Client, Json, Table, table_of
from tests.api.server import BOTH
from tests.short_games import SHORT

BOT, GREEDY, RANDOM = "BOT", "GREEDY", "RANDOM"
SEED = "known to the test"


class Thoughts:
    """Bots that choose nothing before they are let."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = threading.Event()
        self.go = threading.Event()
        choose = BotProcesses.choose

        async def wait(*given: Any) -> Move:
            self.asked.set()
            while not self.go.is_set():  # noqa: ASYNC110 -- it is set by another thread
                await asyncio.sleep(0.005)
            return await choose(*given)

        monkeypatch.setattr(BotProcesses, "choose", wait)


def bot(kind: str = RANDOM, name: str | None = None) -> Json:
    return {"kind": BOT, "bot": kind, "name": name}


def seats(*asked: str) -> list[Json]:
    """`GREEDY` and `RANDOM` are bots."""
    return [bot(one) if one in (GREEDY, RANDOM) else {"kind": one, "name": None} for one in asked]


def created(client: Client, *asked: str, kind: str = "cask-race", **more: Any) -> Json:
    options = more.pop("options", SHORT[kind])
    return client.done("createGame", game={BOTH[kind].field: options}, seats=seats(*asked), seed=SEED, **more)


def against(client: Client, opponent: str = RANDOM, kind: str = "cask-race", **more: Any) -> Table:
    """A game of one seat of mine, the first, against a bot."""
    return table_of(client, created(client, MINE, opponent, kind=kind, **more))


def ended(client: Client, game: str) -> bool:
    return bool(client.within(game, "status")["status"] == "OVER")


def my_turn(table: Table) -> bool:
    """True if the first seat must decide, or nobody."""
    return table.to_move in (1, None)


def check_log(client: Client, game: str) -> list[Json]:
    """Each version is there once, and the moves, by the rules, lead to how the game ended."""
    look = client.look(game)
    page = client.events(gameId=game, after=0, first=500)
    entries: list[Json] = page["entries"]
    while page["version"] < look["version"]:
        page = client.events(gameId=game, after=page["version"], first=500)
        entries += page["entries"]
    assert [entry["version"] for entry in entries] == list(range(1, look["version"] + 1))
    kind = kebab(look["kind"])
    played = BOTH[kind]
    about, chance = played.about, Chance(seed_from(SEED))
    rules = played.rules(packaged(played.edition, about.package)[0])
    options = msgspec.convert(SHORT[kind], about.options)
    state = rules.new(options, len(look["seats"]), chance)
    for entry in entries:
        if entry["notation"] is not None:
            decision = rules.decision(state)
            assert decision is not None
            assert entry["seat"] == decision.seat
            move = parse(entry["notation"], played.verbs)
            assert rules.why_not(rules.known(state, decision.seat), move) is None
            state = rules.apply(state, move, chance).state
    resigned = [seat["seat"] for seat in look["seats"] if seat["resigned"]]
    outcome = outcome_of(rules, state, len(look["seats"]), resigned, SERVICE_RULES)
    shown = look["outcome"]
    assert (outcome is None) == (shown is None)
    if outcome is not None:
        assert [(one.place, one.seat, one.points) for one in outcome.standings] == [
            (one["place"], one["seat"], one["points"]) for one in shown["standings"]
        ]
    return entries
