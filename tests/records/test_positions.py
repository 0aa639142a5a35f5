"""Records of games that begin from a position, and of games that began at a real table and went on with a seed."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from taphouse.engine import notation
from taphouse.engine.chance import IN_ORDER, Chance, commitment, seed_from
from taphouse.engine.records import positions
from taphouse.engine.records.record import Begins, Finished, Played, Record, RecordedOrigin, RecordError, result_of
from taphouse.engine.records.text import parse, write, write_json
from tests.conformance.tables import GAMES, default_table, playout
from tests.records import recorded
from tests.records.test_replay import verified

SEED = seed_from("a fork")


def forked(kind: str, at: int = 6) -> Record:
    """The record of a game that begins from a position of another one, and was played to its end."""
    table = default_table(kind)
    rules, chance, rng = table.rules, Chance(SEED), random.Random(kind)
    begins = rules.reshuffled(playout(table, "forked").states[at], IN_ORDER)
    state, lines = rules.reshuffled(begins, chance), []
    while (decision := rules.decision(state)) is not None:
        move = rng.choice(list(rules.moves(rules.known(state, decision.seat))))
        lines.append(Played(decision.seat, notation.write(move)))
        state = rules.apply(state, move, chance).state
    return replace(
        recorded(table, "headers"),
        origin=RecordedOrigin("a" * 24, at),
        position=positions.written(table.game, begins),
        commitment=commitment(SEED, bytes(32)),
        salt=bytes(32).hex(),
        seed=SEED.hex(),
        lines=tuple(lines),
        result=result_of(rules.outcome(state)),
    )


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_from_a_position_is_verified_from_its_record_alone(kind: str) -> None:
    record = forked(kind)
    draws = verified(record).draws
    assert kind == "brew-crafters" or {draw.number for draw in draws} & {0, 1}
    whole = replace(record, draws=draws)
    for text in (write(whole), write_json(whole)):
        assert parse(text).record == whole
        assert verified(parse(text).record).draws == draws


def faulty(record: Record, **changes: Any) -> Record:
    assert record.position is not None
    state = msgspec.json.decode(msgspec.json.encode(record.position.state))
    for place, value in changes.pop("state", {}).items():
        state[place] = value
    position = Begins(changes.pop("format", record.position.format), state)
    return replace(record, position=position, **changes)


def test_a_faulty_position_is_found() -> None:
    record = forked("cask-race")
    assert record.position is not None
    fields = GAMES["cask-race"].about.state.__struct_fields__
    at = {name: number for number, name in enumerate(fields)}
    pile = record.position.state[at["pile"]]
    for wrong, reason in (
        (faulty(record, format=9), "up to format 1"),
        (faulty(record, state={at["pile"]: "x"}), "The position is not valid"),
        (faulty(record, state={at["pile"]: [*pile[1:], pile[0]]}), "not in order"),
        (faulty(record, state={at["pending"]: [], at["ended"]: "dry"}), "over at the position"),
        (faulty(record, options={**record.options, "turnCap": 7}), "other options"),
        (faulty(record, state={at["hands"]: []}), "none of this game|seat"),
        (faulty(record, state={at["hands"]: [[], []]}), "Move 1"),
    ):
        with pytest.raises(RecordError, match=reason):
            verified(wrong)


@pytest.mark.parametrize("kind", ["dank-and-draft", "cask-race"])
def test_draws_that_fell_at_a_table_are_followed_by_those_of_a_seed(kind: str) -> None:
    record = recorded(default_table(kind), "a real table")
    draws = verified(record).draws
    assert isinstance(record.result, Finished)
    fell = tuple([replace(draw, fell=True) for draw in draws])
    other = replace(record, seed=SEED.hex(), commitment=commitment(SEED, bytes(32)), salt=bytes(32).hex(), draws=fell)
    assert verified(other).draws == fell
    assert parse(write(other)).record == other
    with pytest.raises(RecordError):
        verified(replace(other, draws=draws))


def test_a_position_in_a_record_tells_nothing_of_the_game_it_is_from() -> None:
    table = default_table("dank-and-draft")
    state: Any = playout(table, "forked").states[6]
    elsewhere = table.rules.reshuffled(state, Chance(SEED))
    assert elsewhere != state
    ordered = [positions.written(table.game, table.rules.reshuffled(one, IN_ORDER)) for one in (state, elsewhere)]
    assert ordered[0] == ordered[1]
