"""Prepares games to fuzz with: of each kind some that run, wait, are over and are abandoned, with all their tokens."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from typing import Any

import msgspec

from taphouse.engine.notation import write
from taphouse.engine.records.text import write as write_record
from taphouse.engine.vocabulary import constant
from taphouse.schema.move_inputs import move_input
from tests.api.client import MINE, OPEN, Client, Json, table_of
from tests.conformance.tables import GAMES, default_table
from tests.fuzzing.model import Model
from tests.fuzzing.prepared import ABANDONED, OVER, RUNNING, WAITING, Games, Legal, Prepared
from tests.records import recorded

MOVES_MADE = (0, 1, 3, 6, 12, 20)
"""The numbers of moves in the running games."""
MOST_LEGAL = 40
PLAY = "mutation Play($id: ID!, $move: MoveInput!) { play(gameId: $id, moves: [$move]) { __typename } }"
RESIGN = "mutation Resign($id: ID!) { resign(gameId: $id) { __typename } }"
ABANDON = "mutation Abandon($id: ID!) { abandon(gameId: $id) { __typename } }"


def prepare(client: Client, account: str, kinds: Iterable[str] = GAMES) -> Games:
    """Play some games at the service. They are the same ones each time, with the same ids and tokens."""
    kept, spent, agreed = [], [], []
    for kind in kinds:
        kept += [_running(client, kind, made, "kept") for made in MOVES_MADE]
        player = client.with_token(account)
        kept += [_waiting(player, kind, "kept"), _over(player, kind), _abandoned(client, kind)]
        spent += [_running(client, kind, 0, f"to spend {n}") for n in range(4)]
        spent += [_waiting(client, kind, f"to spend {n}") for n in range(2)]
        agreed.append(_running(client, kind, 0, "to agree"))
    records = tuple([text for kind in kinds for text in RECORDS[kind]])
    return Games(tuple(map(constant, kinds)), tuple(kept), tuple(spent), tuple(agreed), account, records)


def _records(kind: str) -> tuple[str, str]:
    """The record of a whole game, and its beginning."""
    whole = recorded(default_table(kind), "fuzzed")
    begun = msgspec.structs.replace(whole, lines=whole.lines[:7], result="unfinished")
    return write_record(whole), write_record(begun)


RECORDS = {kind: _records(kind) for kind in GAMES}
"""Made before any test plants a fault."""


def _created(client: Client, kind: str, name: str, seats: list[str], **more: Any) -> Json:
    key = hashlib.sha256(f"{kind} {name}".encode()).hexdigest()
    asked = [{"kind": seat} for seat in seats]
    return client.done("createGame", game={GAMES[kind].field: {}}, seats=asked, idempotencyKey=key, **more)


def _running(client: Client, kind: str, made: int, name: str, **more: Any) -> Prepared:
    seed = f"{kind} {made}"
    model, rng = Model(kind, 2, seed), random.Random(seed)
    table = table_of(client, _created(client, kind, f"{made} {name}", [MINE, MINE], seed=seed, **more))
    for _ in range(made):
        assert model.decision is not None
        move, player = rng.choice(model.legal(MOST_LEGAL)), table.seat(model.decision.seat)
        assert player.ask(PLAY, id=table.id, move={"notation": write(move)})["play"]["__typename"] == "GameChanged"
        model.play(model.decision.seat, [move])
    moves = model.legal(10 * MOST_LEGAL)
    rng.shuffle(moves)
    legal = tuple(Legal(write(move), move_input(move, model.game)) for move in moves[:MOST_LEGAL])
    tokens = tuple(str(seat.token) for seat in table.seats)
    assert model.decision is not None
    decider = tokens[model.decision.seat - 1]
    field = GAMES[kind].field
    return Prepared(table.id, field, RUNNING, model.version, str(table.host.token), tokens, decider, legal)


def _waiting(client: Client, kind: str, name: str) -> Prepared:
    made = _created(client, kind, f"waiting {name}", [MINE, OPEN])
    tokens = (made["seats"][0]["token"],)
    return Prepared(made["game"]["gameId"], GAMES[kind].field, WAITING, 1, made["hostToken"], tokens)


def _over(client: Client, kind: str) -> Prepared:
    game = _running(client, kind, 0, "over", visibility="OPEN")
    client.with_token(game.seats[0]).ask(RESIGN, id=game.id)
    return msgspec.structs.replace(game, state=OVER)


def _abandoned(client: Client, kind: str) -> Prepared:
    game = _running(client, kind, 0, "abandoned")
    client.with_token(game.host).ask(ABANDON, id=game.id)
    return msgspec.structs.replace(game, state=ABANDONED)
